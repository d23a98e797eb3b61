/* SPDX-License-Identifier: Apache-2.0 */
/* never with every section: what happens fails the run where it stands, what does not passes.
 * Snapshots and `cache: model` the same. */
#include "base/alloc.h"
#include "tests/kit/scn_kit.h"

#define WORLD                                                                                      \
	"scenario: x\nworld:\n  server: {rv: 10}\n  types: {pods: v1/pods}\n"                      \
	"  objects: {pod: {spec: {nodeName: n1}}}\n"                                               \
	"  informers: {pods: {indexes: {by-node: spec.nodeName}, handlers: {h1: {}}}}\nsteps:\n"

#define STORY                                                                                      \
	"  - create: {pods/default/a: pod}\n  - start: pods\n  - settle\n"                         \
	"  - update: {pods/default/a: {spec: {nodeName: n2}}}\n  - settle\n"                       \
	"  - delete: [pods/default/a]\n  - advance: 10s\n"

static const struct {
	const char *never; /* one step */
	const char *what;  /* "" it does not happen */
} cases[] = {
	{ "{requests: LIST pods}", "never[0]: `LIST pods rv=0 -> " },
	{ "{requests: LIST pods rv=5}", "" },
	{ "{requests: LIST pods rv=0 -> 200@11}",
	  "never[0]: `LIST pods rv=0 -> 200@11` has happened" },
	{ "{requests: LIST pods -> 500}", "" },
	{ "{requests: LIST pods -> gone}", "" },
	{ "{requests: WATCH pods -> open}", "" },
	{ "{requests: ANY pods}", "never[0]: `LIST pods" },
	{ "{handlers: {h1: add pods/default/a}}", "never[0]: `add pods/default/a rv=11 initial`" },
	{ "{handlers: {h1: add pods/default/a live}}", "" },
	{ "{handlers: {h1: update pods}}", "never[0]: `update pods/default/a 11->12`" },
	{ "{handlers: {h1: delete pods/default/*}}", "never[0]: `delete pods/default/a" },
	{ "{handlers: {h1: delete pods/other/*}}", "" },
	{ "{handlers: {h1: [add pods/default/b, sync pods]}}", "" },
	{ "{handlers: {h1: [add pods/default/b, delete pods]}}",
	  "never[0]: `delete pods/default/a" },
	{ "{cache: {pods: {default/a: {spec: {nodeName: n2}}}}}",
	  "never[0]: this `cache` has come true at 0s" },
	{ "{cache: {pods: {default/a: {spec: {nodeName: n3}}}}}", "" },
	{ "{cache: {pods: [default/a]}}", "never[0]: this `cache` has come true" },
	{ "{cache: {pods: [default/a, default/b]}}", "" },
	{ "{cache: {pods: model}}", "never[0]: this `cache` has come true" },
	{ "{index: {pods.by-node: {n2: [default/a]}}}", "never[0]: this `index` has come true" },
	{ "{index: {pods.by-node: {n2: [default/b]}}}", "" },
	{ "{sync: {pods: {store: true, rv: 12}}}", "never[0]: this `sync` has come true" },
	{ "{sync: {pods: {store: true, rv: 99}}}", "" },
	{ "{state: {pods: {default/a: {spec: {nodeName: n2}}}}}",
	  "never[0]: this `state` has come true" },
	{ "{state: {pods: {default/b: any}}}", "" },
	{ "{counts: {handlers.h1: '>=3'}}", "never[0]: this `counts` has come true" },
	{ "{counts: {handlers.h1: '>3'}}", "" },
	{ "[{handlers: {h1: add pods/default/z}}, {counts: {LIST pods: 1}}]",
	  "never[1]: this `counts` has come true" },
};

static void never_fails_exactly_if_its_item_happens(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT;
		struct runner__result result;
		enum runner__verdict v;

		strbuf_addf(&text, WORLD "  - never: %s\n" STORY, cases[i].never);
		runner__result_init(&result);
		v = scn_run_text(text.ptr, 1, &result);
		if (v != (cases[i].what[0] ? RUNNER_FAIL : RUNNER_PASS) ||
		    strncmp(result.what, cases[i].what, strlen(cases[i].what)) != 0)
			fail_msg("%s -> %s: %s", cases[i].never, runner__verdict_word(v),
				 result.what);
		if (v == RUNNER_FAIL) /* it stands in the never step */
			assert_int_equal(result.line, 8);
		runner__result_fini(&result);
	}
}

