/* SPDX-License-Identifier: Apache-2.0 */
/* worker.h - two threads for expensive requests, so that the serving thread is not blocked.
 *
 * A server in front of the core, with two queues: one for requests that may write, one for reads. A
 * request that may write begins in its queue if its body is long or the queue is not empty: writes
 * keep their order. All others begin at once. If the core then marks one as heavy (exchange.h: long
 * lists in other forms, deletions of many, requests held by a fault), it continues in its queue.
 * During such work the core releases its lock from time to time; the exchange returns WAIT. A
 * client that disconnects while queued has no effect.
 *
 * Responses in memory stay there until their clients have read them. While they exceed
 * `unread_max`, further heavy reads wait; the transport cuts clients that read nothing.
 */
#ifndef FAKEAPI_POSIX_WORKER_H
#define FAKEAPI_POSIX_WORKER_H

#include <pthread.h>

#include "base/lock.h"
#include "fakeapi/core.h"
#include "fakeapi/exchange.h"

enum {
	FAKEAPI_LONG_BODY = 32 * 1024, /* about 5 ms in the worst case */
	FAKEAPI_UNREAD_MAX = 256 * 1024 * 1024,
};

struct worker_job;

struct worker_line {
	struct fakeapi__worker *worker;
	pthread_cond_t changed;
	pthread_t thread;
	bool started;
	struct worker_job *running;
	struct worker_job *first, *last;
};

struct fakeapi__worker {
	struct fakeapi__server server; /* must be first */
	struct fakeapi__server *inner;
	struct lock lock; /* rank FAKEAPI_WORKER; wakes are called with it held */
	bool stop GUARDED_BY(lock);
	/* To be called once by the reader, or NULL. `garbage`: a list linked by its first words. */
	void (*chore)(void) GUARDED_BY(lock);
	void *garbage GUARDED_BY(lock);
	/* Queued errands, each called once, in order. */
	struct fakeapi__errand *errands GUARDED_BY(lock), *last_errand GUARDED_BY(lock);
	bool errand_was_last GUARDED_BY(lock); /* so a read is next */
	size_t unread GUARDED_BY(lock); /* bytes of rendered responses that are not yet sent */
	size_t unread_max;		/* set once; start sets FAKEAPI_UNREAD_MAX */
	size_t direct GUARDED_BY(lock); /* writes being begun on other threads */
	struct worker_line writes GUARDED_BY(lock), reads GUARDED_BY(lock);
};

/* RELIST_EIO: no thread. */
int fakeapi__worker_start(struct fakeapi__worker *w, struct fakeapi__server *inner,
			  struct relist_err *err);
/* Calls `chore` soon on another thread. Any thread may call this, with any of the server's
 * locks. */
void fakeapi__worker_do(struct fakeapi__worker *w, void (*chore)(void));
/* The same for memory of base/alloc.h: frees it there. */
void fakeapi__worker_free(struct fakeapi__worker *w, void *take_large);
/* The same for the core's errands; worker_stop() runs the remaining ones. */
void fakeapi__worker_run(struct fakeapi__worker *w, struct fakeapi__errand *errand);
/* Call it after the last end(). Finishes the running work; queued requests no longer have
 * clients. */
void fakeapi__worker_stop(struct fakeapi__worker *w);

#endif
