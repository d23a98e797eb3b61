/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "base/choice.h"
#include "base/clock.h"
#include "base/posix/clock.h"
#include "informer/posix/driver.h"
#include "informer/workqueue.h"
#include "tests/kit/net.h"

static void item_added_repeatedly_is_returned_once(void **state)
{
	struct inf__wq q;
	const char *item;

	(void)state;
	assert_int_equal(inf__wq_init(&q, NULL), 0);
	for (int i = 0; i < 3; i++)
		assert_int_equal(inf__wq_add(&q, 0, "a"), 0);
	assert_int_equal(inf__wq_add(&q, 0, "b"), 0);
	item = inf__wq_get(&q, 0);
	assert_string_equal(item, "a");
	/* Added while it is processed: it waits for done, and comes after b. */
	assert_int_equal(inf__wq_add(&q, 0, "a"), 0);
	assert_string_equal(inf__wq_get(&q, 0), "b");
	assert_null(inf__wq_get(&q, 0));
	inf__wq_done(&q, 0, "a");
	assert_string_equal(inf__wq_get(&q, 0), "a");
	inf__wq_done(&q, 0, "a");
	inf__wq_done(&q, 0, "b");
	assert_null(inf__wq_get(&q, 0));
	assert_int_equal(map_len(&q.items), 0);
	inf__wq_fini(&q);
}

static void shut_down_queue_accepts_no_items_and_returns_its_queued_ones(void **state)
{
	struct inf__wq q;

	(void)state;
	assert_int_equal(inf__wq_init(&q, NULL), 0);
	assert_int_equal(inf__wq_add(&q, 0, "a"), 0);
	assert_string_equal(inf__wq_get(&q, 0), "a");
	assert_int_equal(inf__wq_add(&q, 0, "a"), 0);
	assert_int_equal(inf__wq_add_after(&q, 0, "late", NS_PER_S), 0);
	inf__wq_shutdown(&q, 0, false);
	assert_int_equal(inf__wq_deadline_ns(&q), TIME_NEVER);
	assert_int_equal(inf__wq_add(&q, 0, "b"), 0);
	assert_int_equal(inf__wq_add_after(&q, 0, "c", 1), 0);
	assert_null(inf__wq_get(&q, 2 * NS_PER_S)); /* the waiting loop has ended */
	inf__wq_done(&q, 0, "a");
	assert_string_equal(inf__wq_get(&q, 0), "a");
	inf__wq_done(&q, 0, "a");
	inf__wq_fini(&q);
}

static void delayed_items_are_returned_in_the_order_of_their_time(void **state)
{
	static const struct {
		const char *item;
		int64_t delay_ms;
	} adds[] = {
		{ "c", 30 }, { "a", 10 }, { "b", 20 }, { "b", 25 }, { "c", 15 }, { "now", 0 }
	};
	static const struct {
		int64_t at_ms;
		const char *item;
	} gets[] = { { 0, "now" }, { 9, NULL }, { 10, "a" }, { 14, NULL },
		     { 15, "c" },  { 20, "b" }, { 60, NULL } };
	struct inf__wq q;

	(void)state;
	assert_int_equal(inf__wq_init(&q, NULL), 0);
	for (size_t i = 0; i < ARRAY_LEN(adds); i++)
		assert_int_equal(inf__wq_add_after(&q, 0, adds[i].item,
						   adds[i].delay_ms * NS_PER_MS),
				 0);
	assert_int_equal(inf__wq_deadline_ns(&q), 10 * NS_PER_MS);
	for (size_t i = 0; i < ARRAY_LEN(gets); i++) {
		const char *item = inf__wq_get(&q, gets[i].at_ms * NS_PER_MS);

		if (gets[i].item)
			assert_string_equal(item, gets[i].item);
		else
			assert_null(item);
		if (item)
			inf__wq_done(&q, gets[i].at_ms * NS_PER_MS, item);
	}
	assert_int_equal(inf__wq_deadline_ns(&q), TIME_NEVER);
	inf__wq_fini(&q);
}

