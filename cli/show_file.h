/* SPDX-License-Identifier: Apache-2.0 */
/* show_file.h - runs a scenario, a trace or a recording once and shows the run: as text, as a page,
 * in sentences. Implements `relist show FILE` and `relist explain FILE`. */
#ifndef CLI_SHOW_FILE_H
#define CLI_SHOW_FILE_H

#include <stdint.h>
#include <stdio.h>

#include "cli/options.h"
#include "relist/scenario.h"

#define CLI_NO_SEED UINT64_MAX

struct cli__show {
	const char *command; /* for messages */
	const char *matrix;  /* a cell; NULL: the first */
	const char *html;    /* the page's file; NULL: print text */
	const char *svg;     /* the picture's file; NULL: none */
	const char *against; /* to compare: another file, "seed=N", or a cell; NULL: none */
	bool words;	     /* print sentences */
	uint64_t seed;	     /* CLI_NO_SEED: the scenario's, or 1 */
	const struct relist_plugins *plugins;
	bool plugins_named; /* given on the command line */
};

/* Returns the exit status. */
int cli__show_file(const struct cli__show *v, const char *path, FILE *out, FILE *err);

#endif
