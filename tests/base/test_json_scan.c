/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include <cjson/cJSON.h>

#include "base/choice.h"
#include "base/json_scan.h"
#include "base/str.h"

struct verdict {
	enum json_status status;
	size_t consumed;
};

/* Feeds text[0..cut) and text[cut..len), each as a heap block of its exact size: a read too far
 * shows under ASan. */
static struct verdict feed_in_two(struct str text, size_t cut)
{
	struct json_scanner s;
	struct verdict v = { JSON_MORE, 0 };
	size_t used, lens[2] = { cut, text.len - cut };

	memset(&s, 0xA5, sizeof(s));
	json_scanner_init(&s);
	for (size_t i = 0, from = 0; i < 2 && v.status == JSON_MORE; from += lens[i++]) {
		char *part = malloc(lens[i] ? lens[i] : 1);

		assert_non_null(part);
		if (lens[i])
			memcpy(part, text.ptr + from, lens[i]);
		v.status = json_scanner_feed(&s, part, lens[i], &used);
		v.consumed += used;
		if (v.status == JSON_MORE)
			assert_int_equal(used, lens[i]);
		free(part);
	}
	if (v.status == JSON_MORE)
		v.status = json_scanner_end(&s);
	return v;
}

static struct verdict feed_bytewise(struct str text)
{
	struct json_scanner s;
	struct verdict v = { JSON_MORE, 0 };
	size_t used;

	memset(&s, 0x5A, sizeof(s));
	json_scanner_init(&s);
	for (size_t i = 0; i < text.len && v.status == JSON_MORE; i++) {
		v.status = json_scanner_feed(&s, text.ptr + i, 1, &used);
		v.consumed += used;
	}
	if (v.status == JSON_MORE)
		v.status = json_scanner_end(&s);
	return v;
}

/* One verdict however the text is cut; returns it. */
static struct verdict feed_every_way(struct str text)
{
	struct verdict whole = feed_in_two(text, text.len), other = feed_bytewise(text);

	assert_int_equal(other.status, whole.status);
	assert_int_equal(other.consumed, whole.consumed);
	for (size_t cut = 0; cut < text.len; cut++) {
		other = feed_in_two(text, cut);
		assert_int_equal(other.status, whole.status);
		assert_int_equal(other.consumed, whole.consumed);
	}
	return whole;
}

#define LONG16 "0123456789abcdef"

static const struct {
	const char *text;
	size_t len; /* of the trimmed value */
} good[] = {
	{ "0", 1 },
	{ "-0", 2 },
	{ "10", 2 },
	{ "-1.5e+10", 8 },
	{ "1E5", 3 },
	{ "0e0", 3 },
	{ "0.0", 3 },
	{ "123456789012345678901234567890.123456789", 40 },
	{ "true", 4 },
	{ "false", 5 },
	{ "null", 4 },
	{ "\"\"", 2 },
	{ "\"a\"", 3 },
	{ " \t\r\n\"a\" \t\r\n", 3 },
	{ "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uABCD\"", 30 },
	{ "\"\\ud800\"", 8 },
	{ "\"\xff\xfe\x7f\"", 5 },
	{ "\"" LONG16 LONG16 "\"", 34 },
	{ "\"" LONG16 "\\n" LONG16 "\"", 36 },
	{ "[]", 2 },
	{ "[ ]", 3 },
	{ "{}", 2 },
	{ "{ }", 3 },
	{ "[1,2 , 3]", 9 },
	{ "[0]", 3 },
	{ "[[],{}]", 7 },
	{ "{\"a\":1}", 7 },
	{ "{ \"a\" : 1 , \"b\" : [ true ] }", 28 },
	{ "{\"a\":{\"b\":{\"c\":[{\"d\":null}]}}}", 30 },
	{ "{\"a\":1,\"a\":2}", 13 },
	{ "\n                                  [\n\t1\n]", 6 },
	{ "{\n                 \"a\":\n                1}", 42 },
};

