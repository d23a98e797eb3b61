/* SPDX-License-Identifier: Apache-2.0 */
/* Clients that mean no good, on the whole server over real sockets: each gets an error it can read,
 * or its connection closed, and the server goes on. */
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/choice.h"
#include "base/json_scan.h"
#include "base/str.h"
#include "relist/fakeapi.h"
#include "tests/kit/net.h"
#include "tests/kit/testing.h"

#define MAPS "/api/v1/namespaces/default/configmaps"

static struct fakeapi *api;

static int setup(void **state)
{
	(void)state;
	api = fakeapi_start(NULL, NULL);
	return api ? 0 : -1;
}

static int teardown(void **state)
{
	(void)state;
	fakeapi_stop(api);
	return 0;
}

static struct net_in dial(void)
{
	return net_in(net_connect((uint16_t)strtoul(strrchr(fakeapi_url(api), ':') + 1, NULL, 10)));
}

/* One request on a connection of its own; the status, 0: closed without an answer. `out` gets the
 * body. */
static int ask(const char *method, const char *uri, const char *headers, struct str body,
	       struct strbuf *out)
{
	struct net_in c = dial();
	struct strbuf req = STRBUF_INIT;
	const char *end;
	int status;

	strbuf_addf(&req, "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%s", method,
		    uri, headers);
	if (body.len)
		strbuf_addf(&req, "Content-Length: %zu\r\n", body.len);
	strbuf_addz(&req, "\r\n");
	net_send_bytes(c.fd, req.ptr, req.len);
	net_send_bytes(c.fd, body.ptr, body.len);
	assert_int_not_equal(net_read_end(&c), NET_OPEN);
	end = c.len ? strstr(c.buf, "\r\n\r\n") : NULL;
	status = end ? atoi(c.buf + 9) : 0;
	strbuf_clear(out);
	if (end)
		strbuf_addz(out, end + 4);
	strbuf_fini(&req);
	net_close(&c);
	return status;
}

static void assert_alive(void)
{
	struct strbuf out = STRBUF_INIT;

	assert_int_equal(ask("GET", "/readyz", "", STR(""), &out), 200);
	assert_string_equal(out.ptr, "ok");
	strbuf_fini(&out);
}

static bool is_utf8(struct str s)
{
	for (size_t i = 0, n; i < s.len; i += n) {
		n = utf8_seq_len(s.ptr + i, s.len - i);
		if (n == 0)
			return false;
	}
	return true;
}

static void assert_status_object(const struct strbuf *body, int code)
{
	int64_t told;
	json_t whole;

	if (!json_valid(strbuf_str(body), &whole, NULL) ||
	    !json_str_eq(json_get(whole, "kind"), STR("Status")) ||
	    !json_int64(json_get(whole, "code"), &told) || told != code || !is_utf8(whole))
		fail_msg("%d without a Status: %s", code, body->ptr);
}

/* --- bodies --- */

#define JSON_TYPE     "Content-Type: application/json\r\n"
#define PROTOBUF_TYPE "Content-Type: application/vnd.kubernetes.protobuf\r\n"
#define LITERAL(s)                                                                                 \
	{                                                                                          \
		(s), sizeof(s) - 1                                                                 \
	}

static void unreadable_bodies_return_400(void **state)
{
	static const struct {
		const char *headers;
		struct str body;
		int status;
	} cases[] = {
		{ JSON_TYPE, LITERAL("{"), 400 },
		{ JSON_TYPE, LITERAL("[]"), 400 },
		{ JSON_TYPE, LITERAL("\x1f\x8b\x08\0\0\0\0\0\0\x03"), 400 },
		{ JSON_TYPE "Content-Encoding: gzip\r\n", LITERAL("\x1f\x8b\x08\0\0\0\0\0\0\x03"),
		  400 },
		{ JSON_TYPE, LITERAL("{\"metadata\":{\"name\":\"\0\"}}"), 400 },
		{ PROTOBUF_TYPE, LITERAL("no magic here"), 400 },
		{ PROTOBUF_TYPE, LITERAL("k8s\0"), 400 },
		{ PROTOBUF_TYPE, LITERAL("k8s\0\x0a\xff\xff\xff\xff\x0f"), 400 },
		{ PROTOBUF_TYPE,
		  LITERAL("k8s\0\x0a\x0f\x0a\x02v1\x12\x09"
			  "ConfigMap\x12\x05\x0a\x7f\x0a\x01x"),
		  400 },
		{ "Content-Type: application/yaml\r\n", LITERAL("a: [b"), 400 },
		{ "Content-Type: application/yaml\r\n", LITERAL("a: *b"), 400 },
		{ "Content-Type: text/html\r\n", LITERAL("<p>"), 415 },
	};
	struct strbuf out = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		int status = ask("POST", MAPS, cases[i].headers, cases[i].body, &out);

		if (status != cases[i].status)
			fail_msg("case %zu: %d %s", i, status, out.ptr);
		assert_status_object(&out, status);
	}
	strbuf_fini(&out);
	assert_alive();
}

