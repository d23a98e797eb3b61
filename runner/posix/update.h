/* SPDX-License-Identifier: Apache-2.0 */
/* update.h - `relist run --update`: a scenario file with the expectations that came true. */
#ifndef RUNNER_POSIX_UPDATE_H
#define RUNNER_POSIX_UPDATE_H

#include <stdio.h>

#include "runner/engine/run.h"

struct runner__update_options {
	uint64_t seed;
	bool own_seeds;
	const char *tag; /* only if the scenario has it; NULL: any */
	const struct scn__driver_ops *driver;
	const struct relist_plugins *plugins;
	const struct scn__subject *subject; /* external: the program that does it right */
};

/* Runs every cell whose outcome is to pass and rewrites the expectations that did not hold, in the
 * file, unless something else failed, an oracle say, or the file has changed meanwhile. What is
 * changed goes to `out` as a diff, what is left alone with its reason. A file that cannot be read
 * is passed over: the run that follows says so. Returns the exit status: 0, or 5. */
int runner__update_file(const char *path, const struct runner__update_options *opt, FILE *out,
			FILE *err);

#endif
