/* SPDX-License-Identifier: Apache-2.0 */
/* pod_sum.h - resource sums of a pod's containers (k8s.io/component-helpers resource). */
#ifndef FAKEAPI_POD_SUM_H
#define FAKEAPI_POD_SUM_H

#include <cjson/cJSON.h>

#include "base/str.h"

/* The sum of `name` in `what` ("requests", "limits") over all containers, or the largest need of an
 * init container plus the sidecars started before it. *any: a container specifies it; *binary: the
 * unit is a power of 1024. */
double fakeapi__pod_sum(const cJSON *spec, const char *what, const char *name, bool *any,
			bool *binary);
/* Writes Quantity.String() of a value, in powers of 1024 or of 10. */
void fakeapi__quantity_add(struct strbuf *out, double v, bool binary);
bool fakeapi__quantity_is_binary(const char *z);

/* "BestEffort", "Burstable" or "Guaranteed", from the requests and limits of the containers or the
 * pod. */
const char *fakeapi__pod_qos_class(const cJSON *spec);

#endif
