/* SPDX-License-Identifier: Apache-2.0 */
/* informer_threads.h - the threads of one informer: one that processes its queue, one for each
 * handler.
 *
 * The visible effects of client-go's goroutines are kept: a slow handler delays no other, a stuck
 * one blocks only its own thread and backlog. pop and run of a processorListener are one thread
 * here, with the ring between them.
 *
 * Threads: any thread may call; lock (rank LIFECYCLE) guards the list of workers. Worker threads
 * are detached and counted: the last thread to end frees the runtime, so that a handler may free
 * its own informer. */
#ifndef INFORMER_POSIX_INFORMER_THREADS_H
#define INFORMER_POSIX_INFORMER_THREADS_H

#include "informer/posix/io_thread.h"
#include "informer/posix/waker.h"

struct inf__informer_threads;

struct inf__informer_threads_options {
	struct inf__io *io;  /* referenced */
	struct clock *clock; /* must outlive every thread: clock_real(), or a test's own */
	/* Called when a worker goes to sleep or ends; without a lock. May be NULL. */
	void (*on_quiet)(void *user);
	void *on_quiet_user;
	/* Called last of all, on the thread that ends last. May be NULL. */
	void (*on_free)(void *user);
	void *on_free_user;
};

/* Makes the informer from `config` (the runtime sets its wake hook). Does not start it. */
struct inf__informer_threads *
inf__informer_threads_new(const struct inf__informer_config *config,
			  const struct inf__informer_threads_options *options,
			  struct relist_err *err);
struct inf__informer *inf__informer_threads_informer(struct inf__informer_threads *rt);

/* RELIST_ECLOSED if it was started before. */
int inf__informer_threads_start(struct inf__informer_threads *rt, struct relist_err *err);
/* Like inf__informer_add_handler(), and starts the handler's thread if the informer runs. */
int inf__informer_threads_add_handler(struct inf__informer_threads *rt, const char *name,
				      const struct inf_handler *handler, int64_t resync_ns,
				      inf_registration *out, struct relist_err *err);
int inf__informer_threads_remove_handler(struct inf__informer_threads *rt, inf_registration reg);
/* Removes the handler and waits for its last call: see inf_informer_shut_down_handler(). */
int inf__informer_threads_shut_down_handler(struct inf__informer_threads *rt, inf_registration reg,
					    int64_t timeout_ms, struct relist_err *err);
/* Waits until store and registered handlers have synced: see inf_informer_wait_synced(). */
int inf__informer_threads_wait_synced(struct inf__informer_threads *rt, int64_t timeout_ms,
				      struct relist_err *err);
bool inf__informer_threads_started(struct inf__informer_threads *rt);
int64_t inf__informer_threads_now_ns(struct inf__informer_threads *rt); /* of its clock */
/* Requests the end of everything; does not wait. Idempotent. Handlers may call it. */
void inf__informer_threads_stop(struct inf__informer_threads *rt);
/* Waits until the reflector is released and the process thread and every handler have ended:
 * RELIST_ETIMEDOUT after timeout_ms of real time (< 0: never). Not from a handler. */
int inf__informer_threads_wait_stopped(struct inf__informer_threads *rt, int64_t timeout_ms,
				       struct relist_err *err);
/* Stops; frees the runtime when the last thread has ended: at once, or when a stuck handler
 * returns. */
void inf__informer_threads_free(struct inf__informer_threads *rt);

/* Whether every thread sleeps with nothing due. Threads in a handler count as busy; the caller must
 * know what they wait for: `in_handler` gets their number. */
bool inf__informer_threads_quiet(struct inf__informer_threads *rt, size_t *in_handler);
/* The earliest deadline of the sleeping threads; TIME_NEVER. For a quiet runtime. */
int64_t inf__informer_threads_deadline_ns(struct inf__informer_threads *rt);

#endif
