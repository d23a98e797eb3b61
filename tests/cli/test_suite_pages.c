/* SPDX-License-Identifier: Apache-2.0 */
/* relist report --markdown and --html: what the page of a suite shows, and what hostile results
 * become. */
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

static void hostile_results_are_escaped_in_markdown(void **state)
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

static void markdown_of_a_long_suite_is_cut_below_the_job_summary_limit(void **state)
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

static void run_writes_the_page_to_its_own_file(void **state)
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

/* --- HTML --- */

/* Writes `text` to a file of results; returns its page, which is written to `html`. */
static const char *html_of(struct output *o, const char *text, const char *html, struct strbuf *out)
{
	char path[128];

	(void)snprintf(path, sizeof(path), "%s/r.jsonl", folder);
	assert_int_equal(runner__replace_file(path, str_of(text), NULL), 0);
	relistf(o, "report --html %s/%s %s", folder, html, path);
	(void)snprintf(path, sizeof(path), "%s/%s", folder, html);
	assert_int_equal(runner__read_file(path, 1 << 24, out, NULL), 0);
	return out->ptr;
}

static void html_has_failures_with_pictures_and_every_case(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;
	struct output *o = *state;
	const char *text;

	relistf(o, "run --format jsonl tests/golden/failures/changed-rv.jsonl "
		   "scenarios/c-expired/gone-midwatch-missed-delete.yaml");
	assert_int_equal(o->status, 1);
	text = html_of(o, o->out.ptr, "a.html", &out);
	assert_int_equal(o->status, 1);
	assert_has(text, "<h1 class=\"wrong\">relist: 1 of ");
	assert_has(text, "<details id=\"f1\" open><summary><code>tests/golden/failures/"
			 "changed-rv.jsonl:11:1</code> failed: <span class=\"what\">handler a: rv "
			 "is &quot;11&quot;, expected &quot;12&quot;</span>");
	assert_has(text, "<svg role=\"img\"");
	assert_has(text, "<title>the run: handler a: rv is &quot;11&quot;");
	assert_null(strstr(strstr(text, "<svg ") + 1, "<svg ")); /* passing runs have none */
	assert_has(text, "<span class=\"is-bad\"><a class=\"is-bad\" href=\"#f1\">failed</a>");
	assert_has(text, "<span class=\"is-pass\">passed [form=in-stream]</span>");
	assert_has(text, "default-src 'none'");
	assert_lacks(text, "<script");
	assert_lacks(text, "unsafe-inline");
}

static void picture_of_a_failed_case_has_expected_beside_actual(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;
	struct output *o = *state;
	const char *svg;

	relistf(o, "run --format jsonl tests/golden/cli/suite/b-cells.yaml --matrix node=n2");
	assert_int_equal(o->status, 1);
	svg = strstr(html_of(o, o->out.ptr, "a.html", &out), "<svg ");
	assert_non_null(svg);
	assert_has(svg, ">line 14 fails</text>");
	assert_has(svg, ">expected: &quot;n2&quot;</text>");
	assert_has(svg, ">actual: &quot;n1&quot;</text>");
}

static void html_of_a_good_suite_is_green_and_of_an_incomplete_one_is_not(void **state)
{
	AUTO_STRBUF good = STRBUF_INIT, part = STRBUF_INIT, none = STRBUF_INIT;
	struct output *o = *state;

	assert_has(html_of(o, RESULT("x", "pass", "") SUMMARY("1"), "a.html", &good),
		   "<h1 class=\"good\">relist: 1 passed</h1>");
	assert_lacks(good.ptr, "Did not pass");
	assert_has(
	    html_of(o,
		    RESULT("x", "pass",
			   "") "{\"summary\":{\"files\":1,\"shard\":1,\"shards\":2}}\n",
		    "b.html", &part),
	    "<h1 class=\"wrong\">relist: incomplete</h1>\n<p class=\"alarm\">Incomplete: part 2 "
	    "of 2");
	assert_has(html_of(o, SUMMARY("0"), "c.html", &none),
		   "<h1 class=\"wrong\">relist: nothing was run</h1>");
}

