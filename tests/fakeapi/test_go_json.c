/* SPDX-License-Identifier: Apache-2.0 */
/* Go's decoder reads a lone surrogate as U+FFFD. */
#include "fakeapi/meta/go_json.h"
#include "tests/kit/testing.h"

#define BAD "\xef\xbf\xbd" /* U+FFFD */

static void lone_surrogates_are_replaced_and_pairs_are_kept(void **state)
{
	static const struct {
		const char *json, *text; /* NULL: refused */
	} cases[] = {
		{ "\\u0041", "A" },
		{ "\\ud7ff", "\xed\x9f\xbf" },
		{ "\\ud800", BAD },
		{ "\\udbff", BAD },
		{ "\\udc00", BAD },
		{ "\\udfff", BAD },
		{ "\\ue000", "\xee\x80\x80" },
		{ "\\ud83d\\ude00", "\xf0\x9f\x98\x80" },
		{ "\\ud800\\udc00", "\xf0\x90\x80\x80" },
		{ "\\udbff\\udfff", "\xf4\x8f\xbf\xbf" },
		/* not followed by the second half */
		{ "\\ud83d\\ud83d", BAD BAD },
		{ "\\ud83d\\ue000", BAD "\xee\x80\x80" },
		{ "\\ud83d\\udbff", BAD BAD },
		{ "\\ud83d\\u0041", BAD "A" },
		{ "\\ude00\\ud83d", BAD BAD },
		{ "\\udc00\\udc00", BAD BAD },
		{ "\\udc00\\ude00", BAD BAD },
		{ "\\ud7ff\\udc00", "\xed\x9f\xbf" BAD },
		{ "\\ud83d\\\\ude00", BAD "\\ude00" },
		{ "\\ud83dxude00", BAD "xude00" },
		{ "\\ud83d \\ude00", BAD " " BAD },
		{ "\\ud83d\\ud83d\\ude00", BAD "\xf0\x9f\x98\x80" },
		{ "\\ud83d\\ude00\\ude00", "\xf0\x9f\x98\x80" BAD },
		{ "\\u0041\\ud83d\\u0042", "A" BAD "B" },
		/* an escaped backslash */
		{ "\\\\ud83d", "\\ud83d" },
		{ "\\\\\\ud83d", "\\" BAD },
		{ "\\\\u0000", "\\u0000" },
		{ "\\u0000", NULL },
		{ "a\\n\\u0000", NULL },
		{ "\\ud83d\\u0000", NULL },
		{ "\\u0001", "\x01" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF json = STRBUF_INIT, why = STRBUF_INIT;
		cJSON *v;

		strbuf_addf(&json, "\"%s\"", cases[i].json);
		v = fakeapi__go_json_parse(strbuf_str(&json), &why);
		if (!cases[i].text)
			assert_true(!v && str_eqz(strbuf_str(&why), FAKEAPI_NUL_REFUSED));
		else if (!v || strcmp(v->valuestring, cases[i].text) != 0)
			fail_msg("%s gives %s", cases[i].json, v ? v->valuestring : "an error");
		cJSON_Delete(v);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lone_surrogates_are_replaced_and_pairs_are_kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
