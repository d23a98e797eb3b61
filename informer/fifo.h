/* SPDX-License-Identifier: Apache-2.0 */
/* fifo.h - the taking side of a queue, and what RealFIFO and DeltaFIFO have in common.
 *
 * Taking is begin, process, end. begin() hands out borrowed deltas without removing them; end()
 * removes those that were processed. What could not be processed (out of memory) therefore simply
 * stays where it is, still counts as queued, and comes again.
 *
 * Threads: the reflector's thread puts, the process thread takes. lock (rank QUEUE) guards
 * everything. Between begin() and end() it stays held, as client-go's Pop holds it, unless
 * unlock_while_processing says otherwise: DeltaFIFO and a RealFIFO without atomic events compare
 * with the store when something is put, so nothing may be between queue and store then. The
 * indexer's lock ranks above. wake is called when something can be taken, possibly under the lock.
 */
#ifndef INFORMER_FIFO_H
#define INFORMER_FIFO_H

#include "base/digest.h"
#include "base/lock.h"
#include "base/trace.h"
#include "informer/delta.h"
#include "informer/fixes.h"
#include "informer/thread_safe_store.h"

struct inf__fifo;

struct inf__popped {
	const struct inf__delta *items;
	size_t count;
	bool initial; /* isInInitialList */
};

struct inf__fifo_ops {
	/* At most `limit` deltas, in one batch if the queue makes batches. 0 with `out` filled;
	 * RELIST_ENOTFOUND: empty; RELIST_ECLOSED: empty and closed; RELIST_ENOMEM. Only after 0
	 * end() must follow. */
	int (*begin)(struct inf__fifo *f, size_t limit, struct inf__popped *out);
	/* The first `done` of them were processed. */
	void (*end)(struct inf__fifo *f, size_t done);
	/* Items waiting (DeltaFIFO: keys). */
	size_t (*len)(struct inf__fifo *f);
	/* Adds what waits (informer/digest.h). */
	void (*digest)(struct inf__fifo *f, struct digest *d);
};

struct inf__fifo_config {
	const char *name;	    /* of the informer, for trace events; borrowed */
	struct inf__indexer *known; /* knownObjects; RealFIFO with atomic events does without */
	inf_transform_fn transform;
	void *transform_user;
	void (*wake)(void *user);
	void *wake_user;
	struct trace_sink sink;
	inf__without without;
	/* RealFIFO only. */
	bool atomic, unlock_while_processing, batch;
};

struct inf__fifo {
	struct inf__queue queue; /* first: what the reflector gets */
	const struct inf__fifo_ops *ops;
	struct inf__fifo_config config;
	struct lock lock;
	bool closed GUARDED_BY(lock);
	bool populated GUARDED_BY(lock); /* something was put or replaced */
	bool synced GUARDED_BY(lock);	 /* RealFIFO: latched */
	bool kept_locked;		 /* between begin and end: process thread only */
	/* Of the first Replace: how many were not processed yet. */
	size_t initial_population_count GUARDED_BY(lock);
};

void inf__fifo_init(struct inf__fifo *f, const struct inf__fifo_config *config,
		    const struct inf__queue_ops *queue_ops, const struct inf__fifo_ops *ops);
void inf__fifo_fini(struct inf__fifo *f);
void inf__fifo_wake(struct inf__fifo *f);
/* The queue's transform; a new reference, or NULL with *rc RELIST_ENOMEM or RELIST_EINVAL. */
struct inf_object *inf__fifo_transform(struct inf__fifo *f, const struct inf_object *obj, int *rc,
				       struct relist_err *err);
void inf__fifo_trace(struct inf__fifo *f, enum trace_kind kind, const char *key, const char *text,
		     size_t n);

/* What both have. */
void inf__fifo_digest(struct inf__fifo *f, struct digest *d) REQUIRES(f->lock);
/* queue_ops that both share. */
void inf__fifo_close(struct inf__queue *q);
inf_transform_fn inf__fifo_transformer(struct inf__queue *q, void **user);

struct inf__fifo *inf__real_fifo_new(const struct inf__fifo_config *config, struct relist_err *err);
struct inf__fifo *inf__delta_fifo_new(const struct inf__fifo_config *config,
				      struct relist_err *err);
static inline void inf__fifo_free(struct inf__fifo *f)
{
	if (f)
		f->queue.ops->free(&f->queue);
}

#endif
