/* SPDX-License-Identifier: Apache-2.0 */
/* Lines in comments are client-go v0.37 tools/cache/shared_informer.go unless they say 0.32. */
#include "informer/processor_listener.h"

#include "tests/kit/informer_kit.h"

static const struct inf__gates CURRENT = { false, true, true, true, true };
static const struct inf__gates CLASSIC = { true, false, false, false, false };

/* Started, synced, with handler a notified of d/p 1. */
static void setup(struct kit *k, struct inf__gates gates)
{
	struct kit_options o = { .gates = gates };

	assert_true(kit_init(k, &o));
	assert_int_equal(kit_add(k, 'a', -1), 0);
	assert_int_equal(inf__informer_start(k->inf, 0, NULL), 0);
	kit_replace(k, "d/p=1", "1");
	kit_run(k);
	strbuf_clear(&k->log);
}

static struct inf__processor_listener *listener(struct kit *k, char name)
{
	return inf__informer_listener(k->inf, kit_handler(k, name)->reg);
}

static void update(struct kit *k, const char *rv)
{
	assert_int_equal(kit_put(k, INF_DELTA_UPDATED, "d/p", rv), 0);
	kit_run(k);
}

/* 1486-1494; 0.32 733-752 */
static void listener_pauses_one_second_after_a_failed_handler(void **state)
{
	(void)state;
	for (int classic = 0; classic < 2; classic++) {
		struct kit k;

		setup(&k, classic ? CLASSIC : CURRENT);
		kit_add(&k, 'b', -1);
		kit_run(&k);
		strbuf_clear(&k.log);
		kit_handler(&k, 'a')->fail_next = 1;
		update(&k, "2");
		/* nothing waits for the end of the pause */
		assert_int_equal(inf__processor_listener_deadline_ns(listener(&k, 'a')),
				 TIME_NEVER);
		update(&k, "3");
		kit_expect(&k, "a UPDATE d/p 1>2\nb UPDATE d/p 1>2\nb UPDATE d/p 2>3\n");
		assert_int_equal(inf__processor_listener_deadline_ns(listener(&k, 'a')), NS_PER_S);
		assert_int_equal(inf__processor_listener_backlog(listener(&k, 'a')), 1);
		assert_false(inf__processor_listener_idle(listener(&k, 'a')));
		assert_true(inf__processor_listener_idle(listener(&k, 'b')));
		k.now_ns = NS_PER_S - 1;
		kit_run(&k);
		kit_expect(&k, "");
		k.now_ns = NS_PER_S;
		kit_run(&k);
		kit_expect(&k, "a UPDATE d/p 2>3\n");
		update(&k, "4");
		kit_expect(&k, "a UPDATE d/p 3>4\nb UPDATE d/p 3>4\n");
		assert_int_equal(inf__processor_listener_deadline_ns(listener(&k, 'a')),
				 TIME_NEVER);
		kit_fini(&k);
	}
}

/* run() sleeps with the next notification in its hand; in 0.32 the loop sleeps, then takes. */
static void listener_pause_begins_at_the_next_notification_or_at_the_failure(void **state)
{
	(void)state;
	for (int classic = 0; classic < 2; classic++) {
		struct kit k;

		setup(&k, classic ? CLASSIC : CURRENT);
		kit_handler(&k, 'a')->fail_next = 1;
		update(&k, "2");
		k.now_ns = 10 * NS_PER_S;
		update(&k, "3");
		kit_expect(&k,
			   classic ? "a UPDATE d/p 1>2\na UPDATE d/p 2>3\n" : "a UPDATE d/p 1>2\n");
		k.now_ns = 11 * NS_PER_S;
		kit_run(&k);
		kit_expect(&k, classic ? "" : "a UPDATE d/p 2>3\n");
		kit_fini(&k);
	}
}

static void handler_removed_during_the_pause_gets_the_notification_in_hand(void **state)
{
	(void)state;
	for (int classic = 0; classic < 2; classic++) {
		struct kit k;

		setup(&k, classic ? CLASSIC : CURRENT);
		kit_handler(&k, 'a')->fail_next = 1;
		update(&k, "2");
		update(&k, "3");
		update(&k, "4");
		strbuf_clear(&k.log);
		kit_remove(&k, 'a');
		assert_int_equal(inf__processor_listener_finished(listener(&k, 'a')), classic);
		k.now_ns = NS_PER_S;
		kit_run(&k);
		kit_expect(&k, classic ? "" : "a UPDATE d/p 2>3\n");
		assert_true(inf__processor_listener_finished(listener(&k, 'a')));
		kit_fini(&k);
	}
}

