/* SPDX-License-Identifier: Apache-2.0 */
/* The canonical form: comments stay, the tree stays, a second pass changes nothing. */
#include "runner/posix/files.h"
#include "runner/rewrite/fmt.h"
#include "runner/language/yaml.h"
#include "tests/kit/golden_text.h"
#include "tests/kit/testing.h"

/* Byte for byte: files in other encodings are among them, which runner__read_file() refuses. */
static void read_text(const char *path, struct strbuf *out)
{
	FILE *f = fopen(path, "rb");
	char buf[4096];
	size_t n;

	assert_non_null(f);
	strbuf_clear(out);
	while ((n = fread(buf, 1, sizeof(buf), f)) > 0)
		strbuf_add(out, buf, n);
	(void)fclose(f);
	assert_false(out->failed);
}

static int format(struct str text, struct strbuf *out)
{
	struct scn__errors errors = { 0 };
	int rc;

	strbuf_clear(out);
	rc = scn__fmt(text, out, &errors);
	assert_true((rc == RELIST_EPARSE) == (errors.error_count > 0));
	scn__errors_fini(&errors);
	return rc;
}

static void fmt_turns_messy_files_into_the_golden_ones(void **state)
{
	struct strbuf text = STRBUF_INIT, out = STRBUF_INIT, path = STRBUF_INIT;
	struct runner__paths paths = { 0 };

	(void)state;
	assert_int_equal(runner__paths_find(&paths, "tests/golden/scenario-fmt", ".yaml", NULL), 0);
	for (size_t i = 0; i < paths.len; i++) {
		read_text(paths.items[i], &text);
		assert_int_equal(format(strbuf_str(&text), &out), 0);
		strbuf_clear(&path);
		strbuf_add(&path, paths.items[i], strlen(paths.items[i]) - 5);
		strbuf_addz(&path, ".out");
		assert_golden(path.ptr, strbuf_str(&out));
	}
	runner__paths_fini(&paths);
	strbuf_fini(&text);
	strbuf_fini(&out);
	strbuf_fini(&path);
}

static void fmt_is_idempotent(void **state)
{
	static const char *const folders[] = { "tests/golden/scenario-bad",
					       "tests/golden/scenario-fmt", "scenarios" };
	struct strbuf text = STRBUF_INIT, once = STRBUF_INIT, twice = STRBUF_INIT;
	struct runner__paths paths = { 0 };
	size_t formatted = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(folders); i++)
		assert_int_equal(runner__paths_find(&paths, folders[i], ".yaml", NULL), 0);
	for (size_t i = 0; i < paths.len; i++) {
		read_text(paths.items[i], &text);
		if (format(strbuf_str(&text), &once))
			continue;
		assert_int_equal(format(strbuf_str(&once), &twice), 0);
		assert_string_equal(once.ptr, twice.ptr);
		formatted++;
	}
	assert_true(formatted >= 150);
	runner__paths_fini(&paths);
	strbuf_fini(&text);
	strbuf_fini(&once);
	strbuf_fini(&twice);
}

/* Text against text; a row whose `to` is NULL is canonical already. */
static void fmt_corrects_small_mistakes(void **state)
{
	static const struct {
		const char *name, *from, *to;
	} cases[] = {
		{ "canonical", "a: {b: [c, d]}  # x\n", NULL },
		{ "brackets", "a: { b : [ c,d ],e: {} }\n", "a: {b: [c, d], e: {}}\n" },
		{ "indentation", "a:\n    b:\n        c: 1\n", "a:\n  b:\n    c: 1\n" },
		{ "lists below their key", "a:\n- 1\n- 2\n", "a:\n  - 1\n  - 2\n" },
		{ "wide dashes", "-   a: 1\n    b: 2\n", "- a: 1\n  b: 2\n" },
		{ "lists in lists", "-   -   1\n    -   2\n", "- - 1\n  - 2\n" },
		{ "blank lines", "\n\na: 1\n\n\n\nb: 2\n\n", "a: 1\n\nb: 2\n" },
		{ "line ends", "a: 1\r\nb: 2\r\n", "a: 1\nb: 2\n" },
		{ "no end of line", "a: 1", "a: 1\n" },
		{ "spaces at the end", "a: 1  \n#  \n", "a: 1\n#\n" },
		{ "a comment keeps its column", "a: {b:  c}   # x\nd: 1       # y\n",
		  "a: {b: c}    # x\nd: 1       # y\n" },
		{ "a comment moves with what is below", "a:\n    # x\n    b: 1\n",
		  "a:\n  # x\n  b: 1\n" },
		{ "a comment needs two spaces", "a: 1 # x\n", "a: 1  # x\n" },
		{ "a hash inside quotes", "a: \"# no\"\nb: 'x # y'  # z\n", NULL },
		{ "blocks of text", "a:\n    b: |\n        x\n          y\n\n        z\n    c: 1\n",
		  "a:\n  b: |\n      x\n        y\n\n      z\n  c: 1\n" },
		{ "keys in quotes", "{\"a b\":  1, 'c' : 2}\n", "{\"a b\": 1, 'c': 2}\n" },
		{ "other letters", "é:   {ü:  ö}  # ä\n", "é: {ü: ö}     # ä\n" },
		{ "brackets over lines stay", "a: [b,\n    c]  # x\n", NULL },
		{ "nothing as a value", "a:\nb:   \nc: ~\n", "a:\nb:\nc: ~\n" },
		{ "a value on the next line", "a:\n    text\n", "a:\n    text\n" },
	};
	struct strbuf out = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const char *to = cases[i].to ? cases[i].to : cases[i].from;

		assert_int_equal(format(str_of(cases[i].from), &out), 0);
		if (strcmp(out.ptr, to) != 0)
			fail_msg("%s:\n%swanted:\n%s", cases[i].name, out.ptr, to);
	}
	strbuf_fini(&out);
}

