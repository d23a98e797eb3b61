/* SPDX-License-Identifier: Apache-2.0 */
/* digest.h - a 64-bit hash (FNV-1a) of a sequence of bytes. How the bytes are split into calls does
 * not change it. Not for input that an attacker may choose. */
#ifndef BASE_DIGEST_H
#define BASE_DIGEST_H

#include "base/str.h"

struct digest {
	uint64_t bits;
};

#define DIGEST_INIT                                                                                \
	{                                                                                          \
		UINT64_C(0xcbf29ce484222325)                                                       \
	}

static inline void digest_bytes(struct digest *d, const void *bytes, size_t len)
{
	const unsigned char *p = bytes;

	for (size_t i = 0; i < len; i++)
		d->bits = (d->bits ^ p[i]) * UINT64_C(0x100000001b3);
}

static inline void digest_number(struct digest *d, uint64_t n)
{
	digest_bytes(d, &n, sizeof(n));
}

static inline void digest_flag(struct digest *d, bool on)
{
	digest_bytes(d, &(unsigned char) { on }, 1);
}

/* Hashes the length too, so that the boundary between two texts counts. */
static inline void digest_text(struct digest *d, struct str s)
{
	digest_number(d, s.len);
	if (s.len)
		digest_bytes(d, s.ptr, s.len);
}

#endif
