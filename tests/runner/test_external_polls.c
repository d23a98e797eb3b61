/* SPDX-License-Identifier: Apache-2.0 */
/* When a program that lists without watching is at rest. */
#include "tests/kit/habits_kit.h"
#include "tests/kit/testing.h"

/* A controller without a watch has to list twice after each step of the scenario and after its own
 * writes: the first list may begin work. */
static void polling_controller_has_to_list_twice_after_each_step_and_write(void **state)
{
	struct habits_kit m;

	(void)state;
	habits_kit_open(&m, 1);
	(void)habits_kit_request(&m, 0, 1000, SCN_V_LIST, 200);
	assert_true(external__is_back(&m.run));
	m.moments.acted_ns = MS(1500);
	habits_kit_now_ns = MS(20000);
	assert_false(external__is_back(&m.run));
	(void)habits_kit_request(&m, 0, 31000, SCN_V_LIST, 200);
	assert_false(external__is_back(&m.run));
	(void)habits_kit_request(&m, 0, 32000, SCN_V_W_CREATE, 201);
	(void)habits_kit_request(&m, 0, 33000, SCN_V_LIST, 200);
	assert_false(external__is_back(&m.run));
	habits_kit_request(&m, 0, 35000, SCN_V_LIST, 200)->query =
	    STR("continue=x"); /* its second page */
	assert_false(external__is_back(&m.run));
	(void)habits_kit_request(&m, 0, 36000, SCN_V_LIST, 200);
	assert_true(external__is_back(&m.run));
	(void)habits_kit_request(&m, 0, 37000, SCN_V_W_CREATE, 409); /* it exists already */
	assert_true(external__is_back(&m.run));
	habits_kit_close(&m);
}

static void polling_controller_that_repeats_a_write_is_at_rest(void **state)
{
	static const char *const bodies[] = { "{\"a\":1}", "{\"a\":1}", "{\"a\":2}" };
	struct habits_kit m;

	(void)state;
	habits_kit_open(&m, 1);
	m.moments.acted_ns = MS(500);
	for (size_t i = 0; i < ARRAY_LEN(bodies); i++) {
		int64_t at_ms = 1000 * ((int64_t)i + 1);

		(void)habits_kit_request(&m, 0, at_ms, SCN_V_LIST, 200);
		habits_kit_request(&m, 0, at_ms + 500, SCN_V_W_UPDATE, 200)->body =
		    str_of(bodies[i]);
		habits_kit_now_ns = MS(at_ms + 900);
		assert_false(external__is_back(&m.run));
	}
	(void)habits_kit_request(&m, 0, 4000, SCN_V_LIST, 200);
	habits_kit_request(&m, 0, 4500, SCN_V_W_UPDATE, 200)->body = str_of(bodies[2]);
	(void)habits_kit_request(&m, 0, 5000, SCN_V_LIST, 200);
	habits_kit_now_ns = MS(5900);
	assert_true(external__is_back(&m.run));
	habits_kit_close(&m);
}

/* The timer's requests are no work: the limits of a run do not wait for their end. */
static void polls_and_renewals_of_a_program_at_rest_are_no_activity(void **state)
{
	static const struct scn__type leases = { .name = { "leases", 6 },
						 .group = { "coordination.k8s.io", 19 } };
	struct habits_kit m;

	(void)state;
	habits_kit_open(&m, 1);
	m.moments.acted_ns = MS(500);
	for (int at_ms = 1000; at_ms <= 3000; at_ms += 1000) {
		assert_int_equal(external__is_polling(&m.run, NULL), at_ms == 3000);
		(void)habits_kit_request(&m, 0, at_ms, SCN_V_LIST, 200);
		(void)habits_kit_request(&m, 0, at_ms + 100, SCN_V_GET, 200);
		assert_true(external__active_ns(&m.run) == MS(at_ms == 1000 ? 1100 : 2000));
	}
	(void)habits_kit_request(&m, 0, 3200, SCN_V_W_CREATE, 201);
	assert_true(external__active_ns(&m.run) == MS(3200));
	(void)habits_kit_request(&m, 0, 3300, SCN_V_GET,
				 200); /* a repetition, but after a change */
	assert_true(external__active_ns(&m.run) == MS(3300));
	(void)habits_kit_request(&m, 0, 4000, SCN_V_LIST, 500);
	assert_true(external__active_ns(&m.run) == MS(4000));
	assert_false(external__is_polling(&m.run, NULL));
	habits_kit_request(&m, 0, 4500, SCN_V_W_UPDATE, 200)->type = &leases;
	assert_true(external__active_ns(&m.run) == MS(4500));
	habits_kit_request(&m, 0, 6500, SCN_V_W_UPDATE, 200)->type = &leases;
	assert_true(external__active_ns(&m.run) == MS(4500));
	habits_kit_close(&m);
}

/* A limit may end while the timer's request is on its way. */
static void poll_of_a_program_at_rest_is_no_unfinished_work_for_a_moment(void **state)
{
	struct habits_kit m;
	struct scn__rec *q;

	(void)state;
	habits_kit_open(&m, 1);
	m.moments.acted_ns = MS(500);
	(void)habits_kit_request(&m, 0, 1000, SCN_V_LIST, 200);
	q = habits_kit_request(&m, 0, 2000, SCN_V_LIST, 0);
	q->ended = false;
	habits_kit_now_ns = MS(2001);
	assert_false(external__is_back(&m.run));
	q->ended = true;
	q->status = 200;
	assert_true(external__is_back(&m.run));
	q = habits_kit_request(&m, 0, 3000, SCN_V_LIST, 0);
	q->ended = false;
	habits_kit_now_ns = MS(3001);
	assert_true(external__is_back(&m.run));
	habits_kit_now_ns = MS(3300);
	assert_false(external__is_back(&m.run));
	habits_kit_close(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(polling_controller_has_to_list_twice_after_each_step_and_write),
		cmocka_unit_test(polling_controller_that_repeats_a_write_is_at_rest),
		cmocka_unit_test(polls_and_renewals_of_a_program_at_rest_are_no_activity),
		cmocka_unit_test(poll_of_a_program_at_rest_is_no_unfinished_work_for_a_moment),
	};

	return cmocka_run_group_tests_name("runner/external_polls", tests, NULL, NULL);
}
