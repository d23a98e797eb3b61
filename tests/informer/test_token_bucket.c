/* SPDX-License-Identifier: Apache-2.0 */
/* Whose turn it is, when: the numbers are those of golang.org/x/time/rate. */
#include "informer/token_bucket.h"

#include "base/choice.h"
#include "base/clock.h"
#include "tests/kit/testing.h"

static int64_t reserve(struct inf__token_bucket *b, int64_t now_ns)
{
	int64_t at_ns = -1;

	assert_true(inf__token_bucket_reserve(b, now_ns, TIME_NEVER, &at_ns));
	return at_ns - now_ns;
}

static void token_bucket_allows_its_burst_then_its_rate(void **state)
{
	static const struct {
		double qps;
		uint32_t burst;
		int before; /* turns that are free */
		int64_t wait_ns;
	} cases[] = {
		{ 5, 10, 10, 200 * NS_PER_MS },
		{ 1, 1, 1, NS_PER_S },
		{ 0.5, 2, 2, 2 * NS_PER_S },
		{ 1000, 3, 3, NS_PER_MS },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct inf__token_bucket b;
		int64_t now_ns = 77;

		inf__token_bucket_init(&b, cases[i].qps, cases[i].burst);
		for (int n = 0; n < cases[i].before; n++)
			assert_int_equal(reserve(&b, now_ns), 0);
		for (int n = 1; n < 5; n++)
			assert_in_range(reserve(&b, now_ns), n * cases[i].wait_ns - 10,
					n * cases[i].wait_ns + 10);
		/* After a long pause there is a burst again, and no more. */
		now_ns += 3600 * NS_PER_S;
		for (int n = 0; n < cases[i].before; n++)
			assert_int_equal(reserve(&b, now_ns), 0);
		assert_true(reserve(&b, now_ns) > 0);
		inf__token_bucket_fini(&b);
	}
}

static void turn_after_the_deadline_is_refused_and_not_used(void **state)
{
	struct inf__token_bucket b;
	int64_t at_ns;

	(void)state;
	inf__token_bucket_init(&b, 1, 1);
	assert_int_equal(reserve(&b, 0), 0);
	assert_false(inf__token_bucket_reserve(&b, 0, NS_PER_S - 1, &at_ns));
	/* A refused turn is there for the next caller, and the deadline itself is in time. */
	assert_true(inf__token_bucket_reserve(&b, 0, NS_PER_S, &at_ns));
	assert_int_equal(at_ns, NS_PER_S);
	inf__token_bucket_fini(&b);
	inf__token_bucket_init(&b, 1e-12, 1); /* a rate that is as good as none */
	assert_int_equal(reserve(&b, 0), 0);
	assert_false(inf__token_bucket_reserve(&b, 0, TIME_NEVER, &at_ns));
	inf__token_bucket_fini(&b);
	inf__token_bucket_init(&b, -1, 1);
	for (int i = 0; i < 1000; i++)
		assert_int_equal(reserve(&b, 0), 0);
	inf__token_bucket_fini(&b);
}

static void canceled_turn_is_returned_if_it_was_the_last(void **state)
{
	struct inf__token_bucket b;
	int64_t first, second;

	(void)state;
	inf__token_bucket_init(&b, 1, 1);
	assert_int_equal(reserve(&b, 0), 0);
	first = reserve(&b, 0);
	assert_int_equal(first, NS_PER_S);
	inf__token_bucket_cancel(&b, 0, first);
	assert_int_equal(reserve(&b, 0), NS_PER_S); /* the same once more */
	/* With a later turn given out there is nothing to give back. */
	second = reserve(&b, 0);
	assert_int_equal(second, 2 * NS_PER_S);
	inf__token_bucket_cancel(&b, 0, NS_PER_S);
	assert_int_equal(reserve(&b, 0), 3 * NS_PER_S);
	/* A turn that has passed is used up. */
	inf__token_bucket_cancel(&b, 10 * NS_PER_S, NS_PER_S);
	inf__token_bucket_fini(&b);
}

