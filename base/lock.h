/* SPDX-License-Identifier: Apache-2.0 */
/* lock.h - mutexes with a rank: a thread may acquire locks in ascending rank only, so a possible
 * deadlock is a failing assertion in any test that reaches it. */
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

/* The ranks of all locks of the program are listed in base/tbl/lock_ranks.h. */
enum lock_rank {
#define X(name, rank, text) LOCK_##name = (rank),
#include "base/tbl/lock_ranks.h"
#undef X
};

struct TSA(capability("mutex")) lock {
	pthread_mutex_t mu;
	enum lock_rank rank;
	int rank_below; /* the rank that the owner held before; owner only */
	atomic_uint waiting;
	atomic_uint taken; /* number of acquisitions that had to wait */
};

void lock_init(struct lock *l, enum lock_rank rank);
void lock_fini(struct lock *l);
void lock_acquire(struct lock *l) ACQUIRES(*l);
void lock_release(struct lock *l) RELEASES(*l);
/* Returns true if a thread waits for the lock. */
bool lock_is_wanted(struct lock *l);
/* Yields between release and acquire, so that waiting threads can acquire the lock first; a mutex
 * alone does not ensure that. */
void lock_let_in(struct lock *l);
/* Returns true if this thread holds no lock (asserted before every handler call). */
bool lock_none_held(void);

/* A one-time initialization; zeroed at first. */
struct once {
	atomic_bool done;
};

/* Calls `make` unless it was called before; returns when the call has returned. `make` acquires no
 * lock and does not call lock_once(). */
void lock_once(struct once *o, void (*make)(void *user), void *user);

/* Calls `fn` once when the calling thread ends, on that thread; replaces an earlier `fn` of it.
 * False: it does not. For base. */
bool thread_at_end(void (*fn)(void *user), void *user);

/* Waits on a condition that is used with `l` only; for posix folders. */
void lock_wait(struct lock *l, pthread_cond_t *cond) REQUIRES(*l);
/* Waits until CLOCK_MONOTONIC abs_ns (the condition must use that clock, see cond_init). */
bool lock_wait_until(struct lock *l, pthread_cond_t *cond, int64_t abs_ns) REQUIRES(*l);
void cond_init(pthread_cond_t *cond);
void cond_fini(pthread_cond_t *cond);
void cond_signal(pthread_cond_t *cond);
void cond_broadcast(pthread_cond_t *cond);

/* For tests: the locks and conditions that were initialised and not finished. Linux frees nothing
 * for one, other systems do. */
long lock_live_count(void);

#endif
