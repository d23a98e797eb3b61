/* SPDX-License-Identifier: Apache-2.0 */
/* Beyond the conformance tests: messages, limits, JSON by its schema, and failing allocations. The
 * messages are those of cel-go 0.26. */
#include "base/alloc.h"
#include "cel/cel.h"
#include "tests/kit/cel_kit.h"
#include "tests/kit/testing.h"

struct bench {
	struct cel_run run;
	const struct cel_type *self;
	cJSON *json;
};

/* What becomes of the expression, with `self` as variable if there is one. */
static void evaluate(struct bench *b, const char *expr, struct strbuf *out)
{
	const struct cel_variable self = { "self", b->self };
	const struct cel_env env = { .libraries = CEL_ENV_KUBERNETES | CEL_LIB_LISTS,
				     .variables = &self,
				     .variable_count = b->self != NULL };
	struct cel_value v = b->json ? cel_of_json(&b->run, b->json, b->self) : cel_null();
	struct cel_program *p = cel_compile(&env, str_of(expr), out);

	if (!p) {
		if (!out->len)
			strbuf_addz(out, "no memory");
		return;
	}
	b->run.cost = 0;
	cel_write(&b->run, out, cel_eval(&b->run, p, &v));
	cel_program_free(p);
}

static void expect(struct bench *b, const char *expr, const char *wanted)
{
	AUTO_STRBUF out = STRBUF_INIT;

	cel_run_init(&b->run);
	evaluate(b, expr, &out);
	if (!str_eqz(strbuf_str(&out), wanted))
		fail_msg("%s\n  gives  " STR_FMT "\n  not    %s", expr, STR_ARG(strbuf_str(&out)),
			 wanted);
	cel_run_fini(&b->run);
}

struct pair {
	const char *expr, *wanted;
};

static void expect_all(const struct pair *pairs, size_t count)
{
	struct bench b = { 0 };

	for (size_t i = 0; i < count; i++)
		expect(&b, pairs[i].expr, pairs[i].wanted);
}

static void expressions_evaluate_to_the_listed_values(void **state)
{
	static const struct pair pairs[] = {
		{ "1 + 2 * 3 - -4", "11" },
		{ "-9223372036854775808", "-9223372036854775808" },
		{ "0x10 + 0xFf", "271" },
		{ "[1, 2, 3].map(x, x > 1, x * 10)", "[20, 30]" },
		{ "{'a': 1, 'b': 2}.filter(k, k != 'a')", "[\"b\"]" },
		{ "[3, 1, 2].sort()", "[1, 2, 3]" },
		{ "['bb', 'a'].sortBy(s, s.size())", "[\"a\", \"bb\"]" },
		{ "{'a': [1]}.?a[?0].orValue(7)", "1" },
		{ "{'a': [1]}.?b[?0].orValue(7)", "7" },
		{ "optional.of(2).optMap(x, x * 2)", "some(4)" },
		{ "optional.ofNonZeroValue(optional.none()).hasValue()", "false" },
		{ "[1, ?optional.none(), ?optional.of(3)]", "[1, 3]" },
		{ "[10, 20].transformMap(i, v, v + i)", "{0: 10, 1: 21}" },
		{ "'héllo'.size()", "5" },
		{ "r'\\d' + '''\n'''", "\"\\\\d\\n\"" },
		{ "b'\\xff'.size()", "1" },
		{ "'%s has %d: %s'.format(['a', 3, [1.5, 'x']])",
		  "\"a has 3: [1.500000, \\\"x\\\"]\"" },
		{ "duration('1h30m').getMinutes()", "90" },
		{ "timestamp('2024-02-29T12:00:00Z').getDayOfYear()", "59" },
		{ "timestamp('2024-07-01T00:30:00Z').getHours('Europe/Berlin')", "2" },
		{ "timestamp('2024-01-01T00:30:00Z').getHours('Europe/Berlin')", "1" },
		{ "string(timestamp(1) - timestamp(0))", "\"1s\"" },
		{ "timestamp('2024-01-01T00:00:00.1Z') == timestamp('2024-01-01T00:00:00Z')",
		  "false" },
		{ "cidr('10.0.0.0/8').containsIP('10.1.2.3')", "true" },
		{ "string(cidr('2001:db8::1/32').masked())", "\"2001:db8::/32\"" },
		{ "[1, 2, 3].sum() + [4, 5].max() + [4, 5].min()", "15" },
		{ "['a', 'b'].join('-').split('-').reverse()", "[\"b\", \"a\"]" },
		{ "sets.equivalent([1, 2, 2], [2, 1])", "true" },
		{ "type(1) == int && type(type(1)) == type", "true" },
		{ "!!!true ? 1 : 2", "2" },
		{ "1 /* no comment */", "ERROR: <input>:1:4: Syntax error: extraneous input '*' "
					"expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', "
					"'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, "
					"IDENTIFIER}\n | 1 /* no comment */\n | ...^" },
		{ "1 // a comment\n+ 2", "3" },
	};

	(void)state;
	expect_all(pairs, ARRAY_LEN(pairs));
}

