/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "sim/posix/fiber.h"

#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "base/alloc.h"

#if defined(__SANITIZE_ADDRESS__)
#define FIBER_ASAN
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FIBER_ASAN
#endif
#endif
#if defined(__SANITIZE_THREAD__)
#define FIBER_TSAN
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define FIBER_TSAN
#endif
#endif
#ifdef FIBER_ASAN
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef FIBER_TSAN
#include <sanitizer/tsan_interface.h>
#endif

struct fiber {
	ucontext_t own, caller;
	char *map; /* guard page and stack */
	size_t map_len, guard_len;
	void (*fn)(void *arg);
	void *arg;
	bool parked, done;
#ifdef FIBER_ASAN
	void *own_fake, *caller_fake;
	const void *caller_stack;
	size_t caller_stack_len;
#endif
#ifdef FIBER_TSAN
	void *own_tsan, *caller_tsan;
#endif
};

static _Thread_local struct fiber *current;

struct fiber *fiber_new(void)
{
	struct fiber *f = base__calloc(1, sizeof(*f));
	long page = sysconf(_SC_PAGESIZE);

	if (!f)
		return NULL;
	f->guard_len = page > 0 ? (size_t)page : 4096;
	f->map_len = f->guard_len + FIBER_STACK_BYTES;
	f->map = mmap(NULL, f->map_len, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
	if (f->map == MAP_FAILED || mprotect(f->map, f->guard_len, PROT_NONE) != 0) {
		if (f->map != MAP_FAILED)
			(void)munmap(f->map, f->map_len);
		base__free(f);
		return NULL;
	}
#ifdef FIBER_TSAN
	f->own_tsan = __tsan_create_fiber(0);
#endif
	return f;
}

void fiber_free(struct fiber *f)
{
	if (!f)
		return;
	ASSERT(!f->parked && f != current);
#ifdef FIBER_TSAN
	__tsan_destroy_fiber(f->own_tsan);
#endif
	(void)munmap(f->map, f->map_len);
	base__free(f);
}

/* ---- switching ---- */

static void arrived(struct fiber *f)
{
#ifdef FIBER_ASAN
	__sanitizer_finish_switch_fiber(f->own_fake, &f->caller_stack, &f->caller_stack_len);
#else
	(void)f;
#endif
}

static void leave(struct fiber *f, bool for_good)
{
#ifdef FIBER_ASAN
	__sanitizer_start_switch_fiber(for_good ? NULL : &f->own_fake, f->caller_stack,
				       f->caller_stack_len);
#else
	(void)for_good;
#endif
#ifdef FIBER_TSAN
	__tsan_switch_to_fiber(f->caller_tsan, 0);
#endif
	(void)swapcontext(&f->own, &f->caller);
}

static void body(void)
{
	struct fiber *f = current;

	arrived(f);
	f->fn(f->arg);
	f->done = true;
	leave(f, true);
	ASSERT(false); /* a finished fiber must not be resumed */
}

static bool enter(struct fiber *f)
{
	struct fiber *outer = current;

	current = f;
	f->parked = false;
#ifdef FIBER_ASAN
	__sanitizer_start_switch_fiber(&f->caller_fake, f->map + f->guard_len, FIBER_STACK_BYTES);
#endif
#ifdef FIBER_TSAN
	f->caller_tsan = __tsan_get_current_fiber();
	__tsan_switch_to_fiber(f->own_tsan, 0);
#endif
	(void)swapcontext(&f->caller, &f->own);
#ifdef FIBER_ASAN
	__sanitizer_finish_switch_fiber(f->caller_fake, NULL, NULL);
#endif
	current = outer;
	f->parked = !f->done;
	return f->done;
}

bool fiber_run(struct fiber *f, void (*fn)(void *arg), void *arg)
{
	int rc = getcontext(&f->own);

	ASSERT(rc == 0 && !f->parked);
	f->fn = fn;
	f->arg = arg;
	f->done = false;
	f->own.uc_stack.ss_sp = f->map + f->guard_len;
	f->own.uc_stack.ss_size = FIBER_STACK_BYTES;
	f->own.uc_link = NULL;
	makecontext(&f->own, body, 0);
#ifdef FIBER_ASAN
	f->own_fake = NULL;
#endif
	return enter(f);
}

bool fiber_resume(struct fiber *f)
{
	ASSERT(f->parked);
	return enter(f);
}

bool fiber_parked(const struct fiber *f)
{
	return f->parked;
}

struct fiber *fiber_current(void)
{
	return current;
}

void fiber_yield(void)
{
	struct fiber *f = current;

	ASSERT(f);
	leave(f, false);
	arrived(f);
}
