/* SPDX-License-Identifier: Apache-2.0 */
#include "base/url.h"

#include "tests/kit/testing.h"

static void decodes_escapes_and_leaves_what_is_none(void **state)
{
	static const struct {
		const char *in, *path, *query;
	} cases[] = {
		{ "", "", "" },
		{ "a%2Fb", "a/b", "a/b" },
		{ "%41%4a%4A", "AJJ", "AJJ" },
		{ "a+b%20c%2Bd", "a+b c+d", "a b c+d" },
		{ "100%", "100%", "100%" },
		{ "%4", "%4", "%4" },
		{ "%zz%4g%g4", "%zz%4g%g4", "%zz%4g%g4" },
		{ "%%41", "%A", "%A" },
		{ "%2541", "%41", "%41" }, /* once */
		{ "%c3%a9", "\xc3\xa9", "\xc3\xa9" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF path = STRBUF_INIT, query = STRBUF_INIT;

		strbuf_add_urldec(&path, str_of(cases[i].in), false);
		strbuf_add_urldec(&query, str_of(cases[i].in), true);
		assert_string_equal(path.ptr, cases[i].path);
		assert_string_equal(query.ptr, cases[i].query);
	}
}

static void what_is_encoded_is_read_back(void **state)
{
	AUTO_STRBUF all = STRBUF_INIT, text = STRBUF_INIT;
	size_t n;

	(void)state;
	for (int c = 0; c < 256; c++)
		strbuf_addc(&all, (char)c);
	strbuf_add_urlenc(&text, strbuf_str(&all));
	n = url_decode(text.ptr, strbuf_str(&text), true); /* in place */
	assert_int_equal(n, all.len);
	assert_memory_equal(text.ptr, all.ptr, all.len);
}

static void parameters_are_cut_off_one_by_one(void **state)
{
	static const struct {
		const char *query, *text;
	} cases[] = {
		{ "", "" },
		{ "&&", "" },
		{ "a=1", "(a|1)" },
		{ "a=1&b=2", "(a|1)(b|2)" },
		{ "&a=1&&b&", "(a|1)(b|)" },
		{ "a==&=b", "(a|=)(|b)" },
		{ "a%3D=%26", "(a%3D|%26)" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct str rest = str_of(cases[i].query), name, value;
		AUTO_STRBUF got = STRBUF_INIT;

		while (url_next_param(&rest, &name, &value))
			strbuf_addf(&got, "(" STR_FMT "|" STR_FMT ")", STR_ARG(name),
				    STR_ARG(value));
		assert_string_equal(got.ptr, cases[i].text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(decodes_escapes_and_leaves_what_is_none),
		cmocka_unit_test(what_is_encoded_is_read_back),
		cmocka_unit_test(parameters_are_cut_off_one_by_one),
	};

	return cmocka_run_group_tests_name("url", tests, NULL, NULL);
}
