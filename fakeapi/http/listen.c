/* SPDX-License-Identifier: Apache-2.0 */
/* listen.c - sockets that are bound for the server's life and listen while their port is open. */
#define _GNU_SOURCE /* accept4 */
#include "fakeapi/http/server.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "fakeapi/http/internal.h"

enum { ACCEPTS_PER_ROUND = 256, NO_DESCRIPTORS_PAUSE_MS = 50 };

static int bind_socket(const char *host, uint16_t port, int *fd, struct relist_err *err)
{
	struct addrinfo hints = { .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE };
	struct addrinfo *list, *a;
	char service[8];
	int one = 1, code;

	(void)snprintf(service, sizeof(service), "%u", port);
	code = getaddrinfo(host, service, &hints, &list);
	if (code)
		return relist_err_set(err, RELIST_EINVAL, "cannot listen on %s: %s", host,
				      gai_strerror(code));
	*fd = -1;
	for (a = list; a && *fd < 0; a = a->ai_next) {
		*fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK,
			     a->ai_protocol);
		if (*fd < 0)
			continue;
		(void)setsockopt(*fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
		if (bind(*fd, a->ai_addr, a->ai_addrlen) == 0)
			break;
		code = errno;
		(void)close(*fd);
		*fd = -1;
	}
	freeaddrinfo(list);
	if (*fd < 0)
		return relist_err_set(err, RELIST_EIO, "cannot listen on %s:%u: %s", host, port,
				      strerror(code ? code : errno));
	return 0;
}

static uint16_t local_port(int fd)
{
	struct sockaddr_storage at;
	socklen_t len = sizeof(at);

	if (getsockname(fd, (struct sockaddr *)&at, &len) != 0)
		return 0;
	return ntohs(at.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&at)->sin6_port
					      : ((struct sockaddr_in *)&at)->sin_port);
}

int http__watch_fd(struct fakeapi__http *h, int fd, uint32_t events, struct source *source)
{
	struct epoll_event ev = { .events = events, .data.ptr = source };

	return epoll_ctl(h->epoll_fd, EPOLL_CTL_ADD, fd, &ev);
}

static int listen_on(struct listener *l, struct relist_err *err)
{
	if (listen(l->fd, SOMAXCONN) != 0 || http__watch_fd(l->h, l->fd, EPOLLIN, &l->source) != 0)
		return relist_err_set(err, RELIST_EIO, "cannot listen on %s:%u: %s", l->host,
				      l->port, strerror(errno));
	l->listening = true;
	return 0;
}

static void look_for_descriptors(struct http_timer *t)
{
	struct listener *l = t->owner;
	struct epoll_event ev = { .events = EPOLLIN, .data.ptr = &l->source };

	if (l->fd >= 0)
		(void)epoll_ctl(l->h->epoll_fd, EPOLL_CTL_MOD, l->fd, &ev);
}

void http__listener_init(struct listener *l, struct fakeapi__http *h)
{
	l->source.kind = SOURCE_LISTENER;
	l->h = h;
	l->fd = -1;
	http__timer_init(&l->timer, look_for_descriptors, l);
}

static int bind_listener(struct listener *l, uint16_t port, struct relist_err *err)
{
	const char *scheme = l->h->opt.tls_cert_pem ? "https" : "http";
	bool v6 = strchr(l->host, ':') != NULL;
	int code = bind_socket(l->host, port, &l->fd, err);

	if (code)
		return code;
	l->port = local_port(l->fd);
	(void)snprintf(l->url, sizeof(l->url), "%s://%s%s%s:%u", scheme, v6 ? "[" : "", l->host,
		       v6 ? "]" : "", l->port);
	return 0;
}

/* The default control port may be missing if there is no loopback. */
static int start_control(struct fakeapi__http *h, struct relist_err *err)
{
	struct listener *l = &h->listeners[h->opt.backend_count];
	int code;

	l->host = strchr(h->bind_host, ':') ? "::1" : "127.0.0.1";
	code = bind_listener(l, h->opt.control_port, err);
	if (code && !h->opt.control_always) {
		h->opt.control = false;
		return 0;
	}
	return code || !h->opt.control_always ? code : listen_on(l, err);
}

int http__start_listeners(struct fakeapi__http *h, struct relist_err *err)
{
	for (uint32_t i = 0; i < h->opt.backend_count; i++) {
		struct listener *l = &h->listeners[i];
		int code;

		l->host = h->bind_host;
		code = bind_listener(l, h->opt.ports[i], err);
		if (!code)
			code = listen_on(l, err);
		if (code)
			return code;
	}
	return h->opt.control ? start_control(h, err) : 0;
}

void http__accept_all(struct listener *l)
{
	struct fakeapi__http *h = l->h;

	for (int i = 0; i < ACCEPTS_PER_ROUND; i++) {
		int fd = accept4(l->fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);

		if (fd < 0 && (errno == EINTR || errno == ECONNABORTED))
			continue;
		if (fd < 0 &&
		    (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)) {
			struct epoll_event none = { .data.ptr = &l->source };

			/* The queue stays readable: without a pause the loop would spin. */
			if (http__timer_arm(h, &l->timer,
					    http__real_ns() + NO_DESCRIPTORS_PAUSE_MS * NS_PER_MS))
				(void)epoll_ctl(h->epoll_fd, EPOLL_CTL_MOD, l->fd, &none);
		}
		if (fd < 0)
			return;
		http__conn_new(h, fd);
	}
}

static int start_listening(struct listener *l, struct relist_err *err)
{
	int code = l->fd >= 0 ? 0 : bind_socket(l->host, l->port, &l->fd, err);

	if (!code)
		code = listen_on(l, err);
	return code;
}

/* Idle connections could bypass the refusal; those with a request keep their response. */
static void close_idle(struct fakeapi__http *h, uint32_t listener)
{
	struct conn *next;

	for (struct conn *c = h->conns; c; c = next) {
		next = c->next;
		if (c->h2 && c->listener == listener) {
			http__h2_refuse(c);
		} else if (!c->req && c->listener == listener) {
			c->dropped = true;
			http__conn_close(c);
		}
	}
}

static void stop_listening(struct listener *l)
{
	l->listening = false;
	http__timer_arm(l->h, &l->timer, TIME_NEVER);
	http__close_watched(l->h, l->fd);
	/* A bound socket that does not listen refuses connections and keeps the port. */
	if (bind_socket(l->host, l->port, &l->fd, NULL) != 0)
		l->fd = -1;
	close_idle(l->h, (uint32_t)(l - l->h->listeners));
}

int http__settle_listeners(struct fakeapi__http *h, struct relist_err *err)
{
	int code = 0;
	bool reachable = h->refusing; /* the caller of fakeapi__http_refuse() can retry */

	for (uint32_t i = 0; i < h->opt.backend_count + h->opt.control; i++) {
		struct listener *l = &h->listeners[i];
		bool wanted =
		    !h->refusing && (!h->opt.accepts || h->opt.accepts(h->opt.accepts_user, i));

		if (i == h->opt.backend_count)
			wanted = h->opt.control_always || !reachable;
		reachable |= wanted;
		if (wanted && !l->listening)
			code = code ? code : start_listening(l, err);
		else if (!wanted && l->listening)
			stop_listening(l);
	}
	return code;
}
