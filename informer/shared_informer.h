/* SPDX-License-Identifier: Apache-2.0 */
/* shared_informer.h - one SharedIndexInformer, pure: its reflector, queue, controller, indexer and
 * listeners, advanced in steps that a driver schedules.
 *
 * A step is the work of the thread driver between two lock releases, so threads could produce every
 * order that the simulator picks:
 *   network   inf__informer_reflector(): poll effects, feed bytes            (I/O thread)
 *   process   inf__informer_process_step(): pop, store, distribute           (process thread)
 *   listener  inf__processor_listener_begin, handler, .._end                 (a thread each)
 * Locks (LIFECYCLE, DELIVERY, QUEUE, INDEXER, LISTENERS, LISTENER) are acquired inside, and none is
 * held while a handler runs. */
#ifndef INFORMER_SHARED_INFORMER_H
#define INFORMER_SHARED_INFORMER_H

#include "base/digest.h"
#include "base/map.h"
#include "informer/reflector.h"

struct inf__informer;
struct inf__processor_listener;

/* Feature gates of client-go with visible effects (SURPRISES section 0). */
struct inf__gates {
	bool classic;		      /* 0.32: DeltaFIFO; the gates below but watch_list are off */
	bool batch;		      /* InOrderInformersBatchProcess */
	bool atomic;		      /* AtomicFIFO */
	bool unlock_while_processing; /* UnlockWhileProcessingFIFO */
	bool watch_list;	      /* WatchListClient */
};

struct inf__gates inf__gates_current(void); /* all on, as client-go 0.37 */
struct inf__gates inf__gates_classic(void); /* client-go 0.32 */

struct inf__index_def {
	const char *name;
	inf_index_fn fn;
	void *user;
};

enum inf__waker_kind { INF_WAKE_PROCESS, INF_WAKE_LISTENER, INF_WAKE_IO };

struct inf__informer_config {
	struct inf__reflector_config reflector; /* the informer sets the hooks and resync_ns */
	struct inf__gates gates;
	int64_t resync_ns; /* default and check period; 0: none */
	inf_transform_fn transform;
	void *transform_user;
	inf_watch_error_fn watch_error;
	void *watch_error_user;
	bool mutation_detector;
	inf__without without; /* omitted fixes of old bugs (fixes.h) */
	/* NewInformer: simulates that its one handler runs in the process loop. The next delta is
	 * taken when the handler has returned from the last one. */
	bool one_at_a_time;
	/* The mutation detector's fatal hook; called on the process thread's detector step, under
	 * no lock. */
	void (*crash)(void *user, const char *text);
	void *crash_user;
	/* Called when a component becomes ready. Leaf call, any thread, must not call back.
	 * `listener` is set for INF_WAKE_LISTENER. NULL in the simulator, which polls instead. */
	void (*wake)(void *user, enum inf__waker_kind what,
		     struct inf__processor_listener *listener);
	void *wake_user;
	struct trace_sink sink;
};

struct inf__informer *inf__informer_new(const struct inf__informer_config *config,
					struct relist_err *err);
void inf__informer_free(struct inf__informer *inf);

/* RELIST_ECLOSED if it was started or stopped before. */
int inf__informer_start(struct inf__informer *inf, int64_t now_ns, struct relist_err *err);
void inf__informer_stop(struct inf__informer *inf, int64_t now_ns);
bool inf__informer_stopped(struct inf__informer *inf); /* IsStopped */
/* Adds all state except input that the reflector has not passed on: informer/digest.h. */
void inf__informer_digest(struct inf__informer *inf, struct digest *d);
/* Whether stop() was called: the process loop and every listener end. */
bool inf__informer_stopping(struct inf__informer *inf);

/* Never NULL. inf__informer_start() may replace it, so fetch the pointer again after it. */
struct inf__reflector *inf__informer_reflector(struct inf__informer *inf);
/* The reflector's queue. Never NULL. For tests, which put without a reflector. */
struct inf__queue *inf__informer_queue(struct inf__informer *inf);
/* Whether client-go's reflector would block on the queue's lock: the store is held (see below),
 * deltas are popped, and the gates do not unlock while processing. Then feed no input. For tests
 * that put without a reflector. */
bool inf__informer_feeder_blocked(struct inf__informer *inf);

/* --- process step --- */
enum inf__step {
	INF_STEP_IDLE,	 /* no work until woken */
	INF_STEP_DONE,	 /* processed one item or batch (or the detector compared); call again */
	INF_STEP_HELD,	 /* popped deltas wait for inf__informer_hold_store(false) */
	INF_STEP_CLOSED, /* stopped and drained: the thread may end */
};
enum inf__step inf__informer_process_step(struct inf__informer *inf, int64_t now_ns);
bool inf__informer_process_ready(struct inf__informer *inf, int64_t now_ns);
/* The process step's own deadline (mutation detector); TIME_NEVER: none. */
int64_t inf__informer_process_deadline_ns(struct inf__informer *inf);

/* Control points for scenarios (client-go 0.32 cannot hold its store: there hold_store holds the
 * queue). hold_store blocks the store's writes, like a stuck index function; hold_queue stops
 * popping; pop_one lets one key pass while the queue is held. */
