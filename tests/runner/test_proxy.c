/* SPDX-License-Identifier: Apache-2.0 */
/* The recording proxy between a client and a server that the test plays both. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <gnutls/gnutls.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/lock.h"
#include "base/posix/clock.h"
#include "base/alloc.h"
#include "fakeapi/http/tls.h"
#include "runner/recording/posix/proxy.h"
#include "tests/kit/net.h"
#include "tests/kit/proxy_kit.h"
#include "tests/kit/testing.h"

struct setup {
	int listener;
	uint16_t server_port;
	struct proxy_kit kit;
};

static uint16_t listen_somewhere(int *fd)
{
	struct sockaddr_in at = { .sin_family = AF_INET };
	socklen_t len = sizeof(at);

	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	*fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	assert_true(*fd >= 0);
	assert_int_equal(bind(*fd, (struct sockaddr *)&at, sizeof(at)), 0);
	assert_int_equal(listen(*fd, 64), 0);
	assert_int_equal(getsockname(*fd, (struct sockaddr *)&at, &len), 0);
	return ntohs(at.sin_port);
}

static void begin_with(struct setup *s, struct rec__proxy_options opt,
		       struct rec__tap_options tap_opt)
{
	char url[64];

	*s = (struct setup) { .kit = { .drops = s->kit.drops } };
	s->server_port = listen_somewhere(&s->listener);
	(void)snprintf(url, sizeof(url), "%s://127.0.0.1:%u",
		       opt.upstream.insecure ? "https" : "http", s->server_port);
	opt.upstream.url = url;
	proxy_kit_begin_with(&s->kit, opt, tap_opt);
}

static void begin(struct setup *s)
{
	begin_with(s, (struct rec__proxy_options) { .head_timeout_ns = 0 },
		   (struct rec__tap_options) { .body_max = 0 });
}

static int accept_server(struct setup *s)
{
	struct pollfd pfd = { .fd = s->listener, .events = POLLIN };
	int fd;

	assert_int_equal(poll(&pfd, 1, NET_PATIENCE_MS), 1);
	fd = accept4(s->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
	assert_true(fd >= 0);
	return fd;
}

static void finish(struct setup *s)
{
	proxy_kit_finish(&s->kit);
	if (s->listener >= 0)
		(void)close(s->listener);
}

static bool has_recorded(struct setup *s, const char *text)
{
	return proxy_kit_has(&s->kit, text);
}

/* Waits for it. */
static void assert_recorded(struct setup *s, const char *text)
{
	proxy_kit_wait(&s->kit, text);
}

#define GET "GET /api/v1/pods HTTP/1.1\r\nHost: localhost\r\n"

static void proxy_passes_a_response_unchanged_and_records_it(void **state)
{
	struct setup s = { 0 };
	struct net_in client, server;

	(void)state;
	begin(&s);
	client = net_in(net_connect(s.kit.port));
	net_send(client.fd,
		 GET "Accept: application/vnd.kubernetes.protobuf, application/json\r\n"
		     "Accept-Encoding: gzip\r\nAuthorization: Bearer Planted-0001\r\n\r\n");
	server = net_in(accept_server(&s));
	net_read_until(&server, "\r\n\r\n");
	assert_non_null(strstr(server.buf, "Accept: application/json\r\n"));
	assert_null(strstr(server.buf, "gzip"));
	assert_null(strstr(server.buf, "localhost"));
	assert_non_null(strstr(server.buf, "Authorization: Bearer Planted-0001\r\n"));
	net_send(server.fd, "HTTP/1.1 200 Fine\r\nX:  y\r\nContent-Type: application/json\r\n"
			    "Content-Length: 13\r\n\r\n{\"items\":[]}\n");
	net_read_until(&client, "[]}\n");
	assert_string_equal(client.buf,
			    "HTTP/1.1 200 Fine\r\nX:  y\r\nContent-Type: application/json\r\n"
			    "Content-Length: 13\r\n\r\n{\"items\":[]}\n");
	assert_recorded(&s, "\"status\":200,\"headers\":{\"X\":\"y\",\"Content-Type\":"
			    "\"application/json\"},\"body\":{\"items\":[]},\"end\":\"\\n\"}}\n");
	/* The connection goes on. */
	net_consume(&server, server.len);
	net_send(client.fd, GET "\r\n");
	net_read_until(&server, "\r\n\r\n");
	net_close(&client);
	assert_recorded(&s, "{\"hangup\":{\"id\":2,");
	assert_recorded(&s, "\"by\":\"client\",\"how\":\"fin\"}}\n");
	assert_int_equal(net_read_end(&server), NET_FIN);
	assert_false(has_recorded(&s, "Planted"));
	net_close(&server);
	finish(&s);
}

