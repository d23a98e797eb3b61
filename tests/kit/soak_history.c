/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/soak_history.h"

#include <inttypes.h>
#include <stdlib.h>

#include "tests/kit/soak_http.h"

static void *grown(void *items, size_t count, size_t *cap, size_t size)
{
	if (count < *cap)
		return items;
	*cap = *cap ? 2 * *cap : 64;
	items = realloc(items, *cap * size);
	SOAK_CHECK(items, "out of memory");
	return items;
}

void soak_changes_add(struct soak_changes *list, const struct soak_change *change)
{
	list->items = grown(list->items, list->count, &list->cap, sizeof(*list->items));
	list->items[list->count++] = *change;
}

void soak_history_init(struct soak_history *h)
{
	*h = (struct soak_history) { 0 };
	(void)pthread_mutex_init(&h->lock, NULL);
}

void soak_history_fini(struct soak_history *h)
{
	for (size_t i = 0; i < h->view_count; i++) {
		free(h->views[i].listed.items);
		free(h->views[i].events.items);
	}
	free(h->views);
	free(h->writes.items);
	free(h->maybes.items);
	free(h->seen.items);
	(void)pthread_mutex_destroy(&h->lock);
}

void soak_history_write(struct soak_history *h, const struct soak_change *change)
{
	(void)pthread_mutex_lock(&h->lock);
	soak_changes_add(&h->writes, change);
	(void)pthread_mutex_unlock(&h->lock);
}

void soak_history_maybe(struct soak_history *h, const struct soak_change *change)
{
	(void)pthread_mutex_lock(&h->lock);
	soak_changes_add(&h->maybes, change);
	(void)pthread_mutex_unlock(&h->lock);
}

void soak_history_seen(struct soak_history *h, const struct soak_change *state)
{
	(void)pthread_mutex_lock(&h->lock);
	soak_changes_add(&h->seen, state);
	(void)pthread_mutex_unlock(&h->lock);
}

void soak_history_view(struct soak_history *h, struct soak_view *view)
{
	(void)pthread_mutex_lock(&h->lock);
	h->views = grown(h->views, h->view_count, &h->view_cap, sizeof(*h->views));
	h->views[h->view_count++] = *view;
	(void)pthread_mutex_unlock(&h->lock);
	view->listed = view->events = (struct soak_changes) { 0 };
	view->to_the_end = false;
}

/* --- the comparison --- */

static int by_rv(const void *a, const void *b)
{
	uint64_t x = ((const struct soak_change *)a)->rv, y = ((const struct soak_change *)b)->rv;

	return x < y ? -1 : x > y;
}

static int view_by_rv(const void *a, const void *b)
{
	uint64_t x = ((const struct soak_view *)a)->rv, y = ((const struct soak_view *)b)->rv;

	return x < y ? -1 : x > y;
}

static bool in_scope(const struct soak_filter *f, uint32_t key)
{
	return f->ns == SOAK_NS_ALL || (uint32_t)f->ns == key % SOAK_NAMESPACES;
}

static bool selected(const struct soak_filter *f, const struct soak_change *state)
{
	return state->rv && in_scope(f, state->key) && (!f->labelled_only || state->labelled);
}

static void apply(const struct soak_history *h, struct soak_change *state,
		  const struct soak_change *c)
{
	struct soak_change *s = &state[c->key];

	SOAK_CHECK((s->rv == 0) == (c->type == SOAK_ADDED),
		   "key %u at rv %" PRIu64 ": type %d, but it %s (rv %" PRIu64 ")", c->key, c->rv,
		   c->type, s->rv ? "is there" : "is not there", s->rv);
	SOAK_CHECK(c->key < h->counters || c->type != SOAK_MODIFIED || c->value == s->value + 1,
		   "key %u at rv %" PRIu64 " counts %u after %u: an update was lost", c->key, c->rv,
		   c->value, s->value);
	*s = *c;
	if (c->type == SOAK_DELETED)
		s->rv = 0;
}

