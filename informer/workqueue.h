/* SPDX-License-Identifier: Apache-2.0 */
/* workqueue.h - client-go's queue, delaying queue and rate limiting queue as one pure object.
 *
 * An item is in at most one of ready, processing and waiting. A processing item may also be
 * `dirty`: then it becomes ready when done. Items are freed when they are in none of these states.
 *
 * Threads: none; posix/workqueue_wait.c puts a lock (rank WORKQUEUE) around it. Source:
 * util/workqueue/{queue,delaying_queue,rate_limiting_queue}.go. */
#ifndef INFORMER_WORKQUEUE_H
#define INFORMER_WORKQUEUE_H

#include "base/heap.h"
#include "base/map.h"
#include "base/ring.h"
#include "informer/fixes.h"
#include "relist/informer.h"

struct inf__wq {
	struct map items;  /* key -> struct wq_item */
	struct ring ready; /* in order of becoming ready */
	struct timer_heap waits;
	struct inf_rate_limiter *limiter;
	bool shutting_down;
	bool drain;
	inf__without without; /* set after init */
	struct inf_workqueue_metrics metrics;
};

/* Takes ownership of the limiter, also on failure; NULL: the controller default. */
int inf__wq_init(struct inf__wq *q, struct inf_rate_limiter *take_limiter);
void inf__wq_fini(struct inf__wq *q);
int inf__wq_add(struct inf__wq *q, int64_t now_ns, const char *item);
int inf__wq_add_after(struct inf__wq *q, int64_t now_ns, const char *item, int64_t delay_ns);
int inf__wq_add_rate_limited(struct inf__wq *q, int64_t now_ns, const char *item);
/* Makes items ready whose time has come, each at its own deadline. Every function with a now_ns
 * does so first; callers need it before they read `ready`. */
void inf__wq_settle(struct inf__wq *q, int64_t now_ns);
/* Accepts no more items and drops the waiting ones, like client-go's waiting loop. */
void inf__wq_shutdown(struct inf__wq *q, int64_t now_ns, bool drain);
/* The next item, or NULL. It stays valid until done. */
const char *inf__wq_get(struct inf__wq *q, int64_t now_ns);
void inf__wq_done(struct inf__wq *q, int64_t now_ns, const char *item);
/* When the first waiting item is due; TIME_NEVER. */
int64_t inf__wq_deadline_ns(const struct inf__wq *q);
/* The i-th ready key from the front, and the i-th waiting key (in no order); NULL past the end. */
const char *inf__wq_ready_at(const struct inf__wq *q, size_t i);
const char *inf__wq_waiting_at(const struct inf__wq *q, size_t i);
void inf__wq_metrics(struct inf__wq *q, int64_t now_ns, struct inf_workqueue_metrics *out);

#endif
