/* SPDX-License-Identifier: Apache-2.0 */
/* relist check, fmt and explain as a user sees them: what is printed where, and the exit status. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/posix/files.h"
#include "tests/kit/cli_kit.h"
#include "tests/kit/golden_text.h"

static void check_prints_only_a_summary_for_good_files(void **state)
{
	struct output o = { 0, STRBUF_INIT, STRBUF_INIT };

	(void)state;
	relist(&o, "check --strict scenarios/e-resync/resync-late-handler.yaml");
	assert_int_equal(o.status, 0);
	assert_string_equal(o.out.ptr, "1 file: 0 errors, 0 warnings\n");
	assert_string_equal(o.err.ptr, "");
	relist(&o, "check -q scenarios/e-resync");
	assert_string_equal(o.out.ptr, "");
	output_fini(&o);
}

static void check_names_every_error_and_exits_2(void **state)
{
	struct output o = { 0, STRBUF_INIT, STRBUF_INIT };

	(void)state;
	relist(&o, "check tests/golden/scenario-bad/step/step-unknown-verb.yaml");
	assert_int_equal(o.status, 2);
	assert_string_equal(
	    o.out.ptr, "tests/golden/scenario-bad/step/step-unknown-verb.yaml:14:5: unknown step "
		       "`exepct`, did you mean `expect`?\n1 file: 1 error, 0 warnings\n");
	relist(&o, "check -q tests/golden/scenario-bad");
	assert_int_equal(o.status, 2);
	assert_non_null(strstr(o.out.ptr, "yaml-tag.yaml:3:16: tag"));
	output_fini(&o);
}

static void warnings_fail_only_with_strict(void **state)
{
	struct output o = { 0, STRBUF_INIT, STRBUF_INIT };

	(void)state;
	relist(&o, "check tests/golden/scenario-bad/file/template-unused.yaml");
	assert_int_equal(o.status, 0);
	assert_non_null(strstr(o.out.ptr, "warning: template `spare` is never used"));
	relist(&o, "check --strict tests/golden/scenario-bad/file/template-unused.yaml");
	assert_int_equal(o.status, 2);
	output_fini(&o);
}

static void check_follows_refs_from_file_to_file(void **state)
{
	struct output o = { 0, STRBUF_INIT, STRBUF_INIT };

	(void)state;
	relist(&o, "check tests/golden/scenario-refs");
	assert_int_equal(o.status, 2);
	assert_golden("tests/golden/scenario-refs/expected.txt", strbuf_str(&o.out));
	output_fini(&o);
}

#define STORY                                                                                      \
	"scenario: %s\nabout: a story\nworld: {types: {pods: v1/pods}}\nsteps:\n  - advance: 1s\n"

static char folder[] = "/tmp/relist-files-XXXXXX";

static const char *below(const char *name)
{
	static char path[128];

	(void)snprintf(path, sizeof(path), "%s/%s", folder, name);
	return path;
}

static void put(const char *name, const char *before, const char *scenario)
{
	FILE *f = fopen(below(name), "wb");

	assert_non_null(f);
	assert_true(fprintf(f, "%s", before) >= 0 && fprintf(f, STORY, scenario) > 0);
	assert_int_equal(fclose(f), 0);
}

/* An unreadable file is reported and does not end the check. */
static void check_continues_after_an_unreadable_file(void **state)
{
	static const char *const names[] = { "a.yaml", "b.yml",	 "c.YAML",
					     "d.yaml", "e.yaml", "f.yaml" };
	struct output o = { 0, STRBUF_INIT, STRBUF_INIT };
	char words[160];

	(void)state;
	assert_non_null(mkdtemp(folder));
	put("a.yaml", "", "first");
	put("b.yml", "", "short-name");
	put("c.YAML", "", "loud-name");
	put("d.yaml", "\xef\xbb\xbf", "with-mark");
	put("e.yaml", "\xff\xfe", "utf16");
	assert_int_equal(symlink("/nowhere/at/all", below("f.yaml")), 0);
	(void)snprintf(words, sizeof(words), "check %s", folder);
	relist(&o, words);
	assert_int_equal(o.status, 2);
	assert_non_null(strstr(o.err.ptr, "e.yaml: this is UTF-16, it must be UTF-8\n"));
	assert_non_null(strstr(o.err.ptr, "f.yaml: No such file or directory\n"));
	assert_non_null(strstr(o.out.ptr, "6 files: 2 errors, 4 warnings\n"));
	(void)snprintf(words, sizeof(words), "run %s", folder);
	relist(&o, words);
	assert_int_equal(o.status, 2);
	assert_non_null(strstr(o.out.ptr, "4 passed, 2 could not be read"));
	(void)snprintf(words, sizeof(words), "fmt --check %s", folder);
	relist(&o, words);
	assert_int_equal(o.status, 2);
	assert_non_null(strstr(o.err.ptr, "f.yaml: No such file or directory\n"));
	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		assert_int_equal(unlink(below(names[i])), 0);
	assert_int_equal(rmdir(folder), 0);
	output_fini(&o);
}