static void metrics_count_depth_latency_and_work(void **state)
{
	struct inf_workqueue_metrics m;
	struct inf__wq q;

	(void)state;
	assert_int_equal(inf__wq_init(&q, NULL), 0);
	assert_int_equal(inf__wq_add(&q, 0, "a"), 0);
	assert_int_equal(inf__wq_add(&q, 0, "b"), 0);
	assert_int_equal(inf__wq_add_rate_limited(&q, 0, "c"), 0);
	(void)inf__wq_get(&q, 30);
	inf__wq_metrics(&q, 50, &m);
	assert_int_equal(m.adds, 2);
	assert_int_equal(m.retries, 1);
	assert_int_equal(m.depth, 1);
	assert_int_equal(m.delayed, 1);
	assert_int_equal(m.processing, 1);
	assert_int_equal(m.queue_ns_total, 30);
	assert_int_equal(m.unfinished_ns, 20);
	assert_int_equal(m.longest_running_ns, 20);
	inf__wq_done(&q, 70, "a");
	inf__wq_metrics(&q, 80, &m);
	assert_int_equal(m.work_ns_max, 40);
	assert_int_equal(m.unfinished_ns, 0);
	inf__wq_fini(&q);
}

/* ---- against the three sets of client-go's Type ---- */

enum { KEYS = 5 };

struct model {
	bool dirty[KEYS], processing[KEYS];
	int queue[KEYS * 2];
	size_t len;
};

static void model_add(struct model *m, int k)
{
	if (m->dirty[k])
		return;
	m->dirty[k] = true;
	if (!m->processing[k])
		m->queue[m->len++] = k;
}

static void workqueue_equals_a_model_of_dirty_and_processing_sets(void **state)
{
	static const char *const names[KEYS] = { "a", "b", "c", "d", "e" };

	(void)state;
	for (uint64_t seed = 0; seed < 200; seed++) {
		struct model m = { 0 };
		struct inf__wq q;
		uint64_t rnd = seed;

		assert_int_equal(inf__wq_init(&q, NULL), 0);
		for (int step = 0; step < 300; step++) {
			int k = (int)(splitmix64(&rnd) % KEYS);

			switch (splitmix64(&rnd) % 3) {
			case 0:
				assert_int_equal(inf__wq_add(&q, step, names[k]), 0);
				model_add(&m, k);
				break;
			case 1: {
				const char *item = inf__wq_get(&q, step);

				assert_int_equal(item != NULL, m.len > 0);
				if (!item)
					break;
				k = m.queue[0];
				memmove(m.queue, m.queue + 1, --m.len * sizeof(m.queue[0]));
				assert_string_equal(item, names[k]);
				m.processing[k] = true;
				m.dirty[k] = false;
				break;
			}
			default:
				inf__wq_done(&q, step, names[k]);
				if (m.processing[k] && m.dirty[k])
					m.queue[m.len++] = k;
				m.processing[k] = false;
			}
			assert_int_equal(q.ready.len, m.len);
		}
		inf__wq_fini(&q);
	}
}

/* What was taken comes out, all of it and nothing else. */
static void add_many(int *taken)
{
	struct inf__wq q;
	int got = 0;

	*taken = 0;
	if (inf__wq_init(&q, NULL) == 0) {
		const char *item;

		*taken += inf__wq_add(&q, 0, "a") == 0;
		*taken += inf__wq_add_after(&q, 0, "b", 5) == 0;
		*taken += inf__wq_add_rate_limited(&q, 0, "c") == 0;
		assert_int_equal(map_len(&q.items), *taken); /* and is all that is kept */
		for (; (item = inf__wq_get(&q, NS_PER_S)); got++)
			inf__wq_done(&q, NS_PER_S, item);
	}
	inf__wq_fini(&q);
	assert_int_equal(got, *taken);
}

static void workqueue_survives_every_failing_allocation(void **state)
{
	int taken;

	(void)state;
	FOR_EACH_FAILING_ALLOC(add_many(&taken));
	assert_int_equal(taken, 3);
}

