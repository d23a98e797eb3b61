/* SPDX-License-Identifier: Apache-2.0 */
/* Controllers in scenarios: the stock reconcilers right and with their mistakes, the queue they
 * work for, what becomes of their requests, and reconcilers that a plug-in registers. */
#include "base/alloc.h"
#include "runner/controllers/expectations.h"
#include "runner/controllers/plugins.h"
#include "runner/engine/run.h"
#include "tests/kit/trace_kit.h"

/* --- expectations, by themselves --- */

#define KEY STR("default/web")

static void controller_expectations_hold_until_all_events_were_observed(void **state)
{
	const struct str two[] = { STR("default/a"), STR("default/b") };
	struct ctl__expectations e;

	(void)state;
	ctl__expectations_init(&e, 100);
	assert_true(ctl__satisfied(&e, KEY, 0)); /* never set */
	assert_int_equal(ctl__expect_creations(&e, KEY, 0, 2), 0);
	assert_false(ctl__satisfied(&e, KEY, 100));
	assert_true(ctl__satisfied(&e, KEY, 101)); /* expired */
	ctl__creation_observed(&e, KEY);
	assert_false(ctl__satisfied(&e, KEY, 1));
	ctl__creation_observed(&e, KEY);
	assert_true(ctl__satisfied(&e, KEY, 1));
	assert_int_equal(ctl__expect_deletions(&e, KEY, 10, two, 2), 0);
	ctl__deletion_observed(&e, KEY, STR("default/c")); /* not one of them */
	ctl__deletion_observed(&e, KEY, two[0]);
	ctl__deletion_observed(&e, KEY, two[0]); /* an event that comes twice counts once */
	assert_false(ctl__satisfied(&e, KEY, 10));
	ctl__deletion_observed(&e, KEY, two[1]);
	assert_true(ctl__satisfied(&e, KEY, 10));
	assert_int_equal(ctl__expect_creations(&e, KEY, 10, 1), 0);
	ctl__forget_expectations(&e, KEY);
	assert_true(ctl__satisfied(&e, KEY, 10));
	ctl__expectations_fini(&e);
}

static void expect_both(bool *complete)
{
	const struct str one[] = { STR("default/a") };
	struct ctl__expectations e;

	ctl__expectations_init(&e, 100);
	*complete = ctl__expect_creations(&e, KEY, 0, 2) == 0 &&
		    ctl__expect_deletions(&e, KEY, 0, one, 1) == 0;
	if (*complete)
		assert_false(ctl__satisfied(&e, KEY, 0));
	ctl__expectations_fini(&e);
}

static void expectations_survive_every_failing_allocation(void **state)
{
	bool complete;

	(void)state;
	FOR_EACH_FAILING_ALLOC(expect_both(&complete));
	assert_true(complete);
}

/* --- small stories --- */

static const struct relist_plugins *plugins;

static enum runner__verdict run_cell(const struct scn__cell *cell, struct runner__result *out)
{
	struct scn__run_options opt = { .seed = 1, .plugins = plugins };

	runner__result_fini(out);
	runner__result_init(out);
	scn__run(cell, &opt, out);
	return out->verdict;
}

static struct scn__scenario *parsed(struct str text)
{
	struct scn__errors errors = { 0 };
	struct scn__scenario *s = scn__scenario_load(STR("test.yaml"), text, &errors);

	if (!s)
		fail_msg("%u: %s\n%s", errors.items[0].pos.line, errors.items[0].msg, text.ptr);
	scn__errors_fini(&errors);
	return s;
}

/* One controller `c` of owners (sets, with the finalizer `cleanup`) and children (pods). */
static struct scn__scenario *story(const char *controller, const char *steps)
{
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addf(&text,
		    "scenario: small\n"
		    "world:\n"
		    "  types: {sets: example.org/v1/sets, pods: v1/pods, maps: v1/configmaps}\n"
		    "  objects: {set: {spec: {replicas: 2}, metadata: {finalizers: [cleanup]}}}\n"
		    "  informers:\n"
		    "    sets: {handlers: {c: {enqueue: key}}}\n"
		    "    pods: {handlers: {c: {enqueue: owner-label set}}}\n"
		    "    maps: {handlers: {c: {enqueue: owner-label set}}}\n"
		    "  controllers:\n"
		    "    c: {reconcile: %s, queue: {backoff: 1s..8s}}\n"
		    "steps:\n"
		    "  - start: all\n"
		    "%s",
		    controller, steps);
	return parsed(strbuf_str(&text));
}

