/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include "base/clock.h"
#include "informer/backoff.h"

#define MS(n) ((int64_t)(n)*NS_PER_MS)
#define S(n)  ((int64_t)(n)*NS_PER_S)

static void backoff_doubles_up_to_30_seconds(void **state)
{
	static const int64_t steps_ms[] = {
		800, 1600, 3200, 6400, 12800, 25600, 30000, 30000, 30000
	};
	struct choice c;
	struct inf__backoff b;

	(void)state;
	/* A list that has run out picks 0: no jitter. */
	assert_int_equal(choice_init_list(&c, NULL, 0), 0);
	for (int classic = 0; classic < 2; classic++) {
		inf__backoff_init(&b, classic, &c, 0);
		for (size_t i = 0; i < ARRAY_LEN(steps_ms); i++)
			assert_int_equal(inf__backoff_next(&b, 0), MS(steps_ms[i]));
	}
	choice_fini(&c);
}

static void jitter_lengthens_a_delay_to_less_than_twice(void **state)
{
	struct choice c;
	struct inf__backoff b;
	int64_t min = INT64_MAX, max = 0;

	(void)state;
	choice_init_seed(&c, 1, false);
	for (int i = 0; i < 2000; i++) {
		int64_t d;

		inf__backoff_init(&b, false, &c, 0);
		d = inf__backoff_next(&b, 0);
		assert_true(d >= MS(800) && d < MS(1600));
		min = d < min ? d : min;
		max = d > max ? d : max;
	}
	assert_true(min < MS(810) && max > MS(1590));
	choice_fini(&c);
}

/* wait.Backoff.DelayWithReset counts from the last start-over, NewExponentialBackoffManager from
 * the last delay. */
static void backoff_resets_after_two_quiet_minutes(void **state)
{
	static const struct {
		const char *name;
		int64_t at_s[5];
		int64_t want_ms[5], want_classic_ms[5];
	} cases[] = {
		{ "quiet for two minutes is not enough",
		  { 0, 120, 240, 240, 240 },
		  { 800, 1600, 800, 1600, 3200 },
		  { 800, 1600, 3200, 6400, 12800 } },
		{ "quiet for longer",
		  { 0, 121, 242, 363, 364 },
		  { 800, 800, 800, 800, 1600 },
		  { 800, 800, 800, 800, 1600 } },
		{ "failing every minute",
		  { 0, 60, 121, 180, 242 },
		  { 800, 1600, 800, 1600, 800 },
		  { 800, 1600, 3200, 6400, 12800 } },
	};
	struct choice c;

	(void)state;
	assert_int_equal(choice_init_list(&c, NULL, 0), 0);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct inf__backoff modern, classic;

		inf__backoff_init(&modern, false, &c, 0);
		inf__backoff_init(&classic, true, &c, 0);
		for (size_t k = 0; k < 5; k++) {
			int64_t at = S(cases[i].at_s[k]);

			assert_int_equal(inf__backoff_next(&modern, at), MS(cases[i].want_ms[k]));
			assert_int_equal(inf__backoff_next(&classic, at),
					 MS(cases[i].want_classic_ms[k]));
		}
	}
	choice_fini(&c);
}

static void reset_restores_the_first_delay_after_the_cap(void **state)
{
	struct choice c;
	struct inf__backoff b;

	(void)state;
	assert_int_equal(choice_init_list(&c, NULL, 0), 0);
	inf__backoff_init(&b, true, &c, 0);
	for (int i = 0; i < 8; i++)
		(void)inf__backoff_next(&b, 0);
	assert_int_equal(inf__backoff_next(&b, S(121)), MS(800));
	assert_int_equal(inf__backoff_next(&b, S(121)), MS(1600));
	choice_fini(&c);
}

/* tools/cache/retry_with_deadline.go */
static void internal_errors_may_be_retried_until_the_deadline(void **state)
{
	struct inf__retry_deadline off = { 0 }, r = { .max_ns = S(10) };

	(void)state;
	inf__retry_deadline_error(&off, S(1));
	assert_false(inf__retry_deadline_allows(&off, S(1)));
	inf__retry_deadline_error(&r, S(1));
	assert_true(inf__retry_deadline_allows(&r, S(1)));
	inf__retry_deadline_error(&r, S(11));
	assert_true(inf__retry_deadline_allows(&r, S(11)));
	inf__retry_deadline_error(&r, S(12));
	assert_false(inf__retry_deadline_allows(&r, S(12)));
	/* having refused it starts over, and so does a quiet minute */
	inf__retry_deadline_error(&r, S(13));
	assert_true(inf__retry_deadline_allows(&r, S(13)));
	inf__retry_deadline_error(&r, S(73));
	assert_true(inf__retry_deadline_allows(&r, S(73)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(backoff_doubles_up_to_30_seconds),
		cmocka_unit_test(jitter_lengthens_a_delay_to_less_than_twice),
		cmocka_unit_test(backoff_resets_after_two_quiet_minutes),
		cmocka_unit_test(reset_restores_the_first_delay_after_the_cap),
		cmocka_unit_test(internal_errors_may_be_retried_until_the_deadline),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
