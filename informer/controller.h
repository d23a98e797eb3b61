/* SPDX-License-Identifier: Apache-2.0 */
/* controller.h - moves deltas from the queue into the cache and to the handlers: one step of
 * client-go's processLoop with processDeltas, processDeltasInBatch and processReplacedAllInfo.
 *
 * A step first reserves everything (notes, room in every backlog, store and index entries) and then
 * changes cache and backlogs without a possible failure. If out of memory, nothing has changed, the
 * deltas are still queued, and the step is retried a little later. No delta is lost.
 *
 * Threads: step on the process thread. delivery (rank DELIVERY, client-go's blockDeltas) is held
 * for the whole step, so that a handler can join between two steps; it also guards the switches. */
#ifndef INFORMER_CONTROLLER_H
#define INFORMER_CONTROLLER_H

#include "informer/fifo.h"
#include "informer/mutation_detector.h"
#include "informer/shared_processor.h"

/* A control point. It stops at once, at the next delta of one key, or at the n-th. */
struct inf__hold {
	bool on;
	bool shut;  /* nothing passes: immediate, or the awaited delta has arrived */
	char *key;  /* NULL: any */
	size_t nth; /* stop at that many deltas from now; 0: not counted */
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
	/* Simulates a controller whose only handler runs in its loop (NewInformer): no delta is
	 * taken until the handler has returned. Set once. */
	bool one_at_a_time;
	struct inf__hold store GUARDED_BY(delivery), queue GUARDED_BY(delivery);
	size_t pop_tokens GUARDED_BY(delivery);
	size_t held GUARDED_BY(delivery);      /* popped deltas that wait for the store */
	int64_t retry_ns GUARDED_BY(delivery); /* retry after a failed allocation; 0: none */
	bool closed GUARDED_BY(delivery);      /* CLOSED was returned */
	uint64_t pops GUARDED_BY(delivery), deltas GUARDED_BY(delivery);
	uint64_t notes GUARDED_BY(delivery), out_of_memory GUARDED_BY(delivery);
	/* State of simulated bugs (fixes.h): notes of changes that are already in the cache, the
	 * first listener that has not received them; whether the next deltas were removed from the
	 * indexes. */
	struct inf__note_block *rest GUARDED_BY(delivery);
	size_t rest_from GUARDED_BY(delivery);
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

/* stopping: the queue is closed. 0.37 then drops the rest of the queue, 0.32 processes it. */
enum inf__step inf__controller_step(struct inf__controller *c, int64_t now_ns, bool stopping);
bool inf__controller_ready(struct inf__controller *c, int64_t now_ns, bool stopping);
int64_t inf__controller_deadline_ns(struct inf__controller *c);
/* Whether the reflector would block: popped deltas hold the queue's lock and the store is held. */
bool inf__controller_blocks_feeder(struct inf__controller *c);
/* Adds the controller's metrics only. */
void inf__controller_metrics(struct inf__controller *c, struct inf__informer_metrics *out);
/* key NULL and nth 0: stops at once. A list that contains the key stops as a whole. RELIST_ENOMEM:
 * unchanged. */
int inf__controller_hold(struct inf__controller *c, bool store, bool on, const char *key,
			 size_t nth);
/* Lets one waiting key pass while the queue is held. */
void inf__controller_pop_one(struct inf__controller *c);

#endif
