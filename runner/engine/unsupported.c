/* SPDX-License-Identifier: Apache-2.0 */
/* unsupported.c - refuses features of the language that the engine does not support, before
 * anything runs. */
#include "runner/engine/run.h"

/* The engine does not compute which objects the server selects for a selector. */
static const char *refuse_expect(const struct scn__expect *e)
{
	for (size_t i = 0; i < e->count; i++) {
		const struct scn__section *s = &e->sections[i];

		if (s->kind == SCN_S_CACHE && s->objects.model &&
		    (s->objects.informer->label_selector.len ||
		     s->objects.informer->field_selector.len))
			return "cache: model of an informer with a selector";
	}
	return NULL;
}

static const char *refuse_step(const struct scn__step *s)
{
	if (s->kind == SCN_EXPECT)
		return refuse_expect(&s->expect);
	return s->kind == SCN_NEVER ? refuse_expect(&s->never.expect) : NULL;
}

const char *scn__unsupported(const struct scn__cell *cell, struct scn__pos *pos)
{
	const char *what = NULL;

	for (size_t i = 0; !what && i < cell->step_count; i++) {
		*pos = cell->steps[i].pos;
		what = refuse_step(&cell->steps[i]);
	}
	return what;
}

/* --- what an external informer cannot do --- */

const char *scn__unsupported_externally(const struct scn__cell *cell, struct scn__pos *pos)
{
	const char *why = scn__world_outside(&cell->world, pos);

	for (size_t i = 0; !why && i < cell->step_count; i++) {
		*pos = cell->steps[i].pos;
		why = scn__step_outside(&cell->world, &cell->steps[i]);
	}
	return why;
}
