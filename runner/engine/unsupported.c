/* SPDX-License-Identifier: Apache-2.0 */
/* unsupported.c - what the language has and the engine cannot run yet: said before anything
 * runs, never passed over. */
#include "runner/engine/run.h"

/* What the server would give to a selector is not worked out here. */
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

/* --- what cannot be asked of somebody else --- */

const char *scn__unsupported_externally(const struct scn__cell *cell, struct scn__pos *pos)
{
	*pos = cell->world.pos;
	if (cell->world.controller_count)
		return "controllers are not run in the external world";
	for (size_t i = 0; i < cell->world.informer_count; i++) {
		const struct scn__informer *def = &cell->world.informers[i];

		*pos = def->pos;
		if (def->label_selector.len || def->field_selector.len)
			return "selectors are no part of the subject contract";
		if (def->without)
			return "without: somebody else's informer has its own mistakes";
	}
	for (size_t i = 0; i < cell->step_count; i++) {
		const struct scn__step *s = &cell->steps[i];
		bool inside = s->kind == SCN_HOLD && (s->hold.point == SCN_POINT_HANDLER ||
						      s->hold.point == SCN_POINT_QUEUE ||
						      s->hold.point == SCN_POINT_CACHE);

		*pos = s->pos;
		if (inside)
			return "a hold inside the informer";
		if (s->kind == SCN_HANDLER)
			return "handlers that come and go";
		if (s->kind == SCN_LOOK)
			return "a look into the informer";
		if (s->kind == SCN_REFUSE && s->refuse.type && cell->world.informer_count > 1)
			return "refusing one of several informers";
	}
	return NULL;
}
