/* SPDX-License-Identifier: Apache-2.0 */
/* Go's encoding/base64 decides; its own test's corrupt inputs are among the cases. */
#include "base/base64.h"

#include "base/choice.h"
#include "tests/kit/testing.h"

static void encode_matches_go(void **state)
{
	static const struct {
		const char *bytes, *std, *url;
	} cases[] = {
		{ "", "", "" },
		{ "f", "Zg==", "Zg" },
		{ "fo", "Zm8=", "Zm8" },
		{ "foo", "Zm9v", "Zm9v" },
		{ "foob", "Zm9vYg==", "Zm9vYg" },
		{ "\xfb\xff\xfe", "+//+", "-__-" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF std = STRBUF_INIT, url = STRBUF_INIT;

		base64_encode(&std, str_of(cases[i].bytes), BASE64_STD);
		base64_encode(&url, str_of(cases[i].bytes), BASE64_RAW_URL);
		assert_string_equal(std.ptr, cases[i].std);
		assert_string_equal(url.ptr, cases[i].url);
	}
}

enum { GOOD = -1 };

static void decode_accepts_and_reports_the_same_byte_as_go(void **state)
{
	static const struct {
		enum base64_kind kind;
		const char *text;
		int bad;
		const char *bytes;
	} cases[] = {
		{ BASE64_STD, "", GOOD, "" },
		{ BASE64_STD, "\n", GOOD, "" },
		{ BASE64_STD, "Zg==", GOOD, "f" },
		{ BASE64_STD, "Z\ng=\r\n=\n", GOOD, "f" },
		{ BASE64_STD, "Zm8=", GOOD, "fo" },
		{ BASE64_STD, "Zm8=\n", GOOD, "fo" },
		{ BASE64_STD, "Zm9v\r\nYmFy", GOOD, "foobar" },
		{ BASE64_STD, "Zh==", GOOD, "f" }, /* ignored bits: Go is not strict */
		{ BASE64_STD, "!!!!", 0, NULL },
		{ BASE64_STD, "====", 0, NULL },
		{ BASE64_STD, "x===", 1, NULL },
		{ BASE64_STD, "=AAA", 0, NULL },
		{ BASE64_STD, "A=AA", 1, NULL },
		{ BASE64_STD, "AA=A", 2, NULL },
		{ BASE64_STD, "AA==A", 4, NULL },
		{ BASE64_STD, "AAA=AAAA", 4, NULL },
		{ BASE64_STD, "AAAAA", 4, NULL },
		{ BASE64_STD, "AAAAAA", 4, NULL },
		{ BASE64_STD, "A=", 1, NULL },
		{ BASE64_STD, "A==", 1, NULL },
		{ BASE64_STD, "AA=", 3, NULL },
		{ BASE64_STD, "AAAAAA=", 7, NULL },
		{ BASE64_STD, "YWJjZA=====", 8, NULL },
		{ BASE64_STD, "A!\n", 1, NULL },
		{ BASE64_STD, "A=\n", 1, NULL },
		{ BASE64_STD, "AA\n", 1, NULL }, /* three bytes, less two digits */
		{ BASE64_STD, "Zm9v Zm9v", 4, NULL },
		{ BASE64_STD, "-__-", 0, NULL },
		{ BASE64_RAW_URL, "", GOOD, "" },
		{ BASE64_RAW_URL, "Zg", GOOD, "f" },
		{ BASE64_RAW_URL, "Zm\n8", GOOD, "fo" },
		{ BASE64_RAW_URL, "-__-", GOOD, "\xfb\xff\xfe" },
		{ BASE64_RAW_URL, "+//+", 0, NULL },
		{ BASE64_RAW_URL, "Zg==", 2, NULL },
		{ BASE64_RAW_URL, "Zm9vY", 4, NULL },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF out = STRBUF_INIT;
		size_t bad = 0;
		bool good = base64_decode(&out, str_of(cases[i].text), cases[i].kind, &bad);

		if (good != (cases[i].bad == GOOD) || (!good && bad != (size_t)cases[i].bad))
			fail_msg("\"%s\": %s at %zu", cases[i].text, good ? "good" : "bad", bad);
		if (good)
			assert_string_equal(out.ptr, cases[i].bytes);
	}
}

static void decode_inverts_encode(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < 500; seed++) {
		AUTO_STRBUF bytes = STRBUF_INIT;
		struct choice c;

		choice_init_seed(&c, seed, false);
		for (uint32_t n = choice_pick(&c, 40); n > 0; n--)
			strbuf_addc(&bytes, (char)choice_pick(&c, 256));
		choice_fini(&c);
		for (int kind = BASE64_STD; kind <= BASE64_RAW_URL; kind++) {
			AUTO_STRBUF text = STRBUF_INIT, back = STRBUF_INIT;

			base64_encode(&text, strbuf_str(&bytes), (enum base64_kind)kind);
			assert_true(
			    base64_decode(&back, strbuf_str(&text), (enum base64_kind)kind, NULL));
			assert_int_equal(back.len, bytes.len);
			assert_memory_equal(back.ptr, bytes.ptr, bytes.len);
		}
	}
}

static void round_trip(bool *complete)
{
	AUTO_STRBUF text = STRBUF_INIT, back = STRBUF_INIT;

	base64_encode(&text, STR("forty bytes and some more, to have it grow"), BASE64_STD);
	*complete = base64_decode(&back, strbuf_str(&text), BASE64_STD, NULL) && !text.failed &&
		    !back.failed;
}

static void base64_survives_every_failing_allocation(void **state)
{
	bool complete;

	(void)state;
	FOR_EACH_FAILING_ALLOC(round_trip(&complete));
	assert_true(complete);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(encode_matches_go),
		cmocka_unit_test(decode_accepts_and_reports_the_same_byte_as_go),
		cmocka_unit_test(decode_inverts_encode),
		cmocka_unit_test(base64_survives_every_failing_allocation),
	};

	return cmocka_run_group_tests_name("base64", tests, NULL, NULL);
}
