/* SPDX-License-Identifier: Apache-2.0 */
/* One request with the HTTP client's retries: rest.Request and with_retry.go. reflector_list.c,
 * _watch.c and _watchlist.c interpret the responses. */
#include "informer/reflector_impl.h"

/* A Status of a real server is never larger. */
enum { ERROR_BODY_MAX = 4 * 1024 * 1024 };

static bool is_watch(const struct call *c)
{
	return c->purpose != CALL_LIST;
}

/* Sends the request to the server or to a redirect's target. */
static void send_request(struct inf__reflector *r)
{
	if (!r->call.redirected)
		inf__redirect_reset(&r->call.redirect);
	r->call.redirected = false;
	r->call.state = CALL_ASKED;
	r->call.id = ++r->next_id;
	r->open_pending = true;
}

void inf__reflector_call_close(struct inf__reflector *r)
{
	struct call *c = &r->call;

	if (c->state == CALL_ASKED && r->open_pending)
		r->open_pending = false;
	else if (inf__reflector_call_is_open(c))
		inf__reflector_close_id(r, c->id);
	c->state = CALL_NONE;
}

void inf__reflector_call_abandon(struct inf__reflector *r, bool unread)
{
	/* client-go keeps any number of such connections; a few suffice for the same behaviour. */
	if (r->orphan_count == ORPHAN_MAX) {
		inf__reflector_close_id(r, r->orphans[0].id);
		r->orphan_count--;
		memmove(r->orphans, r->orphans + 1, r->orphan_count * sizeof(r->orphans[0]));
	}
	r->orphans[r->orphan_count].id = r->call.id;
	r->orphans[r->orphan_count++].unread = unread;
	r->call.state = CALL_NONE;
}

/* Ends a failed call. */
static void fail(struct inf__reflector *r, int64_t now_ns, struct inf__api_error *e)
{
	inf__reflector_call_close(r);
	e->wrapped = is_watch(&r->call) && r->call.retry.previous_failed;
	switch (r->call.purpose) {
	case CALL_LIST:
		inf__reflector_list_error(r, now_ns, e);
		break;
	case CALL_LIST_STREAM:
		inf__reflector_list_stream_failed(r, now_ns);
		break;
	case CALL_WATCH:
		inf__reflector_watch_refused(r, now_ns, e);
		break;
	case CALL_WATCH_LIST:
		inf__reflector_watch_list_refused(r, now_ns, e);
		break;
	}
}

static void fail_no_memory(struct inf__reflector *r, int64_t now_ns)
{
	struct inf__api_error e;

	inf__api_error_no_memory(&e);
	fail(r, now_ns, &e);
}

void inf__reflector_call_start(struct inf__reflector *r, int64_t now_ns, enum call_purpose purpose,
			       const struct inf__list_options *options)
{
	struct call *c = &r->call;

	if (purpose != CALL_WATCH)
		r->streamed = 0;
	c->purpose = purpose;
	c->state = CALL_NONE;
	c->redirected = false;
	memset(&c->retry, 0, sizeof(c->retry));
	if (inf__query_set(&c->query, options, r->config.label_selector,
			   r->config.field_selector)) {
		fail_no_memory(r, now_ns);
		return;
	}
	send_request(r);
}

static void wait_and_retry(struct inf__reflector *r, int64_t now_ns)
{
	struct call *c = &r->call;

	if (c->redirected) {
		send_request(r);
		return;
	}
	c->state = CALL_WAIT;
	c->retry_at_ns = c->retry_wait_ns > 0 ? time_add(now_ns, c->retry_wait_ns) : now_ns;
	inf__reflector_trace(r, now_ns, TRACE_WIRE_RETRY, c->retry_wait_ns, "");
	if (c->retry_at_ns <= now_ns)
		send_request(r);
}

void inf__reflector_call_on_time(struct inf__reflector *r, int64_t now_ns)
{
	(void)now_ns;
	send_request(r);
}

/* ---- streams ----------------------------------------------------------------------------- */

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

static void stream_ended(struct inf__reflector *r, int64_t now_ns)
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

/* --- limits that client-go does not have --- */

static bool too_large(const struct inf__reflector *r, struct inf__api_error *e)
{
	inf__api_error_set(e, INF_WATCH_ERROR_OTHER,
			   "an object is longer than %zu bytes (max_object_bytes)",
			   r->config.max_object_bytes);
	return true;
}

