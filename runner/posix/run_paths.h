/* SPDX-License-Identifier: Apache-2.0 */
/* run_paths.h - selects the files of a command line that `relist run` runs. */
#ifndef RUNNER_POSIX_RUN_PATHS_H
#define RUNNER_POSIX_RUN_PATHS_H

#include "runner/posix/files.h"

/* Appends a scenario, trace or recording, or all of them below a folder, sorted by name. Adds to
 * *others the number of YAML files in the folder that are not scenarios. Errors as of
 * runner__paths_find(). */
int runner__run_paths_find(struct runner__paths *all, const char *path, size_t *others,
			   struct relist_err *err);

/* Prints one line if `count` > 0. */
void runner__print_others(size_t count, const char *command, FILE *err);

#endif
