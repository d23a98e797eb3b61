/* SPDX-License-Identifier: Apache-2.0 */
#include "base/base64.h"
#include "tests/kit/testing.h"

static void bytes_become_text_and_bytes_again(void **state)
{
	static const struct {
		const char *bytes, *text;
	} cases[] = { /* RFC 4648, section 10 */
		      { "", "" },
		      { "f", "Zg==" },
		      { "fo", "Zm8=" },
		      { "foo", "Zm9v" },
		      { "foob", "Zm9vYg==" },
		      { "fooba", "Zm9vYmE=" },
		      { "foobar", "Zm9vYmFy" },
		      { "\xfb\xff\xfe", "+//+" }
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT;
		AUTO_STRBUF bytes = STRBUF_INIT;

		base64_add(&text, str_of(cases[i].bytes));
		assert_string_equal(text.ptr, cases[i].text);
		assert_true(base64_decode(&bytes, strbuf_str(&text)));
		assert_string_equal(bytes.ptr, cases[i].bytes);
	}
}

static void what_is_no_base64_is_refused(void **state)
{
	static const char *const cases[] = {
		"Z",	 "Zg",	       "Zg=",	   "Zg=a", "====", "Z===", "Z m9",
		"Zm9v=", "Zm9v\nZm9v", "Zg==Zg==", "Zm9-", "=",	   "=="
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF bytes = STRBUF_INIT;

		if (base64_decode(&bytes, str_of(cases[i])))
			fail_msg("\"%s\" was taken", cases[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bytes_become_text_and_bytes_again),
		cmocka_unit_test(what_is_no_base64_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
