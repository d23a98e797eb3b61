/* SPDX-License-Identifier: Apache-2.0 */
/* Objects that programs make, change and read. */
#include "informer/object.h"

#include "base/str.h"
#include "relist/client.h"
#include "tests/kit/testing.h"

/* The examples of RFC 7386, appendix A, as members, and further cases that JSON allows. */
static void merge_patch_follows_rfc_7386(void **state)
{
	static const struct {
		const char *target, *patch, *want;
	} cases[] = {
		{ "{\"a\":\"b\"}", "{\"a\":\"c\"}", "{\"a\":\"c\"}" },
		{ "{\"a\":\"b\"}", "{\"b\":\"c\"}", "{\"a\":\"b\",\"b\":\"c\"}" },
		{ "{\"a\":\"b\"}", "{\"a\":null}", "{}" },
		{ "{\"a\":\"b\",\"b\":\"c\"}", "{\"a\":null}", "{\"b\":\"c\"}" },
		{ "{\"a\":[\"b\"]}", "{\"a\":\"c\"}", "{\"a\":\"c\"}" },
		{ "{\"a\":\"c\"}", "{\"a\":[\"b\"]}", "{\"a\":[\"b\"]}" },
		{ "{\"a\":{\"b\":\"c\"}}", "{\"a\":{\"b\":\"d\",\"c\":null}}",
		  "{\"a\":{\"b\":\"d\"}}" },
		{ "{\"a\":[{\"b\":\"c\"}]}", "{\"a\":[1]}", "{\"a\":[1]}" },
		{ "{\"e\":null}", "{\"a\":1}", "{\"e\":null,\"a\":1}" },
		{ "{}", "{\"a\":{\"bb\":{\"ccc\":null}}}", "{\"a\":{\"bb\":{}}}" },
		{ "{\"a\":1}", "{\"a\":{\"b\":null,\"c\":2}}", "{\"a\":{\"c\":2}}" },
		{ "{}", "{}", "{}" },
		/* Names are compared as characters; of doubled ones the last counts. */
		{ "{\"a\\u0062\":1}", "{\"ab\":2}", "{\"ab\":2}" },
		{ "{\"a\":1,\"a\":2}", "{}", "{\"a\":2}" },
		{ "{\"a\":1}", "{\"a\":2,\"a\":3}", "{\"a\":3}" },
		{ "{\"b\":1}", "{\"a\":2,\"a\":null}", "{\"b\":1}" },
		{ " { \"a\" : 1 } ", " { \"b\" : 2 } ", "{\"a\":1,\"b\":2}" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct relist_err err = { 0 };
		struct inf_object *was =
		    inf_object_from_json(cases[i].target, strlen(cases[i].target), &err);
		struct inf_object *is =
		    inf_object_merge(was, cases[i].patch, strlen(cases[i].patch), &err);
		json_t want;

		if (!is)
			fail_msg("%s: %s", cases[i].patch, err.msg);
		assert_true(json_valid(str_of(cases[i].want), &want, NULL));
		if (!json_equal(inf__object_value(is), want))
			fail_msg("%s + %s: %.*s", cases[i].target, cases[i].patch,
				 (int)inf_object_json(is).len, inf_object_json(is).ptr);
		inf_object_unref(is);
		inf_object_unref(was);
	}
}

static void non_object_json_is_rejected_by_parse_and_merge(void **state)
{
	static const struct {
		const char *json;
		int code;
	} cases[] = {
		{ "", RELIST_EPARSE },	{ "[]", RELIST_EPARSE },  { "null", RELIST_EPARSE },
		{ "{", RELIST_EPARSE }, { "{}x", RELIST_EPARSE }, { "\"a\"", RELIST_EPARSE },
	};
	struct inf_object *obj = inf_object_from_json("{}", 2, NULL);
	AUTO_STRBUF deep = STRBUF_INIT;
	struct relist_err err;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		size_t len = strlen(cases[i].json);

		err.code = 0;
		assert_null(inf_object_from_json(cases[i].json, len, &err));
		assert_int_equal(err.code, cases[i].code);
		assert_null(inf_object_merge(obj, cases[i].json, len, &err));
		assert_int_equal(err.code, cases[i].code);
	}
	assert_null(inf_object_from_format(&err, "{\"a\":%s}", "x"));
	assert_int_equal(err.code, RELIST_EPARSE);
	/* It is walked by recursion, and reconcilers have small stacks. */
	for (int i = 0; i < 5000; i++)
		strbuf_addz(&deep, "{\"a\":");
	strbuf_addz(&deep, "1");
	for (int i = 0; i < 5000; i++)
		strbuf_addz(&deep, "}");
	assert_null(inf_object_merge(obj, deep.ptr, deep.len, &err));
	assert_int_equal(err.code, RELIST_ELIMIT);
	inf_object_unref(obj);
}

