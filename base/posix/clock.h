/* SPDX-License-Identifier: Apache-2.0 */
/* clock.h - the clock that thread drivers wait on: the real one, or one that a test advances.
 *
 * A manual clock has a list of its sleepers. If all threads sleep, a test advances to the first
 * deadline (clock_next_deadline), so that no test waits for real time.
 *
 * Threads: any. lock (rank CLOCK) guards the list of sleepers. clock_advance_to() calls wake
 * functions, which acquire locks, so its caller must hold no lock. */
#ifndef BASE_POSIX_CLOCK_H
#define BASE_POSIX_CLOCK_H

#include "base/lock.h"

struct clock;

/* A waiter on a manual clock. No effect with the real clock. */
struct clock_sleeper {
	struct clock_sleeper *next, *prev;
	int64_t deadline_ns;	  /* TIME_NEVER: not waiting */
	void (*wake)(void *user); /* called on every advance past deadline_ns */
	void *user;
	bool waking; /* an advance is calling wake; removal waits for the end of the call */
	bool fired;  /* since deadline_ns was last set */
};

struct clock {
	bool manual;
	struct lock lock;     /* rank CLOCK: guards the members below */
	pthread_cond_t waked; /* a wake call has returned */
	int64_t now_ns;
	struct clock_sleeper sleepers; /* list head */
};

/* CLOCK_MONOTONIC in nanoseconds. */
int64_t clock_monotonic_ns(void);

/* A separate real clock, for tests. */
void clock_init_real(struct clock *c);
/* The process-wide real clock, for threads that may outlive their starter. */
struct clock *clock_real(void);
void clock_init_manual(struct clock *c, int64_t now_ns);
void clock_fini(struct clock *c);
static inline bool clock_is_manual(const struct clock *c)
{
	return c->manual;
}
int64_t clock_now(struct clock *c);

/* Waits on `cond` with `l` held until it is signalled or the clock reaches deadline_ns; returns
 * false at the deadline. May return true early: callers check their condition again. l's rank must
 * be below CLOCK. `l` and `cond` must live until the call has returned in every thread. */
bool clock_wait(struct clock *c, struct lock *l, pthread_cond_t *cond, int64_t deadline_ns)
    REQUIRES(*l);

/* Adds a sleeper that does not wait on a condition (a thread in poll()): clock_advance_to() calls
 * `wake`, without locks, when the clock reaches the deadline. */
void clock_sleeper_add(struct clock *c, struct clock_sleeper *s, void (*wake)(void *user),
		       void *user);
void clock_sleeper_set(struct clock *c, struct clock_sleeper *s, int64_t deadline_ns);
/* After the return, `wake` is not running and will not be called again. */
void clock_sleeper_remove(struct clock *c, struct clock_sleeper *s);

/* Manual clocks only: the earliest deadline of a waiter, TIME_NEVER if none. A woken waiter counts
 * when it waits again, since it may have ended. For tests. */
int64_t clock_next_deadline(struct clock *c);
/* Manual clocks only: moves time (never back) and wakes the waiters that are due. */
void clock_advance_to(struct clock *c, int64_t now_ns);

#endif
