/* SPDX-License-Identifier: Apache-2.0 */
/* shared_processor.h - the handlers of one informer (client-go's sharedProcessor): who gets
 * which notification, and who is due for a resync. Registration order is kept (client-go:
 * unspecified).
 *
 * An update whose resourceVersion did not change is a "sync" and goes only to listeners that are
 * flagged as syncing: all of them at first, afterwards those that the latest check picked.
 *
 * Threads: distribute and add run under DELIVERY, should_resync on the I/O thread, the rest
 * anywhere. lock (rank LISTENERS) guards the set and the listeners' resync fields.
 */
#ifndef INFORMER_SHARED_PROCESSOR_H
#define INFORMER_SHARED_PROCESSOR_H

#include "informer/processor_listener.h"

struct inf__shared_processor {
	struct lock lock;
	struct inf__processor_listener **listeners GUARDED_BY(lock);
	size_t len GUARDED_BY(lock), cap GUARDED_BY(lock);
	uint64_t told GUARDED_BY(lock), failed GUARDED_BY(lock); /* by listeners freed since */
	/* Set once. */
	inf__without without;
	void (*wake)(void *user, struct inf__processor_listener *listener);
	void *wake_user;
};

void inf__shared_processor_init(struct inf__shared_processor *p);
void inf__shared_processor_fini(struct inf__shared_processor *p);

/* Room for one more listener; also frees removed ones that have finished. */
int inf__shared_processor_reserve_listener(struct inf__shared_processor *p);
/* Unique in this process; never 0. */
inf_registration inf__shared_processor_next_reg(void);
/* Takes the listener; room must be reserved. */
void inf__shared_processor_add(struct inf__shared_processor *p,
			       struct inf__processor_listener *take_listener);
/* Idempotent: false when there is none, or it was closed before. */
bool inf__shared_processor_remove(struct inf__shared_processor *p, inf_registration reg);
void inf__shared_processor_close_all(struct inf__shared_processor *p);

/* Room for `count` notes with every listener. */
int inf__shared_processor_reserve(struct inf__shared_processor *p, size_t count);
/* Listeners from .. to-1, in their order. */
void inf__shared_processor_distribute(struct inf__shared_processor *p, int64_t now_ns,
				      struct inf__note_block *block, size_t from, size_t to);
void inf__shared_processor_upstream_synced(struct inf__shared_processor *p);

/* Recomputes which handlers are syncing; true when any is due (shouldResync). */
bool inf__shared_processor_should_resync(struct inf__shared_processor *p, int64_t now_ns);
/* resyncCheckPeriodChanged. */
void inf__shared_processor_check_period_changed(struct inf__shared_processor *p, int64_t check_ns);
/* determineResyncPeriod: 0 wanted, or a check period of 0, is none; else at least the check's. */
int64_t inf__shared_processor_resync_period(int64_t wanted_ns, int64_t check_ns);

size_t inf__shared_processor_len(struct inf__shared_processor *p);
struct inf__processor_listener *inf__shared_processor_at(struct inf__shared_processor *p,
							 size_t i); /* NULL past the end */
struct inf__processor_listener *inf__shared_processor_find(struct inf__shared_processor *p,
							   inf_registration reg);
/* Adds the listeners' share; calls of handlers that are gone are remembered. */
void inf__shared_processor_metrics(struct inf__shared_processor *p,
				   struct inf__informer_metrics *add_to);
/* No handler has notifications left. */
bool inf__shared_processor_drained(struct inf__shared_processor *p);

#endif
