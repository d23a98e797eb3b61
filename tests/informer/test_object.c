/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include "informer/object.h"

static const struct str none = { NULL, 0 };

static struct inf_object *make(const char *json)
{
	return inf__object_new(str_of(json), none, none, NULL);
}

static void assert_text(struct inf_str got, const char *want)
{
	assert_int_equal(got.len, strlen(want));
	assert_memory_equal(got.ptr, want, got.len);
}

static void object_metadata_is_read_as_by_unstructured_accessors(void **state)
{
	static const struct {
		const char *json, *key, *ns, *name, *rv, *uid, *kind, *api_version;
	} cases[] = {
		{ "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"namespace\":\"a\","
		  "\"name\":\"b\",\"resourceVersion\":\"7\",\"uid\":\"u\"},\"spec\":{}}",
		  "a/b", "a", "b", "7", "u", "Pod", "v1" },
		{ "{\"metadata\":{\"name\":\"node\"}}", "node", "", "node", "", "", "", "" },
		{ "{\"metadata\":{\"namespace\":\"a\"}}", "a/", "a", "", "", "", "", "" },
		{ "{}", "", "", "", "", "", "", "" },
		{ "{\"kind\":\"Pod\"}", "", "", "", "", "", "Pod", "" },
		{ "{\"metadata\":null}", "", "", "", "", "", "", "" },
		{ "{\"metadata\":[\"name\"]}", "", "", "", "", "", "", "" },
		{ "{\"metadata\":\"name\"}", "", "", "", "", "", "", "" },
		{ "{\"metadata\":{\"name\":5,\"namespace\":\"a\",\"resourceVersion\":7,"
		  "\"uid\":{}}}",
		  "a/", "a", "", "", "", "", "" },
		{ "{\"metadata\":{\"namespace\":null,\"name\":\"x\",\"resourceVersion\":null}}",
		  "x", "", "x", "", "", "", "" },
		{ "{\"kind\":null,\"apiVersion\":1}", "", "", "", "", "", "", "" },
		/* of duplicates the last counts, wholesale */
		{ "{\"metadata\":{\"name\":\"a\",\"uid\":\"u\"},\"metadata\":{\"name\":\"b\"}}",
		  "b", "", "b", "", "", "", "" },
		{ "{\"metadata\":{\"name\":\"a\",\"name\":\"b\"}}", "b", "", "b", "", "", "", "" },
		/* names are case-sensitive and may be nested elsewhere */
		{ "{\"Metadata\":{\"name\":\"a\"},\"spec\":{\"metadata\":{\"name\":\"c\"}}}", "",
		  "", "", "", "", "", "" },
		/* escapes, in values and in names */
		{ "{\"metadata\":{\"n\\u0061me\":\"a\\u0062\",\"namespace\":\"\\u00e9\","
		  "\"resourceVersion\":\"\\u0031\",\"uid\":\"\\u0075\"},\"kind\":\"P\\u006fd\","
		  "\"apiVersion\":\"apps\\/v1\"}",
		  "\xc3\xa9/ab", "\xc3\xa9", "ab", "1", "u", "Pod", "apps/v1" },
		{ "{\"met\\u0061data\":{\"name\":\"a\"}}", "a", "", "a", "", "", "", "" },
		/* a NUL would cut keys short */
		{ "{\"metadata\":{\"name\":\"a\\u0000b\"}}", "a?b", "", "a?b", "", "", "", "" },
		{ " {\n\t\"metadata\" : { \"name\" : \"a\" } } ", "a", "", "a", "", "", "", "" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		json_t v;

		assert_true(json_valid(str_of(cases[i].json), &v, NULL));

		AUTO_OBJECT obj = inf__object_new(v, none, none, NULL);

		assert_non_null(obj);
		assert_string_equal(inf_object_key(obj), cases[i].key);
		assert_string_equal(inf_object_resource_version(obj), cases[i].rv);
		assert_text(inf_object_namespace(obj), cases[i].ns);
		assert_text(inf_object_name(obj), cases[i].name);
		assert_text(inf_object_uid(obj), cases[i].uid);
		assert_text(inf_object_kind(obj), cases[i].kind);
		assert_text(inf_object_api_version(obj), cases[i].api_version);
		assert_int_equal(inf_object_json(obj).len, v.len);
		assert_memory_equal(inf_object_json(obj).ptr, v.ptr, v.len);
	}
	assert_int_equal(inf__object_count(), 0);
}

static void list_item_inherits_its_type_only_if_kind_and_version_are_missing(void **state)
{
	static const struct {
		const char *json, *want;
	} cases[] = {
		{ "{}", "{\"apiVersion\":\"v1\",\"kind\":\"Pod\"}" },
		{ "null", "{\"apiVersion\":\"v1\",\"kind\":\"Pod\"}" },
		{ "{\"metadata\":{}}", "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{}}" },
		{ "{\"kind\":\"X\"}", "{\"kind\":\"X\"}" },
		{ "{\"apiVersion\":\"v2\"}", "{\"apiVersion\":\"v2\"}" },
		{ "{\"kind\":\"\",\"a\":1,\"apiVersion\":5}",
		  "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"a\":1}" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_OBJECT obj =
		    inf__object_new(str_of(cases[i].json), STR("v1"), STR("Pod"), NULL);

		assert_non_null(obj);
		assert_text(inf_object_json(obj), cases[i].want);
	}
}

static void object_creation_rejects_non_objects(void **state)
{
	static const char *const values[] = { "[]", "1", "\"a\"", "true" };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(values); i++) {
		struct relist_err err = { 0 };

		assert_null(inf__object_new(str_of(values[i]), none, none, &err));
		assert_int_equal(err.code, RELIST_EINVAL);
	}
}

static void object_fields_of_70000_bytes_read_correctly(void **state)
{
	enum { LONG = 70000 };
	AUTO_STRBUF json = STRBUF_INIT;

	(void)state;
	strbuf_addz(&json, "{\"metadata\":{\"namespace\":\"");
	for (int i = 0; i < LONG; i++)
		strbuf_addc(&json, 'n');
	strbuf_addz(&json, "\",\"name\":\"x\",\"resourceVersion\":\"9\"}}");

	AUTO_OBJECT obj = make(json.ptr);

	assert_non_null(obj);
	assert_int_equal(inf_object_namespace(obj).len, LONG);
	assert_text(inf_object_name(obj), "x");
	assert_string_equal(inf_object_resource_version(obj), "9");
	assert_int_equal(inf_object_json(obj).len, json.len);
}

static void object_references_are_counted(void **state)
{
	struct inf_object *obj = make("{}");

	(void)state;
	assert_int_equal(inf__object_count(), 1);
	assert_ptr_equal(inf_object_ref(obj), obj);
	inf_object_unref(obj);
	assert_int_equal(inf__object_count(), 1);
	inf_object_unref(obj);
	assert_int_equal(inf__object_count(), 0);
	inf_object_unref(NULL);
}

static void object_new_survives_every_failing_allocation(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC({
		struct relist_err err = { 0 };
		struct inf_object *obj = inf__object_new(
		    STR("{\"metadata\":{\"name\":\"\\u0061\",\"namespace\":\"\\u0062\","
			"\"resourceVersion\":\"\\u0031\",\"uid\":\"\\u0032\"}}"),
		    STR("v1"), STR("Pod"), &err);

		if (obj)
			assert_string_equal(inf_object_key(obj), "b/a");
		else
			assert_int_equal(err.code, RELIST_ENOMEM);
		inf_object_unref(obj);
	});
	assert_int_equal(inf__object_count(), 0);
}

/* A document that is cut off: each copy has its own bytes, so that a read behind it is noticed. */
static void member_without_a_value_is_no_member(void **state)
{
	static const struct {
		const char *json;
		bool member;
	} cases[] = {
		{ "{\"a\"", false }, { "{\"a\" ", false }, { "{", false },
		{ "{a", false },     { "{\"a\":", true },  { "{\"a\":1", true },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		size_t len = strlen(cases[i].json);
		char *copy = base__malloc(len);
		json_t key;

		assert_non_null(copy);
		memcpy(copy, cases[i].json, len);
		assert_int_equal(inf__next_member(copy, copy + len, &key) != NULL, cases[i].member);
		base__free(copy);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(object_metadata_is_read_as_by_unstructured_accessors),
		cmocka_unit_test(list_item_inherits_its_type_only_if_kind_and_version_are_missing),
		cmocka_unit_test(object_creation_rejects_non_objects),
		cmocka_unit_test(object_fields_of_70000_bytes_read_correctly),
		cmocka_unit_test(member_without_a_value_is_no_member),
		cmocka_unit_test(object_references_are_counted),
		cmocka_unit_test(object_new_survives_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
