/* SPDX-License-Identifier: Apache-2.0 */
/* server.h - a fakeapi__server on real sockets: HTTP/2, HTTP/1.1 and 1.0, plain or with TLS,
 * WebSocket. HTTP/2 is chosen by ALPN, or without TLS by the client's preface.
 *
 * One thread does everything: it accepts, parses requests, pulls the exchanges, writes responses,
 * and sleeps until the earliest deadline. So exchanges begin, are pulled and end on this thread and
 * need no lock of the transport. Only wakes come from other threads: they put the request on a list
 * (lock LEAF) and write an eventfd. A wake between a pull that returned PULL_WAIT and the
 * suspension stays on that list, so none is lost; nothing is polled.
 *
 * Connections take turns, one request each; after each turn woken responses (watches) are served.
 *
 * Who may call: the command line and tests; the core does not use it. Threads: its own thread
 * serves; wakes come from any. Locks: wakes (rank LEAF).
 */
#ifndef FAKEAPI_HTTP_SERVER_H
#define FAKEAPI_HTTP_SERVER_H

#include <stdatomic.h>

#include "fakeapi/exchange.h"

/* Maximum numbers of ports, and of ports with their own backend. The others identify clients, if a
 * test has one port per client. */
enum { FAKEAPI_HTTP_BACKENDS_MAX = 16, FAKEAPI_HTTP_PORTS_MAX = 160 };

/* Callbacks for a test harness. Called on the transport's thread without a lock, with the exchange
 * from the server's begin(); must not block or call functions of this header. Each may be NULL. */
struct fakeapi__http_observer {
	/* Body bytes passed to the kernel so far (before chunking). `waiting`: everything pulled is
	 * sent and the exchange waits for a wake or its deadline. */
	void (*on_sent)(void *user, const struct fakeapi__exchange *x, uint64_t body_bytes,
			bool waiting);
	/* Called just before the exchange's end(), after the connection's last byte, FIN or RST. */
	void (*on_end)(void *user, const struct fakeapi__exchange *x, bool client_gone);
	/* HTTP/2: a fault on frames makes a connection ignore pings, until it closes. */
	void (*on_deaf)(void *user, uint32_t port, bool deaf);
	/* HTTP/2: the exchange is not pulled any more, on a silent connection. */
	void (*on_frozen)(void *user, const struct fakeapi__exchange *x);
	/* HTTP/2: a request arrives on a silent connection, or (false) its stream ends. It has no
	 * exchange. */
	void (*on_unserved)(void *user, uint32_t port, bool arrives);
	void *user;
};

struct fakeapi__http_options {
	const char *bind_host;			/* NULL: 127.0.0.1 */
	uint32_t backend_count;			/* ports to listen on; 0: 1 */
	uint16_t ports[FAKEAPI_HTTP_PORTS_MAX]; /* 0: a free one */
	/* One more port, on loopback, whose requests are marked control_only. It is open while no
	 * other port accepts connections, so that a client can reopen them; or always. */
	bool control, control_always;
	uint16_t control_port;			/* 0: a free one */
	const char *tls_cert_pem, *tls_key_pem; /* both or none */
	const char *client_ca_pem;     /* requests a client certificate signed by it; NULL: none */
	int64_t (*now_ns)(void *user); /* NULL: CLOCK_MONOTONIC */
	void *now_user;
	bool http1;		/* no HTTP/2 */
	uint32_t http2_streams; /* concurrent, per connection; 0: 100, as kube-apiserver */
	bool peer_ips;		/* requests have their client's address */
	bool gzip;	   /* compress as kube-apiserver does: over 128 KiB, with Accept-Encoding */
	size_t body_max;   /* request body, then 413; 0: 3 MiB */
	size_t bodies_max; /* of all requests, then 429 to bodies over 32 KiB; 0: 256 MiB */
	size_t head_max;   /* request line and headers, then 431; 0: 1 MiB */
	size_t heads_max;  /* of all heads whose requests have not begun; 0: 64 MiB */
	uint32_t connection_max;   /* also the limit of all HTTP/2 streams together; 0: 60,000 */
	int64_t header_timeout_ns; /* first byte to end of headers; 0: 32 s */
	int64_t body_timeout_ns;   /* end of headers to end of body, then 408; 0: 60 s */
	int64_t unread_timeout_ns; /* the client reads no sent byte; 0: 60 s */
	int64_t idle_timeout_ns;   /* between requests, including the next headers; 0: 90 s */
	/* Called before the loop sleeps, and after a poke: true if backend i accepts connections.
	 * While it returns false, its port refuses, as after fakeapi__http_refuse(). NULL: always
	 * accepts. */
	bool (*accepts)(void *user, uint32_t backend);
	void *accepts_user;
	/* True: the SETTINGS of a new HTTP/2 connection are acknowledged with the response to its
	 * first request, or never (a fault). NULL: at once. */
	atomic_bool *withhold_settings_ack;
	struct fakeapi__http_observer observer;
};

struct fakeapi__http;

/* Listens and serves. NULL: the error is in err (address in use, bad certificate, out of
 * memory). */
struct fakeapi__http *fakeapi__http_start(struct fakeapi__server *server,
					  const struct fakeapi__http_options *opt,
					  struct relist_err *err);
/* Closes every connection, ends every exchange, joins the thread. NULL is fine. */
void fakeapi__http_stop(struct fakeapi__http *h);

/* For tests: the backend's port. */
uint16_t fakeapi__http_port(const struct fakeapi__http *h, uint32_t backend);
/* "http://127.0.0.1:PORT"; valid until stop. */
const char *fakeapi__http_url(const struct fakeapi__http *h, uint32_t backend);
/* The URL of the control port; NULL: none. */
const char *fakeapi__http_control_url(const struct fakeapi__http *h);

/* true: from the return on connections are refused, and those without a request are closed; current
 * responses continue. false: listens on the same ports again. Any thread but the transport's.
 * RELIST_EIO: a port could not be bound again. */
int fakeapi__http_refuse(struct fakeapi__http *h, bool refuse, struct relist_err *err);

/* Reads now_ns and the deadlines again: for a clock set by hand. Any thread. */
void fakeapi__http_poke(struct fakeapi__http *h);

/* Open connections, for tests and metrics. Any thread. */
uint32_t fakeapi__http_connection_count(struct fakeapi__http *h);

#endif
