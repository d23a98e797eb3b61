/* SPDX-License-Identifier: Apache-2.0 */
/* proxy_h2.c - a carrier: its connections, its conns, and the bytes between them. */
#define _GNU_SOURCE
#include "base/alloc.h"
#include "base/posix/clock.h"
#include "runner/recording/posix/proxy_h2.h"

/* --- begin and end --- */

/* Copies the bytes, since the conns read into the proxy's buffer. */
static void feed_client(struct conn *c, struct str in)
{
	strbuf_adds(&c->pending, in);
	rec__mux_down_feed(c->mux, strbuf_str(&c->pending));
	strbuf_clear(&c->pending);
}

void rec__mux_begin(struct conn *c)
{
	struct rec__mux *m = base__calloc(1, sizeof(*m));
	struct strbuf first = c->pending;

	c->greeting = false;
	strbuf_clear(&c->preface);
	strbuf_init(&c->pending);
	if (m) {
		m->carrier = c;
		c->mux = m;
		http__h2_guard_init(&m->guard, REC_HEAD_BYTES_MAX);
	}
	if (m && rec__mux_down_start(m)) {
		c->deadline_ns = TIME_NEVER;
		c->hungry = true;
		feed_client(c, strbuf_str(&first));
	} else {
		rec__conn_end(c, true, true);
	}
	strbuf_fini(&first);
}

static void free_stream(struct mux_stream *st)
{
	if (st->conn)
		st->conn->st = NULL;
	strbuf_fini(&st->method);
	strbuf_fini(&st->path);
	strbuf_fini(&st->authority);
	strbuf_fini(&st->lines);
	strbuf_fini(&st->body);
	strbuf_fini(&st->up_body);
	strbuf_fini(&st->up_lines);
	rec__http_fini(&st->answer);
	rec__http_fini(&st->request);
	base__free(st);
}

/* The conn of a stream has ended. */
static void conn_over(struct conn *c)
{
	struct mux_stream *st = c->st;

	rec__mux_down_answer(st); /* the rest of it */
	if (!st->ended && !c->ended_rude && st->answered && rec__http_end(&st->answer) &&
	    st->answer.head.framing == REC_HTTP_TO_CLOSE)
		st->ended = true;
	st->cut = !st->ended;
	st->conn = NULL;
	c->st = NULL;
	if (st->down_closed)
		return;
	if (st->answered)
		(void)nghttp2_session_resume_data(st->mux->down, st->id);
	else if (!st->mux->carrier->closing)
		(void)nghttp2_submit_rst_stream(st->mux->down, NGHTTP2_FLAG_NONE, st->id,
						st->code ? st->code : NGHTTP2_INTERNAL_ERROR);
}

void rec__mux_free(struct conn *c)
{
	struct rec__mux *m = c->mux;

	if (c->st)
		conn_over(c);
	if (!m)
		return;
	nghttp2_session_del(m->down);
	nghttp2_session_del(m->up);
	while (m->streams) {
		struct mux_stream *st = m->streams;

		m->streams = st->next;
		free_stream(st);
	}
	base__free(m);
	c->mux = NULL;
}

/* --- the server's connection --- */

static void attach(struct conn *c)
{
	struct strbuf out = c->server.out;

	stream_init_fed(&c->server);
	c->server.out = out;
	c->connecting = c->awaits = false;
	c->hungry = true;
}

/* With or without the carrier's connection. */
static void connect_conn(struct conn *c)
{
	struct rec__mux *m = c->carrier->mux;

	if (m->server == MUX_NO_SERVER && !c->proxy->target.tls)
		m->server = MUX_HTTP1;
	switch (m->server) {
	case MUX_NO_SERVER:
		m->server = MUX_CONNECTING;
		rec__conn_connect(c->carrier);
		break;
	case MUX_CONNECTING:
		break;
	case MUX_HTTP1:
		c->awaits = false;
		rec__conn_connect(c);
		break;
	case MUX_HTTP2:
		attach(c);
		break;
	}
}

/* Gives the carrier's connection to a conn. */
static void hand_over(struct conn *carrier, struct conn *c)
{
	struct strbuf out = c->server.out;

	c->server = carrier->server;
	c->server.out = out;
	c->connecting = c->awaits = false;
	c->hungry = true;
	stream_init(&carrier->server, -1);
}

