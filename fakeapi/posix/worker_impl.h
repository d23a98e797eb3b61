/* SPDX-License-Identifier: Apache-2.0 */
/* worker_impl.h - a request in a queue of the worker: the threads run it (worker.c), the transport
 * uses its exchange (worker_exchange.c). */
#ifndef FAKEAPI_POSIX_WORKER_IMPL_H
#define FAKEAPI_POSIX_WORKER_IMPL_H

#include "fakeapi/posix/worker.h"

enum job_state {
	JOB_WAITS, /* queued */
	JOB_RUNS,
	JOB_RESTS, /* its exchange is heavy and has nothing to do now */
	JOB_DONE,
};

struct worker_job {
	struct fakeapi__exchange x;	 /* must be first */
	struct fakeapi__exchange *inner; /* NULL: not begun, or out of memory */
	struct worker_line *line;
	struct worker_job *prev, *next;
	struct fakeapi__wake wake;
	enum job_state state;
	bool begun;
	bool poked;    /* was woken, so it must not rest */
	bool left;     /* the request was abandoned */
	bool ready;    /* the head was released */
	size_t unread; /* the job's share of w->unread */
	int64_t now_ns;
	struct fakeapi__request req;
	struct fakeapi__header memory[]; /* memory that the request borrows */
};

/* Append to the job's queue, or remove from it. Under the worker's lock. */
void fakeapi__worker_add(struct worker_job *job);
void fakeapi__worker_unlink(struct worker_job *job);
/* For the exchange inside: lets the job continue. Any thread, even during begin(): only a waiting
 * client may be woken. */
void fakeapi__worker_wake(void *job);

/* Begins a request, in its queue or at once (fakeapi__server.begin). */
struct fakeapi__exchange *fakeapi__worker_begin(struct fakeapi__server *s, int64_t now_ns,
						const struct fakeapi__request *req,
						struct fakeapi__wake wake);

#endif
