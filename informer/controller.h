/* SPDX-License-Identifier: Apache-2.0 */
/* controller.h - from the queue into the cache and to the handlers: one step of client-go's
 * processLoop with processDeltas, processDeltasInBatch and processReplacedAllInfo.
 *
 * A step reserves everything first (notes, room in every backlog, store and index entries) and then
 * changes cache and backlogs without being able to fail. Out of memory therefore means: nothing
 * happened, the deltas are still queued, try again a little later. No delta is lost.
 *
 * Threads: step on the process thread. delivery (rank DELIVERY, client-go's blockDeltas) is held
 * for the whole step, so that a handler can join between two; the switches are under it as well.
 */
#ifndef INFORMER_CONTROLLER_H
#define INFORMER_CONTROLLER_H

#include "informer/fifo.h"
#include "informer/mutation_detector.h"
#include "informer/shared_processor.h"

/* Where a control point stops: at once, at the next delta of one key, or at the n-th. */
struct inf__hold {
	bool on;
	bool shut;  /* nothing passes: at once, or since what it waits for has come */
	char *key;  /* NULL: any */
	size_t nth; /* that many more, itself counted; 0: not counted */
};

struct inf__controller {
	struct lock delivery;
	struct inf__fifo *fifo;			 /* owned */
	struct inf__indexer *indexer;		 /* borrowed */
	struct inf__shared_processor *processor; /* borrowed */
	struct inf__mutation_detector *detector; /* borrowed; NULL: none */
	struct trace_sink sink;
	const char *name;	/* borrowed */
	bool classic, store_rv; /* set once */
	inf__without without;	/* set once */
	/* A controller with one handler that runs in its loop (NewInformer): nothing is taken while
	 * the handler has not returned. Set once. */
	bool one_at_a_time;
	struct inf__hold store GUARDED_BY(delivery), queue GUARDED_BY(delivery);
	size_t pop_tokens GUARDED_BY(delivery);
	size_t held GUARDED_BY(delivery);      /* deltas popped and waiting for the store */
	int64_t retry_ns GUARDED_BY(delivery); /* after a failed allocation; 0: none */
	bool closed GUARDED_BY(delivery);      /* CLOSED was returned */
	uint64_t pops GUARDED_BY(delivery), deltas GUARDED_BY(delivery);
	uint64_t notes GUARDED_BY(delivery), out_of_memory GUARDED_BY(delivery);
	/* Mistakes (fixes.h): what the cache has already, and listeners from `untold_from` on do
	 * not; the deltas that are next are out of their indexes. */
	struct inf__note_block *untold GUARDED_BY(delivery);
	size_t untold_from GUARDED_BY(delivery);
	bool unindexed GUARDED_BY(delivery);
	struct inf__op *ops GUARDED_BY(delivery);
	size_t ops_cap GUARDED_BY(delivery);
};

struct inf__controller_config {
	struct inf__fifo *take_fifo;
	struct inf__indexer *indexer;
	struct inf__shared_processor *processor;
	struct inf__mutation_detector *detector;
	struct trace_sink sink;
	const char *name;
	bool classic, store_rv, one_at_a_time;
	inf__without without;
};

void inf__controller_init(struct inf__controller *c, const struct inf__controller_config *config);
void inf__controller_fini(struct inf__controller *c);

/* stopping: the queue is closed. 0.37 leaves the rest of the queue alone then, 0.32 serves it. */
enum inf__step inf__controller_step(struct inf__controller *c, int64_t now_ns, bool stopping);
bool inf__controller_ready(struct inf__controller *c, int64_t now_ns, bool stopping);
int64_t inf__controller_deadline_ns(struct inf__controller *c);
/* The feeder would wait: something popped keeps the queue's lock while the store is held. */
bool inf__controller_blocks_feeder(struct inf__controller *c);
/* The controller's share; adds nothing else. */
void inf__controller_metrics(struct inf__controller *c, struct inf__informer_metrics *out);
/* key NULL and nth 0: at once. A list that has the key stops as a whole. RELIST_ENOMEM: as before.
 */
int inf__controller_hold(struct inf__controller *c, bool store, bool on, const char *key,
			 size_t nth);
/* Lets one key through that waits now, while the queue is held. */
void inf__controller_pop_one(struct inf__controller *c);

#endif
