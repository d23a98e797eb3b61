/* SPDX-License-Identifier: Apache-2.0 */
/* manifests.h - reads files of manifests. */
#ifndef FAKEAPI_POSIX_MANIFESTS_H
#define FAKEAPI_POSIX_MANIFESTS_H

#include "fakeapi/control/manifests.h"

/* Reads a file, or the *.json, *.yaml and *.yml files of a folder by name. "-" is standard
 * input. */
int fakeapi__manifests_path(const char *path, fakeapi__manifest_fn *fn, void *user,
			    struct relist_err *err);
/* The content of a file, NUL-terminated; free it with base__free(). NULL: the error is in err. */
char *fakeapi__file_read(const char *path, size_t *len, struct relist_err *err);

#endif
