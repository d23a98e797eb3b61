/* SPDX-License-Identifier: Apache-2.0 */
/* The tree knows its lines and columns, the forms of its scalars, and its limits. */
#include "runner/language/yaml.h"
#include "tests/kit/testing.h"

struct doc {
	struct runner__arena arena;
	struct scn__errors errors;
	const struct scn__node *root;
};

static void doc_read(struct doc *d, struct str text)
{
	*d = (struct doc) { 0 };
	runner__arena_init(&d->arena);
	d->root = scn__yaml_read(&d->arena, text, &d->errors);
}

static void doc_free(struct doc *d)
{
	scn__errors_fini(&d->errors);
	runner__arena_fini(&d->arena);
}

static void every_yaml_node_has_its_line_and_column(void **state)
{
	struct doc d;
	const struct scn__node *list, *flow;

	(void)state;
	doc_read(&d, STR("a: 1\n"
			 "b:\n"
			 "  - x\n"
			 "  - {c: 'é', d: y}\n"));
	assert_non_null(d.root);
	assert_int_equal(d.root->count, 2);
	assert_int_equal(d.root->entries[1].pos.line, 2);
	list = scn__get(d.root, "b");
	assert_int_equal(list->kind, SCN_LIST);
	assert_true(list->block);
	assert_int_equal(list->items[0].pos.line, 3);
	assert_int_equal(list->items[0].pos.column, 5);
	flow = &list->items[1];
	assert_false(flow->block);
	assert_int_equal(flow->pos.column, 5);
	assert_int_equal(flow->end.column, 19);
	/* Columns count characters, not bytes. */
	assert_int_equal(flow->entries[1].pos.column, 14);
	assert_null(scn__get(d.root, "c"));
	doc_free(&d);
}

