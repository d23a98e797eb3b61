/* SPDX-License-Identifier: Apache-2.0 */
/* openapi_paths.h - OpenAPI v3 documents of the paths of no version. */
#ifndef FAKEAPI_OPENAPI_PATHS_H
#define FAKEAPI_OPENAPI_PATHS_H

#include "fakeapi/discovery/document.h"

/* Appends the document of a path, as "apis/apps" or "version"; false if it has none. */
bool fakeapi__openapi_path(const struct fakeapi__registry *reg, struct str path,
			   struct strbuf *out);
/* The i-th path that is none of a group; NULL: no more. */
const char *fakeapi__openapi_path_at(size_t i);

#endif
