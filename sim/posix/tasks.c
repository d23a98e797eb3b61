/* SPDX-License-Identifier: Apache-2.0 */
/* tasks.c - tasks that run concurrently with the informers of a simulation and may block: workers
 * of queues, and callers of a client.
 *
 * A task has a stack of its own (fiber.h). It yields after a request and becomes runnable with the
 * response. The seed decides the order of one worker's response, another worker's next item, and an
 * event for an informer. */
#include "base/alloc.h"
#include "base/clock.h"
#include "informer/cancel.h"
#include "sim/posix/relist_sim_impl.h"

struct task {
	struct task *next;
	struct relist_sim *world;
	struct fiber *fiber;
	/* The queue of a worker. NULL for other tasks: `run` is called once. */
	struct inf_workqueue *queue;
	inf_reconcile_fn reconcile;
	void (*run)(void *arg);
	void *user;
	/* Set while the task is parked. */
	bool (*stop)(void *user);
	void *stop_user;
	int64_t until_ns;
};

/* ---- parking ---- */

bool relist_sim__in_task(const struct relist_sim *w)
{
	return w->running && w->running->fiber == fiber_current();
}

int relist_sim__park(struct relist_sim *w, int64_t until_ns, bool (*stop)(void *user), void *user,
		     struct relist_err *err)
{
	struct task *t = w->running;

	t->stop = stop;
	t->stop_user = user;
	t->until_ns = until_ns;
	if (!w->closed && !stop(user))
		fiber_yield();
	if (stop(user))
		return 0;
	if (w->closed)
		return relist_err_set(err, RELIST_ECLOSED, "simulator: it has been freed");
	return relist_err_set(err, RELIST_ETIMEDOUT, "it did not happen in time");
}

static int64_t task_ready_ns(void *user)
{
	const struct task *t = user;

	if (fiber_parked(t->fiber))
		return t->stop(t->stop_user) ? relist_sim__now_ns(t->world) : t->until_ns;
	return t->queue ? inf__workqueue_ready_ns(t->queue) : relist_sim__now_ns(t->world);
}

static void task_body(void *arg)
{
	struct task *t = arg;

	if (t->queue)
		(void)inf_workqueue_work_one(t->queue, t->reconcile, t->user, 0);
	else
		t->run(t->user);
}

static void task_free(struct task *t)
{
	struct task **at = &t->world->tasks;

	while (*at != t)
		at = &(*at)->next;
	*at = t->next;
	if (t->world->sim)
		sim_remove_worker(t->world->sim, t);
	fiber_free(t->fiber);
	base__free(t);
}

/* Runs the task until it parks or returns. True: it returned. */
static bool task_go(struct task *t)
{
	struct relist_sim *w = t->world;
	bool done;

	w->running = t;
	done = fiber_parked(t->fiber) ? fiber_resume(t->fiber) : fiber_run(t->fiber, task_body, t);
	w->running = NULL;
	return done;
}

static void task_step(void *user)
{
	struct task *t = user;

	if (task_go(t) && !t->queue)
		task_free(t);
}

static int add_task(struct relist_sim *w, const struct task *proto, struct relist_err *err)
{
	struct task *t = base__malloc(sizeof(*t));
	struct sim_worker worker = { task_ready_ns, task_step, t };
	int code = RELIST_ENOMEM;

	if (!t)
		return relist_err_set(err, code, "simulator: out of memory");
	*t = *proto;
	t->world = w;
	t->fiber = fiber_new();
	if (t->fiber)
		code = sim_add_worker(w->sim, &worker, err);
	if (code) {
		fiber_free(t->fiber);
		base__free(t);
		return relist_err_set(err, code, "simulator: out of memory");
	}
	t->next = w->tasks;
	w->tasks = t;
	return 0;
}

/* Ends the task: in a closed simulation all its calls fail. */
static void task_end(struct task *t)
{
	while (fiber_parked(t->fiber))
		(void)task_go(t);
	task_free(t);
}

void relist_sim__end_tasks(struct relist_sim *w)
{
	while (w->tasks)
		task_end(w->tasks);
}

/* ---- workers ---- */

static void queue_gone(void *user, struct inf_workqueue *q)
{
	struct relist_sim *w = user;
	struct task *next;
	bool was = w->closed;

	for (struct task *t = w->tasks; t; t = next) {
		next = t->next;
		if (t->queue != q)
			continue;
		ASSERT(t != w->running); /* a reconciler must not free its own queue */
		w->closed = true;
		task_end(t);
		w->closed = was;
	}
	relist_sim__unref(w);
}

static int64_t queue_now(void *user)
{
	return relist_sim__now_ns(user);
}

