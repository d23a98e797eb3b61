/* SPDX-License-Identifier: Apache-2.0 */
/* A recording of several programs is replayed to several: each is started and killed where the
 * recorded one was, and gets the responses of its own requests. */
#include <sys/socket.h>

#include "base/posix/clock.h"

#include "runner/recording/replay_match.h"
#include "tests/kit/replay_kit.h"
#include "tests/kit/testing.h"

static struct net_in watch_as(struct replay *t, size_t program, const char *agent, const char *path)
{
	AUTO_STRBUF target = STRBUF_INIT;

	strbuf_addf(&target, "%s?watch=true", path);
	return replay_ask_as(t, program, agent, "GET", target.ptr, "");
}

static struct net_in put_as(struct replay *t, size_t program, const char *agent, const char *name)
{
	AUTO_STRBUF target = STRBUF_INIT;

	strbuf_addf(&target, ONE("%s"), name);
	return replay_ask_as(t, program, agent, "PUT", target.ptr, "{}");
}

static void killed_program_is_restarted_while_another_goes_on(void **state)
{
	struct replay t;
	struct net_in a, b;

	(void)state;
	replay_begin(&t, RESTARTED, 0, 2);
	replay_expect_act(&t, REC_REPLAY_START, 0);
	a = watch_as(&t, 0, "a/1", PODS);
	net_read_until(&a, "200 OK");
	replay_expect_act(&t, REC_REPLAY_START, 1);
	b = watch_as(&t, 1, "b/1", BOXES);
	net_read_until(&b, "200 OK");
	replay_expect_act(&t, REC_REPLAY_KILL, 0);
	net_close(&a);
	/* what it sends before its next start is reset */
	a = watch_as(&t, 0, "a/1", PODS);
	assert_int_equal(net_read_end(&a), NET_RST);
	net_close(&a);
	replay_expect_answer(put_as(&t, 1, "b/1", "b"), "\"name\":\"b\"");
	replay_expect_act(&t, REC_REPLAY_START, 0);
	a = watch_as(&t, 0, "a/1", PODS);
	net_read_until(&a, "\"name\":\"late\"");
	replay_expect_matched(&t, 4, 0);
	net_close(&a);
	net_close(&b);
	replay_end(&t);
}

/* It lost its connections, and lives. */
static void program_that_continues_its_watch_is_not_killed(void **state)
{
	struct replay t;
	struct net_in a, b;

	(void)state;
	replay_begin(&t,
		     LOOKS(1, 1, "a/1", PODS) LOOKS(2, 2, "b/1", BOXES) GONE(1, 1)
			 SAYS(3, 3, "a/1", "GET", PODS,
			      "\"watch\":\"true\",\"resourceVersion\":\"5\"") STREAM(3)
			     EVENT(3, "late", "9"),
		     0, 2);
	replay_expect_act(&t, REC_REPLAY_START, 0);
	a = watch_as(&t, 0, "a/1", PODS);
	replay_expect_act(&t, REC_REPLAY_START, 1);
	b = watch_as(&t, 1, "b/1", BOXES);
	net_close(&a);
	a = replay_ask_as(&t, 0, "a/1", "GET", PODS "?watch=true&resourceVersion=5", "");
	net_read_until(&a, "\"name\":\"late\"");
	replay_expect_matched(&t, 3, 0);
	net_close(&a);
	net_close(&b);
	replay_end(&t);
}

static void program_that_sends_nothing_any_more_is_killed(void **state)
{
	struct replay t;
	struct net_in a, b;

	(void)state;
	replay_begin(&t,
		     LOOKS(1, 1, "a/1", PODS) LOOKS(2, 2, "b/1", BOXES) GONE(1, 1)
			 WRITES(3, 2, "b/1", "b") PUT_ANSWER(3, "b"),
		     0, 2);
	replay_expect_act(&t, REC_REPLAY_START, 0);
	a = watch_as(&t, 0, "a/1", PODS);
	replay_expect_act(&t, REC_REPLAY_START, 1);
	b = watch_as(&t, 1, "b/1", BOXES);
	replay_expect_act(&t, REC_REPLAY_KILL, 0);
	net_close(&a);
	replay_expect_answer(put_as(&t, 1, "b/1", "b"), "\"name\":\"b\"");
	replay_expect_matched(&t, 3, 0);
	net_close(&b);
	replay_end(&t);
}