void inf__informer_hold_store(struct inf__informer *inf, bool hold);
void inf__informer_hold_queue(struct inf__informer *inf, bool hold);
/* Holds the store or the queue only from one delta on: the next one of `key` (NULL: any), or the
 * nth (0: the next); later ones wait as well. Ended by hold_store and hold_queue. RELIST_ENOMEM. */
int inf__informer_hold_at(struct inf__informer *inf, bool store, const char *key, size_t nth);
void inf__informer_pop_one(struct inf__informer *inf);

/* --- handlers --- */
/* resync_ns < 0: the informer's default. RELIST_ECLOSED if stopped. *out is 0 on failure. The
 * handler struct is copied. now_ns: for its first resync. name: for trace events; may be NULL. */
int inf__informer_add_handler(struct inf__informer *inf, int64_t now_ns, const char *name,
			      const struct inf_handler *handler, int64_t resync_ns,
			      inf_registration *out, struct relist_err *err);
/* Idempotent; does not wait for a call in progress. */
int inf__informer_remove_handler(struct inf__informer *inf, inf_registration reg);
bool inf__informer_handler_synced(struct inf__informer *inf, inf_registration reg);
size_t inf__informer_handler_backlog(struct inf__informer *inf, inf_registration reg);

/* --- listener steps: registration order, removed ones included until drained --- */
size_t inf__informer_listener_count(struct inf__informer *inf);
struct inf__processor_listener *inf__informer_listener_at(struct inf__informer *inf, size_t i);
struct inf__processor_listener *inf__informer_listener(struct inf__informer *inf,
						       inf_registration reg);

enum inf__call_type { INF_CALL_ADD, INF_CALL_UPDATE, INF_CALL_DELETE };

struct inf__call {
	enum inf__call_type type;
	bool initial;
	bool final_state_unknown;
	const char *key;
	const struct inf_object *old; /* UPDATE */
	const struct inf_object *obj; /* DELETE: the last known state, or NULL */
};

bool inf__processor_listener_ready(struct inf__processor_listener *l, int64_t now_ns);
int64_t inf__processor_listener_deadline_ns(
    struct inf__processor_listener *l); /* the pause after a failure */
size_t inf__processor_listener_backlog(struct inf__processor_listener *l);
/* Takes the next notification. Returns false if there is none (or paused, or the last one has not
 * ended). The call's objects stay valid until inf__processor_listener_end(). */
bool inf__processor_listener_begin(struct inf__processor_listener *l, int64_t now_ns,
				   struct inf__call *out);
/* Calls the user's handler; no lock is held. Returns its result. */
int inf__processor_listener_invoke(struct inf__processor_listener *l, const struct inf__call *call);
void inf__processor_listener_end(struct inf__processor_listener *l, int64_t now_ns, int result);
/* Whether it was removed or stopped and has no work left: its thread may end. */
bool inf__processor_listener_finished(struct inf__processor_listener *l);
const char *inf__processor_listener_name(struct inf__processor_listener *l);
inf_registration inf__processor_listener_reg(const struct inf__processor_listener *l);
/* A pointer that the thread driver stores with a listener, so that the wake hook finds its thread.
 * Atomic; NULL at first. */
void inf__processor_listener_set_driver(struct inf__processor_listener *l, void *driver);
void *inf__processor_listener_driver(struct inf__processor_listener *l);

/* --- state --- */
bool inf__informer_synced(struct inf__informer *inf);
/* The reflector's lastSyncResourceVersion; copied into buf (cap >= 1, truncated). Any thread. */
void inf__informer_last_sync_rv(struct inf__informer *inf, char *buf, size_t cap);
/* The store's LastStoreSyncResourceVersion. */
void inf__informer_store_rv(struct inf__informer *inf, char *buf, size_t cap);
/* AddIndexers, before or after the start. RELIST_EEXIST: a name exists; RELIST_ECLOSED: stopped;
 * RELIST_ENOMEM. On failure nothing is added. */
int inf__informer_add_indexers(struct inf__informer *inf, const struct inf__index_def *defs,
			       size_t count, struct relist_err *err);
struct inf__indexer *inf__informer_indexer(struct inf__informer *inf);

/* The values of client-go's informer metrics and more, since the informer was created. */
struct inf__informer_metrics {
	size_t queued;		/* number of items (0.32: keys) in the queue */
	size_t objects;		/* in the cache */
	size_t backlog;		/* pending notifications of all handlers */
	size_t backlog_max;	/* of the handler with the most */
	size_t handlers;	/* registered and not removed */
	uint64_t pops;		/* batches taken */
	uint64_t deltas;	/* processed deltas; a list or resync may be one item */
	uint64_t notes;		/* created notifications, independent of the number of handlers */
	uint64_t handled;	/* handler calls that returned 0 */
	uint64_t failed;	/* handler calls that failed */
	uint64_t out_of_memory; /* process steps that were delayed because of exhausted memory */
};
void inf__informer_metrics(struct inf__informer *inf, struct inf__informer_metrics *out);

/* A clause about what it does: informer/progress.h. Any thread. */
void inf__informer_progress_text(struct inf__informer *inf, bool started, int64_t now_ns, char *buf,
				 size_t cap);

/* Edits the cached object in place, like a faulty handler (mutation detector tests). */
int inf__informer_mutate(struct inf__informer *inf, const char *key);

#endif
