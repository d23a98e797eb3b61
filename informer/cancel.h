/* SPDX-License-Identifier: Apache-2.0 */
/* cancel.h - a flag that wakes its waiters: the implementation of inf_cancel().
 *
 * Threads: any. lock (rank CANCEL) guards the members below it and is held while waiters are woken,
 * so that a removed waiter is not woken any more. */
#ifndef INFORMER_CANCEL_H
#define INFORMER_CANCEL_H

#include "base/lock.h"
#include "relist/client.h"

/* A waiter, on its own stack. `wake` must only set a flag or write to a pipe. */
struct inf__cancel_waiter {
	struct inf__cancel_waiter *next;
	void (*wake)(void *user);
	void *user;
};

struct inf_cancel {
	struct lock lock;
	bool raised;
	struct inf__cancel_waiter *waiters;
};

void inf__cancel_init(struct inf_cancel *c);
void inf__cancel_fini(struct inf_cancel *c);
/* Lowers the flag so that it can be used again. */
void inf__cancel_clear(struct inf_cancel *c);
/* NULL: never raised. */
bool inf__cancel_is_raised(const struct inf_cancel *c);
/* Registers a waiter; wakes it when the flag is raised, at once if it is raised already. `c` may be
 * NULL. */
void inf__cancel_wait_begin(struct inf_cancel *c, struct inf__cancel_waiter *w);
void inf__cancel_wait_end(struct inf_cancel *c, struct inf__cancel_waiter *w);

#endif
