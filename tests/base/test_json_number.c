/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "base/choice.h"
#include "base/json_scan.h"
#include "tests/kit/testing.h"

static bool too_large(const char *text, size_t len, size_t cut)
{
	struct json_scanner s;
	size_t used;

	json_scanner_init(&s);
	for (size_t i = 0; i < len; i += cut)
		(void)json_scanner_feed(&s, text + i, len - i < cut ? len - i : cut, &used);
	return json_scanner_too_large(&s);
}

static void numbers_beyond_float64_are_detected_at_any_chunk_border(void **state)
{
	static const struct {
		const char *text;
		bool large;
	} rows[] = {
		{ "1e308", false },
		{ "1e309", true },
		{ "1.7976931348623157e308", false },
		{ "1.7976931348623158e308", false },
		{ "1.79769313486231580e+308", false },
		{ "1.7976931348623159e308", true },
		{ "-1.7976931348623159E+308", true },
		{ "17976931348623159e292", true },
		{ "0.00000017976931348623159e315", true },
		{ "0.00000017976931348623157e315", false },
		{ "1e999", true },
		{ "[1,{\"a\":[1E400]}]", true },
		{ "[1e999,2]", true },
		{ "{\"a\":\"1e999\",\"1e999\":2}", false },
		{ "1e-999", false },
		{ "0e99999", false },
		{ "0.000e99999", false },
		{ "-0.0", false },
		{ "1e0000000000000001", false },
		{ "[1e00000000000000309]", true },
		{ "1e99999999999999999999999999", true },
		{ "1e-99999999999999999999999999", false },
		{ "true", false },
		{ "{\"a\":[1234567890,12e34,0.5,-7,1e-5]}", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		for (size_t cut = 1; cut < 9; cut++) {
			bool large = too_large(rows[i].text, strlen(rows[i].text), cut);

			if (large != rows[i].large)
				fail_msg("%s in pieces of %zu", rows[i].text, cut);
		}
	}
}

static void json_number_of_a_long_integer_equals_strtod(void **state)
{
	char digits[420];

	(void)state;
	for (char first = '1'; first <= '9'; first++) {
		memset(digits, first, sizeof(digits));
		for (size_t len = 290; len < 330; len++) {
			bool large = len > 309 || (len == 309 && first > '1');

			assert_int_equal(too_large(digits, len, 17), large);
		}
	}
	memset(digits, '9', sizeof(digits));
	memcpy(digits + 400, "e-200", 6);
	assert_false(too_large(digits, 405, 31));
	memcpy(digits + 400, "e-91", 5);
	assert_true(too_large(digits, 404, 31));
}

/* strtod is the judge of random numbers around the border. */
static void json_number_of_random_digits_equals_strtod(void **state)
{
	uint64_t rng = 14;

	(void)state;
	for (int i = 0; i < 20000; i++) {
		char text[128];
		unsigned long long lead = 1797693134862315000ULL + splitmix64(&rng) % 2000;
		int point = (int)(splitmix64(&rng) % 19);
		char digits[32];

		(void)snprintf(digits, sizeof(digits), "%llu", lead);
		(void)snprintf(text, sizeof(text), "%.*s%s%se%d", point + 1, digits,
			       point < 18 ? "." : "", digits + point + 1,
			       308 - point + (int)(splitmix64(&rng) % 3) - 1);
		assert_int_equal(too_large(text, strlen(text), 1 + splitmix64(&rng) % 9),
				 !isfinite(strtod(text, NULL)));
	}
}

static void string_map_accepts_strings_and_null_only_if_allowed(void **state)
{
	static const struct {
		const char *text;
		bool plain, coercing;
	} rows[] = {
		{ "{}", true, true },
		{ "{\"a\":\"b\"}", true, true },
		{ "{\"a\":null}", false, true },
		{ "{\"a\":1}", false, false },
		{ "{\"a\":\"b\",\"c\":{}}", false, false },
		{ "{\"a\":1,\"a\":\"b\"}", true, true }, /* the last duplicate counts */
		{ "{\"a\":\"b\",\"a\":1}", false, false },
		{ "null", false, false },
		{ "[]", false, false },
		{ "\"x\"", false, false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		json_t v = str_of(rows[i].text);

		assert_int_equal(json_string_map(v, false).len > 0, rows[i].plain);
		assert_int_equal(json_string_map(v, true).len > 0, rows[i].coercing);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_beyond_float64_are_detected_at_any_chunk_border),
		cmocka_unit_test(json_number_of_a_long_integer_equals_strtod),
		cmocka_unit_test(json_number_of_random_digits_equals_strtod),
		cmocka_unit_test(string_map_accepts_strings_and_null_only_if_allowed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
