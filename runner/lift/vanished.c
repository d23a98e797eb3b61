/* SPDX-License-Identifier: Apache-2.0 */
/* vanished.c - deletions that no client observed, but a later list shows, or a later watch without
 * a version, which begins with all existing objects. */
#include "runner/lift/impl.h"

/* The events of all existing objects follow the response within this time. */
#define BURST_NS (500 * NS_PER_MS)

/* Whether the reader selected its last state. */
static bool was_selected(const struct lift__object *o, const struct lift__reader *r)
{
	return !r->selector ||
	       (!o->last->partial &&
		selector_matches_labels(r->selector,
					json_path(o->last->json, "metadata", "labels", NULL)));
}

/* Deletes all objects of the type that are known before the list and missing in it. */
int lift__delete_vanished(struct lift *l, const struct lift__request *r, uint64_t rv)
{
	const struct map_entry *e;

	if (r->reader->fields.len || !rv)
		return 0;
	for (size_t i = 0; (e = map_next(&l->objects, &i));) {
		struct lift__object *o = e->value;
		struct lift__state *s;

		if (o->type != r->type || (r->ns.len && !str_eq(r->ns, o->ns)) || !o->last ||
		    o->last->deleted || o->last->rv > rv || o->listed >= r->list ||
		    o->listed_rv >= rv || !was_selected(o, r->reader))
			continue;
		s = lift__add_state(l, o, o->last->json, rv, true, r->list_seq);
		if (!s)
			return RELIST_ENOMEM;
		s->after = 1;
		s->missing = true;
		s->parted = r->reader->selector != NULL;
	}
	return 0;
}

/* --- watches without a version --- */

bool lift__begins_with_all(const struct lift__request *q)
{
	return q->verb == LIFT_WATCH && !q->initial_events && !rec__number(q->rv) && !q->assumed &&
	       !q->reader->assumed && q->status == 200 && !q->reader->fields.len;
}

/* The last state that was observed before the line. */
static const struct lift__state *state_before(const struct lift__object *o, uint64_t seq)
{
	const struct lift__state *last = NULL;

	for (size_t i = 0; i < o->states.len; i++) {
		const struct lift__state *s = o->states.items[i];

		if (s->seq < seq && (!last || s->rv >= last->rv))
			last = s;
	}
	return last;
}

static bool is_missing(const struct lift__object *o, const struct lift__request *q)
{
	const struct lift__state *last;

	if (o->type != q->type || (q->ns.len && !str_eq(q->ns, o->ns)) || o->burst == q)
		return false;
	last = state_before(o, q->seq);
	return last && !last->deleted && last->rv <= q->top_rv && was_selected(o, q->reader);
}

static bool delete_missing(struct lift *l, const struct lift__request *q)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&l->objects, &i));) {
		struct lift__object *o = e->value;
		struct lift__state *s;

		if (!is_missing(o, q))
			continue;
		s = lift__add_state(l, o, o->last->json, q->top_rv, true, q->seq);
		if (!s)
			return false;
		s->after = 1;
		s->missing = true;
		s->at_ns = q->at_ns;
	}
	return true;
}

/* Marks the objects of the watch's first events. Returns false if it ended too early. */
static bool mark_burst(const struct lift *l, size_t i, const struct lift__request *q)
{
	int64_t until = ((const struct lift__received *)l->received.items[i])->at_ns + BURST_NS;

	if (q->end_seq != UINT64_MAX && q->end_ns <= until)
		return false;
	for (i++; i < l->received.len; i++) {
		const struct lift__received *t = l->received.items[i];

		if (t->at_ns > until)
			break;
		if (t->request != q || !t->state)
			continue;
		t->state->object->burst = q;
		/* a client that returns receives what was created while it was away */
		if (q->seq > q->reader->began_seq && t->state->seq == t->seq)
			t->state->seq = q->seq;
	}
	return true;
}

bool lift__find_vanished(struct lift *l)
{
	if (!l->opt.controllers.len || (l->lacks & (1u << REC_LACK_EVENTS)))
		return true;
	for (size_t i = 0; i < l->received.len; i++) {
		const struct lift__received *t = l->received.items[i];

		if (t->what == LIFT_ANSWERED && lift__begins_with_all(t->request) &&
		    mark_burst(l, i, t->request) && !delete_missing(l, t->request))
			return false;
	}
	return true;
}
