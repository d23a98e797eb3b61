/* SPDX-License-Identifier: Apache-2.0 */
/* checks.c - the steps that check, and the steps that let time pass. */
#include "runner/engine/engine.h"

void scn__step_settle(struct scn__run *r, const struct scn__step *s)
{
	(void)s;
	world__settle(r);
}

void scn__step_advance(struct scn__run *r, const struct scn__step *s)
{
	world__advance(r, r->external ? external__until(r, s->advance_ns)
				      : world__now(r) + s->advance_ns);
}

void scn__step_expect(struct scn__run *r, const struct scn__step *s)
{
	if (r->external) {
		external__expect(r, s);
		return;
	}
	world__settle(r);
	for (size_t i = 0; i < s->expect.count && !r->failure; i++) {
		if (r->opt->updates)
			expect__section_update(r, &s->expect.sections[i]);
		else
			expect__section_expect(r, &s->expect.sections[i]);
		if (!r->failure)
			world__idle_section(r, &s->expect.sections[i]);
	}
}

void scn__step_never(struct scn__run *r, const struct scn__step *s)
{
	oracle__never_begin(r, s);
}

void scn__step_look(struct scn__run *r, const struct scn__step *s)
{
	for (size_t i = 0; i < r->cell->world.informer_count && !r->failure; i++) {
		struct scn__irun *ir = &r->informers[i];

		if ((!s->look || s->look == ir->def) && ir->started && !ir->stopped && ir->inf)
			world__notify_looked_at(r, ir);
	}
}

void scn__step_snapshot(struct scn__run *r, const struct scn__step *s)
{
	world__settle(r);
	expect__snapshot_take(r, s->snapshot);
}