static void deeply_nested_bodies_return_400_without_a_stack_overflow(void **state)
{
	static const char *const types[] = {
		"Content-Type: application/json\r\n",
		"Content-Type: application/merge-patch+json\r\n",
		"Content-Type: application/json-patch+json\r\n",
		"Content-Type: application/apply-patch+yaml\r\n",
	};
	struct strbuf body = STRBUF_INIT, out = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(types) * 2; i++) {
		const char *opening = i % 2 ? "[" : "{\"a\":";
		int status;

		strbuf_clear(&body);
		for (int n = 0; n < 100000; n++)
			strbuf_addz(&body, opening);
		status = ask(i / 2 ? "PATCH" : "POST", i / 2 ? MAPS "/m?fieldManager=f" : MAPS,
			     types[i / 2], strbuf_str(&body), &out);
		assert_in_range(status, 400, 499);
		assert_status_object(&out, status);
	}
	strbuf_fini(&body);
	strbuf_fini(&out);
	assert_alive();
}

static void bytes_that_are_not_utf8_are_never_sent_back(void **state)
{
	struct strbuf out = STRBUF_INIT;
	int status;

	(void)state;
	status =
	    ask("POST", MAPS, JSON_TYPE,
		STR("{\"metadata\":{\"name\":\"m\"},\"data\":{\"k\":\"a\xff\xc0\x80z\"}}"), &out);
	assert_int_equal(status, 201);
	assert_true(is_utf8(strbuf_str(&out)));
	assert_int_equal(ask("GET", MAPS "/m", "", STR(""), &out), 200);
	assert_true(is_utf8(strbuf_str(&out)));
	assert_in_range(ask("POST", MAPS, JSON_TYPE, STR("{\"metadata\":{\"name\":\"\xff\"}}"),
			    &out),
			400, 422);
	assert_status_object(&out, 422);
	assert_int_equal(ask("GET", MAPS "/%ff%fe", "", STR(""), &out), 404);
	assert_status_object(&out, 404);
	strbuf_fini(&out);
	assert_alive();
}

static void a_body_over_three_megabytes_is_413(void **state)
{
	struct strbuf body = STRBUF_INIT, out = STRBUF_INIT;

	(void)state;
	assert_true(strbuf_reserve(&body, 4 << 20));
	memset(body.ptr, ' ', 4 << 20);
	body.len = (3 << 20) + 1;
	for (int i = 0; i < 50; i++) { /* all of it is sent before anything is read */
		assert_int_equal(ask("POST", MAPS, JSON_TYPE, strbuf_str(&body), &out), 413);
		assert_status_object(&out, 413);
	}
	strbuf_fini(&body);
	strbuf_fini(&out);
	assert_alive();
}

static void many_and_long_warnings_do_not_break_the_response(void **state)
{
	static const struct {
		size_t fields, name_len;
	} cases[] = { { 1, 20000 }, { 1, 4000 }, { 300, 10 }, { 40, 1000 }, { 300, 3000 } };
	struct strbuf body = STRBUF_INIT, out = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		strbuf_clear(&body);
		strbuf_addf(&body, "{\"metadata\":{\"name\":\"m%zu\"}", i);
		for (size_t n = 0; n < cases[i].fields; n++) {
			strbuf_addf(&body, ",\"f%zu", n);
			for (size_t k = 0; k < cases[i].name_len; k++)
				strbuf_addc(&body, 'x');
			strbuf_addz(&body, "\":1");
		}
		strbuf_addc(&body, '}');
		assert_int_equal(ask("POST", MAPS, JSON_TYPE, strbuf_str(&body), &out), 201);
		assert_non_null(strstr(out.ptr, "\"uid\""));
	}
	strbuf_fini(&body);
	strbuf_fini(&out);
	assert_alive();
}

/* --- paths and parameters --- */

static void path_traversal_is_rejected(void **state)
{
	static const char *const uris[] = {
		"/api/v1/../../etc/passwd",
		"/api/v1/namespaces/default/pods/..",
		"/api/v1/namespaces/default/pods/%2e%2e/x",
		"/api/v1/namespaces/default/pods/a%2fb",
		"/api/v1/namespaces/..%2f..%2frelist/pods/x",
		"/api/v1/namespaces/default/pods/%00",
		"/api/v1/namespaces/default/pods/%zz",
		"/api/v1/namespaces/default/pods/%",
		"/api//v1//pods//x",
		"/relist//v1",
		"/apis/apps/v1/namespaces/default/deployments/x/status/y/z",
		"/api/v1/namespaces/default/pods/x/nosuchsubresource",
		"/apis/a/b/c/d/e/f/g/h/i/j/k",
		"/api/v1/namespaces/default/pods/x;y=z",
		"*",
		"/relist/v1/nothing",
		"/relist/v2",
	};
	struct strbuf out = STRBUF_INIT, uri = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(uris); i++) {
		int status = ask("GET", uris[i], "", STR(""), &out);

		if (status && (status < 300 || status > 499))
			fail_msg("%s: %d %s", uris[i], status, out.ptr);
	}
	strbuf_addz(&uri, MAPS "/");
	for (int i = 0; i < 4000; i++)
		strbuf_addc(&uri, 'x');
	assert_in_range(ask("GET", uri.ptr, "", STR(""), &out), 404, 431);
	strbuf_fini(&uri);
	strbuf_fini(&out);
	assert_alive();
}

