/* SPDX-License-Identifier: Apache-2.0 */
#include "hosts/module/fiber.h"

#include "base/alloc.h"

/* The rewriter defines these four; the finished module imports nothing. */
#define REWRITTEN(NAME) __attribute__((import_module("asyncify"), import_name(NAME)))
REWRITTEN("start_unwind") void module__start_unwind(struct fiber *f);
REWRITTEN("stop_unwind") void module__stop_unwind(void);
REWRITTEN("start_rewind") void module__start_rewind(struct fiber *f);
REWRITTEN("stop_rewind") void module__stop_rewind(void);

__asm__(".globaltype __stack_pointer, i32\n");

static char *stack_get(void)
{
	char *at;

	__asm__ volatile("global.get __stack_pointer\n"
			 "local.set %0"
			 : "=r"(at));
	return at;
}

static void stack_set(char *at)
{
	__asm__ volatile("local.get %0\n"
			 "global.set __stack_pointer"
			 :
			 : "r"(at)
			 : "memory");
}

enum { STACK_ALIGN = 16 };

bool module__fiber_init(struct fiber *f, void (*entry)(void *user), void *user)
{
	char *end;

	*f = (struct fiber) { .entry = entry, .user = user };
	f->memory = base__malloc(FIBER_FRAMES_BYTES + FIBER_STACK_BYTES);
	if (!f->memory)
		return false;
	f->frames = f->memory;
	f->frames_end = f->memory + FIBER_FRAMES_BYTES;
	end = f->memory + FIBER_FRAMES_BYTES + FIBER_STACK_BYTES;
	f->stack = end - (uintptr_t)end % STACK_ALIGN;
	return true;
}

void module__fiber_fini(struct fiber *f)
{
	base__free(f->memory);
	f->memory = NULL;
}

/* Its local variables must not be on the C stack, which is switched inside. */
__attribute__((noinline)) void module__fiber_resume(struct fiber *f)
{
	char *host = stack_get();

	stack_set(f->stack);
	if (f->paused) {
		f->paused = false;
		f->resuming = true;
		module__start_rewind(f);
	}
	f->entry(f->user);
	if (f->paused)
		module__stop_unwind();
	else
		f->ended = true;
	f->stack = stack_get();
	stack_set(host);
}

/* Called twice for each pause: the rewriter enters it again when the fiber is resumed. */
__attribute__((noinline)) void module__fiber_pause(struct fiber *f)
{
	if (f->resuming) {
		f->resuming = false;
		module__stop_rewind();
		return;
	}
	f->paused = true;
	module__start_unwind(f);
}
