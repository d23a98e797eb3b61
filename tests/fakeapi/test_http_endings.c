/* SPDX-License-Identifier: Apache-2.0 */
/* Every version of HTTP with every way in which a response and its connection can end, while other
 * connections are open; and many watchers that end at once while objects are written. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/str.h"
#include "fakeapi/http/server.h"
#include "fakeapi/player.h"
#include "relist/fakeapi.h"
#include "tests/kit/net.h"
#include "tests/kit/testing.h"

#define MAPS "/api/v1/namespaces/default/configmaps"

/* --- a scripted server --- */

struct world {
	struct fakeapi__player *player;
	struct fakeapi__http *http;
};

struct wanted {
	struct world *w;
	uint32_t n;
};

static void world_start(struct world *w)
{
	struct fakeapi__player_options popt = { 0 };
	struct relist_err err = { 0 };

	w->player = fakeapi__player_new(&popt, NULL);
	assert_non_null(w->player);
	w->http = fakeapi__http_start(fakeapi__player_server(w->player), NULL, &err);
	if (!w->http)
		fail_msg("%s", err.msg);
}

static void world_stop(struct world *w)
{
	fakeapi__http_stop(w->http);
	fakeapi__player_free(w->player);
}

static bool has_requests(void *user)
{
	const struct wanted *want = user;

	return fakeapi__player_request_count(want->w->player) >= want->n;
}

static bool has_connections(void *user)
{
	const struct wanted *want = user;

	return fakeapi__http_connection_count(want->w->http) == want->n;
}

static void wait_for(struct world *w, bool (*cond)(void *), uint32_t n)
{
	net_wait(cond, &(struct wanted) { w, n });
}

/* Starts a stream with one event, as request `id`. */
static struct net_in open_stream(struct world *w, uint32_t id, const char *version,
				 const char *headers)
{
	struct net_in c = net_in(net_connect(fakeapi__http_port(w->http, 0)));
	char request[200];

	(void)snprintf(request, sizeof(request), "GET /watch %s\r\nHost: h\r\n%s\r\n", version,
		       headers);
	net_send(c.fd, request);
	wait_for(w, has_requests, id);
	assert_int_equal(fakeapi__player_stream(w->player, id, 200, NULL, 0, NULL), 0);
	assert_int_equal(fakeapi__player_send(w->player, id, STR("event\n"), NULL), 0);
	net_read_until(&c, "event\n");
	return c;
}

/* --- versions and endings --- */

enum ending { END, CUT, RESET, CLIENT_CLOSES, CLIENT_RESETS, CLIENT_HALF_CLOSES };

static void end_it(struct world *w, uint32_t id, struct net_in *c, enum ending how)
{
	struct linger now = { .l_onoff = 1 };

	switch (how) {
	case END:
		(void)fakeapi__player_close(w->player, id, FAKEAPI_CLOSE_EOF, NULL);
		break;
	case CUT:
		(void)fakeapi__player_close(w->player, id, FAKEAPI_CLOSE_CUT, NULL);
		break;
	case RESET:
		(void)fakeapi__player_close(w->player, id, FAKEAPI_CLOSE_RESET, NULL);
		break;
	case CLIENT_RESETS:
		(void)setsockopt(c->fd, SOL_SOCKET, SO_LINGER, &now, sizeof(now));
		close(c->fd);
		c->fd = -1;
		break;
	case CLIENT_CLOSES:
		close(c->fd);
		c->fd = -1;
		break;
	case CLIENT_HALF_CLOSES:
		(void)shutdown(c->fd, SHUT_WR);
		break;
	}
}

static const struct {
	const char *version, *headers;
	bool chunked, kept;
} versions[] = {
	{ "HTTP/1.1", "", true, true },
	{ "HTTP/1.1", "Connection: close\r\n", true, false },
	{ "HTTP/1.0", "", false, false },
	{ "HTTP/1.0", "Connection: keep-alive\r\n", false, false },
};

static void stream_of_each_http_version_ends_by_each_method(void **state)
{
	struct world w;
	struct net_in other;
	uint32_t id = 0;

	(void)state;
	world_start(&w);
	other = open_stream(&w, ++id, "HTTP/1.1", "");
	for (size_t v = 0; v < ARRAY_LEN(versions); v++)
		for (enum ending how = END; how <= CLIENT_HALF_CLOSES; how++) {
			struct net_in c =
			    open_stream(&w, ++id, versions[v].version, versions[v].headers);

			assert_int_equal(strcasestr(c.buf, "chunked") != NULL, versions[v].chunked);
			assert_int_equal(strstr(c.buf, "6\r\nevent\n\r\n") != NULL,
					 versions[v].chunked);
			end_it(&w, id, &c, how);
			if (how == END && versions[v].kept)
				net_read_until(&c, "\r\n0\r\n\r\n");
			else if (how == RESET)
				assert_int_equal(net_read_end(&c), NET_RST);
			else if (how < CLIENT_CLOSES || how == CLIENT_HALF_CLOSES)
				assert_int_equal(net_read_end(&c), NET_FIN);
			if (c.fd < 0)
				free(c.buf);
			else
				net_close(&c);
			wait_for(&w, has_connections, 1);
		}
	assert_int_equal(fakeapi__player_send(w.player, 1, STR("still\n"), NULL), 0);
	net_read_until(&other, "still\n");
	net_close(&other);
	world_stop(&w);
}

