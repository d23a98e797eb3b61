/* SPDX-License-Identifier: Apache-2.0 */
/* sections.c - checks those sections of an expectation that the subject prints. */
#include "runner/external/external.h"

enum { OUTPUT_MS = 500 }; /* a subject that prints the cache does so soon after its first request */

static const struct scn__irun *printer_of(struct scn__run *r, const struct scn__section *s)
{
	const struct scn__informer *def = s->kind == SCN_S_CACHE ? s->objects.informer
					  : s->kind == SCN_S_HANDLERS
					      ? s->handlers.handler->informer
					      : NULL;
	const struct scn__irun *ir = def ? world__informer_of(r, def) : NULL;

	return ir && ir->client ? ir : NULL;
}

/* Sections that the subject does not print are not checked. */
static bool is_printed(struct scn__run *r, const struct scn__section *s)
{
	const struct scn__irun *ir = printer_of(r, s);
	const struct view *v = ir ? external__view_of(r, ir).view : NULL;

	return !v || (s->kind == SCN_S_CACHE ? v->has_cache : v->has_notified);
}

/* Whether the run is to compare the section. `cache: model` is awaited in any case. */
static bool is_checked(const struct scn__run *r, const struct scn__section *s)
{
	static const unsigned never = 1u << SCN_S_AT | 1u << SCN_S_INDEX | 1u << SCN_S_SYNC |
				      1u << SCN_S_QUEUE | 1u << SCN_S_LOG | 1u << SCN_S_SNAPSHOT;
	const struct scn__external *e = &r->cell->external;

	return e->given && (e->sections & 1u << s->kind & ~never) &&
	       !(s->kind == SCN_S_CACHE && s->objects.model);
}

/* Whether the subject may print the cache later than its first request. A state line without the
 * cache shows that it does not. */
static bool may_print(struct scn__run *r, const struct scn__section *s)
{
	const struct scn__irun *ir =
	    s->kind == SCN_S_CACHE && is_checked(r, s) ? printer_of(r, s) : NULL;
	int64_t last = external__last_request_ns(r);
	struct scn__client_view seen;

	if (!ir)
		return false;
	seen = external__view_of(r, ir);
	if (seen.view->has_cache || seen.view->has_synced || seen.ended)
		return false;
	return last < ir->started_ns || world__now(r) < last + OUTPUT_MS * NS_PER_MS;
}

static bool holds_externally(struct scn__run *r, const struct scn__section *s)
{
	return is_checked(r, s) && is_printed(r, s);
}

void external__check(struct scn__run *r, const struct scn__step *s, bool states_only)
{
	for (size_t i = 0; i < s->expect.count && !r->failure; i++) {
		if (!holds_externally(r, &s->expect.sections[i]) ||
		    (states_only && expect__section_items(&s->expect.sections[i])))
			continue;
		if (r->opt->updates)
			expect__section_update(r, &s->expect.sections[i]);
		else
			expect__section_expect(r, &s->expect.sections[i]);
	}
}

/* `states_only`: streams do not matter. */
static bool hold(struct scn__run *r, const struct scn__step *s, bool states_only)
{
	struct scn__verdict v = { .run = r, .quiet = true };
	size_t names = r->name_count;

	for (size_t i = 0; i < s->expect.count; i++)
		if (may_print(r, &s->expect.sections[i]))
			return false;
	for (size_t i = 0; i < s->expect.count && !r->failure; i++)
		if (holds_externally(r, &s->expect.sections[i]) &&
		    !(states_only && expect__section_items(&s->expect.sections[i])))
			expect__section_check(r, &s->expect.sections[i], &v);
	r->name_count = names;
	return !v.missed;
}

bool external__would_hold(struct scn__run *r, const struct scn__step *s)
{
	return hold(r, s, false);
}

bool external__states_hold(struct scn__run *r, const struct scn__step *s)
{
	return hold(r, s, true);
}
