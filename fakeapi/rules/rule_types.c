/* SPDX-License-Identifier: Apache-2.0 */
/* rule_types.c - the types that an OpenAPI schema declares for expressions (kube-apiserver's
 * pkg/cel/common/schemas.go, pkg/cel/escaping.go). */
#include "fakeapi/meta/go_json.h"
#include "fakeapi/rules/rules_impl.h"

bool fakeapi__has_rules(const cJSON *schema)
{
	const cJSON *list = fakeapi__member(schema, "x-kubernetes-validations"), *p;

	if (!cJSON_IsObject(schema))
		return false;
	if (cJSON_IsArray(list) && list->child)
		return true;
	if (fakeapi__has_rules(fakeapi__member(schema, "items")) ||
	    fakeapi__has_rules(fakeapi__member(schema, "additionalProperties")))
		return true;
	p = fakeapi__member(schema, "properties");
	for (p = p ? p->child : NULL; p; p = p->next)
		if (fakeapi__has_rules(p))
			return true;
	return false;
}

/* --- names --- */

static bool is_reserved(const char *name)
{
	static const char *const words[] = {
		"true",	    "false",   "null",	 "in",	     "as",   "break",  "const",
		"continue", "else",    "for",	 "function", "if",   "import", "let",
		"loop",	    "package", "return", "var",	     "void", "while",  "namespace",
	};

	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (strcmp(name, words[i]) == 0)
			return true;
	return false;
}

static bool can_be_escaped(const char *name)
{
	for (const char *p = name; *p; p++) {
		bool letter = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || *p == '_';

		if (!letter && (p == name || (!(*p >= '0' && *p <= '9') && !strchr("./-", *p))))
			return false;
	}
	return *name;
}

/* A property's name in expressions; a NULL ptr: it has none, or out of memory. */
static struct str identifier(struct cel__arena *arena, const char *name)
{
	AUTO_STRBUF b = STRBUF_INIT;

	if (!can_be_escaped(name))
		return (struct str) { NULL, 0 };
	if (is_reserved(name))
		return cel__copyf(arena, "__%s__", name);
	for (const char *p = name; *p; p++) {
		if (p[0] == '_' && p[1] == '_') {
			strbuf_addz(&b, "__underscores__");
			p++;
		} else if (*p == '.') {
			strbuf_addz(&b, "__dot__");
		} else if (*p == '-') {
			strbuf_addz(&b, "__dash__");
		} else if (*p == '/') {
			strbuf_addz(&b, "__slash__");
		} else {
			strbuf_addc(&b, *p);
		}
	}
	arena->failed |= b.failed;
	return cel__copy(arena, strbuf_str(&b));
}

/* --- types --- */

struct build {
	struct cel__arena *arena;
};

static bool flag(const cJSON *schema, const char *name)
{
	return cJSON_IsTrue(fakeapi__member(schema, name));
}

static struct cel_type *copy_of(struct build *b, const struct cel_type *t, const cJSON *schema)
{
	struct cel_type *made = cel__alloc(b->arena, sizeof(*made));

	if (made) {
		*made = *t;
		made->nullable = flag(schema, "nullable");
	}
	return made;
}

/* Of a request; the bound of values without another one. */
enum { REQUEST_BYTES_MAX = 3 * 1024 * 1024 };

static uint64_t bound(const cJSON *schema, const char *name, uint64_t otherwise)
{
	const cJSON *v = fakeapi__member(schema, name);

	if (!cJSON_IsNumber(v))
		return otherwise;
	return v->valuedouble <= 0	? 0
	       : v->valuedouble >= 9e18 ? INT64_MAX
					: (uint64_t)v->valuedouble;
}

/* The bound in bytes; a schema's lengths are in characters. */
static uint64_t text_bound(const cJSON *schema)
{
	const cJSON *list = fakeapi__member(schema, "enum"), *v;
	uint64_t longest = 0, length = bound(schema, "maxLength", UINT64_MAX);

	if (length != UINT64_MAX)
		return length > UINT64_MAX / 4 ? UINT64_MAX : length * 4;
	cJSON_ArrayForEach(v, list)
	{
		size_t n = cJSON_IsString(v) ? strlen(v->valuestring) : 0;

		longest = n > longest ? n : longest;
	}
	return list && list->child ? longest : REQUEST_BYTES_MAX - 2;
}

