/* SPDX-License-Identifier: Apache-2.0 */
#include "base/lock.h"

#include <errno.h>
#include <time.h>

#include "base/clock.h"

static _Thread_local int rank_held;

void lock_init(struct lock *l, enum lock_rank rank)
{
	l->rank = rank;
	l->rank_below = 0;
	ASSERT(pthread_mutex_init(&l->mu, NULL) == 0);
}

void lock_fini(struct lock *l)
{
	ASSERT(pthread_mutex_destroy(&l->mu) == 0);
}

void lock_acquire(struct lock *l)
{
	ASSERT(rank_held < (int)l->rank); /* else: a deadlock waiting to happen */
	ASSERT(pthread_mutex_lock(&l->mu) == 0);
	l->rank_below = rank_held;
	rank_held = (int)l->rank;
}

void lock_release(struct lock *l)
{
	ASSERT(rank_held == (int)l->rank);
	rank_held = l->rank_below;
	ASSERT(pthread_mutex_unlock(&l->mu) == 0);
}

bool lock_none_held(void)
{
	return rank_held == 0;
}

void cond_init(pthread_cond_t *cond)
{
	pthread_condattr_t attr;

	ASSERT(pthread_condattr_init(&attr) == 0);
	ASSERT(pthread_condattr_setclock(&attr, CLOCK_MONOTONIC) == 0);
	ASSERT(pthread_cond_init(cond, &attr) == 0);
	ASSERT(pthread_condattr_destroy(&attr) == 0);
}

/* Waiting gives the mutex up, so the rank goes with it; rank_below is the owner's and must be put
 * back after another thread had the lock in between. */
void lock_wait(struct lock *l, pthread_cond_t *cond)
{
	int below = l->rank_below;

	ASSERT(rank_held == (int)l->rank);
	ASSERT(pthread_cond_wait(cond, &l->mu) == 0);
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
