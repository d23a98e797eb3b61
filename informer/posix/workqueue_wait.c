/* SPDX-License-Identifier: Apache-2.0 */
/* workqueue_wait.c - a work queue for several threads: the pure one with a lock. */
#include "base/alloc.h"
#include "base/clock.h"
#include "base/lock.h"
#include "base/posix/clock.h"
#include "informer/posix/driver.h"
#include "informer/workqueue.h"

struct inf_workqueue {
	struct lock lock; /* rank WORKQUEUE: guards everything */
	pthread_cond_t changed;
	struct inf__wq wq;
	char *name;
	int64_t (*now_ns)(void *user); /* NULL: CLOCK_MONOTONIC, and threads may wait */
	void *now_user;
	void (*on_free)(void *user, struct inf_workqueue *q);
	void *on_free_user;
};

static int64_t now_of(const struct inf_workqueue *q)
{
	return q->now_ns ? q->now_ns(q->now_user) : clock_monotonic_ns();
}

struct inf_workqueue *inf_workqueue_new(const char *name, struct inf_rate_limiter *take_limiter,
					struct relist_err *err)
{
	return inf__workqueue_new_in(NULL, NULL, name, take_limiter, err);
}

struct inf_workqueue *inf__workqueue_new_in(int64_t (*now_ns)(void *user), void *user,
					    const char *name, struct inf_rate_limiter *take_limiter,
					    struct relist_err *err)
{
	struct inf_workqueue *q = base__calloc(1, sizeof(*q));

	if (!q) {
		inf_rate_limiter_free(take_limiter);
		goto fail;
	}
	lock_init(&q->lock, LOCK_WORKQUEUE);
	cond_init(&q->changed);
	q->now_ns = now_ns;
	q->now_user = user;
	if (inf__wq_init(&q->wq, take_limiter) != 0)
		goto fail;
	q->name = base__strdup(name ? name : "");
	if (!q->name)
		goto fail;
	return q;
fail:
	relist_err_set(err, RELIST_ENOMEM, "work queue %s: out of memory", name ? name : "");
	inf_workqueue_free(q);
	return NULL;
}

void inf__workqueue_on_free(struct inf_workqueue *q,
			    void (*fn)(void *user, struct inf_workqueue *q), void *user)
{
	q->on_free = fn;
	q->on_free_user = user;
}

void inf_workqueue_free(struct inf_workqueue *q)
{
	if (!q)
		return;
	if (q->on_free)
		q->on_free(q->on_free_user, q);
	inf__wq_fini(&q->wq);
	base__free(q->name);
	cond_fini(&q->changed);
	lock_fini(&q->lock);
	base__free(q);
}

/* Unlocks after a change and notifies the waiters. */
static int release_changed(struct inf_workqueue *q, int rc) RELEASES(q->lock);

static int release_changed(struct inf_workqueue *q, int rc)
{
	cond_broadcast(&q->changed);
	lock_release(&q->lock);
	return rc;
}

int inf_workqueue_add(struct inf_workqueue *q, const char *item)
{
	lock_acquire(&q->lock);
	return release_changed(q, inf__wq_add(&q->wq, now_of(q), item));
}

int inf_workqueue_add_after(struct inf_workqueue *q, const char *item, int64_t delay_ns)
{
	lock_acquire(&q->lock);
	return release_changed(q, inf__wq_add_after(&q->wq, now_of(q), item, delay_ns));
}

int inf_workqueue_add_rate_limited(struct inf_workqueue *q, const char *item)
{
	lock_acquire(&q->lock);
	return release_changed(q, inf__wq_add_rate_limited(&q->wq, now_of(q), item));
}

void inf_workqueue_forget(struct inf_workqueue *q, const char *item)
{
	lock_acquire(&q->lock);
	q->wq.limiter->forget(q->wq.limiter, item);
	lock_release(&q->lock);
}

uint32_t inf_workqueue_requeues(struct inf_workqueue *q, const char *item)
{
	uint32_t n;

	lock_acquire(&q->lock);
	n = q->wq.limiter->requeues(q->wq.limiter, item);
	lock_release(&q->lock);
	return n;
}

