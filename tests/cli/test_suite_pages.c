/* SPDX-License-Identifier: Apache-2.0 */
/* relist report --markdown: what the page of a suite shows, and what hostile results become. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <stdlib.h>

#include "runner/posix/files.h"
#include "tests/kit/cli_kit.h"

static char folder[] = "/tmp/relist-suite-XXXXXX";

#define RESULT(file, verdict, more)                                                                \
	"{\"result\":{\"file\":\"" file "\",\"name\":\"n\",\"verdict\":\"" verdict                 \
	"\",\"runs\":1,\"seed\":1" more "}}\n"
#define SUMMARY(count) "{\"summary\":{\"files\":" count "}}\n"

/* Writes `text` to a file of results and reports it as a page. */
static const char *page(struct output *o, const char *text)
{
	char path[64];

	(void)snprintf(path, sizeof(path), "%s/r.jsonl", folder);
	assert_int_equal(runner__replace_file(path, str_of(text), NULL), 0);
	relistf(o, "report --markdown - %s", path);
	return o->out.ptr;
}

static void assert_has(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("no %s in: %s", part, text);
}

static void assert_lacks(const char *text, const char *part)
{
	if (strstr(text, part))
		fail_msg("%s in: %s", part, text);
}

static void markdown_counts_by_folder_and_shows_failures(void **state)
{
	struct output *o = *state;
	const char *text =
	    page(o, RESULT("a/x.yaml", "pass", "") RESULT("a/y.yaml", "skip", ",\"what\":\"no\"")
			RESULT("b/z.yaml", "fail",
			       ",\"cell\":\"form=http\",\"line\":7,\"column\":3,\"what\":\"late\","
			       "\"expected\":\"add p\\n\",\"actual\":\"nothing\\n\"") SUMMARY("3"));

	assert_int_equal(o->status, 1);
	assert_has(text, "## relist: 1 of 3 did not pass");
	assert_has(text, "| folder | cases | passed | skipped | failed |\n"
			 "|---|---:|---:|---:|---:|\n| a | 2 | 1 | 1 | |\n| b | 1 | | | 1 |\n");
	assert_has(text, "<code>b/z.yaml:7:3 &#91;form=http&#93;</code> failed: late");
	assert_has(text, "  expected\n    add p\n  actual\n    nothing\n");
	assert_has(text, "rerun: relist run b/z.yaml --matrix form=http --seed 1\n");
	assert_lacks(text, "Flaky");
}

static void suite_is_green_only_if_all_of_it_passed(void **state)
{
	static const struct {
		const char *text, *head;
		bool good;
	} cases[] = {
		{ RESULT("x", "pass", "") SUMMARY("1"), "## relist: 1 passed ", true },
		{ RESULT("x", "pass", "") RESULT("y", "skip", "") SUMMARY("2"),
		  "## relist: 1 passed, 1 skipped ", true },
		{ RESULT("y", "skip", "") SUMMARY("1"), "## relist: all 1 were skipped ", false },
		{ SUMMARY("0"), "## relist: nothing was run ", false },
		{ RESULT("x", "pass", "") "{\"summary\":{\"files\":1,\"shard\":1,\"shards\":2}}\n",
		  "## relist: incomplete ", false },
		{ RESULT("x", "bad-input", "") SUMMARY("1"), "## relist: 1 of 1 did not pass ",
		  false },
		{ RESULT("x", "error", "") SUMMARY("1"), "## relist: 1 of 1 did not pass ", false },
	};
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const char *text = page(o, cases[i].text);

		assert_has(text, cases[i].head);
		if ((strstr(text, "\xe2\x9c\x85") != NULL) != cases[i].good)
			fail_msg("%s: %s", cases[i].head, text);
	}
	assert_has(page(o, cases[4].text), "**Incomplete:** part 2 of 2 of the work missing");
	assert_int_equal(o->status, 2);
}

static void runs_that_passed_and_failed_are_flaky(void **state)
{
	struct output *o = *state;
	const char *text = page(o, RESULT("x.yaml", "pass", ",\"repeat\":1")
				       RESULT("x.yaml", "fail", ",\"repeat\":2,\"what\":\"once\"")
					   RESULT("x.yaml", "pass", ",\"repeat\":3")
					       RESULT("y.yaml", "fail", "") SUMMARY("4"));

	assert_has(text, "## relist: 2 of 2 did not pass");
	assert_has(text, "| . | 2 | 2 | 1 |\n");
	assert_has(text, "| <code>x.yaml</code> | 2 | 1 | <code>relist run x.yaml");
	assert_lacks(text, "| <code>y.yaml</code>");
	/* the 42nd seed */
	text = page(
	    o,
	    "{\"result\":{\"file\":\"z\",\"verdict\":\"fail\",\"runs\":42,\"seed\":42}}\n" SUMMARY(
		"1"));
	assert_has(text, "| <code>z</code> | 41 | 1 | <code>relist run z --seed 42</code> |");
	/* orders */
	text = page(o, "{\"explore\":{\"version\":1,\"file\":\"o.yaml\",\"mode\":\"exhaustive\","
		       "\"seed\":0,\"depth\":0,\"runs\":9,\"pruned\":0,\"failures\":2,\"status\":1,"
		       "\"complete\":true}}\n{\"explored\":{\"cells\":1}}\n");
	assert_has(text, "| <code>o.yaml</code> | 7 | 2 | <code>relist explore o.yaml");
}

