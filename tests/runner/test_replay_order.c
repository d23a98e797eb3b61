/* SPDX-License-Identifier: Apache-2.0 */
/* Recordings of real clients replayed: random parameters, requests in another order, late ones,
 * bodies, a process that was killed and started again. */
#include "base/posix/clock.h"
#include "fakeapi/serializer/protobuf.h"
#include "runner/recording/lives.h"
#include "tests/kit/replay_kit.h"
#include "tests/kit/testing.h"

static void requests_in_another_order_get_their_responses(void **state)
{
	struct replay t;

	(void)state;
	replay_begin(&t, PUT(1, "a") PUT_ANSWER(1, "a") PUT(2, "b") PUT_ANSWER(2, "b"), 0, 0);
	/* each waits for its answer before the next is sent */
	replay_expect_answer(replay_ask(&t, "PUT", "/api/v1/namespaces/d/pods/b", "{}"),
			     "\"name\":\"b\"");
	replay_expect_answer(replay_ask(&t, "PUT", "/api/v1/namespaces/d/pods/a", "{}"),
			     "\"name\":\"a\"");
	replay_expect_matched(&t, 2, 0);
	replay_end(&t);
}

static void request_after_its_turn_gets_the_recorded_answer(void **state)
{
	struct replay t;

	(void)state;
	replay_begin(&t, PUT(1, "a") PUT_ANSWER(1, "a") PUT(2, "b") PUT_ANSWER(2, "b"),
		     50 * NS_PER_MS, false);
	net_wait(replay_is_over, t.r);
	heard_wait(&t.heard, "request 1 of the recording did not come");
	replay_expect_answer(replay_ask(&t, "PUT", "/api/v1/namespaces/d/pods/a", "{}"),
			     "\"name\":\"a\"");
	replay_expect_matched(&t, 1, 2);
	replay_end(&t);
}

static void unrecorded_request_report_names_the_nearest_recorded_one(void **state)
{
	struct replay t;

	(void)state;
	replay_begin(&t, PUT(1, "a") PUT_ANSWER(1, "a") PUT(2, "b") PUT_ANSWER(2, "b"), 0, 0);
	replay_expect_answer(replay_ask(&t, "DELETE", "/api/v1/namespaces/d/pods/b", ""),
			     "HTTP/1.1 500 ");
	heard_wait(&t.heard, "    expected  PUT /api/v1/namespaces/d/pods/a\n"
			     "    actual    DELETE /api/v1/namespaces/d/pods/b\n"
			     "    nearest   PUT /api/v1/namespaces/d/pods/b (line 4)\n");
	replay_end(&t);
}

#define POST(id, name)                                                                             \
	"{\"request\":{\"id\":" #id ",\"method\":\"POST\",\"path\":\"/api/v1/namespaces/d/pods\"," \
	"\"body\":{\"metadata\":{\"generateName\":\"" name "\"}}}}\n"

static void post_is_matched_by_the_name_in_its_body(void **state)
{
	struct replay t;

	(void)state;
	replay_begin(&t, POST(1, "a-") PUT_ANSWER(1, "a-x") POST(2, "b-") PUT_ANSWER(2, "b-y"), 0,
		     0);
	replay_expect_answer(
	    replay_ask(&t, "POST", "/api/v1/namespaces/d/pods",
		       "{\"kind\":\"Pod\",\"metadata\":{\"generateName\":\"b-\"}}"),
	    "\"name\":\"b-y\"");
	replay_expect_answer(replay_ask(&t, "POST", "/api/v1/namespaces/d/pods",
					"{\"metadata\":{\"generateName\":\"c-\"}}"),
			     "HTTP/1.1 500 ");
	heard_wait(&t.heard, "the recording has no answer to it: answered 500");
	replay_expect_answer(replay_ask(&t, "POST", "/api/v1/namespaces/d/pods",
					"{\"metadata\":{\"generateName\":\"a-\"}}"),
			     "\"name\":\"a-x\"");
	replay_expect_matched(&t, 2, 1);
	replay_end(&t);
}

/* Typed clients send protobuf, which a recording has as JSON. */
static void post_in_protobuf_is_matched_by_the_name_in_its_body(void **state)
{
	AUTO_STRBUF body = STRBUF_INIT;
	struct replay t;

	(void)state;
	assert_int_equal(fakeapi__protobuf_encode(STR("{\"kind\":\"Pod\",\"apiVersion\":\"v1\","
						      "\"metadata\":{\"generateName\":\"b-\"}}"),
						  0, &body),
			 0);
	replay_begin(&t, POST(1, "a-") PUT_ANSWER(1, "a-x") POST(2, "b-") PUT_ANSWER(2, "b-y"), 0,
		     0);
	replay_expect_answer(replay_ask_with(&t, 0, NULL, "POST", "/api/v1/namespaces/d/pods",
					     strbuf_str(&body)),
			     "\"name\":\"b-y\"");
	replay_expect_answer(replay_ask_with(&t, 0, NULL, "POST", "/api/v1/namespaces/d/pods",
					     strbuf_str(&body)),
			     "HTTP/1.1 500 ");
	replay_end(&t);
}