/* ---- threads ---- */

enum { WORKERS = 3, ITEMS = 200 };

struct shared {
	struct inf_workqueue *q;
	atomic_int busy[ITEMS];
	atomic_int done;
};

static void *worker_main(void *user)
{
	struct shared *s = user;
	const char *item;

	while (inf_workqueue_get(s->q, -1, &item) == 0) {
		int k = atoi(item);

		/* Never two workers on one item. */
		assert_int_equal(atomic_fetch_add(&s->busy[k], 1), 0);
		atomic_fetch_sub(&s->busy[k], 1);
		atomic_fetch_add(&s->done, 1);
		inf_workqueue_done(s->q, item);
	}
	return NULL;
}

static void workers_share_a_queue_and_end_after_its_shutdown(void **state)
{
	struct shared s = { 0 };
	pthread_t threads[WORKERS];
	const char *none;

	(void)state;
	s.q = inf_workqueue_new("test", NULL, NULL);
	assert_non_null(s.q);
	assert_int_equal(inf_workqueue_get(s.q, 0, &none), RELIST_ETIMEDOUT);
	for (int i = 0; i < WORKERS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, worker_main, &s), 0);
	for (int i = 0; i < ITEMS; i++) {
		char key[16];

		(void)snprintf(key, sizeof(key), "%d", i);
		assert_int_equal(i % 2 ? inf_workqueue_add(s.q, key)
				       : inf_workqueue_add_after(s.q, key, i * NS_PER_US),
				 0);
	}
	while (atomic_load(&s.done) < ITEMS) {
		const char *item;

		/* The main thread works along: it waits on the queue's own condition. */
		if (inf_workqueue_get(s.q, NS_PER_MS, &item) == 0) {
			atomic_fetch_add(&s.done, 1);
			inf_workqueue_done(s.q, item);
		}
	}
	inf_workqueue_shutdown_with_drain(s.q);
	assert_true(inf_workqueue_shutting_down(s.q));
	for (int i = 0; i < WORKERS; i++)
		assert_int_equal(pthread_join(threads[i], NULL), 0);
	assert_int_equal(inf_workqueue_get(s.q, -1, &none), RELIST_ECLOSED);
	inf_workqueue_free(s.q);
}

static int64_t hand_ns(void *user)
{
	return *(const int64_t *)user;
}

/* delaying_queue.go waitingLoop(): queue/order.go and queue/lost.go in one. */
static void due_item_enters_the_queue_at_its_deadline(void **state)
{
	struct inf_workqueue_metrics m;
	struct inf__wq q;

	(void)state;
	assert_int_equal(inf__wq_init(&q, NULL), 0);
	assert_int_equal(inf__wq_add_after(&q, 0, "b", 50), 0);
	inf__wq_metrics(&q, 49, &m);
	assert_true(m.depth == 0 && m.delayed == 1);
	inf__wq_metrics(&q, 50, &m);
	assert_true(m.depth == 1 && m.delayed == 0);
	assert_int_equal(m.adds, 1);
	assert_int_equal(inf__wq_add(&q, 60, "c"), 0);
	/* Ready already: a later wait is one more. */
	assert_int_equal(inf__wq_add_after(&q, 60, "b", 40), 0);
	assert_string_equal(inf__wq_get(&q, 70), "b");
	assert_string_equal(inf__wq_get(&q, 70), "c");
	assert_null(inf__wq_get(&q, 70));
	inf__wq_metrics(&q, 70, &m);
	assert_int_equal(m.queue_ns_max, 20); /* since its deadline, not since a call */
	/* It is due while a worker has it, and before the other worker's item is done. */
	assert_int_equal(inf__wq_add(&q, 110, "c"), 0);
	inf__wq_done(&q, 120, "b");
	inf__wq_done(&q, 121, "c");
	assert_string_equal(inf__wq_get(&q, 130), "b");
	assert_string_equal(inf__wq_get(&q, 130), "c");
	inf__wq_metrics(&q, 130, &m);
	assert_int_equal(m.queue_ns_max, 30); /* due at 100, noticed at 110 */
	inf__wq_fini(&q);
}

