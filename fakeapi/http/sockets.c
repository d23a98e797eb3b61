/* SPDX-License-Identifier: Apache-2.0 */
/* sockets.c - ends connections and checks whether the peer has received everything. */
#include <netdb.h>
#include <sys/epoll.h>
#include <unistd.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <linux/sockios.h>

#include "fakeapi/http/internal.h"

void http__reset_fd(int fd)
{
	struct linger rst = { .l_onoff = 1, .l_linger = 0 };
	struct sockaddr none = { .sa_family = AF_UNSPEC };

	/* Dissolving the association sends RST at once, so that no FIN precedes it. */
	(void)setsockopt(fd, SOL_SOCKET, SO_LINGER, &rst, sizeof(rst));
	(void)connect(fd, &none, sizeof(none));
}

void http__close_watched(const struct fakeapi__http *h, int fd)
{
	(void)epoll_ctl(h->epoll_fd, EPOLL_CTL_DEL, fd, NULL);
	(void)close(fd);
}

bool http__is_loopback(const struct sockaddr_storage *at)
{
	if (at->ss_family == AF_INET6)
		return IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)at)->sin6_addr);
	return at->ss_family == AF_INET &&
	       ntohl(((const struct sockaddr_in *)at)->sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
}

struct str http__peer_ip(int fd, char *buf, size_t cap)
{
	struct sockaddr_storage peer;
	socklen_t len = sizeof(peer);

	if (getpeername(fd, (struct sockaddr *)&peer, &len) != 0 ||
	    getnameinfo((struct sockaddr *)&peer, len, buf, (socklen_t)cap, NULL, 0,
			NI_NUMERICHOST) != 0)
		return (struct str) { NULL, 0 };
	return str_of(buf);
}

static bool peer_is_loopback(int fd)
{
	struct sockaddr_storage peer;
	socklen_t len = sizeof(peer);

	return getpeername(fd, (struct sockaddr *)&peer, &len) == 0 && http__is_loopback(&peer);
}

/* On loopback, sent bytes have arrived; their acknowledgement may take 40 ms longer. */
bool http__unsent(int fd)
{
	int n = 0;

	return ioctl(fd, peer_is_loopback(fd) ? SIOCOUTQNSD : SIOCOUTQ, &n) == 0 && n > 0;
}

void http__finish_fd(int fd)
{
	char sink[4096];

	while (recv(fd, sink, sizeof(sink), MSG_DONTWAIT) > 0)
		;
	(void)shutdown(fd, SHUT_WR);
}
