/* SPDX-License-Identifier: Apache-2.0 */
/* relist show: the story of a run as text and as a page, and what is wrong with a call of it. */
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/trace.h"
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

static void show_prints_the_golden_texts(void **state)
{
	static const struct {
		const char *words, *golden;
	} cases[] = {
		{ "show " GONE, "tests/golden/show/gone.txt" },
		{ "show --matrix form=http-status " GONE, "tests/golden/show/gone-by-status.txt" },
		{ "show " RESYNC, "tests/golden/show/resync.txt" },
		{ "show tests/golden/client-go-0.37/add-update-delete.jsonl",
		  "tests/golden/show/trace.txt" },
		{ "show tests/golden/show/side-by-side.jsonl",
		  "tests/golden/show/side-by-side.txt" },
		{ "show --matrix match=uid " FAILOVER, "tests/golden/show/failover.txt" },
		{ "show tests/golden/cli/suite/b-cells.yaml --matrix node=n2",
		  "tests/golden/show/failing.txt" },
		{ "explain " GONE " --matrix form=in-stream",
		  "tests/golden/show/explain-gone.txt" },
		{ "explain tests/golden/client-go-0.37/add-update-delete.jsonl",
		  "tests/golden/show/explain-trace.txt" },
		{ "explain tombstone tests/golden/client-go-0.32/initial-list-adds.jsonl",
		  "tests/golden/show/explain-word-and-trace.txt" },
	};
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		relist(o, cases[i].words);
		assert_string_equal(o->err.ptr, "");
		assert_int_equal(o->status, strstr(cases[i].golden, "failing") ? 1 : 0);
		assert_golden(cases[i].golden, strbuf_str(&o->out));
	}
}

/* The model inside a page, parsed. */
static cJSON *model_of(const struct strbuf *html)
{
	static const char open[] = "<script type=\"application/json\" id=\"data\">";
	const char *from = strstr(html->ptr, open), *to;
	cJSON *model;

	assert_non_null(from);
	from += strlen(open);
	to = strstr(from, "</script>");
	assert_non_null(to);
	model = cJSON_ParseWithLength(from, (size_t)(to - from));
	assert_non_null(model);
	return model;
}

static cJSON *page_of(struct output *o, const char *words, struct strbuf *html)
{
	char all[512];

	(void)snprintf(all, sizeof(all), "show --html %s %s", page, words);
	relist(o, all);
	strbuf_clear(html);
	assert_int_equal(runner__read_file(page, 1 << 24, html, NULL), 0);
	return model_of(html);
}

static const char *text_of(const cJSON *model, const char *member)
{
	return cJSON_GetStringValue(cJSON_GetObjectItem(model, member));
}

static size_t count_of(const struct strbuf *text, const char *word)
{
	size_t n = 0;

	for (const char *p = text->ptr; (p = strstr(p, word)); p += strlen(word))
		n++;
	return n;
}

static const char *string_at(const cJSON *model, const cJSON *event, int i)
{
	int n = (int)cJSON_GetNumberValue(cJSON_GetArrayItem(event, i));
	const cJSON *strings = cJSON_GetObjectItem(model, "strings");

	return n < 0 ? "" : cJSON_GetStringValue(cJSON_GetArrayItem(strings, n));
}

/* Kinds 0 to TRACE_KIND_COUNT - 1 are trace events, those above are notes. */
static void every_event_of_a_run_is_on_its_page_once(void **state)
{
	static const char *const stories[] = {
		GONE " --matrix form=in-stream",
		RESYNC " --seed 1",
		"tests/golden/client-go-0.37/watchlist-resync.jsonl",
		"tests/golden/client-go-0.32/initial-list-adds.jsonl",
	};
	struct output *o = *state;
	AUTO_STRBUF html = STRBUF_INIT;

	for (size_t i = 0; i < ARRAY_LEN(stories); i++) {
		cJSON *model = page_of(o, stories[i], &html), *event;
		size_t events = 0;
		char words[256];

		assert_int_equal(o->status, 0);
		assert_string_equal(o->out.ptr, "");
		cJSON_ArrayForEach(event, cJSON_GetObjectItem(model, "events")) events +=
		    cJSON_GetNumberValue(cJSON_GetArrayItem(event, 1)) < TRACE_KIND_COUNT;
		cJSON_Delete(model);
		(void)snprintf(words, sizeof(words), "run --format jsonl %s", stories[i]);
		relist(o, words);
		assert_int_equal(events, count_of(&o->out, "{\"event\":"));
		assert_true(events > 10);
	}
}