static void due_item_precedes_the_next_call(void **state)
{
	struct inf__wq q;

	(void)state;
	for (int call = 0; call < 4; call++) {
		assert_int_equal(inf__wq_init(&q, NULL), 0);
		assert_int_equal(inf__wq_add(&q, 0, "a"), 0);
		assert_string_equal(inf__wq_get(&q, 0), "a");
		assert_int_equal(inf__wq_add(&q, 0, "a"), 0);
		assert_int_equal(inf__wq_add_after(&q, 0, "b", 50), 0);
		assert_int_equal(inf__wq_add_after(&q, 0, "c", 60), 0);
		switch (call) {
		case 0:
			assert_int_equal(inf__wq_add(&q, 60, "d"), 0);
			break;
		case 1:
			assert_int_equal(inf__wq_add_after(&q, 60, "d", 0), 0);
			break;
		case 2:
			inf__wq_done(&q, 60, "a");
			break;
		default:
			inf__wq_shutdown(&q, 60, true);
			break;
		}
		assert_string_equal(inf__wq_get(&q, 60), "b");
		assert_string_equal(inf__wq_get(&q, 60), "c");
		if (call < 3)
			assert_string_equal(inf__wq_get(&q, 60), call < 2 ? "d" : "a");
		assert_null(inf__wq_get(&q, 60));
		inf__wq_fini(&q);
	}
}

static void shutdown_drops_items_that_still_wait(void **state)
{
	int64_t now = 0;
	struct inf_workqueue *q = inf__workqueue_new_in(hand_ns, &now, "test", NULL, NULL);
	const char *item = NULL;

	(void)state;
	assert_non_null(q);
	assert_int_equal(inf_workqueue_add_after(q, "b", 50), 0);
	assert_int_equal(inf_workqueue_add_after(q, "c", 90), 0);
	now = 60;
	assert_int_equal(inf_workqueue_len(q), 1);
	inf_workqueue_shutdown(q);
	assert_int_equal(inf__workqueue_ready_ns(q), 60);
	now = 100;
	assert_int_equal(inf_workqueue_get(q, 0, &item), 0);
	assert_string_equal(item, "b");
	inf_workqueue_done(q, item);
	assert_int_equal(inf_workqueue_get(q, 0, &item), RELIST_ECLOSED);
	assert_false(inf_workqueue_busy(q));
	assert_int_equal(inf__workqueue_ready_ns(q), TIME_NEVER);
	inf_workqueue_free(q);
}