static void from_input(struct output *o, const char *path, const char *words)
{
	int was = dup(STDIN_FILENO), fd = open(path, O_RDONLY);

	assert_true(was >= 0 && fd >= 0);
	assert_int_equal(dup2(fd, STDIN_FILENO), STDIN_FILENO);
	relist(o, words);
	assert_int_equal(dup2(was, STDIN_FILENO), STDIN_FILENO);
	(void)close(fd);
	(void)close(was);
}

static void commands_read_standard_input_for_a_dash(void **state)
{
	static const char scenario[] = "scenarios/e-resync/resync-late-handler.yaml";
	static const char trace[] = "tests/golden/client-go-0.37/add-update-delete.jsonl";
	struct output o = { 0, STRBUF_INIT, STRBUF_INIT };

	(void)state;
	from_input(&o, scenario, "check -");
	assert_string_equal(o.out.ptr, "1 file: 0 errors, 0 warnings\n");
	from_input(&o, scenario, "run -");
	assert_non_null(strstr(o.out.ptr, "1 scenario in the sim world: 1 passed"));
	from_input(&o, trace, "run -");
	assert_non_null(strstr(o.out.ptr, "1 trace in the sim world: 1 passed"));
	from_input(&o, trace, "show -");
	assert_non_null(strstr(o.out.ptr, "notify              0s  add a default/p1 11\n"));
	from_input(&o, scenario, "fmt --write -");
	assert_int_equal(o.status, 0);
	assert_memory_equal(o.out.ptr, "scenario: ", 10);
	assert_int_not_equal(access("-", F_OK), 0);
	output_fini(&o);
}

/* The 292 recorded stories: what our informer does in each can be looked at. */
static void show_prints_recordings(void **state)
{
	struct output o = { 0, STRBUF_INIT, STRBUF_INIT };

	(void)state;
	relist(&o, "show tests/golden/client-go-0.37/add-update-delete.jsonl");
	assert_int_equal(o.status, 0);
	assert_string_equal(o.err.ptr, "");
	assert_non_null(strstr(o.out.ptr, "add-update-delete\nOne object lives its life"));
	assert_non_null(
	    strstr(o.out.ptr, "  notify              0s  update a default/p1 11->12\n"));
	assert_non_null(strstr(o.out.ptr, "\npassed\n"));
	relist(&o, "show --matrix x tests/golden/client-go-0.37/add-update-delete.jsonl");
	assert_int_equal(o.status, 2);
	assert_non_null(strstr(o.err.ptr, "--matrix is for scenarios"));
	output_fini(&o);
}

static void usage_errors_exit_2(void **state)
{
	static const struct {
		const char *words, *err;
	} cases[] = {
		{ "check", "no PATH given" },
		{ "check /nowhere.yaml", "/nowhere.yaml" },
		{ "check README.md", "README.md" },
		{ "check --strickt x", "did you mean \"--strict\"?" },
		{ "fmt", "no PATH given" },
		{ "fmt --check --write x.yaml", "either --check or --write" },
		{ "fmt tests/golden/scenario-bad/yaml/yaml-tag.yaml", "tags are not part" },
		{ "explain exepct", "did you mean \"expect\"?" },
		{ "explain --doc html", "must be md|man|schema" },
	};
	struct output o = { 0, STRBUF_INIT, STRBUF_INIT };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		relist(&o, cases[i].words);
		assert_int_equal(o.status, 2);
		assert_string_equal(o.out.ptr, "");
		if (!strstr(o.err.ptr, cases[i].err))
			fail_msg("%s: %s", cases[i].words, o.err.ptr);
	}
	output_fini(&o);
}

