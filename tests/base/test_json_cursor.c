/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include <cjson/cJSON.h>

#include "base/choice.h"
#include "base/json_scan.h"
#include "base/str.h"

static json_t json(const char *z)
{
	json_t out = { NULL, 0 };

	if (!json_valid(str_of(z), &out, NULL))
		fail_msg("not JSON: %s", z);
	return out;
}

static void json_kind_depends_on_the_first_byte(void **state)
{
	static const struct {
		const char *text;
		enum json_kind kind;
	} cases[] = {
		{ "{}", JSON_OBJECT }, { "[]", JSON_ARRAY },   { "\"\"", JSON_STRING },
		{ "true", JSON_BOOL }, { "false", JSON_BOOL }, { "null", JSON_NULL },
		{ "0", JSON_NUMBER },  { "-1", JSON_NUMBER },  { " \n[1]", JSON_ARRAY },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		assert_int_equal(json_kind(json(cases[i].text)), cases[i].kind);
	assert_int_equal(json_kind((json_t) { NULL, 0 }), JSON_ABSENT);
	assert_true(json_is_true(json("true")));
	assert_false(json_is_true(json("false")));
	assert_false(json_is_true(json("\"true\"")));
	assert_false(json_is_true((json_t) { NULL, 0 }));
}

static void json_get_finds_a_member_by_its_decoded_name(void **state)
{
	static const struct {
		const char *text, *name, *want; /* want NULL: absent */
	} cases[] = {
		{ "{}", "a", NULL },
		{ "{\"a\":1}", "a", "1" },
		{ "{\"a\":1}", "A", NULL },
		{ "{\"ab\":1,\"a\":2}", "a", "2" },
		{ " { \"a\" : [ 1 , {} ] , \"b\" : null } ", "a", "[ 1 , {} ]" },
		{ "{ \"a\" : [ 1 , {} ] , \"b\" : null }", "b", "null" },
		{ "{\"a\":1,\"a\":2}", "a", "2" },
		{ "{\"a\":1,\"b\":3,\"\\u0061\":{}}", "a", "{}" },
		{ "{\"\\u0061\\n\":1}", "a\n", "1" },
		{ "{\"a\\u0062\":1}", "a", NULL },
		{ "{\"x\":{\"a\":1},\"a\":2}", "a", "2" },
		{ "{\"x\":\"\\\"a\\\":9,{\",\"a\":2}", "a", "2" },
		{ "{\"x\":\"\\\\\",\"a\":2}", "a", "2" },
		{ "{\"x\":[\"}\",\"]\",\"a\"],\"a\":-1.5}", "a", "-1.5" },
		{ "{\"\":7}", "", "7" },
		{ "{\"\xc3\xa9\":7}", "\xc3\xa9", "7" },
		{ "{\"\\u00e9\":7}", "\xc3\xa9", "7" },
		{ "{\"\xff\":7}", "\xff", NULL },
		{ "{\"\xff\":7}", "\xef\xbf\xbd", "7" },
		{ "{\"a name of more than sixteen bytes\":7}", "a name of more than sixteen bytes",
		  "7" },
		{ "[\"a\",1]", "a", NULL },
		{ "\"a\"", "a", NULL },
		{ "1", "a", NULL },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		json_t got = json_get(json(cases[i].text), cases[i].name);

		if (!str_eq(got, str_of(cases[i].want)))
			fail_msg("%s: got %.*s", cases[i].text, STR_ARG(got));
		assert_int_equal(got.ptr == NULL, cases[i].want == NULL);
	}
	assert_int_equal(json_get((json_t) { NULL, 0 }, "a").len, 0);
}

static void json_at_follows_a_path(void **state)
{
	json_t v = json("{\"metadata\":{\"labels\":{\"app\":\"x\"},\"n\":[1]}}");

	(void)state;
	assert_true(str_eqz(json_path(v, "metadata", "labels", "app", NULL), "\"x\""));
	assert_true(str_eq(json_path(v, NULL), v));
	assert_int_equal(json_path(v, "metadata", "gone", "app", NULL).len, 0);
	assert_int_equal(json_path(v, "metadata", "n", "app", NULL).len, 0);
}

static void json_iterator_returns_items_in_order(void **state)
{
	static const char *const objects[] = {
		"{\"a\":1,\"b\":[2,[3]],\"c\":{\"d\":{}},\"e\":\"}\"}",
		" {\n \"a\" : 1 ,\"b\":[2,[3]] ,\n\"c\":{\"d\":{}},\"e\" :\"}\"\n} ",
	};
	static const char *const keys[] = { "\"a\"", "\"b\"", "\"c\"", "\"e\"" };
	static const char *const vals[] = { "1", "[2,[3]]", "{\"d\":{}}", "\"}\"" };
	json_t key, val;
	struct json_iter it;
	size_t n;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(objects); i++) {
		n = 0;
		json_iter_init(&it, json(objects[i]));
		for (; json_iter_member(&it, &key, &val); n++) {
			assert_true(str_eqz(key, keys[n]));
			assert_true(str_eqz(val, vals[n]));
		}
		assert_int_equal(n, ARRAY_LEN(keys));
		assert_false(json_iter_member(&it, &key, &val));
	}
	n = 0;
	json_iter_init(&it, json("[ 1 , [2,[3]] ,{\"d\":{}},\"}\" ]"));
	for (; json_iter_element(&it, &val); n++)
		assert_true(str_eqz(val, vals[n]));
	assert_int_equal(n, 4);
}

