/* SPDX-License-Identifier: Apache-2.0 */
/* The recording proxy's changes to a request's head, and its refusals. */
#include "runner/recording/rewrite.h"
#include "tests/kit/testing.h"

static void upstream_url_is_parsed(void **state)
{
	static const struct {
		const char *url;
		bool tls;
		const char *host, *port, *authority, *prefix;
	} cases[] = {
		{ "http://a", false, "a", "80", "a", "" },
		{ "https://a", true, "a", "443", "a", "" },
		{ "HTTP://a:1", false, "a", "1", "a:1", "" },
		{ "HTTPS://a:1", true, "a", "1", "a:1", "" },
		{ "http://a/", false, "a", "80", "a", "" },
		{ "http://a//", false, "a", "80", "a", "" },
		{ "http://a:80/b/c/", false, "a", "80", "a:80", "/b/c" },
		{ "http://[::1]", false, "::1", "80", "[::1]", "" },
		{ "https://[::1]:6443/x", true, "::1", "6443", "[::1]:6443", "/x" },
		{ "http://a/b@c:d", false, "a", "80", "a", "/b@c:d" },
		{ "http://a:1/b@c:d", false, "a", "1", "a:1", "/b@c:d" },
		{ "http://[::1]/b@c:d", false, "::1", "80", "[::1]", "/b@c:d" },
	};
	static const struct {
		const char *url, *why;
	} bad[] = {
		{ "", "\"\" is no URL: want http://HOST:PORT or https://..." },
		{ "ftp://a", "\"ftp://a\" is no URL: want http://HOST:PORT or https://..." },
		{ "http:/a", "\"http:/a\" is no URL: want http://HOST:PORT or https://..." },
		{ "http://", "\"http://\" is no URL" },
		{ "http://:1", "\"http://:1\" is no URL" },
		{ "http://a:", "\"http://a:\" is no URL" },
		{ "http://[::1", "\"http://[::1\" is no URL" },
		{ "http://[]:1", "\"http://[]:1\" is no URL" },
		{ "http://[:/]", "\"http://[:/]\" is no URL" },
		{ "http://u@a", "the URL must have no user, query or fragment" },
		{ "http://u:p/w@a", "the URL must have no user, query or fragment" },
		{ "http://u:1p#w@a:1", "the URL must have no user, query or fragment" },
		{ "ftp://u:p@a", "the URL must have no user, query or fragment" },
		{ "u:p@a", "the URL must have no user, query or fragment" },
		{ "http://a?b", "the URL must have no user, query or fragment" },
		{ "http://a#b", "the URL must have no user, query or fragment" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct relist_err err = { 0 };
		struct rec__site site;

		assert_int_equal(rec__site_parse(&site, cases[i].url, &err), 0);
		assert_int_equal(site.tls, cases[i].tls);
		assert_string_equal(site.host, cases[i].host);
		assert_string_equal(site.port, cases[i].port);
		assert_string_equal(site.authority, cases[i].authority);
		assert_string_equal(site.prefix, cases[i].prefix);
		rec__site_fini(&site);
		assert_null(site.host);
	}
	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		struct relist_err err = { 0 };
		struct rec__site site;

		assert_int_equal(rec__site_parse(&site, bad[i].url, &err), RELIST_EINVAL);
		assert_int_equal(err.code, RELIST_EINVAL);
		assert_string_equal(err.msg, bad[i].why);
	}
	FOR_EACH_FAILING_ALLOC({
		struct relist_err err = { 0 };
		struct rec__site site;

		if (rec__site_parse(&site, "https://a:1/b", &err) == 0) {
			assert_string_equal(site.authority, "a:1");
			assert_string_equal(site.prefix, "/b");
			rec__site_fini(&site);
		} else {
			assert_int_equal(err.code, RELIST_ENOMEM);
		}
	});
}

/* Parsed, borrowed from `h`. */
static const struct rec__http_head *head_of(struct rec__http *h, const char *text)
{
	struct str data;
	size_t n;

	rec__http_init(h, false);
	assert_int_equal(rec__http_feed(h, str_of(text), &n, &data), REC_HTTP_HEAD);
	return &h->head;
}

