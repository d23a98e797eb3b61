/* SPDX-License-Identifier: Apache-2.0 */
/* informer_threads.h - the threads of one informer: one that processes its queue, one for each
 * handler.
 *
 * client-go's goroutines kept where they can be seen: a slow handler delays no other, a stuck
 * one keeps its own thread and its own backlog. pop and run of a processorListener are one thread
 * here, with the ring between them.
 *
 * Threads: any thread may call; lock (rank LIFECYCLE) guards the list of workers. Worker threads
 * are detached and counted: the last thread to leave frees the runtime, so that a handler may
 * free the informer it is called by.
 */
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
	/* Called last of all, on the thread that leaves last. May be NULL. */
	void (*on_free)(void *user);
	void *on_free_user;
};

/* Makes the informer from `config` (its wake hook is the runtime's). Nothing runs yet. */
struct inf__informer_threads *
inf__informer_threads_new(const struct inf__informer_config *config,
			  const struct inf__informer_threads_options *options,
			  struct relist_err *err);
struct inf__informer *inf__informer_threads_informer(struct inf__informer_threads *rt);

/* RELIST_ECLOSED when started before. */
int inf__informer_threads_start(struct inf__informer_threads *rt, struct relist_err *err);
/* As inf__informer_add_handler, and starts its thread if the informer runs. */
int inf__informer_threads_add_handler(struct inf__informer_threads *rt, const char *name,
				      const struct inf_handler *handler, int64_t resync_ns,
				      inf_registration *out, struct relist_err *err);
int inf__informer_threads_remove_handler(struct inf__informer_threads *rt, inf_registration reg);
/* Removes it and waits for its last call: see inf_informer_shut_down_handler(). */
int inf__informer_threads_shut_down_handler(struct inf__informer_threads *rt, inf_registration reg,
					    int64_t timeout_ms, struct relist_err *err);
/* Until the store and every registered handler have synced: see inf_informer_wait_synced(). */
int inf__informer_threads_wait_synced(struct inf__informer_threads *rt, int64_t timeout_ms,
				      struct relist_err *err);
bool inf__informer_threads_started(struct inf__informer_threads *rt);
/* Requests the end of everything; does not wait. Idempotent. From handlers too. */
void inf__informer_threads_stop(struct inf__informer_threads *rt);
/* Waits until the reflector is released and the process thread and every handler have ended:
 * RELIST_ETIMEDOUT after timeout_ms of real time (< 0: never). Not from a handler. */
int inf__informer_threads_wait_stopped(struct inf__informer_threads *rt, int64_t timeout_ms,
				       struct relist_err *err);
/* Stops, and frees when the last thread has left: at once, or in a stuck handler's own time. */
void inf__informer_threads_free(struct inf__informer_threads *rt);

/* True when every thread sleeps with nothing due. Threads in a handler count as busy; what they
 * wait for is the caller's knowledge: `in_handler` gets their number. */
bool inf__informer_threads_quiet(struct inf__informer_threads *rt, size_t *in_handler);
/* The first moment any of them sleeps for; TIME_NEVER. For a quiet runtime. */
int64_t inf__informer_threads_deadline_ns(struct inf__informer_threads *rt);

#endif
