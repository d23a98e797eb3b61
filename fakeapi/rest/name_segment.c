/* SPDX-License-Identifier: Apache-2.0 */
/* name_segment.c - names in a path that can be no key of the store (registry/generic's
 * NamespaceKeyFunc). */
#include "fakeapi/rest/rest.h"

static const char *what_is_bad(struct str name)
{
	if (str_eqz(name, "."))
		return "may not be '.'";
	if (str_eqz(name, ".."))
		return "may not be '..'";
	if (name.len && memchr(name.ptr, '%', name.len))
		return "may not contain '%'";
	return NULL;
}

int fakeapi__check_segment(struct fakeapi__call *c)
{
	const char *bad = what_is_bad(c->route.name);

	if (!bad)
		return 0;
	if (fakeapi__negotiate_call(c, false) < 0)
		return -1;
	return fakeapi__status_set(&c->st, 400, "BadRequest",
				   "Name parameter invalid: \"" STR_FMT "\": %s",
				   STR_ARG(c->route.name), bad);
}
