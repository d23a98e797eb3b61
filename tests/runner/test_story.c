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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(recording_is_printed_line_by_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
