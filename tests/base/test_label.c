/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text/label.h"

#include "tests/kit/testing.h"

#define A63  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define A252 A63 A63 A63 A63

static void label_key_errors_are_those_of_apimachinery(void **state)
{
	static const struct {
		const char *key;
		const char *starts[3]; /* of each message; NULL: no more */
	} cases[] = {
		{ "a", { NULL } },
		{ "a.b/C_d", { NULL } },
		{ A63, { NULL } },
		{ A63 "a", { "name part must be no more than 63 bytes" } },
		{ "", { "name part must be non-empty", "name part must consist of" } },
		{ "-" A63,
		  { "name part must be no more than 63 bytes", "name part must consist of" } },
		{ "/a", { "prefix part must be non-empty" } },
		{ "A/a", { "prefix part a lowercase RFC 1123 subdomain" } },
		{ A252 ".a/a", { "prefix part must be no more than 253 bytes" } },
		{ A252 ".A/a",
		  { "prefix part must be no more than 253 bytes",
		    "prefix part a lowercase RFC 1123 subdomain" } },
		{ "a/b/c", { "a valid label key must consist of" } },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct strbuf out = STRBUF_INIT;
		const char *at;

		label_key_errors(str_of(cases[i].key), LABEL_BYTES, "\n", &out);
		at = out.len ? out.ptr : NULL;
		for (size_t j = 0; j < ARRAY_LEN(cases[i].starts) && cases[i].starts[j]; j++) {
			if (!at || strncmp(at, cases[i].starts[j], strlen(cases[i].starts[j])) != 0)
				fail_msg("\"%s\": %s", cases[i].key, out.ptr);
			at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL;
		}
		assert_null(at);
		strbuf_fini(&out);
	}
}

static void label_value_errors_are_those_of_apimachinery(void **state)
{
	static const struct {
		const char *value, *start;
		bool both;
	} cases[] = {
		{ "", NULL, false },
		{ "a-_.b", NULL, false },
		{ A63, NULL, false },
		{ A63 "a", "must be no more than 63 bytes", false },
		{ "-" A63, "must be no more than 63 bytes; a valid label must be", true },
		{ "a b", "a valid label must be an empty string or", false },
		{ ".", "a valid label must be an empty string or", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct strbuf out = STRBUF_INIT;

		label_value_errors(str_of(cases[i].value), LABEL_BYTES, "; ", &out);
		assert_int_equal(label_is_value(str_of(cases[i].value)), out.len == 0);
		if (cases[i].start)
			assert_memory_equal(out.ptr, cases[i].start, strlen(cases[i].start));
		if (!cases[i].both && out.len)
			assert_null(strstr(out.ptr, "; "));
		strbuf_fini(&out);
	}
}

static void label_messages_of_1_34_count_characters_and_name_a_qualified_name(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	label_key_errors(STR(A63 "a"), LABEL_CHARACTERS, "; ", &out);
	label_key_errors(STR("a/b/c"), LABEL_CHARACTERS, "; ", &out);
	label_value_errors(STR(A63 "a"), LABEL_CHARACTERS, "; ", &out);
	assert_non_null(strstr(out.ptr, "63 characters; a qualified name must"));
	assert_null(strstr(out.ptr, "bytes"));
	strbuf_fini(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(label_key_errors_are_those_of_apimachinery),
		cmocka_unit_test(label_value_errors_are_those_of_apimachinery),
		cmocka_unit_test(label_messages_of_1_34_count_characters_and_name_a_qualified_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
