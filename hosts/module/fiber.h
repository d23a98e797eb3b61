/* SPDX-License-Identifier: Apache-2.0 */
/* fiber.h - a function that can pause and be resumed by a later call of the host.
 *
 * WebAssembly cannot switch stacks. `wasm-opt --asyncify` rewrites the functions between
 * module__fiber_resume() and module__fiber_pause(): they return and are entered again, and their
 * local variables are stored in `frames`. A fiber has its own C stack.
 *
 * hosts/module/paused.txt lists the functions in between that call through pointers. */
#ifndef HOSTS_MODULE_FIBER_H
#define HOSTS_MODULE_FIBER_H

#include <stdbool.h>

enum { FIBER_STACK_BYTES = 1 << 20, FIBER_FRAMES_BYTES = 64 << 10 };

/* The rewriter defines the order and types of the first two members. */
struct fiber {
	char *frames, *frames_end;
	void (*entry)(void *user);
	void *user;
	char *stack, *memory;
	bool paused, resuming, ended;
};

/* Returns false if out of memory. */
bool module__fiber_init(struct fiber *f, void (*entry)(void *user), void *user);
void module__fiber_fini(struct fiber *f);
/* Runs the fiber until it pauses or ends. Not from within a fiber. */
void module__fiber_resume(struct fiber *f);
/* Called inside the fiber: returns to the caller of module__fiber_resume(). */
void module__fiber_pause(struct fiber *f);

#endif
