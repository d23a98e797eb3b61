/* SPDX-License-Identifier: Apache-2.0 */
/* Listening sockets. */
#include "fakeapi/http/server.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/posix/clock.h"
#include "fakeapi/http/internal.h"

int http__bind_socket(const char *host, uint16_t port, int *fd, struct relist_err *err)
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

uint16_t http__local_port(int fd)
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

int http__listen_on(struct listener *l, struct relist_err *err)
{
	if (listen(l->fd, SOMAXCONN) != 0 || http__watch_fd(l->h, l->fd, EPOLLIN, &l->source) != 0)
		return relist_err_set(err, RELIST_EIO, "cannot listen on %s:%u: %s", l->host,
				      l->port, strerror(errno));
	l->listening = true;
	return 0;
}

void http__look_for_descriptors(struct http_timer *t)
{
	struct listener *l = t->owner;
	struct epoll_event ev = { .events = EPOLLIN, .data.ptr = &l->source };

	if (l->fd >= 0)
		(void)epoll_ctl(l->h->epoll_fd, EPOLL_CTL_MOD, l->fd, &ev);
}
