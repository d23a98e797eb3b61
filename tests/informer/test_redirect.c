/* SPDX-License-Identifier: Apache-2.0 */
/* Redirects: what is one, where it leads, and over real sockets what is not sent there. */
#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "informer/redirect.h"
#include "relist/informer.h"
#include "tests/kit/net.h"
#include "tests/kit/testing.h"

struct server {
	int fd;
	uint16_t port;
};

static struct server serve(void)
{
	struct sockaddr_in a = { .sin_family = AF_INET };
	socklen_t len = sizeof(a);
	struct server s = { socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), 0 };

	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	assert_true(s.fd >= 0);
	assert_return_code(bind(s.fd, (struct sockaddr *)&a, sizeof(a)), 0);
	assert_return_code(listen(s.fd, 8), 0);
	assert_return_code(getsockname(s.fd, (struct sockaddr *)&a, &len), 0);
	s.port = ntohs(a.sin_port);
	return s;
}

/* The next request's head, on a connection of its own. */
static struct net_in next_request(const struct server *s)
{
	struct pollfd p = { s->fd, POLLIN, 0 };
	struct net_in in;

	assert_int_equal(poll(&p, 1, NET_PATIENCE_MS), 1);
	in = net_in(accept(s->fd, NULL, NULL));
	net_read_until(&in, "\r\n\r\n");
	return in;
}

static void answer_and_close(struct net_in *in, const char *text)
{
	net_send(in->fd, text);
	net_close(in);
}

static void redirect_to(struct net_in *in, const struct server *to, const char *path)
{
	char text[256];

	(void)snprintf(text, sizeof(text),
		       "HTTP/1.1 307 Temporary Redirect\r\nLocation: http://127.0.0.1:%d%s\r\n"
		       "Connection: close\r\nContent-Length: 0\r\n\r\n",
		       to->port, path);
	answer_and_close(in, text);
}

static const char no_list[] = "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n"
			      "Content-Length: 0\r\n\r\n";

static bool says_who(const struct net_in *in)
{
	return strstr(in->buf, "Authorization:") || strstr(in->buf, "Impersonate-User:");
}

static void redirect_drops_credentials_until_the_next_request(void **state)
{
	struct server ours = serve(), other = serve();
	char url[64];
	struct inf_client_options o = { .server = url,
					.bearer_token = "secret",
					.impersonate_user = "jane" };
	struct inf_informer_options pods = { .version = "v1", .resource = "pods", .kind = "Pod" };
	struct inf_client *client;
	struct inf_informer *inf;
	struct net_in in;

	(void)state;
	(void)snprintf(url, sizeof(url), "http://127.0.0.1:%d", ours.port);
	client = inf_client_new(&o, NULL);
	assert_non_null(client);
	inf = inf_informer_new(client, &pods, NULL);
	assert_non_null(inf);
	assert_return_code(inf_informer_start(inf, NULL), 0);

	in = next_request(&ours);
	assert_non_null(strstr(in.buf, "Authorization: Bearer secret\r\n"));
	redirect_to(&in, &ours, "/again?x=1");
	in = next_request(&ours);
	assert_non_null(strstr(in.buf, "GET /again?x=1 HTTP"));
	assert_non_null(strstr(in.buf, "Authorization: Bearer secret\r\n"));
	assert_non_null(strstr(in.buf, "Impersonate-User: jane\r\n"));
	redirect_to(&in, &other, "/elsewhere");
	in = next_request(&other);
	assert_non_null(strstr(in.buf, "GET /elsewhere HTTP"));
	assert_false(says_who(&in));
	redirect_to(&in, &ours, "/back");
	in = next_request(&ours);
	assert_non_null(strstr(in.buf, "GET /back HTTP"));
	assert_false(says_who(&in));
	answer_and_close(&in, no_list);

	in = next_request(&ours); /* what comes after a failure begins again */
	assert_true(says_who(&in));
	net_close(&in);
	inf_informer_free(inf);
	inf_client_unref(client);
	(void)close(ours.fd);
	(void)close(other.fd);
}