static void page_has_steps_objects_and_the_failure(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF html = STRBUF_INIT;
	cJSON *model = page_of(o, GONE " --matrix form=in-stream", &html), *step, *object, *event;
	bool found = false, compacted = false;

	assert_true(cJSON_IsTrue(cJSON_GetObjectItem(model, "passed")));
	assert_string_equal(text_of(model, "cell"), "form=in-stream");
	step = cJSON_GetArrayItem(cJSON_GetObjectItem(model, "steps"), 3);
	assert_int_equal(cJSON_GetNumberValue(cJSON_GetArrayItem(step, 0)), 23);
	assert_string_equal(cJSON_GetStringValue(cJSON_GetArrayItem(step, 2)), "holds");
	cJSON_ArrayForEach(object, cJSON_GetObjectItem(model, "objects"))
	{
		found |= strcmp(string_at(model, object, 0), "default/a") == 0 &&
			 strcmp(string_at(model, object, 1), "13") == 0 &&
			 strstr(string_at(model, object, 2), "\"nodeName\":\"n2\"");
	}
	assert_true(found);
	/* under the step that did it, not where it shows */
	cJSON_ArrayForEach(event, cJSON_GetObjectItem(model, "events")) compacted |=
	    strcmp(string_at(model, event, 6), "compact") == 0;
	assert_true(compacted);
	cJSON_Delete(model);
	model = page_of(o, "tests/golden/cli/suite/b-cells.yaml --matrix node=n2", &html);
	assert_int_equal(o->status, 1);
	assert_int_equal(cJSON_GetNumberValue(cJSON_GetObjectItem(model, "line")), 14);
	assert_int_equal(cJSON_GetNumberValue(cJSON_GetObjectItem(model, "failed")),
			 cJSON_GetArraySize(cJSON_GetObjectItem(model, "events")) - 1);
	assert_non_null(strstr(text_of(model, "what"), "expected"));
	assert_string_equal(text_of(model, "proof"),
			    "\n    spec:\n  -   nodeName: \"n2\"\n  +   nodeName: \"n1\"\n");
	cJSON_Delete(model);
	assert_true(html.len < 500 * 1024);
}

/* The second model of a page, and what --against may name. */
static void show_against_puts_two_runs_on_one_page(void **state)
{
	static const struct {
		const char *against, *cell, *title;
		const char *seed;
	} cases[] = {
		{ "seed=7", "form=in-stream", "gone-midwatch-missed-delete", "7" },
		{ "form=http-status", "form=http-status", "gone-midwatch-missed-delete", "1" },
		{ RESYNC, "", "resync-late-handler", "1" },
		{ "tests/golden/client-go-0.37/add-update-delete.jsonl", "client-go v0.37.2",
		  "add-update-delete", "1" },
	};
	static const char open[] = "<script type=\"application/json\" id=\"against\">";
	struct output *o = *state;
	AUTO_STRBUF html = STRBUF_INIT;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		char words[512];
		const char *from;
		cJSON *other;

		(void)snprintf(words, sizeof(words), GONE " --matrix form=in-stream --against %s",
			       cases[i].against);
		cJSON_Delete(page_of(o, words, &html));
		assert_int_equal(o->status, 0);
		from = strstr(html.ptr, open);
		assert_non_null(from);
		from += strlen(open);
		other = cJSON_ParseWithLength(from, (size_t)(strstr(from, "</script>") - from));
		assert_non_null(other);
		assert_string_equal(text_of(other, "cell"), cases[i].cell);
		assert_string_equal(text_of(other, "title"), cases[i].title);
		assert_string_equal(text_of(other, "seed"), cases[i].seed);
		assert_true(cJSON_GetArraySize(cJSON_GetObjectItem(other, "events")) > 5);
		cJSON_Delete(other);
	}
}

