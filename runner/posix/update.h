/* SPDX-License-Identifier: Apache-2.0 */
/* update.h - `relist run --update`: rewrites a scenario's expectations with actual values. */
#ifndef RUNNER_POSIX_UPDATE_H
#define RUNNER_POSIX_UPDATE_H

#include <stdio.h>

#include "runner/engine/run.h"

struct runner__update_options {
	uint64_t seed;
	bool own_seeds;
	const char *tag; /* only scenarios with this tag; NULL: any */
	const struct scn__driver_ops *driver;
	const struct relist_plugins *plugins;
	const struct scn__subject *subject; /* external: a correct program */
};

/* Runs every cell whose outcome is to pass and rewrites the expectations that did not hold in the
 * file, unless something else failed (e.g. an oracle) or the file has changed meanwhile. Writes a
 * diff of the changes, and the reasons for unchanged expectations, to `out`. Skips unreadable
 * files: the run that follows reports them. Returns the exit status: 0, or 5. */
int runner__update_file(const char *path, const struct runner__update_options *opt, FILE *out,
			FILE *err);

#endif
