/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/object.h"

#include <stdatomic.h>

#include "base/alloc.h"
#include "base/json_bytes.h"
#include "base/text/ascii.h"

/* ns_len has this bit if uid, kind or apiVersion has escapes; the decoded strings then follow the
 * JSON, NUL-terminated, in this order. */
#define NS_DECODED 0x8000U
#define NS_MASK	   0x7fffU
/* Lengths that do not fit are recomputed when needed. No real name is that long. */
#define LEN_HUGE 0x7fffU
/* key_len has this bit if the object came from inf__object_pages. */
#define KEY_PAGED 0x8000U

struct inf_object {
	atomic_uint refs;
	uint32_t json_len;
	uint16_t key_len; /* LEN_HUGE: use strlen(); with KEY_PAGED */
	uint16_t ns_len;  /* LEN_HUGE: read the JSON */
	char bytes[];	  /* key NUL resourceVersion NUL json [uid NUL kind NUL apiVersion NUL] */
};

static atomic_size_t object_count;
static _Atomic(const struct inf__object_pages *) object_pages;

/* ---- building ---------------------------------------------------------------------------- */

/* A string value's characters; other kinds read as "". */
static struct str text_of(json_t v, struct strbuf *scratch)
{
	struct str s = { "", 0 };

	if (json_kind(v) == JSON_STRING)
		s = json_str(v, scratch);
	return s;
}

static bool has_escapes(json_t v)
{
	return json_kind(v) == JSON_STRING && memchr(v.ptr, '\\', v.len) != NULL;
}

/* Copies and adds a NUL. A NUL inside the string would truncate it for C callers, so it becomes
 * '?'. */
static char *put_text(char *p, struct str s)
{
	for (size_t i = 0; i < s.len; i++)
		p[i] = s.ptr[i] ? s.ptr[i] : '?';
	p[s.len] = 0;
	return p + s.len + 1;
}

/* `head`, unless empty, replaces the first byte of the JSON, the brace. */
static struct inf_object *build(const struct inf__meta *m, struct str head,
				struct strbuf scratch[3], struct relist_err *err)
{
	json_t json = m->json;
	struct str ns = text_of(m->namespace_, &scratch[0]);
	struct str name = text_of(m->name, &scratch[1]);
	struct str rv = text_of(m->resource_version, &scratch[2]);
	bool decoded;
	size_t key_len = ns.len + (ns.len ? 1 : 0) + name.len;
	size_t size, tail = 0;
	const struct inf__object_pages *pages;
	struct inf_object *obj;
	char *p;
	AUTO_STRBUF extra = STRBUF_INIT;

	decoded = has_escapes(m->uid) || has_escapes(m->kind) || has_escapes(m->api_version);
	if (decoded) {
		json_t vals[] = { m->uid, m->kind, m->api_version };
		struct str s;

		for (size_t i = 0; i < ARRAY_LEN(vals); i++) {
			AUTO_STRBUF one = STRBUF_INIT;

			s = text_of(vals[i], &one);
			extra.failed |= one.failed || !strbuf_reserve(&extra, s.len + 1);
			if (extra.failed)
				break;
			(void)put_text(extra.ptr + extra.len, s);
			extra.len += s.len + 1;
		}
		tail = extra.len;
	}
	if (head.len)
		json = (json_t) { json.ptr + 1, json.len - 1 };
	if (head.len + json.len > UINT32_MAX || key_len > UINT32_MAX || rv.len > UINT32_MAX)
		goto fail;
	if (scratch[0].failed || scratch[1].failed || scratch[2].failed || extra.failed)
		goto fail;
	size = sizeof(*obj) + key_len + 1 + rv.len + 1 + head.len + json.len + tail;
	pages = atomic_load_explicit(&object_pages, memory_order_acquire);
	obj = pages ? pages->alloc(sizeof(*obj), size) : NULL;
	if (!obj)
		pages = NULL;
	if (!obj)
		obj = base__malloc(size);
	if (!obj)
		goto fail;
	atomic_init(&obj->refs, 1);
	obj->json_len = (uint32_t)(head.len + json.len);
	obj->key_len =
	    (uint16_t)((key_len < LEN_HUGE ? key_len : LEN_HUGE) | (pages ? KEY_PAGED : 0));
	obj->ns_len =
	    (uint16_t)((ns.len < LEN_HUGE ? ns.len : LEN_HUGE) | (decoded ? NS_DECODED : 0));
	p = obj->bytes;
	if (ns.len) {
		p = put_text(p, ns);
		p[-1] = '/';
	}
	p = put_text(p, name);
	p = put_text(p, rv);
	if (head.len)
		memcpy(p, head.ptr, head.len);
	p += head.len;
	memcpy(p, json.ptr, json.len);
	if (tail)
		memcpy(p + json.len, extra.ptr, tail);
	if (pages)
		pages->seal(obj->bytes, size - sizeof(*obj));
	atomic_fetch_add_explicit(&object_count, 1, memory_order_relaxed);
	return obj;
fail:
	relist_err_set(err, RELIST_ENOMEM, "object of %zu bytes: out of memory", json.len);
	return NULL;
}

