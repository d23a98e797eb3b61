/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/workqueue.h"

#include "base/alloc.h"
#include "base/clock.h"

struct wq_item {
	struct timer wait; /* first: the heap returns a pointer to it */
	bool dirty;
	uint32_t processing; /* workers that have it; several only without INF_FIX_ONE_WORKER */
	int64_t added_ns;    /* dirty since */
	int64_t since_ns;    /* processing since */
	char key[];
};

int inf__wq_init(struct inf__wq *q, struct inf_rate_limiter *take_limiter)
{
	memset(q, 0, sizeof(*q));
	map_init(&q->items, MAP_BORROW_KEYS);
	q->limiter = take_limiter ? take_limiter : inf_rate_limiter_controller_default();
	return q->limiter ? 0 : RELIST_ENOMEM;
}

void inf__wq_fini(struct inf__wq *q)
{
	const struct map_entry *e;

	timer_heap_fini(&q->waits); /* first: it accesses the timers inside the items */
	for (size_t i = 0; (e = map_next(&q->items, &i));)
		base__free(e->value);
	map_fini(&q->items);
	ring_fini(&q->ready);
	inf_rate_limiter_free(q->limiter);
}

/* Returns the item, created if unknown, and reserves room in `ready` for all items: later moves
 * cannot fail. NULL: out of memory. */
static struct wq_item *item_of(struct inf__wq *q, const char *key)
{
	struct wq_item *item = map_get(&q->items, str_of(key));
	size_t len = strlen(key);

	if (item)
		return item;
	if (ring_reserve(&q->ready, map_len(&q->items) + 1 - q->ready.len) != 0)
		return NULL;
	item = base__calloc(1, sizeof(*item) + len + 1);
	if (!item)
		return NULL;
	timer_init(&item->wait);
	memcpy(item->key, key, len + 1);
	if (map_put(&q->items, (struct str) { item->key, len }, item, NULL) != 0) {
		base__free(item);
		return NULL;
	}
	return item;
}

static void forget_if_idle(struct inf__wq *q, struct wq_item *item)
{
	if (item->dirty || item->processing || timer_armed(&item->wait))
		return;
	(void)map_del(&q->items, str_of(item->key));
	base__free(item);
}

static void mark_dirty(struct inf__wq *q, int64_t at_ns, struct wq_item *item)
{
	if (item->dirty)
		return;
	q->metrics.adds++;
	item->dirty = true;
	item->added_ns = at_ns;
	if (!item->processing || inf__lacks(q->without, INF_FIX_ONE_WORKER))
		ring_push_reserved(&q->ready, item);
}

/* delaying_queue.go waitingLoop(): a waiting item is added at its deadline, before any later call.
 */
void inf__wq_settle(struct inf__wq *q, int64_t now_ns)
{
	struct timer *t;

	while ((t = timer_expire(&q->waits, now_ns)))
		mark_dirty(q, t->deadline_ns, (struct wq_item *)(void *)t);
}

int inf__wq_add(struct inf__wq *q, int64_t now_ns, const char *key)
{
	struct wq_item *item;

	if (q->shutting_down)
		return 0;
	inf__wq_settle(q, now_ns);
	item = item_of(q, key);
	if (!item)
		return RELIST_ENOMEM;
	mark_dirty(q, now_ns, item);
	return 0;
}

int inf__wq_add_after(struct inf__wq *q, int64_t now_ns, const char *key, int64_t delay_ns)
{
	int64_t ready_ns = time_add(now_ns, delay_ns > 0 ? delay_ns : 0);
	struct wq_item *item;
	int rc = 0;

	if (q->shutting_down)
		return 0;
	q->metrics.retries++;
	if (delay_ns <= 0)
		return inf__wq_add(q, now_ns, key);
	inf__wq_settle(q, now_ns);
	item = item_of(q, key);
	if (!item)
		return RELIST_ENOMEM;
	/* delaying_queue.go insert(): a waiting item can only move to an earlier time. */
	if (!timer_armed(&item->wait) || item->wait.deadline_ns > ready_ns)
		rc = timer_arm(&q->waits, &item->wait, ready_ns);
	if (rc != 0)
		forget_if_idle(q, item);
	return rc;
}

int inf__wq_add_rate_limited(struct inf__wq *q, int64_t now_ns, const char *key)
{
	return inf__wq_add_after(q, now_ns, key, q->limiter->when_ns(q->limiter, key, now_ns));
}

void inf__wq_shutdown(struct inf__wq *q, int64_t now_ns, bool drain)
{
	struct timer *t;

	inf__wq_settle(q, now_ns);
	q->drain = drain;
	q->shutting_down = true;
	while ((t = timer_first(&q->waits))) {
		timer_cancel(&q->waits, t);
		forget_if_idle(q, (struct wq_item *)(void *)t);
	}
}

const char *inf__wq_get(struct inf__wq *q, int64_t now_ns)
{
	struct wq_item *item;
	int64_t waited;

	inf__wq_settle(q, now_ns);
	item = ring_pop(&q->ready);
	if (!item)
		return NULL;
	waited = now_ns - item->added_ns;
	q->metrics.gets++;
	q->metrics.queue_ns_total += waited;
	if (waited > q->metrics.queue_ns_max)
		q->metrics.queue_ns_max = waited;
	q->metrics.processing++;
	item->processing++;
	item->dirty = false;
	item->since_ns = now_ns;
	return item->key;
}

void inf__wq_done(struct inf__wq *q, int64_t now_ns, const char *key)
{
	struct wq_item *item;
	int64_t worked;

	inf__wq_settle(q, now_ns);
	item = map_get(&q->items, str_of(key));
	if (!item || !item->processing)
		return; /* client-go also ignores a stray Done() */
	worked = now_ns - item->since_ns;
	q->metrics.dones++;
	q->metrics.processing--;
	q->metrics.work_ns_total += worked;
	if (worked > q->metrics.work_ns_max)
		q->metrics.work_ns_max = worked;
	item->processing--;
	if (item->dirty && !inf__lacks(q->without, INF_FIX_ONE_WORKER))
		ring_push_reserved(&q->ready, item);
	forget_if_idle(q, item);
}

int64_t inf__wq_deadline_ns(const struct inf__wq *q)
{
	const struct timer *t = timer_first(&q->waits);

	return t ? t->deadline_ns : TIME_NEVER;
}

const char *inf__wq_ready_at(const struct inf__wq *q, size_t i)
{
	const struct wq_item *item = ring_peek(&q->ready, i);

	return item ? item->key : NULL;
}

const char *inf__wq_waiting_at(const struct inf__wq *q, size_t i)
{
	const struct wq_item *item = i < q->waits.len ? (void *)q->waits.items[i] : NULL;

	return item ? item->key : NULL;
}

void inf__wq_metrics(struct inf__wq *q, int64_t now_ns, struct inf_workqueue_metrics *out)
{
	const struct map_entry *e;

	inf__wq_settle(q, now_ns);
	*out = q->metrics;
	out->depth = (uint32_t)(q->metrics.adds - q->metrics.gets);
	out->delayed = (uint32_t)q->waits.len;
	for (size_t i = 0; (e = map_next(&q->items, &i));) {
		const struct wq_item *item = e->value;
		int64_t running = now_ns - item->since_ns;

		if (!item->processing)
			continue;
		out->unfinished_ns += running;
		if (running > out->longest_running_ns)
			out->longest_running_ns = running;
	}
}
