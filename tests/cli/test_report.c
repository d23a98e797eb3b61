/* SPDX-License-Identifier: Apache-2.0 */
/* relist report: parts of the work as one. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runner/posix/files.h"
#include "tests/kit/cli_kit.h"

static char folder[] = "/tmp/relist-report-XXXXXX";

static const char *in_folder(const char *name)
{
	static char paths[8][128];
	static unsigned next;
	char *path = paths[next++ % 8];

	(void)snprintf(path, sizeof(paths[0]), "%s/%s", folder, name);
	return path;
}

static void put(const char *name, struct str text)
{
	assert_int_equal(runner__replace_file(in_folder(name), text, NULL), 0);
}

/* What the command prints becomes a file. */
static void keep(struct output *o, const char *name, const char *words)
{
	relist(o, words);
	put(name, strbuf_str(&o->out));
}

static void report(struct output *o, const char *options, const char *a, const char *b)
{
	char words[512];

	(void)snprintf(words, sizeof(words), "report %s %s %s", options, in_folder(a),
		       b ? in_folder(b) : "");
	relist(o, words);
}

#define EXPLORE "explore --exhaustive --interleave --format jsonl "

static void parts_of_an_exploration_become_one_case_each(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF text = STRBUF_INIT;

	keep(o, "1", EXPLORE "--shard 1/2 tests/explore/late-handler-join.yaml");
	keep(o, "2", EXPLORE "--shard 2/2 tests/explore/late-handler-join.yaml");
	report(o, "", "1", "2");
	assert_int_equal(o->status, 0);
	assert_non_null(
	    strstr(o->out.ptr, "1 scenario (2 matrix cells) in the sim world: 2 passed"));
	assert_non_null(strstr(o->out.ptr, "explored: 2 cells in 2 parts, "));
	strbuf_adds(&text, strbuf_str(&o->out));
	report(o, "", "2", "1"); /* in whatever order they come */
	assert_int_equal(o->status, 0);
	assert_non_null(strstr(o->out.ptr, strstr(text.ptr, "explored:")));
	/* what comes out can go in */
	report(o, "--format jsonl", "1", "2");
	put("both", strbuf_str(&o->out));
	report(o, "", "both", NULL);
	assert_int_equal(o->status, 0);
}

static void failure_is_in_every_format_with_its_command(void **state)
{
	static const struct {
		const char *format, *has;
	} cases[] = {
		{ "text", "rerun: relist explore " },
		{ "tap", "not ok 1 - /tmp/relist-report-" },
		{ "junit", "<failure type=\"fail\" message=\"oracle per-handler-order: late got" },
		{ "github", "::error file=" },
		{ "gitlab", "[\n{\"check_name\":\"relist/fail\",\"severity\":\"major\"," },
		{ "jsonl", "\"verdict\":\"fail\"" },
	};
	struct output *o = *state;
	char words[256];

	put("joins.yaml", STR("scenario: joins\nworld:\n  types: {pods: v1/pods}\n"
			      "  informers:\n    pods: {without: join-blocks, handlers: {h1: {}}}\n"
			      "steps:\n  - start\n  - settle\n  - create: {pods/default/a: {}}\n"
			      "  - handler: {add: late, informer: pods}\n  - settle\n"));
	(void)snprintf(words, sizeof(words), EXPLORE "-o %s %s", in_folder("choices"),
		       in_folder("joins.yaml"));
	keep(o, "1", words);
	assert_int_equal(o->status, 1);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		char options[64];

		(void)snprintf(options, sizeof(options), "--format %s", cases[i].format);
		report(o, options, "1", NULL);
		assert_int_equal(o->status, 1);
		if (!strstr(o->out.ptr, cases[i].has))
			fail_msg("%s: %s", cases[i].format, o->out.ptr);
	}
	report(o, "", "1", NULL);
	assert_non_null(strstr(o->out.ptr, " --exhaustive --interleave"));
}

static void merged_report_of_shards_equals_the_whole_run(void **state)
{
	struct output *o = *state;

	keep(o, "1", "run --format jsonl --shard 1/2 scenarios/a-basics tests/golden/failures");
	keep(o, "2", "run --format jsonl --shard 2/2 scenarios/a-basics tests/golden/failures");
	report(o, "", "1", "2");
	assert_int_equal(o->status, 1);
	assert_non_null(strstr(o->out.ptr, "32 scenarios, 25 traces in the sim world: "
					   "32 passed, 25 failed (57 runs)\n") ||
			strstr(o->out.ptr, " 25 failed ("));
	assert_non_null(strstr(o->out.ptr, "tests/golden/failures/unexpected-error.jsonl:3:1"));
}

