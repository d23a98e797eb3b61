/* SPDX-License-Identifier: Apache-2.0 */
/* Recordings of real clients replayed: random parameters, requests in another order, late ones,
 * bodies, a process that was killed and started again. */
#include "base/posix/clock.h"
#include "runner/recording/lives.h"
#include "runner/recording/posix/replay_server.h"
#include "tests/kit/heard.h"
#include "tests/kit/net.h"
#include "tests/kit/text_input.h"
#include "tests/kit/testing.h"

struct replay {
	struct rec__story *story;
	struct rec__replay *r;
	struct heard heard;
};

static struct rec__story *story_of(const char *lines)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct relist_err err = { 0 };
	struct rec__story_options opt = { .lenient = false };
	struct str in;
	struct rec__input input = { text_input, &in };
	struct rec__story *story;

	strbuf_addf(&text, "{\"recording\":1}\n%s", lines);
	in = strbuf_str(&text);
	story = rec__story_load(&input, 1, &opt, &err);
	if (!story)
		fail_msg("%u:%u: %s", err.line, err.column, err.msg);
	return story;
}

static void begin(struct replay *t, const char *lines, int64_t patience_ns, bool restarts)
{
	struct rec__replay_options opt = {
		.said = hear, .user = &t->heard, .patience_ns = patience_ns, .restarts = restarts
	};

	heard_init(&t->heard);
	t->story = story_of(lines);
	opt.story = t->story;
	t->r = rec__replay_start(&opt, NULL);
	assert_non_null(t->r);
}

static void end(struct replay *t)
{
	rec__replay_stop(t->r);
	heard_fini(&t->heard);
	rec__story_free(t->story);
}

static struct net_in ask(struct replay *t, const char *method, const char *target, const char *body)
{
	struct net_in in =
	    net_in(net_connect((uint16_t)atoi(strrchr(rec__replay_url(t->r), ':') + 1)));
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addf(&text,
		    "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
		    "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
		    method, target, strlen(body), body);
	net_send(in.fd, text.ptr);
	return in;
}

/* The answer has `want` in it. */
static void expect_answer(struct net_in in, const char *want)
{
	(void)net_read_end(&in);
	if (!strstr(in.buf, want))
		fail_msg("no %s in: %s", want, in.buf);
	net_close(&in);
}

static bool is_told(void *user)
{
	return rec__replay_state(user) != REC_REPLAY_RUNNING;
}

static void expect_asked(struct replay *t, size_t asked, size_t departures)
{
	size_t n, all;

	net_wait(is_told, t->r);
	rec__replay_count(t->r, &n, &all);
	if (n != asked || rec__replay_departures(t->r) != departures)
		fail_msg("%zu of %zu asked, %zu departures\n%s", n, all,
			 rec__replay_departures(t->r), t->heard.text.ptr);
}

#define PUT(id, name)                                                                              \
	"{\"request\":{\"id\":" #id ",\"method\":\"PUT\",\"path\":"                                \
	"\"/api/v1/namespaces/d/pods/" name "\"}}\n"
#define PUT_ANSWER(id, name)                                                                       \
	"{\"response\":{\"id\":" #id ",\"status\":200,\"body\":{\"metadata\":{\"name\":\"" name    \
	"\",\"namespace\":\"d\",\"resourceVersion\":\"1" #id "\"}}}}\n"

static void requests_in_another_order_get_their_responses(void **state)
{
	struct replay t;

	(void)state;
	begin(&t, PUT(1, "a") PUT_ANSWER(1, "a") PUT(2, "b") PUT_ANSWER(2, "b"), 0, false);
	/* each waits for its answer before the next is sent */
	expect_answer(ask(&t, "PUT", "/api/v1/namespaces/d/pods/b", "{}"), "\"name\":\"b\"");
	expect_answer(ask(&t, "PUT", "/api/v1/namespaces/d/pods/a", "{}"), "\"name\":\"a\"");
	expect_asked(&t, 2, 0);
	end(&t);
}