static void hostile_results_stay_text(void **state)
{
	struct output *o = *state;
	const char *text = page(
	    o, RESULT("a|<script>/`x`*.yaml", "fail",
		      ",\"repeat\":1,\"what\":\"| ``` <img src=x> [a](javascript:b) @root\","
		      "\"expected\":\"````\\n# title\\n</details>\\n\",\"actual\":\"\\u001b[31m\"")
		   RESULT("a|<script>/`x`*.yaml", "pass", ",\"repeat\":2") SUMMARY("2"));

	for (const char *line = text; *line;) {
		size_t bars = 0, len = strcspn(line, "\n");

		for (size_t i = 0; i < len; i++)
			bars += line[i] == '|';
		/* 4 columns above, 4 in the table of flaky cases */
		if (line[0] == '|')
			assert_int_equal(bars, 5);
		if (strncmp(line, "<details><summary>", 18) == 0)
			for (size_t i = 0; i + 1 < len; i++)
				assert_true(line[i] != '`' && line[i] != '[' && line[i] != '@');
		line += len + (line[len] == '\n');
	}
	assert_has(text, "\n`````text\n");
	assert_has(text, "\n    ````\n    # title\n    </details>\n");
	assert_has(text, "\n`````\n\n</details>\n");
	assert_lacks(text, "\033");
	assert_has(text, "a&#124;&#60;script&#62;");
}

static void long_suites_are_cut_below_the_limit_of_a_job_summary(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct output *o = *state;

	for (int i = 0; i < 400; i++) {
		strbuf_addf(&text,
			    "{\"result\":{\"file\":\"f%d/x.yaml\",\"verdict\":\"fail\",\"runs\":2,"
			    "\"seed\":2,\"what\":\"w\",\"actual\":\"",
			    i);
		for (int k = 0; k < 1000; k++)
			strbuf_addz(&text, "a line that is one of many\\n");
		strbuf_addz(&text, "\"}}\n");
	}
	strbuf_addz(&text, SUMMARY("400"));
	(void)page(o, text.ptr);
	assert_int_equal(o->status, 1);
	assert_true(o->out.len < 1 << 20);
	assert_has(o->out.ptr, "more bytes)\nrerun: relist run f0/x.yaml --seed 2\n");
	assert_has(o->out.ptr, "\nand 3");
	assert_has(o->out.ptr, "| f399 | 1 | 1 | 1 |\n");
	assert_has(o->out.ptr, "| <code>f399/x.yaml</code> | 1 | 1 |");
}

static void page_goes_to_a_file_beside_the_report(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct output *o = *state;
	char path[64];

	(void)page(o, RESULT("x.yaml", "pass", "") SUMMARY("1"));
	relistf(o, "report --markdown %s/s.md %s/r.jsonl", folder, folder);
	assert_int_equal(o->status, 0);
	assert_has(o->out.ptr, "1 scenario in the sim world: 1 passed");
	(void)snprintf(path, sizeof(path), "%s/s.md", folder);
	assert_int_equal(runner__read_file(path, 1 << 20, &text, NULL), 0);
	assert_has(text.ptr, "## relist: 1 passed");
	relistf(o, "report --markdown %s/r.jsonl %s/r.jsonl", folder, folder);
	assert_int_equal(o->status, 2);
	assert_has(o->err.ptr, "would replace a file of results");
	relistf(o, "report --markdown %s/none/s.md %s/r.jsonl", folder, folder);
	assert_int_equal(o->status, 5);
	assert_has(o->err.ptr, "cannot write ");
}

static int setup(void **state)
{
	return mkdtemp(folder) ? output_setup(state) : -1;
}

static int teardown(void **state)
{
	char command[128];

	(void)snprintf(command, sizeof(command), "rm -rf %s", folder);
	(void)system(command);
	return output_teardown(state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(markdown_counts_by_folder_and_shows_failures),
		cmocka_unit_test(suite_is_green_only_if_all_of_it_passed),
		cmocka_unit_test(runs_that_passed_and_failed_are_flaky),
		cmocka_unit_test(hostile_results_stay_text),
		cmocka_unit_test(long_suites_are_cut_below_the_limit_of_a_job_summary),
		cmocka_unit_test(page_goes_to_a_file_beside_the_report),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
