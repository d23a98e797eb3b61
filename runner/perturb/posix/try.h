/* SPDX-License-Identifier: Apache-2.0 */
/* try.h - runs a story under a plan. */
#ifndef RUNNER_PERTURB_POSIX_TRY_H
#define RUNNER_PERTURB_POSIX_TRY_H

#include "runner/perturb/posix/world.h"

struct perturb__pace {
	int64_t quiet_ns;		  /* 0: unknown */
	const int64_t *step_quiets;	  /* [step]: before the disturbance; NULL: as quiet_ns */
	int64_t start_quiet_ns;		  /* of a program that starts, if that is longer */
	int64_t patient_ns;		  /* after it, if that is longer; 0: as quiet_ns */
	int64_t retry_ns;		  /* 0: the default */
	const struct perturb__late *late; /* [step]; NULL: unknown */
	int64_t
	    recovery_ns; /* after a disturbance it may pause so long before a change; 0: unknown */
	/* the `observer`-th of `observers` lives observes late writes at every observers-th step;
	 * 0: none does */
	uint32_t observer, observers;
	bool observes_end;
	int64_t observe_ns; /* duration of an observation */
	/* an earlier life has a finding: wait longer after this step, or at the end (0) */
	bool doubts;
	uint32_t doubt_step;
};

/* Fills an initialised life; life->broken is set if the plan cannot be executed. */
void perturb__try(const struct perturb__setup *setup, const struct perturb__plan *plan,
		  const struct perturb__noise *noise, const struct perturb__pace *pace,
		  struct perturb__life *life);
/* Returns 0 if the cell is a valid story; else `err` has the reason and its position. */
int perturb__story_check(const struct scn__cell *cell, struct relist_err *err);

#endif
