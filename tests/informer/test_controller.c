/* SPDX-License-Identifier: Apache-2.0 */
/* What a popped delta does to cache and handlers. Lines in comments are client-go v0.37
 * tools/cache/controller.go unless they say 0.32. */
#include "informer/controller.h"

#include "tests/kit/informer_kit.h"

#define CURRENT inf__gates_current()
static const struct inf__gates NO_BATCH = { false, false, true, true, true };
static const struct inf__gates NOT_ATOMIC = { false, true, false, false, true };
#define CLASSIC inf__gates_classic()

static void setup_without(struct kit *k, struct inf__gates gates, inf__without without)
{
	struct kit_options o = { .gates = gates, .without = without };

	assert_true(kit_init(k, &o));
	assert_int_equal(kit_add(k, 'a', -1), 0);
	assert_int_equal(inf__informer_start(k->inf, 0, NULL), 0);
}

static void setup(struct kit *k, struct inf__gates gates)
{
	setup_without(k, gates, 0);
}

static void expect_rv(struct kit *k, const char *rv)
{
	char buf[32];

	inf__informer_store_rv(k->inf, buf, sizeof(buf));
	assert_string_equal(buf, rv);
}

/* 855-871: whether the store has the key decides, not the delta's type. */
static void notification_type_depends_on_the_store_not_on_the_delta(void **state)
{
	(void)state;
	for (int classic = 0; classic < 2; classic++) {
		struct kit k;

		setup(&k, classic ? CLASSIC : CURRENT);
		kit_put(&k, INF_DELTA_UPDATED, "d/p", "1");
		kit_run(&k);
		kit_put(&k, INF_DELTA_ADDED, "d/p", "2");
		kit_run(&k);
		kit_put(&k, INF_DELTA_UPDATED, "d/p", "1"); /* versions are never compared */
		kit_run(&k);
		kit_put(&k, INF_DELTA_DELETED, "d/nobody", "3");
		kit_run(&k);
		kit_expect(&k, classic ? "a ADD d/p 1\na UPDATE d/p 1>2\na UPDATE d/p 2>1\n"
				       : "a ADD d/p 1\na UPDATE d/p 1>2\na UPDATE d/p 2>1\n"
					 "a DELETE d/nobody 3\n");
		kit_fini(&k);
	}
}

static void on_trace(void *user, const struct trace_event *ev)
{
	if (ev->at_ns) /* the queue has no clock */
		strbuf_addf(user, "%lld ", (long long)ev->at_ns);
	strbuf_addf(user, "%s.%s " STR_FMT, trace_kind_group(ev->kind), trace_kind_word(ev->kind),
		    STR_ARG(ev->who));
	if (ev->id)
		strbuf_addf(user, " id=%u", ev->id);
	if (ev->n)
		strbuf_addf(user, " n=%lld", (long long)ev->n);
	if (ev->key.len)
		strbuf_addf(user, " key=" STR_FMT, STR_ARG(ev->key));
	if (ev->text.len)
		strbuf_addf(user, " text=" STR_FMT, STR_ARG(ev->text));
	if (ev->object.len)
		strbuf_addf(user, " object=%zu", ev->object.len);
	strbuf_addc(user, '\n');
}

#define ONE_BY_ONE                                                                                 \
	"queue.add pods n=1 key=d/a text=Replaced\n"                                               \
	"queue.add pods n=2 key=d/b text=Replaced\n"                                               \
	"queue.replace pods n=2 text=5\n"                                                          \
	"1 store.set pods key=d/a text=1 object=114\n"                                             \
	"queue.pop pods n=1\n"                                                                     \
	"1 store.set pods key=d/b text=2 object=114\n"                                             \
	"queue.pop pods n=1\n"                                                                     \
	"1 sync.synced pods\n"                                                                     \
	"1 notify.add a n=1 key=d/a text=1\n"                                                      \
	"1 notify.add a n=1 key=d/b text=2\n"                                                      \
	"queue.add pods n=1 key=d/c text=Added\n"                                                  \
	"queue.add pods n=2 key=d/a text=Updated\n"                                                \
	"queue.add pods n=3 key=d/b text=Deleted\n"                                                \
	"2 store.set pods key=d/c text=6 object=114\n"                                             \
	"queue.pop pods n=1\n"                                                                     \
	"2 store.set pods key=d/a text=7 object=114\n"                                             \
	"queue.pop pods n=1\n"                                                                     \
	"2 store.delete pods key=d/b text=8 object=114\n"                                          \
	"queue.pop pods n=1\n"                                                                     \
	"2 notify.add a key=d/c text=6\n"                                                          \
	"2 notify.update a key=d/a text=1->7\n"                                                    \
	"2 notify.delete a key=d/b text=8\n"

