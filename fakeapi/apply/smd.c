/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/apply/smd.h"

#include "base/alloc.h"
#include "base/json_tree.h"
#include "fakeapi/apply/fieldset.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/schema/custom.h"
#include "fakeapi/schema/typed.h"

/* --- types --- */

struct fakeapi__smd fakeapi__smd_root(const struct fakeapi__resource *res,
				      struct fakeapi__lookups *names)
{
	struct fakeapi__smd s = { fakeapi__type_of(res), 0, "", NULL, false, false, names };

	if (res->flags & FAKEAPI_RES_CUSTOM) {
		s.schema = fakeapi__custom_schema(res);
		s.custom_root = true;
	}
	return s;
}

static enum fakeapi__shape schema_shape(const cJSON *schema, const cJSON *value)
{
	const char *type = fakeapi__string(schema, "type");
	const char *list = fakeapi__string(schema, "x-kubernetes-list-type");

	if (cJSON_IsArray(value) || strcmp(type, "array") == 0)
		return strcmp(list, "map") == 0	  ? FAKEAPI_SHAPE_LIST_MAP
		       : strcmp(list, "set") == 0 ? FAKEAPI_SHAPE_LIST_SET
						  : FAKEAPI_SHAPE_LEAF;
	if (cJSON_IsObject(value) || strcmp(type, "object") == 0)
		return strcmp(fakeapi__string(schema, "x-kubernetes-map-type"), "atomic") == 0
			   ? FAKEAPI_SHAPE_LEAF
			   : FAKEAPI_SHAPE_MAP;
	return FAKEAPI_SHAPE_LEAF;
}

enum fakeapi__shape fakeapi__smd_shape(const struct fakeapi__smd *s, const cJSON *value)
{
	if (s->schema)
		return schema_shape(s->schema, value);
	if (!s->type)
		return cJSON_IsObject(value) ? FAKEAPI_SHAPE_MAP : FAKEAPI_SHAPE_LEAF;
	switch ((enum fakeapi__type_kind)s->type->kind) {
	case FAKEAPI_T_STRUCT:
	case FAKEAPI_T_MAP:
		return (s->type->flags && !(s->flags & FAKEAPI_F_GRANULAR)) ||
			       (s->flags & FAKEAPI_F_ATOMIC)
			   ? FAKEAPI_SHAPE_LEAF
			   : FAKEAPI_SHAPE_MAP;
	case FAKEAPI_T_LIST:
		return s->flags & FAKEAPI_F_LIST_MAP   ? FAKEAPI_SHAPE_LIST_MAP
		       : s->flags & FAKEAPI_F_LIST_SET ? FAKEAPI_SHAPE_LIST_SET
						       : FAKEAPI_SHAPE_LEAF;
	case FAKEAPI_T_STRING:
	case FAKEAPI_T_BOOL:
	case FAKEAPI_T_INT32:
	case FAKEAPI_T_INT64:
	case FAKEAPI_T_FLOAT:
	case FAKEAPI_T_BYTES:
	case FAKEAPI_T_QUANTITY:
	case FAKEAPI_T_INTSTR:
	case FAKEAPI_T_TIME:
	case FAKEAPI_T_MICROTIME:
	case FAKEAPI_T_DURATION:
	case FAKEAPI_T_RAW:
	case FAKEAPI_T_ANY:
	case FAKEAPI_T_SCHEMA_OR_BOOL:
	case FAKEAPI_T_SCHEMA_OR_ARRAY:
	case FAKEAPI_T_SCHEMA_OR_STRINGS:
		break;
	}
	return FAKEAPI_SHAPE_LEAF;
}

static struct fakeapi__smd of_field(const struct fakeapi__smd *s, const struct fakeapi__field *f)
{
	return (struct fakeapi__smd) {
		fakeapi__field_type(f), f->flags, f->list_keys, NULL, false, false, s->names
	};
}

static bool loose_below(const struct fakeapi__smd *s)
{
	return s->loose ||
	       (s->schema &&
		cJSON_IsTrue(fakeapi__member(s->schema, "x-kubernetes-preserve-unknown-fields")));
}

/* Members that every object has, including embedded ones in a custom resource. */
static bool of_any_object(const struct fakeapi__smd *s, const char *name)
{
	return (s->custom_root ||
		(s->schema &&
		 cJSON_IsTrue(fakeapi__member(s->schema, "x-kubernetes-embedded-resource")))) &&
	       (strcmp(name, "metadata") == 0 || strcmp(name, "kind") == 0 ||
		strcmp(name, "apiVersion") == 0);
}

struct fakeapi__smd fakeapi__smd_member(const struct fakeapi__smd *s, const char *name,
					bool *declared)
{
	struct fakeapi__smd m = { NULL, 0, "", NULL, false, loose_below(s), s->names };
	const struct fakeapi__field *f;
	const cJSON *sub;

	*declared = false;
	if (of_any_object(s, name)) {
		*declared = true;
		return of_field(s, fakeapi__type_field(fakeapi__type_of_kind("", "v1", "Pod", 0),
						       name));
	}
	if (s->schema) {
		sub = fakeapi__lookups_member(s->names, fakeapi__member(s->schema, "properties"),
					      name);
		*declared = sub != NULL;
		if (!sub)
			sub = fakeapi__member(s->schema, "additionalProperties");
		m.schema = cJSON_IsObject(sub) ? sub : NULL;
		return m;
	}
	if (!s->type)
		return m;
	if (s->type->kind == FAKEAPI_T_MAP) {
		m.type = fakeapi__type_elem(s->type);
		return m;
	}
	f = fakeapi__type_field(s->type, name);
	*declared = f != NULL;
	return f ? of_field(s, f) : m;
}

