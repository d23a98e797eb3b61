/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include <cjson/cJSON.h>

#include "base/choice.h"
#include "base/json_scan.h"
#include "base/str.h"

static void strbuf_is_always_nul_terminated(void **state)
{
	struct strbuf b;

	(void)state;
	strbuf_init(&b);
	assert_string_equal(b.ptr, "");
	strbuf_add(&b, NULL, 0);
	assert_int_equal(b.cap, 0);
	strbuf_addz(&b, "ab");
	strbuf_addc(&b, 'c');
	strbuf_adds(&b, STR("de"));
	strbuf_addf(&b, "%d-%s", 42, "x");
	assert_string_equal(b.ptr, "abcde42-x");
	assert_int_equal(b.len, 9);
	strbuf_clear(&b);
	assert_string_equal(b.ptr, "");
	assert_true(b.cap > 0);
	assert_true(strbuf_reserve(&b, 1000));
	assert_string_equal(b.ptr, "");
	strbuf_fini(&b);
	assert_string_equal(b.ptr, "");
	assert_int_equal(b.cap, 0);
}

static void strbuf_formats_with_any_free_space(void **state)
{
	(void)state;
	for (size_t before = 0; before < 200; before++) {
		AUTO_STRBUF b = STRBUF_INIT;

		for (size_t i = 0; i < before; i++)
			strbuf_addc(&b, 'x');
		strbuf_addf(&b, "%s/%d", "0123456789", 77);
		assert_int_equal(b.len, before + 13);
		assert_string_equal(b.ptr + before, "0123456789/77");
	}
}

static void strbuf_content_equals_a_plain_array_during_growth(void **state)
{
	enum { MODEL_MAX = 20000 };
	static char model[MODEL_MAX];

	(void)state;
	for (uint64_t seed = 1; seed <= 20; seed++) {
		AUTO_STRBUF b = STRBUF_INIT;
		size_t len = 0;
		uint64_t s = seed;

		for (int step = 0; step < 400; step++) {
			char bytes[50];
			size_t n = splitmix64(&s) % sizeof(bytes);

			for (size_t i = 0; i < n; i++)
				bytes[i] = (char)splitmix64(&s);
			if (splitmix64(&s) % 5 == 0) {
				n = n < len ? n : len;
				strbuf_consume(&b, n);
				len -= n;
				memmove(model, model + n, len);
			} else if (len + n <= MODEL_MAX) {
				strbuf_add(&b, bytes, n);
				memcpy(model + len, bytes, n);
				len += n;
			}
			assert_int_equal(b.len, len);
			assert_int_equal(b.ptr[len], 0);
		}
		assert_memory_equal(b.ptr, model, len);
	}
}

static void strbuf_steal_returns_its_memory(void **state)
{
	struct strbuf b = STRBUF_INIT;
	char *z;

	(void)state;
	z = strbuf_steal(&b);
	assert_string_equal(z, "");
	base__free(z);
	strbuf_addz(&b, "text");
	z = strbuf_steal(&b);
	assert_string_equal(z, "text");
	assert_int_equal(b.cap, 0);
	base__free(z);
}

static void failed_append_keeps_the_content(void **state)
{
	struct strbuf b = STRBUF_INIT;

	(void)state;
	strbuf_addz(&b, "kept");
	base__alloc_fail_after = 0;
	strbuf_addf(&b, "%0200d", 1);
	assert_true(b.failed);
	assert_string_equal(b.ptr, "kept");
	base__alloc_fail_after = -1;
	strbuf_addc(&b, '!');
	assert_string_equal(b.ptr, "kept");
	assert_false(strbuf_reserve(&b, 0));
	assert_null(strbuf_steal(&b));
	assert_false(b.failed);
	assert_false(strbuf_reserve(&b, SIZE_MAX - 3));
	strbuf_clear(&b);
	strbuf_addz(&b, "again");
	assert_string_equal(b.ptr, "again");
	strbuf_fini(&b);
}

static void write_everything(void)
{
	AUTO_STRBUF b = STRBUF_INIT;
	char *z;

	for (int i = 0; i < 100; i++)
		strbuf_addf(&b, "%d,", i);
	strbuf_add_json(&b, STR("a\nb\xff"));
	strbuf_add_urlenc(&b, STR("a b"));
	z = strbuf_steal(&b);
	assert_true(!z || strlen(z) == 290 + 9 + 5);
	base__free(z);
}

static void strbuf_survives_every_failing_allocation(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC(write_everything());
}

