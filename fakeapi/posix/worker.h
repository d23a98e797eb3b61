/* SPDX-License-Identifier: Apache-2.0 */
/* worker.h - a thread for requests that are much work, so that the one that serves goes on.
 *
 * A server in front of the core. A request with a long body that may write is begun on the worker,
 * which lets readers in while it works (core.h); its exchange says WAIT until then. Whatever may
 * write and comes while the worker has work waits its turn behind it: writes keep their order. The
 * rest goes straight through. Who hangs up before his turn has asked for nothing.
 */
#ifndef FAKEAPI_POSIX_WORKER_H
#define FAKEAPI_POSIX_WORKER_H

#include <pthread.h>

#include "base/lock.h"
#include "fakeapi/exchange.h"

enum { FAKEAPI_LONG_BODY = 32 * 1024 }; /* about 5 ms of the worst work */

struct worker_job;

struct fakeapi__worker {
	struct fakeapi__server server; /* first */
	struct fakeapi__server *inner;
	struct lock lock; /* rank FAKEAPI_WORKER; wakes are called under it */
	pthread_cond_t changed;
	pthread_t thread;
	bool started;
	bool stop GUARDED_BY(lock);
	size_t direct GUARDED_BY(lock); /* writes that are being begun on other threads */
	struct worker_job *running GUARDED_BY(lock);
	struct worker_job *first GUARDED_BY(lock), *last GUARDED_BY(lock);
};

/* RELIST_EIO: no thread. */
int fakeapi__worker_start(struct fakeapi__worker *w, struct fakeapi__server *inner,
			  struct relist_err *err);
/* After the last end(). Ends what is under way; what waits has nobody left who asks. */
void fakeapi__worker_stop(struct fakeapi__worker *w);

#endif
