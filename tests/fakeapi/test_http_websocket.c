/* SPDX-License-Identifier: Apache-2.0 */
/* Watches over WebSocket, byte by byte. */
#include <stdatomic.h>
#include <sys/socket.h>

#include "base/str.h"
#include "fakeapi/http/server.h"
#include "fakeapi/player.h"
#include "tests/kit/net.h"
#include "tests/kit/testing.h"

struct world {
	struct fakeapi__player *player;
	struct fakeapi__http *http;
	atomic_uint hangups;
};

static void on_hangup(void *user, uint32_t id)
{
	(void)id;
	atomic_fetch_add(&((struct world *)user)->hangups, 1);
}

static void world_start(struct world *w)
{
	struct fakeapi__player_options opt = { .observer = { .on_hangup = on_hangup, .user = w } };

	*w = (struct world) { 0 };
	w->player = fakeapi__player_new(&opt, NULL);
	assert_non_null(w->player);
	w->http = fakeapi__http_start(fakeapi__player_server(w->player), NULL, NULL);
	assert_non_null(w->http);
}

static void world_stop(struct world *w)
{
	fakeapi__http_stop(w->http);
	fakeapi__player_free(w->player);
}

static bool has_request(void *user)
{
	return fakeapi__player_request_count(((struct world *)user)->player) > 0;
}

static bool has_hangup(void *user)
{
	return atomic_load(&((struct world *)user)->hangups) > 0;
}

static bool has_no_connection(void *user)
{
	return fakeapi__http_connection_count(((struct world *)user)->http) == 0;
}

static struct net_in ask(struct world *w, const char *more)
{
	struct net_in c = net_in(net_connect(fakeapi__http_port(w->http, 0)));

	net_send(c.fd, "GET /api/v1/pods?watch=true HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\n"
		       "Connection: keep-alive, Upgrade\r\nSec-WebSocket-Version: 13\r\n"
		       "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n");
	net_send(c.fd, more);
	net_send(c.fd, "\r\n");
	net_wait(has_request, w);
	return c;
}

/* An open WebSocket, the handshake consumed. */
static struct net_in upgraded(struct world *w)
{
	struct net_in c = ask(w, "");

	assert_int_equal(fakeapi__player_stream(w->player, 1, 200, NULL, 0, NULL), 0);
	net_read_until(&c, "\r\n\r\n");
	assert_memory_equal(c.buf, "HTTP/1.1 101 ", 13);
	net_consume(&c, (size_t)(strstr(c.buf, "\r\n\r\n") - c.buf) + 4);
	return c;
}

static void send_frame(struct net_in *c, uint8_t first, const char *payload, size_t len)
{
	static const uint8_t mask[4] = { 1, 2, 3, 4 };
	struct strbuf f = STRBUF_INIT;

	strbuf_addc(&f, (char)first);
	if (len < 126) {
		strbuf_addc(&f, (char)(0x80 | len));
	} else {
		strbuf_addc(&f, (char)(0x80 | 126));
		strbuf_addc(&f, (char)(len >> 8));
		strbuf_addc(&f, (char)len);
	}
	strbuf_add(&f, mask, 4);
	for (size_t i = 0; i < len; i++)
		strbuf_addc(&f, (char)(payload[i] ^ mask[i % 4]));
	net_send_bytes(c->fd, f.ptr, f.len);
	strbuf_fini(&f);
}

static void send_events(struct world *w, const char *text)
{
	assert_int_equal(fakeapi__player_send(w->player, 1, str_of(text), NULL), 0);
}

static void expect_bytes(struct net_in *c, const char *bytes, size_t len)
{
	net_read_n(c, len);
	assert_memory_equal(c->buf, bytes, len);
	net_consume(c, len);
}