static void fmt_prints_names_or_writes(void **state)
{
	char dir[] = "/tmp/relist-fmt-XXXXXX";
	struct output o = { 0, STRBUF_INIT, STRBUF_INIT };
	struct strbuf messy = STRBUF_INIT, path = STRBUF_INIT, words = STRBUF_INIT;
	struct relist_err err;
	FILE *f;

	(void)state;
	relist(&o, "fmt tests/golden/scenario-fmt/messy.yaml");
	assert_int_equal(o.status, 0);
	assert_golden("tests/golden/scenario-fmt/messy.out", strbuf_str(&o.out));
	relist(&o, "fmt --check tests/golden/scenario-fmt/messy.yaml");
	assert_int_equal(o.status, 1);
	assert_string_equal(o.out.ptr, "tests/golden/scenario-fmt/messy.yaml\n");

	assert_non_null(mkdtemp(dir));
	strbuf_addf(&path, "%s/messy.yaml", dir);
	assert_int_equal(runner__read_file("tests/golden/scenario-fmt/messy.yaml", 1 << 20, &messy,
					   &err),
			 0);
	f = fopen(path.ptr, "wb");
	assert_non_null(f);
	assert_int_equal(fwrite(messy.ptr, 1, messy.len, f), messy.len);
	assert_int_equal(fclose(f), 0);
	strbuf_addf(&words, "fmt --write %s", path.ptr);
	relist(&o, words.ptr);
	assert_int_equal(o.status, 0);
	strbuf_clear(&messy);
	assert_int_equal(runner__read_file(path.ptr, 1 << 20, &messy, &err), 0);
	assert_golden("tests/golden/scenario-fmt/messy.out", strbuf_str(&messy));
	relist(&o, words.ptr); /* nothing to do any more */
	assert_string_equal(o.out.ptr, "");
	assert_int_equal(unlink(path.ptr), 0);
	assert_int_equal(rmdir(dir), 0);
	strbuf_fini(&messy);
	strbuf_fini(&path);
	strbuf_fini(&words);
	output_fini(&o);
}

/* What is committed is canonical and without a warning. */
static void shipped_scenarios_are_formatted_and_free_of_warnings(void **state)
{
	struct output o = { 0, STRBUF_INIT, STRBUF_INIT };

	(void)state;
	relist(&o, "fmt --check scenarios");
	if (o.status)
		fail_msg("relist fmt --write would change\n%s", o.out.ptr);
	relist(&o, "check -q scenarios");
	if (o.status)
		fail_msg("%s", o.out.ptr);
	output_fini(&o);
}

static void explain_prints_the_requested_entry(void **state)
{
	struct output o = { 0, STRBUF_INIT, STRBUF_INIT };

	(void)state;
	relist(&o, "explain disconnect cache");
	assert_int_equal(o.status, 0);
	assert_non_null(strstr(o.out.ptr, "disconnect - ends open watches"));
	assert_non_null(strstr(o.out.ptr, "rst|fin|blackhole|slow"));
	assert_non_null(strstr(o.out.ptr, "cache - content of an informer's cache"));
	relist(&o, "explain");
	assert_int_equal(o.status, 0);
	assert_non_null(strstr(o.out.ptr, "no-time-travel"));
	relist(&o, "explain --schema");
	assert_golden("docs/scenario.schema.json", strbuf_str(&o.out));
	relist(&o, "explain --doc man");
	assert_non_null(strstr(o.out.ptr, "\n.TH RELIST-SCENARIO 5 "));
	output_fini(&o);
}

static struct str cut_line(struct str *rest)
{
	const char *nl = memchr(rest->ptr, '\n', rest->len);
	struct str line = { rest->ptr, nl ? (size_t)(nl - rest->ptr) : rest->len };
	size_t used = line.len + (nl != NULL);

