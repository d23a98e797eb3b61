/* SPDX-License-Identifier: Apache-2.0 */
/* relist run as a user sees it: what is printed where, and the exit status. */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/posix/files.h"
#include "tests/kit/cli_kit.h"
#include "tests/kit/golden_text.h"
#include "tests/kit/sanitizer.h"
#include "tests/kit/trace_kit.h"

#include <cjson/cJSON.h>

#define GOOD   "tests/golden/client-go-0.37/initial-list-adds.jsonl"
#define BROKEN "tests/golden/failures/changed-rv.jsonl"
#define STORY  "scenarios/c-expired/gone-midwatch-missed-delete.yaml"
#define BAD    "tests/golden/bad/truncated.jsonl"

static void usage_errors_are_explained_and_exit_2(void **state)
{
	static const struct {
		const char *words, *err;
	} cases[] = {
		{ "rum", "relist: unknown command \"rum\" (did you mean \"run\"?); see relist "
			 "--help\n" },
		{ "--versoin", "relist: unknown option \"--versoin\"; see relist --help\n" },
		{ "run", "relist run: no PATH given; see relist run --help\n" },
		{ "run --sede 3 x", "relist run: unknown option \"--sede\" (did you mean "
				    "\"--seed\"?); see relist run --help\n" },
		{ "run -z", "relist run: unknown option \"-z\"; see relist run --help\n" },
		{ "run --seed", "relist run: --seed needs a value: --seed N\n" },
		{ "run --seed x " GOOD, "relist run: --seed is \"x\", must be a whole number\n" },
		{ "run --seed -1 " GOOD, "relist run: --seed is \"-1\", must be a whole number\n" },
		{ "run --seed 99999999999999999999 " GOOD,
		  "relist run: --seed is \"99999999999999999999\", must be a whole number\n" },
		{ "run -j 0 " GOOD, "relist run: --jobs is \"0\", must be at least 1\n" },
		{ "run --world moon " GOOD,
		  "relist run: --world is \"moon\", must be sim|tcp|external\n" },
		{ "run --format=xml " GOOD,
		  "relist run: --format is \"xml\", must be text|tap|junit|github|gitlab|jsonl\n" },
		{ "run --quiet=yes " GOOD, "relist run: --quiet takes no value\n" },
		{ "run --cuts often " GOOD, "relist run: --cuts is \"often\", must be whole, "
					    "random, every or a number\n" },
		{ "run --update --world tcp " GOOD,
		  "relist run: --update needs --world sim, or external\n" },
		{ "run --cuts every --world tcp " GOOD, "relist run: --cuts needs --world sim\n" },
		{ "run tests/nowhere", "relist: tests/nowhere: No such file or directory\n" },
		{ "run Makefile", "relist: Makefile: unknown kind of file, its name must end in "
				  ".yaml or .jsonl\n" },
		{ "run tests/sim", "relist: tests/sim: no .yaml or .jsonl file in this folder\n" },
		{ "run --filter nothing " GOOD, "relist: no file matches --filter nothing\n" },
	};
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		relist(o, cases[i].words);
		assert_string_equal(o->err.ptr, cases[i].err);
		assert_string_equal(o->out.ptr, "");
		assert_int_equal(o->status, 2);
	}
}

static void help_and_version_go_to_stdout(void **state)
{
	struct output *o = *state;

	relist(o, "--version");
	assert_int_equal(o->status, 0);
	assert_string_equal(o->out.ptr, "relist " RELIST_VERSION "\n");
	relist(o, "--help");
	assert_int_equal(o->status, 0);
	assert_non_null(strstr(o->out.ptr, "run "));
	relist(o, "");
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, "usage: relist"));
	relist(o, "run --help");
	assert_int_equal(o->status, 0);
	assert_string_equal(o->err.ptr, "");
}

