/* SPDX-License-Identifier: Apache-2.0 */
/* clock.h - the clock that thread drivers wait on: the real one, or one that a test advances.
 *
 * A manual clock has a list of its sleepers. If all threads sleep, a test advances to the first
 * deadline (clock_next_deadline), so that no test waits for real time.
 *
 * Threads: any. lock (rank CLOCK) guards the list of sleepers. clock_advance_to() wakes sleepers
 * with only a leaf of their own held, so it may be called under no lock but none.
 */
#ifndef BASE_POSIX_CLOCK_H
#define BASE_POSIX_CLOCK_H

#include "base/lock.h"

struct clock;

/* One thing that waits for a manual clock. With the real clock it costs nothing and does nothing.
 */
struct clock_sleeper {
	struct clock_sleeper *next, *prev;
	int64_t deadline_ns;	  /* TIME_NEVER: not waiting */
	void (*wake)(void *user); /* called on every advance past deadline_ns */
	void *user;
	bool waking; /* an advance is calling wake; removal waits for it */
	bool fired;  /* since deadline_ns was last set */
};

struct clock {
	bool manual;
	struct lock lock;     /* rank CLOCK: what follows */
	pthread_cond_t waked; /* a wake call has returned */
	int64_t now_ns;
	struct clock_sleeper sleepers; /* list head */
};

/* CLOCK_MONOTONIC in nanoseconds. */
int64_t clock_monotonic_ns(void);

/* Another one, for tests. */
void clock_init_real(struct clock *c);
/* The process's own real clock, for threads that may outlive their starter. */
struct clock *clock_real(void);
void clock_init_manual(struct clock *c, int64_t now_ns);
void clock_fini(struct clock *c);
static inline bool clock_is_manual(const struct clock *c)
{
	return c->manual;
}
int64_t clock_now(struct clock *c);

/* Waits on `cond` with `l` held until it is signalled or the clock reaches deadline_ns; false at
 * the deadline. May return true early: callers look at their condition again. l's rank must be
 * below CLOCK, and `l` and `cond` must live until the call has returned in every thread. */
bool clock_wait(struct clock *c, struct lock *l, pthread_cond_t *cond, int64_t deadline_ns)
    REQUIRES(*l);

/* A sleeper that does not wait on a condition (a thread in poll()): `wake` is called, without
 * locks, when the clock is moved to its deadline or beyond. */
void clock_sleeper_add(struct clock *c, struct clock_sleeper *s, void (*wake)(void *user),
		       void *user);
void clock_sleeper_set(struct clock *c, struct clock_sleeper *s, int64_t deadline_ns);
/* wake is not running and will not be called again once this returns. */
void clock_sleeper_remove(struct clock *c, struct clock_sleeper *s);

/* Manual clocks only: the earliest deadline of a waiter, TIME_NEVER if none. A woken waiter counts
 * when it waits again, since it may have ended. For tests. */
int64_t clock_next_deadline(struct clock *c);
/* Manual clocks only: moves time (never back) and wakes the waiters that are due. */
void clock_advance_to(struct clock *c, int64_t now_ns);

#endif
