/* SPDX-License-Identifier: Apache-2.0 */
/* fiber.h - a function on a stack of its own that can stop in the middle and go on later: how a
 * reconciler waits for an answer in a simulator that has one thread.
 *
 *   NEW, DONE --run--> RUNNING --yield--> PARKED --resume--> RUNNING --returns--> DONE
 *
 * One fiber may run another. Thread-local variables, locks and
 * debuggers see one thread. POSIX ucontext; each switch is announced to the sanitizers.
 */
#ifndef SIM_POSIX_FIBER_H
#define SIM_POSIX_FIBER_H

#include "base/base.h"

enum { FIBER_STACK_BYTES = 1 << 20 };

struct fiber;

/* Allocates a stack with an inaccessible guard page below it. NULL: out of memory. */
struct fiber *fiber_new(void);
/* Not while it is parked: what lies on its stack would be lost. NULL is fine. */
void fiber_free(struct fiber *f);

/* Runs fn(arg) until it returns (true) or yields (false). Not while it is parked. */
bool fiber_run(struct fiber *f, void (*fn)(void *arg), void *arg);
/* Goes on behind the yield; returns as fiber_run() does. */
bool fiber_resume(struct fiber *f);
bool fiber_parked(const struct fiber *f);

/* The fiber this code runs on, or NULL. */
struct fiber *fiber_current(void);
/* Back to who ran the current fiber. */
void fiber_yield(void);

#endif
