/* SPDX-License-Identifier: Apache-2.0 */
/* config_files.h - kube-apiserver's configuration files: AdmissionConfiguration,
 * AuthenticationConfiguration and the audit Policy, YAML or JSON. */
#ifndef FAKEAPI_CONFIG_FILES_H
#define FAKEAPI_CONFIG_FILES_H

#include "base/str.h"
#include "relist/err.h"

/* Appends the file as JSON and checks its content; errors name the file and the field. Replaces
 * each plug-in's `path` (relative to the file's folder) by the content of that file. RELIST_EIO,
 * RELIST_EPARSE, RELIST_EINVAL, RELIST_ENOMEM. */
int fakeapi__admission_file(const char *path, struct strbuf *json, struct relist_err *err);
/* Appends an audit policy (audit/audit.h) as JSON and checks it. Errors as above. */
int fakeapi__audit_policy_file(const char *path, struct strbuf *json, struct relist_err *err);
/* Reads the setting for anonymous requests: forbidden, or allowed for these paths (comma-separated;
 * empty: any). RELIST_EINVAL also for `jwt`, which is not supported. */
int fakeapi__authentication_file(const char *path, bool *no_anonymous, struct strbuf *paths,
				 struct relist_err *err);

#endif