/* Reservation.CancelAt and advance(): exact turns, as rate.Limiter gives them at four a second. */
static void turns_equal_those_of_go_rate_limiter(void **state)
{
	enum { TAKE, BACK }; /* BACK: the turn at `value` ms */
	static const struct {
		int what;
		int64_t now_ms, value; /* TAKE: when its turn comes */
	} steps[] = {
		{ TAKE, 1000, 1000 }, { TAKE, 1000, 1000 }, { TAKE, 1000, 1250 },
		{ TAKE, 1000, 1500 }, { TAKE, 1000, 1750 }, { BACK, 1000, 1750 }, /* the last */
		{ TAKE, 1000, 1750 }, { BACK, 1000, 1500 }, /* a later turn is reserved: nothing
							       returns */
		{ TAKE, 1000, 2000 }, { BACK, 1300, 1250 }, /* passed */
		{ TAKE, 1300, 2250 }, { BACK, 1500, 2250 }, { BACK, 1500, 2000 },
		{ TAKE, 1500, 2000 }, { TAKE, 1400, 2150 }, /* time does not go back */
		{ TAKE, 9000, 9000 }, { TAKE, 9000, 9000 }, { TAKE, 9000, 9250 },
		{ BACK, 9250, 9250 }, /* it is not over at its moment */
		{ TAKE, 9250, 9250 }, { TAKE, 9250, 9500 }, { TAKE, 9250, 9750 },
	};
	struct inf__token_bucket b;

	(void)state;
	inf__token_bucket_init(&b, 4, 2);
	for (size_t i = 0; i < ARRAY_LEN(steps); i++) {
		int64_t now_ns = steps[i].now_ms * NS_PER_MS;

		if (steps[i].what == BACK) {
			inf__token_bucket_cancel(&b, now_ns, steps[i].value * NS_PER_MS);
		} else if (now_ns + reserve(&b, now_ns) != steps[i].value * NS_PER_MS) {
			fail_msg("step %zu", i);
		}
	}
	inf__token_bucket_fini(&b);
}

/* Random reservations and cancellations: no second has more turns than the
 * rate and a burst allow. */
static void no_second_has_more_turns_than_rate_and_burst(void **state)
{
	enum { TURNS = 400, BURST = 4, QPS = 20 };

	(void)state;
	for (uint64_t seed = 0; seed < 50; seed++) {
		int64_t turns[TURNS], now_ns = 0;
		struct inf__token_bucket b;
		struct choice dice;
		size_t n = 0;

		choice_init_seed(&dice, seed, false);
		inf__token_bucket_init(&b, QPS, BURST);
		for (int i = 0; i < TURNS; i++) {
			int64_t at_ns;

			now_ns += (int64_t)choice_pick(&dice, 100) * NS_PER_MS;
			assert_true(inf__token_bucket_reserve(&b, now_ns, TIME_NEVER, &at_ns));
			assert_true(at_ns >= now_ns);
			if (at_ns > now_ns && choice_pick(&dice, 3) == 0)
				inf__token_bucket_cancel(&b, now_ns, at_ns);
			else
				turns[n++] = at_ns;
		}
		for (size_t i = 0; i + BURST + QPS + 1 < n; i++)
			assert_true(turns[i + BURST + QPS + 1] - turns[i] >= NS_PER_S - NS_PER_MS);
		inf__token_bucket_fini(&b);
		choice_fini(&dice);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(token_bucket_allows_its_burst_then_its_rate),
		cmocka_unit_test(turn_after_the_deadline_is_refused_and_not_used),
		cmocka_unit_test(canceled_turn_is_returned_if_it_was_the_last),
		cmocka_unit_test(turns_equal_those_of_go_rate_limiter),
		cmocka_unit_test(no_second_has_more_turns_than_rate_and_burst),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
