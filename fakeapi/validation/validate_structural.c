/* SPDX-License-Identifier: Apache-2.0 */
/* validate_structural.c - checks that schemas are structural (apiextensions-apiserver's
 * pkg/apiserver/schema: convert.go, validation.go, complete.go). */
#include "base/alloc.h"
#include "base/regex.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/validation/definition.h"

enum level { ROOT_LEVEL, ITEM, FIELD };

const cJSON *fakeapi__schema_member(const cJSON *schema, const char *name)
{
	const cJSON *m = fakeapi__member(schema, name);

	return cJSON_IsNull(m) ? NULL : m;
}

#define member fakeapi__schema_member

static bool flag(const cJSON *schema, const char *name)
{
	return cJSON_IsTrue(fakeapi__member(schema, name));
}

static bool some(const cJSON *schema, const char *name)
{
	const cJSON *m = fakeapi__member(schema, name);

	return m && m->child;
}

/* --- unsupported schemas --- */

static const char *unsupported_all(const cJSON *list)
{
	const char *why = NULL;

	for (const cJSON *s = list ? list->child : NULL; s && !why; s = s->next)
		why = fakeapi__schema_unsupported(s);
	return why;
}

const char *fakeapi__schema_unsupported(const cJSON *schema)
{
	static const struct {
		const char *name, *why;
		bool text;
	} rows[] = {
		{ "id", "OpenAPIV3Schema 'id' is not supported", true },
		{ "$schema", "OpenAPIV3Schema 'schema' is not supported", true },
		{ "$ref", "OpenAPIV3Schema '$ref' is not supported", true },
		{ "patternProperties", "OpenAPIV3Schema 'patternProperties' is not supported",
		  false },
		{ "dependencies", "OpenAPIV3Schema 'dependencies' is not supported", false },
		{ "additionalItems", "OpenAPIV3Schema 'additionalItems' is not supported", false },
		{ "definitions", "OpenAPIV3Schema 'definitions' is not supported", false },
	};
	static const char *const lists[] = { "allOf", "anyOf", "oneOf" };
	const cJSON *items = member(schema, "items"), *extra;
	const char *why;

	if (!schema)
		return NULL;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		if (rows[i].text ? *fakeapi__string(schema, rows[i].name)
		    : i == 5	 ? member(schema, rows[i].name) != NULL
				 : some(schema, rows[i].name))
			return rows[i].why;
	why = fakeapi__schema_unsupported(member(schema, "not"));
	for (size_t i = 0; i < ARRAY_LEN(lists) && !why; i++)
		why = unsupported_all(member(schema, lists[i]));
	if (why)
		return why;
	if (cJSON_IsFalse(fakeapi__member(schema, "x-kubernetes-preserve-unknown-fields")))
		return "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or "
		       "undefined";
	if (cJSON_IsArray(items) && items->child)
		return "OpenAPIV3Schema 'items' must be a schema, but is an array";
	why = cJSON_IsObject(items) ? fakeapi__schema_unsupported(items) : NULL;
	if (!why)
		why = unsupported_all(member(schema, "properties"));
	extra = member(schema, "additionalProperties");
	return why || !cJSON_IsObject(extra) ? why : fakeapi__schema_unsupported(extra);
}

/* --- values below allOf, anyOf, oneOf and not --- */

static void check_pattern(causes_t *c, const path_t *at, const cJSON *schema)
{
	const char *pattern = fakeapi__string(schema, "pattern"), *why;
	struct regex *re = *pattern ? regex_new(str_of(pattern), &why) : NULL;
	AUTO_STRBUF text = STRBUF_INIT;

	if (*pattern && !re && !why)
		c->nomem = true;
	strbuf_addz(&text, "must be a valid regular expression, but isn't: ");
	if (*pattern && !re && why && regex_go_error(str_of(pattern), &text))
		fakeapi__cause_invalid_str(c, PATH(at, "pattern"), str_of(pattern), text.ptr);
	regex_free(re);
}

static bool is_only_type(const cJSON *schema, const char *type)
{
	static const char *const ignored[] = { "externalDocs", "example" };

	for (const cJSON *m = schema ? schema->child : NULL; m; m = m->next) {
		bool blank = fakeapi__is_blank(m) || cJSON_IsFalse(m);

		if (strcmp(m->string, "type") == 0 || blank || strcmp(m->string, ignored[0]) == 0 ||
		    strcmp(m->string, ignored[1]) == 0)
			continue;
		return false;
	}
	return strcmp(fakeapi__string(schema, "type"), type) == 0;
}

