/* SPDX-License-Identifier: Apache-2.0 */
/* Clients of HTTP/2 that mean harm: floods, header blocks without end, windows that stay shut; and
 * the server without memory. Served on the test's own thread. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

#include "base/choice.h"
#include "base/clock.h"
#include "fakeapi/core.h"
#include "fakeapi/http/h2_guard.h"
#include "fakeapi/player.h"
#include "tests/kit/h2_client.h"
#include "tests/kit/h2_pair.h"
#include "tests/kit/testing.h"

enum { FLOW_CONTROL_ERROR = 3, ENHANCE_YOUR_CALM = 11, INTERNAL_ERROR = 2 };

enum { DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY, WINDOW_UPDATE };

struct world {
	struct fakeapi__player *player;
	struct h2_pair pair;
	struct h2_client *c;
	int64_t now_ns;
};

static int64_t virtual_now(void *user)
{
	return ((struct world *)user)->now_ns;
}

static void world_start(struct world *w, struct fakeapi__http_options opt,
			struct h2_client_options client)
{
	*w = (struct world) { .now_ns = NS_PER_S };
	opt.now_ns = virtual_now;
	opt.now_user = w;
	w->player = fakeapi__player_new(NULL, NULL);
	assert_non_null(w->player);
	h2_pair_open(&w->pair, fakeapi__player_server(w->player), &opt);
	w->c = h2_client_new(dup(w->pair.client), &client);
}

/* Until neither side has more. */
static void settle(struct world *w)
{
	size_t moved;

	do {
		moved = h2_client_moved(w->c);
		(void)h2_client_pump(w->c);
		h2_pair_serve(&w->pair);
		(void)h2_client_pump(w->c);
	} while (h2_client_moved(w->c) != moved);
}

static void world_stop(struct world *w)
{
	h2_client_free(w->c);
	h2_pair_close(&w->pair);
	fakeapi__player_free(w->player);
}

static void put_frame(struct strbuf *out, unsigned type, unsigned flags, uint32_t stream,
		      const void *payload, size_t len)
{
	const char head[9] = { (char)(len >> 16),    (char)(len >> 8),	  (char)len,
			       (char)type,	     (char)flags,	  (char)(stream >> 24),
			       (char)(stream >> 16), (char)(stream >> 8), (char)stream };

	strbuf_add(out, head, sizeof(head));
	strbuf_add(out, payload, len);
}

/* ":method: GET", ":scheme: http", ":path: /", as HPACK's static table has them. */
static const char get_block[] = { (char)0x82, (char)0x86, (char)0x84, 0x41, 0x01, 'h' };

static void assert_calmed(struct world *w)
{
	int32_t last;
	uint32_t code;

	settle(w);
	assert_true(h2_client_goaway(w->c, &last, &code));
	assert_int_equal(code, ENHANCE_YOUR_CALM);
	assert_false(h2_pair_is_open(&w->pair));
}

/* --- floods --- */

static void flood_of_frames_without_data_ends_the_connection(void **state)
{
	static const struct {
		unsigned type, flags;
		uint32_t stream;
		size_t len;
	} cases[] = {
		{ PING, 0, 0, 8 },	    { SETTINGS, 0, 0, 6 }, { PRIORITY, 0, 1, 5 },
		{ WINDOW_UPDATE, 0, 0, 4 }, { 0x42, 0, 0, 0 },	   { DATA, 0, 1, 0 },
		{ PING, 1, 0, 8 },
	};
	/* Weight and dependency, an unknown setting, an increment of one. */
	static const char payloads[][8] = { "", "\x7f\xff", "", "\0\0\0\1", "", "", "" };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct strbuf flood = STRBUF_INIT;
		struct world w;
		int rounds = 0;

		world_start(&w, (struct fakeapi__http_options) { 0 },
			    (struct h2_client_options) { 0 });
		(void)h2_client_begin_post(w.c, "/x", STR("body"));
		settle(&w);
		for (int k = 0; k < 1000; k++)
			put_frame(&flood, cases[i].type, cases[i].flags, cases[i].stream,
				  payloads[i], cases[i].len);
		while (h2_pair_is_open(&w.pair) && rounds++ < 100) {
			h2_client_raw(w.c, flood.ptr, flood.len);
			settle(&w);
			if (w.pair.h->conns)
				assert_true(w.pair.h->conns->out.cap < 256 << 10);
		}
		assert_in_range(rounds, 9, 60);
		assert_false(h2_pair_is_open(&w.pair));
		strbuf_fini(&flood);
		world_stop(&w);
	}
}

