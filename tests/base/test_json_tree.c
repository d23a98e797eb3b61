/* SPDX-License-Identifier: Apache-2.0 */
#include "base/json_tree.h"

#include <locale.h>

#include "base/choice.h"
#include "base/json_scan.h"
#include "tests/kit/testing.h"

static void assert_printed(const char *in, enum json_digits digits, enum json_style style,
			   const char *want)
{
	cJSON *tree = json_tree_parse(str_of(in), digits), *copy = cJSON_Duplicate(tree, true);
	char *text = copy ? json_tree_print(copy, style) : NULL;

	if (!text)
		fail_msg("not parsed: %s", in);
	assert_string_equal(text, want);
	cJSON_free(text);
	cJSON_Delete(copy);
	cJSON_Delete(tree);
}

static void numbers_are_printed_as_written(void **state)
{
	static const char *const numbers[] = {
		"0",
		"-0",
		"-0.0",
		"7",
		"-1",
		"999999999999999",
		"1000000000000000",
		"-1000000000000000",
		"9007199254740991",
		"9007199254740993",
		"-9007199254740993",
		"9223372036854775807",
		"-9223372036854775808",
		"9223372036854775808",
		"18446744073709551615",
		"123456789012345678901234567890",
		"0.1",
		"1.50",
		"1.0",
		"1e3",
		"1E+03",
		"1e-7",
		"1e400",
		"0.30000000000000004",
		"1111111111111111111111111111111111111111111111111111111111111111111111111111",
		"0.1000000000000000000000000000000000000000000000000000000000000000000000000001",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(numbers); i++) {
		char text[200];

		assert_printed(numbers[i], JSON_DIGITS_ALL, JSON_STYLE_WRITTEN, numbers[i]);
		(void)snprintf(text, sizeof(text), "{\"a\":[%s,{\"b\":%s}]}", numbers[i],
			       numbers[i]);
		assert_printed(text, JSON_DIGITS_ALL, JSON_STYLE_WRITTEN, text);
	}
}