/* anyOf: [{type: integer}, {type: string}] */
static bool is_int_or_string(const cJSON *any)
{
	return cJSON_GetArraySize(any) == 2 && is_only_type(any->child, "integer") &&
	       is_only_type(any->child->next, "string");
}

static void check_nested(causes_t *c, const path_t *at, const cJSON *v, bool skip_any);

static void check_nested_list(causes_t *c, const path_t *at, const cJSON *list)
{
	const cJSON *v;
	size_t i = 0;

	cJSON_ArrayForEach(v, list)
	{
		check_nested(c, PATH_AT(at, i), v, false);
		i++;
	}
}

static void check_values(causes_t *c, const path_t *at, const cJSON *s, bool skip_any,
			 bool skip_first)
{
	const path_t *all_at = PATH(at, "allOf");
	const cJSON *v;
	size_t i = 0;

	if (!skip_any)
		check_nested_list(c, PATH(at, "anyOf"), member(s, "anyOf"));
	cJSON_ArrayForEach(v, member(s, "allOf"))
	{
		check_nested(c, PATH_AT(all_at, i), v, skip_first && i == 0);
		i++;
	}
	check_nested_list(c, PATH(at, "oneOf"), member(s, "oneOf"));
	check_nested(c, PATH(at, "not"), member(s, "not"), false);
	check_pattern(c, at, s);
}

static void check_forbidden(causes_t *c, const path_t *at, const cJSON *v)
{
	static const char empty[] = "must be empty to be structural";
	static const char no[] = "must be false to be structural";
	static const char undefined[] = "must be undefined to be structural";
	static const struct {
		const char *name, *why;
		enum { TEXT, FLAG, LIST, ANY } kind;
	} rows[] = {
		{ "type", empty, TEXT },
		{ "additionalProperties", undefined, ANY },
		{ "default", undefined, ANY },
		{ "title", empty, TEXT },
		{ "description", empty, TEXT },
		{ "nullable", no, FLAG },
		{ "x-kubernetes-preserve-unknown-fields", no, FLAG },
		{ "x-kubernetes-embedded-resource", no, FLAG },
		{ "x-kubernetes-int-or-string", no, FLAG },
		{ "x-kubernetes-list-map-keys", empty, LIST },
		{ "x-kubernetes-list-type", undefined, ANY },
		{ "x-kubernetes-map-type", undefined, ANY },
		{ "x-kubernetes-validations", empty, LIST },
	};

	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		const cJSON *m = member(v, rows[i].name);
		bool bad = rows[i].kind == TEXT	  ? *fakeapi__string(v, rows[i].name)
			   : rows[i].kind == FLAG ? cJSON_IsTrue(m)
			   : rows[i].kind == LIST ? m && m->child
						  : m && (i != 1 || !cJSON_IsFalse(m));

		if (bad)
			fakeapi__cause_forbidden(c, PATH(at, rows[i].name), rows[i].why);
	}
}

static void check_nested(causes_t *c, const path_t *at, const cJSON *v, bool skip_any)
{
	const path_t *properties = PATH(at, "properties");
	const cJSON *p;

	if (!v)
		return;
	check_values(c, at, v, skip_any, false);
	if (cJSON_IsObject(member(v, "items")))
		check_nested(c, PATH(at, "items"), member(v, "items"), false);
	cJSON_ArrayForEach(p, member(v, "properties"))
	{
		check_nested(c, PATH_KEY(properties, str_of(p->string)), p, false);
		if (strcmp(p->string, "metadata") == 0)
			fakeapi__cause_forbidden(c, PATH_KEY(properties, str_of(p->string)),
						 "must not be specified in a nested context");
	}
	check_forbidden(c, at, v);
}

/* --- invariants --- */

/* True if the member does not restrict the root's metadata. */
static bool is_unrestricting(const cJSON *m)
{
	static const char *const ignored[] = { "type", "default", "externalDocs", "example" };

	for (size_t i = 0; i < ARRAY_LEN(ignored); i++)
		if (strcmp(m->string, ignored[i]) == 0)
			return true;
	if (strcmp(m->string, "additionalProperties") == 0 || strcmp(m->string, "required") == 0 ||
	    strncmp(m->string, "x-kubernetes-", 13) == 0)
		return cJSON_IsNull(m);
	return cJSON_IsFalse(m) || (fakeapi__is_blank(m) && !cJSON_IsObject(m));
}

static bool are_names(const cJSON *properties)
{
	const cJSON *p;

	cJSON_ArrayForEach(p, properties) if (strcmp(p->string, "name") != 0 &&
					      strcmp(p->string, "generateName") != 0) return false;
	return true;
}

