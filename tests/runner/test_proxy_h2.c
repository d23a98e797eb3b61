/* SPDX-License-Identifier: Apache-2.0 */
/* The recording proxy between a client and a server of HTTP/2: what passes from one to the other.
 */
#define _GNU_SOURCE
#include "tests/kit/h2_server.h"
#include "tests/kit/proxy_kit.h"
#include "tests/kit/testing.h"

#define WATCH_URI "/api/v1/pods?watch=1"

static void h2_streams_share_one_connection_to_the_server(void **state)
{
	struct h2_server *server = h2_server_new();
	struct proxy_kit s;
	struct h2_client *c;
	int32_t ids[3];

	(void)state;
	proxy_kit_begin(&s, h2_server_url(server), true);
	c = proxy_kit_h2(&s);
	for (size_t i = 0; i < 3; i++)
		ids[i] = h2_client_get(c, i ? "/version" : "/api/v1/pods");
	(void)h2_client_pump(c);
	for (size_t i = 3; i > 0; i--) {
		char path[64];

		assert_int_equal(h2_server_request(server, i).connection, 1);
		(void)snprintf(path, sizeof(path), "{\"n\":%zu}", i);
		h2_server_answer(server, i, 200, path, true);
		h2_client_wait_closed(c, ids[i - 1]);
		assert_string_equal(h2_client_response(c, ids[i - 1])->body.ptr, path);
	}
	assert_int_equal(h2_server_connections(server), 1);
	assert_string_equal(h2_server_request(server, 1).path, "/api/v1/pods");
	proxy_kit_wait(&s, "\"path\":\"/api/v1/pods\",\"headers\":{\"Host\":");
	assert_false(proxy_kit_has(&s, "\"conn\":2"));
	h2_client_free(c);
	proxy_kit_wait(&s, "\"by\":\"client\"");
	proxy_kit_finish(&s);
	h2_server_free(server);
}

static void h2_reset_of_a_stream_is_passed_on_and_others_continue(void **state)
{
	struct h2_server *server = h2_server_new();
	struct proxy_kit s;
	struct h2_client *c;
	int32_t broken, other, third;

	(void)state;
	proxy_kit_begin(&s, h2_server_url(server), true);
	c = proxy_kit_h2(&s);
	broken = h2_client_get(c, WATCH_URI);
	other = h2_client_get(c, WATCH_URI);
	(void)h2_client_pump(c);
	(void)h2_server_request(server, 2);
	h2_server_answer(server, 1, 200, "{\"type\":\"ADDED\",\"object\":{\"a\":1}}\n", false);
	h2_server_answer(server, 2, 200, "{\"type\":\"ADDED\",\"object\":{\"a\":2}}\n", false);
	h2_client_wait_body(c, broken, "{\"a\":1}}\n");
	h2_client_wait_body(c, other, "{\"a\":2}}\n");
	h2_server_reset(server, 1, 11 /* ENHANCE_YOUR_CALM */);
	h2_client_wait_closed(c, broken);
	assert_int_equal(h2_client_response(c, broken)->code, 11);
	proxy_kit_wait(&s, "\"how\":\"reset\"");
	h2_server_send(server, 2, "{\"type\":\"MODIFIED\",\"object\":{\"a\":3}}\n", false);
	h2_client_wait_body(c, other, "{\"a\":3}}\n");
	/* The client's reset. */
	h2_client_reset(c, other);
	(void)h2_client_pump(c);
	h2_server_wait_gone(server, 2);
	proxy_kit_wait(&s, "{\"hangup\":{\"id\":2,");
	third = h2_client_get(c, "/version");
	(void)h2_client_pump(c);
	(void)h2_server_request(server, 3);
	h2_server_answer(server, 3, 200, "{}", true);
	h2_client_wait_closed(c, third);
	assert_int_equal(h2_server_connections(server), 1);
	assert_false(proxy_kit_has(&s, "{\"disconnect\""));
	h2_client_free(c);
	proxy_kit_finish(&s);
	h2_server_free(server);
}

