/* SPDX-License-Identifier: Apache-2.0 */
/* What raw sockets see of a server, scripted by the trace player. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/str.h"
#include "fakeapi/http/server.h"
#include "fakeapi/player.h"
#include "tests/kit/net.h"
#include "tests/kit/testing.h"

struct world {
	struct fakeapi__player *player;
	struct fakeapi__http *http;
	atomic_uint hangups, ends, gone;
	atomic_ullong sent; /* of the exchange reported last */
	atomic_bool waiting;
};

static void on_hangup(void *user, uint32_t id)
{
	(void)id;
	atomic_fetch_add(&((struct world *)user)->hangups, 1);
}

static void on_sent(void *user, const struct fakeapi__exchange *x, uint64_t bytes, bool waiting)
{
	struct world *w = user;

	(void)x;
	atomic_store(&w->waiting, waiting);
	atomic_store(&w->sent, bytes);
}

static void on_end(void *user, const struct fakeapi__exchange *x, bool client_gone)
{
	struct world *w = user;

	(void)x;
	atomic_fetch_add(&w->gone, client_gone ? 1 : 0);
	atomic_fetch_add(&w->ends, 1);
}

static void world_start(struct world *w, struct fakeapi__http_options opt)
{
	struct fakeapi__player_options popt = { .observer = { .on_hangup = on_hangup, .user = w } };
	struct relist_err err = { 0 };

	*w = (struct world) { 0 };
	w->player = fakeapi__player_new(&popt, NULL);
	assert_non_null(w->player);
	opt.observer.on_sent = on_sent;
	opt.observer.on_end = on_end;
	opt.observer.user = w;
	w->http = fakeapi__http_start(fakeapi__player_server(w->player), &opt, &err);
	if (!w->http)
		fail_msg("%s", err.msg);
}

static void world_stop(struct world *w)
{
	fakeapi__http_stop(w->http);
	assert_true(fakeapi__player_drained(w->player));
	fakeapi__player_free(w->player);
}

static struct net_in client(struct world *w)
{
	return net_in(net_connect(fakeapi__http_port(w->http, 0)));
}

struct wanted {
	struct world *w;
	uint32_t n;
};

static bool has_requests(void *user)
{
	const struct wanted *want = user;

	return fakeapi__player_request_count(want->w->player) >= want->n;
}

static bool has_hangups(void *user)
{
	const struct wanted *want = user;

	return atomic_load(&want->w->hangups) >= want->n;
}

static bool has_ends(void *user)
{
	const struct wanted *want = user;

	return atomic_load(&want->w->ends) >= want->n;
}

static bool has_connections(void *user)
{
	const struct wanted *want = user;

	return fakeapi__http_connection_count(want->w->http) == want->n;
}

static bool waits_after(void *user)
{
	const struct wanted *want = user;

	return atomic_load(&want->w->sent) == want->n && atomic_load(&want->w->waiting);
}

static void wait_for(struct world *w, bool (*cond)(void *), uint32_t n)
{
	net_wait(cond, &(struct wanted) { w, n });
}

static const struct fakeapi__player_request *wait_request(struct world *w, uint32_t id)
{
	wait_for(w, has_requests, id);
	return fakeapi__player_request(w->player, id);
}

static void respond(struct world *w, uint32_t id, int status, const char *body)
{
	assert_int_equal(fakeapi__player_respond(w->player, id, status, NULL, 0, str_of(body),
						 NULL),
			 0);
}

static void stream(struct world *w, uint32_t id)
{
	assert_int_equal(fakeapi__player_stream(w->player, id, 200, NULL, 0, NULL), 0);
}

static void send_text(struct world *w, uint32_t id, const char *text)
{
	assert_int_equal(fakeapi__player_send(w->player, id, str_of(text), NULL), 0);
}

static void close_how(struct world *w, uint32_t id, enum fakeapi__player_close how)
{
	assert_int_equal(fakeapi__player_close(w->player, id, how, NULL), 0);
}

#define GET(path) "GET " path " HTTP/1.1\r\nHost: x\r\n\r\n"

/* --- requests --- */

static void request_is_delivered_with_decoded_path_and_raw_query(void **state)
{
	struct world w;
	struct net_in c;
	const struct fakeapi__player_request *req;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 });
	c = client(&w);
	net_send(c.fd,
		 "PATCH /api/v1/a%2Fb/c%20d?x=1&y=%26&empty= HTTP/1.1\r\nHost: h\r\n"
		 "Content-Type: application/json-patch+json\r\nContent-Length: 5\r\n\r\n12345");
	req = wait_request(&w, 1);
	assert_true(str_eqz(req->method, "PATCH"));
	assert_true(str_eqz(req->path, "/api/v1/a/b/c d"));
	assert_true(str_eqz(req->query, "x=1&y=%26&empty="));
	assert_true(str_eqz(fakeapi__player_param(req, "y"), "&"));
	assert_true(str_eqz(req->body, "12345"));
	assert_int_equal(req->header_count, 3);
	respond(&w, 1, 201, "done");
	net_read_response(&c);
	assert_memory_equal(c.buf, "HTTP/1.1 201 Created\r\n", 22);
	assert_non_null(strstr(c.buf, "\r\nContent-Type: application/json\r\n"));
	assert_non_null(strstr(c.buf, "\r\nDate: "));
	assert_non_null(strstr(c.buf, "\r\n\r\ndone"));
	net_close(&c);
	world_stop(&w);
}

