/* SPDX-License-Identifier: Apache-2.0 */
/* decode_impl.h - shared by decoding and patching. */
#ifndef FAKEAPI_DECODE_IMPL_H
#define FAKEAPI_DECODE_IMPL_H

#include "fakeapi/meta/resource.h"
#include "fakeapi/schema/typed.h"

/* `in` in the form that `res` stores. NULL: t->why, or out of memory. */
cJSON *fakeapi__decode_tree(const struct fakeapi__resource *res, struct fakeapi__typed *t,
			    const cJSON *in);
/* Appends what was found to `warnings` (may be NULL), one a line. */
void fakeapi__findings_warn(const struct fakeapi__typed *t, struct strbuf *warnings);
/* Makes `name` the first member. */
int fakeapi__prepend(cJSON *obj, const char *name, const char *text);

#endif