static void rapid_reset_ends_the_connection(void **state)
{
	struct strbuf flood = STRBUF_INIT;
	struct world w;
	int rounds = 0;
	uint32_t id = 1;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 }, (struct h2_client_options) { 0 });
	settle(&w);
	while (h2_pair_is_open(&w.pair) && rounds++ < 100) {
		strbuf_clear(&flood);
		for (int k = 0; k < 50; k++, id += 2) {
			put_frame(&flood, HEADERS, 5, id, get_block, sizeof(get_block));
			put_frame(&flood, RST_STREAM, 0, id, "\0\0\0\x8", 4);
		}
		h2_client_raw(w.c, flood.ptr, flood.len);
		settle(&w);
		assert_int_equal(w.pair.h->stream_count, 0);
	}
	/* About 1,000 at once; those under way are ended. */
	assert_in_range(fakeapi__player_request_count(w.player), 900, 1500);
	assert_calmed(&w);
	strbuf_fini(&flood);
	world_stop(&w);
}

static void resets_of_answered_watches_are_no_flood(void **state)
{
	struct world w;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 }, (struct h2_client_options) { 0 });
	for (uint32_t i = 1; i <= 1800; i++) {
		int32_t id = h2_client_get(w.c, "/w");

		settle(&w);
		assert_int_equal(fakeapi__player_stream(w.player, i, 200, NULL, 0, NULL), 0);
		assert_int_equal(fakeapi__player_send(w.player, i, STR("one\n"), NULL), 0);
		settle(&w);
		assert_string_equal(h2_client_response(w.c, id)->body.ptr, "one\n");
		h2_client_reset(w.c, id);
		settle(&w);
	}
	assert_true(h2_pair_is_open(&w.pair));
	assert_int_equal(w.pair.h->stream_count, 0);
	world_stop(&w);
}

static void header_block_without_end_is_cut(void **state)
{
	static const size_t pieces[] = { 0, 1, 100, 16000 };
	static char headers[16000];

	(void)state;
	memset(headers, 0xba, sizeof(headers)); /* user-agent, of the static table */
	for (size_t i = 0; i < ARRAY_LEN(pieces); i++) {
		struct strbuf flood = STRBUF_INIT;
		struct world w;
		int frames = 0;

		world_start(&w, (struct fakeapi__http_options) { 0 },
			    (struct h2_client_options) { 0 });
		settle(&w);
		put_frame(&flood, HEADERS, 1, 1, get_block, sizeof(get_block));
		while (h2_pair_is_open(&w.pair) && frames++ < 2000) {
			put_frame(&flood, 9, 0, 1, headers, pieces[i]);
			h2_client_raw(w.c, flood.ptr, flood.len);
			settle(&w);
			strbuf_clear(&flood);
		}
		assert_in_range(frames, 2, 200);
		assert_int_equal(fakeapi__player_request_count(w.player), 0);
		strbuf_fini(&flood);
		world_stop(&w);
	}
}

/* A few bytes of HPACK stand for a header list without end. */
static void hpack_bomb_ends_the_connection(void **state)
{
	static char refs[16000];
	struct strbuf flood = STRBUF_INIT;
	char entry[4000];
	struct world w;

	(void)state;
	memset(entry, 'a', sizeof(entry));
	memset(refs, 0xbe, sizeof(refs)); /* the newest entry of the dynamic table */
	world_start(&w, (struct fakeapi__http_options) { 0 }, (struct h2_client_options) { 0 });
	settle(&w);
	strbuf_add(&flood, get_block, sizeof(get_block));
	strbuf_add(&flood, "\x40\x01x\x7f\xa1\x1e", 6); /* literal, indexed: x: <4000 bytes> */
	strbuf_add(&flood, entry, sizeof(entry));
	{
		struct strbuf frames = STRBUF_INIT;

		put_frame(&frames, HEADERS, 1, 1, flood.ptr, flood.len);
		put_frame(&frames, 9, 4, 1, refs, sizeof(refs));
		h2_client_raw(w.c, frames.ptr, frames.len);
		strbuf_fini(&frames);
	}
	settle(&w);
	assert_false(h2_pair_is_open(&w.pair));
	assert_int_equal(fakeapi__player_request_count(w.player), 0);
	strbuf_fini(&flood);
	world_stop(&w);
}

