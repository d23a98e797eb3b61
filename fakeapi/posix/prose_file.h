/* SPDX-License-Identifier: Apache-2.0 */
/* prose_file.h - the file behind discovery/prose.h, compressed with gzip or not. */
#ifndef FAKEAPI_POSIX_PROSE_FILE_H
#define FAKEAPI_POSIX_PROSE_FILE_H

#include "base/str.h"

/* Appends the whole of the file called `path` (a char *); nothing if there is none that can be read
 * or it is larger than 16 MiB. */
void fakeapi__prose_file_read(void *path, struct strbuf *out);

#endif
