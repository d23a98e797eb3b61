/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/storage/scan.h"

#include "base/selector.h"

/* Nanoseconds, roughly: an entry and its version cause two cache misses. */
enum { ENTRY_COST = 150, TERM_COST = 20, VALUE_COST = 5 };

static void weigh(struct fakeapi__scan *s)
{
	for (const struct selector_term *t = s->sel->labels; t; t = t->next)
		s->term_cost += TERM_COST + VALUE_COST * t->value_count;
	for (const struct selector_term *t = s->sel->fields; t; t = t->next) {
		s->term_cost += TERM_COST;
		s->reads_json |=
		    !str_eqz(t->key, "metadata.name") && !str_eqz(t->key, "metadata.namespace");
	}
}

int fakeapi__scan_begin(struct fakeapi__scan *scan, struct fakeapi__store *store,
			const struct fakeapi__bucket *b, const struct fakeapi__selection *sel,
			uint64_t rv, struct str from, int64_t limit)
{
	*scan = (struct fakeapi__scan) {
		.store = store, .bucket = b, .sel = sel, .rewinds = store->rewinds, .limit = limit
	};
	fakeapi__store_pin(store, &scan->pin, rv);
	scan->pinned = true;
	strbuf_init(&scan->last);
	strbuf_init(&scan->at);
	if (sel->ns.len) {
		strbuf_adds(&scan->at, sel->ns);
		strbuf_addc(&scan->at, '/');
	}
	strbuf_adds(&scan->at, from);
	weigh(scan);
	return scan->at.failed ? -1 : 0;
}

static struct str key_of(const struct fakeapi__entry *e)
{
	return (struct str) { e->key, e->key_len };
}

static struct fakeapi__at first_of(const struct fakeapi__scan *s)
{
	struct str wanted = strbuf_str(&s->at);
	struct fakeapi__at at = fakeapi__bucket_lower(s->bucket, wanted), next = at;
	const struct fakeapi__entry *e = fakeapi__bucket_next(s->bucket, &next);

	return s->behind && e && str_eq(key_of(e), wanted) ? next : at;
}

/* FAKEAPI_SCAN_DONE: no later entry matters. */
static int visit(struct fakeapi__scan *s, const struct fakeapi__entry *e, size_t *cost)
{
	const struct fakeapi__version *v;

	if (s->sel->ns.len && !str_eq(fakeapi__entry_ns(e), s->sel->ns))
		return FAKEAPI_SCAN_DONE;
	v = fakeapi__entry_at(e, s->pin.rv);
	if (!v || !fakeapi__selection_has_key(s->sel, e))
		return FAKEAPI_SCAN_MORE;
	if (s->limit > 0 && s->count == (size_t)s->limit) {
		s->left++; /* matching or not: the real server does not look ahead */
		return fakeapi__selection_filters(s->sel) ? FAKEAPI_SCAN_DONE : FAKEAPI_SCAN_MORE;
	}
	*cost +=
	    s->term_cost + (s->sel->labels ? v->labels_len : 0) + (s->reads_json ? v->json_len : 0);
	if (!fakeapi__selection_has_state(s->sel, e, v))
		return FAKEAPI_SCAN_MORE;
	s->count++;
	if ((size_t)s->limit == s->count) {
		strbuf_clear(&s->last);
		strbuf_adds(&s->last, key_of(e));
	}
	return s->last.failed || fakeapi__held_add(&s->found, v) < 0 ? -1 : FAKEAPI_SCAN_MORE;
}

static int stop_behind(struct fakeapi__scan *s, const struct fakeapi__entry *e)
{
	strbuf_clear(&s->at);
	strbuf_adds(&s->at, key_of(e));
	s->behind = true;
	return s->at.failed ? -1 : FAKEAPI_SCAN_MORE;
}

/* True if the scan only has to count the objects after the limit. */
static bool counts(const struct fakeapi__scan *s)
{
	const struct fakeapi__selection *sel = s->sel;

	return s->limit > 0 && s->count == (size_t)s->limit && !fakeapi__selection_filters(sel) &&
	       !sel->nothing && !sel->name.len && !sel->only.ptr;
}

/* Skips a whole block whose number of objects is known, if only the number matters. NULL: no such
 * block starts at *at. */
static const struct fakeapi__entry *next_block(struct fakeapi__scan *s, struct fakeapi__at *at,
					       size_t *cost)
{
	const struct fakeapi__entry *last = NULL;
	size_t looked = 0;
	int64_t n = counts(s) ? fakeapi__bucket_count_block(s->store, s->bucket, s->sel->ns,
							    s->pin.rv, at, &last, &looked)
			      : -1;

	*cost += looked * ENTRY_COST;
	s->left += n > 0 ? n : 0;
	return n < 0 ? NULL : last;
}

static int step(struct fakeapi__scan *scan, size_t work)
{
	const struct fakeapi__entry *e;
	struct fakeapi__at at;
	size_t cost = 0;

	if (scan->rewinds != scan->store->rewinds)
		return FAKEAPI_SCAN_LOST;
	at = first_of(scan);
	do {
		int rc;

		e = next_block(scan, &at, &cost);
		if (!e) {
			e = fakeapi__bucket_next(scan->bucket, &at);
			rc = e ? visit(scan, e, &cost) : FAKEAPI_SCAN_DONE;
			if (rc != FAKEAPI_SCAN_MORE)
				return rc;
		}
		cost += ENTRY_COST;
	} while (cost <= work);
	return stop_behind(scan, e);
}

static void unpin(struct fakeapi__scan *scan)
{
	if (scan->pinned)
		fakeapi__store_unpin(scan->store, &scan->pin);
	scan->pinned = false;
}

int fakeapi__scan_step(struct fakeapi__scan *scan, size_t work)
{
	int rc = step(scan, work);

	if (rc != FAKEAPI_SCAN_MORE) /* `found` has references to its versions */
		unpin(scan);
	return rc;
}

void fakeapi__scan_end(struct fakeapi__scan *scan)
{
	if (!scan->store)
		return;
	unpin(scan);
	fakeapi__held_free(scan->found, scan->store);
	strbuf_fini(&scan->last);
	strbuf_fini(&scan->at);
	*scan = (struct fakeapi__scan) { .store = NULL };
}
