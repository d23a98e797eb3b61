/* SPDX-License-Identifier: Apache-2.0 */
/* When a program is at rest, judged by its requests alone: made-up records, and a clock that stands
 * where the test wants it. test_external_rest.c has real programs. */
#include "runner/external/external.h"
#include "runner/world/driver.h"
#include "tests/kit/core_kit.h"
#include "tests/kit/testing.h"

enum { RECS = 16, INFORMERS = 2 };

#define MS(n) ((int64_t)(n)*NS_PER_MS)

struct room {
	struct scn__run run;
	struct scn__run_options opt;
	struct scn__cell cell;
	struct scn__informer defs[INFORMERS];
	struct scn__irun informers[INFORMERS];
	struct scn__moments moments;
	struct scn__driver_ops ops;
	struct kit kit;
	struct scn__rec recs[RECS];
	size_t count;
	void *tracks[3][RECS];
};

static const struct scn__type pods = { .name = { "pods", 4 } };
static int64_t now_ns;

static int64_t clock_ns(struct scn__driver *d)
{
	(void)d;
	return now_ns;
}

/* Two informers of pods that were started at the beginning; the first `running` have something to
 * say. */
static void open_room(struct room *m, size_t running)
{
	memset(m, 0, sizeof(*m));
	now_ns = 0;
	kit_open(&m->kit, NULL);
	m->ops.now_ns = clock_ns;
	m->run.ops = &m->ops;
	m->run.driver = (struct scn__driver *)(void *)m;
	m->run.core = m->kit.core;
	m->run.opt = &m->opt;
	m->run.cell = &m->cell;
	m->run.informers = m->informers;
	m->run.moments = &m->moments;
	m->cell.world.informer_count = running;
	runner__arena_init(&m->run.arena);
	for (size_t i = 0; i < INFORMERS; i++) {
		m->defs[i].name = i ? STR("two") : STR("one");
		m->defs[i].type = &pods;
		m->defs[i].index = (uint32_t)i;
		m->informers[i].def = &m->defs[i];
		m->informers[i].started = i < running;
	}
	m->run.requests.list.items = m->tracks[0];
	m->run.writes.list.items = m->tracks[1];
	m->run.others.list.items = m->tracks[2];
	assert_int_equal(external__habits_init(&m->run), 0);
}

static void close_room(struct room *m)
{
	external__habits_free(&m->run);
	runner__arena_fini(&m->run.arena);
	kit_close(&m->kit);
}

/* Pods are what it is about; the answer comes at once. */
static struct scn__rec *request(struct room *m, size_t informer, int64_t at_ms, enum scn__verb verb,
				int status)
{
	struct scn__rec *q = &m->recs[m->count++];
	struct scn__list *list =
	    verb >= SCN_V_W_CREATE ? &m->run.writes.list : &m->run.requests.list;

	assert_true(m->count <= RECS);
	*q = (struct scn__rec) { .at_ns = MS(at_ms),
				 .verb = verb,
				 .type = &pods,
				 .name = STR("a"),
				 .from = &m->defs[informer],
				 .status = status,
				 .answered_ns = MS(at_ms),
				 .ended = verb != SCN_V_WATCH,
				 .ended_ns = MS(at_ms) };
	if (verb < SCN_V_W_CREATE)
		q->name = STR("");
	list->items[list->len++] = q;
	return q;
}

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
		struct room m;

		open_room(&m, 1);
		q = request(&m, 0, 1000, cases[i].verb, cases[i].status);
		q->retry_after_ns = cases[i].retry_after_s * NS_PER_S;
		(void)external__is_back(&m.run);
		/* 300 ms, or a first retry; a watch is waited for as such */
		if (external__rest_ns(&m.run, MS(1000)) != MS(cases[i].until_ms))
			fail_msg("verb %d, status %d", (int)cases[i].verb, cases[i].status);
		close_room(&m);
	}
}

static void rest_time_is_twice_the_longest_pause(void **state)
{
	struct room m;

	(void)state;
	open_room(&m, 1);
	(void)request(&m, 0, 1000, SCN_V_LIST, 500);
	(void)request(&m, 0, 2500, SCN_V_LIST, 500);
	(void)request(&m, 0, 5500, SCN_V_LIST, 200);
	assert_true(external__is_back(&m.run));
	assert_true(external__rest_ns(&m.run, MS(5500)) == MS(5500 + 2 * 3000));
	external__rested(&m.run);
	assert_true(external__rest_ns(&m.run, MS(5500)) == MS(5500 + 300));
	/* what fails later may take as long as the longest pause of the run did */
	(void)request(&m, 0, 20000, SCN_V_LIST, 503);
	(void)external__is_back(&m.run);
	assert_true(external__rest_ns(&m.run, MS(20000)) == MS(20000 + 10000));
	close_room(&m);
}