static void runtime_errors_are_reported(void **state)
{
	static const struct pair pairs[] = {
		{ "1 / 0", "error: division by zero" },
		{ "1 % 0", "error: modulus by zero" },
		{ "9223372036854775807 + 1", "error: integer overflow" },
		{ "-(-9223372036854775808)", "error: integer overflow" },
		{ "0u - 1u", "error: unsigned integer overflow" },
		{ "[1][3]", "error: index out of bounds: 3" },
		{ "{'a': 1}['b']", "error: no such key: b" },
		{ "{'a': 1}.b", "error: no such key: b" },
		{ "dyn(1) + dyn('a')", "error: no such overload" },
		{ "false && 1 / 0 == 1", "false" },
		{ "1 / 0 == 1 && false", "false" },
		{ "1 / 0 == 1 || true", "true" },
		{ "[1, 0].exists(x, 1 / x == 1)", "true" },
		{ "[0, 1].all(x, 1 / x == 2)", "false" },
		{ "[0].map(x, 1 / x)", "error: division by zero" },
		{ "true ? 1 : 1 / 0", "1" },
		{ "optional.none().value()", "error: optional.none() dereference" },
		{ "[].min()", "error: min called on empty list" },
		{ "duration('290h') * 2", "ERROR: <input>:1:18: found no matching overload for "
					  "'_*_' applied to '(duration, int)'\n"
					  " | duration('290h') * 2\n | .................^" },
		{ "timestamp('9999-12-31T23:59:59Z') + duration('1s')",
		  "error: timestamp overflow" },
		{ "int('x')", "error: type conversion error from 'string' to 'int'" },
		{ "ip('300.1.1.1')",
		  "error: IP Address \"300.1.1.1\" parse error during conversion from string: "
		  "ParseAddr(\"300.1.1.1\"): IPv4 field has value >255" },
	};

	(void)state;
	expect_all(pairs, ARRAY_LEN(pairs));
}

static void syntax_and_type_errors_are_reported(void **state)
{
	static const struct pair pairs[] = {
		{ "a", "ERROR: <input>:1:1: undeclared reference to 'a' (in container '')\n"
		       " | a\n | ^" },
		{ "1 + 'é' + b", "ERROR: <input>:1:3: found no matching overload for '_+_' applied "
				 "to '(int, string)'\n | 1 + 'é' + b\n | ..^\n"
				 "ERROR: <input>:1:11: undeclared reference to 'b' (in container "
				 "'')\n | 1 + 'é' + b\n | .....．....^" },
		{ "[1, 'a']", "ERROR: <input>:1:5: expected type 'int' but found 'string'\n"
			      " | [1, 'a']\n | ....^" },
		{ "'a' && true", "ERROR: <input>:1:1: expected type 'bool' but found 'string'\n"
				 " | 'a' && true\n | ^" },
		{ "f(1)", "ERROR: <input>:1:2: undeclared reference to 'f' (in container '')\n"
			  " | f(1)\n | .^" },
		{ "1.size()",
		  "ERROR: <input>:1:7: found no matching overload for 'size' applied to "
		  "'int.()'\n | 1.size()\n | ......^" },
		{ "has(1)", "ERROR: <input>:1:5: invalid argument to has() macro\n"
			    " | has(1)\n | ....^" },
		{ "[1].all(1, true)", "ERROR: <input>:1:9: argument must be a simple name\n"
				      " | [1].all(1, true)\n | ........^" },
		{ "1.all(x, x)",
		  "ERROR: <input>:1:1: expression of type 'int' cannot be range of a "
		  "comprehension (must be list, map, or dynamic)\n | 1.all(x, x)\n"
		  " | ^" },
		{ "for", "ERROR: <input>:1:1: reserved identifier: for\n | for\n | ^" },
		{ "1 +", "ERROR: <input>:1:4: Syntax error: mismatched input '<EOF>' expecting "
			 "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, "
			 "NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | 1 +\n | ...^" },
		{ "99999999999999999999", "ERROR: <input>:1:1: invalid int literal\n"
					  " | 99999999999999999999\n | ^" },
		{ "'a'.matches('(')", "ERROR: <input>:1:13: invalid matches argument\n"
				      " | 'a'.matches('(')\n | ............^" },
		{ "duration('1x')", "ERROR: <input>:1:10: invalid duration argument\n"
				    " | duration('1x')\n | .........^" },
	};

	(void)state;
	expect_all(pairs, ARRAY_LEN(pairs));
}