static void help_and_version_are_commands_too(void **state)
{
	static const char *const commands[] = { "run",	   "show",   "check",  "fmt",  "explain",
						"conform", "serve",  "import", "lift", "record",
						"replay",  "shrink", "gen" };
	struct output *o = *state;
	AUTO_STRBUF long_way = STRBUF_INIT;
	char words[40];

	relist(o, "version");
	assert_int_equal(o->status, 0);
	assert_string_equal(o->out.ptr, "relist " RELIST_VERSION "\n");
	for (size_t i = 0; i < ARRAY_LEN(commands); i++) {
		(void)snprintf(words, sizeof(words), "%s --help", commands[i]);
		relist(o, words);
		strbuf_clear(&long_way);
		strbuf_adds(&long_way, strbuf_str(&o->out));
		(void)snprintf(words, sizeof(words), "help %s", commands[i]);
		relist(o, words);
		assert_int_equal(o->status, 0);
		assert_string_equal(o->out.ptr, long_way.ptr);
		assert_true(o->out.len > 80);
	}
	relist(o, "help shwo");
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, "did you mean \"show\"?"));
}

static void help_names_every_option_of_the_table(void **state)
{
	struct output *o = *state;

	relist(o, "run --help");
	for (size_t i = 0; i < cli__run_command.option_count; i++) {
		char name[40];

		(void)snprintf(name, sizeof(name), "--%s", cli__run_command.options[i].name);
		assert_non_null(strstr(o->out.ptr, name));
	}
}

static void run_exits_with_the_status_of_its_verdict(void **state)
{
	static const struct {
		const char *words;
		int status;
	} cases[] = {
		{ "run " GOOD, 0 },
		{ "run --world tcp " GOOD, 0 },
		{ "run --cuts every " GOOD, 0 },
		{ "run --cuts 17 " GOOD, 0 },
		{ "run --seeds 10 --repeat 2 --cuts random " GOOD, 0 },
		{ "run " BROKEN, 1 },
		{ "run " BAD, 2 },
		{ "run " GOOD " " BROKEN, 1 },
		{ "run " BROKEN " " GOOD, 1 },
		{ "run " BROKEN " " BAD " " GOOD, 2 },
	};
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		relist(o, cases[i].words);
		assert_int_equal(o->status, cases[i].status);
	}
}

static void unsettled_run_decides_the_exit_status(void **state)
{
	struct output *o = *state;

	/* Five million steps of one thread: minutes under ThreadSanitizer. */
	if (KIT_HAS_TSAN)
		skip();
	relist(o, "run tests/golden/cli/never-settles.jsonl " BROKEN " " BAD);
	assert_int_equal(o->status, 3);
}

/* For example a full disk. */
static void run_with_a_failed_write_of_its_output_is_an_error(void **state)
{
	static const char *const commands[] = {
		"--version",	"--help",      "run --help", "explain",
		"check " STORY, "show " STORY, "run " STORY, "run --list " STORY,
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(commands); i++) {
		FILE *out = fopen("/dev/null", "rb"), *err = tmpfile();
		char printed[128] = "", line[128], *argv[8] = { line };
		int argc = 1;

		(void)snprintf(line, sizeof(line), "%s", commands[i]);
		for (char *word = strtok(line, " "); word; word = strtok(NULL, " "))
			argv[argc++] = word;
		assert_non_null(out);
		assert_non_null(err);
		assert_int_equal(cli__main(argc, argv, out, err), 5);
		rewind(err);
		assert_non_null(fgets(printed, sizeof(printed), err));
		assert_non_null(strstr(printed, "could not be written"));
		assert_null(fgets(printed, sizeof(printed), err));
		(void)fclose(err);
		(void)fclose(out);
	}
}

static void pipe_as_input_is_refused_without_blocking(void **state)
{
	struct output *o = *state;
	char folder[] = "/tmp/relist-run-XXXXXX", path[64], words[128], expected[128];

	assert_non_null(mkdtemp(folder));
	(void)snprintf(path, sizeof(path), "%s/pipe.yaml", folder);
	assert_int_equal(mkfifo(path, 0600), 0);
	(void)snprintf(words, sizeof(words), "run %s", path);
	relist(o, words);
	(void)snprintf(expected, sizeof(expected), "relist: %s: not a regular file\n", path);
	assert_string_equal(o->err.ptr, expected);
	assert_int_equal(o->status, 2);
	(void)snprintf(words, sizeof(words), "run %s", folder); /* nothing to run there */
	relist(o, words);
	assert_int_equal(o->status, 2);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(rmdir(folder), 0);
}

