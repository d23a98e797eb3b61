/* SPDX-License-Identifier: Apache-2.0 */
/* cancel.h - a flag that wakes who waits for it: what is behind inf_cancel().
 *
 * Threads: any. lock (rank CANCEL) guards everything below it and is held while waiters are woken,
 * so that a waiter that was removed is not woken any more.
 */
#ifndef INFORMER_CANCEL_H
#define INFORMER_CANCEL_H

#include "base/lock.h"
#include "relist/client.h"

/* Who waits; lives in the waiter's own frame. `wake` must only set a flag or write to a pipe. */
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
/* The flag may be used again. */
void inf__cancel_clear(struct inf_cancel *c);
/* NULL: a flag that is never raised. */
bool inf__cancel_is_raised(const struct inf_cancel *c);
/* Woken when it is raised; at once if it is. `c` may be NULL. */
void inf__cancel_wait_begin(struct inf_cancel *c, struct inf__cancel_waiter *w);
void inf__cancel_wait_end(struct inf_cancel *c, struct inf__cancel_waiter *w);

#endif
