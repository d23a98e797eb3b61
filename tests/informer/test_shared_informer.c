/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/informer_kit.h"

static const struct {
	const char *name;
	struct inf__gates gates;
} GATES[] = {
	{ "current", { false, true, true, true, true } },
	{ "no unlocking", { false, true, true, false, true } },
	{ "no batches", { false, false, true, true, true } },
	{ "not atomic", { false, true, false, false, true } },
	{ "not atomic, no batches", { false, false, false, false, true } },
	{ "classic", { true, false, false, false, false } },
};

static struct kit_options options(size_t i)
{
	return (struct kit_options) { .gates = GATES[i].gates };
}

static void handlers_receive_list_and_watch_changes_in_each_generation(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(GATES); i++) {
		struct kit_options o = options(i);
		struct kit k;

		assert_true(kit_init(&k, &o));
		assert_int_equal(kit_add(&k, 'a', -1), 0);
		assert_int_equal(inf__informer_start(k.inf, 0, NULL), 0);
		assert_false(inf__informer_synced(k.inf));
		assert_int_equal(kit_replace(&k, "d/p=5 d/q=6", "10"), 0);
		kit_run(&k);
		kit_expect(&k, "a ADD d/p 5 initial\na ADD d/q 6 initial\n");
		assert_true(inf__informer_synced(k.inf));
		assert_true(kit_synced(&k, 'a'));
		kit_put(&k, INF_DELTA_ADDED, "d/r", "11");
		kit_put(&k, INF_DELTA_UPDATED, "d/p", "12");
		kit_put(&k, INF_DELTA_DELETED, "d/q", "13");
		kit_run(&k);
		kit_expect(&k, "a ADD d/r 11\na UPDATE d/p 5>12\na DELETE d/q 13\n");
		kit_expect_cache(&k, "d/p=12 d/r=11 ");
		kit_fini(&k);
	}
}

static void informer_starts_and_stops_once(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(GATES); i++) {
		struct kit_options o = options(i);
		struct relist_err err;
		struct kit k;

		assert_true(kit_init(&k, &o));
		assert_int_equal(inf__informer_process_step(k.inf, 0), INF_STEP_IDLE);
		assert_int_equal(inf__informer_start(k.inf, 0, NULL), 0);
		assert_int_equal(inf__informer_start(k.inf, 0, &err), RELIST_ECLOSED);
		assert_string_equal(err.msg, "the informer has started already");
		assert_false(inf__informer_stopped(k.inf));
		inf__informer_stop(k.inf, 0);
		inf__informer_stop(k.inf, 0);
		assert_true(inf__informer_process_ready(k.inf, 0));
		assert_false(inf__informer_stopped(k.inf)); /* its loop has not noticed yet */
		assert_int_equal(inf__informer_process_step(k.inf, 0), INF_STEP_CLOSED);
		assert_int_equal(inf__informer_process_step(k.inf, 0), INF_STEP_CLOSED);
		assert_false(inf__informer_process_ready(k.inf, 0));
		assert_true(inf__informer_stopped(k.inf));
		kit_fini(&k);
	}
}

static void an_informer_stopped_before_its_start_never_starts(void **state)
{
	struct kit_options o = options(0);
	struct kit k;

	(void)state;
	assert_true(kit_init(&k, &o));
	kit_add(&k, 'a', -1);
	inf__informer_stop(k.inf, 0);
	assert_true(inf__informer_stopped(k.inf));
	assert_int_equal(inf__informer_start(k.inf, 0, NULL), RELIST_ECLOSED);
	assert_int_equal(inf__informer_process_step(k.inf, 0), INF_STEP_CLOSED);
	assert_true(inf__processor_listener_finished(inf__informer_listener_at(k.inf, 0)));
	kit_fini(&k);
}

static void stopped_informer_accepts_no_handler_and_no_index(void **state)
{
	struct inf__index_def def = { "app", kit_index_by_app, NULL };
	struct kit_options o = options(0);
	struct kit k;

	(void)state;
	assert_true(kit_init(&k, &o));
	inf__informer_start(k.inf, 0, NULL);
	inf__informer_stop(k.inf, 0);
	assert_int_equal(kit_add(&k, 'a', -1), 0); /* the loop has not ended yet */
	kit_run(&k);
	assert_int_equal(kit_add(&k, 'b', -1), RELIST_ECLOSED);
	assert_int_equal(k.handlers[1].reg, 0);
	assert_false(kit_synced(&k, 'b'));
	assert_int_equal(inf__informer_add_indexers(k.inf, &def, 1, NULL), RELIST_ECLOSED);
	kit_remove(&k, 'a');
	kit_fini(&k);
}

