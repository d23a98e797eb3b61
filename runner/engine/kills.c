/* SPDX-License-Identifier: Apache-2.0 */
/* kills.c - the step that ends a program at one of its requests. */
#include "runner/engine/engine.h"

void scn__step_kill(struct scn__run *r, const struct scn__step *s)
{
	const struct scn__killing *kill = world__kill_arm(r, s);

	if (kill)
		scn__then_arm_kill(r, s->then, kill);
}
