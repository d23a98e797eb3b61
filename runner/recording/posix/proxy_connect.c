/* SPDX-License-Identifier: Apache-2.0 */
/* proxy_connect.c - connects to the server: its addresses in turn, an HTTP proxy, TLS. */
#define _GNU_SOURCE
#include <errno.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include "runner/recording/posix/proxy_impl.h"

static enum rec__how how_of(int error)
{
	return error == ECONNREFUSED		       ? REC_HOW_REFUSED
	       : error == ECONNRESET || error == EPIPE ? REC_HOW_RESET
						       : REC_HOW_UNREACHABLE;
}

void rec__conn_server_failed(struct conn *c, enum rec__how how, const char *why)
{
	for (struct conn *s = c->proxy->conns; s; s = s->next) {
		if (s->carrier != c || !s->awaits || s->over)
			continue;
		rec__conn_close_exchange(s, how, why);
		rec__conn_end(s, true, true);
	}
	rec__conn_close_exchange(c, how, why);
	if (!c->proxy->reported)
		rec__proxy_report(c->proxy, "the server cannot be reached", why);
	c->proxy->reported = true;
	rec__conn_close_soon(c, true);
}

static int nonblocking_socket(int family)
{
	int fd = socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), on = 1;

	if (fd >= 0)
		(void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	return fd;
}

static void reached_server(struct conn *c)
{
	struct relist_err err = { 0 };

	c->connecting = false;
	c->proxy->reported = false;
	if (!c->proxy->target.tls)
		c->deadline_ns = TIME_NEVER;
	else if (!rec__conn_start_tls(c, &err))
		rec__conn_server_failed(c, REC_HOW_TLS, err.code ? err.msg : "TLS: out of memory");
}

void rec__conn_poll_tunnel(struct conn *c)
{
	enum tunnel_state state = tunnel_go(&c->tunnel, c->server.fd);

	if (state == TUNNEL_GOING)
		return;
	c->tunnelling = false;
	c->connecting = false;
	if (state == TUNNEL_OPEN)
		reached_server(c);
	else
		rec__conn_server_failed(c, REC_HOW_UNREACHABLE, c->tunnel.why);
	tunnel_fini(&c->tunnel);
}

static void connected(struct conn *c)
{
	if (!c->proxy->has_way) {
		reached_server(c);
		return;
	}
	tunnel_begin(&c->tunnel, &c->proxy->way, &c->proxy->target);
	c->tunnelling = true;
	rec__conn_poll_tunnel(c);
}

/* Tries the addresses one after the other. */
static void connect_next(struct conn *c)
{
	int error = 0;

	for (; c->address; c->address = c->address->ai_next) {
		int fd = nonblocking_socket(c->address->ai_family), rc;

		if (fd < 0) {
			error = errno;
			continue;
		}
		rc = connect(fd, c->address->ai_addr, c->address->ai_addrlen);
		if (rc == 0 || errno == EINPROGRESS) {
			struct strbuf out = c->server.out;

			stream_init(&c->server, fd);
			c->server.out = out;
			c->connecting = true;
			if (rc == 0)
				connected(c);
			return;
		}
		error = errno;
		(void)close(fd);
	}
	rec__conn_server_failed(c, how_of(error), strerror(error));
}

void rec__conn_connect(struct conn *c)
{
	int64_t patience = c->proxy->opt.connect_timeout_ns;

	c->address = c->proxy->addresses;
	c->deadline_ns = time_add(rec__proxy_now(c->proxy), patience);
	connect_next(c);
}

void rec__conn_poll_connect(struct conn *c)
{
	struct pollfd pfd = { .fd = c->server.fd, .events = POLLOUT };
	socklen_t len = sizeof(int);
	int error = 0;

	if (poll(&pfd, 1, 0) != 1)
		return;
	(void)getsockopt(c->server.fd, SOL_SOCKET, SO_ERROR, &error, &len);
	if (!error) {
		connected(c);
		return;
	}
	(void)close(c->server.fd);
	c->server.fd = -1;
	c->connecting = false;
	c->address = c->address->ai_next;
	if (c->address)
		connect_next(c);
	else
		rec__conn_server_failed(c, how_of(error), strerror(error));
}
