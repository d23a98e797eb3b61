/* SPDX-License-Identifier: Apache-2.0 */
#include "base/alloc.h"
#include "base/regex.h"
#include "tests/kit/testing.h"

static enum regex_found search(const char *pattern, struct str text)
{
	const char *why;
	struct regex *re = regex_new(str_of(pattern), &why);
	enum regex_found found;

	if (!re)
		fail_msg("%s: %s", pattern, why ? why : "no memory");
	found = regex_search(re, text);
	assert_int_equal(regex_search(re, text), found); /* nothing is left of the first time */
	regex_free(re);
	return found;
}

static void regex_search_finds_the_matches_of_go(void **state)
{
	static const struct {
		const char *pattern, *text;
		bool found;
	} cases[] = {
		{ "", "", true },
		{ "b", "abc", true },
		{ "^b", "abc", false },
		{ "c$", "abc", true },
		{ "b$", "abc", false },
		{ "^$", "", true },
		{ "^a.c$", "abc", true },
		{ "a.c", "a\nc", false },
		{ "^.$", "é", true },
		{ "^[à-ü]$", "é", true },
		{ "^(a|bc|d)+$", "abcd", true },
		{ "^(a|bc|d)+$", "abd", false },
		{ "^(|a)b$", "b", true },
		{ "^a{2,3}$", "a", false },
		{ "^a{2,3}$", "aa", true },
		{ "^a{2,3}$", "aaa", true },
		{ "^a{2,3}$", "aaaa", false },
		{ "^(ab){2}$", "abab", true },
		{ "^(ab){2}$", "ababab", false },
		{ "^a{2,}$", "aaaaa", true },
		{ "^a{2,}$", "a", false },
		{ "^a{0,}b$", "b", true },
		{ "^a{0}b$", "ab", false },
		{ "^a{,2}$", "a{,2}", true },
		{ "^x{y$", "x{y", true },
		{ "^(a*)*b$", "aaab", true },
		{ "^(a*)+$", "", true },
		{ "^a+?b??$", "aab", true },
		{ "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", "web-1", true },
		{ "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", "web-", false },
		{ "^[^a-c]$", "b", false },
		{ "^[^a-c]$", "d", true },
		{ "^[]a]+$", "a]", true },
		{ "^[a-]+$", "a-", true },
		{ "^[[:alpha:]_]+$", "aB_", true },
		{ "(?i)^aΣ$", "Aς", true },
		{ "(?i)^k$", "K", true }, /* the sign of Kelvin */
		{ "(?i)^[^\\W]$", "ſ", true },
		{ "(?i)^\\W$", "ſ", false },
		{ "(?i)^[b-d]+$", "BcD", true },
		{ "(?i)^[^b-d]$", "C", false },
		{ "^(?i:a)b$", "AB", false },
		{ "^(a(?i)b)c$", "aBC", false },
		{ "^(a(?i)b)c$", "aBc", true },
		{ "(?i)^a(?-i)b$", "AB", false },
		{ "(?m)^b$", "a\nb\nc", true },
		{ "^b$", "a\nb\nc", false },
		{ "(?s)^a.b$", "a\nb", true },
		{ "^a(?i)*$", "aaa", true },
		{ "^(?P<n>a)(?<m>b)$", "ab", true },
		{ "^\\p{Lu}\\pL\\P{L}$", "Éa5", true },
		{ "^\\p{^Lu}$", "É", false },
		{ "(?i)^\\p{Lu}$", "é", true },
		{ "(?i)^\\P{Lu}$", "é", false },
		{ "^[\\p{Greek}\\d]+$", "λ7", true },
		{ "^\\P{Han}$", "一", false },
		{ "^\\p{Any}$", "一", true },
		{ "^\\Qa.b\\E+$", "a.bb", true },
		{ "^\\Qa.b", "axb", false },
		{ "^\\101\\x{1F600}\\x4b$", "A😀K", true },
		{ "^[[:ascii:]]$", "é", false },
		{ "^[[:^ascii:]]$", "é", true },
		{ "^[[:alpha:]]+$", "a1", false },
		{ "^[[:^alpha:]]$", "1", true },
		{ "^\\d+\\.\\d+$", "1.25", true },
		{ "^\\d+\\.\\d+$", "1x25", false },
		{ "^\\D\\W\\S$", "a-b", true },
		{ "^[\\w.-]+$", "a.b-c_9", true },
		{ "^[\\D]$", "5", false },
		{ "\\bfoo\\b", "a foo.", true },
		{ "\\bfoo\\b", "afoo", false },
		{ "\\Boo\\b", "foo", true },
		{ "\\Aa\\x62\\z", "ab", true },
		{ "a\\/b", "a/b", true },
		{ "\"default\\/a\"", "[\"default/a\"]", true },
		{ "^(?:a|(?P<n>b))$", "b", true },
		{ "a|b|c|d", "xxd", true },
		{ "^(a|b|c|d)$", "e", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		if (search(cases[i].pattern, str_of(cases[i].text)) != cases[i].found)
			fail_msg("/%s/ in \"%s\"", cases[i].pattern, cases[i].text);
}

static void regex_search_accepts_invalid_utf8(void **state)
{
	(void)state;
	assert_int_equal(search("^a.b$", (struct str) { "a\xff"
							"b",
							3 }),
			 REGEX_FOUND);
	assert_int_equal(search("^[^x]$", (struct str) { "\0", 1 }), REGEX_FOUND);
	assert_int_equal(search("b$", (struct str) { "a\0b", 3 }), REGEX_FOUND);
}

static void regex_compile_refuses_invalid_patterns(void **state)
{
	static const char *const cases[][2] = {
		{ "(", "a ( without )" },
		{ "a)", "a ) without (" },
		{ "[a", "a [ without ]" },
		{ "[", "a [ without ]" },
		{ "[]", "a [ without ]" },
		{ "[z-a]", "a range in [...] that goes backwards" },
		{ "[[:bogus:]]", "no such class in [[:...:]]" },
		{ "*a", "nothing stands before * + ? or {m,n}" },
		{ "{2}a", "nothing stands before * + ? or {m,n}" },
		{ "a{2}{3}", "a repetition of a repetition" },
		{ "a+?*", "a repetition of a repetition" },
		{ "a|+", "nothing stands before * + ? or {m,n}" },
		{ "a**", "a repetition of a repetition" },
		{ "a{3,2}", "{m,n} is at most {1000} and does not go backwards" },
		{ "a{1001}", "{m,n} is at most {1000} and does not go backwards" },
		{ "a{99999999999999999999}", "{m,n} is at most {1000} and does not go backwards" },
		{ "a\\", "it ends with a backslash" },
		{ "(a)\\1", "a backslash before a letter or digit that means nothing there" },
		{ "\\x4", "\\x needs hexadecimal digits, two or some in braces" },
		{ "\\x{110000}", "\\x needs hexadecimal digits, two or some in braces" },
		{ "(?x)a", "(? is followed by flags (imsU-) and : or ), or by P<name>" },
		{ "(?P<a-b>a)",
		  "the name of a group is of letters, digits and _, and ends with >" },
		{ "\\p{Klingon}", "no such class in \\p{...}" },
		{ "\\p{Lu", "\\p{ without }" },
		{ "((a{1,900}){1,900}){1,900}", "it is too large" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const char *why;

		assert_null(regex_new(str_of(cases[i][0]), &why));
		assert_non_null(why);
		assert_string_equal(why, cases[i][1]);
	}
}

/* As `go run` prints regexp.Compile's errors; "": Go reads it. */
static void regex_compile_errors_equal_those_of_go(void **state)
{
	static const char *const cases[][2] = {
		{ "+", "missing argument to repetition operator: `+`" },
		{ "a|{2}", "missing argument to repetition operator: `{2}`" },
		{ "(a", "missing closing ): `(a`" },
		{ "a)b", "unexpected ): `a)b`" },
		{ "x[a-", "missing closing ]: `[a-`" },
		{ "[z-a]", "invalid character class range: `z-a`" },
		{ "[[:foo:]]", "invalid character class range: `[:foo:]`" },
		{ "a**", "invalid nested repetition operator: `**`" },
		{ "a+?*", "invalid nested repetition operator: `+?*`" },
		{ "a{1001}", "invalid repeat count: `{1001}`" },
		{ "a{3,2}b", "invalid repeat count: `{3,2}`" },
		{ "a\\", "trailing backslash at end of expression: ``" },
		{ "a\\yb", "invalid escape sequence: `\\y`" },
		{ "(?=a)", "invalid or unsupported Perl syntax: `(?=`" },
		{ "(?ix)a", "invalid or unsupported Perl syntax: `(?ix`" },
		{ "(?i", "invalid or unsupported Perl syntax: `(?i`" },
		{ "(?i-)a", "invalid or unsupported Perl syntax: `(?i-)`" },
		{ "(?<>a)", "invalid named capture: `(?<>`" },
		{ "(?P<a", "invalid named capture: `(?P<a`" },
		{ "\\p{Foo}a", "invalid character class range: `\\p{Foo}`" },
		{ "\\pQ", "invalid character class range: `\\pQ`" },
		{ "\\x{110000}", "invalid escape sequence: `\\x{110000`" },
		{ "\\8", "invalid escape sequence: `\\8`" },
		{ "a|+?", "missing argument to repetition operator: `+?`" },
		{ "(?i)a", "" },
		{ "\\p{Greek}", "" },
		{ "\\Qa.b\\E", "" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF want = STRBUF_INIT;
		AUTO_STRBUF got = STRBUF_INIT;
		bool is_error = regex_go_error(str_of(cases[i][0]), &got);

		assert_int_equal(is_error, *cases[i][1] != '\0');
		if (is_error)
			strbuf_addf(&want, "error parsing regexp: %s", cases[i][1]);
		assert_string_equal(got.ptr, want.ptr);
	}
}

static struct str many(struct strbuf *b, const char *z, size_t n)
{
	strbuf_clear(b);
	for (size_t i = 0; i < n; i++)
		strbuf_addz(b, z);
	assert_false(b->failed);
	return strbuf_str(b);
}

/* The patterns with which libc's matcher takes hours, or all of its stack. */
static void regex_search_of_an_expensive_pattern_takes_bounded_steps(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT;
	AUTO_STRBUF pattern = STRBUF_INIT;
	const char *why;

	(void)state;
	assert_int_equal(search("(a*)*b", many(&text, "a", 100000)), REGEX_NOT_FOUND);
	assert_int_equal(search("(a|aa)+$b", many(&text, "a", 100000)), REGEX_NOT_FOUND);
	assert_int_equal(search("(.*)(.*)(.*)(.*)x", many(&text, "a", 100000)), REGEX_NOT_FOUND);
	assert_int_equal(search("(a{0,60}){0,60}x", many(&text, "a", 100000)), REGEX_GAVE_UP);
	assert_null(regex_new(many(&pattern, "(", 4000), &why));
	assert_string_equal(why, "it is nested too deeply");
	assert_null(regex_new(many(&pattern, "(", 70000), &why));
	assert_string_equal(why, "it is too long");
	assert_int_equal(search(many(&pattern, "a|", 1000).ptr, str_of("b")), REGEX_FOUND);
}

static void regex_reports_failed_allocations(void **state)
{
	long granted = 0;
	struct regex *re = NULL;

	(void)state;
	for (; !re; granted++) {
		const char *why = "";

		assert_true(granted < 100);
		base__alloc_fail_after = granted;
		re = regex_new(str_of("^([a-z]{3}|[0-9]+){20}$"), &why);
		base__alloc_fail_after = -1;
		assert_null(why);
	}
	assert_true(granted > 5);
	assert_int_equal(regex_search(re, str_of("abc1")), REGEX_NOT_FOUND);
	regex_free(re);
}

static void regex_find_returns_the_match_of_go(void **state)
{
	static const struct {
		const char *pattern, *text;
		size_t from, begin, end; /* begin > end: none */
	} cases[] = {
		{ "b+", "abbb", 0, 1, 4 },
		{ "b+?", "abbb", 0, 1, 2 },
		{ "a|ab", "xab", 0, 1, 2 },
		{ "ab|a", "xab", 0, 1, 3 },
		{ "(a|ab)(c|bcd)", "abcd", 0, 0, 4 },
		{ "x*", "abc", 0, 0, 0 },
		{ "x*", "abc", 3, 3, 3 },
		{ "^b", "ab", 1, 1, 0 },
		{ "\\bb", "a b", 0, 2, 3 },
		{ "\\bb", "ab", 1, 1, 0 },
		{ "a{2,3}?", "aaaa", 0, 0, 2 },
		{ "a{2,3}", "aaaa", 0, 0, 3 },
		{ "é", "aé", 0, 1, 3 },
		{ "z", "abc", 0, 1, 0 },
		{ "(a*)*b", "aaac", 0, 1, 0 },
		{ "c$", "abc", 0, 2, 3 },
		{ ".*c", "abcab", 0, 0, 3 },
		{ "a.*?b", "axxbxb", 0, 0, 4 },
		{ "([x])?"
		  "?\\z?|",
		  "x", 0, 0, 0 },
		{ "(?:[a-z]?"
		  "?)*",
		  "ab", 0, 0, 0 },
		{ "(?:x*?|y)*", "xy", 0, 0, 0 },
		{ "(?U)a+", "aaa", 0, 0, 1 },
		{ "(?U)a+?", "aaa", 0, 0, 3 },
		{ "(?m)^b", "a\nb", 0, 2, 3 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		size_t begin = 1, end = 0;
		const char *why;
		struct regex *re = regex_new(str_of(cases[i].pattern), &why);
		enum regex_found found;

		assert_non_null(re);
		found = regex_find(re, str_of(cases[i].text), cases[i].from, &begin, &end);
		if ((found == REGEX_FOUND) != (cases[i].begin <= cases[i].end) ||
		    (found == REGEX_FOUND && (begin != cases[i].begin || end != cases[i].end)))
			fail_msg("%s in %s: %zu to %zu", cases[i].pattern, cases[i].text, begin,
				 end);
		regex_free(re);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(regex_find_returns_the_match_of_go),
		cmocka_unit_test(regex_search_finds_the_matches_of_go),
		cmocka_unit_test(regex_search_accepts_invalid_utf8),
		cmocka_unit_test(regex_compile_refuses_invalid_patterns),
		cmocka_unit_test(regex_compile_errors_equal_those_of_go),
		cmocka_unit_test(regex_search_of_an_expensive_pattern_takes_bounded_steps),
		cmocka_unit_test(regex_reports_failed_allocations),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