/* As a kube-apiserver 1.34.4 says it of rules behind "program instantiation failed: ". */
static void cel_compile_refuses_invalid_constants(void **state)
{
	static const struct pair pairs[] = {
		{ "int('x') == 1", "type conversion error from 'string' to 'int'" },
		{ "uint(string('x')) == 1u", "type conversion error from 'string' to 'uint'" },
		{ "false && bool('maybe')", "type conversion error from 'string' to 'bool'" },
		{ "duration(string('x')) == duration('1s')",
		  "type conversion error from 'string' to 'google.protobuf.Duration'" },
		{ "uint(-1) == 1u", "unsigned integer overflow" },
		{ "int(1e99) == 1", "integer overflow" },
		{ "string(b'\\xff') == 'x'", "invalid UTF-8 in bytes, cannot convert to string" },
		{ "['a'].all(x, x == string(int('z')))",
		  "type conversion error from 'string' to 'int'" },
		{ "{'a': int('z')}.size() == 1", "type conversion error from 'string' to 'int'" },
		{ "'q' == 'x' ? int('z') == 1 : double('q') == 1.0",
		  "type conversion error from 'string' to 'int'" },
		{ "'a'.find('[') == ''", "error parsing regexp: missing closing ]: `[`" },
		{ "'a'.matches(string('('))", "error parsing regexp: missing closing ): `(`" },
		{ "matches('a', '(')", "error parsing regexp: missing closing ): `(`" },
		{ "'a'.findAll('*', 2) == []",
		  "error parsing regexp: missing argument to repetition operator: `*`" },
		{ "int('1') == 1 && uint(2.0) == 2u && bool('t') && 'a'.find('a') == ''", "" },
		{ "int('a' + 'b') == 1 || int(true ? 'x' : 'y') == 1", "" },
		{ "1 / 0 == 1 || [1][5] == 1 || quantity('x') == quantity('1')", "" },
	};
	const struct cel_env env = { .libraries = CEL_ENV_KUBERNETES };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(pairs); i++) {
		AUTO_STRBUF why = STRBUF_INIT;
		struct cel_program *p = cel_compile(&env, str_of(pairs[i].expr), &why);

		if (!p)
			fail_msg("%s: %s", pairs[i].expr, why.ptr);
		assert_int_equal(cel_instantiate(p, &why), !*pairs[i].wanted);
		if (!str_eqz(strbuf_str(&why), pairs[i].wanted))
			fail_msg("%s: %s", pairs[i].expr, why.ptr);
		cel_program_free(p);
	}
}

