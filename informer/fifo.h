/* SPDX-License-Identifier: Apache-2.0 */
/* fifo.h - the consumer's side of a queue, and the common part of RealFIFO and DeltaFIFO.
 *
 * The consumer calls begin, processes, and calls end. begin() returns borrowed deltas without
 * removing them; end() removes the processed ones. Unprocessed deltas (out of memory) therefore
 * stay queued and are returned again.
 *
 * Threads: the reflector's thread puts, the process thread takes. lock (rank QUEUE) guards
 * everything. It stays held between begin() and end(), as in client-go's Pop, unless
 * unlock_while_processing is set. The reason: DeltaFIFO and a RealFIFO without atomic events
 * compare with the store on a put, so no delta may be between queue and store then. The indexer's
 * lock ranks above. wake is called when deltas can be taken, possibly under the lock. */
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
	/* Returns at most `limit` deltas, in one batch if the queue makes batches. 0 with `out`
	 * filled; RELIST_ENOTFOUND: empty; RELIST_ECLOSED: empty and closed; RELIST_ENOMEM. end()
	 * must follow only after 0. */
	int (*begin)(struct inf__fifo *f, size_t limit, struct inf__popped *out);
	/* Removes the first `done` deltas. */
	void (*end)(struct inf__fifo *f, size_t done);
	/* Number of queued items (DeltaFIFO: keys). */
	size_t (*len)(struct inf__fifo *f);
	/* Adds the queued items (informer/digest.h). */
	void (*digest)(struct inf__fifo *f, struct digest *d);
};

struct inf__fifo_config {
	const char *name;	    /* name of the informer, for trace events; borrowed */
	struct inf__indexer *known; /* knownObjects; NULL for a RealFIFO with atomic events */
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
	struct inf__queue queue; /* first: the reflector's interface */
	const struct inf__fifo_ops *ops;
	struct inf__fifo_config config;
	struct lock lock;
	bool closed GUARDED_BY(lock);
	bool populated GUARDED_BY(lock); /* a put or replace has happened */
	bool synced GUARDED_BY(lock);	 /* RealFIFO: latched */
	bool kept_locked;		 /* locked between begin and end: process thread only */
	/* Number of the first Replace's items that are not processed yet. */
	size_t initial_population_count GUARDED_BY(lock);
};

void inf__fifo_init(struct inf__fifo *f, const struct inf__fifo_config *config,
		    const struct inf__queue_ops *queue_ops, const struct inf__fifo_ops *ops);
void inf__fifo_fini(struct inf__fifo *f);
void inf__fifo_wake(struct inf__fifo *f);
/* Applies the queue's transform. Returns a new reference, or NULL with *rc RELIST_ENOMEM or
 * RELIST_EINVAL. */
struct inf_object *inf__fifo_transform(struct inf__fifo *f, const struct inf_object *obj, int *rc,
				       struct relist_err *err);
void inf__fifo_trace(struct inf__fifo *f, enum trace_kind kind, const char *key, const char *text,
		     size_t n);

/* Adds the common state. */
void inf__fifo_digest(struct inf__fifo *f, struct digest *d) REQUIRES(f->lock);
/* Common queue_ops. */
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