#define REAP	 "stock/reap-or-ensure, children: {type: pods, name: '{name}-0', label: set}"
#define KEEPER	 "stock/replica-keeper, children: {type: pods, name: '{name}-', label: set}"
#define NUMBERED "stock/replica-keeper, children: {type: pods, name: '{name}-{n}', label: set}"
#define MIRROR	 "stock/mirror, children: {type: maps, name: '{name}-copy', label: set}, copy: spec"
#define BY_UID	 ", match-children-by: uid"
#define MAKE	 "  - create: {sets/default/a: set}\n  - settle\n"

/* `what` is found in the failure; NULL: it passes. */
static const struct {
	const char *controller, *steps, *what;
} stories[] = {
	/* reap-or-ensure */
	{ REAP,
	  MAKE "  - expect: {writes: [CREATE pods/default/a-0 by c -> 201], state: {pods: "
	       "[default/a-0]}}\n",
	  NULL },
	{ REAP ", owner-references: true",
	  MAKE "  - expect: {state: {pods: {default/a-0: {metadata: {labels: {set: a}, "
	       "ownerReferences: [{apiVersion: example.org/v1, kind: Set, name: a, uid: any, "
	       "controller: true}]}}}}}\n",
	  NULL },
	{ REAP, /* the server validates what controllers write */
	  "  - fail: {match: CREATE pods, status: 422, times: 2}\n" MAKE
	  "  - expect: {writes: [CREATE pods/default/a-0 -> 422]}\n  - advance: 1s\n"
	  "  - expect: {writes: [CREATE pods/default/a-0 -> 422]}\n  - advance: 2s\n"
	  "  - expect: {writes: [CREATE pods/default/a-0 -> 201 after=2s], at: 3s}\n",
	  NULL },
	{ REAP,
	  MAKE "  - delete: [sets/default/a]\n"
	       "  - expect: {writes: [CREATE pods/*, DELETE pods/*, PATCH sets/*], state: "
	       "{sets: [], pods: []}}\n",
	  NULL },
	{ REAP BY_UID, /* another pod has the name by now: 409, and then it is left alone */
	  MAKE "  - hold: event pods\n  - delete: [pods/default/a-0]\n"
	       "  - create: {pods/default/a-0: {spec: {x: y}}}\n  - delete: [sets/default/a]\n"
	       "  - expect: {writes: [..., DELETE pods/default/a-0 -> 409]}\n"
	       "  - release: event pods\n  - advance: 1s\n"
	       "  - expect: {writes: [PATCH sets/default/a -> 200], state: {sets: [], pods: "
	       "[default/a-0]}}\n",
	  NULL },
	{ REAP, MAKE "  - never: {writes: DELETE pods/*}\n  - delete: [sets/default/a]\n",
	  "never[0]: `DELETE pods/default/a-0 -> 200` has happened" },
	{ REAP,
	  MAKE "  - never: {writes: DELETE pods/*}\n"
	       "  - fail: {match: DELETE pods, status: 500, times: forever}\n"
	       "  - delete: [sets/default/a]\n  - advance: 10s\n",
	  NULL },
	{ REAP,
	  MAKE "  - never: {writes: DELETE pods/* -> any}\n"
	       "  - fail: {match: DELETE pods, status: 500}\n  - delete: [sets/default/a]\n",
	  "never[0]: `DELETE pods/default/a-0 -> 500` has happened" },
	/* replica-keeper */
	{ KEEPER,
	  MAKE "  - expect: {counts: {state.pods: 2, writes.CREATE: 2}}\n"
	       "  - update: {sets/default/a: {spec: {replicas: 5}}}\n"
	       "  - expect: {counts: {state.pods: 5}}\n"
	       "  - update: {sets/default/a: {spec: {replicas: 0}}}\n"
	       "  - expect: {counts: {state.pods: 0, writes.DELETE: 5}}\n",
	  NULL },
	{ KEEPER,
	  "  - hold: event pods\n" MAKE
	  "  - update: {sets/default/a: {spec: {replicas: 3}}}\n  - settle\n"
	  "  - expect: {counts: {state.pods: 2}}\n  - release: event pods\n"
	  "  - expect: {counts: {state.pods: 3}}\n",
	  NULL },
	{ KEEPER ", expectations: false",
	  "  - hold: event pods\n" MAKE
	  "  - update: {sets/default/a: {spec: {replicas: 3}}}\n  - expect: {counts: {state.pods: "
	  "2}}\n",
	  "state.pods is 5" },
	{ KEEPER, /* deletions are waited for as well */
	  MAKE "  - hold: event pods\n  - update: {sets/default/a: {spec: {replicas: 1}}}\n"
	       "  - expect: {counts: {state.pods: 1}}\n"
	       "  - update: {sets/default/a: {metadata: {labels: {x: y}}}}\n"
	       "  - expect: {counts: {state.pods: 1, writes.DELETE: 1}}\n",
	  NULL },
	{ KEEPER, /* a failed creation is not waited for: the first pod's event tries again */
	  "  - fail: {match: CREATE pods nth=2, status: 500}\n" MAKE
	  "  - expect: {writes: [CREATE pods/* -> 201, CREATE pods/* -> 500, CREATE pods/* -> "
	  "201], "
	  "queue: {c: {delayed: [default/a], retries: {default/a: 0}}}}\n"
	  "  - advance: 1s\n  - expect: {counts: {state.pods: 2}, queue: {c: {delayed: []}}}\n",
	  NULL },
	{ NUMBERED,
	  MAKE "  - expect: {state: {pods: [default/a-0, default/a-1]}}\n"
	       "  - delete: [pods/default/a-0]\n"
	       "  - expect: {state: {pods: [default/a-0, default/a-1]}}\n"
	       "  - update: {sets/default/a: {spec: {replicas: 1}}}\n"
	       "  - expect: {state: {pods: [default/a-0]}}\n",
	  NULL },
	{ NUMBERED ", expectations: false", /* a stale cache meets the name */
	  "  - hold: event pods\n" MAKE
	  "  - update: {sets/default/a: {metadata: {labels: {x: y}}}}\n"
	  "  - expect: {writes: [..., CREATE pods/default/a-0 -> 409], counts: {state.pods: 2}}\n",
	  NULL },
	{ KEEPER BY_UID, /* pods of the one who was called so before are not its own */
	  MAKE "  - update: {sets/default/a: {metadata: {finalizers: []}}}\n"
	       "  - update: {uid: new, sets/default/a: {spec: {replicas: 1}}}\n"
	       "  - expect: {counts: {state.pods: 3}}\n",
	  NULL },
	{ KEEPER, /* by label they are */
	  MAKE "  - update: {sets/default/a: {metadata: {finalizers: []}}}\n"
	       "  - update: {uid: new, sets/default/a: {spec: {replicas: 1}}}\n"
	       "  - expect: {counts: {state.pods: 1}}\n",
	  NULL },
	/* mirror */
	{ MIRROR, MAKE "  - expect: {state: {maps: {default/a-copy: {spec: absent}}}}\n", NULL },
	{ "stock/mirror, children: {type: maps, name: '{name}-copy', label: set}",
	  "  - create: {sets/default/a: {data: {k: v}}}\n"
	  "  - expect: {writes: [CREATE maps/default/a-copy data.k=v]}\n"
	  "  - update: {sets/default/a: {data: {k: w}}}\n"
	  "  - expect: {writes: [PATCH maps/default/a-copy data.k=w]}\n"
	  "  - update: {sets/default/a: {metadata: {labels: {x: y}}}}\n  - expect: {writes: []}\n"
	  "  - update: {maps/default/a-copy: {data: {k: mine}}}\n"
	  "  - expect: {writes: [PATCH maps/default/a-copy data.k=w]}\n"
	  "  - delete: [sets/default/a]\n  - expect: {writes: [DELETE maps/default/a-copy], state: "
	  "{maps: []}}\n",
	  NULL },
	{ "stock/mirror, children: {type: maps, name: '{name}-copy', label: set}" BY_UID,
	  "  - create: {sets/default/a: {data: {k: v}}}\n  - settle\n"
	  "  - update: {uid: new, sets/default/a: {data: {k: v}}}\n"
	  "  - expect: {writes: [CREATE maps/*, DELETE maps/* -> 200, CREATE maps/* -> 201]}\n",
	  NULL },
	/* requests */
	{ REAP ", reads: live",
	  MAKE "  - expect: {requests: [..., GET sets/default/a by c -> 200@2], writes: [CREATE "
	       "pods/* rv=3 from A -> 201@3]}\n",
	  NULL },
	{ REAP ", reads: live", /* deleted before it is read */
	  "  - hold: event sets\n  - settle\n  - release: event sets\n  - hold: request sets\n"
	  "  - create: {sets/default/a: {spec: {x: y}}}\n  - settle\n  - delete: [sets/default/a]\n"
	  "  - release: request sets\n  - expect: {writes: [], requests: [..., GET sets/default/a "
	  "-> 404]}\n",
	  NULL },
	{ REAP,
	  "  - hold: reply pods\n" MAKE
	  "  - expect: {writes: [CREATE pods/default/a-0 -> open], state: {pods: [default/a-0]}, "
	  "queue: {c: {processing: [default/a]}}}\n"
	  "  - release: reply pods\n  - expect: {queue: {c: {processing: []}}}\n",
	  NULL },
	{ REAP,
	  "  - refuse: pods\n" MAKE "  - expect: {writes: [CREATE pods/* -> refused]}\n"
	  "  - crash: c\n  - accept: pods\n  - restart: c\n"
	  "  - expect: {writes: [CREATE pods/* -> 201]}\n",
	  NULL },
};

