/* SPDX-License-Identifier: Apache-2.0 */
/* Keys of objects whose names only a run knows, "pods/default/web-*#2": what each verb does with
 * them, in the simulator and over sockets, and what a run that has no such object says. */
#include "runner/engine/run.h"
#include "runner/tcp/posix/driver_tcp.h"
#include "tests/kit/scn_kit.h"

#define WORLD                                                                                      \
	"scenario: x\n"                                                                            \
	"world:\n"                                                                                 \
	"  types: {pods: v1/pods, sets: example.org/v1/sets, nodes: v1/nodes}\n"                   \
	"  objects: {pod: {spec: {nodeName: n1}}}\n"                                               \
	"  informers: {pods: {handlers: {h: {}}}}\n"                                               \
	"steps:\n"
/* Created in another order than that of their names. */
#define PODS                                                                                       \
	"  - create: {pods/d/web-z: pod}\n  - create: {pods/d/web-a: pod, pods/d/db-a: pod}\n"     \
	"  - create: {pods/d/web-m: {metadata: {labels: {app: web}}}}\n"
#define AT(name, phase) "pods: {d/" name ": {status: {phase: " phase "}}}"

static const struct scn_row rows[] = {
	{ "update: the order of creation counts, not that of names",
	  PODS "  - update: {pods/d/web-*#1: {status: {phase: Failed}}}\n"
	       "  - expect: {state: {" AT("web-z", "Failed") "}}\n",
	  "#1", "#2", false },
	{ "update: the last one",
	  PODS "  - update: {pods/d/web-*#3: {status: {phase: Failed}}}\n"
	       "  - expect: {state: {" AT("web-m", "Failed") "}}\n",
	  "#3", "#1", false },
	{ "update: labels",
	  PODS "  - update: {'pods/d/*#1 labels=app=web': {status: {phase: Failed}}}\n"
	       "  - expect: {state: {" AT("web-m", "Failed") "}}\n",
	  "*#1 labels=app=web", "*#1 labels=app!=web", false },
	{ "update: labels are those at the creation",
	  PODS "  - update: {pods/d/web-z: {metadata: {labels: {app: web}}}}\n"
	       "  - update: {'pods/d/*#1 labels=app=web': {status: {phase: Failed}}}\n"
	       "  - expect: {state: {" AT("web-m", "Failed") "}}\n",
	  "'pods/d/*#1 labels=app=web'", "pods/d/*#1", false },
	{ "update: an owner",
	  "  - create: {sets/d/s: {}, uid: $s}\n  - create: {pods/d/x: pod}\n"
	  "  - create: {pods/d/y: {metadata: {ownerReferences: [{apiVersion: example.org/v1, kind: "
	  "Set, name: s, uid: $s}]}}}\n"
	  "  - update: {'pods/d/*#1 owner=sets/d/s': {status: {phase: Failed}}}\n"
	  "  - expect: {state: {" AT("y", "Failed") "}}\n",
	  "*#1 owner=sets/d/s", "*#1 labels=!x", false },
	{ "update: a new UID counts as a creation",
	  PODS "  - update: {pods/d/web-*#1: {spec: {nodeName: n2}}, uid: new}\n"
	       "  - delete: [pods/d/web-*#4]\n  - expect: {state: {pods: {d/web-z: absent}}}\n",
	  "#4", "#3", false },
	{ "state: selectors with sets",
	  PODS "  - expect: {state: {pods: {'d/* labels=app in (web, db),!old': 1, others: 3}}}\n",
	  "app in (", "app notin (", false },
	{ "state: selectors with sets behind an owner",
	  PODS "  - expect: {state: {pods: {'d/* owner=nodes/n labels=!app': absent}}}\n",
	  "owner=nodes/n labels=!app", "labels=!app", false },
	{ "update: a selector with sets",
	  PODS "  - update: {'pods/d/*#1 labels=app in (db, web)': {status: {phase: Failed}}}\n"
	       "  - expect: {state: {" AT("web-m", "Failed") "}}\n",
	  "app in (db, web)", "app notin (db, web)", false },
	{ "update: without a namespace",
	  "  - create: {nodes/n-b: {}, nodes/n-a: {}}\n"
	  "  - update: {nodes/n-*#2: {spec: {unschedulable: true}}}\n"
	  "  - expect: {state: {nodes: {n-a: {spec: {unschedulable: true}}}}}\n",
	  "#2", "#1", false },
	{ "delete: deletions do not change the numbers",
	  PODS "  - delete: [pods/d/web-*#1]\n  - delete: [pods/d/web-*#2]\n"
	       "  - expect: {state: {pods: [d/db-a, d/web-m]}}\n",
	  "*#2", "*#3", false },
	{ "delete: the only one that exists",
	  PODS "  - delete: [pods/d/web-*#1, pods/d/web-*#2]\n  - delete: [pods/d/web-*]\n"
	       "  - expect: {state: {pods: [d/db-a]}}\n",
	  ", pods/d/web-*#2", "", false },
	{ "update, delete: missing objects are skipped if the step says so",
	  PODS
	  "  - update: {pods/d/web-*#9: {spec: {nodeName: n2}}, pods/d/web-*#1: {spec: {nodeName: "
	  "n2}}, missing: skip}\n  - delete: {keys: [pods/d/web-*#7, pods/d/x, pods/d/web-a], "
	  "missing: "
	  "skip}\n  - expect: {state: {pods: {d/web-z: {spec: {nodeName: n2}}, others: 2}}}\n",
	  "pods/d/web-a], missing: skip", "pods/d/web-a], missing: fail", false },
	{ "update: a missing object is skipped, an ambiguous one is not",
	  PODS "  - update: {pods/d/db-*: {spec: {nodeName: n2}}, missing: skip}\n", "db-*",
	  "web-*", false },
	{ "delete: counted",
	  PODS "  - delete: {keys: ['pods/d/web-*#{n}'], times: 2}\n"
	       "  - expect: {state: {pods: [d/db-a, d/web-m]}}\n",
	  "times: 2", "times: 3", false },
	{ "then",
	  PODS "  - start: pods\n  - settle\n"
	       "  - fail: {match: WATCH pods, status: 500, then: {delete: "
	       "[pods/d/web-*#2]}}\n  - disconnect: pods\n  - advance: 10s\n"
	       "  - expect: {state: {pods: [d/web-z, d/db-a, d/web-m]}}\n",
	  "#2", "#3", false },
	{ "hold, release: an event of one object",
	  PODS "  - start: pods\n  - settle\n  - hold: {at: event, key: pods/d/web-*#2}\n"
	       "  - update: {pods/d/web-a: {spec: {nodeName: n2}}}\n"
	       "  - expect: {cache: {pods: {d/web-a: {spec: {nodeName: n1}}}}}\n"
	       "  - release: {at: event, key: pods/d/web-*#2}\n"
	       "  - expect: {cache: {pods: {d/web-a: {spec: {nodeName: n2}}}}}\n",
	  "hold: {at: event, key: pods/d/web-*#2}", "hold: {at: event, key: pods/d/web-*#3}",
	  false },
	{ "hold: the cache",
	  PODS "  - start: pods\n  - settle\n  - hold: cache pods/d/web-*#2\n"
	       "  - update: {pods/d/web-a: {spec: {nodeName: n2}}}\n"
	       "  - expect: {cache: {pods: {d/web-a: {spec: {nodeName: n1}}}}}\n"
	       "  - release: all\n",
	  "web-*#2", "web-*#1", false },
	{ "hold: without a number all such events, of the cache none",
	  PODS "  - start: pods\n  - settle\n  - hold: {at: event, key: pods/d/web-*}\n"
	       "  - update: {pods/d/web-a: {spec: {nodeName: n2}}}\n"
	       "  - expect: {cache: {pods: {d/web-a: {spec: {nodeName: n1}}}}}\n"
	       "  - release: all\n",
	  "at: event", "at: cache", true },
	{ "drop",
	  PODS "  - start: pods\n  - settle\n  - drop: update pods/d/web-*#2\n"
	       "  - update: {pods/d/web-a: {spec: {nodeName: n2}}}\n"
	       "  - expect: {cache: {pods: {d/web-a: {spec: {nodeName: n1}}}}}\n"
	       "  - update: {pods/d/web-a: {spec: {nodeName: n2}}}\n  - disconnect: pods\n"
	       "  - compact: now\n  - advance: 10s\n",
	  "web-*#2", "web-*#1", false },
	{ "state",
	  PODS "  - delete: [pods/d/web-a]\n  - expect: {state: {pods: {d/web-*#1: {metadata: "
	       "{name: web-z}}, d/web-*#2: absent, d/web-*#3: any, others: 1}}}\n",
	  "d/web-*#1: {metadata", "d/web-*#4: {metadata", false },
	{ "state: others without the numbered one",
	  PODS "  - expect: {state: {pods: {d/web-*#1: any, others: 3}}}\n", "d/web-*#1: any, ", "",
	  false },
	{ "create needs a name", PODS, "create: {pods/d/web-z", "create: {pods/d/web-*#1", true },
	{ "numbers begin with 1", PODS "  - delete: [pods/d/web-*#1]\n", "#1", "#0", true },
	{ "a number needs a pattern", PODS "  - delete: [pods/d/web-*#1]\n", "-*#1", "-z#1", true },
	{ "a cache has names",
	  PODS "  - start: pods\n  - expect: {cache: {pods: {d/web-z: any}}}\n", "{d/web-z",
	  "{d/web-*#1", true },
	{ "a list names no object", PODS "  - fail: {match: GET pods/d/web-*#1, status: 500}\n",
	  "GET", "LIST", true },
};

