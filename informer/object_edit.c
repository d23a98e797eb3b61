/* SPDX-License-Identifier: Apache-2.0 */
/* object_edit.c - creates, edits and reads objects (unstructured.Unstructured). */
#include <stdarg.h>

#include "base/json_bytes.h"
#include "informer/object.h"
#include "relist/client.h"

/* The patch is walked recursively; no real patch is nested deeper. */
enum { MERGE_DEPTH_MAX = 200 };

struct inf_object *inf_object_from_json(const char *json, size_t len, struct relist_err *err)
{
	json_t v;
	size_t at = 0;

	if (!json_valid((struct str) { json, len }, &v, &at)) {
		relist_err_set(err, RELIST_EPARSE, "object: not JSON at byte %zu", at);
		return NULL;
	}
	if (json_kind(v) != JSON_OBJECT) {
		relist_err_set(err, RELIST_EPARSE, "object: a JSON value that is no object");
		return NULL;
	}
	return inf__object_new(v, (struct str) { NULL, 0 }, (struct str) { NULL, 0 }, err);
}

struct inf_object *inf_object_from_format(struct relist_err *err, const char *format, ...)
{
	AUTO_STRBUF text = STRBUF_INIT;
	va_list ap;

	va_start(ap, format);
	strbuf_addvf(&text, format, ap);
	va_end(ap);
	if (text.failed) {
		relist_err_set(err, RELIST_ENOMEM, "object: out of memory");
		return NULL;
	}
	return inf_object_from_json(text.ptr, text.len, err);
}

/* ---- merge patch ---- */

/* Returns the last member with that name. */
static json_t member(json_t obj, json_t name)
{
	json_t found = { NULL, 0 }, key, val;
	struct json_iter it;

	json_iter_init(&it, obj);
	while (json_iter_member(&it, &key, &val))
		if (json__str_cmp(key, name) == 0)
			found = val;
	return found;
}

static bool merge(struct strbuf *out, json_t target, json_t patch, unsigned depth);

static bool put_member(struct strbuf *out, bool *any, json_t key, json_t target, json_t patch,
		       unsigned depth)
{
	if (json_kind(patch) == JSON_NULL)
		return true;
	if (*any)
		strbuf_addc(out, ',');
	*any = true;
	strbuf_adds(out, key);
	strbuf_addc(out, ':');
	if (json_kind(patch) == JSON_ABSENT) {
		strbuf_adds(out, target);
		return true;
	}
	return merge(out, target, patch, depth + 1);
}

static bool merge(struct strbuf *out, json_t target, json_t patch, unsigned depth)
{
	struct json_iter it;
	json_t key, val;
	bool any = false, ok = depth < MERGE_DEPTH_MAX;

	if (json_kind(patch) != JSON_OBJECT) {
		strbuf_adds(out, patch);
		return true;
	}
	strbuf_addc(out, '{');
	json_iter_init(&it, target); /* no iteration if it is not an object */
	while (ok && json_iter_member(&it, &key, &val))
		if (!json__member_repeats(it, key))
			ok = put_member(out, &any, key, val, member(patch, key), depth);
	json_iter_init(&it, patch);
	while (ok && json_iter_member(&it, &key, &val))
		if (!json__member_repeats(it, key) && json_kind(member(target, key)) == JSON_ABSENT)
			ok = put_member(out, &any, key, (json_t) { NULL, 0 }, val, depth);
	strbuf_addc(out, '}');
	return ok;
}

struct inf_object *inf_object_merge(const struct inf_object *obj, const char *patch,
				    size_t patch_len, struct relist_err *err)
{
	AUTO_STRBUF out = STRBUF_INIT;
	size_t at = 0;
	json_t p;

	if (!json_valid((struct str) { patch, patch_len }, &p, &at) ||
	    json_kind(p) != JSON_OBJECT) {
		relist_err_set(err, RELIST_EPARSE, "merge patch: no JSON object (byte %zu)", at);
		return NULL;
	}
	if (!merge(&out, inf__object_value(obj), p, 0)) {
		relist_err_set(err, RELIST_ELIMIT, "merge patch: nested more than %d deep",
			       MERGE_DEPTH_MAX);
		return NULL;
	}
	if (out.failed) {
		relist_err_set(err, RELIST_ENOMEM, "merge patch: out of memory");
		return NULL;
	}
	return inf_object_from_json(out.ptr, out.len, err);
}

/* ---- reading ---- */

struct inf_str inf_object_field(const struct inf_object *obj, ...)
{
	json_t v = inf__object_value(obj);
	const char *name;
	va_list ap;

	va_start(ap, obj);
	while ((name = va_arg(ap, const char *)))
		v = json_get(v, name);
	va_end(ap);
	return (struct inf_str) { v.ptr, v.len };
}

static json_t value_of(struct inf_str value)
{
	json_t v = { NULL, 0 };

	(void)json_valid((struct str) { value.ptr, value.len }, &v, NULL);
	return v;
}

bool inf_json_int64(struct inf_str value, int64_t *out)
{
	return json_int64(value_of(value), out);
}

bool inf_json_is_true(struct inf_str value)
{
	return json_is_true(value_of(value));
}

bool inf_json_text(struct inf_str value, char *buf, size_t cap)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	json_t v = value_of(value);
	struct str s = { "", 0 };
	size_t len;

	ASSERT(cap > 0);
	if (json_kind(v) == JSON_STRING)
		s = json_str(v, &scratch);
	len = s.len < cap ? s.len : cap - 1;
	if (len)
		memcpy(buf, s.ptr, len);
	buf[len] = '\0';
	return json_kind(v) == JSON_STRING && s.ptr && s.len < cap;
}