static void invalid_parameters_return_400(void **state)
{
	static const char *const uris[] = {
		MAPS "?labelSelector=a%20in%20(",
		MAPS "?labelSelector=,,,,",
		MAPS "?fieldSelector=nosuch%3Dx",
		MAPS "?fieldSelector==x",
		MAPS "?limit=nine",
		MAPS "?continue=garbage",
		MAPS "?continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6LTEsInN0YXJ0IjoiLi4vIn0",
		MAPS "?resourceVersion=abc",
		MAPS "?resourceVersion=1&resourceVersionMatch=Sideways",
		MAPS "?watch=true&timeoutSeconds=x",
	};
	struct strbuf out = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(uris); i++) {
		int status = ask("GET", uris[i], "", STR(""), &out);

		if (status < 400 || status > 499)
			fail_msg("%s: %d %s", uris[i], status, out.ptr);
		assert_status_object(&out, status);
	}
	assert_int_equal(ask("GET", MAPS "?labelSelector=%%%", "", STR(""), &out), 200); /* as Go */
	assert_int_equal(ask("BREW", MAPS, "", STR(""), &out), 405);
	assert_in_range(ask("DELETE", "/api/v1", "", STR(""), &out), 404, 405);
	strbuf_fini(&out);
	assert_alive();
}

static void numbers_at_their_limits_parse_as_in_go(void **state)
{
	static const struct {
		const char *uri;
		int status;
		const char *text;
	} cases[] = {
		{ MAPS "?resourceVersion=18446744073709551615", 504,
		  "Too large resource version: 18446744073709551615" },
		{ MAPS "?resourceVersion=18446744073709551616", 400, "value out of range" },
		{ MAPS "?resourceVersion=99999999999999999999999", 400, "value out of range" },
		{ MAPS "?resourceVersion=99999999999999999999999x", 400, "invalid syntax" },
		{ MAPS "?resourceVersion=+1", 400, "invalid syntax" },
		{ MAPS "/m?resourceVersion=18446744073709551615", 504, "Too large" },
		{ MAPS "/m?resourceVersion=18446744073709551616", 500, "value out of range" },
		{ MAPS "?watch=1&resourceVersion=18446744073709551616", 500, "value out of range" },
		{ MAPS "?watch=1&resourceVersion=18446744073709551615&timeoutSeconds=1", 200, "" },
		{ MAPS "?timeoutSeconds=9223372036854775807", 200, "ConfigMapList" },
		{ MAPS "?timeoutSeconds=-9223372036854775808", 200, "ConfigMapList" },
		{ MAPS "?timeoutSeconds=9223372036854775808", 400, "value out of range" },
		{ MAPS "?timeoutSeconds=99999999999999999999x", 400, "invalid syntax" },
		{ MAPS "?limit=9223372036854775807", 200, "ConfigMapList" },
		{ MAPS "?limit=-9223372036854775809", 400, "value out of range" },
	};
	struct strbuf out = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		int status = ask("GET", cases[i].uri, "", STR(""), &out);

		if (status != cases[i].status ||
		    (*cases[i].text && !strstr(out.ptr, cases[i].text)))
			fail_msg("%s: %d %s", cases[i].uri, status, out.ptr);
	}
	strbuf_fini(&out);
	assert_alive();
}

static void watch_with_the_maximum_timeout_continues(void **state)
{
	struct net_in c = dial();
	struct strbuf out = STRBUF_INIT;

	(void)state;
	net_send(c.fd, "GET " MAPS "?watch=1&timeoutSeconds=9223372036854775807 HTTP/1.1\r\n"
		       "Host: localhost\r\n\r\n");
	net_read_until(&c, "\r\n\r\n");
	assert_int_equal(ask("POST", MAPS, JSON_TYPE, STR("{\"metadata\":{\"name\":\"late\"}}"),
			     &out),
			 201);
	net_read_until(&c, "\"late\"");
	net_close(&c);
	strbuf_fini(&out);
}

