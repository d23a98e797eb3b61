/* SPDX-License-Identifier: Apache-2.0 */
/* heads.c - heads that never end are bounded together.
 *
 * Each may have the connection's memory, for as long as a head may take. While there are so many
 * connections that this could be too much, it is added up now and then what those have sent that no
 * request has come of yet; of those that hold more than their share some go, until the rest is
 * little enough. */
#define _GNU_SOURCE
#include <netinet/in.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>
#include <linux/tcp.h> /* newer than glibc's: tcpi_bytes_received */

#include "base/clock.h"
#include "fakeapi/http/internal.h"

enum { LOOK_MS = 250, PAGES_MAX = 1024 };

static bool could_be_too_much(const struct fakeapi__http *h)
{
	return atomic_load_explicit(&h->conn_count, memory_order_relaxed) >
	       h->opt.heads_max / h->opt.connection_memory;
}

static size_t received(int fd)
{
	struct tcp_info info = { 0 };
	socklen_t len = sizeof(info);

	if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &len) != 0 ||
	    len < offsetof(struct tcp_info, tcpi_bytes_received) + sizeof(info.tcpi_bytes_received))
		return 0;
	return (size_t)info.tcpi_bytes_received;
}

/* Of a piece that was used before: what of it is in memory. */
static size_t resident(const struct conn *c)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = 0;
	size_t pages = (c->h->opt.connection_memory + page - 1) / page;
	unsigned char in_core[PAGES_MAX];

	if (pages > PAGES_MAX || mincore(c->memory, c->h->opt.connection_memory, in_core) != 0)
		return 0;
	for (size_t i = 0; i < pages; i++)
		bytes += in_core[i] & 1 ? page : 0;
	return bytes;
}

/* Of a head that has not ended. */
static size_t held(const struct conn *c)
{
	size_t bytes;

	if (c->dropped || (c->req && c->req->started))
		return 0;
	/* After a request all of it is zero but what has come of the next one, at its start. */
	if (c->memory && !c->req && !*c->memory)
		return 0;
	bytes = c->memory ? resident(c) : received(c->fd);
	return bytes < c->h->opt.connection_memory ? bytes : c->h->opt.connection_memory;
}

static void drop_some(struct fakeapi__http *h)
{
	size_t sum = 0, heads = 0, share, bytes;

	for (const struct conn *c = h->conns; c; c = c->next) {
		bytes = held(c);
		sum += bytes;
		heads += bytes > 0;
	}
	share = heads ? h->opt.heads_max / heads : 0;
	for (struct conn *c = h->conns; c && sum > h->opt.heads_max; c = c->next) {
		bytes = held(c);
		if (bytes <= share)
			continue;
		sum -= bytes < sum ? bytes : sum;
		c->dropped = true;
		(void)shutdown(c->fd, SHUT_RDWR); /* libmicrohttpd sees it and cleans up */
	}
}

static void look(struct http_timer *t)
{
	struct fakeapi__http *h = t->owner;

	h->looks_at_heads = false;
	drop_some(h);
	http__heads_watch(h);
}

void http__heads_init(struct fakeapi__http *h)
{
	http__timer_init(&h->heads_timer, look, h);
}

void http__heads_watch(struct fakeapi__http *h)
{
	if (h->looks_at_heads || !could_be_too_much(h))
		return;
	/* Without memory for a timer the next connection tries again. */
	h->looks_at_heads =
	    http__timer_arm(h, &h->heads_timer, time_add(http__real_ns(), LOOK_MS * NS_PER_MS));
}