/* The server has chosen its protocol. */
static void negotiated(struct conn *carrier)
{
	struct rec__mux *m = carrier->mux;

	carrier->server.holds = false;
	carrier->deadline_ns = TIME_NEVER;
	m->server = stream_speaks(&carrier->server, "h2") ? MUX_HTTP2 : MUX_HTTP1;
	if (m->server == MUX_HTTP2 && !rec__mux_up_start(m))
		m->failed = true;
	for (struct conn *c = carrier->proxy->conns; c; c = c->next) {
		if (c->carrier != carrier || !c->awaits || c->over)
			continue;
		if (m->server == MUX_HTTP2) {
			attach(c);
		} else if (carrier->server.fd >= 0) {
			hand_over(carrier, c);
		} else {
			c->awaits = false;
			rec__conn_connect(c);
		}
	}
	if (m->server == MUX_HTTP1)
		stream_close(&carrier->server, false);
}

/* The server's connection has ended: so do the responses under way, and the client's. */
static void lose_server(struct conn *carrier, bool reset)
{
	rec__conn_close_soon(carrier, reset);
	for (struct mux_stream *st = carrier->mux->streams; st; st = st->next) {
		if (!st->conn || !st->conn->server.fed)
			continue;
		st->conn->server.in_ended = true;
		st->conn->server.in_reset = reset;
		rec__conn_pump(st->conn);
	}
}

/* --- moving bytes --- */

static bool read_client(struct conn *c)
{
	enum conn_read how = CONN_NOTHING;
	struct str in;

	if (!c->closing && stream_pending(&c->client) < BUFFER_MAX)
		how = rec__conn_read_client(c, &in);
	if (how == CONN_BYTES)
		feed_client(c, in);
	return how != CONN_NOTHING;
}

static bool read_server(struct conn *c)
{
	struct str in;
	enum conn_read how = rec__conn_read_server(c, lose_server, &in);

	if (how == CONN_BYTES) {
		strbuf_adds(&c->preface, in);
		if (!rec__mux_up_feed(c->mux, strbuf_str(&c->preface)))
			lose_server(c, true);
		strbuf_clear(&c->preface);
	}
	return how != CONN_NOTHING;
}

/* Sends GOAWAY to the client: it opens another connection for its next requests. */
static void drain(struct rec__mux *m, uint32_t code)
{
	if (m->draining)
		return;
	m->draining = true;
	if (nghttp2_submit_goaway(m->down, NGHTTP2_FLAG_NONE,
				  nghttp2_session_get_last_proc_stream_id(m->down), code, NULL, 0))
		m->failed = true;
}

/* Returns the credit of bytes that the conn has read. */
static void credit(struct mux_stream *st)
{
	struct rec__mux *m = st->mux;

	if (st->down_unread && (!st->conn || !(st->conn->client.in.len - st->conn->client.in_at))) {
		(void)nghttp2_session_consume(m->down, st->id, st->down_unread);
		st->down_unread = 0;
	}
	if (st->up_unread && (!st->conn || !(st->conn->server.in.len - st->conn->server.in_at))) {
		(void)nghttp2_session_consume(m->up, st->up_id, st->up_unread);
		st->up_unread = 0;
	}
}

/* Releases the conn of a complete exchange, or ends that of a stream that the client has left. */
static void release(struct mux_stream *st)
{
	struct conn *c = st->conn;

	if (c->unwelcome)
		drain(st->mux, NGHTTP2_NO_ERROR);
	if (c->over)
		return;
	if (st->ended && !c->has_request && !c->closing && !stream_pending(&c->client)) {
		st->conn = NULL;
		c->st = NULL;
	} else if (st->down_closed) {
		rec__conn_client_left(c, st->code != 0);
	}
}