static void each_verb_finds_the_object_by_its_creation(void **state)
{
	(void)state;
	scn_rows_play(WORLD, rows, ARRAY_LEN(rows), &runner__driver_tcp);
}

static void missing_object_fails_the_run_with_what_is_there(void **state)
{
	static const struct {
		const char *step, *says;
	} cases[] = {
		{ "delete: [pods/d/web-*#4]",
		  "delete: there is no pods/d/web-*#4: only 3 such objects were created: "
		  "#1 d/web-z, #2 d/web-a, #3 d/web-m" },
		{ "update: {pods/d/api-*#1: {}}",
		  "update: there is no pods/d/api-*#1: no such object was created; there are "
		  "d/db-a, d/web-a, d/web-m, d/web-z" },
		{ "delete: [sets/d/*#1]",
		  "delete: there is no sets/d/*#1: no such object was created; there are no sets" },
		{ "delete: [pods/d/web-*]",
		  "delete: there is no pods/d/web-*: 3 such objects exist, which needs a number: "
		  "#1 d/web-z, #2 d/web-a, #3 d/web-m" },
		{ "delete: [pods/d/web-*#2, pods/d/web-*#2]",
		  "delete: there is no pods/d/web-*#2: it was d/web-a, which is deleted" },
		{ "delete: [pods/d/db-*, pods/d/db-*]",
		  "delete: there is no pods/d/db-*: 1 such object was created, and deleted "
		  "again: #1 d/db-a" },
		{ "hold: {at: request, key: pods/d/web-*#9}", "hold: there is no pods/d/web-*#9:" },
		{ "drop: any pods/d/web-*#9", "drop: there is no pods/d/web-*#9:" },
		{ "fail: {match: GET pods/d/web-*#9, status: 500}", "fail: there is no" },
		{ "reply: {match: GET pods/d/web-*#9, status: 200}", "reply: there is no" },
		{ "kill: {subject: pods, after: GET pods/d/web-*#9}", "kill: there is no" },
		{ "expect: {state: {pods: {d/web-*#9: any}}}",
		  "state: d/web-*#9 is not there: only 3 such objects were created" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF steps = STRBUF_INIT, want = STRBUF_INIT;
		char what[600];

		strbuf_addf(&steps, PODS "  - start: pods\n  - %s\n", cases[i].step);
		strbuf_addf(&want, "line 11: %s", cases[i].says);
		assert_false(
		    scn_story_passes(&world__driver_sim, WORLD, steps.ptr, what, sizeof(what)));
		if (strncmp(what, want.ptr, want.len) != 0)
			fail_msg("%s: \"%s\", expected \"%s\"", cases[i].step, what, want.ptr);
	}
}

/* The server generates the names: only the order of creation is known. */
static void child_of_a_controller_is_found_by_its_creation(void **state)
{
	static const char world[] =
	    "scenario: x\n"
	    "world:\n"
	    "  types: {sets: example.org/v1/sets, pods: v1/pods}\n"
	    "  informers:\n"
	    "    sets: {handlers: {keeper: {enqueue: key}}}\n"
	    "    pods: {handlers: {keeper: {enqueue: owner}}}\n"
	    "  controllers:\n"
	    "    keeper: {reconcile: stock/replica-keeper, children: {type: pods, name: "
	    "'{name}-'}, match-children-by: uid, owner-references: true}\n"
	    "steps:\n  - start: all\n  - settle\n"
	    "  - create: {sets/d/web: {spec: {replicas: 3}}}\n  - settle\n";
	static const struct scn_row controller[] = {
		{ "a deleted child is replaced, under the next number",
		  "  - delete: ['pods/d/*#2 owner=sets/d/web']\n"
		  "  - expect: {state: {pods: {d/web-*#1: any, d/web-*#2: absent, d/web-*#3: any, "
		  "d/web-*#4: any, d/web-*#5: absent}}}\n",
		  "*#2 owner", "*#1 owner", false },
		{ "a write of the controller to one child fails",
		  "  - fail: {match: DELETE pods/d/web-*#2, status: 500, times: forever}\n"
		  "  - update: {sets/d/web: {spec: {replicas: 0}}}\n  - advance: 2s\n"
		  "  - expect: {state: {pods: {d/web-*#2: any}}}\n",
		  "DELETE pods/d/web-*#2", "DELETE pods/d/web-*#3", false },
		{ "writes: each child by its number",
		  "  - expect: {writes: [CREATE pods/d/*, CREATE pods/d/web-*#2, CREATE "
		  "pods/d/*]}\n"
		  "  - update: {sets/d/web: {spec: {replicas: 0}}}\n"
		  "  - expect: {writes: [any-order: [{delete: 'pods/d/*#2 owner=sets/d/web'}, "
		  "DELETE "
		  "pods/d/web-*#1, DELETE pods/d/web-*#3]]}\n",
		  "'pods/d/*#2 owner", "'pods/d/*#1 owner", false },
		{ "counts: writes of one child",
		  "  - update: {sets/d/web: {spec: {replicas: 0}}}\n"
		  "  - expect: {counts: {CREATE pods/d/web-*#3: 1, 'DELETE pods/d/*#1 "
		  "owner=sets/d/web': 1, CREATE pods/d/web-*#4: 0}}\n",
		  "*#4: 0", "*#2: 0", false },
		{ "never: a write of one child",
		  "  - never: [{writes: DELETE pods/d/web-*#4}]\n"
		  "  - update: {sets/d/web: {spec: {replicas: 0}}}\n  - settle\n",
		  "*#4", "*#3", false },
	};

	(void)state;
	scn_rows_play(world, controller, ARRAY_LEN(controller), &runner__driver_tcp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_verb_finds_the_object_by_its_creation),
		cmocka_unit_test(missing_object_fails_the_run_with_what_is_there),
		cmocka_unit_test(child_of_a_controller_is_found_by_its_creation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