static void request_after_its_turn_gets_the_recorded_answer(void **state)
{
	struct replay t;

	(void)state;
	begin(&t, PUT(1, "a") PUT_ANSWER(1, "a") PUT(2, "b") PUT_ANSWER(2, "b"), 50 * NS_PER_MS,
	      false);
	net_wait(is_told, t.r);
	heard_wait(&t.heard, "request 1 of the recording did not come");
	expect_answer(ask(&t, "PUT", "/api/v1/namespaces/d/pods/a", "{}"), "\"name\":\"a\"");
	expect_asked(&t, 1, 2);
	end(&t);
}

static void unrecorded_request_report_names_the_nearest_recorded_one(void **state)
{
	struct replay t;

	(void)state;
	begin(&t, PUT(1, "a") PUT_ANSWER(1, "a") PUT(2, "b") PUT_ANSWER(2, "b"), 0, false);
	expect_answer(ask(&t, "DELETE", "/api/v1/namespaces/d/pods/b", ""), "HTTP/1.1 500 ");
	heard_wait(&t.heard, "    expected  PUT /api/v1/namespaces/d/pods/a\n"
			     "    actual    DELETE /api/v1/namespaces/d/pods/b\n"
			     "    nearest   PUT /api/v1/namespaces/d/pods/b (line 4)\n");
	end(&t);
}

#define POST(id, name)                                                                             \
	"{\"request\":{\"id\":" #id ",\"method\":\"POST\",\"path\":\"/api/v1/namespaces/d/pods\"," \
	"\"body\":{\"metadata\":{\"generateName\":\"" name "\"}}}}\n"

static void post_is_matched_by_the_name_in_its_body(void **state)
{
	struct replay t;

	(void)state;
	begin(&t, POST(1, "a-") PUT_ANSWER(1, "a-x") POST(2, "b-") PUT_ANSWER(2, "b-y"), 0, false);
	expect_answer(ask(&t, "POST", "/api/v1/namespaces/d/pods",
			  "{\"kind\":\"Pod\",\"metadata\":{\"generateName\":\"b-\"}}"),
		      "\"name\":\"b-y\"");
	expect_answer(ask(&t, "POST", "/api/v1/namespaces/d/pods",
			  "{\"metadata\":{\"generateName\":\"c-\"}}"),
		      "HTTP/1.1 500 ");
	heard_wait(&t.heard, "the recording has no answer to it: answered 500");
	expect_answer(ask(&t, "POST", "/api/v1/namespaces/d/pods",
			  "{\"metadata\":{\"generateName\":\"a-\"}}"),
		      "\"name\":\"a-x\"");
	expect_asked(&t, 2, 1);
	end(&t);
}

#define POST_OF(id, n)                                                                             \
	"{\"request\":{\"id\":" #id ",\"method\":\"POST\",\"path\":\"/api/v1/namespaces/d/pods\"," \
	"\"body\":{\"metadata\":{\"generateName\":\"a-\"},\"spec\":{\"n\":" #n "}}}}\n"

/* Of two that could be meant, the one with the same body is. */
static void post_with_a_recorded_body_gets_its_answer(void **state)
{
	struct replay t;

	(void)state;
	begin(&t, POST_OF(1, 1) PUT_ANSWER(1, "a-x") POST_OF(2, 2) PUT_ANSWER(2, "a-y"), 0, false);
	expect_answer(ask(&t, "POST", "/api/v1/namespaces/d/pods",
			  "{\"metadata\":{\"generateName\":\"a-\"},\"spec\":{\"n\":2}}"),
		      "\"name\":\"a-y\"");
	expect_answer(ask(&t, "POST", "/api/v1/namespaces/d/pods",
			  "{\"metadata\":{\"generateName\":\"a-\"},\"spec\":{\"n\":3}}"),
		      "\"name\":\"a-x\"");
	expect_asked(&t, 2, 0);
	end(&t);
}

#define GET(id, query)                                                                             \
	"{\"request\":{\"id\":" #id                                                                \
	",\"method\":\"GET\",\"path\":\"/api/v1/namespaces/d/pods/a\"" query "}}\n"

