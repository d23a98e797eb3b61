/* SPDX-License-Identifier: Apache-2.0 */
/* relist run with scenarios and traces together: which of them are run, how often, their order in
 * the output, and their form in each format. */
#define _XOPEN_SOURCE 700
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "runner/posix/run.h"
#include "runner/posix/files.h"
#include "runner/world/driver.h"
#include "tests/kit/cli_kit.h"
#include "tests/kit/golden_text.h"

#define SUITE  "tests/golden/cli/suite"
#define GOOD   "tests/golden/client-go-0.37/initial-list-adds.jsonl"
#define BROKEN "tests/golden/failures/changed-rv.jsonl"

/* Seconds differ from machine to machine: each becomes 0. */
static void without_times(struct strbuf *text)
{
	static const char *const before[] = { " time=\"", " runs, ", " run, ", "slowest: " };
	AUTO_STRBUF out = STRBUF_INIT;

	for (const char *p = text->ptr; *p;) {
		size_t hit = 0;

		for (size_t i = 0; i < ARRAY_LEN(before) && !hit; i++)
			if (strncmp(p, before[i], strlen(before[i])) == 0)
				hit = strlen(before[i]);
		if (!hit) {
			strbuf_addc(&out, *p++);
			continue;
		}
		strbuf_add(&out, p, hit);
		p += strncmp(p, "slowest: ", 9) == 0 ? strcspn(p, "\n")
						     : hit + strspn(p + hit, "0123456789.");
	}
	strbuf_clear(text);
	strbuf_adds(text, strbuf_str(&out));
}

static const struct {
	const char *format, *golden;
} formats[] = {
	{ "text", "tests/golden/reports/suite.txt" },
	{ "tap", "tests/golden/reports/suite.tap" },
	{ "junit", "tests/golden/reports/suite.junit.xml" },
	{ "github", "tests/golden/reports/suite.github.txt" },
	{ "gitlab", "tests/golden/reports/suite.gitlab.json" },
	{ "jsonl", "tests/golden/reports/suite.result.jsonl" },
};

static void each_report_format_equals_the_golden_one(void **state)
{
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(formats); i++) {
		char words[256];

		(void)snprintf(words, sizeof(words), "run --format %s " SUITE " " GOOD " " BROKEN,
			       formats[i].format);
		relist(o, words);
		assert_int_equal(o->status, 2);
		without_times(&o->out);
		assert_golden(formats[i].golden, strbuf_str(&o->out));
		assert_non_null(strstr(o->err.ptr, SUITE "/c-broken.yaml:8:5: "));
	}
}

static void reports_do_not_depend_on_the_workers(void **state)
{
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(formats); i++) {
		AUTO_STRBUF one = STRBUF_INIT;
		char words[256];

		for (int jobs = 1; jobs <= 4; jobs += 3) {
			(void)snprintf(words, sizeof(words),
				       "run --format %s -j %d --seeds 3 " SUITE " " GOOD " " BROKEN,
				       formats[i].format, jobs);
			relist(o, words);
			without_times(&o->out);
			if (jobs == 1)
				strbuf_adds(&one, strbuf_str(&o->out));
			else
				assert_string_equal(o->out.ptr, one.ptr);
		}
	}
}

static void junit_fits_the_schema(void **state)
{
	struct output *o = *state;
	char path[] = "/tmp/relist-junit-XXXXXX", command[160];
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	relist(o, "run --format junit " SUITE " " GOOD " " BROKEN);
	assert_int_equal(write(fd, o->out.ptr, o->out.len), o->out.len);
	(void)close(fd);
	(void)snprintf(command, sizeof(command),
		       "xmllint --noout --schema tests/schema/junit.xsd %s 2>/dev/null", path);
	if (system("command -v xmllint >/dev/null 2>&1") == 0)
		assert_int_equal(system(command), 0);
	assert_non_null(
	    strstr(o->out.ptr, "tests=\"7\" failures=\"2\" errors=\"1\" skipped=\"0\""));
	(void)unlink(path);
}

