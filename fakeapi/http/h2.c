/* SPDX-License-Identifier: Apache-2.0 */
/* h2.c - an HTTP/2 connection: frames in and out, deadlines. */
#define _GNU_SOURCE
#include <sys/socket.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "fakeapi/http/h2.h"

enum {
	FRAMES_PER_TURN = 64,
	OUT_PIECE = 64 << 10,  /* collected before a write */
	FLUSH_MAX = 256 << 10, /* sent before other connections are served */
	LOOKS_PER_TIMEOUT = 2,
};

/* --- begin and end --- */

bool http__h2_start(struct conn *c)
{
	struct h2 *s = base__calloc(1, sizeof(*s));

	if (!s)
		return false;
	s->c = c;
	http__h2_faults_init(s);
	s->session = http__h2_session_new(s);
	if (!s->session) {
		nghttp2_session_del(s->session);
		base__free(s);
		return false;
	}
	http__h2_guard_init(&s->guard, c->h->opt.head_max);
	s->idle_deadline_ns = s->look_deadline_ns = TIME_NEVER;
	/* The preface and the first frame have the deadline of a head. */
	s->block_deadline_ns = time_add(http__real_ns(), c->h->opt.header_timeout_ns);
	c->h2 = s;
	c->state = CONN_H2;
	c->request_whole = true; /* no partly read request could need a wait */
	return true;
}

void http__h2_free(struct h2 *s)
{
	struct fakeapi__http *h = s->c->h;

	if (s->streams)
		(void)shutdown(s->c->fd, SHUT_WR); /* observers are called after the end is sent */
	while (s->streams) {
		struct h2_stream *st = s->streams;

		http__h2_stream_free(s, st, !st->r.server_ended && !h->stopping);
	}
	http__h2_faults_fini(s);
	nghttp2_session_del(s->session);
	base__free(s);
}

/* --- deadlines --- */

static int64_t earliest(const struct h2 *s)
{
	int64_t at = s->block_deadline_ns;

	at = s->idle_deadline_ns < at ? s->idle_deadline_ns : at;
	return s->look_deadline_ns < at ? s->look_deadline_ns : at;
}

/* Must be called after frames were read or streams ended. False: out of memory. */
static bool set_deadlines(struct h2 *s)
{
	const struct fakeapi__http_options *opt = &s->c->h->opt;
	bool starts = s->guard.preface_left > 0, busy = s->stream_count > 0;
	int64_t now_ns = http__real_ns();

	if (!starts && !s->guard.in_block)
		s->block_deadline_ns = TIME_NEVER;
	else if (s->block_deadline_ns == TIME_NEVER)
		s->block_deadline_ns = time_add(now_ns, opt->header_timeout_ns);
	if (busy)
		s->idle_deadline_ns = TIME_NEVER;
	else if (s->idle_deadline_ns == TIME_NEVER)
		s->idle_deadline_ns = time_add(now_ns, opt->idle_timeout_ns);
	if (!busy)
		s->look_deadline_ns = TIME_NEVER;
	else if (s->look_deadline_ns == TIME_NEVER)
		s->look_deadline_ns = time_add(now_ns, opt->unread_timeout_ns / LOOKS_PER_TIMEOUT);
	return http__timer_arm(s->c->h, &s->c->timer, earliest(s));
}

/* Checks streams whose window the client keeps closed as long as it may leave bytes unread. */
static void check_idle_streams(struct h2 *s)
{
	for (struct h2_stream *st = s->streams; st; st = st->next) {
		bool waits = !st->r.begun || st->r.suspended || st->closed || st->r.server_ended;

		if (waits || st->looked_at != st->r.pulled)
			st->idle_looks = 0;
		else if (++st->idle_looks >= LOOKS_PER_TIMEOUT)
			http__h2_break(st, FAKEAPI_PULL_CUT);
		st->looked_at = st->r.pulled;
	}
}

void http__h2_look(struct conn *c)
{
	struct h2 *s = c->h2;
	struct linger none = { .l_onoff = 1 };
	int64_t now_ns = http__real_ns();

	if (s->block_deadline_ns <= now_ns) {
		c->dropped = true;
		http__conn_close(c);
		return;
	}
	if (s->idle_deadline_ns <= now_ns && !s->stream_count)
		http__h2_drain(s, NGHTTP2_NO_ERROR);
	if (s->look_deadline_ns <= now_ns) {
		s->look_deadline_ns = TIME_NEVER; /* the flush sets it again */
		if (http__unread_look(c)) {
			(void)setsockopt(c->fd, SOL_SOCKET, SO_LINGER, &none, sizeof(none));
			c->dropped = true;
			http__conn_close(c);
			return;
		}
		check_idle_streams(s);
	}
	(void)http__h2_flush(c);
}

/* --- frames out --- */

void http__h2_want_flush(struct conn *c)
{
	struct fakeapi__http *h = c->h;

	if (c->has_flush || c->state != CONN_H2)
		return;
	c->has_flush = true;
	c->next_flush = h->flushes;
	h->flushes = c;
}

void http__h2_flush_all(struct fakeapi__http *h)
{
	while (h->flushes) {
		struct conn *c = h->flushes;

		h->flushes = c->next_flush;
		c->has_flush = false;
		(void)http__h2_flush(c);
	}
}

void http__h2_drain(struct h2 *s, uint32_t code)
{
	if (s->draining)
		return;
	s->draining = true;
	if (code ? nghttp2_session_terminate_session(s->session, code)
		 : nghttp2_submit_goaway(s->session, NGHTTP2_FLAG_NONE,
					 nghttp2_session_get_last_proc_stream_id(s->session), code,
					 NULL, 0))
		s->broken = true;
	http__h2_want_flush(s->c);
}

