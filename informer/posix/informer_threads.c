/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/posix/informer_threads.h"

#include <pthread.h>
#include <stdatomic.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/lock.h"

/* One thread: the process loop (listener == NULL) or one handler's. A worker whose thread has ended
 * serves the next added handler. Workers are freed only with the runtime, because a running wake
 * hook may still hold the pointer. */
struct worker {
	struct worker *next;
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
	struct worker process;

	atomic_uint sync_waiters;

	struct lock lock;	/* rank RUNTIME: guards the members below */
	pthread_cond_t ended;	/* a worker has */
	pthread_cond_t looked;	/* a worker has gone to sleep: check the sync state again */
	inf_registration *regs; /* registrations of the present handlers */
	size_t reg_count, reg_cap;
	struct worker *listeners; /* in order of their first handler */
	struct inf__attachment *attachment;
	uint32_t running; /* workers and the attachment */
	bool owned;	  /* not freed yet; the last to leave an unowned runtime frees it */
	bool started;
	bool stopped;
};

static void destroy(struct inf__informer_threads *rt)
{
	struct worker *next;

	inf__informer_free(rt->inf);
	for (struct worker *w = rt->listeners; w; w = next) {
		next = w->next;
		inf__waker_fini(&w->waker);
		base__free(w);
	}
	inf__waker_fini(&rt->process.waker);
	cond_fini(&rt->ended);
	cond_fini(&rt->looked);
	lock_fini(&rt->lock);
	inf__io_unref(rt->opt.io);
	base__free(rt->regs);
	if (rt->opt.on_free)
		rt->opt.on_free(rt->opt.on_free_user);
	base__free(rt);
}

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

/* The last action of a worker thread or of the attachment. Counts decrease under the lock: for a
 * thread that waits for `running`, no references are left. */
static void leave(struct inf__informer_threads *rt, struct worker *w)
{
	bool last;

	if (w)
		inf__waker_leave(&w->waker);
	lock_acquire(&rt->lock);
	if (w)
		w->running = false;
	else
		rt->attachment = NULL;
	rt->running--;
	last = rt->running == 0 && !rt->owned;
	cond_broadcast(&rt->ended);
	cond_broadcast(&rt->looked);
	lock_release(&rt->lock);
	if (last)
		destroy(rt);
}

/* ---- the loops ---- */

static void *process_main(void *user)
{
	struct worker *w = user;
	struct inf__informer_threads *rt = w->rt;

	for (;;) {
		enum inf__step step = inf__informer_process_step(rt->inf, clock_now(rt->opt.clock));

		if (step == INF_STEP_CLOSED)
			break;
		if (step != INF_STEP_DONE)
			inf__waker_wait(&w->waker, inf__informer_process_deadline_ns(rt->inf));
	}
	leave(rt, w);
	return NULL;
}

static void *listener_main(void *user)
{
	struct worker *w = user;
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
	leave(rt, w);
	return NULL;
}

