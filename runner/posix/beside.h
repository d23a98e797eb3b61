/* SPDX-License-Identifier: Apache-2.0 */
/* beside.h - loads scenarios from files, and the files in their folder that they name. */
#ifndef RUNNER_POSIX_BESIDE_H
#define RUNNER_POSIX_BESIDE_H

#include "runner/language/scenario.h"
#include "runner/posix/files.h"

/* Reads the regular file `path` in or below the folder of the scenario `user` (its path, a const
 * char *; "-": the current folder). RELIST_EINVAL if links lead out of the folder. See struct
 * scn__files. */
int runner__read_beside(const void *user, struct str path, size_t max, struct strbuf *out,
			struct relist_err *err);
/* scn__scenario_load() for the text of a file at `path`. */
struct scn__scenario *runner__scenario_load(const char *path, struct str text,
					    struct scn__errors *errors);

#endif
