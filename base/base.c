/* SPDX-License-Identifier: Apache-2.0 */
#include "base/base.h"

void base__assert_fail(const char *cond, const char *file, int line, const char *func)
{
	fprintf(stderr, "%s:%d: %s: assertion failed: %s\n", file, line, func, cond);
	abort();
}