/* The names in the TAP lines, in their order. */
static void ran(struct output *o, struct strbuf *names)
{
	strbuf_clear(names);
	for (const char *p = o->out.ptr; (p = strstr(p, "ok ")); p++) {
		const char *dash = strstr(p, " - "), *slash, *end;

		if (p != o->out.ptr && p[-1] != '\n' && p[-1] != ' ')
			continue;
		end = dash + strcspn(dash, "\n");
		for (slash = dash + 3; memchr(slash, '/', (size_t)(end - slash)); slash++)
			;
		strbuf_addf(names, "%s%.*s", names->len ? " | " : "", (int)(end - slash), slash);
		p = end - 1;
	}
}

static void tag_and_filter_options_select_scenarios(void **state)
{
	static const struct {
		const char *options, *ran;
		int status;
	} cases[] = {
		{ "--tag good --filter [abd]*", "a-pass.yaml | d-pass.yaml", 0 },
		{ "--tag small --filter [abd]*", "a-pass.yaml", 0 },
		{ "--tag bad --filter b*", "b-cells.yaml [node=n1] | b-cells.yaml [node=n2]", 1 },
		{ "--matrix node=n1", "b-cells.yaml [node=n1]", 2 },
		{ "--tag bad --matrix node=n1 --filter b*", "b-cells.yaml [node=n1]", 0 },
		{ "--filter *-pass", "a-pass.yaml | d-pass.yaml", 0 },
		{ "--filter b*.yaml --matrix node=n2", "b-cells.yaml [node=n2]", 1 },
		{ "--filter d-* --tag good", "d-pass.yaml", 0 },
		{ "--shard 1/2 --filter [ad]*", "a-pass.yaml", 0 },
		{ "--shard 2/2 --filter [ad]*", "d-pass.yaml", 0 },
		{ "--shard 3/3 --filter [ad]*", "", 0 },
		{ "--fail-fast --filter [abd]*",
		  "a-pass.yaml | b-cells.yaml [node=n1] | b-cells.yaml [node=n2] | "
		  "d-pass.yaml # SKIP not run after a failure (--fail-fast)",
		  1 },
	};
	struct output *o = *state;
	AUTO_STRBUF names = STRBUF_INIT;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		char words[256];

		(void)snprintf(words, sizeof(words), "run --format tap %s " SUITE,
			       cases[i].options);
		relist(o, words);
		ran(o, &names);
		if (strncmp(cases[i].options, "--matrix", 8) == 0) {
			/* an unreadable file has no cells but is reported */
			assert_non_null(strstr(names.ptr, cases[i].ran));
			assert_non_null(strstr(names.ptr, "c-broken.yaml"));
		} else {
			assert_string_equal(names.ptr, cases[i].ran);
		}
		assert_int_equal(o->status, cases[i].status);
	}
}

static void run_exits_2_if_no_scenario_is_selected(void **state)
{
	static const struct {
		const char *options, *err;
	} cases[] = {
		{ "--tag godo", "relist: no scenario has the tag godo\n" },
		{ "--matrix node=n3", "relist: no scenario has the matrix cell node=n3\n" },
		{ "--tag good --matrix node=n1",
		  "relist: no scenario has the tag good and the cell node=n1\n" },
	};
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		char words[256];

		(void)snprintf(words, sizeof(words), "run %s --filter [abd]* " SUITE,
			       cases[i].options);
		relist(o, words);
		assert_string_equal(o->err.ptr, cases[i].err);
		assert_string_equal(o->out.ptr, "");
		assert_int_equal(o->status, 2);
	}
}