#define CHUNKED                                                                                    \
	"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
#define WATCH "GET /api/v1/pods?watch=1 HTTP/1.1\r\nHost: localhost\r\n\r\n"

static void proxy_streams_a_watch_event_by_event(void **state)
{
	struct setup s = { 0 };
	struct net_in client, server;

	(void)state;
	begin(&s);
	client = net_in(net_connect(s.kit.port));
	net_send(client.fd, WATCH);
	server = net_in(accept_server(&s));
	net_read_until(&server, "\r\n\r\n");
	net_send(server.fd, CHUNKED "26\r\n{\"type\":\"ADDED\",\"object\":{\"kind\":\"P\"}}\r\n");
	net_read_until(&client, "{\"kind\":\"P\"}}\r\n"); /* at once */
	net_send(server.fd, "1\r\n\n\r\n");
	assert_recorded(&s, "\"type\":\"ADDED\",\"object\":{\"kind\":\"P\"},\"cuts\":[38]}}\n");
	/* Two events and the beginning of a third in one chunk. */
	net_send(
	    server.fd,
	    "55\r\n{\"type\":\"A\",\"object\":{\"a\":1}}\n{\"type\":\"B\",\"object\":{\"b\":2}}\n"
	    "{\"type\":\"C\",\"object\":{\"c\"\r\n6\r\n:3}}\n \r\n");
	assert_recorded(&s, "\"type\":\"A\",\"object\":{\"a\":1},\"open\":true}}\n");
	assert_recorded(&s, "\"type\":\"B\",\"object\":{\"b\":2},\"open\":true}}\n");
	assert_recorded(&s, "\"type\":\"C\",\"object\":{\"c\":3},\"cuts\":[25],\"open\":true}}\n");
	net_send(server.fd, "0\r\n\r\n");
	assert_recorded(&s, "\"how\":\"eof\"}}\n");
	net_close(&client);
	net_close(&server);
	finish(&s);
}

static void broken_response_ends_for_the_client_alike(void **state)
{
	static const struct {
		const char *answer;
		bool reset;
		const char *recorded[2];
	} cases[] = {
		{ "", false, { "\"how\":\"cut\"", NULL } },
		{ "", true, { "\"how\":\"reset\"", NULL } },
		{ CHUNKED "9\r\n{\"type\":\"",
		  true,
		  { "\"text\":\"{\\\"type\\\":\\\"", "\"how\":\"reset\"" } },
		{ CHUNKED "9\r\n{\"type\":\"\r\n",
		  false,
		  { "\"text\":\"{\\\"type\\\":\\\"", "\"how\":\"cut\"" } },
		{ "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[1,2",
		  false,
		  { "\"stream\":true", "\"how\":\"cut\"" } },
		{ "no HTTP at all\r\n\r\n", false, { "{\"note\":", "\"how\":\"cut\"" } },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct linger now = { .l_onoff = 1 };
		struct setup s = { 0 };
		struct net_in client, server;

		begin(&s);
		client = net_in(net_connect(s.kit.port));
		net_send(client.fd, WATCH);
		server = net_in(accept_server(&s));
		net_read_until(&server, "\r\n\r\n");
		net_send(server.fd, cases[i].answer);
		if (*cases[i].answer)
			net_read_n(&client, strlen(cases[i].answer));
		if (cases[i].reset)
			(void)setsockopt(server.fd, SOL_SOCKET, SO_LINGER, &now, sizeof(now));
		net_close(&server);
		assert_int_equal(net_read_end(&client), cases[i].reset ? NET_RST : NET_FIN);
		assert_int_equal(client.len, strlen(cases[i].answer));
		for (size_t k = 0; k < 2 && cases[i].recorded[k]; k++)
			assert_recorded(&s, cases[i].recorded[k]);
		net_close(&client);
		finish(&s);
	}
}

