/* SPDX-License-Identifier: Apache-2.0 */
/* fixes.h - which fixes of old bugs an informer is to run without, so that a scenario is proven
 * able to catch its bug. One branch where the bug was, nothing else.
 *
 * Only the command and the tests have these branches: they are compiled with INF_WITH_MISTAKES. The
 * installed libraries are compiled without, where inf__lacks() is constant; scripts/check-install
 * looks for the symbol.
 */
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

#ifdef INF_WITH_MISTAKES
bool inf__lacks(inf__without without, enum inf__fix fix);
#else
static inline bool inf__lacks(inf__without without, enum inf__fix fix)
{
	(void)without;
	(void)fix;
	return false;
}
#endif

#endif
