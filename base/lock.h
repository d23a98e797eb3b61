/* SPDX-License-Identifier: Apache-2.0 */
/* lock.h - mutexes that know their rank: locks are taken in ascending rank only, so a possible
 * deadlock is a failing assertion in any test that reaches it, not a hang on a Friday. */
#ifndef BASE_LOCK_H
#define BASE_LOCK_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/base.h"

#if defined(__clang__)
#define TSA(x) __attribute__((x))
#else
#define TSA(x)
#endif
#define REQUIRES(l)   TSA(requires_capability(l))
#define ACQUIRES(l)   TSA(acquire_capability(l)) TSA(no_thread_safety_analysis)
#define RELEASES(l)   TSA(release_capability(l)) TSA(no_thread_safety_analysis)
#define GUARDED_BY(l) /* documentation only: clang 14 rejects it on C members */

/* One line per lock in the whole program (base/tbl/lock_ranks.h). */
enum lock_rank {
#define X(name, rank, text) LOCK_##name = (rank),
#include "base/tbl/lock_ranks.h"
#undef X
};

struct TSA(capability("mutex")) lock {
	pthread_mutex_t mu;
	enum lock_rank rank;
	int rank_below; /* what the owner held before; owner only */
	atomic_uint waiting;
	atomic_uint taken; /* number of acquisitions that had to wait */
};

void lock_init(struct lock *l, enum lock_rank rank);
void lock_fini(struct lock *l);
void lock_acquire(struct lock *l) ACQUIRES(*l);
void lock_release(struct lock *l) RELEASES(*l);
/* Whether a thread waits for it this moment. */
bool lock_is_wanted(struct lock *l);
/* After a release, before the next acquire: gives those who wait for it a chance to be first, which
 * a mutex does not. */
void lock_let_in(struct lock *l);
/* True when this thread holds no lock at all (asserted before every handler call). */
bool lock_none_held(void);

/* A condition that is used with one `struct lock`; only in posix folders. */
void lock_wait(struct lock *l, pthread_cond_t *cond) REQUIRES(*l);
/* Until CLOCK_MONOTONIC abs_ns (the condition must use that clock, see cond_init). */
bool lock_wait_until(struct lock *l, pthread_cond_t *cond, int64_t abs_ns) REQUIRES(*l);
void cond_init(pthread_cond_t *cond);
void cond_fini(pthread_cond_t *cond);
void cond_signal(pthread_cond_t *cond);
void cond_broadcast(pthread_cond_t *cond);

#endif
