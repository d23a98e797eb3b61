/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include "base/choice.h"
#include "base/heap.h"

static void timers_fire_by_deadline_then_in_order_of_arming(void **state)
{
	static const int64_t deadlines[] = { 5, 3, 5, -1, 3, 0, 5, INT64_MAX };
	static const size_t order[] = { 3, 5, 1, 4, 0, 2, 6 };
	struct timer timers[ARRAY_LEN(deadlines)];
	struct timer_heap heap;

	(void)state;
	timer_heap_init(&heap);
	assert_null(timer_first(&heap));
	assert_null(timer_expire(&heap, INT64_MAX));
	for (size_t i = 0; i < ARRAY_LEN(deadlines); i++) {
		timer_init(&timers[i]);
		assert_int_equal(timer_arm(&heap, &timers[i], deadlines[i]), 0);
	}
	for (size_t i = 0; i < ARRAY_LEN(order); i++) {
		struct timer *t = timer_expire(&heap, 5);

		assert_ptr_equal(t, &timers[order[i]]);
		assert_false(timer_armed(t));
	}
	assert_null(timer_expire(&heap, 5));
	assert_ptr_equal(timer_first(&heap), &timers[7]);
	timer_heap_fini(&heap);
	assert_false(timer_armed(&timers[7]));
}

static void rearmed_timer_fires_last_of_its_deadline(void **state)
{
	struct timer a, b;
	struct timer_heap heap;

	(void)state;
	timer_heap_init(&heap);
	timer_init(&a);
	timer_init(&b);
	assert_int_equal(timer_arm(&heap, &a, 7), 0);
	assert_int_equal(timer_arm(&heap, &b, 7), 0);
	assert_int_equal(timer_arm(&heap, &a, 7), 0);
	assert_int_equal(heap.len, 2);
	assert_ptr_equal(timer_expire(&heap, 7), &b);
	assert_ptr_equal(timer_expire(&heap, 7), &a);
	timer_cancel(&heap, &a);
	assert_null(timer_first(&heap));
	timer_heap_fini(&heap);
}

static void heap_pops_the_same_timers_as_a_linear_search(void **state)
{
	enum { TIMERS = 60 };

	(void)state;
	for (uint64_t seed = 1; seed <= 40; seed++) {
		struct timer timers[TIMERS];
		uint64_t s = seed;
		struct timer_heap heap;

		timer_heap_init(&heap);
		for (size_t i = 0; i < TIMERS; i++)
			timer_init(&timers[i]);
		for (int step = 0; step < 500; step++) {
			struct timer *t = &timers[splitmix64(&s) % TIMERS], *first = NULL;
			uint64_t what = splitmix64(&s) % 8;

			if (what < 5)
				assert_int_equal(timer_arm(&heap, t,
							   (int64_t)(splitmix64(&s) % 20)),
						 0);
			else if (what < 7)
				timer_cancel(&heap, t);
			for (size_t i = 0; i < TIMERS; i++) {
				t = &timers[i];
				if (!timer_armed(t))
					continue;
				if (!first || t->deadline_ns < first->deadline_ns ||
				    (t->deadline_ns == first->deadline_ns && t->seq < first->seq))
					first = t;
			}
			assert_ptr_equal(timer_first(&heap), first);
			if (what == 7)
				assert_ptr_equal(timer_expire(&heap, INT64_MAX), first);
		}
		timer_heap_fini(&heap);
	}
}

static void arm_many(void)
{
	struct timer timers[40];
	size_t armed = 0;
	struct timer_heap heap;

	timer_heap_init(&heap);
	for (size_t i = 0; i < ARRAY_LEN(timers); i++) {
		timer_init(&timers[i]);
		if (timer_arm(&heap, &timers[i], (int64_t)i) == 0)
			armed++;
		else
			assert_false(timer_armed(&timers[i]));
	}
	assert_int_equal(heap.len, armed);
	timer_heap_fini(&heap);
}

static void heap_survives_every_failing_allocation(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC(arm_many());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(timers_fire_by_deadline_then_in_order_of_arming),
		cmocka_unit_test(rearmed_timer_fires_last_of_its_deadline),
		cmocka_unit_test(heap_pops_the_same_timers_as_a_linear_search),
		cmocka_unit_test(heap_survives_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
