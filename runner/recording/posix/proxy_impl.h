/* SPDX-License-Identifier: Apache-2.0 */
/* proxy_impl.h - shared by proxy.c (the loop and the setup), proxy_conn.c (one connection: its
 * requests, responses and ends), proxy_bytes.c (its reads and flushes), proxy_h2.h (clients of
 * HTTP/2), proxy_connect.c (the connect to the server) and proxy_tls.c (the proxy's identity for
 * the server, and the verification of the server's certificate). */
#ifndef RUNNER_RECORDING_POSIX_PROXY_IMPL_H
#define RUNNER_RECORDING_POSIX_PROXY_IMPL_H

#include <netdb.h>
#include <poll.h>
#include <pthread.h>

#include "runner/recording/posix/proxy.h"
#include "runner/recording/posix/stream.h"
#include "runner/recording/posix/tunnel.h"
#include "runner/recording/rewrite.h"

enum {
	BUFFER_MAX = 256 << 10, /* buffered bytes in one direction */
	READ_MAX = 64 << 10,
	ROUNDS_MAX = 64, /* of one connection before the others are served */
};

struct conn {
	struct conn *next;
	struct rec__proxy *proxy;
	struct stream client, server;
	uint32_t number;
	struct rec__http request, answer;
	struct rec__exchange *x;
	struct strbuf pending;		/* read from the client, not parsed yet: the next request */
	const struct addrinfo *address; /* the current address of the connect */
	bool connecting;
	bool tunnelling; /* while connecting: CONNECT has been sent to the HTTP proxy */
	struct tunnel tunnel;
	bool unwelcome; /* the server refused its certificate: the next connection uses another */
	bool has_request, request_done, answered; /* state of the current request */
	bool opaque;  /* after an upgrade or a response that is not HTTP */
	bool closing; /* closes once everything is flushed */
	bool rude;    /* close with RST */
	bool over;
	bool greeting;	     /* the client's TLS handshake is in progress */
	bool hungry;	     /* had more work than one turn allows */
	int64_t deadline_ns; /* of a head or a connect; TIME_NEVER */
	struct pollfd *polls[2];
	/* HTTP/2: proxy_h2.h */
	struct strbuf preface; /* the first bytes of a client without TLS */
	bool greeted;	       /* the client's protocol is known */
	bool speaks_h2;	       /* the client does; `pending` has its first bytes */
	struct rec__mux *mux;  /* then */
	struct conn *carrier;  /* of a stream: the connection that it belongs to */
	struct mux_stream *st; /* of a stream; NULL: idle */
	bool awaits;	       /* of a stream, connecting: the carrier connects it to the server */
	bool ended_rude;       /* of a stream that is over: not a regular end */
};

struct rec__proxy {
	struct rec__proxy_options opt;
	int listener, wake[2];
	pthread_t thread;
	char *url;
	struct rec__site target;
	struct addrinfo *addresses;
	bool has_way;
	struct tunnel_way way;
	gnutls_certificate_credentials_t to_server, to_client;
	struct identity *identities; /* of the callback's certificates; the newest is first */
	struct conn *conns;
	uint32_t conn_count;
	struct pollfd *polls;
	size_t poll_cap;
	int64_t started_ns;
	bool reported; /* the server is unreachable, which the log says already */
	char *buf;
};

/* A certificate from the upstream's callback. Connections refer to it until the end. */
struct identity {
	struct identity *next;
	char *cert_pem;
	gnutls_certificate_credentials_t credentials;
};

/* --- proxy.c --- */
/* A round of the loop, after poll(): serves every connection, and frees those that are over. */
void rec__proxy_serve(struct rec__proxy *p);

/* --- proxy_conn.c: on the loop's thread --- */
/* Adds a connection without sockets; NULL: out of memory. */
struct conn *rec__conn_new(struct rec__proxy *p);
/* Time since the start. */
int64_t rec__proxy_now(const struct rec__proxy *p);
void rec__conn_client_left(struct conn *c, bool reset);
void rec__proxy_report(struct rec__proxy *p, const char *what, const char *why);
/* Records the end of the current exchange. */
void rec__conn_close_exchange(struct conn *c, enum rec__how how, const char *why);
/* Closes after the received data was forwarded; `rude`: with RST. */
void rec__conn_close_soon(struct conn *c, bool rude);
/* Ends it at once, with the conns of its streams, and records that. */
void rec__conn_end(struct conn *c, bool by_server, bool reset);
/* Moves data, for one turn. */
void rec__conn_pump(struct conn *c);
void rec__conn_deadline(struct conn *c);

/* --- proxy_bytes.c --- */
enum conn_read { CONN_NOTHING, CONN_BYTES, CONN_ENDED };
/* Reads into the proxy's buffer; `left` receives a server that has ended. */
enum conn_read rec__conn_read_client(struct conn *c, struct str *in);
enum conn_read rec__conn_read_server(struct conn *c, void (*left)(struct conn *c, bool reset),
				     struct str *in);
/* Each returns false if the connection has failed. */
bool rec__conn_flush_client(struct conn *c);
bool rec__conn_flush_server(struct conn *c);

/* --- proxy_connect.c --- */
void rec__conn_connect(struct conn *c);
/* Continues a connect whose socket may be ready. */
void rec__conn_poll_connect(struct conn *c);
void rec__conn_poll_tunnel(struct conn *c);
/* Ends the exchange and closes; reports the first failure in a row. */
void rec__conn_server_failed(struct conn *c, enum rec__how how, const char *why);

/* --- proxy_tls.c --- */
enum { REC_PROTOCOLS = 2 };
extern const gnutls_datum_t rec__protocols[REC_PROTOCOLS]; /* h2, http/1.1 */
int rec__proxy_prepare_tls(struct rec__proxy *p, struct relist_err *err);
void rec__proxy_forget_identities(struct rec__proxy *p);
/* Starts TLS to the server. Returns false if out of memory, or with a reason in `err`. */
bool rec__conn_start_tls(struct conn *c, struct relist_err *err);

#endif