#define POST_OF(id, n)                                                                             \
	"{\"request\":{\"id\":" #id ",\"method\":\"POST\",\"path\":\"/api/v1/namespaces/d/pods\"," \
	"\"body\":{\"metadata\":{\"generateName\":\"a-\"},\"spec\":{\"n\":" #n "}}}}\n"

/* Of two that could be meant, the one with the same body is. */
static void post_with_a_recorded_body_gets_its_answer(void **state)
{
	struct replay t;

	(void)state;
	replay_begin(&t, POST_OF(1, 1) PUT_ANSWER(1, "a-x") POST_OF(2, 2) PUT_ANSWER(2, "a-y"), 0,
		     0);
	replay_expect_answer(
	    replay_ask(&t, "POST", "/api/v1/namespaces/d/pods",
		       "{\"metadata\":{\"generateName\":\"a-\"},\"spec\":{\"n\":2}}"),
	    "\"name\":\"a-y\"");
	replay_expect_answer(
	    replay_ask(&t, "POST", "/api/v1/namespaces/d/pods",
		       "{\"metadata\":{\"generateName\":\"a-\"},\"spec\":{\"n\":3}}"),
	    "\"name\":\"a-x\"");
	replay_expect_matched(&t, 2, 0);
	replay_end(&t);
}

#define GET(id, query)                                                                             \
	"{\"request\":{\"id\":" #id                                                                \
	",\"method\":\"GET\",\"path\":\"/api/v1/namespaces/d/pods/a\"" query "}}\n"

/* The late request is counted once; its repetition gets the same response. */
static void late_request_is_counted_once(void **state)
{
	struct replay t;

	(void)state;
	replay_begin(&t, PUT(1, "a") PUT_ANSWER(1, "a") PUT(2, "b") PUT_ANSWER(2, "b"),
		     50 * NS_PER_MS, false);
	net_wait(replay_is_over, t.r);
	for (int i = 0; i < 2; i++)
		replay_expect_answer(replay_ask(&t, "PUT", "/api/v1/namespaces/d/pods/a", "{}"),
				     "\"name\":\"a\"");
	replay_expect_matched(&t, 1, 2);
	replay_end(&t);
}

/* A read beyond the recorded number gets the newest response. */
static void extra_read_gets_the_last_recorded_response(void **state)
{
	static const char *const answers[] = { "x", "y", "y" };
	struct replay t;

	(void)state;
	replay_begin(&t, GET(1, "") PUT_ANSWER(1, "x") GET(2, "") PUT_ANSWER(2, "y"), 0, 0);
	for (size_t i = 0; i < ARRAY_LEN(answers); i++) {
		char want[32];

		(void)snprintf(want, sizeof(want), "\"name\":\"%s\"", answers[i]);
		replay_expect_answer(replay_ask(&t, "GET", "/api/v1/namespaces/d/pods/a", ""),
				     want);
	}
	replay_end(&t);
}

/* Only a watch may start at another version than recorded. */
static void read_at_another_version_does_not_match(void **state)
{
	struct replay t;

	(void)state;
	replay_begin(&t, GET(1, ",\"query\":{\"resourceVersion\":\"6\"}") PUT_ANSWER(1, "x"), 0, 0);
	replay_expect_answer(replay_ask(&t, "GET", "/api/v1/namespaces/d/pods/a?resourceVersion=5",
					""),
			     "HTTP/1.1 404 ");
	replay_expect_answer(replay_ask(&t, "GET", "/api/v1/namespaces/d/pods/a?resourceVersion=6",
					""),
			     "\"name\":\"x\"");
	replay_end(&t);
}

static void random_timeouts_of_a_watch_are_ignored(void **state)
{
	struct replay t;
	struct net_in in;

	(void)state;
	replay_begin(&t,
		     WATCH(1, ",\"timeout\":\"8m30s\",\"timeoutSeconds\":\"510\"")
			 EVENT(1, "a", "5"),
		     0, 0);
	in = replay_ask(&t, "GET", "/api/v1/pods?watch=true&timeout=5m1s&timeoutSeconds=301", "");
	net_read_until(&in, "\"name\":\"a\"");
	replay_expect_matched(&t, 1, 0);
	net_close(&in);
	replay_end(&t);
}

