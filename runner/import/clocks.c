/* SPDX-License-Identifier: Apache-2.0 */
/* clocks.c - aligns audit logs of several apiservers whose clocks differ. Resource versions order
 * all writes: a write with a smaller version was received before the write with the larger one was
 * answered. So each clock's offset to another has a lower and an upper bound. If an offset of 0 is
 * outside these bounds, the file's events are moved into them.
 *
 * Memory: a few times for each pair of files with writes, for at most FILES_MAX files. */
#include <stdlib.h>

#include "base/alloc.h"
#include "runner/import/impl.h"

enum { FILES_MAX = 64, KEPT = 4 };

/* Smaller offsets are not reported: stages are stamped a little late. */
#define NOTICEABLE_NS (100 * NS_PER_MS)
#define UNKNOWN	      INT64_MIN

/* Lower bounds of one clock's lag behind another, the strongest first. A write that changed nothing
 * has an old version and may be false evidence. */
struct bound {
	int64_t ns[KEPT];
	size_t count;
};

struct clocks {
	struct imp__import *im;
	size_t *slot_of;   /* by file; SIZE_MAX: the file has no writes */
	uint32_t *file_of; /* by slot */
	size_t *writes;
	size_t slots;
	struct bound *behind; /* [a * slots + b]: lag of b's clock behind a's */
	int64_t *shift;
	bool *aligned;
};

static int by_rv(const void *a, const void *b)
{
	const struct imp__written *x = a, *y = b;

	return x->rv != y->rv ? (x->rv < y->rv ? -1 : 1) : x->at_ns < y->at_ns ? -1 : 1;
}

static void add_bound(struct bound *b, int64_t ns)
{
	size_t i = b->count < KEPT ? b->count : KEPT - 1;

	if (b->count == KEPT && ns <= b->ns[i])
		return;
	for (; i > 0 && b->ns[i - 1] < ns; i--)
		b->ns[i] = b->ns[i - 1];
	b->ns[i] = ns;
	b->count += b->count < KEPT;
}

/* The first response with a version belongs to its write. A response whose version is older than
 * that of an earlier write in the same file belongs to a write that changed nothing. */
static bool is_evidence(const struct clocks *c, const struct imp__written *w, uint64_t *highest)
{
	size_t slot = c->slot_of[w->file];

	if (slot == SIZE_MAX || w->rv <= highest[slot])
		return false;
	highest[slot] = w->rv;
	return true;
}

/* Sets rv of the other writes to 0. The array has the writes of each file in the file's order. */
static bool drop_others(struct clocks *c, struct imp__written *all, size_t count)
{
	uint64_t *highest = base__calloc(c->slots, sizeof(*highest));

	for (size_t i = 0; highest && i < count; i++)
		if (!is_evidence(c, &all[i], highest))
			all[i].rv = 0;
	base__free(highest);
	return highest != NULL;
}

static void compare(struct clocks *c, const struct imp__written *all, size_t count)
{
	const struct imp__written *last = NULL;

	for (size_t i = 0; i < count; i++) {
		const struct imp__written *w = &all[i];

		if (w->rv && last && last->file != w->file && last->rv < w->rv)
			add_bound(
			    &c->behind[c->slot_of[last->file] * c->slots + c->slot_of[w->file]],
			    last->begin_ns - w->at_ns);
		if (w->rv)
			last = w;
	}
}

/* Bounds of file i's offset from the aligned files, without the `less` strongest ones. */
static bool span_of(const struct clocks *c, size_t i, size_t less, int64_t *low, int64_t *high)
{
	*low = UNKNOWN;
	*high = INT64_MAX;
	for (size_t k = 0; k < c->slots; k++) {
		const struct bound *up = &c->behind[k * c->slots + i];
		const struct bound *down = &c->behind[i * c->slots + k];

		if (!c->aligned[k])
			continue;
		if (up->count > less && c->shift[k] + up->ns[less] > *low)
			*low = c->shift[k] + up->ns[less];
		if (down->count > less && c->shift[k] - down->ns[less] < *high)
			*high = c->shift[k] - down->ns[less];
	}
	return *low != UNKNOWN || *high != INT64_MAX;
}

static size_t next_file(const struct clocks *c)
{
	size_t best = SIZE_MAX, most = 0;

	for (size_t i = 0; i < c->slots; i++) {
		size_t known = 0;

		for (size_t k = 0; k < c->slots && !c->aligned[i]; k++)
			if (c->aligned[k])
				known += c->behind[k * c->slots + i].count +
					 c->behind[i * c->slots + k].count;
		if (known > most) {
			most = known;
			best = i;
		}
	}
	return best;
}

static int64_t middle(int64_t low, int64_t high)
{
	return low + (high - low) / 2;
}

static void note_clock_shift(struct clocks *c, size_t i, size_t reference)
{
	int64_t ns = c->shift[i] < 0 ? -c->shift[i] : c->shift[i];
	char text[40];

	duration_format(ns / NS_PER_MS * NS_PER_MS, text, sizeof(text));
	imp__note(c->im, c->file_of[i], 0,
		  "stageTimestamp: the clock is %s %s that of %s, as the resource versions of the "
		  "writes in both say; its events are moved by as much",
		  text, c->shift[i] > 0 ? "behind" : "ahead of",
		  imp__file_name(c->im, c->file_of[reference]));
}

