/* SPDX-License-Identifier: Apache-2.0 */
/* prose_file.h - reads the file for discovery/prose.h, optionally gzipped. */
#ifndef FAKEAPI_POSIX_PROSE_FILE_H
#define FAKEAPI_POSIX_PROSE_FILE_H

#include "base/str.h"

/* Appends the content of the file `path` (a char *); nothing if it is unreadable or larger than 16
 * MiB. */
void fakeapi__prose_file_read(void *path, struct strbuf *out);

#endif
