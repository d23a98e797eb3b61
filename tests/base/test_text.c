/* SPDX-License-Identifier: Apache-2.0 */
/* base/text: the readers of scalars, each against a naive rule over all short inputs. */
#include <ctype.h>

#include "base/regex.h"
#include "base/text/ascii.h"
#include "base/text/dns.h"
#include "base/text/duration.h"
#include "base/text/number.h"
#include "base/text/quantity.h"
#include "tests/kit/testing.h"

static void ascii_classes_match_ctype_in_the_c_locale(void **state)
{
	(void)state;
	for (int i = 0; i < 128; i++) {
		char c = (char)i;

		assert_int_equal(ascii_is_lower(c), islower(i) != 0);
		assert_int_equal(ascii_is_upper(c), isupper(i) != 0);
		assert_int_equal(ascii_is_digit(c), isdigit(i) != 0);
		assert_int_equal(ascii_is_alpha(c), isalpha(i) != 0);
		assert_int_equal(ascii_is_alnum(c), isalnum(i) != 0);
		assert_int_equal(ascii_is_hex(c), isxdigit(i) != 0);
		assert_int_equal(ascii_is_space(c), isspace(i) != 0);
		assert_int_equal(ascii_lower(c), tolower(i));
		assert_int_equal(ascii_upper(c), toupper(i));
		assert_int_equal(json_is_space(c), i && strchr(" \t\r\n", i));
	}
}

static void ascii_classes_exclude_bytes_beyond_127(void **state)
{
	(void)state;
	for (int i = 128; i < 256; i++) {
		char c = (char)i;

		assert_false(ascii_is_alnum(c) || ascii_is_space(c) || json_is_space(c));
		assert_int_equal(ascii_lower(c), c);
	}
}

static void ascii_eq_nocase_ignores_case_of_letters_only(void **state)
{
	static const struct {
		const char *a, *b;
		bool equal;
	} cases[] = {
		{ "", "", true },     { "Content-Type", "content-TYPE", true },
		{ "a", "ab", false }, { "@", "`", false },
		{ "[", "{", false },  { "k", "\xE2\x84\xAA", false }, /* the Kelvin sign */
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		assert_int_equal(ascii_eq_nocase(str_of(cases[i].a), str_of(cases[i].b)),
				 cases[i].equal);
		assert_int_equal(ascii_eq_nocase(str_of(cases[i].b), str_of(cases[i].a)),
				 cases[i].equal);
	}
}

static void ascii_search_ignores_case_at_begin_end_and_inside(void **state)
{
	(void)state;
	assert_true(ascii_begins_nocase(STR("HTTP://a"), STR("http://")));
	assert_false(ascii_begins_nocase(STR("http"), STR("http://")));
	assert_true(ascii_ends_nocase(STR("a.LocalHost"), STR(".localhost")));
	assert_false(ascii_ends_nocase(STR("host"), STR(".localhost")));
	assert_true(ascii_contains_nocase(STR("keep-alive, Upgrade"), STR("upgrade")));
	assert_true(ascii_contains_nocase(STR(""), STR("")));
	assert_false(ascii_contains_nocase(STR("upgrad"), STR("upgrade")));
}

