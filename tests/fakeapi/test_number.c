/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers keep their digits, and are written as Go writes them: encoding/json's floatEncoder,
 * strconv.FormatFloat, fmt's %v. What a real server keeps: tests/wire/34-*. */
#include "tests/kit/testing.h"

#include "base/alloc.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"

static void assert_kept(const char *in, const char *out)
{
	AUTO_STRBUF why = STRBUF_INIT;
	cJSON *tree = fakeapi__go_json_parse(str_of(in), &why);
	cJSON *copy = cJSON_Duplicate(tree, true);
	char *text = fakeapi__print(copy);

	assert_string_equal(text, out);
	assert_true(fakeapi__equal(tree, copy));
	cJSON_free(text);
	cJSON_Delete(copy);
	cJSON_Delete(tree);
}

static void integers_of_64_bits_keep_their_digits(void **state)
{
	(void)state;
	assert_kept("9007199254740993", "9007199254740993");
	assert_kept("{\"a\":[9007199254740993,-9223372036854775808,1]}",
		    "{\"a\":[9007199254740993,-9223372036854775808,1]}");
	assert_kept("{\"9007199254740995\":9223372036854775807,\"b\":\"9007199254740995\\\"\"}",
		    "{\"9007199254740995\":9223372036854775807,\"b\":\"9007199254740995\\\"\"}");
	assert_kept("[1e300,9007199254740993,1e16]", "[1e+300,9007199254740993,10000000000000000]");
}

static void number_that_is_no_int64_is_printed_as_a_go_float(void **state)
{
	static const struct {
		const char *in, *json, *fmt;
	} cases[] = {
		{ "1.0", "1", "1" },
		{ "1e3", "1000", "1000" },
		{ "0.1", "0.1", "0.1" },
		{ "-1.5", "-1.5", "-1.5" },
		{ "1234567.5", "1234567.5", "1.2345675e+06" },
		{ "0.000001", "0.000001", "1e-06" },
		{ "0.0000001", "1e-7", "1e-07" },
		{ "9223372036854775808", "9223372036854776000", "9.223372036854776e+18" },
		{ "12345678901234567890", "12345678901234567000", "1.2345678901234567e+19" },
		{ "1e20", "100000000000000000000", "1e+20" },
		{ "1e21", "1e+21", "1e+21" },
		{ "1.5e300", "1.5e+300", "1.5e+300" },
		{ "5e-324", "5e-324", "5e-324" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		cJSON *n = cJSON_Parse(cases[i].in);
		AUTO_STRBUF json = STRBUF_INIT;
		AUTO_STRBUF fmt = STRBUF_INIT;

		fakeapi__number_add(&json, n);
		fakeapi__float_add(&fmt, n->valuedouble);
		assert_string_equal(json.ptr, cases[i].json);
		assert_string_equal(fmt.ptr, cases[i].fmt);
		cJSON_Delete(n);
	}
}

static void number_is_int64_if_it_fits(void **state)
{
	static const struct {
		const char *in;
		bool is;
		int64_t value;
	} cases[] = {
		{ "5", true, 5 },
		{ "1.5", false, 1 },
		{ "9223372036854775807", true, INT64_MAX },
		{ "-9223372036854775808", true, INT64_MIN },
		{ "9223372036854775808", false, 0 },
		{ "1e19", false, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		cJSON *n = fakeapi__parse(str_of(cases[i].in)), *again;

		assert_int_equal(fakeapi__is_int64(n), cases[i].is);
		assert_true(fakeapi__int64(n) == cases[i].value);
		again = fakeapi__new_int64(cases[i].value);
		assert_true(fakeapi__int64(again) == cases[i].value);
		cJSON_Delete(again);
		cJSON_Delete(n);
	}
}

static void number_written_as_a_float_is_no_integer(void **state)
{
	static const char text[] =
	    "{\"\\\"1.0\":[5,1.0,\"2.0\",1e2,-3],\"n\":{\"m\":18446744073709551616}}";
	AUTO_STRBUF why = STRBUF_INIT;
	cJSON *tree = fakeapi__go_json_parse(STR(text), &why), *list = tree->child, *copy;
	char *out;

	(void)state;
	assert_true(fakeapi__is_int64(cJSON_GetArrayItem(list, 0)));
	assert_false(fakeapi__is_int64(cJSON_GetArrayItem(list, 1)));
	assert_string_equal(fakeapi__number_literal(cJSON_GetArrayItem(list, 1)), "1.0");
	assert_false(fakeapi__is_int64(cJSON_GetArrayItem(list, 3)));
	assert_true(fakeapi__int64(cJSON_GetArrayItem(list, 3)) == 100);
	assert_true(fakeapi__is_int64(cJSON_GetArrayItem(list, 4)));
	assert_string_equal(fakeapi__number_literal(tree->child->next->child),
			    "18446744073709551616");
	copy = cJSON_Duplicate(tree, true);
	assert_true(fakeapi__equal(tree, copy));
	out = fakeapi__print(copy);
	assert_string_equal(
	    out, "{\"\\\"1.0\":[5,1,\"2.0\",100,-3],\"n\":{\"m\":18446744073709552000}}");
	cJSON_free(out);
	cJSON_Delete(copy);
	cJSON_Delete(tree);
}

static void large_numbers_that_differ_by_one_are_not_equal(void **state)
{
	cJSON *a = fakeapi__parse(STR("9007199254740993"));
	cJSON *b = fakeapi__parse(STR("9007199254740992"));

	(void)state;
	assert_false(fakeapi__equal(a, b));
	cJSON_Delete(a);
	cJSON_Delete(b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(integers_of_64_bits_keep_their_digits),
		cmocka_unit_test(number_that_is_no_int64_is_printed_as_a_go_float),
		cmocka_unit_test(number_is_int64_if_it_fits),
		cmocka_unit_test(number_written_as_a_float_is_no_integer),
		cmocka_unit_test(large_numbers_that_differ_by_one_are_not_equal),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
