/* SPDX-License-Identifier: Apache-2.0 */
/* tcp_impl.h - shared by tcp.c and tcp_settle.c. */
#ifndef RUNNER_TCP_POSIX_TCP_IMPL_H
#define RUNNER_TCP_POSIX_TCP_IMPL_H

#include <stdatomic.h>

#include "runner/tcp/posix/tcp.h"

/* A response, between the transport and its core. */
struct tcp__exchange {
	struct fakeapi__exchange x;
	struct tcp__exchange *prev, *next;
	struct tcp *tcp;
	struct fakeapi__exchange *inner;
	struct fakeapi__wake wake; /* the transport's wake function */
	atomic_bool woken;	   /* the core may have more data */
	bool parked;		   /* the transport pulled while the world stood still */
	bool waits;		   /* the core has no data at present */
	bool has_head;
	bool frozen;	 /* the transport pulls it no more */
	const char *end; /* how it ended, for the trace event */
	uint32_t id;
	uint32_t call; /* number of the owner's call; 0: a client's request */
	uint64_t pulled, sent;
	int64_t pulled_ns, deadline_ns; /* last pull from its core, and the next */
};

/* The core of the struct tcp__exchange may have more data. */
void runner__tcp_wake(void *exchange);

#endif
