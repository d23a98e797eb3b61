/* SPDX-License-Identifier: Apache-2.0 */
/* form.c - converts an object to the version that a webhook or a policy matches. */
#include "base/alloc.h"
#include "fakeapi/webhooks/conversion.h"
#include "fakeapi/webhooks/webhooks_impl.h"

cJSON *fakeapi__hook_form(struct fakeapi__call *c, const struct invocation *in, const cJSON *obj)
{
	cJSON *copy = cJSON_Duplicate(obj, true);

	if (!copy || in->res == c->res || strcmp(in->kind, in->res->kind) != 0)
		return copy;
	if (fakeapi__webhook_convert(c, c->res, in->res, copy) == 0)
		return copy;
	cJSON_Delete(copy);
	return NULL;
}
