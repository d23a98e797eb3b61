/* SPDX-License-Identifier: Apache-2.0 */
/* Frames drawn from a seed, in pieces of drawn lengths: the guard splits and judges them as a naive
 * model does that has each frame whole. */
#include "fakeapi/http/h2_guard.h"

#include "base/choice.h"
#include "base/clock.h"
#include "base/str.h"
#include "tests/kit/testing.h"

enum { BLOCK_MAX = 300, RUNS = 300, FRAMES = 400, PAYLOAD_MAX = 200 };

/* The rules of h2_guard.h, with times in whole milliseconds. */
struct model {
	size_t block_bytes;
	unsigned continuations;
	bool in_block;
	int64_t paid_ms; /* frames are paid for until then */
};

struct frame {
	uint8_t type, flags;
	size_t len;
};

/* Whether the frame is a flood. */
static bool model_flood(struct model *m, const struct frame *f, int64_t now_ms)
{
	if (f->type == H2_HEADERS) {
		m->block_bytes = f->len;
		m->continuations = 0;
	} else if (f->type == H2_CONTINUATION) {
		m->block_bytes += f->len;
		m->continuations++;
	}
	if (f->type == H2_HEADERS || f->type == H2_CONTINUATION) {
		m->in_block = !(f->flags & H2_FLAG_END_HEADERS);
		if (m->block_bytes > BLOCK_MAX || m->continuations > 128)
			return true;
	}
	if (f->type == H2_CONTINUATION || (f->type == H2_DATA && f->len >= 64))
		return false;
	m->paid_ms = m->paid_ms > now_ms ? m->paid_ms : now_ms;
	m->paid_ms++;
	return m->paid_ms - now_ms > 10000;
}

static struct frame draw(struct choice *c, bool floods)
{
	static const uint8_t types[] = { H2_DATA, H2_HEADERS, H2_CONTINUATION, H2_PING, 3, 77 };
	struct frame f = { .type = types[choice_pick(c, ARRAY_LEN(types))] };

	f.flags = choice_pick(c, 3) ? H2_FLAG_END_HEADERS : 0;
	if (choice_pick(c, 3))
		f.len = choice_pick(c, floods ? PAYLOAD_MAX : 40);
	else if (choice_pick(c, 2))
		f.len = 63 + choice_pick(c, 3); /* about the size from which DATA is free */
	return f;
}

/* Feeds one frame in pieces; true: a flood. */
static bool feed(struct http__h2_guard *g, struct choice *c, const struct frame *f, int64_t now_ns)
{
	static const char zeros[PAYLOAD_MAX];
	AUTO_STRBUF bytes = STRBUF_INIT;
	const char head[H2_FRAME_HEAD] = { 0, 0, (char)f->len, (char)f->type, (char)f->flags };
	size_t at = 0;

	strbuf_add(&bytes, head, sizeof(head));
	strbuf_add(&bytes, zeros, f->len);
	while (at < bytes.len) {
		size_t n = 1 + choice_pick(c, (uint32_t)(bytes.len - at));
		struct http__h2_piece p =
		    http__h2_guard_next(g, (struct str) { bytes.ptr + at, n }, now_ns);

		if (p.flood)
			return true;
		assert_in_range(p.len, 1, n);
		at += p.len;
		assert_int_equal(p.ends_frame, at == bytes.len);
	}
	return false;
}

static void guard_judges_frames_as_the_model_in_any_pieces(void **state)
{
	unsigned floods = 0;

	(void)state;
	for (unsigned run = 0; run < RUNS; run++) {
		struct http__h2_guard g;
		struct model m = { 0 };
		int64_t now_ms = 5;
		struct choice c;
		bool flood = false;

		choice_init_seed(&c, run + 1, false);
		http__h2_guard_init(&g, BLOCK_MAX);
		for (size_t left = H2_PREFACE_LEN; left;) {
			size_t n = 1 + choice_pick(&c, 40);
			struct http__h2_piece p = http__h2_guard_next(
			    &g,
			    (struct str) { "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n0123456789abcdef", n },
			    0);

			assert_int_equal(p.len, n < left ? n : left);
			assert_false(p.ends_frame || p.flood);
			left -= p.len;
		}
		for (unsigned i = 0; i < FRAMES && !flood; i++) {
			const struct frame f = draw(&c, run % 2);

			now_ms += choice_pick(&c, 3);
			flood = model_flood(&m, &f, now_ms);
			assert_int_equal(feed(&g, &c, &f, now_ms * NS_PER_MS), flood);
			if (!flood)
				assert_int_equal(g.in_block, m.in_block);
		}
		floods += flood;
		choice_fini(&c);
	}
	assert_in_range(floods, RUNS / 10, RUNS - RUNS / 10);
}

static bool ping(struct http__h2_guard *g, int64_t now_ns)
{
	static const char frame[H2_FRAME_HEAD] = { 0, 0, 0, H2_PING };

	return !http__h2_guard_next(g, (struct str) { frame, sizeof(frame) }, now_ns).flood;
}

static void begin(struct http__h2_guard *g)
{
	http__h2_guard_init(g, BLOCK_MAX);
	g->preface_left = 0;
}

/* 10,000 frames at once, one more after each millisecond, and two for each frame that the server
 * sent. */
static void frames_without_data_are_limited_by_time_and_earnings(void **state)
{
	const int64_t now_ns = 7 * NS_PER_S;
	struct http__h2_guard g;

	(void)state;
	begin(&g);
	for (int i = 0; i < 10000; i++)
		assert_true(ping(&g, now_ns));
	http__h2_guard_earn(&g);
	assert_true(ping(&g, now_ns));
	assert_true(ping(&g, now_ns));
	assert_true(ping(&g, now_ns + NS_PER_MS));
	assert_false(ping(&g, now_ns + NS_PER_MS));
	begin(&g);
	for (int i = 0; i < 10000; i++)
		assert_true(ping(&g, now_ns));
	assert_false(ping(&g, now_ns + NS_PER_MS - 1));
}

/* 1,000 at once, one more after 30 ms. */
static void resets_before_the_response_are_limited(void **state)
{
	const int64_t now_ns = 7 * NS_PER_S;
	struct http__h2_guard g;

	(void)state;
	begin(&g);
	for (int i = 0; i < 1000; i++)
		assert_true(http__h2_guard_reset(&g, now_ns));
	assert_true(http__h2_guard_reset(&g, now_ns + 30 * NS_PER_MS));
	assert_false(http__h2_guard_reset(&g, now_ns + 30 * NS_PER_MS));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(guard_judges_frames_as_the_model_in_any_pieces),
		cmocka_unit_test(frames_without_data_are_limited_by_time_and_earnings),
		cmocka_unit_test(resets_before_the_response_are_limited),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