/* 1471: pop() drops the backlog when addCh closes; the call in progress ends by itself. */
static void removal_drops_the_backlog_and_the_running_call_finishes(void **state)
{
	struct kit k;
	struct inf__call call;
	struct inf__processor_listener *l;

	(void)state;
	setup(&k, CURRENT);
	l = listener(&k, 'a');
	kit_handler(&k, 'a')->blocked = true;
	update(&k, "2");
	update(&k, "3");
	assert_true(inf__processor_listener_begin(l, 0, &call));
	assert_false(inf__processor_listener_begin(l, 0, &call)); /* one call at a time */
	assert_false(inf__processor_listener_ready(l, 0));
	assert_int_equal(inf__processor_listener_backlog(l), 1);
	kit_remove(&k, 'a');
	kit_remove(&k, 'a'); /* idempotent */
	assert_int_equal(inf__processor_listener_backlog(l), 0);
	assert_false(inf__processor_listener_finished(l));
	assert_string_equal(inf_object_resource_version(call.obj), "2");
	inf__processor_listener_end(l, 0, inf__processor_listener_invoke(l, &call));
	assert_true(inf__processor_listener_finished(l));
	kit_handler(&k, 'a')->blocked = false;
	update(&k, "4");
	kit_expect(&k, "a UPDATE d/p 1>2\n");
	kit_fini(&k);
}

static void removed_listener_is_freed_with_its_last_reference(void **state)
{
	struct kit k;
	int driver;

	(void)state;
	setup(&k, CURRENT);
	inf__processor_listener_set_driver(listener(&k, 'a'), &driver);
	assert_ptr_equal(inf__processor_listener_driver(listener(&k, 'a')), &driver);
	kit_remove(&k, 'a');
	kit_add(&k, 'b', -1);
	assert_int_equal(inf__informer_listener_count(k.inf), 2);
	inf__processor_listener_set_driver(listener(&k, 'a'), NULL);
	kit_add(&k, 'c', -1);
	assert_int_equal(inf__informer_listener_count(k.inf), 2);
	assert_null(listener(&k, 'a'));
	assert_string_equal(inf__processor_listener_name(inf__informer_listener_at(k.inf, 0)), "b");
	assert_null(inf__informer_listener_at(k.inf, 2));
	kit_fini(&k);
}

/* synctrack: up when queued, down when the call returned, latched in 0.37. */
static void listener_is_synced_after_the_whole_initial_list(void **state)
{
	(void)state;
	for (int classic = 0; classic < 2; classic++) {
		struct kit_options o = { .gates = classic ? CLASSIC : CURRENT };
		struct kit k;
		struct inf__call call;

		assert_true(kit_init(&k, &o));
		kit_add(&k, 'a', -1);
		inf__informer_start(k.inf, 0, NULL);
		kit_replace(&k, "d/p=1 d/q=2", "3");
		assert_false(kit_synced(&k, 'a'));
		kit_process(&k);
		assert_true(inf__informer_synced(k.inf));
		assert_false(kit_synced(&k, 'a'));
		assert_true(inf__processor_listener_begin(listener(&k, 'a'), 0, &call));
		inf__processor_listener_end(listener(&k, 'a'), 0, 0);
		assert_true(inf__processor_listener_begin(listener(&k, 'a'), 0, &call));
		assert_false(kit_synced(&k, 'a'));
		inf__processor_listener_end(listener(&k, 'a'), 0, 0);
		assert_true(kit_synced(&k, 'a'));
		kit_fini(&k);
	}
}

static void handler_never_syncs_after_a_failed_initial_add(void **state)
{
	struct kit_options o = { .gates = CURRENT };
	struct kit k;

	(void)state;
	assert_true(kit_init(&k, &o));
	kit_add(&k, 'a', -1);
	kit_handler(&k, 'a')->fail_next = 1;
	inf__informer_start(k.inf, 0, NULL);
	kit_replace(&k, "d/p=1 d/q=2", "3");
	kit_run(&k);
	k.now_ns = 10 * NS_PER_S;
	kit_run(&k);
	kit_expect(&k, "a ADD d/p 1 initial\na ADD d/q 2 initial\n");
	update(&k, "4");
	assert_false(kit_synced(&k, 'a'));
	kit_fini(&k);
}