static void run_reports_an_invalid_file_once_with_line_and_column(void **state)
{
	struct output *o = *state;

	relist(o, "run " BAD);
	assert_string_equal(o->err.ptr, "relist: " BAD ":12:61: the line ends in the middle of a "
					"JSON value\n");
	assert_null(strstr(o->out.ptr, "ends in the middle"));
}

static void folder_order_does_not_depend_on_the_workers(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF one = STRBUF_INIT;

	relist(o, "run --format tap tests/golden/client-go-0.32");
	assert_int_equal(o->status, 0);
	strbuf_adds(&one, strbuf_str(&o->out));
	assert_non_null(strstr(one.ptr, "TAP version 14\n1..152\nok 1 - tests/golden/"));
	relist(o, "run --format tap -j 4 tests/golden/client-go-0.32/");
	assert_string_equal(o->out.ptr, one.ptr);
}

static void tap_report_has_failures_and_rerun_commands(void **state)
{
	struct output *o = *state;

	relist(o, "run --format tap " GOOD " " BROKEN " " BAD);
	assert_int_equal(o->status, 2);
	assert_golden("tests/golden/cli/three.tap", strbuf_str(&o->out));
}

static void jsonl_report_is_valid_and_reproducible(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF first = STRBUF_INIT;
	size_t lines = 0;

	base__alloc_init_cjson();
	relist(o, "run --format jsonl -j 2 --seeds 3 --cuts random " GOOD " " BROKEN);
	assert_int_equal(o->status, 1);
	strbuf_adds(&first, strbuf_str(&o->out));
	for (int i = 0; i < 20; i++) {
		relist(o, "run --format jsonl -j 2 --seeds 3 --cuts random " GOOD " " BROKEN);
		assert_string_equal(o->out.ptr, first.ptr);
	}
	for (char *line = strtok(o->out.ptr, "\n"); line; line = strtok(NULL, "\n")) {
		cJSON *json = cJSON_Parse(line);

		assert_true(cJSON_IsObject(json));
		assert_int_equal(cJSON_GetArraySize(json), 1);
		cJSON_Delete(json);
		lines++;
	}
	assert_true(lines > 50);
}

static void fail_fast_skips_the_rest_by_name(void **state)
{
	struct output *o = *state;

	relist(o, "run --format tap --fail-fast " BROKEN " " GOOD);
	assert_int_equal(o->status, 1);
	assert_non_null(
	    strstr(o->out.ptr, "ok 2 - " GOOD " # SKIP not run after a failure (--fail-fast)"));
}

static void run_list_and_filter_select_files(void **state)
{
	struct output *o = *state;

	relist(o, "run --list --filter initial-* tests/golden/client-go-0.37");
	assert_int_equal(o->status, 0);
	assert_string_equal(o->out.ptr, GOOD "\n");
	relist(o, "run --list --filter */client-go-0.37/initial-list-adds.jsonl tests/golden");
	assert_string_equal(o->out.ptr, GOOD "\n");
	relist(o, "run --quiet " GOOD);
	assert_int_equal(o->status, 0);
	assert_string_equal(o->out.ptr, "");
}

static void run_summary_names_failed_and_unreadable_files(void **state)
{
	struct output *o = *state;

	relist(o, "run " GOOD " " BROKEN " " BAD);
	assert_non_null(strstr(o->out.ptr,
			       "not passed:\n  fail " BROKEN ":11:1\n    relist run " BROKEN
			       " --seed 1\n  bad-input " BAD ":12:61\n    relist run " BAD
			       " --seed 1\n"));
	assert_non_null(strstr(o->out.ptr, "3 traces in the sim world: 1 passed, 1 failed, 1 could "
					   "not be read (2 runs, "));
	assert_non_null(strstr(o->out.ptr, "\nslowest: "));
}

