/* SPDX-License-Identifier: Apache-2.0 */
/* h2.h - shared by the files of HTTP/2, a transport of exchanges over one connection (nghttp2).
 *
 *   conn.c detects h2 (ALPN, or the preface) -> h2.c feeds frames to nghttp2 and sends its output
 * -> h2_stream.c turns HEADERS and DATA into requests and begins their exchanges -> h2_answer.c
 * pulls the exchanges when nghttp2 can send DATA.
 *
 * nghttp2 pulls a stream only while both flow-control windows are open, so a client that reads
 * slowly costs a cursor and no queue. Callbacks of nghttp2 only record events; exchanges begin and
 * end outside of them. Everything belongs to the loop thread.
 */
#ifndef FAKEAPI_HTTP_H2_H
#define FAKEAPI_HTTP_H2_H

#include <nghttp2/nghttp2.h>

#include "fakeapi/http/h2_guard.h"
#include "fakeapi/http/internal.h"

/* Bytes that Go's server charges per header line in addition (RFC 9113, 6.5.2). */
enum { H2_HEADER_OVERHEAD = 32 };

struct h2_stream {
	struct request r;	       /* first; r.head.text: "name\0value\0" of each header */
	struct h2_stream *prev, *next; /* of h2.streams */
	struct h2_stream *next_touched, *next_closed;
	size_t list_bytes; /* of the header list, until the exchange begins */
	size_t lines;	   /* in r.head.text */
	struct strbuf own; /* the body of the transport's own response */
	size_t own_sent;
	uint64_t looked_at; /* r.pulled at the last check */
	unsigned idle_looks;
	bool has_head, whole;	/* the request's head, and its end, were received */
	bool head_is_too_large; /* 431 */
	bool touched;		/* pulled since the last report */
	bool closed;		/* nghttp2 has closed it */
	bool trailers;		/* a fault: a header list ends the response */
	bool unserved;		/* it arrived on a silent connection */
};

struct h2 {
	struct conn *c;
	nghttp2_session *session;
	struct http__h2_guard guard;
	struct h2_stream *streams; /* newest first */
	size_t stream_count;	   /* not closed */
	size_t list_bytes;	   /* of all streams */
	struct h2_stream *touched, *closed;
	struct h2_stream *ready; /* a complete request that has not begun; at most one */
	bool draining;		 /* GOAWAY was sent: closes after the last stream */
	bool broken;		 /* out of memory, or the client left: close */
	bool reset;		 /* close by RST */
	bool finish;		 /* close by FIN, without a GOAWAY */
	/* Faults: no more reads or writes, from now on or after `out` is sent. */
	bool silent, falls_silent;
	const struct h2_stream *cut; /* half of its DATA frame is the last output */
	bool no_pongs, no_credit;
	bool no_acks, acks_wait; /* SETTINGS are not acknowledged: never, or not yet */
	bool had_request;
	uint32_t acks_due;
	bool deaf; /* the observer knows that pings get no response */
	size_t dribble;
	int64_t dribble_ns;
	struct http_timer dribble_timer;
	/* Real time; TIME_NEVER. */
	int64_t block_deadline_ns, idle_deadline_ns, look_deadline_ns;
};

/* h2_session.c */
/* The session has its settings queued. NULL: out of memory. */
nghttp2_session *http__h2_session_new(struct h2 *s);

/* h2_stream.c */
int http__h2_on_begin_headers(nghttp2_session *session, const nghttp2_frame *frame, void *user);
int http__h2_on_header(nghttp2_session *session, const nghttp2_frame *frame, const uint8_t *name,
		       size_t name_len, const uint8_t *value, size_t value_len, uint8_t flags,
		       void *user);
int http__h2_on_data(nghttp2_session *session, uint8_t flags, int32_t id, const uint8_t *data,
		     size_t len, void *user);
int http__h2_on_close(nghttp2_session *session, int32_t id, uint32_t code, void *user);
/* Called after the HEADERS frame of a request and its continuations. */
void http__h2_head_ended(struct h2 *s, struct h2_stream *st);
/* Called after END_STREAM. */
void http__h2_request_ended(struct h2 *s, struct h2_stream *st);
/* Begins the exchange of the complete request. */
void http__h2_begin(struct h2 *s);
void http__h2_stream_free(struct h2 *s, struct h2_stream *st, bool client_gone);

/* h2_answer.c */
/* Starts the response if it is ready. */
void http__h2_answer(struct h2_stream *st);
/* Sends RST_STREAM, for a response that ends with it. */
void http__h2_break(struct h2_stream *st, enum fakeapi__pull how);

/* h2_faults.c */
void http__h2_faults_init(struct h2 *s);
/* Notifies the observer, once, that the connection ignores pings. */
void http__h2_fault_deaf(struct h2 *s);
/* Whether the frame that nghttp2 sends is dropped. */
bool http__h2_fault_withholds(struct h2 *s, const uint8_t *frame, size_t len);
/* The connection writes nothing and serves no request any more. */
void http__h2_fault_silence(struct h2 *s);
/* A request on a silent connection. */
void http__h2_fault_unserved(struct h2_stream *st, bool arrives);
void http__h2_faults_fini(struct h2 *s);
/* Applies faults once the head of the response is final. */
void http__h2_fault_begin(struct h2_stream *st);
/* Called at the end of the body. True: a header list follows, which ends the stream. */
bool http__h2_fault_trailers(struct h2_stream *st);
/* Called when the exchange was cut. True: a fault replaces the usual end. */
bool http__h2_fault_cut(struct h2_stream *st);
/* Appends half a DATA frame of s->cut to `out`. */
void http__h2_fault_cut_frame(struct h2 *s);
/* Returns flow-control credit for `len` uploaded bytes. False: out of memory. */
bool http__h2_credit(struct h2 *s, int32_t stream, size_t len);

/* h2.c */
/* Sends the connection's output after the current loop step. */
void http__h2_want_flush(struct conn *c);
/* Sends GOAWAY; the connection closes after its last stream. */
void http__h2_drain(struct h2 *s, uint32_t code);

#endif