static void websocket_handshake_follows_the_rfc(void **state)
{
	static const struct {
		const char *offered, *chosen;
	} cases[] = {
		{ "", NULL },
		{ "Sec-WebSocket-Protocol: one\r\n", "one" },
		{ "Sec-WebSocket-Protocol: base64url.bearer.authorization.k8s.io.dG9r, two\r\n",
		  "two" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct world w;
		struct net_in c;
		char line[64];

		world_start(&w);
		c = ask(&w, cases[i].offered);
		assert_int_equal(fakeapi__player_stream(w.player, 1, 200, NULL, 0, NULL), 0);
		net_read_until(&c, "\r\n\r\n");
		assert_memory_equal(c.buf, "HTTP/1.1 101 Switching Protocols\r\n", 34);
		assert_non_null(
		    strstr(c.buf, "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="));
		assert_non_null(strstr(c.buf, "Upgrade: websocket\r\n"));
		(void)snprintf(line, sizeof(line), "Sec-WebSocket-Protocol: %s\r\n",
			       cases[i].chosen ? cases[i].chosen : "");
		assert_int_equal(strstr(c.buf, "Sec-WebSocket-Protocol") != NULL,
				 cases[i].chosen != NULL);
		assert_true(!cases[i].chosen || strstr(c.buf, line));
		net_close(&c);
		net_wait(has_hangup, &w);
		world_stop(&w);
	}
}

static void error_response_to_an_upgrade_stays_http(void **state)
{
	struct world w;
	struct net_in c;

	(void)state;
	world_start(&w);
	c = ask(&w, "");
	assert_int_equal(fakeapi__player_respond(w.player, 1, 410, NULL, 0, STR("gone"), NULL), 0);
	net_read_until(&c, "gone");
	assert_memory_equal(c.buf, "HTTP/1.1 410 Gone\r\n", 19);
	net_close(&c);
	world_stop(&w);
}

static void each_event_is_one_text_frame(void **state)
{
	struct world w;
	struct net_in c;
	struct strbuf big = STRBUF_INIT;

	(void)state;
	world_start(&w);
	c = upgraded(&w);
	send_events(&w, "{\"a\":1}\n{\"b\"");
	expect_bytes(&c, "\x81\x08{\"a\":1}\n", 10);
	send_events(&w, ":2}\n\n");
	expect_bytes(&c, "\x81\x08{\"b\":2}\n\x81\x01\n", 13);
	for (size_t len = 125; len <= 127; len++) {
		strbuf_clear(&big);
		for (size_t i = 1; i < len; i++)
			strbuf_addc(&big, 'x');
		strbuf_addc(&big, '\n');
		send_events(&w, big.ptr);
		if (len == 125)
			expect_bytes(&c, "\x81\x7d", 2);
		else
			expect_bytes(&c, len == 126 ? "\x81\x7e\x00\x7e" : "\x81\x7e\x00\x7f", 4);
		expect_bytes(&c, big.ptr, big.len);
	}
	strbuf_clear(&big);
	for (size_t i = 1; i < 100000; i++)
		strbuf_addc(&big, 'y');
	strbuf_addc(&big, '\n');
	send_events(&w, big.ptr);
	expect_bytes(&c, "\x81\x7f\0\0\0\0\0\x01\x86\xa0", 10);
	expect_bytes(&c, big.ptr, big.len);
	strbuf_fini(&big);
	net_close(&c);
	world_stop(&w);
}

static void server_ends_a_websocket_by_close_frame_fin_or_reset(void **state)
{
	static const struct {
		enum fakeapi__player_close how;
		enum net_end end;
		bool close_frame;
	} cases[] = {
		{ FAKEAPI_CLOSE_EOF, NET_FIN, true },
		{ FAKEAPI_CLOSE_CUT, NET_FIN, false },
		{ FAKEAPI_CLOSE_RESET, NET_RST, false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct world w;
		struct net_in c;

		world_start(&w);
		c = upgraded(&w);
		send_events(&w, "last\n");
		expect_bytes(&c, "\x81\x05last\n", 7);
		assert_int_equal(fakeapi__player_close(w.player, 1, cases[i].how, NULL), 0);
		if (cases[i].close_frame) {
			expect_bytes(&c, "\x88\x02\x03\xe8", 4);
			send_frame(&c, 0x88, "\x03\xe8", 2);
		}
		assert_int_equal(net_read_end(&c), cases[i].end);
		assert_int_equal(c.len, 0);
		net_wait(has_no_connection, &w);
		assert_int_equal(atomic_load(&w.hangups), 0);
		net_close(&c);
		world_stop(&w);
	}
}

static void pings_are_answered_and_data_is_ignored(void **state)
{
	struct world w;
	struct net_in c;
	char data[1000] = { 0 };

	(void)state;
	world_start(&w);
	c = upgraded(&w);
	send_frame(&c, 0x81, "some text", 9);
	send_frame(&c, 0x02, data, sizeof(data)); /* a fragmented binary message */
	send_frame(&c, 0x89, "hello", 5);	  /* control frames may come in between */
	send_frame(&c, 0x80, data, 3);
	send_frame(&c, 0x8a, "unasked", 7);
	send_frame(&c, 0x89, "", 0);
	expect_bytes(&c, "\x8a\x05hello\x8a\x00", 9);
	/* A frame that comes a byte at a time. */
	for (size_t i = 0; i < 10; i++)
		net_send_bytes(c.fd, &"\x89\x84\0\0\0\0slow"[i], 1);
	expect_bytes(&c, "\x8a\x04slow", 6);
	send_events(&w, "on\n");
	expect_bytes(&c, "\x81\x03on\n", 5);
	net_close(&c);
	net_wait(has_hangup, &w);
	world_stop(&w);
}

static void client_close_frame_is_answered_and_ends_the_watch(void **state)
{
	static const struct {
		const char *payload, *answer;
		size_t len;
	} cases[] = {
		{ "\x03\xe9", "\x88\x02\x03\xe9", 2 },
		{ "", "\x88\x02\x03\xe8", 0 },
		{ "\x03\xe8 bye", "\x88\x02\x03\xe8", 6 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct world w;
		struct net_in c;

		world_start(&w);
		c = upgraded(&w);
		send_frame(&c, 0x88, cases[i].payload, cases[i].len);
		expect_bytes(&c, cases[i].answer, 4);
		assert_int_equal(net_read_end(&c), NET_FIN);
		net_wait(has_hangup, &w);
		assert_int_equal(fakeapi__player_state(w.player, 1), FAKEAPI_PLAYER_HUNG_UP);
		net_close(&c);
		world_stop(&w);
	}
}

static void protocol_error_closes_the_websocket(void **state)
{
	static const struct {
		const char *name, *bytes;
		size_t len;
	} cases[] = {
		{ "not masked", "\x81\x01x", 3 },
		{ "reserved bit", "\xc1\x80\0\0\0\0", 6 },
		{ "reserved opcode", "\x83\x80\0\0\0\0", 6 },
		{ "long ping", "\x89\xfe\x00\x7e\0\0\0\0", 8 },
		{ "fragmented ping", "\x09\x80\0\0\0\0", 6 },
		{ "length with the top bit", "\x82\xff\x80\0\0\0\0\0\0\0\0\0\0\0", 14 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct world w;
		struct net_in c;

		world_start(&w);
		c = upgraded(&w);
		net_send_bytes(c.fd, cases[i].bytes, cases[i].len);
		expect_bytes(&c, "\x88\x02\x03\xea", 4);
		net_wait(has_hangup, &w);
		(void)shutdown(c.fd, SHUT_WR);
		assert_int_equal(net_read_end(&c), NET_FIN);
		net_close(&c);
		world_stop(&w);
	}
}

static void stop_closes_open_websockets(void **state)
{
	struct world w;
	struct net_in c;

	(void)state;
	world_start(&w);
	c = upgraded(&w);
	world_stop(&w);
	assert_int_not_equal(net_read_end(&c), NET_OPEN);
	assert_int_equal(atomic_load(&w.hangups), 0);
	net_close(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(websocket_handshake_follows_the_rfc),
		cmocka_unit_test(error_response_to_an_upgrade_stays_http),
		cmocka_unit_test(each_event_is_one_text_frame),
		cmocka_unit_test(server_ends_a_websocket_by_close_frame_fin_or_reset),
		cmocka_unit_test(pings_are_answered_and_data_is_ignored),
		cmocka_unit_test(client_close_frame_is_answered_and_ends_the_watch),
		cmocka_unit_test(protocol_error_closes_the_websocket),
		cmocka_unit_test(stop_closes_open_websockets),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
