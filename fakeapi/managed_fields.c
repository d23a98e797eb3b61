/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/patch.h"

int fakeapi__managed_update(const struct fakeapi__resource *res, const cJSON *live, cJSON *obj,
			    const char *manager, const char *subresource, const char *now)
{
	(void)res;
	(void)live;
	(void)obj;
	(void)manager;
	(void)subresource;
	(void)now;
	return 0;
}