static bool too_many(const struct inf__reflector *r, struct inf__api_error *e)
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
		return too_large(r, e);
	if (ev->type == INF_EVENT_DELETED && *count > 0)
		--*count;
	if (ev->type != INF_EVENT_ADDED)
		return false;
	if (r->config.max_objects && *count >= r->config.max_objects)
		return too_many(r, e);
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
			(void)too_large(r, &e);
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

static void stream_bytes(struct inf__reflector *r, int64_t now_ns, const char *bytes, size_t len)
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

/* For INF_FIX_WHOLE_CHARACTERS: decodes each chunk separately. */
static void stream_cut_characters(struct inf__reflector *r, int64_t now_ns, const char *bytes,
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
		stream_bytes(r, now_ns, text.ptr, text.len);
}

static void stream_end(struct inf__reflector *r, int64_t now_ns, enum inf__end how)
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
		stream_ended(r, now_ns);
		return;
	}
	r->call.state = CALL_NONE;
	stream_frame(r, now_ns, st, frame);
}

/* In the classic generation a stop takes effect at this moment. */
static bool stopped_meanwhile(struct inf__reflector *r, int64_t now_ns)
{
	if (!r->stop_requested || r->call.purpose == CALL_LIST_STREAM)
		return false;
	inf__reflector_call_close(r);
	inf__reflector_watch_list_clear(r);
	inf__reflector_end(r, now_ns);
	return true;
}

static void stream_open(struct inf__reflector *r, int64_t now_ns, const char *content_type)
{
	struct inf__api_error e;
	enum inf__media media = inf__media_type(content_type);

	if (media == INF_MEDIA_TEXT || media == INF_MEDIA_OTHER) {
		inf__api_error_set(&e, INF_WATCH_ERROR_OTHER,
				   "no decoder is available for a watch of %s", content_type);
		/* rest/request.go, newStreamWatcher(): the body is not closed. */
		inf__reflector_call_abandon(r, true);
		fail(r, now_ns, &e);
		return;
	}
	r->call.state = CALL_STREAM;
	inf__framer_reset(&r->framer);
	(void)stopped_meanwhile(r, now_ns);
}

/* ---- bodies ------------------------------------------------------------------------------ */

static bool is_success(int status)
{
	return status >= 200 && status <= 206;
}

static bool is_list_body(const struct call *c)
{
	return c->purpose == CALL_LIST && is_success(c->status) && c->media == INF_MEDIA_JSON;
}

static bool list_beyond_limits(const struct inf__reflector *r, struct inf__api_error *e)
{
	if (r->page.too_large)
		return too_large(r, e);
	return r->config.max_objects &&
	       r->pager.objects.len + r->page.objects.len > r->config.max_objects && too_many(r, e);
}

static void body_bytes(struct inf__reflector *r, int64_t now_ns, const char *bytes, size_t len)
{
	struct call *c = &r->call;
	struct inf__api_error e;

	c->body_len += len;
	if (is_list_body(c)) {
		inf__list_decoder_feed(&r->page, bytes, len);
		if (r->page.no_memory) {
			fail_no_memory(r, now_ns);
		} else if (list_beyond_limits(r, &e)) {
			inf__list_decoder_reset(&r->page);
			fail(r, now_ns, &e);
		}
		return;
	}
	if (c->body_len > ERROR_BODY_MAX)
		strbuf_fini(&c->body);
	else
		strbuf_add(&c->body, bytes, len);
	if (c->body.failed)
		fail_no_memory(r, now_ns);
}

/* The response is complete: rest.Request.transformResponse and Result.Into. */
static void body_done(struct inf__reflector *r, int64_t now_ns)
{
	struct call *c = &r->call;
	struct inf__api_error e;

	c->state = CALL_NONE;
	if (is_list_body(c)) {
		if (inf__list_decoder_finish(&r->page, &e))
			inf__reflector_list_page(r, now_ns);
		else
			fail(r, now_ns, &e);
		return;
	}
	if (!is_success(c->status) || c->media == INF_MEDIA_INVALID)
		inf__api_error_from_response(&e, c->status, c->content_type, strbuf_str(&c->body));
	else if (is_watch(c))
		inf__api_error_set(&e, INF_WATCH_ERROR_OTHER, "the watch got status %d", c->status);
	else
		inf__api_error_set(&e, INF_WATCH_ERROR_OTHER, "no decoder is available for %s",
				   c->content_type);
	strbuf_fini(&c->body);
	fail(r, now_ns, &e);
}

