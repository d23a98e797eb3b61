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

/* Runs `body` again and again, failing the 1st, 2nd, ... allocation of this thread, until a run
 * needs no more than were granted. Leaks show under `make asan`. */
#define FOR_EACH_FAILING_ALLOC(body)                                                               \
	do {                                                                                       \
		for (long grant = 0;; grant++) {                                                   \
			base__alloc_fail_after = grant;                                            \
			body;                                                                      \
			if (base__alloc_fail_after > 0)                                            \
				break;                                                             \
		}                                                                                  \
		base__alloc_fail_after = -1;                                                       \
	} while (0)

#endif