static void scalars_parse_to_a_form_and_an_argument(void **state)
{
	static const struct {
		const char *text;
		enum scn__form form;
		const char *arg;
	} cases[] = {
		{ "any", SCN_ANY, "any" },
		{ "'any'", SCN_LITERAL, "any" },
		{ "absent", SCN_ABSENT, "absent" },
		{ "<=3", SCN_LE, "3" },
		{ "<3", SCN_LT, "3" },
		{ "'>=13'", SCN_GE, "13" },
		{ "'>1.5'", SCN_GT, "1.5" },
		{ "<=x", SCN_LITERAL, "<=x" },
		{ "'>='", SCN_LITERAL, ">=" },
		{ "<=1.2.3", SCN_LITERAL, "<=1.2.3" },
		{ "/a b/", SCN_REGEX, "a b" },
		{ "'/a, b/'", SCN_REGEX, "a, b" },
		{ "//", SCN_LITERAL, "//" },
		{ "/a", SCN_LITERAL, "/a" },
		{ "$u1", SCN_NAME, "u1" },
		{ "$u", SCN_NAME, "u" },
		{ "<3x", SCN_LITERAL, "<3x" },
		{ "/a/", SCN_REGEX, "a" },
		{ "/", SCN_LITERAL, "/" },
		{ "$1", SCN_LITERAL, "$1" },
		{ "$", SCN_LITERAL, "$" },
		{ "on", SCN_LITERAL, "on" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct doc d;

		doc_read(&d, str_of(cases[i].text));
		assert_non_null(d.root);
		assert_int_equal(d.root->form, cases[i].form);
		assert_true(str_eqz(d.root->arg, cases[i].arg));
		doc_free(&d);
	}
}

static const struct str bound = { "uid-7", 5 };

static const struct str *lookup(void *user, struct str name)
{
	(void)user;
	return str_eqz(name, "u1") ? &bound : NULL;
}

static void yaml_tree_converts_to_json_by_the_core_schema(void **state)
{
	static const struct {
		const char *yaml, *json;
	} cases[] = {
		{ "{a: 1, b: -2.5e3, c: +7, d: 007}",
		  "{\"a\":1,\"b\":-2.5e3,\"c\":7,\"d\":\"007\"}" },
		{ "[true, True, yes, on, 'true']", "[true,true,\"yes\",\"on\",\"true\"]" },
		{ "[~, null, , '']", NULL },
		{ "[~, null, '']", "[null,null,\"\"]" },
		{ "{a: }", "{\"a\":null}" },
		{ "\"a\\tb\\\"\"", "\"a\\tb\\\"\"" },
		{ "[1., .5, 1e, 0x1f, 1_000]", "[\"1.\",\".5\",\"1e\",\"0x1f\",\"1_000\"]" },
		{ "[12345678901234567890123]", "[12345678901234567890123]" },
		{ "[$u1, $u2, '$u1']", "[\"uid-7\",\"$u2\",\"uid-7\"]" },
		{ "{}", "{}" },
		{ "[]", "[]" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct strbuf out = STRBUF_INIT;
		struct doc d;

		doc_read(&d, str_of(cases[i].yaml));
		assert_true((d.root != NULL) == (cases[i].json != NULL));
		if (d.root) {
			scn__node_json(d.root, lookup, NULL, &out);
			assert_string_equal(out.ptr, cases[i].json);
		}
		strbuf_fini(&out);
		doc_free(&d);
	}
}

static void expect_error(struct str text, const char *words)
{
	struct doc d;

	doc_read(&d, text);
	assert_true(d.errors.error_count >= 1);
	if (!strstr(d.errors.items[0].msg, words))
		fail_msg("\"%s\" says nothing of \"%s\"", d.errors.items[0].msg, words);
	doc_free(&d);
}

static void yaml_limits_are_enforced(void **state)
{
	struct strbuf text = STRBUF_INIT;

	(void)state;
	/* One line of ten megabytes. */
	strbuf_addz(&text, "a: ");
	for (size_t i = 0; i < 10 << 20; i++)
		strbuf_addc(&text, 'x');
	expect_error(strbuf_str(&text), "at most 4194304");
	/* As long as is allowed. */
	text.len = SCN_FILE_BYTES_MAX;
	text.ptr[text.len] = '\0';
	{
		struct doc d;

		doc_read(&d, strbuf_str(&text));
		assert_non_null(d.root);
		doc_free(&d);
	}
	strbuf_clear(&text);
	strbuf_addc(&text, '[');
	for (size_t i = 0; i < SCN_NODES_MAX; i++)
		strbuf_addz(&text, "x,");
	strbuf_addc(&text, ']');
	expect_error(strbuf_str(&text), "more than 200000 values");
	strbuf_clear(&text);
	for (size_t i = 0; i < 5000; i++)
		strbuf_addf(&text, "k%zu: 1\n", i);
	expect_error(strbuf_str(&text), "more than 4096 keys");
	strbuf_clear(&text);
	for (size_t i = 0; i < 100000; i++)
		strbuf_addc(&text, '[');
	expect_error(strbuf_str(&text), "nested deeper than 64");
	strbuf_fini(&text);
}

static void duplicate_keys_are_found_in_large_maps(void **state)
{
	struct strbuf text = STRBUF_INIT;
	struct doc d;

	(void)state;
	for (size_t i = 0; i < 100; i++)
		strbuf_addf(&text, "k%zu: 1\n", i % 98);
	doc_read(&d, strbuf_str(&text));
	assert_int_equal(d.errors.error_count, 2);
	assert_string_equal(d.errors.items[0].msg, "key `k0` again, first in line 1");
	doc_free(&d);
	strbuf_fini(&text);
}

static void yaml_errors_are_limited_and_counted(void **state)
{
	struct scn__errors e = { 0 };
	struct strbuf out = STRBUF_INIT;

	(void)state;
	for (uint32_t i = 0; i < 300; i++)
		scn__error(&e, (struct scn__pos) { 300 - i, 1 }, i % 2, "no %u", i);
	assert_int_equal(e.len, SCN_ERRORS_MAX);
	assert_int_equal(e.error_count, 150);
	assert_true(e.truncated);
	scn__errors_sort(&e);
	for (size_t i = 1; i < e.len; i++)
		assert_true(e.items[i - 1].pos.line < e.items[i].pos.line);
	scn__errors_print(&e, STR("f.yaml"), &out);
	assert_non_null(strstr(out.ptr, "f.yaml: more than 100 errors"));
	strbuf_fini(&out);
	scn__errors_fini(&e);
}

static void long_yaml_error_ends_at_a_character_boundary(void **state)
{
	struct scn__errors e = { 0 };
	struct strbuf text = STRBUF_INIT;

	(void)state;
	for (size_t pad = 0; pad < 4; pad++) {
		strbuf_clear(&text);
		for (size_t i = 0; i < pad; i++)
			strbuf_addc(&text, 'x');
		for (size_t i = 0; i < 200; i++)
			strbuf_addz(&text, "€");
		scn__error(&e, (struct scn__pos) { 1, 1 }, false, "%s", text.ptr);
	}
	assert_int_equal(e.len, 4);
	for (size_t i = 0; i < e.len; i++)
		for (const char *p = e.items[i].msg; *p;) {
			size_t n = utf8_seq_len(p, strlen(p));

			assert_true(n > 0);
			p += n;
		}
	strbuf_fini(&text);
	scn__errors_fini(&e);
}

static void assert_messages_about(struct str text, const char *want)
{
	AUTO_STRBUF out = STRBUF_INIT;
	struct doc d;

	doc_read(&d, text);
	scn__errors_print(&d.errors, STR("t"), &out);
	if (strcmp(out.ptr ? out.ptr : "", want) != 0)
		fail_msg("%.*s: says %s, and not %s", (int)text.len, text.ptr,
			 out.ptr ? out.ptr : "", want);
	doc_free(&d);
}

/* What editors and libyaml see in different places, or not at all. */
static void invalid_utf8_is_reported(void **state)
{
#define TAB	"a tab in the indentation: YAML allows only spaces there\n"
#define DOTS	"`...` in column 1 ends the document: indent it\n"
#define RETURN	"a carriage return inside a line\n"
#define UNICODE "a line break of Unicode: write it as an escape, in quotes\n"
	static const struct {
		const char *text, *printed;
	} rows[] = {
		{ "a:\n  b: c\n", "" },
		{ "a:\n\tb: c\n", "t:2:1: " TAB },
		{ "a:\n  \tb: c\n", "t:2:3: " TAB },
		{ "a: [b,\n\t\n c]\n", "" },
		{ "a: [b,\n \t \r\n c]\n", "" },
		{ "a: [b,\n \t c]\n", "t:2:2: " TAB },
		{ "a: b\n\t# c\n", "t:2:1: " TAB },
		{ "a: [b,\tc]\n", "" },
		{ "a: b\n...\n", "t:2:1: " DOTS },
		{ "a: b\n...", "t:2:1: " DOTS },
		{ "a: b\n... \n", "t:2:1: " DOTS },
		{ "a: b\n...\r\n", "t:2:1: " DOTS },
		{ "a: [b,\n...c]\n", "" },
		{ "a: [b,\n ...]\n", "" },
		{ "a: [b,\n..]\n", "" },
		{ "a: b\r\nc: d\r\n", "" },
		{ "a: b\rc: d\n", "t:1:5: " RETURN },
		{ "\ra: b\n", "t:1:1: " RETURN },
		{ "a: b\r", "" },
		{ "a: b\r\r\n", "t:1:5: " RETURN },
		{ "a: '\xc2\x84'\n", "t:1:5: control character 0x84\n" },
		{ "a: '\xc2\x80'\n", "t:1:5: control character 0x80\n" },
		{ "b: '\xe2\x82\xac'\na: 'x\xc2\x9f'\n", "t:2:6: control character 0x9f\n" },
		{ "a: '\xc2\xbf\xc3\x84\xc4\x84'\n", "" },
		{ "a: '\xc2\x85'\n", "t:1:5: " UNICODE },
		{ "a: '\xc2\xa0'\n", "" },
		{ "a: '\xc3\x85'\n", "" },
		{ "a: '\xe2\x80\xa7'\n", "" },
		{ "a: '\xe2\x80\xa8'\n", "t:1:5: " UNICODE },
		{ "a: '\xe2\x80\xa9'\n", "t:1:5: " UNICODE },
		{ "a: '\xe2\x80\xaa'\n", "" },
		{ "a: '\xe2\x81\xa8'\n", "" },
		{ "b: c\na: 'xy\xe2\x82\xac\xe2\x80\xa9'\n", "t:2:8: " UNICODE },
		{ "a: '\xff'\n", "t:1:5: not UTF-8: byte 0xff\n" },
		{ "a: 'xy\xc3'\n", "t:1:7: not UTF-8: byte 0xc3\n" },
		{ "a: '\xe2\x82'\n", "t:1:5: not UTF-8: byte 0xe2\n" },
		{ "a: '\xc0\x80'\n", "t:1:5: not UTF-8: byte 0xc0\n" },
		{ "a: '\xed\xa0\x80'\n", "t:1:5: not UTF-8: byte 0xed\n" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		assert_messages_about(str_of(rows[i].text), rows[i].printed);
	for (unsigned c = 0; c < 0x80; c++) {
		char text[] = "a: b\nc: 'x_y'\n", want[64] = "";

		text[10] = (char)c;
		if (c == '\r')
			(void)snprintf(want, sizeof(want), "t:2:6: " RETURN);
		else if (c == '\n' || c == '\'')
			continue; /* another text */
		else if ((c < 0x20 && c != '\t') || c == 0x7f)
			(void)snprintf(want, sizeof(want), "t:2:6: control character 0x%02x\n", c);
		assert_messages_about((struct str) { text, sizeof(text) - 1 }, want);
	}
#undef TAB
#undef DOTS
#undef RETURN
#undef UNICODE
}

static void read_with_little_memory(struct str text)
{
	struct doc d;

	doc_read(&d, text);
	assert_true(d.root || d.errors.failed || d.errors.error_count);
	doc_free(&d);
}

static void yaml_reader_survives_every_failing_allocation(void **state)
{
	struct strbuf text = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < 20; i++)
		strbuf_addf(&text, "k%zu: [a, {b: c}]\n", i);
	FOR_EACH_FAILING_ALLOC(read_with_little_memory(strbuf_str(&text)));
	FOR_EACH_FAILING_ALLOC(read_with_little_memory(STR("a: &x 1\na: *x\n")));
	strbuf_fini(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_yaml_node_has_its_line_and_column),
		cmocka_unit_test(scalars_parse_to_a_form_and_an_argument),
		cmocka_unit_test(yaml_tree_converts_to_json_by_the_core_schema),
		cmocka_unit_test(yaml_limits_are_enforced),
		cmocka_unit_test(duplicate_keys_are_found_in_large_maps),
		cmocka_unit_test(invalid_utf8_is_reported),
		cmocka_unit_test(yaml_errors_are_limited_and_counted),
		cmocka_unit_test(long_yaml_error_ends_at_a_character_boundary),
		cmocka_unit_test(yaml_reader_survives_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