/* Every place of a backslash and of a quote against the blocks in which nesting is skipped. */
static void json_skip_passes_strings_at_any_alignment(void **state)
{
	static const char *const tails[] = {
		"\\\"}]",   "\\\\",	 "\\\\\\\"]}", "}]",
		"\\\\\\\\", "\\u007d{[", "{[{[",       "\\\"\\\"\\\"\\\"}}]]",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(tails); i++) {
		for (int fill = 0; fill < 200; fill++) {
			AUTO_STRBUF text = STRBUF_INIT;
			struct json_iter it;
			json_t val;

			strbuf_addf(&text, "[[{\"%0*d%s\":{}},\"%s\"],true]", fill, 0, tails[i],
				    tails[i]);
			json_iter_init(&it, json(text.ptr));
			assert_true(json_iter_element(&it, &val));
			assert_true(json_valid(val, NULL, NULL));
			assert_true(json_iter_element(&it, &val));
			assert_true(json_is_true(val));
			assert_false(json_iter_element(&it, &val));
		}
	}
}

static void json_skip_handles_any_depth(void **state)
{
	(void)state;
	for (int depth = 1; depth < 400; depth++) {
		AUTO_STRBUF text = STRBUF_INIT;
		struct json_iter it;
		json_t val;

		strbuf_addc(&text, '[');
		for (int i = 0; i < depth; i++)
			strbuf_addz(&text, i % 3 ? "[" : "{\"a\":");
		strbuf_addz(&text, "\"]]]\"");
		for (int i = depth; i-- > 0;)
			strbuf_addc(&text, i % 3 ? ']' : '}');
		strbuf_addz(&text, ",null]");
		json_iter_init(&it, json(text.ptr));
		assert_true(json_iter_element(&it, &val));
		assert_true(json_valid(val, NULL, NULL));
		assert_true(json_iter_element(&it, &val));
		assert_int_equal(json_kind(val), JSON_NULL);
	}
}

static void json_iterator_of_a_scalar_is_empty(void **state)
{
	static const char *const texts[] = { "1",  "\"abc\"", "null", "true",
					     "{}", "[]",      "[ ]",  "{\n}" };
	json_t key, val;
	struct json_iter it;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		json_iter_init(&it, json(texts[i]));
		assert_false(json_iter_member(&it, &key, &val));
		json_iter_init(&it, json(texts[i]));
		assert_false(json_iter_element(&it, &val));
	}
	json_iter_init(&it, json("[\"a\",1]"));
	assert_false(json_iter_member(&it, &key, &val));
	json_iter_init(&it, json("{\"a\":1}"));
	assert_false(json_iter_element(&it, &val));
	json_iter_init(&it, (json_t) { NULL, 0 });
	assert_false(json_iter_member(&it, &key, &val));
}