static void align(struct clocks *c, size_t i, size_t reference)
{
	int64_t low = UNKNOWN, high = INT64_MAX;
	size_t less = 0;

	c->aligned[i] = true;
	while (less < KEPT && span_of(c, i, less, &low, &high) && low > high)
		less++;
	if (low > high || less == KEPT) {
		imp__note(c->im, c->file_of[i], 0,
			  "stageTimestamp: the writes' resource versions and times contradict each "
			  "other; the times are taken as they are");
		return;
	}
	if (low != UNKNOWN && low > NOTICEABLE_NS)
		c->shift[i] = high == INT64_MAX ? low : middle(low, high);
	else if (high != INT64_MAX && high < -NOTICEABLE_NS)
		c->shift[i] = low == UNKNOWN ? high : middle(low, high);
	if (c->shift[i])
		note_clock_shift(c, i, reference);
}

static void align_all(struct clocks *c)
{
	size_t reference = 0, i;

	for (i = 1; i < c->slots; i++)
		if (c->writes[i] > c->writes[reference])
			reference = i;
	c->aligned[reference] = true;
	while ((i = next_file(c)) != SIZE_MAX)
		align(c, i, reference);
}

int64_t imp__true_time(const struct imp__import *im, uint32_t file, int64_t at_ns)
{
	int64_t by_ns = im->file_shift ? im->file_shift[file] : 0;

	if (at_ns == IMP_NO_TIME)
		return at_ns;
	return by_ns >= 0		       ? time_add(at_ns, by_ns)
	       : at_ns < INT64_MIN + 1 - by_ns ? INT64_MIN + 1
					       : at_ns + by_ns;
}

static int keep_shifts(struct clocks *c, struct relist_err *err)
{
	struct imp__import *im = c->im;

	im->file_shift = base__calloc(im->file_count, sizeof(*im->file_shift));
	if (!im->file_shift)
		return imp__no_memory(err);
	for (size_t i = 0; i < c->slots; i++)
		im->file_shift[c->file_of[i]] = c->shift[i];
	return 0;
}

/* Re-adds all entries, each moved by its file's offset. */
static int move_entries(struct clocks *c, struct relist_err *err)
{
	struct imp__import *im = c->im;
	struct imp__spool old = im->timed;
	struct imp__entry e;
	struct str text;
	int code;

	imp__spool_init(&im->timed, old.memory_max);
	code = imp__spool_rewind(&old, err);
	while (!code && imp__spool_peek(&old, &e, &text)) {
		if (e.class_ == IMP_CLASS_AUDIT)
			e.at_ns = imp__true_time(im, e.file, e.at_ns);
		code = imp__spool_add(&im->timed, &e, text, err);
		if (!code)
			code = imp__spool_pop(&old, err);
	}
	imp__spool_fini(&old);
	for (size_t i = 0; !code && i < im->written_count; i++)
		im->written[i].at_ns =
		    imp__true_time(im, im->written[i].file, im->written[i].at_ns);
	return code;
}

static bool number_files(struct clocks *c)
{
	const struct imp__import *im = c->im;

	c->slot_of = base__calloc(im->file_count, sizeof(*c->slot_of));
	c->file_of = base__calloc(FILES_MAX, sizeof(*c->file_of));
	c->writes = base__calloc(FILES_MAX, sizeof(*c->writes));
	if (!c->slot_of || !c->file_of || !c->writes)
		return false;
	for (size_t i = 0; i < im->file_count; i++)
		c->slot_of[i] = SIZE_MAX;
	for (size_t i = 0; i < im->written_count; i++) {
		uint32_t file = im->written[i].file;

		if (c->slot_of[file] == SIZE_MAX) {
			if (c->slots == FILES_MAX)
				continue;
			c->file_of[c->slots] = file;
			c->slot_of[file] = c->slots++;
		}
		c->writes[c->slot_of[file]]++;
	}
	return true;
}

static int compare_all(struct clocks *c, struct relist_err *err)
{
	const struct imp__import *im = c->im;
	struct imp__written *all = base__calloc(im->written_count, sizeof(*all));
	bool any = false;

	c->behind = base__calloc(c->slots * c->slots, sizeof(*c->behind));
	c->shift = base__calloc(c->slots, sizeof(*c->shift));
	c->aligned = base__calloc(c->slots, sizeof(*c->aligned));
	if (!all || !c->behind || !c->shift || !c->aligned ||
	    (memcpy(all, im->written, im->written_count * sizeof(*all)),
	     !drop_others(c, all, im->written_count))) {
		base__free(all);
		return imp__no_memory(err);
	}
	qsort(all, im->written_count, sizeof(*all), by_rv);
	compare(c, all, im->written_count);
	base__free(all);
	align_all(c);
	for (size_t i = 0; i < c->slots; i++)
		any |= c->shift[i] != 0;
	if (!any)
		return 0;
	return keep_shifts(c, err) ? RELIST_ENOMEM : move_entries(c, err);
}

int imp__align_clocks(struct imp__import *im, struct relist_err *err)
{
	struct clocks c = { .im = im };
	int code = 0;

	if (im->file_count < 2 || !im->written_count)
		return 0;
	if (!number_files(&c))
		code = imp__no_memory(err);
	else if (c.slots > 1)
		code = compare_all(&c, err);
	base__free(c.slot_of);
	base__free(c.file_of);
	base__free(c.writes);
	base__free(c.behind);
	base__free(c.shift);
	base__free(c.aligned);
	return code;
}
