/* SPDX-License-Identifier: Apache-2.0 */
/* bookmarks.c - the bookmarks that matter: the last one before the end of a watch determines where
 * the reader continues, and the program under test may act on one. */
#include "runner/lift/story.h"

/* What the program does within this time is a reaction. */
#define REACTION_NS (2 * NS_PER_S)

/* Whether the program writes before it receives anything else. */
static bool is_acted_on(const struct story *s, size_t i, const struct lift__received *t)
{
	uint64_t until = UINT64_MAX;

	for (i++; i < s->l->received.len && until == UINT64_MAX; i++) {
		const struct lift__received *next = s->l->received.items[i];

		if (next->request->mine && next->what != LIFT_BOOKMARK)
			until = next->seq;
	}
	for (size_t k = 0; k < s->l->own_writes.len; k++) {
		const struct lift__own_write *w = s->l->own_writes.items[k];

		if (w->seq > t->seq && w->seq < until && w->at_ns - t->at_ns < REACTION_NS)
			return true;
	}
	return false;
}

static bool matters(const struct story *s, size_t i, const struct lift__received *t)
{
	const struct lift__received *next = lift__next_of(s, i + 1, t->request);
	bool ends = next && (next->what == LIFT_CLOSED || next->what == LIFT_HANGUP);

	if (s->l->opt.controllers.len)
		return ends || is_acted_on(s, i, t);
	return ends && lift__next_request(s, i, t->request->reader);
}

void lift__bookmark(struct story *s, size_t i, const struct lift__received *t)
{
	AUTO_STRBUF text = STRBUF_INIT;

	if (!matters(s, i, t))
		return;
	strbuf_addf(&text, "  - bookmark: " STR_FMT "\n", STR_ARG(t->request->type->name));
	lift__add_step(s, DEED_STEP, NULL, t->at_ns, &text, false);
}