/* Indexes are worked out on the page from their paths; paragraphs are those of relist explain. */
static void page_has_indexes_and_explanations(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF html = STRBUF_INIT;
	cJSON *model = page_of(o, "scenarios/lessons/12-indexers-and-listers.yaml", &html);
	cJSON *index = cJSON_GetArrayItem(cJSON_GetObjectItem(model, "indexes"), 0);
	cJSON *step = cJSON_GetArrayItem(cJSON_GetObjectItem(model, "steps"), 1);

	assert_string_equal(cJSON_GetStringValue(cJSON_GetArrayItem(index, 0)), "pods");
	assert_string_equal(cJSON_GetStringValue(cJSON_GetArrayItem(index, 1)), "by-node");
	assert_string_equal(cJSON_GetStringValue(cJSON_GetArrayItem(index, 2)), "spec.nodeName");
	assert_non_null(strstr(cJSON_GetStringValue(cJSON_GetArrayItem(step, 3)), "Request #1"));
	assert_non_null(strstr(cJSON_GetStringValue(cJSON_GetArrayItem(step, 4)), "reflector.go"));
	cJSON_Delete(model);
}

/* What relist run --format jsonl printed is shown as the run was. */
static void show_reads_the_output_of_run_format_jsonl(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF html = STRBUF_INIT;
	char words[512];
	size_t events;
	cJSON *model;

	relist(o, "run --format jsonl tests/golden/cli/suite/b-cells.yaml " RESYNC);
	assert_int_equal(o->status, 1);
	write_file(scenario, o->out.ptr);
	/* the one that did not pass */
	model = page_of(o, scenario, &html);
	assert_int_equal(o->status, 1);
	assert_string_equal(text_of(model, "title"), "b-cells [node=n2]");
	assert_string_equal(text_of(model, "seed"), "7");
	assert_non_null(strstr(text_of(model, "what"), "expected"));
	events = (size_t)cJSON_GetArraySize(cJSON_GetObjectItem(model, "events"));
	cJSON_Delete(model);
	relist(o, "run --format jsonl --matrix node=n2 tests/golden/cli/suite/b-cells.yaml");
	assert_int_equal(events, count_of(&o->out, "{\"event\":"));
	/* as text: the verdict, and below it why */
	(void)snprintf(words, sizeof(words), "show %s", scenario);
	relist(o, words);
	assert_int_equal(o->status, 1);
	assert_non_null(strstr(o->out.ptr,
			       "\nfail\n  cache: default/a: spec.nodeName: expected \"n2\" "
			       "(line 14), got \"n1\"\n"));
	/* the requested one */
	(void)snprintf(words, sizeof(words), "explain --matrix node=n1 %s", scenario);
	relist(o, words);
	assert_int_equal(o->status, 0);
	assert_non_null(strstr(o->out.ptr, "b-cells [node=n1]  seed 7"));
	assert_non_null(strstr(o->out.ptr, "\npass\n"));
	(void)snprintf(words, sizeof(words), "show --seed 1 %s", scenario);
	relist(o, words);
	assert_int_equal(o->status, 0);
	assert_non_null(strstr(o->out.ptr, "early"));
	(void)snprintf(words, sizeof(words), "show --seed 12 %s", scenario);
	relist(o, words);
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, "has no such run"));
	/* cut off, and no lines of ours */
	write_file(scenario,
		   "{\"run\":{\"name\":\"x\",\"seed\":3}}\n{\"event\":{\"group\":\"wire\"}}\n");
	(void)snprintf(words, sizeof(words), "show %s", scenario);
	relist(o, words);
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->out.ptr, "cut off"));
	write_file(scenario, "{\"run\":{\"name\":\"x\"}}\nnonsense\n");
	relist(o, words);
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, ":2: no line of relist run --format jsonl"));
}

static void recordings_have_pages_too(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF html = STRBUF_INIT;
	cJSON *model = page_of(o, "tests/recordings/missed-delete.jsonl", &html);

	assert_int_equal(o->status, 0);
	assert_true(cJSON_GetArraySize(cJSON_GetObjectItem(model, "events")) > 50);
	assert_true(cJSON_GetArraySize(cJSON_GetObjectItem(model, "objects")) > 2);
	cJSON_Delete(model);
	model = page_of(o, "tests/recordings/expired-event.jsonl", &html);
	assert_int_equal(o->status, 1);
	assert_non_null(strstr(text_of(model, "what"), "expected"));
	cJSON_Delete(model);
}