static void header_lists_of_pending_requests_have_a_common_limit(void **state)
{
	char value[9000];
	struct fakeapi__header header = { STR("x-long"), { value, sizeof(value) } };
	struct world w;

	(void)state;
	memset(value, 'v', sizeof(value));
	world_start(&w, (struct fakeapi__http_options) { .heads_max = 100000 },
		    (struct h2_client_options) { 0 });
	for (int i = 0; i < 20 && h2_pair_is_open(&w.pair); i++) {
		const struct fakeapi__header headers[] = { header,
							   { STR("content-length"), STR("10") } };

		(void)h2_client_send(w.c, "POST", "/x", headers, 1, STR("x"));
		(void)h2_client_begin_post(w.c, "/x", STR("part"));
		settle(&w);
	}
	assert_true(h2_pair_is_open(&w.pair)); /* whole requests have begun */
	for (int i = 0; i < 20 && h2_pair_is_open(&w.pair); i++) {
		struct strbuf block = STRBUF_INIT, frame = STRBUF_INIT;

		strbuf_add(&block, get_block, sizeof(get_block));
		strbuf_add(&block, "\x10\x01x\x7f\xa9\x45", 6); /* never indexed: 9000 bytes */
		strbuf_add(&block, value, sizeof(value));
		put_frame(&frame, HEADERS, 4, (uint32_t)(1001 + 2 * i), block.ptr, block.len);
		h2_client_raw(w.c, frame.ptr, frame.len);
		settle(&w);
		strbuf_fini(&block);
		strbuf_fini(&frame);
	}
	assert_false(h2_pair_is_open(&w.pair));
	world_stop(&w);
}

/* --- windows and readers --- */

static void wait_real(struct world *w, bool (*cond)(const struct world *))
{
	for (int i = 0; i < 60000 && !cond(w); i++) {
		(void)usleep(1000);
		settle(w);
	}
	assert_true(cond(w));
}

static bool first_is_closed(const struct world *w)
{
	return h2_client_response(w->c, 1)->closed;
}

static void closed_window_times_out_only_its_stream(void **state)
{
	struct h2_response *r;
	struct world w;
	int32_t id;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { .unread_timeout_ns = 40 * NS_PER_MS },
		    (struct h2_client_options) { .window = 10, .keeps_window_shut = true });
	id = h2_client_get(w.c, "/large");
	settle(&w);
	assert_int_equal(fakeapi__player_respond(w.player, 1, 200, NULL, 0,
						 STR("more than ten bytes"), NULL),
			 0);
	(void)h2_client_get(w.c, "/quiet");
	settle(&w);
	assert_int_equal(fakeapi__player_stream(w.player, 2, 200, NULL, 0, NULL), 0);
	settle(&w);
	wait_real(&w, first_is_closed);
	r = h2_client_response(w.c, id);
	assert_int_equal(r->code, INTERNAL_ERROR);
	assert_int_equal(r->body.len, 10);
	/* A watch with nothing to send waits for ever. */
	assert_true(h2_pair_is_open(&w.pair));
	assert_false(h2_client_response(w.c, 3)->closed);
	world_stop(&w);
}

static bool is_over(const struct world *w)
{
	return !h2_pair_is_open(&w->pair);
}

static void half_a_header_block_is_closed_in_time(void **state)
{
	struct strbuf frame = STRBUF_INIT;
	struct world w;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { .header_timeout_ns = 20 * NS_PER_MS },
		    (struct h2_client_options) { 0 });
	settle(&w);
	put_frame(&frame, HEADERS, 1, 1, get_block, sizeof(get_block));
	h2_client_raw(w.c, frame.ptr, frame.len);
	settle(&w);
	wait_real(&w, is_over);
	strbuf_fini(&frame);
	world_stop(&w);
}

