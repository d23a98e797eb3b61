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

/* Its name ends in `suffix`, in whatever case; ".yml" is ".yaml". */
bool runner__is_kind(const char *path, const char *suffix);

/* Appends `path` if it is a file or "-", or every file below it whose name ends in `suffix`, sorted
 * by name. Links to folders inside folders are not followed; an unreadable entry (a broken link, a
 * folder without permission) is appended, and its reader gets the error. RELIST_EINVAL: a file that
 * does not end in `suffix`, a pipe or device; RELIST_ENOTFOUND: no such path, or a folder without
 * any such file.
 */
int runner__paths_find(struct runner__paths *p, const char *path, const char *suffix,
		       struct relist_err *err);

/* Removes the YAML files from the from-th on that are no scenarios (looks_scenario.h) and returns
 * their number. Files that cannot be read stay: an error is reported when they are used. */
size_t runner__paths_drop_others(struct runner__paths *p, size_t from);

/* The whole text, without a byte order mark; "-" is the standard input. RELIST_ELIMIT beyond max
 * bytes, RELIST_EPARSE for UTF-16, RELIST_ENOTFOUND, RELIST_EIO otherwise. `out` is empty before.
 */
int runner__read_file(const char *path, size_t max, struct strbuf *out, struct relist_err *err);

/* Writes a file that takes the place of the one at `path` (of a link: the one it leads to) whole,
 * with its permissions; or leaves that as it is. A device or pipe is written to. RELIST_EIO. */
int runner__replace_file(const char *path, struct str text, struct relist_err *err);

/* Makes the folders above `path`, which is changed meanwhile and restored. RELIST_EIO, with errno
 * of the folder that failed. */
int runner__make_parents(char *path, struct relist_err *err);

#endif
