/* SPDX-License-Identifier: Apache-2.0 */
/* testing.h - cmocka plus what every test here needs. */
#ifndef TESTS_TESTING_H
#define TESTS_TESTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/alloc.h"
#include "base/base.h"

/* Runs `body` again and again, failing the 1st, 2nd, ... allocation of this thread and all that
 * follow, until a run needs no more than were granted; then the same with one that fails alone.
 * Leaks show under `make asan`. TEST_ALLOC_STRIDE=n fails every n-th only. */
static inline long kit_alloc_stride(void)
{
	const char *text = getenv("TEST_ALLOC_STRIDE");
	long n = text ? strtol(text, NULL, 10) : 1;

	return n > 0 ? n : 1;
}

#define FOR_EACH_FAILING_ALLOC(body)                                                               \
	do {                                                                                       \
		for (long alone = 0; alone < 2; alone++) {                                         \
			for (long grant = 0;; grant += kit_alloc_stride()) {                       \
				base__alloc_fail_after = grant;                                    \
				base__alloc_fail_count = alone;                                    \
				body;                                                              \
				if (base__alloc_fail_after > 0)                                    \
					break;                                                     \
			}                                                                          \
		}                                                                                  \
		base__alloc_fail_after = -1;                                                       \
		base__alloc_fail_count = 0;                                                        \
	} while (0)

#endif