static void preface_that_does_not_come_is_closed_in_time(void **state)
{
	struct h2_pair p;
	struct fakeapi__player *player = fakeapi__player_new(NULL, NULL);
	const struct fakeapi__http_options opt = { .header_timeout_ns = 20 * NS_PER_MS };

	(void)state;
	h2_pair_open(&p, fakeapi__player_server(player), &opt);
	assert_int_equal(write(p.client, "PRI * HTTP/2.0\r\n\r\nSM\r\n", 22), 22);
	h2_pair_serve(&p);
	for (int i = 0; i < 60000 && h2_pair_is_open(&p); i++) {
		(void)usleep(1000);
		h2_pair_serve(&p);
	}
	assert_false(h2_pair_is_open(&p));
	h2_pair_close(&p);
	fakeapi__player_free(player);
}

/* A window beyond 2^31 - 1, a frame beyond the limit, a stream that was never opened. */
static void malformed_frames_end_the_connection(void **state)
{
	static const struct {
		const char *bytes;
		size_t len;
	} cases[] = {
		{ "\0\0\4\x8\0\0\0\0\0\0\0\0\0", 13 },		  /* WINDOW_UPDATE by 0 */
		{ "\0\0\1\6\0\0\0\0\0x", 10 },			  /* PING of 1 byte */
		{ "\0\0\0\4\0\0\0\0\3", 9 },			  /* SETTINGS of a stream */
		{ "\0\0\5\0\0\0\0\0\7xxxxx", 14 },		  /* DATA of an idle stream */
		{ "\0\0\1\1\5\0\0\0\2\x82", 10 },		  /* HEADERS of an even stream */
		{ "\0\0\1\1\5\0\0\0\1\xff", 10 },		  /* half an integer of HPACK */
		{ "\5\0\0\0\0\0\0\0\1", 9 },			  /* 327,680 bytes of DATA */
		{ "\0\0\6\4\0\0\0\0\0\0\4\xff\xff\xff\xff", 15 }, /* INITIAL_WINDOW_SIZE */
		{ "\0\0\4\x5\4\0\0\0\1\0\0\0\2", 13 },		  /* PUSH_PROMISE */
		{ "\0\0\0\x9\4\0\0\0\1", 9 },			  /* CONTINUATION of nothing */
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		int32_t last;
		uint32_t code = 0;
		struct world w;

		world_start(&w, (struct fakeapi__http_options) { 0 },
			    (struct h2_client_options) { 0 });
		settle(&w);
		h2_client_raw(w.c, cases[i].bytes, cases[i].len);
		settle(&w);
		if (h2_pair_is_open(&w.pair) || !h2_client_goaway(w.c, &last, &code))
			fail_msg("case %zu: the connection goes on", i);
		assert_int_not_equal(code, 0);
		world_stop(&w);
	}
}

/* --- fairness --- */

/* One request per turn, even if 50 arrive at once. */
static void connection_starts_one_request_per_turn(void **state)
{
	struct strbuf many = STRBUF_INIT;
	struct world w;
	struct conn *c;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 }, (struct h2_client_options) { 0 });
	settle(&w);
	for (uint32_t id = 1; id < 100; id += 2)
		put_frame(&many, HEADERS, 5, id, get_block, sizeof(get_block));
	h2_client_raw(w.c, many.ptr, many.len);
	c = w.pair.h->conns;
	http__conn_event(c, EPOLLIN | EPOLLOUT);
	for (uint32_t i = 1; i <= 50; i++) {
		assert_ptr_equal(w.pair.h->turns, c);
		w.pair.h->turns = NULL;
		c->has_turn = false;
		http__conn_run(c);
		assert_int_equal(fakeapi__player_request_count(w.player), i);
	}
	strbuf_fini(&many);
	world_stop(&w);
}

/* --- out of memory --- */

