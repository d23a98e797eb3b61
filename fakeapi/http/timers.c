/* SPDX-License-Identifier: Apache-2.0 */
/* timers.c - the loop's two clocks: real time for connections, the options' for exchanges. */
#include "base/clock.h"
#include "base/posix/clock.h"
#include "fakeapi/http/internal.h"

int64_t http__real_ns(void)
{
	return clock_monotonic_ns();
}

int64_t http__now_ns(const struct fakeapi__http *h)
{
	return h->opt.now_ns ? h->opt.now_ns(h->opt.now_user) : http__real_ns();
}

void http__timer_init(struct http_timer *t, void (*fire)(struct http_timer *), void *owner)
{
	timer_init(&t->timer);
	t->fire = fire;
	t->owner = owner;
	t->heap = NULL;
}

void http__timer_cancel(struct http_timer *t)
{
	if (t->heap)
		timer_cancel(t->heap, &t->timer);
}

static bool arm(struct timer_heap *heap, struct http_timer *t, int64_t deadline_ns)
{
	/* A watch that waits again often has the same deadline. */
	if (t->heap == heap && timer_armed(&t->timer) && t->timer.deadline_ns == deadline_ns)
		return true;
	if (t->heap != heap || deadline_ns == TIME_NEVER)
		http__timer_cancel(t);
	t->heap = heap;
	return deadline_ns == TIME_NEVER || timer_arm(heap, &t->timer, deadline_ns) == 0;
}

bool http__timer_arm(struct fakeapi__http *h, struct http_timer *t, int64_t deadline_ns)
{
	return arm(&h->timers, t, deadline_ns);
}

bool http__deadline_arm(struct fakeapi__http *h, struct http_timer *t, int64_t deadline_ns)
{
	return arm(&h->deadlines, t, deadline_ns);
}
