/* SPDX-License-Identifier: Apache-2.0 */
/* judge.h - the state of a judgement, shared by the verdict*.c files. */
#ifndef RUNNER_PERTURB_JUDGE_H
#define RUNNER_PERTURB_JUDGE_H

#include "runner/perturb/verdict.h"

struct perturb__judgement {
	const struct perturb__noise *n;
	const struct perturb__plan *plan;
	struct perturb__life *l;
	struct perturb__verdict *out;
	/* the compared state: after a step, or at the end (0) */
	uint32_t step;
	const struct map *paths, *loose, *normal;
	bool failed;
};

/* Adds a finding about j->step. `detail` distinguishes causes of one kind and type. */
void perturb__find(struct perturb__judgement *j, enum perturb__kind kind, struct str type,
		   struct str key, const char *detail, const struct strbuf *what);
/* Compares the states after the disturbance and the end. */
/* Whether a leader that was stopped created the object when it continued, on its old view. No
 * program can prevent that: the write was under way. */
bool perturb__is_old_leaders(const struct perturb__judgement *j, const struct perturb__change *c);
void perturb__compare_states(struct perturb__judgement *j);

#endif
