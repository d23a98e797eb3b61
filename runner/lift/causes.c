/* SPDX-License-Identifier: Apache-2.0 */
/* causes.c - finds what causes the program under test to act, and adds steps before that. */
#include "base/text/glob.h"
#include "runner/lift/arms.h"

struct lift__list *lift__cause_of(struct lift *l, uint64_t seq, uint64_t *at)
{
	struct lift__list *arms = &l->start_arms;
	size_t n = seq ? lift__first_after(&l->steps_by_line, seq - 1) : 0;

	*at = 0;
	if (n) {
		struct lift__state *w = l->steps_by_line.items[n - 1];

		arms = &w->arms;
		*at = w->seq;
	}
	for (size_t i = 0; i < l->lives.len; i++) {
		struct lift__life *life = l->lives.items[i];

		if (life->back_seq > seq || life->back_seq < *at)
			continue;
		arms = &life->arms;
		*at = life->back_seq;
	}
	return arms;
}

bool lift__add_arm(struct lift *l, struct lift__list *arms, const struct strbuf *text, bool rested,
		   bool later)
{
	struct lift__arm *a = lift__alloc(l, sizeof(*a));

	if (!a || !lift__push(l, arms, a) || text->failed)
		return false;
	a->text = lift__copy(l, strbuf_str(text));
	a->rested = rested;
	a->later = later;
	return true;
}

/* Appends "web-*" if the server generated the name of the written object, which differs in each
 * run. Returns false if it did not. */
static bool add_prefix(const struct lift *l, const struct lift__own_write *w, struct strbuf *out)
{
	const struct lift__object *o = lift__object_of(l, w);
	const struct lift__state *first =
	    o && o->own && o->generated && o->states.len ? o->states.items[0] : NULL;
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str prefix = first ? lift__generated_prefix(l, o, first->json, &scratch)
				  : lift__pattern_prefix(l, w->type, w->ns, w->name);

	if (!prefix.len)
		return false;
	strbuf_adds(out, prefix);
	strbuf_addc(out, '*');
	return true;
}

/* Whether a rule for names of that pattern matches the write. */
static bool is_like(const struct lift__own_write *a, const struct lift__own_write *of,
		    const struct strbuf *pattern)
{
	return a->type == of->type && a->verb == of->verb && str_eq(a->ns, of->ns) &&
	       (!of->subresource.len || str_eq(a->subresource, of->subresource)) &&
	       text_glob_fits(strbuf_str(pattern), a->name);
}

void lift__add_match(const struct lift *l, const struct lift__own_write *w, uint64_t from,
		     size_t least, struct strbuf *out)
{
	AUTO_STRBUF match = STRBUF_INIT, prefix = STRBUF_INIT;
	bool generated = add_prefix(l, w, &prefix);
	size_t nth = 1;

	for (size_t i = 0; generated && i < l->own_writes.len; i++) {
		const struct lift__own_write *o = l->own_writes.items[i];

		nth += o->seq > from && o->seq < w->seq && is_like(o, w, &prefix);
	}
	for (const struct lift__own_write *o = w->same_before; !generated && o && o->seq > from;
	     o = o->same_before)
		nth++;
	strbuf_addf(&match, "%s " STR_FMT, w->verb, STR_ARG(w->type->name));
	if (generated)
		strbuf_addf(&match, "%s" STR_FMT "/%s", w->ns.len ? "/" : "", STR_ARG(w->ns),
			    prefix.ptr);
	else if (w->place.len)
		strbuf_addf(&match, "/" STR_FMT, STR_ARG(w->place));
	if (w->subresource.len)
		strbuf_addf(&match, " subresource=" STR_FMT, STR_ARG(w->subresource));
	if (nth >= least)
		strbuf_addf(&match, " nth=%zu", nth);
	lift__add_scalar(out, strbuf_str(&match));
	out->failed |= match.failed || prefix.failed;
}

struct lift__object *lift__object_of(const struct lift *l, const struct lift__own_write *w)
{
	AUTO_STRBUF key = STRBUF_INIT;

	strbuf_addf(&key, STR_FMT "/" STR_FMT " ", STR_ARG(w->type->group),
		    STR_ARG(w->type->resource));
	if (w->ns.len)
		strbuf_addf(&key, STR_FMT "/", STR_ARG(w->ns));
	strbuf_adds(&key, w->name);
	return key.failed || !w->name.len ? NULL : map_get(&l->objects, strbuf_str(&key));
}

/* --- holds --- */

/* Adds a hold to the list, which is sorted by the holds' ends. */
struct lift__hold *lift__add_hold(struct lift *l, uint64_t from_seq, uint64_t to_seq)
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

bool lift__add_timed(struct lift *l, const struct lift__own_write *w, const struct strbuf *text)
{
	struct lift__timed *timed = lift__alloc(l, sizeof(*timed));

	if (!timed || text->failed || !lift__push(l, &l->timed, timed))
		return false;
	timed->seq = w->seq;
	timed->at_ns = w->at_ns;
	timed->text = lift__copy(l, strbuf_str(text));
	return !l->failed;
}

bool lift__arm_hold(struct lift *l, const struct lift__hold *hold)
{
	AUTO_STRBUF text = STRBUF_INIT;
	uint64_t from;
	struct lift__list *arms = lift__cause_of(l, hold->from_seq, &from);

	strbuf_addf(&text, "  - hold: {" STR_FMT, STR_ARG(hold->point));
	if (hold->rest_after)
		strbuf_addf(&text, ", rest-after: %s", hold->rest_after);
	strbuf_addz(&text, "}\n");
	return lift__add_arm(l, arms, &text, true, true);
}

bool lift__arm_held_write(struct lift *l, const struct lift__own_write *w, const char *at,
			  uint64_t seq, uint64_t end_seq, const char *rest_after)
{
	struct lift__hold *hold = lift__add_hold(l, seq, end_seq);
	AUTO_STRBUF point = STRBUF_INIT;
	uint64_t from;

	if (!hold)
		return false;
	(void)lift__cause_of(l, seq, &from);
	strbuf_addf(&point, "at: %s, match: ", at);
	lift__add_match(l, w, from, 1, &point);
	hold->rest_after = rest_after;
	hold->object = strcmp(at, "request") == 0 ? lift__object_of(l, w) : NULL;
	hold->point = lift__copy(l, strbuf_str(&point));
	return !point.failed && lift__arm_hold(l, hold);
}
