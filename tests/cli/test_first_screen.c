/* SPDX-License-Identifier: Apache-2.0 */
/* relist new, scenarios, schema and doctor: what a new user types first. */
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/language/limits.h"
#include "runner/posix/files.h"
#include "tests/kit/cli_kit.h"

static char folder[] = "/tmp/relist-first-XXXXXX";

static int make_folder(void **state)
{
	return output_setup(state) || !mkdtemp(folder);
}

static int remove_folder(void **state)
{
	char command[100];

	(void)snprintf(command, sizeof(command), "rm -rf '%s'", folder);
	return system(command) != 0 || output_teardown(state);
}

static const char *at(const char *name)
{
	static char path[160];

	(void)snprintf(path, sizeof(path), "%s/%s", folder, name);
	return path;
}

static void read_text(const char *path, struct strbuf *out)
{
	assert_int_equal(runner__read_file(path, 1 << 20, out, NULL), 0);
}

static void write_text(const char *path, const char *text)
{
	assert_int_equal(runner__replace_file(path, str_of(text), NULL), 0);
}

static void new_scenarios_pass_check_fmt_and_run(void **state)
{
	static const char *const templates[] = { "informer", "expired", "workqueue" };
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(templates); i++) {
		char name[40];

		(void)snprintf(name, sizeof(name), "first-%s.yaml", templates[i]);
		relistf(o, "new --template %s %s", templates[i], at(name));
		assert_string_equal(o->err.ptr, "");
		assert_int_equal(o->status, 0);
		relistf(o, "check --strict %s", at(name));
		assert_string_equal(o->out.ptr, "1 file: 0 errors, 0 warnings\n");
		relistf(o, "fmt --check %s", at(name));
		assert_int_equal(o->status, 0);
		relistf(o, "run --seeds 20 %s", at(name));
		assert_non_null(strstr(o->out.ptr, "1 passed"));
		assert_int_equal(o->status, 0);
	}
}

static void new_scenario_has_the_name_of_its_file_and_a_schema(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF text = STRBUF_INIT;

	relistf(o, "new %s", at("a-name.yml"));
	assert_int_equal(o->status, 0);
	read_text(at("a-name.yml"), &text);
	assert_ptr_equal(strstr(text.ptr, "# yaml-language-server: $schema=relist.schema.json\n"
					  "relist: 1\nscenario: a-name\n"),
			 text.ptr);
	relist(o, "new -");
	assert_int_equal(o->status, 0);
	assert_non_null(strstr(o->out.ptr, "\nscenario: first\n"));
}

static void new_does_not_overwrite_files(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF text = STRBUF_INIT;

	write_text(at("mine.yaml"), "mine\n");
	relistf(o, "new %s", at("mine.yaml"));
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, "mine.yaml exists and stays as it is\n"));
	read_text(at("mine.yaml"), &text);
	assert_string_equal(text.ptr, "mine\n");
	/* a link that leads nowhere would create a file elsewhere */
	assert_int_equal(symlink("elsewhere", at("link.yaml")), 0);
	relistf(o, "new %s", at("link.yaml"));
	assert_int_equal(o->status, 2);
	assert_int_not_equal(access(at("elsewhere"), F_OK), 0);
}

static void shipped_scenarios_are_those_of_the_tree(void **state)
{
	static const char *const files[] = { "README.md", "a-basics/add-update-delete.yaml",
					     "bugs/README.md",
					     "lessons/17-what-a-factory-shares.yaml" };
	struct output *o = *state;

	relistf(o, "scenarios --copy %s", at("all"));
	assert_string_equal(o->err.ptr, "");
	assert_int_equal(o->status, 0);
	for (size_t i = 0; i < ARRAY_LEN(files); i++) {
		AUTO_STRBUF ours = STRBUF_INIT, copy = STRBUF_INIT;
		char path[200];

		(void)snprintf(path, sizeof(path), "scenarios/%s", files[i]);
		read_text(path, &ours);
		(void)snprintf(path, sizeof(path), "%s/all/%s", folder, files[i]);
		read_text(path, &copy);
		assert_string_equal(ours.ptr, copy.ptr);
		relistf(o, "scenarios --print %s", files[i]);
		assert_string_equal(o->out.ptr, ours.ptr);
	}
	relistf(o, "run --quiet %s/e-resync", at("all"));
	assert_int_equal(o->status, 0);
}

static void scenarios_lists_names_with_their_descriptions(void **state)
{
	struct output *o = *state;

	relist(o, "scenarios a-basics/add-update-delete.yaml lessons/13-work-queue.yaml");
	assert_string_equal(
	    o->out.ptr,
	    "a-basics/add-update-delete.yaml  One object lives and dies under a watch.\n"
	    "lessons/13-work-queue.yaml  A work queue holds keys, not events. A key that is added "
	    "five times waits once; one that changes while a worker has it waits until that worker "
	    "is done, and then comes once more.\n");
	relist(o, "scenarios a-basics/");
	assert_null(strstr(o->out.ptr, "b-relist"));
	assert_int_equal(o->status, 0);
}

