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
	struct timer timer; /* first member: timer_expire() returns it */
	void (*fire)(struct http_timer *t);
	void *owner;
	struct timer_heap *heap; /* the heap in which it was last armed */
};

struct listener {
	struct source source;
	struct fakeapi__http *h;
	const char *host;
	int fd; /* always bound; listening unless refusing; -1 after stop */
	uint16_t port;
	char url[80];
	bool listening;
	struct http_timer timer; /* out of descriptors: retry accept */
};

enum conn_state {
	CONN_HANDSHAKE, /* TLS */
	CONN_HEAD,	/* reads the next request's head */
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
	size_t tls_tried;	 /* bytes of the record that GnuTLS has to retry */
	bool readable, writable; /* false: the last call returned EAGAIN */
	bool gone;		 /* the client closed its side, or reset */
	bool dropped;		 /* closed by a deadline or a limit: no more reads */
	bool request_whole;	 /* the newest request was read completely */
	bool had_request;	 /* no HTTP/2 preface can follow */
	struct strbuf in;	 /* received, not yet parsed */
	size_t searched;	 /* of `in`, for the end of the head */
	size_t head_bytes;	 /* of h->head_bytes */
	struct strbuf out;	 /* to send, from out_sent on */
	size_t out_sent;
	unsigned idle_looks; /* checks since the peer last acknowledged something */
	uint64_t acked;	     /* ... and the bytes acknowledged by then */
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
	uint64_t length; /* of the body, unless chunked; UINT64_MAX: too large for a number */
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
	size_t line;   /* bytes in the current line */
	size_t excess; /* framing bytes that exceed the data's allowance */
	bool extension, cr, digits;
};

