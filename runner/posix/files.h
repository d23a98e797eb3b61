/* SPDX-License-Identifier: Apache-2.0 */
/* files.h - the files a command line names: read whole, folders walked in a fixed order. */
#ifndef RUNNER_POSIX_FILES_H
#define RUNNER_POSIX_FILES_H

#include "base/str.h"

struct runner__paths {
	char **items;
	size_t len, cap;
};

void runner__paths_fini(struct runner__paths *p);
/* Appends a copy. */
int runner__paths_add(struct runner__paths *p, const char *path);

/* Appends `path` if it is a file, or every file below it whose name ends in `suffix`, sorted by
 * name. Links to folders inside folders are not followed. RELIST_EINVAL: a file that does not end
 * in `suffix`, a pipe or device; RELIST_ENOTFOUND: no such path, or a folder without any such file.
 */
int runner__paths_find(struct runner__paths *p, const char *path, const char *suffix,
		       struct relist_err *err);

/* Appends the whole file. RELIST_ELIMIT beyond max bytes, RELIST_EIO otherwise. */
int runner__read_file(const char *path, size_t max, struct strbuf *out, struct relist_err *err);

/* Writes a file that takes the place of the one at `path` (of a link: the one it leads to) whole,
 * with its permissions; or leaves that as it is. A device or pipe is written to. RELIST_EIO. */
int runner__replace_file(const char *path, struct str text, struct relist_err *err);

#endif