static void controller_scenarios_have_their_declared_outcome(void **state)
{
	struct runner__result result;

	(void)state;
	runner__result_init(&result);
	for (size_t i = 0; i < ARRAY_LEN(stories); i++) {
		struct scn__scenario *s = story(stories[i].controller, stories[i].steps);
		enum runner__verdict v = run_cell(&s->cells[0], &result);
		bool good = stories[i].what
				? v == RUNNER_FAIL && strstr(result.what, stories[i].what)
				: v == RUNNER_PASS;

		if (!good)
			fail_msg("%s\n%s-> %s: line %u: %s\n%s", stories[i].controller,
				 stories[i].steps, runner__verdict_word(v), result.line,
				 result.what, result.tail.ptr);
		scn__scenario_free(s);
	}
	runner__result_fini(&result);
}

/* One key is worked on, two are ready: what an expectation of the queue that fails says. */
/* Three that wait for something else each, in one long step of time. */
static void controllers_act_when_they_are_due(void **state)
{
	static const char text[] =
	    "scenario: due\n"
	    "world:\n"
	    "  types: {sets: example.org/v1/sets, pods: v1/pods}\n"
	    "  objects: {set: {spec: {replicas: 1}}}\n"
	    "  informers: {sets: {handlers: {a: {enqueue: key}, b: {enqueue: key}, c: {enqueue: "
	    "key}}}}\n"
	    "  controllers:\n"
	    "    a: {reconcile: stock/reap-or-ensure, children: {type: pods, name: 'a-{name}'}, "
	    "queue: {backoff: 7s..7s}}\n"
	    "    b: {reconcile: stock/reap-or-ensure, children: {type: pods, name: 'b-{name}'}, "
	    "queue: {backoff: 2s..2s}}\n"
	    "    c: {reconcile: stock/reap-or-ensure, children: {type: pods, name: 'c-{name}'}, "
	    "queue: {backoff: 5s..5s}}\n"
	    "steps:\n"
	    "  - start: all\n"
	    "  - refuse: pods\n"
	    "  - create: {sets/default/x: set}\n"
	    "  - advance: 15s\n"
	    "  - expect:\n"
	    "      writes:\n"
	    "        - CREATE pods/default/a-x -> refused\n"
	    "        - CREATE pods/default/b-x -> refused after=0s\n"
	    "        - CREATE pods/default/c-x -> refused after=0s\n"
	    "        - CREATE pods/default/b-x -> refused after=2s\n"
	    "        - CREATE pods/default/b-x -> refused after=2s\n"
	    "        - CREATE pods/default/c-x -> refused after=1s\n"
	    "        - CREATE pods/default/b-x -> refused after=1s\n"
	    "        - CREATE pods/default/a-x -> refused after=1s\n"
	    "        - CREATE pods/default/b-x -> refused after=1s\n"
	    "        - CREATE pods/default/b-x -> refused after=2s\n"
	    "        - CREATE pods/default/c-x -> refused after=0s\n"
	    "        - CREATE pods/default/b-x -> refused after=2s\n"
	    "        - CREATE pods/default/a-x -> refused after=2s\n"
	    "        - CREATE pods/default/b-x -> refused after=0s\n"
	    "        - CREATE pods/default/c-x -> refused after=1s\n"
	    "  - crash: b\n"
	    "  - advance: 8s\n"
	    "  - expect:\n"
	    "      writes:\n"
	    "        - CREATE pods/default/c-x -> refused\n"
	    "        - CREATE pods/default/a-x -> refused after=1s\n"
	    "  - accept: pods\n"
	    "  - advance: 6s\n"
	    "  - expect:\n"
	    "      writes:\n"
	    "        - CREATE pods/default/c-x -> 201\n"
	    "        - CREATE pods/default/a-x -> 201 after=3s\n";
	struct runner__result result;
	struct scn__scenario *s = parsed(str_of(text));

	(void)state;
	runner__result_init(&result);
	if (run_cell(&s->cells[0], &result) != RUNNER_PASS)
		fail_msg("%u: %s\n%s", result.line, result.what,
			 result.tail.len ? result.tail.ptr : "");
	runner__result_fini(&result);
	scn__scenario_free(s);
}

