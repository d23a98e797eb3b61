/* SPDX-License-Identifier: Apache-2.0 */
/* What apimachinery's labels.Parse accepts and matches, v0.37.2. */
#include "tests/kit/testing.h"

#include "base/selector.h"

static const char *const labels[] = {
	"{}",
	"{\"n\":\"-5\"}",
	"{\"n\":\"+7\"}",
	"{\"n\":\"0000000000000000000000000000000008\"}",
	"{\"n\":\"9223372036854775807\"}",
	"{\"n\":\"-9223372036854775808\"}",
	"{\"n\":\"9223372036854775808\"}",
	"{\"n\":\"-9223372036854775809\"}",
	"{\"n\":\"99999999999999999999\"}",
	"{\"n\":\"1_0\"}",
	"{\"n\":\" 9\"}",
	"{\"n\":\"\"}",
};

/* The indexes of the label sets that match, in hexadecimal, or the error. */
static void select_labels(const char *text, struct strbuf *out)
{
	struct selector_term *terms = NULL;

	if (selector_parse_labels(str_of(text), &terms, out) != 0)
		return;
	for (size_t i = 0; i < ARRAY_LEN(labels); i++)
		if (selector_matches_labels(terms, str_of(labels[i])))
			strbuf_addf(out, "%zx", i);
	selector_free(terms);
}

#define PARSE "unable to parse requirement: "
#define NOT_INTEGER(v)                                                                             \
	"values[0]: Invalid value: \"" v                                                           \
	"\": for 'Gt', 'Lt' operators, the value must be an integer"
#define NOT_LABEL                                                                                  \
	"a valid label must be an empty string or consist of alphanumeric characters, '-', '_' "   \
	"or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or "      \
	"'my_value',  or '12345', regex used for validation is "                                   \
	"'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"

static void selector_comparison_accepts_only_int64_values(void **state)
{
	static const struct {
		const char *selector;
		const char *want;
	} cases[] = {
		{ "n>7", "34" },
		{ "n < 8", "125" },
		{ "n>6,n<9", "23" },
		{ "n>9223372036854775806", "4" },
		{ "n>9223372036854775807", "" },
		{ "n<9223372036854775807", "1235" },
		{ "n>00000000000000000000000000000007", "34" },
		{ "n>9223372036854775808", PARSE NOT_INTEGER("9223372036854775808") },
		{ "n<9223372036854775808", PARSE NOT_INTEGER("9223372036854775808") },
		{ "n>18446744073709551617", PARSE NOT_INTEGER("18446744073709551617") },
		{ "n>1_0", PARSE NOT_INTEGER("1_0") },
		{ "n>", PARSE NOT_INTEGER("") },
		{ "n>-1", PARSE "values[0][n]: Invalid value: \"-1\": " NOT_LABEL },
		{ "n<+1", PARSE "values[0][n]: Invalid value: \"+1\": " NOT_LABEL },
		{ "n<-9223372036854775809", PARSE
		  "[" NOT_INTEGER("-9223372036854775809") ", values[0][n]: Invalid value: "
							  "\"-9223372036854775809\": " NOT_LABEL
							  "]" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF got = STRBUF_INIT;

		select_labels(cases[i].selector, &got);
		if (!str_eqz(strbuf_str(&got), cases[i].want))
			fail_msg("%s: " STR_FMT ", not %s", cases[i].selector,
				 STR_ARG(strbuf_str(&got)), cases[i].want);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(selector_comparison_accepts_only_int64_values),
	};

	return cmocka_run_group_tests_name("base/selector", tests, NULL, NULL);
}
