/* SPDX-License-Identifier: Apache-2.0 */
/* A watch's response: its frames as events. */
#include "informer/reflector_impl.h"

static void stream_event(struct inf__reflector *r, int64_t now_ns, const struct inf__event *ev)
{
	switch (r->call.purpose) {
	case CALL_WATCH:
		inf__reflector_watch_event(r, now_ns, ev);
		break;
	case CALL_WATCH_LIST:
		inf__reflector_watch_list_event(r, now_ns, ev);
		break;
	case CALL_LIST_STREAM:
		inf__reflector_list_stream_event(r, now_ns, ev);
		break;
	case CALL_LIST:
		break;
	}
}

/* The stream broke or cannot be decoded: makes the ERROR event that client-go makes. */
static void stream_failed(struct inf__reflector *r, int64_t now_ns, const struct inf__api_error *e)
{
	inf__reflector_call_close(r);
	switch (r->call.purpose) {
	case CALL_WATCH:
		inf__reflector_watch_failed(r, now_ns, e);
		break;
	case CALL_WATCH_LIST:
		inf__reflector_watch_list_refused(r, now_ns, e);
		break;
	case CALL_LIST_STREAM:
		inf__reflector_list_stream_failed(r, now_ns);
		break;
	case CALL_LIST:
		break;
	}
}

void inf__stream_ended(struct inf__reflector *r, int64_t now_ns)
{
	r->call.state = CALL_NONE;
	switch (r->call.purpose) {
	case CALL_WATCH:
		inf__reflector_watch_ended(r, now_ns);
		break;
	case CALL_WATCH_LIST:
		inf__reflector_watch_list_ended(r, now_ns);
		break;
	case CALL_LIST_STREAM:
		inf__reflector_list_stream_failed(r, now_ns);
		break;
	case CALL_LIST:
		break;
	}
}

static void trace_event(const struct inf__reflector *r, int64_t now_ns, const struct inf__event *ev,
			size_t bytes)
{
	static const char *const names[] = { "ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR" };
	struct trace_event t = {
		.at_ns = now_ns,
		.kind = TRACE_WIRE_EVENT,
		.id = r->call.id,
		.n = (int64_t)bytes,
		.who = str_of(r->config.name),
		.text = str_of(names[ev->type]),
	};

	if (json_kind(ev->meta.name) == JSON_STRING)
		t.key = (struct str) { ev->meta.name.ptr + 1, ev->meta.name.len - 2 };
	trace_emit(&r->config.sink, &t);
}

bool inf__too_large(const struct inf__reflector *r, struct inf__api_error *e)
{
	inf__api_error_set(e, INF_WATCH_ERROR_OTHER,
			   "an object is longer than %zu bytes (max_object_bytes)",
			   r->config.max_object_bytes);
	return true;
}

bool inf__too_many(const struct inf__reflector *r, struct inf__api_error *e)
{
	inf__api_error_set(e, INF_WATCH_ERROR_OTHER,
			   "there are more than %zu objects (max_objects)", r->config.max_objects);
	return true;
}

/* Counts the objects that the cache will hold after the list, or after its events. */
static bool event_beyond_limits(struct inf__reflector *r, const struct inf__event *ev,
				struct inf__api_error *e)
{
	size_t *count = r->call.purpose == CALL_WATCH ? &r->objects : &r->streamed;

	if (r->config.max_object_bytes && ev->meta.json.len > r->config.max_object_bytes &&
	    ev->type <= INF_EVENT_MODIFIED)
		return inf__too_large(r, e);
	if (ev->type == INF_EVENT_DELETED && *count > 0)
		--*count;
	if (ev->type != INF_EVENT_ADDED)
		return false;
	if (r->config.max_objects && *count >= r->config.max_objects)
		return inf__too_many(r, e);
	++*count;
	return false;
}

