/* SPDX-License-Identifier: Apache-2.0 */
/* internal.h - shared by the files of the transport. Everything belongs to the loop thread, except
 * the members that fakeapi__http.lock guards.
 *
 *   accept -> conn.c reads a head (head.c parses it) and a body (body.c) -> request.c begins the
 *   exchange -> answer.c pulls it and writes -> the connection reads the next head, or closes.
 */
#ifndef FAKEAPI_HTTP_INTERNAL_H
#define FAKEAPI_HTTP_INTERNAL_H

#include <gnutls/gnutls.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/types.h>

#include "base/heap.h"
#include "base/lock.h"
#include "base/str.h"
#include "fakeapi/http/server.h"

enum { HTTP_SCRATCH = 64 << 10 };

/* The object that an epoll event points to. */
enum source_kind { SOURCE_WAKE, SOURCE_LISTENER, SOURCE_CONN, SOURCE_LINGER };

struct source {
	enum source_kind kind;
};

struct http_timer {
	struct timer timer; /* first: timer_expire() returns it */
	void (*fire)(struct http_timer *t);
	void *owner;
	struct timer_heap *heap; /* where it was armed last */
};

struct listener {
	struct source source;
	struct fakeapi__http *h;
	const char *host;
	int fd; /* bound always, listening unless refusing; -1 after stop */
	uint16_t port;
	char url[80];
	bool listening;
	struct http_timer timer; /* out of descriptors: accept again */
};

enum conn_state {
	CONN_HANDSHAKE, /* TLS */
	CONN_HEAD,	/* of the next request */
	CONN_BODY,
	CONN_ANSWER, /* from the end of the request to the last byte of its response */
	CONN_WEBSOCKET,
	CONN_H2,     /* from the client's preface to the end */
	CONN_CLOSED, /* freed at the end of the round */
};

/* One TCP connection. */
struct conn {
	struct source source;
	struct fakeapi__http *h;
	struct conn *prev, *next;
	struct conn *next_turn;	 /* of h->turns, or of h->dead */
	struct conn *next_flush; /* of h->flushes */
	bool has_turn, has_flush;
	enum conn_state state;
	struct request *req; /* from its head to the end of its response; NULL over HTTP/2 */
	struct h2 *h2;	     /* NULL over HTTP/1.1 */
	int fd;
	uint32_t listener; /* its index: a backend, or after those the control port */
	gnutls_session_t tls;
	size_t tls_tried;	 /* bytes of the record that GnuTLS has not sent yet */
	bool readable, writable; /* false: the last call said EAGAIN */
	bool gone;		 /* the client closed its side, or reset */
	bool dropped;		 /* closed by a deadline or a bound: nothing more is read */
	bool request_whole;	 /* the newest request was read to its end */
	bool had_request;	 /* no HTTP/2 preface can follow */
	struct strbuf in;	 /* received and not parsed yet */
	size_t searched;	 /* of `in`, for the end of the head */
	size_t head_bytes;	 /* of h->head_bytes */
	struct strbuf out;	 /* to be sent, from out_sent on */
	size_t out_sent;
	unsigned idle_looks; /* since the peer last acknowledged something */
	uint64_t acked;	     /* ... and how much it had by then */
	/* The deadline for the rest of the request; during the response, the next unread check. */
	struct http_timer timer;
};

struct ws;
struct h2;
struct drain;

struct http__refusal {
	unsigned int status; /* 0: none */
	const char *text;
};

/* A parsed request head. Strings are NUL-terminated, inside `text`. */
struct http__head {
	struct strbuf text;
	struct str method, target;
	struct fakeapi__header *headers; /* heap */
	size_t header_count;
	bool http_1_0, keep_alive, chunked;
	bool expects_continue, expects_other;
	uint64_t length; /* of the body, unless chunked; UINT64_MAX: beyond all numbers */
};

enum http__body_state {
	BODY_LENGTH,
	BODY_CHUNK_SIZE,
	BODY_CHUNK_DATA,
	BODY_CHUNK_END,
	BODY_TRAILERS,
	BODY_DONE,
	BODY_BAD,
};

