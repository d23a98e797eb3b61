/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/list_decoder.h"

#include "base/alloc.h"
#include "base/text/ascii.h"
#include "informer/decoder.h"

/* ---- objects ----------------------------------------------------------------------------- */

void inf__objects_clear(struct inf__objects *o)
{
	for (size_t i = 0; i < o->len; i++)
		inf_object_unref(o->items[i]);
	base__free(o->items);
	memset(o, 0, sizeof(*o));
}

static int reserve(struct inf__objects *o, size_t want)
{
	struct inf_object **items;
	size_t cap = o->cap ? o->cap : 16;

	if (want <= o->cap)
		return 0;
	while (cap < want)
		cap *= 2;
	items = base__reallocarray(o->items, cap, sizeof(struct inf_object *));
	if (!items)
		return RELIST_ENOMEM;
	o->items = items;
	o->cap = cap;
	return 0;
}

int inf__objects_push(struct inf__objects *o, struct inf_object *take_obj)
{
	if (reserve(o, o->len + 1))
		return RELIST_ENOMEM;
	o->items[o->len++] = take_obj;
	return 0;
}

int inf__objects_move(struct inf__objects *dst, struct inf__objects *src)
{
	if (dst->len == 0) {
		inf__objects_clear(dst);
		*dst = *src;
		memset(src, 0, sizeof(*src));
		return 0;
	}
	if (reserve(dst, dst->len + src->len))
		return RELIST_ENOMEM;
	for (size_t i = 0; i < src->len; i++)
		dst->items[dst->len++] = src->items[i];
	src->len = 0;
	inf__objects_clear(src);
	return 0;
}

/* ---- states ------------------------------------------------------------------------------ */

/* The grammar of the two outer levels, { members } and [ items ]; inner values go through one
 * json_scanner. WHOLE is a body that is not an object. */
enum state {
	AT_START,
	IN_WHOLE,
	AT_KEY_OR_END,
	AT_KEY,
	IN_KEY,
	AT_COLON,
	AT_VALUE,
	IN_VALUE,
	AT_COMMA,
	AT_ITEM_OR_END,
	AT_ITEM,
	IN_ITEM,
	AT_ITEM_COMMA,
	AT_END,
};

void inf__list_decoder_init(struct inf__list_decoder *d)
{
	memset(d, 0, sizeof(*d));
	strbuf_init(&d->resource_version);
	strbuf_init(&d->continue_token);
	strbuf_init(&d->part);
	strbuf_init(&d->key);
	strbuf_init(&d->members);
	strbuf_init(&d->api_version);
	strbuf_init(&d->kind);
}

void inf__list_decoder_fini(struct inf__list_decoder *d)
{
	inf__objects_clear(&d->objects);
	strbuf_fini(&d->resource_version);
	strbuf_fini(&d->continue_token);
	strbuf_fini(&d->part);
	strbuf_fini(&d->key);
	strbuf_fini(&d->members);
	strbuf_fini(&d->api_version);
	strbuf_fini(&d->kind);
}

void inf__list_decoder_reset(struct inf__list_decoder *d)
{
	size_t max = d->object_bytes_max;

	inf__list_decoder_fini(d);
	inf__list_decoder_init(d);
	d->object_bytes_max = max;
}

/* A wrong type: the list is refused, but only after its syntax was found valid, because client-go
 * checks the syntax first and reports that error. */
static void fail_type(struct inf__list_decoder *d, const char *what)
{
	inf__api_error_set(&d->error, INF_WATCH_ERROR_OTHER, "cannot decode the list: %s", what);
}

static bool key_is(const struct inf__list_decoder *d, const char *name)
{
	return json_str_eq(strbuf_str(&d->key), str_of(name));
}