/* controller.go:189-206: 0.37 looks at its context before each pop, 0.32 serves what is queued. */
static void queued_deltas_at_a_stop_are_processed_only_in_the_classic_one(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(GATES); i++) {
		struct kit_options o = options(i);
		struct kit k;

		assert_true(kit_init(&k, &o));
		inf__informer_start(k.inf, 0, NULL);
		kit_replace(&k, "d/p=1", "1");
		kit_run(&k);
		kit_put(&k, INF_DELTA_UPDATED, "d/p", "2");
		inf__informer_stop(k.inf, 0);
		kit_run(&k);
		assert_true(inf__informer_stopped(k.inf));
		kit_expect_cache(&k, GATES[i].gates.classic ? "d/p=2 " : "d/p=1 ");
		assert_true(inf__informer_synced(k.inf));
		kit_fini(&k);
	}
}

/* The store write that was held completes; deltas still queued are dropped. */
static void stop_waits_for_a_held_store_write(void **state)
{
	struct kit_options o = options(0);
	struct kit k;

	(void)state;
	assert_true(kit_init(&k, &o));
	kit_add(&k, 'a', -1);
	inf__informer_start(k.inf, 0, NULL);
	inf__informer_hold_store(k.inf, true);
	kit_replace(&k, "d/p=1", "1");
	kit_run(&k);
	kit_put(&k, INF_DELTA_UPDATED, "d/p", "2");
	inf__informer_stop(k.inf, 0);
	kit_run(&k);
	assert_false(inf__informer_stopped(k.inf));
	inf__informer_hold_store(k.inf, false);
	kit_run(&k);
	assert_true(inf__informer_stopped(k.inf));
	kit_expect_cache(&k, "d/p=1 ");
	/* shared_informer.go:886: stopped before it had synced, it never will have. */
	assert_false(inf__informer_synced(k.inf));
	assert_false(kit_synced(&k, 'a'));
	kit_fini(&k);
}

static void held_classic_queue_stops_only_after_its_deltas_are_processed(void **state)
{
	struct kit_options o = options(5);
	struct kit k;

	(void)state;
	assert_true(kit_init(&k, &o));
	inf__informer_start(k.inf, 0, NULL);
	inf__informer_hold_queue(k.inf, true);
	kit_put(&k, INF_DELTA_ADDED, "d/p", "1");
	inf__informer_stop(k.inf, 0);
	kit_run(&k);
	assert_false(inf__informer_stopped(k.inf));
	inf__informer_hold_queue(k.inf, false);
	kit_run(&k);
	assert_true(inf__informer_stopped(k.inf));
	kit_expect_cache(&k, "d/p=1 ");
	kit_fini(&k);
}

/* shared_informer.go:1036-1056 */
static void late_handler_gets_the_cache_first(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(GATES); i++) {
		struct kit_options o = options(i);
		struct kit k;

		assert_true(kit_init(&k, &o));
		inf__informer_start(k.inf, 0, NULL);
		kit_replace(&k, "d/p=1 d/q=2", "3");
		kit_run(&k);
		kit_put(&k, INF_DELTA_UPDATED, "d/p", "4"); /* queued, not in the cache */
		kit_add(&k, 'a', -1);
		assert_false(kit_synced(&k, 'a'));
		kit_run(&k);
		kit_expect(&k, "a ADD d/p 1 initial\na ADD d/q 2 initial\na UPDATE d/p 1>4\n");
		assert_true(kit_synced(&k, 'a'));
		kit_fini(&k);
	}
}

static void handler_added_to_an_empty_synced_cache_is_synced_at_once(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(GATES); i++) {
		struct kit_options o = options(i);
		struct kit k;

		assert_true(kit_init(&k, &o));
		inf__informer_start(k.inf, 0, NULL);
		kit_add(&k, 'a', -1);
		assert_false(kit_synced(&k, 'a'));
		kit_replace(&k, "", "3");
		kit_run(&k);
		kit_add(&k, 'b', -1);
		assert_true(kit_synced(&k, 'a'));
		assert_true(kit_synced(&k, 'b'));
		kit_fini(&k);
	}
}

