/* SPDX-License-Identifier: Apache-2.0 */
/* crd_impl.h - shared by the files that implement crd.h. */
#ifndef FAKEAPI_CRD_IMPL_H
#define FAKEAPI_CRD_IMPL_H

#include "fakeapi/crd/crd.h"

/* Discovery's storageVersionHash: the start of the SHA-256 of group/version/kind in base64. The
 * caller frees it; NULL: out of memory. */
char *fakeapi__storage_hash(const char *group, const char *version, const char *kind);

/* True if another definition of the group has accepted the name `wanted` as its `member`. */
bool fakeapi__crds_uses_name(const struct fakeapi__crds *crds, const cJSON *definition,
			     const char *member, const char *wanted);

#endif
