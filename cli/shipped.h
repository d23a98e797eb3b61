/* SPDX-License-Identifier: Apache-2.0 */
/* shipped.h - the files of scenarios/, compiled into the program (web/pack writes them as one gzip
 * stream). */
#ifndef CLI_SHIPPED_H
#define CLI_SHIPPED_H

#include "base/str.h"

struct cli__shipped_file {
	struct str path, text; /* in the archive; the path is relative, as in scenarios/ */
};

struct cli__shipped {
	struct strbuf bytes; /* the whole archive */
	struct cli__shipped_file *files;
	size_t len;
};

/* Unpacks the archive, sorted by path. RELIST_ENOMEM. The caller closes it in both cases. */
int cli__shipped_open(struct cli__shipped *s, struct relist_err *err);
void cli__shipped_close(struct cli__shipped *s);

/* Whether `file` is at or below `path`; "" contains all files. */
bool cli__shipped_is_below(const struct cli__shipped_file *file, const char *path);

/* Writes the files at or below `path` into `dir`; *count is their number. If `dir` has such a file
 * with different bytes, returns RELIST_EEXIST before writing anything; identical files stay. */
int cli__shipped_copy(const struct cli__shipped *s, const char *path, const char *dir,
		      size_t *count, struct relist_err *err);
/* Removes the files that cli__shipped_copy() wrote, and `dir`. */
void cli__shipped_remove(const struct cli__shipped *s, const char *path, const char *dir);

#endif
