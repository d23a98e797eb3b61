/* SPDX-License-Identifier: Apache-2.0 */
/* Names and texts of error codes. */
#include "relist/codes.h"
#include "tests/kit/testing.h"

static void every_code_has_its_name_and_text(void **state)
{
	static const struct {
		int code;
		const char *name, *text;
	} rows[] = { { RELIST_OK, "RELIST_OK", "no error" },
#define X(name, value, text) { RELIST_##name, "RELIST_" #name, text },
		     RELIST_CODES(X)
#undef X
	};

	(void)state;
	assert_true(ARRAY_LEN(rows) > 10);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		assert_string_equal(relist_code_name(rows[i].code), rows[i].name);
		assert_string_equal(relist_strerror(rows[i].code), rows[i].text);
	}
	assert_string_equal(relist_code_name(-6), "RELIST_EEXPIRED");
	assert_string_equal(relist_strerror(-6), "resource version too old (410 Gone)");
}

static void unknown_code_has_no_name(void **state)
{
	static const int codes[] = { 1, -99, 410, INT32_MIN, INT32_MAX };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(codes); i++) {
		assert_null(relist_code_name(codes[i]));
		assert_string_equal(relist_strerror(codes[i]), "unknown error");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_code_has_its_name_and_text),
		cmocka_unit_test(unknown_code_has_no_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