/* Each file is in exactly one shard, whatever their number. */
static void shards_are_a_partition(void **state)
{
	struct output *o = *state;
	struct runner__paths all = { 0 };

	assert_int_equal(runner__paths_find(&all, "tests/golden/client-go-0.32", ".jsonl", NULL),
			 0);
	for (int shards = 1; shards <= 7; shards += 2) {
		size_t lines = 0;
		AUTO_STRBUF listed = STRBUF_INIT;

		for (int i = 1; i <= shards; i++) {
			char words[256];

			(void)snprintf(words, sizeof(words),
				       "run --list --shard %d/%d tests/golden/client-go-0.32", i,
				       shards);
			relist(o, words);
			assert_int_equal(o->status, 0);
			strbuf_adds(&listed, strbuf_str(&o->out));
		}
		for (size_t i = 0; i < all.len; i++) {
			AUTO_STRBUF line = STRBUF_INIT;

			strbuf_addf(&line, "%s\n", all.items[i]);
			assert_non_null(strstr(listed.ptr, line.ptr));
		}
		for (size_t i = 0; i < listed.len; i++)
			lines += listed.ptr[i] == '\n';
		assert_int_equal(lines, all.len);
	}
	runner__paths_fini(&all);
}

static void job_completion_index_selects_the_shard(void **state)
{
	struct output *o = *state;

	assert_int_equal(setenv("JOB_COMPLETION_INDEX", "1", 1), 0);
	relist(o, "run --list --shard /2 --filter [ad]* " SUITE);
	assert_string_equal(o->out.ptr, SUITE "/d-pass.yaml\n");
	assert_int_equal(setenv("JOB_COMPLETION_INDEX", "2", 1), 0);
	relist(o, "run --list --shard /2 " SUITE);
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, "; JOB_COMPLETION_INDEX is \"2\"\n"));
	assert_int_equal(unsetenv("JOB_COMPLETION_INDEX"), 0);
	relist(o, "run --list --shard /2 " SUITE);
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, "from 1 to N; JOB_COMPLETION_INDEX is not set\n"));
	relist(o, "run --list --shard 0/2 " SUITE);
	assert_int_equal(o->status, 2);
	relist(o, "run --list --shard 3/2 " SUITE);
	assert_int_equal(o->status, 2);
}

static void repeats_and_seeds_are_counted_as_runs(void **state)
{
	struct output *o = *state;

	relist(o, "run --repeat 3 --seeds 2 " SUITE "/a-pass.yaml " GOOD);
	assert_int_equal(o->status, 0);
	assert_non_null(
	    strstr(o->out.ptr, "1 scenario, 1 trace in the sim world: 2 passed (12 runs, "));
	relist(o, "run --repeat 5 " SUITE "/b-cells.yaml");
	/* the failing cell stops at its first failure */
	assert_non_null(strstr(o->out.ptr,
			       "1 scenario (2 matrix cells) in the sim world: 1 passed, "
			       "1 failed (6 runs, "));
}

/* A scenario's own seed is where it begins, unless --seed says otherwise. */
static void seeds_come_from_the_scenario_or_the_command(void **state)
{
	struct output *o = *state;

	relist(o, "run " SUITE "/b-cells.yaml");
	assert_non_null(strstr(o->out.ptr, "FAIL b-cells [node=n2] seed=7 "));
	assert_non_null(strstr(o->out.ptr, "rerun: relist run " SUITE
					   "/b-cells.yaml --matrix node=n2 --seed 7\n"));
	relist(o, "run --seed 1 " SUITE "/b-cells.yaml");
	assert_non_null(strstr(o->out.ptr, "FAIL b-cells [node=n2] seed=1 "));
	relist(o, "run " BROKEN);
	assert_non_null(strstr(o->out.ptr, " seed=1 "));
}

/* What a failure prints after "rerun: relist" gives the same failure. */
static void rerun_command_of_a_suite_reproduces_the_failure(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF first = STRBUF_INIT;
	char words[256];
	const char *rerun;

	relist(o, "run --seed 90 --seeds 5 --cuts random -j 2 " SUITE);
	rerun = strstr(o->out.ptr, "\nrerun: relist ");
	assert_non_null(rerun);
	(void)snprintf(words, sizeof(words), "%.*s", (int)strcspn(rerun + 15, "\n"), rerun + 15);
	strbuf_add(&first, o->out.ptr, (size_t)(rerun - o->out.ptr));
	relist(o, words);
	assert_int_equal(o->status, 1);
	assert_memory_equal(o->out.ptr, first.ptr, first.len);
}

