/* SPDX-License-Identifier: Apache-2.0 */
/* When a program is at rest, judged by its requests alone: made-up records, and a clock that stands
 * where the test wants it. test_external_rest.c has real programs. */
#include "tests/kit/habits_kit.h"
#include "tests/kit/testing.h"

static void end_watch(struct scn__rec *q, int64_t at_ms, bool left)
{
	q->ended = true;
	q->ended_ns = MS(at_ms);
	q->left = left;
}

static void rest_waits_for_retries_of_failed_requests(void **state)
{
	static const struct {
		enum scn__verb verb;
		int status;
		int retry_after_s;
		int64_t until_ms;
	} cases[] = {
		{ SCN_V_LIST, 200, 0, 1300 },	    { SCN_V_LIST, 404, 0, 1300 },
		{ SCN_V_LIST, 401, 0, 11000 },	    { SCN_V_LIST, 410, 0, 11000 },
		{ SCN_V_LIST, 429, 0, 11000 },	    { SCN_V_LIST, 500, 0, 11000 },
		{ SCN_V_WATCH, 410, 0, 1300 },	    { SCN_V_W_CREATE, 201, 0, 1300 },
		{ SCN_V_W_CREATE, 409, 0, 1300 },   { SCN_V_W_CREATE, 422, 0, 1300 },
		{ SCN_V_W_CREATE, 503, 0, 11000 },  { SCN_V_W_UPDATE, 409, 0, 4000 },
		{ SCN_V_W_PATCH, 409, 0, 4000 },    { SCN_V_W_DELETE, 404, 0, 1300 },
		{ SCN_V_W_DELETE, 409, 0, 4000 },   { SCN_V_W_UPDATE, 429, 3, 11000 },
		{ SCN_V_W_UPDATE, 429, 20, 22000 }, { SCN_V_GET, 503, 20, 22000 },
		{ SCN_V_W_UPDATE, 429, 90, 46000 }, /* the patience */
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct scn__rec *q;
		struct habits_kit m;

		habits_kit_open(&m, 1);
		q = habits_kit_request(&m, 0, 1000, cases[i].verb, cases[i].status);
		q->retry_after_ns = cases[i].retry_after_s * NS_PER_S;
		(void)external__is_back(&m.run);
		/* 300 ms, or a first retry; a watch is waited for as such */
		if (external__rest_ns(&m.run, MS(1000)) != MS(cases[i].until_ms))
			fail_msg("verb %d, status %d", (int)cases[i].verb, cases[i].status);
		habits_kit_close(&m);
	}
}

static void rest_time_is_twice_the_longest_pause(void **state)
{
	struct habits_kit m;

	(void)state;
	habits_kit_open(&m, 1);
	(void)habits_kit_request(&m, 0, 1000, SCN_V_LIST, 500);
	(void)habits_kit_request(&m, 0, 2500, SCN_V_LIST, 500);
	(void)habits_kit_request(&m, 0, 5500, SCN_V_LIST, 200);
	assert_true(external__is_back(&m.run));
	assert_true(external__rest_ns(&m.run, MS(5500)) == MS(5500 + 2 * 3000));
	external__rested(&m.run);
	assert_true(external__rest_ns(&m.run, MS(5500)) == MS(5500 + 300));
	/* what fails later may take as long as the longest pause of the run did */
	(void)habits_kit_request(&m, 0, 20000, SCN_V_LIST, 503);
	(void)external__is_back(&m.run);
	assert_true(external__rest_ns(&m.run, MS(20000)) == MS(20000 + 10000));
	habits_kit_close(&m);
}

/* No request got through until 5 s: the client's pause began then. */
static void outage_of_the_scenario_does_not_extend_the_rest_time(void **state)
{
	struct scn__step refuse = { 0 };
	void *refused[] = { &refuse };
	struct habits_kit m;

	(void)state;
	habits_kit_open(&m, 1);
	(void)habits_kit_request(&m, 0, 1000, SCN_V_LIST, 500);
	m.run.refused = (struct scn__list) { refused, 1, 1 };
	habits_kit_now_ns = MS(5000);
	(void)external__is_back(&m.run);
	m.run.refused.len = 0;
	(void)habits_kit_request(&m, 0, 5400, SCN_V_LIST, 200);
	habits_kit_now_ns = MS(5500);
	assert_true(external__is_back(&m.run));
	assert_true(external__rest_ns(&m.run, MS(5400)) == MS(5400 + 2 * 400));
	habits_kit_close(&m);
}