static void handler_removed_before_the_start_is_not_notified(void **state)
{
	struct kit_options o = options(0);
	struct kit k;

	(void)state;
	assert_true(kit_init(&k, &o));
	kit_add(&k, 'a', -1);
	kit_add(&k, 'b', -1);
	kit_remove(&k, 'a');
	inf__informer_start(k.inf, 0, NULL);
	kit_replace(&k, "d/p=1", "3");
	kit_run(&k);
	kit_expect(&k, "b ADD d/p 1 initial\n");
	assert_false(kit_synced(&k, 'a'));
	kit_fini(&k);
}

static void index_may_be_added_before_and_after_the_start(void **state)
{
	struct inf__index_def defs[] = { { "app", kit_index_by_app, NULL },
					 { "namespace", inf__index_by_namespace, NULL } };
	struct kit_options o = options(0);
	struct kit k;
	struct inf_object_list objs = { 0 };

	(void)state;
	assert_true(kit_init(&k, &o));
	assert_int_equal(inf__informer_add_indexers(k.inf, &defs[0], 1, NULL), 0);
	inf__informer_start(k.inf, 0, NULL);
	kit_replace(&k, "d/p=1 e/q=2", "3");
	kit_run(&k);
	assert_int_equal(inf__informer_add_indexers(k.inf, &defs[0], 2, NULL), RELIST_EEXIST);
	assert_int_equal(inf__informer_add_indexers(k.inf, &defs[1], 1, NULL), 0);
	assert_int_equal(inf__indexer_by_index(inf__informer_indexer(k.inf), "namespace", "e",
					       &objs, NULL),
			 0);
	assert_int_equal(objs.len, 1);
	inf_object_list_fini(&objs);
	kit_fini(&k);
}

/* ---- hooks ---- */

struct wakes {
	int process, listener, io;
	struct inf__processor_listener *last;
};

static void on_wake(void *user, enum inf__waker_kind what, struct inf__processor_listener *l)
{
	struct wakes *w = user;

	w->process += what == INF_WAKE_PROCESS;
	w->listener += what == INF_WAKE_LISTENER;
	w->io += what == INF_WAKE_IO;
	if (what == INF_WAKE_LISTENER)
		w->last = l;
}

static void event_wakes_the_listeners_with_work(void **state)
{
	struct wakes w = { 0 };
	struct choice choice;
	struct inf__informer_config config = {
		.reflector = { .name = "pods",
			       .group = "",
			       .version = "v1",
			       .resource = "pods",
			       .kind = "",
			       .namespace_ = "",
			       .label_selector = "",
			       .field_selector = "",
			       .choice = &choice },
		.gates = inf__gates_current(),
		.one_at_a_time = true,
		.wake = on_wake,
		.wake_user = &w,
	};
	struct inf_handler handler = { 0 };
	inf_registration reg;
	struct inf__informer *inf;
	struct inf__queue *q;
	struct inf__call call;
	AUTO_OBJECT obj = kit_object("d/p", "1");

	(void)state;
	choice_init_seed(&choice, 1, false);
	inf = inf__informer_new(&config, NULL);
	assert_non_null(inf);
	assert_int_equal(inf__informer_add_handler(inf, 0, "a", &handler, -1, &reg, NULL), 0);
	inf__informer_start(inf, 0, NULL);
	assert_true(w.io > 0);
	w = (struct wakes) { 0 };
	q = inf__informer_queue(inf);
	assert_int_equal(q->ops->put(q, INF_DELTA_ADDED, obj, NULL), 0);
	assert_int_equal(w.process, 1);
	assert_int_equal(inf__informer_process_step(inf, 0), INF_STEP_DONE);
	assert_int_equal(w.listener, 1);
	assert_ptr_equal(w.last, inf__informer_listener(inf, reg));
	w = (struct wakes) { 0 };
	assert_false(inf__informer_process_ready(inf, 0));
	assert_true(inf__processor_listener_begin(inf__informer_listener(inf, reg), 0, &call));
	inf__processor_listener_end(inf__informer_listener(inf, reg), 0, 0);
	assert_int_equal(w.process, 1); /* one at a time: the loop waited for the handler */
	w = (struct wakes) { 0 };
	inf__informer_stop(inf, 0);
	assert_true(w.process > 0 && w.io > 0);
	assert_int_equal(inf__informer_process_step(inf, 0), INF_STEP_CLOSED);
	assert_int_equal(w.listener, 1); /* its thread may end */
	inf__informer_free(inf);
	choice_fini(&choice);
}

