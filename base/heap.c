/* SPDX-License-Identifier: Apache-2.0 */
#include "base/heap.h"

#include "base/alloc.h"

enum { HEAP_CAP_MIN = 16 };

void timer_init(struct timer *t)
{
	*t = (struct timer) { .index = SIZE_MAX };
}

void timer_heap_init(struct timer_heap *h)
{
	*h = (struct timer_heap) { 0 };
}

void timer_heap_fini(struct timer_heap *h)
{
	for (size_t i = 0; i < h->len; i++)
		h->items[i]->index = SIZE_MAX;
	base__free(h->items);
	timer_heap_init(h);
}

static bool before(const struct timer *a, const struct timer *b)
{
	return a->deadline_ns != b->deadline_ns ? a->deadline_ns < b->deadline_ns : a->seq < b->seq;
}

static void place(struct timer_heap *h, struct timer *t, size_t at)
{
	h->items[at] = t;
	t->index = at;
}

static void sift_up(struct timer_heap *h, struct timer *t, size_t at)
{
	while (at > 0 && before(t, h->items[(at - 1) / 2])) {
		place(h, h->items[(at - 1) / 2], at);
		at = (at - 1) / 2;
	}
	place(h, t, at);
}

static void sift_down(struct timer_heap *h, struct timer *t, size_t at)
{
	for (size_t child = 2 * at + 1; child < h->len; child = 2 * at + 1) {
		if (child + 1 < h->len && before(h->items[child + 1], h->items[child]))
			child++;
		if (!before(h->items[child], t))
			break;
		place(h, h->items[child], at);
		at = child;
	}
	place(h, t, at);
}

/* Moves `t` from index `at` to its place in the heap. */
static void settle(struct timer_heap *h, struct timer *t, size_t at)
{
	if (at > 0 && before(t, h->items[(at - 1) / 2]))
		sift_up(h, t, at);
	else
		sift_down(h, t, at);
}

#ifdef RELIST_CHECK_SLOW
static bool is_ordered(const struct timer_heap *h)
{
	for (size_t i = 0; i < h->len; i++)
		if (h->items[i]->index != i || (i && before(h->items[i], h->items[(i - 1) / 2])))
			return false;
	return true;
}
#endif

int timer_arm(struct timer_heap *h, struct timer *t, int64_t deadline_ns)
{
	if (!timer_armed(t)) {
		if (h->len == h->cap) {
			size_t cap = h->cap ? h->cap * 2 : HEAP_CAP_MIN;
			struct timer **items = base__reallocarray(h->items, cap, sizeof(*items));

			if (!items)
				return RELIST_ENOMEM;
			h->items = items;
			h->cap = cap;
		}
		place(h, t, h->len++);
	}
	t->deadline_ns = deadline_ns;
	t->seq = h->next_seq++;
	settle(h, t, t->index);
	CHECK_SLOW(is_ordered(h));
	return 0;
}

void timer_cancel(struct timer_heap *h, struct timer *t)
{
	size_t at = t->index;
	struct timer *last;

	if (!timer_armed(t))
		return;
	ASSERT(at < h->len);
	ASSERT(h->items[at] == t);
	last = h->items[--h->len];
	if (last != t)
		settle(h, last, at);
	t->index = SIZE_MAX;
	CHECK_SLOW(is_ordered(h));
}

struct timer *timer_first(const struct timer_heap *h)
{
	return h->len ? h->items[0] : NULL;
}

struct timer *timer_expire(struct timer_heap *h, int64_t now_ns)
{
	struct timer *first = timer_first(h);

	if (!first || first->deadline_ns > now_ns)
		return NULL;
	timer_cancel(h, first);
	return first;
}
