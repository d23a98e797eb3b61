/* SPDX-License-Identifier: Apache-2.0 */
/* What a program does is judged by keys of expectations, and disturbed by keys of rules: a row is a
 * scenario for an external controller that passes with the first end and fails with the second,
 * which has another value. test_key_effects.c does the same of steps and our own informers. */
#include "tests/kit/testing.h"

#include "runner/engine/run.h"
#include "runner/posix/driver_external.h"
#include "runner/posix/jobs.h"

enum { PROGRAMS = 24 }; /* at a time: they mostly wait */

#define MORE(name) "  - create: {pods/d/" name ": {metadata: {labels: {app: web}}}}\n"
#define GOES	   "  - delete: [pods/d/a]\n"
/* The controller has made a ConfigMap for the Pod. */
#define SHOWN                                                                                      \
	MORE("a")                                                                                  \
	"  - start: pods\n  - expect: {state: {configmaps: {d/for-a: any}}}\n"

static const struct row {
	const char *steps, *right, *wrong;
} rows[] = {
	{ SHOWN MORE("b"), "  - expect: {state: {configmaps: {'d/for-*': 2}}}\n",
	  "  - expect: {state: {configmaps: {'d/for-*': 3}}}\n" },
	{ SHOWN MORE("b"), "  - expect: {state: {configmaps: {'* labels=for=it': 2}}}\n",
	  "  - expect: {state: {configmaps: {'* labels=for=else': 2}}}\n" },
	{ SHOWN MORE("b"), "  - expect: {state: {configmaps: {'* labels=for!=it': absent}}}\n",
	  "  - expect: {state: {configmaps: {'* labels=for!=it': any}}}\n" },
	{ SHOWN MORE("b"),
	  "  - expect: {state: {configmaps: {'d/for-*': {metadata: {labels: {for: it}}}}}}\n",
	  "  - expect: {state: {configmaps: {'d/for-*': {data: {name: a}}}}}\n" },
	{ SHOWN MORE("b"),
	  "  - expect: {state: {configmaps: {d/for-a: any, d/for-b: any, others: absent}}}\n",
	  "  - expect: {state: {configmaps: {d/for-a: any, others: absent}}}\n" },
	{ SHOWN MORE("b"), "  - expect: {state: {configmaps: [d/for-a, d/for-b]}}\n",
	  "  - expect: {state: {configmaps: [d/for-a]}}\n" },
	{ SHOWN, "  - expect: {state: {configmaps: {'* owner=pods/d/a': absent}}}\n",
	  "  - expect: {state: {configmaps: {'* owner=pods/d/a': 1}}}\n" },
	{ SHOWN MORE("b"),
	  "  - expect: {writes: [CREATE configmaps/d/for-a, CREATE configmaps/d/for-b]}\n",
	  "  - expect: {writes: [CREATE configmaps/d/for-a]}\n" },
	{ SHOWN GOES,
	  "  - expect: {writes: [CREATE configmaps/d/for-a, DELETE configmaps/d/for-a]}\n",
	  "  - expect: {writes: [DELETE configmaps/d/for-a, CREATE configmaps/d/for-a]}\n" },
	{ SHOWN MORE("b") MORE("c"),
	  "  - expect: {writes: ['CREATE configmaps/d/for-* times=3']}\n",
	  "  - expect: {writes: ['CREATE configmaps/d/for-* times=2']}\n" },
	{ SHOWN MORE("b") MORE("c"),
	  "  - expect: {writes: ['CREATE configmaps/d/for-* times=3']}\n",
	  "  - expect: {writes: ['CREATE configmaps/d/for-* times=4']}\n" },
	{ SHOWN MORE("b"),
	  "  - expect: {writes: [any-order: [CREATE configmaps/d/for-b, CREATE "
	  "configmaps/d/for-a]]}\n",
	  "  - expect: {writes: [any-order: [CREATE configmaps/d/for-b, CREATE "
	  "configmaps/d/for-c]]}\n" },
	{ SHOWN, "  - expect: {writes: ['CREATE configmaps/d/for-a data.name=a']}\n",
	  "  - expect: {writes: ['CREATE configmaps/d/for-a data.name=b']}\n" },
	{ SHOWN, "  - expect: {writes: ['CREATE configmaps/d/for-a subresource=-']}\n",
	  "  - expect: {writes: ['CREATE configmaps/d/for-a subresource=status']}\n" },
	{ SHOWN, "  - expect: {writes: [CREATE configmaps/d/for-a -> 201@12]}\n",
	  "  - expect: {writes: [CREATE configmaps/d/for-a -> 201@13]}\n" },
	{ SHOWN,
	  "  - expect:\n"
	  "      writes:\n"
	  "        - {create: configmaps/d/for-a, with: {data: {name: a}}}\n",
	  "  - expect:\n"
	  "      writes:\n"
	  "        - {create: configmaps/d/for-a, with: {data: {name: zzz}}}\n" },
	{ SHOWN, "  - expect: {writes: [CREATE configmaps/d/for-a from A]}\n",
	  "  - expect: {writes: [CREATE configmaps/d/for-a from B]}\n" },
	{ SHOWN MORE("b"), "  - expect: {counts: {CREATE configmaps/d/for-a: 1}}\n",
	  "  - expect: {counts: {CREATE configmaps/d/for-a: 2}}\n" },
	{ SHOWN MORE("b"), "  - expect: {counts: {'CREATE configmaps/d/for-*': 2}}\n",
	  "  - expect: {counts: {'CREATE configmaps/d/for-b*': 2}}\n" },
	{ SHOWN MORE("b"),
	  "  - expect: {state: {configmaps: {d/for-*#2: {data: {name: b}}}}}\n"
	  "  - update: {configmaps/d/for-*#2: {data: {seen: 'yes'}}}\n"
	  "  - expect: {state: {configmaps: {d/for-b: {data: {seen: 'yes'}}}}}\n",
	  "  - expect: {state: {configmaps: {d/for-*#2: {data: {name: b}}}}}\n"
	  "  - update: {configmaps/d/for-*#1: {data: {seen: 'yes'}}}\n"
	  "  - expect: {state: {configmaps: {d/for-b: {data: {seen: 'yes'}}}}}\n" },
	{ SHOWN, "  - delete: [configmaps/d/for-*#1]\n", "  - delete: [configmaps/d/for-*#2]\n" },
	{ SHOWN GOES, "  - expect: {counts: {writes: 2}}\n",
	  "  - expect: {counts: {writes: 1}}\n" },
	{ SHOWN,
	  "  - never: [{writes: 'CREATE configmaps/d/for-b*'}]\n" MORE(
	      "c") "  - expect: {state: {configmaps: {d/for-c: any}}}\n",
	  "  - never: [{writes: 'CREATE configmaps/d/for-b*'}]\n" MORE(
	      "b") "  - expect: {state: {configmaps: {d/for-b: any}}}\n" },
	{ SHOWN,
	  "  - never: [{writes: WRITE secrets/*}]\n" MORE(
	      "c") "  - expect: {state: {configmaps: {d/for-c: any}}}\n",
	  "  - never: [{writes: WRITE configmaps/*}]\n" MORE(
	      "b") "  - expect: {state: {configmaps: {d/for-b: any}}}\n" },
	{ SHOWN,
	  "  - never: [{counts: {state.configmaps: '>2'}}]\n" MORE(
	      "c") "  - expect: {state: {configmaps: {d/for-c: any}}}\n",
	  "  - never: [{counts: {state.configmaps: '>1'}}]\n" MORE(
	      "b") "  - expect: {state: {configmaps: {d/for-b: any}}}\n" },
	{ SHOWN,
	  "  - never: [{state: {configmaps: {d/for-a: absent}}}]\n" MORE(
	      "c") "  - expect: {state: {configmaps: {d/for-c: any}}}\n",
	  "  - never: [{state: {configmaps: {d/for-a: absent}}}]\n" GOES MORE(
	      "c") "  - expect: {state: {configmaps: {d/for-c: any}}}\n" },
	{ SHOWN, "  - never: [{writes: DELETE configmaps/d/for-x}]\n" GOES,
	  "  - never: [{writes: DELETE configmaps/d/for-a}]\n" GOES },
	{ SHOWN,
	  "  - never: [{writes: CREATE configmaps/d/for-b, until: x}]\n"
	  "  - settle: {}\n"
	  "    label: x\n" MORE("b") "  - expect: {state: {configmaps: {d/for-b: any}}}\n",
	  "  - never: [{writes: CREATE configmaps/d/for-b, until: x}]\n" MORE(
	      "b") "  - expect: {state: {configmaps: {d/for-b: any}}}\n"
		   "  - settle: {}\n"
		   "    label: x\n" },
	{ SHOWN,
	  "  - fail: {match: 'CREATE configmaps', status: 500}\n" MORE(
	      "b") "  - expect: {state: {configmaps: {d/for-b: absent}}}\n",
	  "  - fail: {match: 'UPDATE configmaps', status: 500}\n" MORE(
	      "b") "  - expect: {state: {configmaps: {d/for-b: absent}}}\n" },
	{ SHOWN,
	  "  - fail: {match: 'CREATE configmaps/d/for-*', status: 500}\n" MORE(
	      "b") "  - expect: {state: {configmaps: {d/for-b: absent}}}\n",
	  "  - fail: {match: 'CREATE configmaps/d/fox-*', status: 500}\n" MORE(
	      "b") "  - expect: {state: {configmaps: {d/for-b: absent}}}\n" },
	{ SHOWN,
	  "  - fail: {match: 'CREATE configmaps/*/for-b', status: 500}\n" MORE(
	      "b") "  - expect: {state: {configmaps: {d/for-b: absent}}}\n",
	  "  - fail: {match: 'CREATE configmaps/e*/for-b', status: 500}\n" MORE(
	      "b") "  - expect: {state: {configmaps: {d/for-b: absent}}}\n" },
	{ SHOWN,
	  "  - fail: {match: 'CREATE configmaps agent=other|tests-', status: 500}\n" MORE(
	      "b") "  - expect: {state: {configmaps: {d/for-b: absent}}}\n",
	  "  - fail: {match: 'CREATE configmaps agent=other|more', status: 500}\n" MORE(
	      "b") "  - expect: {state: {configmaps: {d/for-b: absent}}}\n" },
	{ SHOWN,
	  "  - fail: {match: 'CREATE configmaps agent=!other', status: 500}\n" MORE(
	      "b") "  - expect: {state: {configmaps: {d/for-b: absent}}}\n",
	  "  - fail: {match: 'CREATE configmaps agent=!tests-', status: 500}\n" MORE(
	      "b") "  - expect: {state: {configmaps: {d/for-b: absent}}}\n" },
	{ SHOWN,
	  "  - fail: {match: 'CREATE configmaps from=A', status: 500}\n" MORE(
	      "b") "  - expect: {state: {configmaps: {d/for-b: absent}}}\n",
	  "  - fail: {match: 'CREATE configmaps from=B', status: 500}\n" MORE(
	      "b") "  - expect: {state: {configmaps: {d/for-b: absent}}}\n" },
	{ SHOWN,
	  "  - fail: {match: 'CREATE configmaps subresource=-', status: 500}\n" MORE(
	      "b") "  - expect: {state: {configmaps: {d/for-b: absent}}}\n",
	  "  - fail: {match: 'CREATE configmaps subresource=status', status: 500}\n" MORE(
	      "b") "  - expect: {state: {configmaps: {d/for-b: absent}}}\n" },
	{ SHOWN,
	  "  - fail: {match: 'CREATE configmaps nth=2', status: 500}\n" MORE("b")
	      MORE("c") "  - expect: {state: {configmaps: {d/for-b: any, d/for-c: absent}}}\n",
	  "  - fail: {match: 'CREATE configmaps nth=1', status: 500}\n" MORE("b")
	      MORE("c") "  - expect: {state: {configmaps: {d/for-b: any, d/for-c: absent}}}\n" },
	{ SHOWN,
	  "  - fail: {match: 'CREATE configmaps', status: 500, times: 2}\n" MORE("b")
	      MORE("c") "  - expect: {state: {configmaps: {d/for-b: absent, d/for-c: absent}}}\n",
	  "  - fail: {match: 'CREATE configmaps', status: 500, times: 1}\n" MORE("b")
	      MORE("c") "  - expect: {state: {configmaps: {d/for-b: absent, d/for-c: absent}}}\n" },
	{ SHOWN,
	  "  - reply: {match: CREATE configmaps, handled: true, body: [{close: rst}]}\n" MORE(
	      "b") "  - expect: {state: {configmaps: {d/for-b: any}}}\n",
	  "  - reply: {match: CREATE configmaps, body: [{close: rst}]}\n" MORE(
	      "b") "  - expect: {state: {configmaps: {d/for-b: any}, secrets: {d/s: any}}}\n" },
	{ SHOWN,
	  "  - hold: {at: event, key: pods/d/b}\n" MORE(
	      "b") "  - expect: {state: {configmaps: {d/for-b: absent}}}\n",
	  "  - hold: {at: event, key: pods/d/x}\n" MORE(
	      "b") "  - expect: {state: {configmaps: {d/for-b: absent}}}\n" },
	{ SHOWN,
	  "  - kill: {subject: pods, before: CREATE configmaps/d/for-b}\n" MORE(
	      "b") "  - expect: {state: {configmaps: {d/for-b: absent}}}\n",
	  "  - kill: {subject: pods, after: CREATE configmaps/d/for-b}\n" MORE(
	      "b") "  - expect: {state: {configmaps: {d/for-b: absent}}}\n" },
	{ SHOWN,
	  "  - kill: {subject: pods, after: CREATE configmaps/d/for-b}\n" MORE(
	      "b") "  - expect: {state: {configmaps: {d/for-b: any}}}\n",
	  "  - kill: {subject: pods, before: CREATE configmaps/d/for-b}\n" MORE(
	      "b") "  - expect: {state: {configmaps: {d/for-b: any}}}\n" },
	{ SHOWN,
	  "  - kill: {subject: pods, before: CREATE configmaps/d/for-b}\n" MORE(
	      "b") "  - restart: pods\n"
		   "  - expect: {state: {configmaps: {d/for-b: any}}}\n",
	  "  - kill: {subject: pods, before: CREATE configmaps/d/for-x}\n" MORE(
	      "b") "  - restart: pods\n"
		   "  - expect: {state: {configmaps: {d/for-b: any}}}\n" },
	{ SHOWN,
	  "  - kill: {subject: pods, before: CREATE configmaps/d/for-b}\n" MORE(
	      "b") "  - expect: {counts: {watches: 0}}\n",
	  "  - kill: {subject: pods, before: CREATE configmaps/d/for-x}\n" MORE(
	      "b") "  - expect: {state: {configmaps: {d/for-b: any}}}\n" },
	{ SHOWN,
	  "  - kill: {subject: pods, before: WRITE all nth=2}\n" MORE("b")
	      MORE("c") "  - expect: {state: {configmaps: {d/for-b: any, d/for-c: absent}}}\n",
	  "  - kill: {subject: pods, before: WRITE all nth=1}\n" MORE("b")
	      MORE("c") "  - expect: {state: {configmaps: {d/for-b: any, d/for-c: absent}}}\n" },
	{ SHOWN,
	  "  - kill: {subject: pods, before: CREATE configmaps/d/for-b, then: {create: "
	  "secrets/d/s}}\n" MORE("b") "  - expect: {state: {secrets: {d/s: any}}}\n",
	  "  - kill: {subject: pods, before: CREATE configmaps/d/for-b, then: {create: "
	  "secrets/d/t}}\n" MORE("b") "  - expect: {state: {secrets: {d/s: any}}}\n" },
	{ SHOWN,
	  "  - crash: pods\n"
	  "  - restart: {names: pods, backend: B}\n"
	  "  - expect: {requests: [..., LIST pods from B, WATCH pods from B]}\n",
	  "  - crash: pods\n"
	  "  - restart: {names: pods}\n"
	  "  - expect: {requests: [..., LIST pods from B, WATCH pods from B]}\n" },
	{ SHOWN,
	  "  - send: {to: pods, body: [{json: {type: DELETED, object: {kind: Pod, apiVersion: v1, "
	  "metadata: {name: a, namespace: d, resourceVersion: '13'}}}}]}\n"
	  "  - expect: {state: {configmaps: {d/for-a: absent}}}\n",
	  "  - send: {to: pods, body: [{json: {type: ADDED, object: {kind: Pod, apiVersion: v1, "
	  "metadata: {name: a, namespace: d, resourceVersion: '13'}}}}]}\n"
	  "  - expect: {state: {configmaps: {d/for-a: absent}}}\n" },
	{ SHOWN,
	  "  - drop: add pods/d/b\n" MORE(
	      "b") "  - expect: {state: {configmaps: {d/for-b: absent}}}\n",
	  "  - drop: delete pods/d/b\n" MORE(
	      "b") "  - expect: {state: {configmaps: {d/for-b: absent}}}\n" },
	{ SHOWN,
	  "  - lag: {backend: A, by: 2}\n" MORE(
	      "b") "  - expect: {state: {configmaps: {d/for-b: absent}}}\n",
	  "  - lag: {backend: A, by: 2}\n" MORE(
	      "b") "  - expect: {state: {configmaps: {d/for-b: any}}}\n" },
	{ SHOWN "  - expect: {writes: [CREATE configmaps/d/for-a]}\n", "  - expect: {writes: []}\n",
	  MORE("b") "  - expect: {writes: []}\n" },
	{ SHOWN "  - expect: {writes: [CREATE configmaps/d/for-a]}\n" MORE("b"),
	  "  - expect: {writes: [CREATE configmaps/d/for-b]}\n",
	  "  - expect: {writes: [CREATE configmaps/d/for-a]}\n" },
	{ SHOWN "  - hold: {at: request, match: CREATE configmaps}\n" MORE("b"),
	  "  - expect: {writes: [..., CREATE configmaps/d/for-b -> open]}\n",
	  "  - expect: {writes: [..., CREATE configmaps/d/for-b -> 201]}\n" },
	{ SHOWN
	  "  - reply: {match: CREATE configmaps, handled: true, body: [{close: rst}]}\n" MORE("b"),
	  "  - expect: {writes: [..., CREATE configmaps/d/for-b -> reset]}\n",
	  "  - expect: {writes: [..., CREATE configmaps/d/for-b -> 201]}\n" },
	{ SHOWN "  - fail: {match: 'CREATE configmaps', status: 500}\n" MORE("b"),
	  "  - expect: {writes: [..., CREATE configmaps/d/for-b -> 500]}\n",
	  "  - expect: {writes: [..., CREATE configmaps/d/for-b -> 201]}\n" },
	{ SHOWN "  - fail: {match: 'CREATE configmaps', status: 500}\n" MORE("b"),
	  "  - expect: {counts: {CREATE configmaps: 1}}\n",
	  "  - expect: {counts: {CREATE configmaps: 2}}\n" },
	{ SHOWN, "  - expect: {counts: {DELETECOLLECTION configmaps: 0}}\n",
	  "  - expect: {counts: {DELETECOLLECTION configmaps: 1}}\n" },
	{ SHOWN,
	  "  - fail: {match: WATCH pods, status: 410, how: in-stream}\n"
	  "  - expect: {requests: [..., LIST pods, WATCH pods]}\n",
	  "  - fail: {match: WATCH secrets, status: 410, how: in-stream}\n"
	  "  - expect: {requests: [..., LIST pods, WATCH pods, LIST pods, WATCH pods]}\n" },
	{ SHOWN,
	  "  - fail: {match: 'CREATE configmaps', status: 500, then: {crash: pods}}\n" MORE(
	      "b") "  - restart: pods\n"
		   "  - expect: {state: {configmaps: {d/for-b: any}}}\n",
	  "  - fail: {match: 'CREATE configmaps', status: 500, then: {crash: pods}}\n" MORE(
	      "b") "  - restart: pods\n"
		   "  - expect: {state: {configmaps: {d/for-b: absent}}}\n" },
	{ SHOWN,
	  "  - fail: {match: 'CREATE configmaps/d/for-b', status: 500, then: {crash: pods}}\n" MORE(
	      "b") "  - restart: pods\n"
		   "  - expect: {state: {configmaps: {d/for-b: any}}}\n",
	  "  - fail: {match: 'CREATE configmaps/d/for-zz', status: 500, then: {crash: "
	  "pods}}\n" MORE("b") "  - restart: pods\n"
			       "  - expect: {state: {configmaps: {d/for-b: any}}}\n" },
	{ SHOWN,
	  "  - hold: {at: request, match: CREATE configmaps, then: {create: secrets/d/s}}\n" MORE(
	      "b") "  - expect: {state: {secrets: {d/s: any}, configmaps: {d/for-b: absent}}}\n",
	  "  - hold: {at: request, match: CREATE configmaps, then: {create: secrets/d/s}}\n" MORE(
	      "b") "  - expect: {state: {secrets: {d/s: absent}, configmaps: {d/for-b: "
		   "absent}}}\n" },
	{ SHOWN,
	  "  - hold: {at: request, match: CREATE configmaps nth=2}\n" MORE("b")
	      MORE("c") "  - expect: {state: {configmaps: {d/for-b: any, d/for-c: absent}}}\n",
	  "  - hold: {at: request, match: CREATE configmaps nth=1}\n" MORE("b")
	      MORE("c") "  - expect: {state: {configmaps: {d/for-b: any, d/for-c: absent}}}\n" },
	{ "  - create: {pods/d/a: {metadata: {labels: {app: web}, finalizers: [x.io/y]}}}\n"
	  "  - start: pods\n"
	  "  - expect: {state: {configmaps: {d/for-a: any}}}\n",
	  "  - delete: {keys: [pods/d/a], finalizers: drop}\n"
	  "  - expect: {state: {pods: {d/a: absent}}}\n",
	  "  - delete: {keys: [pods/d/a], finalizers: keep}\n"
	  "  - expect: {state: {pods: {d/a: absent}}}\n" },
};

