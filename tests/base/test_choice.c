/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include "base/choice.h"

static void choice_stream_of_a_seed_is_splitmix64(void **state)
{
	uint64_t s = 1234567;

	(void)state;
	/* Reference values of the published generator for this seed. */
	assert_true(splitmix64(&s) == UINT64_C(6457827717110365317));
	assert_true(splitmix64(&s) == UINT64_C(3203168211198807973));
	assert_true(splitmix64(&s) == UINT64_C(9817491932198370423));
}

static void choice_picks_of_a_seed_are_uniform_and_repeatable(void **state)
{
	static const uint32_t bounds[] = { 2, 3, 7, 100, UINT32_C(1) << 24, UINT32_MAX };
	struct choice a, b;
	unsigned count[7] = { 0 };

	(void)state;
	choice_init_seed(&a, 42, false);
	choice_init_seed(&b, 42, true);
	for (int i = 0; i < 7000; i++) {
		uint32_t n = choice_pick(&a, 7);

		assert_int_equal(choice_pick(&b, 7), n);
		count[n]++;
	}
	for (size_t i = 0; i < ARRAY_LEN(count); i++)
		assert_in_range(count[i], 850, 1150);
	for (size_t i = 0; i < ARRAY_LEN(bounds); i++)
		for (int n = 0; n < 100; n++)
			assert_true(choice_pick(&a, bounds[i]) < bounds[i]);
	choice_fini(&a);
	choice_fini(&b);
}

static void choice_unit_is_at_least_zero_and_below_one(void **state)
{
	struct choice c;
	double sum = 0;

	(void)state;
	choice_init_seed(&c, 1, true);
	for (int i = 0; i < 1000; i++) {
		double u = choice_unit(&c);

		assert_true(u >= 0);
		assert_true(u < 1);
		sum += u;
	}
	assert_true(sum > 450);
	assert_true(sum < 550);
	assert_int_equal(c.bound[0], 1 << 24);
	choice_fini(&c);
}

static void choice_pick_of_one_alternative_is_not_recorded(void **state)
{
	struct choice c;

	(void)state;
	choice_init_seed(&c, 1, true);
	assert_int_equal(choice_pick(&c, 1), 0);
	assert_int_equal(c.depth, 0);
	choice_pick(&c, 2);
	assert_int_equal(c.depth, 1);
	choice_fini(&c);
}

static void choice_list_of_a_run_repeats_it(void **state)
{
	uint32_t made[200], list[200];
	struct choice c, replay;

	(void)state;
	choice_init_seed(&c, 7, true);
	for (uint32_t i = 0; i < 200; i++)
		made[i] = choice_pick(&c, 2 + i % 9);
	assert_int_equal(c.depth, 200);
	memcpy(list, c.picked, sizeof(list));
	assert_int_equal(choice_init_list(&replay, list, 200), 0);
	for (uint32_t i = 0; i < 200; i++)
		assert_int_equal(choice_pick(&replay, 2 + i % 9), made[i]);
	assert_int_equal(choice_pick(&replay, 5), 0);
	choice_fini(&c);
	choice_fini(&replay);
}

static void choice_list_values_out_of_range_are_clamped(void **state)
{
	static const uint32_t list[] = { 9, 1 };
	struct choice c;

	(void)state;
	assert_int_equal(choice_init_list(&c, list, ARRAY_LEN(list)), 0);
	assert_int_equal(choice_pick(&c, 3), 2);
	assert_int_equal(choice_pick(&c, 1), 0);
	assert_int_equal(choice_pick(&c, 3), 1);
	assert_int_equal(choice_pick(&c, 3), 0);
	/* What was obeyed is what is recorded. */
	assert_int_equal(c.picked[0], 2);
	assert_int_equal(c.depth, 3);
	choice_fini(&c);
	assert_int_equal(choice_init_list(&c, NULL, 0), 0);
	assert_int_equal(choice_pick(&c, 3), 0);
	choice_fini(&c);
}

/* A tree whose bounds depend on earlier answers: 0 -> {0,1,2}, 1 -> {} , 2 -> {0,1} x {0,1}. */
static unsigned walk(struct choice *c)
{
	switch (choice_pick(c, 3)) {
	case 0:
		return choice_pick(c, 3);
	case 1:
		return 3;
	default: {
		unsigned high = choice_pick(c, 2);

		return 4 + 2 * high + choice_pick(c, 2);
	}
	}
}

static void odometer_visits_each_run_once(void **state)
{
	struct choice c;
	unsigned runs = 0;

	(void)state;
	choice_init_odometer(&c);
	do
		assert_int_equal(walk(&c), runs++);
	while (choice_next_run(&c));
	assert_int_equal(runs, 8);
	choice_fini(&c);
}