static void copy_replaces_no_file_that_differs(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF text = STRBUF_INIT;

	relistf(o, "scenarios --copy %s/again a-basics", folder);
	assert_int_equal(o->status, 0);
	relistf(o, "scenarios --copy %s/again a-basics", folder);
	assert_int_equal(o->status, 0);
	write_text(at("again/a-basics/add-update-delete.yaml"), "mine\n");
	assert_int_equal(unlink(at("again/a-basics/cluster-scoped-keys.yaml")), 0);
	relistf(o, "scenarios --copy %s/again a-basics", folder);
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, "add-update-delete.yaml exists and differs"));
	read_text(at("again/a-basics/add-update-delete.yaml"), &text);
	assert_string_equal(text.ptr, "mine\n");
	/* and nothing else was written */
	assert_int_not_equal(access(at("again/a-basics/cluster-scoped-keys.yaml"), F_OK), 0);
}

static const char *const others[][2] = {
	{ "deployment.yaml", "apiVersion: apps/v1\nkind: Deployment\n" },
	{ "ci.yml", "on: push\njobs:\n  a:\n    steps: []\n" },
	{ "pipeline.yaml", "trigger: [main]\nsteps:\n  - script: make\n" },
	{ "chart.yaml", "{{- if .Values.on }}\nkind: Pod\n{{- end }}\n" },
	{ "list.yaml", "- scenario\n- b\n" },
	{ "empty.yaml", "# nothing\n" },
};

/* One file more than a scenario may be. */
static void put_large_manifest(const char *path)
{
	static const char item[] = "- {kind: Pod, metadata: {name: a, namespace: default}}\n";
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addz(&text, "kind: List\nitems:\n");
	while (text.len <= SCN_FILE_BYTES_MAX)
		strbuf_addz(&text, item);
	write_text(path, text.ptr);
}

static void put_others(void)
{
	(void)mkdir(at("repo"), 0777);
	for (size_t i = 0; i < ARRAY_LEN(others); i++) {
		char path[200];

		(void)snprintf(path, sizeof(path), "%s/repo/%s", folder, others[i][0]);
		write_text(path, others[i][1]);
	}
	put_large_manifest(at("repo/large.yaml"));
}

static void yaml_that_is_no_scenario_is_skipped_and_counted(void **state)
{
	static const char skipped[] = "skipped 7 YAML files that are no scenarios\n";
	struct output *o = *state;

	put_others();
	relistf(o, "check %s/repo", folder);
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, "no scenario in this folder, 7 other YAML files\n"));
	relistf(o, "run %s/repo", folder);
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, "no scenario and no .jsonl file in this folder, 7 "
					   "other YAML files\n"));
	relistf(o, "new %s/repo/one.yaml", folder);
	relistf(o, "check %s/repo", folder);
	assert_int_equal(o->status, 0);
	assert_non_null(strstr(o->err.ptr, skipped));
	assert_string_equal(o->out.ptr, "1 file: 0 errors, 0 warnings\n");
	relistf(o, "run %s/repo", folder);
	assert_int_equal(o->status, 0);
	assert_non_null(strstr(o->err.ptr, skipped));
	assert_non_null(strstr(o->out.ptr, "1 passed"));
	/* a file that is named is meant */
	relistf(o, "run %s/repo/list.yaml", folder);
	assert_int_equal(o->status, 2);
	relistf(o, "check %s/repo/deployment.yaml", folder);
	assert_int_equal(o->status, 2);
}

/* Skipping one of these would be a false green. */
static void broken_scenarios_are_not_skipped(void **state)
{
	static const char *const texts[] = {
		"scenario: a\n",
		"scenarioo: a\nabout: x\nunknown: 1\n",
		"world: {types: {pods: v1/pods}}\nextra: 1\n",
		"steps: []\n",
		"# c\n'scenario': a\nmore: 1\n",
		"\"scenario\": a\nmore: 1\n",
		"{scenario: a, more: 1}\n",
		"? scenario\n: a\n",
		"--- !x\nscenario: a\n",
		"kind: x\nscenario : a\n",
		"\xef\xbb\xbfscenario: a\n",
		"\xff\xfes",
		"kind: x\r\nscenario: a\r\n",
	};
	struct output *o = *state;

	put_others();
	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		char path[200];

		(void)snprintf(path, sizeof(path), "%s/repo/broken.yaml", folder);
		write_text(path, texts[i]);
		relistf(o, "check %s/repo", folder);
		if (o->status != 2 ||
		    !strstr(o->err.ptr, "broken.yaml") == !strstr(o->out.ptr, "broken.yaml"))
			fail_msg("%s: %d %s%s", texts[i], o->status, o->err.ptr, o->out.ptr);
		relistf(o, "run %s/repo", folder);
		if (o->status != 2 ||
		    (!strstr(o->err.ptr, "broken.yaml") && !strstr(o->out.ptr, "broken.yaml")))
			fail_msg("%s: %d %s%s", texts[i], o->status, o->err.ptr, o->out.ptr);
	}
}

