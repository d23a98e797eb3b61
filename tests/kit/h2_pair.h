/* SPDX-License-Identifier: Apache-2.0 */
/* h2_pair.h - the server's side of one connection without its thread and ports: the caller's own
 * thread serves it, over a pair of sockets. So time is the caller's, and allocations can fail.
 * Defines its functions: fuzz targets link nothing of tests/kit. */
#ifndef TESTS_KIT_H2_PAIR_H
#define TESTS_KIT_H2_PAIR_H

#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"
#include "fakeapi/http/internal.h"

struct h2_pair {
	struct fakeapi__http *h; /* NULL: out of memory */
	int client;		 /* non-blocking */
};

static inline void h2_pair_open(struct h2_pair *p, struct fakeapi__server *server,
				const struct fakeapi__http_options *opt)
{
	int fds[2];

	*p = (struct h2_pair) { .h = base__calloc(1, sizeof(*p->h)), .client = -1 };
	if (!p->h)
		return;
	http__init(p->h, server, opt);
	for (uint32_t i = 0; i <= p->h->opt.backend_count; i++)
		p->h->listeners[i].fd = -1;
	p->h->listeners[0].listening = true;
	p->h->self = pthread_self();
	p->h->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	ASSERT(p->h->epoll_fd >= 0);
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, fds) != 0)
		fds[0] = fds[1] = -1;
	ASSERT(fds[0] >= 0);
	p->client = fds[1];
	http__conn_new(p->h, fds[0]);
}

/* Serves until the server has nothing more to read or to write. */
static inline void h2_pair_serve(struct h2_pair *p)
{
	if (p->h->conns)
		http__conn_event(p->h->conns, EPOLLIN | EPOLLOUT);
	do {
		http__fire_timers(p->h);
		http__serve_turns(p->h);
	} while (p->h->turns || p->h->more_ready);
	http__conn_free_dead(p->h);
}

static inline bool h2_pair_is_open(const struct h2_pair *p)
{
	return p->h->conns != NULL;
}

static inline void h2_pair_close(struct h2_pair *p)
{
	if (!p->h)
		return;
	p->h->stopping = true;
	while (p->h->conns)
		http__conn_close(p->h->conns);
	http__conn_free_dead(p->h);
	http__linger_close_all(p->h);
	http__fini(p->h);
	base__free(p->h);
	(void)close(p->client);
}

#endif
