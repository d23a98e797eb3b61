/* SPDX-License-Identifier: Apache-2.0 */
/* h2_faults.c - faults in the frames of a connection (the rule `http2` of the control API). */
#include "base/clock.h"
#include "fakeapi/http/h2.h"

static const char settings_ack[H2_FRAME_HEAD] = { 0, 0, 0, NGHTTP2_SETTINGS, NGHTTP2_FLAG_ACK };

/* Grants flow-control windows in small steps. */
static void dribble(struct http_timer *t)
{
	struct h2 *s = t->owner;

	for (const struct h2_stream *st = s->streams; st; st = st->next) {
		if (st->whole || st->closed)
			continue;
		if (nghttp2_submit_window_update(s->session, NGHTTP2_FLAG_NONE, st->r.stream,
						 (int32_t)s->dribble) != 0 ||
		    nghttp2_submit_window_update(s->session, NGHTTP2_FLAG_NONE, 0,
						 (int32_t)s->dribble) != 0)
			s->broken = true;
	}
	if (!http__timer_arm(s->c->h, t, time_add(http__real_ns(), s->dribble_ns)))
		s->broken = true;
	http__h2_want_flush(s->c);
}

void http__h2_faults_init(struct h2 *s)
{
	atomic_bool *withhold = s->c->h->opt.withhold_settings_ack;

	s->acks_wait = withhold && atomic_load(withhold);
	http__timer_init(&s->dribble_timer, dribble, s);
}

static const struct fakeapi__http_observer *observer_of(const struct h2 *s)
{
	return &s->c->h->opt.observer;
}

bool http__h2_fault_is_first(const struct h2 *s)
{
	return s->acks_wait && !s->had_request;
}

bool http__h2_fault_withholds(struct h2 *s, const uint8_t *frame, size_t len)
{
	bool is_ack = len == sizeof(settings_ack) && memcmp(frame, settings_ack, len) == 0;

	if (!is_ack || (!s->no_acks && !s->acks_wait))
		return false;
	s->acks_due++;
	return true;
}

/* The rules for the first request have been applied. */
static void send_acks(struct h2 *s)
{
	if (!s->acks_wait)
		return;
	s->acks_wait = false;
	for (; s->acks_due && !s->no_acks; s->acks_due--)
		strbuf_add(&s->c->out, settings_ack, sizeof(settings_ack));
}

void http__h2_fault_deaf(struct h2 *s)
{
	if (!s->deaf && observer_of(s)->on_deaf)
		observer_of(s)->on_deaf(observer_of(s)->user, s->c->listener, true);
	s->deaf = true;
}

void http__h2_fault_silence(struct h2 *s)
{
	s->silent = s->no_pongs = true;
	http__h2_fault_deaf(s);
	for (const struct h2_stream *st = s->streams; st && observer_of(s)->on_frozen;
	     st = st->next)
		if (st->r.inner)
			observer_of(s)->on_frozen(observer_of(s)->user, st->r.inner);
}

void http__h2_fault_unserved(struct h2_stream *st, bool arrives)
{
	struct h2 *s = st->r.c->h2;

	if (st->unserved != arrives && observer_of(s)->on_unserved)
		observer_of(s)->on_unserved(observer_of(s)->user, s->c->listener, arrives);
	st->unserved = arrives;
}

void http__h2_faults_fini(struct h2 *s)
{
	http__timer_cancel(&s->dribble_timer);
	if (s->deaf && observer_of(s)->on_deaf)
		observer_of(s)->on_deaf(observer_of(s)->user, s->c->listener, false);
}

bool http__h2_credit(struct h2 *s, int32_t stream, size_t len)
{
	return s->no_credit || nghttp2_session_consume(s->session, stream, len) == 0;
}

static void set(struct h2 *s, int32_t id, uint32_t value)
{
	const nghttp2_settings_entry entry = { id, value };

	if (nghttp2_submit_settings(s->session, NGHTTP2_FLAG_NONE, &entry, 1) != 0)
		s->broken = true;
}

static void close_windows(struct h2 *s, const struct fakeapi__frame_fault *f)
{
	s->no_credit = true;
	set(s, NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, 0);
	if (!f->delay_ns)
		return;
	s->dribble = f->bytes ? f->bytes < INT32_MAX ? f->bytes : INT32_MAX : 1;
	s->dribble_ns = f->delay_ns;
	if (!http__timer_arm(s->c->h, &s->dribble_timer, time_add(http__real_ns(), f->delay_ns)))
		s->broken = true;
}