static void stream_frame(struct inf__reflector *r, int64_t now_ns, enum inf__frame_status status,
			 json_t frame)
{
	struct inf__api_error e;
	struct inf__event ev;
	struct relist_err err = { 0 };

	switch (status) {
	case INF_FRAME_MORE:
		return;
	case INF_FRAME_DONE:
		if (!inf__decode_event(frame, &r->framer.spans, &ev, &err)) {
			if (event_beyond_limits(r, &ev, &e))
				break;
			trace_event(r, now_ns, &ev, frame.len);
			stream_event(r, now_ns, &ev);
			return;
		}
		inf__decoding_error(&e, err.msg);
		e.no_memory = err.code == RELIST_ENOMEM;
		break;
	case INF_FRAME_NUMBER:
		inf__decoding_error(&e, "a number is beyond float64");
		break;
	case INF_FRAME_ERROR:
		inf__decoding_error(&e, "not JSON");
		inf__framer_reset(&r->framer);
		break;
	case INF_FRAME_TOO_LARGE:
		if (r->framer.max < INF_FRAME_MAX)
			(void)inf__too_large(r, &e);
		else
			inf__decoding_error(&e, "an event is too large");
		break;
	case INF_FRAME_NOMEM:
		inf__api_error_no_memory(&e);
		break;
	}
	if (!inf__reflector_lacks(r, INF_FIX_GARBLED_EVENT) || e.no_memory)
		stream_failed(r, now_ns, &e);
}

void inf__stream_bytes(struct inf__reflector *r, int64_t now_ns, const char *bytes, size_t len)
{
	const char *p = bytes, *end = bytes + len;
	uint32_t id = r->call.id;

	while (r->call.state == CALL_STREAM && r->call.id == id) {
		json_t frame;
		enum inf__frame_status st = inf__framer_next(&r->framer, &p, end, &frame);

		if (st == INF_FRAME_MORE) {
			if (inf__reflector_lacks(r, INF_FIX_WHOLE_EVENTS))
				inf__framer_reset(&r->framer);
			return;
		}
		stream_frame(r, now_ns, st, frame);
	}
}

void inf__stream_cut_characters(struct inf__reflector *r, int64_t now_ns, const char *bytes,
				size_t len)
{
	AUTO_STRBUF text = STRBUF_INIT;
	size_t tail = 0;

	strbuf_add(&text, bytes, len);
	for (size_t i = 0; i < text.len && ((unsigned char)text.ptr[i] & 0xc0) == 0x80; i++)
		text.ptr[i] = '?';
	while (tail < 4 && tail < text.len &&
	       ((unsigned char)text.ptr[text.len - 1 - tail] & 0xc0) == 0x80)
		tail++;
	if (tail < text.len) {
		unsigned char first = (unsigned char)text.ptr[text.len - 1 - tail];
		size_t want = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;

		for (size_t i = 0; want > tail + 1 && i <= tail; i++)
			text.ptr[text.len - 1 - i] = '?';
	}
	if (!text.failed)
		inf__stream_bytes(r, now_ns, text.ptr, text.len);
}

void inf__stream_end(struct inf__reflector *r, int64_t now_ns, enum inf__end how)
{
	struct inf__api_error e, why;
	enum inf__frame_status st;
	json_t frame;
	bool cut;

	if (how == INF_END_OTHER || how == INF_END_REFUSED || how == INF_END_LOST ||
	    how == INF_END_STREAM_ERROR) {
		r->call.state = CALL_NONE; /* the request has ended, so there is none to close */
		inf__retry_connection_error(&why, how, true);
		inf__decoding_error(&e, why.text);
		stream_failed(r, now_ns, &e);
		return;
	}
	/* A number or a string ends with the stream, but only if it ends cleanly: json.Decoder
	 * returns any other error in its place. */
	st = how == INF_END_CLEAN ? inf__framer_end(&r->framer, &frame, &cut) : INF_FRAME_MORE;
	if (st == INF_FRAME_MORE) {
		inf__stream_ended(r, now_ns);
		return;
	}
	r->call.state = CALL_NONE;
	stream_frame(r, now_ns, st, frame);
}

bool inf__stopped_meanwhile(struct inf__reflector *r, int64_t now_ns)
{
	if (!r->stop_requested || r->call.purpose == CALL_LIST_STREAM)
		return false;
	inf__reflector_call_close(r);
	inf__reflector_watch_list_clear(r);
	inf__reflector_end(r, now_ns);
	return true;
}

void inf__stream_open(struct inf__reflector *r, int64_t now_ns, const char *content_type)
{
	struct inf__api_error e;
	enum inf__media media = inf__media_type(content_type);

	if (media == INF_MEDIA_TEXT || media == INF_MEDIA_OTHER) {
		inf__api_error_set(&e, INF_WATCH_ERROR_OTHER,
				   "no decoder is available for a watch of %s", content_type);
		/* rest/request.go, newStreamWatcher(): the body is not closed. */
		inf__reflector_call_abandon(r, true);
		inf__call_fail(r, now_ns, &e);
		return;
	}
	r->call.state = CALL_STREAM;
	inf__framer_reset(&r->framer);
	(void)inf__stopped_meanwhile(r, now_ns);
}