/* The late request is counted once; its repetition gets the same response. */
static void late_request_is_counted_once(void **state)
{
	struct replay t;

	(void)state;
	begin(&t, PUT(1, "a") PUT_ANSWER(1, "a") PUT(2, "b") PUT_ANSWER(2, "b"), 50 * NS_PER_MS,
	      false);
	net_wait(is_told, t.r);
	for (int i = 0; i < 2; i++)
		expect_answer(ask(&t, "PUT", "/api/v1/namespaces/d/pods/a", "{}"),
			      "\"name\":\"a\"");
	expect_asked(&t, 1, 2);
	end(&t);
}

/* A read beyond the recorded number gets the newest response. */
static void extra_read_gets_the_last_recorded_response(void **state)
{
	static const char *const answers[] = { "x", "y", "y" };
	struct replay t;

	(void)state;
	begin(&t, GET(1, "") PUT_ANSWER(1, "x") GET(2, "") PUT_ANSWER(2, "y"), 0, false);
	for (size_t i = 0; i < ARRAY_LEN(answers); i++) {
		char want[32];

		(void)snprintf(want, sizeof(want), "\"name\":\"%s\"", answers[i]);
		expect_answer(ask(&t, "GET", "/api/v1/namespaces/d/pods/a", ""), want);
	}
	end(&t);
}

/* Only a watch may start at another version than recorded. */
static void read_at_another_version_does_not_match(void **state)
{
	struct replay t;

	(void)state;
	begin(&t, GET(1, ",\"query\":{\"resourceVersion\":\"6\"}") PUT_ANSWER(1, "x"), 0, false);
	expect_answer(ask(&t, "GET", "/api/v1/namespaces/d/pods/a?resourceVersion=5", ""),
		      "HTTP/1.1 404 ");
	expect_answer(ask(&t, "GET", "/api/v1/namespaces/d/pods/a?resourceVersion=6", ""),
		      "\"name\":\"x\"");
	end(&t);
}

#define WATCH(id, query)                                                                           \
	"{\"request\":{\"id\":" #id ",\"method\":\"GET\",\"path\":\"/api/v1/pods\",\"query\":{"    \
	"\"watch\":\"true\"" query "}}}\n"                                                         \
	"{\"response\":{\"id\":" #id ",\"status\":200,\"stream\":true}}\n"
#define EVENT(id, name, rv)                                                                        \
	"{\"event\":{\"id\":" #id ",\"type\":\"ADDED\",\"object\":{\"kind\":\"Pod\","              \
	"\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"" name "\",\"namespace\":\"d\","           \
	"\"resourceVersion\":\"" rv "\"}}}}\n"

static void random_timeouts_of_a_watch_are_ignored(void **state)
{
	struct replay t;
	struct net_in in;

	(void)state;
	begin(&t, WATCH(1, ",\"timeout\":\"8m30s\",\"timeoutSeconds\":\"510\"") EVENT(1, "a", "5"),
	      0, false);
	in = ask(&t, "GET", "/api/v1/pods?watch=true&timeout=5m1s&timeoutSeconds=301", "");
	net_read_until(&in, "\"name\":\"a\"");
	expect_asked(&t, 1, 0);
	net_close(&in);
	end(&t);
}

static void watch_without_a_version_is_answered_where_no_list_was_recorded(void **state)
{
	struct replay t;
	struct net_in first, second;

	(void)state;
	begin(&t, WATCH(1, "") EVENT(1, "a", "5") PUT(2, "b"), 0, false);
	first = ask(&t, "GET", "/api/v1/pods?watch=true", "");
	net_read_until(&first, "\"name\":\"a\"");
	second = ask(&t, "GET", "/api/v1/namespaces/d/pods?watch=true", "");
	net_read_until(&second, "\"name\":\"a\"");
	assert_int_equal(rec__replay_departures(t.r), 1);
	heard_wait(&t.heard, "answered from the recorded state so far");
	net_close(&first);
	net_close(&second);
	end(&t);
}

