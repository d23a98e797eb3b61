/* SPDX-License-Identifier: Apache-2.0 */
/* gzip.h - files that may be packed with gzip. */
#ifndef RUNNER_IMPORT_POSIX_GZIP_H
#define RUNNER_IMPORT_POSIX_GZIP_H

#include <zlib.h>

#include "runner/import/import.h"

/* NULL: `err` says why not. "-" is standard input. */
gzFile imp__open_gzip(const char *path, struct relist_err *err);
/* The error of the file, as zlib reports it. */
int imp__gzip_error(struct imp__import *im, gzFile f, struct relist_err *err);
/* So many bytes become so many: no log does that. */
bool imp__is_bomb(uint64_t packed, uint64_t unpacked);
/* What errno says of the file. */
int imp__system_error(const char *path, struct relist_err *err);

#endif
