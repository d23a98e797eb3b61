/* SPDX-License-Identifier: Apache-2.0 */
#include "base/suggest.h"
#include "tests/kit/testing.h"

static void suggest_returns_the_nearest_word_within_the_limit(void **state)
{
	static const struct row {
		const char *name;
		int more;
	} rows[] = { { "advance", 1 }, { "addHandler", 2 }, { "stop", 3 }, { "start", 4 } };
	static const struct {
		const char *typed;
		int found;
	} cases[] = {
		{ "advnace", 0 },
		{ "adHandler", 1 },
		{ "stpo", 2 },
		{ "strat", 3 },
		{ "advance", 0 },
		{ "", -1 },
		{ "something", -1 },
		{ "s", -1 },
		{ "a word that is much longer than any word that is known here", -1 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		assert_int_equal(suggest_word(str_of(cases[i].typed), rows, ARRAY_LEN(rows),
					      sizeof(*rows)),
				 cases[i].found);
}

static void suggest_text_is_empty_without_a_suggestion(void **state)
{
	static const char *const words[] = { "eof", "reset" };
	char buf[64];

	(void)state;
	suggest_text(STR("rest"), words, 2, sizeof(*words), buf, sizeof(buf));
	assert_string_equal(buf, " (did you mean \"reset\"?)");
	suggest_text(STR("other"), words, 2, sizeof(*words), buf, sizeof(buf));
	assert_string_equal(buf, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(suggest_returns_the_nearest_word_within_the_limit),
		cmocka_unit_test(suggest_text_is_empty_without_a_suggestion),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
