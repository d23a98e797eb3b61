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

/* ---- scanning ---------------------------------------------------------------------------- */

/* Decodes the character at p of a string, including escapes if they are letters. */
static char take_letter(const char **p)
{
	unsigned code = 0;

	if (**p != '\\')
		return *(*p)++;
	if ((*p)[1] != 'u') {
		*p += 2;
		return 0;
	}
	for (int i = 2; i < 6; i++) {
		char c = ascii_lower((*p)[i]);

		code = code << 4 | (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
	}
	*p += 6;
	return (char)(code < 128 ? code : 0);
}

/* ASCII case folding covers encoding/json's rule: of the letters in the wanted names Unicode folds
 * only k and s onto other characters. */
bool inf__name_folds_to(json_t key, const char *name)
{
	const char *p = key.ptr + 1, *end = key.ptr + key.len - 1;

	for (; p < end && *name; name++) {
		if (ascii_lower(take_letter(&p)) != ascii_lower(*name))
			return false;
	}
	return p == end && !*name;
}

static bool name_is(json_t key, const char *name, size_t len)
{
	return key.len == len + 2 && memcmp(key.ptr + 1, name, len) == 0;
}

static void take_gvk(struct inf__meta *m, json_t *slot, json_t val)
{
	switch (json_kind(val)) {
	case JSON_STRING:
		*slot = val;
		break;
	case JSON_NULL:
		break;
	case JSON_BOOL:
	case JSON_NUMBER:
	case JSON_ARRAY:
	case JSON_OBJECT:
	case JSON_ABSENT:
		m->gvk_invalid = true;
		break;
	}
}

const char *inf__next_member(const char *p, const char *end, json_t *key)
{
	const char *start;

	p = json__skip_ws(p + 1, end); /* the brace or comma */
	if (p >= end || *p != '"')
		return NULL;
	start = p;
	p = json__skip_value(p, end);
	*key = (json_t) { start, (size_t)(p - start) };
	p = json__skip_ws(p, end);
	return p < end ? json__skip_ws(p + 1, end) : NULL; /* the colon */
}

/* Escapes in names are legal but very rare; they are decoded once here. */
static json_t plain_name(json_t key)
{
	static const char *const names[] = {
		"\"metadata\"",	 "\"kind\"", "\"apiVersion\"",	"\"name\"",
		"\"namespace\"", "\"uid\"",  "\"annotations\"", "\"resourceVersion\"",
	};

	if (!memchr(key.ptr, '\\', key.len))
		return key;
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		if (json_str_eq(key, (struct str) { names[i] + 1, strlen(names[i]) - 2 }))
			return str_of(names[i]);
	}
	return key;
}

static void take_metadata_member(struct inf__meta *m, json_t key, json_t val)
{
	if (name_is(key, "name", 4))
		m->name = val;
	else if (name_is(key, "namespace", 9))
		m->namespace_ = val;
	else if (name_is(key, "resourceVersion", 15))
		m->resource_version = val;
	else if (name_is(key, "uid", 3))
		m->uid = val;
	else if (name_is(key, "annotations", 11))
		m->annotations = val;
}

/* Of duplicate metadata the last counts as a whole. Returns the end of the value. */
static const char *scan_metadata(struct inf__meta *m, const char *p, const char *end)
{
	const char *start = p, *val;
	json_t key;

	m->name = m->namespace_ = m->resource_version = m->uid = m->annotations =
	    (json_t) { NULL, 0 };
	if (*p == '{') {
		const char *at = p;

		while ((val = inf__next_member(at, end, &key))) {
			p = json__skip_value(val, end);
			take_metadata_member(m, plain_name(key),
					     (json_t) { val, (size_t)(p - val) });
			at = json__skip_ws(p, end);
			if (at >= end || *at != ',')
				break;
		}
		p = json__skip_ws(val ? p : at + 1, end);
		p = p < end ? p + 1 : end;
	} else {
		p = json__skip_value(p, end);
	}
	m->metadata = (json_t) { start, (size_t)(p - start) };
	return p;
}

