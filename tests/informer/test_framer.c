/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include "informer/framer.h"

/* What comes out of a stream fed in pieces: frames in [], then how it ended. */
struct sink {
	struct strbuf out;
	bool over;
};

static void take(struct sink *s, enum inf__frame_status st, json_t frame)
{
	switch (st) {
	case INF_FRAME_MORE:
		return;
	case INF_FRAME_DONE:
		strbuf_addf(&s->out, "[" STR_FMT "]", STR_ARG(frame));
		return;
	case INF_FRAME_NUMBER:
		strbuf_addz(&s->out, "number ");
		return; /* what follows is whole again */
	case INF_FRAME_ERROR:
		strbuf_addz(&s->out, "error");
		break;
	case INF_FRAME_TOO_LARGE:
		strbuf_addz(&s->out, "large");
		break;
	case INF_FRAME_NOMEM:
		strbuf_addz(&s->out, "nomem");
		break;
	}
	s->over = true;
}

static void feed(struct inf__framer *f, struct sink *s, const char *bytes, size_t len)
{
	const char *p = bytes, *end = bytes + len;
	enum inf__frame_status st;
	json_t frame;

	while (!s->over) {
		st = inf__framer_next(f, &p, end, &frame);
		if (st == INF_FRAME_MORE)
			return;
		take(s, st, frame);
	}
}

static void end(struct inf__framer *f, struct sink *s)
{
	json_t frame;
	bool cut = false;

	if (s->over)
		return;
	take(s, inf__framer_end(f, &frame, &cut), frame);
	if (cut)
		strbuf_addz(&s->out, "cut");
}

static const struct {
	const char *name, *stream, *want;
} streams[] = {
	{ "nothing", "", "" },
	{ "white space", " \r\n\t", "" },
	{ "one line", "{\"a\":1}\n", "[{\"a\":1}]" },
	{ "no newline", "{\"a\":1}", "[{\"a\":1}]" },
	{ "back to back", "{\"a\":1}{\"b\":2}[3]", "[{\"a\":1}][{\"b\":2}][[3]]" },
	{ "spaces between", "  {} \n\n {}\t[ ] ", "[{}][{}][[ ]]" },
	{ "spread over lines", "{\n\"a\"\n:\n{\n}\n}\n", "[{\n\"a\"\n:\n{\n}\n}]" },
	{ "numbers and words", "1 22 true null \"x\"", "[1][22][true][null][\"x\"]" },
	{ "strings touch", "\"a\"\"b\"{}", "[\"a\"][\"b\"][{}]" },
	{ "brackets in strings", "{\"a\":\"}]\\\"{\"}{}", "[{\"a\":\"}]\\\"{\"}][{}]" },
	{ "half a value", "{}{\"a\":", "[{}]cut" },
	{ "half a word", "{}tru", "[{}]cut" },
	{ "not JSON", "not json\n", "error" },
	{ "garbage behind", "{}}", "[{}]error" },
	{ "a raw control character", "{\"a\":\"\x01\"}", "error" },
	{ "a bad escape", "{} {\"a\":\"\\q\"}", "[{}]error" },
	{ "html", "<html>", "error" },
	{ "a comma between", "{},{}", "[{}]error" },
	{ "any bytes in strings", "{\"a\":\"\xff\x80\"}", "[{\"a\":\"\xff\x80\"}]" },
	{ "a number that goes on", "{}-", "[{}]cut" },
	{ "leading zero", "01 ", "[0][1]" },
	{ "a number beyond float64", "{\"a\":1e999}{}[-1e400]", "number [{}]number " },
};

static void framer_output_does_not_depend_on_the_chunks_of_the_stream(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(streams); i++) {
		size_t len = strlen(streams[i].stream);

		for (size_t a = 0; a <= len; a++) {
			for (size_t b = a; b <= len; b++) {
				struct inf__framer f;
				struct sink s = { STRBUF_INIT, false };

				inf__framer_init(&f);
				feed(&f, &s, streams[i].stream, a);
				feed(&f, &s, streams[i].stream + a, b - a);
				feed(&f, &s, streams[i].stream + b, len - b);
				end(&f, &s);
				assert_string_equal(s.out.ptr, streams[i].want);
				strbuf_fini(&s.out);
				inf__framer_fini(&f);
			}
		}
	}
}

static void frames_are_equal_if_fed_byte_by_byte(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(streams); i++) {
		struct inf__framer f;
		struct sink s = { STRBUF_INIT, false };

		inf__framer_init(&f);
		for (const char *p = streams[i].stream; *p; p++)
			feed(&f, &s, p, 1);
		end(&f, &s);
		assert_string_equal(s.out.ptr, streams[i].want);
		strbuf_fini(&s.out);
		inf__framer_fini(&f);
	}
}

