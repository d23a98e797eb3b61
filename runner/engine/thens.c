/* SPDX-License-Identifier: Apache-2.0 */
/* thens.c - steps that follow a rule's match or a kill. */
#include "runner/engine/engine.h"

static void arm(struct scn__run *r, struct scn__then then)
{
	struct scn__then *t = then.step ? world__alloc(r, sizeof(*t)) : NULL;

	if (!t)
		return;
	*t = then;
	world__push(r, &r->thens, t);
}

void scn__then_arm(struct scn__run *r, const struct scn__step *step, uint32_t rule, uint32_t hits)
{
	arm(r, (struct scn__then) { .step = step, .rule = rule, .hits = hits });
}

void scn__then_arm_kill(struct scn__run *r, const struct scn__step *step,
			const struct scn__killing *kill)
{
	arm(r, (struct scn__then) { .step = step, .kill = kill });
}
