/* SPDX-License-Identifier: Apache-2.0 */
/* internal.h - what server.c (ports, loop), mhd.c (requests and answers) and ws.c (WebSocket)
 * share. All of it belongs to the loop thread but for what lock guards. */
#ifndef FAKEAPI_HTTP_INTERNAL_H
#define FAKEAPI_HTTP_INTERNAL_H

#include <microhttpd.h>
#include <pthread.h>
#include <stdatomic.h>

#include "base/heap.h"
#include "base/lock.h"
#include "base/str.h"
#include "fakeapi/http/server.h"

/* What an epoll event points to. */
enum source_kind {
	SOURCE_MHD,
	SOURCE_WAKE,
	SOURCE_LISTENER,
	SOURCE_CONN,
	SOURCE_WS,
	SOURCE_LINGER
};

struct source {
	enum source_kind kind;
};

struct http_timer {
	struct timer timer; /* first: timer_expire() gives it back */
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
	struct http_timer timer; /* out of descriptors: look again */
};

/* One TCP connection. */
struct conn {
	struct source source;
	struct fakeapi__http *h;
	struct conn *prev, *next;
	struct request *req; /* from the request line to the answer's end */
	int fd;
	uint32_t listener;   /* which it came to: the backend, or after those the control port */
	bool gone;	     /* the client closed its side */
	bool dropped;	     /* it took too long */
	bool resting;	     /* between requests, and its memory was not given back yet */
	bool request_whole;  /* of the newest request: it was read to its end */
	unsigned idle_looks; /* since the peer last acknowledged something */
	uint64_t acked;	     /* ... and how much it had by then */
	char *memory;	     /* libmicrohttpd's; NULL: unknown */
	/* Headers, body or the next request must come until then; while it is answered, the next
	 * look at whether somebody reads. */
	struct http_timer timer;
};

struct ws;
struct drain;

/* One request on it. */
struct request {
	struct fakeapi__http *h;
	struct conn *c;
	struct MHD_Connection *mhd;
	struct fakeapi__exchange *x;	 /* what is pulled */
	struct fakeapi__exchange *inner; /* what begin() gave: x, or inside a gzip wrapper */
	char *uri;			 /* raw */
	const char *uri_end;		 /* in libmicrohttpd's memory, for head.c alone */
	struct strbuf body;
	size_t body_bytes;    /* of h->body_bytes, until its answer begins: others keep copies */
	struct strbuf prefix; /* pulled before the answer began */
	size_t prefix_sent;
	ptrdiff_t held_end; /* < 0: how the answer ends after the prefix */
	struct ws *ws;
	char ws_accept[32];	 /* not empty: the client asked for a WebSocket */
	char *ws_protocol;	 /* offered, or NULL */
	struct http_timer timer; /* the exchange's deadline */
	uint64_t pulled;
	uint32_t reset_waits;
	bool started, too_large, too_many, accepts_gzip, is_head;
	bool suspended;
	bool broken;	   /* a callback told libmicrohttpd to close the connection */
	bool server_ended; /* the exchange said END, CUT or RESET */
	bool gave_back;	   /* the memory that an endless answer does not need */
	bool whole;	   /* the answer is one buffer of `pulled` bytes */
	/* Guarded by h->lock. */
	bool queued;
	struct request *next_ready;
};

struct fakeapi__http {
	struct fakeapi__server *server;
	struct fakeapi__http_options opt;
	char *bind_host;
	struct MHD_Daemon *daemon;
	int epoll_fd, wake_fd;
	struct source mhd_source, wake_source;
	struct listener listeners[FAKEAPI_HTTP_PORTS_MAX + 1]; /* the control port comes last */
	struct conn *conns;				       /* doubly linked, newest first */
	struct ws *sockets;
	struct drain *lingering; /* newest first */
	uint32_t linger_count;
	size_t body_bytes;	     /* of all requests */
	struct timer_heap timers;    /* of connections: real time, whatever the exchanges' clock */
	struct timer_heap deadlines; /* of exchanges: the options' clock */
	struct http_timer heads_timer;
	bool looks_at_heads; /* it is armed */
	bool run_mhd;	     /* something changed behind libmicrohttpd's back */
	bool refusing, stopping;
	pthread_t thread;
	atomic_uint conn_count;

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
bool http__is_loopback(const struct sockaddr_storage *at);
/* Bytes the kernel has not delivered to the peer yet. */
bool http__unsent(int fd);
/* FIN, with nothing unread left that would turn close() into RST. */
void http__finish_fd(int fd);

/* server.c */
/* A wake hook. */
void http__wake(void *request);
/* Opens and closes ports as they should be now. */
int http__settle_listeners(struct fakeapi__http *h, struct relist_err *err);

/* mhd.c */
struct MHD_Daemon *http__daemon_start(struct fakeapi__http *h);
/* The request's exchange may have more, or its client is gone. */
void http__request_resume(struct request *r);
/* What the client still owes must come until then, sooner if it has closed its side. Without memory
 * for a deadline the connection goes, rather than staying for ever. */
void http__conn_deadline(struct conn *c, int64_t after_ns);
/* After PULL_WAIT: calls the observer, arms the deadline. False: the request cannot wait. */
bool http__request_wait(struct request *r);
void http__request_sent(const struct request *r, uint64_t bytes, bool waiting);
/* Ends the exchange, once. */
void http__request_end(struct request *r, bool client_gone);

/* head.c */
struct http__refusal {
	unsigned int status; /* 0: none */
	const char *text;
};

/* Why a request, whose headers are complete, is not to be looked at further. */
struct http__refusal http__head_refusal(struct request *r, const char *method, const char *version);
/* Bytes of the connection's memory that the answer's head may take, at least. */
size_t http__memory_left(struct request *r);

/* The piece of memory of a connection is where this libmicrohttpd is known to have it. */
bool http__knows_memory(void);

/* memory.c */
/* To the kernel; the bytes read as zeros afterwards. */
void http__give_back_buffer(char *buf, size_t len);
/* `method`: of its newest request. */
void http__note_memory(struct conn *c, const char *method);
/* Between requests. */
void http__give_back_idle(struct conn *c);
/* It is a WebSocket from now on, and what came with its head was read. */
void http__give_back_upgraded(struct conn *c);

/* linger.c */
/* Keeps a copy of `fd`, which its owner is about to close: sends FIN and reads what still comes, to
 * a bound, so that the peer gets to read what it was sent last. */
void http__linger(struct fakeapi__http *h, int fd);
void http__linger_event(struct drain *l);
void http__linger_close_all(struct fakeapi__http *h);

/* heads.c */
void http__heads_init(struct fakeapi__http *h);
/* There is one more connection. */
void http__heads_watch(struct fakeapi__http *h);

/* unread.c */
/* A request of the connection begins to be answered. */
void http__unread_watch(struct conn *c);
/* When its timer fires. True: nobody has read for too long. */
bool http__unread_look(struct conn *c);

/* ws.c */
/* Reads the upgrade headers of a request into ws_accept and ws_protocol. */
void http__ws_detect(struct request *r);
struct MHD_Response *http__ws_response(struct request *r);
void http__ws_event(struct ws *w, uint32_t epoll_events);
void http__ws_pump(struct ws *w);
void http__ws_close_all(struct fakeapi__http *h);
void http__ws_free(struct ws *w);

/* gzip.c */
/* Wraps `inner` (borrowed until the wrapper's end(), which ends it too). NULL: out of memory. */
struct fakeapi__exchange *http__gzip_new(struct fakeapi__exchange *inner);

#endif
