/* SPDX-License-Identifier: Apache-2.0 */
/* progress.h - a progress line for long work on a terminal; it is wiped before other output.
 *
 * Threads: any; lock (rank LEAF) guards the line. */
#ifndef RUNNER_POSIX_PROGRESS_H
#define RUNNER_POSIX_PROGRESS_H

#include <stdio.h>

#include "base/clock.h"
#include "base/lock.h"
#include "base/str.h"

struct runner__progress {
	struct lock lock;
	FILE *to;	  /* NULL: nothing is shown */
	int64_t begun_ns; /* start, on the monotonic clock */
	int64_t shown_ns; /* time of the last output; 0: the line is not visible */
};

void runner__progress_init(struct runner__progress *p, FILE *to);
void runner__progress_fini(struct runner__progress *p);

/* Shows `done` of `total`, `bad` of them failed; at most ten times a second. */
void runner__progress_show(struct runner__progress *p, uint64_t done, uint64_t total, uint64_t bad);
void runner__progress_wipe(struct runner__progress *p);

/* "120 of 309, 2 failed, about 12s left"; the estimate needs a second, and remaining work. */
void runner__progress_text(uint64_t done, uint64_t total, uint64_t bad, int64_t elapsed_ns,
			   struct strbuf *out);

#endif
