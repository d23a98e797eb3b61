/* SPDX-License-Identifier: Apache-2.0 */
/* The steps of a controller as its thread and the simulator see them: when one is ready, and what
 * one leaves behind. */
#include "informer/controller.h"

#include "informer/store_index.h"
#include "tests/kit/informer_kit.h"

static void start(struct kit *k, struct inf__gates gates, inf__without without)
{
	struct kit_options o = { .gates = gates, .without = without };

	assert_true(kit_init(k, &o));
	assert_int_equal(kit_add(k, 'a', -1), 0);
	assert_int_equal(inf__informer_start(k->inf, 0, NULL), 0);
}

/* Out of memory the controller retries a second later. A stop in that second ends it, and its
 * thread must not wake for the retry. */
static void controller_stopped_before_a_retry_has_no_deadline(void **state)
{
	struct kit k;

	(void)state;
	start(&k, inf__gates_current(), 0);
	kit_put(&k, INF_DELTA_ADDED, "d/p", "1");
	base__alloc_fail_after = 0;
	(void)inf__informer_process_step(k.inf, 0);
	base__alloc_fail_after = -1;
	assert_true(inf__informer_process_deadline_ns(k.inf) < TIME_NEVER);
	assert_false(inf__informer_process_ready(k.inf, 0));
	inf__informer_stop(k.inf, 0);
	assert_true(inf__informer_process_ready(k.inf, 0));
	(void)inf__informer_process_step(k.inf, 0);
	assert_true(inf__informer_process_deadline_ns(k.inf) == TIME_NEVER);
	kit_expect_cache(&k, "");
	kit_fini(&k);
}

static size_t indexed(struct kit *k)
{
	struct inf_object_list objs;
	size_t count;

	inf__object_list_init(&objs);
	assert_int_equal(inf__indexer_by_index(inf__informer_indexer(k->inf), "namespace", "d",
					       &objs, NULL),
			 0);
	count = objs.len;
	inf_object_list_fini(&objs);
	return count;
}

/* The mistake of other informers: a reader between the two halves of an update misses the object.
 */
static void update_without_index_at_once_leaves_the_index_for_one_step(void **state)
{
	static const struct {
		inf__without without;
		size_t between;
		const char *cache;
	} cases[] = {
		{ 0, 2, "d/p=3 d/q=1 " },
		{ 1ULL << INF_FIX_INDEX_AT_ONCE, 1, "d/p=1 d/q=1 " },
	};
	const struct inf__index_def def = { "namespace", inf__index_by_namespace, NULL };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct kit k;

		start(&k, inf__gates_current(), cases[i].without);
		assert_int_equal(inf__indexer_add_indexers(inf__informer_indexer(k.inf), &def, 1,
							   NULL),
				 0);
		kit_replace(&k, "d/p=1 d/q=1", "2");
		kit_run(&k);
		kit_put(&k, INF_DELTA_UPDATED, "d/p", "3");
		assert_true(inf__informer_process_ready(k.inf, 0));
		assert_int_equal(inf__informer_process_step(k.inf, 0), INF_STEP_DONE);
		assert_int_equal(indexed(&k), cases[i].between);
		kit_expect_cache(&k, cases[i].cache);
		kit_run(&k);
		assert_int_equal(indexed(&k), 2);
		kit_expect_cache(&k, "d/p=3 d/q=1 ");
		kit_fini(&k);
	}
}

