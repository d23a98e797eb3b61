/* SPDX-License-Identifier: Apache-2.0 */
/* kubeconfig.h - what a client needs to find a server, in kubectl's own format. */
#ifndef FAKEAPI_POSIX_KUBECONFIG_H
#define FAKEAPI_POSIX_KUBECONFIG_H

#include "base/str.h"

struct fakeapi__core;

struct fakeapi__kubeconfig {
	const char *const *urls; /* one a backend; the first is the current context, "relist" */
	size_t url_count;
	const char *ca_pem;	/* NULL: plain HTTP */
	const char *token;	/* NULL: none */
	const char *token_file; /* instead of it: its path; NULL: none */
};

/* Appends the document. */
void fakeapi__kubeconfig_write(struct strbuf *out, const struct fakeapi__kubeconfig *k);
/* The same, and gives the core each backend's URL and a kubeconfig of its own, without the token,
 * for GET /relist/v1/backends. */
void fakeapi__kubeconfig_publish(struct strbuf *out, const struct fakeapi__kubeconfig *k,
				 struct fakeapi__core *core);
/* Into place by rename, readable by its owner only. */
int fakeapi__kubeconfig_save(const char *path, struct str text, struct relist_err *err);
/* The first token of a static token file whose user is in system:masters, else the first at all, as
 * a string to base__free(). RELIST_EPARSE when there is none. */
int fakeapi__kubeconfig_token(struct str csv, char **token, struct relist_err *err);

#endif
