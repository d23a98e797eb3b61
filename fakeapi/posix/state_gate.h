/* SPDX-License-Identifier: Apache-2.0 */
/* state_gate.h - exchanges that hold back what the state file does not have on disk yet: the head
 * of every answer, and the bytes of streams. */
#ifndef FAKEAPI_POSIX_STATE_GATE_H
#define FAKEAPI_POSIX_STATE_GATE_H

#include "fakeapi/exchange.h"

struct fakeapi__state;

/* An answer that waits for a flush. All of it is guarded by the state's lock. */
struct state_gate_waiter {
	struct state_gate_waiter *prev, *next;
	struct fakeapi__wake wake;
	uint64_t target; /* records that must be on disk; 0: not yet requested */
	bool listed;
};

struct state_gate_waiters {
	struct state_gate_waiter *first;
};

struct state_gate {
	struct fakeapi__server server; /* first */
	struct fakeapi__server *inner;
	struct fakeapi__state *state;
};

void state_gate_init(struct state_gate *g, struct fakeapi__server *inner, struct fakeapi__state *s);
void state_gate_add(struct state_gate_waiters *list, struct state_gate_waiter *w);
void state_gate_forget(struct state_gate_waiters *list, struct state_gate_waiter *w);
/* Wakes and forgets all. */
void state_gate_wake(struct state_gate_waiters *list);

/* state.c: READY when everything appended before the first call (w->target is 0) is on disk, CUT
 * when it may never be; WAIT and a wake later otherwise. */
enum fakeapi__head fakeapi__state_durable(struct fakeapi__state *s, struct state_gate_waiter *w);
void fakeapi__state_forget(struct fakeapi__state *s, struct state_gate_waiter *w);

#endif
