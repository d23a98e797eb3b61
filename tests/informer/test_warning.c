/* SPDX-License-Identifier: Apache-2.0 */
/* Warning headers as apimachinery reads them. */
#include "informer/dynamic.h"
#include "tests/kit/testing.h"

static void warning_headers_parse_as_in_apimachinery(void **state)
{
	static const struct {
		const char *header, *want; /* "code agent text|" for each */
	} cases[] = {
		{ "299 - \"deprecated\"", "299 - deprecated|" },
		{ "  299 - \"a\"  ", "299 - a|" },
		{ "299 - \"a \\\"b\\\" \\\\ c\"", "299 - a \"b\" \\ c|" },
		{ "299 - \"a\" \"Wed, 21 Oct 2015 07:28:00 GMT\"", "299 - a|" },
		{ "299 - \"a\", 199 host:80 \"b\"", "299 - a|199 host:80 b|" },
		{ "299 - \"a\" \"date\" , 299 - \"b\"", "299 - a|299 - b|" },
		{ "299 - \"a\",", "299 - a|" },
		{ "299 - \"\"", "299 - |" },
		{ "299 - \"\xc3\xa4\"", "299 - \xc3\xa4|" },
		/* What is wrong ends it. */
		{ "", "" },
		{ "299", "" },
		{ "299 -", "" },
		{ "299 - ", "" },
		{ "29 - \"a\"", "" },
		{ "2999 - \"a\"", "" },
		{ "x99 - \"a\"", "" },
		{ "299  \"a\"", "" },
		{ "299 - a", "" },
		{ "299 - \"a", "" },
		{ "299 - \"a\\\"", "" },
		{ "299 - \"a\" \"date", "" },
		{ "299 - \"a\" x", "" },
		{ "299 - \"a\"x", "" },
		{ "299 - \"a\x01\"", "" },
		{ "299 - \"a\x7f\"", "" },
		{ "299 - \"\xff\"", "" },
		{ "299 - \"\xc2\x85\"", "" },
		{ "299 - \"a\", x", "299 - a|" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct str rest = str_of(cases[i].header);
		AUTO_STRBUF agent = STRBUF_INIT;
		AUTO_STRBUF text = STRBUF_INIT;
		AUTO_STRBUF got = STRBUF_INIT;
		int code;

		while (inf__warning_next(&rest, &code, &agent, &text))
			strbuf_addf(&got, "%d %s %s|", code, agent.ptr, text.ptr);
		if (strcmp(got.ptr, cases[i].want) != 0)
			fail_msg("%s: \"%s\"", cases[i].header, got.ptr);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(warning_headers_parse_as_in_apimachinery),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
