/* SPDX-License-Identifier: Apache-2.0 */
/* tap.h - a server in front of another that counts requests and reports every response.
 *
 * Threads: any. lock (rank LEAF) guards the counts. The log function is called without a lock, on
 * the transport's thread. */
#ifndef FAKEAPI_POSIX_TAP_H
#define FAKEAPI_POSIX_TAP_H

#include <pthread.h>

#include "base/lock.h"
#include "base/map.h"
#include "fakeapi/exchange.h"
#include "relist/fakeapi.h"

struct fakeapi__tap {
	struct fakeapi__server server; /* must be first */
	struct fakeapi__server *inner;
	void (*log)(void *user, const struct fakeapi_log_entry *entry);
	void *log_user;
	struct lock lock;
	pthread_cond_t changed;
	struct map counts GUARDED_BY(lock); /* "list pods" -> uint64_t */
};

void fakeapi__tap_init(struct fakeapi__tap *t, struct fakeapi__server *inner);
void fakeapi__tap_fini(struct fakeapi__tap *t);
/* The number of requests so far; a verb or resource that is NULL or "" matches all. */
uint64_t fakeapi__tap_count(struct fakeapi__tap *t, const char *verb, const char *resource);
/* False if there were fewer than `count` at deadline_ns (CLOCK_MONOTONIC). */
bool fakeapi__tap_wait(struct fakeapi__tap *t, const char *verb, const char *resource,
		       uint64_t count, int64_t deadline_ns);

#endif
