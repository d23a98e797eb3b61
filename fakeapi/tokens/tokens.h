/* SPDX-License-Identifier: Apache-2.0 */
/* tokens.h - tokens of service accounts: JSON Web Tokens as kube-apiserver issues them
 * (pkg/serviceaccount). This module makes and validates the claims; the driver has keys and
 * signatures (struct fakeapi__token_keys). Without keys, in the simulator, tokens are plain text
 * without a signature.
 *
 * Who may call: rest/ to issue and review, auth/ once per request, server/ for the two documents.
 * Threads: any, under the core's lock, not suspended.
 */
#ifndef FAKEAPI_TOKENS_H
#define FAKEAPI_TOKENS_H

#include "fakeapi/context.h"

/* The content of a new token. */
struct fakeapi__token_request {
	struct str ns, name;
	const char *uid;
	const cJSON *audiences; /* not empty */
	int64_t seconds;	/* the token's lifetime */
	const cJSON *bound;	/* boundObjectRef, or NULL */
};

/* Appends the token to `out`. -1: error in st, or out of memory. */
int fakeapi__token_issue(struct fakeapi__call *c, const struct fakeapi__token_request *r,
			 struct strbuf *out);
/* The content of a bearer token. */
struct fakeapi__token_claims {
	struct fakeapi__user user;
	cJSON *audiences;
};
/* 1: one of our tokens; `claims` is filled, the caller frees it; 0: not ours; -1: ours but invalid,
 * the reason is in `why`. `wanted`: the token must have one of these audiences; NULL: the API's
 * own. */
int fakeapi__token_check(struct fakeapi__call *c, struct str token, const cJSON *wanted,
			 struct fakeapi__token_claims *claims, struct strbuf *why);
void fakeapi__token_claims_fini(struct fakeapi__token_claims *claims);
/* The issuer, which is the API's audience. */
const char *fakeapi__token_issuer(const struct fakeapi__core *core);
/* /.well-known/openid-configuration and /openid/v1/jwks. False: another path, or no keys. */
bool fakeapi__token_document(const struct fakeapi__call *c, struct strbuf *body, const char **type);

#endif
