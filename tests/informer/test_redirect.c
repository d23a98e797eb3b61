/* SPDX-License-Identifier: Apache-2.0 */
/* Redirects over real sockets: where they lead, and what is not sent there. */
#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

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

static void credentials_stay_with_the_server_they_are_for(void **state)
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

	in = next_request(&ours); /* what comes after a failure begins anew */
	assert_true(says_who(&in));
	net_close(&in);
	inf_informer_free(inf);
	inf_client_unref(client);
	(void)close(ours.fd);
	(void)close(other.fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(credentials_stay_with_the_server_they_are_for),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