static void h2_goaway_is_passed_on_with_the_refused_stream(void **state)
{
	struct h2_server *server = h2_server_new();
	struct proxy_kit s;
	struct h2_client *c;
	int32_t first, refused, last;
	uint32_t code;

	(void)state;
	proxy_kit_begin(&s, h2_server_url(server), true);
	c = proxy_kit_h2(&s);
	first = h2_client_get(c, WATCH_URI);
	refused = h2_client_get(c, "/api/v1/nodes");
	(void)h2_client_pump(c);
	(void)h2_server_request(server, 2);
	h2_server_answer(server, 1, 200, "{\"type\":\"ADDED\",\"object\":{\"a\":1}}\n", false);
	h2_client_wait_body(c, first, "{\"a\":1}}\n");
	h2_server_goaway(server, 1, 1, 0);
	h2_client_wait_goaway(c);
	assert_true(h2_client_goaway(c, &last, &code));
	assert_int_equal(code, 0);
	h2_client_wait_closed(c, refused);
	assert_int_equal(h2_client_response(c, refused)->code, 7 /* REFUSED_STREAM */);
	/* The watch goes on, and the connection ends after it. */
	h2_server_send(server, 1, "{\"type\":\"MODIFIED\",\"object\":{\"a\":2}}\n", true);
	h2_client_wait_closed(c, first);
	assert_non_null(strstr(h2_client_response(c, first)->body.ptr, "{\"a\":2}}\n"));
	h2_client_wait_end(c);
	h2_client_free(c);
	proxy_kit_wait(&s, "\"by\":\"server\",\"how\":\"fin\"}}\n");
	/* The next connection has its own. */
	c = proxy_kit_h2(&s);
	first = h2_client_get(c, "/version");
	(void)h2_client_pump(c);
	assert_int_equal(h2_server_request(server, 3).connection, 2);
	h2_server_answer(server, 3, 200, "{}", true);
	h2_client_wait_closed(c, first);
	h2_client_free(c);
	proxy_kit_finish(&s);
	h2_server_free(server);
}

/* The proxy refuses a foreign Origin itself: its response shows that the ping has been read. */
static void h2_ping_is_answered_when_the_server_answers(void **state)
{
	const struct fakeapi__header foreign = { STR("Origin"), STR("http://evil.example") };
	struct h2_server *server = h2_server_new();
	struct proxy_kit s;
	struct h2_client *c;
	int32_t id;

	(void)state;
	proxy_kit_begin(&s, h2_server_url(server), true);
	c = proxy_kit_h2(&s);
	id = h2_client_get(c, "/version");
	(void)h2_client_pump(c);
	(void)h2_server_request(server, 1);
	h2_server_answer(server, 1, 200, "{}", true);
	h2_client_wait_closed(c, id);
	h2_client_ping(c);
	h2_client_wait_pongs(c, 1);
	h2_server_go_deaf(server);
	h2_client_ping(c);
	id = h2_client_send(c, "GET", "/version", &foreign, 1, STR(""));
	h2_client_wait_closed(c, id);
	assert_int_equal(h2_client_response(c, id)->status, 403);
	assert_int_equal(h2_client_pongs(c), 1);
	h2_client_free(c);
	proxy_kit_finish(&s);
	h2_server_free(server);
}

static void h2_end_of_the_servers_connection_ends_the_clients(void **state)
{
	(void)state;
	for (int reset = 0; reset <= 1; reset++) {
		struct h2_server *server = h2_server_new();
		struct proxy_kit s;
		struct h2_client *c;
		int32_t id;

		proxy_kit_begin(&s, h2_server_url(server), true);
		c = proxy_kit_h2(&s);
		id = h2_client_get(c, WATCH_URI);
		(void)h2_client_pump(c);
		(void)h2_server_request(server, 1);
		h2_server_answer(server, 1, 200, "{\"type\":\"ADDED\",", false);
		h2_client_wait_body(c, id, "\"ADDED\",");
		h2_server_close(server, 1, reset);
		h2_client_wait_end(c);
		proxy_kit_wait(&s, "\"text\":\"{\\\"type\\\":\\\"ADDED\\\",\"");
		proxy_kit_wait(&s, reset ? "{\"close\":{\"id\":1," : "\"how\":\"cut\"");
		proxy_kit_wait(&s, reset ? "\"by\":\"server\",\"how\":\"reset\""
					 : "\"by\":\"server\",\"how\":\"fin\"");
		h2_client_free(c);
		proxy_kit_finish(&s);
		h2_server_free(server);
	}
}

static void h2_client_of_an_unreachable_server_is_disconnected(void **state)
{
	struct h2_server *server = h2_server_new();
	char url[64];
	struct proxy_kit s;
	struct h2_client *c;

	(void)state;
	(void)snprintf(url, sizeof(url), "%s", h2_server_url(server));
	h2_server_free(server);
	proxy_kit_begin(&s, url, true);
	c = proxy_kit_h2(&s);
	(void)h2_client_get(c, "/version");
	(void)h2_client_get(c, "/api/v1/pods");
	(void)h2_client_pump(c);
	h2_client_wait_end(c);
	proxy_kit_wait(&s, "{\"close\":{\"id\":1,");
	proxy_kit_wait(&s, "\"how\":\"refused\"");
	proxy_kit_wait(&s, "\"by\":\"server\",\"how\":\"reset\"");
	h2_client_free(c);
	proxy_kit_finish(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(h2_streams_share_one_connection_to_the_server),
		cmocka_unit_test(h2_reset_of_a_stream_is_passed_on_and_others_continue),
		cmocka_unit_test(h2_goaway_is_passed_on_with_the_refused_stream),
		cmocka_unit_test(h2_ping_is_answered_when_the_server_answers),
		cmocka_unit_test(h2_end_of_the_servers_connection_ends_the_clients),
		cmocka_unit_test(h2_client_of_an_unreachable_server_is_disconnected),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
