/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "tests/kit/script_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "tests/kit/net.h"
#include "tests/kit/testing.h"

enum { CONNECTIONS = 32, REQUESTS = 256, PATIENCE_S = 120 };

struct connection {
	int fd;
	bool hangs;
	char *buf;
	size_t len;
};

struct script_server {
	const struct script_step *steps;
	size_t step_count;
	int fd, wake[2];
	char url[64];
	pthread_t thread;
	struct connection conns[CONNECTIONS];
	size_t conn_count;
	pthread_mutex_t mu; /* the rest */
	pthread_cond_t more;
	char *requests[REQUESTS];
	size_t request_count, accepted;
};

static void drop(struct script_server *s, size_t i, bool reset)
{
	if (reset)
		net_reset_at_close(s->conns[i].fd);
	(void)close(s->conns[i].fd);
	free(s->conns[i].buf);
	s->conns[i] = s->conns[--s->conn_count];
}

/* The length of the whole request at the front of the buffer; 0: not yet. */
static size_t whole(const struct connection *c)
{
	const char *end = c->len ? memmem(c->buf, c->len, "\r\n\r\n", 4) : NULL;
	const char *field;
	size_t len;

	if (!end)
		return 0;
	len = (size_t)(end - c->buf) + 4;
	field = memmem(c->buf, len, "Content-Length:", 15);
	if (field)
		len += strtoul(field + 15, NULL, 10);
	return len <= c->len ? len : 0;
}

/* False: the connection is gone. */
static bool answer(struct script_server *s, size_t i, size_t len)
{
	struct connection *c = &s->conns[i];
	const struct script_step *step;
	size_t n;

	pthread_mutex_lock(&s->mu);
	n = s->request_count;
	step = &s->steps[n < s->step_count ? n : s->step_count - 1];
	if (n < REQUESTS)
		s->requests[n] = strndup(c->buf, len);
	s->request_count++;
	pthread_cond_broadcast(&s->more);
	pthread_mutex_unlock(&s->mu);
	memmove(c->buf, c->buf + len, c->len - len);
	c->len -= len;
	if (step->answer) {
		size_t left = step->len ? step->len : strlen(step->answer);
		const char *p = step->answer;

		while (left) {
			ssize_t sent = send(c->fd, p, left, MSG_NOSIGNAL);

			if (sent <= 0)
				break;
			p += sent;
			left -= (size_t)sent;
		}
	}
	c->hangs = step->end == SCRIPT_HANG;
	if (step->end != SCRIPT_CLOSE && step->end != SCRIPT_RESET)
		return true;
	drop(s, i, step->end == SCRIPT_RESET);
	return false;
}

/* False: the connection is gone. */
static bool take(struct script_server *s, size_t i)
{
	struct connection *c = &s->conns[i];
	char *grown = realloc(c->buf, c->len + 65536);
	ssize_t n;

	if (!grown)
		abort();
	c->buf = grown;
	n = recv(c->fd, c->buf + c->len, 65536, 0);
	if (n <= 0) {
		drop(s, i, false);
		return false;
	}
	c->len += (size_t)n;
	while (!c->hangs && (n = (ssize_t)whole(c)) > 0)
		if (!answer(s, i, (size_t)n))
			return false;
	return true;
}

static void *serve(void *arg)
{
	struct script_server *s = arg;

	for (;;) {
		struct pollfd p[CONNECTIONS + 2] = { { s->wake[0], POLLIN, 0 },
						     { s->fd, POLLIN, 0 } };
		size_t count = s->conn_count;

		for (size_t i = 0; i < count; i++)
			p[2 + i] = (struct pollfd) { s->conns[i].fd, POLLIN, 0 };
		(void)poll(p, (nfds_t)(2 + count), -1);
		if (p[0].revents)
			break;
		for (size_t i = count; i-- > 0;)
			if (p[2 + i].revents)
				(void)take(s, i);
		if (p[1].revents && s->conn_count < CONNECTIONS) {
			int fd = accept4(s->fd, NULL, NULL, SOCK_CLOEXEC);

			if (fd < 0)
				continue;
			s->conns[s->conn_count++] = (struct connection) { .fd = fd };
			pthread_mutex_lock(&s->mu);
			s->accepted++;
			pthread_mutex_unlock(&s->mu);
		}
	}
	while (s->conn_count)
		drop(s, 0, false);
	return NULL;
}

struct script_server *script_server_new(const struct script_step *steps, size_t count)
{
	struct script_server *s = calloc(1, sizeof(*s));
	struct sockaddr_in a = { .sin_family = AF_INET };
	socklen_t len = sizeof(a);

	assert_non_null(s);
	s->steps = steps;
	s->step_count = count;
	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	s->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	assert_true(s->fd >= 0);
	assert_return_code(bind(s->fd, (struct sockaddr *)&a, sizeof(a)), 0);
	assert_return_code(listen(s->fd, 16), 0);
	assert_return_code(getsockname(s->fd, (struct sockaddr *)&a, &len), 0);
	(void)snprintf(s->url, sizeof(s->url), "http://127.0.0.1:%d", ntohs(a.sin_port));
	assert_return_code(pipe(s->wake), 0);
	assert_int_equal(pthread_mutex_init(&s->mu, NULL), 0);
	assert_int_equal(pthread_cond_init(&s->more, NULL), 0);
	assert_int_equal(pthread_create(&s->thread, NULL, serve, s), 0);
	return s;
}

void script_server_free(struct script_server *s)
{
	assert_int_equal(write(s->wake[1], "", 1), 1);
	(void)pthread_join(s->thread, NULL);
	(void)close(s->fd);
	(void)close(s->wake[0]);
	(void)close(s->wake[1]);
	for (size_t i = 0; i < REQUESTS; i++)
		free(s->requests[i]);
	pthread_mutex_destroy(&s->mu);
	pthread_cond_destroy(&s->more);
	free(s);
}

const char *script_server_url(const struct script_server *s)
{
	return s->url;
}

size_t script_server_count(struct script_server *s)
{
	size_t n;

	pthread_mutex_lock(&s->mu);
	n = s->request_count;
	pthread_mutex_unlock(&s->mu);
	return n;
}

size_t script_server_connections(struct script_server *s)
{
	size_t n;

	pthread_mutex_lock(&s->mu);
	n = s->accepted;
	pthread_mutex_unlock(&s->mu);
	return n;
}

char *script_server_request(struct script_server *s, size_t n)
{
	struct timespec until;
	char *text = NULL;
	int rc = 0;

	(void)clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += PATIENCE_S;
	pthread_mutex_lock(&s->mu);
	while (rc == 0 && s->request_count <= n)
		rc = pthread_cond_timedwait(&s->more, &s->mu, &until);
	if (s->request_count > n && n < REQUESTS)
		text = strdup(s->requests[n]);
	pthread_mutex_unlock(&s->mu);
	assert_non_null(text);
	return text;
}
