/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/posix/waker.h"

#include "base/clock.h"

void inf__waker_init(struct inf__waker *w, struct clock *clock, void (*on_quiet)(void *user),
		     void *user)
{
	memset(w, 0, sizeof(*w));
	lock_init(&w->lock, LOCK_WAKER);
	cond_init(&w->cond);
	w->clock = clock;
	w->on_quiet = on_quiet;
	w->on_quiet_user = user;
	w->gone = true;
}

void inf__waker_fini(struct inf__waker *w)
{
	cond_fini(&w->cond);
	lock_fini(&w->lock);
}

void inf__waker_enter(struct inf__waker *w)
{
	lock_acquire(&w->lock);
	w->gone = false;
	lock_release(&w->lock);
}

static void notify_quiet(struct inf__waker *w)
{
	if (w->on_quiet)
		w->on_quiet(w->on_quiet_user);
}

void inf__waker_leave(struct inf__waker *w)
{
	/* Copied first: once `gone` is visible, the owner may free the waker. */
	void (*on_quiet)(void *user) = w->on_quiet;
	void *user = w->on_quiet_user;

	lock_acquire(&w->lock);
	w->gone = true;
	lock_release(&w->lock);
	if (on_quiet)
		on_quiet(user);
}

static _Thread_local struct inf__waker *held;
static _Thread_local bool held_woken;

static void wake_now(struct inf__waker *w)
{
	lock_acquire(&w->lock);
	if (!w->pending || w->unsignalled)
		cond_broadcast(&w->cond);
	w->pending = true;
	w->unsignalled = false;
	lock_release(&w->lock);
}

void inf__waker_wake(struct inf__waker *w)
{
	if (held == w)
		held_woken = true;
	else
		wake_now(w);
}

void inf__waker_hold(struct inf__waker *w)
{
	ASSERT(!held);
	held = w;
	held_woken = false;
}

void inf__waker_release(void)
{
	struct inf__waker *w = held;

	ASSERT(w);
	held = NULL;
	if (!held_woken)
		return;
	lock_acquire(&w->lock);
	w->unsignalled |= !w->pending;
	w->pending = true;
	lock_release(&w->lock);
}

void inf__waker_signal(struct inf__waker *w)
{
	lock_acquire(&w->lock);
	if (w->unsignalled)
		cond_broadcast(&w->cond);
	w->unsignalled = false;
	lock_release(&w->lock);
}

void inf__waker_wait(struct inf__waker *w, int64_t deadline_ns)
{
	lock_acquire(&w->lock);
	if (!w->pending && w->on_quiet) {
		w->deadline_ns = deadline_ns;
		w->waiting = true;
		lock_release(&w->lock);
		notify_quiet(w);
		lock_acquire(&w->lock);
	}
	w->deadline_ns = deadline_ns;
	w->waiting = true;
	while (!w->pending) {
		if (!clock_wait(w->clock, &w->lock, &w->cond, deadline_ns))
			break;
	}
	w->pending = false;
	w->unsignalled = false;
	w->waiting = false;
	lock_release(&w->lock);
}

bool inf__waker_quiet(struct inf__waker *w)
{
	bool quiet;

	lock_acquire(&w->lock);
	quiet = w->gone || (w->waiting && !w->pending && w->deadline_ns > clock_now(w->clock));
	lock_release(&w->lock);
	return quiet;
}

int64_t inf__waker_deadline_ns(struct inf__waker *w)
{
	int64_t deadline_ns;

	lock_acquire(&w->lock);
	deadline_ns = w->waiting && !w->gone ? w->deadline_ns : TIME_NEVER;
	lock_release(&w->lock);
	return deadline_ns;
}
