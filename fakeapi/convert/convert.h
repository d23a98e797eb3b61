/* SPDX-License-Identifier: Apache-2.0 */
/* convert.h - the few built-in types whose stored form differs from the served one:
 * events.k8s.io/v1 events are core/v1 events, autoscaling/v1 autoscalers are autoscaling/v2 ones.
 * For all others only kind and apiVersion change.
 *
 * Who may call: rest/, webhooks/, watch/ and output/. Threads: any; pure. */
#ifndef FAKEAPI_CONVERT_H
#define FAKEAPI_CONVERT_H

#include <cjson/cJSON.h>

#include "fakeapi/meta/resource.h"

/* True if an object of `to` has other members than one of `from`, not only another apiVersion. */
bool fakeapi__converts(const struct fakeapi__resource *from, const struct fakeapi__resource *to);
/* Converts `obj` from type `from` to type `to` in place. -1: out of memory, obj is then invalid. */
int fakeapi__convert(const struct fakeapi__resource *from, const struct fakeapi__resource *to,
		     cJSON *obj);

#endif