static void listener_accepts_a_handler_without_functions(void **state)
{
	struct kit_options o = { .gates = CURRENT };
	struct inf_handler nothing = { 0 };
	struct kit k;

	(void)state;
	assert_true(kit_init(&k, &o));
	assert_int_equal(inf__informer_add_handler(k.inf, 0, NULL, &nothing, -1, &k.handlers[0].reg,
						   NULL),
			 0);
	inf__informer_start(k.inf, 0, NULL);
	kit_replace(&k, "d/p=1", "3");
	kit_put(&k, INF_DELTA_UPDATED, "d/p", "4");
	kit_put(&k, INF_DELTA_DELETED, "d/p", "5");
	kit_run(&k);
	assert_true(kit_synced(&k, 'a'));
	assert_int_equal(inf__processor_listener_backlog(inf__informer_listener_at(k.inf, 0)), 0);
	assert_string_equal(inf__processor_listener_name(inf__informer_listener_at(k.inf, 0)), "");
	kit_fini(&k);
}

static int removes_itself(void *user, const struct inf_object *obj, bool initial)
{
	struct kit *k = user;
	struct inf_handler again = { removes_itself, NULL, NULL, k };

	(void)initial;
	assert_true(lock_none_held());
	strbuf_addf(&k->log, "%s ", inf_object_key(obj));
	kit_remove(k, 'a');
	if (k->crashes++ < 2)
		assert_int_equal(inf__informer_add_handler(k->inf, 0, "again", &again, -1,
							   &k->handlers[0].reg, NULL),
				 0);
	return 0;
}

static void a_handler_may_add_and_remove_handlers(void **state)
{
	struct kit_options o = { .gates = CURRENT };
	struct kit k;
	struct inf_handler h = { removes_itself, NULL, NULL, &k };

	(void)state;
	assert_true(kit_init(&k, &o));
	assert_int_equal(inf__informer_add_handler(k.inf, 0, "first", &h, -1, &k.handlers[0].reg,
						   NULL),
			 0);
	inf__informer_start(k.inf, 0, NULL);
	kit_replace(&k, "d/p=1 d/q=2", "3");
	kit_run(&k);
	kit_run(&k);
	kit_expect(&k, "d/p d/p d/p ");
	kit_fini(&k);
}

static void listener_frees_a_long_backlog_after_delivery(void **state)
{
	struct kit k;
	char rv[16];

	(void)state;
	setup(&k, CURRENT);
	kit_handler(&k, 'a')->blocked = true;
	for (int i = 0; i < 9000; i++) {
		(void)snprintf(rv, sizeof(rv), "%d", i + 2);
		kit_put(&k, INF_DELTA_UPDATED, "d/p", rv);
	}
	kit_run(&k);
	assert_int_equal(inf__processor_listener_backlog(listener(&k, 'a')), 9000);
	assert_true(listener(&k, 'a')->ring.cap >= 9000);
	kit_handler(&k, 'a')->blocked = false;
	kit_run(&k);
	assert_int_equal(listener(&k, 'a')->ring.cap, 0);
	kit_fini(&k);
}

/* A handler that delivers another informer's notification, in a simulation. */
struct nest {
	struct inf__processor_listener *inner;
	struct strbuf *log;
};

static int invoke_inner(void *user, const struct inf_object *obj, bool initial)
{
	static const struct inf__call call = { .type = INF_CALL_ADD };
	const struct nest *n = user;

	(void)obj;
	(void)initial;
	for (int i = 0; i < 2; i++) {
		strbuf_addf(n->log, "%s=%llu ", inf__processor_listener_current_name(),
			    (unsigned long long)inf__processor_listener_current_reg());
		if (n->inner && i == 0)
			assert_int_equal(inf__processor_listener_invoke(n->inner, &call), 0);
	}
	return 0;
}

