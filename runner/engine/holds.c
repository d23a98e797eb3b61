/* SPDX-License-Identifier: Apache-2.0 */
/* holds.c - the steps about control points. */
#include "runner/engine/engine.h"

void scn__step_hold(struct scn__run *r, const struct scn__step *s)
{
	const struct scn__hold *h = &s->hold;
	uint32_t nth = h->match.given ? h->match.nth : h->nth, rule = world__hold(r, h);

	scn__then_arm(r, s->then, rule, nth ? nth : 1);
}

void scn__step_release(struct scn__run *r, const struct scn__step *s)
{
	/* requests that reached the control point before this step count as held */
	while (!r->acting && r->on_turn && r->on_turn(r))
		;
	world__release(r, &s->hold);
}