static void strbuf_add_json_writes_a_json_string(void **state)
{
	static const struct {
		struct str in;
		const char *out;
	} cases[] = {
		{ { "", 0 }, "\"\"" },
		{ { "plain", 5 }, "\"plain\"" },
		{ { "\"\\/", 3 }, "\"\\\"\\\\/\"" },
		{ { "\b\f\n\r\t", 5 }, "\"\\b\\f\\n\\r\\t\"" },
		{ { "\0\x01\x1f\x7f", 4 }, "\"\\u0000\\u0001\\u001f\x7f\"" },
		{ { "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", 9 },
		  "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"" },
		{ { "a\xff"
		    "b",
		    3 },
		  "\"a\xef\xbf\xbd"
		  "b\"" },
		{ { "\xed\xa0\x80", 3 }, "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF b = STRBUF_INIT;

		strbuf_add_json(&b, cases[i].in);
		assert_string_equal(b.ptr, cases[i].out);
		assert_true(json_valid(strbuf_str(&b), NULL, NULL));
	}
}

/* What a byte becomes by itself is in the table above; here it stands anywhere in a longer text. */
static void json_escapes_bytes_at_any_position(void **state)
{
	enum { LEN_MAX = 26 };

	(void)state;
	for (unsigned c = 0; c < 0x100; c++) {
		AUTO_STRBUF alone = STRBUF_INIT, out = STRBUF_INIT, want = STRBUF_INIT;
		char byte = (char)c, text[LEN_MAX];

		strbuf_add_json(&alone, (struct str) { &byte, 1 });
		for (size_t len = 1; len <= LEN_MAX; len++) {
			for (size_t at = 0; at < len; at++) {
				memset(text, '~', len);
				text[at] = byte;
				strbuf_clear(&out);
				strbuf_add_json(&out, (struct str) { text, len });
				strbuf_clear(&want);
				strbuf_addf(&want, "\"%.*s", (int)at, "~~~~~~~~~~~~~~~~~~~~~~~~~~");
				strbuf_add(&want, alone.ptr + 1, alone.len - 2);
				strbuf_addf(&want, "%.*s\"", (int)(len - at - 1),
					    "~~~~~~~~~~~~~~~~~~~~~~~~~~");
				assert_int_equal(out.len, want.len);
				assert_memory_equal(out.ptr, want.ptr, want.len);
			}
		}
	}
}

static void json_strings_decode_to_what_was_written(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 500; seed++) {
		AUTO_STRBUF text = STRBUF_INIT, json = STRBUF_INIT, back = STRBUF_INIT;
		uint64_t s = seed;
		struct str out;

		for (uint64_t n = splitmix64(&s) % 40; n > 0; n--)
			strbuf_addc(&text, (char)(splitmix64(&s) % 0x80));
		strbuf_addz(&text, "\xf0\x9f\x98\x80");
		strbuf_add_json(&json, strbuf_str(&text));
		out = json_str(strbuf_str(&json), &back);
		assert_true(str_eq(out, strbuf_str(&text)));
	}
}

static void utf8_length_is_that_of_well_formed_sequences(void **state)
{
	static const struct {
		const char *bytes;
		size_t n;
	} cases[] = {
		{ "a", 1 },
		{ "\x7f", 1 },
		{ "\x80", 0 },
		{ "\xc2\x80", 2 },
		{ "\xc1\xbf", 0 },
		{ "\xdf\xbf", 2 },
		{ "\xc3", 0 },
		{ "\xc3\x28", 0 },
		{ "\xe0\xa0\x80", 3 },
		{ "\xe0\x9f\xbf", 0 },
		{ "\xed\x9f\xbf", 3 },
		{ "\xed\xa0\x80", 0 },
		{ "\xef\xbf\xbd", 3 },
		{ "\xe2\x82", 0 },
		{ "\xf0\x90\x80\x80", 4 },
		{ "\xf0\x8f\xbf\xbf", 0 },
		{ "\xf4\x8f\xbf\xbf", 4 },
		{ "\xf4\x90\x80\x80", 0 },
		{ "\xf5\x80\x80\x80", 0 },
		{ "\xf0\x90\x80", 0 },
		{ "\xf0\x90\x80\x28", 0 },
	};

	(void)state;
	assert_int_equal(utf8_seq_len("", 0), 0);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		assert_int_equal(utf8_seq_len(cases[i].bytes, strlen(cases[i].bytes)), cases[i].n);
}

static void invalid_utf8_is_replaced_byte_by_byte(void **state)
{
	static const struct {
		const char *in, *out;
	} cases[] = {
		{ "", "" },
		{ "caf\xc3\xa9", "caf\xc3\xa9" },
		{ "\xff", "\xef\xbf\xbd" },
		{ "a\xe2\x82z", "a\xef\xbf\xbd\xef\xbf\xbdz" },
		{ "\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF out = STRBUF_INIT;

		strbuf_add_utf8(&out, str_of(cases[i].in));
		assert_string_equal(out.ptr, cases[i].out);
	}
}

static void hex_digit_returns_values_of_digits(void **state)
{
	(void)state;
	for (int c = 0; c < 256; c++) {
		const char *digits = "0123456789abcdef";
		const char *at = c ? strchr(digits, c >= 'A' && c <= 'F' ? c + 32 : c) : NULL;

		assert_int_equal(hex_digit((char)c), at ? at - digits : -1);
	}
}

static void trim_removes_white_space_at_both_ends_only(void **state)
{
	static const struct {
		struct str text;
		const char *want;
	} cases[] = {
		{ { NULL, 0 }, "" },
		{ { "", 0 }, "" },
		{ { " \t\n\v\f\r", 6 }, "" },
		{ { "a", 1 }, "a" },
		{ { "\r\n a \t b\f", 9 }, "a \t b" },
		{ { "\x1f\x0e", 2 }, "\x1f\x0e" },
		{ { "\xc2\xa0", 2 }, "\xc2\xa0" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		assert_true(str_eqz(str_trim_space(cases[i].text), cases[i].want));
	assert_int_equal(str_trim_space((struct str) { " \0 ", 3 }).len, 1);
}

static void cut_removes_text_up_to_the_separator(void **state)
{
	struct str rest = STR("a,,b");

	(void)state;
	assert_true(str_eqz(str_cut(&rest, ','), "a"));
	assert_true(str_eqz(str_cut(&rest, ','), ""));
	assert_true(str_eqz(rest, "b"));
	assert_true(str_eqz(str_cut(&rest, ','), "b"));
	assert_int_equal(rest.len, 0);
	assert_int_equal(str_cut(&rest, ',').len, 0);
	rest = (struct str) { NULL, 0 };
	assert_int_equal(str_cut(&rest, ',').len, 0);
}

static void take_segment_skips_leading_slashes(void **state)
{
	struct str path = STR("//a/b/");

	(void)state;
	assert_true(str_eqz(str_take_segment(&path), "a"));
	assert_true(str_eqz(path, "/b/"));
	assert_true(str_eqz(str_take_segment(&path), "b"));
	assert_int_equal(str_take_segment(&path).len, 0);
	assert_int_equal(path.len, 0);
}

static void json_count_counts_members_or_elements(void **state)
{
	static const struct {
		const char *json;
		size_t count;
	} cases[] = {
		{ "{\"a\":[1,2],\"b\":{}}", 2 },
		{ "[1,[2,3],\"x\"]", 3 },
		{ "[]", 0 },
		{ "{}", 0 },
		{ "\"abc\"", 0 },
		{ "12", 0 },
		{ "", 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		assert_int_equal(json_count(str_of(cases[i].json)), cases[i].count);
}

static void percent_encodes_all_but_unreserved(void **state)
{
	AUTO_STRBUF b = STRBUF_INIT;

	(void)state;
	strbuf_add_urlenc(&b, STR("aZ09-._~ /=&+%\xc3\xa9\0"));
	assert_string_equal(b.ptr, "aZ09-._~%20%2F%3D%26%2B%25%C3%A9%00");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(strbuf_is_always_nul_terminated),
		cmocka_unit_test(strbuf_formats_with_any_free_space),
		cmocka_unit_test(strbuf_content_equals_a_plain_array_during_growth),
		cmocka_unit_test(strbuf_steal_returns_its_memory),
		cmocka_unit_test(failed_append_keeps_the_content),
		cmocka_unit_test(strbuf_survives_every_failing_allocation),
		cmocka_unit_test(strbuf_add_json_writes_a_json_string),
		cmocka_unit_test(json_escapes_bytes_at_any_position),
		cmocka_unit_test(json_strings_decode_to_what_was_written),
		cmocka_unit_test(utf8_length_is_that_of_well_formed_sequences),
		cmocka_unit_test(invalid_utf8_is_replaced_byte_by_byte),
		cmocka_unit_test(hex_digit_returns_values_of_digits),
		cmocka_unit_test(trim_removes_white_space_at_both_ends_only),
		cmocka_unit_test(cut_removes_text_up_to_the_separator),
		cmocka_unit_test(take_segment_skips_leading_slashes),
		cmocka_unit_test(json_count_counts_members_or_elements),
		cmocka_unit_test(percent_encodes_all_but_unreserved),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