static void absolute_form_target_is_reduced_to_its_path(void **state)
{
	static const struct {
		const char *line, *path, *query;
	} cases[] = {
		{ "GET http://host:1/p/q?a=b HTTP/1.1\r\n", "/p/q", "a=b" },
		{ "GET http://host HTTP/1.1\r\n", "", "" },
		{ "GET http://host?a HTTP/1.1\r\n", "", "a" },
		{ "GET http://host/ HTTP/1.1\r\n", "/", "" },
		{ "CONNECT http:// HTTP/1.1\r\n", "//", "" },
		{ "CONNECT host:1 HTTP/1.1\r\n", "", "" },
		{ "CONNECT host:1/p?a=b HTTP/1.1\r\n", "/p", "a=b" },
		{ "CONNECT /p HTTP/1.1\r\n", "/p", "" },
		{ "GET /p?u=http://x/y HTTP/1.1\r\n", "/p", "u=http://x/y" },
		{ "GET //double?a?b HTTP/1.1\r\n", "//double", "a?b" },
	};
	struct world w;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 });
	for (uint32_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct net_in c = client(&w);
		const struct fakeapi__player_request *req;

		net_send(c.fd, cases[i].line);
		net_send(c.fd, "Host: h\r\n\r\n");
		req = wait_request(&w, i + 1);
		assert_true(str_eqz(req->path, cases[i].path));
		assert_true(str_eqz(req->query, cases[i].query));
		respond(&w, i + 1, 404, "");
		net_read_response(&c);
		net_close(&c);
	}
	world_stop(&w);
}

static void http_answers_pipelined_requests_in_order_on_one_connection(void **state)
{
	struct world w;
	struct net_in c;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 });
	c = client(&w);
	net_send(c.fd, GET("/1") GET("/2") GET("/3"));
	for (uint32_t id = 1; id <= 3; id++) {
		char body[8];

		assert_int_equal(wait_request(&w, id)->path.ptr[1], '0' + (int)id);
		assert_int_equal(fakeapi__player_request_count(w.player), id);
		(void)snprintf(body, sizeof(body), "body %u", id);
		respond(&w, id, 200, body);
		net_consume(&c, net_read_response(&c) - 6);
		assert_memory_equal(c.buf, body, 6);
		net_consume(&c, 6);
	}
	assert_int_equal(fakeapi__http_connection_count(w.http), 1);
	net_close(&c);
	wait_for(&w, has_connections, 0);
	world_stop(&w);
}

static void connection_close_closes_from_either_side(void **state)
{
	struct fakeapi__header h = { STR("Connection"), STR("close") };
	struct world w;
	struct net_in c;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 });
	c = client(&w);
	net_send(c.fd, "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
	wait_request(&w, 1);
	respond(&w, 1, 200, "x");
	assert_int_equal(net_read_end(&c), NET_FIN);
	assert_non_null(strcasestr(c.buf, "\r\nConnection: close\r\n"));
	net_close(&c);
	c = client(&w);
	net_send(c.fd, GET("/"));
	wait_request(&w, 2);
	assert_int_equal(fakeapi__player_respond(w.player, 2, 500, &h, 1, STR("x"), NULL), 0);
	assert_int_equal(net_read_end(&c), NET_FIN);
	assert_non_null(strcasestr(c.buf, "\r\nConnection: close\r\n"));
	net_close(&c);
	world_stop(&w);
}

static void head_response_has_no_body(void **state)
{
	struct world w;
	struct net_in c;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 });
	c = client(&w);
	net_send(c.fd, "HEAD / HTTP/1.1\r\nHost: h\r\n\r\n" GET("/next"));
	wait_request(&w, 1);
	respond(&w, 1, 200, "0123456789");
	wait_request(&w, 2);
	respond(&w, 2, 200, "next");
	net_read_until(&c, "next");
	assert_non_null(strcasestr(c.buf, "\r\nContent-Length: 10\r\n"));
	assert_null(strstr(c.buf, "0123456789"));
	net_close(&c);
	world_stop(&w);
}

static void expect_100_gets_a_continue_before_the_body(void **state)
{
	struct world w;
	struct net_in c;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 });
	c = client(&w);
	net_send(c.fd, "POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\n"
		       "Content-Length: 3\r\n\r\n");
	net_read_until(&c, "HTTP/1.1 100 Continue\r\n\r\n");
	net_send(c.fd, "abc");
	assert_true(str_eqz(wait_request(&w, 1)->body, "abc"));
	respond(&w, 1, 200, "ok");
	net_read_until(&c, "\r\n\r\nok");
	net_close(&c);
	world_stop(&w);
}

static void expect_100_without_a_body_gets_none(void **state)
{
	static const char *const requests[] = {
		"GET /a HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\n\r\n",
		"DELETE /a HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\n"
		"Content-Length: 0\r\n\r\n",
	};
	struct world w;
	struct net_in c;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 });
	for (uint32_t i = 0; i < ARRAY_LEN(requests); i++) {
		c = client(&w);
		net_send(c.fd, requests[i]);
		assert_true(str_eqz(wait_request(&w, i + 1)->path, "/a"));
		respond(&w, i + 1, 200, "ok");
		net_read_until(&c, "\r\n\r\nok");
		assert_memory_equal(c.buf, "HTTP/1.1 200 ", 13);
		net_close(&c);
	}
	world_stop(&w);
}

