/* SPDX-License-Identifier: Apache-2.0 */
/* h2.c - the life of a connection that speaks HTTP/2: settings, frames in and out, deadlines.
 * Settings are those of kube-apiserver (apiserver/pkg/server/secure_serving.go) and of Go's server
 * below it (x/net/http2/server.go). */
#define _GNU_SOURCE
#include <sys/socket.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "fakeapi/http/h2.h"

enum {
	STREAMS = 100,
	STREAM_WINDOW = 256 << 10,
	FRAME_MAX = 256 << 10,
	HEADER_LIST_SLACK = 10 * H2_HEADER_OVERHEAD,
	FRAMES_PER_TURN = 64,
	OUT_PIECE = 64 << 10,  /* collected before a write */
	FLUSH_MAX = 256 << 10, /* sent before others have their turn */
	LOOKS_PER_TIMEOUT = 2,
};

static const char preface[] = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

_Static_assert(sizeof(preface) - 1 == H2_PREFACE_LEN, "the client's preface");

/* Not in every nghttp2; where it is, its bound (33 resets a second, answered or not) would meet
 * clients that stop many watches. h2_guard.h has ours. */
void nghttp2_option_set_stream_reset_rate_limit(nghttp2_option *option, uint64_t burst,
						uint64_t rate) __attribute__((weak));

/* --- sessions --- */

static void *h2_malloc(size_t size, void *user)
{
	(void)user;
	return base__malloc(size);
}

static void h2_free_memory(void *ptr, void *user)
{
	(void)user;
	base__free(ptr);
}

static void *h2_calloc(size_t count, size_t size, void *user)
{
	(void)user;
	return base__calloc(count, size);
}

static void *h2_realloc(void *ptr, size_t size, void *user)
{
	(void)user;
	return base__realloc(ptr, size);
}

static struct h2_stream *stream_of(nghttp2_session *session, int32_t id)
{
	return id ? nghttp2_session_get_stream_user_data(session, id) : NULL;
}

static int on_frame(nghttp2_session *session, const nghttp2_frame *frame, void *user)
{
	struct h2 *s = user;
	struct h2_stream *st = stream_of(session, frame->hd.stream_id);

	switch (frame->hd.type) {
	case NGHTTP2_HEADERS:
		if (st && frame->headers.cat == NGHTTP2_HCAT_REQUEST)
			http__h2_head_ended(s, st);
		break;
	case NGHTTP2_DATA:
		break;
	case NGHTTP2_PING:
		if (!(frame->hd.flags & NGHTTP2_FLAG_ACK) && !s->no_pongs)
			return nghttp2_submit_ping(session, NGHTTP2_FLAG_ACK,
						   frame->ping.opaque_data);
		return 0;
	case NGHTTP2_RST_STREAM:
		if (st && !st->r.begun && !http__h2_guard_reset(&s->guard, http__real_ns()))
			http__h2_drain(s, NGHTTP2_ENHANCE_YOUR_CALM);
		return 0;
	default:
		return 0;
	}
	if (st && (frame->hd.flags & NGHTTP2_FLAG_END_STREAM))
		http__h2_request_ended(s, st);
	return 0;
}

/* RFC 9113, 8.1: a response that is complete before its request lets the client stop. */
static int on_frame_sent(nghttp2_session *session, const nghttp2_frame *frame, void *user)
{
	struct h2 *s = user;
	struct h2_stream *st = stream_of(session, frame->hd.stream_id);

	if (frame->hd.type != NGHTTP2_DATA && frame->hd.type != NGHTTP2_HEADERS)
		return 0;
	http__h2_guard_earn(&s->guard);
	if (st && (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) && !st->whole)
		(void)nghttp2_submit_rst_stream(session, NGHTTP2_FLAG_NONE, frame->hd.stream_id,
						NGHTTP2_NO_ERROR);
	return 0;
}

static nghttp2_session *session_new(struct h2 *s)
{
	nghttp2_mem mem = { NULL, h2_malloc, h2_free_memory, h2_calloc, h2_realloc };
	nghttp2_session_callbacks *calls = NULL;
	nghttp2_option *option = NULL;
	nghttp2_session *session = NULL;

	if (nghttp2_session_callbacks_new(&calls) != 0 || nghttp2_option_new(&option) != 0)
		goto out;
	nghttp2_session_callbacks_set_on_begin_headers_callback(calls, http__h2_on_begin_headers);
	nghttp2_session_callbacks_set_on_header_callback(calls, http__h2_on_header);
	nghttp2_session_callbacks_set_on_data_chunk_recv_callback(calls, http__h2_on_data);
	nghttp2_session_callbacks_set_on_frame_recv_callback(calls, on_frame);
	nghttp2_session_callbacks_set_on_frame_send_callback(calls, on_frame_sent);
	nghttp2_session_callbacks_set_on_stream_close_callback(calls, http__h2_on_close);
	/* Faults withhold both. */
	nghttp2_option_set_no_auto_ping_ack(option, 1);
	nghttp2_option_set_no_auto_window_update(option, 1);
	if (nghttp2_option_set_stream_reset_rate_limit)
		nghttp2_option_set_stream_reset_rate_limit(option, UINT64_MAX, UINT64_MAX);
	if (nghttp2_session_server_new3(&session, calls, s, option, &mem) != 0)
		session = NULL;
out:
	nghttp2_session_callbacks_del(calls);
	nghttp2_option_del(option);
	return session;
}