static void object_field_returns_nested_values(void **state)
{
	static const char json[] = "{\"metadata\":{\"annotations\":{\"a.b/c\":\"d\\u00e4\"}},"
				   "\"spec\":{\"n\":-7,\"f\":1.5,\"on\":true,\"off\":false}}";
	struct inf_object *obj = inf_object_from_json(json, strlen(json), NULL);
	char text[8];
	int64_t n = 0;

	(void)state;
	assert_true(inf_json_text(inf_object_field(obj, "metadata", "annotations", "a.b/c", NULL),
				  text, sizeof(text)));
	assert_string_equal(text, "d\xc3\xa4");
	assert_false(inf_json_text(inf_object_field(obj, "metadata", "annotations", "a.b/c", NULL),
				   text, 3));
	assert_string_equal(text, "d\xc3"); /* cut, and terminated */
	assert_true(inf_json_int64(inf_object_field(obj, "spec", "n", NULL), &n));
	assert_int_equal(n, -7);
	assert_false(inf_json_int64(inf_object_field(obj, "spec", "f", NULL), &n));
	assert_false(inf_json_text(inf_object_field(obj, "spec", "n", NULL), text, sizeof(text)));
	assert_string_equal(text, "");
	assert_true(inf_json_is_true(inf_object_field(obj, "spec", "on", NULL)));
	assert_false(inf_json_is_true(inf_object_field(obj, "spec", "off", NULL)));
	assert_null(inf_object_field(obj, "spec", "none", "deeper", NULL).ptr);
	assert_false(inf_json_is_true(inf_object_field(obj, "none", NULL)));
	assert_int_equal(inf_object_field(obj, NULL).len, strlen(json));
	inf_object_unref(obj);
}

static struct inf_str json_of(const char *z)
{
	return (struct inf_str) { z, z ? strlen(z) : 0 };
}

