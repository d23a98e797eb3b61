/* SPDX-License-Identifier: Apache-2.0 */
/* crypto.h - SHA-256 and random bytes as GnuTLS offers them: see gnutls.h. */
#ifndef COMMAND_GNUTLS_CRYPTO_H
#define COMMAND_GNUTLS_CRYPTO_H

#include <nettle/hmac.h>
#include <nettle/sha2.h>
#include <unistd.h>

#include "base/alloc.h"
#include "gnutls/gnutls.h"

enum { GNUTLS_DIG_SHA256, GNUTLS_MAC_SHA256 = GNUTLS_DIG_SHA256 };

typedef struct sha256_ctx *gnutls_hash_hd_t;

enum { GNUTLS_RND_KEY };

/* At most 256 bytes. */
static inline int gnutls_rnd(int level, void *bytes, size_t len)
{
	(void)level;
	return getentropy(bytes, len) == 0 ? 0 : -1;
}

static inline int gnutls_hash_init(gnutls_hash_hd_t *hash, int algorithm)
{
	(void)algorithm;
	*hash = base__malloc(sizeof(**hash));
	if (!*hash)
		return GNUTLS_E_MEMORY_ERROR;
	sha256_init(*hash);
	return 0;
}

static inline int gnutls_hash(gnutls_hash_hd_t hash, const void *bytes, size_t len)
{
	sha256_update(hash, len, bytes);
	return 0;
}

static inline void gnutls_hash_output(gnutls_hash_hd_t hash, void *digest)
{
	sha256_digest(hash, SHA256_DIGEST_SIZE, digest);
}

static inline void gnutls_hash_deinit(gnutls_hash_hd_t hash, void *digest)
{
	if (digest)
		gnutls_hash_output(hash, digest);
	base__free(hash);
}

static inline int gnutls_hash_fast(int algorithm, const void *bytes, size_t len, void *digest)
{
	struct sha256_ctx c;

	(void)algorithm;
	sha256_init(&c);
	sha256_update(&c, len, bytes);
	sha256_digest(&c, SHA256_DIGEST_SIZE, digest);
	return 0;
}

static inline int gnutls_hmac_fast(int algorithm, const void *key, size_t key_len,
				   const void *bytes, size_t len, void *digest)
{
	struct hmac_sha256_ctx c;

	(void)algorithm;
	hmac_sha256_set_key(&c, key_len, key);
	hmac_sha256_update(&c, len, bytes);
	hmac_sha256_digest(&c, SHA256_DIGEST_SIZE, digest);
	return 0;
}

#endif
