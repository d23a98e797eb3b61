/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include "base/choice.h"
#include "base/ring.h"

static int items[4096];

static void ring_pops_in_push_order_across_growth(void **state)
{
	static const struct {
		const char *name;
		size_t pushed_first, popped, pushed_then;
	} cases[] = {
		{ "nothing", 0, 0, 0 },
		{ "no growth", 3, 1, 1 },
		{ "exactly full", 8, 0, 0 },
		{ "one more than full", 8, 0, 1 },
		{ "grows while wrapped", 8, 5, 9 },
		{ "many growths", 8, 7, 1000 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct ring r;
		size_t in = 0, out = 0;

		ring_init(&r);
		while (in < cases[i].pushed_first)
			assert_int_equal(ring_push(&r, &items[in++]), 0);
		while (out < cases[i].popped)
			assert_ptr_equal(ring_pop(&r), &items[out++]);
		for (size_t n = 0; n < cases[i].pushed_then; n++)
			assert_int_equal(ring_push(&r, &items[in++]), 0);
		for (size_t n = 0; n < in - out; n++)
			assert_ptr_equal(ring_peek(&r, n), &items[out + n]);
		assert_null(ring_peek(&r, in - out));
		while (out < in)
			assert_ptr_equal(ring_pop(&r), &items[out++]);
		assert_null(ring_pop(&r));
		ring_fini(&r);
	}
}

static void ring_push_after_reserve_needs_no_memory(void **state)
{
	struct ring r;

	(void)state;
	ring_init(&r);
	assert_int_equal(ring_push(&r, &items[0]), 0);
	assert_int_equal(ring_reserve(&r, 100), 0);
	base__alloc_fail_after = 0;
	for (size_t i = 1; i <= 100; i++)
		assert_int_equal(ring_push(&r, &items[i]), 0);
	base__alloc_fail_after = -1;
	assert_int_equal(ring_reserve(&r, SIZE_MAX / 4), RELIST_ENOMEM);
	assert_int_equal(r.len, 101);
	ring_fini(&r);
}

static void ring_equals_an_array_queue_model(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 20; seed++) {
		uint64_t s = seed;
		size_t in = 0, out = 0;
		struct ring r;

		ring_init(&r);
		for (int step = 0; step < 3000; step++) {
			if (splitmix64(&s) % 7 < 4) {
				assert_int_equal(ring_push(&r, &items[in++ % 4096]), 0);
			} else if (in == out) {
				assert_null(ring_pop(&r));
			} else {
				assert_ptr_equal(ring_pop(&r), &items[out++ % 4096]);
			}
			assert_int_equal(r.len, in - out);
		}
		ring_fini(&r);
	}
}

static void fill_and_check(void)
{
	struct ring r;
	size_t in = 0;

	ring_init(&r);
	while (in < 40 && ring_push(&r, &items[in]) == 0)
		in++;
	assert_int_equal(r.len, in);
	for (size_t i = 0; i < in; i++)
		assert_ptr_equal(ring_pop(&r), &items[i]);
	ring_fini(&r);
}

static void ring_survives_every_failing_allocation(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC(fill_and_check());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ring_pops_in_push_order_across_growth),
		cmocka_unit_test(ring_push_after_reserve_needs_no_memory),
		cmocka_unit_test(ring_equals_an_array_queue_model),
		cmocka_unit_test(ring_survives_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
