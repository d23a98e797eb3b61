/* SPDX-License-Identifier: Apache-2.0 */
/* Traces that are broken on purpose fail at the right line, and their failure reads as committed;
 * files that are no traces give one error with line and column. */
#include "runner/report/report.h"
#include "tests/kit/golden_text.h"
#include "tests/kit/trace_kit.h"

static void failure_of(const struct runner__trace *t, struct strbuf *out)
{
	struct runner__replay_options opt = sim_options(1);
	struct runner__report report;
	struct runner__case c = { .path = t->path.ptr, .name = t->name };

	runner__report_init(&report, RUNNER_FORMAT_TEXT);
	report.world = "sim";
	runner__result_init(&c.result);
	runner__replay(t, &opt, &c.result);
	if (c.result.verdict != RUNNER_FAIL)
		fail_msg("%s: %s", c.path, runner__verdict_word(c.result.verdict));
	assert_true(c.result.line > 1);
	strbuf_clear(out);
	runner__report_failure(&report, &c, out);
	runner__result_fini(&c.result);
	runner__report_fini(&report);
}

static void broken_traces_fail_with_the_golden_text(void **state)
{
	struct strbuf text = STRBUF_INIT, path = STRBUF_INIT;
	struct trace_set set;

	(void)state;
	trace_set_load(&set, "tests/golden/failures");
	assert_true(set.paths.len >= 20);
	for (size_t i = 0; i < set.paths.len; i++) {
		failure_of(set.traces[i], &text);
		strbuf_clear(&path);
		strbuf_addf(&path, "%s.expected", set.paths.items[i]);
		assert_golden(path.ptr, strbuf_str(&text));
	}
	trace_set_free(&set);
	strbuf_fini(&text);
	strbuf_fini(&path);
}

/* "name.jsonl:line:column: message\n", as the command line says it. */
static void add_error(const char *path, struct strbuf *out)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct relist_err err = { 0 };
	struct runner__trace *t;

	read_text(path, &text);
	t = runner__trace_parse(str_of(path), strbuf_str(&text), &err);
	if (t)
		fail_msg("%s was read without an error", path);
	assert_true(err.line >= 1);
	assert_true(err.column >= 1);
	strbuf_addf(out, "%s:%u:%u: %s\n", strrchr(path, '/') + 1, err.line, err.column, err.msg);
}

static void bad_files_give_one_clear_error(void **state)
{
	struct strbuf errors = STRBUF_INIT;
	struct runner__paths paths = { 0 };

	(void)state;
	assert_int_equal(runner__paths_find(&paths, "tests/golden/bad", ".jsonl", NULL), 0);
	assert_true(paths.len >= 60);
	for (size_t i = 0; i < paths.len; i++)
		add_error(paths.items[i], &errors);
	assert_golden("tests/golden/bad/expected.txt", strbuf_str(&errors));
	runner__paths_fini(&paths);
	strbuf_fini(&errors);
}

static void trace_reader_rejects_a_line_over_the_length_limit(void **state)
{
	struct strbuf text = STRBUF_INIT;
	struct relist_err err = { 0 };

	(void)state;
	strbuf_addz(&text, "{}\n");
	assert_true(strbuf_reserve(&text, RUNNER_LINE_BYTES_MAX + 10));
	memset(text.ptr + text.len, ' ', RUNNER_LINE_BYTES_MAX + 10);
	text.len += RUNNER_LINE_BYTES_MAX + 10;
	/* The first line is wrong too: the error is about what comes first. */
	assert_null(runner__trace_parse(STR("x"), strbuf_str(&text), &err));
	assert_int_equal(err.line, 1);
	memset(text.ptr, ' ', 3);
	assert_null(runner__trace_parse(STR("x"), strbuf_str(&text), &err));
	assert_int_equal(err.code, RELIST_ELIMIT);
	assert_int_equal(err.line, 1);
	assert_string_equal(err.msg, "line of 16777229 bytes, the limit is 16777216");
	strbuf_fini(&text);
}

/* Whatever is cut off a trace, the rest is refused or runs: never a crash. */
static void every_prefix_of_a_trace_is_read_or_refused(void **state)
{
	struct strbuf text = STRBUF_INIT;
	size_t read = 0;

	(void)state;
	read_text("tests/golden/client-go-0.37/initial-list-adds.jsonl", &text);
	for (size_t len = 0; len < text.len; len++) {
		struct relist_err err = { 0 };
		struct runner__trace *t =
		    runner__trace_parse(STR("x"), (struct str) { text.ptr, len }, &err);

		if (t)
			read++;
		else
			assert_true(err.line >= 1 && err.msg[0]);
		runner__trace_free(t);
	}
	assert_int_equal(read, 3); /* up to either state line, with or without the last newline */
	strbuf_fini(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(broken_traces_fail_with_the_golden_text),
		cmocka_unit_test(bad_files_give_one_clear_error),
		cmocka_unit_test(trace_reader_rejects_a_line_over_the_length_limit),
		cmocka_unit_test(every_prefix_of_a_trace_is_read_or_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