static const struct {
	const char *steps, *what;
	enum runner__verdict verdict;
} others[] = {
	/* until ends it */
	{ "  - never: {until: later, handlers: {h1: delete pods}}\n  - start: pods\n"
	  "  - create: {pods/default/a: pod}\n  - settle\n"
	  "  - {settle: {}, label: later}\n  - delete: [pods/default/a]\n",
	  "", RUNNER_PASS },
	{ "  - never: {until: later, handlers: {h1: delete pods}}\n  - start: pods\n"
	  "  - create: {pods/default/a: pod}\n  - settle\n  - delete: [pods/default/a]\n"
	  "  - settle\n  - {settle: {}, label: later}\n",
	  "never[0]: `delete pods/default/a rv=12` has happened", RUNNER_FAIL },
	/* only what comes after the step */
	{ "  - start: pods\n  - settle\n  - never: {requests: LIST pods}\n"
	  "  - create: {pods/default/a: pod}\n",
	  "", RUNNER_PASS },
	{ "  - hold: request\n  - never: {requests: LIST pods -> open}\n  - start: pods\n  - "
	  "settle\n"
	  "  - release: request\n",
	  "never[0]: `LIST pods rv=0 -> open` has happened", RUNNER_FAIL },
	{ "  - refuse: all\n  - never: {requests: LIST pods -> refused}\n  - start: pods\n"
	  "  - settle\n  - accept: all\n",
	  "never[0]: `LIST pods rv=0 -> refused` has happened", RUNNER_FAIL },
	/* an event that does not match binds no name */
	{ "  - never: {handlers: {h1: update pods/default/a $x->13}}\n"
	  "  - create: {pods/default/a: pod}\n  - start: pods\n  - settle\n"
	  "  - update: {pods/default/a: {spec: {nodeName: n2}}}\n  - settle\n"
	  "  - update: {pods/default/a: {spec: {nodeName: n3}}}\n  - settle\n",
	  "never[0]: `update pods/default/a 12->13` has happened", RUNNER_FAIL },
	/* snapshots */
	{ "  - create: {pods/default/a: pod}\n  - start: pods\n  - snapshot: warm\n"
	  "  - advance: 10m\n  - expect: {snapshot: warm}\n",
	  "", RUNNER_PASS },
	{ "  - create: {pods/default/a: pod}\n  - start: pods\n  - snapshot: warm\n"
	  "  - update: {pods/default/a: {spec: {nodeName: n2}}}\n  - expect: {snapshot: warm}\n",
	  "snapshot warm of line 10: 2 lines are gone, 2 are new", RUNNER_FAIL },
	{ "  - create: {pods/default/a: pod, pods/default/b: pod}\n  - start: pods\n"
	  "  - snapshot: warm\n  - delete: [pods/default/a]\n  - snapshot: less\n"
	  "  - create: {pods/default/c: pod}\n  - delete: [pods/default/c]\n"
	  "  - expect: {snapshot: less}\n  - expect: {snapshot: warm}\n",
	  "snapshot warm of line 10: 2 lines are gone, 0 are new", RUNNER_FAIL },
	/* cache: model */
	{ "  - create: {pods/default/a: pod}\n  - start: pods\n  - expect: {cache: {pods: "
	  "model}}\n",
	  "", RUNNER_PASS },
	{ "  - start: pods\n  - settle\n  - hold: queue\n  - create: {pods/default/a: pod}\n"
	  "  - expect: {cache: {pods: model}}\n  - release: queue\n",
	  "cache: pods does not have default/a, the server has it with rv=11", RUNNER_FAIL },
	{ "  - create: {pods/default/a: pod}\n  - start: pods\n  - settle\n  - hold: queue\n"
	  "  - delete: [pods/default/a]\n  - expect: {cache: {pods: model}}\n  - release: queue\n",
	  "cache: pods", RUNNER_FAIL },
};

static void never_handles_until_snapshots_and_the_model(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(others); i++) {
		AUTO_STRBUF text = STRBUF_INIT;
		struct runner__result result;
		enum runner__verdict v;

		strbuf_addf(&text, WORLD "%s", others[i].steps);
		runner__result_init(&result);
		v = scn_run_text(text.ptr, 1, &result);
		if (v != others[i].verdict ||
		    strncmp(result.what, others[i].what, strlen(others[i].what)) != 0)
			fail_msg("%s-> %s: %s", others[i].steps, runner__verdict_word(v),
				 result.what);
		runner__result_fini(&result);
	}
}