static void invalid_control_calls_change_nothing(void **state)
{
	static const struct {
		const char *method, *uri, *body;
	} cases[] = {
		{ "POST", "/faults", "" },
		{ "POST", "/faults", "{" },
		{ "POST", "/faults", "[]" },
		{ "POST", "/faults", "\"fail\"" },
		{ "POST", "/faults", "{\"kind\":\"nope\"}" },
		{ "POST", "/faults", "{\"kind\":7}" },
		{ "POST", "/faults", "{\"kind\":\"fail\",\"times\":\"many\"}" },
		{ "POST", "/faults", "{\"kind\":\"fail\",\"times\":1e300}" },
		{ "POST", "/faults", "{\"kind\":\"fail\",\"status\":99999}" },
		{ "POST", "/faults", "{\"kind\":\"fail\",\"surprise\":1}" },
		{ "POST", "/faults", "{\"kind\":\"fail\",\"match\":{\"surprise\":1}}" },
		{ "POST", "/faults", "{\"kind\":\"delay\",\"delay\":\"soon\"}" },
		{ "POST", "/faults", "{\"kind\":\"slow\",\"bytes\":-1,\"delay\":\"1s\"}" },
		{ "DELETE", "/faults/none", "" },
		{ "DELETE", "/faults/99", "" },
		{ "PUT", "/objects", "garbage" },
		{ "PUT", "/objects", "{\"kind\":\"Nope\",\"apiVersion\":\"v1\"}" },
		{ "POST", "/rewind", "{\"resourceVersion\":\"99999999999\"}" },
		{ "POST", "/rewind", "{\"resourceVersion\":-1}" },
		{ "POST", "/compact", "{\"resourceVersion\":\"x\"}" },
		{ "POST", "/watches", "{\"how\":\"gently\"}" },
		{ "POST", "/backends", "{\"backend\":99}" },
		{ "POST", "/backends", "{\"backend\":0,\"lag\":\"-\"}" },
		{ "POST", "/backends", "{\"backend\":0,\"lag\":\"-1s\"}" },
		{ "POST", "/backends", "{\"backend\":0,\"lag\":\"-9223372036854775808ns\"}" },
		{ "POST", "/backends", "{\"backend\":0,\"behind\":-1}" },
		{ "POST", "/faults", "{\"kind\":\"delay\",\"delay\":\"-1s\"}" },
		{ "POST", "/watches", "{\"how\":\"slow\",\"bytes\":1,\"delay\":\"-1s\"}" },
		{ "POST", "/faults", "{\"kind\":\"reply\",\"body\":[{\"wait\":\"-1s\"},\"x\"]}" },
		{ "PATCH", "/faults", "{}" },
		{ "POST", "/nothing", "{}" },
	};
	struct strbuf out = STRBUF_INIT, uri = STRBUF_INIT;
	uint64_t rv = fakeapi_resource_version(api);

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		int status;

		strbuf_clear(&uri);
		strbuf_addf(&uri, "/relist/v1%s", cases[i].uri);
		status = ask(cases[i].method, uri.ptr, JSON_TYPE, str_of(cases[i].body), &out);
		if (status < 400 || status > 499)
			fail_msg("%s %s %s: %d %s", cases[i].method, uri.ptr, cases[i].body, status,
				 out.ptr);
		assert_status_object(&out, status);
	}
	assert_int_equal(ask("GET", "/relist/v1/faults", "", STR(""), &out), 200);
	assert_null(strstr(out.ptr, "\"kind\":"));
	assert_int_equal(ask("GET", MAPS "?resourceVersion=0", "", STR(""), &out), 200);
	assert_int_equal(ask("GET", "/relist/v1/backends", "", STR(""), &out), 200);
	assert_non_null(strstr(out.ptr, "\"lag\":\"0s\""));
	assert_true(fakeapi_resource_version(api) == rv);
	strbuf_fini(&uri);
	strbuf_fini(&out);
	assert_alive();
}

/* --- web pages --- */

/* As ask(), with another Host and further lines of the head. */
static int ask_as(const char *method, const char *uri, const char *host, const char *headers,
		  const char *body, struct strbuf *out)
{
	struct net_in c = dial();
	struct strbuf req = STRBUF_INIT;
	int status;

	strbuf_addf(&req,
		    "%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n%s"
		    "Content-Length: %zu\r\n\r\n%s",
		    method, uri, host, headers, strlen(body), body);
	net_send_bytes(c.fd, req.ptr, req.len);
	(void)net_read_end(&c);
	status = c.len > 12 ? atoi(c.buf + 9) : 0;
	strbuf_clear(out);
	strbuf_addz(out, c.buf);
	strbuf_fini(&req);
	net_close(&c);
	return status;
}

static void host_header_must_name_the_loopback(void **state)
{
	static const struct {
		const char *host;
		int status;
	} cases[] = {
		{ "localhost", 200 },	   { "LocalHost:8001", 200 },
		{ "localhost.", 200 },	   { "a.localhost:1", 200 },
		{ "127.0.0.1", 200 },	   { "10.1.2.3:443", 200 },
		{ "[::1]", 200 },	   { "[fe80::1]:80", 200 },
		{ "evil.example", 403 },   { "evil.example:8001", 403 },
		{ "localhost.evil", 403 }, { "notlocalhost", 403 },
		{ "127.0.0.1.evil", 403 }, { "127.0.0", 403 },
		{ "1.2.3.256", 403 },	   { "1.2.3.4.5", 403 },
		{ "[evil]", 403 },	   { "", 403 },
		{ "localhost@evil", 400 }, { "0x7f.0.0.1", 403 },
	};
	static const char *const uris[] = { "/readyz", "/api/v1/pods", "/relist/v1" };
	struct strbuf out = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		for (size_t k = 0; k < ARRAY_LEN(uris); k++) {
			int status = ask_as("GET", uris[k], cases[i].host, "", "", &out);

			if (status != cases[i].status)
				fail_msg("Host %s, %s: %s", cases[i].host, uris[k], out.ptr);
		}
	strbuf_fini(&out);
}

