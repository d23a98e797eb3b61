/* SPDX-License-Identifier: Apache-2.0 */
/* load_server.h - an apiserver that only sends pods as fast as they are read.
 *
 *   GET /api/v1/pods            the list, in one piece
 *   GET /api/v1/pods?watch=1    silent until
 *   POST /go?m=M&rate=R         M MODIFIED events on each watch, R a second (0: flat out)
 *
 * Sends PartialObjectMetadata if Accept requests it. With a rate the annotation relist.dev/sent has
 * the time of the event, in ns since 1970. */
#ifndef BENCH_LOAD_SERVER_H
#define BENCH_LOAD_SERVER_H

#include <sys/types.h>

#include "base/base.h"

struct bench_server {
	pid_t pid;
	int life; /* the server ends when this is closed, also by the death of its parent */
	char url[80];
};

/* Runs in a separate process, so that its CPU and memory are measured separately. Exits on
 * failure. */
void bench_server_start(struct bench_server *s, size_t pods);
void bench_server_stop(struct bench_server *s);

#endif