static void missing_double_or_broken_parts_are_reported(void **state)
{
	static const struct {
		const char *name, *text, *why;
	} cases[] = {
#define X(more)                                                                                    \
	"{\"explore\":{\"version\":1,\"file\":\"x.yaml\",\"name\":\"x\",\"cell\":\"\","            \
	"\"mode\":\"exhaustive\",\"seed\":0,\"depth\":0,\"runs\":1,\"pruned\":0,\"failures\":0,"   \
	"\"status\":0,\"complete\":true,\"wanted\":false" more "}}\n"
#define END(more) "{\"explored\":{\"version\":1,\"cells\":1" more ",\"status\":0}}\n"
		{ "empty", "", ":1: the file is empty" },
		{ "cut short", X(""), ":2: the file was cut short" },
		{ "cut in a line", X("") "{\"explored\":{\"ver", ":2: no JSON object" },
		{ "no JSON", "FAIL x\n", ":1: no JSON object, from byte 1 on" },
		{ "something else", "{\"kind\":\"Pod\"}\n", ":1: no line of relist run or" },
		{ "a number", "7\n", ":1: no JSON object" },
		{ "another version", "{\"explore\":{\"version\":2}}\n", "version must be 1" },
		{ "no numbers", "{\"explore\":{\"version\":1,\"mode\":\"seeds\",\"file\":\"x\"}}\n",
		  "must be there" },
		{ "shard 0", X(",\"shard\":0,\"shards\":2"), "shard from 1 to shards" },
		{ "shard 3 of 2", X(",\"shard\":3,\"shards\":2"), "shard from 1 to shards" },
		{ "a billion shards", X(",\"shard\":3,\"shards\":1000000000"), "of at most 65536" },
		{ "twice", X("") X(""), ":2: part 1 of 1 of x.yaml is already at " },
		{ "too few", X("") "{\"explored\":{\"cells\":2}}\n",
		  "about 2 results, but there are 1" },
		{ "a part", X(",\"shard\":1,\"shards\":3") END(",\"shard\":1,\"shards\":3"),
		  "parts 2, 3 of 3 of the work missing" },
		{ "another way", X(",\"shard\":1,\"shards\":2") X(",\"shard\":2,\"shards\":3"),
		  ":2: x.yaml was not explored in the same way as at " },
		{ "no file", "{\"result\":{\"verdict\":\"pass\"}}\n",
		  ":1: a result without its file" },
		{ "no verdict", "{\"result\":{\"file\":\"x\",\"verdict\":\"maybe\"}}\n",
		  ":1: a result without a verdict" },
		{ "two results",
		  "{\"result\":{\"file\":\"x\",\"verdict\":\"pass\"}}\n"
		  "{\"result\":{\"file\":\"x\",\"verdict\":\"pass\"}}\n",
		  ":2: the result of x is already at " },
		{ "two parts that are one",
		  X(",\"shard\":1,\"shards\":2") END(",\"shard\":1,\"shards\":2")
		      END(",\"shard\":1,\"shards\":2"),
		  "the summary is about 1 results, but there are 0" },
	};
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		put("x", str_of(cases[i].text));
		report(o, "", "x", NULL);
		if (o->status != 2 || !strstr(o->err.ptr, cases[i].why))
			fail_msg("%s: %d %s", cases[i].name, o->status, o->err.ptr);
		if (strchr(o->err.ptr, '\n') != o->err.ptr + o->err.len - 1)
			fail_msg("%s: more than one line: %s", cases[i].name, o->err.ptr);
	}
	put("x", STR("{\"result\":{\"file\":\"a\",\"verdict\":\"pass\"}}\n"
		     "{\"summary\":{\"files\":1}}\n"));
	report(o, "", "x", NULL);
	assert_int_equal(o->status, 0);
	report(o, "", "nowhere", NULL);
	assert_int_equal(o->status, 2);
}

/* --- recipes --- */

/* The one of this build stands two folders above the tests. */
static bool find_command(void)
{
	char path[512];
	ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 16);
	char *slash;

	if (n <= 0)
		return false;
	path[n] = 0;
	for (int i = 0; i < 3 && (slash = strrchr(path, '/')); i++)
		*slash = 0;
	(void)strcat(path, "/relist");
	return access(path, X_OK) == 0 && setenv("RELIST", path, 1) == 0;
}

static void shard_script_splits_the_work(void **state)
{
	int status;

	(void)state;
	if (!find_command())
		skip();
	assert_int_equal(setenv("FOLDER", folder, 1), 0);
	status = system("rm -f \"$FOLDER\"/*.jsonl && docs/recipes/explore-shards.sh 3 "
			"tests/explore/late-handler-join.yaml "
			"tests/explore/resync-against-delete.yaml >\"$FOLDER\"/out && "
			"grep -q '4 passed' \"$FOLDER\"/out && "
			"grep -q 'explored: 4 cells in 3 parts' \"$FOLDER\"/out");
	assert_int_equal(WEXITSTATUS(status), 0);
	status = system("rm \"$FOLDER\"/2.jsonl && \"$RELIST\" report \"$FOLDER\"/*.jsonl 2>&1 | "
			"grep -q 'part 2 of 3 of the work missing'");
	assert_int_equal(WEXITSTATUS(status), 0);
}

/* What they run are words of explore and report, and the job counts as the command does. */
static void job_and_workflow_recipes_use_existing_options(void **state)
{
	static const struct {
		const char *path, *has[4];
	} files[] = {
		{ "docs/recipes/explore-job.yaml",
		  { "completionMode: Indexed", "completions: 5", "--shard=/5", "--interleave" } },
		{ "docs/recipes/explore-matrix.yml",
		  { "shard: [1, 2, 3, 4, 5]", "--shard ${{ matrix.shard }}/5", "relist report",
		    "--format github" } },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(files); i++) {
		AUTO_STRBUF text = STRBUF_INIT;
		char command[256];

		assert_int_equal(runner__read_file(files[i].path, 1 << 20, &text, NULL), 0);
		for (size_t k = 0; k < ARRAY_LEN(files[i].has); k++)
			assert_non_null(strstr(text.ptr, files[i].has[k]));
		(void)snprintf(command, sizeof(command),
			       "python3 -c 'import sys, yaml; yaml.safe_load(open(\"%s\"))'",
			       files[i].path);
		if (system("python3 -c 'import yaml' 2>/dev/null") == 0)
			assert_int_equal(system(command), 0);
	}
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
		cmocka_unit_test(parts_of_an_exploration_become_one_case_each),
		cmocka_unit_test(failure_is_in_every_format_with_its_command),
		cmocka_unit_test(merged_report_of_shards_equals_the_whole_run),
		cmocka_unit_test(missing_double_or_broken_parts_are_reported),
		cmocka_unit_test(shard_script_splits_the_work),
		cmocka_unit_test(job_and_workflow_recipes_use_existing_options),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
