/* SPDX-License-Identifier: Apache-2.0 */
/* `then`: a step that follows when a fail, reply, hold or kill has acted, in each world, and what
 * cannot follow. */
#include "runner/engine/run.h"
#include "runner/tcp/posix/driver_tcp.h"
#include "tests/kit/scn_kit.h"

#define WORLD                                                                                      \
	"scenario: x\n"                                                                            \
	"world:\n"                                                                                 \
	"  types: {pods: v1/pods, pvcs: v1/persistentvolumeclaims}\n"                              \
	"  informers: {pods: {handlers: {c: {enqueue: key}}}, pvcs: {handlers: {h: {}}}}\n"        \
	"  controllers: {c: {reconcile: stock/mirror, children: {type: pvcs, name: '{name}'}}}\n"  \
	"steps:\n  - start: all\n  - settle\n"
#define MAKE "  - create: {pods/default/a: {data: {a: b}}}\n  - advance: 10s\n"

static const struct scn_row rows[] = {
	{ "a controller dies of the second answer, and restart waits for it",
	  "  - fail: {match: CREATE pvcs, status: 500, times: 2, then: {crash: c}}\n" MAKE
	  "  - expect: {writes: [CREATE pvcs/default/a -> 500, CREATE pvcs/default/a -> 500]}\n"
	  "  - restart: {controller: c}\n"
	  "  - expect: {writes: [CREATE pvcs/default/a -> 201]}\n",
	  ", then: {crash: c}", "", true },
	{ "one rule behind another, then a write of another client",
	  "  - fail: {match: CREATE pvcs, status: 500, then: {reply: {match: CREATE pvcs, status: "
	  "418, then: {create: pvcs/default/a}}}}\n" MAKE
	  "  - expect: {writes: [CREATE pvcs/default/a -> 500, CREATE pvcs/default/a -> 418, ...], "
	  "state: {pvcs: {default/a: {spec: absent}}}}\n",
	  "418", "419", false },
	{ "with forever the first time: watches end",
	  "  - fail: {match: CREATE pvcs nth=2, status: 500, times: forever, then: {disconnect: "
	  "pods}}\n" MAKE "  - expect: {counts: {WATCH pods: 1}}\n"
	  "  - create: {pods/default/b: {data: {a: b}}}\n  - advance: 10s\n"
	  "  - expect: {counts: {WATCH pods: 2}}\n",
	  "nth=2", "nth=1", false },
	{ "an ERROR event on an open watch counts",
	  "  - fail: {match: WATCH pods, status: 500, how: in-stream, then: {create: "
	  "pvcs/default/z}}\n  - expect: {state: {pvcs: {default/z: any}}}\n",
	  "pvcs/default/z}}", "pvcs/default/y}}", false },
	{ "a request is held and its program dies of it",
	  "  - hold: {at: request, match: CREATE pvcs nth=2, then: {crash: c}}\n" MAKE
	  "  - create: {pods/default/b: {data: {a: b}}}\n  - restart: {controller: c}\n"
	  "  - release: all\n  - expect: {writes: [CREATE pvcs/default/a -> 201, "
	  "CREATE pvcs/default/b, ..., CREATE pvcs/default/b -> 201]}\n",
	  ", then: {crash: c}", "", true },
	{ "a response is held, and what was made is gone when it comes",
	  "  - hold: {at: reply, match: CREATE pvcs, then: {delete: pvcs/default/a}}\n"
	  "  - create: {pods/default/a: {data: {a: b}}}\n  - settle\n  - release: all\n"
	  "  - expect: {state: {pvcs: {default/a: absent}}}\n",
	  ", then: {delete: pvcs/default/a}", "", false },
	{ "a program has ended, and its object goes before it is back",
	  "  - kill: {subject: c, after: CREATE pvcs, then: {delete: pvcs/default/a}}\n" MAKE
	  "  - expect: {state: {pvcs: {default/a: absent}}}\n  - restart: {controller: c}\n"
	  "  - expect: {state: {pvcs: {default/a: any}}}\n",
	  ", then: {delete: pvcs/default/a}", "", false },
	{ "a backend stays behind",
	  "  - fail: {match: CREATE pvcs, status: 500, then: {freeze: A}}\n" MAKE
	  "  - expect: {cache: {pvcs: []}, state: {pvcs: {default/a: any}}}\n",
	  "freeze", "thaw", true },
};

static void then_step_runs_after_its_rule_acted(void **state)
{
	(void)state;
	scn_rows_play(WORLD, rows, ARRAY_LEN(rows), &runner__driver_tcp);
}

/* Otherwise the run would not be the scenario as written. */
static void run_fails_if_its_then_step_never_runs(void **state)
{
	char what[300];

	(void)state;
	assert_false(scn_story_passes(
	    &world__driver_sim, WORLD,
	    "  - fail: {match: CREATE pvcs, status: 500, times: 99, then: {crash: c}}\n" MAKE
	    "  - restart: {controller: c}\n",
	    what, sizeof(what)));
	assert_string_equal(what, "line 12: then in line 9: the requests before it have not come");
	assert_false(scn_story_passes(
	    &world__driver_sim, WORLD,
	    "  - fail: {match: DELETE pvcs, status: 500, then: {create: pvcs/default/x}}\n" MAKE,
	    what, sizeof(what)));
	assert_string_equal(what, "line 9: then in line 9: the requests before it have not come");
}

static void waiting_and_checking_steps_cannot_be_then_steps(void **state)
{
	static const struct {
		const char *then, *says;
	} cases[] = {
		{ "{hold: {at: cache, then: gc}}", "then is for request and reply" },
		{ "{advance: 3s}", "advance cannot follow `then`: it waits or checks" },
		{ "settle", "settle cannot follow" },
		{ "{expect: {counts: {watches: 1}}}", "expect cannot follow" },
		{ "{restart: c}", "restart cannot follow" },
		{ "{crahs: c}", "did you mean `crash`" },
		{ "{crash: nobody}", "nobody" },
		{ "{label: x, gc: null}", "has no label" },
		{ "[gc]", "a step is a list" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct scn__errors errors = { 0 };
		AUTO_STRBUF steps = STRBUF_INIT;

		strbuf_addf(&steps, "  - fail: {match: CREATE pvcs, status: 500, then: %s}\n",
			    cases[i].then);
		assert_null(scn_story(WORLD, steps.ptr, &errors));
		if (!strstr(errors.items[0].msg, cases[i].says))
			fail_msg("%s: \"%s\" lacks \"%s\"", cases[i].then, errors.items[0].msg,
				 cases[i].says);
		assert_int_equal(errors.items[0].pos.line, 9);
		scn__errors_fini(&errors);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(then_step_runs_after_its_rule_acted),
		cmocka_unit_test(run_fails_if_its_then_step_never_runs),
		cmocka_unit_test(waiting_and_checking_steps_cannot_be_then_steps),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
