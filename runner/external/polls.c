/* SPDX-License-Identifier: Apache-2.0 */
/* polls.c - programs that list on a timer without watching. One notices a step when it lists again,
 * and has finished when it lists once more without a write between the two. */
#include "runner/external/habits.h"

enum {
	DORMANT = 3,   /* number of intervals without a list after which a line may have ended */
	SLOW_MS = 300, /* a list without a response for this time is unfinished work */
};

static bool watches(const struct scn__run *r, const struct scn__informer *program)
{
	for (const struct scn__line *l = r->moments->habits->lines; l; l = l->next)
		if (l->from == program && l->watch && external__is_of_now(r, l->watch))
			return true;
	return false;
}

static bool has_changed(const struct scn__run *r, const struct scn__line *l)
{
	const struct scn__rec *q = l->changed;

	return q && external__is_of_now(r, q) && (q->status < 400 || external__failed_ns(q) >= 0);
}

/* The newer of the last step and the program's last write that had an effect; 0: neither. */
static int64_t changed_ns(const struct scn__run *r, const struct scn__informer *program)
{
	int64_t at = r->moments->acted_ns;

	for (const struct scn__line *l = r->moments->habits->lines; l; l = l->next)
		if (l->from == program && has_changed(r, l) && l->changed->at_ns > at)
			at = l->changed->at_ns;
	return at;
}

/* Whether two lists have succeeded since then. One without a response does not count yet. */
static bool is_polled(const struct scn__line *l, int64_t since_ns)
{
	size_t newest = l->polls[2] && !l->polls[2]->ended ? 1 : 2;
	const struct scn__rec *first = l->polls[newest - 1], *second = l->polls[newest];

	if (!since_ns)
		return true;
	return first && first->at_ns >= since_ns && first->status == 200 && second->status == 200;
}

/* Whether the program seems to have stopped listing: a selection whose owner is gone, a list at its
 * start. */
static bool is_dormant(struct scn__run *r, const struct scn__line *l)
{
	int64_t last = l->last->at_ns;

	return !l->polls[1] ||
	       world__now(r) - last > DORMANT * l->apart_ns + external__starved_since(r, last);
}

static bool is_poll(const struct scn__run *r, const struct scn__line *l)
{
	return external__is_collection(l) && l->polls[2] && external__is_of_now(r, l->last) &&
	       !l->from->handler_count && !watches(r, l->from);
}

/* Whether another list of the program shows that it is at rest. */
static bool has_other_poll(const struct scn__run *r, const struct scn__line *l)
{
	for (const struct scn__line *o = r->moments->habits->lines; o; o = o->next)
		if (o != l && o->from == l->from && is_poll(r, o) &&
		    is_polled(o, changed_ns(r, o->from)))
			return true;
	return false;
}

static bool is_due(struct scn__run *r, const struct scn__line *l)
{
	return is_poll(r, l) && !is_polled(l, changed_ns(r, l->from)) &&
	       !(is_dormant(r, l) && has_other_poll(r, l));
}

const struct scn__line *external__unpolled(struct scn__run *r)
{
	for (const struct scn__line *l = r->moments->habits->lines; l; l = l->next)
		if (is_due(r, l))
			return l;
	return NULL;
}

bool external__is_polling(struct scn__run *r, const struct scn__type *type)
{
	external__habits_look(r);
	for (const struct scn__line *l = r->moments->habits->lines; l; l = l->next)
		if (((is_poll(r, l) && is_polled(l, 1)) || external__is_in_vain(r, l)) &&
		    (!type || l->last->type == type))
			return true;
	return false;
}

bool external__is_young_poll(struct scn__run *r, const struct scn__rec *q)
{
	const struct scn__line *l = r->moments->habits->lines;

	while (l && l->last != q)
		l = l->next;
	return l && l->polls[1] && q->verb == SCN_V_LIST &&
	       world__now(r) - q->at_ns <
		   SLOW_MS * NS_PER_MS + external__starved_since(r, q->at_ns) &&
	       external__repeats_poll(r, l);
}

bool external__repeats_poll(struct scn__run *r, const struct scn__line *line)
{
	bool any = false;

	for (const struct scn__line *l = r->moments->habits->lines; l; l = l->next) {
		if (l->from != line->from)
			continue;
		if (is_due(r, l))
			return false;
		any |= is_poll(r, l);
	}
	return any && line->last && line->last->at_ns >= changed_ns(r, line->from);
}
