/* SPDX-License-Identifier: Apache-2.0 */
/* jobs.h - runs independent jobs on several threads and returns their results in order.
 *
 * Threads: `work` runs on any thread. `done` runs on the caller's, for index 0, 1, 2 ... as soon as
 * the work for that index and all earlier ones has ended. */
#ifndef RUNNER_POSIX_JOBS_H
#define RUNNER_POSIX_JOBS_H

#include "base/base.h"

struct runner__jobs {
	size_t count;
	unsigned threads; /* 0 or 1: run all on the caller's thread */
	void (*work)(void *user, size_t i);
	/* Returns false to begin no further work; `done` is then not called again. */
	bool (*done)(void *user, size_t i);
	void *user;
};

/* Without a thread that can be started, all run on the caller's. RELIST_ENOMEM. */
int runner__jobs_run(const struct runner__jobs *jobs, struct relist_err *err);

#endif
