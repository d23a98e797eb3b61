/* SPDX-License-Identifier: Apache-2.0 */
/* Duplicates in lists of type set and map
 * (apiextensions-apiserver/pkg/apiserver/schema/listtype/validation.go). */
#include "fakeapi/meta/causes.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/schema/schema.h"
#include "tests/kit/testing.h"

#define LIST(more) "\"type\":\"array\"" more ",\"items\":{\"type\":\"object\"}"
#define SET	   LIST(",\"x-kubernetes-list-type\":\"set\"")
#define MAP(keys)                                                                                  \
	LIST(",\"x-kubernetes-list-type\":\"map\",\"x-kubernetes-list-map-keys\":[" keys "]")
#define NO_OBJECT "must be an object for an array of list-type map"

/* Each error of {"a": VALUE} as FIELD: MESSAGE. */
static void check(const char *schema, const char *value, const char *old, struct strbuf *out)
{
	AUTO_STRBUF s_text = STRBUF_INIT, v_text = STRBUF_INIT, o_text = STRBUF_INIT;
	struct fakeapi__causes causes;
	cJSON *s, *v, *o;
	const cJSON *c;

	strbuf_addf(&s_text, "{\"type\":\"object\",\"properties\":{\"a\":{%s}}}", schema);
	strbuf_addf(&v_text, "{\"a\":%s}", value);
	strbuf_addf(&o_text, "{\"a\":%s}", old ? old : "[]");
	s = cJSON_Parse(s_text.ptr);
	v = fakeapi__parse(strbuf_str(&v_text));
	o = old ? fakeapi__parse(strbuf_str(&o_text)) : NULL;
	assert_non_null(s);
	assert_non_null(v);
	fakeapi__causes_init(&causes);
	assert_int_equal(fakeapi__schema_validate_lists(s, NULL, v, o, &causes), 0);
	strbuf_addz(out, "");
	cJSON_ArrayForEach(c, causes.list)
	    strbuf_addf(out, "%s%s: %s", out->len ? "; " : "", fakeapi__string(c, "field"),
			fakeapi__string(c, "message"));
	fakeapi__causes_fini(&causes);
	cJSON_Delete(s);
	cJSON_Delete(v);
	cJSON_Delete(o);
}

static void duplicates_are_reported_once_by_the_keys_of_the_list(void **state)
{
	static const struct {
		const char *schema, *value, *want;
	} cases[] = {
		/* sets */
		{ SET, "[]", "" },
		{ SET, "[1,2]", "" },
		{ SET, "[1,2,1,1]", "a[2]: Duplicate value: 1" },
		{ SET, "[1,2,1,2]", "a[2]: Duplicate value: 1; a[3]: Duplicate value: 2" },
		{ SET, "[\"1\",1,true,null]", "" },
		{ SET, "[null,null]", "a[1]: Duplicate value: null" },
		{ SET, "[\"x\",\"x\"]", "a[1]: Duplicate value: \"x\"" },
		{ SET, "[{\"b\":1,\"c\":2},{\"c\":2,\"b\":1}]",
		  "a[1]: Duplicate value: {\"c\":2,\"b\":1}" },
		{ SET, "[[1,2],[2,1],[1,2]]", "a[2]: Duplicate value: [1,2]" },
		/* maps */
		{ MAP("\"k\""), "[{\"k\":1},{\"k\":2,\"v\":1},{\"k\":1,\"v\":2}]",
		  "a[2]: Duplicate value: {\"k\":1}" },
		{ MAP("\"k\""), "[{\"k\":1},{\"k\":\"1\"}]", "" },
		{ MAP("\"k\""), "[{\"v\":1},null,{\"v\":1}]", "a[1]: Duplicate value: {}" },
		{ MAP("\"k\""), "[{\"k\":null},{}]", "" },
		{ MAP("\"k\",\"l\""), "[{\"k\":1,\"l\":2},{\"k\":1,\"l\":1},{\"l\":2,\"k\":1}]",
		  "a[2]: Duplicate value: {\"k\":1,\"l\":2}" },
		{ MAP("\"k\",\"l\""), "[{\"k\":1},{\"l\":1},{\"k\":1}]",
		  "a[2]: Duplicate value: {\"k\":1}" },
		{ MAP("\"k\""), "[{\"k\":1},{\"k\":1},2,3]", "a[2]: Invalid value: 2: " NO_OBJECT },
		{ MAP("\"k\""), "[\"x\"]", "a[0]: Invalid value: \"x\": " NO_OBJECT },
		{ MAP("\"k\""), "[[]]", "a[0]: Invalid value: []: " NO_OBJECT },
		{ MAP("\"k\""), "[null]", "" },
		/* neither, and no list */
		{ LIST(""), "[1,1]", "" },
		{ LIST(",\"x-kubernetes-list-type\":\"atomic\""), "[1,1]", "" },
		{ SET, "{\"b\":[1,1]}", "" },
		{ SET, "1", "" },
		/* below items, properties and additional ones */
		{ "\"type\":\"array\",\"items\":{" SET "}", "[[1,1],[],[2,2]]",
		  "a[0][1]: Duplicate value: 1; a[2][1]: Duplicate value: 2" },
		{ "\"type\":\"array\",\"x-kubernetes-list-type\":\"set\",\"items\":{" SET "}",
		  "[[1,1],[1,1]]",
		  "a[1]: Duplicate value: [1,1]; a[0][1]: Duplicate value: 1; a[1][1]: Duplicate "
		  "value: 1" },
		{ "\"type\":\"object\",\"properties\":{\"b\":{" SET "}}",
		  "{\"b\":[1,1],\"c\":[1,1]}", "a.b[1]: Duplicate value: 1" },
		{ "\"type\":\"object\",\"additionalProperties\":{" SET "}",
		  "{\"b\":[1,1],\"c\":[2]}", "a[b][1]: Duplicate value: 1" },
		{ "\"type\":\"object\",\"additionalProperties\":true", "{\"b\":[1,1]}", "" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF got = STRBUF_INIT;

		check(cases[i].schema, cases[i].value, NULL, &got);
		if (strcmp(got.ptr, cases[i].want) != 0)
			fail_msg("case %zu: %s\nwanted %s", i, got.ptr, cases[i].want);
	}
}

/* An object that was stored with an error may keep it and get others. */
static void errors_of_the_old_object_end_the_check(void **state)
{
	static const struct {
		const char *schema, *old, *value;
		bool refused;
	} cases[] = {
		{ SET, "[1]", "[1,1]", true },	       { SET, "[1,1]", "[1,1]", false },
		{ SET, "[1,1]", "[2,2]", false },      { MAP("\"k\""), "[{}]", "[1]", true },
		{ MAP("\"k\""), "[1]", "[2]", false }, { MAP("\"k\""), "[{},{}]", "[2]", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF got = STRBUF_INIT;

		check(cases[i].schema, cases[i].value, cases[i].old, &got);
		if ((got.len > 0) != cases[i].refused)
			fail_msg("case %zu: %s", i, got.ptr);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(duplicates_are_reported_once_by_the_keys_of_the_list),
		cmocka_unit_test(errors_of_the_old_object_end_the_check),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
