/* SPDX-License-Identifier: Apache-2.0 */
/* fiber.h - a function with its own stack that can yield and be resumed. A reconciler uses it to
 * wait for a response in the simulator, which has one thread.
 *
 *   NEW, DONE --run--> RUNNING --yield--> PARKED --resume--> RUNNING --returns--> DONE
 *
 * One fiber may run another. Thread-local variables, locks and debuggers see one thread. POSIX
 * ucontext; each switch is announced to the sanitizers. */
#ifndef SIM_POSIX_FIBER_H
#define SIM_POSIX_FIBER_H

#include "base/base.h"

enum { FIBER_STACK_BYTES = 1 << 20 };

struct fiber;

/* Allocates a stack with an inaccessible guard page below it. NULL: out of memory. */
struct fiber *fiber_new(void);
/* Not while it is parked: the resources on its stack would leak. Accepts NULL. */
void fiber_free(struct fiber *f);

/* Runs fn(arg) until it returns (true) or yields (false). Not while it is parked. */
bool fiber_run(struct fiber *f, void (*fn)(void *arg), void *arg);
/* Continues after the yield; returns as fiber_run() does. */
bool fiber_resume(struct fiber *f);
bool fiber_parked(const struct fiber *f);

/* The fiber that runs this code, or NULL. */
struct fiber *fiber_current(void);
/* Switches back to the code that ran or resumed the current fiber. */
void fiber_yield(void);

#endif