static void check_list(const struct soak_history *h, const struct soak_view *v,
		       const struct soak_change *state)
{
	size_t wanted = 0, got = 0;

	for (uint32_t k = 0; k < SOAK_KEYS; k++)
		wanted += !h->rough[k] && selected(&v->filter, &state[k]);
	for (size_t i = 0; i < v->listed.count; i++) {
		const struct soak_change *l = &v->listed.items[i], *s = &state[l->key];

		if (h->rough[l->key])
			continue;
		got++;
		SOAK_CHECK(selected(&v->filter, s) && s->rv == l->rv && s->value == l->value,
			   "%s: list at rv %" PRIu64 " has key %u at rv %" PRIu64
			   " value %u; it was rv %" PRIu64 " value %u",
			   v->who, v->rv, l->key, l->rv, l->value, s->rv, s->value);
	}
	SOAK_CHECK(got == wanted, "%s: list at rv %" PRIu64 " has %zu of %zu objects", v->who,
		   v->rv, got, wanted);
}

/* The event that a watch with this filter gets for a write; false: none. */
static bool told(const struct soak_filter *f, const struct soak_change *before,
		 const struct soak_change *c, struct soak_change *out)
{
	bool was = selected(f, before);
	bool is = c->type != SOAK_DELETED && selected(f, c);

	*out = *c;
	if (is)
		out->type = was ? SOAK_MODIFIED : SOAK_ADDED;
	else
		out->type = SOAK_DELETED;
	return was || is;
}

/* A guessed rv cannot be held against a view that may not have covered its key. */
static bool vague(const struct soak_history *h, const struct soak_view *v, uint32_t key)
{
	return h->rough[key] && (v->filter.ns != SOAK_NS_ALL || v->filter.labelled_only);
}

static size_t skip_vague(const struct soak_history *h, const struct soak_view *v, size_t next)
{
	while (next < v->events.count && vague(h, v, v->events.items[next].key))
		next++;
	return next;
}

static void check_events(const struct soak_history *h, const struct soak_view *v, size_t at,
			 const struct soak_change *state_at)
{
	const struct soak_changes *writes = &h->writes;
	static struct soak_change state[SOAK_KEYS];
	size_t next = 0;

	memcpy(state, state_at, sizeof(state));
	for (; at < writes->count && (v->to_the_end || next < v->events.count); at++) {
		const struct soak_change *c = &writes->items[at], *e;
		struct soak_change want;

		if (told(&v->filter, &state[c->key], c, &want) && !vague(h, v, c->key)) {
			next = skip_vague(h, v, next);
			SOAK_CHECK(next < v->events.count,
				   "%s: never told of rv %" PRIu64 " (key %u)", v->who, c->rv,
				   c->key);
			e = &v->events.items[next++];
			SOAK_CHECK(e->rv == want.rv && e->key == want.key && e->type == want.type &&
				       (e->type == SOAK_DELETED || e->value == want.value),
				   "%s: from rv %" PRIu64 ", event %zu: want rv %" PRIu64
				   " key %u type %d value %u, told rv %" PRIu64
				   " key %u type %d value %u",
				   v->who, v->rv, next, want.rv, want.key, want.type, want.value,
				   e->rv, e->key, e->type, e->value);
		}
		apply(h, state, c);
	}
	next = skip_vague(h, v, next);
	SOAK_CHECK(next == v->events.count, "%s: %zu events too many, the first at rv %" PRIu64,
		   v->who, v->events.count - next, v->events.items[next].rv);
}

static void sort(struct soak_changes *list)
{
	qsort(list->items, list->count, sizeof(*list->items), by_rv);
}

/* --- writes whose answer got lost --- */

static void forget_maybe(struct soak_history *h, size_t i)
{
	h->maybes.items[i] = h->maybes.items[--h->maybes.count];
}

static bool known(const struct soak_history *h, const struct soak_change *e)
{
	return bsearch(e, h->writes.items, h->writes.count, sizeof(*e), by_rv) != NULL;
}

/* A client saw `e`, which may be one of them. */
static void take_seen(struct soak_history *h, const struct soak_change *e, enum soak_type type)
{
	if (known(h, e))
		return;
	for (size_t i = 0; i < h->maybes.count; i++) {
		struct soak_change c = h->maybes.items[i];

		if (c.rv >= e->rv || c.key != e->key || c.type != type ||
		    (type != SOAK_DELETED && c.value != e->value))
			continue;
		forget_maybe(h, i);
		c.rv = e->rv;
		soak_changes_add(&h->writes, &c);
		sort(&h->writes);
		return;
	}
}