static void queue_difference_is_reported_key_by_key(void **state)
{
	static const struct {
		const char *queue, *what, *expected, *actual;
	} cases[] = {
		{ "ready: [default/b, default/c], processing: [default/a], delayed: []", "", "",
		  "" },
		{ "ready: [default/c, default/b]", "2 keys are ready, expected 2 others",
		  ":19 default/c\n:19 default/b\n", "default/b\ndefault/c\n" },
		{ "ready: [default/b]", "2 keys are ready, expected 1", ":19 default/b\n",
		  "default/b\ndefault/c\n" },
		{ "ready: [default/b, default/c, default/d]", "2 keys are ready, expected 3",
		  ":19 default/b\n:19 default/c\n:19 default/d\n", "default/b\ndefault/c\n" },
		{ "ready: []", "2 keys are ready, expected 0", "", "default/b\ndefault/c\n" },
		{ "processing: [default/b]", "1 key is processing, expected 1 others",
		  ":19 default/b\n", "default/a\n" },
		{ "processing: [default/a, default/a]", "1 key is processing, expected 2",
		  ":19 default/a\n:19 default/a\n", "default/a\n" },
		{ "delayed: [default/a]", "0 keys are delayed, expected 1", ":19 default/a\n", "" },
		{ "length: 3", "length is 2", "", "" },
		{ "length: 2", "", "", "" },
		{ "retries: {default/a: '>=1'}", "default/a was retried 0 times", "", "" },
	};
	struct runner__result result;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF steps = STRBUF_INIT;
		struct scn__scenario *s;
		char what[128] = "";

		strbuf_addf(&steps,
			    "  - hold: reply pods\n" MAKE "  - create: {sets/default/b: set}\n"
			    "  - create: {sets/default/c: set}\n  - settle\n"
			    "  - expect: {queue: {c: {%s}}}\n",
			    cases[i].queue);
		s = story(REAP, steps.ptr);
		runner__result_init(&result);
		if (cases[i].what[0])
			(void)snprintf(what, sizeof(what), "queue of c: %s", cases[i].what);
		if (run_cell(&s->cells[0], &result) !=
			(cases[i].what[0] ? RUNNER_FAIL : RUNNER_PASS) ||
		    strcmp(result.what, what) != 0 ||
		    strcmp(result.expected.ptr, cases[i].expected) != 0 ||
		    strcmp(result.actual.ptr, cases[i].actual) != 0)
			fail_msg("%s: %s\n%s\n%s", cases[i].queue, result.what, result.expected.ptr,
				 result.actual.ptr);
		runner__result_fini(&result);
		scn__scenario_free(s);
	}
}