static void http_answers_413_to_a_body_over_the_limit(void **state)
{
	static const struct {
		const char *name, *head, *rest;
	} cases[] = {
		{ "by its length", "Content-Length: 11\r\n\r\n", "" },
		{ "by its length, with Expect",
		  "Expect: 100-continue\r\nContent-Length: 11\r\n\r\n", "" },
		{ "by a length beyond all", "Content-Length: 18446744073709551614\r\n\r\n", "" },
		{ "in chunks", "Transfer-Encoding: chunked\r\n\r\n",
		  "6\r\n123456\r\n6\r\n123456\r\n0\r\n\r\n" },
	};
	struct world w;
	struct net_in c;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { .body_max = 10 });
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		c = client(&w);
		net_send(c.fd, "POST / HTTP/1.1\r\nHost: h\r\n");
		net_send(c.fd, cases[i].head);
		net_send(c.fd, cases[i].rest);
		net_read_until(&c, "\"code\":413}");
		assert_memory_equal(c.buf, "HTTP/1.1 413 ", 13);
		assert_non_null(strstr(c.buf, "\r\nCache-Control: no-cache, private\r\n"));
		assert_non_null(strstr(c.buf, "\"Request entity too large: limit is 10\""));
		assert_non_null(strstr(c.buf, "\"reason\":\"RequestEntityTooLarge\""));
		net_close(&c);
	}
	assert_int_equal(fakeapi__player_request_count(w.player), 0);
	c = client(&w);
	net_send(c.fd, "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
		       "5\r\n12345\r\n5\r\n67890\r\n0\r\n\r\n");
	assert_true(str_eqz(wait_request(&w, 1)->body, "1234567890"));
	respond(&w, 1, 200, "ok");
	net_read_until(&c, "ok");
	net_close(&c);
	world_stop(&w);
}

static void each_port_is_a_backend(void **state)
{
	struct world w;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { .backend_count = 3 });
	for (uint32_t i = 0; i < 3; i++) {
		struct net_in c = net_in(net_connect(fakeapi__http_port(w.http, i)));

		net_send(c.fd, GET("/"));
		assert_int_equal(wait_request(&w, i + 1)->backend, i);
		respond(&w, i + 1, 200, "x");
		net_read_response(&c);
		net_close(&c);
	}
	world_stop(&w);
}

/* --- answers --- */

static void held_response_is_sent_on_release(void **state)
{
	struct world w;
	struct net_in c;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 });
	c = client(&w);
	for (uint32_t id = 1; id <= 20; id++) {
		net_send(c.fd, GET("/"));
		wait_request(&w, id);
		respond(&w, id, 200, "let go");
		net_consume(&c, net_read_response(&c));
	}
	net_close(&c);
	world_stop(&w);
}

static void stream_is_sent_in_chunks_and_the_connection_is_reused(void **state)
{
	struct world w;
	struct net_in c;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 });
	c = client(&w);
	net_send(c.fd, GET("/watch"));
	wait_request(&w, 1);
	stream(&w, 1);
	net_read_until(&c, "\r\n\r\n"); /* headers alone */
	assert_non_null(strcasestr(c.buf, "\r\nTransfer-Encoding: chunked\r\n"));
	assert_null(strcasestr(c.buf, "content-length"));
	net_consume(&c, c.len);
	for (int i = 0; i < 5; i++) {
		send_text(&w, 1, "event\n");
		net_read_until(&c, "6\r\nevent\n\r\n");
		assert_int_equal(c.len, 11);
		net_consume(&c, c.len);
		wait_for(&w, waits_after, 6 * (uint32_t)(i + 1));
	}
	close_how(&w, 1, FAKEAPI_CLOSE_EOF);
	net_read_until(&c, "0\r\n\r\n");
	wait_for(&w, has_ends, 1);
	assert_int_equal(atomic_load(&w.sent), 30);
	net_consume(&c, c.len);
	net_send(c.fd, GET("/again"));
	wait_request(&w, 2);
	respond(&w, 2, 200, "again");
	net_read_until(&c, "again");
	net_close(&c);
	assert_int_equal(atomic_load(&w.gone), 0);
	world_stop(&w);
}

static void response_can_end_by_fin_or_reset_at_any_point(void **state)
{
	static const struct {
		const char *name, *text;
		enum fakeapi__player_close how;
		bool head;
		enum net_end end;
	} cases[] = {
		{ "no answer, FIN", NULL, FAKEAPI_CLOSE_CUT, false, NET_FIN },
		{ "no answer, RST", NULL, FAKEAPI_CLOSE_RESET, false, NET_RST },
		{ "empty stream, FIN", NULL, FAKEAPI_CLOSE_CUT, true, NET_FIN },
		{ "empty stream, RST", NULL, FAKEAPI_CLOSE_RESET, true, NET_RST },
		{ "stream, FIN", "half an ev", FAKEAPI_CLOSE_CUT, true, NET_FIN },
		{ "stream, RST", "half an ev", FAKEAPI_CLOSE_RESET, true, NET_RST },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		/* pulled together with the bytes before it, and after them */
		for (int later = 0; later < 2; later++) {
			struct world w;
			struct net_in c;

			world_start(&w, (struct fakeapi__http_options) { 0 });
			c = client(&w);
			net_send(c.fd, GET("/"));
			wait_request(&w, 1);
			if (cases[i].head)
				stream(&w, 1);
			if (cases[i].text)
				send_text(&w, 1, cases[i].text);
			if (later && cases[i].head)
				net_read_until(&c, cases[i].text ? cases[i].text : "\r\n\r\n");
			close_how(&w, 1, cases[i].how);
			assert_int_equal(net_read_end(&c), cases[i].end);
			if (cases[i].head)
				assert_memory_equal(c.buf, "HTTP/1.1 200", 12);
			else
				assert_int_equal(c.len, 0);
			if (cases[i].text)
				assert_non_null(strstr(c.buf, "A\r\nhalf an ev\r\n"));
			assert_null(strstr(c.buf, "0\r\n\r\n"));
			wait_for(&w, has_ends, 1);
			assert_int_equal(atomic_load(&w.gone), 0);
			assert_int_equal(atomic_load(&w.hangups), 0);
			net_close(&c);
			world_stop(&w);
		}
	}
}

static void cut_sends_a_fin_despite_unread_request_bytes(void **state)
{
	struct world w;
	struct net_in c;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 });
	c = client(&w);
	net_send(c.fd, GET("/"));
	wait_request(&w, 1);
	stream(&w, 1);
	net_read_until(&c, "\r\n\r\n");
	net_send(c.fd, GET("/unread"));
	send_text(&w, 1, "last");
	net_read_until(&c, "last");
	close_how(&w, 1, FAKEAPI_CLOSE_CUT);
	assert_int_equal(net_read_end(&c), NET_FIN);
	net_close(&c);
	world_stop(&w);
}

