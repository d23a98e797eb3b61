/* SPDX-License-Identifier: Apache-2.0 */
/* script_server.h - an HTTP server with a fixed script, whatever the requests are: the n-th request
 * gets the n-th response, byte for byte. Its own thread; on loopback. */
#ifndef TESTS_SCRIPT_SERVER_H
#define TESTS_SCRIPT_SERVER_H

#include <stddef.h>
#include <stdint.h>

/* What becomes of the connection after the answer. */
enum script_end { SCRIPT_KEEP, SCRIPT_CLOSE, SCRIPT_RESET, SCRIPT_HANG };

struct script_step {
	const char *answer; /* NULL: none */
	size_t len;	    /* 0: strlen */
	enum script_end end;
};

struct script_server;

/* After the last step comes the last again. `steps` is borrowed. */
struct script_server *script_server_new(const struct script_step *steps, size_t count);
void script_server_free(struct script_server *s);
/* "http://127.0.0.1:PORT" */
const char *script_server_url(const struct script_server *s);
/* How many requests have come, whole. */
size_t script_server_count(struct script_server *s);
/* How many connections were taken. */
size_t script_server_connections(struct script_server *s);
/* Waits for the n-th and gives it, head and body: free() it. */
char *script_server_request(struct script_server *s, size_t n);

#endif
