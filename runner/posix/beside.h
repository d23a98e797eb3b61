/* SPDX-License-Identifier: Apache-2.0 */
/* beside.h - scenarios from files, which may name other files in their folder. */
#ifndef RUNNER_POSIX_BESIDE_H
#define RUNNER_POSIX_BESIDE_H

#include "runner/language/scenario.h"
#include "runner/posix/files.h"

/* Reads the regular file `path` of the folder of the scenario `user` (its path, a const char *;
 * "-": the current folder), or of one below. RELIST_EINVAL when links lead out of it. See struct
 * scn__files. */
int runner__read_beside(const void *user, struct str path, size_t max, struct strbuf *out,
			struct relist_err *err);
/* scn__scenario_load() for a file that has been read. */
struct scn__scenario *runner__scenario_load(const char *path, struct str text,
					    struct scn__errors *errors);

#endif
