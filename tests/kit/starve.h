/* SPDX-License-Identifier: Apache-2.0 */
/* starve.h - malloc and its family as a test program's own, above those of libc or of the
 * sanitizer, so that allocations inside shared libraries (GnuTLS, libcurl, libyaml, cJSON,
 * zlib) fail on demand too. Defines them: included by one file of a program. */
#ifndef TESTS_KIT_STARVE_H
#define TESTS_KIT_STARVE_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#ifdef __SANITIZE_ADDRESS__
#define STARVE_REAL(f) __interceptor_##f
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define STARVE_REAL(f) __interceptor_##f
#endif
#elif defined(__SANITIZE_THREAD__)
#define STARVE_REAL(f) __interceptor_##f
#endif
#ifndef STARVE_REAL
#define STARVE_REAL(f) __libc_##f
#endif

#define STARVE_API __attribute__((visibility("default")))
/* Called before the sanitizer has begun: its own code looks symbols up. */
#define STARVE_EARLY __attribute__((no_sanitize("address", "undefined", "thread")))

void *STARVE_REAL(malloc)(size_t size);
void *STARVE_REAL(calloc)(size_t count, size_t size);
void *STARVE_REAL(realloc)(void *ptr, size_t size);

/* The n-th allocation (from 0) from now on fails, of every thread that is not spared. */
static atomic_long starve_grant = -1;
static atomic_bool starve_armed;
static _Thread_local bool starve_spared;

static inline void starve_begin(long n)
{
	atomic_store(&starve_grant, n);
	atomic_store(&starve_armed, true);
}

/* True when it came to the one that failed. */
static inline bool starve_end(void)
{
	atomic_store(&starve_armed, false);
	return atomic_load(&starve_grant) < 0;
}

STARVE_EARLY static bool starve_fails(void)
{
	if (!atomic_load(&starve_armed) || starve_spared || atomic_fetch_sub(&starve_grant, 1) != 0)
		return false;
	errno = ENOMEM;
	return true;
}

STARVE_API STARVE_EARLY void *malloc(size_t size)
{
	return starve_fails() ? NULL : STARVE_REAL(malloc)(size);
}

STARVE_API STARVE_EARLY void *calloc(size_t count, size_t size)
{
	return starve_fails() ? NULL : STARVE_REAL(calloc)(count, size);
}

STARVE_API STARVE_EARLY void *realloc(void *ptr, size_t size)
{
	return starve_fails() ? NULL : STARVE_REAL(realloc)(ptr, size);
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#include <dlfcn.h>
#include <pthread.h>

/* Sanitizers call it in every new thread, and end the program when it has no memory. */
STARVE_API int pthread_getattr_np(pthread_t thread, pthread_attr_t *attr)
{
	static int (*real)(pthread_t, pthread_attr_t *);
	bool was = starve_spared;
	int code;

	starve_spared = true;
	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "pthread_getattr_np");
	code = real(thread, attr);
	starve_spared = was;
	return code;
}
#endif

#endif