static void unreachable_server_is_a_reset_for_the_client(void **state)
{
	struct setup s = { 0 };
	struct net_in client;

	(void)state;
	begin(&s);
	(void)close(s.listener);
	s.listener = -1;
	client = net_in(net_connect(s.kit.port));
	net_send(client.fd, GET "\r\n");
	assert_int_equal(net_read_end(&client), NET_RST);
	assert_int_equal(client.len, 0);
	assert_recorded(&s, "\"how\":\"refused\"");
	net_close(&client);
	finish(&s);
}

static void foreign_hosts_and_bad_heads_are_refused(void **state)
{
	static const struct {
		const char *request;
		const char *status;
	} cases[] = {
		{ "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", " 403 " },
		{ "GET / HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.example\r\n\r\n",
		  " 403 " },
		{ "GET / HTTP/1.1\r\nHost: 127.0.0.1.evil.example\r\n\r\n", " 403 " },
		{ "GET / HTTP/1.1\r\n\r\n", " 400 " },
		{ "GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", " 400 " },
		{ "GET http://x/ HTTP/1.1\r\nHost: localhost\r\n\r\n", " 400 " },
		{ "CONNECT a:1 HTTP/1.1\r\nHost: localhost\r\n\r\n", " 400 " },
		{ "\x16\x03\x01 \r\n\r\n", " 400 " },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct setup s = { 0 };
		struct net_in client;

		begin(&s);
		client = net_in(net_connect(s.kit.port));
		net_send(client.fd, cases[i].request);
		assert_int_equal(net_read_end(&client), NET_FIN);
		if (!strstr(client.buf, cases[i].status))
			fail_msg("case %zu: %s", i, client.buf);
		net_close(&client);
		finish(&s);
	}
}

static void request_head_times_out_with_408(void **state)
{
	struct setup s = { 0 };
	struct net_in client;

	(void)state;
	begin_with(&s, (struct rec__proxy_options) { .head_timeout_ns = 50 * NS_PER_MS },
		   (struct rec__tap_options) { .body_max = 0 });
	client = net_in(net_connect(s.kit.port));
	net_send(client.fd, "GET / HTTP/1.1\r\nA: ");
	assert_int_equal(net_read_end(&client), NET_FIN);
	assert_non_null(strstr(client.buf, " 408 "));
	net_close(&client);
	finish(&s);
}