static struct inf_object *from_meta(const struct inf__meta *m, struct str head,
				    struct relist_err *err)
{
	struct strbuf scratch[3] = { STRBUF_INIT, STRBUF_INIT, STRBUF_INIT };
	struct inf_object *obj = build(m, head, scratch, err);

	for (size_t i = 0; i < ARRAY_LEN(scratch); i++)
		strbuf_fini(&scratch[i]);
	return obj;
}

struct inf_object *inf__object_from_meta(const struct inf__meta *m, struct relist_err *err)
{
	return from_meta(m, (struct str) { NULL, 0 }, err);
}

static bool text_is_empty(json_t v)
{
	return json_kind(v) != JSON_STRING || v.len == 2;
}

static void write_head(struct strbuf *out, struct str api_version, struct str kind)
{
	strbuf_addz(out, "{\"apiVersion\":");
	strbuf_add_json(out, api_version);
	strbuf_addz(out, ",\"kind\":");
	strbuf_add_json(out, kind);
}

/* Appends the other members of the object's JSON; omits its own members of these names (they are
 * empty or not strings). */
static void write_inherited(struct strbuf *out, const struct inf__meta *m)
{
	struct json_iter it;
	json_t key, val;

	if (json_kind(m->json) == JSON_OBJECT) {
		json_iter_init(&it, m->json);
		while (json_iter_member(&it, &key, &val)) {
			if (json_str_eq(key, STR("apiVersion")) || json_str_eq(key, STR("kind")))
				continue;
			strbuf_addc(out, ',');
			strbuf_add(out, key.ptr, key.len);
			strbuf_addc(out, ':');
			strbuf_add(out, val.ptr, val.len);
		}
	}
	strbuf_addc(out, '}');
}

struct inf_object *inf__object_new(json_t json, struct str api_version, struct str kind,
				   struct relist_err *err)
{
	return inf__object_new_noted(json, NULL, api_version, kind, err);
}

struct inf_object *inf__object_new_noted(json_t json, const struct json_spans *spans,
					 struct str api_version, struct str kind,
					 struct relist_err *err)
{
	AUTO_STRBUF full = STRBUF_INIT;
	struct inf__meta m;

	if (!inf__meta_scan_noted(json, spans, &m) && json_kind(json) != JSON_NULL) {
		relist_err_set(err, RELIST_EINVAL, "found a JSON value that is no object");
		return NULL;
	}
	if ((api_version.ptr || kind.ptr || json_kind(json) == JSON_NULL) &&
	    text_is_empty(m.api_version) && text_is_empty(m.kind)) {
		write_head(&full, api_version, kind);
		/* Most items have neither member: their bytes are copied once, unchanged. */
		if (m.compact && !m.api_version.len && !m.kind.len && !full.failed &&
		    !memchr(full.ptr, '\\', full.len)) {
			strbuf_addc(&full, ',');
			if (!full.failed)
				return from_meta(&m, strbuf_str(&full), err);
		}
		write_inherited(&full, &m);
		if (full.failed) {
			relist_err_set(err, RELIST_ENOMEM, "object of %zu bytes: out of memory",
				       json.len);
			return NULL;
		}
		(void)inf__meta_scan(strbuf_str(&full), &m);
	}
	return inf__object_from_meta(&m, err);
}