static bool send_settings(struct h2 *s)
{
	const struct fakeapi__http_options *opt = &s->c->h->opt;
	uint32_t streams = opt->http2_streams ? opt->http2_streams : STREAMS;
	int64_t window = (int64_t)STREAM_WINDOW * streams;
	const nghttp2_settings_entry entries[] = {
		{ NGHTTP2_SETTINGS_MAX_FRAME_SIZE, FRAME_MAX },
		{ NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, streams },
		{ NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE,
		  (uint32_t)opt->head_max + HEADER_LIST_SLACK },
		{ NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, STREAM_WINDOW },
	};

	return nghttp2_submit_settings(s->session, NGHTTP2_FLAG_NONE, entries,
				       ARRAY_LEN(entries)) == 0 &&
	       nghttp2_session_set_local_window_size(s->session, NGHTTP2_FLAG_NONE, 0,
						     window < INT32_MAX ? (int32_t)window
									: INT32_MAX) == 0;
}

bool http__h2_start(struct conn *c)
{
	struct h2 *s = base__calloc(1, sizeof(*s));

	if (!s)
		return false;
	s->c = c;
	http__h2_faults_init(s);
	s->session = session_new(s);
	if (!s->session || !send_settings(s)) {
		nghttp2_session_del(s->session);
		base__free(s);
		return false;
	}
	http__h2_guard_init(&s->guard, c->h->opt.head_max);
	s->idle_deadline_ns = s->look_deadline_ns = TIME_NEVER;
	/* The preface and the first frame are due when a head would be. */
	s->block_deadline_ns = time_add(http__real_ns(), c->h->opt.header_timeout_ns);
	c->h2 = s;
	c->state = CONN_H2;
	c->request_whole = true; /* nothing is half-read that would be worth waiting for */
	return true;
}

void http__h2_free(struct h2 *s)
{
	struct fakeapi__http *h = s->c->h;

	if (s->streams)
		(void)shutdown(s->c->fd, SHUT_WR); /* observers see the end after it was sent */
	while (s->streams) {
		struct h2_stream *st = s->streams;

		http__h2_stream_free(s, st, !st->r.server_ended && !h->stopping);
	}
	http__timer_cancel(&s->dribble_timer);
	nghttp2_session_del(s->session);
	base__free(s);
}

enum http__preface http__h2_preface(const struct strbuf *in)
{
	size_t n = in->len < H2_PREFACE_LEN ? in->len : H2_PREFACE_LEN;

	if (!n || memcmp(in->ptr, preface, n) != 0)
		return PREFACE_OTHER;
	return n < H2_PREFACE_LEN ? PREFACE_PART : PREFACE_WHOLE;
}

/* --- deadlines --- */

static int64_t earliest(const struct h2 *s)
{
	int64_t at = s->block_deadline_ns;

	at = s->idle_deadline_ns < at ? s->idle_deadline_ns : at;
	return s->look_deadline_ns < at ? s->look_deadline_ns : at;
}

/* After frames were read or streams have ended. False: no memory for a timer. */
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

/* A window that the client does not open for as long as it may leave bytes unread. */
static void look_at_streams(struct h2 *s)
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
		s->look_deadline_ns = TIME_NEVER; /* and set again by the flush */
		if (http__unread_look(c)) {
			(void)setsockopt(c->fd, SOL_SOCKET, SO_LINGER, &none, sizeof(none));
			c->dropped = true;
			http__conn_close(c);
			return;
		}
		look_at_streams(s);
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

/* What was pulled is in the socket, and ended streams have ended there. */
static void settle(struct h2 *s)
{
	struct h2_stream *next;

	while (s->touched) {
		struct h2_stream *st = s->touched;

		s->touched = st->next_touched;
		st->touched = false;
		if (st->r.x)
			http__request_sent(&st->r, st->r.pulled, st->r.suspended);
	}
	for (struct h2_stream *st = s->streams; st; st = next) {
		next = st->next;
		if (st->closed)
			http__h2_stream_free(s, st, !st->r.server_ended);
	}
}

/* Bytes that nghttp2 gave; < 0: it cannot go on. */
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
		if (c->gone)
			close_conn(c, true);
		return false;
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
			s->silent = true;
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

/* Feeds whole frames until a request is whole. False: nghttp2 cannot go on. */
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

/* False: the connection is closed, or has nothing more for now. */
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
	/* The rest waits for the next turn, at most one read of it. */
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

	/* Unsent bytes first: a client that sends and does not read is not read either. */
	if (!http__h2_flush(c) || !take_input(s))
		return;
	http__heads_count(c, c->in.cap + s->list_bytes);
	if (c->state != CONN_H2)
		return;
	if (http__h2_flush(c) && (c->in.len || c->readable))
		http__turn(c);
}
