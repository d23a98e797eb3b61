/* SPDX-License-Identifier: Apache-2.0 */
/* run_paths.h - which files of a command line `relist run` runs. */
#ifndef RUNNER_POSIX_RUN_PATHS_H
#define RUNNER_POSIX_RUN_PATHS_H

#include "runner/posix/files.h"

/* Appends a scenario, trace or recording, or all of them below a folder, sorted by name. *others
 * grows by the number of YAML files of the folder that are no scenarios. Errors as of
 * runner__paths_find(). */
int runner__run_paths_find(struct runner__paths *all, const char *path, size_t *others,
			   struct relist_err *err);

/* One line, if there are any. */
void runner__print_others(size_t count, const char *command, FILE *err);

#endif
