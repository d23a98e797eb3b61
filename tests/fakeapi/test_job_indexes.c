/* SPDX-License-Identifier: Apache-2.0 */
/* Lists of indexes of a Job: their number, and the messages about malformed ones. */
#include "fakeapi/validation/validate_impl.h"
#include "tests/kit/testing.h"

static void indexes_are_counted_or_refused_in_the_words_of_kubernetes(void **state)
{
	static const struct {
		const char *text;
		long total;
		const char *why;
	} rows[] = {
		{ "", 0, "" },
		{ "0", 1, "" },
		{ "1-3,5", 4, "" },
		{ "9", 1, "" },
		{ "10", 0, "too large index: \"10\"" },
		{ "0-10", 0, "too large index: \"10\"" },
		{ "x", 0, "cannot convert string to integer for index: \"x\"" },
		{ "1x", 0, "cannot convert string to integer for index: \"1x\"" },
		{ " 1", 0, "cannot convert string to integer for index: \" 1\"" },
		{ "\t1", 0, "cannot convert string to integer for index: \"\\t1\"" },
		{ "1,", 0, "cannot convert string to integer for index: \"\"" },
		{ "-1", 0, "cannot convert string to integer for index: \"\"" },
		{ "9223372036854775808", 0,
		  "cannot convert string to integer for index: \"9223372036854775808\"" },
		{ "1000000000000000000000000000000", 0,
		  "cannot convert string to integer for index: "
		  "\"1000000000000000000000000000000\"" },
		{ "3-1", 0, "non-increasing order, previous: 3, current: 1" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct strbuf why = STRBUF_INIT;
		long total = fakeapi__count_indexes(rows[i].text, 10, &why);

		assert_false(why.failed);
		assert_string_equal(why.len ? why.ptr : "", rows[i].why);
		if (!why.len)
			assert_int_equal(total, rows[i].total);
		strbuf_fini(&why);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(indexes_are_counted_or_refused_in_the_words_of_kubernetes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
