/* SPDX-License-Identifier: Apache-2.0 */
/* Frames of a server (RFC 6455, section 5.2), however their bytes come. */
#include "runner/recording/websocket.h"
#include "tests/kit/testing.h"

/* What is made of the bytes: data as it comes, '|' where a message ends, '!' where reading ends. */
static void read_in_steps(struct str bytes, size_t step, struct strbuf *out)
{
	struct rec__ws ws = { .head_len = 0 };

	for (size_t at = 0; at < bytes.len; at += step) {
		struct str rest = { bytes.ptr + at, bytes.len - at < step ? bytes.len - at : step };

		for (;;) {
			struct str data = { NULL, 0 };
			size_t used = SIZE_MAX;
			enum rec__ws_part part = rec__ws_feed(&ws, rest, &used, &data);

			assert_true(used <= rest.len);
			if (part == REC_WS_DATA) {
				assert_true(data.len > 0 && data.ptr + data.len == rest.ptr + used);
				strbuf_adds(out, data);
			}
			if (part == REC_WS_MESSAGE)
				strbuf_addc(out, '|');
			if (part == REC_WS_BAD) {
				strbuf_addc(out, '!');
				/* and it stays so */
				assert_int_equal(rec__ws_feed(&ws, STR("\x81\x01x"), &used, &data),
						 REC_WS_BAD);
				assert_int_equal(used, 0);
				return;
			}
			if (part == REC_WS_MORE) {
				assert_int_equal(used, rest.len);
				break;
			}
			rest = (struct str) { rest.ptr + used, rest.len - used };
		}
	}
}

#define B(bytes) (sizeof(bytes) - 1), bytes

static void websocket_messages_are_assembled_from_frames(void **state)
{
	static const struct {
		const char *about;
		size_t len;
		const char *bytes, *makes;
	} rows[] = {
		{ "a text", B("\x81\x02hi"), "hi|" },
		{ "bytes", B("\x82\x02hi"), "hi|" },
		{ "nothing at all", B(""), "" },
		{ "an empty message", B("\x81\x00"), "|" },
		{ "two messages",
		  B("\x81\x01"
		    "a\x82\x01"
		    "b"),
		  "a|b|" },
		{ "in two frames",
		  B("\x01\x01"
		    "a\x80\x01"
		    "b"),
		  "ab|" },
		{ "in three",
		  B("\x02\x01"
		    "a\x00\x01"
		    "b\x80\x01"
		    "c"),
		  "abc|" },
		{ "whose last is empty",
		  B("\x01\x01"
		    "a\x80\x00"),
		  "a|" },
		{ "whose first is empty",
		  B("\x01\x00\x80\x01"
		    "a"),
		  "a|" },
		{ "not ended",
		  B("\x01\x02"
		    "ab"),
		  "ab" },
		{ "not whole",
		  B("\x81\x03"
		    "ab"),
		  "ab" },
		{ "a ping before",
		  B("\x89\x02hi\x81\x01"
		    "a"),
		  "a|" },
		{ "a ping within",
		  B("\x01\x01"
		    "a\x89\x02hi\x80\x01"
		    "b"),
		  "ab|" },
		{ "an empty pong within",
		  B("\x01\x01"
		    "a\x8A\x00\x80\x01"
		    "b"),
		  "ab|" },
		{ "a farewell after",
		  B("\x81\x01"
		    "a\x88\x02\x03\xE8"),
		  "a|" },
		{ "a longer length than needed",
		  B("\x81\x7E\x00\x01"
		    "a"),
		  "a|" },
		{ "the longest kind",
		  B("\x81\x7F\x00\x00\x00\x00\x00\x00\x00\x02"
		    "ab"),
		  "ab|" },
		{ "each byte of two counts",
		  B("\x81\x7E\x01\x00"
		    "a"),
		  "a" },
		{ "a length of 63 bits",
		  B("\x81\x7F\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFF"
		    "a"),
		  "a" },
		{ "of 64",
		  B("\x81\x7F\x80\x00\x00\x00\x00\x00\x00\x00"
		    "a"),
		  "!" },
		{ "an extension's first bit",
		  B("\xC1\x01"
		    "a"),
		  "!" },
		{ "its second",
		  B("\xA1\x01"
		    "a"),
		  "!" },
		{ "its third",
		  B("\x91\x01"
		    "a"),
		  "!" },
		{ "masked, as clients do",
		  B("\x81\x81"
		    "abcdx"),
		  "!" },
		{ "a continuation of nothing",
		  B("\x80\x01"
		    "a"),
		  "!" },
		{ "and of what has ended",
		  B("\x81\x01"
		    "a\x80\x01"
		    "b"),
		  "a|!" },
		{ "and of a ping",
		  B("\x89\x00\x80\x01"
		    "b"),
		  "!" },
		{ "a message within another",
		  B("\x01\x01"
		    "a\x81\x01"
		    "b"),
		  "a!" },
		{ "of bytes",
		  B("\x01\x01"
		    "a\x82\x01"
		    "b"),
		  "a!" },
		{ "an opcode for later",
		  B("\x83\x01"
		    "a"),
		  "!" },
		{ "the last of them", B("\x87\x00"), "!" },
		{ "of control frames", B("\x8B\x00"), "!" },
		{ "the last of those", B("\x8F\x00"), "!" },
		{ "the last that is known",
		  B("\x8A\x01x\x81\x01"
		    "a"),
		  "a|" },
		{ "a ping in parts", B("\x09\x01x"), "!" },
		{ "a ping of 126", B("\x89\x7E\x00\x7E"), "!" },
		{ "a ping of two, said at length",
		  B("\x89\x7E\x00\x02hi\x81\x01"
		    "a"),
		  "a|" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		for (size_t step = 1; step <= rows[i].len + 1; step++) {
			AUTO_STRBUF out = STRBUF_INIT;

			read_in_steps((struct str) { rows[i].bytes, rows[i].len }, step, &out);
			if (!str_eqz(strbuf_str(&out), rows[i].makes))
				fail_msg("%s, %zu at a time: %.*s", rows[i].about, step,
					 (int)out.len, out.ptr);
		}
}

static void websocket_lengths_are_read_at_every_limit(void **state)
{
	static const size_t lengths[] = { 1,   124,   125,   126,   127,   128,	   255,
					  256, 65534, 65535, 65536, 65537, 1 << 20 };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(lengths); i++)
		for (int longer = 0; longer < 2; longer++) {
			size_t n = lengths[i];
			bool two = n > 125 && n <= 0xFFFF, eight = n > 0xFFFF || longer;
			AUTO_STRBUF in = STRBUF_INIT;
			AUTO_STRBUF out = STRBUF_INIT;

			strbuf_addc(&in, '\x82');
			strbuf_addc(&in, (char)(eight ? 127 : two ? 126 : n));
			for (int b = eight ? 7 : two ? 1 : -1; b >= 0; b--)
				strbuf_addc(&in, (char)(n >> 8 * b & 0xFF));
			for (size_t k = 0; k < n; k++)
				strbuf_addc(&in, (char)('a' + k % 23));
			strbuf_addz(&in, "\x81\x03"
					 "end");
			read_in_steps(strbuf_str(&in), 1000, &out);
			assert_int_equal(out.len, n + 5);
			assert_string_equal(out.ptr + n, "|end|");
			for (size_t k = 0; k < n; k++)
				assert_int_equal(out.ptr[k], 'a' + k % 23);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(websocket_messages_are_assembled_from_frames),
		cmocka_unit_test(websocket_lengths_are_read_at_every_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
