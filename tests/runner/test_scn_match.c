/* SPDX-License-Identifier: Apache-2.0 */
/* Expected against actual: every form of a value, subsets of objects, streams with gaps and groups,
 * and the text of a mismatch. */
#include "base/alloc.h"
#include "tests/kit/scn_kit.h"

/* One pod with a bit of everything; two notifications and three requests are there to match. */
#define WORLD                                                                                      \
	"scenario: x\nworld:\n  server: {rv: 10}\n  types: {pods: v1/pods}\n"                      \
	"  informers: {pods: {handlers: {h1: {}}}}\nsteps:\n"                                      \
	"  - create: {pods/default/a: {spec: {nodeName: n1, priority: 7, hostNetwork: true,\n"     \
	"      containers: [{name: c1, image: 'i:1'}, {name: c2, image: 'i:2'}]}}, uid: $ua}\n"    \
	"  - create: {pods/default/b: {metadata: {labels: {app: web, tier: '1'}}}}\n"              \
	"  - start: pods\n  - settle\n  - update: {pods/default/a: {spec: {nodeName: n2}}}\n"      \
	"  - expect: "

/* One more change: the object is gone. */
#define DELETED "{handlers: {h1: [...]}}\n  - delete: [pods/default/a]\n  - expect: "

/* A watch from 13, another change, a watch from 14. */
#define AGAIN                                                                                      \
	"{requests: [...]}\n  - disconnect: {type: pods, how: fin}\n  - advance: 10s\n"            \
	"  - update: {pods/default/a: {spec: {nodeName: n3}}}\n  - settle\n"                       \
	"  - disconnect: {type: pods, how: fin}\n  - advance: 10s\n  - expect: "

struct match {
	const char *expect;
	const char *what; /* "": it holds; NULL: it does not, in whatever words */
};

static void run_cases(const struct match *cases, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		AUTO_STRBUF text = STRBUF_INIT;
		struct runner__result result;
		enum runner__verdict v;
		bool holds;

		strbuf_addf(&text, WORLD "%s\n", cases[i].expect);
		runner__result_init(&result);
		v = scn_run_text(text.ptr, 1, &result);
		holds = cases[i].what && !cases[i].what[0];
		if (v != (holds ? RUNNER_PASS : RUNNER_FAIL) ||
		    (cases[i].what && strcmp(result.what, cases[i].what) != 0))
			fail_msg("%s\n-> %s: %s", cases[i].expect, runner__verdict_word(v),
				 result.what);
		runner__result_fini(&result);
	}
}

static void values_in_objects_are_compared(void **state)
{
	static const struct match cases[] = {
		{ "{cache: {pods: {default/a: {spec: {nodeName: n2}}}}}", "" },
		{ "{cache: {pods: {default/a: {spec: {nodeName: n1}}}}}",
		  "cache: default/a: spec.nodeName: expected \"n1\" (line 13), got \"n2\"" },
		{ "{cache: {pods: {default/a: {spec: {nodeName: any, nothing: absent}}}}}", "" },
		{ "{cache: {pods: {default/a: {spec: {nodeName: absent}}}}}",
		  "cache: default/a: spec.nodeName: expected absent (line 13), got \"n2\"" },
		{ "{cache: {pods: {default/a: {spec: {nothing: any}}}}}",
		  "cache: default/a: spec.nothing: expected any (line 13), got nothing" },
		{ "{cache: {pods: {default/a: {spec: {nothing: {at: all}}}}}}",
		  "cache: default/a: spec.nothing: expected {\"at\":\"all\"} (line 13), got "
		  "nothing" },
		{ "{cache: {pods: {default/a: {spec: {priority: 7}}}}}", "" },
		{ "{cache: {pods: {default/a: {spec: {priority: 7.0}}}}}", "" },
		{ "{cache: {pods: {default/a: {spec: {priority: '>=7'}}}}}", "" },
		{ "{cache: {pods: {default/a: {spec: {priority: '>7'}}}}}",
		  "cache: default/a: spec.priority: expected >7 (line 13), got 7" },
		{ "{cache: {pods: {default/a: {spec: {priority: <8}}}}}", "" },
		{ "{cache: {pods: {default/a: {spec: {priority: <=6}}}}}",
		  "cache: default/a: spec.priority: expected <=6 (line 13), got 7" },
		{ "{cache: {pods: {default/a: {spec: {nodeName: '>1'}}}}}",
		  "cache: default/a: spec.nodeName: expected >1 (line 13), got \"n2\"" },
		{ "{cache: {pods: {default/a: {spec: {hostNetwork: true}}}}}", "" },
		{ "{cache: {pods: {default/a: {spec: {hostNetwork: false}}}}}",
		  "cache: default/a: spec.hostNetwork: expected false (line 13), got true" },
		{ "{cache: {pods: {default/a: {spec: {nodeName: '/^n[0-9]$/'}}}}}", "" },
		{ "{cache: {pods: {default/a: {spec: {nodeName: /^x/}}}}}",
		  "cache: default/a: spec.nodeName: expected /^x/ (line 13), got \"n2\"" },
		{ "{cache: {pods: {default/a: {metadata: {uid: $ua}}}}}", "" },
		{ "{cache: {pods: {default/b: {metadata: {labels: {tier: '1', app: web}}}}}}", "" },
		{ "{cache: {pods: {default/b: {metadata: {labels: {tier: '1.0'}}}}}}", NULL },
		{ "{cache: {pods: {default/b: {metadata: {labels: web}}}}}",
		  "cache: default/b: metadata.labels: expected \"web\" (line 13), got "
		  "{\"app\":\"web\",\"tier\":\"1\"}" },
	};

	(void)state;
	run_cases(cases, ARRAY_LEN(cases));
}

