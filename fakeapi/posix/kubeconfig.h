/* SPDX-License-Identifier: Apache-2.0 */
/* kubeconfig.h - the address and credential of a server for clients, in kubectl's format. */
#ifndef FAKEAPI_POSIX_KUBECONFIG_H
#define FAKEAPI_POSIX_KUBECONFIG_H

#include "base/str.h"

struct fakeapi__core;

struct fakeapi__kubeconfig {
	const char *const *urls; /* one per backend; the first is the current context, "relist" */
	size_t url_count;
	const char *ca_pem;	/* NULL: plain HTTP */
	const char *token;	/* NULL: none */
	const char *token_file; /* instead of `token`: the file's path; NULL: none */
};

/* Appends the document. */
void fakeapi__kubeconfig_write(struct strbuf *out, const struct fakeapi__kubeconfig *k);
/* The same; also sets each backend's URL and kubeconfig (without the token) in the core, for GET
 * /relist/v1/backends. */
void fakeapi__kubeconfig_publish(struct strbuf *out, const struct fakeapi__kubeconfig *k,
				 struct fakeapi__core *core);
/* Replaces the file by rename; only its owner can read it. */
int fakeapi__kubeconfig_save(const char *path, struct str text, struct relist_err *err);
/* Writes the document and saves it at `path`. RELIST_ENOMEM or RELIST_EIO. */
int fakeapi__kubeconfig_create(const char *path, const struct fakeapi__kubeconfig *k,
			       struct relist_err *err);
/* The first token of a static token file whose user is in system:masters, else the first one; the
 * caller frees it with base__free(). RELIST_EPARSE if there is none. */
int fakeapi__kubeconfig_token(struct str csv, char **token, struct relist_err *err);

#endif