/* Every call of the shared queue in a time that the test moves. */
static void shared_queue_reports_the_calls_of_its_inner_queue(void **state)
{
	struct inf_workqueue_metrics m;
	const char *item = NULL;
	struct inf_workqueue *q;
	int64_t now = 100;

	(void)state;
	q = inf__workqueue_new_in(hand_ns, &now, "test", NULL, NULL);
	assert_non_null(q);
	assert_int_equal(inf__workqueue_ready_ns(q), TIME_NEVER);
	assert_false(inf_workqueue_busy(q));
	assert_false(inf_workqueue_shutting_down(q));
	assert_int_equal(inf_workqueue_get(q, 50, &item), RELIST_ETIMEDOUT);
	assert_int_equal(inf_workqueue_add(q, "a"), 0);
	assert_int_equal(inf_workqueue_add(q, "b"), 0);
	assert_int_equal(inf_workqueue_add_after(q, "c", 40), 0);
	assert_int_equal(inf_workqueue_add_rate_limited(q, "d"), 0);
	assert_int_equal(inf_workqueue_requeues(q, "d"), 1);
	assert_int_equal(inf_workqueue_requeues(q, "a"), 0);
	inf_workqueue_forget(q, "d");
	assert_int_equal(inf_workqueue_requeues(q, "d"), 0);
	assert_int_equal(inf_workqueue_len(q), 2);
	assert_int_equal(inf__workqueue_ready_ns(q), 100);
	now = 130;
	assert_int_equal(inf_workqueue_get(q, 0, &item), 0);
	assert_string_equal(item, "a");
	assert_true(inf_workqueue_busy(q));
	now = 135;
	inf_workqueue_metrics(q, &m);
	assert_int_equal(m.adds, 2);
	assert_int_equal(m.retries, 2); /* add_after counts too, as in client-go */
	assert_int_equal(m.depth, 1);
	assert_int_equal(m.delayed, 2);
	assert_int_equal(m.processing, 1);
	assert_int_equal(m.queue_ns_total, 30);
	assert_int_equal(m.unfinished_ns, 5);
	assert_int_equal(m.longest_running_ns, 5);
	inf_workqueue_done(q, item);
	assert_int_equal(inf_workqueue_get(q, 0, &item), 0);
	assert_string_equal(item, "b");
	now = 139;
	inf_workqueue_done(q, item);
	inf_workqueue_metrics(q, &m);
	assert_int_equal(m.processing, 0);
	assert_int_equal(m.work_ns_max, 5);
	assert_int_equal(m.queue_ns_total, 30 + 35);
	assert_int_equal(m.unfinished_ns, 0);
	assert_int_equal(inf__workqueue_ready_ns(q), 140);
	assert_int_equal(inf_workqueue_get(q, 0, &item), RELIST_ETIMEDOUT);
	now = 140;
	assert_int_equal(inf_workqueue_get(q, 0, &item), 0);
	assert_string_equal(item, "c");
	inf_workqueue_shutdown(q);
	assert_true(inf_workqueue_shutting_down(q));
	inf_workqueue_done(q, item);
	assert_int_equal(inf_workqueue_get(q, 0, &item), RELIST_ECLOSED);
	inf_workqueue_free(q);
}

struct drainer {
	struct inf_workqueue *q;
	atomic_bool ended;
	uint32_t left; /* under way when it ended */
};

static void *drain_main(void *user)
{
	struct drainer *d = user;
	struct inf_workqueue_metrics m;

	inf_workqueue_shutdown_with_drain(d->q);
	inf_workqueue_metrics(d->q, &m);
	d->left = m.processing;
	atomic_store(&d->ended, true);
	return NULL;
}

static bool is_shutting_down(void *user)
{
	return inf_workqueue_shutting_down(((struct drainer *)user)->q);
}

static bool has_ended(void *user)
{
	return atomic_load(&((struct drainer *)user)->ended);
}

/* Time for a drain that does not wait to show it: its end is never missed, only looked for. */
static void give_it_time(struct drainer *d)
{
	int64_t until = clock_monotonic_ns() + 20 * NS_PER_MS;

	while (!has_ended(d) && clock_monotonic_ns() < until)
		(void)sched_yield();
}

static void drain_waits_for_items_in_processing(void **state)
{
	struct drainer d = { .q = inf_workqueue_new(NULL, NULL, NULL) };
	const char *a = NULL, *b = NULL, *none = NULL;
	pthread_t thread;

	(void)state;
	assert_non_null(d.q);
	assert_int_equal(inf_workqueue_add(d.q, "a"), 0);
	assert_int_equal(inf_workqueue_add(d.q, "b"), 0);
	assert_int_equal(inf_workqueue_get(d.q, -1, &a), 0);
	assert_int_equal(inf_workqueue_get(d.q, -1, &b), 0);
	assert_int_equal(pthread_create(&thread, NULL, drain_main, &d), 0);
	net_wait(is_shutting_down, &d);
	give_it_time(&d);
	assert_false(atomic_load(&d.ended));
	inf_workqueue_done(d.q, a);
	give_it_time(&d);
	assert_false(atomic_load(&d.ended));
	inf_workqueue_done(d.q, b);
	net_wait(has_ended, &d);
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_int_equal(d.left, 0);
	assert_int_equal(inf_workqueue_get(d.q, -1, &none), RELIST_ECLOSED);
	/* With nothing under way there is nothing to wait for. */
	inf_workqueue_shutdown_with_drain(d.q);
	inf_workqueue_free(d.q);
	inf_workqueue_free(NULL);
}

