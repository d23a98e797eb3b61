/* SPDX-License-Identifier: Apache-2.0 */
/* file.h - recordings in files: read through gzip where they are compressed, written one line a
 * write(2), in parts of a size if asked for. */
#ifndef RUNNER_RECORDING_POSIX_FILE_H
#define RUNNER_RECORDING_POSIX_FILE_H

#include "runner/recording/recording.h"

/* NULL with err filled: RELIST_ENOTFOUND, RELIST_EIO or RELIST_ENOMEM. "-" is standard input. What
 * is no gzip is read as it is. */
struct rec__file *rec__file_open(const char *path, struct relist_err *err);
void rec__file_close(struct rec__file *file); /* NULL is fine */
/* Borrows the file. */
struct rec__input rec__file_input(struct rec__file *file);

/* Each line appended by one write(2); a short one is finished or is an error. `fd` is borrowed. */
struct rec__output rec__fd_output(int *fd);

#endif
