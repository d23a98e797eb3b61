/* SPDX-License-Identifier: Apache-2.0 */
/* net.h - a raw TCP client for tests. Every wait has a deadline (NET_PATIENCE_MS); running into it
 * fails the test. */
#ifndef TESTS_NET_H
#define TESTS_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NET_PATIENCE_MS = 60000 };

enum net_end { NET_FIN, NET_RST, NET_OPEN };

/* A connected socket to 127.0.0.1, or -1 if it is refused. */
int net_try_connect(uint16_t port);
int net_connect(uint16_t port);
void net_send(int fd, const char *text);
void net_send_bytes(int fd, const void *bytes, size_t len);

/* close() will reset the connection. */
void net_reset_at_close(int fd);
/* Ends the output, and reads until the peer has closed its side, at most for a moment: close() with
 * unread bytes would reset the connection. */
void net_end_output(int fd);

struct net_in {
	int fd;
	size_t len;
	size_t cap;
	char *buf; /* NUL-terminated */
};

struct net_in net_in(int fd);
/* Frees the buffer and closes the socket. */
void net_close(struct net_in *in);
/* Reads until what came contains `text`. */
void net_read_until(struct net_in *in, const char *text);
/* Reads until at least n bytes are there. */
void net_read_n(struct net_in *in, size_t n);
/* Reads to the end, and says which it was. */
enum net_end net_read_end(struct net_in *in);
/* Removes the first n bytes. */
void net_consume(struct net_in *in, size_t n);
/* Reads one whole response with Content-Length into in->buf; returns its length. Fails on others.
 */
size_t net_read_response(struct net_in *in);

/* Joins the whole chunks of a chunked body in place; returns the length of what they contain. */
size_t net_join_chunks(char *body, size_t len);
/* Reads until the joined chunks of a response contain `text`, which may lie in two of them. in->buf
 * is then the joined body without the head. */
void net_read_chunks_until(struct net_in *in, const char *text);

/* Waits until cond(user) is true. */
void net_wait(bool (*cond)(void *user), void *user);

#endif
