/* SPDX-License-Identifier: Apache-2.0 */
/* proxy_h2_server.c - the server's frames: the conns' requests become frames, responses text. */
#define _GNU_SOURCE
#include "base/alloc.h"
#include "base/text/ascii.h"
#include "runner/recording/posix/proxy_h2.h"

/* Charged for each interim response besides its headers. */
enum { INTERIM_BYTES = 64 };

/* NULL: no conn reads the response any more. */
static struct strbuf *in_of(const struct mux_stream *st)
{
	return st && st->conn && st->conn->server.fed ? &st->conn->server.in : NULL;
}

/* --- responses --- */

static int on_header(nghttp2_session *session, const nghttp2_frame *frame, const uint8_t *name,
		     size_t name_len, const uint8_t *value, size_t value_len, uint8_t flags,
		     void *user)
{
	struct mux_stream *st = rec__mux_stream(session, frame->hd.stream_id);
	struct str n = { (const char *)name, name_len }, v = { (const char *)value, value_len };

	(void)flags;
	(void)user;
	if (!st || st->up_answered)
		return 0; /* trailers */
	if (str_eqz(n, ":status"))
		st->status = (v.ptr[0] - '0') * 100 + (v.ptr[1] - '0') * 10 + (v.ptr[2] - '0');
	else if (name_len && *name != ':' && st->up_lines.len <= REC_HEAD_BYTES_MAX)
		rec__mux_add_line(&st->up_lines, name, name_len, value, value_len);
	st->up_has_length = st->up_has_length || str_eqz(n, "content-length");
	return 0;
}

static void end_head(struct mux_stream *st, bool whole)
{
	struct strbuf *in = in_of(st);
	bool no_body = st->status == 204 || st->status == 304 ||
		       str_eqz(strbuf_str(&st->method), "HEAD") || st->status < 200;

	st->up_answered = st->status >= 200;
	st->up_chunked = !whole && !no_body && !st->up_has_length;
	if (in) {
		strbuf_addf(in, "HTTP/1.1 %d \r\n", st->status);
		strbuf_adds(in, strbuf_str(&st->up_lines));
		strbuf_addz(in, st->up_chunked ? "Transfer-Encoding: chunked\r\n\r\n"
				: whole && !no_body && !st->up_has_length
				    ? "Content-Length: 0\r\n\r\n"
				    : "\r\n");
	}
	st->mux->failed |= st->up_lines.failed || (in && in->failed);
	strbuf_clear(&st->up_lines);
	if (st->up_answered)
		strbuf_fini(&st->up_lines);
	else
		st->up_has_length = false;
}

static int on_data(nghttp2_session *session, uint8_t flags, int32_t id, const uint8_t *data,
		   size_t len, void *user)
{
	struct mux_stream *st = rec__mux_stream(session, id);
	struct strbuf *in = in_of(st);

	(void)flags;
	(void)user;
	if (!in)
		return nghttp2_session_consume(session, id, len);
	if (st->up_chunked)
		strbuf_addf(in, "%zx\r\n", len);
	strbuf_add(in, data, len);
	if (st->up_chunked)
		strbuf_addz(in, "\r\n");
	st->up_unread += len;
	st->mux->failed |= in->failed;
	st->mux->paused = true;
	return NGHTTP2_ERR_PAUSE; /* events are recorded in the order of their frames */
}

static void refuse(struct mux_stream *st, uint32_t code)
{
	st->up_closed = true;
	st->code = code;
	if (in_of(st))
		st->conn->server.in_reset = true;
}

static void reset_up(struct mux_stream *st, uint32_t code)
{
	(void)nghttp2_submit_rst_stream(st->mux->up, NGHTTP2_FLAG_NONE, st->up_id, code);
	nghttp2_session_set_stream_user_data(st->mux->up, st->up_id, NULL);
	refuse(st, code);
}

