/* SPDX-License-Identifier: Apache-2.0 */
/* history.c - derives the server's writes from the observed states: their order by key, and all of
 * them by resource version. A state that was never observed is lost: two writes of which only the
 * second was observed become one. */
#include <stdlib.h>

#include "runner/lift/versions.h"

static int by_place(const void *a, const void *b)
{
	const struct lift__state *x = *(const struct lift__state *const *)a;
	const struct lift__state *y = *(const struct lift__state *const *)b;

	if (x->rv != y->rv)
		return x->rv < y->rv ? -1 : 1;
	if (x->after != y->after)
		return x->after < y->after ? -1 : 1;
	/* an object that is deleted at the version at which it is also observed alive was alive
	 * first */
	if (x->deleted != y->deleted && x->object == y->object)
		return x->deleted ? 1 : -1;
	return x->seq != y->seq ? (x->seq < y->seq ? -1 : 1) : 0;
}

static bool other_uid(const struct lift__state *a, const struct lift__state *b)
{
	return a->uid.len && b->uid.len && !str_eq(a->uid, b->uid);
}

/* Adds a deletion between two states with different UIDs that no client observed. */
static bool add_missed_end(struct lift *l, struct lift__state *last, struct lift__state *next)
{
	struct lift__state *s = lift__alloc(l, sizeof(*s));

	if (!s)
		return false;
	*s = *last;
	s->deleted = true;
	s->rv = next->rv ? next->rv - 1 : 0;
	s->rv = s->rv < last->rv ? last->rv : s->rv;
	s->after = 1;
	s->seq = next->seq;
	s->at_ns = next->at_ns;
	s->before = last;
	return lift__push(l, &l->writes, s);
}

/* If only the metadata was observed, copies the rest from the previous state. */
static bool complete(struct lift *l, struct lift__state *s, const struct lift__state *before)
{
	AUTO_STRBUF whole = STRBUF_INIT;
	struct json_iter it;
	json_t key, value;

	strbuf_addc(&whole, '{');
	json_iter_init(&it, before->json);
	while (json_iter_member(&it, &key, &value)) {
		if (whole.len > 1)
			strbuf_addc(&whole, ',');
		strbuf_adds(&whole, key);
		strbuf_addc(&whole, ':');
		strbuf_adds(&whole, json_str_eq(key, STR("metadata"))
					? json_get(s->json, "metadata")
					: value);
	}
	strbuf_addc(&whole, '}');
	s->json = lift__copy(l, strbuf_str(&whole));
	s->partial = false;
	return !whole.failed && s->json.ptr;
}

/* The last later state that shows the same object alive; NULL: none. A UID is not used again; only
 * objects that are made up for tests may have one that depends on their name. */
static const struct lift__state *alive_later(const struct lift__object *o, size_t i)
{
	const struct lift__state *s = o->states.items[i], *found = NULL;

	for (size_t k = i + 1; s->uid.len && k < o->states.len; k++) {
		const struct lift__state *later = o->states.items[k];

		if (later->born || (later->uid.len && !str_eq(later->uid, s->uid)))
			break;
		if (!later->deleted && !later->assumed && later->uid.len)
			found = later;
	}
	return found;
}

/* The response to a deletion has no version. If a state of the object has a higher version than
 * those known when the response arrived, the deletion follows it. */
static void sort_states(struct lift__object *o)
{
	bool moved = false;

	qsort(o->states.items, o->states.len, sizeof(*o->states.items), by_place);
	for (size_t i = 0; i < o->states.len; i++) {
		struct lift__state *s = o->states.items[i];
		const struct lift__state *later =
		    s->unplaced && !s->assumed ? alive_later(o, i) : NULL;

		if (later)
			s->rv = later->rv;
		moved |= later != NULL;
	}
	if (moved)
		qsort(o->states.items, o->states.len, sizeof(*o->states.items), by_place);
}

