/* SPDX-License-Identifier: Apache-2.0 */
/* attempt.h - a life during its recording: shared by attempt.c, try.c, late.c, lease.c and wire.c.
 */
#ifndef RUNNER_PERTURB_POSIX_ATTEMPT_H
#define RUNNER_PERTURB_POSIX_ATTEMPT_H

#include "runner/perturb/posix/try.h"

struct attempt {
	struct perturb__world *w;
	const struct perturb__plan *plan;
	const struct perturb__pace *pace;
	struct perturb__life *life;
	struct relist_err err;
	bool over;	 /* the life has ended */
	bool recovered;	 /* it was at rest since the disturbance began */
	uint32_t early;	 /* the step that was sent during the one before; 0: none */
	size_t early_at; /* the first of its objects that is left */
};

/* The disturbance begins now. */
void perturb__attempt_disturb(struct attempt *a);
/* Breaks all connections, and refuses new ones; back: accepts them, after a compaction. */
void perturb__attempt_away(struct attempt *a);
void perturb__attempt_back(struct attempt *a);
/* The life cannot be judged. */
void perturb__attempt_broken(struct attempt *a, const char *why);
/* Waits until all has settled; restarts a program that has ended, as a kubelet does. */
void perturb__attempt_rest(struct attempt *a);
/* Starts the program; stops it and starts a second one. */
void perturb__attempt_start(struct attempt *a);
void perturb__attempt_freeze(struct attempt *a);
/* The program's requests belong to the step from now on. */
void perturb__attempt_enter(struct attempt *a, uint32_t i);
/* Sends the step's requests. One that needs a webhook of the program is tried again until the
 * program serves it; a program that is down on purpose starts for it. */
void perturb__attempt_send(struct attempt *a, const struct scn__step *s, size_t *at);
/* Sends the plan's next step, then releases the held response. */
void perturb__attempt_early(struct attempt *a);
/* lease.c: waits until the program's lease duration is over or it has ended. Then, unless `keep`,
 * releases the locks and waits for rest. */
void perturb__lease_wait(struct attempt *a, bool keep);
/* When the first program's lease duration is over, continues it, and waits for rest. */
void perturb__thaw(struct attempt *a);
/* wire.c: executes the part of the plan that begins before its step, and the part after it, which
 * returns true if it waited for rest again. */
void perturb__wire_begin(struct attempt *a);
bool perturb__wire_end(struct attempt *a);
/* late.c: when settled after a step, waits for writes that the program has scheduled later than its
 * usual pauses. An observer measures the pause, other lives wait as long. */
void perturb__late_wait(struct attempt *a, uint32_t step);
/* After the step with an earlier life's finding, or 0: at the end: waits for writes that
 * undisturbed runs do not have there, such as those of a requeue. */
void perturb__late_doubt(struct attempt *a, uint32_t step);
/* At rest after a disturbance: waits for changes that come after the pauses known so far. */
void perturb__late_recover(struct attempt *a);
/* Waits up to `for_ns` for the program's next change, and for rest after it. False: there was none.
 */
bool perturb__late_change(struct attempt *a, int64_t for_ns);

#endif
