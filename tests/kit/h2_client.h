/* SPDX-License-Identifier: Apache-2.0 */
/* h2_client.h - an HTTP/2 client for tests (nghttp2), over a connected socket, plain or by TLS. One
 * thread; every wait has a deadline (NET_PATIENCE_MS), and running into it fails the test. */
#ifndef TESTS_KIT_H2_CLIENT_H
#define TESTS_KIT_H2_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "fakeapi/exchange.h"

struct h2_client;

struct h2_client_options {
	const char *ca_pem;	/* TLS, and h2 by ALPN; NULL: plain, by prior knowledge */
	uint32_t window;	/* of each stream; 0: 64 KiB - 1 */
	bool keeps_window_shut; /* returns no credit for what it reads */
};

struct h2_response {
	int32_t stream;
	int status;	       /* 0: no head yet */
	struct strbuf headers; /* "name: value\n" of each */
	struct strbuf body;
	bool informed; /* a 100 came first */
	bool ended;    /* END_STREAM */
	bool closed;
	uint32_t code; /* of RST_STREAM, once closed */
};

/* Takes the fd, and closes it. opt may be NULL. */
struct h2_client *h2_client_new(int fd, const struct h2_client_options *opt);
void h2_client_free(struct h2_client *c);

/* Begins a request; the number of its stream. `headers` are as struct fakeapi__header: any case. */
int32_t h2_client_send(struct h2_client *c, const char *method, const char *uri,
		       const struct fakeapi__header *headers, size_t header_count, struct str body);
int32_t h2_client_get(struct h2_client *c, const char *uri);
/* The same, and the body does not end. */
int32_t h2_client_begin_post(struct h2_client *c, const char *uri, struct str body);
void h2_client_reset(struct h2_client *c, int32_t stream);
void h2_client_ping(struct h2_client *c);
/* Opens the windows of the stream and of the connection by n bytes. */
void h2_client_open_window(struct h2_client *c, int32_t stream, int32_t n);
/* Bytes that nghttp2 knows nothing of, after what it has to send. */
void h2_client_raw(struct h2_client *c, const void *bytes, size_t len);

/* Sends and receives what is there, without waiting. False: the connection has ended. */
bool h2_client_pump(struct h2_client *c);
/* Bytes sent and received so far. */
size_t h2_client_moved(const struct h2_client *c);

/* Waits. */
struct h2_response *h2_client_response(struct h2_client *c, int32_t stream); /* does not */
struct h2_response *h2_client_wait_head(struct h2_client *c, int32_t stream);
struct h2_response *h2_client_wait_closed(struct h2_client *c, int32_t stream);
void h2_client_wait_body(struct h2_client *c, int32_t stream, const char *text);
void h2_client_wait_pongs(struct h2_client *c, unsigned n);
unsigned h2_client_pongs(const struct h2_client *c); /* so far */
int h2_client_fd(const struct h2_client *c);
void h2_client_wait_end(struct h2_client *c);
/* The newest GOAWAY; false: none yet. */
bool h2_client_goaway(const struct h2_client *c, int32_t *last_stream, uint32_t *code);
void h2_client_wait_goaway(struct h2_client *c);
/* What the server's SETTINGS say; 0 before they came. */
uint32_t h2_client_setting(const struct h2_client *c, int32_t id);
int32_t h2_client_connection_window(const struct h2_client *c);
void h2_client_wait_settings(struct h2_client *c);
/* The server has acknowledged the client's SETTINGS. */
bool h2_client_acked(const struct h2_client *c);

#endif
