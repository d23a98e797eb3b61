/* SPDX-License-Identifier: Apache-2.0 */
/* worker.h - two threads for requests that are much work, so that the serving thread goes on.
 *
 * A server in front of the core, with two lines: one for what may write, one for what only reads. A
 * request with a long body that may write is begun in its line, and so is whatever may write and
 * comes while that line is not empty: writes keep their order. The rest is begun at once; what the
 * core then calls heavy (exchange.h: long lists in other forms, deletions of many, what a fault
 * held back) goes on in its line. While either works the core releases its lock at times; the
 * exchange says WAIT. A client that disconnects while queued has no effect.
 *
 * What was read into memory stays there until its client has taken it. While there is more of it
 * than `unread_max`, the next reads of this kind wait; the transport cuts a client that takes
 * nothing.
 */
#ifndef FAKEAPI_POSIX_WORKER_H
#define FAKEAPI_POSIX_WORKER_H

#include <pthread.h>

#include "base/lock.h"
#include "fakeapi/core.h"
#include "fakeapi/exchange.h"

enum {
	FAKEAPI_LONG_BODY = 32 * 1024, /* about 5 ms of the worst work */
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
	struct fakeapi__server server; /* first */
	struct fakeapi__server *inner;
	struct lock lock; /* rank FAKEAPI_WORKER; wakes are called under it */
	bool stop GUARDED_BY(lock);
	/* To be called once by the reader, or NULL; a list through its first words. */
	void (*chore)(void) GUARDED_BY(lock);
	void *garbage GUARDED_BY(lock);
	/* The same, each once, in their order. */
	struct fakeapi__errand *errands GUARDED_BY(lock), *last_errand GUARDED_BY(lock);
	bool errand_was_last GUARDED_BY(lock); /* so a read comes first */
	size_t unread GUARDED_BY(lock); /* bytes of rendered responses that were not sent yet */
	size_t unread_max;		/* set once; start sets FAKEAPI_UNREAD_MAX */
	size_t direct GUARDED_BY(lock); /* writes that are being begun on other threads */
	struct worker_line writes GUARDED_BY(lock), reads GUARDED_BY(lock);
};

/* RELIST_EIO: no thread. */
int fakeapi__worker_start(struct fakeapi__worker *w, struct fakeapi__server *inner,
			  struct relist_err *err);
/* Any thread, under any of the server's locks: `chore` is called soon, on a thread aside. */
void fakeapi__worker_do(struct fakeapi__worker *w, void (*chore)(void));
/* The same for memory of base/alloc.h, which is freed there. */
void fakeapi__worker_free(struct fakeapi__worker *w, void *take_large);
/* The same of what the core wants done; before the stop, in which it is done at the latest. */
void fakeapi__worker_run(struct fakeapi__worker *w, struct fakeapi__errand *errand);
/* After the last end(). Ends the running work; the queued work has no requester left. */
void fakeapi__worker_stop(struct fakeapi__worker *w);

#endif