static void cross_origin_requests_are_refused(void **state)
{
	static const struct {
		const char *headers;
		int status;
	} cases[] = {
		{ "Origin: http://evil.example\r\n", 403 },
		{ "Origin: null\r\n", 403 },
		{ "Origin: \r\n", 403 },
		{ "Origin: http://localhost:1\r\n", 403 },
		{ "Origin: https://localhost:8001\r\n", 403 },
		{ "Origin: http://localhost:8001.evil.example\r\n", 403 },
		{ "Origin: http://localhost:8001\r\n", 200 }, /* its own */
		{ "Origin: http://localhost\r\nAuthorization: Basic eDp5\r\n", 403 },
		{ "Origin: http://localhost\r\nAuthorization: Bearer x\r\n", 200 },
		{ "", 200 },
	};
	struct strbuf out = STRBUF_INIT;
	uint64_t rv = fakeapi_resource_version(api);

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		static const char *const uris[] = { "/api/v1/secrets", "/relist/v1",
						    "/relist/v1/objects", "/version" };

		for (size_t k = 0; k < ARRAY_LEN(uris); k++) {
			if (ask_as("GET", uris[k], "localhost:8001", cases[i].headers, "", &out) !=
			    cases[i].status)
				fail_msg("%s%s: %s", cases[i].headers, uris[k], out.ptr);
			assert_null(strstr(out.ptr, "Access-Control-Allow-Origin"));
		}
	}
	assert_int_equal(ask_as("POST", MAPS, "localhost",
				"Origin: http://evil.example\r\nContent-Type: text/plain\r\n",
				"{\"metadata\":{\"name\":\"m\"}}", &out),
			 403);
	assert_int_equal(ask_as("OPTIONS", MAPS, "localhost",
				"Origin: http://evil.example\r\n"
				"Access-Control-Request-Method: POST\r\n",
				"", &out),
			 403);
	assert_int_equal(ask_as("GET", "/api/v1/secrets?watch=1", "localhost",
				"Origin: http://evil.example\r\nUpgrade: websocket\r\n"
				"Sec-WebSocket-Version: 13\r\n"
				"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
				"", &out),
			 403);
	assert_true(fakeapi_resource_version(api) == rv);
	strbuf_fini(&out);
	assert_alive();
}

static void control_api_rejects_content_types_of_html_forms(void **state)
{
	static const struct {
		const char *uri, *headers, *body;
		int status;
	} cases[] = {
		{ "/faults", "Content-Type: application/x-www-form-urlencoded\r\n",
		  "{\"kind\":\"fail\"}", 415 },
		{ "/faults", "Content-Type: text/plain\r\n", "{\"kind\":\"fail\"}", 415 },
		{ "/faults", "Content-Type: text/plain;application/json\r\n", "{\"kind\":\"fail\"}",
		  415 },
		{ "/faults", "Content-Type: multipart/form-data; boundary=x\r\n", "--x", 415 },
		{ "/faults", "", "{\"kind\":\"fail\"}", 415 },
		{ "/compact", "Content-Type: text/plain\r\n", "", 415 },
		{ "/faults", "Content-Type: application/yaml\r\n", "kind: fail", 415 },
		{ "/objects", "Content-Type: text/plain\r\n", "{}", 415 },
		{ "/compact", "", "", 200 },
		{ "/faults", "Content-Type: Application/JSON; charset=utf-8\r\n",
		  "{\"kind\":\"fail\"}", 201 },
	};
	struct strbuf out = STRBUF_INIT, uri = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const char *method = strcmp(cases[i].uri, "/objects") == 0 ? "PUT" : "POST";
		int status;

		strbuf_clear(&uri);
		strbuf_addf(&uri, "/relist/v1%s", cases[i].uri);
		status =
		    ask_as(method, uri.ptr, "localhost", cases[i].headers, cases[i].body, &out);
		if (status != cases[i].status)
			fail_msg("%s %s: %s", cases[i].uri, cases[i].headers, out.ptr);
	}
	assert_int_equal(ask_as("PUT", "/relist/v1/objects", "localhost",
				"Content-Type: application/yaml\r\n",
				"apiVersion: v1\nkind: Namespace\nmetadata:\n  name: other\n",
				&out),
			 200);
	strbuf_fini(&uri);
	strbuf_fini(&out);
}

static void allowed_hosts_and_origins_are_accepted(void **state)
{
	const struct fakeapi_options opt = { .allow_hosts = "relist,dev.example",
					     .allow_origins = "http://ui.example:3000" };
	struct strbuf out = STRBUF_INIT;
	struct net_in c;

	(void)state;
	api = fakeapi_start(&opt, NULL);
	assert_non_null(api);
	assert_int_equal(ask_as("GET", "/version", "relist:8001", "", "", &out), 200);
	assert_int_equal(ask_as("GET", "/version", "Dev.Example", "", "", &out), 200);
	assert_int_equal(ask_as("GET", "/version", "evil.example", "", "", &out), 403);
	assert_int_equal(ask_as("GET", "/version", "localhost", "Origin: http://ui.example\r\n", "",
				&out),
			 403);
	assert_int_equal(ask_as("GET", "/api/v1/pods", "localhost",
				"Origin: http://ui.example:3000\r\n", "", &out),
			 200);
	assert_non_null(strstr(out.ptr, "Access-Control-Allow-Origin: http://ui.example:3000\r\n"));
	assert_non_null(strstr(out.ptr, "Content-Type: application/json\r\n"));
	assert_int_equal(ask_as("OPTIONS", MAPS, "localhost",
				"Origin: http://ui.example:3000\r\n"
				"Access-Control-Request-Method: DELETE\r\n",
				"", &out),
			 204);
	assert_non_null(strstr(out.ptr, "Access-Control-Allow-Methods: POST, GET"));
	c = dial();
	net_send(c.fd, "GET " MAPS "?watch=1 HTTP/1.1\r\nHost: localhost\r\n"
		       "Origin: http://ui.example:3000\r\n\r\n");
	net_read_until(&c, "\r\n\r\n");
	assert_non_null(strstr(c.buf, "Access-Control-Allow-Origin: http://ui.example:3000\r\n"));
	assert_non_null(strstr(c.buf, "Content-Type: application/json\r\n"));
	net_close(&c);
	strbuf_fini(&out);
	fakeapi_stop(api);
}

