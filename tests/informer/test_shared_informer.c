/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/informer_kit.h"

static const struct {
	const char       *name;
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

static void tells_handlers_what_the_queue_was_told(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(GATES); i++) {
		struct kit_options o = options(i);
		struct kit         k;

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tells_handlers_what_the_queue_was_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