static int on_frame(nghttp2_session *session, const nghttp2_frame *frame, void *user)
{
	struct rec__mux *m = user;
	struct mux_stream *st = rec__mux_stream(session, frame->hd.stream_id);
	bool ends = (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0;

	if (frame->hd.type == NGHTTP2_PING && (frame->hd.flags & NGHTTP2_FLAG_ACK) && m->pings) {
		m->pings--;
		return nghttp2_submit_ping(m->down, NGHTTP2_FLAG_ACK, frame->ping.opaque_data);
	}
	if (frame->hd.type == NGHTTP2_GOAWAY) {
		m->goaway = true;
		m->goaway_code = frame->goaway.error_code;
	}
	if (!st || (frame->hd.type != NGHTTP2_HEADERS && frame->hd.type != NGHTTP2_DATA))
		return 0;
	if (frame->hd.type == NGHTTP2_HEADERS && !st->up_answered) {
		if (st->status < 200)
			st->interim_bytes += st->up_lines.len + INTERIM_BYTES;
		if (st->interim_bytes > REC_HEAD_BYTES_MAX) {
			reset_up(st, NGHTTP2_PROTOCOL_ERROR);
			return 0;
		}
		end_head(st, ends);
	}
	if (ends && st->up_chunked && in_of(st))
		strbuf_addz(in_of(st), "0\r\n\r\n");
	return 0;
}

/* A complete response ends by its text; the conn does not read on after it. */
static int on_close(nghttp2_session *session, int32_t id, uint32_t code, void *user)
{
	struct mux_stream *st = rec__mux_stream(session, id);

	(void)user;
	if (st)
		refuse(st, code);
	return 0;
}

static int on_not_sent(nghttp2_session *session, const nghttp2_frame *frame, int error, void *user)
{
	struct mux_stream *st = rec__mux_stream(session, frame->hd.stream_id);

	(void)error;
	(void)user;
	if (st && frame->hd.type == NGHTTP2_HEADERS)
		refuse(st, NGHTTP2_REFUSED_STREAM);
	return 0;
}

bool rec__mux_up_start(struct rec__mux *m)
{
	nghttp2_session_callbacks *calls;

	if (nghttp2_session_callbacks_new(&calls) != 0)
		return false;
	nghttp2_session_callbacks_set_on_header_callback(calls, on_header);
	nghttp2_session_callbacks_set_on_data_chunk_recv_callback(calls, on_data);
	nghttp2_session_callbacks_set_on_frame_recv_callback(calls, on_frame);
	nghttp2_session_callbacks_set_on_frame_not_send_callback(calls, on_not_sent);
	nghttp2_session_callbacks_set_on_stream_close_callback(calls, on_close);
	m->up = rec__mux_session(m, calls, false);
	nghttp2_session_callbacks_del(calls);
	return m->up != NULL;
}

bool rec__mux_up_feed(struct rec__mux *m, struct str in)
{
	/* After the last byte a paused session still has to report the end of its frame. */
	while (in.len || m->paused) {
		ssize_t n;

		m->paused = false;
		n = nghttp2_session_mem_recv(m->up, (const uint8_t *)in.ptr, in.len);
		if (n < 0)
			return false;
		in = (struct str) { in.ptr + n, in.len - (size_t)n };
		for (struct mux_stream *st = m->streams; st; st = st->next)
			if (in_of(st) && (st->conn->server.in.len > st->conn->server.in_at ||
					  st->conn->server.in_reset))
				rec__conn_pump(st->conn);
	}
	return true;
}

/* --- requests --- */

static ssize_t read_body(nghttp2_session *session, int32_t id, uint8_t *buf, size_t cap,
			 uint32_t *flags, nghttp2_data_source *source, void *user)
{
	struct mux_stream *st = source->ptr;
	size_t n = rec__mux_copy(&st->up_body, &st->up_at, buf, cap);

	(void)session;
	(void)id;
	(void)user;
	if (!st->up_body.len && st->up_ended)
		*flags |= NGHTTP2_DATA_FLAG_EOF;
	return n || st->up_ended ? (ssize_t)n : NGHTTP2_ERR_DEFERRED;
}

static void send_head(struct mux_stream *st)
{
	const struct rec__http_head *head = &st->request.head;
	nghttp2_nv *nv = base__calloc(head->header_count + 4, sizeof(*nv));
	nghttp2_data_provider body = { .source = { .ptr = st }, .read_callback = read_body };
	size_t n = 0;

	if (!nv) {
		st->mux->failed = true;
		return;
	}
	nv[n++] = rec__mux_nv(STR(":method"), head->method);
	nv[n++] = rec__mux_nv(STR(":scheme"), STR("https"));
	nv[n++] = rec__mux_nv(STR(":authority"), rec__http_header(head, "Host"));
	nv[n++] = rec__mux_nv(STR(":path"), head->target);
	for (size_t i = 0; i < head->header_count; i++)
		if (!rec__mux_is_hop(head->headers[i].name) &&
		    !ascii_eq_nocase(head->headers[i].name, STR("Host")))
			nv[n++] = rec__mux_nv(head->headers[i].name, head->headers[i].value);
	if (nghttp2_session_check_request_allowed(st->mux->up)) {
		st->up_id =
		    nghttp2_submit_request(st->mux->up, NULL, nv, n,
					   head->framing == REC_HTTP_NO_BODY ? NULL : &body, st);
		st->mux->failed |= st->up_id < 0;
	} else {
		refuse(st, NGHTTP2_REFUSED_STREAM);
	}
	base__free(nv);
}

void rec__mux_up_request(struct mux_stream *st)
{
	struct stream *from = &st->conn->server;

	while (from->fed && !st->up_ended && !st->up_closed &&
	       st->up_body.len - st->up_at < MUX_BODY_MAX &&
	       (stream_pending(from) || rec__http_done(&st->request))) {
		struct str rest = { from->out.ptr + from->out_at, stream_pending(from) }, data;
		size_t n;

		if (!rest.len)
			rest.ptr = "";
		switch (rec__http_feed(&st->request, rest, &n, &data)) {
		case REC_HTTP_MORE:
		case REC_HTTP_CHUNK:
			break;
		case REC_HTTP_HEAD:
			send_head(st);
			break;
		case REC_HTTP_DATA:
			strbuf_adds(&st->up_body, data);
			st->mux->failed |= st->up_body.failed;
			break;
		case REC_HTTP_END:
			st->up_ended = true;
			break;
		case REC_HTTP_BAD:
			refuse(st, NGHTTP2_PROTOCOL_ERROR);
			break;
		}
		from->out_at += n;
		if (st->up_id > 0)
			(void)nghttp2_session_resume_data(st->mux->up, st->up_id);
	}
}
