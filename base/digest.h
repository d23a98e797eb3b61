/* SPDX-License-Identifier: Apache-2.0 */
/* digest.h - 64 bits that stand for what was added, byte by byte and in its order (FNV-1a): where
 * the bytes of one addition end does not matter. Not for anything that an enemy may choose. */
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

/* With its length, so that two texts are not one. */
static inline void digest_text(struct digest *d, struct str s)
{
	digest_number(d, s.len);
	if (s.len)
		digest_bytes(d, s.ptr, s.len);
}

#endif