/* --- plug-ins --- */

/* Counts its turns, reads its answers, and says what it saw in the log. */
static void *start(void *user, const char *params)
{
	int *turns = base__calloc(1, sizeof(*turns));

	(void)user;
	if (turns)
		*turns = strstr(params, "100") ? 100 : 0;
	return turns;
}

static void stop(void *user, void *turns)
{
	(void)user;
	base__free(turns);
}

static void observe(void *turns, enum relist_event event, const char *child, const char *owner)
{
	assert_string_equal(owner, "default/a");
	assert_string_equal(child, "default/a-0");
	*(int *)turns += event == RELIST_EVENT_ADD ? 1000 : 0;
}

static enum relist_result two_turns(void *turns, struct relist_reconcile *rc)
{
	const struct relist_object *const *pods, *set;
	char line[200];

	if (!relist_cached(rc, "sets", relist_namespace(rc), relist_name(rc)))
		return RELIST_DONE;
	set = relist_cached(rc, "sets", relist_namespace(rc), relist_name(rc));
	if (relist_turn(rc) == 0) {
		++*(int *)turns;
		(void)relist_get(rc, "sets", relist_namespace(rc), relist_name(rc));
		(void)relist_get(rc, "sets", relist_namespace(rc), "nobody");
		if (relist_cached_list(rc, "pods", "default", &pods) == 0)
			(void)relist_create(rc, "pods", relist_namespace(rc),
					    "{\"metadata\":{\"name\":\"a-0\",\"labels\":{\"set\":"
					    "\"a\"}},\"spec\":{\"containers\":[{\"name\":\"c\","
					    "\"image\":\"i\"}]}}");
		return RELIST_AGAIN;
	}
	(void)snprintf(line, sizeof(line), "turns=%d replicas=%d/%s answers=%d,%d,%d uid=%d",
		       *(int *)turns, (int)relist_number(rc, set, "spec.replicas", -1),
		       relist_text(rc, set, "spec.replicas"), relist_answer_status(rc, 0),
		       relist_answer_status(rc, 1), relist_answer_status(rc, 2),
		       relist_answer_text(rc, 0, "metadata.uid") != NULL);
	relist_log(rc, line);
	assert_null(relist_text(rc, set, "spec.nothing"));
	assert_non_null(strstr(relist_json(rc, set), "\"replicas\":2"));
	assert_int_equal(relist_answer_status(rc, 7), 0);
	relist_requeue_after(rc, 60 * (int64_t)1000000000);
	return RELIST_DONE;
}