static void watch_from_an_older_version_gets_the_events_between(void **state)
{
	struct replay t;
	struct net_in first, second;

	(void)state;
	begin(&t,
	      WATCH(1, "") EVENT(1, "a", "5") EVENT(1, "b", "6")
		  WATCH(2, ",\"resourceVersion\":\"6\"") EVENT(2, "c", "7"),
	      0, false);
	first = ask(&t, "GET", "/api/v1/pods?watch=true", "");
	net_read_until(&first, "\"name\":\"b\"");
	second = ask(&t, "GET", "/api/v1/pods?watch=true&resourceVersion=5", "");
	net_read_until(&second, "\"name\":\"c\"");
	assert_non_null(strstr(second.buf, "\"name\":\"b\""));
	assert_null(strstr(second.buf, "\"name\":\"a\""));
	expect_asked(&t, 2, 0);
	net_close(&first);
	net_close(&second);
	end(&t);
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
	begin(&t, WATCH(1, ",\"resourceVersion\":\"6\"") EVENT(1, "c", "7"), 0, false);
	first = ask(&t, "GET", "/api/v1/pods?watch=true", "");
	net_wait(is_departed, t.r);
	second = ask(&t, "GET", "/api/v1/pods?watch=true&resourceVersion=6", "");
	net_read_until(&second, "\"name\":\"c\"");
	net_close(&first);
	net_close(&second);
	end(&t);
}

#define CONNECT(n)    "{\"connect\":{\"conn\":" #n "}}\n"
#define DISCONNECT(n) "{\"disconnect\":{\"conn\":" #n ",\"by\":\"client\",\"how\":\"fin\"}}\n"
#define HANGUP(id)    "{\"hangup\":{\"id\":" #id "}}\n"
#define BEGUN	      CONNECT(1) CONNECT(2) WATCH(1, "") PUT(2, "a")
#define KILLED	      BEGUN HANGUP(2) DISCONNECT(2) HANGUP(1) DISCONNECT(1)
#define AGAIN	      CONNECT(3) WATCH(3, "") PUT(4, "a") PUT_ANSWER(4, "a")

static bool wants_restart(void *user)
{
	return rec__replay_wants_restart(user);
}

static void replay_to_a_killed_process_resumes_with_the_next_one(void **state)
{
	struct replay t;
	struct net_in watch, put;

	(void)state;
	begin(&t, KILLED AGAIN, 0, true);
	watch = ask(&t, "GET", "/api/v1/pods?watch=true", "");
	net_read_until(&watch, "200 OK");
	put = ask(&t, "PUT", "/api/v1/namespaces/d/pods/a", "{}");
	net_wait(wants_restart, t.r);
	/* never answered, and what comes before the next start is reset */
	net_close(&watch);
	net_close(&put);
	put = ask(&t, "PUT", "/api/v1/namespaces/d/pods/a", "{}");
	assert_int_equal(net_read_end(&put), NET_RST);
	net_close(&put);
	rec__replay_restarted(t.r);
	watch = ask(&t, "GET", "/api/v1/pods?watch=true", "");
	net_read_until(&watch, "200 OK");
	expect_answer(ask(&t, "PUT", "/api/v1/namespaces/d/pods/a", "{}"), "\"name\":\"a\"");
	expect_asked(&t, 4, 0);
	net_close(&watch);
	end(&t);
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
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct rec__story *s = story_of(cases[i].lines);
		size_t at = rec__life_end(s, 0);

		if ((at < s->line_count) != cases[i].ends)
			fail_msg("case %zu: %zu of %zu", i, at, s->line_count);
		if (cases[i].ends)
			assert_int_equal(s->lines[at].kind, REC_CONNECT);
		rec__story_free(s);
	}
}

/* fabric8 reconnects two seconds after a failure, and connects before it sends its request. */
static void pause_before_a_request_does_not_end_with_its_connection(void **state)
{
	struct rec__story *s = story_of(
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

static void replay_does_not_wait_for_an_ended_client(void **state)
{
	struct replay t;

	(void)state;
	begin(&t, PUT(1, "a") PUT(2, "b"), 3600 * NS_PER_S, false);
	rec__replay_client_gone(t.r);
	expect_asked(&t, 0, 2);
	end(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(requests_in_another_order_get_their_responses),
		cmocka_unit_test(request_after_its_turn_gets_the_recorded_answer),
		cmocka_unit_test(unrecorded_request_report_names_the_nearest_recorded_one),
		cmocka_unit_test(post_is_matched_by_the_name_in_its_body),
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
		cmocka_unit_test(replay_does_not_wait_for_an_ended_client),
		cmocka_unit_test(pause_before_a_request_does_not_end_with_its_connection),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