/* Decodes the framing of a request body. */
struct http__body {
	enum http__body_state state;
	uint64_t left; /* of the body or of the chunk */
	size_t line;   /* bytes of the current line */
	size_t excess; /* bytes of framing that were more than the data needed */
	bool extension, cr, digits;
};

/* One request on a connection. */
struct request {
	struct fakeapi__http *h;
	struct conn *c;
	int32_t stream;		/* of HTTP/2; 0: HTTP/1.1 */
	struct http__head head; /* its memory is released when the exchange begins */
	struct http__body framing;
	struct fakeapi__exchange *x; /* what is pulled */
	struct fakeapi__frame_fault frames;
	struct fakeapi__exchange *inner; /* what begin() returned: x, or inside a gzip wrapper */
	struct strbuf body;
	size_t body_bytes; /* of h->body_bytes, until its answer begins: others keep copies */
	struct ws *ws;
	char ws_accept[32];	 /* not empty: the client requests a WebSocket */
	char *ws_protocol;	 /* offered, or NULL */
	struct http_timer timer; /* the exchange's deadline */
	uint64_t pulled;
	uint32_t reset_waits;
	enum fakeapi__pull ending; /* not WAIT: how the response ends once `out` is sent */
	bool begun;		   /* the response's head was written */
	bool chunked;		   /* the response's body is */
	bool head_waits;	   /* in `out`, for the first chunk */
	bool keep;		   /* the connection, after the response */
	bool too_many, accepts_gzip, is_head, http_1_0;
	bool suspended;
	bool server_ended; /* the exchange said END, CUT or RESET */
	/* Guarded by h->lock. */
	bool queued;
	struct request *next_ready;
};

struct fakeapi__http {
	struct fakeapi__server *server;
	struct fakeapi__http_options opt;
	char *bind_host;
	gnutls_certificate_credentials_t credentials; /* NULL without TLS */
	int epoll_fd, wake_fd;
	struct source wake_source;
	struct listener listeners[FAKEAPI_HTTP_PORTS_MAX + 1]; /* the control port comes last */
	struct conn *conns;				       /* doubly linked, newest first */
	struct conn *turns, *last_turn;			       /* connections to serve, in order */
	struct conn *dead;				       /* closed in this round */
	struct conn *flushes;	 /* HTTP/2 connections with output, newest first */
	size_t stream_count;	 /* of all HTTP/2 connections */
	struct drain *lingering; /* newest first */
	uint32_t linger_count;
	size_t head_bytes;	     /* of all requests that have not begun */
	size_t body_bytes;	     /* of all requests */
	struct timer_heap timers;    /* of connections: real time, whatever the exchanges' clock */
	struct timer_heap deadlines; /* of exchanges: the options' clock */
	bool more_ready;	     /* of the woken requests */
	bool refusing, stopping;
	pthread_t thread, self; /* the same, set by the thread itself */
	atomic_uint conn_count;
	int64_t date_s; /* of `date` */
	char date[40];
	char scratch[HTTP_SCRATCH + 32]; /* for one call */

	struct lock lock; /* rank LEAF */
	pthread_cond_t done;
	struct request *ready GUARDED_BY(lock); /* woken, oldest first */
	struct request *ready_last GUARDED_BY(lock);
	bool refuse_wanted GUARDED_BY(lock);
	bool stop_wanted GUARDED_BY(lock);
	uint64_t command_seq GUARDED_BY(lock);
	uint64_t command_done GUARDED_BY(lock);
	int command_code GUARDED_BY(lock);
	struct relist_err command_err GUARDED_BY(lock);
};

/* timers.c */
int64_t http__now_ns(const struct fakeapi__http *h); /* the exchanges' clock */
int64_t http__real_ns(void);			     /* CLOCK_MONOTONIC */
void http__timer_init(struct http_timer *t, void (*fire)(struct http_timer *), void *owner);
/* False when out of memory. TIME_NEVER disarms. In real time. */
bool http__timer_arm(struct fakeapi__http *h, struct http_timer *t, int64_t deadline_ns);
/* The same by the exchanges' clock. */
bool http__deadline_arm(struct fakeapi__http *h, struct http_timer *t, int64_t deadline_ns);
void http__timer_cancel(struct http_timer *t);

