/* SPDX-License-Identifier: Apache-2.0 */
/* holds.c - the steps about control points. */
#include "runner/engine/engine.h"

void scn__step_hold(struct scn__run *r, const struct scn__step *s)
{
	world__hold(r, &s->hold);
}

void scn__step_release(struct scn__run *r, const struct scn__step *s)
{
	world__release(r, &s->hold);
}