static void watch_without_a_version_is_answered_where_no_list_was_recorded(void **state)
{
	struct replay t;
	struct net_in first, second;

	(void)state;
	replay_begin(&t, WATCH(1, "") EVENT(1, "a", "5") PUT(2, "b"), 0, 0);
	first = replay_ask(&t, "GET", "/api/v1/pods?watch=true", "");
	net_read_until(&first, "\"name\":\"a\"");
	second = replay_ask(&t, "GET", "/api/v1/namespaces/d/pods?watch=true", "");
	net_read_until(&second, "\"name\":\"a\"");
	assert_int_equal(rec__replay_departures(t.r), 1);
	heard_wait(&t.heard, "answered from the recorded state so far");
	net_close(&first);
	net_close(&second);
	replay_end(&t);
}

static void watch_from_an_older_version_gets_the_events_between(void **state)
{
	struct replay t;
	struct net_in first, second;

	(void)state;
	replay_begin(&t,
		     WATCH(1, "") EVENT(1, "a", "5") EVENT(1, "b", "6")
			 WATCH(2, ",\"resourceVersion\":\"6\"") EVENT(2, "c", "7"),
		     0, 0);
	first = replay_ask(&t, "GET", "/api/v1/pods?watch=true", "");
	net_read_until(&first, "\"name\":\"b\"");
	second = replay_ask(&t, "GET", "/api/v1/pods?watch=true&resourceVersion=5", "");
	net_read_until(&second, "\"name\":\"c\"");
	assert_non_null(strstr(second.buf, "\"name\":\"b\""));
	assert_null(strstr(second.buf, "\"name\":\"a\""));
	replay_expect_matched(&t, 2, 0);
	net_close(&first);
	net_close(&second);
	replay_end(&t);
}

static bool is_departed(void *user)
{
	return rec__replay_departures(user) > 0;
}

/* A watch without a version needs the initial events, not only the events after a version. */
static void watch_without_a_version_does_not_match_one_with_a_version(void **state)
{
	struct replay t;
	struct net_in first, second;

	(void)state;
	replay_begin(&t, WATCH(1, ",\"resourceVersion\":\"6\"") EVENT(1, "c", "7"), 0, 0);
	first = replay_ask(&t, "GET", "/api/v1/pods?watch=true", "");
	net_wait(is_departed, t.r);
	second = replay_ask(&t, "GET", "/api/v1/pods?watch=true&resourceVersion=6", "");
	net_read_until(&second, "\"name\":\"c\"");
	net_close(&first);
	net_close(&second);
	replay_end(&t);
}

#define BEGUN  CONNECT(1) CONNECT(2) WATCH(1, "") PUT(2, "a")
#define ENDED  HANGUP(2) DISCONNECT(2) HANGUP(1) DISCONNECT(1)
#define KILLED BEGUN ENDED
#define LEASE  "/apis/coordination.k8s.io/v1/namespaces/d/leases/l"
#define AGAIN  CONNECT(3) WATCH(3, "") PUT(4, "a") PUT_ANSWER(4, "a")

static void replay_to_a_killed_process_resumes_with_the_next_one(void **state)
{
	struct replay t;
	struct net_in watch, put;

	(void)state;
	replay_begin(&t, KILLED AGAIN, 0, 1);
	replay_expect_act(&t, REC_REPLAY_START, 0);
	watch = replay_ask(&t, "GET", "/api/v1/pods?watch=true", "");
	net_read_until(&watch, "200 OK");
	put = replay_ask(&t, "PUT", "/api/v1/namespaces/d/pods/a", "{}");
	replay_expect_act(&t, REC_REPLAY_KILL, 0);
	/* never answered */
	net_close(&watch);
	net_close(&put);
	replay_expect_act(&t, REC_REPLAY_START, 0);
	watch = replay_ask(&t, "GET", "/api/v1/pods?watch=true", "");
	net_read_until(&watch, "200 OK");
	replay_expect_answer(replay_ask(&t, "PUT", "/api/v1/namespaces/d/pods/a", "{}"),
			     "\"name\":\"a\"");
	replay_expect_matched(&t, 4, 0);
	net_close(&watch);
	replay_end(&t);
}

