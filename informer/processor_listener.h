/* SPDX-License-Identifier: Apache-2.0 */
/* processor_listener.h - one handler and its pending notifications (client-go's processorListener).
 *
 * client-go moves notifications through two channels and a ring with two goroutines (pop, run);
 * here they are one ring under one lock. The visible effects of the goroutines are kept. An idle
 * run() takes the next notification at once, so that this one is delivered even if the handler is
 * removed or the informer stops before the call. After a failure 0.37 first takes the next
 * notification and then pauses; 0.32 pauses first and takes afterwards.
 *
 * Threads: the process thread and AddEventHandler push (under DELIVERY); one thread at a time
 * delivers (begin, invoke, end). lock (rank LISTENER) guards the marked members; it is never held
 * while the handler runs. The processor's lock guards the resync fields. */
#ifndef INFORMER_PROCESSOR_LISTENER_H
#define INFORMER_PROCESSOR_LISTENER_H

#include <stdatomic.h>

#include "base/clock.h"
#include "base/lock.h"
#include "base/ring.h"
#include "informer/shared_informer.h"
#include "informer/fixes.h"
#include "informer/synctrack.h"

/* One notification, shared by all listeners that receive it. The notes of one distribution are made
 * together, in one allocation, before any change. */
struct inf__note {
	struct inf__note_block *block;
	atomic_uint refs;
	uint8_t type; /* enum inf__call_type */
	bool initial, final_state_unknown;
	bool sync;		/* an update whose resourceVersion did not change */
	struct inf_object *old; /* UPDATE */
	struct inf_object *obj; /* may be NULL for a tombstone */
	char *key;		/* of a tombstone whose key differs from its object's */
};

struct inf__note_block {
	atomic_size_t live;
	size_t count;
	struct inf__note notes[];
};

/* `count` empty notes, each with one reference that inf__note_block_release() drops. */
struct inf__note_block *inf__note_block_new(size_t count);
void inf__note_block_release(struct inf__note_block *block);
void inf__note_unref(struct inf__note *note);

struct inf__processor_listener {
	struct lock lock;
	inf_registration reg;	    /* set once */
	char *name;		    /* set once */
	struct inf_handler handler; /* set once */
	bool classic;		    /* set once */
	inf__without without;	    /* set once */
	struct trace_sink sink;	    /* set once */
	void (*ended)(void *user);  /* set once; after each call; may be NULL */
	void *ended_user;
	_Atomic(void *) driver;
	struct ring ring GUARDED_BY(lock);
	struct inf__synctrack sync GUARDED_BY(lock);
	struct inf__note *current GUARDED_BY(lock); /* being delivered */
	struct inf__note *in_hand GUARDED_BY(lock); /* taken by run(): always delivered */
	bool pause_next GUARDED_BY(lock);	    /* the last call failed (0.37) */
	int64_t pause_until_ns GUARDED_BY(lock);
	bool closed GUARDED_BY(lock); /* removed, or the informer stopped */
	bool removed GUARDED_BY(lock);
	bool reserved GUARDED_BY(lock); /* a push will follow */
	uint64_t handled GUARDED_BY(lock), failed GUARDED_BY(lock);
	struct inf__note_block *late GUARDED_BY(lock); /* INF_FIX_LATE_ORDER: after the next */
	/* Guarded by the processor's lock. */
	int64_t requested_resync_ns, resync_ns, next_resync_ns;
	bool syncing;
};

struct inf__processor_listener_config {
	const char *name; /* may be NULL */
	struct inf_handler handler;
	bool classic;
	inf__without without;
	struct trace_sink sink;
	int64_t requested_resync_ns, resync_ns, now_ns;
	void (*ended)(void *user); /* a leaf call, under no lock; may be NULL */
	void *ended_user;
};

struct inf__processor_listener *
inf__processor_listener_new(const struct inf__processor_listener_config *config,
			    inf_registration reg);
void inf__processor_listener_free(struct inf__processor_listener *l);

/* Reserves room for `extra` notes, so that pushing them cannot fail. */
int inf__processor_listener_reserve(struct inf__processor_listener *l, size_t extra);
/* Pushes the notes that the listener wants (each takes a reference). Returns false if there are
 * none, or if it is closed. */
bool inf__processor_listener_push(struct inf__processor_listener *l, int64_t now_ns,
				  struct inf__note *notes, size_t count);
/* Takes notes that are pushed after the next ones: the bug that INF_FIX_LATE_ORDER fixed. */
void inf__processor_listener_push_late(struct inf__processor_listener *l,
				       struct inf__note_block *take_block);
/* Accepts no more notes and drops the backlog; a call in progress finishes. Returns false if it was
 * closed before. */
bool inf__processor_listener_close(struct inf__processor_listener *l, bool removed);
void inf__processor_listener_upstream_synced(struct inf__processor_listener *l);
bool inf__processor_listener_synced(struct inf__processor_listener *l, bool upstream);
/* The name of the handler that runs on this thread, for crash reports; NULL: none. Safe in a signal
 * handler. */
const char *inf__processor_listener_current_name(void);
/* The registration whose handler runs on this thread; 0: none. */
inf_registration inf__processor_listener_current_reg(void);

bool inf__processor_listener_is_closed(struct inf__processor_listener *l);
/* Whether no notification is being delivered or pending. */
bool inf__processor_listener_idle(struct inf__processor_listener *l);
void inf__processor_listener_metrics(struct inf__processor_listener *l,
				     struct inf__informer_metrics *add_to);
/* Whether the listener was removed and has finished, without an attached driver thread. */
bool inf__processor_listener_reapable(struct inf__processor_listener *l);

#endif