static void odometer_without_choices_runs_once(void **state)
{
	struct choice c;

	(void)state;
	choice_init_odometer(&c);
	assert_int_equal(choice_pick(&c, 1), 0);
	assert_false(choice_next_run(&c));
	choice_fini(&c);
}

static void choice_next_run_of_a_seed_continues_its_stream(void **state)
{
	struct choice c;
	uint32_t first;

	(void)state;
	choice_init_seed(&c, 3, true);
	first = choice_pick(&c, UINT32_MAX);
	assert_true(choice_next_run(&c));
	assert_int_equal(c.depth, 0);
	assert_int_not_equal(choice_pick(&c, UINT32_MAX), first);
	choice_fini(&c);
}

static void record_some(void)
{
	static const uint32_t list[] = { 1, 2, 3 };
	struct choice c, same;

	choice_init_seed(&c, 5, true);
	choice_init_seed(&same, 5, false);
	for (int i = 0; i < 100; i++)
		assert_int_equal(choice_pick(&c, 10), choice_pick(&same, 10));
	assert_true(c.failed || c.depth == 100);
	choice_fini(&c);
	choice_fini(&same);
	if (choice_init_list(&c, list, ARRAY_LEN(list)) == 0)
		assert_int_equal(choice_pick(&c, 5), 1);
	choice_fini(&c);
}

static void choice_survives_every_failing_allocation(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC(record_some());
}

/* Two threads of `steps` steps each that never meet; which state is known by how far both are.
 * Returns the runs that came to their end. */
static size_t race(struct choice *c, unsigned steps, size_t *runs)
{
	size_t whole = 0;

	*runs = 0;
	do {
		unsigned at[2] = { 0, 0 };

		while ((at[0] < steps || at[1] < steps) && !c->redundant) {
			struct choice_step can[2];
			unsigned who[2];
			uint32_t n = 0, pick;

			for (unsigned i = 0; i < 2; i++)
				if (at[i] < steps) {
					who[n] = i;
					can[n++] = (struct choice_step) { .id = (uint8_t)(i + 1),
									  .commutes = i ? 2 : 4 };
				}
			if (n > 1 && choice_wants_state(c) &&
			    choice_has_been(c, 100 * at[0] + at[1] + 7))
				break;
			pick = choice_pick_step(c, can, n, n);
			if (!c->redundant)
				at[who[pick]]++;
		}
		whole += !c->redundant;
		++*runs;
	} while (choice_next_run(c) && *runs < 10000);
	assert_false(c->failed);
	return whole;
}

static void odometer_skips_commuting_steps_and_known_states(void **state)
{
	size_t all, asleep, known, runs;
	struct choice c;

	(void)state;
	choice_init_odometer(&c);
	all = race(&c, 3, &runs);
	choice_fini(&c);
	assert_int_equal(all, 20); /* 6 over 3 */

	choice_init_odometer(&c);
	c.prune = true;
	asleep = race(&c, 3, &runs);
	choice_fini(&c);
	assert_int_equal(asleep, 1);
	assert_in_range(runs, 2, 19);

	choice_init_odometer(&c);
	c.prune = c.remember = true;
	known = race(&c, 3, &runs);
	assert_true(known < all);
	assert_in_range(runs, 2, 19);
	assert_true(c.orders_total == 20); /* all the same it knows how many there are */
	choice_fini(&c);
}

static void odometer_reports_its_progress(void **state)
{
	struct choice c;
	uint64_t runs = 0;
	double before = -1;

	(void)state;
	choice_init_odometer(&c);
	do {
		assert_true(choice_progress(&c) > before);
		before = choice_progress(&c);
		assert_true(before < 1);
		(void)choice_pick(&c, 3);
		(void)choice_pick(&c, 1);
		(void)choice_pick(&c, 4);
		runs++;
		if (runs == 5) /* 3 * 4 in all; known so far: two of this three, and one of that */
			assert_int_equal(choice_left(&c), 4);
	} while (choice_next_run(&c));
	assert_int_equal(runs, 12);
	choice_fini(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(choice_stream_of_a_seed_is_splitmix64),
		cmocka_unit_test(choice_picks_of_a_seed_are_uniform_and_repeatable),
		cmocka_unit_test(choice_unit_is_at_least_zero_and_below_one),
		cmocka_unit_test(choice_pick_of_one_alternative_is_not_recorded),
		cmocka_unit_test(choice_list_of_a_run_repeats_it),
		cmocka_unit_test(choice_list_values_out_of_range_are_clamped),
		cmocka_unit_test(odometer_visits_each_run_once),
		cmocka_unit_test(odometer_without_choices_runs_once),
		cmocka_unit_test(odometer_skips_commuting_steps_and_known_states),
		cmocka_unit_test(odometer_reports_its_progress),
		cmocka_unit_test(choice_next_run_of_a_seed_continues_its_stream),
		cmocka_unit_test(choice_survives_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