/* ---- redirects ---------------------------------------------------------------------------- */

static void redirect(struct inf__reflector *r, int64_t now_ns, const struct inf__head *head)
{
	struct call *c = &r->call;
	struct inf__api_error e;

	if (!inf__redirect_follow(&c->redirect, head, &e)) {
		fail(r, now_ns, &e);
		return;
	}
	c->redirected = true;
	c->body_len = 0;
	c->state = CALL_DRAIN;
	inf__reflector_trace(r, now_ns, TRACE_WIRE_RETRY, 0, "redirected");
}

/* ---- input ------------------------------------------------------------------------------- */

void inf__reflector_on_head(struct inf__reflector *r, int64_t now_ns, uint32_t request_id,
			    const struct inf__head *head)
{
	struct call *c = &r->call;
	const char *content_type = head->content_type;

	if (request_id != c->id || c->state != CALL_ASKED)
		return;
	if (inf__redirect_is(head)) {
		redirect(r, now_ns, head);
		return;
	}
	if (is_watch(c) && head->status == 200) {
		stream_open(r, now_ns, content_type);
		return;
	}
	c->status = head->status;
	c->media = inf__media_type(content_type);
	c->body_len = 0;
	strbuf_clear(&c->body);
	(void)snprintf(c->content_type, sizeof(c->content_type), "%s",
		       content_type ? content_type : "");
	if (inf__retry_answer(&c->retry, head->status, head->retry_after, &c->retry_wait_ns)) {
		if (inf__reflector_lacks(r, INF_FIX_RETRY_AFTER))
			c->retry_wait_ns = NS_PER_MS;
		c->state = CALL_DRAIN;
		return;
	}
	c->state = CALL_BODY;
	if (is_list_body(c))
		inf__list_decoder_reset(&r->page);
}

void inf__reflector_on_bytes(struct inf__reflector *r, int64_t now_ns, uint32_t request_id,
			     const void *bytes, size_t len)
{
	struct call *c = &r->call;

	if (request_id != c->id)
		return;
	switch (c->state) {
	case CALL_STREAM:
		if (inf__reflector_lacks(r, INF_FIX_WHOLE_CHARACTERS))
			stream_cut_characters(r, now_ns, bytes, len);
		else
			stream_bytes(r, now_ns, bytes, len);
		break;
	case CALL_BODY:
		body_bytes(r, now_ns, bytes, len);
		break;
	case CALL_DRAIN:
		c->body_len += len;
		if (c->body_len >= INF_RETRY_DRAIN_MAX) {
			inf__reflector_call_close(r);
			wait_and_retry(r, now_ns);
		}
		break;
	case CALL_NONE:
	case CALL_ASKED:
	case CALL_WAIT:
		break;
	}
}

static void ended_before_answer(struct inf__reflector *r, int64_t now_ns, enum inf__end how)
{
	struct call *c = &r->call;
	struct inf__api_error e;

	c->state = CALL_NONE;
	if (inf__retry_connection(&c->retry, how, is_watch(c), &c->retry_wait_ns)) {
		wait_and_retry(r, now_ns);
		return;
	}
	if (is_watch(c) && inf__retry_is_empty_watch(how)) {
		if (!stopped_meanwhile(r, now_ns))
			stream_ended(r, now_ns);
		return;
	}
	inf__retry_connection_error(&e, how, false);
	fail(r, now_ns, &e);
}

void inf__reflector_on_end(struct inf__reflector *r, int64_t now_ns, uint32_t request_id,
			   enum inf__end how)
{
	struct call *c = &r->call;
	struct inf__api_error e;

	if (request_id != c->id)
		return;
	switch (c->state) {
	case CALL_ASKED:
		ended_before_answer(r, now_ns, how);
		break;
	case CALL_DRAIN:
		c->state = CALL_NONE;
		wait_and_retry(r, now_ns);
		break;
	case CALL_STREAM:
		stream_end(r, now_ns, how);
		break;
	case CALL_BODY:
		if (how == INF_END_CLEAN) {
			body_done(r, now_ns);
			break;
		}
		c->state = CALL_NONE;
		inf__retry_connection_error(&e, how, true);
		fail(r, now_ns, &e);
		break;
	case CALL_NONE:
	case CALL_WAIT:
		break;
	}
}