/* Interpret reads kind and apiVersion in any case; inf__meta_scan() checks the exact names. */
static bool key_is_kept(struct inf__list_decoder *d)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str s = json_str(strbuf_str(&d->key), &scratch);
	char low[16];

	d->no_memory |= scratch.failed;
	if (s.len >= sizeof(low))
		return false;
	for (size_t i = 0; i < s.len; i++)
		low[i] = (char)(s.ptr[i] >= 'A' && s.ptr[i] <= 'Z' ? s.ptr[i] + 32 : s.ptr[i]);
	low[s.len] = 0;
	return strcmp(low, "kind") == 0 || strcmp(low, "apiversion") == 0 || str_eqz(s, "metadata");
}

/* ---- members ----------------------------------------------------------------------------- */

static void note_text(struct inf__list_decoder *d, struct strbuf *out, json_t val)
{
	AUTO_STRBUF scratch = STRBUF_INIT;

	strbuf_clear(out);
	if (json_kind(val) != JSON_STRING)
		return;
	strbuf_adds(out, json_str(val, &scratch));
	d->no_memory |= scratch.failed || out->failed;
}

/* Of duplicate `items` the last array counts. */
static void begin_items(struct inf__list_decoder *d)
{
	inf__objects_clear(&d->objects);
	d->uninherited = 0;
	d->bad_item = false;
}

static void end_value(struct inf__list_decoder *d, json_t val)
{
	if (key_is(d, "items")) {
		if (json_kind(val) != JSON_NULL) {
			d->failed = true;
			fail_type(d, "items is no array");
			return;
		}
		begin_items(d);
		return;
	}
	if (!key_is_kept(d))
		return;
	strbuf_addc(&d->members, d->members.len ? ',' : '{');
	strbuf_adds(&d->members, strbuf_str(&d->key));
	strbuf_addc(&d->members, ':');
	strbuf_adds(&d->members, val);
	d->no_memory |= d->members.failed;
	if (key_is(d, "kind"))
		note_text(d, &d->kind, val);
	else if (key_is(d, "apiVersion"))
		note_text(d, &d->api_version, val);
}

static struct str item_kind(const struct inf__list_decoder *d)
{
	struct str kind = strbuf_str(&d->kind);

	if (kind.len >= 4 && memcmp(kind.ptr + kind.len - 4, "List", 4) == 0)
		kind.len -= 4;
	return kind;
}

static void end_item(struct inf__list_decoder *d, json_t val)
{
	struct str none = { NULL, 0 };
	bool known = d->kind.len && d->api_version.len;
	struct relist_err err = { 0 };
	struct inf_object *obj;

	if (d->failed || d->bad_item)
		return;
	if (d->object_bytes_max && val.len > d->object_bytes_max) {
		d->too_large = true;
		return;
	}
	obj = inf__object_new_noted(val, &d->spans, known ? strbuf_str(&d->api_version) : none,
				    known ? item_kind(d) : none, &err);
	if (!obj && err.code == RELIST_EINVAL) {
		d->bad_item = true;
		fail_type(d, "an item is no object");
		return;
	}
	if (!obj || inf__objects_push(&d->objects, obj)) {
		inf_object_unref(obj);
		d->no_memory = true;
		return;
	}
	if (!known)
		d->uninherited = d->objects.len;
}

/* ---- bytes ------------------------------------------------------------------------------- */

/* Feeds the current value. Returns true if it is complete: *val is in the chunk or, if it was
 * split, in `part`. `keep`: the bytes are needed. */
static bool gather(struct inf__list_decoder *d, const char **p, const char *end, bool keep,
		   json_t *val)
{
	const char *start = *p;
	size_t taken = 0;
	enum json_status st;

	st = json_scanner_feed(&d->scan, start, (size_t)(end - start), &taken);
	if (st == JSON_ERROR) {
		d->invalid = true;
		*p = end;
		return false;
	}
	*p = start + taken;
	*val = (json_t) { start, taken };
	if (st != JSON_DONE || d->part.len) {
		if (keep)
			strbuf_add(&d->part, start, taken);
		d->no_memory |= d->part.failed;
		d->too_large |= d->object_bytes_max && d->part.len > d->object_bytes_max;
		*val = strbuf_str(&d->part);
	}
	if (st != JSON_DONE || d->no_memory)
		return false;
	if (json_scanner_too_large(&d->scan) && !d->failed) {
		d->failed = true;
		fail_type(d, "a number is beyond float64");
	}
	return true;
}