/* Reads what it can get, and writes what it can. */
static enum relist_result modest(void *state, struct relist_reconcile *rc)
{
	const struct relist_object *const *pods;
	const struct relist_object *set =
	    relist_cached(rc, "sets", relist_namespace(rc), relist_name(rc));

	(void)state;
	if (!set)
		return RELIST_DONE;
	if (relist_turn(rc) == 0) {
		(void)relist_cached_list(rc, "pods", NULL, &pods);
		(void)relist_json(rc, set);
		(void)relist_get(rc, "sets", relist_namespace(rc), relist_name(rc));
		(void)relist_patch(rc, "sets", relist_namespace(rc), relist_name(rc), NULL,
				   "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");
		relist_log(rc, "patch");
		return RELIST_AGAIN;
	}
	(void)relist_answer_text(rc, 0, "metadata.uid");
	return relist_answer_status(rc, 1) == 200 ? RELIST_DONE : RELIST_REQUEUE;
}

static enum relist_result endless(void *state, struct relist_reconcile *rc)
{
	(void)state;
	(void)rc;
	return RELIST_AGAIN;
}

static enum relist_result fails(void *state, struct relist_reconcile *rc)
{
	(void)state;
	assert_string_equal(relist_key(rc), "default/a");
	assert_true(relist_now_ns(rc) >= 0);
	return RELIST_REQUEUE;
}