static void schema_prints_what_explain_prints(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF text = STRBUF_INIT;

	relist(o, "schema");
	assert_int_equal(o->status, 0);
	strbuf_adds(&text, strbuf_str(&o->out));
	relist(o, "explain --schema");
	assert_string_equal(o->out.ptr, text.ptr);
	assert_int_equal(text.ptr[0], '{');
}

static void doctor_lists_the_uses_and_succeeds_here(void **state)
{
	static const char *const rows[] = { "ok    loopback", "ok    open files", "libcurl",
					    "libzstd", "kubectl" };
	struct output *o = *state;

	relist(o, "doctor");
	assert_int_equal(o->status, 0);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		assert_non_null(strstr(o->out.ptr, rows[i]));
	assert_null(strstr(o->out.ptr, "BAD"));
}

static void doctor_fails_with_too_few_open_files(void **state)
{
	struct output *o = *state;
	struct rlimit kept, few;

	assert_int_equal(getrlimit(RLIMIT_NOFILE, &kept), 0);
	for (rlim_t n = 63; n <= 64; n++) {
		few = (struct rlimit) { n, kept.rlim_max };
		assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
		relist(o, "doctor");
		assert_int_equal(setrlimit(RLIMIT_NOFILE, &kept), 0);
		assert_int_equal(o->status, n < 64);
		assert_non_null(strstr(o->out.ptr, n < 64
						       ? "\nBAD   open files             63 open"
						       : "\nok    open files             64 open"));
	}
}

static void doctor_names_an_unusable_folder(void **state)
{
	static const char *const folders[] = { "/nonexistent/relist", "relative", "/dev/null" };
	struct output *o = *state;
	const char *kept = getenv("TMPDIR");
	AUTO_STRBUF before = STRBUF_INIT;

	strbuf_addz(&before, kept ? kept : "");
	for (size_t i = 0; i < ARRAY_LEN(folders); i++) {
		assert_int_equal(setenv("TMPDIR", folders[i], 1), 0);
		relist(o, "doctor");
		assert_int_equal(o->status, 0);
		assert_non_null(strstr(o->out.ptr, "\nnone  folder TMPDIR"));
	}
	if (kept)
		assert_int_equal(setenv("TMPDIR", before.ptr, 1), 0);
	else
		assert_int_equal(unsetenv("TMPDIR"), 0);
}

static void usage_errors_exit_2(void **state)
{
	static const struct {
		const char *words, *err;
	} cases[] = {
		{ "new", "no FILE given" },
		{ "new a.yaml b.yaml", "one FILE" },
		{ "new Loud.yaml", "must be lower case words with dashes, and .yaml" },
		{ "new name.json", "must be lower case words with dashes, and .yaml" },
		{ "new -x.yaml", "unknown option" },
		{ "new --template big x.yaml", "must be informer|expired|workqueue" },
		{ "scenarios z-nothing", "there is no \"z-nothing\"" },
		{ "scenarios a-basic", "there is no \"a-basic\"" },
		{ "scenarios --copy x --print", "either --copy or --print" },
		{ "scenarios --copy= a-basics", "--copy names no folder" },
		{ "schema x", "unexpected argument" },
		{ "doctor x", "unexpected argument" },
	};
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		relist(o, cases[i].words);
		assert_int_equal(o->status, 2);
		assert_string_equal(o->out.ptr, "");
		if (!strstr(o->err.ptr, cases[i].err))
			fail_msg("%s: %s", cases[i].words, o->err.ptr);
	}
}

static void unknown_command_of_exec_is_explained(void **state)
{
	static const struct {
		const char *words, *err;
	} rows[] = {
		{ "/no/such/command", "/no/such/command: No such file or directory\n" },
		{ "--html x sh",
		  "--html: No such file or directory (--exec takes all that follows: "
		  "options come before it)\n" },
		{ "sh\t-c\ttrue",
		  "sh\t-c\ttrue: No such file or directory (--exec takes words: leave "
		  "the quotes out, or use sh -c)\n" },
	};
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		relistf(o, "serve --exec %s", rows[i].words);
		assert_int_equal(o->status, 127);
		assert_non_null(strstr(o->err.ptr, rows[i].err));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unknown_command_of_exec_is_explained),
		cmocka_unit_test(new_scenarios_pass_check_fmt_and_run),
		cmocka_unit_test(new_scenario_has_the_name_of_its_file_and_a_schema),
		cmocka_unit_test(new_does_not_overwrite_files),
		cmocka_unit_test(shipped_scenarios_are_those_of_the_tree),
		cmocka_unit_test(scenarios_lists_names_with_their_descriptions),
		cmocka_unit_test(copy_replaces_no_file_that_differs),
		cmocka_unit_test(yaml_that_is_no_scenario_is_skipped_and_counted),
		cmocka_unit_test(broken_scenarios_are_not_skipped),
		cmocka_unit_test(schema_prints_what_explain_prints),
		cmocka_unit_test(doctor_lists_the_uses_and_succeeds_here),
		cmocka_unit_test(doctor_fails_with_too_few_open_files),
		cmocka_unit_test(doctor_names_an_unusable_folder),
		cmocka_unit_test(usage_errors_exit_2),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
