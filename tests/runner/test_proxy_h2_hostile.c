/* SPDX-License-Identifier: Apache-2.0 */
/* Floods of frames through the recording proxy, from a client and from a server. */
#include "base/str.h"
#include "tests/kit/proxy_pair.h"
#include "tests/kit/testing.h"

enum { RST_STREAM = 3, GOAWAY = 7, PINGS = 5000, INTERIM = 20000, RESETS = 3000 };

static void add_frame(struct strbuf *out, uint8_t type, uint8_t flags, uint32_t stream,
		      struct str payload)
{
	const uint8_t head[H2_FRAME_HEAD] = { (uint8_t)(payload.len >> 16),
					      (uint8_t)(payload.len >> 8),
					      (uint8_t)payload.len,
					      type,
					      flags,
					      (uint8_t)(stream >> 24),
					      (uint8_t)(stream >> 16),
					      (uint8_t)(stream >> 8),
					      (uint8_t)stream };

	strbuf_add(out, head, sizeof(head));
	strbuf_adds(out, payload);
}

static void add_line(struct strbuf *block, const char *name, const char *value)
{
	strbuf_addc(block, 0);
	strbuf_addc(block, (char)strlen(name));
	strbuf_addz(block, name);
	strbuf_addc(block, (char)strlen(value));
	strbuf_addz(block, value);
}

static void add_request(struct strbuf *out, uint32_t stream)
{
	AUTO_STRBUF block = STRBUF_INIT;

	add_line(&block, ":method", "GET");
	add_line(&block, ":scheme", "http");
	add_line(&block, ":path", "/version");
	add_line(&block, ":authority", "localhost");
	add_frame(out, H2_HEADERS, H2_FLAG_END_HEADERS | H2_FLAG_END_STREAM, stream,
		  strbuf_str(&block));
}

/* Sends in pieces of what one read of the proxy takes. */
static void send_all(struct proxy_pair *p, size_t side, struct strbuf *bytes)
{
	enum { PIECE = 32 << 10 };

	for (size_t at = 0; at < bytes->len; at += PIECE) {
		size_t n = bytes->len - at < PIECE ? bytes->len - at : PIECE;

		proxy_pair_say(p, side, (const uint8_t *)bytes->ptr + at, n);
	}
	strbuf_clear(bytes);
}

static void finish(struct proxy_pair *p)
{
	proxy_pair_close(p);
	strbuf_fini(&p->text);
}

static void server_with_endless_interim_responses_loses_the_stream(void **state)
{
	AUTO_STRBUF bytes = STRBUF_INIT;
	AUTO_STRBUF block = STRBUF_INIT;
	const struct proxy_pair_frames *client, *server;
	struct proxy_pair p;

	(void)state;
	proxy_pair_open(&p);
	client = &p.sides[PROXY_PAIR_CLIENT].got;
	server = &p.sides[PROXY_PAIR_SERVER].got;
	add_request(&bytes, 1);
	send_all(&p, PROXY_PAIR_CLIENT, &bytes);
	assert_int_equal(server->counts[H2_HEADERS], 1);
	add_line(&block, ":status", "103");
	add_line(&block, "link", "</style.css>");
	for (int i = 0; i < INTERIM; i++)
		add_frame(&bytes, H2_HEADERS, H2_FLAG_END_HEADERS, 1, strbuf_str(&block));
	send_all(&p, PROXY_PAIR_SERVER, &bytes);
	assert_int_equal(client->counts[RST_STREAM], 1);
	assert_int_equal(server->counts[RST_STREAM], 1);
	assert_in_range(client->counts[H2_HEADERS], 1, 4096);
	/* The connection goes on. */
	add_request(&bytes, 3);
	send_all(&p, PROXY_PAIR_CLIENT, &bytes);
	assert_int_equal(server->counts[H2_HEADERS], 2);
	finish(&p);
}

static void pings_that_the_server_does_not_answer_are_limited(void **state)
{
	AUTO_STRBUF bytes = STRBUF_INIT;
	const struct proxy_pair_frames *client, *server;
	struct proxy_pair p;

	(void)state;
	proxy_pair_open(&p);
	client = &p.sides[PROXY_PAIR_CLIENT].got;
	server = &p.sides[PROXY_PAIR_SERVER].got;
	for (int i = 0; i < PINGS; i++)
		add_frame(&bytes, H2_PING, 0, 0, STR("12345678"));
	send_all(&p, PROXY_PAIR_CLIENT, &bytes);
	assert_int_equal(server->counts[H2_PING], MUX_PINGS);
	assert_int_equal(client->counts[H2_PING], 0);
	add_frame(&bytes, H2_PING, H2_FLAG_ACK, 0, STR("12345678"));
	send_all(&p, PROXY_PAIR_SERVER, &bytes);
	assert_int_equal(client->counts[H2_PING], 1);
	finish(&p);
}

static void answers_to_no_ping_are_not_passed_on(void **state)
{
	AUTO_STRBUF bytes = STRBUF_INIT;
	struct proxy_pair p;

	(void)state;
	proxy_pair_open(&p);
	for (int i = 0; i < 3; i++)
		add_frame(&bytes, H2_PING, H2_FLAG_ACK, 0, STR("12345678"));
	send_all(&p, PROXY_PAIR_SERVER, &bytes);
	assert_int_equal(p.sides[PROXY_PAIR_CLIENT].got.counts[H2_PING], 0);
	finish(&p);
}

static void client_that_resets_its_requests_is_disconnected(void **state)
{
	static const char cancel[4] = { 0, 0, 0, 8 };
	AUTO_STRBUF bytes = STRBUF_INIT;
	struct proxy_pair p;

	(void)state;
	proxy_pair_open(&p);
	for (uint32_t i = 0; i < RESETS; i++) {
		add_request(&bytes, 2 * i + 1);
		add_frame(&bytes, RST_STREAM, 0, 2 * i + 1, (struct str) { cancel, 4 });
	}
	send_all(&p, PROXY_PAIR_CLIENT, &bytes);
	assert_in_range(p.sides[PROXY_PAIR_CLIENT].got.counts[GOAWAY], 1,
			2); /* nghttp2 has a limit too */
	assert_in_range(p.sides[PROXY_PAIR_SERVER].got.counts[H2_HEADERS], 0, 1100);
	finish(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(server_with_endless_interim_responses_loses_the_stream),
		cmocka_unit_test(pings_that_the_server_does_not_answer_are_limited),
		cmocka_unit_test(answers_to_no_ping_are_not_passed_on),
		cmocka_unit_test(client_that_resets_its_requests_is_disconnected),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
