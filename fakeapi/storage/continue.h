/* SPDX-License-Identifier: Apache-2.0 */
/* continue.h - the real server's continue tokens: {"v":"meta.k8s.io/v1","rv":N,"start":"..."} in
 * URL-safe base64 without padding. */
#ifndef FAKEAPI_CONTINUE_H
#define FAKEAPI_CONTINUE_H

#include "base/str.h"
#include "fakeapi/meta/status.h"

/* `key`: the position at which the next page starts, relative to the list ("name" or "ns/name");
 * the caller has already advanced it past the last item. `slash`: types with a watch cache write
 * "/name". rv -1: an inconsistent continuation, which reads the newest state. */
void fakeapi__continue_encode(struct strbuf *out, struct str key, bool slash, int64_t rv);

/* Appends the key to *key without a leading slash. -1: a 400 is in *st. */
int fakeapi__continue_decode(struct str token, struct strbuf *key, int64_t *rv,
			     struct fakeapi__status *st);

#endif
