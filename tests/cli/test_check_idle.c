/* SPDX-License-Identifier: Apache-2.0 */
/* relist check: steps and checks without effect, with and without a run. */
#include <stdlib.h>
#include <unistd.h>

#include "runner/posix/files.h"
#include "tests/kit/cli_kit.h"

static char folder[] = "/tmp/relist-idle-XXXXXX";
static char path[60];

static int make_file(void **state)
{
	if (output_setup(state) || !mkdtemp(folder))
		return 1;
	(void)snprintf(path, sizeof(path), "%s/s.yaml", folder);
	return 0;
}

static int remove_file(void **state)
{
	return unlink(path) != 0 || rmdir(folder) != 0 || output_teardown(state);
}

/* Its steps begin in line 12. */
#define WORLD                                                                                      \
	"scenario: s\n"                                                                            \
	"about: a\n"                                                                               \
	"world:\n"                                                                                 \
	"  server: {rv: 10}\n"                                                                     \
	"  types: {pods: v1/pods, nodes: v1/nodes}\n"                                              \
	"  objects: {pod: {spec: {nodeName: n1}}}\n"                                               \
	"  informers:\n"                                                                           \
	"    pods:\n"                                                                              \
	"      indexes: {by-node: spec.nodeName}\n"                                                \
	"      handlers: {h: {}}\n"                                                                \
	"steps:\n"
#define START "  - create: {pods/default/a: pod}\n  - start: pods\n" /* 12, 13 */
#define SEEN  "  - expect: {handlers: {h: [add pods/default/a]}}\n"

/* Without the path; "": none. */
static void check(struct output *o, const char *option, const char *text, const char *printed)
{
	AUTO_STRBUF lines = STRBUF_INIT;
	AUTO_STRBUF file = STRBUF_INIT;

	strbuf_addz(&file, strncmp(text, "scenario:", 9) == 0 ? "" : WORLD);
	strbuf_addz(&file, text);
	assert_int_equal(runner__replace_file(path, strbuf_str(&file), NULL), 0);
	relistf(o, "check %s %s", option, path);
	for (const char *p = o->out.ptr, *nl; (nl = strchr(p, '\n')); p = nl + 1)
		if (strncmp(p, path, strlen(path)) == 0)
			strbuf_add(&lines, p + strlen(path) + 1,
				   (size_t)(nl + 1 - p) - strlen(path) - 1);
	if (!str_eqz(strbuf_str(&lines), printed))
		fail_msg("%s\nsays:\n%.*s\nnot:\n%s", file.ptr, (int)lines.len, lines.ptr, printed);
}

static void check_warns_about_expectations_that_always_hold(void **state)
{
	static const struct {
		const char *text, *printed;
	} cases[] = {
		{ START SEEN, "" },
		{ START,
		  "1:11: warning: no expect and no never: only the oracles judge this run\n" },
		{ START "  - expect: {requests: [...]}\n",
		  "14:25: warning: `...` alone holds whatever happens, and no later check of this "
		  "stream begins behind it\n" },
		{ START "  - expect: {requests: [...]}\n  - expect: {requests: []}\n", "" },
		{ START "  - expect: {handlers: {h: [...]}}\n  - expect: {requests: [...]}\n"
			"  - expect: {requests: []}\n",
		  "14:29: warning: `...` alone holds whatever happens, and no later check of this "
		  "stream begins behind it\n" },
		{ START "  - expect: {index: {pods.by-node: {}}}\n",
		  "14:22: warning: index names nothing: it holds whatever happens\n" },
		{ START "  - expect: {cache: {pods: {}}}\n",
		  "14:22: warning: cache names no object: it holds whatever happens\n" },
		{ START "  - expect: {cache: {pods: []}}\n", "" },
		{ START "  - expect: {counts: {LIST pods: '>=0'}}\n",
		  "14:34: warning: every number is >=0: it holds whatever happens\n" },
		{ START "  - expect: {counts: {LIST pods: '>=1'}}\n", "" },
		{ START "  - expect: {state: {pods: {'default/* labels=a=b': '>=0'}}}\n",
		  "14:53: warning: every number is >=0: it holds whatever happens\n" },
		{ START "  - kill: {subject: pods, after: WATCH pods}\n", "" },
	};

	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		check(*state, "", cases[i].text, cases[i].printed);
}