static void kubernetes_library_functions_return_the_listed_values(void **state)
{
	static const struct pair pairs[] = {
		{ "'a1b22'.findAll('[0-9]+')", "[\"1\", \"22\"]" },
		{ "'a1b22'.findAll('[0-9]+', 1)", "[\"1\"]" },
		{ "'abc'.findAll('x*')", "[\"\", \"\", \"\", \"\"]" },
		{ "'<a><b>'.find('<.*?>') + '<a><b>'.find('<.*>')", "\"<a><a><b>\"" },
		{ "'ab'.find('a|ab')", "\"a\"" },
		{ "'a'.find('(')", "error: error parsing regexp: missing closing ): `(`" },
		{ "duration('x' + 'y')",
		  "error: type conversion error from 'string' to 'google.protobuf.Duration'" },
		{ "timestamp('x' + 'y')",
		  "error: type conversion error from 'string' to 'google.protobuf.Timestamp'" },
		{ "url('https://u:p@example.com:80/a%20b?x=1&x=2&y').getHost()",
		  "\"example.com:80\"" },
		{ "url('https://[::1]:80/a%20b').getHostname()", "\"::1\"" },
		{ "url('/a%20b?x=1&x=2&y').getEscapedPath()", "\"/a%20b\"" },
		{ "url('/a?x=1&x=2&y').getQuery()['x']", "[\"1\", \"2\"]" },
		{ "isURL('a') || isURL('')", "false" },
		{ "url('a')", "error: URL parse error during conversion from string: parse \"a\": "
			      "invalid URI for request" },
		{ "quantity('1Gi').compareTo(quantity('1024Mi'))", "0" },
		{ "quantity('50k').add(5).sub(quantity('1')).asInteger()", "50004" },
		{ "quantity('1.5Gi').asInteger()", "error: cannot convert value to integer" },
		{ "quantity('-100m').asApproximateFloat()", "double(-0.1)" },
		{ "quantity('1e3') == quantity('1k')", "true" },
		{ "isQuantity('1x') || isQuantity('1e') || isQuantity('1.2.3')", "false" },
		{ "quantity('9999999999E').isGreaterThan(quantity('9E'))", "true" },
		{ "quantity('1e40').add(quantity('1e40')) == quantity('2e40')", "true" },
		{ "quantity('1e40').add(quantity('1e40')).isLessThan(quantity('1'))", "false" },
		{ "quantity('-1e40').sub(quantity('9e39')).compareTo(quantity('-19e39'))", "0" },
		{ "quantity('1e500').add(1).isGreaterThan(quantity('1e500'))", "true" },
		{ "quantity('1e40').asInteger()", "error: cannot convert value to integer" },
		{ "quantity('1e40').isInteger()", "false" },
		{ "quantity('16Ei') == quantity('9223372036854775807')", "true" },
		{ "sign(quantity('-1e40').add(quantity('1e40')))", "0" },
		{ "semver('1.2.3-rc.1').isLessThan(semver('1.2.3'))", "true" },
		{ "semver('1.2.3-rc.2').compareTo(semver('1.2.3-rc.10'))", "-1" },
		{ "semver('v01.2', true).minor()", "2" },
		{ "semver('01.0.0')",
		  "error: Major number must not contain leading zeroes \"01\"" },
		{ "semver('1.0')", "error: No Major.Minor.Patch elements found" },
		{ "format.dns1123Label().validate('a-b').hasValue()", "false" },
		{ "format.dns1123LabelPrefix().validate('a-').hasValue()", "false" },
		{ "format.uuid().validate('x').value()", "[\"does not match the UUID format\"]" },
		{ "format.named('nope').hasValue()", "false" },
		{ "format.qualifiedName().validate('example.com/').value()[0]",
		  "\"name part must be non-empty\"" },
		{ "format.date().validate('2024-02-30').hasValue()", "true" },
	};

	(void)state;
	expect_all(pairs, ARRAY_LEN(pairs));
}

/* --- JSON by its type --- */

static const struct cel_type set_of_strings = { .kind = CEL_T_LIST,
						.name = { "list", 4 },
						.params = { &cel_string },
						.list_kind = CEL_LIST_SET };
static const struct str map_keys[] = { { "name", 4 } };
static const struct cel_field item_fields[] = {
	{ { "name", 4 }, { "name", 4 }, &cel_string },
	{ { "n", 1 }, { "n", 1 }, &cel_int },
};
static const struct cel_type item = { .kind = CEL_T_STRUCT,
				      .name = { "item", 4 },
				      .fields = item_fields,
				      .field_count = ARRAY_LEN(item_fields) };
static const struct cel_type map_of_items = { .kind = CEL_T_LIST,
					      .name = { "list", 4 },
					      .params = { &item },
					      .list_kind = CEL_LIST_MAP,
					      .keys = map_keys,
					      .key_count = 1 };
static const struct cel_type labels = { .kind = CEL_T_MAP,
					.name = { "map", 3 },
					.params = { &cel_string, &cel_string } };