/* sockets.c */
/* RST now. The fd stays open and is closed by its owner. */
void http__reset_fd(int fd);
/* Takes the descriptor out of the epoll set and closes it. A child of this process that has not
 * called exec yet shares the socket: close() alone would leave it in the set, with a pointer to
 * what is freed next. */
void http__close_watched(const struct fakeapi__http *h, int fd);
bool http__is_loopback(const struct sockaddr_storage *at);
/* Bytes the kernel has not delivered to the peer yet. */
bool http__unsent(int fd);
/* FIN, with nothing unread left that would turn close() into RST. */
void http__finish_fd(int fd);

/* io.c */
enum { HTTP_AGAIN = -1, HTTP_BROKEN = -2 };
/* False: the certificate or key cannot be used. */
bool http__tls_init(struct fakeapi__http *h);
void http__tls_fini(struct fakeapi__http *h);
bool http__tls_start(struct conn *c);
/* 0: done; HTTP_AGAIN, HTTP_BROKEN. */
int http__tls_shake(struct conn *c);
bool http__tls_chose_h2(const struct conn *c);
/* The number of bytes, 0 at the end of the stream, HTTP_AGAIN or HTTP_BROKEN. */
ssize_t http__recv(struct conn *c, void *buf, size_t cap);
/* Sends as much of `out` as the socket takes. 0: all; HTTP_AGAIN, HTTP_BROKEN. */
int http__flush(struct conn *c);
/* Sends, and keeps in `out` what the socket does not take. HTTP_BROKEN also without memory. */
int http__write(struct conn *c, const char *bytes, size_t len);

/* server.c */
/* Everything but ports and a thread; `h` is zeroed. http__fini() after the last connection. */
void http__init(struct fakeapi__http *h, struct fakeapi__server *server,
		const struct fakeapi__http_options *opt);
void http__fini(struct fakeapi__http *h);
/* Two steps of the loop. */
void http__fire_timers(struct fakeapi__http *h);
void http__serve_turns(struct fakeapi__http *h);
/* A wake hook. */
void http__wake(void *request);
/* Opens and closes ports as they should be now. */
int http__settle_listeners(struct fakeapi__http *h, struct relist_err *err);
/* Serves the connection once more in this round, after those that wait already. */
void http__turn(struct conn *c);

/* conn.c */
/* Takes the fd. */
void http__conn_new(struct fakeapi__http *h, int fd);
void http__conn_event(struct conn *c, uint32_t epoll_events);
/* Reads and writes until the socket or the exchange has no more, or one request was answered. */
void http__conn_run(struct conn *c);
/* Ends its request. An orderly end: a client that is still sending gets to read the response. */
void http__conn_close(struct conn *c);
/* The client must have sent the rest of its request by then. */
void http__conn_deadline(struct conn *c, int64_t after_ns);
void http__conn_free_dead(struct fakeapi__http *h);
/* Its response is complete: reads the next request, or closes. */
void http__conn_next(struct conn *c, bool keep);

/* head.c */
/* Bytes up to the end of the head; 0: not there yet. `*searched` is 0 for a new head. */
size_t http__head_end(const struct strbuf *in, size_t *searched);
/* The request line alone, as soon as it is there. */
struct http__refusal http__head_check_line(const struct strbuf *in);
/* Parses head->text. Status 503: out of memory. */
struct http__refusal http__head_parse(struct http__head *head);
void http__head_fini(struct http__head *head);
/* NULL when absent; of several the first. */
const char *http__head_get(const struct http__head *head, const char *name);

/* body.c */
void http__body_init(struct http__body *b, const struct http__head *head);
/* Reads on: returns the bytes that it consumed; *data is a piece of the body, perhaps empty. */
size_t http__body_feed(struct http__body *b, struct str in, struct str *data);

/* request.c */
struct request *http__request_new(struct conn *c);
/* The same for one that its caller allocated zeroed, in a larger struct, and links itself. */
void http__request_init(struct request *r, struct conn *c);
/* Adds to the body. False: it is too large, and 413 was answered. */
bool http__body_add(struct request *r, struct str data);
/* The request is whole: calls the server's begin(). x stays NULL without memory. */
void http__request_begin(struct request *r);
/* The exchange may have more, or its client is gone. */
void http__request_resume(struct request *r);
/* After PULL_WAIT: arms the deadline. False: the request cannot wait. */
bool http__request_wait(struct request *r);
void http__request_sent(const struct request *r, uint64_t bytes, bool waiting);
/* Ends the exchange, once. */
void http__request_end(struct request *r, bool client_gone);
void http__request_drop_body(struct request *r);
/* Ends and frees it. */
void http__request_free(struct request *r, bool client_gone);