static void talk_without_memory(void)
{
	struct fakeapi__player *player;
	uint32_t begun = 0;
	struct h2_client *c = NULL;
	struct h2_pair p = { 0 };
	long grant = base__alloc_fail_after, alone = base__alloc_fail_count;

	/* Only what the transport allocates fails. */
	base__alloc_fail_after = -1;
	player = fakeapi__player_new(NULL, NULL);
	h2_pair_open(&p, fakeapi__player_server(player), NULL);
	c = h2_client_new(dup(p.client), NULL);
	for (int i = 0; i < 3; i++) {
		(void)h2_client_send(c, "POST", "/x?a=b", NULL, 0, STR("a body"));
		base__alloc_fail_after = grant;
		base__alloc_fail_count = alone;
		h2_pair_serve(&p);
		grant = base__alloc_fail_after;
		alone = base__alloc_fail_count;
		base__alloc_fail_after = -1;
		/* One that did not begin got 503. */
		if (fakeapi__player_request_count(player) > begun) {
			(void)fakeapi__player_respond(player, ++begun, 200, NULL, 0, STR("answer"),
						      NULL);
			base__alloc_fail_after = grant;
			base__alloc_fail_count = alone;
			h2_pair_serve(&p);
			grant = base__alloc_fail_after;
			alone = base__alloc_fail_count;
			base__alloc_fail_after = -1;
		}
		(void)h2_client_pump(c);
	}
	/* Each request is answered, refused or its connection closed; never left alone. */
	for (int32_t id = 1; id <= 5; id += 2)
		if (!h2_client_response(c, id)->closed && h2_pair_is_open(&p))
			fail_msg("request %d waits for ever; %ld left", (int)id, grant);
	h2_client_free(c);
	h2_pair_close(&p);
	fakeapi__player_free(player);
	base__alloc_fail_after = grant;
	base__alloc_fail_count = alone;
}

static void http2_survives_every_failing_allocation(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC(talk_without_memory());
}

/* --- drawn bytes --- */

static void put_drawn_frame(struct strbuf *out, uint64_t *seed)
{
	static const uint8_t flags[] = { 0, 1, 4, 5, 8, 0x20, 0x25, 0xff };
	char payload[64];
	size_t len = splitmix64(seed) % sizeof(payload);
	unsigned type = (unsigned)(splitmix64(seed) % 12), flag;

	for (size_t i = 0; i < len; i++)
		payload[i] = (char)splitmix64(seed);
	if (type == HEADERS && len > sizeof(get_block) && splitmix64(seed) % 2)
		memcpy(payload, get_block, len = sizeof(get_block));
	if (type == WINDOW_UPDATE || type == RST_STREAM)
		len = 4;
	if (type == PING)
		len = 8;
	flag = flags[splitmix64(seed) % ARRAY_LEN(flags)];
	put_frame(out, type, flag, (uint32_t)(splitmix64(seed) % 8), payload, len);
}

/* RELIST_HOSTILE_ROUNDS sets the number of rounds, to measure memory over a longer run. */
static void random_frames_do_not_crash_the_server(void **state)
{
	const char *more = getenv("RELIST_HOSTILE_ROUNDS");
	unsigned long rounds = more ? strtoul(more, NULL, 10) : 300;
	uint64_t seed = 31;

	(void)state;
	for (unsigned long i = 0; i < rounds; i++) {
		struct strbuf bytes = STRBUF_INIT;
		struct world w;

		world_start(&w, (struct fakeapi__http_options) { 0 },
			    (struct h2_client_options) { 0 });
		settle(&w);
		for (int k = 0; k < 40 && h2_pair_is_open(&w.pair); k++) {
			strbuf_clear(&bytes);
			put_drawn_frame(&bytes, &seed);
			h2_client_raw(w.c, bytes.ptr, bytes.len);
			settle(&w);
		}
		strbuf_fini(&bytes);
		world_stop(&w);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(flood_of_frames_without_data_ends_the_connection),
		cmocka_unit_test(rapid_reset_ends_the_connection),
		cmocka_unit_test(resets_of_answered_watches_are_no_flood),
		cmocka_unit_test(header_block_without_end_is_cut),
		cmocka_unit_test(hpack_bomb_ends_the_connection),
		cmocka_unit_test(header_lists_of_pending_requests_have_a_common_limit),
		cmocka_unit_test(closed_window_times_out_only_its_stream),
		cmocka_unit_test(half_a_header_block_is_closed_in_time),
		cmocka_unit_test(preface_that_does_not_come_is_closed_in_time),
		cmocka_unit_test(malformed_frames_end_the_connection),
		cmocka_unit_test(connection_starts_one_request_per_turn),
		cmocka_unit_test(http2_survives_every_failing_allocation),
		cmocka_unit_test(random_frames_do_not_crash_the_server),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
