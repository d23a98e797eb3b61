/* SPDX-License-Identifier: Apache-2.0 */
/* fixes.h - fixes of old bugs that an informer can omit, to prove that a scenario catches its bug.
 * Each has one branch at the place of the bug.
 *
 * Only the command and the tests have these branches: they are compiled with INF_WITH_MISTAKES. In
 * the installed libraries inf__lacks() is constant; scripts/check-install looks for the symbol. */
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

/* A set of omitted fixes: bits 1 << enum inf__fix. */
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