/* ---- counting ---------------------------------------------------------------------------- */

/* Callers see const objects; only the reference count changes. */
static struct inf_object *counted(const struct inf_object *obj)
{
	return (struct inf_object *)(uintptr_t)obj;
}

struct inf_object *inf_object_ref(const struct inf_object *obj)
{
	struct inf_object *o = counted(obj);

	atomic_fetch_add_explicit(&o->refs, 1, memory_order_relaxed);
	return o;
}

void inf_object_unref(const struct inf_object *obj)
{
	struct inf_object *o = counted(obj);

	if (!o || atomic_fetch_sub_explicit(&o->refs, 1, memory_order_acq_rel) != 1)
		return;
	atomic_fetch_sub_explicit(&object_count, 1, memory_order_relaxed);
	if (o->key_len & KEY_PAGED)
		atomic_load_explicit(&object_pages, memory_order_acquire)->free(o->bytes);
	else
		base__free(o);
}

void inf__object_set_pages(const struct inf__object_pages *pages)
{
	atomic_store_explicit(&object_pages, pages, memory_order_release);
}

size_t inf__object_count(void)
{
	return atomic_load_explicit(&object_count, memory_order_relaxed);
}

/* ---- reading ----------------------------------------------------------------------------- */

static size_t key_len_of(const struct inf_object *obj)
{
	size_t len = obj->key_len & ~KEY_PAGED;

	return len == LEN_HUGE ? strlen(obj->bytes) : len;
}

static size_t ns_len_of(const struct inf_object *obj)
{
	struct inf__meta m;
	AUTO_STRBUF scratch = STRBUF_INIT;

	if ((obj->ns_len & NS_MASK) != LEN_HUGE)
		return obj->ns_len & NS_MASK;
	(void)inf__meta_scan(inf__object_value(obj), &m);
	return text_of(m.namespace_, &scratch).len;
}

const char *inf_object_key(const struct inf_object *obj)
{
	return obj->bytes;
}

const char *inf_object_resource_version(const struct inf_object *obj)
{
	return obj->bytes + key_len_of(obj) + 1;
}

struct inf_str inf_object_json(const struct inf_object *obj)
{
	const char *rv = inf_object_resource_version(obj);

	return (struct inf_str) { rv + strlen(rv) + 1, obj->json_len };
}

struct inf_str inf_object_namespace(const struct inf_object *obj)
{
	return (struct inf_str) { obj->bytes, ns_len_of(obj) };
}

struct inf_str inf_object_name(const struct inf_object *obj)
{
	size_t ns = ns_len_of(obj);
	size_t skip = ns ? ns + 1 : 0;

	return (struct inf_str) { obj->bytes + skip, key_len_of(obj) - skip };
}

/* The n-th decoded string after the JSON. */
static struct inf_str decoded_tail(const struct inf_object *obj, unsigned n)
{
	struct inf_str json = inf_object_json(obj);
	const char *p = json.ptr + json.len;

	while (n--)
		p += strlen(p) + 1;
	return (struct inf_str) { p, strlen(p) };
}

static struct inf_str plain_text(json_t v)
{
	if (json_kind(v) != JSON_STRING)
		return (struct inf_str) { "", 0 };
	return (struct inf_str) { v.ptr + 1, v.len - 2 };
}

struct inf_str inf_object_uid(const struct inf_object *obj)
{
	if (obj->ns_len & NS_DECODED)
		return decoded_tail(obj, 0);
	return plain_text(json_path(inf__object_value(obj), "metadata", "uid", NULL));
}

struct inf_str inf_object_kind(const struct inf_object *obj)
{
	if (obj->ns_len & NS_DECODED)
		return decoded_tail(obj, 1);
	return plain_text(json_get(inf__object_value(obj), "kind"));
}

struct inf_str inf_object_api_version(const struct inf_object *obj)
{
	if (obj->ns_len & NS_DECODED)
		return decoded_tail(obj, 2);
	return plain_text(json_get(inf__object_value(obj), "apiVersion"));
}
