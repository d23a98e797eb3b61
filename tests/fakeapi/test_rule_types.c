/* SPDX-License-Identifier: Apache-2.0 */
/* The types that rules see, by the schema of a value. */
#include "fakeapi/rules/rules.h"
#include "tests/kit/testing.h"

/* The error of a rule over {"a": VALUE}; "": it holds. */
static void evaluate(const char *schema, const char *rule, const char *value, struct strbuf *out)
{
	AUTO_STRBUF text = STRBUF_INIT, object = STRBUF_INIT;
	struct fakeapi__causes causes;
	struct fakeapi__rules *rules = NULL;
	cJSON *s, *o;

	strbuf_addf(&text,
		    "{\"type\":\"object\",\"properties\":{\"a\":{%s}},"
		    "\"x-kubernetes-validations\":[{\"rule\":\"%s\"}]}",
		    schema, rule);
	strbuf_addf(&object, "{\"a\":%s}", value);
	s = cJSON_Parse(text.ptr);
	o = cJSON_Parse(object.ptr);
	assert_non_null(s);
	assert_non_null(o);
	fakeapi__causes_init(&causes);
	assert_int_equal(fakeapi__rules_new(s, &rules), 0);
	assert_non_null(rules);
	assert_int_equal(fakeapi__rules_validate(rules, o, NULL, &causes), 0);
	strbuf_addz(out, "");
	if (fakeapi__causes_count(&causes))
		strbuf_addz(out, cJSON_GetStringValue(
				     cJSON_GetObjectItem(causes.list->child, "message")));
	fakeapi__rules_free(rules);
	fakeapi__causes_fini(&causes);
	cJSON_Delete(s);
	cJSON_Delete(o);
}

/* apiserver/pkg/cel/common/values.go: UnstructuredToVal. Null members are absent. */
static void null_is_a_value_of_nullable_schemas_only(void **state)
{
	static const char *const types[] = {
		"\"type\":\"string\"",
		"\"type\":\"string\",\"format\":\"byte\"",
		"\"type\":\"string\",\"format\":\"date\"",
		"\"type\":\"string\",\"format\":\"date-time\"",
		"\"type\":\"string\",\"format\":\"duration\"",
		"\"type\":\"integer\"",
		"\"type\":\"number\"",
		"\"type\":\"boolean\"",
		"\"type\":\"array\",\"items\":{\"type\":\"string\"}",
		("\"type\":\"array\",\"x-kubernetes-list-type\":\"set\",\"items\":{\"type\":"
		 "\"string\"}"),
		"\"type\":\"object\",\"properties\":{\"b\":{\"type\":\"string\"}}",
		"\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}",
	};
	static const char *const flags[] = { "", ",\"nullable\":false", ",\"nullable\":true" };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(types); i++) {
		for (size_t k = 0; k < ARRAY_LEN(flags); k++) {
			AUTO_STRBUF schema = STRBUF_INIT, got = STRBUF_INIT, item = STRBUF_INIT;

			strbuf_addf(&schema, "%s%s", types[i], flags[k]);
			evaluate(schema.ptr, "!has(self.a)", "null", &got);
			strbuf_clear(&schema);
			strbuf_addf(&schema, "\"type\":\"array\",\"items\":{%s%s}", types[i],
				    flags[k]);
			evaluate(schema.ptr, "dyn(self.a[0]) == null", "[null]", &item);
			if (got.len || (k == 2 ? item.len > 0
					       : !strstr(item.ptr, "invalid data, got null for "
								   "schema with nullable=false")))
				fail_msg("%s: \"%s\", \"%s\"", schema.ptr, got.ptr, item.ptr);
		}
	}
}

static void values_have_the_type_of_their_schema(void **state)
{
	static const struct {
		const char *schema, *value, *rule;
	} cases[] = {
		{ "\"type\":\"string\"", "\"x\"", "type(self.a) == string" },
		{ "\"type\":\"string\",\"format\":\"byte\"", "\"eA==\"", "self.a == b'x'" },
		{ "\"type\":\"string\",\"format\":\"date\"", "\"2026-11-30\"",
		  "self.a == timestamp('2026-11-30T00:00:00Z')" },
		{ "\"type\":\"string\",\"format\":\"date-time\"", "\"2026-11-30T00:00:01Z\"",
		  "self.a == timestamp('2026-11-30T00:00:01Z')" },
		{ "\"type\":\"string\",\"format\":\"datetime\"", "\"2026-11-30T00:00:01Z\"",
		  "type(self.a) == string" },
		{ "\"type\":\"string\",\"format\":\"dateish\"", "\"x\"", "type(self.a) == string" },
		{ "\"type\":\"string\",\"format\":\"duration\"", "\"90s\"",
		  "self.a == duration('1m30s')" },
		{ "\"type\":\"integer\"", "7", "type(self.a) == int" },
		{ "\"type\":\"number\"", "7", "type(self.a) == double" },
		{ "\"type\":\"boolean\"", "true", "self.a" },
		{ "\"x-kubernetes-int-or-string\":true", "7", "type(self.a) == int" },
		{ "\"x-kubernetes-int-or-string\":true", "\"7\"", "type(self.a) == string" },
		{ "\"type\":\"array\",\"items\":{\"type\":\"number\"}", "[1]",
		  "type(self.a[0]) == double" },
		{ "\"type\":\"object\",\"additionalProperties\":{\"type\":\"number\"}", "{\"k\":1}",
		  "type(self.a['k']) == double" },
		{ "\"type\":\"object\",\"properties\":{\"a.b-c/d__e\":{\"type\":\"integer\"}}",
		  "{\"a.b-c/d__e\":1}",
		  "self.a.a__dot__b__dash__c__slash__d__underscores__e == 1" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF got = STRBUF_INIT;

		evaluate(cases[i].schema, cases[i].rule, cases[i].value, &got);
		if (got.len)
			fail_msg("%s: %s: \"%s\"", cases[i].schema, cases[i].rule, got.ptr);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(null_is_a_value_of_nullable_schemas_only),
		cmocka_unit_test(values_have_the_type_of_their_schema),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
