/* SPDX-License-Identifier: Apache-2.0 */
/* Objects that programs make, change and read. */
#include "informer/object.h"

#include "base/str.h"
#include "relist/client.h"
#include "tests/kit/testing.h"

/* The examples of RFC 7386, appendix A, as members, and what JSON makes possible besides. */
static void a_merge_patch_does_what_the_rfc_says(void **state)
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

static void what_is_no_object_is_an_error(void **state)
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

static void fields_are_found_and_read(void **state)
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

static void no_memory_is_an_error(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC(make_and_merge());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_merge_patch_does_what_the_rfc_says),
		cmocka_unit_test(what_is_no_object_is_an_error),
		cmocka_unit_test(fields_are_found_and_read),
		cmocka_unit_test(no_memory_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
