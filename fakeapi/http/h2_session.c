/* SPDX-License-Identifier: Apache-2.0 */
/* h2_session.c - the nghttp2 session of a connection. Its settings are those of kube-apiserver
 * (apiserver/pkg/server/secure_serving.go) and of Go's server below it (x/net/http2/server.go). */
#include "fakeapi/http/h2.h"
#include "fakeapi/http/h2_memory.h"

enum {
	STREAMS = 100,
	STREAM_WINDOW = 256 << 10,
	FRAME_MAX = 256 << 10,
	HEADER_LIST_SLACK = 10 * H2_HEADER_OVERHEAD,
};

/* Not in every nghttp2. Its limit (33 resets a second, answered or not) would affect clients that
 * stop many watches. h2_guard.h has our limit. */
void nghttp2_option_set_stream_reset_rate_limit(nghttp2_option *option, uint64_t burst,
						uint64_t rate) __attribute__((weak));

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

/* RFC 9113, 8.1: a complete response before the request's end lets the client stop sending. */
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
	nghttp2_mem mem = http__h2_memory();
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
	/* Faults may withhold both. */
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

nghttp2_session *http__h2_session_new(struct h2 *s)
{
	s->session = session_new(s);
	if (s->session && !send_settings(s)) {
		nghttp2_session_del(s->session);
		s->session = NULL;
	}
	return s->session;
}