/* No other client can be run with it. */
#define INSIDE	 "  - hold: handler/h\n  - release: handler/h\n"
#define SAME	 "met no request or event: the run is the same without it\n"
#define NO_WATCH "concerned no watch: none was open\n"

static void check_run_warns_about_faults_that_match_no_request(void **state)
{
	static const struct {
		const char *text, *printed;
	} cases[] = {
		{ "  - fail: {match: LIST nodes, status: 500}\n" START SEEN,
		  "12:5: warning: `fail` " SAME },
		{ "  - fail: {match: LIST pods, status: 500}\n" START "  - advance: 30s\n" SEEN,
		  "" },
		{ "  - fail: {match: LIST pods nth=3, status: 500}\n" START
		  "  - advance: 30s\n" SEEN,
		  "12:5: warning: `fail` " SAME },
		{ START SEEN "  - fail: {match: WATCH pods, status: 500, how: in-stream}\n"
			     "  - advance: 30s\n",
		  "" },
		{ START SEEN "  - reply: {match: WATCH pods, status: 500}\n",
		  "15:5: warning: `reply` " SAME },
		{ START SEEN
		  "  - drop: {event: delete pods/default/b}\n  - delete: [pods/default/a]\n",
		  "15:5: warning: `drop` " SAME },
		{ START SEEN "  - drop: {event: delete pods/default/a}\n"
			     "  - delete: [pods/default/a]\n"
			     "  - disconnect: pods\n  - compact: now\n  - advance: 2m\n"
			     "  - expect: {cache: {pods: []}}\n",
		  "" },
		/* in real time a client may list then */
		{ START SEEN "  - hold: {at: request, match: LIST pods}\n"
			     "  - advance: 1s\n  - release: {at: request, match: LIST pods}\n",
		  "" },
		{ START SEEN INSIDE
		  "  - hold: {at: request, match: LIST pods}\n"
		  "  - advance: 1s\n  - release: {at: request, match: LIST pods}\n",
		  "17:5: warning: `hold` met no request: the run is the same without it\n" },
		{ "  - hold: {at: request, match: LIST pods}\n" START
		  "  - advance: 1s\n  - release: {at: request, match: LIST pods}\n" SEEN,
		  "" },
		{ "  - disconnect: pods\n" START SEEN, "12:5: warning: `disconnect` " NO_WATCH },
		{ START SEEN "  - disconnect: pods\n", "" },
		{ "  - bookmark: pods\n" START SEEN, "12:5: warning: `bookmark` " NO_WATCH },
		{ START SEEN "  - bookmark: pods\n", "" },
	};

	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		check(*state, "--run", cases[i].text, cases[i].printed);
}

static void check_run_warns_about_never_sections_without_any_event(void **state)
{
	static const struct {
		const char *text, *printed;
	} cases[] = {
		{ START "  - expect: {state: {pods: {default/a: {}}}}\n",
		  "1:11: warning: passes even if nothing is started: no check depends on an "
		  "informer or a controller\n" },
		{ START "  - expect: {index: {pods.by-node: {n1: [default/a]}}}\n", "" },
		{ START SEEN "  - never: {handlers: {h: [delete pods/*]}}\n",
		  "15:5: warning: nothing happened from this `never` to its end: it could not "
		  "fail\n" },
		{ START SEEN "  - never: {handlers: {h: [delete pods/*]}}\n"
			     "  - create: {pods/default/b: pod}\n",
		  "" },
		{ "  - create: {nodes/n1: {}}\n" START SEEN
		  "  - expect: {state: {nodes: {n1: any}, pods: {default/a: any}}}\n",
		  "16:30: warning: until here no client has read or written this type: that the "
		  "object is there says nothing about them\n" },
		/* a worker's queue: no other program can be run with it */
		{ START "  - expect: {index: {pods.by-node: {n1: [default/a]}}, "
			"handlers: {h: [..., add pods/default/a]}}\n"
			"  - hold: handler/h\n  - release: handler/h\n",
		  "14:71: warning: `...` matched nothing: without it the check is stricter and "
		  "still passes\n" },
		/* another client may list twice */
		{ START "  - expect: {handlers: {h: [..., add pods/default/a]}}\n", "" },
	};

	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		check(*state, "--run", cases[i].text, cases[i].printed);
}

