/* SPDX-License-Identifier: Apache-2.0 */
/* A socket of the server that another process shares, as a child between fork and exec does. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

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

static in_port_t port_of(int fd, int (*name)(int, struct sockaddr *, socklen_t *))
{
	struct sockaddr_in at = { 0 };
	socklen_t len = sizeof(at);

	return name(fd, (struct sockaddr *)&at, &len) == 0 && at.sin_family == AF_INET ? at.sin_port
										       : 0;
}

/* The server's end of the client's connection. */
static int server_end(int client)
{
	in_port_t port = port_of(client, getsockname);

	for (int fd = 0; fd < 1024; fd++)
		if (port && fd != client && port_of(fd, getpeername) == port)
			return fd;
	fail_msg("the server has no descriptor of this connection");
	return -1;
}

/* Whether an epoll set of this process watches what was descriptor `fd`. */
static bool is_watched(int fd)
{
	DIR *all = opendir("/proc/self/fdinfo");
	bool watched = false;
	struct dirent *e;

	assert_non_null(all);
	while ((e = readdir(all))) {
		char path[300], line[256];
		FILE *info;
		int target;

		(void)snprintf(path, sizeof(path), "/proc/self/fdinfo/%s", e->d_name);
		info = fopen(path, "re");
		while (info && fgets(line, sizeof(line), info))
			watched |= sscanf(line, "tfd: %d", &target) == 1 && target == fd;
		if (info)
			(void)fclose(info);
	}
	(void)closedir(all);
	return watched;
}

static void closed_connection_leaves_the_epoll_set_though_its_socket_is_shared(void **state)
{
	struct fakeapi__player *player = fakeapi__player_new(NULL, NULL);
	const struct fakeapi__http_options opt = { 0 };
	struct fakeapi__http *http =
	    fakeapi__http_start(fakeapi__player_server(player), &opt, NULL);
	int client, server, shared;

	(void)state;
	assert_non_null(http);
	client = net_connect(fakeapi__http_port(http, 0));
	net_send(client, "GET /a HTTP/1.1\r\nHost: a\r\n\r\n");
	net_wait(has_request, player);
	server = server_end(client);
	assert_true(is_watched(server));
	/* Not dup(): ThreadSanitizer takes it for a use of the descriptor beside close(). */
	shared = fcntl(server, F_DUPFD_CLOEXEC, 0);
	assert_true(shared >= 0);
	(void)close(client);
	net_wait(has_no_connection, http);
	assert_false(is_watched(server));
	(void)close(shared);
	fakeapi__http_stop(http);
	fakeapi__player_free(player);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    closed_connection_leaves_the_epoll_set_though_its_socket_is_shared),
	};

	return cmocka_run_group_tests_name("fakeapi/http_shared_socket", tests, NULL, NULL);
}