static void number_reader_returns_value_or_fault_as_go(void **state)
{
	static const struct {
		const char *text;
		uint64_t max;
		enum number_fault fault;
		uint64_t value;
	} cases[] = {
		{ "0", 9, NUMBER_FINE, 0 },
		{ "007", 9, NUMBER_FINE, 7 },
		{ "10", 9, NUMBER_TOO_LARGE, 0 },
		{ "18446744073709551615", UINT64_MAX, NUMBER_FINE, UINT64_MAX },
		{ "18446744073709551616", UINT64_MAX, NUMBER_TOO_LARGE, 0 },
		{ "99999999999999999999999", UINT64_MAX, NUMBER_TOO_LARGE, 0 },
		{ "99999999999999999999999x", UINT64_MAX, NUMBER_MALFORMED, 0 },
		{ "", 9, NUMBER_MALFORMED, 0 },
		{ "-1", 9, NUMBER_MALFORMED, 0 },
		{ "+1", 9, NUMBER_MALFORMED, 0 },
		{ " 1", 9, NUMBER_MALFORMED, 0 },
		{ "1 ", 9, NUMBER_MALFORMED, 0 },
		{ "0x1", 99, NUMBER_MALFORMED, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct str text = str_of(cases[i].text);
		uint64_t n = 77;

		assert_int_equal(number_read(text, cases[i].max, &n), cases[i].fault);
		assert_true(n == (cases[i].fault ? 77 : cases[i].value));
		assert_int_equal(number_parse(text, cases[i].max, &n), !cases[i].fault);
	}
}

static void signed_number_reader_accepts_one_sign_and_the_range_of_int64(void **state)
{
	static const struct {
		const char *text;
		enum number_fault fault;
		int64_t value;
	} cases[] = {
		{ "-1", NUMBER_FINE, -1 },
		{ "+1", NUMBER_FINE, 1 },
		{ "-0", NUMBER_FINE, 0 },
		{ "9223372036854775807", NUMBER_FINE, INT64_MAX },
		{ "9223372036854775808", NUMBER_TOO_LARGE, 0 },
		{ "-9223372036854775808", NUMBER_FINE, INT64_MIN },
		{ "-9223372036854775809", NUMBER_TOO_LARGE, 0 },
		{ "", NUMBER_MALFORMED, 0 },
		{ "-", NUMBER_MALFORMED, 0 },
		{ "--1", NUMBER_MALFORMED, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		int64_t n = 77;

		assert_int_equal(number_read_signed(str_of(cases[i].text), &n), cases[i].fault);
		assert_true(n == (cases[i].fault ? 77 : cases[i].value));
	}
}

/* Calls `check` for every text of up to six characters of `alphabet`. */
static size_t each_short_text(const char *alphabet, bool (*check)(struct str text, void *ctx),
			      void *ctx)
{
	size_t radix = strlen(alphabet), matches = 0;

	for (size_t len = 0, count = 1; len <= 6; len++, count *= radix) {
		for (size_t number = 0; number < count; number++) {
			char text[6];

			for (size_t i = 0, rest = number; i < len; i++, rest /= radix)
				text[i] = alphabet[rest % radix];
			matches += check((struct str) { text, len }, ctx);
		}
	}
	return matches;
}

struct grammar {
	bool (*reader)(struct str text);
	struct regex *rule;
};

static bool reader_agrees_with_rule(struct str text, void *ctx)
{
	const struct grammar *g = ctx;
	bool matches = g->reader(text);

	if (matches != (regex_search(g->rule, text) == REGEX_FOUND))
		fail_msg("\"" STR_FMT "\": the reader says %d", STR_ARG(text), matches);
	return matches;
}

/* The expressions of k8s.io/apimachinery/pkg/util/validation. */
static void dns_readers_match_the_expressions_of_apimachinery(void **state)
{
	static const struct {
		bool (*reader)(struct str text);
		const char *rule;
	} cases[] = {
		{ dns_is_label, "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$" },
		{ dns_is_subdomain, "^[a-z0-9]([-a-z0-9]*[a-z0-9])?"
				    "(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const char *why = NULL;
		struct grammar g = { cases[i].reader, regex_new(str_of(cases[i].rule), &why) };

		assert_non_null(g.rule);
		assert_true(each_short_text("a7-.A", reader_agrees_with_rule, &g) > 100);
		regex_free(g.rule);
	}
}

/* What time.ParseDuration of Go 1.26 returns. */
static void duration_reader_returns_value_or_fault_as_go(void **state)
{
	static const struct {
		const char *text;
		int64_t ns;
		enum duration_fault fault;
		const char *unit;
	} cases[] = {
		{ "0", 0, DURATION_FINE, NULL },
		{ "+1h1m1.5s", INT64_C(3661500000000), DURATION_FINE, NULL },
		{ "9007199254740993ns", INT64_C(9007199254740993), DURATION_FINE, NULL },
		{ "9223372036854775807ns", INT64_MAX, DURATION_FINE, NULL },
		{ "-9223372036854775808ns", INT64_MIN, DURATION_FINE, NULL },
		{ "9223372036854775808ns", 0, DURATION_TOO_LONG, NULL },
		{ "2562048h", 0, DURATION_TOO_LONG, NULL },
		{ ".5us", 500, DURATION_FINE, NULL },
		{ "", 0, DURATION_NO_NUMBER, NULL },
		{ "-", 0, DURATION_NO_NUMBER, NULL },
		{ ".s", 0, DURATION_NO_NUMBER, NULL },
		{ "1.5.3s", 0, DURATION_NO_UNIT, NULL },
		{ "3", 0, DURATION_NO_UNIT, NULL },
		{ "1h30", 0, DURATION_NO_UNIT, NULL },
		{ "1d", 0, DURATION_UNKNOWN_UNIT, "d" },
		{ "1 h", 0, DURATION_UNKNOWN_UNIT, " h" },
		{ "1s2sm", 0, DURATION_UNKNOWN_UNIT, "sm" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct str unit = STR("untouched");
		int64_t ns = 0;

		assert_int_equal(duration_read(str_of(cases[i].text), &ns, &unit), cases[i].fault);
		assert_int_equal(ns, cases[i].ns);
		if (cases[i].unit)
			assert_true(str_eqz(unit, cases[i].unit));
	}
}

static void quantity_read_splits_digits_and_suffix(void **state)
{
	static const struct {
		const char *text;
		enum quantity_fault fault;
		const char *digits;
		enum quantity_format format;
		int ten, two;
		bool negative, any_digit;
	} cases[] = {
		{ "12.5", QUANTITY_FINE, "12.5", QUANTITY_DECIMAL_SI, 0, 0, false, true },
		{ "-100m", QUANTITY_FINE, "100", QUANTITY_DECIMAL_SI, -3, 0, true, true },
		{ "+1E", QUANTITY_FINE, "1", QUANTITY_DECIMAL_SI, 18, 0, false, true },
		{ "1n", QUANTITY_FINE, "1", QUANTITY_DECIMAL_SI, -9, 0, false, true },
		{ ".5Ki", QUANTITY_FINE, ".5", QUANTITY_BINARY_SI, 0, 10, false, true },
		{ "1Ei", QUANTITY_FINE, "1", QUANTITY_BINARY_SI, 0, 60, false, true },
		{ "1e3", QUANTITY_FINE, "1", QUANTITY_DECIMAL_EXPONENT, 3, 0, false, true },
		{ "1E-12", QUANTITY_FINE, "1", QUANTITY_DECIMAL_EXPONENT, -12, 0, false, true },
		{ ".", QUANTITY_FINE, ".", QUANTITY_DECIMAL_SI, 0, 0, false, false },
		{ "k", QUANTITY_FINE, "", QUANTITY_DECIMAL_SI, 3, 0, false, false },
		{ "", QUANTITY_NO_MATCH, NULL, 0, 0, 0, false, false },
		{ "1.2.3", QUANTITY_NO_MATCH, NULL, 0, 0, 0, false, false },
		{ "1 Gi", QUANTITY_NO_MATCH, NULL, 0, 0, 0, false, false },
		{ "1kk", QUANTITY_NO_SUFFIX, NULL, 0, 0, 0, false, false },
		{ "1e", QUANTITY_NO_SUFFIX, NULL, 0, 0, 0, false, false },
		{ "1e+", QUANTITY_NO_SUFFIX, NULL, 0, 0, 0, false, false },
		{ "1e99999", QUANTITY_NO_SUFFIX, NULL, 0, 0, 0, false, false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct quantity_text q;

		if (quantity_read(str_of(cases[i].text), &q) != cases[i].fault)
			fail_msg("%s", cases[i].text);
		if (cases[i].fault)
			continue;
		assert_true(str_eqz(q.digits, cases[i].digits));
		assert_int_equal(q.format, cases[i].format);
		assert_int_equal(q.ten, cases[i].ten);
		assert_int_equal(q.two, cases[i].two);
		assert_int_equal(q.negative, cases[i].negative);
		assert_int_equal(q.any_digit, cases[i].any_digit);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ascii_classes_match_ctype_in_the_c_locale),
		cmocka_unit_test(ascii_classes_exclude_bytes_beyond_127),
		cmocka_unit_test(ascii_eq_nocase_ignores_case_of_letters_only),
		cmocka_unit_test(ascii_search_ignores_case_at_begin_end_and_inside),
		cmocka_unit_test(number_reader_returns_value_or_fault_as_go),
		cmocka_unit_test(signed_number_reader_accepts_one_sign_and_the_range_of_int64),
		cmocka_unit_test(dns_readers_match_the_expressions_of_apimachinery),
		cmocka_unit_test(duration_reader_returns_value_or_fault_as_go),
		cmocka_unit_test(quantity_read_splits_digits_and_suffix),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