static void begin(struct inf__list_decoder *d, int state)
{
	json_scanner_init(&d->scan);
	if (state == IN_ITEM)
		json_scanner_note(&d->scan, &d->spans);
	strbuf_clear(&d->part);
	d->state = state;
}

/* Handles a byte between values. */
static void punctuation(struct inf__list_decoder *d, char c)
{
	bool ok = true;

	switch ((enum state)d->state) {
	case AT_KEY_OR_END:
		ok = c == '}';
		d->state = AT_END;
		break;
	case AT_COLON:
		ok = c == ':';
		d->state = AT_VALUE;
		break;
	case AT_COMMA:
		ok = c == ',' || c == '}';
		d->state = c == ',' ? AT_KEY : AT_END;
		break;
	case AT_ITEM_OR_END:
		ok = c == ']';
		d->state = AT_COMMA;
		break;
	case AT_ITEM_COMMA:
		ok = c == ',' || c == ']';
		d->state = c == ',' ? AT_ITEM : AT_COMMA;
		break;
	case AT_START:
	case AT_KEY:
	case AT_VALUE:
	case AT_ITEM:
	case AT_END:
	case IN_WHOLE:
	case IN_KEY:
	case IN_VALUE:
	case IN_ITEM:
		ok = false;
		break;
	}
	d->invalid |= !ok;
}

/* Handles the first byte of a key or value. Returns true if the byte was consumed. */
static bool open_part(struct inf__list_decoder *d, char c)
{
	switch ((enum state)d->state) {
	case AT_START:
		d->top_is_object = c == '{';
		if (d->top_is_object) {
			d->state = AT_KEY_OR_END;
			return true;
		}
		begin(d, IN_WHOLE);
		return false;
	case AT_KEY_OR_END:
	case AT_KEY:
		if (c == '"') {
			begin(d, IN_KEY);
			return false;
		}
		punctuation(d, c);
		return true;
	case AT_VALUE:
		if (c == '[' && key_is(d, "items")) {
			begin_items(d);
			d->state = AT_ITEM_OR_END;
			return true;
		}
		begin(d, IN_VALUE);
		return false;
	case AT_ITEM_OR_END:
	case AT_ITEM:
		if (c == ']') {
			punctuation(d, c);
			return true;
		}
		begin(d, IN_ITEM);
		return false;
	case AT_COLON:
	case AT_COMMA:
	case AT_ITEM_COMMA:
	case AT_END:
	case IN_WHOLE:
	case IN_KEY:
	case IN_VALUE:
	case IN_ITEM:
		break;
	}
	punctuation(d, c);
	return true;
}

static bool is_inside(const struct inf__list_decoder *d)
{
	return d->state == IN_WHOLE || d->state == IN_KEY || d->state == IN_VALUE ||
	       d->state == IN_ITEM;
}

static void inside(struct inf__list_decoder *d, const char **p, const char *end)
{
	json_t val;
	bool keep =
	    d->state != IN_WHOLE && (d->state != IN_VALUE || key_is_kept(d) || key_is(d, "items"));

	/* Skipping feeds one byte at once, so that an empty part means that the value begins
	 * here. */
	if (!gather(d, p, end, keep, &val))
		return;
	if (d->state == IN_KEY) {
		strbuf_clear(&d->key);
		strbuf_adds(&d->key, val);
		d->no_memory |= d->key.failed;
		d->state = AT_COLON;
	} else if (d->state == IN_VALUE) {
		end_value(d, val);
		d->state = AT_COMMA;
	} else if (d->state == IN_ITEM) {
		end_item(d, val);
		d->state = AT_ITEM_COMMA;
	} else {
		d->state = AT_END;
	}
}

