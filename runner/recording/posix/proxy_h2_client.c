/* SPDX-License-Identifier: Apache-2.0 */
/* proxy_h2_client.c - the client's frames: requests become text for conns, responses frames. */
#define _GNU_SOURCE
#include "base/alloc.h"
#include "base/posix/clock.h"
#include "base/text/ascii.h"
#include "runner/recording/posix/proxy_h2.h"

/* --- requests --- */

static int on_begin_headers(nghttp2_session *session, const nghttp2_frame *frame, void *user)
{
	struct rec__mux *m = user;
	struct mux_stream *st, **at = &m->streams;

	if (frame->hd.type != NGHTTP2_HEADERS || frame->headers.cat != NGHTTP2_HCAT_REQUEST)
		return 0;
	st = base__calloc(1, sizeof(*st));
	if (!st) {
		m->failed = true;
		return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
	}
	st->mux = m;
	st->id = frame->hd.stream_id;
	strbuf_init(&st->method);
	strbuf_init(&st->path);
	strbuf_init(&st->authority);
	strbuf_init(&st->lines);
	strbuf_init(&st->body);
	strbuf_init(&st->up_body);
	strbuf_init(&st->up_lines);
	rec__http_init(&st->answer, true);
	rec__http_init(&st->request, false);
	while (*at)
		at = &(*at)->next;
	*at = st;
	return nghttp2_session_set_stream_user_data(session, st->id, st);
}

static int on_header(nghttp2_session *session, const nghttp2_frame *frame, const uint8_t *name,
		     size_t name_len, const uint8_t *value, size_t value_len, uint8_t flags,
		     void *user)
{
	struct mux_stream *st = rec__mux_stream(session, frame->hd.stream_id);
	struct str n = { (const char *)name, name_len }, v = { (const char *)value, value_len };

	(void)flags;
	(void)user;
	if (!st || st->conn || frame->headers.cat != NGHTTP2_HCAT_REQUEST)
		return 0; /* trailers */
	if (str_eqz(n, ":method"))
		strbuf_adds(&st->method, v);
	else if (str_eqz(n, ":path"))
		strbuf_adds(&st->path, v);
	else if (str_eqz(n, ":authority"))
		strbuf_adds(&st->authority, v);
	else if (str_eqz(n, "host") && !st->authority.len)
		strbuf_adds(&st->authority, v);
	else if (name_len && *name != ':' && !str_eqz(n, "host") && !rec__mux_is_hop(n) &&
		 st->lines.len <= REC_HEAD_BYTES_MAX)
		rec__mux_add_line(&st->lines, name, name_len, value, value_len);
	st->has_length = st->has_length || str_eqz(n, "content-length");
	return 0;
}

/* An idle conn of the carrier, or a new one; NULL: out of memory. */
static struct conn *conn_for(struct mux_stream *st)
{
	struct conn *carrier = st->mux->carrier, *c = carrier->proxy->conns;

	while (c && (c->carrier != carrier || c->st || c->over || c->closing))
		c = c->next;
	if (!c) {
		c = rec__conn_new(carrier->proxy);
		if (!c)
			return NULL;
		stream_init_fed(&c->client);
		c->carrier = carrier;
		c->number = carrier->number;
		c->greeted = true;
	}
	c->st = st;
	st->conn = c;
	return c;
}

static void begin_request(struct mux_stream *st, bool whole)
{
	struct conn *c = conn_for(st);
	struct strbuf *in;

	if (!c) {
		st->mux->failed = true;
		return;
	}
	in = &c->client.in;
	st->chunked = !whole && !st->has_length;
	rec__http_expect(&st->answer, strbuf_str(&st->method));
	strbuf_addf(in, STR_FMT " " STR_FMT " HTTP/1.1\r\nHost: " STR_FMT "\r\n",
		    STR_ARG(strbuf_str(&st->method)), STR_ARG(strbuf_str(&st->path)),
		    STR_ARG(strbuf_str(&st->authority)));
	strbuf_adds(in, strbuf_str(&st->lines));
	strbuf_addz(in, st->chunked ? "Transfer-Encoding: chunked\r\n\r\n" : "\r\n");
	st->mux->failed |= in->failed || st->lines.failed || st->path.failed || st->method.failed ||
			   st->authority.failed;
	strbuf_fini(&st->lines);
}