static void reset_follows_all_sent_bytes(void **state)
{
	enum { BIG = 4 << 20 };
	struct world w;
	struct net_in c;
	char *big = malloc(BIG);

	(void)state;
	assert_non_null(big);
	memset(big, 'x', BIG);
	world_start(&w, (struct fakeapi__http_options) { 0 });
	c = client(&w);
	net_send(c.fd, GET("/"));
	wait_request(&w, 1);
	stream(&w, 1);
	assert_int_equal(fakeapi__player_send(w.player, 1, (struct str) { big, BIG }, NULL), 0);
	close_how(&w, 1, FAKEAPI_CLOSE_RESET);
	assert_int_equal(net_read_end(&c), NET_RST);
	assert_true(c.len > BIG);
	net_close(&c);
	free(big);
	world_stop(&w);
}

static void large_answers_arrive_whole(void **state)
{
	static const size_t sizes[] = { 0, 1, 5000, 256 << 10, (256 << 10) + 1, 3000000 };
	struct world w;
	struct net_in c;
	char *big = malloc(3000001);

	(void)state;
	assert_non_null(big);
	for (size_t i = 0; i <= 3000000; i++)
		big[i] = (char)('a' + i % 26);
	world_start(&w, (struct fakeapi__http_options) { 0 });
	c = client(&w);
	for (uint32_t i = 0; i < ARRAY_LEN(sizes); i++) {
		struct str body = { big, sizes[i] };

		net_send(c.fd, GET("/"));
		wait_request(&w, i + 1);
		assert_int_equal(fakeapi__player_respond(w.player, i + 1, 200, NULL, 0, body, NULL),
				 0);
		net_consume(&c, net_read_response(&c) - sizes[i]);
		assert_int_equal(c.len, sizes[i]);
		assert_memory_equal(c.buf, big, sizes[i]);
		net_consume(&c, c.len);
		wait_for(&w, has_ends, i + 1);
		assert_int_equal(atomic_load(&w.sent), sizes[i]);
	}
	net_close(&c);
	free(big);
	world_stop(&w);
}

/* --- clients that leave --- */

static void client_disconnect_is_detected_at_once(void **state)
{
	static const struct {
		const char *name;
		bool stream, half;
	} cases[] = {
		{ "held answer, close", false, false },
		{ "held answer, half-close", false, true },
		{ "idle watch, close", true, false },
		{ "idle watch, half-close", true, true },
	};
	struct world w;
	struct net_in idle;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 });
	idle = client(&w); /* must not prevent the cleanup of others */
	for (uint32_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct net_in c = client(&w);

		net_send(c.fd, GET("/"));
		wait_request(&w, i + 1);
		if (cases[i].stream) {
			stream(&w, i + 1);
			net_read_until(&c, "\r\n\r\n");
		}
		if (cases[i].half) {
			(void)shutdown(c.fd, SHUT_WR);
			assert_int_equal(net_read_end(&c), NET_FIN);
		} else {
			net_close(&c);
			c = net_in(-1);
		}
		wait_for(&w, has_hangups, i + 1);
		assert_int_equal(fakeapi__player_state(w.player, i + 1), FAKEAPI_PLAYER_HUNG_UP);
		net_close(&c);
	}
	wait_for(&w, has_connections, 1);
	net_close(&idle);
	wait_for(&w, has_connections, 0);
	assert_int_equal(atomic_load(&w.gone), 4);
	world_stop(&w);
}

static void half_closed_client_receives_a_ready_response(void **state)
{
	/* A server that answers in begin(): what `nc` without -N expects. */
	struct world w;
	struct net_in c;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { .body_max = 1 });
	c = client(&w);
	net_send(c.fd, "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n12");
	(void)shutdown(c.fd, SHUT_WR);
	net_read_until(&c, "\"code\":413}");
	net_close(&c);
	world_stop(&w);
}

static void refusing_port_closes_only_idle_connections(void **state)
{
	struct world w;
	struct net_in idle, fresh, busy;
	uint16_t port;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 });
	port = fakeapi__http_port(w.http, 0);
	idle = client(&w);
	net_send(idle.fd, GET("/"));
	wait_request(&w, 1);
	respond(&w, 1, 200, "x");
	net_read_response(&idle);
	busy = client(&w);
	net_send(busy.fd, GET("/"));
	wait_request(&w, 2);
	stream(&w, 2);
	for (int round = 0; round < 3; round++) {
		assert_int_equal(fakeapi__http_refuse(w.http, true, NULL), 0);
		assert_int_equal(fakeapi__http_refuse(w.http, true, NULL), 0);
		if (round == 0)
			assert_int_equal(net_read_end(&idle), NET_FIN);
		assert_int_equal(net_try_connect(port), -1);
		send_text(&w, 2, "still here");
		net_read_until(&busy, "still here");
		net_consume(&busy, busy.len);
		assert_int_equal(fakeapi__http_refuse(w.http, false, NULL), 0);
		fresh = client(&w);
		net_send(fresh.fd, GET("/"));
		wait_request(&w, 3 + (uint32_t)round);
		respond(&w, 3 + (uint32_t)round, 200, "back");
		net_read_until(&fresh, "back");
		net_close(&fresh);
	}
	close_how(&w, 2, FAKEAPI_CLOSE_EOF);
	net_read_until(&busy, "0\r\n\r\n");
	net_close(&busy);
	net_close(&idle);
	world_stop(&w);
}

static bool accepts(void *user, uint32_t backend)
{
	return backend != 0 || atomic_load((atomic_bool *)user);
}

