/* SPDX-License-Identifier: Apache-2.0 */
/* side_by_side.h - runs the tests of a program at the same time, for tests that mostly wait in
 * real time: the program then takes as long as its longest test. */
#ifndef TESTS_KIT_SIDE_BY_SIDE_H
#define TESTS_KIT_SIDE_BY_SIDE_H

#include "tests/kit/testing.h"

/* Runs each test in its own process with its own setup and teardown (NULL: none), so that statics
 * are not shared. Prints a test's output as a whole when it has ended. The number of failed tests.
 * The caller must have one thread. */
int kit_run_side_by_side(const struct CMUnitTest *tests, size_t count, CMFixtureFunction setup,
			 CMFixtureFunction teardown);

#endif
