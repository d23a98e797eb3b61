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

void inf__call_fail(struct inf__reflector *r, int64_t now_ns, struct inf__api_error *e)
{
	inf__reflector_call_close(r);
	e->wrapped = is_watch(&r->call) && r->call.retry.previous_failed;
	inf__reflector_failed(r, e);
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
	inf__call_fail(r, now_ns, &e);
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

/* --- limits that client-go does not have --- */

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
		return inf__too_large(r, e);
	return r->config.max_objects &&
	       r->pager.objects.len + r->page.objects.len > r->config.max_objects &&
	       inf__too_many(r, e);
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
			inf__call_fail(r, now_ns, &e);
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
			inf__call_fail(r, now_ns, &e);
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
	inf__call_fail(r, now_ns, &e);
}

/* ---- redirects ---------------------------------------------------------------------------- */

static void redirect(struct inf__reflector *r, int64_t now_ns, const struct inf__head *head)
{
	struct call *c = &r->call;
	struct inf__api_error e;

	if (!inf__redirect_follow(&c->redirect, head, &e)) {
		inf__call_fail(r, now_ns, &e);
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
	struct inf__api_error e;

	if (request_id != c->id || c->state != CALL_ASKED)
		return;
	if (inf__redirect_is(head)) {
		redirect(r, now_ns, head);
		return;
	}
	if (is_watch(c) && head->status == 200) {
		inf__stream_open(r, now_ns, content_type);
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
		inf__api_error_set(&e, INF_WATCH_ERROR_STATUS, "the server requests a later retry");
		e.code = head->status;
		inf__reflector_failed(r, &e);
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
			inf__stream_cut_characters(r, now_ns, bytes, len);
		else
			inf__stream_bytes(r, now_ns, bytes, len);
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
	inf__retry_connection_error(&e, how, false);
	if (inf__retry_connection(&c->retry, how, is_watch(c), &c->retry_wait_ns)) {
		inf__reflector_failed(r, &e);
		wait_and_retry(r, now_ns);
		return;
	}
	if (is_watch(c) && inf__retry_is_empty_watch(how)) {
		if (!inf__stopped_meanwhile(r, now_ns))
			inf__stream_ended(r, now_ns);
		return;
	}
	inf__call_fail(r, now_ns, &e);
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
		inf__stream_end(r, now_ns, how);
		break;
	case CALL_BODY:
		if (how == INF_END_CLEAN) {
			body_done(r, now_ns);
			break;
		}
		c->state = CALL_NONE;
		inf__retry_connection_error(&e, how, true);
		inf__call_fail(r, now_ns, &e);
		break;
	case CALL_NONE:
	case CALL_WAIT:
		break;
	}
}