static void set_bounds(struct cel_type *t, const cJSON *schema)
{
	switch (t->kind) {
	case CEL_T_BOOL:
		t->bytes_min = 4;
		break;
	case CEL_T_BYTES:
		t->elements_max = bound(schema, "maxLength", REQUEST_BYTES_MAX - 2);
		t->bytes_min = 2;
		break;
	case CEL_T_STRING:
		t->elements_max = text_bound(schema);
		t->bytes_min = 2;
		break;
	case CEL_T_DURATION:
		t->elements_max = 32;
		t->bytes_min = 3;
		break;
	case CEL_T_TIMESTAMP:
		t->elements_max = t->date ? 12 : 32;
		t->bytes_min = t->date ? 12 : 21;
		break;
	case CEL_T_INT:
	case CEL_T_DOUBLE:
		t->bytes_min = 1;
		break;
	case CEL_T_LIST:
		t->elements_max = bound(schema, "maxItems",
					(REQUEST_BYTES_MAX - 2) / (t->params[0]->bytes_min + 1));
		t->bytes_min = 2;
		break;
	case CEL_T_MAP:
		t->elements_max = bound(schema, "maxProperties",
					(REQUEST_BYTES_MAX - 2) / (t->params[1]->bytes_min + 6));
		t->bytes_min = 2;
		break;
	case CEL_T_DYN:
		t->elements_max = bound(schema, "maxLength", UINT64_MAX) == UINT64_MAX
				      ? REQUEST_BYTES_MAX - 2
				      : text_bound(schema);
		t->bytes_min = 1;
		break;
	case CEL_T_ERROR:
	case CEL_T_NULL:
	case CEL_T_UINT:
	case CEL_T_TYPE:
	case CEL_T_OPAQUE:
	case CEL_T_STRUCT:
	case CEL_T_PARAM:
	case CEL_T_WRAPPER:
		break;
	}
}

static bool is_required(const cJSON *schema, const char *name)
{
	const cJSON *v;

	cJSON_ArrayForEach(v,
			   fakeapi__member(schema, "required")) if (cJSON_IsString(v) &&
								    strcmp(v->valuestring, name) ==
									0) return true;
	return false;
}

static const struct cel_type *scalar(struct build *b, const cJSON *schema, const char *type)
{
	const char *format = fakeapi__string(schema, "format");
	const struct cel_type *t = NULL;
	struct cel_type *made;

	if (strcmp(type, "boolean") == 0)
		t = &cel_bool;
	else if (strcmp(type, "number") == 0)
		t = &cel_double;
	else if (strcmp(type, "integer") == 0)
		t = &cel_int;
	else if (strcmp(type, "string") == 0)
		t = strcmp(format, "byte") == 0	      ? &cel_bytes
		    : strcmp(format, "duration") == 0 ? &cel_duration
		    : strncmp(format, "date", 4) == 0 &&
			    (!format[4] || strcmp(format, "date-time") == 0)
			? &cel_timestamp
			: &cel_string;
	if (!t)
		return NULL;
	made = copy_of(b, t, schema);
	if (!made)
		return NULL;
	made->date = t == &cel_timestamp && !format[4];
	set_bounds(made, schema);
	return made;
}

static struct node *make(struct build *b, const cJSON *schema, struct str name, bool root);

