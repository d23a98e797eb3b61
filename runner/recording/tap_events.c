/* SPDX-License-Identifier: Apache-2.0 */
/* tap_events.c - writes the response to a watch: a line for each event, with the borders of its
 * chunks. */
#include "base/alloc.h"
#include "runner/recording/tap_impl.h"

enum {
	RAW_MAX = 64 << 10, /* bytes of a raw line */
	CUTS_MAX = 4096,    /* limit of chunk borders within one line; later ones are dropped */
};

void rec__tap_cut(struct rec__exchange *x)
{
	uint32_t *cuts = x->cuts;

	if (!x->body.len || x->cut_count == CUTS_MAX)
		return;
	if (!cuts)
		cuts = x->cuts = base__calloc(CUTS_MAX, sizeof(*cuts));
	if (!cuts)
		rec__tap_fail(x->tap);
	else
		cuts[x->cut_count++] = (uint32_t)x->body.len;
}

/* Removes borders at the very end, and duplicates that the redaction may have caused. */
static void set_cuts(struct rec__exchange *x, struct rec__line *line, size_t len)
{
	size_t n = 0;

	for (size_t i = 0; i < x->cut_count; i++)
		if (x->cuts[i] > 0 && x->cuts[i] < len && (!n || x->cuts[i] > x->cuts[n - 1]))
			x->cuts[n++] = x->cuts[i];
	line->cuts = x->cuts;
	line->cut_count = n;
	x->cut_count = 0;
}

/* Event types that are written unchanged. */
static bool is_type(struct str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (s.ptr[i] < 'A' || s.ptr[i] > 'Z')
			return false;
	return s.len <= sizeof("BOOKMARK");
}

/* Whether the frame is exactly {"type":"ADDED","object":{...}} and a line feed: an event's line
 * represents it completely. */
static bool is_event(struct rec__exchange *x, struct str frame, struct str *type, json_t *object)
{
	AUTO_STRBUF prefix = STRBUF_INIT;
	json_t t = json_get((json_t) { frame.ptr, frame.len - 1 }, "type");
	bool is;

	*object = json_get((json_t) { frame.ptr, frame.len - 1 }, "object");
	if (json_kind(t) != JSON_STRING || !object->len || memchr(t.ptr, '\\', t.len) ||
	    memchr(object->ptr, '\n', object->len) || memchr(object->ptr, '\r', object->len))
		return false;
	*type = (struct str) { t.ptr + 1, t.len - 2 };
	if (!is_type(*type))
		return false;
	strbuf_addf(&prefix, "{\"type\":");
	strbuf_adds(&prefix, t);
	strbuf_addz(&prefix, ",\"object\":");
	is = frame.len == prefix.len + object->len + 2 &&
	     memcmp(frame.ptr, prefix.ptr, prefix.len) == 0 &&
	     object->ptr == frame.ptr + prefix.len && !prefix.failed && utf8_is_text(*object);
	if (prefix.failed)
		rec__tap_fail(x->tap);
	return is;
}

/* Appends the redacted JSON, a part of x->body, and converts the chunk borders in it and after
 * it. */
static void redact_in_place(struct rec__exchange *x, json_t json, struct strbuf *out)
{
	uint32_t prefix = (uint32_t)(json.ptr - x->body.ptr), end = prefix + (uint32_t)json.len;
	size_t from = 0, to, before = out->len;

	while (from < x->cut_count && x->cuts[from] <= prefix)
		from++;
	for (to = from; to < x->cut_count && x->cuts[to] < end; to++)
		x->cuts[to] -= prefix;
	rec__redact_json(&x->tap->redactor, &x->aim, json, NULL, false,
			 x->cuts ? x->cuts + from : NULL, to - from, out);
	for (size_t i = from; i < to; i++)
		x->cuts[i] += prefix;
	for (size_t i = to; i < x->cut_count; i++)
		x->cuts[i] = x->cuts[i] - (uint32_t)json.len + (uint32_t)(out->len - before);
}

