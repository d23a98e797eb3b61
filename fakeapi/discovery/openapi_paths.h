/* SPDX-License-Identifier: Apache-2.0 */
/* openapi_paths.h - the paths of OpenAPI documents with their operations, as kube-apiserver's
 * installer and the CRD builder name them (apiserver/pkg/endpoints/installer.go, kube-openapi).
 *
 * Who may call: openapi.c. Threads: any, under the core's lock.
 */
#ifndef FAKEAPI_OPENAPI_PATHS_H
#define FAKEAPI_OPENAPI_PATHS_H

#include "base/str.h"
#include "fakeapi/discovery/type_schema.h"

/* A document while its paths are written. */
struct fakeapi__paths {
	struct fakeapi__schemas *schemas;
	struct strbuf *out;
	bool more; /* a path precedes */
};

/* Append "PATH":{...} members with their commas. */
void fakeapi__paths_add_resource(struct fakeapi__paths *p, const struct fakeapi__resource *res);
/* The path of discovery of a version, or of a group if `version` is "". */
void fakeapi__paths_add_discovery(struct fakeapi__paths *p, const char *group, const char *version);
/* A path without a group, as in "version"; false: there is none. */
bool fakeapi__paths_add_other(struct fakeapi__paths *p, struct str name);
/* The i-th name of these; NULL: no more. */
const char *fakeapi__paths_other_at(size_t i);
/* Appends version 2's "parameters". */
void fakeapi__paths_add_shared(struct fakeapi__paths *p);

#endif