static void shutdown_ends_a_waiting_drain(void **state)
{
	struct drainer d = { .q = inf_workqueue_new("test", NULL, NULL) };
	const char *a = NULL;
	pthread_t thread;

	(void)state;
	assert_int_equal(inf_workqueue_add(d.q, "a"), 0);
	assert_int_equal(inf_workqueue_get(d.q, -1, &a), 0);
	assert_int_equal(pthread_create(&thread, NULL, drain_main, &d), 0);
	net_wait(is_shutting_down, &d);
	inf_workqueue_shutdown(d.q);
	net_wait(has_ended, &d);
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_int_equal(d.left, 1);
	inf_workqueue_done(d.q, a);
	inf_workqueue_free(d.q);
}

static int fail_twice(void *user, const char *item)
{
	int *calls = user;

	assert_string_equal(item, "a");
	return ++*calls <= 2 ? -1 : 0;
}

static void failed_item_is_retried_and_forgotten_after_success(void **state)
{
	int64_t now = 0;
	struct inf_workqueue *q = inf__workqueue_new_in(hand_ns, &now, "test", NULL, NULL);
	struct inf_workqueue_metrics m;
	int calls = 0;

	(void)state;
	assert_int_equal(inf_workqueue_work_one(q, fail_twice, &calls, 0), RELIST_ETIMEDOUT);
	assert_int_equal(inf_workqueue_add(q, "a"), 0);
	for (int k = 1; k <= 3; k++) {
		assert_int_equal(inf_workqueue_work_one(q, fail_twice, &calls, 0), 0);
		assert_int_equal(calls, k);
		assert_int_equal(inf_workqueue_requeues(q, "a"), k < 3 ? k : 0);
		assert_int_equal(inf_workqueue_busy(q), k < 3);
		inf_workqueue_metrics(q, &m);
		assert_int_equal(m.processing, 0);
		assert_int_equal(m.dones, k);
		now = k < 3 ? inf__workqueue_ready_ns(q) : now;
	}
	/* 5 ms, then 10: the default limiter. */
	assert_int_equal(now, 15 * NS_PER_MS);
	assert_int_equal(inf_workqueue_work_one(q, fail_twice, &calls, 0), RELIST_ETIMEDOUT);
	inf_workqueue_shutdown(q);
	inf_workqueue_work(q, fail_twice, &calls);
	assert_int_equal(calls, 3);
	inf_workqueue_free(q);
}

static void item_is_kept_if_its_delay_cannot_be_allocated(void **state)
{
	int64_t now = 0;

	(void)state;
	FOR_EACH_FAILING_ALLOC({
		struct relist_err err = { 0 };
		struct inf_workqueue *q = inf__workqueue_new_in(hand_ns, &now, "x", NULL, &err);
		int calls = 0;

		if (!q) {
			assert_int_equal(err.code, RELIST_ENOMEM);
			assert_string_equal(err.msg, "work queue x: out of memory");
		} else if (inf_workqueue_add(q, "a") == 0) {
			assert_int_equal(inf_workqueue_work_one(q, fail_twice, &calls, 0), 0);
			assert_true(inf_workqueue_busy(q));
			assert_true(inf__workqueue_ready_ns(q) != TIME_NEVER);
		}
		inf_workqueue_free(q);
	});
}

/* A leak of the limiter shows under `make asan`. */
static void failed_queue_creation_frees_its_limiter(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC({
		struct relist_err err = { 0 };
		struct inf_rate_limiter *limiter = inf_rate_limiter_fast_slow(1, 2, 3);
		struct inf_workqueue *q = limiter ? inf_workqueue_new("x", limiter, &err) : NULL;

		assert_true(q || !limiter || err.code == RELIST_ENOMEM);
		inf_workqueue_free(q);
	});
}

