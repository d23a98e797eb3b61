/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/posix/informer_threads_impl.h"

#include "base/alloc.h"
#include "base/clock.h"

static void destroy(struct inf__informer_threads *rt)
{
	struct inf__worker *next;

	inf__informer_free(rt->inf);
	for (struct inf__worker *w = rt->listeners; w; w = next) {
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

/* Counts decrease under the lock: for a thread that waits for `running`, no references are left. */
void inf__threads_leave(struct inf__informer_threads *rt, struct inf__worker *w)
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

static void on_detached(void *user)
{
	inf__threads_leave(user, NULL);
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
	mine.wake = inf__worker_wake;
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
	inf__worker_init(&rt->process, rt);
	return rt;
}

struct inf__informer *inf__informer_threads_informer(struct inf__informer_threads *rt)
{
	return rt->inf;
}

static int start_locked(struct inf__informer_threads *rt, struct relist_err *err) REQUIRES(rt->lock)
{
	int rc;

	rt->started = true;
	rc = inf__worker_start_process_locked(rt, err);
	for (size_t i = 0; rc == 0 && i < inf__informer_listener_count(rt->inf); i++)
		rc = inf__worker_start_listener_locked(rt, inf__informer_listener_at(rt->inf, i),
						       err);
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
			      inf_registration *out, struct relist_err *err) REQUIRES(rt->lock)
{
	int rc = reserve_reg_locked(rt);

	if (rc != 0)
		return relist_err_set(err, rc, "handler: out of memory");
	rc = inf__informer_add_handler(rt->inf, clock_now(rt->opt.clock), name, handler, resync_ns,
				       out, err);
	if (rc != 0)
		return rc;
	if (rt->started)
		rc = inf__worker_start_listener_locked(rt, inf__informer_listener(rt->inf, *out),
						       err);
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
	for (const struct inf__worker *w = rt->listeners; w; w = w->next)
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
	for (struct inf__worker *w = rt->listeners; w && quiet; w = w->next) {
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
	for (struct inf__worker *w = rt->listeners; w; w = w->next) {
		int64_t due = inf__waker_deadline_ns(&w->waker);

		if (due < first)
			first = due;
	}
	lock_release(&rt->lock);
	return first;
}