static const struct cel_type *list_type(struct build *b, const struct node *n, const cJSON *schema)
{
	const char *kind = fakeapi__string(schema, "x-kubernetes-list-type");
	const cJSON *keys = fakeapi__member(schema, "x-kubernetes-list-map-keys"), *k;
	struct cel_type *t;
	struct str *names;

	if (!n->items || !n->items->type)
		return NULL;
	t = copy_of(b, &cel_list_dyn, schema);
	if (!t)
		return NULL;
	t->params[0] = n->items->type;
	set_bounds(t, schema);
	if (strcmp(kind, "set") == 0)
		t->list_kind = CEL_LIST_SET;
	if (strcmp(kind, "map") != 0)
		return t;
	names = cel__alloc_array(b->arena, (size_t)cJSON_GetArraySize(keys) + 1, sizeof(*names));
	if (!names)
		return NULL;
	t->list_kind = CEL_LIST_MAP;
	t->keys = names;
	cJSON_ArrayForEach(k, keys)
	{
		if (cJSON_IsString(k))
			names[t->key_count++] = identifier(b->arena, k->valuestring);
	}
	return t;
}

static const struct cel_type *object_type(struct build *b, const struct node *n,
					  const cJSON *schema, struct str name)
{
	struct cel_field *fields;
	struct cel_type *t;

	if (n->extra) {
		if (!n->extra->type)
			return NULL;
		t = copy_of(b, &cel_map_dyn, schema);
		if (t) {
			t->params[0] = &cel_string;
			t->params[1] = n->extra->type;
			set_bounds(t, schema);
		}
		return t;
	}
	t = copy_of(b, &(const struct cel_type) { .kind = CEL_T_STRUCT, .name = name }, schema);
	fields = cel__alloc_array(b->arena, n->property_count + 1, sizeof(*fields));
	if (!t || !fields)
		return NULL;
	t->fields = fields;
	t->bytes_min = 2;
	for (size_t i = 0; i < n->property_count; i++) {
		const struct property *p = &n->properties[i];
		struct str as = identifier(b->arena, p->name);

		if (p->node->type && p->node->schema && is_required(schema, p->name) &&
		    !fakeapi__member(p->node->schema, "default"))
			t->bytes_min += strlen(p->name) + p->node->type->bytes_min + 4;
		if (as.ptr && p->node->type)
			fields[t->field_count++] =
			    (struct cel_field) { str_of(p->name), as, p->node->type };
	}
	if (!cel_type_sort_fields(b->arena, t))
		return NULL;
	return t;
}

static bool add_property(struct build *b, struct node *n, const char *name, const cJSON *schema,
			 struct str type_name)
{
	struct str below = cel__copyf(b->arena, STR_FMT ".%s", STR_ARG(type_name), name);
	struct property *p = &n->properties[n->property_count];

	if (!below.ptr)
		return false;
	p->name = name;
	p->node = make(b, schema, below, flag(schema, "x-kubernetes-embedded-resource"));
	n->property_count += p->node != NULL;
	return p->node;
}

/* Placeholder types for members of the root that have no rules, so that nothing refers to them. */
static bool add_root_properties(struct build *b, struct node *n, struct str type_name)
{
	static const char *const names[] = { "apiVersion", "kind", "metadata" };
	static const struct cel_field fields[] = {
		{ { "name", 4 }, { "name", 4 }, &cel_string },
		{ { "generateName", 12 }, { "generateName", 12 }, &cel_string },
	};

	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		struct node *made = cel__alloc(b->arena, sizeof(*made));
		struct cel_type *t = cel__alloc(b->arena, sizeof(*t));
		size_t at = 0;

		if (!made || !t)
			return false;
		*t = i < 2 ? cel_string
			   : (struct cel_type) { .kind = CEL_T_STRUCT,
						 .name = cel__copyf(b->arena, STR_FMT ".metadata",
								    STR_ARG(type_name)),
						 .fields = fields,
						 .field_count = ARRAY_LEN(fields) };
		made->type = t;
		while (at < n->property_count && strcmp(n->properties[at].name, names[i]) != 0)
			at++;
		if (at < n->property_count && i < 2)
			continue;
		if (at < n->property_count && n->properties[at].node->property_count) {
			const struct cel_type *has = n->properties[at].node->type;

			if (has && cel_type_field(has, STR("name")))
				continue;
		}
		n->properties[at].name = names[i];
		n->properties[at].node = made;
		n->property_count += at == n->property_count;
	}
	return true;
}