static void upgraded_connection_is_passed_and_counted(void **state)
{
	struct setup s = { 0 };
	struct net_in client, server;

	(void)state;
	begin(&s);
	client = net_in(net_connect(s.kit.port));
	net_send(client.fd,
		 "GET /api/v1/namespaces/d/pods/p/exec?command=sh HTTP/1.1\r\nHost: localhost\r\n"
		 "Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
	server = net_in(accept_server(&s));
	net_read_until(&server, "\r\n\r\n");
	assert_non_null(strstr(server.buf, "Upgrade: websocket\r\n"));
	net_send(server.fd,
		 "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n\x82\x02hi");
	net_read_until(&client, "hi");
	net_consume(&server, server.len);
	net_send(client.fd, "\x81\x03you");
	net_read_until(&server, "you");
	net_close(&server);
	assert_recorded(&s, "\"how\":\"eof\",\"sent\":5,\"received\":4}}");
	assert_false(has_recorded(&s, "you"));
	net_close(&client);
	finish(&s);
}

/* Puts `len` bytes of a stream through, reading as it goes. */
static void pump(int from, int to, const char *piece, uint64_t times)
{
	size_t len = strlen(piece), at = 0;
	uint64_t want = len * times, got = 0;
	static char buf[1 << 16];

	while (got < want) {
		struct pollfd pfds[2] = { { .fd = from, .events = times ? POLLOUT : 0 },
					  { .fd = to, .events = POLLIN } };
		ssize_t n;

		assert_true(poll(pfds, 2, NET_PATIENCE_MS) > 0);
		if (times && (pfds[0].revents & POLLOUT)) {
			n = send(from, piece + at, len - at, MSG_NOSIGNAL | MSG_DONTWAIT);
			at += n > 0 ? (size_t)n : 0;
			if (at == len) {
				at = 0;
				times--;
			}
		}
		if (pfds[1].revents & POLLIN) {
			n = recv(to, buf, sizeof(buf), MSG_DONTWAIT);
			assert_true(n != 0);
			got += n > 0 ? (uint64_t)n : 0;
		}
	}
}

static long resident_kib(void)
{
	struct rusage usage;

	(void)getrusage(RUSAGE_SELF, &usage);
	return usage.ru_maxrss;
}

static void large_streams_pass_with_constant_memory(void **state)
{
	static const char *const heads[] = {
		CHUNKED, /* a watch */
		("HTTP/1.1 200 OK\r\nContent-Type: "
		 "application/json\r\n\r\n{\"kind\":\"PodList\",\"items\":["),
		"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n",
	};
	static const char *const requests[] = { WATCH, GET "\r\n", GET "\r\n" };
	AUTO_STRBUF piece = STRBUF_INIT;
	AUTO_STRBUF body = STRBUF_INIT;
	long before = 0;

	(void)state;
	for (int i = 0; i < 60000; i++)
		strbuf_addc(&body, (char)('a' + i % 7));
	for (size_t i = 0; i < ARRAY_LEN(heads); i++) {
		struct setup s = { .kit = { .drops = true } };
		struct net_in client, server;

		begin_with(&s, (struct rec__proxy_options) { .head_timeout_ns = 0 },
			   (struct rec__tap_options) { .body_max = 4 << 20 });
		client = net_in(net_connect(s.kit.port));
		net_send(client.fd, requests[i]);
		server = net_in(accept_server(&s));
		net_read_until(&server, "\r\n\r\n");
		net_send(server.fd, heads[i]);
		net_read_n(&client, strlen(heads[i]));
		strbuf_clear(&piece);
		if (i == 0)
			strbuf_addf(&piece,
				    "%zx\r\n{\"type\":\"ADDED\",\"object\":{\"a\":\"%s\"}}\n\r\n",
				    body.len +
					strlen("{\"type\":\"ADDED\",\"object\":{\"a\":\"\"}}\n"),
				    body.ptr);
		else if (i == 1)
			strbuf_addf(&piece, "{\"a\":\"%s\"},", body.ptr);
		else
			strbuf_addz(&piece, body.ptr);
		pump(server.fd, client.fd, piece.ptr, 100); /* what is kept has its size */
		before = resident_kib();
#ifndef RELIST_CHECK_SLOW /* sanitizers keep what was freed, and need minutes for 54 MB */
		pump(server.fd, client.fd, piece.ptr, 900);
		if (resident_kib() > before + 8 * 1024)
			fail_msg("stream %zu: from %ld to %ld KiB", i, before, resident_kib());
#endif
		assert_true(before > 0);
		net_close(&client);
		net_close(&server);
		finish(&s);
	}
}

static void proxy_records_a_large_list_item_by_item(void **state)
{
	struct setup s = { 0 };
	struct net_in client, server;
	AUTO_STRBUF text = STRBUF_INIT;

	(void)state;
	begin(&s);
	client = net_in(net_connect(s.kit.port));
	net_send(client.fd, "GET /api/v1/secrets HTTP/1.1\r\nHost: localhost\r\n\r\n");
	server = net_in(accept_server(&s));
	net_read_until(&server, "\r\n\r\n");
	strbuf_addz(
	    &text,
	    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
	    "Connection: close\r\n\r\n{\"kind\":\"SecretList\",\"metadata\":{\"a\":\"items\"},"
	    "\"items\":[");
	for (int i = 0; i < 40000; i++)
		strbuf_addf(
		    &text,
		    "%s{\"metadata\":{\"name\":\"s%d\"},\"data\":{\"a\":\"UGxhbnRlZDAwMDE=\"}}",
		    i ? "," : "", i);
	strbuf_addz(&text, "],\"x\":1}\n");
	pump(server.fd, client.fd, text.ptr, 1);
	net_close(&server);
	assert_recorded(&s, "\"how\":\"eof\"}}\n");
	assert_true(has_recorded(&s, "{\"raw\":{\"id\":1,"));
	assert_true(has_recorded(&s, "\"text\":\"{\\\"kind\\\":\\\"SecretList\\\",\\\"metadata\\\":"
				     "{\\\"a\\\":\\\"items\\\"},\\\"items\\\":[\"}}\n"));
	assert_true(has_recorded(&s, "\\\"s39999\\\"}"));
	assert_true(has_recorded(&s, "],\\\"x\\\":1}\\n\"}}\n"));
	assert_false(has_recorded(&s, "UGxhbnRlZDAwMDE"));
	net_close(&client);
	finish(&s);
}

static void only_requested_resources_are_recorded(void **state)
{
	static const char *const wanted[] = { "deployments.apps" };
	struct setup s = { 0 };
	struct net_in client, server;

	(void)state;
	begin_with(&s, (struct rec__proxy_options) { .head_timeout_ns = 0 },
		   (struct rec__tap_options) { .resources = wanted, .resource_count = 1 });
	client = net_in(net_connect(s.kit.port));
	net_send(client.fd, GET "\r\n");
	server = net_in(accept_server(&s));
	net_read_until(&server, "\r\n\r\n");
	net_send(server.fd, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
	net_read_until(&client, "{}");
	net_consume(&server, server.len);
	net_send(client.fd, "GET /apis/apps/v1/deployments HTTP/1.1\r\nHost: localhost\r\n\r\n");
	net_read_until(&server, "\r\n\r\n");
	net_send(server.fd, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
	assert_recorded(&s, "{\"response\":{\"id\":1,");
	assert_true(has_recorded(&s, "/apis/apps/v1/deployments"));
	assert_false(has_recorded(&s, "/api/v1/pods"));
	net_close(&client);
	net_close(&server);
	finish(&s);
}

/* --- through another proxy --- */

/* The listener is the proxy of proxy-url, and what follows its answer the server. */
static void begin_behind(struct setup *s, const char *user, int64_t patience_ns)
{
	struct rec__proxy_options opt = { .connect_timeout_ns = patience_ns };
	struct rec__tap_options tap_opt = { 0 };
	char way[96];

	*s = (struct setup) { 0 };
	s->server_port = listen_somewhere(&s->listener);
	(void)snprintf(way, sizeof(way), "http://%s127.0.0.1:%u", user, s->server_port);
	opt.upstream.url = "http://kube.nowhere.invalid:6443";
	opt.upstream.proxy_url = way;
	proxy_kit_begin_with(&s->kit, opt, tap_opt);
}

static void upstream_is_reached_through_an_http_proxy(void **state)
{
	struct setup s = { 0 };
	struct net_in client, way;

	(void)state;
	begin_behind(&s, "me:p%40ss@", 0);
	client = net_in(net_connect(s.kit.port));
	net_send(client.fd, GET "\r\n");
	way = net_in(accept_server(&s));
	net_read_until(&way, "\r\n\r\n");
	assert_string_equal(way.buf, "CONNECT kube.nowhere.invalid:6443 HTTP/1.1\r\n"
				     "Host: kube.nowhere.invalid:6443\r\n"
				     "Proxy-Authorization: Basic bWU6cEBzcw==\r\n\r\n");
	net_consume(&way, way.len);
	/* the request waits for the way */
	net_send(client.fd, "");
	net_send(way.fd, "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 Connection ");
	net_send(way.fd, "established\r\nVia: x\r\n\r\n");
	net_read_until(&way, "\r\n\r\n");
	assert_memory_equal(way.buf, "GET /api/v1/pods HTTP/1.1\r\n", 27);
	assert_non_null(strstr(way.buf, "Host: kube.nowhere.invalid:6443\r\n"));
	assert_null(strstr(way.buf, "Proxy-Authorization"));
	net_send(way.fd, "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{}\n");
	net_read_until(&client, "{}\n");
	assert_recorded(&s, "\"status\":200");
	assert_false(has_recorded(&s, "CONNECT"));
	assert_false(has_recorded(&s, "bWU6"));
	net_close(&client);
	net_close(&way);
	finish(&s);
}

static void refusal_by_an_http_proxy_is_reported(void **state)
{
	static const struct {
		const char *says;
		bool closes;
		const char *recorded;
	} cases[] = {
		{ "HTTP/1.1 407 Who are you\r\nContent-Length: 0\r\n\r\n", false,
		  "it answered 407 Who are you" },
		{ "SSH-2.0-OpenSSH\r\n\r\n", false, "\"how\":\"unreachable\"" },
		{ "HTTP/1.1 200", true, "it closed the connection" },
		{ "", false, "timed out" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct setup s = { 0 };
		struct net_in client, way;

		begin_behind(&s, "", *cases[i].says ? 0 : 50 * NS_PER_MS);
		client = net_in(net_connect(s.kit.port));
		net_send(client.fd, GET "\r\n");
		way = net_in(accept_server(&s));
		net_read_until(&way, "\r\n\r\n");
		net_send(way.fd, cases[i].says);
		if (cases[i].closes)
			(void)shutdown(way.fd, SHUT_WR);
		assert_recorded(&s, cases[i].recorded);
		assert_int_equal(net_read_end(&client), NET_RST);
		net_close(&client);
		net_close(&way);
		finish(&s);
	}
}

static void other_kinds_of_proxies_are_refused(void **state)
{
	static const struct {
		const char *url, *says;
	} cases[] = {
		{ "socks5://127.0.0.1:1080", "not those that begin with \"socks5\"" },
		{ "https://127.0.0.1:3128", "not those that begin with \"https\"" },
		{ "http://:1", "is no URL" },
		{ "http://u:p@", "is no URL" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct rec__proxy_options opt = { .upstream = { .url = "http://127.0.0.1:1",
								.proxy_url = cases[i].url } };
		struct relist_err err = { 0 };

		assert_null(rec__proxy_start(&opt, &err));
		assert_int_equal(err.code, RELIST_EINVAL);
		if (!strstr(err.msg, cases[i].says))
			fail_msg("%s: %s", cases[i].url, err.msg);
	}
}

/* --- certificates that a program gives --- */

struct giver {
	struct fakeapi__tls tls[2]; /* before and after a 401 */
	unsigned now, calls;
};

static int give(void *user, char **cert_pem, char **key_pem, struct relist_err *err)
{
	struct giver *g = user;

	(void)err;
	g->calls++;
	*cert_pem = base__strdup(g->tls[g->now].cert_pem);
	*key_pem = base__strdup(g->tls[g->now].key_pem);
	return 0;
}

static void change(void *user)
{
	struct giver *g = user;

	g->now = 1;
}

/* A server that wants a certificate; *peer gets the client's, in DER. */
static gnutls_session_t greet(int fd, gnutls_certificate_credentials_t as, gnutls_datum_t *peer)
{
	gnutls_session_t tls;
	const gnutls_datum_t *certs;
	unsigned count = 0;
	int rc;

	assert_int_equal(gnutls_init(&tls, GNUTLS_SERVER), 0);
	assert_int_equal(gnutls_set_default_priority(tls), 0);
	assert_int_equal(gnutls_credentials_set(tls, GNUTLS_CRD_CERTIFICATE, as), 0);
	gnutls_certificate_server_set_request(tls, GNUTLS_CERT_REQUEST);
	assert_int_equal(fcntl(fd, F_SETFL, 0), 0);
	gnutls_transport_set_int(tls, fd);
	gnutls_handshake_set_timeout(tls, NET_PATIENCE_MS);
	do
		rc = gnutls_handshake(tls);
	while (rc < 0 && !gnutls_error_is_fatal(rc));
	assert_int_equal(rc, 0);
	certs = gnutls_certificate_get_peers(tls, &count);
	assert_true(count > 0);
	*peer = certs[0];
	return tls;
}

static void answer_tls(gnutls_session_t tls, const char *text)
{
	char buf[4096];

	assert_true(gnutls_record_recv(tls, buf, sizeof(buf)) > 0);
	assert_int_equal(gnutls_record_send(tls, text, strlen(text)), (ssize_t)strlen(text));
}

static bool is_certificate(gnutls_datum_t der, const char *pem)
{
	gnutls_datum_t text = { (unsigned char *)(uintptr_t)pem, (unsigned)strlen(pem) };
	gnutls_datum_t want;
	bool same;

	assert_int_equal(gnutls_pem_base64_decode2("CERTIFICATE", &text, &want), 0);
	same = want.size == der.size && memcmp(want.data, der.data, der.size) == 0;
	gnutls_free(want.data);
	return same;
}

static void new_connection_uses_the_renewed_certificate(void **state)
{
	static const char *const answers[] = { "HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n",
					       "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{}\n" };
	struct giver giver = { 0 };
	struct rec__proxy_options opt = { .upstream = { .insecure = true,
							.certificate = give,
							.unauthorized = change,
							.user = &giver } };
	gnutls_certificate_credentials_t as;
	struct setup s = { 0 };

	(void)state;
	assert_int_equal(gnutls_global_init(), 0);
	for (size_t i = 0; i < ARRAY_LEN(giver.tls); i++)
		assert_int_equal(fakeapi__tls_make(&giver.tls[i], NULL, (int64_t)time(NULL), NULL),
				 0);
	assert_int_equal(gnutls_certificate_allocate_credentials(&as), 0);
	assert_int_equal(gnutls_certificate_set_x509_key_mem(
			     as,
			     &(gnutls_datum_t) { (unsigned char *)giver.tls[0].cert_pem,
						 (unsigned)strlen(giver.tls[0].cert_pem) },
			     &(gnutls_datum_t) { (unsigned char *)giver.tls[0].key_pem,
						 (unsigned)strlen(giver.tls[0].key_pem) },
			     GNUTLS_X509_FMT_PEM),
			 0);
	begin_with(&s, opt, (struct rec__tap_options) { 0 });
	for (size_t i = 0; i < ARRAY_LEN(answers); i++) {
		struct net_in client = net_in(net_connect(s.kit.port));
		gnutls_datum_t peer;
		gnutls_session_t tls;
		int fd;

		net_send(client.fd, GET "\r\n");
		fd = accept_server(&s);
		tls = greet(fd, as, &peer);
		assert_true(is_certificate(peer, giver.tls[i].cert_pem));
		answer_tls(tls, answers[i]);
		if (i)
			net_read_until(&client, "{}\n");
		else /* whose certificate was refused has to come again */
			assert_int_equal(net_read_end(&client), NET_FIN);
		assert_non_null(strstr(client.buf, i ? " 200 " : " 401 "));
		net_close(&client);
		gnutls_deinit(tls);
		(void)close(fd);
	}
	finish(&s);
	assert_int_equal(giver.calls, 2);
	for (size_t i = 0; i < ARRAY_LEN(giver.tls); i++)
		fakeapi__tls_fini(&giver.tls[i]);
	gnutls_certificate_free_credentials(as);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(proxy_passes_a_response_unchanged_and_records_it),
		cmocka_unit_test(proxy_streams_a_watch_event_by_event),
		cmocka_unit_test(broken_response_ends_for_the_client_alike),
		cmocka_unit_test(unreachable_server_is_a_reset_for_the_client),
		cmocka_unit_test(foreign_hosts_and_bad_heads_are_refused),
		cmocka_unit_test(request_head_times_out_with_408),
		cmocka_unit_test(upgraded_connection_is_passed_and_counted),
		cmocka_unit_test(large_streams_pass_with_constant_memory),
		cmocka_unit_test(proxy_records_a_large_list_item_by_item),
		cmocka_unit_test(only_requested_resources_are_recorded),
		cmocka_unit_test(upstream_is_reached_through_an_http_proxy),
		cmocka_unit_test(refusal_by_an_http_proxy_is_reported),
		cmocka_unit_test(other_kinds_of_proxies_are_refused),
		cmocka_unit_test(new_connection_uses_the_renewed_certificate),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
