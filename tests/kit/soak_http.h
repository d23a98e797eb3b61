/* SPDX-License-Identifier: Apache-2.0 */
/* soak_http.h - a blocking HTTP/1.1 and WebSocket client for threads that live through faults: a
 * connection that breaks is an answer, not a failure. What can only be a bug of the server ends the
 * program (cmocka's assertions are for the thread that runs the test). */
#ifndef TESTS_SOAK_HTTP_H
#define TESTS_SOAK_HTTP_H

#include "base/str.h"

#define SOAK_CHECK(cond, ...)                                                                      \
	do {                                                                                       \
		if (!(cond))                                                                       \
			soak_die(__FILE__, __LINE__, __VA_ARGS__);                                 \
	} while (0)

_Noreturn void soak_die(const char *file, int line, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

struct soak_conn {
	uint16_t port;
	int fd;		   /* -1: not connected */
	bool websocket;	   /* of the open watch */
	struct strbuf in;  /* came, not read yet */
	struct strbuf out; /* the last response's body, or of a watch what is not given yet */
	size_t told;	   /* bytes of `out` that soak_watch_next() has given */
};

void soak_conn_init(struct soak_conn *c, uint16_t port);
void soak_conn_fini(struct soak_conn *c);
void soak_conn_close(struct soak_conn *c);

/* Sends one request, connecting first where needed, and reads the response into c->out. The status;
 * -1: the connection broke, and it is unknown whether the request was done. */
int soak_request(struct soak_conn *c, const char *method, const char *uri, const char *type,
		 const char *body);
/* 200 or 101: a watch is open; another status: none is; -1: the connection broke. */
int soak_watch_open(struct soak_conn *c, const char *uri, bool websocket);
/* The next event, borrowed until the next call. False: the watch is over and closed. */
bool soak_watch_next(struct soak_conn *c, struct str *event);

#endif
