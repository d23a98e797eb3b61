/* SPDX-License-Identifier: Apache-2.0 */
/* late.c - data that the program under test received late: events, and responses to its writes. A
 * step holds them, a later one releases them. */
#include "runner/lift/impl.h"

/* An event or a response with a longer delay after its write was held up. */
#define LATE_NS (500 * NS_PER_MS)

/* Adds a hold to the list, which is sorted by the holds' ends. */
static struct lift__hold *add_hold(struct lift *l, uint64_t from_seq, uint64_t to_seq)
{
	struct lift__hold *hold = lift__alloc(l, sizeof(*hold));
	size_t i = l->holds.len;

	if (!hold || !lift__push(l, &l->holds, hold))
		return NULL;
	hold->from_seq = from_seq;
	hold->to_seq = to_seq;
	for (; i > 0 && ((struct lift__hold *)l->holds.items[i - 1])->to_seq > to_seq; i--)
		l->holds.items[i] = l->holds.items[i - 1];
	l->holds.items[i] = hold;
	return hold;
}

static bool arm_hold(struct lift *l, const struct lift__hold *hold)
{
	AUTO_STRBUF text = STRBUF_INIT;
	uint64_t from;
	struct lift__list *arms = lift__cause_of(l, hold->from_seq, &from);

	strbuf_addf(&text, "  - hold: {" STR_FMT "}\n", STR_ARG(hold->point));
	return lift__add_arm(l, arms, &text, true, true);
}

static bool is_late(const struct lift__told *t)
{
	return t->state && t->request->mine && t->request->verb == LIFT_WATCH &&
	       (!t->request->initial_events || t->request->initial_end) &&
	       (t->what == LIFT_ADDED || t->what == LIFT_MODIFIED || t->what == LIFT_DELETED) &&
	       t->state->object->wanted && t->state->own && t->state->seq < t->seq &&
	       t->state->seq > t->request->seq && t->at_ns - t->state->at_ns >= LATE_NS;
}

static bool arm_events(struct lift *l)
{
	for (size_t i = 0; i < l->told.len; i++) {
		const struct lift__told *t = l->told.items[i];
		AUTO_STRBUF point = STRBUF_INIT;
		struct lift__hold *hold;
		bool known = false;

		if (!is_late(t) || !t->request->type->name.len)
			continue;
		for (size_t k = 0; k < l->holds.len; k++) {
			hold = l->holds.items[k];
			known |= hold->type == t->request->type && t->state->seq < hold->to_seq;
		}
		if (known)
			continue;
		hold = add_hold(l, t->state->seq, t->seq);
		if (!hold)
			return false;
		strbuf_addf(&point, "at: event, type: " STR_FMT, STR_ARG(t->request->type->name));
		hold->type = t->request->type;
		hold->point = lift__copy(l, strbuf_str(&point));
		if (point.failed || !arm_hold(l, hold))
			return false;
	}
	return true;
}

/* --- late writes --- */

/* A later write that was executed before it: of the same object, or of another client. NULL:
 * none. */
static struct lift__state *overtaker(const struct lift *l, const struct lift__own_write *w,
				     const struct lift__object *of)
{
	for (size_t i = 0; i < l->writes.len; i++) {
		struct lift__state *s = l->writes.items[i];

		if (s->seq > w->seq && s->seq < w->end_seq && s->rv < w->new_rv &&
		    (of ? s->object == of : !s->own))
			return s;
	}
	return NULL;
}

static bool is_delayed(const struct lift *l, const struct lift__own_write *w)
{
	const struct lift__object *o = lift__object_of(l, w);

	return w->status >= 200 && w->status < 300 && w->end_seq != UINT64_MAX && w->new_rv &&
	       w->end_ns - w->at_ns >= LATE_NS && o && overtaker(l, w, o);
}

/* Another event has to precede the write's execution. */
static bool arm_write(struct lift *l, const struct lift__own_write *w, const char *at,
		      uint64_t end_seq)
{
	struct lift__hold *hold = add_hold(l, w->seq, end_seq);
	AUTO_STRBUF point = STRBUF_INIT;
	uint64_t from;

	if (!hold)
		return false;
	(void)lift__cause_of(l, w->seq, &from);
	strbuf_addf(&point, "at: %s, match: ", at);
	lift__add_match(l, w, from, 1, &point);
	hold->point = lift__copy(l, strbuf_str(&point));
	return !point.failed && arm_hold(l, hold);
}

/* Delays the write; the writes of others meanwhile follow when it is held. */
static bool arm_delay(struct lift *l, const struct lift__own_write *w)
{
	struct lift__state *next = overtaker(l, w, NULL);
	AUTO_STRBUF wait = STRBUF_INIT;

	strbuf_addz(&wait, "  - settle\n");
	return arm_write(l, w, "request", w->end_seq) &&
	       (!next || lift__add_arm(l, &next->arms, &wait, false, true));
}

/* --- writes without a response --- */

static bool is_of_life(const struct lift *l, const struct lift__own_write *w)
{
	for (size_t i = 0; i < l->lives.len; i++)
		if (((const struct lift__life *)l->lives.items[i])->unanswered == w)
			return true;
	return false;
}

/* Whether the program stopped waiting for the response and continued. */
static bool is_given_up(const struct lift *l, const struct lift__own_write *w)
{
	const struct lift__own_write *last =
	    l->own_writes.len ? l->own_writes.items[l->own_writes.len - 1] : NULL;

	return w->left_seq && w->end_seq == UINT64_MAX && last->seq > w->left_seq &&
	       !is_of_life(l, w);
}

/* Whether the server executed the write: the response to the next write of the same kind shows it.
 * If there is none, the worse case is assumed. */
static bool was_carried_out(const struct lift *l, const struct lift__own_write *w)
{
	bool create = strcmp(w->verb, "CREATE") == 0, deletes = strcmp(w->verb, "DELETE") == 0;

	for (size_t i = 0; i < l->own_writes.len; i++) {
		const struct lift__own_write *o = l->own_writes.items[i];

		if (o->seq <= w->left_seq || !lift__same_write(o, w) || !o->status)
			continue;
		if (o->status < 300)
			return (create && w->generated) || (!create && !deletes && o->rv != w->rv);
		return o->status == (deletes ? 404 : 409);
	}
	return true;
}

static bool arm_lost_response(struct lift *l, const struct lift__own_write *w)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct lift__list *arms;
	uint64_t from;

	if (was_carried_out(l, w)) {
		lift__note(l,
			   "the program gave up waiting for %s " STR_FMT "/" STR_FMT
			   ": assumed to have been carried out",
			   w->verb, STR_ARG(w->type->name), STR_ARG(w->place));
		return arm_write(l, w, "reply", w->left_seq);
	}
	arms = lift__cause_of(l, w->seq, &from);
	strbuf_addz(&text, "  - fail: {match: ");
	lift__add_match(l, w, from, 2, &text);
	strbuf_addz(&text, ", status: 504, reason: Timeout}\n");
	return lift__add_arm(l, arms, &text, false, false);
}

bool lift__arm_late(struct lift *l)
{
	if (!arm_events(l))
		return false;
	for (size_t i = 0; i < l->own_writes.len; i++) {
		const struct lift__own_write *w = l->own_writes.items[i];
		const struct lift__object *o = lift__object_of(l, w);

		if (!w->type->name.len || (o && !o->wanted))
			continue;
		if (is_delayed(l, w) && !arm_delay(l, w))
			return false;
		if (is_given_up(l, w) && !arm_lost_response(l, w))
			return false;
	}
	return true;
}
