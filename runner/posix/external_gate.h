/* SPDX-License-Identifier: Apache-2.0 */
/* external_gate.h - the scenario's server behind a lock.
 *
 * The transport's thread and the engine's never use the server at the same time: the engine holds
 * the gate except while it waits, and the transport acquires it for each call.
 *
 * Threads: the transport's calls `server`; the engine's calls the functions. */
#ifndef RUNNER_POSIX_EXTERNAL_GATE_H
#define RUNNER_POSIX_EXTERNAL_GATE_H

#include "base/lock.h"
#include "runner/posix/external_events.h"

struct external_gate {
	struct fakeapi__server server; /* for the transport */
	/* Set these before the transport starts. */
	struct fakeapi__server *inner; /* the engine's */
	struct trace_sink events;      /* requests and responses */
	int64_t start_ns;
	uint32_t requests;
	int wake[2]; /* a byte wakes the engine after each request */
	struct lock lock;
};

/* RELIST_EIO: no pipe; runner__gate_fini() is allowed then as well. */
int runner__gate_init(struct external_gate *g, struct relist_err *err);
void runner__gate_fini(struct external_gate *g);
int64_t runner__gate_clock_ns(void *gate);	  /* since its start */
void runner__gate_drain(struct external_gate *g); /* the bytes that woke the engine */

void runner__gate_close(struct external_gate *g) ACQUIRES(g->lock);
void runner__gate_open(struct external_gate *g) RELEASES(g->lock);

#endif