/* Each under its own name, in the order of the recording's time. */
static void page_has_the_informers_of_a_trace_in_order_of_time(void **state)
{
	static const char *const notified[] = { "one/pods a", "two/pods a", "one/pods a",
						"two/pods a", "one/pods a" };
	struct output *o = *state;
	AUTO_STRBUF html = STRBUF_INIT;
	cJSON *model = page_of(o, "tests/golden/show/side-by-side.jsonl", &html), *event;
	double at_ns = 0;
	size_t n = 0;

	assert_int_equal(o->status, 0);
	cJSON_ArrayForEach(event, cJSON_GetObjectItem(model, "events"))
	{
		const cJSON *kind = cJSON_GetArrayItem(event, 1);
		const char *group = trace_kind_group((enum trace_kind)cJSON_GetNumberValue(kind));
		double at = cJSON_GetNumberValue(cJSON_GetArrayItem(event, 0));

		assert_true(at >= at_ns);
		at_ns = at;
		if (strcmp(group, "notify") != 0)
			continue;
		assert_in_range(n, 0, ARRAY_LEN(notified) - 1);
		assert_string_equal(string_at(model, event, 4), notified[n++]);
	}
	assert_int_equal(n, ARRAY_LEN(notified));
	assert_true(at_ns == 5e9);
	cJSON_Delete(model);
}

/* For any run the only code is the page's own script and style, by the hashes that
 * its policy names, and nothing is fetched. */
static void page_of_a_hostile_run_executes_no_foreign_code(void **state)
{
	static const char hostile[] =
	    "scenario: x\nabout: \"</script><script>alert(1)</script> <!-- \\e[31m\"\n"
	    "world:\n  types: {pods: v1/pods}\n  informers: {pods: {handlers: {h1: {}}}}\n"
	    "matrix: {v: ['<img src=x onerror=alert(1)>', b]}\nsteps:\n  - start: pods\n"
	    "  - create: {pods/default/a: {metadata: {labels: {x: \"</script>\\u202e\"}}}}\n"
	    "  - expect: {cache: {pods: {default/a: {metadata: {labels: {x: $v}}}}}}\n";
	struct output *o = *state;
	AUTO_STRBUF html = STRBUF_INIT;
	cJSON *model;

	write_file(scenario, hostile);
	model = page_of(o, scenario, &html);
	assert_int_equal(o->status, 1);
	assert_int_equal(count_of(&html, "<script"), 3); /* data, runs, code */
	assert_int_equal(count_of(&html, "</script"), 3);
	assert_int_equal(count_of(&html, "<style"), 1);
	assert_int_equal(count_of(&html, "<!--"), 0);
	assert_int_equal(count_of(&html, "<img"), 0);
	assert_non_null(strstr(html.ptr, "default-src 'none'; base-uri 'none'; form-action 'none'; "
					 "style-src 'sha256-"));
	assert_null(strstr(html.ptr, "unsafe-"));
	assert_null(strstr(html.ptr, "https:"));
	assert_int_equal(count_of(&html, "http:"), count_of(&html, "'http://www.w3.org/2000/svg'"));
	assert_non_null(strstr(text_of(model, "about"), "</script><script>alert(1)</script>"));
	assert_non_null(strstr(text_of(model, "source"), "<img src=x"));
	cJSON_Delete(model);
}

/* A new kind of event without a drawing would be a row without a lane. */
static void page_script_draws_every_trace_kind(void **state)
{
	static const char *const notes[] = { "model",  "write", "wire",	 "cache", "notify",
					     "oracle", "log",	"crash", "step" };
	AUTO_STRBUF script = STRBUF_INIT;
	char name[64];

	(void)state;
	assert_int_equal(runner__read_file("web/show.js", 1 << 20, &script, NULL), 0);
	for (int k = 0; k < TRACE_KIND_COUNT; k++) {
		(void)snprintf(name, sizeof(name), "\t'%s.%s': [",
			       trace_kind_group((enum trace_kind)k),
			       trace_kind_word((enum trace_kind)k));
		if (!strstr(script.ptr, name))
			fail_msg("web/show.js does not draw %s", name);
	}
	for (size_t i = 0; i < ARRAY_LEN(notes); i++) {
		(void)snprintf(name, sizeof(name), "\t'%s.note': [", notes[i]);
		if (!strstr(script.ptr, name))
			fail_msg("web/show.js does not draw %s", name);
	}
}

