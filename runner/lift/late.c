/* SPDX-License-Identifier: Apache-2.0 */
/* late.c - data that the program under test received late: events, and responses to its writes. A
 * step holds them, a later one releases them. */
#include "runner/lift/arms.h"

/* An event or a response with a longer delay after its write was held up. */
#define LATE_NS (500 * NS_PER_MS)

static bool is_step(const struct lift__state *s)
{
	return s->new_rv && !s->base;
}

static bool is_late(const struct lift__received *t)
{
	return t->state && t->request->mine && t->request->verb == LIFT_WATCH &&
	       (!t->request->initial_events || t->request->initial_end) &&
	       (t->what == LIFT_ADDED || t->what == LIFT_MODIFIED || t->what == LIFT_DELETED) &&
	       t->state->object->wanted &&
	       (t->state->own || (is_step(t->state) && t->state->shown_seq == t->seq)) &&
	       t->state->seq < t->seq && t->state->seq > t->request->seq &&
	       t->at_ns - t->state->at_ns >= LATE_NS;
}

static bool arm_hold_at(struct lift *l, const struct lift__hold *hold, struct lift__state *w)
{
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addf(&text, "  - hold: {" STR_FMT "}\n", STR_ARG(hold->point));
	return lift__add_arm(l, &w->arms, &text, true, true);
}

static void note_first_events(struct lift *l)
{
	for (size_t i = l->received.len; i-- > 0;) {
		const struct lift__received *t = l->received.items[i];

		if (t->state && t->request->mine)
			t->state->shown_seq = t->seq;
	}
}

/* Whether a hold that ends after the write holds such events. */
static bool is_held(const struct lift *l, const struct lift__received *t)
{
	for (size_t i = l->holds.len; i-- > 0;) {
		const struct lift__hold *hold = l->holds.items[i];

		if (hold->to_seq <= t->state->seq)
			return false;
		if (hold->type == t->request->type)
			return true;
	}
	return false;
}

static bool arm_events(struct lift *l)
{
	note_first_events(l);
	for (size_t i = 0; i < l->received.len; i++) {
		const struct lift__received *t = l->received.items[i];
		AUTO_STRBUF point = STRBUF_INIT;
		struct lift__hold *hold;

		if (!is_late(t) || !t->request->type->name.len || is_held(l, t))
			continue;
		hold = lift__add_hold(l, t->state->seq, t->seq);
		if (!hold)
			return false;
		strbuf_addf(&point, "at: event, type: " STR_FMT, STR_ARG(t->request->type->name));
		hold->type = t->request->type;
		hold->point = lift__copy(l, strbuf_str(&point));
		/* a write of another client: from that write on */
		if (point.failed ||
		    !(t->state->own ? lift__arm_hold(l, hold) : arm_hold_at(l, hold, t->state)))
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
	struct lift__state *first = NULL;

	for (size_t i = lift__first_after(&l->by_line, w->seq); i < l->by_line.len; i++) {
		struct lift__state *s = l->by_line.items[i];

		if (s->seq >= w->end_seq)
			break;
		if (s->rv < w->new_rv && (of ? s->object == of : !s->own) &&
		    (!first || s->place < first->place))
			first = s;
	}
	return first;
}

static bool is_delayed(const struct lift *l, const struct lift__own_write *w)
{
	const struct lift__object *o = lift__object_of(l, w);

	return lift__succeeded(w) && w->end_seq != UINT64_MAX && w->new_rv &&
	       w->end_ns - w->at_ns >= LATE_NS && o && overtaker(l, w, o);
}

/* Delays the write; the writes of others meanwhile follow when it is held. */
static bool arm_delay(struct lift *l, const struct lift__own_write *w)
{
	struct lift__state *next = overtaker(l, w, NULL);
	AUTO_STRBUF wait = STRBUF_INIT;

	strbuf_addz(&wait, "  - settle\n");
	return lift__arm_held_write(l, w, "request", w->seq, w->end_seq, NULL) &&
	       (!next || lift__add_arm(l, &next->arms, &wait, false, true));
}

/* --- writes without a response --- */

static uint64_t lost_seq(const struct lift__own_write *w)
{
	return w->left_seq ? w->left_seq : w->cut_seq;
}

/* Whether the program continued after it gave up waiting for the response or lost the connection.
 */
static bool is_lost(const struct lift *l, const struct lift__own_write *w)
{
	const struct lift__own_write *last =
	    l->own_writes.len ? l->own_writes.items[l->own_writes.len - 1] : NULL;

	return lost_seq(w) && w->end_seq == UINT64_MAX && last->seq > lost_seq(w) &&
	       !lift__is_of_life(l, w);
}

/* Whether the server executed the write: the response to the next write of the same kind shows it.
 * If there is none, the worse case is assumed. */
static bool was_carried_out(const struct lift__own_write *w)
{
	bool create = strcmp(w->verb, "CREATE") == 0, deletes = strcmp(w->verb, "DELETE") == 0;

	for (const struct lift__own_write *o = w->same_after; !w->seen && o; o = o->same_after) {
		if (o->seq <= lost_seq(w) || !o->status)
			continue;
		if (o->status < 300)
			return (create && w->generated) || (!create && !deletes && o->rv != w->rv);
		return o->status == (deletes ? 404 : 409);
	}
	return true;
}

/* Breaks the connection after (`done`) or before the server executes the write. */
static bool arm_cut(struct lift *l, const struct lift__own_write *w, bool done)
{
	AUTO_STRBUF text = STRBUF_INIT;
	uint64_t from;
	struct lift__list *arms = lift__cause_of(l, w->seq, &from);

	strbuf_addz(&text, "  - reply: {match: ");
	lift__add_match(l, w, from, 2, &text);
	strbuf_addf(&text, "%s, body: [{close: rst}]}\n", done ? ", handled: true" : "");
	return lift__add_arm(l, arms, &text, false, false);
}

static bool arm_lost_response(struct lift *l, const struct lift__own_write *w)
{
	bool done = was_carried_out(w);
	AUTO_STRBUF text = STRBUF_INIT;
	struct lift__list *arms;
	uint64_t from;

	if (done)
		lift__note(l,
			   "the response to %s " STR_FMT "/" STR_FMT
			   " was lost: the write is assumed to have been carried out",
			   w->verb, STR_ARG(w->type->name), STR_ARG(w->place));
	if (w->cut_seq)
		return arm_cut(l, w, done);
	if (done)
		return lift__arm_held_write(l, w, "reply", w->seq, w->left_seq, NULL);
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
		if (!w->reverted && is_delayed(l, w) && !arm_delay(l, w))
			return false;
		if (is_lost(l, w) && !arm_lost_response(l, w))
			return false;
	}
	return true;
}