static void refusing_port_leaves_connections_of_other_ports_open(void **state)
{
	atomic_bool open;
	struct world w;
	struct net_in idle, other;

	(void)state;
	atomic_init(&open, true);
	world_start(&w, (struct fakeapi__http_options) {
			    .backend_count = 2, .accepts = accepts, .accepts_user = &open });
	idle = net_in(net_connect(fakeapi__http_port(w.http, 0)));
	other = net_in(net_connect(fakeapi__http_port(w.http, 1)));
	net_send(idle.fd, GET("/"));
	wait_request(&w, 1);
	respond(&w, 1, 200, "x");
	net_read_response(&idle);
	atomic_store(&open, false);
	fakeapi__http_poke(w.http);
	assert_int_equal(net_read_end(&idle), NET_FIN);
	assert_int_equal(net_try_connect(fakeapi__http_port(w.http, 0)), -1);
	net_send(other.fd, GET("/"));
	wait_request(&w, 2);
	respond(&w, 2, 200, "y");
	net_read_response(&other);
	net_close(&idle);
	net_close(&other);
	world_stop(&w);
}

static void stop_closes_all_open_connections(void **state)
{
	struct world w;
	struct net_in held, idle, streaming, half;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 });
	held = client(&w);
	net_send(held.fd, GET("/"));
	wait_request(&w, 1);
	streaming = client(&w);
	net_send(streaming.fd, GET("/"));
	wait_request(&w, 2);
	stream(&w, 2);
	net_read_until(&streaming, "\r\n\r\n");
	idle = client(&w);
	half = client(&w);
	net_send(half.fd, "GET / HTTP/1.1\r\nHo");
	wait_for(&w, has_connections, 4);
	fakeapi__http_stop(w.http);
	assert_int_equal(atomic_load(&w.ends), 2);
	assert_int_equal(atomic_load(&w.hangups), 0);
	assert_int_not_equal(net_read_end(&held), NET_OPEN);
	assert_int_equal(net_read_end(&streaming), NET_FIN);
	assert_null(strstr(streaming.buf, "0\r\n\r\n"));
	assert_int_not_equal(net_read_end(&idle), NET_OPEN);
	assert_int_not_equal(net_read_end(&half), NET_OPEN);
	fakeapi__player_free(w.player);
	net_close(&held);
	net_close(&idle);
	net_close(&streaming);
	net_close(&half);
}

/* --- hostile clients --- */

static void garbage_gets_an_error_or_a_close_and_the_server_continues(void **state)
{
	static const char *cases[] = {
		"\x16\x03\x01\x02\x01\x01hello, TLS\r\n\r\n",
		"GET\r\n\r\n",
		"GET / HTTP/9.9\r\n\r\n",
		"GET / HTTP/1.1\r\nno colon here\r\n\r\n",
		"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: nine\r\n\r\n",
		"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n",
		"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
		"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n12",
	};
	struct world w;
	struct net_in c;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 });
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		c = client(&w);
		net_send(c.fd, cases[i]);
		(void)shutdown(c.fd, SHUT_WR);
		assert_int_not_equal(net_read_end(&c), NET_OPEN);
		assert_true(c.len == 0 || memcmp(c.buf, "HTTP/1.1 4", 10) == 0 ||
			    memcmp(c.buf, "HTTP/1.1 5", 10) == 0 ||
			    memcmp(c.buf, "HTTP/1.0 ", 9) == 0);
		net_close(&c);
	}
	assert_int_equal(fakeapi__player_request_count(w.player), 0);
	c = client(&w);
	net_send(c.fd, GET("/"));
	wait_request(&w, 1);
	respond(&w, 1, 200, "alive");
	net_read_until(&c, "alive");
	net_close(&c);
	world_stop(&w);
}

/* Credentials and long selectors need such heads; net/http accepts them as well. */
static void request_heads_of_64_kib_are_accepted(void **state)
{
	enum { HEAD = 64 << 10, BODY = 300 << 10 };
	static const struct {
		size_t count, bytes; /* of headers */
		size_t query, body;
		bool kept; /* on a connection that had a short request before */
	} rows[] = {
		{ 1, HEAD - 100, 0, 0, false }, { 1, HEAD - 100, 0, 0, true },
		{ 64, 1000, 0, 0, true },	{ 500, 120, 0, 0, true },
		{ 1, 10, HEAD - 200, 0, true }, { 1, HEAD - 200, 0, BODY, true },
		{ 500, 120, 0, BODY, false },
	};
	struct strbuf req = STRBUF_INIT;
	struct world w;
	uint32_t id = 0;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 });
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct net_in c = client(&w);
		const struct fakeapi__player_request *got;

		if (rows[i].kept) {
			net_send(c.fd, GET("/"));
			wait_request(&w, ++id);
			respond(&w, id, 200, "short");
			net_read_until(&c, "short");
		}
		strbuf_clear(&req);
		strbuf_addf(&req, "%s /?", rows[i].body ? "POST" : "GET");
		for (size_t n = 0; n < rows[i].query; n++)
			strbuf_addc(&req, 'q');
		strbuf_addf(&req, " HTTP/1.1\r\nHost: h\r\nContent-Length: %zu\r\n", rows[i].body);
		for (size_t n = 0; n < rows[i].count; n++) {
			strbuf_addz(&req, "X-Header: ");
			for (size_t k = 0; k < rows[i].bytes; k++)
				strbuf_addc(&req, 'x');
			strbuf_addz(&req, "\r\n");
		}
		strbuf_addz(&req, "\r\n");
		for (size_t n = 0; n < rows[i].body; n++)
			strbuf_addc(&req, 'b');
		net_send_bytes(c.fd, req.ptr, req.len);
		got = wait_request(&w, ++id);
		assert_int_equal(got->query.len, rows[i].query);
		assert_int_equal(got->header_count, rows[i].count + 2);
		assert_int_equal(got->body.len, rows[i].body);
		assert_int_equal(got->headers[got->header_count - 1].value.len, rows[i].bytes);
		respond(&w, id, 200, "long");
		net_read_until(&c, "long");
		net_close(&c);
	}
	strbuf_fini(&req);
	world_stop(&w);
}