/* What a plug-in does wrong is said, and ends the run. */
static enum relist_result misuse(void *how, struct relist_reconcile *rc)
{
	int request = 0;

	switch ((int)(intptr_t)how) {
	case 1:
		request = relist_get(rc, "nosuch", "default", "a");
		break;
	case 2:
		request = relist_create(rc, "pods", "default", "[1]");
		break;
	case 3:
		request = relist_update(rc, "pods", "default", "", NULL, "{}");
		break;
	case 4:
		request = relist_patch(rc, "pods", NULL, "a", "status", "{}");
		break;
	case 5:
		for (int i = 0; i <= 1000; i++)
			request = relist_delete(rc, "pods", "default", "a", NULL);
		break;
	default:
		break;
	}
	assert_int_equal(request, -1);
	return RELIST_DONE;
}

#define LOG(text) "  - expect: {log: ['" text "']}\n"

static const struct {
	const char *plugin, *steps, *what;
	enum runner__verdict verdict;
} plugged[] = {
	{ "two-turns", MAKE LOG("turns=1001 replicas=2/2 answers=200,404,201 uid=1"), "",
	  RUNNER_PASS },
	{ "two-turns, params: {from: 100}", MAKE LOG("turns=1101"), "", RUNNER_PASS },
	/* the pod's own event brings the key again, then the minute does */
	{ "two-turns",
	  MAKE LOG("turns=1002 replicas=2/2 answers=200,404,0") "  - advance: 60s\n" LOG(
	      "turns=1003"),
	  "", RUNNER_PASS },
	/* a crash takes the state along; the pod is there */
	{ "two-turns", MAKE "  - crash: c\n  - restart: c\n" LOG("turns=1001 replicas=2/2"), "",
	  RUNNER_PASS },
	{ "fails",
	  MAKE "  - expect: {queue: {c: {delayed: [default/a], retries: {default/a: 1}}}}\n"
	       "  - advance: 15s\n"
	       "  - expect: {queue: {c: {retries: {default/a: 5}}}}\n",
	  "", RUNNER_PASS },
	{ "modest", MAKE LOG("patch") "  - expect: {writes: [PATCH sets/default/a -> 200, ...]}\n",
	  "", RUNNER_PASS },
	{ "endless", MAKE LOG("did not come to an end in 100 turns"), "", RUNNER_PASS },
	{ "misuse-1", MAKE, "plugin/misuse-1: world.types has no `nosuch`", RUNNER_BAD_INPUT },
	{ "misuse-2", MAKE, "plugin/misuse-2: a body is no JSON object: [1]", RUNNER_BAD_INPUT },
	{ "misuse-3", MAKE, "plugin/misuse-3: UPDATE pods without a name", RUNNER_BAD_INPUT },
	{ "misuse-4", MAKE, "plugin/misuse-4: PATCH pods without a namespace", RUNNER_BAD_INPUT },
	{ "misuse-5", MAKE, "more than 1000 requests in a turn", RUNNER_BAD_INPUT },
	{ "nobody", MAKE, "no reconciler is registered as plugin/nobody", RUNNER_BAD_INPUT },
};

static void add(struct relist_plugins *p, const char *name, void *user,
		enum relist_result (*reconcile)(void *, struct relist_reconcile *))
{
	struct relist_reconciler r = { .name = name, .user = user, .reconcile = reconcile };

	if (reconcile == two_turns) {
		r.start = start;
		r.stop = stop;
		r.observe = observe;
	}
	assert_int_equal(relist_plugins_add(p, RELIST_PLUGIN_ABI, &r), 0);
}

static void add_all(struct relist_plugins *p)
{
	static const char *const names[] = { "misuse-1", "misuse-2", "misuse-3", "misuse-4",
					     "misuse-5" };

	add(p, "two-turns", NULL, two_turns);
	add(p, "fails", NULL, fails);
	add(p, "endless", NULL, endless);
	add(p, "modest", NULL, modest);
	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		add(p, names[i], (void *)(intptr_t)(i + 1), misuse);
}

