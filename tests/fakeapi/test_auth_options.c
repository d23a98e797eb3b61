/* SPDX-License-Identifier: Apache-2.0 */
/* no_anonymous, always_allow and min_request_timeout_s: kube-apiserver's --anonymous-auth=false,
 * --authorization-mode=AlwaysAllow and --min-request-timeout. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/posix/clock.h"
#include "relist/fakeapi.h"
#include "tests/kit/net.h"
#include "tests/kit/testing.h"

#define AS(token) "Authorization: Bearer " token "\r\n"

static char tokens[] = "/tmp/relist-tokens-XXXXXX";

static uint16_t port_of(struct fakeapi *api)
{
	return (uint16_t)strtoul(strrchr(fakeapi_url(api), ':') + 1, NULL, 10);
}

static int status_of(struct fakeapi *api, const char *uri, const char *headers)
{
	struct net_in c = net_in(net_connect(port_of(api)));
	char request[300];
	int status;

	(void)snprintf(request, sizeof(request), "GET %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n",
		       uri, headers);
	net_send(c.fd, request);
	net_read_until(&c, "\r\n\r\n");
	status = atoi(c.buf + 9);
	net_close(&c);
	return status;
}

static void authentication_options_decide_the_status_of_requests(void **state)
{
	static const struct {
		bool no_anonymous, always_allow, tokens;
		const char *uri, *headers;
		int status;
	} cases[] = {
		{ false, false, true, "/readyz", "", 200 },
		{ false, false, true, "/api/v1/secrets", "", 403 },
		{ false, false, true, "/api/v1/secrets", AS("user"), 403 },
		{ false, false, true, "/api/v1/secrets", AS("admin"), 200 },
		{ true, false, true, "/readyz", "", 401 },
		{ true, false, true, "/api/v1/secrets", "", 401 },
		{ true, false, true, "/relist/v1", "", 401 },
		{ true, false, true, "/api/v1/secrets", AS("user"), 403 },
		{ true, false, true, "/api/v1/secrets", AS("admin"), 200 },
		{ true, false, false, "/readyz", "", 401 },
		{ true, false, false, "/readyz", AS("unknown"), 401 },
		{ false, true, true, "/api/v1/secrets", "", 200 },
		{ false, true, true, "/api/v1/secrets", AS("user"), 200 },
		{ true, true, true, "/api/v1/secrets", "", 401 },
		{ true, true, true, "/api/v1/secrets", AS("user"), 200 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct fakeapi_options opt = { .no_anonymous = cases[i].no_anonymous,
					       .always_allow = cases[i].always_allow,
					       .token_auth_file = cases[i].tokens ? tokens : NULL };
		struct relist_err err = { 0 };
		struct fakeapi *api = fakeapi_start(&opt, &err);
		int status;

		if (!api)
			fail_msg("%s", err.msg);
		status = status_of(api, cases[i].uri, cases[i].headers);
		if (status != cases[i].status)
			fail_msg("case %zu, %s: %d", i, cases[i].uri, status);
		fakeapi_stop(api);
	}
}

static void authentication_file_allows_anonymous_requests_of_its_paths(void **state)
{
	static const char text[] = "kind: AuthenticationConfiguration\n"
				   "anonymous: {enabled: true, conditions: [{path: /livez}]}\n";
	char path[] = "/tmp/relist-authentication-XXXXXX";
	struct fakeapi_options opt = { .token_auth_file = tokens,
				       .authentication_config_file = path };
	int fd = mkstemp(path);
	struct fakeapi *api;

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, sizeof(text) - 1), sizeof(text) - 1);
	(void)close(fd);
	api = fakeapi_start(&opt, NULL);
	(void)unlink(path);
	assert_non_null(api);
	assert_int_equal(status_of(api, "/livez", ""), 200);
	assert_int_equal(status_of(api, "/readyz", ""), 401);
	assert_int_equal(status_of(api, "/readyz", AS("user")), 200);
	fakeapi_stop(api);
	assert_null(fakeapi_start(&opt, NULL));
}

static void watch_without_timeout_lasts_at_least_the_minimum_timeout(void **state)
{
	struct fakeapi_options opt = { .min_request_timeout_s = 1 };
	struct fakeapi *api = fakeapi_start(&opt, NULL);
	int64_t begun = clock_monotonic_ns(), took;
	struct net_in c;

	(void)state;
	assert_non_null(api);
	c = net_in(net_connect(port_of(api)));
	net_send(c.fd, "GET /api/v1/pods?watch=1 HTTP/1.1\r\nHost: localhost\r\n\r\n");
	net_read_until(&c, "\r\n0\r\n\r\n");
	took = clock_monotonic_ns() - begun;
	assert_true(took >= NS_PER_S);
	net_close(&c);
	fakeapi_stop(api);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(authentication_options_decide_the_status_of_requests),
		cmocka_unit_test(authentication_file_allows_anonymous_requests_of_its_paths),
		cmocka_unit_test(watch_without_timeout_lasts_at_least_the_minimum_timeout),
	};
	static const char lines[] = "admin,admin,1,\"system:masters\"\nuser,user,2\n";
	int fd = mkstemp(tokens), failed;

	if (fd < 0 || write(fd, lines, sizeof(lines) - 1) != sizeof(lines) - 1)
		return 1;
	close(fd);
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	(void)unlink(tokens);
	return failed;
}
