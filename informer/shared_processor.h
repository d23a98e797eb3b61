/* SPDX-License-Identifier: Apache-2.0 */
/* shared_processor.h - the handlers of one informer (client-go's sharedProcessor): distributes
 * notifications and decides which handlers are due for a resync. Keeps the registration order
 * (client-go: unspecified).
 *
 * An update whose resourceVersion did not change is a "sync". Only listeners with the syncing flag
 * receive it: at first all of them, later those that the latest check selected.
 *
 * Threads: distribute and add run under DELIVERY, should_resync on the I/O thread, the rest
 * anywhere. lock (rank LISTENERS) guards the set and the listeners' resync fields. */
#ifndef INFORMER_SHARED_PROCESSOR_H
#define INFORMER_SHARED_PROCESSOR_H

#include "informer/processor_listener.h"

struct inf__shared_processor {
	struct lock lock;
	struct inf__processor_listener **listeners GUARDED_BY(lock);
	size_t len GUARDED_BY(lock), cap GUARDED_BY(lock);
	uint64_t handled GUARDED_BY(lock), failed
	    GUARDED_BY(lock); /* of listeners that were freed */
	/* Set once. */
	inf__without without;
	void (*wake)(void *user, struct inf__processor_listener *listener);
	void *wake_user;
};

void inf__shared_processor_init(struct inf__shared_processor *p);
void inf__shared_processor_fini(struct inf__shared_processor *p);

/* Reserves room for one more listener; also frees removed ones that have finished. */
int inf__shared_processor_reserve_listener(struct inf__shared_processor *p);
/* Unique in this process; never 0. */
inf_registration inf__shared_processor_next_reg(void);
/* Takes ownership of the listener; room must be reserved. */
void inf__shared_processor_add(struct inf__shared_processor *p,
			       struct inf__processor_listener *take_listener);
/* Idempotent: returns false if there is no such listener or it was closed before. */
bool inf__shared_processor_remove(struct inf__shared_processor *p, inf_registration reg);
void inf__shared_processor_close_all(struct inf__shared_processor *p);

/* Reserves room for `count` notes in every listener. */
int inf__shared_processor_reserve(struct inf__shared_processor *p, size_t count);
/* Distributes to the listeners from .. to-1, in their order. */
void inf__shared_processor_distribute(struct inf__shared_processor *p, int64_t now_ns,
				      struct inf__note_block *block, size_t from, size_t to);
void inf__shared_processor_upstream_synced(struct inf__shared_processor *p);

/* Recomputes which handlers are syncing; returns true if any is due (shouldResync). */
bool inf__shared_processor_should_resync(struct inf__shared_processor *p, int64_t now_ns);
/* resyncCheckPeriodChanged. */
void inf__shared_processor_check_period_changed(struct inf__shared_processor *p, int64_t check_ns);
/* determineResyncPeriod: a wanted or check period of 0 gives none; else at least the check
 * period. */
int64_t inf__shared_processor_resync_period(int64_t wanted_ns, int64_t check_ns);

size_t inf__shared_processor_len(struct inf__shared_processor *p);
struct inf__processor_listener *inf__shared_processor_at(struct inf__shared_processor *p,
							 size_t i); /* NULL past the end */
struct inf__processor_listener *inf__shared_processor_find(struct inf__shared_processor *p,
							   inf_registration reg);
/* Adds the listeners' metrics, including the calls of removed handlers. */
void inf__shared_processor_metrics(struct inf__shared_processor *p,
				   struct inf__informer_metrics *add_to);
/* Whether no handler has pending notifications. */
bool inf__shared_processor_drained(struct inf__shared_processor *p);

#endif
