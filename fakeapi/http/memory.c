/* SPDX-License-Identifier: Apache-2.0 */
/* memory.c - what a connection's memory takes.
 *
 * libmicrohttpd gives each connection one piece for its head, its answer's head and chunks. So that
 * a head of 64 KiB fits, the piece is larger than that; so that an idle watch does not pay for it,
 * the kernel gets back what is not in use. libmicrohttpd maps pieces of this size, and what was
 * given back reads as zeros, which is what it writes over them itself. */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "fakeapi/http/internal.h"

enum {
	MAPPED_FROM = 32 << 10,	 /* libmicrohttpd's: less comes from malloc */
	LEADING_MAX = 4,	 /* empty lines before a request */
	UPGRADED_KEPT = 4 << 10, /* at both ends */
};

static size_t page_bytes(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

static void give_back(char *from, char *to)
{
	size_t page = page_bytes();
	uintptr_t first = ((uintptr_t)from + page - 1) / page * page;
	uintptr_t end = (uintptr_t)to / page * page;

	if (first < end)
		(void)madvise((void *)first, end - first, MADV_DONTNEED);
}

void http__give_back_buffer(char *buf, size_t len)
{
	give_back(buf, buf + len);
}

void http__note_memory(struct conn *c, const char *method)
{
	size_t in_page = (uintptr_t)method % page_bytes();

	/* The request line stands where the piece begins. */
	if (!c->memory && in_page <= LEADING_MAX && c->h->opt.connection_memory > MAPPED_FROM &&
	    http__knows_memory())
		c->memory = (char *)(uintptr_t)method - in_page;
}

void http__give_back_idle(struct conn *c)
{
	/* After a request all of it is zero but what has come of the next one, at its start. */
	if (c->memory && !c->req && !*c->memory)
		give_back(c->memory, c->memory + c->h->opt.connection_memory);
}

void http__give_back_upgraded(struct conn *c)
{
	/* Over TLS libmicrohttpd passes the bytes on through this memory. */
	if (c->memory && !c->h->opt.tls_cert_pem)
		give_back(c->memory + UPGRADED_KEPT,
			  c->memory + c->h->opt.connection_memory - UPGRADED_KEPT);
}
