/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/workqueue.h"

#include "base/alloc.h"
#include "base/clock.h"

struct wq_item {
	struct timer wait; /* first: the heap gives back a pointer to it */
	bool dirty;
	uint32_t processing; /* workers that have it; more than one without INF_FIX_ONE_WORKER */
	int64_t since_ns;    /* ready, or processing, since */
	char key[];
};

int inf__wq_init(struct inf__wq *q, struct inf_rate_limiter *take_limiter)
{
	memset(q, 0, sizeof(*q));
	map_init(&q->items, MAP_BORROW_KEYS);
	ring_init(&q->ready);
	timer_heap_init(&q->waits);
	q->limiter = take_limiter ? take_limiter : inf_rate_limiter_controller_default();
	return q->limiter ? 0 : RELIST_ENOMEM;
}

void inf__wq_fini(struct inf__wq *q)
{
	const struct map_entry *e;

	timer_heap_fini(&q->waits); /* first: it touches the timers inside the items */
	for (size_t i = 0; (e = map_next(&q->items, &i));)
		base__free(e->value);
	map_fini(&q->items);
	ring_fini(&q->ready);
	inf_rate_limiter_free(q->limiter);
}

/* The item, made if unknown. NULL: out of memory. */
static struct wq_item *item_of(struct inf__wq *q, const char *key)
{
	struct wq_item *item = map_get(&q->items, str_of(key));
	size_t len = strlen(key);

	if (item)
		return item;
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

static int mark_dirty(struct inf__wq *q, int64_t now_ns, struct wq_item *item)
{
	if (item->dirty)
		return 0;
	/* Room for every item that can become ready later, so that done() cannot fail. */
	if (ring_reserve(&q->ready, map_len(&q->items)) != 0)
		return RELIST_ENOMEM;
	q->metrics.adds++;
	item->dirty = true;
	if (!item->processing || inf__lacks(q->without, INF_FIX_ONE_WORKER)) {
		item->since_ns = now_ns;
		ring_push_reserved(&q->ready, item);
	}
	return 0;
}

int inf__wq_add(struct inf__wq *q, int64_t now_ns, const char *key)
{
	struct wq_item *item;
	int rc;

	if (q->shutting_down)
		return 0;
	item = item_of(q, key);
	if (!item)
		return RELIST_ENOMEM;
	rc = mark_dirty(q, now_ns, item);
	if (rc != 0)
		forget_if_idle(q, item);
	return rc;
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
	item = item_of(q, key);
	if (!item)
		return RELIST_ENOMEM;
	/* delaying_queue.go insert(): an item that waits already only ever moves forward. */
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

static void make_due_ready(struct inf__wq *q, int64_t now_ns)
{
	struct timer *t = timer_first(&q->waits);

	while (t && t->deadline_ns <= now_ns) {
		struct wq_item *item = (struct wq_item *)(void *)t;

		if (mark_dirty(q, now_ns, item) != 0)
			return; /* out of memory: it stays due */
		timer_cancel(&q->waits, t);
		t = timer_first(&q->waits);
	}
}

const char *inf__wq_get(struct inf__wq *q, int64_t now_ns)
{
	struct wq_item *item;
	int64_t waited;

	if (!q->shutting_down)
		make_due_ready(q, now_ns);
	item = ring_pop(&q->ready);
	if (!item)
		return NULL;
	waited = now_ns - item->since_ns;
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
	struct wq_item *item = map_get(&q->items, str_of(key));
	int64_t worked;

	if (!item || !item->processing)
		return; /* client-go lets a stray Done() pass as well */
	worked = now_ns - item->since_ns;
	q->metrics.dones++;
	q->metrics.processing--;
	q->metrics.work_ns_total += worked;
	if (worked > q->metrics.work_ns_max)
		q->metrics.work_ns_max = worked;
	item->processing--;
	if (item->dirty && !inf__lacks(q->without, INF_FIX_ONE_WORKER)) {
		item->since_ns = now_ns;
		ring_push_reserved(&q->ready, item);
	}
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

void inf__wq_metrics(const struct inf__wq *q, int64_t now_ns, struct inf_workqueue_metrics *out)
{
	const struct map_entry *e;

	*out = q->metrics;
	out->depth = (uint32_t)q->ready.len;
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
