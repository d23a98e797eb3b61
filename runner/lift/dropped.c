/* SPDX-License-Identifier: Apache-2.0 */
/* dropped.c - finds events that an open watch did not receive although it received later ones, and
 * that no other reader of the story received. */
#include "runner/lift/impl.h"

/* Whether the watch receives every write; a selector's effect is unknown. */
static bool gets_all(const struct lift__request *q)
{
	return q->verb == LIFT_WATCH && q->reader->chosen && !q->assumed && !q->reader->assumed &&
	       !q->reader->labels.len && !q->reader->fields.len;
}

/* The index of the first write after that version. */
static size_t first_write_after(const struct lift *l, uint64_t rv)
{
	size_t low = 0, high = l->writes.len;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (((const struct lift__state *)l->writes.items[middle])->rv <= rv)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The watch has advanced to version `to`, or to its end at that line, without the events in
 * between. */
static void pass_over(struct lift *l, struct lift__request *q, uint64_t to, uint64_t end_seq)
{
	for (size_t i = first_write_after(l, q->passed_rv); i < l->writes.len; i++) {
		struct lift__state *w = l->writes.items[i];

		if (w->rv >= to || w->seq >= end_seq)
			break;
		if (!w->after && w->object->type == q->type &&
		    (!q->ns.len || str_eq(q->ns, w->object->ns)))
			w->dropped = true;
	}
	if (to != UINT64_MAX && to > q->passed_rv)
		q->passed_rv = to;
}

/* Whether the reader's next request has the version that the watch reached. */
static bool stays_there(const struct lift *l, size_t i, const struct lift__request *q)
{
	for (i++; i < l->received.len; i++) {
		const struct lift__received *t = l->received.items[i];

		if (t->what == LIFT_ASKED && t->request->reader == q->reader)
			return rec__number(t->request->rv) == q->passed_rv;
	}
	return false;
}

static void update_passed_version(struct lift *l, size_t i)
{
	const struct lift__received *t = l->received.items[i];
	struct lift__request *q = t->request;

	if (!gets_all(q))
		return;
	switch (t->what) {
	case LIFT_ASKED:
		/* without a version, and before the end of its initial events, it receives objects
		 * in any order */
		q->passed_rv = q->initial_events ? 0 : rec__number(q->rv);
		break;
	case LIFT_INITIAL_END:
		q->passed_rv = t->rv;
		break;
	case LIFT_ADDED:
	case LIFT_MODIFIED:
	case LIFT_DELETED:
		if (q->passed_rv && t->state->rv > q->passed_rv)
			pass_over(l, q, t->state->rv, UINT64_MAX);
		break;
	case LIFT_BOOKMARK:
		if (q->passed_rv && t->rv > q->passed_rv)
			pass_over(l, q, t->rv + 1, UINT64_MAX);
		break;
	case LIFT_ERROR:
	case LIFT_CLOSED:
	case LIFT_HANGUP:
		if (q->passed_rv && q->status < 400 && stays_there(l, i, q))
			pass_over(l, q, UINT64_MAX, t->seq);
		q->passed_rv = 0;
		break;
	case LIFT_ANSWERED:
	case LIFT_LISTED:
	case LIFT_LIST_END:
	case LIFT_RAW:
		break;
	}
}

void lift__find_dropped(struct lift *l)
{
	/* the recording's events are derived from the writes */
	if (l->lacks & (1u << REC_LACK_EVENTS))
		return;
	for (size_t i = 0; i < l->received.len; i++)
		update_passed_version(l, i);
	/* an event that a reader received is not missing, in whatever order */
	for (size_t i = 0; i < l->received.len; i++) {
		const struct lift__received *t = l->received.items[i];

		if (t->state && t->request->verb == LIFT_WATCH && t->request->reader->chosen)
			t->state->dropped = false;
	}
}
