/* SPDX-License-Identifier: Apache-2.0 */
/* tokens.h - tokens of service accounts: JSON Web Tokens as kube-apiserver issues them
 * (pkg/serviceaccount). What is signed and believed is decided here; keys and signatures are the
 * driver's (struct fakeapi__token_keys). Without keys, in the simulator, tokens are plain words
 * without a signature.
 *
 * Who may call: rest/ to issue and review, auth/ once a request, server/ for the two documents.
 * Threads: any, under the core's lock, not suspended.
 */
#ifndef FAKEAPI_TOKENS_H
#define FAKEAPI_TOKENS_H

#include "fakeapi/context.h"

/* What a token is to say. */
struct fakeapi__token_request {
	struct str ns, name;
	const char *uid;
	const cJSON *audiences; /* not empty */
	int64_t seconds;	/* that it is to last */
	const cJSON *bound;	/* boundObjectRef, or NULL */
};

/* Appends the token to `out`. -1: st, or out of memory. */
int fakeapi__token_issue(struct fakeapi__call *c, const struct fakeapi__token_request *r,
			 struct strbuf *out);
/* What a bearer token says. */
struct fakeapi__token_claims {
	struct fakeapi__user user;
	cJSON *audiences;
};
/* 1: one of ours, `claims` filled, to be freed by the caller; 0: none of ours; -1: one of ours that
 * is not to be believed, `why` says why. `wanted`: audiences of which it must have one; NULL: the
 * API's own. */
int fakeapi__token_check(struct fakeapi__call *c, struct str token, const cJSON *wanted,
			 struct fakeapi__token_claims *claims, struct strbuf *why);
void fakeapi__token_claims_fini(struct fakeapi__token_claims *claims);
/* The issuer's name, which is the API's audience. */
const char *fakeapi__token_issuer(const struct fakeapi__core *core);
/* /.well-known/openid-configuration and /openid/v1/jwks. False: another path, or no keys. */
bool fakeapi__token_document(const struct fakeapi__call *c, struct strbuf *body, const char **type);

#endif
