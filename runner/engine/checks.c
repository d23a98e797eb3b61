/* SPDX-License-Identifier: Apache-2.0 */
/* checks.c - the steps that look, and those that let time pass. */
#include "runner/engine/engine.h"

void scn__step_settle(struct scn__run *r, const struct scn__step *s)
{
	(void)s;
	scn__settle(r);
}

void scn__step_advance(struct scn__run *r, const struct scn__step *s)
{
	scn__advance(r, r->external ? scn__external_until(r, s->advance_ns)
				    : scn__now(r) + s->advance_ns);
}

void scn__step_expect(struct scn__run *r, const struct scn__step *s)
{
	if (r->external) {
		scn__external_expect(r, s);
		return;
	}
	scn__settle(r);
	for (size_t i = 0; i < s->expect.count && !r->failure; i++) {
		if (r->opt->updates)
			scn__section_update(r, &s->expect.sections[i]);
		else
			scn__section_expect(r, &s->expect.sections[i]);
	}
}

void scn__step_never(struct scn__run *r, const struct scn__step *s)
{
	scn__never_begin(r, s);
}

void scn__step_snapshot(struct scn__run *r, const struct scn__step *s)
{
	scn__settle(r);
	scn__snapshot_take(r, s->snapshot);
}
