/* SPDX-License-Identifier: Apache-2.0 */
#include "base/lock.h"

#include <errno.h>
#include <sched.h>
#include <time.h>

#include "base/clock.h"

enum { LET_IN_TRIES = 1000 };

static _Thread_local int rank_held;
static atomic_long live;

/* Asserts the success of a call that fails only if it is used wrongly. */
static void check_rc(int rc)
{
	ASSERT(rc == 0);
}

void lock_init(struct lock *l, enum lock_rank rank)
{
	l->rank = rank;
	l->rank_below = 0;
	atomic_init(&l->waiting, 0);
	atomic_init(&l->taken, 0);
	check_rc(pthread_mutex_init(&l->mu, NULL));
	atomic_fetch_add_explicit(&live, 1, memory_order_relaxed);
}

void lock_fini(struct lock *l)
{
	check_rc(pthread_mutex_destroy(&l->mu));
	atomic_fetch_sub_explicit(&live, 1, memory_order_relaxed);
}

void lock_acquire(struct lock *l)
{
	ASSERT(rank_held < (int)l->rank); /* else two threads could deadlock */
	if (pthread_mutex_trylock(&l->mu) != 0) {
		atomic_fetch_add(&l->waiting, 1);
		check_rc(pthread_mutex_lock(&l->mu));
		atomic_fetch_sub(&l->waiting, 1);
		atomic_fetch_add(&l->taken, 1);
	}
	l->rank_below = rank_held;
	rank_held = (int)l->rank;
}

bool lock_is_wanted(struct lock *l)
{
	return atomic_load(&l->waiting) > 0;
}

void lock_let_in(struct lock *l)
{
	unsigned before = atomic_load(&l->taken);

	for (int i = 0; i < LET_IN_TRIES && lock_is_wanted(l); i++) {
		if (atomic_load(&l->taken) != before)
			return;
		(void)sched_yield();
	}
}

void lock_release(struct lock *l)
{
	ASSERT(rank_held == (int)l->rank);
	rank_held = l->rank_below;
	check_rc(pthread_mutex_unlock(&l->mu));
}

bool lock_none_held(void)
{
	return rank_held == 0;
}

void lock_once(struct once *o, void (*make)(void *user), void *user)
{
	static pthread_mutex_t mu =
	    PTHREAD_MUTEX_INITIALIZER; /* no rank: it is the innermost lock */
	static _Thread_local bool makes;

	/* pairs with the release below: the data that `make` has written is visible */
	if (atomic_load_explicit(&o->done, memory_order_acquire))
		return;
	ASSERT(!makes);
	check_rc(pthread_mutex_lock(&mu));
	makes = true;
	if (!atomic_load_explicit(&o->done, memory_order_relaxed)) {
		make(user);
		atomic_store_explicit(&o->done, true, memory_order_release);
	}
	makes = false;
	check_rc(pthread_mutex_unlock(&mu));
}

/* --- the end of a thread --- */

static pthread_key_t end_key;
static pthread_once_t end_once = PTHREAD_ONCE_INIT;
static bool have_end_key;
static _Thread_local struct {
	void (*fn)(void *user);
	void *user;
} at_end;

static void run_at_end(void *value)
{
	(void)value;
	at_end.fn(at_end.user);
}

static void make_end_key(void)
{
	have_end_key = pthread_key_create(&end_key, run_at_end) == 0;
}

bool thread_at_end(void (*fn)(void *user), void *user)
{
	(void)pthread_once(&end_once, make_end_key);
	at_end.fn = fn;
	at_end.user = user;
	return have_end_key && pthread_setspecific(end_key, &at_end) == 0;
}

void cond_init(pthread_cond_t *cond)
{
	pthread_condattr_t attr;

	check_rc(pthread_condattr_init(&attr));
	check_rc(pthread_condattr_setclock(&attr, CLOCK_MONOTONIC));
	check_rc(pthread_cond_init(cond, &attr));
	atomic_fetch_add_explicit(&live, 1, memory_order_relaxed);
	check_rc(pthread_condattr_destroy(&attr));
}

void cond_fini(pthread_cond_t *cond)
{
	check_rc(pthread_cond_destroy(cond));
	atomic_fetch_sub_explicit(&live, 1, memory_order_relaxed);
}

long lock_live_count(void)
{
	return atomic_load_explicit(&live, memory_order_relaxed);
}

void cond_signal(pthread_cond_t *cond)
{
	check_rc(pthread_cond_signal(cond));
}

void cond_broadcast(pthread_cond_t *cond)
{
	check_rc(pthread_cond_broadcast(cond));
}

/* pthread_cond_wait() releases the mutex, so this thread's rank is lowered meanwhile. Another owner
 * may have changed rank_below in between, so it is restored. */
void lock_wait(struct lock *l, pthread_cond_t *cond)
{
	int below = l->rank_below;

	ASSERT(rank_held == (int)l->rank);
	check_rc(pthread_cond_wait(cond, &l->mu));
	l->rank_below = below;
}

bool lock_wait_until(struct lock *l, pthread_cond_t *cond, int64_t abs_ns)
{
	int below = l->rank_below;
	struct timespec ts;
	int rc;

	ASSERT(rank_held == (int)l->rank);
	if (abs_ns == TIME_NEVER) {
		lock_wait(l, cond);
		return true;
	}
	if (abs_ns < 0)
		abs_ns = 0;
	ts.tv_sec = (time_t)(abs_ns / NS_PER_S);
	ts.tv_nsec = (long)(abs_ns % NS_PER_S);
	rc = pthread_cond_timedwait(cond, &l->mu, &ts);
	ASSERT(rc == 0 || rc == ETIMEDOUT);
	l->rank_below = below;
	return rc == 0;
}
