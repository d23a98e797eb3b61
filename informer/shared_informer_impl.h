/* SPDX-License-Identifier: Apache-2.0 */
/* shared_informer_impl.h - the state of a shared informer. */
#ifndef INFORMER_SHARED_INFORMER_IMPL_H
#define INFORMER_SHARED_INFORMER_IMPL_H

#include <stdatomic.h>

#include "informer/controller.h"
#include "informer/shared_informer.h"

/* Threads: lifecycle (rank LIFECYCLE, client-go's startedLock) guards started, stopped and the
 * check period; it is acquired before DELIVERY. stop() sets stopping, the process thread reads it.
 * rv_lock (rank LEAF) guards the copies of the reflector's resourceVersion and progress. */
struct inf__informer {
	struct inf__informer_config config; /* strings belong to the caller; set once */
	struct lock lifecycle;
	bool started GUARDED_BY(lifecycle);
	bool stopped GUARDED_BY(lifecycle); /* IsStopped */
	bool synced GUARDED_BY(lifecycle);
	int64_t check_ns GUARDED_BY(lifecycle); /* resyncCheckPeriod */
	atomic_bool stopping;			/* release in stop(), acquire in the steps */
	atomic_bool reflected;			/* the reflector has ended, on the I/O thread */
	atomic_bool drained; /* the controller has ended, on the process thread */
	atomic_bool ended;   /* both: CLOSED was returned */
	struct inf__indexer indexer;
	struct inf__shared_processor processor;
	struct inf__controller controller;
	struct inf__mutation_detector *detector;
	struct inf__reflector *reflector; /* I/O thread */
	struct lock rv_lock;
	char *rv GUARDED_BY(rv_lock);
	size_t rv_cap GUARDED_BY(rv_lock);
	struct inf__progress progress GUARDED_BY(rv_lock);
};

/* 0.37 latches HasSynced in a goroutine that ends when the informer is stopped. */
bool inf__informer_check_synced_locked(struct inf__informer *inf) REQUIRES(inf->lifecycle);
/* Wakes the process thread: the queue or a handler has changed. */
void inf__informer_on_queue(void *user);

#endif
