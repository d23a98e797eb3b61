/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/listwatch.h"
#include "tests/kit/testing.h"

/* fields.ParseSelector and labels.Parse: what they refuse, the server is left to refuse. */
static void selectors_parse_as_in_apimachinery(void **state)
{
	static const struct {
		const char *labels, *fields;
		bool parse;
	} rows[] = {
		{ "", "", true },	 { "a=b,!c", "metadata.name=x,spec.nodeName!=y", true },
		{ "a;b", "", false },	 { "a in (", "", false },
		{ "", "a", false },	 { "", "a==b", true },
		{ "", "a===b", false },	 { "", "a!=", true },
		{ "", "a=b=c", false },	 { "", "a=b\\=c", true },
		{ "", "a=b\\,c", true }, { "", "a=b\\\\", true },
		{ "", "a=b\\c", false }, { "", "a=b\\", false },
		{ "", "=", true },	 { "", ",,a=b,", true },
		{ "", "a=b,c", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		bool parse = !rows[i].parse;

		assert_return_code(inf__selectors_parse(rows[i].labels, rows[i].fields, &parse), 0);
		if (parse != rows[i].parse)
			fail_msg("'%s' '%s'", rows[i].labels, rows[i].fields);
	}
}

static void says_that_memory_is_missing(void)
{
	bool parse = false;
	int rc = inf__selectors_parse("a in (b,c),d!=e", "f=g", &parse);

	assert_true(rc == RELIST_ENOMEM || (rc == 0 && parse));
}

static void selector_without_memory_is_reported_as_enomem(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC(says_that_memory_is_missing());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(selectors_parse_as_in_apimachinery),
		cmocka_unit_test(selector_without_memory_is_reported_as_enomem),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
