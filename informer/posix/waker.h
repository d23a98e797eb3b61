/* SPDX-License-Identifier: Apache-2.0 */
/* waker.h - a worker thread sleeps here until it gets work or its deadline comes.
 *
 * Threads: one thread waits, any thread wakes. lock (rank WAKER) guards all members below it, so a
 * wake is never lost, and an observer can distinguish "sleeps and nothing is due" from "about to
 * run": the TCP world waits for that instead of sleeping. */
#ifndef INFORMER_POSIX_WAKER_H
#define INFORMER_POSIX_WAKER_H

#include "base/lock.h"
#include "base/posix/clock.h"

struct inf__waker {
	struct lock lock;
	pthread_cond_t cond;
	bool pending;
	bool unsignalled; /* pending, but its thread was not woken yet */
	bool waiting;
	bool gone; /* its thread has ended, or was never started */
	int64_t deadline_ns;

	struct clock *clock; /* set once */
	/* Called outside the lock each time the thread begins to wait or ends. Set once; may be
	 * NULL. */
	void (*on_quiet)(void *user);
	void *on_quiet_user;
};

void inf__waker_init(struct inf__waker *w, struct clock *clock, void (*on_quiet)(void *user),
		     void *user);
void inf__waker_fini(struct inf__waker *w);
/* The thread begins. */
void inf__waker_enter(struct inf__waker *w);
/* The thread ends and will not wait again. */
void inf__waker_leave(struct inf__waker *w);
/* Any thread, under any lock of a lower rank. */
void inf__waker_wake(struct inf__waker *w);
/* Between hold and release this thread's wakes of `w` become one, at the end: a buffer of many
 * events costs the process thread one wake. Not nested; the thread must not wait in between.
 * After release `w` is no longer quiet, but its thread sleeps until inf__waker_signal(). */
void inf__waker_hold(struct inf__waker *w);
void inf__waker_release(void);
void inf__waker_signal(struct inf__waker *w);
/* Waits until woken or until the clock's deadline_ns. A wake since the last wait counts. */
void inf__waker_wait(struct inf__waker *w, int64_t deadline_ns);
/* Whether the thread sleeps with nothing due, or does not run. */
bool inf__waker_quiet(struct inf__waker *w);
/* The deadline of the sleep; TIME_NEVER if it does not sleep. */
int64_t inf__waker_deadline_ns(struct inf__waker *w);

#endif
