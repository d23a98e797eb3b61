/* SPDX-License-Identifier: Apache-2.0 */
/* own_status.c - internal writes to an object's status. */
#include "fakeapi/apply/patch.h"
#include "fakeapi/context.h"
#include "fakeapi/meta/number.h"

int fakeapi__own_status_write(struct fakeapi__call *c, const struct fakeapi__resource *res,
			      const cJSON *old, cJSON *obj)
{
	struct fakeapi__bucket *b = res ? fakeapi__core_bucket(c->core, res) : NULL;

	if (!b || fakeapi__managed_update(res, old, obj, "kube-apiserver", "status", c->now) < 0)
		return -1;
	return fakeapi__commit(c->core, b, str_of(fakeapi__meta_str(obj, "namespace")),
			       str_of(fakeapi__meta_str(obj, "name")), obj, false);
}