static void head_over_1_mib_returns_431(void **state)
{
	static const char *starts[] = { "GET / HTTP/1.1\r\nHost: h\r\nX-Big: ",
					"GET / HTTP/1.1\r\nHost: h\r\n" };
	struct world w;
	char fill[1024];

	(void)state;
	memset(fill, 'x', sizeof(fill));
	world_start(&w, (struct fakeapi__http_options) { 0 });
	for (size_t i = 0; i < ARRAY_LEN(starts); i++) {
		struct net_in c = client(&w);

		net_send(c.fd, starts[i]);
		for (int n = 0; n < (i ? 6000 : 1100); n++) {
			if (i == 1)
				net_send(c.fd, "X-Another: ");
			net_send_bytes(c.fd, fill, i ? 200 : sizeof(fill));
			if (i == 1)
				net_send(c.fd, "\r\n");
		}
		net_send(c.fd, "\r\n\r\n");
		assert_int_equal(net_read_end(&c), NET_FIN);
		assert_memory_equal(c.buf, "HTTP/1.1 431", 12);
		net_close(&c);
	}
	assert_int_equal(fakeapi__player_request_count(w.player), 0);
	world_stop(&w);
}

static void ambiguous_request_heads_are_refused(void **state)
{
	static const struct {
		const char *head, *status, *text;
	} cases[] = {
		{ "GET / HTTP/1.1\r\n\r\n", "400", "missing required Host header" },
		{ "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "400", "too many Host headers" },
		{ "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc",
		  "400", "400 Bad Request" },
		{ "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip\r\n\r\n", "501",
		  "Unsupported transfer encoding" },
		{ "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
		  "501", "Unsupported transfer encoding" },
		{ "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n"
		  "Transfer-Encoding: identity\r\n\r\n0\r\n\r\n",
		  "501", "Unsupported transfer encoding" },
		{ "POST / HTTP/1.0\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
		  "501", "Unsupported transfer encoding" },
		{ "POST / HTTP/1.1\r\nHost: h\r\nContent-Length : 3\r\n\r\nabc", "400",
		  "invalid header" },
		{ "GET / HTTP/1.1\r\nHost: h\r\nX: a\x01z\r\n\r\n", "400", "invalid header" },
	};
	struct world w;
	struct net_in c;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 });
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		c = client(&w);
		net_send(c.fd, cases[i].head);
		assert_int_equal(net_read_end(&c), NET_FIN);
		if (c.len < 12 || memcmp(c.buf + 9, cases[i].status, 3) != 0 ||
		    !strstr(c.buf, cases[i].text))
			fail_msg("case %zu: %s", i, c.buf);
		assert_non_null(strstr(c.buf, "\r\nConnection: close\r\n"));
		net_close(&c);
	}
	assert_int_equal(fakeapi__player_request_count(w.player), 0);
	/* Equal duplicates and HTTP/1.0 without Host are accepted. */
	c = client(&w);
	net_send(c.fd,
		 "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nab");
	assert_true(str_eqz(wait_request(&w, 1)->body, "ab"));
	respond(&w, 1, 200, "one");
	net_read_until(&c, "one");
	net_close(&c);
	c = client(&w);
	net_send(c.fd, "GET / HTTP/1.0\r\n\r\n");
	wait_request(&w, 2);
	respond(&w, 2, 200, "two");
	net_read_until(&c, "two");
	net_close(&c);
	world_stop(&w);
}

static void requests_with_many_parameters_and_headers_get_a_response(void **state)
{
	struct strbuf req = STRBUF_INIT;
	struct world w;
	struct net_in c;
	uint32_t id = 0;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 });
	for (size_t headers = 0; headers <= 150; headers += headers < 60 ? 10 : 5)
		for (size_t params = 0; params <= 640; params = params * 2 + 5) {
			strbuf_clear(&req);
			strbuf_addz(&req, "GET /?");
			for (size_t i = 0; i < params; i++)
				strbuf_addz(&req, i ? "&a" : "a");
			strbuf_addz(&req, " HTTP/1.1\r\nHost: h\r\n");
			for (size_t i = 0; i < headers; i++)
				strbuf_addz(&req, "X: y\r\n");
			strbuf_addz(&req, "\r\n");
			c = client(&w);
			net_send_bytes(c.fd, req.ptr, req.len);
			assert_int_equal(wait_request(&w, ++id)->query.len,
					 params ? params * 2 - 1 : 0);
			respond(&w, id, 200, "seen");
			net_read_until(&c, "seen");
			net_close(&c);
		}
	strbuf_fini(&req);
	world_stop(&w);
}

static void early_error_reaches_a_client_that_sends_its_body_first(void **state)
{
	enum { TIMES = 50, BYTES = 4 << 20 };
	static const char *const heads[] = {
		"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 4194304\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: h\r\nX-Big: ",
		"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
	};
	static const char *const statuses[] = { "413", "431", "400" };
	char *body = calloc(1, BYTES);
	struct world w;

	(void)state;
	assert_non_null(body);
	memset(body, 'x', BYTES);
	world_start(&w, (struct fakeapi__http_options) { 0 });
	for (int i = 0; i < TIMES; i++) {
		size_t which = i < TIMES / 2 ? 0 : (size_t)i % ARRAY_LEN(heads);
		struct net_in c = client(&w);

		net_send(c.fd, heads[which]);
		net_send_bytes(c.fd, body, BYTES);
		assert_int_equal(net_read_end(&c), NET_FIN);
		if (c.len < 12 || memcmp(c.buf + 9, statuses[which], strlen(statuses[which])) != 0)
			fail_msg("time %d, %s: %s", i, heads[which], c.buf);
		net_close(&c);
	}
	wait_for(&w, has_connections, 0);
	free(body);
	world_stop(&w);
}

