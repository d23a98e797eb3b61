/* SPDX-License-Identifier: Apache-2.0 */
/* scn_kit.h - scenarios from text, run in the simulator. */
#ifndef TESTS_SCN_KIT_H
#define TESTS_SCN_KIT_H

#include "runner/engine/run.h"
#include "tests/kit/testing.h"

/* Fails the test with the first error when the text is no scenario. The caller frees it. */
struct scn__scenario *scn_parsed(struct str text);
/* The first cell, into a result that is emptied first. */
enum runner__verdict scn_run_text(const char *text, uint64_t seed, struct runner__result *out);

#endif
