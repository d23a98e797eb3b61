/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "tests/kit/net.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "tests/kit/testing.h"

enum { END_MS = 300 };

static int64_t now_ms(void)
{
	struct timespec ts;

	(void)clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

int net_try_connect(uint16_t port)
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(port) };
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	assert_true(fd >= 0);
	to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (connect(fd, (struct sockaddr *)&to, sizeof(to)) == 0)
		return fd;
	assert_int_equal(errno, ECONNREFUSED);
	(void)close(fd);
	return -1;
}

int net_connect(uint16_t port)
{
	int fd = net_try_connect(port);

	assert_true(fd >= 0);
	return fd;
}

void net_send_bytes(int fd, const void *bytes, size_t len)
{
	const char *p = bytes;

	while (len) {
		ssize_t n = send(fd, p, len, MSG_NOSIGNAL);

		if (n < 0 && errno == EINTR)
			continue;
		/* A server that has had enough may close before all is sent. */
		if (n < 0 && (errno == EPIPE || errno == ECONNRESET))
			return;
		assert_true(n > 0);
		p += n;
		len -= (size_t)n;
	}
}

void net_send(int fd, const char *text)
{
	net_send_bytes(fd, text, strlen(text));
}

void net_reset_at_close(int fd)
{
	const struct linger hard = { 1, 0 };

	(void)setsockopt(fd, SOL_SOCKET, SO_LINGER, &hard, sizeof(hard));
}

void net_end_output(int fd)
{
	struct pollfd pfd = { .fd = fd, .events = POLLIN };
	char rest[1024];

	(void)shutdown(fd, SHUT_WR);
	while (poll(&pfd, 1, END_MS) == 1 && recv(fd, rest, sizeof(rest), 0) > 0)
		continue;
}

struct net_in net_in(int fd)
{
	struct net_in in = { .fd = fd, .cap = 4096, .buf = calloc(1, 4096) };

	assert_non_null(in.buf);
	return in;
}

void net_close(struct net_in *in)
{
	(void)close(in->fd);
	free(in->buf);
	*in = (struct net_in) { .fd = -1 };
}

/* One read: NET_OPEN when bytes came. */
static enum net_end read_some(struct net_in *in, int64_t deadline_ms)
{
	struct pollfd p = { .fd = in->fd, .events = POLLIN };
	int64_t left = deadline_ms - now_ms();
	ssize_t n;

	if (left <= 0 || poll(&p, 1, (int)left) == 0)
		fail_msg("nothing more came; so far: %s", in->buf);
	if (in->len + 65536 >= in->cap) {
		in->cap = in->cap * 2 + 65536;
		in->buf = realloc(in->buf, in->cap);
		assert_non_null(in->buf);
	}
	n = recv(in->fd, in->buf + in->len, in->cap - in->len - 1, 0);
	if (n < 0)
		assert_int_equal(errno, ECONNRESET);
	if (n <= 0)
		return n ? NET_RST : NET_FIN;
	in->len += (size_t)n;
	in->buf[in->len] = '\0';
	return NET_OPEN;
}

void net_read_until(struct net_in *in, const char *text)
{
	int64_t deadline_ms = now_ms() + NET_PATIENCE_MS;

	while (!memmem(in->buf, in->len, text, strlen(text)))
		if (read_some(in, deadline_ms) != NET_OPEN)
			fail_msg("ended before \"%s\"; so far: %s", text, in->buf);
}

void net_read_n(struct net_in *in, size_t n)
{
	int64_t deadline_ms = now_ms() + NET_PATIENCE_MS;

	while (in->len < n)
		if (read_some(in, deadline_ms) != NET_OPEN)
			fail_msg("ended after %zu of %zu bytes", in->len, n);
}

enum net_end net_read_end(struct net_in *in)
{
	int64_t deadline_ms = now_ms() + NET_PATIENCE_MS;
	enum net_end end;

	do
		end = read_some(in, deadline_ms);
	while (end == NET_OPEN);
	return end;
}

void net_consume(struct net_in *in, size_t n)
{
	assert_true(n <= in->len);
	memmove(in->buf, in->buf + n, in->len - n + 1);
	in->len -= n;
}

size_t net_read_response(struct net_in *in)
{
	const char *length;
	size_t head;

	net_read_until(in, "\r\n\r\n");
	head = (size_t)(strstr(in->buf, "\r\n\r\n") - in->buf) + 4;
	length = strcasestr(in->buf, "\r\nContent-Length: ");
	assert_non_null(length);
	head += strtoul(length + 18, NULL, 10);
	net_read_n(in, head);
	return head;
}

size_t net_join_chunks(char *body, size_t len)
{
	char *from = body, *to = body;
	const char *end = body + len;

	for (;;) {
		char *data = memmem(from, (size_t)(end - from), "\r\n", 2);
		size_t n = data ? strtoul(from, NULL, 16) : 0;

		if (n == 0 || n + 4 > (size_t)(end - data))
			return (size_t)(to - body);
		memmove(to, data + 2, n);
		to += n;
		from = data + 2 + n + 2;
	}
}

void net_read_chunks_until(struct net_in *in, const char *text)
{
	int64_t deadline_ms = now_ms() + NET_PATIENCE_MS;
	char *body = NULL;
	size_t len;

	net_read_until(in, "\r\n\r\n");
	net_consume(in, (size_t)(strstr(in->buf, "\r\n\r\n") - in->buf) + 4);
	for (;;) {
		body = realloc(body, in->len + 1);
		assert_non_null(body);
		memcpy(body, in->buf, in->len);
		len = net_join_chunks(body, in->len);
		if (memmem(body, len, text, strlen(text)))
			break;
		if (read_some(in, deadline_ms) != NET_OPEN)
			fail_msg("ended before \"%s\"; so far: %s", text, in->buf);
	}
	memcpy(in->buf, body, len);
	in->buf[in->len = len] = '\0';
	free(body);
}

void net_wait(bool (*cond)(void *user), void *user)
{
	int64_t deadline_ms = now_ms() + NET_PATIENCE_MS;

	while (!cond(user)) {
		assert_true(now_ms() < deadline_ms);
		(void)poll(NULL, 0, 1);
	}
}
