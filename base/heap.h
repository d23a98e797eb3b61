/* SPDX-License-Identifier: Apache-2.0 */
/* heap.h - timers: a binary heap on (deadline_ns, sequence), so that equal deadlines fire in the
 * order in which they were armed. A timer is embedded in its owner and knows its index: O(log n)
 * cancel. */
#ifndef BASE_HEAP_H
#define BASE_HEAP_H

#include "base/base.h"

struct timer {
	int64_t deadline_ns;
	uint64_t seq;
	size_t index; /* SIZE_MAX: not armed */
};

struct timer_heap {
	struct timer **items;
	size_t len;
	size_t cap;
	uint64_t next_seq;
};

void timer_init(struct timer *t);
void timer_heap_init(struct timer_heap *h); /* a zeroed heap is empty as well */
void timer_heap_fini(struct timer_heap *h);
int timer_arm(struct timer_heap *h, struct timer *t, int64_t deadline_ns); /* also re-arms */
void timer_cancel(struct timer_heap *h, struct timer *t);		   /* may be unarmed */
struct timer *timer_first(const struct timer_heap *h);			   /* NULL if empty */
/* Pops the first timer with deadline_ns <= now_ns, or NULL. */
struct timer *timer_expire(struct timer_heap *h, int64_t now_ns);
static inline bool timer_armed(const struct timer *t)
{
	return t->index != SIZE_MAX;
}

#endif
