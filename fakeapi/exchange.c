/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/exchange.h"

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static bool name_eq(struct str a, struct str b)
{
	if (a.len != b.len)
		return false;
	for (size_t i = 0; i < a.len; i++)
		if (lower(a.ptr[i]) != lower(b.ptr[i]))
			return false;
	return true;
}

struct str fakeapi__request_header(const struct fakeapi__request *req, const char *name)
{
	for (size_t i = 0; i < req->header_count; i++)
		if (name_eq(req->headers[i].name, str_of(name)))
			return req->headers[i].value;
	return (struct str) { NULL, 0 };
}
