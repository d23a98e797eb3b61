/* SPDX-License-Identifier: Apache-2.0 */
/* proxy_impl.h - shared by proxy.c (the loop, and setting up), proxy_conn.c (one connection: its
 * requests, responses and ends) and proxy_tls.c (the proxy's identity at the server, and the check
 * of
 * the server's certificate). */
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
	BUFFER_MAX = 256 << 10, /* bytes on their way in one direction */
	READ_MAX = 64 << 10,
};

struct conn {
	struct conn *next;
	struct rec__proxy *proxy;
	struct stream client, server;
	uint32_t number;
	struct rec__http request, answer;
	struct rec__exchange *x;
	struct strbuf pending;		/* read from the client, not looked at: the next request */
	const struct addrinfo *address; /* being connected to */
	bool connecting;
	bool tunnelling; /* while connecting: CONNECT has been sent to the HTTP proxy */
	struct tunnel tunnel;
	bool unwelcome; /* its certificate was refused: the next connection has another */
	bool asked, request_done, answered; /* of the request under way */
	bool opaque;			    /* after an upgrade, or an answer that is no HTTP */
	bool closing;			    /* once everything is flushed */
	bool rude;			    /* by RST */
	bool over;
	bool greeting;	     /* the client's TLS handshake goes on */
	bool hungry;	     /* had more to do than one turn allows */
	int64_t deadline_ns; /* of a head or a connect; TIME_NEVER */
	struct pollfd *polls[2];
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
	struct identity *identities; /* of certificates that were given; the last is first */
	struct conn *conns;
	uint32_t conn_count;
	struct pollfd *polls;
	size_t poll_cap;
	int64_t started_ns;
	bool told; /* that the server is away */
	char *buf;
};

/* A certificate that the upstream's callback gave. Connections refer to it until the end. */
struct identity {
	struct identity *next;
	char *cert_pem;
	gnutls_certificate_credentials_t credentials;
};

/* --- proxy_conn.c: on the loop's thread --- */
/* Since the start. */
int64_t rec__proxy_now(const struct rec__proxy *p);
void rec__conn_client_left(struct conn *c, bool reset);
/* Moves what can be moved, for a turn. */
void rec__conn_pump(struct conn *c);
void rec__conn_deadline(struct conn *c);

/* --- proxy_tls.c --- */
int rec__proxy_prepare_tls(struct rec__proxy *p, struct relist_err *err);
void rec__proxy_forget_identities(struct rec__proxy *p);
/* Towards the server. False: no memory, or `err` has why. */
bool rec__conn_start_tls(struct conn *c, struct relist_err *err);

#endif