	*rest = (struct str) { rest->ptr + used, rest->len - used };
	return line;
}

/* "- part: `word`, `word`": "SS Fixes: part", then "B word" for each. */
static void entries_of_part(struct str line, struct strbuf *out)
{
	struct str part = str_cut(&line, ':');

	strbuf_addf(out, "SS Fixes: %.*s\n", (int)part.len - 2, part.ptr + 2);
	while (line.len) {
		(void)str_cut(&line, '`');
		if (line.len) {
			struct str word = str_cut(&line, '`');

			strbuf_addf(out, "B " STR_FMT "\n", STR_ARG(word));
		}
	}
}

/* The entries of the Markdown page: "SS heading", "I group of steps", "B key". The man page leaves
 * out what the worlds do. A line of the fixes has the names of one part. */
static void entries_of_markdown(struct str text, struct strbuf *out)
{
	bool worlds = false, fixes = false;

	while (text.len) {
		struct str line = cut_line(&text);

		if (str_begins(line, "## ")) {
			worlds = str_begins(line, "## What the worlds do");
			fixes = str_begins(line, "## The fixes");
		}
		if (worlds)
			continue;
		if (fixes && str_begins(line, "- "))
			entries_of_part(line, out);
		else if (str_begins(line, "### Steps: "))
			strbuf_addf(out, "I %.*s\n", (int)line.len - 11, line.ptr + 11);
		else if (str_begins(line, "#### "))
			strbuf_addf(out, "SS %.*s\n", (int)line.len - 5, line.ptr + 5);
		else if (str_begins(line, "### "))
			strbuf_addf(out, "SS %.*s\n", (int)line.len - 4, line.ptr + 4);
		else if (str_begins(line, "- `"))
			strbuf_addf(out, "B %.*s\n", (int)strcspn(line.ptr + 3, "`"), line.ptr + 3);
	}
}

static void entries_of_man_page(struct str text, struct strbuf *out)
{
	bool item = false;

	while (text.len) {
		struct str line = cut_line(&text);
		bool entry = str_begins(line, ".SS ") || (item && str_begins(line, ".B "));

		if (str_begins(line, ".I \""))
			strbuf_addf(out, "I %.*s\n", (int)line.len - 5, line.ptr + 4);
		for (size_t i = 1; entry && i < line.len; i++)
			if (line.ptr[i] != '\\')
				strbuf_addc(out, line.ptr[i]);
		strbuf_addz(out, entry ? "\n" : "");
		item = str_eqz(line, ".TP");
		if (line.len == 1)
			fail_msg("a line with a full stop alone, which roff drops");
	}
}

static void man_page_has_the_entries_of_the_markdown_page(void **state)
{
	struct output o = { 0, STRBUF_INIT, STRBUF_INIT };
	AUTO_STRBUF page = STRBUF_INIT;
	AUTO_STRBUF man = STRBUF_INIT;

	(void)state;
	relist(&o, "explain --doc md");
	entries_of_markdown(strbuf_str(&o.out), &page);
	relist(&o, "explain --doc man");
	entries_of_man_page(strbuf_str(&o.out), &man);
	assert_true(page.len > 2000);
	assert_string_equal(page.ptr, man.ptr);
	output_fini(&o);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(check_prints_only_a_summary_for_good_files),
		cmocka_unit_test(check_names_every_error_and_exits_2),
		cmocka_unit_test(warnings_fail_only_with_strict),
		cmocka_unit_test(check_follows_refs_from_file_to_file),
		cmocka_unit_test(check_continues_after_an_unreadable_file),
		cmocka_unit_test(commands_read_standard_input_for_a_dash),
		cmocka_unit_test(show_prints_recordings),
		cmocka_unit_test(usage_errors_exit_2),
		cmocka_unit_test(fmt_prints_names_or_writes),
		cmocka_unit_test(shipped_scenarios_are_formatted_and_free_of_warnings),
		cmocka_unit_test(explain_prints_the_requested_entry),
		cmocka_unit_test(man_page_has_the_entries_of_the_markdown_page),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
