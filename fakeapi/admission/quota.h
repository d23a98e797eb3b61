/* SPDX-License-Identifier: Apache-2.0 */
/* quota.h - the cost of an object under a ResourceQuota. */
#ifndef FAKEAPI_ADMISSION_QUOTA_H
#define FAKEAPI_ADMISSION_QUOTA_H

#include "fakeapi/admission/plugins.h"

/* The resource has this name and no group. */
bool fakeapi__is_core(const struct fakeapi__resource *res, const char *resource);
/* The object's cost by quota names. NULL: out of memory. */
cJSON *fakeapi__quota_cost_of(const struct fakeapi__resource *res, const cJSON *obj);
const char *fakeapi__amount(const cJSON *list, const char *name);
int fakeapi__set_amount(cJSON *list, const char *name, double v, bool binary);

#endif