/* States that are true for one moment only. */
static const struct scn_row moments[] = {
	{ "after a notification",
	  "  - never: {counts: {handlers.h1: 3}}\n"
	  "  - create: {pods/default/a: pod, pods/default/b: pod}\n  - start: pods\n",
	  "h1: 3", "h1: 1", false },
	{ "at rest",
	  "  - never: {sync: {pods: {store: true, rv: 11}}}\n  - start: pods\n  - settle\n",
	  "rv: 11", "rv: 10", false },
	{ "an open request at rest",
	  "  - hold: request\n  - start: pods\n  - settle\n  - stop: pods\n"
	  "  - never: {requests: LIST pods -> open}\n  - settle\n  - release: request\n",
	  "  - stop: pods\n", "", false },
};

static void never_sees_a_state_that_holds_for_a_moment(void **state)
{
	(void)state;
	scn_rows_play(WORLD, moments, ARRAY_LEN(moments), NULL);
}

#define MIRRORED                                                                                   \
	"scenario: x\nworld:\n  types: {pods: v1/pods, maps: v1/configmaps}\n"                     \
	"  informers: {pods: {handlers: {c: {enqueue: key}}}, maps: {handlers: {h: {}}}}\n"        \
	"  controllers: {c: {reconcile: stock/mirror, children: {type: maps, name: '{name}'}}}\n"  \
	"steps:\n  - start: all\n  - settle\n"
#define FAILED(status, never)                                                                      \
	"  - fail: {match: CREATE maps, status: " status ", times: forever}\n"                     \
	"  - never: {writes: CREATE maps/default/" never "}\n"                                     \
	"  - create: {pods/default/a: {data: {a: b}}}\n  - advance: 1s\n"

/* Without a response an item is a write that succeeded. */
static const struct scn_row writes[] = {
	{ "a refused write", FAILED("400", "a"), "times: forever", "times: 1", false },
	{ "a refused write whose response is named", FAILED("409", "a -> 400"), "-> 400", "-> 409",
	  false },
	{ "a refused write with any response", FAILED("500", "b -> any"), "/b ->", "/a ->", false },
};

static void never_sees_a_state_between_the_writes_of_a_controller(void **state)
{
	static const struct scn_row row = {
		"after a write",
		"  - hold: event maps\n  - never: {counts: {state.maps: 3}}\n"
		"  - create: {pods/default/a: {data: {a: b}}, pods/default/b: {data: {a: b}}}\n"
		"  - settle\n  - release: event maps\n  - expect: {counts: {state.maps: 2}}\n",
		"maps: 3", "maps: 1", false
	};

	(void)state;
	scn_rows_play(MIRRORED, &row, 1, NULL);
}

static void never_matches_writes_by_their_response(void **state)
{
	(void)state;
	scn_rows_play(MIRRORED, writes, ARRAY_LEN(writes), NULL);
}

static void failed_snapshot_shows_the_changed_lines(void **state)
{
	struct runner__result result;

	(void)state;
	runner__result_init(&result);
	assert_int_equal(scn_run_text(WORLD
				      "  - create: {pods/default/a: pod, pods/default/b: pod}\n"
				      "  - start: pods\n  - snapshot: warm\n"
				      "  - update: {pods/default/a: {spec: {nodeName: n2}}}\n"
				      "  - expect: {snapshot: warm}\n",
				      1, &result),
			 RUNNER_FAIL);
	assert_string_equal(result.expected.ptr,
			    "pods.by-node: n1: default/a\npods.by-node: n1: default/b\n"
			    "pods: default/a rv=11\npods: default/b rv=12\n");
	assert_string_equal(result.actual.ptr,
			    "pods.by-node: n1: default/b\npods.by-node: n2: default/a\n"
			    "pods: default/a rv=13\npods: default/b rv=12\n");
	runner__result_fini(&result);
}

/* 50 seeds: the same verdict and the same text. */
static void never_failure_is_equal_under_every_seed(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 50; seed++) {
		struct runner__result result;

		runner__result_init(&result);
		assert_int_equal(scn_run_text(WORLD
					      "  - never: {handlers: {h1: update pods}}\n" STORY,
					      seed, &result),
				 RUNNER_FAIL);
		assert_string_equal(result.what,
				    "never[0]: `update pods/default/a 11->12` has happened");
		runner__result_fini(&result);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(never_fails_exactly_if_its_item_happens),
		cmocka_unit_test(never_handles_until_snapshots_and_the_model),
		cmocka_unit_test(never_sees_a_state_that_holds_for_a_moment),
		cmocka_unit_test(never_sees_a_state_between_the_writes_of_a_controller),
		cmocka_unit_test(never_matches_writes_by_their_response),
		cmocka_unit_test(failed_snapshot_shows_the_changed_lines),
		cmocka_unit_test(never_failure_is_equal_under_every_seed),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
