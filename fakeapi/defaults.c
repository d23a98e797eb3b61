/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/admit.h"

int fakeapi__default(const struct fakeapi__resource *res, cJSON *obj, const cJSON *old)
{
	(void)res;
	(void)obj;
	(void)old;
	return 0;
}

int fakeapi__admit(const struct fakeapi__resource *res, cJSON *obj, const cJSON *old)
{
	(void)res;
	(void)obj;
	(void)old;
	return 0;
}