static void scanner_accepts_the_texts_that_go_encoding_json_accepts(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(good); i++) {
		struct str text = str_of(good[i].text);
		struct verdict v = feed_every_way(text);
		size_t at = 99;
		json_t out;

		if (v.status != JSON_DONE || !json_valid(text, &out, &at))
			fail_msg("refused at %zu: %s", v.consumed, good[i].text);
		assert_int_equal(at, 99);
		assert_int_equal(out.len, good[i].len);
		assert_ptr_equal(out.ptr + out.len, text.ptr + v.consumed);
	}
}

static const struct {
	const char *text;
	size_t at;
} bad[] = {
	{ "}", 0 },
	{ "]", 0 },
	{ ",", 0 },
	{ ":", 0 },
	{ "+1", 0 },
	{ ".5", 0 },
	{ "-a", 1 },
	{ "-.", 1 },
	{ "1.a", 2 },
	{ "1ee", 2 },
	{ "1e+-", 3 },
	{ "[01]", 2 },
	{ "[1.]", 3 },
	{ "[1e]", 3 },
	{ "[-]", 2 },
	{ "[-01]", 3 },
	{ "[1 2]", 3 },
	{ "[1e5.5]", 4 },
	{ "[0x1]", 2 },
	{ "tRue", 1 },
	{ "trux", 3 },
	{ "nulL", 3 },
	{ "falsy", 4 },
	{ "NaN", 0 },
	{ "Infinity", 0 },
	{ "'a'", 0 },
	{ "\"\n\"", 1 },
	{ "\"\x1f\"", 1 },
	{ "\"" LONG16 "\x01\"", 17 },
	{ "\"\\x\"", 2 },
	{ "\"\\'\"", 2 },
	{ "\"\\u12g4\"", 5 },
	{ "\"\\U1234\"", 2 },
	{ "[,]", 1 },
	{ "[1,]", 3 },
	{ "[1}", 2 },
	{ "[1:2]", 2 },
	{ "{1:2}", 1 },
	{ "{\"a\"}", 4 },
	{ "{\"a\",1}", 4 },
	{ "{\"a\":}", 5 },
	{ "{\"a\":1,}", 7 },
	{ "{\"a\":1]", 6 },
	{ "{\"a\":1 \"b\"}", 7 },
	{ "{a:1}", 1 },
	{ "{,}", 1 },
	{ "[\v1]", 1 },
	{ "\f1", 0 },
	{ "\xef\xbb\xbf{}", 0 },
	{ "/**/1", 0 },
	{ "[1,//\n2]", 3 },
	{ "\x7f", 0 },
};

static void scanner_refuses_the_first_invalid_byte(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		struct str text = str_of(bad[i].text);
		struct verdict v = feed_every_way(text);
		size_t at;

		if (v.status != JSON_ERROR || v.consumed != bad[i].at)
			fail_msg("status %d at %zu: %s", (int)v.status, v.consumed, bad[i].text);
		assert_false(json_valid(text, NULL, &at));
		assert_int_equal(at, bad[i].at);
	}
}

static void scanner_needs_more_bytes_of_a_truncated_value(void **state)
{
	static const char *const cut[] = {
		"",	     " ",	"-",
		"1.",	     "1e",	"1e+",
		"tru",	     "f",	"nul",
		"\"",	     "\"a",	"\"\\",
		"\"\\u",     "\"\\u12", "\"\\u123",
		"[",	     "[1",	"[1,",
		"[[]",	     "{",	"{\"a",
		"{\"a\"",    "{\"a\":", "{\"a\":1",
		"{\"a\":1,", "{\"\\u1", "{ \"a\" : [ { } ,",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cut); i++) {
		struct str text = str_of(cut[i]);
		struct verdict v = feed_every_way(text);
		size_t at;

		assert_int_equal(v.status, JSON_MORE);
		assert_int_equal(v.consumed, text.len);
		assert_false(json_valid(text, NULL, &at));
		assert_int_equal(at, text.len);
	}
}