static struct strbuf run_on_terminal(bool color, bool progress, struct strbuf *err)
{
	static const char *const paths[] = { SUITE, GOOD };
	struct runner__run_options opt = { .paths = paths,
					   .path_count = 2,
					   .world = &runner__world_sim,
					   .driver = &world__driver_sim,
					   .seed = 1,
					   .cuts_text = "whole",
					   .color = color,
					   .progress = progress };
	FILE *o = tmpfile(), *e = tmpfile();
	struct strbuf out = STRBUF_INIT;
	char buf[4096];
	size_t n;

	assert_int_equal(runner__run(&opt, o, e), 2);
	rewind(o);
	rewind(e);
	while ((n = fread(buf, 1, sizeof(buf), o)) > 0)
		strbuf_add(&out, buf, n);
	while ((n = fread(buf, 1, sizeof(buf), e)) > 0)
		strbuf_add(err, buf, n);
	(void)fclose(o);
	(void)fclose(e);
	return out;
}

static void terminals_get_colours_and_progress(void **state)
{
	AUTO_STRBUF err = STRBUF_INIT, quiet = STRBUF_INIT;
	struct strbuf plain = run_on_terminal(false, false, &quiet);
	struct strbuf colored = run_on_terminal(true, true, &err);

	(void)state;
	assert_null(strchr(plain.ptr, '\033'));
	assert_null(strchr(quiet.ptr, '\033'));
	assert_non_null(strstr(colored.ptr, "\033[31mFAIL\033[0m"));
	assert_non_null(strstr(err.ptr, "\r\033[K1 of 6"));
	/* wiped away before anything else is written and at the end */
	assert_string_equal(err.ptr + err.len - 4, "\r\033[K");
	strbuf_fini(&plain);
	strbuf_fini(&colored);
}

static int checks; /* how often a run has looked whether it was interrupted */

static bool after_a_while(void)
{
	return ++checks > 40;
}

static void interrupted_run_exits_130_and_reports_the_finished_scenarios(void **state)
{
	static const char *const paths[] = { GOOD, SUITE };
	struct runner__run_options opt = { .paths = paths,
					   .path_count = 2,
					   .world = &runner__world_sim,
					   .driver = &world__driver_sim,
					   .seed = 1,
					   .seeds = 1000000000,
					   .cuts_text = "whole",
					   .interrupted = after_a_while };
	FILE *o = tmpfile(), *e = tmpfile();
	char text[8192];

	(void)state;
	assert_true(o && e);
	checks = 0;
	assert_int_equal(runner__run(&opt, o, e), 130);
	rewind(o);
	text[fread(text, 1, sizeof(text) - 1, o)] = 0;
	assert_non_null(strstr(text, "not run: interrupted"));
	assert_non_null(strstr(text, "1 passed, "));
	(void)fclose(o);
	(void)fclose(e);
}

/* A process of its own: its first line says that it has begun. */
static void ctrl_c_ends_a_run_with_a_report(void **state)
{
	int pipes[2], status;
	AUTO_STRBUF text = STRBUF_INIT;
	char buf[4096];
	ssize_t n;
	pid_t pid;

	(void)state;
	assert_int_equal(pipe(pipes), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		char *argv[] = { (char *)(uintptr_t) "relist",	 (char *)(uintptr_t) "run",
				 (char *)(uintptr_t) "--format", (char *)(uintptr_t) "tap",
				 (char *)(uintptr_t) "--seeds",	 (char *)(uintptr_t) "4000000000",
				 (char *)(uintptr_t)GOOD };
		FILE *out = fdopen(pipes[1], "w");

		(void)setvbuf(out, NULL, _IONBF, 0);
		status = cli__main(7, argv, out, stderr);
		(void)fclose(out);
		_exit(status);
	}
	(void)close(pipes[1]);
	n = read(pipes[0], buf, 1); /* it takes ^C by now */
	assert_int_equal(n, 1);
	assert_int_equal(kill(pid, SIGINT), 0);
	while ((n = read(pipes[0], buf, sizeof(buf))) > 0)
		strbuf_add(&text, buf, (size_t)n);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 130);
	assert_non_null(strstr(text.ptr, "ok 1 - "));
	(void)close(pipes[0]);
}

