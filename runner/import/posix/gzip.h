/* SPDX-License-Identifier: Apache-2.0 */
/* gzip.h - opens files that may be gzip-compressed. */
#ifndef RUNNER_IMPORT_POSIX_GZIP_H
#define RUNNER_IMPORT_POSIX_GZIP_H

#include <zlib.h>

#include "runner/import/import.h"

/* Returns NULL with `err` set on failure. "-" is standard input. */
gzFile imp__open_gzip(const char *path, struct relist_err *err);
/* Converts zlib's error for the file. */
int imp__gzip_error(struct imp__import *im, gzFile f, struct relist_err *err);
/* Whether the compression ratio is too high for a log. */
bool imp__is_bomb(uint64_t packed, uint64_t unpacked);
/* Sets `err` from errno and the file's name. */
int imp__system_error(const char *path, struct relist_err *err);

#endif