static const struct cel_field self_fields[] = {
	{ { "n", 1 }, { "n", 1 }, &cel_int },
	{ { "d", 1 }, { "d", 1 }, &cel_double },
	{ { "a-b", 3 }, { "a__dash__b", 10 }, &cel_string },
	{ { "t", 1 }, { "t", 1 }, &cel_timestamp },
	{ { "any", 3 }, { "any", 3 }, &cel_dyn },
	{ { "gone", 4 }, { "gone", 4 }, &cel_string },
	{ { "set", 3 }, { "set", 3 }, &set_of_strings },
	{ { "other", 5 }, { "other", 5 }, &set_of_strings },
	{ { "items", 5 }, { "items", 5 }, &map_of_items },
	{ { "labels", 6 }, { "labels", 6 }, &labels },
};
static const struct cel_type self_type = { .kind = CEL_T_STRUCT,
					   .name = { "object", 6 },
					   .fields = self_fields,
					   .field_count = ARRAY_LEN(self_fields) };

static void cel_json_values_have_the_types_of_their_schema(void **state)
{
	static const struct pair pairs[] = {
		{ "self.n + 1", "8" },
		{ "self.d", "double(3)" },
		{ "self.a__dash__b", "\"x\"" },
		{ "self.t.getFullYear()", "2024" },
		{ "self.any.k[1]", "double(1.5)" },
		{ "has(self.gone)", "false" },
		{ "has(self.n)", "true" },
		{ "self.gone", "error: no such key: gone" },
		{ "self.unknown", "ERROR: <input>:1:5: undefined field 'unknown'\n"
				  " | self.unknown\n | ....^" },
		{ "self.set == ['b', 'a']", "true" },
		{ "self.set + self.other", "[\"a\", \"b\", \"c\"]" },
		{ "self.items == [self.items[1], self.items[0]]", "true" },
		{ "(self.items + self.items).size()", "2" },
		{ "self.labels.all(k, self.labels[k] != 'v9')", "true" },
		{ "self.labels.size()", "20" },
		{ "'l19' in self.labels && !('l20' in self.labels)", "true" },
		{ "self == self", "true" },
		{ "self.any.big", "9007199254740993" },
	};
	struct bench b = { .self = &self_type };
	AUTO_STRBUF text = STRBUF_INIT;
	cJSON *big;

	(void)state;
	strbuf_addz(
	    &text,
	    "{\"n\":7,\"d\":3,\"a-b\":\"x\",\"t\":\"2024-01-02T03:04:05Z\",\"gone\":null,"
	    "\"any\":{\"big\":9007199254740993,\"k\":[1,1.5]},\"extra\":1,\"set\":[\"a\",\"b\"],"
	    "\"other\":[\"b\",\"c\"],\"items\":[{\"name\":\"i\",\"n\":1},"
	    "{\"name\":\"j\",\"n\":2}],\"labels\":{");
	for (int i = 0; i < 20; i++)
		strbuf_addf(&text, "%s\"l%d\":\"v\"", i ? "," : "", i);
	strbuf_addz(&text, "}}");
	b.json = cJSON_Parse(text.ptr);
	assert_non_null(b.json);
	big = cJSON_GetObjectItem(cJSON_GetObjectItem(b.json, "any"), "big");
	assert_null(big->valuestring);
	big->valuestring = base__strdup("9007199254740993");
	for (size_t i = 0; i < ARRAY_LEN(pairs); i++)
		expect(&b, pairs[i].expr, pairs[i].wanted);
	cJSON_Delete(b.json);
}

static void json_that_violates_its_schema_is_an_error(void **state)
{
	struct bench b = { .self = &self_type };

	(void)state;
	b.json = cJSON_Parse("{\"n\":\"x\",\"d\":null,\"t\":\"yesterday\",\"any\":null}");
	expect(&b, "self.n", "error: invalid data, expected int, got string");
	expect(&b, "has(self.d)", "false");
	expect(&b, "self.any", "error: no such key: any");
	cJSON_Delete(b.json);
}

/* --- bounds --- */

static void cel_evaluation_stops_at_the_cost_limit(void **state)
{
	static const char *const exprs[] = {
		"lists.range(1000).all(a, lists.range(1000).all(b, lists.range(1000).all(c, "
		"true)))",
		"lists.range(100000000).size() > 0",
		"lists.range(30).map(x, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa').join().matches('a*b') "
		"|| "
		"lists.range(999999).all(x, true)",
		/* && and || absorb errors, but not this one */
		"false && true || lists.range(999999).all(x, lists.range(9).all(y, true)) || true",
	};
	struct bench b = { 0 };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(exprs); i++)
		expect(&b, exprs[i], "error: operation cancelled: actual cost limit exceeded");
}

