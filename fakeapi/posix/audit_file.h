/* SPDX-License-Identifier: Apache-2.0 */
/* audit_file.h - the audit log as a file (kube-apiserver's --audit-log-path).
 *
 * Who may call: posix/ at start and stop, the core for each event. Threads: any, one at a time.
 */
#ifndef FAKEAPI_AUDIT_FILE_H
#define FAKEAPI_AUDIT_FILE_H

#include "base/str.h"
#include "relist/err.h"

struct fakeapi__audit_file;

/* Opens `path` to append to it, readable by its owner only; "-": standard output. Missing folders
 * are made. NULL: RELIST_EIO or RELIST_ENOMEM. */
struct fakeapi__audit_file *fakeapi__audit_file_open(const char *path, struct relist_err *err);
/* Appends a line; `file` is a struct fakeapi__audit_file. A line that cannot be written is lost, as
 * with kube-apiserver's log backend; the first one is reported on standard error. */
void fakeapi__audit_file_add(void *file, struct str line);
void fakeapi__audit_file_close(struct fakeapi__audit_file *file);

#endif
