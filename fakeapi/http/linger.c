/* SPDX-License-Identifier: Apache-2.0 */
/* linger.c - closes a connection whose client is still sending.
 *
 * close() with unread bytes sends RST, which makes the client's kernel discard an unread response:
 * the client never sees the 413. So the server sends FIN, then reads and drops input until the
 * client closes, is silent for a while, or has sent too much. */
#define _GNU_SOURCE
#include <errno.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "fakeapi/http/internal.h"

enum {
	LINGERS_MAX = 1000, /* concurrent; further ones are closed at once */
	BYTES_MAX = 64 << 20,
	READ_BYTES = 64 << 10,
	READS_PER_EVENT = 16,
	QUIET_MS = 2000,
	TOTAL_MS = 30000,
};

struct drain {
	struct source source; /* must be first */
	struct fakeapi__http *h;
	struct drain *prev, *next;
	int fd;
	size_t bytes;
	int64_t end_ns; /* the latest end */
	struct http_timer timer;
};

static void linger_free(struct drain *l)
{
	struct fakeapi__http *h = l->h;

	http__timer_cancel(&l->timer);
	*(l->prev ? &l->prev->next : &h->lingering) = l->next;
	if (l->next)
		l->next->prev = l->prev;
	h->linger_count--;
	http__close_watched(h, l->fd);
	base__free(l);
}

static void has_had_enough(struct http_timer *t)
{
	linger_free(t->owner);
}

static bool wait_more(struct drain *l)
{
	int64_t quiet_ns = time_add(http__real_ns(), QUIET_MS * NS_PER_MS);

	return http__timer_arm(l->h, &l->timer, quiet_ns < l->end_ns ? quiet_ns : l->end_ns);
}

void http__linger_event(struct drain *l)
{
	char sink[READ_BYTES];

	for (int i = 0; i < READS_PER_EVENT; i++) {
		ssize_t n = recv(l->fd, sink, sizeof(sink), MSG_DONTWAIT);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno == EAGAIN)
			break;
		l->bytes += n > 0 ? (size_t)n : 0;
		if (n <= 0 || l->bytes > BYTES_MAX) {
			linger_free(l);
			return;
		}
	}
	if (!wait_more(l))
		linger_free(l);
}

bool http__linger(struct fakeapi__http *h, int fd)
{
	struct drain *l = h->linger_count < LINGERS_MAX ? base__calloc(1, sizeof(*l)) : NULL;
	struct epoll_event ev = { .events = EPOLLIN | EPOLLRDHUP };

	if (!l)
		return false;
	l->source.kind = SOURCE_LINGER;
	l->h = h;
	l->fd = fd;
	l->end_ns = time_add(http__real_ns(), TOTAL_MS * NS_PER_MS);
	http__timer_init(&l->timer, has_had_enough, l);
	ev.data.ptr = &l->source;
	if (epoll_ctl(h->epoll_fd, EPOLL_CTL_MOD, l->fd, &ev) != 0) {
		base__free(l);
		return false;
	}
	l->next = h->lingering;
	if (l->next)
		l->next->prev = l;
	h->lingering = l;
	h->linger_count++;
	(void)shutdown(l->fd, SHUT_WR);
	if (!wait_more(l))
		linger_free(l);
	return true;
}

void http__linger_close_all(struct fakeapi__http *h)
{
	while (h->lingering)
		linger_free(h->lingering);
}
