/* SPDX-License-Identifier: Apache-2.0 */
/* Values as Go's fmt shows them (%v, %#v, %T of what encoding/json decodes). */
#include "tests/kit/testing.h"

#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/go_print.h"

static void values_are_printed_as_by_go_fmt(void **state)
{
	static const struct {
		const char *json, *plain, *syntax, *type, *kind;
	} cases[] = {
		{ "\"a \\\"b\\\"\"", "a \"b\"", "\"a \\\"b\\\"\"", "string", "string" },
		{ "5", "5", "5", "int64", "int64" },
		{ "1.0", "1", "1", "float64", "float64" },
		{ "1e6", "1e+06", "1e+06", "float64", "float64" },
		{ "true", "true", "true", "bool", "bool" },
		{ "[]", "[]", "[]interface {}{}", "[]interface {}", "slice" },
		{ "[null,\"x\",[1]]", "[<nil> x [1]]",
		  "[]interface {}{interface {}(nil), \"x\", []interface {}{1}}", "[]interface {}",
		  "slice" },
		{ "{\"b\":1,\"a\":{\"c\":null}}", "map[a:map[c:<nil>] b:1]",
		  "map[string]interface {}{\"a\":map[string]interface {}{\"c\":interface {}(nil)}, "
		  "\"b\":1}",
		  "map[string]interface {}", "map" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF why = STRBUF_INIT;
		AUTO_STRBUF plain = STRBUF_INIT;
		AUTO_STRBUF syntax = STRBUF_INIT;
		cJSON *v = fakeapi__go_json_parse(str_of(cases[i].json), &why);

		fakeapi__go_print(&plain, v);
		fakeapi__go_print_syntax(&syntax, v);
		assert_string_equal(plain.ptr, cases[i].plain);
		assert_string_equal(syntax.ptr, cases[i].syntax);
		assert_string_equal(fakeapi__go_type(v), cases[i].type);
		assert_string_equal(fakeapi__go_kind(v), cases[i].kind);
		cJSON_Delete(v);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_are_printed_as_by_go_fmt),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
