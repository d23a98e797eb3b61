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

/* A world and steps as one scenario; NULL: `errors` says why not. The caller frees both. */
struct scn__scenario *scn_story(const char *world, const char *steps, struct scn__errors *errors);
/* Its first cell passes; `what`: else where, and why not. Fails the test when it is no scenario. */
bool scn_story_passes(const struct scn__driver_ops *driver, const char *world, const char *steps,
		      char *what, size_t cap);

/* Steps that pass, and fail as soon as `from` in them is `to`. */
struct scn_row {
	const char *name, *steps;
	const char *from, *to;
	bool refused; /* or are no scenario any more */
};

/* Each row passes in the simulator and with `other`; changed it is refused, or fails in the
 * simulator. */
void scn_rows_play(const char *world, const struct scn_row *rows, size_t count,
		   const struct scn__driver_ops *other);

#endif