static void replay_expects_no_restart_if_the_watch_continues(void **state)
{
	static const struct {
		const char *lines;
		bool ends;
	} cases[] = {
		{ KILLED AGAIN, true },
		{ KILLED, false },
		{ KILLED CONNECT(3) WATCH(3, ",\"resourceVersion\":\"5\""), false },
		{ CONNECT(1) WATCH(1, "") "{\"close\":{\"id\":1,\"how\":\"eof\"}}\n" DISCONNECT(1)
		      CONNECT(2) WATCH(2, ""),
		  false },
		/* a second replica waits for the leadership */
		{ BEGUN CONNECT(3) SAYS(3, 3, "c", "GET", LEASE, "") ENDED CONNECT(4) WATCH(4, ""),
		  true },
		{ BEGUN CONNECT(3) SAYS(3, 3, "c", "PUT", LEASE, "") ENDED CONNECT(4) WATCH(4, ""),
		  false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct rec__story *s = replay_story(cases[i].lines);
		struct rec__owners o;
		size_t at;

		assert_int_equal(rec__owners_init(&o, s, 1), 0);
		at = rec__life_end(&o, 0, 0);
		if ((at < s->line_count) != cases[i].ends)
			fail_msg("case %zu: %zu of %zu", i, at, s->line_count);
		if (cases[i].ends)
			assert_int_equal(s->lines[at].kind, REC_CONNECT);
		rec__owners_fini(&o);
		rec__story_free(s);
	}
}

/* fabric8 reconnects two seconds after a failure, and connects before it sends its request. */
static void pause_before_a_request_does_not_end_with_its_connection(void **state)
{
	struct rec__story *s = replay_story(
	    "{\"request\":{\"id\":1,\"at\":\"1s\",\"method\":\"GET\",\"path\":\"/api/v1/pods\"}}\n"
	    "{\"close\":{\"id\":1,\"at\":\"2s\",\"how\":\"reset\"}}\n"
	    "{\"disconnect\":{\"conn\":1,\"at\":\"2s\",\"by\":\"server\",\"how\":\"reset\"}}\n"
	    "{\"connect\":{\"conn\":2,\"at\":\"4500ms\"}}\n"
	    "{\"request\":{\"id\":2,\"at\":\"5s\",\"method\":\"GET\",\"path\":\"/api/v1/"
	    "pods\"}}\n");

	(void)state;
	assert_int_equal(rec__story_pause_ns(s, 0), 0);
	assert_int_equal(rec__story_pause_ns(s, 4), 3 * NS_PER_S);
	rec__story_free(s);
}

/* The request in another order gets no response, as recorded. */
static void unanswered_request_before_its_turn_does_not_stop_the_patience(void **state)
{
	struct replay t;
	struct net_in put;

	(void)state;
	replay_begin(&t, GET(1, "") PUT(2, "b") PUT_ANSWER(1, "a"), NS_PER_S, 0);
	put = replay_ask(&t, "PUT", "/api/v1/namespaces/d/pods/b", "{}");
	replay_expect_matched(&t, 1, 1);
	net_close(&put);
	replay_end(&t);
}

static void replay_does_not_wait_for_an_ended_client(void **state)
{
	struct replay t;

	(void)state;
	replay_begin(&t, PUT(1, "a") PUT(2, "b"), 3600 * NS_PER_S, 0);
	rec__replay_client_gone(t.r, 0);
	replay_expect_matched(&t, 0, 2);
	replay_end(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(requests_in_another_order_get_their_responses),
		cmocka_unit_test(request_after_its_turn_gets_the_recorded_answer),
		cmocka_unit_test(unrecorded_request_report_names_the_nearest_recorded_one),
		cmocka_unit_test(post_is_matched_by_the_name_in_its_body),
		cmocka_unit_test(post_in_protobuf_is_matched_by_the_name_in_its_body),
		cmocka_unit_test(post_with_a_recorded_body_gets_its_answer),
		cmocka_unit_test(late_request_is_counted_once),
		cmocka_unit_test(extra_read_gets_the_last_recorded_response),
		cmocka_unit_test(read_at_another_version_does_not_match),
		cmocka_unit_test(watch_without_a_version_does_not_match_one_with_a_version),
		cmocka_unit_test(random_timeouts_of_a_watch_are_ignored),
		cmocka_unit_test(watch_without_a_version_is_answered_where_no_list_was_recorded),
		cmocka_unit_test(watch_from_an_older_version_gets_the_events_between),
		cmocka_unit_test(replay_to_a_killed_process_resumes_with_the_next_one),
		cmocka_unit_test(replay_expects_no_restart_if_the_watch_continues),
		cmocka_unit_test(unanswered_request_before_its_turn_does_not_stop_the_patience),
		cmocka_unit_test(replay_does_not_wait_for_an_ended_client),
		cmocka_unit_test(pause_before_a_request_does_not_end_with_its_connection),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
