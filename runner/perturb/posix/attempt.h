/* SPDX-License-Identifier: Apache-2.0 */
/* attempt.h - a life during its recording: shared by try.c and late.c. */
#ifndef RUNNER_PERTURB_POSIX_ATTEMPT_H
#define RUNNER_PERTURB_POSIX_ATTEMPT_H

#include "runner/perturb/posix/try.h"

struct attempt {
	struct perturb__world *w;
	const struct perturb__plan *plan;
	const struct perturb__pace *pace;
	struct perturb__life *life;
	struct relist_err err;
	bool over; /* the life has ended */
};

/* Waits until all has settled; restarts a program that has ended, as a kubelet does. */
void perturb__attempt_rest(struct attempt *a);
/* late.c: when settled after a step, waits for writes that the program has scheduled later than its
 * usual pauses. An observer measures the pause, other lives wait as long. */
void perturb__late_wait(struct attempt *a, uint32_t step);

#endif