/* No request got through until 5 s: the client's pause began then. */
static void outage_of_the_scenario_does_not_extend_the_rest_time(void **state)
{
	struct scn__step refuse = { 0 };
	void *refused[] = { &refuse };
	struct room m;

	(void)state;
	open_room(&m, 1);
	(void)request(&m, 0, 1000, SCN_V_LIST, 500);
	m.run.refused = (struct scn__list) { refused, 1, 1 };
	now_ns = MS(5000);
	(void)external__is_back(&m.run);
	m.run.refused.len = 0;
	(void)request(&m, 0, 5400, SCN_V_LIST, 200);
	now_ns = MS(5500);
	assert_true(external__is_back(&m.run));
	assert_true(external__rest_ns(&m.run, MS(5400)) == MS(5400 + 2 * 400));
	close_room(&m);
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
		struct room m;

		open_room(&m, 2);
		lost = request(&m, 0, 1000, SCN_V_WATCH, 200);
		lost->query = str_of(cases[i].first);
		request(&m, 1, 1500, SCN_V_WATCH, 200)->query = str_of(cases[i].second);
		assert_true(external__is_back(&m.run));
		end_watch(lost, 2000, false);
		assert_int_equal(external__is_back(&m.run), cases[i].back);
		m.informers[1].stopped = true; /* and its watch is open still */
		assert_false(external__is_back(&m.run));
		close_room(&m);
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
		struct room m;

		open_room(&m, 1);
		q = request(&m, 0, 1000, SCN_V_WATCH, 200);
		q->query = str_of(cases[i].query);
		q->gone = cases[i].gone;
		q->cut = cases[i].cut;
		if (cases[i].has_another)
			request(&m, 0, 1100, SCN_V_WATCH, 200)->query = STR("labelSelector=x");
		assert_true(external__is_back(&m.run));
		m.moments.disturbed_ns = MS(cases[i].disturbed_ms);
		end_watch(q, 2000, true);
		for (size_t k = 0; k < ARRAY_LEN(looks); k++) {
			bool back = cases[i].back_ms >= 0 && looks[k] >= cases[i].back_ms;

			now_ns = MS(looks[k]);
			if (external__is_back(&m.run) != back)
				fail_msg("case %zu at %d ms", i, looks[k]);
		}
		close_room(&m);
	}
}

/* Two informers of one program with the same requests: both have to be back. */
static void each_of_two_equal_watches_has_to_return(void **state)
{
	struct scn__rec *q[2];
	struct room m;

	(void)state;
	open_room(&m, 1);
	q[0] = request(&m, 0, 1000, SCN_V_WATCH, 200);
	q[1] = request(&m, 0, 1100, SCN_V_WATCH, 200);
	now_ns = MS(2200);
	assert_true(external__is_back(&m.run));
	m.moments.disturbed_ns = now_ns;
	end_watch(q[0], 2300, false);
	end_watch(q[1], 2300, false);
	(void)request(&m, 0, 2400, SCN_V_WATCH, 200);
	now_ns = MS(9000);
	assert_false(external__is_back(&m.run));
	(void)request(&m, 0, 9100, SCN_V_WATCH, 200);
	assert_true(external__is_back(&m.run));
	close_room(&m);
}

/* The client opens a new watch while the server still considers the dead one open. */
static void second_watch_of_a_stalled_one_counts_as_its_return(void **state)
{
	struct scn__rec *q;
	struct room m;

	(void)state;
	open_room(&m, 1);
	q = request(&m, 0, 1000, SCN_V_WATCH, 200);
	now_ns = MS(2100);
	assert_true(external__is_back(&m.run));
	m.moments.disturbed_ns = now_ns; /* disconnect: blackhole */
	(void)request(&m, 0, 3000, SCN_V_WATCH, 200);
	now_ns = MS(9000);
	assert_true(external__is_back(&m.run));
	end_watch(q, 10000, false);
	assert_true(external__is_back(&m.run));
	close_room(&m);
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
		struct room m;

		open_room(&m, 1);
		request(&m, 0, 1000, cases[i].verb, cases[i].status)->ended = true;
		now_ns = MS(31000);
		if (external__is_back(&m.run) == cases[i].away)
			fail_msg("case %zu", i);
		(void)request(&m, 0, 31000, SCN_V_LIST, 200);
		assert_true(external__is_back(&m.run));
		close_room(&m);
	}
}