static void json_str_decodes_strings_as_go(void **state)
{
	static const struct {
		const char *text;
		const char *want;
		size_t len;
		bool copied;
	} cases[] = {
		{ "\"\"", "", 0, false },
		{ "\"plain\"", "plain", 5, false },
		{ "\"\xc3\xa9\xe2\x82\xac\"", "\xc3\xa9\xe2\x82\xac", 5, false },
		{ "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t", 8, true },
		{ "\"\\u0000\\u0041\\u00e9\\u20AC\"", "\0A\xc3\xa9\xe2\x82\xac", 7, true },
		{ "\"\\ud83d\\ude00\"", "\xf0\x9f\x98\x80", 4, true },
		{ "\"\\uD83D\\uDE00x\"", "\xf0\x9f\x98\x80x", 5, true },
		{ "\"\\ud83d\"", "\xef\xbf\xbd", 3, true },
		{ "\"\\ude00\"", "\xef\xbf\xbd", 3, true },
		{ "\"\\ud83dx\"", "\xef\xbf\xbdx", 4, true },
		{ "\"\\ud83d\\n\"", "\xef\xbf\xbd\n", 4, true },
		{ "\"\\ud83d\\u0041\"",
		  "\xef\xbf\xbd"
		  "A",
		  4, true },
		{ "\"\\ud83d\\ud83d\\ude00\"", "\xef\xbf\xbd\xf0\x9f\x98\x80", 7, true },
		{ "\"a\xff"
		  "b\"",
		  "a\xef\xbf\xbd"
		  "b",
		  5, true },
		{ "\"\xe2\x82\"", "\xef\xbf\xbd\xef\xbf\xbd", 6, true },
		{ "\"\xed\xa0\x80\"", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd", 9, true },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF scratch = STRBUF_INIT;
		json_t v = json(cases[i].text);
		struct str want = { cases[i].want, cases[i].len }, got;

		strbuf_addz(&scratch, "before");
		got = json_str(v, &scratch);
		if (!str_eq(got, want))
			fail_msg("%s: got %.*s", cases[i].text, STR_ARG(got));
		assert_int_equal(scratch.len > 6, cases[i].copied);
		assert_true(json_str_eq(v, want));
		assert_false(json_str_eq(v, STR("other")));
		if (want.len)
			assert_false(json_str_eq(v, (struct str) { want.ptr, want.len - 1 }));
	}
}

static void json_str_of_another_kind_fails(void **state)
{
	static const char *const texts[] = { "1", "null", "true", "[\"a\"]", "{\"a\":1}" };
	AUTO_STRBUF scratch = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		assert_null(json_str(json(texts[i]), &scratch).ptr);
		assert_false(json_str_eq(json(texts[i]), str_of(texts[i])));
	}
	assert_null(json_str((json_t) { NULL, 0 }, &scratch).ptr);
	assert_false(json_str_eq((json_t) { NULL, 0 }, STR("")));
	base__alloc_fail_after = 0;
	assert_null(json_str(json("\"a\\n\""), &scratch).ptr);
	base__alloc_fail_after = -1;
	assert_true(scratch.failed);
}

