/* SPDX-License-Identifier: Apache-2.0 */
/* autoscaler.h - converts autoscalers between autoscaling/v1 and v2
 * (pkg/apis/autoscaling/v1/conversion.go). Threads: any; pure. */
#ifndef FAKEAPI_AUTOSCALER_H
#define FAKEAPI_AUTOSCALER_H

#include <cjson/cJSON.h>
#include <stdbool.h>

/* Convert in place, except kind and apiVersion. -1: out of memory. */
int fakeapi__autoscaler_to_v1(cJSON *obj);
int fakeapi__autoscaler_to_v2(cJSON *obj);
/* An update of the spec in v1 keeps the part of the status of `old` that annotations have; an
 * update of the status (`status`) keeps that of the spec. -1: out of memory. */
int fakeapi__autoscaler_keep_notes(cJSON *obj, const cJSON *old, bool status);

/* autoscaler_metric.c: a copy of a metric of the spec or the status. NULL: out of memory. */
cJSON *fakeapi__autoscaler_metric(const cJSON *from, bool status, bool to_v2);

#endif
