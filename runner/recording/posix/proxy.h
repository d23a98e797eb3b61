/* SPDX-License-Identifier: Apache-2.0 */
/* proxy.h - a proxy between clients and one apiserver that records requests, responses and events.
 *
 * Each connection of a client has its own connection to the server, so that events on one are
 * repeated on the other: responses pass byte for byte as they arrive; ends, resets and refusals
 * too. Only heads of requests change: their target, their credential (that of a kubeconfig, unless
 * the client sent one), and Accept and Accept-Encoding, so that responses are uncompressed JSON.
 *
 *   client --TCP or TLS--> [request head rewritten] --TCP or TLS--> server
 *          <------------- byte for byte, parsed in passing ------
 *
 * If the server is unreachable, the client's connection is reset; the proxy makes no response.
 *
 * A client of HTTP/2 (by ALPN, or with prior knowledge) has one connection to the server as well if
 * that negotiates HTTP/2, else one for each request under way: proxy_h2.h.
 *
 * Threads: one of its own. The memory of a connection is bounded (both buffers, one head and the
 * bounds of tap.h); the faster side waits for the slower. */
#ifndef RUNNER_RECORDING_POSIX_PROXY_H
#define RUNNER_RECORDING_POSIX_PROXY_H

#include "runner/recording/tap.h"

/* The server's address and the credentials for it. Strings may be NULL; borrowed until the proxy
 * ends. */
struct rec__upstream {
	const char *url; /* http://host:port/prefix or https://... */
	const char *ca_pem, *ca_file, *cert_pem, *cert_file, *key_pem, *key_file;
	const char *tls_name; /* verified in place of the host */
	bool insecure;
	/* Appends the value of Authorization, or nothing. Called on the proxy's thread, for each
	 * request. */
	int (*authorize)(void *user, struct strbuf *out, struct relist_err *err);
	void (*unauthorized)(void *user); /* called after a 401 of the server; may be NULL */
	void *user;
	const char *impersonate; /* request headers, each ended by CR LF; NULL: none */
	const char *proxy_url;	 /* http://host:port of a CONNECT proxy; NULL: direct */
	/* Returns the current certificate and key, or none (NULL); the proxy frees them with
	 * base__free(). Called on its thread, for each connection. May be NULL. */
	int (*certificate)(void *user, char **cert_pem, char **key_pem, struct relist_err *err);
};

struct rec__proxy_options {
	struct rec__upstream upstream;
	const char *bind_host;		/* NULL: 127.0.0.1 */
	uint16_t port;			/* 0: any */
	const char *cert_pem, *key_pem; /* TLS for the client side; NULL: plain */
	struct rec__tap *tap;		/* used only by the proxy's thread, once it runs */
	int64_t head_timeout_ns;	/* for a complete head of a request; 0: 30 s */
	int64_t connect_timeout_ns;	/* for the connection to the server; 0: 10 s */
	uint32_t connection_max;	/* 0: 1000; further ones wait to be accepted */
	/* Receives messages for people; on the proxy's thread. May be NULL. */
	void (*say)(void *user, const char *text);
	void *say_user;
};

struct rec__proxy;

/* Returns when the proxy listens. `opt` is copied. */
struct rec__proxy *rec__proxy_start(const struct rec__proxy_options *opt, struct relist_err *err);
/* "http://127.0.0.1:PORT" */
const char *rec__proxy_url(const struct rec__proxy *proxy);
/* Closes everything and waits for the thread. Accepts NULL. */
void rec__proxy_stop(struct rec__proxy *proxy);

#endif