static void cel_evaluation_stops_at_the_memory_limit(void **state)
{
	AUTO_STRBUF expr = STRBUF_INIT;
	struct bench b = { 0 };

	(void)state;
	/* Doubles a list of lists: little cost, much memory. */
	strbuf_addz(&expr, "[1]");
	for (int i = 0; i < 40; i++)
		strbuf_addz(&expr, ".map(x, [[x, x], [x, x], [x, x]]).flatten()");
	strbuf_addz(&expr, ".size()");
	expect(&b, expr.ptr, "error: operation cancelled: actual cost limit exceeded");
}

static void cel_parser_stops_at_the_depth_limit(void **state)
{
	static const struct {
		const char *begin, *middle, *end;
		int count;
		bool fine;
	} cases[] = {
		{ "(", "1", ")", 200, true },	      { "(", "1", ")", 300, false },
		{ "[", "1", "]", 100000 / 2, false }, { "", "1", "+1", 900, true },
		{ "", "1", "+1", 40000, false },      { "!", "true", "", 90000, true },
		{ "-", "1", "", 90000, true },	      { "", "true", "&&true", 10000, true },
		{ "true?", "1", ":1", 300, false },   { "", "{}", ".a", 20000, false },
		{ "size(", "''", ")", 300, false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const struct cel_env env = { .libraries = CEL_ENV_KUBERNETES | CEL_LIB_LISTS };
		AUTO_STRBUF expr = STRBUF_INIT, why = STRBUF_INIT;
		struct cel_program *p;

		for (int k = 0; k < cases[i].count; k++)
			strbuf_addz(&expr, cases[i].begin);
		strbuf_addz(&expr, cases[i].middle);
		for (int k = 0; k < cases[i].count; k++)
			strbuf_addz(&expr, cases[i].end);
		p = cel_compile(&env, strbuf_str(&expr), &why);
		if (!p == cases[i].fine)
			fail_msg("%zu: " STR_FMT, i, STR_ARG(strbuf_str(&why)));
		if (!p)
			assert_true(why.len);
		cel_program_free(p);
	}
}

/* --- want of memory --- */

static void compile_and_run(const char *expr, const char *wanted)
{
	struct bench b = { .self = &self_type };
	AUTO_STRBUF out = STRBUF_INIT;

	cel_run_init(&b.run);
	evaluate(&b, expr, &out);
	if (base__alloc_fail_after > 0)
		assert_string_equal(out.ptr, wanted);
	cel_run_fini(&b.run);
}

static void cel_evaluation_reports_every_failing_allocation(void **state)
{
	static const struct pair pairs[] = {
		{ "[3, 1].map(x, {'k': x}).filter(m, m.k > 1).size() + 'a-b'.split('-').size()",
		  "3" },
		{ "'a'.matches('[a-z]+') && 'b'.matches('b' + 'c*') && "
		  "string(ip('::1')) + string(1.5) == '::11.5'",
		  "true" },
		{ "lists.range(100).map(i, string(i)).join(',').size()", "289" },
		{ "nonsense + 1", "ERROR: <input>:1:1: undeclared reference to 'nonsense' (in "
				  "container '')\n | nonsense + 1\n | ^" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(pairs); i++)
		FOR_EACH_FAILING_ALLOC(compile_and_run(pairs[i].expr, pairs[i].wanted));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(expressions_evaluate_to_the_listed_values),
		cmocka_unit_test(runtime_errors_are_reported),
		cmocka_unit_test(syntax_and_type_errors_are_reported),
		cmocka_unit_test(cel_compile_refuses_invalid_constants),
		cmocka_unit_test(kubernetes_library_functions_return_the_listed_values),
		cmocka_unit_test(cel_json_values_have_the_types_of_their_schema),
		cmocka_unit_test(json_that_violates_its_schema_is_an_error),
		cmocka_unit_test(cel_evaluation_stops_at_the_cost_limit),
		cmocka_unit_test(cel_evaluation_stops_at_the_memory_limit),
		cmocka_unit_test(cel_parser_stops_at_the_depth_limit),
		cmocka_unit_test(cel_evaluation_reports_every_failing_allocation),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