void inf__list_decoder_feed(struct inf__list_decoder *d, const char *bytes, size_t len)
{
	const char *p = bytes, *end = bytes + len;

	d->seen_bytes |= len > 0;
	while (p < end && !d->invalid && !d->no_memory) {
		if (is_inside(d))
			inside(d, &p, end);
		else if (json_is_space(*p) || open_part(d, *p))
			p++;
	}
}

/* ---- the end ----------------------------------------------------------------------------- */

static bool refuse(struct inf__api_error *error, const char *what)
{
	inf__api_error_set(error, INF_WATCH_ERROR_OTHER, "cannot decode the list: %s", what);
	return false;
}

static bool inherit(struct inf__list_decoder *d)
{
	for (size_t i = 0; i < d->uninherited; i++) {
		struct inf_object **slot = &d->objects.items[i];
		struct inf_object *obj;

		if (inf_object_kind(*slot).len || inf_object_api_version(*slot).len)
			continue;
		obj = inf__object_new(inf__object_value(*slot), strbuf_str(&d->api_version),
				      item_kind(d), NULL);
		if (!obj)
			return false;
		inf_object_unref(*slot);
		*slot = obj;
	}
	return true;
}

/* Decodes the list's own members by the rules of Serializer.Decode into an UnstructuredList. */
static bool take_members(struct inf__list_decoder *d, struct inf__api_error *error)
{
	struct inf__meta m;
	struct str group, version;
	AUTO_STRBUF scratch = STRBUF_INIT;

	strbuf_addz(&d->members, d->members.len ? "}" : "{}");
	if (d->members.failed)
		return false;
	(void)inf__meta_scan(strbuf_str(&d->members), &m);
	if (m.gvk_invalid)
		return refuse(error, "apiVersion or kind is no string");
	if (!inf__parse_group_version(json_str(m.gvk_api_version, &scratch), &group, &version))
		return refuse(error, "apiVersion is malformed");
	if (d->failed || d->bad_item) {
		*error = d->error;
		return false;
	}
	strbuf_clear(&d->kind);
	strbuf_clear(&d->api_version);
	note_text(d, &d->kind, m.kind);
	note_text(d, &d->api_version, m.api_version);
	note_text(d, &d->resource_version, m.resource_version);
	note_text(d, &d->continue_token, json_get(m.metadata, "continue"));
	if (!d->no_memory && !d->kind.len)
		return refuse(error, "it has no kind");
	d->table = str_eqz(strbuf_str(&d->kind), "Table") &&
		   (str_eqz(strbuf_str(&d->api_version), "meta.k8s.io/v1") ||
		    str_eqz(strbuf_str(&d->api_version), "meta.k8s.io/v1beta1"));
	if (d->no_memory || scratch.failed || !inherit(d)) {
		d->no_memory = true;
		return false;
	}
	return true;
}

static bool finish(struct inf__list_decoder *d, struct inf__api_error *error)
{
	if (d->no_memory)
		return false;
	if (!d->seen_bytes)
		return refuse(error, "it is empty");
	if (d->state == IN_WHOLE && json_scanner_end(&d->scan) == JSON_DONE)
		d->state = AT_END;
	if (d->invalid)
		return refuse(error, "it is not JSON");
	if (d->state != AT_END)
		return refuse(error, "unexpected end of JSON input");
	if (!d->top_is_object)
		return refuse(error, "it is no object");
	return take_members(d, error);
}

bool inf__list_decoder_finish(struct inf__list_decoder *d, struct inf__api_error *error)
{
	if (finish(d, error))
		return true;
	if (d->no_memory || d->members.failed)
		inf__api_error_no_memory(error);
	inf__objects_clear(&d->objects);
	return false;
}