/* Sends a GOAWAY that excludes `st` and later streams. */
static void disown(struct h2 *s, const struct h2_stream *st, uint32_t code)
{
	s->draining = true;
	if (nghttp2_submit_goaway(s->session, NGHTTP2_FLAG_NONE,
				  st->r.stream > 1 ? st->r.stream - 2 : 0, code, NULL, 0) != 0)
		s->broken = true;
}

void http__h2_fault_begin(struct h2_stream *st)
{
	const struct fakeapi__frame_fault *f = &st->r.frames;
	struct h2 *s = st->r.c->h2;

	s->no_acks |= f->kind == FAKEAPI_FRAME_NO_SETTINGS_ACK;
	send_acks(s);
	switch (f->kind) {
	case FAKEAPI_FRAME_GOAWAY:
		s->draining = true;
		if (nghttp2_submit_goaway(s->session, NGHTTP2_FLAG_NONE,
					  nghttp2_session_get_last_proc_stream_id(s->session),
					  f->code, NULL, 0) != 0)
			s->broken = true;
		break;
	case FAKEAPI_FRAME_NO_PINGS:
		s->no_pongs = true;
		http__h2_fault_deaf(s);
		break;
	case FAKEAPI_FRAME_STREAMS:
		set(s, NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, f->streams);
		break;
	case FAKEAPI_FRAME_WINDOW:
		close_windows(s, f);
		break;
	case FAKEAPI_FRAME_TRAILERS:
		st->trailers = true;
		break;
	case FAKEAPI_FRAME_NONE:
	case FAKEAPI_FRAME_DISOWN:
	case FAKEAPI_FRAME_RESET:
	case FAKEAPI_FRAME_SILENT:
	case FAKEAPI_FRAME_CUT_DATA:
	case FAKEAPI_FRAME_CLOSE:
	case FAKEAPI_FRAME_NO_SETTINGS_ACK:
		break;
	}
}

bool http__h2_fault_cut(struct h2_stream *st)
{
	struct h2 *s = st->r.c->h2;

	send_acks(s);
	switch (st->r.frames.kind) {
	case FAKEAPI_FRAME_DISOWN:
		disown(s, st, st->r.frames.code);
		return true;
	case FAKEAPI_FRAME_RESET:
		if (nghttp2_submit_rst_stream(s->session, NGHTTP2_FLAG_NONE, st->r.stream,
					      st->r.frames.code) != 0)
			s->broken = true;
		return true;
	case FAKEAPI_FRAME_SILENT:
		s->falls_silent = true;
		return true;
	case FAKEAPI_FRAME_CUT_DATA:
		s->cut = st;
		s->finish = true;
		return true;
	case FAKEAPI_FRAME_CLOSE:
		s->finish = true;
		return true;
	case FAKEAPI_FRAME_NONE:
	case FAKEAPI_FRAME_GOAWAY:
	case FAKEAPI_FRAME_NO_PINGS:
	case FAKEAPI_FRAME_STREAMS:
	case FAKEAPI_FRAME_WINDOW:
	case FAKEAPI_FRAME_TRAILERS:
	case FAKEAPI_FRAME_NO_SETTINGS_ACK:
		break;
	}
	return false;
}

bool http__h2_fault_trailers(struct h2_stream *st)
{
	static const nghttp2_nv line = { (uint8_t *)(uintptr_t) "relist-trailer",
					 (uint8_t *)(uintptr_t) "after the body", 14, 14,
					 NGHTTP2_NV_FLAG_NONE };
	struct h2 *s = st->r.c->h2;

	if (!st->trailers)
		return false;
	if (nghttp2_submit_trailer(s->session, st->r.stream, &line, 1) != 0)
		s->broken = true;
	return true;
}

/* The frame's header announces twice the bytes that follow. */
void http__h2_fault_cut_frame(struct h2 *s)
{
	static const char half[] = "          "; /* neither ends nor breaks JSON */
	const uint32_t stream = (uint32_t)s->cut->r.stream;
	const char head[H2_FRAME_HEAD] = { 0,
					   0,
					   (char)(2 * (sizeof(half) - 1)),
					   H2_DATA,
					   0,
					   (char)(stream >> 24),
					   (char)(stream >> 16),
					   (char)(stream >> 8),
					   (char)stream };

	strbuf_add(&s->c->out, head, sizeof(head));
	strbuf_add(&s->c->out, half, sizeof(half) - 1);
	s->cut = NULL;
}