/* Moves the bytes of one stream. Returns false when it is over. */
static bool serve_stream(struct mux_stream *st)
{
	struct rec__mux *m = st->mux;

	if (st->conn) {
		rec__mux_down_answer(st);
		rec__mux_up_request(st);
	}
	if (st->conn && st->conn->awaits)
		connect_conn(st->conn);
	if (st->conn) {
		rec__conn_pump(st->conn);
		rec__mux_down_answer(st);
		rec__mux_up_request(st);
	}
	credit(st);
	if (st->conn)
		release(st);
	if (st->conn && st->conn->over)
		conn_over(st->conn);
	/* The server ends the stream of a complete exchange itself. */
	if (st->up_id && !st->up_closed && !(st->ended && st->up_ended) &&
	    (!st->conn || !st->conn->server.fed)) {
		(void)nghttp2_submit_rst_stream(m->up, NGHTTP2_FLAG_NONE, st->up_id,
						NGHTTP2_CANCEL);
		st->up_closed = true;
		nghttp2_session_set_stream_user_data(m->up, st->up_id, NULL);
	}
	return st->conn || !st->down_closed || (st->up_id && !st->up_closed);
}

void rec__mux_sweep(struct rec__mux *m)
{
	m->closed_count = 0;
	for (struct mux_stream **at = &m->streams; *at;) {
		struct mux_stream *st = *at;

		if (serve_stream(st)) {
			at = &st->next;
			continue;
		}
		*at = st->next;
		free_stream(st);
	}
}

/* Returns true if frames were made. */
static bool collect(struct rec__mux *m, nghttp2_session *session, struct stream *to)
{
	bool any = false;

	while (session && stream_is_open(to) && stream_pending(to) < BUFFER_MAX) {
		const uint8_t *bytes;
		ssize_t n = nghttp2_session_mem_send(session, &bytes);

		m->failed |= n < 0;
		if (n <= 0)
			break;
		strbuf_add(&to->out, bytes, (size_t)n);
		any = true;
	}
	return any;
}

static bool flush_server(struct conn *c)
{
	size_t before = stream_pending(&c->server);

	if (!rec__conn_flush_server(c))
		return true;
	if (c->server.fd < 0 || c->connecting || !c->server.holds || !c->server.tls ||
	    c->server.shaking)
		return stream_pending(&c->server) < before;
	negotiated(c);
	return true;
}

static bool is_over(const struct rec__mux *m)
{
	if (stream_pending(&m->carrier->client))
		return false;
	if (m->carrier->closing) {
		for (const struct mux_stream *st = m->streams; st; st = st->next)
			if (st->conn)
				return false;
		return true;
	}
	return (m->draining && !m->streams) ||
	       (!nghttp2_session_want_read(m->down) && !nghttp2_session_want_write(m->down));
}

static bool flush_both(struct conn *c)
{
	struct rec__mux *m = c->mux;
	bool moved = collect(m, m->up, &c->server);
	size_t before;

	moved = collect(m, m->down, &c->client) || moved;
	if (m->failed || c->client.out.failed || c->server.out.failed || c->pending.failed ||
	    c->preface.failed) {
		rec__conn_end(c, true, true);
		return true;
	}
	before = stream_pending(&c->client);
	if (!rec__conn_flush_client(c))
		return true;
	moved = stream_pending(&c->client) < before || moved;
	moved = flush_server(c) || moved;
	if (!c->over && is_over(m)) {
		rec__conn_end(c, true, c->rude);
		return true;
	}
	return moved;
}

/* The preface and a header block have the deadline of a head. */
static void set_deadline(struct conn *c)
{
	const struct http__h2_guard *g = &c->mux->guard;

	if (c->connecting || c->server.shaking || c->closing)
		return;
	if (!g->preface_left && !g->in_block)
		c->deadline_ns = TIME_NEVER;
	else if (c->deadline_ns == TIME_NEVER)
		c->deadline_ns = time_add(rec__proxy_now(c->proxy), c->proxy->opt.head_timeout_ns);
}

void rec__mux_pump(struct conn *c)
{
	c->hungry = true;
	for (int round = 0; round < ROUNDS_MAX && !c->over; round++) {
		bool moved = false;

		if (c->tunnelling)
			rec__conn_poll_tunnel(c);
		else if (c->connecting)
			rec__conn_poll_connect(c);
		if (!c->over)
			moved = read_client(c) || moved;
		if (!c->over)
			moved = read_server(c) || moved;
		if (!c->over && c->mux->goaway)
			drain(c->mux, c->mux->goaway_code);
		if (!c->over)
			rec__mux_sweep(c->mux);
		if (!c->over)
			moved = flush_both(c) || moved;
		if (!moved) {
			c->hungry = false;
			break;
		}
	}
	if (!c->over)
		set_deadline(c);
}