static void scanner_stops_at_the_end_of_the_value(void **state)
{
	static const struct {
		const char *text;
		size_t consumed;
	} cases[] = {
		{ "{}{}", 2 },	    { " [1]\n{}", 4 }, { "1 2", 1 },	{ "12,", 2 },
		{ "-0]", 2 },	    { "01", 1 },       { "1.5e3x", 5 }, { "\"a\"\"b\"", 3 },
		{ "truefalse", 4 }, { "null\x01", 4 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct verdict v = feed_every_way(str_of(cases[i].text));
		size_t at;

		assert_int_equal(v.status, JSON_DONE);
		assert_int_equal(v.consumed, cases[i].consumed);
		assert_false(json_valid(str_of(cases[i].text), NULL, &at));
		assert_true(at >= cases[i].consumed);
	}
}

static void scanner_is_idle_during_leading_white_space(void **state)
{
	struct json_scanner s;
	size_t used;

	(void)state;
	json_scanner_init(&s);
	assert_true(json_scanner_idle(&s));
	assert_int_equal(json_scanner_feed(&s, " \n\n", 3, &used), JSON_MORE);
	assert_int_equal(used, 3);
	assert_true(json_scanner_idle(&s));
	assert_int_equal(json_scanner_feed(&s, NULL, 0, &used), JSON_MORE);
	assert_int_equal(json_scanner_end(&s), JSON_MORE);
	assert_int_equal(json_scanner_feed(&s, "[", 1, &used), JSON_MORE);
	assert_false(json_scanner_idle(&s));
	assert_int_equal(json_scanner_feed(&s, "]x", 2, &used), JSON_DONE);
	assert_int_equal(used, 1);
	assert_int_equal(json_scanner_feed(&s, "x", 1, &used), JSON_DONE);
	assert_int_equal(used, 0);
}

static void scanner_accepts_ten_thousand_levels_only(void **state)
{
	static char text[2 * JSON_DEPTH_MAX + 4];
	size_t at;

	(void)state;
	memset(text, '[', JSON_DEPTH_MAX);
	memset(text + JSON_DEPTH_MAX, ']', JSON_DEPTH_MAX);
	assert_true(json_valid((struct str) { text, 2 * JSON_DEPTH_MAX }, NULL, NULL));
	memset(text, '[', JSON_DEPTH_MAX + 1);
	memset(text + JSON_DEPTH_MAX + 1, ']', JSON_DEPTH_MAX + 1);
	assert_false(json_valid((struct str) { text, 2 * JSON_DEPTH_MAX + 2 }, NULL, &at));
	assert_int_equal(at, JSON_DEPTH_MAX);
}

/* Levels of both kinds, so that every bit of the stack is written and read back. */
static void scanner_reports_the_kind_of_every_level(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 10; seed++) {
		AUTO_STRBUF text = STRBUF_INIT, close = STRBUF_INIT;
		uint64_t s = seed;
		size_t at;

		for (int depth = 0; depth < 300; depth++) {
			bool object = splitmix64(&s) & 1;

			strbuf_addz(&text, object ? "{\"k\":" : "[");
			strbuf_addc(&close, object ? '}' : ']');
		}
		strbuf_addc(&text, '1');
		for (size_t i = close.len; i > 0; i--)
			strbuf_addc(&text, close.ptr[i - 1]);
		assert_true(json_valid(strbuf_str(&text), NULL, NULL));
		text.ptr[text.len - 150] ^= '}' ^ ']';
		assert_false(json_valid(strbuf_str(&text), NULL, &at));
		assert_int_equal(at, text.len - 150);
	}
}

static void random_value(struct strbuf *out, uint64_t *s, int depth)
{
	static const char *const scalars[] = {
		"0",	     "-1",	    "1.5",
		"2e3",	     "true",	    "false",
		"null",	     "\"\"",	    "\"x\"",
		"\"a\\nb\"", "\"\\u00e9\"", "\"long string of more than sixteen bytes\"",
		"-0.25E-2",
	};
	uint64_t draw = splitmix64(s), n = splitmix64(s) % 4;
	bool object = draw & 1;

	if (depth == 0 || draw % 8 < 3) {
		strbuf_addz(out, scalars[splitmix64(s) % ARRAY_LEN(scalars)]);
		return;
	}
	strbuf_addc(out, object ? '{' : '[');
	for (uint64_t i = 0; i < n; i++) {
		strbuf_addz(out, i ? ", " : "");
		if (object)
			strbuf_addf(out, "\"k%u\":", (unsigned)i);
		random_value(out, s, depth - 1);
	}
	strbuf_addc(out, object ? '}' : ']');
}