static void workqueue_metrics_count_each_operation(void **state)
{
	struct inf_workqueue_metrics m;
	struct inf__wq q;

	(void)state;
	assert_int_equal(inf__wq_init(&q, NULL), 0);
	for (int i = 0; i < 2; i++)
		assert_int_equal(inf__wq_add(&q, 10, "a"), 0);
	assert_int_equal(inf__wq_add(&q, 10, "b"), 0);
	assert_int_equal(inf__wq_add_after(&q, 10, "c", 0), 0);
	assert_int_equal(inf__wq_add_after(&q, 10, "d", -5), 0);
	assert_int_equal(inf__wq_add_after(&q, 10, "e", 90), 0);
	assert_string_equal(inf__wq_get(&q, 20), "a");
	assert_string_equal(inf__wq_get(&q, 25), "b");
	assert_string_equal(inf__wq_get(&q, 27), "c");
	inf__wq_done(&q, 40, "b");
	inf__wq_done(&q, 41, "b"); /* a stray one */
	inf__wq_done(&q, 41, "nobody");
	inf__wq_done(&q, 44, "c");
	inf__wq_metrics(&q, 50, &m);
	assert_int_equal(m.adds, 4);
	assert_int_equal(m.retries, 3);
	assert_int_equal(m.gets, 3);
	assert_int_equal(m.dones, 2);
	assert_int_equal(m.depth, 1);
	assert_int_equal(m.processing, 1);
	assert_int_equal(m.delayed, 1);
	assert_int_equal(m.queue_ns_total, 10 + 15 + 17);
	assert_int_equal(m.queue_ns_max, 17);
	assert_int_equal(m.work_ns_total, 15 + 17);
	assert_int_equal(m.work_ns_max, 17);
	assert_int_equal(m.unfinished_ns, 30);
	assert_int_equal(m.longest_running_ns, 30);
	/* The one that has run longest need not be the last. */
	assert_string_equal(inf__wq_get(&q, 60), "d");
	assert_string_equal(inf__wq_waiting_at(&q, 0), "e");
	assert_null(inf__wq_waiting_at(&q, 1));
	assert_null(inf__wq_ready_at(&q, 0));
	inf__wq_metrics(&q, 70, &m);
	assert_int_equal(m.unfinished_ns, 50 + 10);
	assert_int_equal(m.longest_running_ns, 50);
	/* Shorter waits and works leave the longest. */
	inf__wq_done(&q, 71, "d");
	assert_string_equal(inf__wq_get(&q, 101), "e");
	inf__wq_metrics(&q, 101, &m);
	assert_int_equal(m.queue_ns_max, 50);
	assert_int_equal(m.work_ns_max, 17);
	assert_int_equal(m.adds, 5);
	inf__wq_fini(&q);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(item_added_repeatedly_is_returned_once),
		cmocka_unit_test(shut_down_queue_accepts_no_items_and_returns_its_queued_ones),
		cmocka_unit_test(delayed_items_are_returned_in_the_order_of_their_time),
		cmocka_unit_test(due_item_enters_the_queue_at_its_deadline),
		cmocka_unit_test(due_item_precedes_the_next_call),
		cmocka_unit_test(shutdown_drops_items_that_still_wait),
		cmocka_unit_test(metrics_count_depth_latency_and_work),
		cmocka_unit_test(workqueue_equals_a_model_of_dirty_and_processing_sets),
		cmocka_unit_test(workqueue_survives_every_failing_allocation),
		cmocka_unit_test(shared_queue_reports_the_calls_of_its_inner_queue),
		cmocka_unit_test(workers_share_a_queue_and_end_after_its_shutdown),
		cmocka_unit_test(drain_waits_for_items_in_processing),
		cmocka_unit_test(shutdown_ends_a_waiting_drain),
		cmocka_unit_test(failed_item_is_retried_and_forgotten_after_success),
		cmocka_unit_test(item_is_kept_if_its_delay_cannot_be_allocated),
		cmocka_unit_test(failed_queue_creation_frees_its_limiter),
		cmocka_unit_test(workqueue_metrics_count_each_operation),
	};

	return cmocka_run_group_tests_name("informer/workqueue", tests, NULL, NULL);
}