static void known_length_over_http_1_0_keeps_the_connection_on_request(void **state)
{
	struct world w;
	struct net_in c;

	(void)state;
	world_start(&w);
	c = net_in(net_connect(fakeapi__http_port(w.http, 0)));
	for (uint32_t id = 1; id <= 3; id++) {
		net_send(c.fd, id < 3 ? "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"
				      : "GET / HTTP/1.0\r\n\r\n");
		wait_for(&w, has_requests, id);
		assert_int_equal(fakeapi__player_respond(w.player, id, 200, NULL, 0,
							 id == 2 ? STR("") : STR("body"), NULL),
				 0);
		net_read_until(&c, id == 2 ? "\r\n\r\n" : "\r\n\r\nbody");
		assert_non_null(strstr(c.buf, id == 2 ? "\r\nContent-Length: 0\r\n"
						      : "\r\nContent-Length: 4\r\n"));
		assert_non_null(strstr(c.buf, id < 3 ? "\r\nConnection: keep-alive\r\n"
						     : "\r\nConnection: close\r\n"));
		net_consume(&c, c.len);
	}
	assert_int_equal(net_read_end(&c), NET_FIN);
	net_close(&c);
	world_stop(&w);
}

/* --- the real server --- */

static uint16_t port_of(struct fakeapi *api)
{
	return (uint16_t)strtoul(strrchr(fakeapi_url(api), ':') + 1, NULL, 10);
}

static void put_map(struct net_in *c, int n)
{
	char body[160], request[400];

	(void)snprintf(body, sizeof(body),
		       "{\"metadata\":{\"generateName\":\"m-\"},\"data\":{\"n\":\"%d\"}}", n);
	(void)snprintf(request, sizeof(request),
		       "POST " MAPS " HTTP/1.1\r\nHost: localhost\r\n"
		       "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
		       strlen(body), body);
	net_send(c->fd, request);
	net_consume(c, net_read_response(c));
}

/* A watch by a proxy of nginx's old default crashed the server a second after its end. */
static void watch_over_http_1_0_times_out_while_others_are_open(void **state)
{
	struct fakeapi *api = fakeapi_start(NULL, NULL);
	struct net_in c[4], other;

	(void)state;
	assert_non_null(api);
	other = net_in(net_connect(port_of(api)));
	put_map(&other, 1);
	for (size_t i = 0; i < ARRAY_LEN(c); i++) {
		c[i] = net_in(net_connect(port_of(api)));
		net_send(c[i].fd, i % 2 ? "GET " MAPS "?watch=1&timeoutSeconds=1 HTTP/1.0\r\n\r\n"
					: "GET " MAPS "?watch=1&timeoutSeconds=1 HTTP/1.0\r\n"
					  "Connection: keep-alive\r\n\r\n");
	}
	for (size_t i = 0; i < ARRAY_LEN(c); i++) {
		assert_int_equal(net_read_end(&c[i]), NET_FIN);
		assert_memory_equal(c[i].buf, "HTTP/1.1 200 OK\r\n", 17);
		assert_non_null(strstr(c[i].buf, "\r\n\r\n{\"type\":\"ADDED\""));
		net_close(&c[i]);
	}
	put_map(&other, 2);
	net_close(&other);
	fakeapi_stop(api);
}

/* RELIST_WATCHERS (700) connect; make stress takes 10,000. */
static void server_survives_watchers_disconnecting_during_writes(void **state)
{
	enum { ROUNDS = 3, WRITES = 50 };
	const char *z = getenv("RELIST_WATCHERS");
	size_t count = z && *z ? strtoul(z, NULL, 10) : 700;
	struct net_in *c = calloc(count, sizeof(*c));
	struct fakeapi *api = fakeapi_start(NULL, NULL);
	struct linger now = { .l_onoff = 1 };
	struct rlimit limit;
	struct net_in writer;

	(void)state;
	assert_non_null(c);
	assert_non_null(api);
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
	limit.rlim_cur = limit.rlim_max;
	(void)setrlimit(RLIMIT_NOFILE, &limit);
	if (limit.rlim_cur < 2 * count + 100)
		count = (limit.rlim_cur - 100) / 2;
	for (int round = 0; round < ROUNDS; round++) {
		/* in the last round all at once, between two writes */
		size_t groups = round == ROUNDS - 1 ? 1 : WRITES;

		writer = net_in(net_connect(port_of(api)));
		for (size_t i = 0; i < count; i++) {
			c[i] = net_in(net_connect(port_of(api)));
			net_send(c[i].fd, i % 3 ? "GET " MAPS "?watch=1 HTTP/1.1\r\n"
						  "Host: localhost\r\n\r\n"
						: "GET " MAPS "?watch=1 HTTP/1.0\r\n\r\n");
		}
		for (size_t i = 0; i < count; i++)
			net_read_until(&c[i], "\r\n\r\n");
		for (int n = 0; n < WRITES; n++) {
			put_map(&writer, n);
			for (size_t i = (size_t)n * count / groups;
			     (size_t)n < groups && i < (size_t)(n + 1) * count / groups; i++) {
				if (i % 2)
					(void)setsockopt(c[i].fd, SOL_SOCKET, SO_LINGER, &now,
							 sizeof(now));
				net_close(&c[i]);
			}
		}
		put_map(&writer, WRITES);
		net_close(&writer);
	}
	free(c);
	fakeapi_stop(api);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(stream_of_each_http_version_ends_by_each_method),
		cmocka_unit_test(known_length_over_http_1_0_keeps_the_connection_on_request),
		cmocka_unit_test(watch_over_http_1_0_times_out_while_others_are_open),
		cmocka_unit_test(server_survives_watchers_disconnecting_during_writes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
