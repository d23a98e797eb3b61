/* SPDX-License-Identifier: Apache-2.0 */
/* client-go v0.37 tools/cache/mutation_detector.go */
#include "informer/mutation_detector.h"

#include "tests/kit/informer_kit.h"

static void setup(struct kit *k)
{
	struct kit_options o = { .gates = inf__gates_current(), .mutation_detector = true };

	assert_true(kit_init(k, &o));
	kit_add(k, 'a', -1);
	assert_int_equal(inf__informer_start(k->inf, 0, NULL), 0);
	kit_replace(k, "d/p=1", "1");
	kit_run(k);
	strbuf_clear(&k->log);
}

static void until(struct kit *k, int64_t until_ns)
{
	while (inf__informer_process_deadline_ns(k->inf) <= until_ns) {
		k->now_ns = inf__informer_process_deadline_ns(k->inf);
		kit_run(k);
	}
	k->now_ns = until_ns;
	kit_run(k);
}

static void mutation_detector_checks_every_second_and_crashes_once(void **state)
{
	struct kit k;

	(void)state;
	setup(&k);
	assert_int_equal(inf__informer_process_deadline_ns(k.inf), NS_PER_S);
	until(&k, 1500 * NS_PER_MS);
	assert_int_equal(inf__informer_mutate(k.inf, "d/nobody"), RELIST_ENOTFOUND);
	assert_int_equal(inf__informer_mutate(k.inf, "d/p"), 0);
	until(&k, 1999 * NS_PER_MS);
	assert_int_equal(k.crashes, 0);
	until(&k, 2 * NS_PER_S);
	kit_expect(&k, "CRASH cache *unstructured.Unstructured modified\n");
	until(&k, 10 * NS_PER_S);
	assert_int_equal(k.crashes, 1);
	kit_fini(&k);
}

static void mutated_object_stays_valid_json_and_keeps_its_key(void **state)
{
	struct kit k;
	AUTO_OBJECT obj = NULL;

	(void)state;
	setup(&k);
	assert_int_equal(inf__informer_mutate(k.inf, "d/p"), 0);
	obj = inf__indexer_get(inf__informer_indexer(k.inf), "d/p");
	assert_true(json_valid(inf__object_value(obj), NULL, NULL));
	assert_true(json_str_eq(json_path(inf__object_value(obj), "spec", "node", NULL), STR("o")));
	inf_object_unref(obj);
	obj = NULL;
	kit_fini(&k);
}

/* Added objects are checked for two to four minutes, in the cache or not. */
static void mutation_detector_checks_objects_for_two_to_four_minutes(void **state)
{
	struct inf__mutation_detector *d = inf__mutation_detector_new();
	AUTO_OBJECT obj = kit_object("d/p", "1");
	int64_t now = 0;

	(void)state;
	assert_non_null(d);
	assert_int_equal(inf__mutation_detector_deadline_ns(d), TIME_NEVER);
	inf__mutation_detector_start(d, 0);
	assert_int_equal(inf__mutation_detector_add(d, obj), 0);
	for (; now <= 240 * NS_PER_S; now += NS_PER_S)
		assert_false(inf__mutation_detector_step(d, now));
	assert_int_equal(inf__object_count(), 1);
	++*(char *)(uintptr_t)(inf_object_json(obj).ptr + 2);
	assert_true(inf__mutation_detector_step(d, 241 * NS_PER_S));
	assert_int_equal(inf__mutation_detector_deadline_ns(d), TIME_NEVER);
	inf__mutation_detector_start(d, 242 * NS_PER_S);
	now = 242 * NS_PER_S + 121 * NS_PER_S;
	assert_false(inf__mutation_detector_step(d, now)); /* the old generation is released */
	inf__mutation_detector_free(d);
}

/* The period begins with the start of the detector, not at time 0. */
static void mutation_detector_period_begins_at_its_start(void **state)
{
	static const int64_t starts_s[] = { 0, 100, 1000 };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(starts_s); i++) {
		struct inf__mutation_detector *d = inf__mutation_detector_new();
		AUTO_OBJECT obj = kit_object("d/p", "1");
		int64_t begin = starts_s[i] * NS_PER_S;

		assert_non_null(d);
		inf__mutation_detector_start(d, begin);
		assert_true(inf__mutation_detector_deadline_ns(d) == begin);
		assert_int_equal(inf__mutation_detector_add(d, obj), 0);
		for (int64_t s = 0; s <= 239; s++)
			assert_false(inf__mutation_detector_step(d, begin + s * NS_PER_S));
		++*(char *)(uintptr_t)(inf_object_json(obj).ptr + 2);
		assert_true(inf__mutation_detector_step(d, begin + 240 * NS_PER_S));
		--*(char *)(uintptr_t)(inf_object_json(obj).ptr + 2);
		inf__mutation_detector_free(d);
	}
}

static void mutation_detector_stops_with_the_informer(void **state)
{
	struct kit k;

	(void)state;
	setup(&k);
	inf__informer_stop(k.inf, 0);
	kit_run(&k);
	assert_int_equal(inf__informer_process_deadline_ns(k.inf), TIME_NEVER);
	assert_int_equal(inf__informer_mutate(k.inf, "d/p"), 0);
	until(&k, 5 * NS_PER_S);
	assert_int_equal(k.crashes, 0);
	kit_fini(&k);
}

static void run(bool *complete)
{
	struct inf__mutation_detector *d = inf__mutation_detector_new();
	int rc = d ? 0 : RELIST_ENOMEM;

	for (int i = 0; rc == 0 && i < 20; i++) {
		AUTO_OBJECT obj = kit_object("d/p", "1");

		rc = obj ? inf__mutation_detector_add(d, obj) : RELIST_ENOMEM;
	}
	*complete = rc == 0;
	inf__mutation_detector_free(d);
	assert_int_equal(inf__object_count(), 0);
}

static void mutation_detector_survives_every_failing_allocation(void **state)
{
	bool complete;

	(void)state;
	FOR_EACH_FAILING_ALLOC(run(&complete));
	assert_true(complete);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(mutation_detector_checks_every_second_and_crashes_once),
		cmocka_unit_test(mutated_object_stays_valid_json_and_keeps_its_key),
		cmocka_unit_test(mutation_detector_checks_objects_for_two_to_four_minutes),
		cmocka_unit_test(mutation_detector_period_begins_at_its_start),
		cmocka_unit_test(mutation_detector_stops_with_the_informer),
		cmocka_unit_test(mutation_detector_survives_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
