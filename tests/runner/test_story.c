/* SPDX-License-Identifier: Apache-2.0 */
/* The events before a failure, line by line: tests/golden/failures/stories.txt.
 * RELIST_UPDATE_GOLDEN=1 rewrites it. */
#include "tests/kit/golden_text.h"
#include "tests/kit/scn_kit.h"

#define HEAD                                                                                       \
	"scenario: t\nworld:\n  server: {rv: 10, backends: [A, B]}\n  types: {pods: v1/pods}\n"    \
	"  informers: {pods: {handlers: {h1: {}}}}\nsteps:\n  - create: {pods/default/a: {}}\n"
#define FAILS "  - expect: {counts: {cache.pods: 7}}\n"

static const struct {
	const char *name, *steps;
} stories[] = {
	{ "an answer that comes at once", "  - start: pods\n  - settle\n" },
	{ "a request that is held",
	  "  - hold: {at: request, type: pods}\n  - start: pods\n  - advance: 5s\n"
	  "  - release: all\n  - settle\n" },
	{ "an answer that is held",
	  "  - hold: {at: reply, type: pods}\n  - start: pods\n  - advance: 5s\n"
	  "  - create: {pods/default/b: {}}\n  - release: all\n  - settle\n" },
	{ "an answer that is held and never comes",
	  "  - hold: {at: reply, type: pods}\n  - start: pods\n  - advance: 5s\n" },
	{ "a watch that is cut", "  - start: pods\n  - settle\n  - disconnect: {type: pods, how: "
				 "rst}\n  - advance: 3s\n" },
	{ "a watch that ends", "  - start: pods\n  - settle\n  - disconnect: {type: pods, how: "
			       "fin}\n  - advance: 3s\n" },
	{ "a refused connection", "  - refuse: all\n  - start: pods\n  - advance: 2s\n" },
	{ "a status, and the next request",
	  "  - fail: {match: LIST pods, status: 429, retry-after: 1s, times: 1}\n"
	  "  - start: pods\n  - advance: 3s\n" },
	{ "a watch that is too old",
	  "  - start: pods\n  - settle\n"
	  "  - fail: {match: WATCH pods, status: 410, reason: Expired, times: 1}\n"
	  "  - disconnect: {type: pods, how: fin}\n  - advance: 5s\n" },
	{ "an answer that is a reset",
	  "  - reply: {match: LIST pods, body: [{close: rst}]}\n  - start: pods\n"
	  "  - advance: 2s\n" },
	{ "a watch that gets an error event",
	  "  - start: pods\n  - settle\n"
	  "  - fail: {match: WATCH pods, status: 410, reason: Expired, how: in-stream, times: 1}\n"
	  "  - disconnect: {type: pods, how: fin}\n  - advance: 3s\n" },
	{ "a watch that the client ends at an error event without a newline",
	  "  - start: pods\n  - settle\n"
	  "  - send: {to: pods, body: "
	  "['{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"apiVersion\":\"v1\","
	  "\"code\":410,\"reason\":\"Expired\",\"message\":\"too old\"}}']}\n"
	  "  - advance: 3s\n" },
	{ "a late notification of a handler",
	  "  - hold: handler/h1\n  - start: pods\n  - settle\n"
	  "  - update: {pods/default/a: {spec: {nodeName: n}}}\n  - advance: 1s\n"
	  "  - delete: [pods/default/a]\n  - release: handler/h1\n  - settle\n" },
};

static void recording_is_printed_line_by_line(void **state)
{
	AUTO_STRBUF all = STRBUF_INIT;
	struct runner__result out;

	(void)state;
	runner__result_init(&out);
	for (size_t i = 0; i < ARRAY_LEN(stories); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addf(&text, "%s%s%s", HEAD, stories[i].steps, FAILS);
		if (scn_run_text(text.ptr, 1, &out) != RUNNER_FAIL)
			fail_msg("%s: %s", stories[i].name, out.what);
		strbuf_addf(&all, "== %s\n%s\n", stories[i].name, out.tail.ptr);
	}
	assert_golden("tests/golden/failures/stories.txt", strbuf_str(&all));
	runner__result_fini(&out);
}

/* A controller's request has no number on the wire, so no end on it is its own. */
static void end_of_a_watch_is_not_shown_as_the_end_of_a_later_get(void **state)
{
	static const char text[] =
	    "scenario: t\nworld:\n  types: {pods: v1/pods, configs: v1/configmaps}\n"
	    "  informers: {pods: {handlers: {zk: {enqueue: key}}}, configs: {}}\n"
	    "  controllers: {zk: {reconcile: stock/reap-or-ensure, reads: live,\n"
	    "    children: {type: configs, name: '{name}-0'}}}\n"
	    "steps:\n  - start: all\n  - create: {pods/default/a: {}}\n  - settle\n"
	    "  - disconnect: {type: pods, how: rst}\n  - disconnect: {type: configs, how: rst}\n"
	    "  - settle\n" FAILS;
	struct runner__result out;

	(void)state;
	runner__result_init(&out);
	assert_int_equal(scn_run_text(text, 1, &out), RUNNER_FAIL);
	assert_non_null(strstr(out.tail.ptr, "GET pods/default/a"));
	assert_non_null(strstr(out.tail.ptr, "reset, ends WATCH pods"));
	assert_non_null(strstr(out.tail.ptr, "reset, ends WATCH configs"));
	runner__result_fini(&out);
}

static void frames_of_a_fault_are_printed_with_their_connection(void **state)
{
	static const char text[] =
	    "scenario: t\nworld:\n  server: {rv: 10, http2: true}\n  types: {pods: v1/pods}\n"
	    "  informers: {pods: {handlers: {h1: {}}}}\nsteps:\n  - start: pods\n  - settle\n"
	    "  - http2: {mode: goaway, to: pods}\n  - settle\n"
	    "  - http2: {mode: silent, to: pods}\n"
	    "  - advance: 60s\n" FAILS;
	static const char *const lines[] = {
		"<- GOAWAY NO_ERROR, no stream excluded (connection 1)",
		"-> PING, which gets no answer (connection 1)",
		"-> FIN, since the PING got no answer (connection 1)",
		"-> a new connection (connection 2)",
	};
	struct runner__result out;
	const char *at;

	(void)state;
	runner__result_init(&out);
	assert_int_equal(scn_run_text(text, 1, &out), RUNNER_FAIL);
	at = out.tail.ptr;
	for (size_t i = 0; i < ARRAY_LEN(lines); i++) {
		at = strstr(at, lines[i]);
		assert_non_null(at);
	}
	runner__result_fini(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(recording_is_printed_line_by_line),
		cmocka_unit_test(frames_of_a_fault_are_printed_with_their_connection),
		cmocka_unit_test(end_of_a_watch_is_not_shown_as_the_end_of_a_later_get),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
