/* SPDX-License-Identifier: Apache-2.0 */
/* jobs.h - independent pieces of work on several threads, handed back in order.
 *
 * Threads: `work` runs on any of them, `done` on the caller's, for index 0, 1, 2 ... as soon as
 * the work on it and on all before it has ended.
 */
#ifndef RUNNER_POSIX_JOBS_H
#define RUNNER_POSIX_JOBS_H

#include "base/base.h"

struct runner__jobs {
	size_t count;
	unsigned threads; /* 0 or 1: on the caller's thread, one after the other */
	void (*work)(void *user, size_t i);
	/* False: no further work is begun, and done is not called again. */
	bool (*done)(void *user, size_t i);
	void *user;
};

/* RELIST_ENOMEM when not one thread could be started. */
int runner__jobs_run(const struct runner__jobs *jobs, struct relist_err *err);

#endif