static void mutate(struct strbuf *b, uint64_t *s)
{
	static const char alphabet[] = "{}[]\",:\\0123456789.eE+-truefalsn \n/ubx";
	size_t at = splitmix64(s) % b->len;
	char c = alphabet[splitmix64(s) % (sizeof(alphabet) - 1)];

	switch (splitmix64(s) % 4) {
	case 0:
		b->ptr[at] = c;
		break;
	case 1: /* drop one */
		memmove(b->ptr + at, b->ptr + at + 1, b->len - at);
		b->len--;
		break;
	case 2: /* insert one */
		strbuf_addc(b, ' ');
		memmove(b->ptr + at + 1, b->ptr + at, b->len - at - 1);
		b->ptr[at] = c;
		break;
	default: /* cut */
		b->ptr[at] = '\0';
		b->len = at;
		break;
	}
}

static size_t skip_string_text(struct str t, size_t i)
{
	for (i++; i < t.len && t.ptr[i] != '"'; i++)
		i += t.ptr[i] == '\\';
	return i;
}

/* Where cJSON knowingly differs from encoding/json. It lets strtod() decide what a number is
 * ("01", "1.", "-.5", "+1" after a minus), takes every byte <= ' ' as white space and inside
 * strings, and refuses a lone surrogate and \u0000. */
static bool cjson_differs(struct str t)
{
	for (size_t i = 0; i < t.len; i++) {
		unsigned char c = (unsigned char)t.ptr[i];
		size_t from = i;

		if (c == '"') {
			i = skip_string_text(t, i);
			for (; from < i && from < t.len; from++)
				if ((unsigned char)t.ptr[from] < 0x20 ||
				    (t.ptr[from] == '\\' && t.ptr[from + 1] == 'u'))
					return true;
			continue;
		}
		if (c < 0x20 && c != '\n')
			return true;
		while (i < t.len && memchr("0123456789+-.eE", t.ptr[i], 15))
			i++;
		if (i > from) {
			json_t number = { t.ptr + from, i - from };

			if (!json_valid(number, NULL, NULL))
				return true;
			i--;
		}
	}
	return false;
}

static void scanner_accepts_the_same_mutated_texts_as_cjson(void **state)
{
	size_t compared = 0, accepted = 0;

	(void)state;
	base__alloc_init_cjson();
	for (uint64_t seed = 1; seed <= 4000; seed++) {
		AUTO_STRBUF text = STRBUF_INIT;
		uint64_t s = seed;
		struct verdict v;
		cJSON *tree;
		bool valid;

		random_value(&text, &s, 4);
		for (uint64_t n = splitmix64(&s) % 3; n > 0 && text.len; n--)
			mutate(&text, &s);
		assert_false(text.failed);
		valid = json_valid(strbuf_str(&text), NULL, NULL);
		if (text.len < 200) {
			v = feed_every_way(strbuf_str(&text));
			assert_true(v.status == JSON_DONE || !valid);
		}
		if (cjson_differs(strbuf_str(&text)))
			continue;
		tree = cJSON_ParseWithOpts(text.ptr, NULL, true);
		if ((tree != NULL) != valid)
			fail_msg("cJSON says %d, the scanner %d: %s", tree != NULL, valid,
				 text.ptr);
		cJSON_Delete(tree);
		compared++;
		accepted += valid;
	}
	/* The property must not become empty unnoticed. */
	assert_true(compared > 2500);
	assert_true(accepted > 1000);
	assert_true(compared - accepted > 500);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(scanner_accepts_the_texts_that_go_encoding_json_accepts),
		cmocka_unit_test(scanner_refuses_the_first_invalid_byte),
		cmocka_unit_test(scanner_needs_more_bytes_of_a_truncated_value),
		cmocka_unit_test(scanner_stops_at_the_end_of_the_value),
		cmocka_unit_test(scanner_is_idle_during_leading_white_space),
		cmocka_unit_test(scanner_accepts_ten_thousand_levels_only),
		cmocka_unit_test(scanner_reports_the_kind_of_every_level),
		cmocka_unit_test(scanner_accepts_the_same_mutated_texts_as_cjson),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