static void run_writes_a_page_about_each_failure(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF html = STRBUF_INIT;
	char words[512], file[256];
	cJSON *model;

	(void)snprintf(words, sizeof(words),
		       "run --html %s/pages tests/golden/cli/suite/b-cells.yaml "
		       "tests/golden/failures/changed-rv.jsonl",
		       folder);
	relist(o, words);
	assert_int_equal(o->status, 1);
	(void)snprintf(file, sizeof(file), "%s/pages/tests_golden_cli_suite_b-cells.node=n2.html",
		       folder);
	assert_non_null(strstr(o->out.ptr, file));
	assert_null(strstr(o->out.ptr, "node=n1.html"));
	assert_null(strstr(o->out.ptr, "--html")); /* the run again needs no page */
	assert_int_equal(runner__read_file(file, 1 << 24, &html, NULL), 0);
	model = model_of(&html);
	assert_true(cJSON_IsFalse(cJSON_GetObjectItem(model, "passed")));
	cJSON_Delete(model);
	(void)unlink(file);
	(void)snprintf(file, sizeof(file), "%s/pages/tests_golden_failures_changed-rv.html",
		       folder);
	assert_non_null(strstr(o->out.ptr, file));
	assert_int_equal(unlink(file), 0);
	(void)snprintf(words, sizeof(words), "%s/pages", folder);
	assert_int_equal(rmdir(words), 0);
	relist(o, "run --html /nowhere/pages tests/golden/cli/suite/b-cells.yaml");
	assert_int_equal(o->status, 1);
	assert_non_null(strstr(o->err.ptr, "relist: --html: cannot write /nowhere/pages/"));
	relist(o, "run --html x --world tcp " GONE);
	assert_int_equal(o->status, 2);
}

static void show_errors_are_reported(void **state)
{
	static const struct {
		const char *words, *err;
		int status;
	} cases[] = {
		{ "show", "relist show: no FILE given; see relist show --help\n", 2 },
		{ "show " GONE " " RESYNC, "relist show: one FILE at a time\n", 2 },
		{ "show --matrix form=x " GONE, "relist show: " GONE " has no matrix cell form=x\n",
		  2 },
		{ "show --against x " GONE, "relist show: --against needs --html\n", 2 },
		{ "show --html /tmp/x.html --against nowhere.yaml " GONE,
		  "relist show: nowhere.yaml: No such file or directory\n", 2 },
		{ "explain nowhere.yaml",
		  "relist explain: nowhere.yaml: No such file or directory\n", 2 },
		{ "explain --matrix form=x " GONE,
		  "relist explain: " GONE " has no matrix cell form=x\n", 2 },
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

static void every_scenario_can_be_explained(void **state)
{
	struct output *o = *state;
	struct runner__paths paths = { 0 };
	char words[512];

	assert_int_equal(runner__paths_find(&paths, "scenarios", ".yaml", NULL), 0);
	for (size_t i = 0; i < paths.len; i++) {
		(void)snprintf(words, sizeof(words), "explain %s", paths.items[i]);
		relist(o, words);
		if (o->status != 0 || !strstr(o->out.ptr, "\npass\n") ||
		    !strstr(o->out.ptr, "        Why: "))
			fail_msg("%s: %d %s%s", paths.items[i], o->status, o->out.ptr, o->err.ptr);
	}
	runner__paths_fini(&paths);
}

/* Every step is shown, with its lines, and every expect of a passing run holds. */
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
		cmocka_unit_test(show_prints_the_golden_texts),
		cmocka_unit_test(every_event_of_a_run_is_on_its_page_once),
		cmocka_unit_test(page_has_steps_objects_and_the_failure),
		cmocka_unit_test(show_against_puts_two_runs_on_one_page),
		cmocka_unit_test(page_has_indexes_and_explanations),
		cmocka_unit_test(show_reads_the_output_of_run_format_jsonl),
		cmocka_unit_test(recordings_have_pages_too),
		cmocka_unit_test(page_has_the_informers_of_a_trace_in_order_of_time),
		cmocka_unit_test(page_of_a_hostile_run_executes_no_foreign_code),
		cmocka_unit_test(page_script_draws_every_trace_kind),
		cmocka_unit_test(run_writes_a_page_about_each_failure),
		cmocka_unit_test(show_errors_are_reported),
		cmocka_unit_test(every_scenario_can_be_shown),
		cmocka_unit_test(every_scenario_can_be_explained),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, setup, teardown);
}
