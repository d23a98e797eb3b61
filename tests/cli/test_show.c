/* SPDX-License-Identifier: Apache-2.0 */
/* relist show: the story of a run as text and as a page, and what is wrong with a call of it. */
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "runner/posix/files.h"
#include "tests/kit/cli_kit.h"
#include "tests/kit/golden_text.h"

#define GONE	 "scenarios/c-expired/gone-midwatch-missed-delete.yaml"
#define RESYNC	 "scenarios/e-resync/resync-late-handler.yaml"
#define FAILOVER "scenarios/bugs/stale-failover-deletes-live-pvc.yaml"

static char folder[] = "/tmp/relist-show-XXXXXX";
static char scenario[64], page[64];

static void write_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "wb");

	assert_non_null(f);
	assert_int_equal(fwrite(text, 1, strlen(text), f), strlen(text));
	assert_int_equal(fclose(f), 0);
}

static void the_stories_read_as_committed(void **state)
{
	static const struct {
		const char *words, *golden;
	} cases[] = {
		{ "show " GONE, "tests/golden/show/gone.txt" },
		{ "show --matrix form=http-status " GONE, "tests/golden/show/gone-by-status.txt" },
		{ "show " RESYNC, "tests/golden/show/resync.txt" },
		{ "show --matrix match=uid " FAILOVER, "tests/golden/show/failover.txt" },
		{ "show tests/golden/cli/suite/b-cells.yaml --matrix node=n2",
		  "tests/golden/show/failing.txt" },
	};
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		relist(o, cases[i].words);
		assert_string_equal(o->err.ptr, "");
		assert_int_equal(o->status, strstr(cases[i].golden, "failing") ? 1 : 0);
		assert_golden(cases[i].golden, strbuf_str(&o->out));
	}
}

static void pages_read_as_committed(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF html = STRBUF_INIT;
	char words[256];

	(void)snprintf(words, sizeof(words), "show --html %s " GONE, page);
	relist(o, words);
	assert_int_equal(o->status, 0);
	assert_string_equal(o->out.ptr, "");
	assert_int_equal(runner__read_file(page, 1 << 20, &html, NULL), 0);
	assert_golden("tests/golden/show/gone.html", strbuf_str(&html));
}

/* Nothing of the scenario becomes markup, and nothing is fetched. */
static void a_page_holds_only_what_it_shows(void **state)
{
	static const char *const forbidden[] = { "<script",	"<img", "http:", "https:",
						 "javascript:", "src=", "<link", "url(",
						 "@import",	"<b>",	"\x1b" };
	struct output *o = *state;
	AUTO_STRBUF html = STRBUF_INIT;
	char words[256];

	write_file(scenario,
		   "scenario: x\nabout: \"<script>alert(1)</script> \\\"quoted\\\" & \\e[31m\"\n"
		   "world:\n  types: {pods: v1/pods}\n  informers: {pods: {handlers: {h1: {}}}}\n"
		   "matrix: {v: ['<img src=x onerror=alert(1)>', b]}\nsteps:\n  - start: pods\n"
		   "  - create: {pods/default/a: {metadata: {labels: {x: $v}}}} # <b>&amp;</b>\n"
		   "  - expect: {cache: {pods: {default/a: {metadata: {labels: {x: </td>}}}}}}\n");
	(void)snprintf(words, sizeof(words), "show --html %s %s", page, scenario);
	relist(o, words);
	assert_int_equal(o->status, 1);
	assert_int_equal(runner__read_file(page, 1 << 20, &html, NULL), 0);
	for (size_t i = 0; i < ARRAY_LEN(forbidden); i++)
		if (strstr(html.ptr, forbidden[i]) &&
		    !(strcmp(forbidden[i], "src=") == 0 && strstr(html.ptr, "&lt;img src=x")))
			fail_msg("the page has %s", forbidden[i]);
	assert_non_null(strstr(html.ptr, "&lt;script&gt;alert(1)&lt;/script&gt; &quot;quoted&quot; "
					 "&amp; ?[31m"));
	assert_non_null(strstr(html.ptr, "# &lt;b&gt;&amp;amp;&lt;/b&gt;"));
	assert_non_null(strstr(html.ptr, "<span class=\"fails\">fails</span>"));
}

static void what_is_wrong_is_said(void **state)
{
	static const struct {
		const char *words, *err;
		int status;
	} cases[] = {
		{ "show", "relist show: no FILE given; see relist show --help\n", 2 },
		{ "show " GONE " " RESYNC, "relist show: one FILE at a time\n", 2 },
		{ "show --matrix form=x " GONE, "relist show: " GONE " has no matrix cell form=x\n",
		  2 },
		{ "show nowhere.yaml", "relist show: nowhere.yaml: No such file or directory\n",
		  2 },
		{ "show --html /nowhere/x.html " GONE,
		  "relist show: cannot write /nowhere/x.html\n", 5 },
		{ "show --plugin nowhere.so " GONE, NULL, 2 },
		{ "show tests/golden/cli/suite/c-broken.yaml",
		  "tests/golden/cli/suite/c-broken.yaml:8:5: unknown step `strat`, did you mean "
		  "`start`?\n",
		  2 },
	};
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		relist(o, cases[i].words);
		if (cases[i].err)
			assert_string_equal(o->err.ptr, cases[i].err);
		assert_string_equal(o->out.ptr, "");
		assert_int_equal(o->status, cases[i].status);
	}
}

/* Every step stands there, with its lines, and every expect of a passing run holds. */
static void every_scenario_can_be_shown(void **state)
{
	struct output *o = *state;
	struct runner__paths paths = { 0 };
	char words[512];

	assert_int_equal(runner__paths_find(&paths, "scenarios", ".yaml", NULL), 0);
	for (size_t i = 0; i < paths.len; i++) {
		(void)snprintf(words, sizeof(words), "show %s", paths.items[i]);
		relist(o, words);
		if (o->status != 0 || !strstr(o->out.ptr, "\npass\n"))
			fail_msg("%s: %d %s%s", paths.items[i], o->status, o->out.ptr, o->err.ptr);
	}
	runner__paths_fini(&paths);
}

static int setup(void **state)
{
	assert_non_null(mkdtemp(folder));
	(void)snprintf(scenario, sizeof(scenario), "%s/x.yaml", folder);
	(void)snprintf(page, sizeof(page), "%s/x.html", folder);
	return output_setup(state);
}

static int teardown(void **state)
{
	(void)unlink(scenario);
	(void)unlink(page);
	(void)rmdir(folder);
	return output_teardown(state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_stories_read_as_committed),
		cmocka_unit_test(pages_read_as_committed),
		cmocka_unit_test(a_page_holds_only_what_it_shows),
		cmocka_unit_test(what_is_wrong_is_said),
		cmocka_unit_test(every_scenario_can_be_shown),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, setup, teardown);
}
