/* SPDX-License-Identifier: Apache-2.0 */
/* autoscaler.c - autoscalers: autoscaling/v1 has some fields in annotations. */
#include "fakeapi/convert/autoscaler.h"
#include "fakeapi/context.h"
#include "fakeapi/strategy/strategies.h"

int fakeapi__autoscaler_prepare_for_update(const struct fakeapi__call *c, const cJSON *old,
					   cJSON *obj, const char *sub)
{
	if (strcmp(c->res->version, "v1") != 0)
		return 0;
	return fakeapi__autoscaler_keep_notes(obj, old, strcmp(sub, "status") == 0);
}
