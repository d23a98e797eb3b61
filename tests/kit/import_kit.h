/* SPDX-License-Identifier: Apache-2.0 */
/* import_kit.h - a folder for tests that import one file, as cmocka's group setup and teardown. */
#ifndef TESTS_IMPORT_KIT_H
#define TESTS_IMPORT_KIT_H

#include "tests/kit/cli_kit.h"

/* Paths in it: what is imported, and what may come of it. */
extern char import_input[64], import_recording[64], import_story[64];

/* The state is a struct output. */
int import_setup(void **state);
int import_teardown(void **state);

#endif