struct inf_workqueue *relist_sim_workqueue_new(struct relist_sim *w, const char *name,
					       struct inf_rate_limiter *take_limiter,
					       struct relist_err *err)
{
	struct inf_workqueue *q = inf__workqueue_new_in(queue_now, w, name, take_limiter, err);

	if (!q)
		return NULL;
	inf__workqueue_on_free(q, queue_gone, w);
	w->refs++;
	return q;
}

int relist_sim_add_worker(struct relist_sim *w, struct inf_workqueue *queue,
			  inf_reconcile_fn reconcile, void *user, struct relist_err *err)
{
	struct task t = { .queue = queue, .reconcile = reconcile, .user = user };

	return add_task(w, &t, err);
}

/* ---- clients ---- */

struct trip {
	struct inf__rest_call *call;
	bool cancelled;
};

static bool trip_over(void *user)
{
	const struct trip *t = user;

	return t->cancelled || inf__rest_call_done(t->call);
}

static void trip_cancel(void *user)
{
	((struct trip *)user)->cancelled = true;
}

static int perform(void *self, struct inf__rest_call *call, struct inf_cancel *cancel,
		   struct relist_err *err)
{
	struct relist_sim *w = self;
	struct trip trip = { call, false };
	struct inf__cancel_waiter waiter = { NULL, trip_cancel, &trip };
	int code;

	if (w->closed)
		return relist_err_set(err, RELIST_ECLOSED, "simulator: it has been freed");
	if (w->moving && !relist_sim__in_task(w))
		return relist_err_set(err, RELIST_EINVAL,
				      "simulator: a handler cannot wait for an answer; put the key "
				      "into a work queue, a reconciler can");
	inf__cancel_wait_begin(cancel, &waiter);
	if (trip.cancelled) {
		inf__rest_call_give_up(call, sim_now_ns(w->sim), RELIST_ECANCELED, "canceled");
	} else {
		code = sim_add_call(w->sim, call, err);
		if (code) {
			inf__cancel_wait_end(cancel, &waiter);
			return code;
		}
		code = relist_sim__wait(w, TIME_NEVER, trip_over, &trip, NULL);
		if (!inf__rest_call_done(call) && trip.cancelled)
			inf__rest_call_give_up(call, relist_sim__now_ns(w), RELIST_ECANCELED,
					       "canceled");
		else if (!inf__rest_call_done(call))
			inf__rest_call_give_up(call, relist_sim__now_ns(w), code,
					       code == RELIST_ECLOSED
						   ? "the simulator has been freed"
						   : "the simulator did not come to an answer");
		sim_remove_call(w->sim, call);
	}
	inf__cancel_wait_end(cancel, &waiter);
	return 0;
}

static bool flag_up(void *user)
{
	return *(const bool *)user;
}

static void raise_flag(void *user)
{
	*(bool *)user = true;
}

static int sleep_until(void *self, int64_t until_ns, struct inf_cancel *cancel,
		       struct relist_err *err)
{
	bool raised = false;
	struct inf__cancel_waiter waiter = { NULL, raise_flag, &raised };
	int code;

	inf__cancel_wait_begin(cancel, &waiter);
	code = relist_sim__wait(self, until_ns, flag_up, &raised, err);
	inf__cancel_wait_end(cancel, &waiter);
	return code == RELIST_ETIMEDOUT ? 0 : code; /* a timeout is the expected result */
}

static int64_t wall_ns(void *self)
{
	return WALL_S * NS_PER_S + relist_sim__now_ns(self);
}

static double unit(void *self)
{
	struct relist_sim *w = self;

	return w->sim ? choice_unit(sim_choice(w->sim)) : 0;
}

static int spawn(void *self, void (*run)(void *arg), void *arg, struct relist_err *err)
{
	struct relist_sim *w = self;
	struct task t = { .run = run, .user = arg };

	if (w->closed)
		return relist_err_set(err, RELIST_ECLOSED, "simulator: it has been freed");
	return add_task(w, &t, err);
}

static void rest_free(void *self)
{
	relist_sim__unref(self);
}

static const struct inf__rest_ops rest_ops = {
	.now_ns = queue_now,
	.wall_ns = wall_ns,
	.unit = unit,
	.perform = perform,
	.sleep = sleep_until,
	.spawn = spawn,
	.free = rest_free,
};

int relist_sim__make_rest(void *user, const struct inf__rest_ops **ops, void **self,
			  struct relist_err *err)
{
	struct relist_sim *w = user;

	if (w->closed)
		return relist_err_set(err, RELIST_ECLOSED, "client: the simulator has been freed");
	w->refs++;
	*ops = &rest_ops;
	*self = w;
	return 0;
}