static void unread_response_times_out_and_a_silent_watch_does_not(void **state)
{
	enum { BYTES = 20 << 20 };
	static const size_t sizes[] = { 200 << 10, BYTES }; /* whole, and in blocks */
	char *big = calloc(1, BYTES);
	int small = 4096;
	struct world w;
	struct net_in watch, c;
	uint32_t id = 1;

	(void)state;
	assert_non_null(big);
	memset(big, 'x', BYTES);
	world_start(&w, (struct fakeapi__http_options) { .unread_timeout_ns = 100 * NS_PER_MS });
	watch = client(&w);
	net_send(watch.fd, GET("/watch"));
	wait_request(&w, 1);
	stream(&w, 1);
	net_read_until(&watch, "\r\n\r\n");
	for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
		c = client(&w);
		(void)setsockopt(c.fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof(small));
		net_send(c.fd, GET("/"));
		wait_request(&w, ++id);
		assert_int_equal(fakeapi__player_respond(w.player, id, 200, NULL, 0,
							 (struct str) { big, sizes[i] }, NULL),
				 0);
		if (sizes[i] == BYTES)
			wait_for(&w, has_connections, 1); /* the watch's */
		else
			net_read_until(&c, "\r\n\r\n");
		net_close(&c);
	}
	send_text(&w, 1, "still");
	net_read_until(&watch, "still");
	net_close(&watch);
	free(big);
	world_stop(&w);
}

static void slow_clients_are_closed_by_deadline(void **state)
{
	static const struct {
		const char *name, *sent;
		bool told; /* a head that does not end is not, as by net/http */
	} cases[] = {
		{ "says nothing", "", false },
		{ "stops in the headers", "GET / HTTP/1.1\r\nHost: ", false },
		{ "stops in the body", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\n123",
		  true },
		{ "stops before the body",
		  "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n", true },
	};
	struct world w;
	struct net_in c, later;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { .header_timeout_ns = 30 * NS_PER_MS,
							 .body_timeout_ns = 30 * NS_PER_MS,
							 .idle_timeout_ns = 60 * NS_PER_MS });
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		c = client(&w);
		net_send(c.fd, cases[i].sent);
		assert_int_not_equal(net_read_end(&c), NET_OPEN);
		assert_true((c.len > 0) == cases[i].told);
		if (cases[i].told)
			assert_memory_equal(c.buf, "HTTP/1.1 408 ", 13);
		net_close(&c);
	}
	c = client(&w); /* but not while its answer is open */
	net_send(c.fd, GET("/"));
	wait_request(&w, 1);
	stream(&w, 1);
	net_read_until(&c, "\r\n\r\n");
	later = client(&w); /* one that came later runs into a deadline first */
	net_send(later.fd, GET("/"));
	wait_request(&w, 2);
	respond(&w, 2, 200, "");
	assert_int_equal(net_read_end(&later), NET_FIN);
	net_close(&later);
	send_text(&w, 1, "still");
	close_how(&w, 1, FAKEAPI_CLOSE_EOF);
	assert_int_equal(net_read_end(&c), NET_FIN); /* idle again, then closed */
	assert_non_null(strstr(c.buf, "5\r\nstill\r\n0\r\n\r\n"));
	net_close(&c);
	wait_for(&w, has_connections, 0);
	world_stop(&w);
}

/* --- heads that never end --- */

enum { HEADS = 40, HEAD_BYTES = 60000, HEADS_KEPT = 1 << 20 };

struct heads {
	struct net_in in[HEADS];
	size_t open;
};

static bool some_were_dropped(void *user)
{
	struct heads *s = user;
	char byte;

	s->open = 0;
	for (size_t i = 0; i < HEADS; i++) {
		ssize_t n = recv(s->in[i].fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);

		s->open += n < 0 && errno == EAGAIN;
	}
	return s->open * HEAD_BYTES <= HEADS_KEPT;
}

static void heads_that_never_end_are_bounded_together(void **state)
{
	static char head[HEAD_BYTES];
	struct heads s;
	struct net_in short_one;
	struct world w;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { .heads_max = HEADS_KEPT });
	memset(head, 'a', sizeof(head));
	memcpy(head, "GET / HTTP/1.1\r\nX: ", 19);
	short_one = client(&w);
	net_send(short_one.fd, "GET / HTTP/1.1\r\nHost: ");
	for (size_t i = 0; i < HEADS; i++) {
		s.in[i] = client(&w);
		net_send_bytes(s.in[i].fd, head, sizeof(head));
	}
	net_wait(some_were_dropped, &s);
	assert_true(s.open > 0); /* no more than has to go */
	net_send(short_one.fd, "h\r\n\r\n");
	wait_request(&w, 1);
	respond(&w, 1, 200, "");
	net_read_until(&short_one, "HTTP/1.1 200 ");
	net_close(&short_one);
	for (size_t i = 0; i < HEADS; i++)
		net_close(&s.in[i]);
	world_stop(&w);
}

/* --- many threads --- */

enum { TALKERS = 4, STREAMS = 8, MESSAGES = 200 };

struct talker {
	struct world *w;
	uint32_t first_id;
};

static void *talk(void *user)
{
	struct talker *t = user;

	for (int i = 0; i < MESSAGES; i++)
		for (uint32_t s = 0; s < STREAMS / TALKERS; s++)
			if (fakeapi__player_send(t->w->player, t->first_id + s,
						 i + 1 < MESSAGES ? STR("tick\n") : STR("end\n"),
						 NULL))
				return t;
	return NULL;
}

