/* SPDX-License-Identifier: Apache-2.0 */
/* attempt.h - one life while it is being lived: shared by try.c and late.c. */
#ifndef RUNNER_PERTURB_POSIX_ATTEMPT_H
#define RUNNER_PERTURB_POSIX_ATTEMPT_H

#include "runner/perturb/posix/try.h"

struct attempt {
	struct perturb__world *w;
	const struct perturb__plan *plan;
	const struct perturb__pace *pace;
	struct perturb__life *life;
	struct relist_err err;
	bool over; /* the life goes no further */
};

/* Until all is at rest; what has ended is started again, as a kubelet does. */
void perturb__attempt_rest(struct attempt *a);
/* late.c: at rest after a step, waits for writes that the program has scheduled beyond its usual
 * pauses: an observer finds out how long that takes, other lives wait as long. */
void perturb__late_wait(struct attempt *a, uint32_t step);

#endif