struct fakeapi__smd fakeapi__smd_element(const struct fakeapi__smd *s)
{
	struct fakeapi__smd e = { NULL, 0, "", NULL, false, loose_below(s), s->names };
	const cJSON *items;

	if (s->schema) {
		items = fakeapi__member(s->schema, "items");
		e.schema = cJSON_IsObject(items) ? items : NULL;
	} else if (s->type && s->type->kind == FAKEAPI_T_LIST) {
		e.type = fakeapi__type_elem(s->type);
	}
	return e;
}

cJSON *fakeapi__smd_zero(const struct fakeapi__resource *res)
{
	const struct fakeapi__type *type = fakeapi__type_of(res);

	return type ? fakeapi__typed_zero(type) : cJSON_CreateObject();
}

/* --- list items --- */

static int key_order(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

enum { KEYS_MAX = 8, KEY_LEN_MAX = 64 };

/* The keys of a LIST_MAP, sorted. Names point into `buf`. */
static size_t keys_of(const struct fakeapi__smd *list, char (*buf)[KEY_LEN_MAX], const char **keys)
{
	const char *p = list->keys;
	const cJSON *k;
	size_t n = 0;

	if (list->schema) {
		cJSON_ArrayForEach(k, fakeapi__member(list->schema, "x-kubernetes-list-map-keys"))
		{
			if (n < KEYS_MAX && cJSON_IsString(k))
				keys[n++] = k->valuestring;
		}
	} else {
		while (*p && n < KEYS_MAX) {
			size_t len = strcspn(p, ",");

			ASSERT(len < KEY_LEN_MAX);
			memcpy(buf[n], p, len);
			buf[n][len] = '\0';
			keys[n] = buf[n];
			n++;
			p += len + (p[len] == ',');
		}
	}
	qsort(keys, n, sizeof(*keys), key_order);
	return n;
}

static void add_json(struct strbuf *out, const cJSON *v)
{
	json_tree_add(out, v, JSON_STYLE_GO);
}

/* OpenAPI's defaults: the zero value of members that are always written, the protocol of ports, the
 * name of references to local objects. */
static const char *built_in_default(const struct fakeapi__type *element, const char *key)
{
	const struct fakeapi__field *f = element ? fakeapi__type_field(element, key) : NULL;
	uint8_t kind = f ? fakeapi__field_type(f)->kind : FAKEAPI_T_STRUCT;

	if (f && strcmp(key, "protocol") == 0)
		return "\"TCP\"";
	if (f && strcmp(element->name, "v1.LocalObjectReference") == 0)
		return "\"\"";
	if (!f || (f->flags & (FAKEAPI_F_OMITEMPTY | FAKEAPI_F_POINTER)))
		return NULL;
	return kind == FAKEAPI_T_STRING				    ? "\"\""
	       : kind == FAKEAPI_T_INT32 || kind == FAKEAPI_T_INT64 ? "0"
								    : NULL;
}

/* One key of an item, or its default. */
static bool add_key(struct strbuf *out, const struct fakeapi__smd *element, const cJSON *item,
		    const char *key, bool first)
{
	const cJSON *v = fakeapi__member(item, key);
	const char *text = NULL;

	if (!v && element->schema)
		v = fakeapi__member(
		    fakeapi__lookups_member(element->names,
					    fakeapi__member(element->schema, "properties"), key),
		    "default");
	else if (!v)
		text = built_in_default(element->type, key);
	if (!v && !text)
		return false;
	if (!first)
		strbuf_addc(out, ',');
	strbuf_add_json(out, str_of(key));
	strbuf_addc(out, ':');
	if (text)
		strbuf_addz(out, text);
	else
		add_json(out, v);
	return true;
}

static bool keyed_item(const struct fakeapi__smd *list, const cJSON *item, struct strbuf *out,
		       struct strbuf *why)
{
	struct fakeapi__smd element = fakeapi__smd_element(list);
	char buf[KEYS_MAX][KEY_LEN_MAX];
	const char *keys[KEYS_MAX];
	size_t n = keys_of(list, buf, keys);
	bool any = false;

	if (!cJSON_IsObject(item)) {
		strbuf_addf(why, "associative list with keys may not have %s",
			    cJSON_IsNull(item) ? "a null element" : "non-map elements");
		return false;
	}
	strbuf_addz(out, "k:{");
	for (size_t i = 0; i < n; i++)
		any |= add_key(out, &element, item, keys[i], !any);
	strbuf_addc(out, '}');
	if (any)
		return !out->failed;
	strbuf_addz(why, "associative list with keys has an element that omits all key fields [");
	for (size_t i = 0; i < n; i++)
		strbuf_addf(why, "%s\"%s\"", i ? " " : "", keys[i]);
	strbuf_addz(why, "] (and doesn't have default values for any key fields)");
	return false;
}

bool fakeapi__smd_item(const struct fakeapi__smd *list, const cJSON *item, struct strbuf *out,
		       struct strbuf *why)
{
	strbuf_clear(out);
	if (fakeapi__smd_shape(list, NULL) == FAKEAPI_SHAPE_LIST_MAP ||
	    (list->schema && fakeapi__smd_shape(list, item) == FAKEAPI_SHAPE_LIST_MAP))
		return keyed_item(list, item, out, why);
	if (cJSON_IsObject(item) || cJSON_IsArray(item) || cJSON_IsNull(item)) {
		strbuf_addz(why,
			    cJSON_IsObject(item)
				? "associative list without keys has an element that's a map type"
			    : cJSON_IsArray(item)
				? "not supported: associative list with lists as elements"
				: "associative list without keys has an element that's an "
				  "explicit null");
		return false;
	}
	strbuf_addz(out, "v:");
	add_json(out, item);
	return !out->failed;
}
