/* SPDX-License-Identifier: Apache-2.0 */
/* begun.c - work that the program had begun before another client changed the object, and ended
 * with a write after that: the write was decided on the old state, like that of a late request. */
#include "runner/lift/impl.h"

/* A shorter pause between two writes may be the time of a request. A write so soon after an event
 * may be a reaction to it. */
#define WORK_MIN_NS	(300 * NS_PER_MS)
#define REACTION_MAX_NS (100 * NS_PER_MS)

static bool is_foreign(const struct lift__state *s)
{
	return !s->own && !s->base && s->new_rv;
}

/* The first write of another client between the lines, of the object or (NULL) of any. */
static struct lift__state *foreign_between(const struct lift *l, const struct lift__object *o,
					   uint64_t from_seq, uint64_t to_seq)
{
	for (size_t i = 0; i < l->writes.len; i++) {
		struct lift__state *s = l->writes.items[i];

		if (is_foreign(s) && s->seq > from_seq && s->seq < to_seq && (!o || s->object == o))
			return s;
	}
	return NULL;
}

static const struct lift__own_write *at(const struct lift *l, size_t i)
{
	return l->own_writes.items[i];
}

/* The time between the end of a write and the next one. */
static int64_t pause_before(const struct lift *l, size_t i)
{
	const struct lift__own_write *before = at(l, i - 1);

	return at(l, i)->at_ns - (before->end_ns > before->at_ns ? before->end_ns : before->at_ns);
}

static bool same_kind(const struct lift__own_write *a, const struct lift__own_write *b)
{
	return a->type == b->type && strcmp(a->verb, b->verb) == 0;
}

/* Whether the program made two such writes with such a pause between them when no other client
 * wrote: then the pause is its own work and no wait for an event. */
static bool is_its_own_pace(const struct lift *l, size_t write)
{
	int64_t pause = pause_before(l, write);

	for (size_t i = 1; i < l->own_writes.len; i++) {
		int64_t other = pause_before(l, i);

		if (i != write && same_kind(at(l, i), at(l, write)) &&
		    same_kind(at(l, i - 1), at(l, write - 1)) && other > pause - pause / 4 &&
		    other < pause + pause / 4 &&
		    !foreign_between(l, NULL, at(l, i - 1)->seq, at(l, i)->seq))
			return true;
	}
	return false;
}

/* The write of another client that came between; NULL: none, or the program may have seen it. */
static struct lift__state *came_between(const struct lift *l, size_t i)
{
	const struct lift__own_write *w = at(l, i);
	const struct lift__object *o = lift__object_of(l, w);
	struct lift__state *s;

	/* with a resourceVersion the server refuses it */
	if (!o || !o->wanted || w->rv || w->status < 200 || w->status >= 300 ||
	    w->end_seq == UINT64_MAX || pause_before(l, i) < WORK_MIN_NS)
		return NULL;
	s = foreign_between(l, o, at(l, i - 1)->seq, w->seq);
	return s && w->at_ns - s->at_ns > REACTION_MAX_NS && is_its_own_pace(l, i) ? s : NULL;
}

bool lift__arm_begun(struct lift *l)
{
	for (size_t i = 1; i < l->own_writes.len; i++) {
		const struct lift__own_write *w = at(l, i);
		struct lift__state *s = w->type->name.len ? came_between(l, i) : NULL;
		AUTO_STRBUF wait = STRBUF_INIT;

		strbuf_addz(&wait, "  - settle\n");
		if (s && !(lift__arm_held_write(l, w, "request", s->seq, w->end_seq) &&
			   lift__add_arm(l, &s->arms, &wait, false, true)))
			return false;
	}
	return true;
}