static size_t count(const char *text, const char *what)
{
	size_t n = 0;

	while ((text = strstr(text, what))) {
		n++;
		text++;
	}
	return n;
}

static void events_from_several_threads_reach_every_stream(void **state)
{
	struct world w;
	struct net_in c[STREAMS];
	struct talker talkers[TALKERS];
	pthread_t threads[TALKERS];
	void *failed;

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 });
	for (uint32_t i = 0; i < STREAMS; i++) {
		c[i] = client(&w);
		net_send(c[i].fd, GET("/"));
		wait_request(&w, i + 1);
		stream(&w, i + 1);
	}
	for (uint32_t i = 0; i < TALKERS; i++) {
		talkers[i] = (struct talker) { &w, 1 + i * (STREAMS / TALKERS) };
		assert_int_equal(pthread_create(&threads[i], NULL, talk, &talkers[i]), 0);
	}
	for (int i = 0; i < STREAMS; i++) {
		net_read_until(&c[i], "end\n");
		assert_int_equal(count(c[i].buf, "tick\n"), MESSAGES - 1);
	}
	for (int i = 0; i < TALKERS; i++) {
		assert_int_equal(pthread_join(threads[i], &failed), 0);
		assert_null(failed);
	}
	for (int i = 0; i < STREAMS; i++)
		net_close(&c[i]);
	wait_for(&w, has_hangups, STREAMS);
	world_stop(&w);
}

static void hundreds_of_watchers_each_get_an_event(void **state)
{
	enum { WATCHERS = 300 };
	struct world w;
	struct net_in c[WATCHERS];

	(void)state;
	world_start(&w, (struct fakeapi__http_options) { 0 });
	for (uint32_t i = 0; i < WATCHERS; i++) {
		c[i] = client(&w);
		net_send(c[i].fd, GET("/"));
	}
	wait_for(&w, has_requests, WATCHERS);
	for (uint32_t id = 1; id <= WATCHERS; id++)
		stream(&w, id);
	for (uint32_t id = 1; id <= WATCHERS; id++)
		send_text(&w, id, "for all\n");
	for (uint32_t i = 0; i < WATCHERS; i++)
		net_read_until(&c[i], "for all\n");
	for (uint32_t i = 0; i < WATCHERS; i++)
		net_close(&c[i]);
	wait_for(&w, has_connections, 0);
	assert_int_equal(atomic_load(&w.hangups), WATCHERS);
	world_stop(&w);
}

static void http_start_reports_a_port_in_use(void **state)
{
	struct world w;
	struct fakeapi__http_options opt = { 0 };
	struct relist_err err = { 0 };
	char want[64];

	(void)state;
	world_start(&w, opt);
	opt.ports[0] = fakeapi__http_port(w.http, 0);
	assert_null(fakeapi__http_start(fakeapi__player_server(w.player), &opt, &err));
	(void)snprintf(want, sizeof(want), "cannot listen on 127.0.0.1:%u: Address already in use",
		       opt.ports[0]);
	assert_string_equal(err.msg, want);
	opt = (struct fakeapi__http_options) { .bind_host = "300.1.2.3" };
	assert_null(fakeapi__http_start(fakeapi__player_server(w.player), &opt, &err));
	assert_int_equal(err.code, RELIST_EINVAL);
	world_stop(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(heads_that_never_end_are_bounded_together),
		cmocka_unit_test(request_is_delivered_with_decoded_path_and_raw_query),
		cmocka_unit_test(absolute_form_target_is_reduced_to_its_path),
		cmocka_unit_test(http_answers_pipelined_requests_in_order_on_one_connection),
		cmocka_unit_test(connection_close_closes_from_either_side),
		cmocka_unit_test(head_response_has_no_body),
		cmocka_unit_test(expect_100_gets_a_continue_before_the_body),
		cmocka_unit_test(expect_100_without_a_body_gets_none),
		cmocka_unit_test(http_answers_413_to_a_body_over_the_limit),
		cmocka_unit_test(each_port_is_a_backend),
		cmocka_unit_test(held_response_is_sent_on_release),
		cmocka_unit_test(stream_is_sent_in_chunks_and_the_connection_is_reused),
		cmocka_unit_test(response_can_end_by_fin_or_reset_at_any_point),
		cmocka_unit_test(cut_sends_a_fin_despite_unread_request_bytes),
		cmocka_unit_test(reset_follows_all_sent_bytes),
		cmocka_unit_test(large_answers_arrive_whole),
		cmocka_unit_test(client_disconnect_is_detected_at_once),
		cmocka_unit_test(half_closed_client_receives_a_ready_response),
		cmocka_unit_test(refusing_port_closes_only_idle_connections),
		cmocka_unit_test(refusing_port_leaves_connections_of_other_ports_open),
		cmocka_unit_test(stop_closes_all_open_connections),
		cmocka_unit_test(garbage_gets_an_error_or_a_close_and_the_server_continues),
		cmocka_unit_test(request_heads_of_64_kib_are_accepted),
		cmocka_unit_test(head_over_1_mib_returns_431),
		cmocka_unit_test(ambiguous_request_heads_are_refused),
		cmocka_unit_test(requests_with_many_parameters_and_headers_get_a_response),
		cmocka_unit_test(early_error_reaches_a_client_that_sends_its_body_first),
		cmocka_unit_test(unread_response_times_out_and_a_silent_watch_does_not),
		cmocka_unit_test(slow_clients_are_closed_by_deadline),
		cmocka_unit_test(events_from_several_threads_reach_every_stream),
		cmocka_unit_test(hundreds_of_watchers_each_get_an_event),
		cmocka_unit_test(http_start_reports_a_port_in_use),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
