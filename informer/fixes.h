/* SPDX-License-Identifier: Apache-2.0 */
/* fixes.h - which fixes of old mistakes an informer is to be without. For tests of tests: the
 * installed API has no way to ask for it. One branch where the mistake was, nothing else. */
#ifndef INFORMER_FIXES_H
#define INFORMER_FIXES_H

#include "base/base.h"
#include "informer/tbl/fixes.h"

enum inf__fix {
#define X(name, word, ref, without) INF_FIX_##name,
	INF_FIXES(X)
#undef X
	    INF_FIX_COUNT_
};

/* A set of fixes that are missing: bits 1 << enum inf__fix. */
typedef uint64_t inf__without;

_Static_assert(INF_FIX_COUNT_ <= 64, "inf__without has 64 bits");

static inline bool inf__lacks(inf__without without, enum inf__fix fix)
{
	return (without >> fix & 1) != 0;
}

#endif