static void watch_held_by_another_replica_is_not_missing(void **state)
{
	static const struct {
		const char *first, *second;
		bool back;
	} cases[] = {
		{ "watch=1", "watch=1", true },
		{ "watch=1&labelSelector=a%3Db", "watch=1&labelSelector=a%3Db", true },
		{ "watch=1&labelSelector=a%3Db", "watch=1", false },
		{ "watch=1&labelSelector=a%3Db", "watch=1&labelSelector=a%3Dc", false },
		{ "watch=1&fieldSelector=x%3Dy", "watch=1&fieldSelector=x%3Dy", true },
		{ "watch=1&fieldSelector=x%3Dy", "watch=1&fieldSelector=x%3Dz", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct scn__rec *lost;
		struct habits_kit m;

		habits_kit_open(&m, 2);
		lost = habits_kit_request(&m, 0, 1000, SCN_V_WATCH, 200);
		lost->query = str_of(cases[i].first);
		habits_kit_request(&m, 1, 1500, SCN_V_WATCH, 200)->query = str_of(cases[i].second);
		assert_true(external__is_back(&m.run));
		end_watch(lost, 2000, false);
		assert_int_equal(external__is_back(&m.run), cases[i].back);
		m.informers[1].stopped = true; /* and its watch is open still */
		assert_false(external__is_back(&m.run));
		habits_kit_close(&m);
	}
}

/* A watch of one object is over when its client closes it. One of many is opened again, unless the
 * client has another one; a client without any is away. */
static void watch_closed_by_its_client_is_not_missing(void **state)
{
	static const struct {
		const char *query;
		bool has_another, gone, cut;
		int disturbed_ms;
		int back_ms; /* from then on; -1: never */
	} cases[] = {
		{ "watch=1&fieldSelector=metadata.name%3Da", .back_ms = 2000 },
		{ "watch=1&fieldSelector=metadata.name%3Da", .disturbed_ms = 1500, .back_ms = -1 },
		{ "watch=1&fieldSelector=metadata.name%3Da", .cut = true, .back_ms = -1 },
		{ "watch=1&fieldSelector=metadata.name%3Da", .gone = true, .back_ms = -1 },
		{ "watch=1&labelSelector=a%3Db", .back_ms = -1 },
		{ "watch=1&labelSelector=a%3Db", .has_another = true, .back_ms = 2000 + 33750 },
		{ "watch=1", .has_another = true, .back_ms = -1 },
		{ "watch=1", .back_ms = -1 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		static const int looks[] = { 2000, 35740, 35750, 90000 };
		struct scn__rec *q;
		struct habits_kit m;

		habits_kit_open(&m, 1);
		q = habits_kit_request(&m, 0, 1000, SCN_V_WATCH, 200);
		q->query = str_of(cases[i].query);
		q->gone = cases[i].gone;
		q->cut = cases[i].cut;
		if (cases[i].has_another)
			habits_kit_request(&m, 0, 1100, SCN_V_WATCH, 200)->query =
			    STR("labelSelector=x");
		assert_true(external__is_back(&m.run));
		m.moments.disturbed_ns = MS(cases[i].disturbed_ms);
		end_watch(q, 2000, true);
		for (size_t k = 0; k < ARRAY_LEN(looks); k++) {
			bool back = cases[i].back_ms >= 0 && looks[k] >= cases[i].back_ms;

			habits_kit_now_ns = MS(looks[k]);
			if (external__is_back(&m.run) != back)
				fail_msg("case %zu at %d ms", i, looks[k]);
		}
		habits_kit_close(&m);
	}
}

/* Two informers of one program with the same requests: both have to be back. */
static void each_of_two_equal_watches_has_to_return(void **state)
{
	struct scn__rec *q[2];
	struct habits_kit m;

	(void)state;
	habits_kit_open(&m, 1);
	q[0] = habits_kit_request(&m, 0, 1000, SCN_V_WATCH, 200);
	q[1] = habits_kit_request(&m, 0, 1100, SCN_V_WATCH, 200);
	habits_kit_now_ns = MS(2200);
	assert_true(external__is_back(&m.run));
	m.moments.disturbed_ns = habits_kit_now_ns;
	end_watch(q[0], 2300, false);
	end_watch(q[1], 2300, false);
	(void)habits_kit_request(&m, 0, 2400, SCN_V_WATCH, 200);
	habits_kit_now_ns = MS(9000);
	assert_false(external__is_back(&m.run));
	(void)habits_kit_request(&m, 0, 9100, SCN_V_WATCH, 200);
	assert_true(external__is_back(&m.run));
	habits_kit_close(&m);
}

/* The client opens a new watch while the server still considers the dead one open. */
static void second_watch_of_a_stalled_one_counts_as_its_return(void **state)
{
	struct scn__rec *q;
	struct habits_kit m;

	(void)state;
	habits_kit_open(&m, 1);
	q = habits_kit_request(&m, 0, 1000, SCN_V_WATCH, 200);
	habits_kit_now_ns = MS(2100);
	assert_true(external__is_back(&m.run));
	m.moments.disturbed_ns = habits_kit_now_ns; /* disconnect: blackhole */
	(void)habits_kit_request(&m, 0, 3000, SCN_V_WATCH, 200);
	habits_kit_now_ns = MS(9000);
	assert_true(external__is_back(&m.run));
	end_watch(q, 10000, false);
	assert_true(external__is_back(&m.run));
	habits_kit_close(&m);
}

/* A client whose list failed is away, for any length of back-off. */
static void rest_waits_for_a_list_after_a_failed_one(void **state)
{
	static const struct {
		enum scn__verb verb;
		int status;
		bool away;
	} cases[] = {
		{ SCN_V_LIST, 500, true },  { SCN_V_LIST, 429, true },	{ SCN_V_LIST, 401, true },
		{ SCN_V_LIST, 404, false }, { SCN_V_WATCH, 500, true }, { SCN_V_GET, 500, false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct habits_kit m;

		habits_kit_open(&m, 1);
		habits_kit_request(&m, 0, 1000, cases[i].verb, cases[i].status)->ended = true;
		habits_kit_now_ns = MS(31000);
		if (external__is_back(&m.run) == cases[i].away)
			fail_msg("case %zu", i);
		(void)habits_kit_request(&m, 0, 31000, SCN_V_LIST, 200);
		assert_true(external__is_back(&m.run));
		habits_kit_close(&m);
	}
}

static void client_with_an_open_response_is_not_at_rest(void **state)
{
	struct scn__rec *q;
	struct habits_kit m;

	(void)state;
	habits_kit_open(&m, 1);
	q = habits_kit_request(&m, 0, 1000, SCN_V_LIST, 200);
	q->ended = false;
	assert_false(external__is_back(&m.run));
	q->ended = true;
	assert_true(external__is_back(&m.run));
	q = habits_kit_request(&m, 0, 1000, SCN_V_W_CREATE, 0);
	q->ended = false;
	assert_false(external__is_back(&m.run));
	m.informers[0].started_ns = MS(2000); /* of the process before */
	(void)habits_kit_request(&m, 0, 2100, SCN_V_LIST, 200);
	assert_true(external__is_back(&m.run));
	habits_kit_close(&m);
}

/* A poll beside a watch: the rest waits for twice its period. */
static void rest_waits_twice_the_polling_period(void **state)
{
	struct habits_kit m;

	(void)state;
	habits_kit_open(&m, 1);
	(void)habits_kit_request(&m, 0, 1000, SCN_V_WATCH, 200);
	(void)habits_kit_request(&m, 0, 1000, SCN_V_GET, 200);
	(void)habits_kit_request(&m, 0, 4000, SCN_V_GET, 200);
	assert_true(external__is_back(&m.run));
	m.moments.acted_ns = MS(5000);
	assert_true(external__rest_ns(&m.run, MS(5000)) == MS(5000 + 2 * 3000));
	(void)habits_kit_request(&m, 0, 7000, SCN_V_GET, 200);
	assert_true(external__is_back(&m.run));
	assert_true(external__rest_ns(&m.run, MS(7000)) == MS(7000 + 300));
	/* it does not poll any more */
	m.moments.acted_ns = MS(8000);
	habits_kit_now_ns = MS(14000);
	external__rested(&m.run);
	assert_true(external__rest_ns(&m.run, MS(14000)) == MS(14000 + 300));
	habits_kit_close(&m);
}

/* The controller has reacted after five seconds once, so it may again. */
static void rest_waits_twice_the_longest_reaction_time(void **state)
{
	static const struct scn__type leases = { .name = { "leases", 6 },
						 .group = { "coordination.k8s.io", 19 } };
	struct scn__rec *q;
	struct habits_kit m;

	(void)state;
	habits_kit_open(&m, 1);
	(void)habits_kit_request(&m, 0, 1000, SCN_V_WATCH, 200);
	m.moments.acted_ns = MS(2000);
	(void)habits_kit_request(&m, 0, 7000, SCN_V_W_CREATE, 201);
	q = habits_kit_request(&m, 0, 9000, SCN_V_W_UPDATE, 200);
	q->type = &leases;
	(void)external__is_back(&m.run);
	external__rested(&m.run);
	m.moments.acted_ns = MS(20000);
	assert_true(external__rest_ns(&m.run, MS(20000)) == MS(20000 + 2 * 5000));
	habits_kit_close(&m);
}

static void informer_without_a_watch_is_back_after_three_lists(void **state)
{
	struct habits_kit m;

	(void)state;
	habits_kit_open(&m, 1);
	m.defs[0].handler_count = 1;
	assert_false(external__is_back(&m.run));
	for (int i = 1; i <= 3; i++) {
		(void)habits_kit_request(&m, 0, 1000 * i, SCN_V_LIST, 200);
		assert_int_equal(external__is_back(&m.run), i == 3);
	}
	habits_kit_close(&m);
}

static void restarted_program_is_back_after_its_first_request(void **state)
{
	struct habits_kit m;

	(void)state;
	habits_kit_open(&m, 1);
	assert_false(external__is_back(&m.run));
	(void)habits_kit_request(&m, 0, 1000, SCN_V_LIST, 200);
	assert_true(external__is_back(&m.run));
	m.informers[0].started_ns = MS(2000);
	assert_false(external__is_back(&m.run));
	(void)habits_kit_request(&m, 0, 2100, SCN_V_LIST, 200);
	assert_true(external__is_back(&m.run));
	habits_kit_close(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rest_waits_for_retries_of_failed_requests),
		cmocka_unit_test(rest_time_is_twice_the_longest_pause),
		cmocka_unit_test(outage_of_the_scenario_does_not_extend_the_rest_time),
		cmocka_unit_test(watch_held_by_another_replica_is_not_missing),
		cmocka_unit_test(watch_closed_by_its_client_is_not_missing),
		cmocka_unit_test(each_of_two_equal_watches_has_to_return),
		cmocka_unit_test(second_watch_of_a_stalled_one_counts_as_its_return),
		cmocka_unit_test(rest_waits_for_a_list_after_a_failed_one),
		cmocka_unit_test(client_with_an_open_response_is_not_at_rest),
		cmocka_unit_test(rest_waits_twice_the_polling_period),
		cmocka_unit_test(rest_waits_twice_the_longest_reaction_time),
		cmocka_unit_test(informer_without_a_watch_is_back_after_three_lists),
		cmocka_unit_test(restarted_program_is_back_after_its_first_request),
	};

	return cmocka_run_group_tests_name("runner/external_habits", tests, NULL, NULL);
}