/* peer.c */
/* The identity in the connection's client certificate, if the CA has signed it for clients. */
void http__peer_read(struct conn *c, struct fakeapi__request *req, struct strbuf *name,
		     struct strbuf *groups);

/* answer.c */
/* Writes and pulls. True: the connection has another state now. */
bool http__answer_run(struct conn *c);
/* A response of the transport's own, to a request that the exchange has no part in. */
void http__answer_status(struct request *r, unsigned int code, const char *reason,
			 const char *message);
void http__answer_text(struct request *r, unsigned int code, const char *headers, const char *text);
/* What net/http answers before a handler exists; closes the connection. */
void http__answer_refusal(struct conn *c, struct http__refusal why);
const char *http__reason_phrase(unsigned int status);
void http__answer_too_many(struct request *r);	/* 429 */
void http__answer_too_large(struct request *r); /* 413 */
/* The current Date header's value. */
const char *http__date(struct fakeapi__http *h);
bool http__name_is(struct str name, const char *wanted);
/* Compresses the response if the request wants it. */
void http__answer_compress(struct request *r);
/* It has no body, whatever the exchange says. */
bool http__answer_is_bare(const struct request *r);
/* Bytes of the Warning headers sent so far. */
struct http__warnings {
	size_t bytes;
};
/* False for an exchange's header that the transport writes itself or drops; takes note of
 * "Connection: close" in r->keep. */
bool http__answer_sends(struct request *r, const struct fakeapi__header *h,
			struct http__warnings *warnings);

/* linger.c */
/* Takes `fd`: sends FIN and reads what still comes, to a bound, so that the peer gets to read what
 * it was sent last. False: the caller keeps it. */
bool http__linger(struct fakeapi__http *h, int fd);
void http__linger_event(struct drain *l);
void http__linger_close_all(struct fakeapi__http *h);

/* heads.c */
/* Counts the memory of a head that has not ended, or whose request has not begun. May close
 * connections, this one included. */
void http__heads_count(struct conn *c, size_t bytes);

/* unread.c */
/* A request of the connection begins to be answered. */
void http__unread_watch(struct conn *c);
/* When its timer fires. True: the client has read nothing for too long. */
bool http__unread_look(struct conn *c);

/* ws.c */
/* Reads the upgrade headers of a request into ws_accept and ws_protocol. */
void http__ws_detect(struct request *r);
/* Writes the handshake; the connection is a WebSocket from now on. False: out of memory. */
bool http__ws_start(struct request *r);
void http__ws_run(struct ws *w);
void http__ws_free(struct ws *w);

/* h2.c */
enum http__preface { PREFACE_OTHER, PREFACE_PART, PREFACE_WHOLE };
/* Does it begin as a client of HTTP/2 does? */
enum http__preface http__h2_preface(const struct strbuf *in);
/* The connection speaks HTTP/2 from now on. False: out of memory. */
bool http__h2_start(struct conn *c);
void http__h2_free(struct h2 *s);
/* Reads, begins at most one request, writes. */
void http__h2_run(struct conn *c);
/* When its timer fires. */
void http__h2_look(struct conn *c);
/* Takes no new requests; closes after the last response. */
void http__h2_refuse(struct conn *c);
/* False: the connection is closed, or its socket is full. */
bool http__h2_flush(struct conn *c);
/* Sends what woken responses have put out. */
void http__h2_flush_all(struct fakeapi__http *h);

/* h2_answer.c */
/* http__request_resume() of a stream's request. */
void http__h2_resume(struct request *r);
void http__h2_own_response(struct request *r, unsigned int code, const char *headers,
			   struct str body);

/* gzip.c */
/* Wraps `inner` (borrowed until the wrapper's end(), which ends it too). NULL: out of memory. */
struct fakeapi__exchange *http__gzip_new(struct fakeapi__exchange *inner);

#endif