/* A reader of the trace sees each delta come and go, its effect on the cache, and its
 * notifications, with the names of all three. */
static void controller_traces_every_step(void **state)
{
	static const struct {
		struct inf__gates gates;
		const char *text;
	} cases[] = {
		{ { false, true, true, true, true },
		  "queue.add pods n=1 text=ReplacedAll\n"
		  "queue.replace pods n=2 text=5\n"
		  "1 store.set pods key=d/a text=1 object=114\n"
		  "1 store.set pods key=d/b text=2 object=114\n"
		  "queue.pop pods n=1\n"
		  "1 sync.synced pods\n"
		  "1 notify.add a n=1 key=d/a text=1\n"
		  "1 notify.add a n=1 key=d/b text=2\n"
		  "queue.add pods n=1 key=d/c text=Added\n"
		  "queue.add pods n=2 key=d/a text=Updated\n"
		  "queue.add pods n=3 key=d/b text=Deleted\n"
		  "2 store.set pods key=d/c text=6 object=114\n"
		  "2 store.set pods key=d/a text=7 object=114\n"
		  "2 store.delete pods key=d/b text=8 object=114\n"
		  "queue.pop pods n=3\n"
		  "2 notify.add a key=d/c text=6\n"
		  "2 notify.update a key=d/a text=1->7\n"
		  "2 notify.delete a key=d/b text=8\n"
		  "queue.add pods n=1 text=ReplacedAll\n"
		  "queue.replace pods n=1 text=9\n"
		  "3 store.delete pods key=d/c text=6 object=114\n"
		  "3 store.set pods key=d/a text=7 object=114\n"
		  "queue.pop pods n=1\n"
		  "3 notify.delete a n=1 key=d/c text=6\n"
		  "3 notify.failed a n=-1\n"
		  "2000000000 notify.update a key=d/a text=7->7\n" },
		{ { false, false, false, false, false },
		  ONE_BY_ONE "queue.add pods n=1 key=d/c text=Deleted\n"
			     "queue.add pods n=2 key=d/a text=Replaced\n"
			     "queue.replace pods n=1 text=9\n"
			     "3 store.delete pods key=d/c text=6 object=114\n"
			     "queue.pop pods n=1\n"
			     "3 store.set pods key=d/a text=7 object=114\n"
			     "queue.pop pods n=1\n"
			     "3 notify.delete a n=1 key=d/c text=6\n"
			     "3 notify.failed a n=-1\n"
			     "2000000000 notify.update a key=d/a text=7->7\n" },
		{ { true, false, false, false, false },
		  ONE_BY_ONE "queue.add pods n=1 key=d/a text=Replaced\n"
			     "queue.add pods n=2 key=d/c text=Deleted\n"
			     "queue.replace pods n=1 text=9\n"
			     "3 store.set pods key=d/a text=7 object=114\n"
			     "queue.pop pods n=1\n"
			     "3 store.delete pods key=d/c text=6 object=114\n"
			     "queue.pop pods n=1\n"
			     "3 notify.update a key=d/a text=7->7\n"
			     "3 notify.failed a n=-1\n"
			     "2000000000 notify.delete a n=1 key=d/c text=6\n" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF trace = STRBUF_INIT;
		struct kit_options o = { .gates = cases[i].gates, .sink = { on_trace, &trace } };
		struct kit k;

		assert_true(kit_init(&k, &o));
		assert_int_equal(kit_add(&k, 'a', -1), 0);
		assert_int_equal(inf__informer_start(k.inf, 0, NULL), 0);
		strbuf_clear(&trace);
		k.now_ns = 1;
		kit_replace(&k, "d/a=1 d/b=2", "5");
		kit_run(&k);
		k.now_ns = 2;
		kit_put(&k, INF_DELTA_ADDED, "d/c", "6");
		kit_put(&k, INF_DELTA_UPDATED, "d/a", "7");
		kit_put(&k, INF_DELTA_DELETED, "d/b", "8");
		kit_run(&k);
		k.now_ns = 3;
		kit_handler(&k, 'a')->fail_next = 1;
		kit_replace(&k, "d/a=7", "9");
		kit_run(&k);
		k.now_ns = 2 * NS_PER_S;
		kit_run(&k);
		if (strcmp(trace.ptr, cases[i].text) != 0)
			fail_msg("case %zu:\n%s", i, trace.ptr);
		kit_fini(&k);
	}
}

/* 1000-1014; 0.32 delta_fifo.go:648-706 */
static void relist_notifies_in_the_order_of_each_generation(void **state)
{
	static const struct {
		struct inf__gates gates;
		const char *text;
	} cases[] = {
		{ { false, true, true, true, true },
		  "a DELETE d/a 1 tombstone\na DELETE d/c 3 tombstone\na ADD d/z 9\n"
		  "a UPDATE d/b 2>2\na UPDATE d/d 4>8\n" },
		{ { false, true, false, false, true },
		  "a DELETE d/a 1 tombstone\na DELETE d/c 3 tombstone\na ADD d/z 9\n"
		  "a UPDATE d/b 2>2\na UPDATE d/d 4>8\n" },
		{ { true, false, false, false, false },
		  "a ADD d/z 9\na UPDATE d/b 2>2\na UPDATE d/d 4>8\n"
		  "a DELETE d/a 1 tombstone\na DELETE d/c 3 tombstone\n" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct kit k;

		setup(&k, cases[i].gates);
		kit_replace(&k, "d/a=1 d/b=2 d/c=3 d/d=4", "5");
		kit_run(&k);
		kit_expect(&k, "a ADD d/a 1 initial\na ADD d/b 2 initial\na ADD d/c 3 initial\n"
			       "a ADD d/d 4 initial\n");
		kit_replace(&k, "d/z=9 d/b=2 d/d=8", "10");
		kit_run(&k);
		kit_expect(&k, cases[i].text);
		kit_fini(&k);
	}
}

/* Atomic events compare both items with the store before the replace. */
static void key_listed_twice_is_notified_twice(void **state)
{
	static const struct inf__gates gates[] = { { false, true, true, true, true },
						   { false, true, false, false, true },
						   { true, false, false, false, false } };
	static const char *const first[] = { "a ADD d/p 1 initial\na ADD d/p 2 initial\n",
					     "a ADD d/p 1 initial\na UPDATE d/p 1>2\n",
					     "a ADD d/p 1 initial\na UPDATE d/p 1>2\n" };
	static const char *const then[] = { "a UPDATE d/p 2>3\na UPDATE d/p 2>4\n",
					    "a UPDATE d/p 2>3\na UPDATE d/p 3>4\n",
					    "a UPDATE d/p 2>3\na UPDATE d/p 3>4\n" };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(gates); i++) {
		struct kit k;

		setup(&k, gates[i]);
		kit_replace(&k, "d/p=1 d/p=2", "5");
		kit_run(&k);
		kit_expect(&k, first[i]);
		kit_replace(&k, "d/p=3 d/p=4", "6");
		kit_run(&k);
		kit_expect(&k, then[i]);
		kit_expect_cache(&k, "d/p=4 ");
		kit_fini(&k);
	}
}

/* queue-relist-behind-pending: what was queued before comes first and is not judged by the list. */
static void relist_is_compared_with_the_store_when_it_is_processed(void **state)
{
	struct kit k;

	(void)state;
	setup(&k, CURRENT);
	kit_replace(&k, "d/p1=5 d/p2=6", "10");
	kit_run(&k);
	strbuf_clear(&k.log);
	inf__informer_hold_store(k.inf, true);
	kit_put(&k, INF_DELTA_UPDATED, "d/p1", "11");
	kit_process(&k);
	assert_int_equal(inf__informer_process_step(k.inf, 0), INF_STEP_HELD);
	kit_put(&k, INF_DELTA_ADDED, "d/p3", "12");
	kit_put(&k, INF_DELTA_DELETED, "d/p2", "13");
	kit_replace(&k, "d/p1=14", "20");
	kit_run(&k);
	kit_expect(&k, "");
	kit_expect_cache(&k, "d/p1=5 d/p2=6 ");
	inf__informer_hold_store(k.inf, false);
	kit_run(&k);
	kit_expect(&k, "a UPDATE d/p1 5>11\na ADD d/p3 12\na DELETE d/p2 13\n"
		       "a DELETE d/p3 12 tombstone\na UPDATE d/p1 11>14\n");
	kit_fini(&k);
}

/* The same steps in the classic generation, which holds the queue instead of the store. */
static void classic_relist_merges_with_pending_deltas(void **state)
{
	struct kit k;

	(void)state;
	setup(&k, CLASSIC);
	kit_replace(&k, "d/p1=5 d/p2=6", "10");
	kit_run(&k);
	strbuf_clear(&k.log);
	inf__informer_hold_store(k.inf, true); /* means the queue here */
	kit_put(&k, INF_DELTA_UPDATED, "d/p1", "11");
	kit_put(&k, INF_DELTA_ADDED, "d/p3", "12");
	kit_put(&k, INF_DELTA_DELETED, "d/p2", "13");
	kit_replace(&k, "d/p1=14", "20");
	kit_run(&k);
	kit_expect(&k, "");
	inf__informer_pop_one(k.inf);
	kit_run(&k);
	kit_expect(&k, "a UPDATE d/p1 5>11\na UPDATE d/p1 11>14\n");
	inf__informer_hold_store(k.inf, false);
	kit_run(&k);
	kit_expect(&k, "a ADD d/p3 12\na DELETE d/p3 12 tombstone\na DELETE d/p2 13\n");
	kit_fini(&k);
}

static void pop_one_releases_one_key_and_has_no_effect_on_an_empty_queue(void **state)
{
	struct kit k;

	(void)state;
	setup(&k, CLASSIC);
	kit_replace(&k, "", "1");
	inf__informer_hold_queue(k.inf, true);
	inf__informer_pop_one(k.inf); /* there is nothing */
	kit_put(&k, INF_DELTA_ADDED, "d/p", "1");
	kit_put(&k, INF_DELTA_ADDED, "d/q", "2");
	kit_run(&k);
	kit_expect(&k, "");
	inf__informer_pop_one(k.inf);
	kit_run(&k);
	kit_expect(&k, "a ADD d/p 1\n");
	kit_fini(&k);
}

static void hold_of_a_key_stops_processing_at_that_key(void **state)
{
	struct kit k;

	(void)state;
	for (unsigned classic = 0; classic < 2; classic++) {
		for (unsigned store = 0; store < 2; store++) {
			setup(&k, classic ? CLASSIC : CURRENT);
			kit_replace(&k, "", "1");
			kit_run(&k);
			assert_int_equal(inf__informer_hold_at(k.inf, store, "d/q", 0), 0);
			kit_put(&k, INF_DELTA_ADDED, "d/p", "2");
			kit_put(&k, INF_DELTA_ADDED, "d/q", "3");
			kit_put(&k, INF_DELTA_ADDED, "d/r", "4");
			kit_run(&k);
			kit_expect(&k, "a ADD d/p 2\n");
			inf__informer_hold_store(k.inf, false);
			inf__informer_hold_queue(k.inf, false);
			kit_run(&k);
			kit_expect(&k, "a ADD d/q 3\na ADD d/r 4\n");
			kit_fini(&k);
		}
	}
}

static void hold_of_the_nth_write_passes_the_writes_before_it(void **state)
{
	struct kit k;

	(void)state;
	setup(&k, CURRENT);
	kit_replace(&k, "", "1");
	kit_run(&k);
	assert_int_equal(inf__informer_hold_at(k.inf, true, NULL, 3), 0);
	kit_put(&k, INF_DELTA_ADDED, "d/p", "2");
	kit_run(&k);
	kit_put(&k, INF_DELTA_DELETED, "d/nobody", "3"); /* writes nothing: not counted */
	kit_put(&k, INF_DELTA_UPDATED, "d/p", "4");
	kit_put(&k, INF_DELTA_UPDATED, "d/p", "5");
	kit_run(&k);
	kit_expect(&k, "a ADD d/p 2\na DELETE d/nobody 3\na UPDATE d/p 2>4\n");
	inf__informer_hold_store(k.inf, false);
	kit_run(&k);
	kit_expect(&k, "a UPDATE d/p 4>5\n");
	kit_fini(&k);
}

/* The hold blocks in the index function: writes that call none pass. */
static void held_store_passes_writes_without_index_updates(void **state)
{
	struct kit k;

	(void)state;
	setup(&k, CURRENT);
	kit_replace(&k, "d/p=1", "2");
	kit_run(&k);
	strbuf_clear(&k.log);
	inf__informer_hold_store(k.inf, true);
	k.q->ops->resync(k.q, NULL);
	k.q->ops->bookmark(k.q, "3", NULL);
	kit_put(&k, INF_DELTA_DELETED, "d/nobody", "4");
	kit_run(&k);
	kit_expect(&k, "a UPDATE d/p 1>1\na DELETE d/nobody 4\n");
	expect_rv(&k, "4");
	kit_put(&k, INF_DELTA_DELETED, "d/p", "5");
	kit_run(&k);
	kit_expect(&k, "");
	inf__informer_hold_store(k.inf, false);
	kit_run(&k);
	kit_expect(&k, "a DELETE d/p 5\n");
	inf__informer_hold_store(k.inf, true);
	kit_replace(&k, "", "6");
	kit_run(&k);
	expect_rv(&k, "6");
	kit_fini(&k);
}

static void feeder_blocks_on_a_held_store_only_without_atomic_events(void **state)
{
	struct kit k;

	(void)state;
	setup(&k, NOT_ATOMIC);
	inf__informer_hold_store(k.inf, true);
	assert_false(inf__informer_feeder_blocked(k.inf));
	kit_put(&k, INF_DELTA_ADDED, "d/p", "1");
	kit_run(&k);
	assert_true(inf__informer_feeder_blocked(k.inf));
	inf__informer_hold_store(k.inf, false);
	kit_run(&k);
	assert_false(inf__informer_feeder_blocked(k.inf));
	kit_fini(&k);
	setup(&k, CURRENT);
	inf__informer_hold_store(k.inf, true);
	kit_put(&k, INF_DELTA_ADDED, "d/p", "1");
	kit_run(&k);
	assert_false(inf__informer_feeder_blocked(k.inf));
	kit_fini(&k);
}

/* 845-853: syncs the objects stored when it is processed; 0.32: those stored when it is queued. */
static void resync_after_pending_changes_follows_each_generation(void **state)
{
	struct kit k;

	(void)state;
	setup(&k, CURRENT);
	kit_replace(&k, "d/p=1 d/q=2", "3");
	kit_run(&k);
	strbuf_clear(&k.log);
	kit_put(&k, INF_DELTA_UPDATED, "d/p", "4");
	k.q->ops->resync(k.q, NULL);
	kit_run(&k);
	kit_expect(&k, "a UPDATE d/p 1>4\na UPDATE d/p 4>4\na UPDATE d/q 2>2\n");
	kit_fini(&k);
	setup(&k, CLASSIC);
	kit_replace(&k, "d/p=1 d/q=2", "3");
	kit_run(&k);
	strbuf_clear(&k.log);
	kit_put(&k, INF_DELTA_UPDATED, "d/p", "4");
	k.q->ops->resync(k.q, NULL);
	kit_run(&k);
	kit_expect(&k, "a UPDATE d/p 1>4\na UPDATE d/q 2>2\n");
	kit_fini(&k);
}

/* thread_safe_store.go:294-455 */
static void store_version_is_that_of_the_last_write_or_bookmark(void **state)
{
	struct kit k;

	(void)state;
	for (int i = 0; i < 2; i++) {
		setup(&k, i ? NO_BATCH : CURRENT);
		expect_rv(&k, "");
		kit_replace(&k, "d/p=1 d/q=2", "10");
		kit_run(&k);
		expect_rv(&k, "10");
		kit_put(&k, INF_DELTA_UPDATED, "d/p", "11");
		kit_run(&k);
		expect_rv(&k, "11");
		k.q->ops->bookmark(k.q, "5", NULL); /* backwards, too */
		kit_run(&k);
		expect_rv(&k, "5");
		kit_put(&k, INF_DELTA_DELETED, "d/nobody", "12");
		kit_run(&k);
		expect_rv(&k, "12");
		kit_put(&k, INF_DELTA_UPDATED, "d/p", "14");
		kit_put(&k, INF_DELTA_UPDATED, "d/q", "13");
		kit_run(&k);
		expect_rv(&k, "13"); /* the last of the batch */
		k.q->ops->resync(k.q, NULL);
		kit_run(&k);
		expect_rv(&k, "13");
		kit_put(&k, INF_DELTA_UPDATED, "d/p", NULL);
		kit_run(&k);
		expect_rv(&k, "");
		kit_fini(&k);
	}
}

static void store_version_stays_empty_without_atomic_events(void **state)
{
	static const struct inf__gates gates[] = { { false, true, false, false, true },
						   { true, false, false, false, false } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(gates); i++) {
		struct kit k;

		setup(&k, gates[i]);
		kit_replace(&k, "d/p=1", "10");
		kit_put(&k, INF_DELTA_UPDATED, "d/p", "11");
		k.q->ops->bookmark(k.q, "12", NULL);
		kit_run(&k);
		expect_rv(&k, "");
		kit_fini(&k);
	}
}

/* deltas-rename-*: a tombstone carries the queue's key, which the cache does not have. */
static void tombstone_carries_the_key_before_the_transform(void **state)
{
	static char suffix[] = "-x";
	struct kit_options o = { .gates = { .classic = true },
				 .transform = kit_transform_rename,
				 .transform_user = suffix };
	struct kit k;

	(void)state;
	assert_true(kit_init(&k, &o));
	kit_add(&k, 'a', -1);
	inf__informer_start(k.inf, 0, NULL);
	kit_replace(&k, "", "1");
	kit_put(&k, INF_DELTA_ADDED, "d/p", "2");
	kit_replace(&k, "", "3");
	kit_run(&k);
	kit_expect(&k, "a ADD d/p-x 2\na DELETE d/p 2 tombstone\n");
	kit_expect_cache(&k, "d/p-x=2 ");
	kit_fini(&k);
}

/* 955 ff.: all store writes of a batch come before its first notification. */
static void batch_is_written_to_the_store_in_one_step(void **state)
{
	struct kit k;

	(void)state;
	setup(&k, CURRENT);
	kit_replace(&k, "", "1");
	kit_run(&k);
	kit_put(&k, INF_DELTA_ADDED, "d/p", "2");
	kit_put(&k, INF_DELTA_ADDED, "d/q", "3");
	assert_int_equal(inf__informer_process_step(k.inf, 0), INF_STEP_DONE);
	kit_expect_cache(&k, "d/p=2 d/q=3 ");
	assert_int_equal(inf__informer_process_step(k.inf, 0), INF_STEP_IDLE);
	kit_fini(&k);
	setup(&k, NO_BATCH);
	kit_replace(&k, "", "1");
	kit_run(&k);
	kit_put(&k, INF_DELTA_ADDED, "d/p", "2");
	kit_put(&k, INF_DELTA_ADDED, "d/q", "3");
	assert_int_equal(inf__informer_process_step(k.inf, 0), INF_STEP_DONE);
	kit_expect_cache(&k, "d/p=2 ");
	kit_fini(&k);
}

/* NewInformer: its handler runs in the loop, so a stuck one stops the cache. */
static void one_at_a_time_controller_waits_for_its_handler(void **state)
{
	struct kit_options o = { .gates = CURRENT, .one_at_a_time = true };
	struct kit k;

	(void)state;
	assert_true(kit_init(&k, &o));
	kit_add(&k, 'a', -1);
	inf__informer_start(k.inf, 0, NULL);
	kit_replace(&k, "d/p=1", "2");
	kit_process(&k);
	kit_put(&k, INF_DELTA_UPDATED, "d/p", "3");
	kit_process(&k);
	assert_false(inf__informer_process_ready(k.inf, 0));
	kit_expect_cache(&k, "d/p=1 ");
	kit_run(&k);
	kit_expect_cache(&k, "d/p=3 ");
	kit_expect(&k, "a ADD d/p 1 initial\na UPDATE d/p 1>3\n");
	kit_fini(&k);
}

/* ---- out of memory: nothing is lost, nothing comes twice ---- */

static void feed(struct kit *k)
{
	kit_replace(k, "d/a=1 d/b=2", "3");
	kit_put(k, INF_DELTA_UPDATED, "d/a", "4");
	kit_put(k, INF_DELTA_ADDED, "d/c", "5");
	kit_put(k, INF_DELTA_DELETED, "d/b", "6");
	k->q->ops->bookmark(k->q, "7", NULL);
	k->q->ops->resync(k->q, NULL);
	kit_put(k, INF_DELTA_UPDATED, "d/a", "8");
	kit_replace(k, "d/c=5 d/d=9", "10");
}

static void deltas_are_delivered_once_after_any_failed_allocation(void **state)
{
	static const struct {
		struct inf__gates gates;
		inf__without without;
	} cases[] = {
		{ { false, true, true, true, true }, 0 },
		{ { false, false, true, false, true }, 0 },
		{ { false, true, false, false, true }, 0 },
		{ { true, false, false, false, false }, 0 },
		/* A tombstone that has only its key: as a delete and as part of a replace. */
		{ { false, true, true, true, true }, 1ULL << INF_FIX_TOMBSTONE_STATE },
		{ { true, false, false, false, false }, 1ULL << INF_FIX_TOMBSTONE_STATE },
	};

	(void)state;
	for (size_t g = 0; g < ARRAY_LEN(cases); g++) {
		AUTO_STRBUF good = STRBUF_INIT;

		for (long grant = -1;; grant++) {
			struct kit k;
			bool failed;

			setup_without(&k, cases[g].gates, cases[g].without);
			feed(&k);
			base__alloc_fail_after = grant;
			kit_process(&k);
			base__alloc_fail_after = -1;
			failed = inf__informer_process_deadline_ns(k.inf) != TIME_NEVER;
			if (failed)
				k.now_ns = inf__informer_process_deadline_ns(k.inf);
			kit_run(&k);
			assert_true(inf__indexer_valid(inf__informer_indexer(k.inf)));
			kit_expect_cache(&k, "d/c=5 d/d=9 ");
			if (grant < 0)
				strbuf_adds(&good, strbuf_str(&k.log));
			kit_expect(&k, good.ptr);
			kit_fini(&k);
			if (grant >= 0 && !failed)
				break;
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(controller_traces_every_step),
		cmocka_unit_test(notification_type_depends_on_the_store_not_on_the_delta),
		cmocka_unit_test(relist_notifies_in_the_order_of_each_generation),
		cmocka_unit_test(key_listed_twice_is_notified_twice),
		cmocka_unit_test(relist_is_compared_with_the_store_when_it_is_processed),
		cmocka_unit_test(classic_relist_merges_with_pending_deltas),
		cmocka_unit_test(hold_of_a_key_stops_processing_at_that_key),
		cmocka_unit_test(hold_of_the_nth_write_passes_the_writes_before_it),
		cmocka_unit_test(pop_one_releases_one_key_and_has_no_effect_on_an_empty_queue),
		cmocka_unit_test(held_store_passes_writes_without_index_updates),
		cmocka_unit_test(feeder_blocks_on_a_held_store_only_without_atomic_events),
		cmocka_unit_test(resync_after_pending_changes_follows_each_generation),
		cmocka_unit_test(store_version_is_that_of_the_last_write_or_bookmark),
		cmocka_unit_test(store_version_stays_empty_without_atomic_events),
		cmocka_unit_test(tombstone_carries_the_key_before_the_transform),
		cmocka_unit_test(batch_is_written_to_the_store_in_one_step),
		cmocka_unit_test(one_at_a_time_controller_waits_for_its_handler),
		cmocka_unit_test(deltas_are_delivered_once_after_any_failed_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
