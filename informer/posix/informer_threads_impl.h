/* SPDX-License-Identifier: Apache-2.0 */
/* informer_threads_impl.h - the runtime of an informer: its life, handlers and waits
 * (informer_threads.c), and its worker threads (informer_workers.c). */
#ifndef INFORMER_POSIX_INFORMER_THREADS_IMPL_H
#define INFORMER_POSIX_INFORMER_THREADS_IMPL_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/lock.h"
#include "informer/posix/informer_threads.h"

/* One thread: the process loop (listener == NULL) or one handler's. A worker whose thread has ended
 * serves the next added handler. Workers are freed only with the runtime, because a running wake
 * hook may still hold the pointer. */
struct inf__worker {
	struct inf__worker *next;
	struct inf__informer_threads *rt;
	struct inf__processor_listener *listener;
	struct inf__waker waker;
	atomic_bool in_handler;
	bool running;	      /* guarded by rt->lock */
	inf_registration reg; /* guarded by rt->lock; 0 for the process loop */
};

struct inf__informer_threads {
	struct inf__informer *inf;
	struct inf__informer_threads_options opt;
	struct inf__worker process;

	atomic_uint sync_waiters;

	struct lock lock;	/* rank RUNTIME: guards the members below */
	pthread_cond_t ended;	/* a worker has */
	pthread_cond_t looked;	/* a worker has gone to sleep: check the sync state again */
	inf_registration *regs; /* registrations of the present handlers */
	size_t reg_count, reg_cap;
	struct inf__worker *listeners; /* in order of their first handler */
	struct inf__attachment *attachment;
	uint32_t running; /* workers and the attachment */
	bool owned;	  /* not freed yet; the last to leave an unowned runtime frees it */
	bool started;
	bool stopped;
};

/* The last action of a worker thread, or of the attachment (NULL). */
void inf__threads_leave(struct inf__informer_threads *rt, struct inf__worker *w);

/* informer_workers.c */
void inf__worker_init(struct inf__worker *w, struct inf__informer_threads *rt);
/* Starts the process loop. RELIST_EIO: no thread. */
int inf__worker_start_process_locked(struct inf__informer_threads *rt, struct relist_err *err)
    REQUIRES(rt->lock);
/* Starts a handler's thread. */
int inf__worker_start_listener_locked(struct inf__informer_threads *rt,
				      struct inf__processor_listener *l, struct relist_err *err)
    REQUIRES(rt->lock);
/* The informer's wake hook. */
void inf__worker_wake(void *runtime, enum inf__waker_kind what,
		      struct inf__processor_listener *listener);

#endif
