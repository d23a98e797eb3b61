/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/trace/transform.h"

#include "base/json_scan.h"
#include "informer/object.h"

static void add_bytes(struct strbuf *out, const char *from, const char *to)
{
	strbuf_add(out, from, (size_t)(to - from));
}

/* Returns `json` with its substring `part` replaced. */
static struct inf_object *splice(json_t json, json_t part, struct str with, struct relist_err *err)
{
	AUTO_STRBUF out = STRBUF_INIT;

	add_bytes(&out, json.ptr, part.ptr);
	strbuf_adds(&out, with);
	add_bytes(&out, part.ptr + part.len, json.ptr + json.len);
	if (out.failed) {
		relist_err_set(err, RELIST_ENOMEM, "transform: out of memory");
		return NULL;
	}
	return inf__object_new(strbuf_str(&out), STR(""), STR(""), err);
}

/* Opens the object before the first member. */
static void add_member(struct strbuf *out, struct str key, struct str value)
{
	strbuf_addc(out, out->len ? ',' : '{');
	strbuf_adds(out, key);
	strbuf_addc(out, ':');
	strbuf_adds(out, value);
}

struct inf_object *runner__strip_managed_fields(const struct inf_object *obj,
						struct relist_err *err)
{
	json_t json = inf__object_value(obj), metadata = json_get(json, "metadata");
	AUTO_STRBUF out = STRBUF_INIT;
	struct json_iter it;
	json_t key, value;

	if (!json_get(metadata, "managedFields").len)
		return inf_object_ref(obj);
	json_iter_init(&it, metadata);
	while (json_iter_member(&it, &key, &value)) {
		if (json_str_eq(key, STR("managedFields")))
			continue;
		add_member(&out, key, value);
	}
	strbuf_addz(&out, out.len ? "}" : "{}");
	if (out.failed) {
		relist_err_set(err, RELIST_ENOMEM, "transform: out of memory");
		return NULL;
	}
	return splice(json, metadata, strbuf_str(&out), err);
}

/* The position after the opening bracket. */
static json_t insertion_point(json_t object)
{
	return (json_t) { object.ptr + 1, 0 };
}

static bool is_empty(json_t object)
{
	struct json_iter it;
	json_t key, value;

	json_iter_init(&it, object);
	return !json_iter_member(&it, &key, &value);
}

/* Unstructured.SetName(GetName() + suffix). */
struct inf_object *runner__rename_object(const struct inf_object *obj, struct str suffix,
					 struct relist_err *err)
{
	json_t json = inf__object_value(obj), metadata = json_get(json, "metadata");
	json_t name = json_get(metadata, "name"), place = name;
	AUTO_STRBUF text = STRBUF_INIT;
	AUTO_STRBUF with = STRBUF_INIT;
	struct inf_str old = inf_object_name(obj);
	bool named = json_kind(name) == JSON_STRING;

	if (metadata.len && json_kind(metadata) != JSON_OBJECT)
		return inf_object_ref(obj); /* SetNestedField fails, and SetName ignores that */
	if (named)
		strbuf_add(&text, old.ptr, old.len);
	strbuf_adds(&text, suffix);
	if (!name.len) {
		place = insertion_point(metadata.len ? metadata : json);
		strbuf_addz(&with, metadata.len ? "\"name\":" : "\"metadata\":{\"name\":");
	}
	strbuf_add_json(&with, strbuf_str(&text));
	if (!name.len && !metadata.len)
		strbuf_addc(&with, '}');
	if (!name.len && !is_empty(metadata.len ? metadata : json))
		strbuf_addc(&with, ',');
	if (text.failed || with.failed) {
		relist_err_set(err, RELIST_ENOMEM, "transform: out of memory");
		return NULL;
	}
	return splice(json, place, strbuf_str(&with), err);
}

static bool is_named(struct str list, struct str name)
{
	while (list.len) {
		const char *comma = memchr(list.ptr, ',', list.len);
		struct str word = { list.ptr, comma ? (size_t)(comma - list.ptr) : list.len };
		size_t skip = word.len + (comma != NULL);

		while (word.len && word.ptr[0] == ' ') {
			word.ptr++;
			word.len--;
		}
		if (str_eq(word, name))
			return true;
		list.ptr += skip;
		list.len -= skip;
	}
	return false;
}

struct inf_object *runner__keep_members(const struct inf_object *obj, struct str members,
					struct relist_err *err)
{
	static const char *const always[] = { "apiVersion", "kind", "metadata" };
	json_t json = inf__object_value(obj), key, value;
	AUTO_STRBUF out = STRBUF_INIT;
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct json_iter it;

	json_iter_init(&it, json);
	while (json_iter_member(&it, &key, &value)) {
		struct str name = json_str(key, &scratch);
		bool keep = is_named(members, name);

		for (size_t i = 0; i < ARRAY_LEN(always); i++)
			keep |= str_eqz(name, always[i]);
		if (!keep)
			continue;
		add_member(&out, key, value);
	}
	strbuf_addz(&out, out.len ? "}" : "{}");
	if (out.failed || scratch.failed) {
		relist_err_set(err, RELIST_ENOMEM, "transform: out of memory");
		return NULL;
	}
	return inf__object_new(strbuf_str(&out), STR(""), STR(""), err);
}
