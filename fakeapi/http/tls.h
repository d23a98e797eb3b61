/* SPDX-License-Identifier: Apache-2.0 */
/* tls.h - certificates for a short-lived server: a new CA, and a server certificate signed by it
 * for localhost, the loopback addresses and `host`. */
#ifndef FAKEAPI_HTTP_TLS_H
#define FAKEAPI_HTTP_TLS_H

#include "base/base.h"

struct fakeapi__tls {
	char *ca_pem, *cert_pem, *key_pem; /* freed with base__free() or fakeapi__tls_fini() */
};

/* host may be NULL. wall_s: now, in seconds since 1970; the certificates are valid from a day
 * before to a year after. */
int fakeapi__tls_make(struct fakeapi__tls *out, const char *host, int64_t wall_s,
		      struct relist_err *err);
void fakeapi__tls_fini(struct fakeapi__tls *tls);

#endif