static void foreign_hosts_and_origins_are_refused(void **state)
{
	static const char one[] = "one Host header is needed", path[] = "the target must be a path",
			  host[] = "Host is not this machine", origin[] = "Origin is another site";
	static const struct {
		const char *bind, *head;
		int status;
		const char *why;
	} cases[] = {
		{ "127.0.0.1", "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", 0, NULL },
		{ "127.0.0.1", "GET / HTTP/1.1\r\nHOST: LOCALHOST:1\r\n\r\n", 0, NULL },
		{ "127.0.0.1", "GET / HTTP/1.1\r\nHost: 127.1.2.3:80\r\n\r\n", 0, NULL },
		{ "127.0.0.1", "GET / HTTP/1.1\r\nHost: 127.9\r\n\r\n", 0, NULL },
		{ "127.0.0.1", "GET / HTTP/1.1\r\nHost: 127.0\r\n\r\n", 0, NULL },
		{ "127.0.0.1", "GET / HTTP/1.1\r\nHost: 127.\r\n\r\n", 403, host },
		{ "127.0.0.1", "GET / HTTP/1.1\r\nHost: 128.0.0.1\r\n\r\n", 403, host },
		{ "127.0.0.1", "GET / HTTP/1.1\r\nHost: 127.0.0.1a\r\n\r\n", 403, host },
		{ "127.0.0.1", "GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", 0, NULL },
		{ "127.0.0.1", "GET / HTTP/1.1\r\nHost: [::1]\r\n\r\n", 0, NULL },
		{ "127.0.0.1", "GET / HTTP/1.1\r\nHost: [::2]\r\n\r\n", 403, host },
		{ "127.0.0.1", "GET / HTTP/1.1\r\nHost: [::1\r\n\r\n", 403, host },
		{ "127.0.0.1", "GET / HTTP/1.1\r\nHost: a.localhost\r\n\r\n", 0, NULL },
		{ "127.0.0.1", "GET / HTTP/1.1\r\nHost: .localhost\r\n\r\n", 403, host },
		{ "127.0.0.1", "GET / HTTP/1.1\r\nHost: alocalhost\r\n\r\n", 403, host },
		{ "127.0.0.1", "GET / HTTP/1.1\r\nHost:\r\n\r\n", 0, NULL },
		{ "127.0.0.1", "GET / HTTP/1.1\r\n\r\n", 400, one },
		{ "127.0.0.1", "GET / HTTP/1.0\r\n\r\n", 0, NULL },
		{ "127.0.0.1", "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400, one },
		{ "127.0.0.1", "GET x HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, path },
		{ "127.0.0.1",
		  "GET / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:8\r\n\r\n", 0,
		  NULL },
		{ "127.0.0.1", "GET / HTTP/1.1\r\nHost: localhost\r\nOrigin: 127.0.0.1\r\n\r\n", 0,
		  NULL },
		{ "127.0.0.1", "GET / HTTP/1.1\r\nHost: localhost\r\nOrigin: null\r\n\r\n", 403,
		  origin },
		{ "127.0.0.1", "GET / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://x\r\n\r\n", 403,
		  origin },
		/* On a network address the host name is not checked, only the form of the head. */
		{ "0.0.0.0", "GET / HTTP/1.1\r\nHost: x\r\nOrigin: http://y\r\n\r\n", 0, NULL },
		{ "0.0.0.0", "GET / HTTP/1.1\r\n\r\n", 400, one },
		{ "0.0.0.0", "GET x HTTP/1.1\r\nHost: x\r\n\r\n", 400, path },
		{ "::1", "GET / HTTP/1.1\r\nHost: x\r\n\r\n", 403, host },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct rec__http h;
		struct rec__refusal why =
		    rec__head_refusal(head_of(&h, cases[i].head), cases[i].bind);

		if (why.status != cases[i].status || why.message != cases[i].why) {
			if (!why.message || !cases[i].why || strcmp(why.message, cases[i].why) != 0)
				fail_msg("case %zu: %d %s", i, why.status,
					 why.message ? why.message : "-");
		}
		rec__http_fini(&h);
	}
}

static void refusal_is_a_status_object(void **state)
{
	static const struct {
		int status;
		const char *reason;
	} cases[] = {
		{ 400, "BadRequest" },
		{ 403, "Forbidden" },
		{ 408, "RequestTimeout" },
		{ 431, "RequestHeaderFieldsTooLarge" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct rec__refusal why = { cases[i].status, "because" };
		AUTO_STRBUF out = STRBUF_INIT;
		AUTO_STRBUF want = STRBUF_INIT;
		AUTO_STRBUF body = STRBUF_INIT;

		strbuf_addf(&body,
			    "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},"
			    "\"status\":\"Failure\",\"message\":\"relist record: because\","
			    "\"reason\":\"%s\",\"code\":%d}\n",
			    cases[i].reason, cases[i].status);
		strbuf_addf(&want,
			    "HTTP/1.1 %d %s\r\nContent-Type: application/json\r\nConnection: "
			    "close\r\nContent-Length: %zu\r\n\r\n%s",
			    cases[i].status, cases[i].reason, body.len, body.ptr);
		rec__refusal_write(&why, &out);
		assert_string_equal(out.ptr, want.ptr);
	}
}

static void accept_header_keeps_only_readable_types(void **state)
{
	static const struct {
		const char *accept, *becomes;
	} cases[] = {
		{ "application/json", "application/json" },
		{ "", "application/json" },
		{ ",", "application/json" },
		{ "application/vnd.kubernetes.protobuf", "application/json" },
		{ "application/cbor", "application/json" },
		{ "application/vnd.kubernetes.protobuf, application/json", "application/json" },
		{ "application/json,\t application/cbor;q=1 , */*;q=0.5",
		  "application/json, */*;q=0.5" },
		{ "application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io",
		  "application/json;as=Table;v=v1;g=meta.k8s.io" },
		{ "application/cbor, application/vnd.kubernetes.protobuf;as=Table",
		  "application/json" },
		{ "application/vnd.kubernetes.protobuf;as=Table, application/json;as=Table",
		  "application/json;as=Table" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF out = STRBUF_INIT;

		strbuf_addc(&out, '>');
		rec__accept_rewrite(str_of(cases[i].accept), &out);
		assert_string_equal(out.ptr + 1, cases[i].becomes);
	}
}

#define AS_U "Impersonate-User: u\r\n"

static void request_head_is_rewritten_for_the_upstream(void **state)
{
	static const struct {
		const char *head, *authorization, *impersonate, *becomes;
	} cases[] = {
		{ "GET /a?b HTTP/1.1\r\nHost: x\r\nUser-Agent:  y \r\nEmpty:\r\n\r\n", "", NULL,
		  "GET /p/a?b HTTP/1.1\r\nHost: s:1\r\nUser-Agent: y\r\nEmpty: \r\n\r\n" },
		{ "PUT / HTTP/1.0\r\n\r\n", "", NULL, "PUT /p/ HTTP/1.0\r\nHost: s:1\r\n\r\n" },
		{ "GET / HTTP/1.1\r\naccept-encoding: gzip\r\naccept: application/cbor\r\nAccept: "
		  "text/plain\r\nX: y\r\n\r\n",
		  "", NULL,
		  "GET /p/ HTTP/1.1\r\nHost: s:1\r\naccept: application/json\r\nX: y\r\n\r\n" },
		/* As another user: only where the proxy adds the credential. */
		{ "GET / HTTP/1.1\r\n\r\n", "Bearer t", NULL,
		  "GET /p/ HTTP/1.1\r\nHost: s:1\r\nAuthorization: Bearer t\r\n\r\n" },
		{ "GET / HTTP/1.1\r\n\r\n", "Bearer t", AS_U,
		  "GET /p/ HTTP/1.1\r\nHost: s:1\r\nAuthorization: Bearer t\r\n"
		  "Impersonate-User: u\r\n\r\n" },
		{ "GET / HTTP/1.1\r\nimpersonate-user: v\r\nX: y\r\n\r\n", "Bearer t", AS_U,
		  "GET /p/ HTTP/1.1\r\nHost: s:1\r\nimpersonate-user: v\r\nX: y\r\n"
		  "Authorization: Bearer t\r\n\r\n" },
		/* with a certificate */
		{ "GET / HTTP/1.1\r\n\r\n", "", AS_U,
		  "GET /p/ HTTP/1.1\r\nHost: s:1\r\nImpersonate-User: u\r\n\r\n" },
		/* The token of our own kubeconfig is none. */
		{ "GET / HTTP/1.1\r\nauthorization: Bearer relist-record\r\n\r\n", "Bearer t", NULL,
		  "GET /p/ HTTP/1.1\r\nHost: s:1\r\nAuthorization: Bearer t\r\n\r\n" },
		{ "GET / HTTP/1.1\r\nAuthorization: Bearer other\r\n\r\n", "", NULL,
		  "GET /p/ HTTP/1.1\r\nHost: s:1\r\nAuthorization: Bearer other\r\n\r\n" },
		/* The proxy's own origin becomes the upstream's; another one stays. */
		{ "GET / HTTP/1.1\r\nHost: [::1]:8\r\norigin: http://[::1]:8\r\n\r\n", "", NULL,
		  "GET /p/ HTTP/1.1\r\nHost: s:1\r\norigin: http://s:1\r\n\r\n" },
		{ "GET / HTTP/1.1\r\nHost: [::1]:8\r\norigin: http://[::1]:9\r\n\r\n", "", NULL,
		  "GET /p/ HTTP/1.1\r\nHost: s:1\r\norigin: http://[::1]:9\r\n\r\n" },
	};
	struct rec__site site;

	(void)state;
	assert_int_equal(rec__site_parse(&site, "http://s:1/p/", NULL), 0);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF out = STRBUF_INIT;
		struct rec__http h;

		rec__head_rewrite(head_of(&h, cases[i].head), &site, str_of(cases[i].authorization),
				  cases[i].impersonate, &out);
		assert_string_equal(out.ptr, cases[i].becomes);
		rec__http_fini(&h);
	}
	rec__site_fini(&site);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(upstream_url_is_parsed),
		cmocka_unit_test(foreign_hosts_and_origins_are_refused),
		cmocka_unit_test(refusal_is_a_status_object),
		cmocka_unit_test(accept_header_keeps_only_readable_types),
		cmocka_unit_test(request_head_is_rewritten_for_the_upstream),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