/* An effect in one cell is one. */
static void check_run_warns_if_no_cell_of_a_matrix_has_an_effect(void **state)
{
	check(*state, "--run",
	      "scenario: s\nabout: a\nworld:\n  server: {rv: 10}\n"
	      "  types: {pods: v1/pods, nodes: v1/nodes}\n  objects: {pod: {}}\n"
	      "  informers: {pods: {handlers: {h: {}}}}\n"
	      "matrix: {what: [pods, nodes]}\nsteps:\n"
	      "  - fail: {match: LIST $what, status: 500}\n" START "  - advance: 30s\n" SEEN,
	      "");
}

static void check_run_skips_its_warnings_if_the_scenario_fails(void **state)
{
	struct output *o = *state;

	check(o, "--run",
	      START "  - fail: {match: LIST nodes, status: 500}\n"
		    "  - expect: {handlers: {h: []}}\n",
	      " its checks are not judged: it does not pass: handler h: 1 notification not "
	      "expected\n");
	assert_int_equal(o->status, 0);
}

static void run_prints_the_warnings_of_check_about_a_scenario_that_passes(void **state)
{
	struct output *o = *state;
	char want[200];

	check(o, "", START "  - expect: {requests: [...]}\n",
	      "14:25: warning: `...` alone holds whatever happens, and no later check of this "
	      "stream begins behind it\n");
	(void)snprintf(want, sizeof(want),
		       "%s:14:25: warning: `...` alone holds whatever happens, and no later check "
		       "of this stream begins behind it\n",
		       path);
	relistf(o, "run %s", path);
	assert_string_equal(o->err.ptr, want);
	assert_non_null(strstr(o->out.ptr, "1 passed"));
	assert_int_equal(o->status, 0);
	relistf(o, "run --quiet %s", path);
	assert_string_equal(o->err.ptr, "");
}

static void strict_check_run_of_an_idle_fault_fails(void **state)
{
	struct output *o = *state;

	check(o, "--run --strict", "  - disconnect: pods\n" START SEEN,
	      "12:5: warning: `disconnect` " NO_WATCH);
	assert_int_equal(o->status, 2);
}

/* The only one: it waits there in the external world. */
static void shipped_scenarios_have_no_steps_without_an_effect(void **state)
{
	struct output *o = *state;

	relistf(o, "check --run --quiet scenarios");
	assert_string_equal(
	    o->out.ptr, "scenarios/conformance/07-bookmark-reconnect.yaml:22:31: warning: until "
			"here no client has read or written this type: that the object is there "
			"says nothing about them\n");
	assert_int_equal(o->status, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(check_warns_about_expectations_that_always_hold),
		cmocka_unit_test(check_run_warns_about_faults_that_match_no_request),
		cmocka_unit_test(check_run_warns_about_never_sections_without_any_event),
		cmocka_unit_test(check_run_warns_if_no_cell_of_a_matrix_has_an_effect),
		cmocka_unit_test(check_run_skips_its_warnings_if_the_scenario_fails),
		cmocka_unit_test(run_prints_the_warnings_of_check_about_a_scenario_that_passes),
		cmocka_unit_test(strict_check_run_of_an_idle_fault_fails),
		cmocka_unit_test(shipped_scenarios_have_no_steps_without_an_effect),
	};

	return cmocka_run_group_tests(tests, make_file, remove_file);
}
