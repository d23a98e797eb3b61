/* SPDX-License-Identifier: Apache-2.0 */
/* fakeapi.h - what the command line asks of a running server beyond the public API. */
#ifndef FAKEAPI_POSIX_FAKEAPI_H
#define FAKEAPI_POSIX_FAKEAPI_H

#include <stddef.h>

struct fakeapi;
struct relist_err;

/* Bytes of a torn last record that were cut off the state file at the start. */
size_t fakeapi__torn_bytes(const struct fakeapi *api);
/* Adds every rule of a file: JSON objects or YAML documents, one a rule. */
int fakeapi__add_faults_path(struct fakeapi *api, const char *path, struct relist_err *err);

#endif