static void client_with_an_open_response_is_not_at_rest(void **state)
{
	struct scn__rec *q;
	struct room m;

	(void)state;
	open_room(&m, 1);
	q = request(&m, 0, 1000, SCN_V_LIST, 200);
	q->ended = false;
	assert_false(external__is_back(&m.run));
	q->ended = true;
	assert_true(external__is_back(&m.run));
	q = request(&m, 0, 1000, SCN_V_W_CREATE, 0);
	q->ended = false;
	assert_false(external__is_back(&m.run));
	m.informers[0].started_ns = MS(2000); /* of the process before */
	(void)request(&m, 0, 2100, SCN_V_LIST, 200);
	assert_true(external__is_back(&m.run));
	close_room(&m);
}

/* A controller without a watch has to list again after each step of the scenario. */
static void polling_controller_has_to_list_again_after_each_step(void **state)
{
	struct room m;

	(void)state;
	open_room(&m, 1);
	(void)request(&m, 0, 1000, SCN_V_LIST, 200);
	assert_true(external__is_back(&m.run));
	m.moments.acted_ns = MS(1500);
	now_ns = MS(20000);
	assert_false(external__is_back(&m.run));
	(void)request(&m, 0, 31000, SCN_V_LIST, 200);
	assert_true(external__is_back(&m.run));
	close_room(&m);
}

/* A poll beside a watch: the rest waits for twice its period. */
static void rest_waits_twice_the_polling_period(void **state)
{
	struct room m;

	(void)state;
	open_room(&m, 1);
	(void)request(&m, 0, 1000, SCN_V_WATCH, 200);
	(void)request(&m, 0, 1000, SCN_V_GET, 200);
	(void)request(&m, 0, 4000, SCN_V_GET, 200);
	assert_true(external__is_back(&m.run));
	m.moments.acted_ns = MS(5000);
	assert_true(external__rest_ns(&m.run, MS(5000)) == MS(5000 + 2 * 3000));
	(void)request(&m, 0, 7000, SCN_V_GET, 200);
	assert_true(external__is_back(&m.run));
	assert_true(external__rest_ns(&m.run, MS(7000)) == MS(7000 + 300));
	/* it does not poll any more */
	m.moments.acted_ns = MS(8000);
	now_ns = MS(14000);
	external__rested(&m.run);
	assert_true(external__rest_ns(&m.run, MS(14000)) == MS(14000 + 300));
	close_room(&m);
}

/* The controller has reacted after five seconds once, so it may again. */
static void rest_waits_twice_the_longest_reaction_time(void **state)
{
	static const struct scn__type leases = { .name = { "leases", 6 },
						 .group = { "coordination.k8s.io", 19 } };
	struct scn__rec *q;
	struct room m;

	(void)state;
	open_room(&m, 1);
	(void)request(&m, 0, 1000, SCN_V_WATCH, 200);
	m.moments.acted_ns = MS(2000);
	(void)request(&m, 0, 7000, SCN_V_W_CREATE, 201);
	q = request(&m, 0, 9000, SCN_V_W_UPDATE, 200);
	q->type = &leases;
	(void)external__is_back(&m.run);
	external__rested(&m.run);
	m.moments.acted_ns = MS(20000);
	assert_true(external__rest_ns(&m.run, MS(20000)) == MS(20000 + 2 * 5000));
	close_room(&m);
}

static void informer_without_a_watch_is_back_after_three_lists(void **state)
{
	struct room m;

	(void)state;
	open_room(&m, 1);
	m.defs[0].handler_count = 1;
	assert_false(external__is_back(&m.run));
	for (int i = 1; i <= 3; i++) {
		(void)request(&m, 0, 1000 * i, SCN_V_LIST, 200);
		assert_int_equal(external__is_back(&m.run), i == 3);
	}
	close_room(&m);
}

static void restarted_program_is_back_after_its_first_request(void **state)
{
	struct room m;

	(void)state;
	open_room(&m, 1);
	assert_false(external__is_back(&m.run));
	(void)request(&m, 0, 1000, SCN_V_LIST, 200);
	assert_true(external__is_back(&m.run));
	m.informers[0].started_ns = MS(2000);
	assert_false(external__is_back(&m.run));
	(void)request(&m, 0, 2100, SCN_V_LIST, 200);
	assert_true(external__is_back(&m.run));
	close_room(&m);
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
		cmocka_unit_test(polling_controller_has_to_list_again_after_each_step),
		cmocka_unit_test(rest_waits_twice_the_polling_period),
		cmocka_unit_test(rest_waits_twice_the_longest_reaction_time),
		cmocka_unit_test(informer_without_a_watch_is_back_after_three_lists),
		cmocka_unit_test(restarted_program_is_back_after_its_first_request),
	};

	return cmocka_run_group_tests_name("runner/external_habits", tests, NULL, NULL);
}