/* True if the schema of the root's metadata restricts only names. */
static bool is_plain_metadata(const cJSON *s)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, s) if (strcmp(m->string, "properties") == 0
					 ? !are_names(m)
					 : !is_unrestricting(m)) return false;
	return true;
}

static void check_metadata(causes_t *c, const path_t *at, const cJSON *s, bool checked, bool root)
{
	if (checked && strcmp(fakeapi__string(s, "type"), "object") != 0)
		fakeapi__cause_invalid_str(c, PATH(at, "type"), str_of(fakeapi__string(s, "type")),
					   "must be object");
	if (root && !is_plain_metadata(s))
		fakeapi__cause_forbidden(c, at,
					 "must not specify anything other than name and "
					 "generateName, but metadata is implicitly specified");
}

static void check_type(causes_t *c, const path_t *at, const cJSON *s, enum level level)
{
	static const char *const empty[] = {
		[ROOT_LEVEL] = "must not be empty at the root",
		[ITEM] = "must not be empty for specified array items",
		[FIELD] = "must not be empty for specified object fields",
	};
	static const char embedded[] = "must be object if x-kubernetes-embedded-resource is true";
	const char *type = fakeapi__string(s, "type");
	const path_t *here = PATH(at, "type");

	if (flag(s, "x-kubernetes-embedded-resource") && strcmp(type, "object") != 0) {
		if (*type)
			fakeapi__cause_invalid_str(c, here, str_of(type), embedded);
		else
			fakeapi__cause_required(c, here, embedded);
	} else if (!*type && !flag(s, "x-kubernetes-int-or-string") &&
		   !flag(s, "x-kubernetes-preserve-unknown-fields")) {
		fakeapi__cause_required(c, here, empty[level]);
	}
	if (level == ROOT_LEVEL && *type && strcmp(type, "object") != 0)
		fakeapi__cause_invalid_str(c, here, str_of(type), "must be object at the root");
}

static void check_extensions(causes_t *c, const path_t *at, const cJSON *s)
{
	static const char *const names[] = { "x-kubernetes-preserve-unknown-fields",
					     "x-kubernetes-embedded-resource" };

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (flag(s, "x-kubernetes-int-or-string") && flag(s, names[i]))
			fakeapi__cause_invalid(c, PATH(at, names[i]), fakeapi__member(s, names[i]),
					       "must be false if x-kubernetes-int-or-string is "
					       "true");
}

static void check_named(causes_t *c, const path_t *properties, const cJSON *s, enum level level)
{
	static const char *const texts[] = { "kind", "apiVersion" };
	const cJSON *list = member(s, "properties"), *p;
	bool checked = level == ROOT_LEVEL || flag(s, "x-kubernetes-embedded-resource");

	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		const path_t *here = PATH_KEY(properties, str_of(texts[i]));

		p = fakeapi__member(list, texts[i]);
		if (p && checked && strcmp(fakeapi__string(p, "type"), "string") != 0)
			fakeapi__cause_invalid_str(c, PATH(here, "type"),
						   str_of(fakeapi__string(p, "type")),
						   "must be string");
	}
	p = fakeapi__member(list, "metadata");
	if (p)
		check_metadata(c, PATH_KEY(properties, STR("metadata")), p, checked,
			       level == ROOT_LEVEL);
}

static void check_level(causes_t *c, const path_t *at, const cJSON *s, enum level level)
{
	const cJSON *items = member(s, "items"), *extra = member(s, "additionalProperties"), *p;
	const cJSON *all = member(s, "allOf");
	const path_t *properties = PATH(at, "properties");
	bool embedded = flag(s, "x-kubernetes-embedded-resource");

	if (strcmp(fakeapi__string(s, "type"), "array") == 0 && !items)
		fakeapi__cause_required(c, PATH(at, "items"), "must be specified");
	if (items)
		check_level(c, PATH(at, "items"), items, ITEM);
	cJSON_ArrayForEach(p, member(s, "properties"))
	    check_level(c, PATH_KEY(properties, str_of(p->string)), p, FIELD);
	if (extra && level == ROOT_LEVEL)
		fakeapi__cause_forbidden(c, PATH(at, "additionalProperties"),
					 "must not be used at the root");
	if (cJSON_IsObject(extra))
		check_level(c, PATH(at, "additionalProperties"), extra, FIELD);
	check_extensions(c, at, s);
	check_values(c, at, s, is_int_or_string(member(s, "anyOf")),
		     all && all->child && is_int_or_string(member(all->child, "anyOf")));
	check_type(c, at, s, level);
	if (embedded && extra)
		fakeapi__cause_forbidden(c, PATH(at, "additionalProperties"),
					 "must not be used if x-kubernetes-embedded-resource is "
					 "set");
	check_named(c, properties, s, level);
	if (embedded && !flag(s, "x-kubernetes-preserve-unknown-fields") && !some(s, "properties"))
		fakeapi__cause_required(
		    c, properties,
		    "must not be empty if x-kubernetes-embedded-resource is true without "
		    "x-kubernetes-preserve-unknown-fields");
}

