/* SPDX-License-Identifier: Apache-2.0 */
/* token_keys.h - the keys of service account tokens, by GnuTLS: RS256 and ES256. A key that the
 * caller did not give is generated when the first token is signed, and kept beside the state file
 * if there is one.
 *
 * Threads: under the core's lock.
 */
#ifndef FAKEAPI_POSIX_TOKEN_KEYS_H
#define FAKEAPI_POSIX_TOKEN_KEYS_H

#include "fakeapi/core.h"

struct fakeapi__key_ring;

/* `signing_file`: the private key as PEM; `key_files`: further keys that tokens may be signed with,
 * public or private, with commas between them; `kept_file`: where a key that is made is kept. Each
 * may be NULL. NULL: err says why. */
struct fakeapi__key_ring *fakeapi__key_ring_new(const char *signing_file, const char *key_files,
						const char *kept_file, struct relist_err *err);
void fakeapi__key_ring_free(struct fakeapi__key_ring *ring);
/* For the core's options; lives as long as the ring. */
const struct fakeapi__token_keys *fakeapi__key_ring_keys(const struct fakeapi__key_ring *ring);

#endif