static void fmt_shortens_items_without_loss(void **state)
{
	static const struct {
		const char *stream, *from, *to;
	} cases[] = {
		{ "requests", "{LIST: pods, rv: 0}", "LIST pods rv=0" },
		{ "requests", "{WATCH: pods, rv: 3, bookmarks: true, answer: gone}",
		  "WATCH pods rv=3 bookmarks -> gone" },
		{ "requests", "{WATCH: pods, bookmarks: false}",
		  "{WATCH: pods, bookmarks: false}" },
		{ "requests", "{LIST: pods, rv: \"\"}", "{LIST: pods, rv: \"\"}" },
		{ "requests", "{LIST: pods, labels: \"a in (b)\"}",
		  "{LIST: pods, labels: \"a in (b)\"}" },
		{ "writes", "{create: pods/x/y, uid: $u1, by: zk}",
		  "CREATE pods/x/y uid=$u1 by zk" },
		{ "writes", "{DELETE: pods/x/y, while: $u1}", "{DELETE: pods/x/y, while: $u1}" },
	};
	struct strbuf text = STRBUF_INIT, out = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		strbuf_clear(&text);
		strbuf_addf(&text, "steps:\n  - expect: {%s: [%s]}\n", cases[i].stream,
			    cases[i].from);
		assert_int_equal(format(strbuf_str(&text), &out), 0);
		strbuf_clear(&text);
		strbuf_addf(&text, "steps:\n  - expect: {%s: [%s]}\n", cases[i].stream,
			    cases[i].to);
		assert_string_equal(out.ptr, text.ptr);
	}
	strbuf_fini(&text);
	strbuf_fini(&out);
}

static void fmt_refuses_invalid_yaml(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	assert_int_equal(format(STR("a: [b\n"), &out), RELIST_EPARSE);
	assert_int_equal(format(STR("a: &b c\n"), &out), RELIST_EPARSE);
	assert_int_equal(format(STR(""), &out), RELIST_EPARSE);
	strbuf_fini(&out);
}

/* Blank lines need room in the table of lines, too. */
static void fmt_handles_thousands_of_blank_lines(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT, out = STRBUF_INIT;

	(void)state;
	strbuf_addz(&text, "scenario: x\n");
	for (int i = 0; i < 5000; i++)
		strbuf_addc(&text, '\n');
	strbuf_addz(&text, "steps:\n  - settle\n");
	assert_int_equal(format(strbuf_str(&text), &out), 0);
	assert_true(out.len > 0 && out.len <= text.len);
}

static void fmt_refuses_very_long_lines(void **state)
{
	struct strbuf text = STRBUF_INIT, out = STRBUF_INIT;

	(void)state;
	strbuf_addz(&text, "a: [");
	for (size_t i = 0; i < 10000; i++)
		strbuf_addz(&text, "x, ");
	strbuf_addz(&text, "x]\n");
	assert_int_equal(format(strbuf_str(&text), &out), RELIST_EPARSE);
	strbuf_fini(&text);
	strbuf_fini(&out);
}

static void format_with_little_memory(const struct strbuf *text)
{
	struct scn__errors errors = { 0 };
	struct strbuf out = STRBUF_INIT;
	int rc = scn__fmt(strbuf_str(text), &out, &errors);

	assert_true(rc == 0 || rc == RELIST_ENOMEM);
	scn__errors_fini(&errors);
	strbuf_fini(&out);
}

static void fmt_survives_every_failing_allocation(void **state)
{
	struct strbuf text = STRBUF_INIT;

	(void)state;
	read_text("tests/golden/scenario-fmt/messy.yaml", &text);
	FOR_EACH_FAILING_ALLOC(format_with_little_memory(&text));
	strbuf_fini(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fmt_turns_messy_files_into_the_golden_ones),
		cmocka_unit_test(fmt_is_idempotent),
		cmocka_unit_test(fmt_corrects_small_mistakes),
		cmocka_unit_test(fmt_shortens_items_without_loss),
		cmocka_unit_test(fmt_refuses_invalid_yaml),
		cmocka_unit_test(fmt_handles_thousands_of_blank_lines),
		cmocka_unit_test(fmt_refuses_very_long_lines),
		cmocka_unit_test(fmt_survives_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
