/* SPDX-License-Identifier: Apache-2.0 */
/* pod_sum.h - what the containers of a pod come to (k8s.io/component-helpers resource). */
#ifndef FAKEAPI_POD_SUM_H
#define FAKEAPI_POD_SUM_H

#include <cjson/cJSON.h>

#include "base/str.h"

/* What they have together of `name` in `what` ("requests", "limits"), or what the hungriest init
 * container takes beside those that stay. *any: one of them says it; *binary: in powers of 1024. */
double fakeapi__pod_sum(const cJSON *spec, const char *what, const char *name, bool *any,
			bool *binary);
/* Quantity.String() of a value, in powers of 1024 or of 10. */
void fakeapi__quantity_add(struct strbuf *out, double v, bool binary);
bool fakeapi__quantity_is_binary(const char *z);

/* "BestEffort", "Burstable" or "Guaranteed", by the requests and limits of the containers, or of
 * the pod. */
const char *fakeapi__pod_qos_class(const cJSON *spec);

#endif