int inf_workqueue_get(struct inf_workqueue *q, int64_t timeout_ns, const char **item)
{
	int64_t give_up_ns = TIME_NEVER;
	int rc = 0;

	if (timeout_ns >= 0)
		give_up_ns = time_add(now_of(q), timeout_ns);
	lock_acquire(&q->lock);
	for (;;) {
		int64_t now = now_of(q);
		int64_t until;

		*item = inf__wq_get(&q->wq, now);
		if (*item)
			break;
		if (q->wq.shutting_down)
			rc = RELIST_ECLOSED;
		else if (now >= give_up_ns || q->now_ns)
			rc = RELIST_ETIMEDOUT;
		if (rc != 0)
			break;
		until = inf__wq_deadline_ns(&q->wq);
		(void)lock_wait_until(&q->lock, &q->changed,
				      until < give_up_ns ? until : give_up_ns);
	}
	lock_release(&q->lock);
	return rc;
}

void inf_workqueue_done(struct inf_workqueue *q, const char *item)
{
	lock_acquire(&q->lock);
	inf__wq_done(&q->wq, now_of(q), item);
	(void)release_changed(q, 0);
}

size_t inf_workqueue_len(struct inf_workqueue *q)
{
	size_t len;

	lock_acquire(&q->lock);
	inf__wq_settle(&q->wq, now_of(q));
	len = q->wq.ready.len;
	lock_release(&q->lock);
	return len;
}

void inf_workqueue_shutdown(struct inf_workqueue *q)
{
	lock_acquire(&q->lock);
	inf__wq_shutdown(&q->wq, now_of(q), false);
	(void)release_changed(q, 0);
}

void inf_workqueue_shutdown_with_drain(struct inf_workqueue *q)
{
	lock_acquire(&q->lock);
	inf__wq_shutdown(&q->wq, now_of(q), true);
	cond_broadcast(&q->changed);
	while (q->wq.metrics.processing > 0 && q->wq.drain)
		lock_wait(&q->lock, &q->changed);
	lock_release(&q->lock);
}

bool inf_workqueue_shutting_down(struct inf_workqueue *q)
{
	bool down;

	lock_acquire(&q->lock);
	down = q->wq.shutting_down;
	lock_release(&q->lock);
	return down;
}

void inf_workqueue_metrics(struct inf_workqueue *q, struct inf_workqueue_metrics *out)
{
	lock_acquire(&q->lock);
	inf__wq_metrics(&q->wq, now_of(q), out);
	lock_release(&q->lock);
}

int64_t inf__workqueue_ready_ns(struct inf_workqueue *q)
{
	int64_t at;

	lock_acquire(&q->lock);
	inf__wq_settle(&q->wq, now_of(q));
	at = q->wq.ready.len ? now_of(q) : inf__wq_deadline_ns(&q->wq);
	lock_release(&q->lock);
	return at;
}

bool inf_workqueue_busy(struct inf_workqueue *q)
{
	bool busy;

	lock_acquire(&q->lock);
	busy = map_len(&q->wq.items) > 0;
	lock_release(&q->lock);
	return busy;
}

int inf_workqueue_work_one(struct inf_workqueue *q, inf_reconcile_fn reconcile, void *user,
			   int64_t timeout_ns)
{
	const char *item;
	int rc = inf_workqueue_get(q, timeout_ns, &item);

	if (rc != 0)
		return rc;
	/* Without memory for the wait the item would be lost: it is retried at once, since marking
	 * it dirty needs no memory. */
	if (reconcile(user, item) == 0)
		inf_workqueue_forget(q, item);
	else if (inf_workqueue_add_rate_limited(q, item) != 0)
		(void)inf_workqueue_add(q, item);
	inf_workqueue_done(q, item);
	return 0;
}

void inf_workqueue_work(struct inf_workqueue *q, inf_reconcile_fn reconcile, void *user)
{
	while (inf_workqueue_work_one(q, reconcile, user, -1) == 0)
		;
}
