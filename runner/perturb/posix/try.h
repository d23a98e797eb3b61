/* SPDX-License-Identifier: Apache-2.0 */
/* try.h - a story under a plan, from start to end. */
#ifndef RUNNER_PERTURB_POSIX_TRY_H
#define RUNNER_PERTURB_POSIX_TRY_H

#include "runner/perturb/posix/world.h"

struct perturb__pace {
	int64_t quiet_ns;		  /* 0: not known yet */
	int64_t retry_ns;		  /* 0: the usual one */
	const struct perturb__late *late; /* [step]; NULL: not known */
	/* of `observers` lives this one looks for late writes at the steps of its turn; 0: none do
	 */
	uint32_t observer, observers;
	int64_t observe_ns; /* how long it looks for one */
};

/* Fills an initialised life; what cannot be carried out is life->broken. */
void perturb__try(const struct perturb__setup *setup, const struct perturb__plan *plan,
		  const struct perturb__noise *noise, const struct perturb__pace *pace,
		  struct perturb__life *life);
/* Why the cell is no story, with its place in `err`; 0: it is one. */
int perturb__story_check(const struct scn__cell *cell, struct relist_err *err);

#endif
