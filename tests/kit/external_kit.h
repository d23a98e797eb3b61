/* SPDX-License-Identifier: Apache-2.0 */
/* external_kit.h - runs a scenario's first cell with a program. */
#ifndef TESTS_KIT_EXTERNAL_KIT_H
#define TESTS_KIT_EXTERNAL_KIT_H

#include "runner/engine/run.h"
#include "tests/kit/testing.h"

/* The options need a subject. The test fails if the scenario has an error. *result is replaced;
 * initialize it with zeros. */
void kit_run_external(const char *text, struct scn__run_options opt, struct runner__result *result);

#endif
