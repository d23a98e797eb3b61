/* SPDX-License-Identifier: Apache-2.0 */
/* pod_resources.h - defaults of what a pod requests for all its containers together. */
#ifndef FAKEAPI_POD_RESOURCES_H
#define FAKEAPI_POD_RESOURCES_H

#include "fakeapi/schema/ordered.h"

/* Requests of a pod's spec that has limits. */
void fakeapi__pod_requests(struct fakeapi__place spec);

#endif