static void informer_metrics_count_pops_notifications_and_failures(void **state)
{
	struct kit_options o = options(0);
	struct inf__informer_metrics m;
	struct kit k;

	(void)state;
	assert_true(kit_init(&k, &o));
	kit_add(&k, 'a', -1);
	kit_add(&k, 'b', -1);
	inf__informer_start(k.inf, 0, NULL);
	kit_replace(&k, "d/p=1 d/q=2", "3");
	kit_run(&k);
	kit_handler(&k, 'a')->fail_next = 1;
	kit_handler(&k, 'b')->blocked = true;
	kit_put(&k, INF_DELTA_UPDATED, "d/p", "4");
	kit_put(&k, INF_DELTA_DELETED, "d/q", "5");
	kit_run(&k);
	kit_put(&k, INF_DELTA_DELETED, "d/p", "6");
	inf__informer_metrics(k.inf, &m);
	assert_int_equal(m.queued, 1);
	assert_int_equal(m.objects, 1);
	assert_int_equal(m.handlers, 2);
	assert_int_equal(m.backlog, 3);
	assert_int_equal(m.backlog_max, 2);
	assert_int_equal(m.pops, 2);
	assert_int_equal(m.deltas, 3);
	assert_int_equal(m.notes, 4);
	assert_int_equal(m.handled, 4);
	assert_int_equal(m.failed, 1);
	kit_remove(&k, 'a');
	k.now_ns = NS_PER_S;
	base__alloc_fail_after = 0;
	kit_process(&k);
	base__alloc_fail_after = -1;
	kit_deliver(&k);
	kit_add(&k, 'c', -1); /* frees the listener of a */
	inf__informer_metrics(k.inf, &m);
	assert_int_equal(m.out_of_memory, 1);
	assert_int_equal(m.handlers, 2);
	assert_int_equal(m.handled, 5);
	assert_int_equal(m.failed, 1);
	kit_fini(&k);
}

/* ---- memory ---- */

static void live(bool *complete)
{
	struct kit_options o = { .gates = inf__gates_current(),
				 .resync_ns = 10 * NS_PER_S,
				 .mutation_detector = true };
	struct kit k;

	*complete = false;
	if (kit_init(&k, &o)) {
		int rc = kit_add(&k, 'a', 5 * NS_PER_S);

		if (rc == 0)
			rc = inf__informer_start(k.inf, 0, NULL);
		if (rc == 0)
			rc = kit_replace(&k, "d/p=1 d/q=2", "3");
		if (rc == 0)
			kit_process(&k);
		if (rc == 0)
			rc = kit_add(&k, 'b', -1);
		assert_true(rc == 0 || rc == RELIST_ENOMEM);
		*complete = rc == 0 && inf__informer_synced(k.inf);
		inf__informer_stop(k.inf, 0);
	}
	base__alloc_fail_after = -1;
	kit_fini(&k);
}

static void shared_informer_survives_every_failing_allocation(void **state)
{
	bool complete = false;

	(void)state;
	for (long grant = 0; !complete; grant++) {
		assert_true(grant < 10000);
		base__alloc_fail_after = grant;
		live(&complete);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(handlers_receive_list_and_watch_changes_in_each_generation),
		cmocka_unit_test(informer_starts_and_stops_once),
		cmocka_unit_test(an_informer_stopped_before_its_start_never_starts),
		cmocka_unit_test(stopped_informer_accepts_no_handler_and_no_index),
		cmocka_unit_test(queued_deltas_at_a_stop_are_processed_only_in_the_classic_one),
		cmocka_unit_test(stop_waits_for_a_held_store_write),
		cmocka_unit_test(held_classic_queue_stops_only_after_its_deltas_are_processed),
		cmocka_unit_test(late_handler_gets_the_cache_first),
		cmocka_unit_test(handler_added_to_an_empty_synced_cache_is_synced_at_once),
		cmocka_unit_test(handler_removed_before_the_start_is_not_notified),
		cmocka_unit_test(index_may_be_added_before_and_after_the_start),
		cmocka_unit_test(event_wakes_the_listeners_with_work),
		cmocka_unit_test(informer_metrics_count_pops_notifications_and_failures),
		cmocka_unit_test(shared_informer_survives_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
