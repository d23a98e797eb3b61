/* SPDX-License-Identifier: Apache-2.0 */
/* A client of HTTP/2 whose windows are open and that reads nothing from its socket. */
#define _GNU_SOURCE
#include <unistd.h>

#include "base/clock.h"
#include "fakeapi/http/server.h"
#include "fakeapi/player.h"
#include "tests/kit/net.h"
#include "tests/kit/testing.h"

static bool has_request(void *user)
{
	return fakeapi__player_request_count(user) > 0;
}

static bool has_no_connection(void *user)
{
	return fakeapi__http_connection_count(user) == 0;
}

static void client_that_reads_nothing_is_cut(void **state)
{
	/* SETTINGS with the largest window, WINDOW_UPDATE for the connection, GET / */
	static const char hello[] = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
				    "\0\0\6\4\0\0\0\0\0\0\4\x7f\xff\xff\xff"
				    "\0\0\4\x8\0\0\0\0\0\x7f\xff\0\0"
				    "\0\0\6\1\5\0\0\0\1\x82\x86\x84\x41\1h";
	size_t size = 32 << 20;
	char *body = base__malloc(size + 1);
	const struct fakeapi__http_options opt = { .unread_timeout_ns = 100 * NS_PER_MS };
	struct fakeapi__player *player = fakeapi__player_new(NULL, NULL);
	struct fakeapi__http *http =
	    fakeapi__http_start(fakeapi__player_server(player), &opt, NULL);
	int fd;

	(void)state;
	assert_non_null(body);
	memset(body, 'x', size);
	body[size] = '\0';
	assert_non_null(http);
	fd = net_connect(fakeapi__http_port(http, 0));
	net_send_bytes(fd, hello, sizeof(hello) - 1);
	net_wait(has_request, player);
	assert_int_equal(fakeapi__player_respond(player, 1, 200, NULL, 0,
						 (struct str) { body, size }, NULL),
			 0);
	net_wait(has_no_connection, http);
	(void)close(fd);
	fakeapi__http_stop(http);
	fakeapi__player_free(player);
	base__free(body);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(client_that_reads_nothing_is_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
