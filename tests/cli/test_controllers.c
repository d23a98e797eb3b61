/* SPDX-License-Identifier: Apache-2.0 */
/* The chain for an external program: a controller in Python with a bug, a recording of thousands of
 * events made by `relist record` in which it meets it, lift, expectations from the controller
 * without the bug, shrink. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runner/posix/files.h"
#include "tests/kit/doc_kit.h"
#include "tests/kit/side_by_side.h"

enum { EVENTS_MIN = 2000, STEPS_MAX = 15 };

static char folder[] = "/tmp/relist-controllers-XXXXXX";
static char project[512];
static const char *build_folder;

#define CONTROLLER "python3 controller.py"

/* What the command prints, in the folder. */
static int shell(struct strbuf *out, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static int shell(struct strbuf *out, const char *fmt, ...)
{
	AUTO_STRBUF words = STRBUF_INIT;
	char buf[4096];
	va_list ap;
	size_t n;
	FILE *p;

	strbuf_addf(&words, "cd %s && exec 2>&1 </dev/null && ", folder);
	va_start(ap, fmt);
	strbuf_addvf(&words, fmt, ap);
	va_end(ap);
	strbuf_clear(out);
	p = popen(words.ptr, "r");
	assert_non_null(p);
	while ((n = fread(buf, 1, sizeof(buf), p)))
		strbuf_add(out, buf, n);
	strbuf_addc(out, 0);
	return WEXITSTATUS(pclose(p));
}

static void must(int status, int want, const struct strbuf *out, const char *says)
{
	if (status != want || (says && !strstr(out->ptr, says)))
		fail_msg("status %d, expected %d and \"%s\": %.3000s", status, want,
			 says ? says : "", out->ptr);
}

static void read_file(const char *name, struct strbuf *text)
{
	AUTO_STRBUF path = STRBUF_INIT;

	strbuf_addf(&path, "%s/%s", folder, name);
	assert_int_equal(runner__read_file(path.ptr, 64 << 20, text, NULL), 0);
}

static void write_file(const char *name, const char *text)
{
	AUTO_STRBUF path = STRBUF_INIT;

	strbuf_addf(&path, "%s/%s", folder, name);
	assert_int_equal(runner__replace_file(path.ptr, str_of(text), NULL), 0);
}

static size_t count(const char *text, const char *what)
{
	size_t n = 0;

	for (const char *p = text; (p = strstr(p, what)); p++)
		n++;
	return n;
}

static double now_s(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Lines of a list, those of the matrix not. */
static size_t steps_of(const char *text)
{
	return count(text, "\n  - ") - count(text, "\nmatrix");
}

static void goes_through(const char *bug, unsigned budget_s)
{
	AUTO_STRBUF out = STRBUF_INIT, text = STRBUF_INIT, noise = STRBUF_INIT;
	size_t events, before, left = SIZE_MAX;
	double began;
	int status = 0;

	must(shell(&out, "relist serve --exec python3 incident.py %s rec.jsonl relist", bug), 0,
	     &out, "relist: recorded");
	read_file("rec.jsonl", &text);
	events = count(text.ptr, "\n{\"event\"");
	assert_true(events >= EVENTS_MIN);
	began = now_s();
	must(shell(&out, "relist lift --controller tests-controller -o story.yaml rec.jsonl"), 0,
	     &out, "self-check: it runs; to judge the program use relist run");
	must(shell(&out, "relist check story.yaml && relist run -q story.yaml; true"), 0, &out,
	     "0 errors");
	/* the recording has the effect of the bug: the fixed program gives the right values */
	must(shell(&out, "relist run --world external --subject '" CONTROLLER
			 "' --patience 3 --update story.yaml"),
	     0, &out, "updated story.yaml: 1 expectation");
	(void)shell(&out, "rm -f small.yaml");
	strbuf_clear(&text);
	read_file("story.yaml", &text);
	before = steps_of(text.ptr);
	/* a slow machine gets more time: the same command goes on */
	for (unsigned i = 0; i < 3 && left > STEPS_MAX; i++) {
		status =
		    shell(&out,
			  "relist shrink --subject '" CONTROLLER " --bug %s' --control '" CONTROLLER
			  "' --patience 5 --budget %us -o small.yaml story.yaml",
			  bug, budget_s << 2 * i);
		if (status != 0 && status != 1)
			must(status, 0, &out, NULL);
		strbuf_clear(&text);
		if (shell(&noise, "test -e small.yaml") == 0) {
			read_file("small.yaml", &text);
			left = steps_of(text.ptr);
		}
	}
	if (left > STEPS_MAX)
		fail_msg("%s: %zu steps left: %s\n%.3000s", bug, left, out.ptr,
			 text.len ? text.ptr : "");
	assert_non_null(strstr(out.ptr, "fails at: expect configmaps"));
	assert_non_null(strstr(out.ptr, "control: passes with the program that was given"));
	print_message("%-8s of %zu events %zu steps, %zu of them left in %.0f s%s\n", bug, events,
		      before, left, now_s() - began, status ? ": the budget was spent" : "");
	must(shell(&out,
		   "relist run --world external --subject '" CONTROLLER
		   " --bug %s' --patience 5 small.yaml",
		   bug),
	     1, &out, "state: shop/for-web-1 is still there");
	must(shell(&out, "relist run --world external --subject '" CONTROLLER
			 "' --patience 10 small.yaml"),
	     0, &out, "1 passed");
	must(shell(&out, "relist fmt --check small.yaml"), 0, &out, NULL);
}

/* RELIST_CHAIN: "all", or names of bugs; each has ten minutes. Else one, and what half a minute
 * leaves of it. */
static void lift_and_shrink_isolate_controller_bugs_of_noisy_recordings(void **state)
{
	static const char *const bugs[] = { "gone", "missed", "now" };
	const char *all = getenv("RELIST_CHAIN");

	(void)state;
	/* The programs and the waiting are the same in all builds: once is enough. */
	if (!strstr(build_folder, "/release"))
		skip();
	if (!all) {
		goes_through("gone", 22);
		return;
	}
	for (size_t i = 0; i < ARRAY_LEN(bugs); i++)
		if (strcmp(all, "1") == 0 || strcmp(all, "all") == 0 || strstr(all, bugs[i]))
			goes_through(bugs[i], 540);
}

static const char deleted_while_away[] =
    "scenario: deleted-while-away\n"
    "world:\n"
    "  types: {pods: v1/pods, configmaps: v1/configmaps}\n"
    "  informers: {pods: {type: pods}}\n"
    "external: [state]\n"
    "steps:\n"
    "  - create: {pods/shop/web-1: {metadata: {labels: {app: web}}}}\n"
    "  - create: {configmaps/shop/noise: {}}\n"
    "  - start: pods\n"
    "  - expect: {state: {configmaps: {shop/for-web-1: any}}}\n"
    "  - disconnect: {type: pods, how: fin}\n"
    "  - hold: {at: request, type: pods}\n"
    "  - delete: {keys: [pods/shop/web-1], finalizers: drop}\n"
    "  - release: {at: request, type: pods}\n"
    "  - expect: {state: {configmaps: {shop/for-web-1: absent}}}\n";

/* If a step's pod is removed, its ConfigMap is no longer expected, and not expected to
 * be absent. */
static void shrink_drops_expectations_of_removed_objects(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT, text = STRBUF_INIT;
	int status;

	(void)state;
	if (!strstr(build_folder, "/release"))
		skip();
	write_file(
	    "two.yaml",
	    "scenario: two\n"
	    "world:\n"
	    "  types: {pods: v1/pods, configmaps: v1/configmaps}\n"
	    "  informers: {pods: {type: pods}}\n"
	    "external: [state]\n"
	    "steps:\n"
	    "  - create: {pods/shop/web-1: {metadata: {labels: {app: web}}}}\n"
	    "  - create: {pods/shop/web-1-b: {metadata: {labels: {app: web}}}}\n"
	    "  - start: pods\n"
	    "  - expect: {state: {configmaps: {shop/for-web-1: any}}}\n"
	    "  - disconnect: {type: pods, how: fin}\n"
	    "  - hold: {at: request, type: pods}\n"
	    "  - delete: {keys: [pods/shop/web-1], finalizers: drop}\n"
	    "  - release: {at: request, type: pods}\n"
	    "  - expect: {state: {configmaps: {shop/for-web-1: absent, shop/for-web-1-b: any}}}\n");
	/* the machine decides how far it comes */
	status = shell(&out, "relist shrink --subject '" CONTROLLER
			     " --bug missed' --control '" CONTROLLER
			     "' --patience 2 --budget 20s -j 6 -o small.yaml two.yaml");
	if (status != 0 && status != 1)
		must(status, 0, &out, NULL);
	assert_non_null(strstr(out.ptr, "control: passes with the program that was given"));
	read_file("small.yaml", &text);
	if (!strstr(text.ptr, "absent") || strstr(text.ptr, "b: absent"))
		fail_msg("%s", text.ptr);
}

/* Every second run passes. */
static void shrink_reports_how_often_a_flaky_program_fails(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;
	static const char *const budgets[] = { "15s", "60s", "240s" };
	bool all = getenv("RELIST_CHAIN") != NULL;
	const char *says = all ? "of the last 10 runs failed in the same way"
			       : "of the last 2 runs failed in the same way";
	int status = 2;

	(void)state;
	write_file("flaky.yaml", deleted_while_away);
	/* the machine decides how far it comes: a slow one gets more time */
	for (size_t i = 0; i < ARRAY_LEN(budgets) && !strstr(out.ptr ? out.ptr : "", says); i++)
		status =
		    shell(&out,
			  "rm -f runs; CONTROLLER_RUNS=runs relist shrink --subject '" CONTROLLER
			  " --bug flaky' --control '" CONTROLLER
			  "' --patience 2 --budget %s %s -o small.yaml flaky.yaml",
			  all ? "100s" : budgets[i], all ? "" : "--repeat 2");
	if (status != 0 && status != 1)
		must(status, 1, &out, NULL);
	must(status, status, &out, says);
	/* about every second, as far as the machine lets the others be in time */
	if (all)
		assert_non_null(strstr(out.ptr, "of the first 10 runs: a candidate was run up to"));
}

/* The control program defines the right behaviour. */
static void shrink_with_a_failing_control_is_an_error(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	write_file("flaky.yaml", deleted_while_away);
	must(shell(&out,
		   "relist shrink --subject '" CONTROLLER " --bug missed' --control '" CONTROLLER
		   " --bug missed' --patience 1 -o other.yaml flaky.yaml"),
	     2, &out, "state: shop/for-web-1 is still there");
}

static void until_written(const char *path)
{
	struct timespec moment = { 0, 20000000 };

	for (int i = 0; i < 3000 && access(path, F_OK) != 0; i++)
		(void)nanosleep(&moment, NULL);
	assert_int_equal(access(path, F_OK), 0);
}

static void interrupted_shrink_keeps_its_result_and_resumes(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT, path = STRBUF_INIT, first = STRBUF_INIT;
	char command[1024];
	int status;
	pid_t child;

	(void)state;
	write_file("story.yaml", deleted_while_away);
	strbuf_addf(&path, "%s/small.yaml", folder);
	(void)unlink(path.ptr);
	(void)snprintf(command, sizeof(command),
		       "cd %s && exec relist shrink --subject '" CONTROLLER
		       " --bug missed' --control '" CONTROLLER
		       "' --patience 2 -o small.yaml story.yaml >said 2>&1",
		       folder);
	child = fork();
	if (!child) {
		execl("/bin/sh", "sh", "-c", command, (char *)NULL);
		_exit(127);
	}
	until_written(path.ptr);
	assert_int_equal(kill(child, SIGINT), 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	read_file("said", &out);
	must(WEXITSTATUS(status), 1, &out, "not done: interrupted; the same command goes on");
	read_file("small.yaml", &first);
	assert_null(strstr(first.ptr, "noise"));
	must(shell(&out,
		   "relist shrink --subject '" CONTROLLER " --bug missed' --control '" CONTROLLER
		   "' --patience 2 --budget 1ns -o small.yaml story.yaml"),
	     1, &out, "going on from small.yaml");
}

/* Each answer waits for a line; where there are no more lines, for none. */
static void replay_in_steps_shows_each_request_before_its_response(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	write_file("reader.py",
		   "import os, re, urllib.request\n"
		   "with open(os.environ['KUBECONFIG']) as f:\n"
		   "    url = re.search(r'(http://[^\"\\s]+)', f.read()).group(1)\n"
		   "urllib.request.urlopen(url + '/api/v1/namespaces/shop/configmaps?limit=1')\n");
	must(shell(&out,
		   "printf '\\n\\n' | relist replay %s/tests/recordings/real-python.jsonl --step "
		   "--fast --subject 'python3 reader.py'",
		   project),
	     1, &out, "GET /api/v1/namespaces/shop/configmaps?limit=1  [Enter]");
	must(0, 0, &out, "line 7: request 2 of the recording did not come");
	must(0, 0, &out, "1 of 4 requests as recorded, 3 departures");
}

static int setup(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	if (!mkdtemp(folder) || !getcwd(project, sizeof(project)))
		return -1;
	return shell(&out, "cp %s/tests/subjects/*.py .", project);
}

static int teardown(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	return shell(&out, "rm -r %s", folder);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lift_and_shrink_isolate_controller_bugs_of_noisy_recordings),
		cmocka_unit_test(shrink_drops_expectations_of_removed_objects),
		cmocka_unit_test(shrink_reports_how_often_a_flaky_program_fails),
		cmocka_unit_test(shrink_with_a_failing_control_is_an_error),
		cmocka_unit_test(replay_in_steps_shows_each_request_before_its_response),
		cmocka_unit_test(interrupted_shrink_keeps_its_result_and_resumes),
	};

	(void)argc;
	build_folder = doc_set_path(argv[0]);
	return kit_run_side_by_side(tests, ARRAY_LEN(tests), setup, teardown);
}
