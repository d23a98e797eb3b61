/* SPDX-License-Identifier: Apache-2.0 */
/* defaults_devices.c - defaults of requests for devices (pkg/apis/resource/v1/defaults.go). */
#include "fakeapi/admission/admission.h"
#include "fakeapi/admission/plugins.h"
#include "fakeapi/meta/go_json.h"

void fakeapi__default_device_request(struct fakeapi__place request)
{
	const cJSON *count;

	fakeapi__place_default(request, "allocationMode", "\"ExactCount\"");
	count = fakeapi__member(request.v, "count");
	if (strcmp(fakeapi__string(request.v, "allocationMode"), "ExactCount") == 0 &&
	    (!cJSON_IsNumber(count) || count->valuedouble == 0))
		fakeapi__place_set(request, "count", cJSON_CreateNumber(1));
}
