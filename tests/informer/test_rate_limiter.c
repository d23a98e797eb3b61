/* SPDX-License-Identifier: Apache-2.0 */
/* Cases follow util/workqueue/default_rate_limiters_test.go, with other numbers. */
#include "tests/kit/testing.h"

#include "base/clock.h"
#include "relist/informer.h"

#define MS NS_PER_MS

static int64_t when(struct inf_rate_limiter *l, const char *item, int64_t now_ns)
{
	return l->when_ns(l, item, now_ns);
}

static void exponential_limiter_doubles_up_to_its_maximum_for_each_item(void **state)
{
	static const int64_t want_ms[] = { 1, 2, 4, 8, 10, 10 };
	struct inf_rate_limiter *l = inf_rate_limiter_exponential(1 * MS, 10 * MS);

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(want_ms); i++) {
		assert_int_equal(when(l, "one", 0), want_ms[i] * MS);
		assert_int_equal(l->requeues(l, "one"), i + 1);
	}
	assert_int_equal(when(l, "two", 0), 1 * MS);
	l->forget(l, "one");
	assert_int_equal(l->requeues(l, "one"), 0);
	assert_int_equal(when(l, "one", 0), 1 * MS);
	inf_rate_limiter_free(l);
}

static void exponential_limiter_does_not_overflow(void **state)
{
	struct inf_rate_limiter *l = inf_rate_limiter_exponential(1 * MS, 1000 * NS_PER_S);
	int64_t last = 0;

	(void)state;
	for (int i = 0; i < 5000; i++) {
		int64_t delay = when(l, "x", 0);

		assert_true(delay >= last);
		last = delay;
	}
	assert_int_equal(last, 1000 * NS_PER_S);
	inf_rate_limiter_free(l);
}

static void fast_slow_limiter_is_fast_for_the_first_attempts(void **state)
{
	static const int64_t want_ms[] = { 5, 5, 5, 10000, 10000 };
	struct inf_rate_limiter *l = inf_rate_limiter_fast_slow(5 * MS, 10000 * MS, 3);

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(want_ms); i++)
		assert_int_equal(when(l, "one", 0), want_ms[i] * MS);
	assert_int_equal(when(l, "two", 0), 5 * MS);
	l->forget(l, "one");
	assert_int_equal(when(l, "one", 0), 5 * MS);
	inf_rate_limiter_free(l);
}

static void bucket_limiter_allows_its_burst_then_its_rate(void **state)
{
	struct inf_rate_limiter *l = inf_rate_limiter_bucket(10, 3);

	(void)state;
	for (int i = 0; i < 3; i++)
		assert_int_equal(when(l, "x", 0), 0);
	assert_int_equal(when(l, "y", 0), 100 * MS);
	assert_int_equal(when(l, "z", 0), 200 * MS);
	/* Half a second later there are five new tokens, two of them spent in advance. */
	for (int i = 0; i < 3; i++)
		assert_int_equal(when(l, "x", 500 * MS), 0);
	assert_int_equal(when(l, "x", 500 * MS), 100 * MS);
	/* After a long pause the bucket has no more tokens than its burst. */
	for (int i = 0; i < 3; i++)
		assert_int_equal(when(l, "x", 3600 * NS_PER_S), 0);
	assert_true(when(l, "x", 3600 * NS_PER_S) > 0);
	assert_int_equal(l->requeues(l, "x"), 0);
	inf_rate_limiter_free(l);
}

static void max_of_limiter_returns_the_longest_delay_and_counts_in_all(void **state)
{
	struct inf_rate_limiter *inner[] = {
		inf_rate_limiter_fast_slow(5 * MS, 3000 * MS, 3),
		inf_rate_limiter_exponential(1 * MS, 1000 * MS),
	};
	static const int64_t want_ms[] = { 5, 5, 5, 3000, 3000 };
	struct inf_rate_limiter *l = inf_rate_limiter_max_of(inner, 2);

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(want_ms); i++)
		assert_int_equal(when(l, "one", 0), want_ms[i] * MS);
	assert_int_equal(l->requeues(l, "one"), 5);
	l->forget(l, "one");
	assert_int_equal(l->requeues(l, "one"), 0);
	inf_rate_limiter_free(l);
	/* a token bucket counts no failures, first or last of the two limiters */
	for (size_t i = 0; i < 2; i++) {
		inner[i] = inf_rate_limiter_exponential(1 * MS, 1000 * MS);
		inner[1 - i] = inf_rate_limiter_bucket(10, 100);
		l = inf_rate_limiter_max_of(inner, 2);
		assert_int_equal(when(l, "one", 0), 1 * MS);
		assert_int_equal(when(l, "one", 0), 2 * MS);
		assert_int_equal(l->requeues(l, "one"), 2);
		inf_rate_limiter_free(l);
	}
}

static void max_wait_limiter_caps_the_inner_delay(void **state)
{
	struct inf_rate_limiter *l =
	    inf_rate_limiter_max_wait(inf_rate_limiter_exponential(1 * MS, 1000 * MS), 5 * MS);
	static const int64_t want_ms[] = { 1, 2, 4, 5, 5 };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(want_ms); i++)
		assert_int_equal(when(l, "one", 0), want_ms[i] * MS);
	inf_rate_limiter_free(l);
}

static void make_and_use_all(void)
{
	struct inf_rate_limiter *l =
	    inf_rate_limiter_max_wait(inf_rate_limiter_controller_default(), 1000 * NS_PER_S);

	if (l) {
		assert_true(when(l, "x", 0) >= 5 * MS);
		l->forget(l, "x");
	}
	inf_rate_limiter_free(l);
}

static void rate_limiter_survives_every_failing_allocation(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC(make_and_use_all());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(exponential_limiter_doubles_up_to_its_maximum_for_each_item),
		cmocka_unit_test(exponential_limiter_does_not_overflow),
		cmocka_unit_test(fast_slow_limiter_is_fast_for_the_first_attempts),
		cmocka_unit_test(bucket_limiter_allows_its_burst_then_its_rate),
		cmocka_unit_test(max_of_limiter_returns_the_longest_delay_and_counts_in_all),
		cmocka_unit_test(max_wait_limiter_caps_the_inner_delay),
		cmocka_unit_test(rate_limiter_survives_every_failing_allocation),
	};

	return cmocka_run_group_tests_name("informer/rate_limiter", tests, NULL, NULL);
}