static void feed_body(struct mux_stream *st, struct str data)
{
	struct strbuf *in = st->conn ? &st->conn->client.in : NULL;

	if (!in || st->conn->closing)
		return;
	if (st->chunked)
		strbuf_addf(in, "%zx\r\n", data.len);
	strbuf_adds(in, data);
	if (st->chunked)
		strbuf_addz(in, "\r\n");
	st->mux->failed |= in->failed;
}

static int on_data(nghttp2_session *session, uint8_t flags, int32_t id, const uint8_t *data,
		   size_t len, void *user)
{
	struct mux_stream *st = rec__mux_stream(session, id);

	(void)flags;
	(void)user;
	if (!st)
		return nghttp2_session_consume(session, id, len);
	feed_body(st, (struct str) { (const char *)data, len });
	st->down_unread += len;
	return 0;
}

static void end_flood(struct rec__mux *m)
{
	m->draining = true;
	(void)nghttp2_session_terminate_session(m->down, NGHTTP2_ENHANCE_YOUR_CALM);
}

static void on_ping(struct rec__mux *m, const nghttp2_frame *frame)
{
	/* With a server of HTTP/2 its response is passed on. */
	if (frame->hd.flags & NGHTTP2_FLAG_ACK)
		return;
	if (!m->up) {
		(void)nghttp2_submit_ping(m->down, NGHTTP2_FLAG_ACK, frame->ping.opaque_data);
	} else if (m->pings < MUX_PINGS) {
		m->pings++;
		(void)nghttp2_submit_ping(m->up, NGHTTP2_FLAG_NONE, frame->ping.opaque_data);
	}
}