static void json_integer_is_read_if_it_is_in_range(void **state)
{
	static const struct {
		const char *text;
		bool ok;
		int64_t n;
	} cases[] = {
		{ "0", true, 0 },
		{ "-0", true, 0 },
		{ "42", true, 42 },
		{ "-42", true, -42 },
		{ "9223372036854775807", true, INT64_MAX },
		{ "-9223372036854775808", true, INT64_MIN },
		{ "9223372036854775808", false, 0 },
		{ "-9223372036854775809", false, 0 },
		{ "99999999999999999999999", false, 0 },
		{ "1.0", false, 0 },
		{ "1e3", false, 0 },
		{ "\"1\"", false, 0 },
		{ "null", false, 0 },
		{ "[]", false, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		int64_t n = 99;

		assert_int_equal(json_int64(json(cases[i].text), &n), cases[i].ok);
		assert_int_equal(n, cases[i].ok ? cases[i].n : 99);
	}
	assert_false(json_int64((json_t) { NULL, 0 }, &(int64_t) { 0 }));
}

static void json_equal_compares_values_not_texts(void **state)
{
	static const struct {
		const char *a, *b;
		bool equal;
	} cases[] = {
		{ "1", "1", true },
		{ "1", "1.0", true },
		{ "1", "10e-1", true },
		{ "-0", "0", true },
		{ "0.0", "-0e5", true },
		{ "1", "2", false },
		{ "9007199254740993", "9007199254740992", false },
		{ "0.1", "0.10", true },
		{ "1.00000000000000000000000000000000000000000000000000000000000000000000000", "1",
		  true },
		{ "1", "\"1\"", false },
		{ "true", "false", false },
		{ "null", "false", false },
		{ "\"a\"", "\"\\u0061\"", true },
		{ "\"a\"", "\"b\"", false },
		{ "\"a\"", "\"ab\"", false },
		{ "\"\\u00e9x\"", "\"\xc3\xa9x\"", true },
		{ "\"\\u00e9x\"", "\"\xc3\xa9y\"", false },
		{ "\"\\u0000\"", "\"\"", false },
		{ "[]", "[ ]", true },
		{ "[]", "{}", false },
		{ "[1,2]", "[ 1 , 2 ]", true },
		{ "[1,2]", "[2,1]", false },
		{ "[1,2]", "[1,2,3]", false },
		{ "[[],[[]]]", "[ [], [[]] ]", true },
		{ "[[],[[]]]", "[[[]],[]]", false },
		{ "[[1],2]", "[1,[2]]", false },
		{ "{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}", true },
		{ "{\"a\":1,\"b\":2}", "{\"a\":1}", false },
		{ "{\"a\":1}", "{\"b\":1}", false },
		{ "{\"a\":1,\"a\":2}", "{\"a\":2}", true },
		{ "{\"a\":1,\"a\":2}", "{\"a\":1}", false },
		{ "{\"a\":1,\"\\u0061\":2}", "{\"a\":2}", true },
		{ "{\"a\":{\"x\":[1,{\"y\":2,\"z\":3}]},\"b\":\"c\"}",
		  " { \"b\":\"c\", \"a\" : { \"x\" : [ 1.0 , { \"z\":3,\"y\":2 } ] } } ", true },
		{ "{\"a\":{\"x\":[1,{\"y\":2,\"z\":3}]},\"b\":\"c\"}",
		  "{\"b\":\"c\",\"a\":{\"x\":[1,{\"z\":3,\"y\":4}]}}", false },
		{ "{\"a\":{},\"b\":{}}", "{\"b\":{ },\"a\":{}}", true },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		json_t a = json(cases[i].a), b = json(cases[i].b);

		if (json_equal(a, b) != cases[i].equal || json_equal(b, a) != cases[i].equal)
			fail_msg("%s and %s: want %d", cases[i].a, cases[i].b, cases[i].equal);
	}
	assert_true(json_equal((json_t) { NULL, 0 }, (json_t) { NULL, 0 }));
	assert_false(json_equal((json_t) { NULL, 0 }, json("null")));
}

static void json_equal_of_hostile_texts_takes_few_steps(void **state)
{
	enum { MEMBERS = 20000 };
	AUTO_STRBUF deep = STRBUF_INIT, deep2 = STRBUF_INIT, wide = STRBUF_INIT,
		    wide2 = STRBUF_INIT;

	(void)state;
	for (int i = 0; i < JSON_DEPTH_MAX / 2; i++) {
		strbuf_addz(&deep, "{\"a\":[");
		strbuf_addz(&deep2, "{\"a\": [");
	}
	for (int i = 0; i < JSON_DEPTH_MAX / 2; i++) {
		strbuf_addz(&deep, "],\"b\":1}");
		strbuf_addz(&deep2, "],\"b\":1}");
	}
	for (int i = 0; i < MEMBERS; i++) {
		strbuf_addf(&wide, "%c\"member %d\":%d", i ? ',' : '{', i, i);
		strbuf_addf(&wide2, "%c\"member %d\":%d", i ? ',' : '{', MEMBERS - 1 - i,
			    MEMBERS - 1 - i);
	}
	strbuf_addc(&wide, '}');
	strbuf_addc(&wide2, '}');
	assert_true(json_equal(json(deep.ptr), json(deep2.ptr)));
	assert_true(json_equal(json(wide.ptr), json(wide2.ptr)));
	strbuf_addz(&wide2, " ");
	wide2.ptr[wide2.len - 3] ^= 1;
	assert_false(json_equal(json(wide.ptr), json(wide2.ptr)));
}

static void json_equal_returns_false_without_memory(void **state)
{
	json_t a = json("{\"a\":[1,2],\"b\":{}}"), b = json("{\"b\":{},\"a\":[1,2]}");
	bool equal = true, first = true;

	(void)state;
	FOR_EACH_FAILING_ALLOC({
		equal = json_equal(a, b);
		assert_false(first && equal);
		first = false;
	});
	assert_true(equal);
}

static void put_tree(struct strbuf *out, const cJSON *node, uint64_t *s)
{
	const cJSON *child;
	bool object = cJSON_IsObject(node);
	char *text;

	if (!object && !cJSON_IsArray(node)) {
		text = cJSON_PrintUnformatted(node);
		assert_non_null(text);
		strbuf_addz(out, text);
		cJSON_free(text);
		return;
	}
	strbuf_addc(out, object ? '{' : '[');
	cJSON_ArrayForEach(child, node)
	{
		strbuf_addz(out, child == node->child ? "" : ",");
		if (splitmix64(s) % 4 == 0)
			strbuf_addz(out, "\n                                 ");
		if (object) {
			strbuf_add_json(out, str_of(child->string));
			strbuf_addc(out, ':');
		}
		put_tree(out, child, s);
	}
	strbuf_addc(out, object ? '}' : ']');
}

static cJSON *random_tree(uint64_t *s, int depth)
{
	uint64_t n = splitmix64(s) % 5;
	cJSON *node;

	switch (splitmix64(s) % (depth ? 8 : 4)) {
	case 0:
		return cJSON_CreateNumber((double)(splitmix64(s) % 100) / 4);
	case 1:
		return cJSON_CreateString(n % 2 ? "}{][\",\\" : "a longer text, \n and \xc3\xa9");
	case 2:
		return cJSON_CreateBool(n % 2);
	case 3:
		return cJSON_CreateNull();
	case 4:
	case 5:
		node = cJSON_CreateArray();
		while (n-- > 0)
			cJSON_AddItemToArray(node, random_tree(s, depth - 1));
		return node;
	default:
		node = cJSON_CreateObject();
		while (n-- > 0)
			cJSON_AddItemToObject(node,
					      n % 2 ? (n > 2 ? "x\"y" : "k\n\\")
						    : (n > 1 ? "key" : "n"),
					      random_tree(s, depth - 1));
		return node;
	}
}

/* cJSON's view of the same text: items, members and leaves. (It keeps duplicates apart; names are
 * compared in order, so they do not matter here.) */
static void assert_same_tree(json_t v, const cJSON *node)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	const cJSON *child = node->child;
	json_t key, val;
	struct json_iter it;

	json_iter_init(&it, v);
	switch (json_kind(v)) {
	case JSON_OBJECT:
		assert_true(cJSON_IsObject(node));
		for (; json_iter_member(&it, &key, &val); child = child->next) {
			assert_non_null(child);
			assert_true(json_str_eq(key, str_of(child->string)));
			assert_same_tree(val, child);
		}
		assert_null(child);
		break;
	case JSON_ARRAY:
		assert_true(cJSON_IsArray(node));
		for (; json_iter_element(&it, &val); child = child->next) {
			assert_non_null(child);
			assert_same_tree(val, child);
		}
		assert_null(child);
		break;
	case JSON_STRING:
		assert_true(str_eqz(json_str(v, &scratch), node->valuestring));
		break;
	case JSON_BOOL:
		assert_int_equal(json_is_true(v), cJSON_IsTrue(node));
		break;
	case JSON_NUMBER:
		assert_true(cJSON_IsNumber(node));
		break;
	case JSON_NULL:
		assert_true(cJSON_IsNull(node));
		break;
	case JSON_ABSENT:
		fail();
	}
}

