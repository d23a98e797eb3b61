/* SPDX-License-Identifier: Apache-2.0 */
/* serve_target.h - the server under load, in a separate process: `relist serve`, or a bare epoll
 * loop that only writes the same bytes, as the upper limit. */
#ifndef BENCH_SERVE_TARGET_H
#define BENCH_SERVE_TARGET_H

#include <sys/types.h>

#include "base/base.h"

struct bench_target {
	pid_t pid;
	uint16_t port;
	int out; /* its standard output */
};

/* The responses of the bare server. Borrowed until stop. */
struct bench_answers {
	struct str event;  /* sent to every watch at each PUT, in a chunk */
	struct str object; /* response to PUT and POST */
	struct str list;   /* response to any other GET */
};

/* All exit on failure. The program prints its URL when it listens. */
void bench_target_exec(struct bench_target *t, const char *program);
void bench_target_bare(struct bench_target *t, const struct bench_answers *answers);
void bench_target_stop(struct bench_target *t);
/* User and system time so far. */
int64_t bench_target_cpu_ns(const struct bench_target *t);
size_t bench_target_rss(const struct bench_target *t);

/* Opens a blocking connection. */
int bench_dial(const struct bench_target *t);
void bench_send(int fd, const char *method, const char *uri, struct str body);
/* Reads a response with Content-Length; returns its body's length. `keep` (may be NULL) gets the
 * body. */
struct strbuf;
size_t bench_receive(int fd, struct strbuf *keep);

_Noreturn void bench_die(const char *what);

#endif