static void take_top_member(struct inf__meta *m, json_t key, json_t val)
{
	if (inf__name_folds_to(key, "kind")) {
		if (name_is(key, "kind", 4))
			m->kind = val;
		take_gvk(m, &m->gvk_kind, val);
	} else if (inf__name_folds_to(key, "apiVersion")) {
		if (name_is(key, "apiVersion", 10))
			m->api_version = val;
		take_gvk(m, &m->gvk_api_version, val);
	}
}

const char *inf__meta_scan_at(const char *p, const char *end, struct inf__meta *m)
{
	const char *start = p, *at = p, *val;
	json_t key;

	memset(m, 0, sizeof(*m));
	while ((val = inf__next_member(at, end, &key))) {
		key = plain_name(key);
		if (name_is(key, "metadata", 8)) {
			p = scan_metadata(m, val, end);
		} else {
			p = json__skip_value(val, end);
			take_top_member(m, key, (json_t) { val, (size_t)(p - val) });
		}
		at = json__skip_ws(p, end);
		if (at >= end || *at != ',')
			break;
	}
	p = json__skip_ws(val ? p : at + 1, end);
	p = p < end ? p + 1 : end;
	m->json = (json_t) { start, (size_t)(p - start) };
	return p;
}

bool inf__meta_scan(json_t json, struct inf__meta *m)
{
	if (json_kind(json) != JSON_OBJECT) {
		memset(m, 0, sizeof(*m));
		m->json = json;
		return false;
	}
	(void)inf__meta_scan_at(json.ptr, json.ptr + json.len, m);
	return true;
}

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

static struct inf_object *build(const struct inf__meta *m, json_t json, struct strbuf scratch[3],
				struct relist_err *err)
{
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
	if (json.len > UINT32_MAX || key_len > UINT32_MAX || rv.len > UINT32_MAX)
		goto fail;
	if (scratch[0].failed || scratch[1].failed || scratch[2].failed || extra.failed)
		goto fail;
	size = sizeof(*obj) + key_len + 1 + rv.len + 1 + json.len + tail;
	pages = atomic_load_explicit(&object_pages, memory_order_acquire);
	obj = pages ? pages->alloc(sizeof(*obj), size) : NULL;
	if (!obj)
		pages = NULL;
	if (!obj)
		obj = base__malloc(size);
	if (!obj)
		goto fail;
	atomic_init(&obj->refs, 1);
	obj->json_len = (uint32_t)json.len;
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

struct inf_object *inf__object_from_meta(const struct inf__meta *m, struct relist_err *err)
{
	struct strbuf scratch[3] = { STRBUF_INIT, STRBUF_INIT, STRBUF_INIT };
	struct inf_object *obj = build(m, m->json, scratch, err);

	for (size_t i = 0; i < ARRAY_LEN(scratch); i++)
		strbuf_fini(&scratch[i]);
	return obj;
}

static bool text_is_empty(json_t v)
{
	return json_kind(v) != JSON_STRING || v.len == 2;
}

/* Writes the object's JSON with apiVersion and kind in front; omits its own members of these names
 * (they are empty or not strings). */
static void write_inherited(struct strbuf *out, const struct inf__meta *m, struct str api_version,
			    struct str kind)
{
	struct json_iter it;
	json_t key, val;

	strbuf_addz(out, "{\"apiVersion\":");
	strbuf_add_json(out, api_version);
	strbuf_addz(out, ",\"kind\":");
	strbuf_add_json(out, kind);
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
	AUTO_STRBUF full = STRBUF_INIT;
	struct inf__meta m;

	if (!inf__meta_scan(json, &m) && json_kind(json) != JSON_NULL) {
		relist_err_set(err, RELIST_EINVAL, "found a JSON value that is no object");
		return NULL;
	}
	if ((api_version.ptr || kind.ptr || json_kind(json) == JSON_NULL) &&
	    text_is_empty(m.api_version) && text_is_empty(m.kind)) {
		write_inherited(&full, &m, api_version, kind);
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