static void current_listener_is_the_outer_one_after_a_nested_call(void **state)
{
	static const struct inf__call call = { .type = INF_CALL_ADD };
	AUTO_STRBUF log = STRBUF_INIT;
	struct nest inner = { NULL, &log }, outer = { NULL, &log };
	struct inf__processor_listener_config config = {
		.name = "in", .handler = { invoke_inner, NULL, NULL, &inner }
	};
	struct inf__processor_listener *l;

	(void)state;
	outer.inner = inf__processor_listener_new(&config, 7);
	config.name = "out";
	config.handler.user = &outer;
	l = inf__processor_listener_new(&config, 5);
	assert_non_null(l);
	assert_int_equal(inf__processor_listener_invoke(l, &call), 0);
	assert_string_equal(log.ptr, "out=5 in=7 in=7 out=5 ");
	assert_null(inf__processor_listener_current_name());
	assert_int_equal(inf__processor_listener_current_reg(), 0);
	inf__processor_listener_free(l);
	inf__processor_listener_free(outer.inner);
}

static void metrics_count_handlers_until_they_are_removed(void **state)
{
	struct inf__informer_metrics m = { 0 };
	struct kit k;

	(void)state;
	setup(&k, CURRENT);
	assert_int_equal(kit_add(&k, 'b', -1), 0);
	kit_run(&k);
	inf__processor_listener_metrics(listener(&k, 'a'), &m);
	inf__processor_listener_metrics(listener(&k, 'b'), &m);
	assert_int_equal(m.handlers, 2);
	assert_int_equal(m.handled, 2);
	kit_remove(&k, 'a');
	m = (struct inf__informer_metrics) { 0 };
	inf__processor_listener_metrics(inf__informer_listener_at(k.inf, 0), &m);
	inf__processor_listener_metrics(listener(&k, 'b'), &m);
	assert_int_equal(m.handlers, 1);
	assert_int_equal(m.handled, 2);
	kit_fini(&k);
}

/* Adds "KIND n KEY TEXT" for each notification. */
static void note_trace(void *user, const struct trace_event *ev)
{
	const char *kind = ev->kind == TRACE_NOTIFY_ADD	     ? "add"
			   : ev->kind == TRACE_NOTIFY_UPDATE ? "update"
			   : ev->kind == TRACE_NOTIFY_DELETE ? "delete"
							     : NULL;

	if (kind)
		strbuf_addf(user, "%s %d " STR_FMT " " STR_FMT "\n", kind, (int)ev->n,
			    STR_ARG(ev->key), STR_ARG(ev->text));
}

/* The pages and the text log show "with a tombstone" and "part of the first state" by it. */
static void trace_distinguishes_initial_adds_and_unknown_deletions(void **state)
{
	AUTO_STRBUF seen = STRBUF_INIT;
	struct kit_options o = { .gates = CURRENT, .sink = { note_trace, &seen } };
	struct kit k;

	(void)state;
	assert_true(kit_init(&k, &o));
	assert_int_equal(kit_add(&k, 'a', -1), 0);
	assert_int_equal(inf__informer_start(k.inf, 0, NULL), 0);
	kit_replace(&k, "d/p=1 d/q=2", "2");
	kit_run(&k);
	assert_int_equal(kit_put(&k, INF_DELTA_ADDED, "d/r", "3"), 0);
	assert_int_equal(kit_put(&k, INF_DELTA_DELETED, "d/p", "4"), 0);
	kit_run(&k);
	kit_replace(&k, "d/r=5", "5");
	kit_run(&k);
	assert_string_equal(seen.ptr, "add 1 d/p 1\nadd 1 d/q 2\nadd 0 d/r 3\ndelete 0 d/p 4\n"
				      "delete 1 d/q 2\nupdate 0 d/r 3->5\n");
	kit_fini(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(listener_pauses_one_second_after_a_failed_handler),
		cmocka_unit_test(listener_pause_begins_at_the_next_notification_or_at_the_failure),
		cmocka_unit_test(handler_removed_during_the_pause_gets_the_notification_in_hand),
		cmocka_unit_test(removal_drops_the_backlog_and_the_running_call_finishes),
		cmocka_unit_test(removed_listener_is_freed_with_its_last_reference),
		cmocka_unit_test(listener_is_synced_after_the_whole_initial_list),
		cmocka_unit_test(handler_never_syncs_after_a_failed_initial_add),
		cmocka_unit_test(listener_accepts_a_handler_without_functions),
		cmocka_unit_test(a_handler_may_add_and_remove_handlers),
		cmocka_unit_test(listener_frees_a_long_backlog_after_delivery),
		cmocka_unit_test(current_listener_is_the_outer_one_after_a_nested_call),
		cmocka_unit_test(metrics_count_handlers_until_they_are_removed),
		cmocka_unit_test(trace_distinguishes_initial_adds_and_unknown_deletions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
