/* SPDX-License-Identifier: Apache-2.0 */
/* order.c - merges the entries of all files with a tournament tree of their first entries; the next
 * entry costs the logarithm of the number of files. */
#include "base/alloc.h"
#include "runner/import/impl.h"

/* A source of entries, and its first entry. Sources: the timed entries, each file's untimed
 * entries, the snapshots. */
struct head {
	struct imp__spool *from;
	struct imp__entry e;
	struct str text;
	uint64_t order_rv; /* version that orders entries without a time */
	bool untimed, any;
};

struct imp__order {
	struct head *heads;
	size_t count;
	uint32_t *best;	    /* the tree above `leaves` sources: the first source below each node */
	size_t leaves;	    /* a power of two */
	int64_t *file_at;   /* by file: no entry is before the previous one */
	int64_t *listed_at; /* by file: imp__listed_at() */
};

static bool sooner(const struct head *a, const struct head *b)
{
	if (a->untimed && b->untimed && a->order_rv && b->order_rv && a->order_rv != b->order_rv)
		return a->order_rv < b->order_rv;
	return a->e.at_ns < b->e.at_ns;
}

static void not_before(const struct imp__import *im, uint64_t rv, int64_t *at_ns)
{
	int64_t at;

	if (imp__written_at(im, rv, &at) && at > *at_ns)
		*at_ns = at;
}

static void head_of_file(const struct imp__import *im, size_t i, struct head *h)
{
	*h = (struct head) { .from = &im->untimed[i], .untimed = true };
	h->any = imp__spool_peek(h->from, &h->e, &h->text);
	if (!h->any)
		return;
	if (h->e.at_ns == IMP_NO_TIME && !h->e.rv)
		h->e.at_ns = im->order->listed_at[i];
	not_before(im, h->e.rv, &h->e.at_ns);
	h->order_rv = h->e.rv;
	if (h->e.at_ns < im->order->file_at[i])
		h->e.at_ns = im->order->file_at[i];
}

static void head_of_snapshots(struct imp__import *im, struct head *h)
{
	*h = (struct head) { .from = &im->shots_in, .untimed = true };
	h->any = imp__spool_peek(h->from, &h->e, &h->text);
	if (!h->any)
		return;
	h->e.at_ns = im->snapshot_at[h->e.index];
	not_before(im, im->snapshot_rv[h->e.index], &h->e.at_ns);
	h->order_rv = im->snapshot_rv[h->e.index];
}

static void read_head(struct imp__import *im, size_t source)
{
	struct head *h = &im->order->heads[source];

	if (source == 0) {
		*h = (struct head) { .from = &im->timed };
		h->any = imp__spool_peek(h->from, &h->e, &h->text);
	} else if (source <= im->file_count) {
		head_of_file(im, source - 1, h);
	} else {
		head_of_snapshots(im, h);
	}
}

/* --- the tournament --- */

/* Of two entries with the same time the one of the lower source wins. */
static uint32_t winner(const struct imp__order *o, uint32_t left, uint32_t right)
{
	if (right >= o->count || !o->heads[right].any)
		return left;
	return !o->heads[left].any || sooner(&o->heads[right], &o->heads[left]) ? right : left;
}

static void play(struct imp__order *o, size_t node)
{
	o->best[node] = winner(o, o->best[2 * node], o->best[2 * node + 1]);
}

int imp__order_init(struct imp__import *im, struct relist_err *err)
{
	struct imp__order *o = base__calloc(1, sizeof(*o));

	im->order = o;
	if (!o)
		return imp__no_memory(err);
	o->count = im->file_count + 2;
	for (o->leaves = 2; o->leaves < o->count;)
		o->leaves *= 2;
	o->heads = base__calloc(o->count, sizeof(*o->heads));
	o->best = base__calloc(2 * o->leaves, sizeof(*o->best));
	o->file_at = base__calloc(im->file_count + 1, sizeof(*o->file_at));
	o->listed_at = base__calloc(im->file_count + 1, sizeof(*o->listed_at));
	if (!o->heads || !o->best || !o->file_at || !o->listed_at)
		return imp__no_memory(err);
	for (size_t i = 0; i < im->file_count; i++)
		o->file_at[i] = o->listed_at[i] = IMP_NO_TIME;
	imp__listed_at(im, o->listed_at);
	for (size_t i = 0; i < o->leaves; i++) {
		o->best[o->leaves + i] = (uint32_t)i;
		if (i < o->count)
			read_head(im, i);
	}
	for (size_t node = o->leaves; node-- > 1;)
		play(o, node);
	return 0;
}

void imp__order_fini(struct imp__import *im)
{
	struct imp__order *o = im->order;

	if (!o)
		return;
	base__free(o->heads);
	base__free(o->best);
	base__free(o->file_at);
	base__free(o->listed_at);
	base__free(o);
}

bool imp__order_first(struct imp__import *im, struct imp__entry *e, struct str *text)
{
	const struct head *h = &im->order->heads[im->order->best[1]];

	if (!h->any)
		return false;
	*e = h->e;
	*text = h->text;
	return true;
}

int imp__order_pop(struct imp__import *im, struct relist_err *err)
{
	struct imp__order *o = im->order;
	size_t source = o->best[1];
	const struct head *h = &o->heads[source];
	int code;

	if (source && source <= im->file_count)
		o->file_at[source - 1] = h->e.at_ns;
	code = imp__spool_pop(h->from, err);
	if (code)
		return code;
	read_head(im, source);
	for (size_t node = (o->leaves + source) / 2; node > 0; node /= 2)
		play(o, node);
	return 0;
}

/* --- the start --- */

static void update_start(struct imp__import *im, int64_t at_ns)
{
	if (at_ns == IMP_NO_TIME || (im->has_started && im->started <= at_ns))
		return;
	im->has_started = true;
	im->started = at_ns;
}

/* Entries without a time come first. */
void imp__order_start(struct imp__import *im)
{
	const struct imp__order *o = im->order;

	for (size_t i = 0; i < o->count; i++)
		if (o->heads[i].any)
			update_start(im, o->heads[i].e.at_ns);
	for (size_t i = 0; !im->has_started && i < im->snapshots; i++)
		update_start(im, im->snapshot_at[i]);
}
