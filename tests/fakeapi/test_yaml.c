/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/serializer/yaml_read.h"
#include "fakeapi/serializer/yaml_write.h"
#include "tests/kit/testing.h"

#include "fakeapi/output/table.h"
#include "tests/kit/wire_case.h"

static void yaml_printer_output_equals_that_of_go(void **state)
{
	static const struct {
		const char *json, *yaml;
	} cases[] = {
		{ "{}", "{}\n" },
		{ "[]", "[]\n" },
		{ "{\"b\":1,\"a\":[],\"c\":{}}", "a: []\nb: 1\nc: {}\n" },
		{ "{\"items\":[{\"x\":1,\"y\":[1,\"2\"]},null]}",
		  "items:\n- x: 1\n  \"y\":\n  - 1\n  - \"2\"\n- null\n" },
		{ "{\"a\":\"\",\"b\":\"true\",\"c\":\"null\",\"d\":\"~\",\"e\":\"1.5\",\"f\":"
		  "\"0x1f\"}",
		  "a: \"\"\nb: \"true\"\nc: \"null\"\nd: \"~\"\ne: \"1.5\"\nf: \"0x1f\"\n" },
		{ "{\"t\":\"2026-11-21T07:04:39Z\",\"d\":\"2026-11-21\",\"s\":\"190:20:30\"}",
		  "d: \"2026-11-21\"\ns: \"190:20:30\"\nt: \"2026-11-21T07:04:39Z\"\n" },
		{ "{\"a\":\"x: y\",\"b\":\"- z\",\"c\":\"#\",\"d\":\"it's\",\"e\":\" s\"}",
		  "a: 'x: y'\nb: '- z'\nc: '#'\nd: it's\ne: ' s'\n" },
		{ "{\"m\":\"one\\ntwo\\n\"}", "m: |\n  one\n  two\n" },
		{ "{\"m\":\"one\\ntwo\"}", "m: |-\n  one\n  two\n" },
		{ "{\"u\":\"caf\xc3\xa9 \\u2603\"}", "u: caf\xc3\xa9 \xe2\x98\x83\n" },
		{ "{\"a10\":1,\"a9\":2,\"a\":3,\"b\":4,\"A\":5,\"a.b\":6}",
		  "A: 5\na: 3\na.b: 6\na9: 2\na10: 1\nb: 4\n" },
		{ "{\"f\":1.5,\"i\":9007199254740993,\"t\":true,\"n\":null}",
		  "f: 1.5\ni: 9007199254740993\n\"n\": null\nt: true\n" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF out = STRBUF_INIT;

		assert_int_equal(fakeapi__to_yaml(str_of(cases[i].json), &out), 0);
		assert_string_equal(out.ptr, cases[i].yaml);
	}
}

/* Keys in the order of go.yaml.in/yaml/v2 (sorter.go): each row is sorted. */
static void yaml_printer_sorts_keys_like_go(void **state)
{
	static const char *const rows[][6] = {
		{ "a1", "a2", "a10", "a11", "a100" },
		{ "a", "a-", "aa", "aaa", "b" },
		{ "a-b", "a.b", "a1", "ab" }, /* letters behind all else */
		{ "A", "B", "a", "b" },
		{ "1", "2", "10", "20" },
		{ "a1-2", "a1-10", "a2-1" },
		{ "a0", "a00", "a1", "a01" },	  /* the same number: the shorter one first */
		{ "a10", "a11", "a100", "a101" }, /* zeros in the middle are digits */
		{ "v1", "v1-x", "v1.x", "v1x" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF json = STRBUF_INIT, want = STRBUF_INIT, out = STRBUF_INIT;
		size_t n = 0;

		while (n < ARRAY_LEN(rows[i]) && rows[i][n])
			n++;
		for (size_t k = 0; k < n; k++) {
			const char *key = rows[i][k], *quote = *key <= '9' ? "\"" : "";

			strbuf_addf(&want, "%s%s%s: 0\n", quote, key, quote);
		}
		for (size_t turn = 0; turn < n; turn++) { /* whatever the order they come in */
			strbuf_clear(&json);
			strbuf_clear(&out);
			for (size_t k = 0; k < n; k++)
				strbuf_addf(&json, "%c\"%s\":0", k ? ',' : '{',
					    rows[i][(n - 1 - k + turn) % n]);
			strbuf_addc(&json, '}');
			assert_int_equal(fakeapi__to_yaml(strbuf_str(&json), &out), 0);
			assert_string_equal(out.ptr, want.ptr);
		}
	}
}

static void yaml_printer_indents_like_go(void **state)
{
	static const struct {
		const char *json, *pretty;
	} cases[] = {
		{ "{}", "{}" },
		{ "[]", "[]" },
		{ "1", "1" },
		{ "{\"a\":[],\"b\":{},\"c\":[1,{\"d\":\"e,:{\\\"}\"}]}",
		  "{\n  \"a\": [],\n  \"b\": {},\n  \"c\": [\n    1,\n    {\n      \"d\": "
		  "\"e,:{\\\"}\"\n    }\n  ]\n}" },
		{ " { \"a\" : [ ] } ", "{\n  \"a\": []\n}" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF out = STRBUF_INIT;

		assert_int_equal(fakeapi__to_pretty(str_of(cases[i].json), &out), 0);
		assert_string_equal(out.ptr, cases[i].pretty);
	}
}

/* The recorded lists in the three forms are of one server state but for a few seconds. */
static void yaml_list_equals_the_recorded_one(void **state)
{
	struct wire_case plain, yaml, pretty;
	struct fakeapi__form form = { .yaml = true };
	AUTO_STRBUF a = STRBUF_INIT, b = STRBUF_INIT;
	struct str body;

	(void)state;
	wire_case_load(&plain, "10-list-no-accept");
	wire_case_load(&yaml, "10-list-yaml");
	wire_case_load(&pretty, "10-list-pretty");
	body = str_of(plain.body);
	body.len--; /* its newline */
	strbuf_adds(&a, body);
	assert_int_equal(fakeapi__finish_body(&form, &a), 0);
	assert_string_equal(a.ptr, yaml.body);
	strbuf_adds(&b, body);
	form = (struct fakeapi__form) { .pretty = true };
	assert_int_equal(fakeapi__finish_body(&form, &b), 0);
	assert_string_equal(b.ptr, pretty.body);
	form = (struct fakeapi__form) { .pretty = false };
	strbuf_clear(&a);
	strbuf_adds(&a, body);
	assert_int_equal(fakeapi__finish_body(&form, &a), 0);
	assert_string_equal(a.ptr, plain.body);
	wire_case_free(&plain);
	wire_case_free(&yaml);
	wire_case_free(&pretty);
}

static void yaml_parser_refuses_too_deep_nesting(void **state)
{
	AUTO_STRBUF json = STRBUF_INIT, out = STRBUF_INIT;

	(void)state;
	for (int i = 0; i < 9000; i++)
		strbuf_addc(&json, '[');
	for (int i = 0; i < 9000; i++)
		strbuf_addc(&json, ']');
	assert_int_not_equal(fakeapi__to_yaml(strbuf_str(&json), &out), 0);
	assert_int_not_equal(fakeapi__to_yaml(STR("{\"a\":"), &out), 0);
}

static bool reads_nested(int levels, const char *opening)
{
	AUTO_STRBUF yaml = STRBUF_INIT, why = STRBUF_INIT;
	cJSON *out;

	for (int i = 0; i < levels; i++)
		strbuf_addz(&yaml, opening);
	if (opening[0] != '-')
		for (int i = 0; i < levels; i++)
			strbuf_addc(&yaml, opening[0] == '{' ? '}' : ']');
	out = fakeapi__yaml_parse(strbuf_str(&yaml), NULL, &why);
	assert_true(out || strcmp(why.ptr, "yaml: exceeded max depth") == 0);
	cJSON_Delete(out);
	return out != NULL;
}

/* libyaml's time grows with the square of what is open: this must not even be begun. */
static void yaml_parser_accepts_200_levels_of_flow_style(void **state)
{
	(void)state;
	assert_true(reads_nested(200, "["));
	assert_false(reads_nested(201, "["));
	assert_true(reads_nested(200, "{a: "));
	assert_false(reads_nested(201, "{a: "));
	assert_false(reads_nested(500000, "["));
	assert_false(reads_nested(500000, "{\"a\":"));
	assert_true(reads_nested(900, "- "));
	assert_false(reads_nested(1100, "- "));
}

static void yaml_anchors_resolve_as_in_goyaml(void **state)
{
	static const struct {
		const char *yaml, *json, *why;
	} cases[] = {
		{ "a: &x 1\nb: *x\n", "{\"a\":1,\"b\":1}", NULL },
		{ "a: &x {k: [v]}\nb: *x\n", "{\"a\":{\"k\":[\"v\"]},\"b\":{\"k\":[\"v\"]}}",
		  NULL },
		{ "a: &x 1\nb: &x 2\nc: *x\n", "{\"a\":1,\"b\":2,\"c\":2}", NULL }, /* the last */
		{ "&k a: 1\nb: *k\n", "{\"a\":1,\"b\":\"a\"}", NULL },
		{ "a: &x {k: v}\nb:\n  <<: *x\n  l: w\n",
		  "{\"a\":{\"k\":\"v\"},\"b\":{\"l\":\"w\",\"k\":\"v\"}}", NULL },
		{ "a: ! 12\nb: !!str 12\nc: '12'\n", "{\"a\":12,\"b\":12,\"c\":\"12\"}", NULL },
		{ "a: *x\n", NULL, "yaml: unknown anchor 'x' referenced" },
		{ "a: *x\nb: &x 1\n", NULL, "yaml: unknown anchor 'x' referenced" },
		{ "a: &x [*x]\n", NULL, "yaml: exceeded max depth" },
		{ "--- 1\n--- [\n", "1", NULL }, /* the first document alone is read */
		{ "", "null", NULL },
		{ "# nothing\n", "null", NULL },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF why = STRBUF_INIT;
		cJSON *out = fakeapi__yaml_parse(str_of(cases[i].yaml), NULL, &why);
		char *text = out ? cJSON_PrintUnformatted(out) : NULL;

		if (cases[i].json)
			assert_string_equal(text ? text : why.ptr, cases[i].json);
		else
			assert_string_equal(why.len ? why.ptr : "", cases[i].why);
		cJSON_free(text);
		cJSON_Delete(out);
	}
}

static void print_some(void)
{
	AUTO_STRBUF out = STRBUF_INIT;
	struct str json = STR("{\"a\\u0041\":[{\"b\":\"c\\nd\"},2],\"x\":{\"y\":\"\"}}");

	if (fakeapi__to_yaml(json, &out) == 0)
		assert_string_equal(out.ptr,
				    "aA:\n- b: |-\n    c\n    d\n- 2\nx:\n  \"y\": \"\"\n");
	strbuf_clear(&out);
	if (fakeapi__to_pretty(json, &out) == 0)
		assert_non_null(strstr(out.ptr, "\"x\": {\n    \"y\": \"\"\n  }\n}"));
}

static void yaml_printer_survives_every_failing_allocation(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC(print_some());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(yaml_printer_output_equals_that_of_go),
		cmocka_unit_test(yaml_printer_sorts_keys_like_go),
		cmocka_unit_test(yaml_printer_indents_like_go),
		cmocka_unit_test(yaml_list_equals_the_recorded_one),
		cmocka_unit_test(yaml_parser_refuses_too_deep_nesting),
		cmocka_unit_test(yaml_anchors_resolve_as_in_goyaml),
		cmocka_unit_test(yaml_parser_accepts_200_levels_of_flow_style),
		cmocka_unit_test(yaml_printer_survives_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