static bool add_children(struct build *b, struct node *n, const cJSON *schema, struct str name,
			 bool root)
{
	const cJSON *properties = fakeapi__member(schema, "properties"), *p;
	const cJSON *items = fakeapi__member(schema, "items");
	const cJSON *extra = fakeapi__member(schema, "additionalProperties");
	struct str below = cel__copyf(b->arena, STR_FMT "%s", STR_ARG(name),
				      cJSON_IsObject(extra) ? ".@elem" : ".@idx");

	n->properties = cel__alloc_array(b->arena, (size_t)cJSON_GetArraySize(properties) + 4,
					 sizeof(*n->properties));
	if (!n->properties || !below.ptr)
		return false;
	for (p = cJSON_IsObject(properties) ? properties->child : NULL; p; p = p->next)
		if (!add_property(b, n, p->string, p, name))
			return false;
	if (root && !add_root_properties(b, n, name))
		return false;
	if (cJSON_IsObject(items)) {
		n->items = make(b, items, below, flag(items, "x-kubernetes-embedded-resource"));
		if (!n->items)
			return false;
	}
	if (cJSON_IsObject(extra)) {
		n->extra = make(b, extra, below, flag(extra, "x-kubernetes-embedded-resource"));
		if (!n->extra)
			return false;
	}
	return true;
}

static struct node *make(struct build *b, const cJSON *schema, struct str name, bool root)
{
	const char *type = fakeapi__string(schema, "type");
	struct node *n = cel__alloc(b->arena, sizeof(*n));

	if (!n)
		return NULL;
	n->schema = schema;
	n->name = name;
	if (!add_children(b, n, schema, name, root))
		return NULL;
	if (flag(schema, "x-kubernetes-int-or-string")) {
		struct cel_type *t = copy_of(b, &cel_dyn, schema);

		if (t)
			set_bounds(t, schema);
		n->type = t;
	} else if (strcmp(type, "array") == 0) {
		n->type = list_type(b, n, schema);
	} else if (strcmp(type, "object") == 0) {
		n->type = object_type(b, n, schema, name);
	} else {
		n->type = scalar(b, schema, type);
	}
	return b->arena->failed ? NULL : n;
}

struct node *fakeapi__rule_types(struct cel__arena *arena, const cJSON *schema, bool root)
{
	struct build b = { arena };

	return make(&b, schema, STR("selfType"), root);
}

/* --- field paths --- */

/* Reads the next name: after a dot, or quoted in brackets. */
static bool next_name(struct str *path, struct strbuf *name)
{
	strbuf_clear(name);
	if (path->len > 2 && path->ptr[0] == '[' && path->ptr[1] == '\'') {
		size_t i = 2;

		for (; i < path->len && path->ptr[i] != '\''; i++) {
			i += path->ptr[i] == '\\' && i + 1 < path->len;
			strbuf_addc(name, path->ptr[i]);
		}
		if (i + 1 >= path->len || path->ptr[i + 1] != ']')
			return false;
		*path = (struct str) { path->ptr + i + 2, path->len - i - 2 };
		return true;
	}
	if (path->len < 2 || *path->ptr != '.')
		return false;
	*path = (struct str) { path->ptr + 1, path->len - 1 };
	while (path->len && *path->ptr != '.' && *path->ptr != '[' && *path->ptr != ']') {
		strbuf_addc(name, *path->ptr);
		*path = (struct str) { path->ptr + 1, path->len - 1 };
	}
	return true;
}

bool fakeapi__rule_field(const struct node *node, struct str path, struct strbuf *out)
{
	AUTO_STRBUF name = STRBUF_INIT;

	while (path.len && node) {
		const struct node *next = NULL;

		if (!next_name(&path, &name) || name.failed) {
			out->failed |= name.failed;
			return false;
		}
		for (size_t i = 0; i < node->property_count; i++)
			if (str_eqz(strbuf_str(&name), node->properties[i].name) &&
			    node->properties[i].node->schema)
				next = node->properties[i].node;
		if (next)
			strbuf_addf(out, "%s%s", out->len ? "." : "", name.ptr);
		else if (node->extra)
			strbuf_addf(out, "[%s]", name.ptr);
		else
			return false;
		node = next ? next : node->extra;
	}
	return node && out->len;
}