static void framer_reports_an_invalid_byte_at_once(void **state)
{
	struct inf__framer f;
	const char *bytes = "{\"a\":x", *p = bytes;
	json_t frame;

	(void)state;
	inf__framer_init(&f);
	assert_int_equal(inf__framer_next(&f, &p, bytes + 5, &frame), INF_FRAME_MORE);
	assert_int_equal(inf__framer_next(&f, &p, bytes + 6, &frame), INF_FRAME_ERROR);
	inf__framer_fini(&f);
}

static void framer_does_not_copy_a_value_within_one_chunk(void **state)
{
	struct inf__framer f;
	const char *bytes = " {\"a\":1}\n", *p = bytes;
	json_t frame;

	(void)state;
	inf__framer_init(&f);
	base__alloc_fail_after = 0;
	assert_int_equal(inf__framer_next(&f, &p, bytes + 9, &frame), INF_FRAME_DONE);
	base__alloc_fail_after = -1;
	assert_ptr_equal(frame.ptr, bytes + 1);
	assert_int_equal(frame.len, 7);
	inf__framer_fini(&f);
}

/* A string of `size` bytes in an array, in chunks. */
static void feed_large(struct inf__framer *f, struct sink *s, size_t size)
{
	static char chunk[1 << 16];

	memset(chunk, 'x', sizeof(chunk));
	feed(f, s, "[\"", 2);
	for (size_t left = size - 4; left;) {
		size_t n = left < sizeof(chunk) ? left : sizeof(chunk);

		feed(f, s, chunk, n);
		left -= n;
	}
	feed(f, s, "\"]", 2);
}

static void framer_rejects_frames_over_16_mib(void **state)
{
	static const struct {
		size_t size;
		bool fits;
	} cases[] = { { INF_FRAME_MAX, true }, { INF_FRAME_MAX + 1, false } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct inf__framer f;
		struct sink s = { STRBUF_INIT, false };

		inf__framer_init(&f);
		feed_large(&f, &s, cases[i].size);
		if (cases[i].fits)
			assert_int_equal(s.out.len, cases[i].size + 2);
		else
			assert_string_equal(s.out.ptr, "large");
		assert_true(f.buf.cap <= 2 * (size_t)INF_FRAME_MAX);
		strbuf_fini(&s.out);
		inf__framer_fini(&f);
	}
}

static void framer_buffers_no_white_space_of_an_endless_value(void **state)
{
	static char chunk[1 << 16];
	struct inf__framer f;
	struct sink s = { STRBUF_INIT, false };

	(void)state;
	memset(chunk, ' ', sizeof(chunk));
	inf__framer_init(&f);
	feed(&f, &s, "[", 1);
	for (int i = 0; i < 512; i++)
		feed(&f, &s, chunk, sizeof(chunk));
	assert_false(s.over);
	assert_int_equal(f.buf.cap, 0);
	end(&f, &s);
	assert_string_equal(s.out.ptr, "cut");
	strbuf_fini(&s.out);
	inf__framer_fini(&f);
}

static void framer_limits_depth_like_go(void **state)
{
	struct inf__framer f;
	struct sink s = { STRBUF_INIT, false };

	(void)state;
	inf__framer_init(&f);
	for (int i = 0; i < JSON_DEPTH_MAX; i++)
		feed(&f, &s, "[", 1);
	assert_false(s.over);
	feed(&f, &s, "[", 1);
	assert_string_equal(s.out.ptr, "error");
	strbuf_fini(&s.out);
	inf__framer_fini(&f);
}

static void framer_reset_discards_a_partial_value(void **state)
{
	struct inf__framer f;
	struct sink s = { STRBUF_INIT, false };

	(void)state;
	inf__framer_init(&f);
	feed(&f, &s, "{\"a\":", 5);
	inf__framer_reset(&f);
	feed(&f, &s, "{}", 2);
	assert_string_equal(s.out.ptr, "[{}]");
	strbuf_fini(&s.out);
	inf__framer_fini(&f);
}

static void framer_survives_every_failing_allocation(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC({
		struct inf__framer f;
		const char *p = "{\"a\":";
		const char *q = "1}";
		json_t frame;

		inf__framer_init(&f);
		if (inf__framer_next(&f, &p, p + 5, &frame) == INF_FRAME_MORE &&
		    inf__framer_next(&f, &q, q + 2, &frame) == INF_FRAME_DONE)
			assert_int_equal(frame.len, 7);
		inf__framer_fini(&f);
	});
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(framer_output_does_not_depend_on_the_chunks_of_the_stream),
		cmocka_unit_test(frames_are_equal_if_fed_byte_by_byte),
		cmocka_unit_test(framer_reports_an_invalid_byte_at_once),
		cmocka_unit_test(framer_does_not_copy_a_value_within_one_chunk),
		cmocka_unit_test(framer_rejects_frames_over_16_mib),
		cmocka_unit_test(framer_buffers_no_white_space_of_an_endless_value),
		cmocka_unit_test(framer_limits_depth_like_go),
		cmocka_unit_test(framer_reset_discards_a_partial_value),
		cmocka_unit_test(framer_survives_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
