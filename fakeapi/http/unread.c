/* SPDX-License-Identifier: Apache-2.0 */
/* unread.c - resets connections whose client does not read the response.
 *
 * A client that stops reading fills the kernel's buffers and keeps the memory of its response.
 * During a response the connection is checked periodically. If bytes are in flight and the peer has
 * acknowledged none since the last checks, it is reset. A watch without events has nothing in
 * flight, so it may be silent forever. */
#define _GNU_SOURCE
#include <netinet/in.h>
#include <sys/socket.h>
#include <linux/tcp.h> /* newer than glibc's: tcpi_bytes_acked */

#include "base/clock.h"
#include "fakeapi/http/internal.h"

enum { LOOKS = 2 }; /* checks without progress before the reset */

static bool acknowledged(int fd, uint64_t *bytes)
{
	struct tcp_info info = { 0 };
	socklen_t len = sizeof(info);

	if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &len) != 0 ||
	    len < offsetof(struct tcp_info, tcpi_bytes_acked) + sizeof(info.tcpi_bytes_acked))
		return false;
	*bytes = info.tcpi_bytes_acked;
	return true;
}

void http__unread_watch(struct conn *c)
{
	int64_t look_ns = c->h->opt.unread_timeout_ns / LOOKS;

	c->idle_looks = 0;
	c->acked = UINT64_MAX;
	/* Without memory for a timer there are no checks. */
	(void)http__timer_arm(c->h, &c->timer, time_add(http__real_ns(), look_ns));
}

bool http__unread_look(struct conn *c)
{
	uint64_t acked = 0;

	if (!acknowledged(c->fd, &acked) || !http__unsent(c->fd) || acked != c->acked)
		c->idle_looks = 0;
	else if (++c->idle_looks >= LOOKS)
		return true;
	c->acked = acked;
	(void)http__timer_arm(c->h, &c->timer,
			      time_add(http__real_ns(), c->h->opt.unread_timeout_ns / LOOKS));
	return false;
}
