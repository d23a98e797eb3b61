/* SPDX-License-Identifier: Apache-2.0 */
/* fiber.h - a function that pauses in the middle and goes on in a later call from the host.
 *
 * WebAssembly cannot switch stacks. `wasm-opt --asyncify` rewrites the functions between
 * module__fiber_resume() and module__fiber_pause(): they return, and are entered again, with their
 * local variables kept in `frames`. The C stack of a fiber is its own.
 *
 * hosts/module/paused.txt lists the functions on that way that call through pointers. */
#ifndef HOSTS_MODULE_FIBER_H
#define HOSTS_MODULE_FIBER_H

#include <stdbool.h>

enum { FIBER_STACK_BYTES = 1 << 20, FIBER_FRAMES_BYTES = 64 << 10 };

/* The names and order of the first two members are the rewriter's. */
struct fiber {
	char *frames, *frames_end;
	void (*entry)(void *user);
	void *user;
	char *stack, *memory;
	bool paused, resuming, ended;
};

/* False: out of memory. */
bool module__fiber_init(struct fiber *f, void (*entry)(void *user), void *user);
void module__fiber_fini(struct fiber *f);
/* Runs the fiber until it pauses or ends. Not from within a fiber. */
void module__fiber_resume(struct fiber *f);
/* From within the fiber: back to the caller of module__fiber_resume(). */
void module__fiber_pause(struct fiber *f);

#endif