static void html_links_to_the_page_of_a_failure_below_its_folder(void **state)
{
	static const struct {
		const char *html, *page, *link;
	} cases[] = {
		{ "a.html", "/pages/x.html", "href=\"./pages/x.html\"" },
		{ "b&b.html", "/pages/a b\\\"?#%.html", "href=\"./pages/a%20b%22%3F%23%25.html\"" },
		{ "a.html", "/../x.html", NULL },
		{ "a.html", "/pages/..", NULL },
		{ "a.html", "/p..q/..x.html", "href=\"./p..q/..x.html\"" },
	};
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT, html = STRBUF_INIT;

		strbuf_addf(&text,
			    "{\"result\":{\"file\":\"x\",\"verdict\":\"fail\",\"page\":\"%s%s\"}}\n"
			    "%s",
			    folder, cases[i].page, SUMMARY("1"));
		(void)html_of(o, text.ptr, cases[i].html, &html);
		if (cases[i].link)
			assert_has(html.ptr, cases[i].link);
		else
			assert_lacks(html.ptr, "step through this run");
	}
	/* no path of one folder: it is shown, not linked */
	{
		AUTO_STRBUF html = STRBUF_INIT;

		(void)html_of(o,
			      RESULT("x", "fail", ",\"page\":\"javascript:alert(1)\"") SUMMARY("1"),
			      "a.html", &html);
		assert_has(html.ptr, "<p>page: <code>javascript:alert(1)</code></p>");
		assert_lacks(html.ptr, "href=\"javascript");
	}
}

static void hostile_results_are_escaped_in_html(void **state)
{
	static const char evil[] = "<script>x</script><img src=x onerror=y>'\\\"";
	AUTO_STRBUF text = STRBUF_INIT, html = STRBUF_INIT;
	struct output *o = *state;

	strbuf_addf(
	    &text,
	    "{\"run\":{}}\n{\"event\":{\"at_ns\":0,\"group\":\"notify\",\"kind\":\"add\",\"who\":"
	    "\"%s\",\"key\":\"%s\",\"text\":\"%s\"}}\n{\"result\":{\"file\":\"%s/%s\",\"name\":"
	    "\"%s\",\"cell\":\"%s\",\"verdict\":\"fail\",\"runs\":2,\"what\":\"%s\",\"program\":"
	    "\"%s\",\"expected\":\"%s\",\"actual\":\"</pre>%s\",\"page\":\"%s\"}}\n%s",
	    evil, evil, evil, evil, evil, evil, evil, evil, evil, evil, evil, evil, SUMMARY("1"));
	assert_has(html_of(o, text.ptr, "a.html", &html), "<svg role=\"img\"");
	assert_lacks(html.ptr, "<script");
	assert_lacks(html.ptr, "<img");
	assert_lacks(html.ptr, "</pre>&lt;");
	assert_has(html.ptr, "&lt;script&gt;");
}

static int setup(void **state)
{
	return output_folder_setup(folder, state);
}

static int teardown(void **state)
{
	return output_folder_teardown(folder, state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(markdown_counts_by_folder_and_shows_failures),
		cmocka_unit_test(suite_is_green_only_if_all_of_it_passed),
		cmocka_unit_test(runs_that_passed_and_failed_are_flaky),
		cmocka_unit_test(hostile_results_are_escaped_in_markdown),
		cmocka_unit_test(markdown_of_a_long_suite_is_cut_below_the_job_summary_limit),
		cmocka_unit_test(run_writes_the_page_to_its_own_file),
		cmocka_unit_test(html_has_failures_with_pictures_and_every_case),
		cmocka_unit_test(picture_of_a_failed_case_has_expected_beside_actual),
		cmocka_unit_test(html_of_a_good_suite_is_green_and_of_an_incomplete_one_is_not),
		cmocka_unit_test(html_links_to_the_page_of_a_failure_below_its_folder),
		cmocka_unit_test(hostile_results_are_escaped_in_html),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