static int on_frame(nghttp2_session *session, const nghttp2_frame *frame, void *user)
{
	struct mux_stream *st = rec__mux_stream(session, frame->hd.stream_id);
	bool ends = (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0;

	if (frame->hd.type == NGHTTP2_PING)
		on_ping(user, frame);
	if (!st)
		return 0;
	if (frame->hd.type == NGHTTP2_RST_STREAM && !st->answered &&
	    !http__h2_guard_reset(&st->mux->guard, clock_monotonic_ns()))
		end_flood(st->mux);
	if (frame->hd.type == NGHTTP2_HEADERS && frame->headers.cat == NGHTTP2_HCAT_REQUEST)
		begin_request(st, ends);
	else if (frame->hd.type != NGHTTP2_DATA && frame->hd.type != NGHTTP2_HEADERS)
		return 0;
	if (ends && st->chunked && st->conn && !st->conn->closing)
		strbuf_addz(&st->conn->client.in, "0\r\n\r\n");
	return 0;
}

/* RFC 9113, 8.1: a complete response before the request's end lets the client stop sending. */
static int on_frame_sent(nghttp2_session *session, const nghttp2_frame *frame, void *user)
{
	struct rec__mux *m = user;
	struct mux_stream *st = rec__mux_stream(session, frame->hd.stream_id);

	if (frame->hd.type != NGHTTP2_DATA && frame->hd.type != NGHTTP2_HEADERS)
		return 0;
	http__h2_guard_earn(&m->guard);
	if (st && (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) && st->conn &&
	    !st->conn->request_done)
		(void)nghttp2_submit_rst_stream(session, NGHTTP2_FLAG_NONE, st->id,
						NGHTTP2_NO_ERROR);
	return 0;
}

static int on_close(nghttp2_session *session, int32_t id, uint32_t code, void *user)
{
	struct mux_stream *st = rec__mux_stream(session, id);

	(void)code;
	(void)user;
	if (st) {
		st->down_closed = true;
		st->mux->closed_count++;
	}
	return 0;
}

bool rec__mux_down_start(struct rec__mux *m)
{
	nghttp2_session_callbacks *calls;

	if (nghttp2_session_callbacks_new(&calls) != 0)
		return false;
	nghttp2_session_callbacks_set_on_begin_headers_callback(calls, on_begin_headers);
	nghttp2_session_callbacks_set_on_header_callback(calls, on_header);
	nghttp2_session_callbacks_set_on_data_chunk_recv_callback(calls, on_data);
	nghttp2_session_callbacks_set_on_frame_recv_callback(calls, on_frame);
	nghttp2_session_callbacks_set_on_frame_send_callback(calls, on_frame_sent);
	nghttp2_session_callbacks_set_on_stream_close_callback(calls, on_close);
	m->down = rec__mux_session(m, calls, true);
	nghttp2_session_callbacks_del(calls);
	return m->down != NULL;
}

void rec__mux_down_feed(struct rec__mux *m, struct str in)
{
	while (in.len) {
		struct http__h2_piece piece =
		    http__h2_guard_next(&m->guard, in, clock_monotonic_ns());

		if (piece.flood) {
			end_flood(m);
			return;
		}
		if (nghttp2_session_mem_recv(m->down, (const uint8_t *)in.ptr, piece.len) < 0) {
			m->failed = true;
			return;
		}
		in = (struct str) { in.ptr + piece.len, in.len - piece.len };
		/* Requests are recorded in the order of their frames. */
		for (struct mux_stream *st = m->streams; piece.ends_frame && st; st = st->next)
			if (st->conn && st->conn->client.in.len > st->conn->client.in_at)
				rec__conn_pump(st->conn);
		/* The limit of streams does not count those that the client has reset. */
		if (m->closed_count >= MUX_STREAMS)
			rec__mux_sweep(m);
	}
}

/* --- responses --- */

static ssize_t read_body(nghttp2_session *session, int32_t id, uint8_t *buf, size_t cap,
			 uint32_t *flags, nghttp2_data_source *source, void *user)
{
	struct mux_stream *st = source->ptr;
	size_t n = rec__mux_copy(&st->body, &st->body_at, buf, cap);

	(void)user;
	if (!st->body.len && st->ended)
		*flags |= NGHTTP2_DATA_FLAG_EOF;
	if (n || st->ended)
		return (ssize_t)n;
	/* The end of the server's connection ends the client's. */
	if (st->cut && !st->mux->carrier->closing)
		(void)nghttp2_submit_rst_stream(session, NGHTTP2_FLAG_NONE, id,
						st->code ? st->code : NGHTTP2_INTERNAL_ERROR);
	return NGHTTP2_ERR_DEFERRED;
}

static void send_head(struct mux_stream *st)
{
	const struct rec__http_head *head = &st->answer.head;
	nghttp2_nv *nv = base__calloc(head->header_count + 1, sizeof(*nv));
	nghttp2_data_provider body = { .source = { .ptr = st }, .read_callback = read_body };
	char status[16];
	size_t n = 0;
	int rc = NGHTTP2_ERR_NOMEM;

	(void)snprintf(status, sizeof(status), "%03d", head->status);
	if (nv)
		nv[n++] = rec__mux_nv(STR(":status"), str_of(status));
	for (size_t i = 0; nv && i < head->header_count; i++)
		if (!rec__mux_is_hop(head->headers[i].name))
			nv[n++] = rec__mux_nv(head->headers[i].name, head->headers[i].value);
	if (nv && head->status < 200)
		rc = nghttp2_submit_headers(st->mux->down, NGHTTP2_FLAG_NONE, st->id, NULL, nv, n,
					    NULL);
	else if (nv)
		rc = nghttp2_submit_response(st->mux->down, st->id, nv, n,
					     head->framing == REC_HTTP_NO_BODY ? NULL : &body);
	st->answered = st->answered || head->status >= 200;
	st->mux->failed |= rc != 0;
	base__free(nv);
}

void rec__mux_down_answer(struct mux_stream *st)
{
	struct stream *from = &st->conn->client;
	bool interim = false;

	while (!st->ended && !st->down_closed && st->body.len - st->body_at < MUX_BODY_MAX &&
	       (stream_pending(from) || rec__http_done(&st->answer))) {
		struct str rest = { from->out.ptr + from->out_at, stream_pending(from) }, data;
		size_t n;

		if (!rest.len)
			rest.ptr = "";
		interim = st->answer.head.status < 200;
		switch (rec__http_feed(&st->answer, rest, &n, &data)) {
		case REC_HTTP_MORE:
		case REC_HTTP_CHUNK:
			break;
		case REC_HTTP_HEAD:
			send_head(st);
			break;
		case REC_HTTP_DATA:
			strbuf_adds(&st->body, data);
			st->mux->failed |= st->body.failed;
			break;
		case REC_HTTP_END:
			st->ended = !interim;
			break;
		case REC_HTTP_BAD:
			st->ended = st->cut = true;
			(void)nghttp2_submit_rst_stream(st->mux->down, NGHTTP2_FLAG_NONE, st->id,
							NGHTTP2_INTERNAL_ERROR);
			break;
		}
		from->out_at += n;
		if (st->answered)
			(void)nghttp2_session_resume_data(st->mux->down, st->id);
	}
	if (st->down_closed)
		stream_forget(from);
}