/* --- completeness: value validations need a structural type --- */

static void because(causes_t *c, const path_t *at, const path_t *defined)
{
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addz(&text, "because it is defined in ");
	fakeapi__path_add(&text, defined);
	c->nomem |= text.failed;
	if (!text.failed)
		fakeapi__cause_required(c, at, text.ptr);
}

static void check_complete(causes_t *c, const cJSON *v, const cJSON *s, const path_t *s_at,
			   const path_t *v_at);

static void check_complete_values(causes_t *c, const cJSON *v, const cJSON *s, const path_t *s_at,
				  const path_t *v_at)
{
	static const char *const lists[] = { "allOf", "anyOf", "oneOf" };
	const cJSON *m = member(v, "not");

	if (m)
		check_complete(c, m, s, s_at, PATH(v_at, "not"));
	for (size_t k = 0; k < ARRAY_LEN(lists); k++) {
		const path_t *list_at = PATH(v_at, lists[k]);
		size_t i = 0;

		cJSON_ArrayForEach(m, member(v, lists[k]))
		{
			check_complete(c, m, s, s_at, PATH_AT(list_at, i));
			i++;
		}
	}
}

static void check_complete(causes_t *c, const cJSON *v, const cJSON *s, const path_t *s_at,
			   const path_t *v_at)
{
	const path_t *s_list = PATH(s_at, "properties"), *v_list = PATH(v_at, "properties");
	const cJSON *items = member(v, "items"), *properties = member(v, "properties"), *m;
	struct fakeapi__lookup types;

	if (!s) {
		because(c, s_at, v_at);
		return;
	}
	check_complete_values(c, v, s, s_at, v_at);
	if (items)
		check_complete(c, items, member(s, "items"), PATH(s_at, "items"),
			       PATH(v_at, "items"));
	fakeapi__lookup_members(&types, member(s, "properties"), properties);
	cJSON_ArrayForEach(m, properties)
	{
		const struct str name = str_of(m->string);
		const cJSON *type = fakeapi__lookup(&types, m->string);

		if (type)
			check_complete(c, m, type, PATH_KEY(s_list, name), PATH_KEY(v_list, name));
		else
			because(c, PATH_KEY(s_list, name), PATH_KEY(v_list, name));
	}
	fakeapi__lookup_fini(&types);
}

/* --- sorting --- */

struct sorted {
	const char *field, *message;
	cJSON *cause;
};

static int by_text(const void *a, const void *b)
{
	const struct sorted *x = a, *y = b;
	const char *p = x->field, *q = y->field;

	/* Compares as if the texts were "field: message". */
	while (*p && *p == *q) {
		p++;
		q++;
	}
	if (!*p && !*q)
		return strcmp(x->message, y->message);
	return (unsigned char)(*p ? *p : ':') - (unsigned char)(*q ? *q : ':');
}

static void sort_from(causes_t *c, size_t first)
{
	size_t all = (size_t)cJSON_GetArraySize(c->list), n = all > first ? all - first : 0, i = 0;
	struct sorted *rows = n > 1 ? base__calloc(n, sizeof(*rows)) : NULL;

	if (n <= 1)
		return;
	if (!rows) {
		c->nomem = true;
		return;
	}
	for (; i < n; i++) {
		cJSON *cause = cJSON_DetachItemViaPointer(c->list, c->list->child->prev);

		rows[n - 1 - i] = (struct sorted) { fakeapi__string(cause, "field"),
						    fakeapi__string(cause, "message"), cause };
	}
	qsort(rows, n, sizeof(*rows), by_text);
	for (i = 0; i < n; i++)
		cJSON_AddItemToArray(c->list, rows[i].cause);
	base__free(rows);
}

void fakeapi__check_structural(causes_t *c, const path_t *at, const cJSON *schema)
{
	size_t first = (size_t)cJSON_GetArraySize(c->list);

	check_level(c, at, schema, ROOT_LEVEL);
	check_complete_values(c, schema, schema, at, at);
	sort_from(c, first);
}
