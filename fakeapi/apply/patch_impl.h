/* SPDX-License-Identifier: Apache-2.0 */
/* patch_impl.h - the patch algorithms on trees, for patch.c. */
#ifndef FAKEAPI_PATCH_IMPL_H
#define FAKEAPI_PATCH_IMPL_H

#include <cjson/cJSON.h>

#include "base/str.h"
#include "fakeapi/apply/patch.h"
#include "fakeapi/schema/typeinfo.h"

/* Makes the merge patch from `from` to `to` (objects without null members). -1: out of memory. */
int fakeapi__merge_diff(const cJSON *from, const cJSON *to, cJSON **out);

/* Strategic merge of `patch` into `target`, both objects of `type`. -1: `why` has the server's
 * message and *code its status (400 or 422), or `why` is empty if out of memory. */
int fakeapi__strategic_merge(cJSON *target, const cJSON *patch, const struct fakeapi__type *type,
			     struct strbuf *why, int *code);

#endif
