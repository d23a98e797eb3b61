/* SPDX-License-Identifier: Apache-2.0 */
/* informer_workers.c - the threads of an informer: one processes its queue, one calls each handler.
 */
#include "base/alloc.h"
#include "informer/posix/informer_threads_impl.h"

/* Called by each worker, without a lock, when it goes to sleep: its changes are visible. */
static void on_quiet(void *user)
{
	struct inf__informer_threads *rt = user;

	if (atomic_load(&rt->sync_waiters) > 0) {
		lock_acquire(&rt->lock);
		cond_broadcast(&rt->looked);
		lock_release(&rt->lock);
	}
	if (rt->opt.on_quiet)
		rt->opt.on_quiet(rt->opt.on_quiet_user);
}

void inf__worker_init(struct inf__worker *w, struct inf__informer_threads *rt)
{
	w->rt = rt;
	inf__waker_init(&w->waker, rt->opt.clock, on_quiet, rt);
}

static void *process_main(void *user)
{
	struct inf__worker *w = user;
	struct inf__informer_threads *rt = w->rt;

	for (;;) {
		enum inf__step step = inf__informer_process_step(rt->inf, clock_now(rt->opt.clock));

		if (step == INF_STEP_CLOSED)
			break;
		if (step != INF_STEP_DONE)
			inf__waker_wait(&w->waker, inf__informer_process_deadline_ns(rt->inf));
	}
	inf__threads_leave(rt, w);
	return NULL;
}

static void *listener_main(void *user)
{
	struct inf__worker *w = user;
	struct inf__informer_threads *rt = w->rt;
	struct inf__processor_listener *l = w->listener;
	struct inf__call call;
	int64_t now = clock_now(rt->opt.clock);

	for (;;) {
		int rc;

		if (!inf__processor_listener_begin(l, now, &call)) {
			if (inf__processor_listener_finished(l))
				break;
			inf__waker_wait(&w->waker, inf__processor_listener_deadline_ns(l));
			now = clock_now(rt->opt.clock);
			continue;
		}
		atomic_store(&w->in_handler, true);
		rc = inf__processor_listener_invoke(l, &call);
		now = clock_now(rt->opt.clock);
		inf__processor_listener_end(l, now, rc);
		atomic_store(&w->in_handler, false);
	}
	inf__processor_listener_set_driver(l, NULL);
	inf__threads_leave(rt, w);
	return NULL;
}

static int start_worker_locked(struct inf__informer_threads *rt, struct inf__worker *w,
			       void *(*main)(void *), struct relist_err *err)
{
	pthread_attr_t attr;
	pthread_t thread;
	int rc = pthread_attr_init(&attr);

	ASSERT(rc == 0);
	rc = pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	ASSERT(rc == 0);
	w->running = true;
	rt->running++;
	inf__waker_enter(&w->waker);
	rc = pthread_create(&thread, &attr, main, w);
	(void)pthread_attr_destroy(&attr);
	if (rc == 0)
		return 0;
	inf__waker_leave(&w->waker);
	w->running = false;
	rt->running--;
	return relist_err_set(err, RELIST_EIO, "informer thread: %s", strerror(rc));
}

int inf__worker_start_process_locked(struct inf__informer_threads *rt, struct relist_err *err)
{
	return start_worker_locked(rt, &rt->process, process_main, err);
}

int inf__worker_start_listener_locked(struct inf__informer_threads *rt,
				      struct inf__processor_listener *l, struct relist_err *err)
{
	inf_registration reg = inf__processor_listener_reg(l);
	struct inf__worker **place = &rt->listeners;
	struct inf__worker *w;

	while (*place && (*place)->running)
		place = &(*place)->next;
	w = *place;
	if (!w) {
		w = base__calloc(1, sizeof(*w));
		if (!w)
			return relist_err_set(err, RELIST_ENOMEM, "handler: out of memory");
		inf__worker_init(w, rt);
		*place = w;
	}
	w->listener = l;
	w->reg = reg;
	inf__processor_listener_set_driver(l, w);
	return start_worker_locked(rt, w, listener_main, err);
}

void inf__worker_wake(void *runtime, enum inf__waker_kind what,
		      struct inf__processor_listener *listener)
{
	struct inf__informer_threads *rt = runtime;
	struct inf__worker *w;

	switch (what) {
	case INF_WAKE_PROCESS:
		inf__waker_wake(&rt->process.waker);
		return;
	case INF_WAKE_LISTENER:
		w = inf__processor_listener_driver(listener);
		if (w)
			inf__waker_wake(&w->waker);
		return;
	case INF_WAKE_IO:
		inf__io_wake(rt->opt.io);
		return;
	}
}