static void reconcilers_of_plugins_are_run(void **state)
{
	struct relist_plugins p = { 0 };
	struct runner__result result;

	(void)state;
	add_all(&p);
	plugins = &p;
	runner__result_init(&result);
	for (size_t i = 0; i < ARRAY_LEN(plugged); i++) {
		char controller[100];
		struct scn__scenario *s;

		(void)snprintf(controller, sizeof(controller), "plugin/%s", plugged[i].plugin);
		s = story(controller, plugged[i].steps);
		if (run_cell(&s->cells[0], &result) != plugged[i].verdict ||
		    !strstr(result.what, plugged[i].what))
			fail_msg("%s\n%s-> line %u: %s\n%s", controller, plugged[i].steps,
				 result.line, result.what, result.tail.ptr);
		scn__scenario_free(s);
	}
	runner__result_fini(&result);
	plugins = NULL;
	ctl__plugins_fini(&p);
}

static void plugin_registration_is_validated(void **state)
{
	struct relist_reconciler good = { .name = "x", .reconcile = endless }, bad = { .name = "" };
	struct relist_plugins p = { 0 };

	(void)state;
	assert_int_equal(relist_plugins_add(&p, RELIST_PLUGIN_ABI + 1, &good), RELIST_EINVAL);
	assert_int_equal(relist_plugins_add(&p, RELIST_PLUGIN_ABI, &bad), RELIST_EINVAL);
	good.reconcile = NULL;
	assert_int_equal(relist_plugins_add(&p, RELIST_PLUGIN_ABI, &good), RELIST_EINVAL);
	good.reconcile = endless;
	assert_int_equal(relist_plugins_add(&p, RELIST_PLUGIN_ABI, &good), 0);
	assert_int_equal(relist_plugins_add(&p, RELIST_PLUGIN_ABI, &good), RELIST_EEXIST);
	assert_non_null(ctl__plugins_find(&p, STR("x")));
	assert_null(ctl__plugins_find(&p, STR("y")));
	ctl__plugins_fini(&p);
}

/* --- memory --- */

static void attempt(const struct scn__cell *cell)
{
	struct runner__result result;

	runner__result_init(&result);
	(void)run_cell(cell, &result);
	if (result.verdict != RUNNER_PASS && result.verdict != RUNNER_ERROR &&
	    result.verdict != RUNNER_FAIL)
		fail_msg("%s: %s", runner__verdict_word(result.verdict), result.what);
	runner__result_fini(&result);
}

static void runs_survive_every_failing_allocation(void **state)
{
	static const struct {
		const char *controller, *steps;
	} runs[] = {
		{ "plugin/modest, params: {a: 1}", MAKE },
		{ REAP BY_UID ", reads: live, owner-references: true",
		  MAKE "  - delete: [sets/default/a]\n" },
		{ KEEPER, MAKE "  - update: {sets/default/a: {spec: {replicas: 0}}}\n" },
		{ "stock/mirror, children: {type: maps, name: '{name}', label: set}" BY_UID,
		  "  - create: {sets/default/a: {data: {k: v}}}\n  - settle\n"
		  "  - update: {sets/default/a: {data: {k: w}}}\n  - settle\n"
		  "  - delete: [sets/default/a]\n" },
	};

	struct relist_plugins p = { 0 };

	(void)state;
	add_all(&p);
	plugins = &p;
	for (size_t i = 0; i < ARRAY_LEN(runs); i++) {
		struct scn__scenario *s = story(runs[i].controller, runs[i].steps);

		FOR_EACH_FAILING_ALLOC(attempt(&s->cells[0]));
		scn__scenario_free(s);
	}
	plugins = NULL;
	ctl__plugins_fini(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(controller_expectations_hold_until_all_events_were_observed),
		cmocka_unit_test(expectations_survive_every_failing_allocation),
		cmocka_unit_test(controller_scenarios_have_their_declared_outcome),
		cmocka_unit_test(controllers_act_when_they_are_due),
		cmocka_unit_test(queue_difference_is_reported_key_by_key),
		cmocka_unit_test(reconcilers_of_plugins_are_run),
		cmocka_unit_test(plugin_registration_is_validated),
		cmocka_unit_test(runs_survive_every_failing_allocation),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
