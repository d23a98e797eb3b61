/* SPDX-License-Identifier: Apache-2.0 */
/* h2_server.h - an HTTP/2 server over TLS (nghttp2, GnuTLS) that does what a test says, frame for
 * frame. Requests are numbered from 1 in the order they come. On loopback; its own thread, which
 * every function may call beside. Waiting has a deadline, and running into it fails the test. */
#ifndef TESTS_H2_SERVER_H
#define TESTS_H2_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct h2_server;

struct h2_request {
	unsigned connection; /* from 1, in the order they were accepted */
	int32_t stream;
	char method[16];
	char path[256];
	bool gone; /* its stream is closed */
};

struct h2_server *h2_server_new(void);
/* Allows so many streams on each connection that is made from now on. */
void h2_server_limit(struct h2_server *s, uint32_t streams);
void h2_server_free(struct h2_server *s);
/* "https://127.0.0.1:PORT" and the CA of its certificate. */
const char *h2_server_url(const struct h2_server *s);
const char *h2_server_ca(const struct h2_server *s);

/* Waits for the n-th request. Pings (`OPTIONS *`) are counted apart and answered by itself. */
struct h2_request h2_server_request(struct h2_server *s, size_t n);
size_t h2_server_requests(struct h2_server *s);
unsigned h2_server_connections(struct h2_server *s);
/* Waits until that many `OPTIONS *` have come. */
void h2_server_wait_pings(struct h2_server *s, size_t n);
size_t h2_server_pings(struct h2_server *s);
/* Waits until the stream of the n-th request is closed. */
void h2_server_wait_gone(struct h2_server *s, size_t n);

/* The head of an answer to request n, and its end if `body` is all. */
void h2_server_answer(struct h2_server *s, size_t n, int status, const char *body, bool whole);
/* More of it; `end` closes it. */
void h2_server_send(struct h2_server *s, size_t n, const char *text, bool end);
/* RST_STREAM with an HTTP/2 error code. */
void h2_server_reset(struct h2_server *s, size_t n, uint32_t code);
/* Requests on that connection after the n-th (0: all of them) are not looked at. */
void h2_server_goaway(struct h2_server *s, unsigned connection, size_t last, uint32_t code);
/* FIN, or RST. */
void h2_server_close(struct h2_server *s, unsigned connection, bool reset);
/* Reads and writes nothing any more on what is open, though its kernel still answers. */
void h2_server_go_deaf(struct h2_server *s);
/* Reads pings from now on and answers none. */
void h2_server_ignore_pings(struct h2_server *s);

#endif