void http__h2_refuse(struct conn *c)
{
	http__h2_drain(c->h2, NGHTTP2_NO_ERROR);
}

/* Handles streams whose pulled bytes are in the socket or that have ended. */
static void settle(struct h2 *s)
{
	while (s->touched) {
		struct h2_stream *st = s->touched;

		s->touched = st->next_touched;
		st->touched = false;
		if (st->r.x)
			http__request_sent(&st->r, st->r.pulled, st->r.suspended);
	}
	while (s->closed) {
		struct h2_stream *st = s->closed;

		s->closed = st->next_closed;
		http__h2_stream_free(s, st, !st->r.server_ended);
	}
}

/* Returns the number of bytes from nghttp2; < 0: a fatal error. */
static ptrdiff_t collect(struct h2 *s)
{
	struct strbuf *out = &s->c->out;
	size_t from = out->len;

	while (out->len < OUT_PIECE) {
		const uint8_t *bytes;
		ssize_t n = nghttp2_session_mem_send(s->session, &bytes);

		if (n < 0)
			return -1;
		if (n == 0)
			break;
		if (http__h2_fault_withholds(s, bytes, (size_t)n))
			continue;
		strbuf_add(out, bytes, (size_t)n);
		if (out->failed)
			return -1;
	}
	return (ptrdiff_t)(out->len - from);
}

static bool is_over(const struct h2 *s)
{
	return (s->draining && !s->stream_count) ||
	       (!nghttp2_session_want_read(s->session) && !nghttp2_session_want_write(s->session));
}

static void close_conn(struct conn *c, bool dropped)
{
	c->dropped |= dropped;
	http__conn_close(c);
}

bool http__h2_flush(struct conn *c)
{
	struct h2 *s = c->h2;
	size_t sent = 0;

	if (c->state != CONN_H2)
		return false;
	if (s->silent) {
		settle(s);
		if (c->gone)
			close_conn(c, true);
		return !c->gone;
	}
	for (;;) {
		int rc = http__flush(c);
		ptrdiff_t n;

		if (rc == HTTP_BROKEN) {
			close_conn(c, true);
			return false;
		}
		if (rc == HTTP_AGAIN) {
			if (!set_deadlines(s))
				close_conn(c, true);
			return false;
		}
		settle(s);
		if (s->reset)
			http__reset_fd(c->fd);
		if (s->finish)
			http__finish_fd(c->fd);
		if (s->falls_silent) {
			http__h2_fault_silence(s);
			return false;
		}
		if (s->broken || s->reset || s->finish) {
			close_conn(c, true);
			return false;
		}
		if (sent >= FLUSH_MAX) {
			http__turn(c);
			break;
		}
		n = collect(s);
		if (s->cut && n >= 0) {
			http__h2_fault_cut_frame(s);
			n = 1;
		}
		s->broken = s->broken || n < 0;
		sent += n > 0 ? (size_t)n : 0;
		if (n == 0 && !s->broken && !s->finish && !s->falls_silent)
			break;
	}
	if (sent < FLUSH_MAX && is_over(s)) {
		close_conn(c, false);
		return false;
	}
	if (!set_deadlines(s)) {
		close_conn(c, true);
		return false;
	}
	return true;
}

/* --- frames in --- */

/* Feeds whole frames until a request is complete. False: a fatal error of nghttp2. */
static bool feed(struct h2 *s, struct str in, size_t *used)
{
	int64_t now_ns = http__real_ns();

	*used = 0;
	for (int frames = 0; frames < FRAMES_PER_TURN && *used < in.len && !s->ready;) {
		struct str rest = { in.ptr + *used, in.len - *used };
		struct http__h2_piece piece = http__h2_guard_next(&s->guard, rest, now_ns);

		if (piece.flood) {
			http__h2_drain(s, NGHTTP2_ENHANCE_YOUR_CALM);
			*used = in.len;
			return true;
		}
		if (nghttp2_session_mem_recv(s->session, (const uint8_t *)rest.ptr, piece.len) < 0)
			return false;
		*used += piece.len;
		frames += piece.ends_frame;
	}
	return true;
}

/* False: the connection is closed, or there is no more input. */
static bool take_input(struct h2 *s)
{
	struct conn *c = s->c;
	struct strbuf kept = c->in;
	struct str in = strbuf_str(&kept);
	size_t used;
	ssize_t n;
	bool fed;

	strbuf_init(&c->in);
	if (!in.len) {
		n = http__recv(c, c->h->scratch, HTTP_SCRATCH);
		if (n == HTTP_AGAIN)
			return false;
		if (n <= 0) {
			close_conn(c, n < 0);
			return false;
		}
		in = (struct str) { c->h->scratch, (size_t)n };
	}
	fed = feed(s, in, &used);
	/* The rest waits for the next turn: at most one read. */
	if (fed && used < in.len)
		strbuf_add(&c->in, in.ptr + used, in.len - used);
	s->broken = s->broken || !fed || c->in.failed;
	strbuf_fini(&kept);
	if (s->ready && !s->broken)
		http__h2_begin(s);
	return true;
}

void http__h2_run(struct conn *c)
{
	struct h2 *s = c->h2;

	/* Unsent bytes first: from a client that does not read, nothing is read. */
	if (!http__h2_flush(c) || !take_input(s))
		return;
	http__heads_count(c, c->in.cap + s->list_bytes);
	if (c->state != CONN_H2)
		return;
	if (http__h2_flush(c) && (c->in.len || c->readable))
		http__turn(c);
}