static char *write_tokens(const char *text, size_t len)
{
	static char path[] = "/tmp/relist-hostile-XXXXXX";
	int fd;

	(void)strcpy(path + sizeof(path) - 7, "XXXXXX");
	fd = mkstemp(path);
	assert_true(fd >= 0);
	assert_true(write(fd, text, len) == (ssize_t)len);
	(void)close(fd);
	return path;
}

static void control_api_requires_an_admin_token(void **state)
{
	static const char tokens[] = "\xef\xbb\xbf"
				     "boss,admin,1,system:masters\nguest,somebody,2\n";
	static const struct {
		const char *headers;
		int status;
	} cases[] = {
		{ "", 403 },
		{ "Authorization: Bearer wrong\r\n", 401 },
		{ "Authorization: Bearer guest\r\n", 403 },
		{ "Authorization: Bearer \xef\xbb\xbf"
		  "boss\r\n",
		  401 },
		{ "Authorization: Bearer boss\r\n", 200 },
	};
	static const char *const uris[] = { "/relist/v1", "/relist/v1/objects?resource=secrets",
					    "/relist/v1/requests", "/relist/v1/faults/",
					    "/%72elist/v1/faults" };
	char *path = write_tokens(tokens, sizeof(tokens) - 1);
	const struct fakeapi_options opt = { .token_auth_file = path };
	struct strbuf out = STRBUF_INIT;
	uint32_t id;

	(void)state;
	api = fakeapi_start(&opt, NULL);
	(void)unlink(path);
	assert_non_null(api);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		for (size_t k = 0; k < ARRAY_LEN(uris); k++) {
			int status =
			    ask_as("GET", uris[k], "localhost", cases[i].headers, "", &out);

			if (status != cases[i].status)
				fail_msg("%s%s: %s", cases[i].headers, uris[k], out.ptr);
		}
	assert_int_equal(ask_as("POST", "/relist/v1/reset", "localhost", "", "", &out), 403);
	/* in-process calls need no token */
	assert_int_equal(fakeapi_add_fault(api, "{\"kind\":\"fail\"}", &id, NULL), 0);
	strbuf_fini(&out);
	fakeapi_stop(api);
}

/* Groups, extras and a uid need a user. */
static void impersonation_without_a_user_is_refused(void **state)
{
	static const char tokens[] = "boss,admin,1,system:masters\n";
	static const struct {
		const char *headers, *printed; /* NULL: there is no user */
	} cases[] = {
		{ "Impersonate-Uid: 7\r\n",
		  "requested [{UID  7  authentication.k8s.io/v1  }] without" },
		{ "Impersonate-Extra-Sco%70E: view\r\n",
		  "requested [{UserExtra  view  authentication.k8s.io/v1  scope}] without" },
		{ "Impersonate-Group: a\r\nImpersonate-Group: b\r\n",
		  "requested [{Group  a    } {Group  b    }] without" },
		{ "Impersonate-User:\r\n", NULL },
		/* One group, without a user, and not two. */
		{ "Impersonate-User: u\r\nImpersonate-Group: x,system:masters\r\n",
		  "User \\\"u\\\" cannot list" },
		{ "Impersonate-User: u\r\nImpersonate-Group: system:masters\r\n", NULL },
	};
	char *path = write_tokens(tokens, sizeof(tokens) - 1);
	const struct fakeapi_options opt = { .token_auth_file = path };
	struct strbuf out = STRBUF_INIT, headers = STRBUF_INIT;

	(void)state;
	api = fakeapi_start(&opt, NULL);
	(void)unlink(path);
	assert_non_null(api);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		strbuf_clear(&headers);
		strbuf_addf(&headers, "Authorization: Bearer boss\r\n%s", cases[i].headers);
		assert_int_equal(ask_as("GET", "/api/v1/secrets", "localhost", headers.ptr, "",
					&out),
				 !cases[i].printed			   ? 200
				 : strstr(cases[i].printed, "cannot list") ? 403
									   : 500);
		if (cases[i].printed && !strstr(out.ptr, cases[i].printed))
			fail_msg("%s%s", cases[i].headers, out.ptr);
	}
	strbuf_fini(&headers);
	strbuf_fini(&out);
	fakeapi_stop(api);
}

static void token_file_without_tokens_admits_no_client(void **state)
{
	static const struct {
		const char *text;
		size_t len;
	} cases[] = { { "", 0 },	  { "\n", 1 },
		      { "# a,b,c\n", 8 }, { "\xef\xbb\xbf", 3 },
		      { " \t\r\n\n", 5 }, { "\0a,b,c", 6 } };
	struct relist_err err;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		char *path = write_tokens(cases[i].text, cases[i].len);
		const struct fakeapi_options opt = { .token_auth_file = path };

		assert_null(fakeapi_start(&opt, &err));
		assert_int_equal(err.code, RELIST_EPARSE);
		assert_non_null(strstr(err.msg, "found no token"));
		(void)unlink(path);
	}
}

