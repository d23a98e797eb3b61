/* SPDX-License-Identifier: Apache-2.0 */
/* tls_server.h - an HTTP/1.1 server over TLS that answers a get with a ConfigMap, a list with none
 * and a watch with one event, and remembers what it saw of the client. One connection at a time;
 * its own thread; on loopback. */
#ifndef TESTS_TLS_SERVER_H
#define TESTS_TLS_SERVER_H

#include <stddef.h>

/* How the first connection ends. */
enum tls_end {
	TLS_END_CLIENT,	   /* by the client */
	TLS_END_ACCEPT,	   /* closed as soon as it is accepted */
	TLS_END_HANDSHAKE, /* closed behind the handshake */
	TLS_END_CUT,	   /* a body without a length, cut without close_notify */
	TLS_END_NOTIFY,	   /* a body without a length, ended by close_notify */
};

/* How the first watch ends, behind its event. */
enum tls_watch_end {
	TLS_WATCH_FIN,	   /* closed without close_notify */
	TLS_WATCH_MIDDLE,  /* the same, in the middle of a chunk */
	TLS_WATCH_NOTIFY,  /* by close_notify, without the last chunk */
	TLS_WATCH_LAST,	   /* the last chunk, then closed without close_notify */
	TLS_WATCH_RESET,   /* RST */
	TLS_WATCH_GARBAGE, /* bytes that are no record */
};

struct tls_server_options {
	const char *cert, *key;	 /* PEM; NULL: plain text */
	const char *priority;	 /* GnuTLS's; NULL: its default */
	const char *client_ca;	 /* PEM; NULL: no client certificate is verified */
	int request_certificate; /* 0 no, 1 requested, 2 required */
	enum tls_end end;
	enum tls_watch_end watch_end;
};

struct tls_server;

/* `options` is borrowed until tls_server_free(). */
struct tls_server *tls_server_new(const struct tls_server_options *options);
void tls_server_free(struct tls_server *s);
unsigned tls_server_port(const struct tls_server *s);
size_t tls_server_requests(struct tls_server *s);
size_t tls_server_connections(struct tls_server *s);
/* What was seen of the last request: ", SNI x, client COMMON-NAME, Host h, AUTHORIZATION". The
 * caller frees it. */
char *tls_server_saw(struct tls_server *s);
/* Waits for so many entries in the log of lists ("list"), watches ("watch VERSION") and
 * tls_server_note(), and returns that many, joined by ", ". The caller frees it. */
char *tls_server_log(struct tls_server *s, size_t count);
/* Adds an entry to the log. Any thread. */
void tls_server_note(struct tls_server *s, const char *what);

#endif
