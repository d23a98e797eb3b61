/* SPDX-License-Identifier: Apache-2.0 */
/* workqueue.h - client-go's work queues (util/workqueue). informer.h includes this header.
 *
 * Items are strings, usually keys. One worker at a time processes an item. An item that is added
 * meanwhile becomes ready again after inf_workqueue_done(). Without another statement: any thread.
 */
#ifndef RELIST_WORKQUEUE_H
#define RELIST_WORKQUEUE_H

#include "relist/object.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Determines the delay of a failing item (TypedRateLimiter). `when_ns` counts the failure and
 * returns the delay. The queue calls these functions under its lock with its clock's time. `free`
 * may be NULL.
 */
struct inf_rate_limiter {
	int64_t (*when_ns)(struct inf_rate_limiter *self, const char *item, int64_t now_ns);
	void (*forget)(struct inf_rate_limiter *self, const char *item);
	uint32_t (*requeues)(struct inf_rate_limiter *self, const char *item);
	void (*free)(struct inf_rate_limiter *self);
};

/** base * 2^failures, at most max (ItemExponentialFailureRateLimiter). The caller, or the queue
 * that takes it, frees it. NULL: out of memory; so for all limiters. */
INF_API struct inf_rate_limiter *inf_rate_limiter_exponential(int64_t base_ns, int64_t max_ns);
/** fast_ns for the first max_fast failures, then slow_ns (ItemFastSlowRateLimiter). */
INF_API struct inf_rate_limiter *inf_rate_limiter_fast_slow(int64_t fast_ns, int64_t slow_ns,
							    uint32_t max_fast);
/** A token bucket over all items (BucketRateLimiter): qps tokens a second, at most burst. */
INF_API struct inf_rate_limiter *inf_rate_limiter_bucket(double qps, uint32_t burst);
/** The longest delay of all (MaxOfRateLimiter). Owns the limiters, also on failure. */
INF_API struct inf_rate_limiter *inf_rate_limiter_max_of(struct inf_rate_limiter *const *take_inner,
							 size_t count);
/** The inner limiter's delay, at most max (WithMaxWaitRateLimiter). Owns it, also on failure. */
INF_API struct inf_rate_limiter *inf_rate_limiter_max_wait(struct inf_rate_limiter *take_inner,
							   int64_t max_ns);
/** 5 ms to 1000 s per item; 10 a second over all items with a burst of 100
 * (DefaultTypedControllerRateLimiter). */
INF_API struct inf_rate_limiter *inf_rate_limiter_controller_default(void);
/** Frees a limiter that no queue owns. NULL is fine. */
INF_API void inf_rate_limiter_free(struct inf_rate_limiter *limiter);

struct inf_workqueue;

/* The metrics of client-go's MetricsProvider, since the queue's creation. */
struct inf_workqueue_metrics {
	uint64_t adds;	  /* items that became dirty */
	uint64_t retries; /* add_after and add_rate_limited */
	uint64_t gets, dones;
	uint32_t depth;				   /* ready items */
	uint32_t processing;			   /* items of workers */
	uint32_t delayed;			   /* items before their deadline */
	int64_t queue_ns_total, queue_ns_max;	   /* from ready to get */
	int64_t work_ns_total, work_ns_max;	   /* from get to done */
	int64_t unfinished_ns, longest_running_ns; /* of items in processing */
};

/**
 * Creates a rate-limiting queue. It owns `take_limiter`, also on failure; NULL means the controller
 * default. name: for metrics and traces, copied; may be NULL. The caller frees it. NULL:
 * RELIST_ENOMEM.
 */
INF_API struct inf_workqueue *
inf_workqueue_new(const char *name, struct inf_rate_limiter *take_limiter, struct relist_err *err);
/** Frees it. No thread may be in one of its functions. NULL is fine. */
INF_API void inf_workqueue_free(struct inf_workqueue *q);
/** Adds an item; no effect if it is already in the queue or the queue shuts down. Any thread.
 * Returns 0 or RELIST_ENOMEM. */
INF_API int inf_workqueue_add(struct inf_workqueue *q, const char *item);
/** Adds an item after delay_ns; of two delays of one item the earlier counts. At its deadline the
 * item becomes ready, before items added later, even if no worker calls inf_workqueue_get(). */
INF_API int inf_workqueue_add_after(struct inf_workqueue *q, const char *item, int64_t delay_ns);
/** Adds an item after the rate limiter's delay. */
INF_API int inf_workqueue_add_rate_limited(struct inf_workqueue *q, const char *item);
/** Resets the item's failure count. */
INF_API void inf_workqueue_forget(struct inf_workqueue *q, const char *item);
/** The item's failure count since the last forget. */
INF_API uint32_t inf_workqueue_requeues(struct inf_workqueue *q, const char *item);
/**
 * Blocks until an item is ready. *item is valid until inf_workqueue_done(). Returns 0;
 * RELIST_ECLOSED if the queue shuts down and is empty; RELIST_ETIMEDOUT after timeout_ns (< 0:
 * never).
 */
INF_API int inf_workqueue_get(struct inf_workqueue *q, int64_t timeout_ns, const char **item);
/** Ends the processing of an item from inf_workqueue_get(), and frees the string. */
INF_API void inf_workqueue_done(struct inf_workqueue *q, const char *item);
/** The number of ready items. */
INF_API size_t inf_workqueue_len(struct inf_workqueue *q);
/** Refuses new items; workers receive the ready items and then RELIST_ECLOSED. Drops items before
 * their deadline. Idempotent. */
INF_API void inf_workqueue_shutdown(struct inf_workqueue *q);
/** The same, and blocks until no item is in processing (ShutDownWithDrain). */
INF_API void inf_workqueue_shutdown_with_drain(struct inf_workqueue *q);
INF_API bool inf_workqueue_shutting_down(struct inf_workqueue *q);
/** True while an item is ready, in processing, or before its deadline (after a shutdown: never). */
INF_API bool inf_workqueue_busy(struct inf_workqueue *q);

/** Reconciles one key. Return 0 for success; another value adds the key again, rate limited. */
typedef int (*inf_reconcile_fn)(void *user, const char *key);
/**
 * One iteration of a worker: blocks for an item (timeout_ns as inf_workqueue_get()), calls
 * `reconcile`, then forgets the item (0) or adds it rate limited (else), and marks it done. Returns
 * 0, RELIST_ECLOSED or RELIST_ETIMEDOUT. Any number of threads.
 */
INF_API int inf_workqueue_work_one(struct inf_workqueue *q, inf_reconcile_fn reconcile, void *user,
				   int64_t timeout_ns);
/** Runs a worker until the queue shuts down (wait.Until around processNextWorkItem). */
INF_API void inf_workqueue_work(struct inf_workqueue *q, inf_reconcile_fn reconcile, void *user);
INF_API void inf_workqueue_metrics(struct inf_workqueue *q, struct inf_workqueue_metrics *out);

#ifdef __cplusplus
}
#endif

#endif
