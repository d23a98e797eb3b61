/* SPDX-License-Identifier: Apache-2.0 */
/* begun.c - work that the program had begun before another client changed the object, and ended
 * with a write after that: the write was decided on the old state, like that of a late request. */
#include <stdlib.h>

#include "runner/lift/arms.h"

/* A shorter pause between two writes may be the time of a request. A write so soon after an event
 * may be a reaction to it. */
#define WORK_MIN_NS	(300 * NS_PER_MS)
#define REACTION_MAX_NS (100 * NS_PER_MS)

/* The first write of another client between the lines, of the object or (NULL) of any. */
static struct lift__state *foreign_between(const struct lift *l, const struct lift__object *o,
					   uint64_t from_seq, uint64_t to_seq)
{
	struct lift__state *first = NULL;

	for (size_t i = lift__first_after(&l->steps_by_line, from_seq); i < l->steps_by_line.len;
	     i++) {
		struct lift__state *s = l->steps_by_line.items[i];

		if (s->seq >= to_seq)
			break;
		if (!s->own && (!o || s->object == o) && (!first || s->place < first->place))
			first = s;
	}
	return first;
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

/* A pause between two writes while no other client wrote: it is the program's own work and no wait
 * for an event. */
struct pace {
	const struct lift__own_write *from, *to;
	int64_t pause_ns;
};

struct paces {
	struct pace *items;
	size_t len;
};

static int by_text(struct str a, struct str b)
{
	size_t len = a.len < b.len ? a.len : b.len;
	int order = len ? memcmp(a.ptr, b.ptr, len) : 0;

	return order ? order : a.len < b.len ? -1 : a.len > b.len;
}

static int by_kind(const struct lift__own_write *a, const struct lift__own_write *b)
{
	int order = strcmp(a->verb, b->verb);

	if (!order)
		order = by_text(a->type->resource, b->type->resource);
	return order ? order : by_text(a->type->group, b->type->group);
}

static int by_kinds(const struct pace *a, const struct pace *b)
{
	int order = by_kind(a->from, b->from);

	return order ? order : by_kind(a->to, b->to);
}

static int by_pace(const void *a, const void *b)
{
	const struct pace *x = a, *y = b;
	int order = by_kinds(x, y);

	return order ? order : x->pause_ns < y->pause_ns ? -1 : x->pause_ns > y->pause_ns;
}

static bool find_paces(struct lift *l, struct paces *out)
{
	out->len = 0;
	out->items =
	    l->own_writes.len ? lift__alloc(l, l->own_writes.len * sizeof(*out->items)) : NULL;
	if (l->own_writes.len && !out->items)
		return false;
	for (size_t i = 1; i < l->own_writes.len; i++) {
		const struct lift__own_write *from = at(l, i - 1), *to = at(l, i);

		if (!foreign_between(l, NULL, from->seq, to->seq))
			out->items[out->len++] = (struct pace) { from, to, pause_before(l, i) };
	}
	if (out->len)
		qsort(out->items, out->len, sizeof(*out->items), by_pace);
	return true;
}

/* Whether the program made two such writes with such a pause between them when no other client
 * wrote. */
static bool is_its_own_pace(const struct lift *l, const struct paces *paces, size_t write)
{
	int64_t pause = pause_before(l, write);
	struct pace least = { at(l, write - 1), at(l, write), pause - pause / 4 + 1 };
	size_t from = 0, to = paces->len;

	while (from < to) {
		size_t mid = from + (to - from) / 2;

		if (by_pace(&paces->items[mid], &least) < 0)
			from = mid + 1;
		else
			to = mid;
	}
	return from < paces->len && by_kinds(&paces->items[from], &least) == 0 &&
	       paces->items[from].pause_ns < pause + pause / 4;
}

/* The write of another client that came between; NULL: none, or the program may have seen it. */
static struct lift__state *came_between(const struct lift *l, const struct paces *paces, size_t i)
{
	const struct lift__own_write *w = at(l, i);
	const struct lift__object *o = lift__object_of(l, w);
	struct lift__state *s;

	/* with a resourceVersion the server refuses it */
	if (!o || !o->wanted || w->rv || w->status < 200 || w->status >= 300 ||
	    w->end_seq == UINT64_MAX || pause_before(l, i) < WORK_MIN_NS)
		return NULL;
	s = foreign_between(l, o, at(l, i - 1)->seq, w->seq);
	return s && w->at_ns - s->at_ns > REACTION_MAX_NS && is_its_own_pace(l, paces, i) ? s
											  : NULL;
}

bool lift__arm_begun(struct lift *l)
{
	struct paces paces;

	if (!find_paces(l, &paces))
		return false;
	for (size_t i = 1; i < l->own_writes.len; i++) {
		const struct lift__own_write *w = at(l, i);
		struct lift__state *s = w->type->name.len ? came_between(l, &paces, i) : NULL;
		AUTO_STRBUF wait = STRBUF_INIT;

		strbuf_addz(&wait, "  - settle\n");
		if (s && !(lift__arm_held_write(l, w, "request", s->seq, w->end_seq) &&
			   lift__add_arm(l, &s->arms, &wait, false, true)))
			return false;
	}
	return true;
}