static void write_event(struct rec__exchange *x, int64_t now_ns, struct str type, json_t object,
			bool open)
{
	struct rec__line line = rec__line_of(REC_EVENT, x->id, 0);
	size_t prefix = (size_t)(object.ptr - x->body.ptr);
	AUTO_STRBUF made = STRBUF_INIT;

	redact_in_place(x, object, &made);
	line.type = type;
	line.object = strbuf_str(&made);
	line.open = open;
	set_cuts(x, &line, prefix + made.len + 2);
	x->tap->events++;
	if (made.failed)
		rec__tap_fail(x->tap);
	else
		rec__tap_line(x->tap, now_ns, &line);
}

void rec__tap_frame(struct rec__exchange *x, int64_t now_ns, bool open)
{
	struct str frame = strbuf_str(&x->body), type;
	json_t object;

	x->frame_done = false;
	if (x->frame_lf && is_event(x, frame, &type, &object)) {
		write_event(x, now_ns, type, object, open);
	} else {
		struct rec__line line = rec__line_of(REC_RAW, x->id, 0);
		AUTO_STRBUF made = STRBUF_INIT;
		json_t json;

		if (json_valid(frame, &json, NULL)) {
			/* Includes the white space around it. */
			strbuf_add(&made, frame.ptr, (size_t)(json.ptr - frame.ptr));
			redact_in_place(x, json, &made);
			strbuf_add(&made, json.ptr + json.len,
				   frame.len - (size_t)(json.ptr - frame.ptr) - json.len);
		}
		line.body_kind = REC_BODY_TEXT;
		line.body = strbuf_str(&made);
		line.open = open;
		set_cuts(x, &line, made.len);
		if (made.failed)
			rec__tap_fail(x->tap);
		else
			rec__tap_line(x->tap, now_ns, &line);
	}
	strbuf_clear(&x->body);
	x->cut_count = 0;
	x->frame_lf = false;
	json_scanner_init(&x->scanner);
}

void rec__tap_events(struct rec__exchange *x, int64_t now_ns, struct str data)
{
	while (data.len && x->mode == MODE_EVENTS) {
		size_t n = 0;
		enum json_status status;

		if (x->frame_done) {
			x->frame_lf = *data.ptr == '\n' && !x->frame_lf;
			if (x->frame_lf) {
				strbuf_addc(&x->body, '\n');
				data = (struct str) { data.ptr + 1, data.len - 1 };
			}
			if (data.len)
				rec__tap_frame(x, now_ns, true);
			continue;
		}
		status = json_scanner_feed(&x->scanner, data.ptr, data.len, &n);
		if (x->body.len + n > x->tap->opt.body_max) {
			x->omitted += data.len;
			rec__tap_give_up(x);
			return;
		}
		strbuf_add(&x->body, data.ptr, n);
		data = (struct str) { data.ptr + n, data.len - n };
		if (status == JSON_DONE)
			x->frame_done = true;
		if (status == JSON_ERROR)
			x->mode = MODE_RAW;
	}
	if (data.len && x->mode == MODE_RAW)
		strbuf_adds(&x->body, data);
	if (x->mode == MODE_RAW && x->body.len > RAW_MAX)
		rec__tap_rest(x, now_ns, true);
	if (x->body.failed)
		rec__tap_fail(x->tap);
}

void rec__tap_end_message(struct rec__exchange *x, int64_t now_ns)
{
	if (x->mode == MODE_EVENTS && x->frame_done) {
		if (!x->frame_lf)
			strbuf_addc(&x->body, '\n');
		x->frame_lf = true;
		rec__tap_frame(x, now_ns, false);
	} else if (x->mode != MODE_OMIT) {
		rec__tap_rest(x, now_ns, false);
		x->mode = MODE_EVENTS;
		x->broken = false;
		json_scanner_init(&x->scanner);
	}
}