static void server_on_all_addresses_needs_tokens_or_an_option(void **state)
{
	static const char *const open[] = { "0.0.0.0", "::" };
	static const char *const ours[] = { "127.0.0.1", "127.9.9.9", "localhost" };
	struct relist_err err;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(open); i++) {
		struct fakeapi_options opt = { .bind_host = open[i] };

		assert_null(fakeapi_start(&opt, &err));
		assert_int_equal(err.code, RELIST_EINVAL);
		assert_non_null(strstr(err.msg, "--allow-anyone"));
	}
	for (size_t i = 0; i < ARRAY_LEN(ours); i++) {
		struct fakeapi_options opt = { .bind_host = ours[i] };

		api = fakeapi_start(&opt, &err);
		if (!api)
			fail_msg("%s: %s", ours[i], err.msg);
		fakeapi_stop(api);
	}
}

/* --- connections --- */

/* '$' stands for a NUL. */
static void head_with_a_nul_byte_is_refused(void **state)
{
	static const struct {
		const char *head;
		bool taken;
	} cases[] = {
		{ "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 0$\r\n\r\n", false },
		{ "POST / HTTP/1.1\r\nContent-Length: 0$3\r\nHost: h\r\n\r\n", false },
		{ "GET / HTTP/1.1\r\nHost: h$.evil.example\r\n\r\n", false },
		{ "GET / HTTP/1.1\r\nHost: h\r\nX$: y\r\n\r\n", false },
		{ "GET / HTTP/1.1\r\nHost: h\r\nX: y\r\nZ:$\r\n\r\n", false },
		{ "GET / HTTP/1.1\nHost: h$\nX: y\n\n", false },
		{ "GET / HTTP/1.1\nHost: h$\n\n", false },
		{ "GET / HTTP/1.1$\r\nHost: h\r\n\r\n", false },
		{ "GET /a$b HTTP/1.1\r\nHost: h\r\n\r\n", false },
		{ "GET /a?b$c HTTP/1.1\r\nHost: h\r\n\r\n", false },
		{ "GET /a?$ HTTP/1.1\r\nHost: h\r\n\r\n", false },
		{ "GET / HTTP/1.1\r\nHost: h\r\nX:\r\nY:   \r\nZ: a  \t \r\n\r\n", true },
		{ "GET /a?b HTTP/1.1\r\nHost: h\r\nCookie: a=b; c=d\r\nX: y\r\n\r\n", true },
		{ "GET /a? HTTP/1.1\r\nHost: h\r\n\r\n", true },
		{ "GET / HTTP/1.1\nHost: h\nX: y\n\n", true },
		{ "GET / HTTP/1.0\r\n\r\n", true },
		{ "\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n", true },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct net_in c = dial();
		char head[200];
		size_t len = strlen(cases[i].head);
		bool refused;

		for (size_t k = 0; k < len; k++)
			head[k] = cases[i].head[k] == '$' ? '\0' : cases[i].head[k];
		net_send_bytes(c.fd, head, len);
		net_read_until(&c, "\r\n\r\n");
		refused = memcmp(c.buf + 9, "400", 3) == 0;
		if (refused == cases[i].taken)
			fail_msg("%s: %s", cases[i].head, c.buf);
		net_close(&c);
	}
}

static void pipelined_requests_are_answered_in_their_order(void **state)
{
	enum { REQUESTS = 300 };
	struct strbuf req = STRBUF_INIT;
	struct net_in c = dial();
	char want[40];

	(void)state;
	for (int i = 0; i < REQUESTS; i++)
		strbuf_addf(&req, "GET " MAPS "/map-%d HTTP/1.1\r\nHost: localhost\r\n\r\n", i);
	net_send_bytes(c.fd, req.ptr, req.len);
	for (int i = 0; i < REQUESTS; i++) {
		size_t len = net_read_response(&c);
		char last = c.buf[len];

		c.buf[len] = '\0';
		(void)snprintf(want, sizeof(want), "\"map-%d\\\" not found\"", i);
		if (!strstr(c.buf, want + 1))
			fail_msg("answer %d: %s", i, c.buf);
		c.buf[len] = last;
		net_consume(&c, len);
	}
	strbuf_fini(&req);
	net_close(&c);
	assert_alive();
}

static void idle_connections_do_not_block_others(void **state)
{
	enum { MOST = 3000, SPARE = 100 };
	static int fds[MOST];
	struct rlimit limit;
	size_t count = MOST;

	(void)state;
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
	limit.rlim_cur = limit.rlim_max;
	(void)setrlimit(RLIMIT_NOFILE, &limit);
	if (limit.rlim_max < 2 * MOST + SPARE) /* both ends are here */
		count = (limit.rlim_max - SPARE) / 2;
	for (size_t i = 0; i < count; i++) {
		struct net_in c = dial();

		if (i % 2)
			net_send(c.fd, "GET /api/v1/pods HTTP/1.1\r\nHost:");
		fds[i] = c.fd;
		free(c.buf);
	}
	assert_alive();
	for (size_t i = 0; i < count; i++)
		(void)close(fds[i]);
	assert_alive();
}

static const char upgrade[] =
    "GET " MAPS
    "?watch=true HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

enum { AT_ONCE = 100 }; /* the server waits a moment for what a half-closed connection owes */

