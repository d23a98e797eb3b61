/* SPDX-License-Identifier: Apache-2.0 */
/* read_files.h - reads files and folders into an import: plain or gzip, archives of them (tar,
 * zip), k8shark's zip, folders of logs or of manifests. */
#ifndef RUNNER_IMPORT_POSIX_READ_FILES_H
#define RUNNER_IMPORT_POSIX_READ_FILES_H

#include "runner/import/import.h"

/* Reads a file or a folder; "-" is standard input. A folder with manifests is a snapshot. A folder
 * of folders, or of files whose names begin with a number or a time, is a sequence of snapshots in
 * the order of their names. */
int imp__read_path(struct imp__import *im, const char *path, struct relist_err *err);

/* zip.c: reads every record of a k8shark capture, or every file of another zip archive. */
int imp__read_zip(struct imp__import *im, const char *path, size_t value_max,
		  struct relist_err *err);
/* tar.c: reads every file of the archive, which may be gzip-compressed. */
int imp__read_tar(struct imp__import *im, const char *path, struct relist_err *err);

/* Appends the first bytes of a file, decompressed; fewer if the file is shorter. */
int imp__read_start(const char *path, size_t len, struct strbuf *out, struct relist_err *err);

#endif
