/* SPDX-License-Identifier: Apache-2.0 */
/* h2_stream.c - a request over HTTP/2: its header list, its body, and the start of its exchange.
 * nghttp2 has checked the header list (RFC 9113, 8.2 and 8.3). */
#include "base/alloc.h"
#include "base/clock.h"
#include "base/text/number.h"
#include "fakeapi/http/h2.h"

/* --- streams --- */

int http__h2_on_begin_headers(nghttp2_session *session, const nghttp2_frame *frame, void *user)
{
	struct h2 *s = user;
	struct fakeapi__http *h = s->c->h;
	struct h2_stream *st;

	if (frame->hd.type != NGHTTP2_HEADERS || frame->headers.cat != NGHTTP2_HCAT_REQUEST)
		return 0;
	/* The client may retry (RFC 9113, 8.7). */
	if (h->stream_count >= h->opt.connection_max)
		return nghttp2_submit_rst_stream(session, NGHTTP2_FLAG_NONE, frame->hd.stream_id,
						 NGHTTP2_REFUSED_STREAM)
			   ? NGHTTP2_ERR_CALLBACK_FAILURE
			   : 0;
	st = base__calloc(1, sizeof(*st));
	if (!st)
		return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
	h->stream_count++;
	http__request_init(&st->r, s->c);
	strbuf_init(&st->own);
	st->r.stream = frame->hd.stream_id;
	st->next = s->streams;
	if (st->next)
		st->next->prev = st;
	s->streams = st;
	s->stream_count++;
	(void)nghttp2_session_set_stream_user_data(session, frame->hd.stream_id, st);
	return 0;
}

int http__h2_on_close(nghttp2_session *session, int32_t id, uint32_t code, void *user)
{
	struct h2_stream *st = nghttp2_session_get_stream_user_data(session, id);
	struct h2 *s = user;

	(void)code;
	if (!st)
		return 0;
	st->closed = true;
	st->next_closed = s->closed;
	s->closed = st;
	s->stream_count--;
	if (s->ready == st)
		s->ready = NULL;
	return 0;
}

static void untouch(struct h2 *s, const struct h2_stream *st)
{
	for (struct h2_stream **at = &s->touched; st->touched && *at; at = &(*at)->next_touched) {
		if (*at != st)
			continue;
		*at = st->next_touched;
		break;
	}
}

void http__h2_stream_free(struct h2 *s, struct h2_stream *st, bool client_gone)
{
	*(st->prev ? &st->prev->next : &s->streams) = st->next;
	if (st->next)
		st->next->prev = st->prev;
	untouch(s, st);
	http__h2_fault_unserved(st, false);
	s->list_bytes -= st->list_bytes;
	s->c->h->stream_count--;
	if (!st->closed)
		s->stream_count--;
	strbuf_fini(&st->own);
	http__request_free(&st->r, client_gone); /* frees `st` too: r is its first member */
}

/* --- the head --- */

int http__h2_on_header(nghttp2_session *session, const nghttp2_frame *frame, const uint8_t *name,
		       size_t name_len, const uint8_t *value, size_t value_len, uint8_t flags,
		       void *user)
{
	struct h2_stream *st = nghttp2_session_get_stream_user_data(session, frame->hd.stream_id);
	struct h2 *s = user;
	size_t bytes = name_len + value_len + H2_HEADER_OVERHEAD;
	size_t max = s->c->h->opt.head_max;

	(void)flags;
	if (!st || frame->hd.type != NGHTTP2_HEADERS ||
	    frame->headers.cat != NGHTTP2_HCAT_REQUEST) /* trailers are ignored */
		return 0;
	st->list_bytes += bytes;
	s->list_bytes += bytes;
	/* A small block may expand to an endless list. */
	if (st->list_bytes > 2 * max)
		return NGHTTP2_ERR_CALLBACK_FAILURE;
	if (st->list_bytes > max) {
		st->head_is_too_large = true;
		return 0;
	}
	strbuf_add(&st->r.head.text, name, name_len);
	strbuf_addc(&st->r.head.text, '\0');
	strbuf_add(&st->r.head.text, value, value_len);
	strbuf_addc(&st->r.head.text, '\0');
	st->lines++;
	return 0;
}

/* Advances *at past one NUL-terminated string. */
static struct str next_string(const char **at)
{
	struct str text = { *at, strlen(*at) };

	*at += text.len + 1;
	return text;
}

