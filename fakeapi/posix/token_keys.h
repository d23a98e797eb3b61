/* SPDX-License-Identifier: Apache-2.0 */
/* token_keys.h - the keys of service account tokens, by GnuTLS: RS256 and ES256. If the caller
 * gives no key, one is generated for the first token and stored next to the state file, if there is
 * one.
 *
 * Threads: under the core's lock.
 */
#ifndef FAKEAPI_POSIX_TOKEN_KEYS_H
#define FAKEAPI_POSIX_TOKEN_KEYS_H

#include "fakeapi/core.h"

struct fakeapi__key_ring;

/* `signing_file`: the private key as PEM; `key_files`: comma-separated files of further public or
 * private keys that verify tokens; `kept_file`: where a generated key is stored. Each may be NULL.
 * NULL: the error is in err. */
struct fakeapi__key_ring *fakeapi__key_ring_new(const char *signing_file, const char *key_files,
						const char *kept_file, struct relist_err *err);
void fakeapi__key_ring_free(struct fakeapi__key_ring *ring);
/* The keys for the core's options; valid as long as the ring. */
const struct fakeapi__token_keys *fakeapi__key_ring_keys(const struct fakeapi__key_ring *ring);

#endif