static bool add_writes(struct lift *l, struct lift__object *o)
{
	struct lift__state *last = NULL;

	if (o->states.len)
		sort_states(o);
	lift__drop_doubles(o);
	for (size_t i = 0; i < o->states.len; i++) {
		struct lift__state *s = o->states.items[i];

		/* The object left a selection: others observed it alive at that version. */
		if (s->parted && last && !last->deleted && last->rv == s->rv)
			continue;
		/* Or a list with a selection lacked the object, which is observed alive later. */
		if (s->parted && s->after && i + 1 < o->states.len &&
		    !((const struct lift__state *)o->states.items[i + 1])->deleted &&
		    !other_uid(s, o->states.items[i + 1]))
			continue;
		/* A list lacked the object, or an import assumed that it was deleted, and it is
		 * observed alive later: where the list of kubectl ends, for example, is a guess. */
		if (s->deleted && (s->missing || s->assumed) && alive_later(o, i))
			continue;
		/* A deletion of a missing object, a second deletion, or the same state again. */
		if (s->deleted && (last ? last->deleted : !s->json.len))
			continue;
		if (last && !last->deleted && !s->deleted && other_uid(last, s) &&
		    !add_missed_end(l, last, s))
			return false;
		s->before =
		    last && !last->deleted && !(!s->deleted && other_uid(last, s)) ? last : NULL;
		if (s->partial && s->before && !s->before->partial && !complete(l, s, s->before))
			return false;
		if (s->before)
			lift__fill_assumed(l, s, s->before);
		if (s->before && !lift__in_full(l, s, s->before))
			return false;
		last = s;
		if (!lift__push(l, &l->writes, s))
			return false;
	}
	return true;
}

/* A line that shows which version the server had reached: a list, which contains only writes up to
 * its version, or a watch from a version. */
struct reached {
	uint64_t rv, seq;
	int64_t at_ns;
	bool watch;
};

static int by_version(const void *a, const void *b)
{
	const struct reached *x = *(const struct reached *const *)a;
	const struct reached *y = *(const struct reached *const *)b;

	return x->rv < y->rv ? -1 : x->rv > y->rv;
}

static bool add_reached(struct lift *l, struct lift__list *all, const struct lift__received *t)
{
	bool list = t->what == LIFT_LIST_END || t->what == LIFT_INITIAL_END;
	bool watch = t->what == LIFT_ASKED && t->request->verb == LIFT_WATCH &&
		     t->request->status == 200 && !t->request->assumed;
	uint64_t rv = list ? t->rv : watch ? rec__number(t->request->rv) : 0;
	struct reached *r = rv ? lift__alloc(l, sizeof(*r)) : NULL;

	if (!rv)
		return true;
	if (!r || !lift__push(l, all, r))
		return false;
	*r = (struct reached) { rv, list ? t->list_seq : t->seq, t->at_ns, watch };
	return true;
}

/* A write happened before every line that shows it or a later write. */
static bool place_writes(struct lift *l)
{
	struct lift__list all = { 0 };
	uint64_t seq = UINT64_MAX;
	int64_t at = INT64_MAX;
	size_t next;

	for (size_t i = 0; i < l->received.len; i++)
		if (!add_reached(l, &all, l->received.items[i]))
			return false;
	if (all.len)
		qsort(all.items, all.len, sizeof(*all.items), by_version);
	next = all.len;
	for (size_t i = l->writes.len; i-- > 0;) {
		struct lift__state *s = l->writes.items[i];

		for (; next > 0; next--) {
			const struct reached *r = all.items[next - 1];

			if (r->rv < s->rv || (r->rv == s->rv && s->after && r->watch))
				break;
			seq = r->seq < seq ? r->seq : seq;
			at = r->at_ns < at ? r->at_ns : at;
		}
		seq = s->seq < seq ? s->seq : seq;
		at = s->at_ns < at ? s->at_ns : at;
		s->seq = seq;
		s->at_ns = at;
	}
	return true;
}

int lift__history(struct lift *l, struct relist_err *err)
{
	const struct map_entry *e;

	if (!lift__find_vanished(l) || !lift__find_existing(l) || !lift__find_doubles(l))
		return lift__no_memory(err);
	for (size_t i = 0; (e = map_next(&l->objects, &i));) {
		struct lift__object *o = e->value;

		if (o->wanted && !add_writes(l, o))
			return lift__no_memory(err);
	}
	if (!l->writes.len)
		return relist_err_set(err, RELIST_EINVAL,
				      "no object%s was seen in the recording: nothing to lift",
				      l->opt.keys.len ? " of that key" : "");
	qsort(l->writes.items, l->writes.len, sizeof(*l->writes.items), by_place);
	if (!place_writes(l))
		return lift__no_memory(err);
	return 0;
}

uint64_t lift__new_rv(const struct lift *l, uint64_t rv)
{
	size_t low = 0, high = l->writes.len;

	if (rv <= l->base_rv)
		return l->start_rv + l->base_count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct lift__state *s = l->writes.items[middle];

		if (s->rv <= rv)
			low = middle + 1;
		else
			high = middle;
	}
	while (low > 0) {
		const struct lift__state *s = l->writes.items[--low];

		if (s->new_rv)
			return s->new_rv;
	}
	return l->start_rv + l->base_count;
}