static void colours_follow_the_option(void **state)
{
	struct output *o = *state;

	relist(o, "run --color always " SUITE "/b-cells.yaml");
	assert_non_null(strstr(o->out.ptr, "\033[31mFAIL\033[0m"));
	assert_null(strstr(o->out.ptr, "--color"));
	relist(o, "run --color never " SUITE "/b-cells.yaml");
	assert_null(strchr(o->out.ptr, '\033'));
	relist(o, "run --color blue " GOOD);
	assert_int_equal(o->status, 2);
	assert_string_equal(o->err.ptr,
			    "relist run: --color is \"blue\", must be auto|always|never\n");
}

/* A program's output on a terminal without a reader. */
static void run_on_pty(struct strbuf *seen)
{
	char *argv[] = { (char *)(uintptr_t) "relist", (char *)(uintptr_t) "run",
			 (char *)(uintptr_t)SUITE "/b-cells.yaml" };
	int master = posix_openpt(O_RDWR | O_NOCTTY), slave;
	FILE *out;
	char buf[8192];
	ssize_t n;

	assert_true(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
	slave = open(ptsname(master), O_RDWR | O_NOCTTY);
	assert_true(slave >= 0);
	out = fdopen(slave, "w");
	assert_non_null(out);
	(void)setvbuf(out, NULL, _IOFBF, 65536);
	assert_int_equal(cli__main(3, argv, out, out), 1);
	(void)fclose(out);				 /* less than a terminal takes at once */
	while ((n = read(master, buf, sizeof(buf))) > 0) /* EIO at the end */
		strbuf_add(seen, buf, (size_t)n);
	assert_true(seen->len > 0);
	(void)close(master);
}

static void color_depends_on_no_color_and_term(void **state)
{
	static const struct {
		const char *no_color, *term;
		bool colored;
	} cases[] = {
		{ NULL, "xterm", true }, { "", "xterm", true },	  { "1", "xterm", false },
		{ NULL, "dumb", false }, { "0", "xterm", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF seen = STRBUF_INIT;

		if (cases[i].no_color)
			assert_int_equal(setenv("NO_COLOR", cases[i].no_color, 1), 0);
		else
			assert_int_equal(unsetenv("NO_COLOR"), 0);
		assert_int_equal(setenv("TERM", cases[i].term, 1), 0);
		run_on_pty(&seen);
		assert_int_equal(strstr(seen.ptr, "\033[31mFAIL\033[0m") != NULL, cases[i].colored);
		assert_non_null(strstr(seen.ptr, "FAIL"));
	}
	assert_int_equal(unsetenv("NO_COLOR"), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_report_format_equals_the_golden_one),
		cmocka_unit_test(reports_do_not_depend_on_the_workers),
		cmocka_unit_test(junit_fits_the_schema),
		cmocka_unit_test(tag_and_filter_options_select_scenarios),
		cmocka_unit_test(run_exits_2_if_no_scenario_is_selected),
		cmocka_unit_test(shards_are_a_partition),
		cmocka_unit_test(job_completion_index_selects_the_shard),
		cmocka_unit_test(repeats_and_seeds_are_counted_as_runs),
		cmocka_unit_test(seeds_come_from_the_scenario_or_the_command),
		cmocka_unit_test(rerun_command_of_a_suite_reproduces_the_failure),
		cmocka_unit_test(terminals_get_colours_and_progress),
		cmocka_unit_test(interrupted_run_exits_130_and_reports_the_finished_scenarios),
		cmocka_unit_test(ctrl_c_ends_a_run_with_a_report),
		cmocka_unit_test(colours_follow_the_option),
		cmocka_unit_test(color_depends_on_no_color_and_term),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, output_setup, output_teardown);
}