/* The command that a failure prints fails in the same way. */
static void rerun_command_of_a_scenario_reproduces_the_failure(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF first = STRBUF_INIT;
	char words[256];
	const char *rerun;

	relist(o, "run --seed 40 --cuts random " BROKEN);
	rerun = strstr(o->out.ptr, "rerun: relist ");
	assert_non_null(rerun);
	(void)snprintf(words, sizeof(words), "%.*s", (int)strcspn(rerun + 14, "\n"), rerun + 14);
	assert_string_equal(words, "run " BROKEN " --cuts random --seed 40");
	strbuf_add(&first, o->out.ptr, (size_t)(rerun - o->out.ptr));
	relist(o, words);
	assert_int_equal(o->status, 1);
	assert_memory_equal(o->out.ptr, first.ptr, first.len);
}

/* Each line of the block, but … , in the order of what is printed. */
static void running_page_failure_matches_output(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF page = STRBUF_INIT;
	const char *at, *line, *end;
	size_t lines = 0;

	relist(o, "run tests/golden/failures/backoff-too-short.jsonl");
	assert_int_equal(runner__read_file("docs/running.md", 1 << 20, &page, NULL), 0);
	line = strstr(page.ptr, "\nFAIL backoff-too-short");
	assert_non_null(line);
	at = o->out.ptr;
	for (line++; strncmp(line, "```", 3) != 0; line = end + 1, lines++) {
		char text[400];

		end = strchr(line, '\n');
		assert_non_null(end);
		(void)snprintf(text, sizeof(text), "%.*s\n", (int)(end - line), line);
		if (strstr(text, "…"))
			continue;
		at = strstr(at, text);
		if (!at)
			fail_msg("docs/running.md says: %sprinted is:\n%s", text, o->out.ptr);
	}
	assert_int_equal(lines, 10);
}

/* It has each given option, a new one too. */
static void rerun_command_has_every_given_option(void **state)
{
	struct output *o = *state;

	relist(o, "run --world external --subject true --patience 1 --tls --format tap "
		  "examples/tutorial/orphan.yaml");
	assert_int_equal(o->status, 1);
	assert_non_null(strstr(o->out.ptr, "rerun: \"relist run examples/tutorial/orphan.yaml "
					   "--world external --subject true --patience 1 --tls "
					   "--seed 1\"\n"));
	assert_non_null(strstr(o->out.ptr, "program: \"ended, exited with status 0; sent no "
					   "request\"\n"));
	relist(o,
	       "run --world external --subject false --patience 1 examples/tutorial/orphan.yaml");
	assert_non_null(strstr(o->out.ptr, " seed=1 (real time "));
	assert_non_null(strstr(o->out.ptr, "the program: ended, exited with status 1; "));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(usage_errors_are_explained_and_exit_2),
		cmocka_unit_test(help_and_version_go_to_stdout),
		cmocka_unit_test(help_and_version_are_commands_too),
		cmocka_unit_test(help_names_every_option_of_the_table),
		cmocka_unit_test(run_exits_with_the_status_of_its_verdict),
		cmocka_unit_test(unsettled_run_decides_the_exit_status),
		cmocka_unit_test(run_with_a_failed_write_of_its_output_is_an_error),
		cmocka_unit_test(pipe_as_input_is_refused_without_blocking),
		cmocka_unit_test(run_reports_an_invalid_file_once_with_line_and_column),
		cmocka_unit_test(folder_order_does_not_depend_on_the_workers),
		cmocka_unit_test(tap_report_has_failures_and_rerun_commands),
		cmocka_unit_test(jsonl_report_is_valid_and_reproducible),
		cmocka_unit_test(fail_fast_skips_the_rest_by_name),
		cmocka_unit_test(run_list_and_filter_select_files),
		cmocka_unit_test(run_summary_names_failed_and_unreadable_files),
		cmocka_unit_test(rerun_command_of_a_scenario_reproduces_the_failure),
		cmocka_unit_test(running_page_failure_matches_output),
		cmocka_unit_test(rerun_command_has_every_given_option),
	};

	return cmocka_run_group_tests(tests, output_setup, output_teardown);
}
