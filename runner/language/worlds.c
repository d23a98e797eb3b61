/* SPDX-License-Identifier: Apache-2.0 */
/* worlds.c - the features that the external world does not support, since they concern the inside
 * of a program. A scenario that is written for it (`external:`) is refused when it is loaded, any
 * other when it is run there. */
#include "runner/language/build.h"
#include "runner/tbl/steps.h"

typedef const char *outside(const struct scn__world *w, const struct scn__step *s);

static const char *outside_works(const struct scn__world *w, const struct scn__step *s)
{
	(void)w;
	(void)s;
	return NULL;
}

static const char *outside_never(const struct scn__world *w, const struct scn__step *s)
{
	(void)w;
	(void)s;
	return "it is about the inside of a program";
}

static const char *outside_hold(const struct scn__world *w, const struct scn__step *s)
{
	(void)w;
	switch (s->hold.point) {
	case SCN_POINT_QUEUE:
	case SCN_POINT_CACHE:
	case SCN_POINT_HANDLER:
		return "a hold inside the informer";
	case SCN_POINT_WRITE:
		return "a hold inside the controller: hold: request stops its writes";
	case SCN_POINT_REQUEST:
	case SCN_POINT_REPLY:
	case SCN_POINT_EVENT:
	case SCN_POINT_ALL:
		break;
	}
	return NULL;
}

/* All backends of a program share one port. */
static const char *outside_refuse(const struct scn__world *w, const struct scn__step *s)
{
	if (s->refuse.type && w->informer_count > 1)
		return "refusing one of several informers";
	if (s->refuse.type && s->refuse.type != w->informers[0].type)
		return "refusing one type of a program's";
	return NULL;
}

static const char *outside_send(const struct scn__world *w, const struct scn__step *s)
{
	(void)w;
	return s->send.cuts_every || s->send.cut_count ? "cuts: a run in real time is not repeated"
						       : NULL;
}

static const char *sections(const struct scn__expect *e)
{
	for (size_t i = 0; i < e->count; i++)
		if (scn__section_docs[e->sections[i].kind].outside[0])
			return scn__section_docs[e->sections[i].kind].outside;
	return NULL;
}

const char *scn__step_outside(const struct scn__world *w, const struct scn__step *s)
{
	static outside *const all[] = {
#define X(name, check, run, ripen, outside, ...) [SCN_##name] = outside_##outside,
		RUNNER_STEPS(X)
#undef X
	};

	if (s->kind == SCN_NEVER)
		return sections(&s->never.expect);
	return all[s->kind](w, s) ? all[s->kind](w, s)
	       : s->then	  ? scn__step_outside(w, s->then)
				  : NULL;
}

const char *scn__world_outside(const struct scn__world *w, struct scn__pos *pos)
{
	*pos = w->pos;
	if (w->controller_count)
		return "controllers are not run in the external world";
	for (size_t i = 0; i < w->informer_count; i++) {
		const struct scn__informer *def = &w->informers[i];

		*pos = def->pos;
		if (def->handler_count && (def->label_selector.len || def->field_selector.len))
			return "selectors are no part of the subject contract";
		if (def->without)
			return "without: an external informer has its own mistakes";
	}
	return NULL;
}

/* An informer without handlers stands for a program that may write anything. */
bool scn__has_writer(const struct scn__cell *cell)
{
	bool program = false;

	for (size_t i = 0; i < cell->world.informer_count; i++)
		program |= !cell->world.informers[i].handler_count;
	return cell->world.controller_count ||
	       (program && cell->external.given && !cell->external.skip);
}

/* Warns about an expectation that is not compared, in a scenario for external programs only. */
static void warn_uncompared(struct scn__build *b, const struct scn__step *s)
{
	const struct scn__external *e = &b->cell->external;

	if (s->kind != SCN_EXPECT || b->cell->world.handler_count ||
	    b->cell->world.controller_count)
		return;
	for (size_t i = 0; i < s->expect.count; i++) {
		const struct scn__section *section = &s->expect.sections[i];

		if (!(e->sections & 1u << section->kind) &&
		    !scn__section_docs[section->kind].outside[0])
			scn__warn(b, section->pos,
				  "%s is not compared in the external world: `external:` does not "
				  "name it",
				  scn__section_word(section->kind));
	}
}

void scn__check_worlds(struct scn__build *b)
{
	const struct scn__external *e = &b->cell->external;
	const struct scn__world *w = &b->cell->world;
	struct scn__pos pos;
	const char *why;

	scn__check_shared_connection(b);
	if (!e->given || e->skip)
		return;
	why = scn__world_outside(w, &pos);
	if (why)
		scn__fail(b, pos, "the external world: %s (external: {skip: WHY} leaves it out)",
			  why);
	for (size_t i = 0; i < scn__section_doc_count; i++)
		if (e->sections & 1u << i && scn__section_docs[i].outside[0])
			scn__fail(b, e->pos, "the external world cannot compare %s: %s",
				  scn__section_docs[i].word, scn__section_docs[i].outside);
	for (size_t i = 0; i < b->cell->step_count; i++) {
		warn_uncompared(b, &b->steps[i]);
		why = scn__step_outside(w, &b->steps[i]);
		if (why)
			scn__fail(b, b->steps[i].pos,
				  "the external world cannot do this: %s (external: {skip: WHY} "
				  "leaves the scenario out there)",
				  why);
	}
}