/* False: out of memory. */
static bool parse_head(struct h2_stream *st)
{
	struct http__head *head = &st->r.head;
	const char *at = head->text.ptr;
	struct str authority = { NULL, 0 };

	head->headers = base__calloc(st->lines + 1, sizeof(*head->headers));
	if (!head->headers || head->text.failed)
		return false;
	head->keep_alive = true;
	head->method = head->target = STR("");
	for (size_t i = 0; i < st->lines; i++) {
		struct fakeapi__header h = { next_string(&at), next_string(&at) };

		if (str_eqz(h.name, ":method"))
			head->method = h.value;
		else if (str_eqz(h.name, ":path"))
			head->target = h.value;
		else if (str_eqz(h.name, ":authority"))
			authority = h.value;
		else if (h.name.len && h.name.ptr[0] != ':' &&
			 !(authority.ptr && str_eqz(h.name, "host")))
			head->headers[head->header_count++] = h;
	}
	if (authority.ptr)
		head->headers[head->header_count++] =
		    (struct fakeapi__header) { STR("Host"), authority };
	return true;
}

static void read_expectation(struct http__head *head)
{
	const char *expect = http__head_get(head, "expect");

	head->expects_continue = expect && strcmp(expect, "100-continue") == 0;
	head->expects_other = expect && expect[0] && !head->expects_continue;
}

static void begin_body(struct h2 *s, struct h2_stream *st)
{
	static const nghttp2_nv go_on = { (uint8_t *)(uintptr_t) ":status",
					  (uint8_t *)(uintptr_t) "100", 7, 3,
					  NGHTTP2_NV_FLAG_NONE };
	const char *length = http__head_get(&st->r.head, "content-length");
	uint64_t bytes;

	/* nghttp2 has refused malformed ones */
	if (length && !number_parse(str_of(length), s->c->h->opt.body_max, &bytes)) {
		http__answer_too_large(&st->r);
		return;
	}
	if (st->r.head.expects_continue &&
	    nghttp2_submit_headers(s->session, NGHTTP2_FLAG_NONE, st->r.stream, NULL, &go_on, 1,
				   NULL) < 0)
		s->broken = true;
	if (!http__timer_arm(s->c->h, &st->r.timer,
			     time_add(http__real_ns(), s->c->h->opt.body_timeout_ns)))
		s->broken = true;
}

/* `OPTIONS *` is the ping of clients that cannot send PING frames: faults ignore both. */
static void answer_ping(struct h2 *s, struct request *r)
{
	if (!s->no_pongs)
		http__answer_text(r, 200, "", "");
	else
		r->begun = r->server_ended = true;
}

void http__h2_head_ended(struct h2 *s, struct h2_stream *st)
{
	struct request *r = &st->r;

	if (st->head_is_too_large) {
		http__answer_text(r, 431, "Content-Type: text/plain; charset=utf-8\r\n",
				  "431 Request Header Fields Too Large");
		return;
	}
	if (!parse_head(st)) {
		s->broken = true;
		return;
	}
	st->has_head = true;
	read_expectation(&r->head);
	r->is_head = str_eqz(r->head.method, "HEAD");
	if (r->head.expects_other)
		http__answer_text(r, 417, "", "");
	else if (str_eqz(r->head.target, "*") && str_eqz(r->head.method, "OPTIONS"))
		answer_ping(s, r);
	else
		begin_body(s, st);
}

/* --- the body --- */

int http__h2_on_data(nghttp2_session *session, uint8_t flags, int32_t id, const uint8_t *data,
		     size_t len, void *user)
{
	struct h2_stream *st = nghttp2_session_get_stream_user_data(session, id);

	(void)flags;
	if (st && !st->r.begun)
		(void)http__body_add(&st->r, (struct str) { (const char *)data, len });
	return http__h2_credit(user, id, len) ? 0 : NGHTTP2_ERR_CALLBACK_FAILURE;
}

void http__h2_request_ended(struct h2 *s, struct h2_stream *st)
{
	st->whole = true;
	if (st->r.begun || !st->has_head)
		return;
	if (s->silent)
		http__h2_fault_unserved(st, true);
	else
		s->ready = st;
}

void http__h2_begin(struct h2 *s)
{
	struct h2_stream *st = s->ready;
	struct request *r = &st->r;

	s->ready = NULL;
	http__timer_cancel(&r->timer);
	if (r->too_many) {
		http__answer_too_many(r);
		return;
	}
	http__request_begin(r);
	s->had_request = true;
	s->list_bytes -= st->list_bytes;
	st->list_bytes = 0;
	if (!r->x)
		http__answer_status(r, 503, "ServiceUnavailable", "out of memory");
	else
		http__h2_answer(st);
}
