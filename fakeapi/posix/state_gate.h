/* SPDX-License-Identifier: Apache-2.0 */
/* state_gate.h - exchanges that hold back data which is not yet durable in the state file: the head
 * of every response, and the bytes of streams. */
#ifndef FAKEAPI_POSIX_STATE_GATE_H
#define FAKEAPI_POSIX_STATE_GATE_H

#include "fakeapi/exchange.h"

struct fakeapi__state;

/* A response that waits for a flush. The state's lock guards it. */
struct state_gate_waiter {
	struct state_gate_waiter *prev, *next;
	struct fakeapi__wake wake;
	uint64_t target; /* number of records that must be on disk; 0: not yet set */
	bool listed;
};

struct state_gate_waiters {
	struct state_gate_waiter *first;
};

struct state_gate {
	struct fakeapi__server server; /* must be first */
	struct fakeapi__server *inner;
	struct fakeapi__state *state;
};

void state_gate_init(struct state_gate *g, struct fakeapi__server *inner, struct fakeapi__state *s);
void state_gate_add(struct state_gate_waiters *list, struct state_gate_waiter *w);
void state_gate_forget(struct state_gate_waiters *list, struct state_gate_waiter *w);
/* Wakes all waiters and clears the list. */
void state_gate_wake(struct state_gate_waiters *list);

/* state.c: READY if everything appended before the first call (w->target is 0) is on disk, CUT if
 * it may never be; else WAIT and a later wake. */
enum fakeapi__head fakeapi__state_durable(struct fakeapi__state *s, struct state_gate_waiter *w);
void fakeapi__state_forget(struct fakeapi__state *s, struct state_gate_waiter *w);

#endif