/* The mistakes of other informers: the cache has the object before its handlers' queues do. */
static void omitted_fix_leaves_handlers_for_a_second_step(void **state)
{
	static const struct {
		inf__without without;
		const char *first, *second;
	} cases[] = {
		{ 0, "a ADD d/p 1\nb ADD d/p 1\n", "" },
		{ 1ULL << INF_FIX_JOIN_BLOCKS, "", "a ADD d/p 1\nb ADD d/p 1\n" },
		{ 1ULL << INF_FIX_REMOVE_ALONE, "a ADD d/p 1\n", "b ADD d/p 1\n" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct kit k;

		start(&k, inf__gates_current(), cases[i].without);
		assert_int_equal(kit_add(&k, 'b', -1), 0);
		kit_put(&k, INF_DELTA_ADDED, "d/p", "1");
		assert_int_equal(inf__informer_process_step(k.inf, 0), INF_STEP_DONE);
		kit_expect_cache(&k, "d/p=1 ");
		kit_deliver(&k);
		kit_expect(&k, cases[i].first);
		kit_run(&k);
		kit_expect(&k, cases[i].second);
		kit_fini(&k);
	}
}

/* The invariant that the simulator checks after each step. */
static void check_names_the_index_that_lacks_an_object(void **state)
{
	const struct inf__index_def def = { "namespace", inf__index_by_namespace, NULL };
	AUTO_STRBUF why = STRBUF_INIT;
	struct inf__indexer *ix;
	struct kit k;

	(void)state;
	start(&k, inf__gates_current(), 0);
	ix = inf__informer_indexer(k.inf);
	assert_int_equal(inf__indexer_add_indexers(ix, &def, 1, NULL), 0);
	kit_replace(&k, "d/p=1 d/q=1 e/r=1", "2");
	kit_run(&k);
	assert_int_equal(inf__indexer_check(ix, &why), 0);
	inf__indexer_unindex(ix, "d/p");
	assert_int_equal(inf__indexer_check(ix, &why), RELIST_ELIMIT);
	assert_string_equal(why.ptr, "index namespace has 2 entries, a rebuild gives 3");
	strbuf_clear(&why);
	inf__indexer_unindex(ix, "e/r");
	assert_int_equal(inf__indexer_check(ix, &why), RELIST_ELIMIT);
	assert_string_equal(why.ptr, "index namespace has no value \"e\", which e/r has");
	kit_fini(&k);
}

static void index_by_name(void *swapped, const struct inf_object *obj, struct inf_index_values *out)
{
	bool is_p = inf_object_name(obj).ptr[0] == 'p';

	(void)inf_index_values_add(out, is_p != *(bool *)swapped ? "a" : "b", 1);
}

static void check_names_the_object_under_a_wrong_value(void **state)
{
	bool swapped = false;
	const struct inf__index_def def = { "any", index_by_name, &swapped };
	AUTO_STRBUF why = STRBUF_INIT;
	struct inf__indexer *ix;
	struct kit k;

	(void)state;
	start(&k, inf__gates_current(), 0);
	ix = inf__informer_indexer(k.inf);
	assert_int_equal(inf__indexer_add_indexers(ix, &def, 1, NULL), 0);
	kit_replace(&k, "d/p=1 d/q=1", "2");
	kit_run(&k);
	assert_int_equal(inf__indexer_check(ix, &why), 0);
	swapped = true;
	assert_int_equal(inf__indexer_check(ix, &why), RELIST_ELIMIT);
	assert_string_equal(why.ptr, "index any has d/p under \"a\"");
	kit_fini(&k);
}

static void index_by_user(void *user, const struct inf_object *obj, struct inf_index_values *out)
{
	(void)obj;
	(void)inf_index_values_add(out, user, strlen(user));
}

static uint64_t digest_with_value(char *value)
{
	const struct inf__index_def def = { "any", index_by_user, value };
	struct digest d = DIGEST_INIT;
	struct kit k;

	start(&k, inf__gates_current(), 0);
	assert_int_equal(inf__indexer_add_indexers(inf__informer_indexer(k.inf), &def, 1, NULL), 0);
	kit_replace(&k, "d/p=1", "2");
	kit_run(&k);
	inf__informer_digest(k.inf, &d);
	kit_fini(&k);
	return d.bits;
}

/* Else a search through all orders takes two states for one. */
static void digest_covers_the_values_of_an_index(void **state)
{
	char a[] = "a", b[] = "b";

	(void)state;
	assert_true(digest_with_value(a) == digest_with_value(a));
	assert_true(digest_with_value(a) != digest_with_value(b));
}

static uint64_t digest_of_two(const char *rv)
{
	struct digest d = DIGEST_INIT;
	struct kit k;

	start(&k, inf__gates_classic(), 0);
	kit_put(&k, INF_DELTA_ADDED, "d/p", "1");
	kit_put(&k, INF_DELTA_UPDATED, "d/p", rv);
	inf__informer_digest(k.inf, &d);
	kit_fini(&k);
	return d.bits;
}

static void digest_covers_each_pending_delta_of_a_key(void **state)
{
	(void)state;
	assert_true(digest_of_two("2") == digest_of_two("2"));
	assert_true(digest_of_two("2") != digest_of_two("3"));
}

static void hold_of_the_store_keeps_a_released_key(void **state)
{
	struct inf__gates one_by_one = inf__gates_current();
	struct kit k;

	(void)state;
	one_by_one.batch = false;
	start(&k, one_by_one, 0);
	inf__informer_hold_queue(k.inf, true);
	kit_put(&k, INF_DELTA_ADDED, "d/p", "1");
	kit_put(&k, INF_DELTA_ADDED, "d/q", "1");
	inf__informer_pop_one(k.inf);
	inf__informer_hold_store(k.inf, true);
	inf__informer_hold_store(k.inf, false);
	kit_run(&k);
	kit_expect_cache(&k, "d/p=1 ");
	inf__informer_hold_queue(k.inf, false);
	kit_run(&k);
	kit_expect_cache(&k, "d/p=1 d/q=1 ");
	kit_fini(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(controller_stopped_before_a_retry_has_no_deadline),
		cmocka_unit_test(omitted_fix_leaves_handlers_for_a_second_step),
		cmocka_unit_test(check_names_the_index_that_lacks_an_object),
		cmocka_unit_test(check_names_the_object_under_a_wrong_value),
		cmocka_unit_test(digest_covers_each_pending_delta_of_a_key),
		cmocka_unit_test(hold_of_the_store_keeps_a_released_key),
		cmocka_unit_test(digest_covers_the_values_of_an_index),
		cmocka_unit_test(update_without_index_at_once_leaves_the_index_for_one_step),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
