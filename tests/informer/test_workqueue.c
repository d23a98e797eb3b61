/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include <pthread.h>
#include <stdatomic.h>

#include "base/choice.h"
#include "base/clock.h"
#include "informer/posix/driver.h"
#include "informer/workqueue.h"

static void an_item_is_handed_out_once_however_often_it_is_added(void **state)
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

static void a_shut_down_queue_takes_nothing_new_and_gives_what_it_has(void **state)
{
	struct inf__wq q;

	(void)state;
	assert_int_equal(inf__wq_init(&q, NULL), 0);
	assert_int_equal(inf__wq_add(&q, 0, "a"), 0);
	assert_string_equal(inf__wq_get(&q, 0), "a");
	assert_int_equal(inf__wq_add(&q, 0, "a"), 0);
	assert_int_equal(inf__wq_add_after(&q, 0, "late", NS_PER_S), 0);
	q.shutting_down = true;
	assert_int_equal(inf__wq_add(&q, 0, "b"), 0);
	assert_int_equal(inf__wq_add_after(&q, 0, "c", 1), 0);
	assert_null(inf__wq_get(&q, 2 * NS_PER_S)); /* the waiting loop has ended */
	inf__wq_done(&q, 0, "a");
	assert_string_equal(inf__wq_get(&q, 0), "a");
	inf__wq_done(&q, 0, "a");
	inf__wq_fini(&q);
}

static void waiting_items_come_in_the_order_of_their_time(void **state)
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

static void metrics_tell_depth_latency_and_work(void **state)
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

static void behaves_as_dirty_processing_and_queue_sets(void **state)
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
		for (; (item = inf__wq_get(&q, NS_PER_S)); got++)
			inf__wq_done(&q, NS_PER_S, item);
	}
	inf__wq_fini(&q);
	assert_int_equal(got, *taken);
}

static void survives_every_failing_allocation(void **state)
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

static void workers_share_a_queue_and_end_with_it(void **state)
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

/* Every call of the shared queue in a time that the test moves. */
static void a_shared_queue_tells_what_the_one_below_does(void **state)
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_item_is_handed_out_once_however_often_it_is_added),
		cmocka_unit_test(a_shut_down_queue_takes_nothing_new_and_gives_what_it_has),
		cmocka_unit_test(waiting_items_come_in_the_order_of_their_time),
		cmocka_unit_test(metrics_tell_depth_latency_and_work),
		cmocka_unit_test(behaves_as_dirty_processing_and_queue_sets),
		cmocka_unit_test(survives_every_failing_allocation),
		cmocka_unit_test(a_shared_queue_tells_what_the_one_below_does),
		cmocka_unit_test(workers_share_a_queue_and_end_with_it),
	};

	return cmocka_run_group_tests_name("informer/workqueue", tests, NULL, NULL);
}
