/* SPDX-License-Identifier: Apache-2.0 */
/* files.h - the files of a command line: reads files whole, walks folders in a fixed order. */
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

/* Whether the name ends with `suffix`, ignoring case; ".yml" counts as ".yaml". */
bool runner__is_kind(const char *path, const char *suffix);

/* Appends `path` if it is a file or "-", else every file below the folder whose name ends with
 * `suffix`, sorted by name. Does not follow links to folders inside folders. Appends unreadable
 * entries (a broken link, a folder without permission); their reader reports the error.
 * RELIST_EINVAL: a file without the suffix, a pipe or device. RELIST_ENOTFOUND: no such path, or a
 * folder without such a file. */
int runner__paths_find(struct runner__paths *p, const char *path, const char *suffix,
		       struct relist_err *err);

/* Removes YAML files that are not scenarios (looks_scenario.h) from index `from` on and returns
 * their number. Keeps unreadable files: their use reports the error. */
size_t runner__paths_drop_others(struct runner__paths *p, size_t from);

/* Reads the whole text, without a byte order mark; "-" is standard input. RELIST_ELIMIT beyond max
 * bytes, RELIST_EPARSE for UTF-16, RELIST_ENOTFOUND, else RELIST_EIO. `out` must be empty. */
int runner__read_file(const char *path, size_t max, struct strbuf *out, struct relist_err *err);

/* Replaces the file at `path` (or the target of a link) as a whole and keeps its permissions; on
 * failure leaves it unchanged. Writes to a device or pipe directly. RELIST_EIO. */
int runner__replace_file(const char *path, struct str text, struct relist_err *err);

/* Creates the parent folders of `path`, which is changed during the call and restored. RELIST_EIO,
 * with errno of the failed folder. */
int runner__make_parents(char *path, struct relist_err *err);

#endif