static void take_all_seen(struct soak_history *h)
{
	for (size_t i = 0; i < h->seen.count; i++)
		take_seen(h, &h->seen.items[i], SOAK_MODIFIED);
	for (size_t v = 0; v < h->view_count; v++) {
		const struct soak_view *view = &h->views[v];

		for (size_t i = 0; i < view->listed.count; i++)
			take_seen(h, &view->listed.items[i], SOAK_MODIFIED);
		for (size_t i = 0; i < view->events.count; i++)
			take_seen(h, &view->events.items[i], view->events.items[i].type);
	}
}

/* A deletion was made, for the object is gone. A counter was moved if it has that value or a higher
 * one, and no other write is known to have done it. */
static bool happened(const struct soak_history *h, const struct soak_change *maybe)
{
	bool passed = maybe->type == SOAK_DELETED;

	for (size_t i = 0; i < h->writes.count && maybe->type != SOAK_DELETED; i++) {
		const struct soak_change *w = &h->writes.items[i];

		if (w->key == maybe->key && w->value == maybe->value)
			return false;
		passed = passed || (w->key == maybe->key && w->value > maybe->value);
	}
	return passed;
}

/* The rv of the next known write of its key. */
static uint64_t next_rv(const struct soak_history *h, const struct soak_change *maybe)
{
	for (size_t i = 0; i < h->writes.count; i++)
		if (h->writes.items[i].key == maybe->key && h->writes.items[i].rv > maybe->rv)
			return h->writes.items[i].rv;
	return UINT64_MAX;
}

static bool fits(const struct soak_history *h, const struct soak_change *maybe, uint64_t rv)
{
	return maybe->rv < rv && rv < next_rv(h, maybe) && happened(h, maybe);
}

/* Gives rv to a write that no client saw. Of several it could be, the first; its key is then known
 * only roughly. */
static void fill_hole(struct soak_history *h, uint64_t rv)
{
	size_t found = SIZE_MAX;
	struct soak_change c;

	for (size_t i = 0; i < h->maybes.count; i++) {
		if (!fits(h, &h->maybes.items[i], rv))
			continue;
		if (found != SIZE_MAX)
			h->rough[h->maybes.items[i].key] = h->rough[h->maybes.items[found].key] =
			    true;
		else
			found = i;
	}
	SOAK_CHECK(found != SIZE_MAX, "nobody knows of rv %" PRIu64, rv);
	c = h->maybes.items[found];
	forget_maybe(h, found);
	c.rv = rv;
	soak_changes_add(&h->writes, &c);
	sort(&h->writes);
}

/* Numbers are given to writes and to nothing else, so one that is missing is a write whose response
 * got lost and that no client saw. */
static void fill_holes(struct soak_history *h)
{
	for (size_t i = 1; i < h->writes.count; i++) {
		uint64_t before = h->writes.items[i - 1].rv, rv = h->writes.items[i].rv;

		SOAK_CHECK(before < rv, "two writes (keys %u and %u) got rv %" PRIu64,
			   h->writes.items[i - 1].key, h->writes.items[i].key, rv);
		if (before + 1 < rv)
			fill_hole(h, before + 1);
	}
}

void soak_history_check(struct soak_history *h, struct soak_change final[SOAK_KEYS])
{
	struct soak_changes *w = &h->writes;
	size_t at = 0;

	sort(w);
	take_all_seen(h);
	fill_holes(h);
	qsort(h->views, h->view_count, sizeof(*h->views), view_by_rv);
	memset(final, 0, SOAK_KEYS * sizeof(*final));
	for (size_t i = 0; i < h->view_count; i++) {
		const struct soak_view *v = &h->views[i];

		while (at < w->count && w->items[at].rv <= v->rv)
			apply(h, final, &w->items[at++]);
		check_list(h, v, final);
		check_events(h, v, at, final);
	}
	while (at < w->count)
		apply(h, final, &w->items[at++]);
}
