/* SPDX-License-Identifier: Apache-2.0 */
/* rests.c - waits of the story for the program under test: before a write that followed a pause,
 * and before another client's write of an object that the program has to create first. */
#include "runner/lift/story.h"

enum { RESTS_MAX = 40 /* each takes a run a third of a second at least */ };

/* A program that writes nothing for this time is at rest, whatever it did before. */
#define IDLE_NS (1 * NS_PER_S)
/* Likewise after its own write of the object, as in a run. */
#define ACTED_IDLE_NS (300 * NS_PER_MS)

/* In real time a pause is not a step: the effects of the program are awaited instead. */
bool lift__was_idle(const struct story *s, const struct lift__state *w)
{
	const struct lift__state *before = w->place ? s->l->writes.items[w->place - 1] : NULL;

	return s->l->opt.controllers.len && before && before->own &&
	       w->at_ns - before->at_ns >= IDLE_NS && lift__is_quiet(s);
}

/* Whether the program wrote between two writes of others to one object: it has acted on the first.
 * Without a wait it might see only the second. At its last rest it had seen all before. */
static bool acted_between(const struct story *s, const struct lift__state *w)
{
	const struct lift__state *prev = w->before, *last;
	size_t from;

	if (!prev)
		return false;
	last = s->l->writes.items[w->place - 1];
	if (prev->done)
		return prev->place >= s->rested && w->at_ns - last->at_ns >= ACTED_IDLE_NS;
	if (!prev->new_rv || prev->base)
		return false;
	from = prev->place + 1 > s->rested ? prev->place + 1 : s->rested;
	for (size_t i = w->place; i > from; i--)
		if (((const struct lift__state *)s->l->writes.items[i - 1])->done)
			return true;
	return false;
}

/* Whether a step before the write waits for the program in any case. */
static bool waits_anyway(const struct lift__state *w)
{
	for (size_t i = 0; i < w->arms.len; i++)
		if (str_begins(((const struct lift__arm *)w->arms.items[i])->text, "  - settle\n"))
			return true;
	return false;
}

void lift__rest(struct story *s, const struct lift__state *w, int64_t at_ns)
{
	const struct lift__state *before = w->place ? s->l->writes.items[w->place - 1] : NULL;
	const struct deed *last = s->deeds.len ? s->deeds.items[s->deeds.len - 1] : NULL;
	AUTO_STRBUF text = STRBUF_INIT;

	if (!s->l->opt.controllers.len || !s->l->main || !before || s->rests == RESTS_MAX ||
	    (w->at_ns - before->at_ns < IDLE_NS && !acted_between(s, w)) || s->life || s->starts ||
	    !last || last->kind == DEED_EXPECT || !lift__is_quiet(s) || waits_anyway(w))
		return;
	s->rests++;
	s->rested = w->place;
	strbuf_addz(&text, "  - settle\n");
	lift__add_later(s, DEED_STEP, at_ns, &text);
}

/* Another client changed or deleted an object of the program. */
static void was_changed(struct story *s, const struct lift__state *w)
{
	struct lift__object *o = w->object;

	o->others_news = true;
	lift__note_news(s->l, o);
	o->there = !w->deleted;
	s->notified_lines++;
}

/* Whether the write creates an object of a name that the program removed. */
static bool creates_again(const struct lift__state *w)
{
	const struct lift__object *o = w->object;

	return !w->deleted && !o->now && o->did && !o->there;
}

void lift__expect_before(struct story *s, const struct lift__state *w)
{
	if ((w->by_other || creates_again(w)) && w->object->news && !w->object->others_news)
		lift__expect_before_write(s, w->object);
	if (w->by_other)
		was_changed(s, w);
}

void lift__collect(struct story *s, const struct lift__state *w, int64_t at_ns)
{
	const struct deed *last = s->deeds.len ? s->deeds.items[s->deeds.len - 1] : NULL;
	AUTO_STRBUF text = STRBUF_INIT;

	/* the collector deletes all garbage at a time */
	if (!last || last != s->collected) {
		lift__expect_before_step(s);
		strbuf_addz(&text, "  - gc\n");
		lift__add_later(s, DEED_STEP, at_ns, &text);
		s->collected = s->deeds.len ? s->deeds.items[s->deeds.len - 1] : NULL;
	}
	was_changed(s, w);
}
