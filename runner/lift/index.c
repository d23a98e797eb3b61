/* SPDX-License-Identifier: Apache-2.0 */
/* index.c - finds writes and received events by their lines: a recording has many of them, and each
 * write of the program is compared with those near it. */
#include <stdlib.h>

#include "runner/lift/arms.h"
#include "runner/lift/story.h"

static int by_line(const void *a, const void *b)
{
	const struct lift__state *x = *(void *const *)a, *y = *(void *const *)b;

	if (x->seq != y->seq)
		return x->seq < y->seq ? -1 : 1;
	return x->place < y->place ? -1 : x->place > y->place;
}

static void sort(struct lift__list *list)
{
	if (list->len)
		qsort(list->items, list->len, sizeof(void *), by_line);
}

bool lift__index_writes(struct lift *l)
{
	l->by_line.len = l->steps_by_line.len = 0;
	for (size_t i = 0; i < l->writes.len; i++) {
		struct lift__state *s = l->writes.items[i];

		s->place = i;
		if (!lift__push(l, &l->by_line, s) ||
		    (s->new_rv && !s->base && !lift__push(l, &l->steps_by_line, s)))
			return false;
	}
	sort(&l->by_line);
	sort(&l->steps_by_line);
	return true;
}

size_t lift__first_after(const struct lift__list *states, uint64_t seq)
{
	size_t from = 0, to = states->len;

	while (from < to) {
		size_t mid = from + (to - from) / 2;

		if (((const struct lift__state *)states->items[mid])->seq > seq)
			to = mid;
		else
			from = mid + 1;
	}
	return from;
}

size_t lift__received_after(const struct lift *l, uint64_t seq)
{
	size_t from = 0, to = l->received.len;

	while (from < to) {
		size_t mid = from + (to - from) / 2;

		if (((const struct lift__received *)l->received.items[mid])->seq > seq)
			to = mid;
		else
			from = mid + 1;
	}
	return from;
}

const struct lift__received *lift__next_of(const struct story *s, size_t i,
					   const struct lift__request *q)
{
	for (; i < s->l->received.len; i++) {
		const struct lift__received *t = s->l->received.items[i];

		if (t->request == q)
			return t;
	}
	return NULL;
}

const struct lift__received *lift__next_request(const struct story *s, size_t i,
						const struct lift__reader *r)
{
	for (; i < s->l->received.len; i++) {
		const struct lift__received *t = s->l->received.items[i];

		if (t->what == LIFT_ASKED && t->request->reader == r)
			return t->seq < s->end_seq ? t : NULL;
	}
	return NULL;
}

bool lift__link_same_write(struct lift *l, struct lift__own_write *w)
{
	AUTO_STRBUF key = STRBUF_INIT;
	struct lift__own_write *before;
	void *old = NULL;

	strbuf_addf(&key, "%s " STR_FMT "/" STR_FMT " " STR_FMT " " STR_FMT, w->verb,
		    STR_ARG(w->type->group), STR_ARG(w->type->resource), STR_ARG(w->place),
		    STR_ARG(w->subresource));
	if (key.failed || map_put(&l->last_writes, strbuf_str(&key), w, &old))
		return false;
	before = old;
	w->same_before = before;
	w->first = before ? before->first : w;
	if (before)
		before->same_after = w;
	return true;
}