static void json_cursor_reads_random_trees_like_cjson(void **state)
{
	(void)state;
	base__alloc_init_cjson();
	for (uint64_t seed = 1; seed <= 500; seed++) {
		AUTO_STRBUF a = STRBUF_INIT, b = STRBUF_INIT;
		uint64_t s = seed;
		cJSON *tree = random_tree(&s, 5), *back;

		put_tree(&a, tree, &s);
		put_tree(&b, tree, &s);
		back = cJSON_Parse(a.ptr);
		assert_non_null(back);
		assert_same_tree(json(a.ptr), back);
		assert_true(json_equal(json(a.ptr), json(b.ptr)));
		cJSON_Delete(tree);
		cJSON_Delete(back);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(json_kind_depends_on_the_first_byte),
		cmocka_unit_test(json_get_finds_a_member_by_its_decoded_name),
		cmocka_unit_test(json_at_follows_a_path),
		cmocka_unit_test(json_iterator_returns_items_in_order),
		cmocka_unit_test(json_skip_passes_strings_at_any_alignment),
		cmocka_unit_test(json_skip_handles_any_depth),
		cmocka_unit_test(json_iterator_of_a_scalar_is_empty),
		cmocka_unit_test(json_str_decodes_strings_as_go),
		cmocka_unit_test(json_str_of_another_kind_fails),
		cmocka_unit_test(json_integer_is_read_if_it_is_in_range),
		cmocka_unit_test(json_equal_compares_values_not_texts),
		cmocka_unit_test(json_equal_of_hostile_texts_takes_few_steps),
		cmocka_unit_test(json_equal_returns_false_without_memory),
		cmocka_unit_test(json_cursor_reads_random_trees_like_cjson),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
