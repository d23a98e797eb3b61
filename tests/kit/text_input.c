/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/text_input.h"

#include <string.h>

ptrdiff_t text_input(void *user, void *buf, size_t cap, struct relist_err *err)
{
	struct str *rest = user;
	size_t n = rest->len < cap ? rest->len : cap;

	(void)err;
	memcpy(buf, rest->ptr, n);
	*rest = (struct str) { rest->ptr + n, rest->len - n };
	return (ptrdiff_t)n;
}