static void redirect_needs_one_of_five_statuses_and_a_location(void **state)
{
	static const struct {
		int status;
		bool is;
	} rows[] = {
		{ 200, false }, { 299, false }, { 300, false }, { 301, true },	{ 302, true },
		{ 303, true },	{ 304, false }, { 305, false }, { 306, false }, { 307, true },
		{ 308, true },	{ 309, false }, { 400, false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct inf__head head = { .status = rows[i].status,
					  .location = "/x",
					  .url = "http://a" };

		assert_int_equal(inf__redirect_is(&head), rows[i].is);
		head.location = "";
		assert_false(inf__redirect_is(&head));
		head.location = NULL;
		assert_false(inf__redirect_is(&head));
		head.location = "/x";
		head.url = NULL;
		assert_false(inf__redirect_is(&head));
	}
}

struct hop {
	const char *url, *location;
	const char *target; /* NULL: it leads nowhere */
	bool foreign;
	const char *text; /* of the error */
};

static void expect_hop(struct inf__redirect *r, const struct hop *hop)
{
	const struct inf__head head = { .status = 302, .location = hop->location, .url = hop->url };
	struct inf__api_error e;
	unsigned before = r->hops;
	bool ok = inf__redirect_follow(r, &head, &e);

	if (ok != (hop->target != NULL))
		fail_msg("%s: %s", hop->location, ok ? r->target.ptr : e.text);
	assert_int_equal(r->foreign, hop->foreign);
	assert_int_equal(r->hops, before + ok);
	if (ok) {
		assert_string_equal(r->target.ptr, hop->target);
		return;
	}
	assert_int_equal(e.kind, INF_WATCH_ERROR_OTHER);
	assert_false(e.no_memory);
	assert_string_equal(e.text, hop->text);
}

/* Each row is the first redirect of a call. */
static void redirect_target_resolves_against_the_request_url(void **state)
{
	static const char home[] = "http://a:80/p/q?x=1";
	static const struct hop rows[] = {
		{ home, "/r", "http://a:80/r", false, NULL },
		{ home, "r?y=2", "http://a:80/p/r?y=2", false, NULL },
		{ home, "?y=2", "http://a:80/p/q?y=2", false, NULL },
		{ home, "../r", "http://a:80/r", false, NULL },
		{ home, "http://a/r", "http://a/r", false, NULL },
		{ home, "HTTP://A:80/r", "http://A:80/r", false, NULL },
		{ home, "http://a:81/r", "http://a:81/r", true, NULL },
		{ home, "//b/r", "http://b/r", true, NULL },
		{ home, "https://a/r", "https://a/r", true, NULL },
		{ "https://a/", "https://a:443/r", "https://a:443/r", false, NULL },
		{ "https://a/", "https://a:80/r", "https://a:80/r", true, NULL },
		{ home, "ftp://a/r", NULL, false, "unsupported protocol scheme \"ftp\"" },
		{ home, "mailto:b", NULL, false, "unsupported protocol scheme \"mailto\"" },
		{ home, "aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd:x", NULL, false,
		  "unsupported protocol scheme \"aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd\"" },
		{ home, "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddE:x", NULL, false,
		  "unsupported protocol scheme \"aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd\"" },
		{ home, "/%zz", NULL, false,
		  "failed to parse Location header: \"/%zz\": invalid URL escape" },
		{ home, "\x01", NULL, false,
		  "failed to parse Location header: invalid control character in URL" },
	};
	struct inf__redirect r;

	(void)state;
	inf__redirect_init(&r);
	assert_string_equal(r.target.ptr, "");
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		expect_hop(&r, &rows[i]);
		inf__redirect_reset(&r);
		assert_int_equal(r.target.len, 0);
		assert_int_equal(r.hops, 0);
		assert_false(r.foreign);
	}
	inf__redirect_fini(&r);
}

/* client.go, defaultCheckRedirect and makeHeadersCopier: ten requests; headers that were dropped
 * once stay dropped. */
static void call_follows_nine_redirects_and_stays_foreign(void **state)
{
	static const struct hop hops[] = {
		{ "http://a/0", "1", "http://a/1", false, NULL },
		{ "http://a/1", "//b/2", "http://b/2", true, NULL },
		{ "http://b/2", "ftp://b/", NULL, true, "unsupported protocol scheme \"ftp\"" },
		{ "http://b/2", "http://a/3", "http://a/3", true, NULL },
		{ "http://a/3", "4", "http://a/4", true, NULL },
		{ "http://a/4", "5", "http://a/5", true, NULL },
		{ "http://a/5", "6", "http://a/6", true, NULL },
		{ "http://a/6", "7", "http://a/7", true, NULL },
		{ "http://a/7", "8", "http://a/8", true, NULL },
		{ "http://a/8", "9", "http://a/9", true, NULL },
		{ "http://a/9", "10", NULL, true, "stopped after 10 redirects" },
		{ "http://a/9", "10", NULL, true, "stopped after 10 redirects" },
	};
	struct inf__redirect r;

	(void)state;
	inf__redirect_init(&r);
	for (int call = 0; call < 2; call++) {
		for (size_t i = 0; i < ARRAY_LEN(hops); i++)
			expect_hop(&r, &hops[i]);
		assert_string_equal(r.target.ptr, "http://a/9");
		assert_string_equal(r.origin.ptr, "http://a/0");
		inf__redirect_reset(&r);
	}
	inf__redirect_fini(&r);
}

static void follow_twice(void)
{
	struct inf__redirect r;
	const struct inf__head head = { .status = 302, .location = "/r", .url = "http://a/" };

	inf__redirect_init(&r);
	for (int i = 0; i < 2; i++) {
		struct inf__api_error e;

		if (inf__redirect_follow(&r, &head, &e))
			assert_string_equal(r.target.ptr, "http://a/r");
		else
			assert_true(e.no_memory);
	}
	inf__redirect_fini(&r);
}

static void redirect_fails_cleanly_without_memory(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC(follow_twice());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(redirect_needs_one_of_five_statuses_and_a_location),
		cmocka_unit_test(redirect_target_resolves_against_the_request_url),
		cmocka_unit_test(call_follows_nine_redirects_and_stays_foreign),
		cmocka_unit_test(redirect_fails_cleanly_without_memory),
		cmocka_unit_test(redirect_drops_credentials_until_the_next_request),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
