/* SPDX-License-Identifier: Apache-2.0 */
/* queue.h - the queue between reflector and controller (client-go's ReflectorStore and Queue).
 * RealFIFO and DeltaFIFO implement it.
 *
 * Threads: the reflector's thread puts, the process thread takes; the queue has its own lock (rank
 * QUEUE). */
#ifndef INFORMER_QUEUE_H
#define INFORMER_QUEUE_H

#include "base/base.h"
#include "relist/informer.h"

enum inf__delta_type {
	INF_DELTA_ADDED,
	INF_DELTA_UPDATED,
	INF_DELTA_DELETED,
	INF_DELTA_REPLACED,
	INF_DELTA_SYNC,
	INF_DELTA_REPLACED_ALL, /* a whole relist as one item (AtomicFIFO) */
	INF_DELTA_SYNC_ALL,	/* a whole resync as one item (AtomicFIFO) */
	INF_DELTA_BOOKMARK,
};

struct inf__queue;

struct inf__queue_ops {
	/* ADDED, UPDATED or DELETED from a watch. The object is borrowed. RELIST_EINVAL: the
	 * transform refused it (the event is lost, the stream continues). RELIST_ENOMEM: the caller
	 * must relist. */
	int (*put)(struct inf__queue *q, enum inf__delta_type type, const struct inf_object *obj,
		   struct relist_err *err);
	/* The result of a list; the objects are borrowed. */
	int (*replace)(struct inf__queue *q, const struct inf_object *const *objs, size_t count,
		       const char *resource_version, struct relist_err *err);
	int (*resync)(struct inf__queue *q, struct relist_err *err);
	int (*bookmark)(struct inf__queue *q, const char *resource_version, struct relist_err *err);
	/* The transform, which watch-list's temporary store applies too (RealFIFO), or NULL. */
	inf_transform_fn (*transformer)(struct inf__queue *q, void **user);
	bool (*has_synced)(struct inf__queue *q);
	void (*close)(struct inf__queue *q);
	void (*free)(struct inf__queue *q);
};

struct inf__queue {
	const struct inf__queue_ops *ops;
};

#endif
