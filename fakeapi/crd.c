/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/crd.h"

const cJSON *fakeapi__crd_schema(const struct fakeapi__resource *res)
{
	(void)res;
	return NULL;
}

bool fakeapi__crd_preserves(const struct fakeapi__resource *res)
{
	(void)res;
	return true;
}

int fakeapi__schema_prune(const cJSON *schema, cJSON *obj, struct fakeapi__typed *t)
{
	(void)schema;
	(void)obj;
	(void)t;
	return 0;
}
