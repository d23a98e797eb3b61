/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/admit.h"

int fakeapi__validate(const struct fakeapi__resource *res, const cJSON *obj, const cJSON *old,
		      const char *subresource, struct fakeapi__status *st)
{
	(void)res;
	(void)obj;
	(void)old;
	(void)subresource;
	(void)st;
	return 0;
}