static bool has_bytes(const struct net_in *in)
{
	char byte;

	return recv(in->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
}

/* Else it would be shown a state that the recorded one was not. */
static void request_of_another_program_is_answered_in_its_turn(void **state)
{
	struct replay t;
	struct net_in b;

	(void)state;
	replay_begin(&t,
		     WRITES(1, 1, "a/1", "a") PUT_ANSWER(1, "a") WRITES(2, 1, "a/1", "c")
			 PUT_ANSWER(2, "c") WRITES(3, 2, "b/1", "b") PUT_ANSWER(3, "b")
			     WRITES(4, 1, "a/1", "e") PUT_ANSWER(4, "e"),
		     0, 2);
	replay_expect_act(&t, REC_REPLAY_START, 0);
	/* the first program turns out to be the second recorded one */
	b = put_as(&t, 0, "b/1", "b");
	replay_expect_act(&t, REC_REPLAY_START, 1);
	replay_expect_answer(put_as(&t, 1, "a/1", "a"), "\"name\":\"a\"");
	/* a's in another order is answered before its turn; b's, which came first, is not */
	replay_expect_answer(put_as(&t, 1, "a/1", "e"), "\"name\":\"e\"");
	assert_false(has_bytes(&b));
	replay_expect_answer(put_as(&t, 1, "a/1", "c"), "\"name\":\"c\"");
	replay_expect_answer(b, "\"name\":\"b\"");
	replay_expect_matched(&t, 4, 0);
	replay_end(&t);
}

static bool none_has_come(void *user)
{
	size_t matched, all;

	rec__replay_count(user, &matched, &all);
	return matched == 0;
}

static void request_given_up_before_its_turn_may_come_again(void **state)
{
	struct replay t;
	struct net_in b;

	(void)state;
	replay_begin(&t,
		     WRITES(1, 1, "a/1", "a") PUT_ANSWER(1, "a") WRITES(2, 2, "b/1", "b")
			 PUT_ANSWER(2, "b"),
		     0, 2);
	replay_expect_act(&t, REC_REPLAY_START, 0);
	b = put_as(&t, 0, "b/1", "b");
	replay_expect_act(&t, REC_REPLAY_START, 1);
	net_close(&b);
	net_wait(none_has_come, t.r);
	b = put_as(&t, 0, "b/1", "b");
	replay_expect_answer(put_as(&t, 1, "a/1", "a"), "\"name\":\"a\"");
	replay_expect_answer(b, "\"name\":\"b\"");
	replay_expect_matched(&t, 2, 0);
	replay_end(&t);
}

/* Two replicas: the second is started for what the first has open, and each keeps the connections
 * whose requests it repeated. */
static void connections_distinguish_programs_with_one_user_agent(void **state)
{
	struct replay t;
	struct net_in first, second;

	(void)state;
	replay_begin(&t,
		     LOOKS(1, 1, "a/1", PODS) LOOKS(2, 2, "a/1", PODS) GONE(1, 1)
			 WRITES(3, 2, "a/1", "a") PUT_ANSWER(3, "a") EVENT(2, "new", "9"),
		     0, 2);
	replay_expect_act(&t, REC_REPLAY_START, 0);
	first = watch_as(&t, 0, "a/1", PODS);
	net_read_until(&first, "200 OK");
	replay_expect_act(&t, REC_REPLAY_START, 1);
	second = watch_as(&t, 1, "a/1", PODS);
	replay_expect_act(&t, REC_REPLAY_KILL, 0);
	net_close(&first);
	replay_expect_answer(put_as(&t, 1, "a/1", "a"), "\"name\":\"a\"");
	net_read_until(&second, "\"name\":\"new\"");
	replay_expect_matched(&t, 3, 0);
	net_close(&second);
	replay_end(&t);
}

/* A connection that it used before is no reason to take a later request. */
static void program_repeats_its_requests_in_order_over_any_connection(void **state)
{
	struct replay t;

	(void)state;
	replay_begin(&t,
		     WRITES(1, 1, "a/1", "a") PUT_ANSWER(1, "a") WRITES(2, 3, "a/1", "a")
			 PUT_ANSWER(2, "second") WRITES(3, 1, "a/1", "a") PUT_ANSWER(3, "third")
			     WRITES(4, 2, "b/1", "b") PUT_ANSWER(4, "b"),
		     0, 2);
	replay_expect_act(&t, REC_REPLAY_START, 0);
	replay_expect_answer(put_as(&t, 0, "a/1", "a"), "\"name\":\"a\"");
	replay_expect_answer(put_as(&t, 0, "a/1", "a"), "\"name\":\"second\"");
	replay_expect_answer(put_as(&t, 0, "a/1", "a"), "\"name\":\"third\"");
	replay_expect_act(&t, REC_REPLAY_START, 1);
	replay_expect_answer(put_as(&t, 1, "b/1", "b"), "\"name\":\"b\"");
	replay_expect_matched(&t, 4, 0);
	replay_end(&t);
}

static void departure_names_the_program_and_its_next_request(void **state)
{
	struct replay t;

	(void)state;
	replay_begin(&t,
		     WRITES(1, 1, "a/1", "a") PUT_ANSWER(1, "a") WRITES(2, 2, "b/1", "b")
			 PUT_ANSWER(2, "b") WRITES(3, 2, "b/1", "c") PUT_ANSWER(3, "c"),
		     0, 2);
	replay_expect_act(&t, REC_REPLAY_START, 0);
	replay_expect_answer(put_as(&t, 0, "a/1", "a"), "\"name\":\"a\"");
	replay_expect_act(&t, REC_REPLAY_START, 1);
	replay_expect_answer(put_as(&t, 1, "b/1", "a"), "HTTP/1.1 500 ");
	heard_wait(&t.heard, "line 4: subject 2 departs from the recording\n"
			     "    expected  PUT /api/v1/namespaces/d/pods/b\n"
			     "    actual    PUT /api/v1/namespaces/d/pods/a\n");
	replay_expect_answer(put_as(&t, 1, "b/1", "b"), "\"name\":\"b\"");
	rec__replay_client_gone(t.r, 1);
	heard_wait(&t.heard, "line 6: request 3 of the recording did not come from subject 2\n");
	replay_expect_matched(&t, 2, 2);
	replay_end(&t);
}

static void requests_of_an_ended_program_are_skipped_at_once(void **state)
{
	struct replay t;

	(void)state;
	replay_begin(&t,
		     WRITES(1, 1, "a/1", "a") PUT_ANSWER(1, "a") WRITES(2, 2, "b/1", "b")
			 WRITES(3, 2, "b/1", "c") WRITES(4, 1, "a/1", "d") PUT_ANSWER(4, "d"),
		     3600 * NS_PER_S, 2);
	replay_expect_act(&t, REC_REPLAY_START, 0);
	replay_expect_answer(put_as(&t, 0, "a/1", "a"), "\"name\":\"a\"");
	replay_expect_act(&t, REC_REPLAY_START, 1);
	rec__replay_client_gone(t.r, 1);
	replay_expect_answer(put_as(&t, 0, "a/1", "d"), "\"name\":\"d\"");
	replay_expect_matched(&t, 2, 2);
	assert_true(rec__replay_has_sent(t.r, 0));
	assert_false(rec__replay_has_sent(t.r, 1));
	replay_end(&t);
}

/* --- owners --- */

enum { A = 1, B = 2, BOTH = 3 };

#define BY(id, conn, agent) SAYS(id, conn, agent, "GET", PODS, "")

static void user_agents_and_connections_distinguish_programs(void **state)
{
	static const struct {
		const char *lines, *agents[2]; /* which the programs have sent */
		uint32_t owners[3];	       /* of the talks */
	} cases[] = {
		/* in order, until one is recognized */
		{ BY(1, 1, "a/1") BY(2, 2, "b/1"), { NULL, NULL }, { A, B } },
		{ BY(1, 1, "a/1") BY(2, 2, "b/1"), { "b/1", NULL }, { B, A } },
		{ BY(1, 1, "a/1") BY(2, 2, "b/1"), { NULL, "a/1" }, { B, A } },
		/* another version */
		{ BY(1, 1, "a/1") BY(2, 2, "b/1"), { "b/2", NULL }, { B, A } },
		/* unknown ones say nothing */
		{ BY(1, 1, "a/1") BY(2, 2, "b/1"), { "c/1", NULL }, { A, B } },
		/* one with two User-Agents, both of the first program */
		{ BY(1, 1, "a/1") BY(2, 2, "lib/1") BY(3, 3, "b/1"),
		  { "a/1", NULL },
		  { A, B, BOTH } },
		{ BY(1, 1, "a/1") BY(2, 2, "lib/1") BY(3, 3, "b/1"),
		  { "a/1", "b/1" },
		  { A, BOTH, B } },
		/* replicas */
		{ BY(1, 1, "a/1") BY(2, 2, "a/1"), { NULL, NULL }, { BOTH, BOTH } },
		{ BY(1, 1, "a/1") BY(2, 2, "a/1"), { "a/1", NULL }, { BOTH, BOTH } },
		{ BY(1, 1, "a/1") BY(2, 2, "a/1"), { "a/1", "a/1" }, { BOTH, BOTH } },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct rec__story *s = replay_story(cases[i].lines);
		struct rec__owners o;

		assert_int_equal(rec__owners_init(&o, s, 2), 0);
		for (size_t k = 0; k < 2; k++)
			if (cases[i].agents[k])
				(void)rec__owners_learn(&o, k, str_of(cases[i].agents[k]));
		for (size_t k = 0; k < s->talk_count; k++)
			if (rec__owners_of(&o, k) != cases[i].owners[k])
				fail_msg("case %zu, request %zu: %u", i, k + 1,
					 rec__owners_of(&o, k));
		rec__owners_fini(&o);
		rec__story_free(s);
	}
}

static void repeated_request_decides_about_its_connection(void **state)
{
	struct rec__story *s =
	    replay_story(BY(1, 1, "a/1") BY(2, 2, "a/1") BY(3, 1, "a/1") BY(4, 2, "a/1"));
	struct rec__owners o;

	(void)state;
	assert_int_equal(rec__owners_init(&o, s, 2), 0);
	rec__owners_bind(&o, 1, 0);
	assert_int_equal(rec__owners_of(&o, 3), A);
	assert_int_equal(rec__owners_of(&o, 2), BOTH);
	rec__owners_bind(&o, 0, 1);
	rec__owners_bind(&o, 0, 0); /* the first one counts */
	assert_int_equal(rec__owners_of(&o, 2), B);
	rec__owners_fini(&o);
	rec__story_free(s);
}

/* --- matches --- */

#define SENDS(id, conn, agent, name)                                                               \
	"{\"request\":{\"id\":" #id ",\"conn\":" #conn ",\"method\":\"POST\",\"path\":\"" PODS     \
	"\",\"headers\":{\"User-Agent\":\"" agent "\"},\"body\":{\"metadata\":{\"name\":\"" name   \
	"\"}}}}\n"

/* Several recorded requests are like the received one. */
static void match_prefers_the_body_then_the_program_then_the_user_agent(void **state)
{
	static const char gets[] = BY(1, 1, "a/1") BY(2, 2, "lib/1") BY(3, 3, "b/1"),
			  posts[] = SENDS(1, 1, "a/1", "x") SENDS(2, 2, "lib/1", "y")
			      SENDS(3, 3, "b/1", "x");
	static const struct {
		const char *lines, *learned, *agent, *body;
		size_t program, claimed; /* claimed: that many requests came before */
		size_t match;
	} cases[] = {
		/* the first program sent a/1, so any may have sent b/1 */
		{ gets, "a/1", "a/1", "", 0, 0, 0 },
		{ gets, "a/1", "b/1", "", 0, 0, 0 },
		{ gets, "a/1", "b/1", "", 0, 1, 2 },
		{ gets, "a/1", "z/1", "", 0, 1, 2 },
		{ gets, "a/1", "z/1", "", 0, 3, 3 },
		{ gets, "a/1", "b/1", "", 1, 0, 1 },
		/* replicas */
		{ BY(1, 1, "a/1") BY(2, 2, "a/1"), NULL, "a/1", "", 1, 0, 0 },
		{ BY(1, 1, "a/1") BY(2, 2, "a/1"), NULL, "z/1", "", 1, 0, 0 },
		{ BY(1, 1, "a/1") BY(2, 2, "a/1"), NULL, "z/1", "", 1, 1, 1 },
		/* bodies */
		{ posts, "a/1", "b/1", "{\"metadata\":{\"name\":\"x\"}}", 0, 0, 0 },
		{ posts, "a/1", "a/1", "{\"metadata\":{\"name\":\"x\"}}", 0, 1, 2 },
		{ posts, "a/1", "a/1", "{\"metadata\":{\"name\":\"x\",\"n\":1}}", 0, 1, 2 },
		{ posts, "a/1", "a/1", "{\"metadata\":{\"name\":\"y\"}}", 0, 0, 3 },
		{ posts, "a/1", "a/1", "{\"metadata\":{\"name\":\"x\"}}", 1, 0, 2 },
		{ posts, "a/1", "a/1", "{\"metadata\":{\"name\":\"y\"}}", 1, 0, 1 },
		{ posts, "a/1", "a/1", "no JSON", 1, 0, 1 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct rec__story *s = replay_story(cases[i].lines);
		struct rec__claim claims[3] = { { .state = REC_UNSEEN } };
		struct rec__owners o;
		struct rec__matches m = { .story = s,
					  .claims = claims,
					  .to = s->talk_count,
					  .owners = &o,
					  .program = cases[i].program,
					  .agent = str_of(cases[i].agent) };
		size_t match;

		assert_int_equal(rec__owners_init(&o, s, 2), 0);
		if (cases[i].learned)
			(void)rec__owners_learn(&o, 0, str_of(cases[i].learned));
		for (size_t k = 0; k < cases[i].claimed; k++)
			claims[k].state = REC_SEEN;
		match = rec__match(&m, s->talks[0].request, str_of(cases[i].body));
		if (match != cases[i].match)
			fail_msg("case %zu: request %zu, wanted %zu", i, match, cases[i].match);
		rec__owners_fini(&o);
		rec__story_free(s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(killed_program_is_restarted_while_another_goes_on),
		cmocka_unit_test(program_that_continues_its_watch_is_not_killed),
		cmocka_unit_test(program_that_sends_nothing_any_more_is_killed),
		cmocka_unit_test(request_of_another_program_is_answered_in_its_turn),
		cmocka_unit_test(request_given_up_before_its_turn_may_come_again),
		cmocka_unit_test(connections_distinguish_programs_with_one_user_agent),
		cmocka_unit_test(program_repeats_its_requests_in_order_over_any_connection),
		cmocka_unit_test(departure_names_the_program_and_its_next_request),
		cmocka_unit_test(requests_of_an_ended_program_are_skipped_at_once),
		cmocka_unit_test(user_agents_and_connections_distinguish_programs),
		cmocka_unit_test(repeated_request_decides_about_its_connection),
		cmocka_unit_test(match_prefers_the_body_then_the_program_then_the_user_agent),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
