/* SPDX-License-Identifier: Apache-2.0 */
/* read_files.h - files and folders for an import: plain or gzip, archives of them (tar, zip),
 * k8shark's zip, folders of logs or of manifests. */
#ifndef RUNNER_IMPORT_POSIX_READ_FILES_H
#define RUNNER_IMPORT_POSIX_READ_FILES_H

#include "runner/import/import.h"

/* Reads `path` into the import: a file, or a folder. A folder whose files are manifests is a state;
 * one of folders, or of files whose names begin with a number or a time, is states one after
 * another, in the order of their names. "-" is standard input. */
int imp__read_path(struct imp__import *im, const char *path, struct relist_err *err);

/* zip.c: every record of a k8shark capture; of another zip every file. */
int imp__read_zip(struct imp__import *im, const char *path, size_t value_max,
		  struct relist_err *err);
/* tar.c: every file in it; the archive itself may be packed with gzip. */
int imp__read_tar(struct imp__import *im, const char *path, struct relist_err *err);

/* Appends the first bytes of a file, unpacked; fewer when it has no more. */
int imp__read_start(const char *path, size_t len, struct strbuf *out, struct relist_err *err);

#endif