static void json_value_reads_only_as_its_own_type(void **state)
{
	static const struct {
		const char *json;
		bool is_int, is_true;
		int64_t n;
		const char *text; /* NULL: it is no string */
	} rows[] = {
		{ NULL, false, false, 0, NULL },
		{ "", false, false, 0, NULL },
		{ " ", false, false, 0, NULL },
		{ "nonsense", false, false, 0, NULL },
		{ "tru", false, false, 0, NULL },
		{ "\"a", false, false, 0, NULL },
		{ "1 2", false, false, 0, NULL },
		{ "null", false, false, 0, NULL },
		{ "{}", false, false, 0, NULL },
		{ "[true]", false, false, 0, NULL },
		{ "true", false, true, 0, NULL },
		{ " true\n", false, true, 0, NULL },
		{ "false", false, false, 0, NULL },
		{ "\"true\"", false, false, 0, "true" },
		{ "0", true, false, 0, NULL },
		{ " -7 ", true, false, -7, NULL },
		{ "9223372036854775807", true, false, INT64_MAX, NULL },
		{ "9223372036854775808", false, false, 0, NULL },
		{ "-9223372036854775808", true, false, INT64_MIN, NULL },
		{ "1.5", false, false, 0, NULL },
		{ "\"7\"", false, false, 0, "7" },
		{ "\"\"", false, false, 0, "" },
		{ "\"1234567\"", false, false, 0, "1234567" },
		{ "\"a\\n\\u00e4\"", false, false, 0, "a\n\xc3\xa4" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct inf_str v = json_of(rows[i].json);
		char text[8] = "before";
		int64_t n = 0;

		assert_int_equal(inf_json_int64(v, &n), rows[i].is_int);
		assert_true(n == rows[i].n);
		assert_int_equal(inf_json_is_true(v), rows[i].is_true);
		assert_int_equal(inf_json_text(v, text, sizeof(text)), rows[i].text != NULL);
		assert_string_equal(text, rows[i].text ? rows[i].text : "");
	}
}

static void json_text_is_truncated_to_its_buffer(void **state)
{
	static const char *const cut[] = { "", "", "a", "ab", "abc", "abc" };
	char text[8];

	(void)state;
	for (size_t cap = 1; cap < ARRAY_LEN(cut); cap++) {
		memset(text, 'x', sizeof(text));
		assert_int_equal(inf_json_text(json_of("\"abc\""), text, cap), cap > 3);
		assert_string_equal(text, cut[cap]);
		assert_int_equal(text[cap], 'x');
	}
}

static void merge_patch_over_200_levels_is_rejected(void **state)
{
	struct inf_object *obj = inf_object_from_json("{}", 2, NULL), *out;

	(void)state;
	for (int depth = 199; depth <= 202; depth++) {
		struct relist_err err = { 0 };
		AUTO_STRBUF deep = STRBUF_INIT;

		for (int i = 0; i < depth; i++)
			strbuf_addz(&deep, "{\"a\":");
		strbuf_addz(&deep, "1");
		for (int i = 0; i < depth; i++)
			strbuf_addz(&deep, "}");
		out = inf_object_merge(obj, deep.ptr, deep.len, &err);
		assert_int_equal(out != NULL, depth <= 200);
		assert_int_equal(err.code, depth <= 200 ? 0 : RELIST_ELIMIT);
		if (!out)
			assert_string_equal(err.msg, "merge patch: nested more than 200 deep");
		inf_object_unref(out);
	}
	inf_object_unref(obj);
}

static void parse_errors_give_the_byte_offset(void **state)
{
	static const struct {
		const char *json, *text, *merge_text;
	} rows[] = {
		{ "", "object: not JSON at byte 0", "merge patch: no JSON object (byte 0)" },
		{ "{\"a\":x}", "object: not JSON at byte 5",
		  "merge patch: no JSON object (byte 5)" },
		{ "{} x", "object: not JSON at byte 3", "merge patch: no JSON object (byte 3)" },
		{ "[]", "object: a JSON value that is no object",
		  "merge patch: no JSON object (byte 0)" },
	};
	struct inf_object *obj = inf_object_from_json("{}", 2, NULL);

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct relist_err err = { 0 };
		size_t len = strlen(rows[i].json);

		assert_null(inf_object_from_json(rows[i].json, len, &err));
		assert_string_equal(err.msg, rows[i].text);
		assert_null(inf_object_merge(obj, rows[i].json, len, &err));
		assert_string_equal(err.msg, rows[i].merge_text);
	}
	inf_object_unref(obj);
}

static void make_and_merge(void)
{
	struct relist_err err = { 0 };
	struct inf_object *a = inf_object_from_format(&err, "{\"a\":{\"b\":%d}}", 1), *b = NULL;

	if (a)
		b = inf_object_merge(a, "{\"a\":{\"c\":2}}", 13, &err);
	if (!b)
		assert_int_equal(err.code, RELIST_ENOMEM);
	inf_object_unref(a);
	inf_object_unref(b);
}

static void object_edit_reports_failed_allocations(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC(make_and_merge());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(merge_patch_follows_rfc_7386),
		cmocka_unit_test(non_object_json_is_rejected_by_parse_and_merge),
		cmocka_unit_test(object_field_returns_nested_values),
		cmocka_unit_test(json_value_reads_only_as_its_own_type),
		cmocka_unit_test(json_text_is_truncated_to_its_buffer),
		cmocka_unit_test(merge_patch_over_200_levels_is_rejected),
		cmocka_unit_test(parse_errors_give_the_byte_offset),
		cmocka_unit_test(object_edit_reports_failed_allocations),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