static int start_worker_locked(struct inf__informer_threads *rt, struct worker *w,
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

/* ---- hooks ---- */

static void on_wake(void *user, enum inf__waker_kind what, struct inf__processor_listener *listener)
{
	struct inf__informer_threads *rt = user;
	struct worker *w;

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

static void on_detached(void *user)
{
	leave(user, NULL);
}

/* ---- public ---- */

static void worker_init(struct worker *w, struct inf__informer_threads *rt)
{
	w->rt = rt;
	inf__waker_init(&w->waker, rt->opt.clock, on_quiet, rt);
}

struct inf__informer_threads *
inf__informer_threads_new(const struct inf__informer_config *config,
			  const struct inf__informer_threads_options *options,
			  struct relist_err *err)
{
	struct inf__informer_config mine = *config;
	struct inf__informer_threads *rt = base__calloc(1, sizeof(*rt));

	if (!rt) {
		relist_err_set(err, RELIST_ENOMEM, "informer: out of memory");
		return NULL;
	}
	mine.wake = on_wake;
	mine.wake_user = rt;
	rt->inf = inf__informer_new(&mine, err);
	if (!rt->inf) {
		base__free(rt);
		return NULL;
	}
	rt->opt = *options;
	(void)inf__io_ref(rt->opt.io);
	rt->owned = true;
	lock_init(&rt->lock, LOCK_RUNTIME);
	cond_init(&rt->ended);
	cond_init(&rt->looked);
	worker_init(&rt->process, rt);
	return rt;
}

struct inf__informer *inf__informer_threads_informer(struct inf__informer_threads *rt)
{
	return rt->inf;
}

static int start_listener_locked(struct inf__informer_threads *rt,
				 struct inf__processor_listener *l, struct relist_err *err)
{
	inf_registration reg = inf__processor_listener_reg(l);
	struct worker **place = &rt->listeners;
	struct worker *w;

	while (*place && (*place)->running)
		place = &(*place)->next;
	w = *place;
	if (!w) {
		w = base__calloc(1, sizeof(*w));
		if (!w)
			return relist_err_set(err, RELIST_ENOMEM, "handler: out of memory");
		worker_init(w, rt);
		*place = w;
	}
	w->listener = l;
	w->reg = reg;
	inf__processor_listener_set_driver(l, w);
	return start_worker_locked(rt, w, listener_main, err);
}

static int start_locked(struct inf__informer_threads *rt, struct relist_err *err)
{
	int rc;

	rt->started = true;
	rc = start_worker_locked(rt, &rt->process, process_main, err);
	for (size_t i = 0; rc == 0 && i < inf__informer_listener_count(rt->inf); i++)
		rc = start_listener_locked(rt, inf__informer_listener_at(rt->inf, i), err);
	if (rc != 0)
		return rc;
	rt->attachment = inf__io_attach(rt->opt.io, rt->inf, &rt->process.waker, err);
	if (!rt->attachment)
		return RELIST_ENOMEM;
	rt->running++;
	return 0;
}

int inf__informer_threads_start(struct inf__informer_threads *rt, struct relist_err *err)
{
	int rc;

	lock_acquire(&rt->lock);
	if (rt->started || rt->stopped) {
		lock_release(&rt->lock);
		return relist_err_set(err, RELIST_ECLOSED, "informer: started before");
	}
	rc = start_locked(rt, err);
	lock_release(&rt->lock);
	if (rc != 0)
		inf__informer_threads_stop(rt); /* stop the threads that did start */
	return rc;
}

static int reserve_reg_locked(struct inf__informer_threads *rt)
{
	size_t cap = rt->reg_cap ? rt->reg_cap * 2 : 4;
	inf_registration *regs;

	if (rt->reg_count < rt->reg_cap)
		return 0;
	regs = base__reallocarray(rt->regs, cap, sizeof(*regs));
	if (!regs)
		return RELIST_ENOMEM;
	rt->regs = regs;
	rt->reg_cap = cap;
	return 0;
}

static int add_handler_locked(struct inf__informer_threads *rt, const char *name,
			      const struct inf_handler *handler, int64_t resync_ns,
			      inf_registration *out, struct relist_err *err)
{
	int rc = reserve_reg_locked(rt);

	if (rc != 0)
		return relist_err_set(err, rc, "handler: out of memory");
	rc = inf__informer_add_handler(rt->inf, clock_now(rt->opt.clock), name, handler, resync_ns,
				       out, err);
	if (rc != 0)
		return rc;
	if (rt->started)
		rc = start_listener_locked(rt, inf__informer_listener(rt->inf, *out), err);
	if (rc == 0)
		rt->regs[rt->reg_count++] = *out;
	else
		(void)inf__informer_remove_handler(rt->inf, *out);
	return rc;
}

int inf__informer_threads_add_handler(struct inf__informer_threads *rt, const char *name,
				      const struct inf_handler *handler, int64_t resync_ns,
				      inf_registration *out, struct relist_err *err)
{
	int rc;

	*out = 0;
	lock_acquire(&rt->lock);
	rc = add_handler_locked(rt, name, handler, resync_ns, out, err);
	lock_release(&rt->lock);
	if (rc != 0)
		*out = 0;
	return rc;
}

int inf__informer_threads_remove_handler(struct inf__informer_threads *rt, inf_registration reg)
{
	int rc;

	lock_acquire(&rt->lock);
	for (size_t i = 0; i < rt->reg_count; i++) {
		if (rt->regs[i] != reg)
			continue;
		rt->reg_count--;
		memmove(rt->regs + i, rt->regs + i + 1, (rt->reg_count - i) * sizeof(rt->regs[0]));
		break;
	}
	rc = inf__informer_remove_handler(rt->inf, reg);
	cond_broadcast(&rt->looked);
	lock_release(&rt->lock);
	return rc;
}

static bool runs_locked(const struct inf__informer_threads *rt, inf_registration reg)
{
	for (const struct worker *w = rt->listeners; w; w = w->next)
		if (w->running && w->reg == reg)
			return true;
	return false;
}

int inf__informer_threads_shut_down_handler(struct inf__informer_threads *rt, inf_registration reg,
					    int64_t timeout_ms, struct relist_err *err)
{
	int64_t until = time_after_ms(clock_monotonic_ns(), timeout_ms);
	int rc = inf__informer_threads_remove_handler(rt, reg);
	bool in_time = true;

	lock_acquire(&rt->lock);
	while (rc == 0 && runs_locked(rt, reg)) {
		if (!in_time)
			rc = relist_err_set(err, RELIST_ETIMEDOUT,
					    "the handler is still running after %lld ms",
					    (long long)timeout_ms);
		else
			in_time = lock_wait_until(&rt->lock, &rt->ended, until);
	}
	lock_release(&rt->lock);
	return rc;
}

static bool synced_locked(struct inf__informer_threads *rt)
{
	bool synced = inf__informer_synced(rt->inf);

	for (size_t i = 0; i < rt->reg_count && synced; i++)
		synced = inf__informer_handler_synced(rt->inf, rt->regs[i]);
	return synced;
}

int inf__informer_threads_wait_synced(struct inf__informer_threads *rt, int64_t timeout_ms,
				      struct relist_err *err)
{
	int64_t until = time_after_ms(clock_monotonic_ns(), timeout_ms);
	bool in_time = true;
	int rc = 0;

	atomic_fetch_add(&rt->sync_waiters, 1);
	lock_acquire(&rt->lock);
	while (!synced_locked(rt)) {
		if (inf__informer_stopped(rt->inf))
			rc = relist_err_set(err, RELIST_ECLOSED,
					    "informer stopped before it synced");
		else if (!in_time || timeout_ms == 0)
			rc = relist_err_set(err, RELIST_ETIMEDOUT, "not synced after %lld ms",
					    (long long)timeout_ms);
		if (rc != 0)
			break;
		in_time = lock_wait_until(&rt->lock, &rt->looked, until);
	}
	lock_release(&rt->lock);
	atomic_fetch_sub(&rt->sync_waiters, 1);
	return rc;
}

int64_t inf__informer_threads_now_ns(struct inf__informer_threads *rt)
{
	return clock_now(rt->opt.clock);
}

bool inf__informer_threads_started(struct inf__informer_threads *rt)
{
	bool started;

	lock_acquire(&rt->lock);
	started = rt->started;
	lock_release(&rt->lock);
	return started;
}

void inf__informer_threads_stop(struct inf__informer_threads *rt)
{
	struct inf__attachment *attachment;
	bool first;

	lock_acquire(&rt->lock);
	first = !rt->stopped;
	rt->stopped = true;
	attachment = rt->attachment;
	lock_release(&rt->lock);
	if (!first)
		return;
	if (attachment)
		inf__io_detach(rt->opt.io, attachment, on_detached, rt);
	else
		inf__informer_stop(rt->inf, clock_now(rt->opt.clock));
}

int inf__informer_threads_wait_stopped(struct inf__informer_threads *rt, int64_t timeout_ms,
				       struct relist_err *err)
{
	int64_t until = time_after_ms(clock_monotonic_ns(), timeout_ms);
	int rc = 0;

	lock_acquire(&rt->lock);
	while (rt->running && lock_wait_until(&rt->lock, &rt->ended, until))
		;
	if (rt->running)
		rc = relist_err_set(err, RELIST_ETIMEDOUT,
				    "informer: %u threads have not ended after %lld ms",
				    rt->running, (long long)timeout_ms);
	lock_release(&rt->lock);
	return rc;
}

void inf__informer_threads_free(struct inf__informer_threads *rt)
{
	bool last;

	if (!rt)
		return;
	inf__informer_threads_stop(rt);
	lock_acquire(&rt->lock);
	rt->owned = false;
	last = rt->running == 0;
	lock_release(&rt->lock);
	if (last)
		destroy(rt);
}

bool inf__informer_threads_quiet(struct inf__informer_threads *rt, size_t *in_handler)
{
	bool quiet;

	*in_handler = 0;
	lock_acquire(&rt->lock);
	quiet = inf__waker_quiet(&rt->process.waker);
	for (struct worker *w = rt->listeners; w && quiet; w = w->next) {
		if (!w->running)
			continue;
		if (atomic_load(&w->in_handler))
			(*in_handler)++;
		else
			quiet = inf__waker_quiet(&w->waker);
	}
	lock_release(&rt->lock);
	return quiet;
}

int64_t inf__informer_threads_deadline_ns(struct inf__informer_threads *rt)
{
	int64_t first;

	lock_acquire(&rt->lock);
	first = inf__waker_deadline_ns(&rt->process.waker);
	for (struct worker *w = rt->listeners; w; w = w->next) {
		int64_t due = inf__waker_deadline_ns(&w->waker);

		if (due < first)
			first = due;
	}
	lock_release(&rt->lock);
	return first;
}