static void websocket_garbage_ends_the_watch_only(void **state)
{
	struct net_in c[AT_ONCE];
	uint64_t random = 5, garbage[8];

	(void)state;
	for (size_t i = 0; i < AT_ONCE; i++) {
		c[i] = dial();
		net_send(c[i].fd, upgrade);
		net_read_until(&c[i], "\r\n\r\n");
		assert_memory_equal(c[i].buf, "HTTP/1.1 101", 12);
		for (size_t k = 0; k < ARRAY_LEN(garbage); k++)
			garbage[k] = splitmix64(&random);
		net_send_bytes(c[i].fd, garbage, sizeof(garbage));
		(void)shutdown(c[i].fd, SHUT_WR);
	}
	for (size_t i = 0; i < AT_ONCE; i++) {
		assert_int_not_equal(net_read_end(&c[i]), NET_OPEN);
		net_close(&c[i]);
	}
	assert_alive();
}

/* A request with some bytes changed, lost or doubled. */
static void mutate(struct strbuf *req, uint64_t *random)
{
	for (uint64_t n = 1 + splitmix64(random) % 4; n && req->len; n--) {
		size_t at = splitmix64(random) % req->len;

		switch (splitmix64(random) % 3) {
		case 0:
			req->ptr[at] = (char)splitmix64(random);
			break;
		case 1:
			memmove(req->ptr + at, req->ptr + at + 1, req->len - at);
			req->len--;
			break;
		default:
			assert_true(strbuf_reserve(req, req->len)); /* adds from itself */
			strbuf_add(req, req->ptr + at, req->len - at);
			break;
		}
	}
}

static void damaged_requests_affect_no_other_request(void **state)
{
	static const char *const requests[] = {
		"GET " MAPS "?limit=2&labelSelector=a%3Db&watch=true&timeoutSeconds=1 HTTP/1.1\r\n"
		"Host: localhost\r\nAccept: application/json;as=Table;v=v1;g=meta.k8s.io\r\n\r\n",
		"POST " MAPS " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
		"Content-Length: 40\r\n\r\n{\"metadata\":{\"name\":\"m\"},\"data\":{\"a\":1}}",
		"PATCH " MAPS "/m HTTP/1.1\r\nHost: localhost\r\n"
		"Content-Type: application/strategic-merge-patch+json\r\nTransfer-Encoding: chunked"
		"\r\n\r\n10\r\n{\"data\":{\"a\":\"b\"\r\n2\r\n}}\r\n0\r\n\r\n",
		"DELETE " MAPS "/m?propagationPolicy=Orphan HTTP/1.1\r\nHost: localhost\r\nExpect: "
		"100-continue\r\nContent-Length: 2\r\n\r\n{}",
	};
	struct net_in c[AT_ONCE];
	uint64_t random = 11;

	(void)state;
	for (int round = 0; round < 6; round++) {
		for (size_t i = 0; i < AT_ONCE; i++) {
			struct strbuf req = STRBUF_INIT;

			c[i] = dial();
			strbuf_addz(&req, requests[i % ARRAY_LEN(requests)]);
			mutate(&req, &random);
			net_send_bytes(c[i].fd, req.ptr, req.len);
			(void)shutdown(c[i].fd, SHUT_WR);
			strbuf_fini(&req);
		}
		for (size_t i = 0; i < AT_ONCE; i++) {
			assert_int_not_equal(net_read_end(&c[i]), NET_OPEN);
			assert_true(c[i].len == 0 || memcmp(c[i].buf, "HTTP/1.", 7) == 0);
			net_close(&c[i]);
		}
	}
	assert_alive();
}

#define WITH_SERVER(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SERVER(unreadable_bodies_return_400),
		WITH_SERVER(deeply_nested_bodies_return_400_without_a_stack_overflow),
		WITH_SERVER(bytes_that_are_not_utf8_are_never_sent_back),
		WITH_SERVER(a_body_over_three_megabytes_is_413),
		WITH_SERVER(many_and_long_warnings_do_not_break_the_response),
		WITH_SERVER(path_traversal_is_rejected),
		WITH_SERVER(invalid_parameters_return_400),
		WITH_SERVER(numbers_at_their_limits_parse_as_in_go),
		WITH_SERVER(watch_with_the_maximum_timeout_continues),
		WITH_SERVER(invalid_control_calls_change_nothing),
		WITH_SERVER(host_header_must_name_the_loopback),
		WITH_SERVER(cross_origin_requests_are_refused),
		WITH_SERVER(control_api_rejects_content_types_of_html_forms),
		cmocka_unit_test(allowed_hosts_and_origins_are_accepted),
		cmocka_unit_test(control_api_requires_an_admin_token),
		cmocka_unit_test(impersonation_without_a_user_is_refused),
		cmocka_unit_test(token_file_without_tokens_admits_no_client),
		cmocka_unit_test(server_on_all_addresses_needs_tokens_or_an_option),
		WITH_SERVER(head_with_a_nul_byte_is_refused),
		WITH_SERVER(pipelined_requests_are_answered_in_their_order),
		WITH_SERVER(idle_connections_do_not_block_others),
		WITH_SERVER(websocket_garbage_ends_the_watch_only),
		WITH_SERVER(damaged_requests_affect_no_other_request),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