/* A run with its own text: several are made at a time. */
struct
try {
	const struct row *row;
	bool right, passed;
	struct strbuf why;
};

static size_t others;

static void try_it(void *user, size_t i)
{
	struct try *t = (struct try *)user + i;
	/* A busy machine may need long for what holds. An expectation that does not hold fails
	 * when the program is at rest. */
	const struct scn__subject subject = { .command =
						  "exec python3 tests/subjects/controller.py",
					      .seconds = 120,
					      .rests_ns = t->right ? 0 : NS_PER_S,
					      .patience_ns = (t->right ? 12 : 4) * NS_PER_S };
	const struct scn__run_options opt = { .driver = &runner__driver_external,
					      .seed = 1,
					      .subject = &subject };
	struct scn__errors errors = { 0 };
	struct runner__result result;
	AUTO_STRBUF text = STRBUF_INIT;
	struct scn__scenario *s;

	strbuf_addf(&text,
		    "scenario: t\nworld:\n  server: {rv: 10, backends: [A, B]}\n"
		    "  types: {pods: v1/pods, configmaps: v1/configmaps, secrets: v1/secrets}\n"
		    "  informers: {pods: {}}\n"
		    "external: {checks: [state, writes, counts, requests], quiet: 1s}\n"
		    "steps:\n%s%s",
		    t->row->steps, t->right ? t->row->right : t->row->wrong);
	s = scn__scenario_load(STR("t.yaml"), strbuf_str(&text), &errors);
	runner__result_init(&result);
	if (s)
		scn__run(&s->cells[0], &opt, &result);
	t->passed = s && result.verdict == RUNNER_PASS;
	strbuf_addf(&t->why, "%s%s\n%s", errors.len ? errors.items[0].msg : "",
		    s ? result.what : " (not loaded)", text.ptr);
	scn__scenario_free(s);
	scn__errors_fini(&errors);
	runner__result_fini(&result);
}

static bool tried(void *user, size_t i)
{
	struct try *t = (struct try *)user + i;

	if (t->passed != t->right || strstr(t->why.ptr, "(not loaded)")) {
		others++;
		print_error("%s it %s: %s", t->right ? "right" : "wrong",
			    t->passed ? "passes" : "fails", t->why.ptr);
	}
	strbuf_fini(&t->why);
	return true;
}

static void keys_of_expectations_and_rules_decide_about_a_program(void **state)
{
	static struct try tries[2 * ARRAY_LEN(rows)];
	struct runner__jobs jobs = { .count = ARRAY_LEN(tries),
				     .threads = PROGRAMS,
				     .work = try_it,
				     .done = tried,
				     .user = tries };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(tries); i++)
		tries[i] = (struct try) { .row = &rows[i / 2], .right = i % 2, .why = STRBUF_INIT };
	assert_int_equal(runner__jobs_run(&jobs, NULL), 0);
	assert_int_equal(others, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_of_expectations_and_rules_decide_about_a_program),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
