/* SPDX-License-Identifier: Apache-2.0 */
#include "base/posix/clock.h"

#include <time.h>

#include "base/clock.h"

int64_t clock_monotonic_ns(void)
{
	struct timespec ts;
	int rc = clock_gettime(CLOCK_MONOTONIC, &ts);

	ASSERT(rc == 0);
	return (int64_t)ts.tv_sec * NS_PER_S + ts.tv_nsec;
}

static void init(struct clock *c, bool manual, int64_t now_ns)
{
	memset(c, 0, sizeof(*c));
	c->manual = manual;
	c->now_ns = now_ns;
	c->sleepers.next = c->sleepers.prev = &c->sleepers;
	lock_init(&c->lock, LOCK_CLOCK);
	cond_init(&c->waked);
}

void clock_init_real(struct clock *c)
{
	init(c, false, 0);
}

struct clock *clock_real(void)
{
	static struct clock real; /* a real clock has no mutable state */

	return &real;
}

void clock_init_manual(struct clock *c, int64_t now_ns)
{
	init(c, true, now_ns);
}

void clock_fini(struct clock *c)
{
	ASSERT(c->sleepers.next == &c->sleepers);
	cond_fini(&c->waked);
	lock_fini(&c->lock);
}

int64_t clock_now(struct clock *c)
{
	int64_t now;

	if (!c->manual)
		return clock_monotonic_ns();
	lock_acquire(&c->lock);
	now = c->now_ns;
	lock_release(&c->lock);
	return now;
}

/* ---- sleepers ---- */

void clock_sleeper_add(struct clock *c, struct clock_sleeper *s, void (*wake)(void *user),
		       void *user)
{
	memset(s, 0, sizeof(*s));
	s->deadline_ns = INT64_MAX;
	s->wake = wake;
	s->user = user;
	if (!c->manual)
		return;
	lock_acquire(&c->lock);
	s->next = &c->sleepers;
	s->prev = c->sleepers.prev;
	s->prev->next = s;
	s->next->prev = s;
	lock_release(&c->lock);
}

void clock_sleeper_set(struct clock *c, struct clock_sleeper *s, int64_t deadline_ns)
{
	if (!c->manual)
		return;
	lock_acquire(&c->lock);
	s->deadline_ns = deadline_ns;
	s->fired = false;
	lock_release(&c->lock);
}

void clock_sleeper_remove(struct clock *c, struct clock_sleeper *s)
{
	if (!c->manual)
		return;
	lock_acquire(&c->lock);
	while (s->waking)
		lock_wait(&c->lock, &c->waked);
	s->next->prev = s->prev;
	s->prev->next = s->next;
	s->next = s->prev = NULL;
	lock_release(&c->lock);
}

/* A sleeper that waits on a condition. wake_waiter() acquires the waiter's lock, so that no signal
 * is lost between the waiter's look at the clock and its wait. */
struct waiter {
	struct clock_sleeper sleeper;
	struct lock *lock;
	pthread_cond_t *cond;
};

static void wake_waiter(void *user)
{
	struct waiter *w = user;

	lock_acquire(w->lock);
	cond_broadcast(w->cond);
	lock_release(w->lock);
}

bool clock_wait(struct clock *c, struct lock *l, pthread_cond_t *cond, int64_t deadline_ns)
{
	struct waiter w = { .lock = l, .cond = cond };

	if (!c->manual)
		return lock_wait_until(l, cond, deadline_ns);
	if (clock_now(c) >= deadline_ns)
		return false;
	clock_sleeper_add(c, &w.sleeper, wake_waiter, &w);
	clock_sleeper_set(c, &w.sleeper, deadline_ns);
	/* If the clock was advanced since the first look, it has not woken us: look again. */
	if (clock_now(c) < deadline_ns)
		lock_wait(l, cond);
	/* A running wake_waiter() needs the lock, so it is released here. */
	lock_release(l);
	clock_sleeper_remove(c, &w.sleeper);
	lock_acquire(l);
	return clock_now(c) < deadline_ns;
}

int64_t clock_next_deadline(struct clock *c)
{
	int64_t first = INT64_MAX;

	ASSERT(c->manual);
	lock_acquire(&c->lock);
	for (struct clock_sleeper *s = c->sleepers.next; s != &c->sleepers; s = s->next) {
		if (!s->fired && s->deadline_ns < first)
			first = s->deadline_ns;
	}
	lock_release(&c->lock);
	return first;
}

void clock_advance_to(struct clock *c, int64_t now_ns)
{
	struct clock_sleeper *s;

	ASSERT(c->manual);
	lock_acquire(&c->lock);
	if (now_ns > c->now_ns)
		c->now_ns = now_ns;
	s = c->sleepers.next;
	while (s != &c->sleepers) {
		if (s->deadline_ns > c->now_ns || s->fired) {
			s = s->next;
			continue;
		}
		s->fired = true;
		s->waking = true;
		lock_release(&c->lock);
		s->wake(s->user);
		lock_acquire(&c->lock);
		s->waking = false;
		cond_broadcast(&c->waked);
		s = c->sleepers.next; /* the list may have changed */
	}
	lock_release(&c->lock);
}
