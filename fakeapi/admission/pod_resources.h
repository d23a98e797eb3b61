/* SPDX-License-Identifier: Apache-2.0 */
/* pod_resources.h - defaults of pod-level resources. */
#ifndef FAKEAPI_POD_RESOURCES_H
#define FAKEAPI_POD_RESOURCES_H

#include "fakeapi/schema/ordered.h"

/* Sets the pod-level requests if the pod has limits. */
void fakeapi__pod_requests(struct fakeapi__place spec);

#endif
