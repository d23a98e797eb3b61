/* SPDX-License-Identifier: Apache-2.0 */
/* progress.h - one line on a terminal that says how far long work is, and is wiped away before
 * anything else is written.
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
	int64_t begun_ns; /* of the monotonic clock */
	int64_t shown_ns; /* when the line was written last; 0: it is not there */
};

void runner__progress_init(struct runner__progress *p, FILE *to);
void runner__progress_fini(struct runner__progress *p);

/* `done` of `total`, `bad` of them failed: ten times a second at most. */
void runner__progress_show(struct runner__progress *p, uint64_t done, uint64_t total, uint64_t bad);
void runner__progress_wipe(struct runner__progress *p);

/* "120 of 309, 2 failed, about 12s left": an estimate only after a second, and while there is
 * something left. */
void runner__progress_text(uint64_t done, uint64_t total, uint64_t bad, int64_t elapsed_ns,
			   struct strbuf *out);

#endif