/* A double holds neither 9007199254740993 nor its difference from 9007199254740992. */
static void whole_numbers_are_compared_by_their_digits(void **state)
{
	static const struct {
		const char *have, *want;
		bool holds;
	} cases[] = {
		{ "9007199254740993", "9007199254740993", true },
		{ "9007199254740993", "9007199254740992", false },
		{ "9223372036854775807", "9223372036854775806", false },
		{ "9007199254740993", "'>9007199254740992'", true },
		{ "9007199254740992", "'>=9007199254740993'", false },
		{ "9007199254740993", "'<=9007199254740992'", false },
		{ "9007199254740992", "'<9007199254740993'", true },
		{ "-9007199254740993", "'<9007199254740993'", true },
		{ "-9007199254740993", "-9007199254740992", false },
		{ "30", "030", true },
		{ "30", "30.0", true },
		{ "30", "+30", true },
		{ "0", "-0", true },
		{ "7", "30", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT;
		struct runner__result result;

		strbuf_addf(&text,
			    "scenario: x\nworld:\n  server: {rv: 10}\n"
			    "  types: {ws: example.com/v1/widgets}\n"
			    "  informers: {ws: {}}\nsteps:\n"
			    "  - create: {ws/default/a: {spec: {n: %s}}}\n"
			    "  - start: ws\n  - settle\n"
			    "  - expect: {cache: {ws: {default/a: {spec: {n: %s}}}}}\n",
			    cases[i].have, cases[i].want);
		runner__result_init(&result);
		if (scn_run_text(text.ptr, 1, &result) !=
		    (cases[i].holds ? RUNNER_PASS : RUNNER_FAIL))
			fail_msg("%s as %s: %s", cases[i].have, cases[i].want, result.what);
		runner__result_fini(&result);
	}
}

static void lists_match_completely_and_their_items_as_subsets(void **state)
{
	static const struct match cases[] = {
		{ "{state: {pods: {default/a: {spec: {containers: [{name: c1}, {image: "
		  "'i:2'}]}}}}}",
		  "" },
		{ "{state: {pods: {default/a: {spec: {containers: [{name: c1}]}}}}}",
		  "state: default/a: spec.containers: expected [{\"name\":\"c1\"}] (line 13), got "
		  "[{\"name\":\"c1\",\"image\":\"i:1\"},{\"name\":\"c2\",\"image\":\"i:2\"}]" },
		{ "{state: {pods: {default/a: {spec: {containers: [{name: c2}, {name: c1}]}}}}}",
		  "state: default/a: spec.containers: expected "
		  "[{\"name\":\"c2\"},{\"name\":\"c1\"}] "
		  "(line 13), got "
		  "[{\"name\":\"c1\",\"image\":\"i:1\"},{\"name\":\"c2\",\"image\":\"i:2\"}]" },
		{ "{state: {pods: {default/a: {spec: {volumes: []}}}}}", "" },
		{ "{state: {pods: [default/a, default/b]}}", "" },
		{ "{state: {pods: [default/a]}}", "state: 1 object not expected" },
	};

	(void)state;
	run_cases(cases, ARRAY_LEN(cases));
}

static void streams_match_completely_except_ellipses(void **state)
{
	static const struct match cases[] = {
		{ "{requests: [LIST pods rv=0, WATCH pods rv=12]}", "" },
		{ "{requests: [LIST pods, ...]}", "" },
		{ "{requests: [..., WATCH pods]}", "" },
		{ "{requests: [..., LIST pods, ..., WATCH pods, ...]}", "" },
		{ "{requests: [...]}", "" },
		{ "{requests: []}", "requests: 2 requests not expected" },
		{ "{requests: [LIST pods rv=0]}", "requests: 1 request not expected" },
		{ "{requests: [WATCH pods, LIST pods]}",
		  "requests: 1 of 2 expected requests missing, 1 request not expected" },
		{ "{requests: [LIST pods limit=500, WATCH pods bookmarks]}", "" },
		{ "{requests: [LIST pods limit=10, WATCH pods]}",
		  "requests: a request differs: limit: expected 10 (line 13), got 500" },
		{ "{requests: [LIST pods, WATCH pods no-bookmarks]}",
		  "requests: a request differs: bookmarks: expected no (line 13), got yes" },
		{ "{requests: [LIST pods -> 500, ...]}",
		  "requests: a request differs: answer: expected 500 (line 13), got 200" },
		{ "{requests: [LIST pods -> 200@10, ...]}",
		  "requests: a request differs: answer's rv: expected 10 (line 13), got 12" },
		{ "{requests: [LIST pods rv=\"\", ...]}",
		  "requests: a request differs: rv: expected \"\" (line 13), got 0" },
		{ "{requests: [LIST pods, WATCH pods after=1s..2s]}",
		  "requests: a request differs: after: expected 1s..2s (line 13), got 0s" },
		{ "{handlers: {h1: [add pods/default/a, add pods/default/b, update pods/default/a "
		  "11->13]}}",
		  "" },
		{ "{handlers: {h1: [{any-order: [add pods/default/b, add pods/default/a]}, ...]}}",
		  "" },
		{ "{handlers: {h1: [..., {any-order: [add pods/default/b, update "
		  "pods/default/a]}]}}",
		  "" },
		{ "{handlers: {h1: [{any-order: [add pods/default/b, add pods/default/a,"
		  " update pods/default/a, delete pods/default/a]}]}}",
		  "handler h1: 1 of 4 expected notifications missing" },
		{ AGAIN "{requests: [{any-order: [WATCH pods, WATCH pods rv=12]}]}", NULL },
		{ "{handlers: {h1: [{any-order: [add pods/default/b, add pods/default/a]}]}}",
		  "handler h1: 1 notification not expected" },
		{ "{handlers: {h1: [..., update pods/default/a 12->13]}}",
		  "handler h1: a notification differs: old rv: expected 12 (line 13), got 11" },
		{ "{handlers: {h1: [..., {update: pods/default/a, old: {spec: {nodeName: n1}},"
		  " new: {spec: {nodeName: n2}}}]}}",
		  "" },
		{ "{handlers: {h1: [..., {update: pods/default/a, old: {spec: {nodeName: n2}}}]}}",
		  "handler h1: a notification differs: spec.nodeName: expected \"n2\" (line 13), "
		  "got "
		  "\"n1\"" },
		{ "{handlers: {h1: [add pods/default/a live, ...]}}",
		  "handler h1: a notification differs: initial: expected no (line 13), got yes" },
	};

	(void)state;
	run_cases(cases, ARRAY_LEN(cases));
}

/* Each part of an item is compared on its own: all others fit. */
/* A list of many objects comes in any order, and has one way to fit. */
static void any_order_group_of_a_thousand_items_is_matched(void **state)
{
	enum { ITEMS = 1000 };

	(void)state;
	for (unsigned wrong = 0; wrong < 2; wrong++) {
		AUTO_STRBUF text = STRBUF_INIT;
		struct runner__result result;

		strbuf_addf(&text,
			    "scenario: x\nworld:\n  types: {pods: v1/pods}\n"
			    "  informers: {pods: {page-size: 5000, handlers: {h1: {}}}}\nsteps:\n"
			    "  - create: {'pods/default/p{n}': {}, times: %u}\n  - start: pods\n"
			    "  - expect:\n      handlers:\n        h1:\n          - any-order:\n",
			    (unsigned)ITEMS);
		for (unsigned i = ITEMS; i > 0; i--)
			strbuf_addf(&text, "              - add pods/default/p%u\n",
				    wrong && i == 500 ? ITEMS + 1 : i);
		runner__result_init(&result);
		assert_int_equal(scn_run_text(text.ptr, 1, &result),
				 wrong ? RUNNER_FAIL : RUNNER_PASS);
		if (wrong)
			assert_string_equal(result.what,
					    "handler h1: 1 of 1000 expected notifications missing, "
					    "1 notification not expected");
		runner__result_fini(&result);
	}
}

static void each_part_of_an_item_is_compared(void **state)
{
	static const struct match cases[] = {
		{ "{requests: [..., WATCH pods rv=12 bookmarks no-initial-events after=0s..0s"
		  " timeout=any match=absent limit=absent continue=absent labels=absent"
		  " fields=absent namespace=\"\" -> 200]}",
		  "" },
		{ "{requests: [..., WATCH pods rv=13]}",
		  "requests: a request differs: rv: expected 13 (line 13), got 12" },
		{ "{requests: [..., WATCH pods timeout=1]}", NULL },
		{ "{requests: [..., WATCH pods match=Exact]}",
		  "requests: a request differs: match: expected Exact (line 13), got nothing" },
		{ "{requests: [..., WATCH pods limit=500]}",
		  "requests: a request differs: limit: expected 500 (line 13), got nothing" },
		{ "{requests: [..., WATCH pods continue=c]}",
		  "requests: a request differs: continue: expected c (line 13), got nothing" },
		{ "{requests: [..., WATCH pods labels=a]}",
		  "requests: a request differs: labels: expected a (line 13), got nothing" },
		{ "{requests: [..., WATCH pods fields=a]}",
		  "requests: a request differs: fields: expected a (line 13), got nothing" },
		{ "{requests: [..., WATCH pods namespace=default]}", NULL },
		{ "{requests: [..., WATCH pods no-bookmarks]}",
		  "requests: a request differs: bookmarks: expected no (line 13), got yes" },
		{ "{requests: [..., WATCH pods initial-events]}",
		  "requests: a request differs: initial-events: expected yes (line 13), got no" },
		{ "{requests: [..., WATCH pods after=1ns..2s]}",
		  "requests: a request differs: after: expected 1ns..2s (line 13), got 0s" },
		{ "{requests: [..., WATCH pods -> 410]}", NULL },
		{ "{requests: [..., WATCH pods -> gone]}", NULL },
		{ "{requests: [..., WATCH pods -> refused]}", NULL },
		{ "{requests: [..., WATCH pods -> reset]}", NULL },
		{ "{requests: [..., WATCH pods -> open]}", NULL },
		{ "{requests: [..., WATCH pods -> any]}", "" },
		/* A value that differs in the first of two candidates. */
		{ "{requests: [LIST pods initial-events, ...]}",
		  "requests: a request differs: initial-events: expected yes (line 13), got no" },
		{ "{requests: [LIST pods bookmarks, WATCH pods]}",
		  "requests: a request differs: bookmarks: expected yes (line 13), got no" },
		{ "{handlers: {h1: [add pods/default/a rv=11 initial, add pods/default/b rv=12"
		  " initial, update pods/default/a 11->13]}}",
		  "" },
		{ "{handlers: {h1: [add pods/default/a rv=12, ...]}}",
		  "handler h1: a notification differs: rv: expected 12 (line 13), got 11" },
		{ "{handlers: {h1: [..., update pods/default/a 11->12]}}",
		  "handler h1: a notification differs: rv: expected 12 (line 13), got 13" },
		{ "{handlers: {h1: [add pods/default/a uid=x, ...]}}", NULL },
		{ "{handlers: {h1: [add pods/default/a uid=$ua, ...]}}", "" },
		{ "{handlers: {h1: [add pods/default/b uid=$ua, ...]}}", NULL },
		{ "{handlers: {h1: [add pods/other/a, ...]}}", NULL },
		{ "{handlers: {h1: [add pods/default/c, ...]}}", NULL },
		{ "{handlers: {h1: [update pods/default/a, ...]}}", NULL },
		{ DELETED "{handlers: {h1: [delete pods/default/a known rv=14 uid=$ua]}}", "" },
		{ DELETED "{handlers: {h1: [delete pods/default/a unknown]}}",
		  "handler h1: a notification differs: unknown: expected yes (line 15), got no" },
		{ DELETED "{handlers: {h1: [delete pods/default/a rv=13]}}",
		  "handler h1: a notification differs: rv: expected 13 (line 15), got 14" },
		{ "{handlers: {h1: [..., delete pods/default/a]}}", NULL },
		{ "{handlers: {h1: [..., {update: pods/default/a, new: {spec: {nodeName: n1}}}]}}",
		  "handler h1: a notification differs: spec.nodeName: expected \"n1\" (line 13), "
		  "got \"n2\"" },
	};

	(void)state;
	run_cases(cases, ARRAY_LEN(cases));
}

/* Every value that differs is reported, not only the first, and the diff is of the subset alone. */
static void all_differences_are_reported(void **state)
{
	struct runner__result result;

	(void)state;
	runner__result_init(&result);
	assert_int_equal(
	    scn_run_text(WORLD "{cache: {pods: {default/a: {spec: {nodeName: n3, priority: 7,"
			       " hostNetwork: false}}}}}\n",
			 1, &result),
	    RUNNER_FAIL);
	assert_string_equal(result.nearest.ptr,
			    "spec.nodeName: expected \"n3\" (line 13), got \"n2\"\n"
			    "spec.hostNetwork: expected false (line 13), got true\n");
	assert_string_equal(result.diff.ptr, "  spec:\n-   nodeName: \"n3\"\n+   nodeName: \"n2\"\n"
					     "    priority: 7\n-   hostNetwork: false\n"
					     "+   hostNetwork: true\n");
	runner__result_fini(&result);
}

/* A list of keys is the whole content: what is too much is named. */
static void unmentioned_keys_are_reported(void **state)
{
	struct runner__result result;

	(void)state;
	runner__result_init(&result);
	assert_int_equal(scn_run_text(WORLD "{cache: {pods: [default/b]}}\n", 1, &result),
			 RUNNER_FAIL);
	assert_string_equal(result.what, "cache: 1 object not expected");
	assert_string_equal(result.expected.ptr, ":13 default/b\n");
	assert_string_equal(result.actual.ptr, "default/b\ndefault/a\n");
	runner__result_fini(&result);
}

/* A name bound by a stream that fails to match is unbound again. */
static void names_bind_to_one_value(void **state)
{
	static const struct match cases[] = {
		{ "{handlers: {h1: [add pods/default/a rv=$x, add pods/default/b rv=$y, "
		  "update pods/default/a $x->$z]}}",
		  "" },
		{ "{handlers: {h1: [add pods/default/a rv=$x, add pods/default/b rv=$x, ...]}}",
		  "handler h1: a notification differs: rv: expected $x = \"11\" (line 13), got "
		  "12" },
		{ "{cache: {pods: {default/a: {metadata: {uid: $ua}}, default/b: {metadata: {uid: "
		  "$ub}}}}}",
		  "" },
		/* a record whose successor does not match binds nothing */
		{ AGAIN "{requests: [..., WATCH pods rv=$x]}", "" },
		{ AGAIN "{requests: [{any-order: [WATCH pods rv=$x, WATCH pods rv=13]}]}", "" },
	};

	(void)state;
	run_cases(cases, ARRAY_LEN(cases));
}

static void expect_verdict(const char *text, enum runner__verdict want)
{
	struct runner__result result;
	enum runner__verdict v;

	runner__result_init(&result);
	v = scn_run_text(text, 1, &result);
	if (v != want)
		fail_msg("%s\n-> %s: %s", text, runner__verdict_word(v), result.what);
	runner__result_fini(&result);
}

/* The first item after a check has its predecessor before the check; a watch that ended with an
 * ERROR of 410 was no success. */
static void times_and_results_hold_across_expectations(void **state)
{
	static const struct {
		const char *line;
		enum runner__verdict verdict;
	} cases[] = {
		{ "WATCH pods after=10s..10s", RUNNER_PASS },
		{ "WATCH pods after=15s..15s", RUNNER_FAIL },
		{ "..., WATCH pods rv=10 -> gone, ...", RUNNER_PASS },
		{ "..., WATCH pods rv=10 -> 410, ...", RUNNER_FAIL },
		{ "..., WATCH pods rv=10 -> 200, ...", RUNNER_FAIL },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addz(&text,
			    "scenario: x\nworld:\n  server: {rv: 10}\n  types: {pods: v1/pods}\n"
			    "  informers: {pods: {handlers: {h1: {}}}}\nsteps:\n  - advance: 5s\n"
			    "  - start: pods\n  - expect: {requests: [LIST pods, WATCH pods]}\n");
		strbuf_addz(&text,
			    i < 2 ? "  - advance: 10s\n  - disconnect: {type: pods, how: fin}\n"
				  : "  - advance: 2s\n  - refuse: all\n  - disconnect: {type: "
				    "pods, how: rst}\n"
				    "  - settle\n  - expect: {requests: [...]}\n"
				    "  - create: {pods/default/a: {}}\n"
				    "  - create: {pods/default/b: {}}\n"
				    "  - compact: {to: now, gone: in-stream}\n  - accept: all\n"
				    "  - advance: 3s\n");
		strbuf_addf(&text, "  - expect: {requests: [%s]}\n", cases[i].line);
		expect_verdict(text.ptr, cases[i].verdict);
	}
}

/* "CREATE pods/…": only writes that took effect; `writes.CREATE`: all. */
static void counts_of_named_writes_are_those_that_succeeded(void **state)
{
	static const struct {
		const char *count;
		enum runner__verdict verdict;
	} cases[] = {
		{ "CREATE pods/default/x-a: 1", RUNNER_PASS },
		{ "CREATE pods/default/x-a: 2", RUNNER_FAIL },
		{ "'CREATE pods/default/x-*': 1", RUNNER_PASS },
		{ "writes.CREATE: 2", RUNNER_PASS },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT;

		strbuf_addf(&text,
			    "scenario: x\nworld:\n  types: {sets: example.org/v1/sets, pods: "
			    "v1/pods}\n  informers: {sets: {handlers: {c: {enqueue: key}}}}\n"
			    "  controllers:\n    c: {reconcile: stock/reap-or-ensure, children: "
			    "{type: pods, name: 'x-{name}'}}\nsteps:\n  - start: all\n"
			    "  - fail: {match: CREATE pods, status: 500}\n"
			    "  - create: {sets/default/a: {}}\n  - advance: 5s\n"
			    "  - expect: {counts: {%s}}\n",
			    cases[i].count);
		expect_verdict(text.ptr, cases[i].verdict);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_in_objects_are_compared),
		cmocka_unit_test(whole_numbers_are_compared_by_their_digits),
		cmocka_unit_test(lists_match_completely_and_their_items_as_subsets),
		cmocka_unit_test(streams_match_completely_except_ellipses),
		cmocka_unit_test(any_order_group_of_a_thousand_items_is_matched),
		cmocka_unit_test(each_part_of_an_item_is_compared),
		cmocka_unit_test(all_differences_are_reported),
		cmocka_unit_test(unmentioned_keys_are_reported),
		cmocka_unit_test(names_bind_to_one_value),
		cmocka_unit_test(times_and_results_hold_across_expectations),
		cmocka_unit_test(counts_of_named_writes_are_those_that_succeeded),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