static void numbers_are_printed_as_go_prints_them(void **state)
{
	static const struct {
		const char *in, *go;
	} cases[] = {
		{ "9007199254740993", "9007199254740993" },
		{ "1000000000000000", "1000000000000000" },
		{ "1e3", "1000" },
		{ "1.50", "1.5" },
		{ "9223372036854775808", "9223372036854776000" },
		{ "1e21", "1e+21" },
		{ "1e400", "null" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		assert_printed(cases[i].in, JSON_DIGITS_INT64, JSON_STYLE_GO, cases[i].go);
		assert_printed(cases[i].in, JSON_DIGITS_INT64, JSON_STYLE_WRITTEN, cases[i].go);
		assert_printed(cases[i].in, JSON_DIGITS_FLOATS, JSON_STYLE_GO, cases[i].go);
	}
	assert_printed("-0", JSON_DIGITS_FLOATS, JSON_STYLE_GO, "0"); /* ParseInt says 0 */
}

static void strings_survive_parse_and_print(void **state)
{
	static const struct {
		const char *in, *out;
	} cases[] = {
		{ "\"\"", "\"\"" },
		{ "\"\\u0061\\/\\\"\\\\\\b\\f\\n\\r\\t\"", "\"a/\\\"\\\\\\b\\f\\n\\r\\t\"" },
		{ "\"\\u00e9\\u20ac\\ud83d\\ude00\"", "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"" },
		{ "\"a\\u0000b\\u0000\"", "\"a\\u0000b\\u0000\"" },
		{ "{\"\\u0000\":\"\\u0000\\u0000\"}", "{\"\\u0000\":\"\\u0000\\u0000\"}" },
		{ "\"\\ud800x\\udc00\\ud83dy\"",
		  "\"\xef\xbf\xbdx\xef\xbf\xbd\xef\xbf\xbdy\"" }, /* as Go */
		{ "\"\xc0\x80\"", "\"\xef\xbf\xbd\xef\xbf\xbd\"" },
		{ "\"\\u0001\x7f\"", "\"\\u0001\x7f\"" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		assert_printed(cases[i].in, JSON_DIGITS_ALL, JSON_STYLE_WRITTEN, cases[i].out);
	assert_null(json_tree_parse(STR("\"a\\u0000b\""), JSON_DIGITS_INT64));
	assert_null(json_tree_parse(STR("{\"a\\u0000b\":1}"), JSON_DIGITS_FLOATS));
}

static void parse_refuses_text_that_is_not_one_value(void **state)
{
	static const char *const bad[] = {
		"",	     " ",	   "{",	    "[1",  "[1,]",  "{\"a\"}", "{\"a\":}",
		"{a:1}",     "{\"a\":1,}", "tru",   "nul", "01",    "-",       "1.",
		".5",	     "+1",	   "1e",    "1e+", "\"",    "\"\\\"",  "\"\\x\"",
		"\"\\u12\"", "\"\n\"",	   "{} {}", "1 2", "[1 2]", "NaN",     "\"\\u123g\"",
	};
	char deep[2 * JSON_TREE_DEPTH_MAX + 3];

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(bad); i++)
		if (json_tree_parse(str_of(bad[i]), JSON_DIGITS_ALL))
			fail_msg("parsed: %s", bad[i]);
	for (size_t depth = JSON_TREE_DEPTH_MAX; depth <= JSON_TREE_DEPTH_MAX + 1; depth++) {
		cJSON *tree;

		memset(deep, '[', depth);
		memset(deep + depth, ']', depth);
		tree = json_tree_parse((struct str) { deep, 2 * depth }, JSON_DIGITS_ALL);
		assert_int_equal(tree != NULL, depth == JSON_TREE_DEPTH_MAX);
		cJSON_Delete(tree);
	}
}

/* --- beside cJSON, whose trees these are --- */

static void add_number(struct strbuf *out, struct choice *c)
{
	uint32_t kind = choice_pick(c, 5);

	if (choice_pick(c, 3) == 0)
		strbuf_addc(out, '-');
	if (kind == 0) {
		strbuf_addc(out, '0');
	} else {
		strbuf_addf(out, "%u", 1 + choice_pick(c, 9));
		for (uint32_t n = choice_pick(c, 22); n > 0; n--)
			strbuf_addf(out, "%u", choice_pick(c, 10));
	}
	if (kind > 2) {
		strbuf_addc(out, '.');
		for (uint32_t n = 1 + choice_pick(c, 18); n > 0; n--)
			strbuf_addf(out, "%u", choice_pick(c, 10));
	}
	if (kind > 3)
		strbuf_addf(out, "e%d", (int)choice_pick(c, 60) - 30);
}

static void add_value(struct strbuf *out, struct choice *c, int depth)
{
	static const char *const words[] = {
		"true", "false", "null", "\"\"", "\"\\u00e9 \\\"x\\n\"", "\"1e3\""
	};
	uint32_t kind = choice_pick(c, depth > 4 ? 4 : 8), n;

	if (kind < 3) {
		add_number(out, c);
		return;
	}
	if (kind == 3) {
		strbuf_addz(out, words[choice_pick(c, ARRAY_LEN(words))]);
		return;
	}
	n = choice_pick(c, 5);
	strbuf_addc(out, kind < 6 ? '{' : '[');
	for (uint32_t i = 0; i < n; i++) {
		strbuf_addz(out, i ? "," : "");
		if (kind < 6)
			strbuf_addf(out, "\"m%u\":", i);
		add_value(out, c, depth + 1);
	}
	strbuf_addc(out, kind < 6 ? '}' : ']');
}

static void json_tree_of_random_text_equals_cjson_and_prints_unchanged(void **state)
{
	struct choice c;

	(void)state;
	choice_init_seed(&c, 23, false);
	for (int i = 0; i < 3000; i++) {
		AUTO_STRBUF text = STRBUF_INIT, again = STRBUF_INIT;
		cJSON *ours, *theirs;

		add_value(&text, &c, 0);
		ours = json_tree_parse(strbuf_str(&text), JSON_DIGITS_ALL);
		theirs = cJSON_Parse(text.ptr);
		assert_non_null(ours);
		assert_true(cJSON_Compare(ours, theirs, true));
		json_tree_add(&again, ours, JSON_STYLE_WRITTEN);
		/* strings have one form alone */
		assert_true(json_equal(strbuf_str(&text), strbuf_str(&again)));
		if (!strchr(text.ptr, '\\'))
			assert_string_equal(again.ptr, text.ptr);
		cJSON_Delete(ours);
		cJSON_Delete(theirs);
	}
	choice_fini(&c);
}

static void failed_allocations_return_neither_tree_nor_text(void **state)
{
	static const char text[] = "{\"a\":[1,\"b\\n\",1.50,{\"c\":9007199254740993}]}";

	(void)state;
	FOR_EACH_FAILING_ALLOC({
		cJSON *tree = json_tree_parse(STR(text), JSON_DIGITS_ALL);
		char *again = tree ? json_tree_print(tree, JSON_STYLE_WRITTEN) : NULL;

		if (again)
			assert_string_equal(again, text);
		else
			assert_true(base__alloc_fail_after <= 0);
		cJSON_free(again);
		cJSON_Delete(tree);
	});
}

/* A program that uses the library may have any locale. */
static void numbers_are_read_and_printed_whatever_the_locale(void **state)
{
	static const char *const locales[] = { "de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8" };
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(locales); i++)
		if (setlocale(LC_NUMERIC, locales[i]))
			break;
	assert_printed("[1.5,1.50]", JSON_DIGITS_INT64, JSON_STYLE_GO, "[1.5,1.5]");
	json_tree_add_float(&out, 0.1, -6, 21, 1);
	assert_string_equal(out.ptr, "0.1");
	(void)setlocale(LC_NUMERIC, "C");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_are_printed_as_written),
		cmocka_unit_test(numbers_are_printed_as_go_prints_them),
		cmocka_unit_test(strings_survive_parse_and_print),
		cmocka_unit_test(parse_refuses_text_that_is_not_one_value),
		cmocka_unit_test(json_tree_of_random_text_equals_cjson_and_prints_unchanged),
		cmocka_unit_test(failed_allocations_return_neither_tree_nor_text),
		cmocka_unit_test(numbers_are_read_and_printed_whatever_the_locale),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