/* One request on a connection. */
struct request {
	struct fakeapi__http *h;
	struct conn *c;
	int32_t stream;		/* of HTTP/2; 0: HTTP/1.1 */
	struct http__head head; /* its memory is released when the exchange begins */
	struct http__body framing;
	struct fakeapi__exchange *x; /* the exchange to pull */
	struct fakeapi__frame_fault frames;
	struct fakeapi__exchange *inner; /* the result of begin(): x, or wrapped in gzip */
	struct strbuf body;
	size_t body_bytes; /* in h->body_bytes until the response begins: others keep copies */
	struct ws *ws;
	char ws_accept[32];	 /* not empty: the client requests a WebSocket */
	char *ws_protocol;	 /* offered by the client, or NULL */
	struct http_timer timer; /* the exchange's deadline */
	uint64_t pulled;
	uint32_t reset_waits;
	enum fakeapi__pull ending; /* not WAIT: how the response ends once `out` is sent */
	bool begun;		   /* the response's head was written */
	bool chunked;		   /* the response's body is chunked */
	bool head_waits;	   /* in `out`, until the first chunk */
	bool keep;		   /* keep the connection after the response */
	bool too_many, accepts_gzip, is_head, http_1_0;
	bool suspended;
	bool server_ended; /* the exchange returned END, CUT or RESET */
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
	struct listener listeners[FAKEAPI_HTTP_PORTS_MAX + 1]; /* the control port is last */
	struct conn *conns;				       /* doubly linked, newest first */
	struct conn *turns, *last_turn;			       /* connections to serve, in order */
	struct conn *dead;				       /* closed in this round */
	struct conn *flushes;	 /* HTTP/2 connections with output, newest first */
	size_t stream_count;	 /* of all HTTP/2 connections */
	struct drain *lingering; /* newest first */
	uint32_t linger_count;
	size_t head_bytes;	     /* of all requests that have not begun */
	size_t body_bytes;	     /* of all requests */
	struct timer_heap timers;    /* of connections: real time, not the exchanges' clock */
	struct timer_heap deadlines; /* of exchanges: the options' clock */
	bool more_ready;	     /* some woken requests are not yet served */
	bool refusing, stopping;
	pthread_t thread, self; /* the same thread; the second is set by itself */
	atomic_uint conn_count;
	int64_t date_s; /* of `date` */
	char date[40];
	char scratch[HTTP_SCRATCH + 32]; /* for use within one call */

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
/* Arms a timer in real time. TIME_NEVER disarms. False: out of memory. */
bool http__timer_arm(struct fakeapi__http *h, struct http_timer *t, int64_t deadline_ns);
/* The same with the exchanges' clock. */
bool http__deadline_arm(struct fakeapi__http *h, struct http_timer *t, int64_t deadline_ns);
void http__timer_cancel(struct http_timer *t);

/* sockets.c */
/* Sends RST at once. The owner must still close the fd. */
void http__reset_fd(int fd);
/* Removes the descriptor from the epoll set and closes it. A child process that has not yet called
 * exec shares the socket: close() alone would leave it in the set, with a dangling pointer. */
void http__close_watched(const struct fakeapi__http *h, int fd);
/* Writes the client's address as text into `buf`; empty: unknown. */
struct str http__peer_ip(int fd, char *buf, size_t cap);
bool http__is_loopback(const struct sockaddr_storage *at);
/* True if the kernel has bytes that the peer has not received. */
bool http__unsent(int fd);
/* Sends FIN, and reads all input, which would turn close() into RST. */
void http__finish_fd(int fd);

/* io.c */
enum { HTTP_AGAIN = -1, HTTP_BROKEN = -2 };
/* False: the certificate or key is unusable. */
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
/* Sends, and keeps the rest in `out`. HTTP_BROKEN also if out of memory. */
int http__write(struct conn *c, const char *bytes, size_t len);

/* server.c */
/* Initialises everything but ports and the thread; `h` is zeroed. Call http__fini() after the last
 * connection. */
void http__init(struct fakeapi__http *h, struct fakeapi__server *server,
		const struct fakeapi__http_options *opt);
void http__fini(struct fakeapi__http *h);
/* Two steps of the loop. */
void http__fire_timers(struct fakeapi__http *h);
void http__serve_turns(struct fakeapi__http *h);
/* The wake hook of a request. */
void http__wake(void *request);
/* Opens and closes ports to match the current state. */
int http__settle_listeners(struct fakeapi__http *h, struct relist_err *err);
/* Queues the connection for another turn in this round. */
void http__turn(struct conn *c);

/* conn.c */
/* Takes the fd. */
void http__conn_new(struct fakeapi__http *h, int fd);
void http__conn_event(struct conn *c, uint32_t epoll_events);
/* Reads and writes until the socket or the exchange has no more, or one request is answered. */
void http__conn_run(struct conn *c);
/* Ends the connection's request and closes it in order: a client that is still sending can read the
 * response. */
void http__conn_close(struct conn *c);
/* Sets the deadline for the rest of the client's request. */
void http__conn_deadline(struct conn *c, int64_t after_ns);
void http__conn_free_dead(struct fakeapi__http *h);
/* After a complete response: reads the next request, or closes. */
void http__conn_next(struct conn *c, bool keep);

/* head.c */
/* Bytes up to the end of the head; 0: incomplete. `*searched` is 0 for a new head. */
size_t http__head_end(const struct strbuf *in, size_t *searched);
/* Checks the request line as soon as it is complete. */
struct http__refusal http__head_check_line(const struct strbuf *in);
/* Parses head->text. Status 503: out of memory. */
struct http__refusal http__head_parse(struct http__head *head);
void http__head_fini(struct http__head *head);
/* NULL if absent; of several the first. */
const char *http__head_get(const struct http__head *head, const char *name);

/* body.c */
void http__body_init(struct http__body *b, const struct http__head *head);
/* Returns the number of consumed bytes; *data is a piece of the body, possibly empty. */
size_t http__body_feed(struct http__body *b, struct str in, struct str *data);

/* request.c */
struct request *http__request_new(struct conn *c);
/* The same for a zeroed struct that the caller allocated within a larger one, and links itself. */
void http__request_init(struct request *r, struct conn *c);
/* Adds to the body. False: too large, a 413 was sent. */
bool http__body_add(struct request *r, struct str data);
/* Calls the server's begin() for the complete request. x stays NULL if out of memory. */
void http__request_begin(struct request *r);
/* Continues after a wake, a deadline or the client's end. */
void http__request_resume(struct request *r);
/* After PULL_WAIT: arms the deadline. False: the request cannot wait. */
bool http__request_wait(struct request *r);
void http__request_sent(const struct request *r, uint64_t bytes, bool waiting);
/* Ends the exchange, once. */
void http__request_end(struct request *r, bool client_gone);
void http__request_drop_body(struct request *r);
/* Ends the exchange and frees the request. */
void http__request_free(struct request *r, bool client_gone);

/* peer.c */
/* Reads the identity in the connection's client certificate, if the CA has signed it for
 * clients. */
void http__peer_read(struct conn *c, struct fakeapi__request *req, struct strbuf *name,
		     struct strbuf *groups);

/* answer.c */
/* Writes and pulls. True: the connection's state has changed. */
bool http__answer_run(struct conn *c);
/* The transport's own response to a request without an exchange. */
void http__answer_status(struct request *r, unsigned int code, const char *reason,
			 const char *message);
void http__answer_text(struct request *r, unsigned int code, const char *headers, const char *text);
/* Sends net/http's response to an invalid request; closes the connection. */
void http__answer_refusal(struct conn *c, struct http__refusal why);
void http__add_status_line(struct strbuf *out, unsigned int status);
void http__answer_too_many(struct request *r);	/* 429 */
void http__answer_too_large(struct request *r); /* 413 */
/* The current Date header's value. */
const char *http__date(struct fakeapi__http *h);
bool http__name_is(struct str name, const char *wanted);
/* Compresses the response if the request accepts it. */
void http__answer_compress(struct request *r);
/* True if the response has no body, whatever the exchange has. */
bool http__answer_is_bare(const struct request *r);
/* Bytes of the Warning headers sent so far. */
struct http__warnings {
	size_t bytes;
};
/* False for an exchange's header that the transport writes itself or drops; "Connection: close"
 * clears r->keep. */
bool http__answer_sends(struct request *r, const struct fakeapi__header *h,
			struct http__warnings *warnings);

/* linger.c */
/* Takes over `fd`: sends FIN and reads further input, up to a limit, so that the peer can read the
 * last output. False: the caller keeps it. */
bool http__linger(struct fakeapi__http *h, int fd);
void http__linger_event(struct drain *l);
void http__linger_close_all(struct fakeapi__http *h);

/* heads.c */
/* Counts the memory of an incomplete head, or of one whose request has not begun. May close
 * connections, including this one. */
void http__heads_count(struct conn *c, size_t bytes);

/* unread.c */
/* Starts the checks when a response begins. */
void http__unread_watch(struct conn *c);
/* Called when its timer fires. True: the client has read nothing for too long. */
bool http__unread_look(struct conn *c);

/* ws.c */
/* Reads the upgrade headers of a request into ws_accept and ws_protocol. */
void http__ws_detect(struct request *r);
/* Writes the handshake; the connection becomes a WebSocket. False: out of memory. */
bool http__ws_start(struct request *r);
void http__ws_run(struct ws *w);
void http__ws_free(struct ws *w);

/* h2.c */
/* Switches the connection to HTTP/2. False: out of memory. */
bool http__h2_start(struct conn *c);
void http__h2_free(struct h2 *s);
/* Reads, begins at most one request, writes. */
void http__h2_run(struct conn *c);
/* Called when its timer fires. */
void http__h2_look(struct conn *c);
/* Refuses new requests; closes after the last response. */
void http__h2_refuse(struct conn *c);
/* False: the connection is closed, or its socket is full. */
bool http__h2_flush(struct conn *c);
/* Sends the output of woken responses. */
void http__h2_flush_all(struct fakeapi__http *h);

/* h2_faults.c */
/* The SETTINGS of the connection are not yet acknowledged, and no request has begun. */
bool http__h2_fault_is_first(const struct h2 *s);

/* h2_answer.c */
/* http__request_resume() for a stream's request. */
void http__h2_resume(struct request *r);
void http__h2_own_response(struct request *r, unsigned int code, const char *headers,
			   struct str body);

/* gzip.c */
/* Wraps `inner` (borrowed until the wrapper's end(), which also ends it). NULL: out of memory. */
struct fakeapi__exchange *http__gzip_new(struct fakeapi__exchange *inner);

/* listen.c */
int http__watch_fd(struct fakeapi__http *h, int fd, uint32_t events, struct source *source);
void http__listener_init(struct listener *l, struct fakeapi__http *h);
/* Binds the ports of all backends and of the control API, and listens on them. */
int http__start_listeners(struct fakeapi__http *h, struct relist_err *err);
void http__accept_all(struct listener *l);

#endif
