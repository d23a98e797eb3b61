/* SPDX-License-Identifier: Apache-2.0 */
/* api_service.c - a new APIService without a Service is available from the start
 * (kube-aggregator pkg/registry/apiservice/strategy.go). */
#include "fakeapi/strategy/strategies.h"

#include "fakeapi/context.h"
#include "fakeapi/meta/go_json.h"

int fakeapi__api_service_prepare_for_create(const struct fakeapi__call *c, cJSON *obj)
{
	const cJSON *service = fakeapi__dig(obj, "spec", "service", NULL);
	cJSON *status = cJSON_CreateObject(), *list, *condition;

	if (fakeapi__set(obj, "status", status) != 0)
		return -1;
	if (cJSON_IsObject(service))
		return 0;
	list = cJSON_AddArrayToObject(status, "conditions");
	condition = cJSON_CreateObject();
	if (!list || !cJSON_AddItemToArray(list, condition)) {
		cJSON_Delete(condition);
		return -1;
	}
	return cJSON_AddStringToObject(condition, "type", "Available") &&
		       cJSON_AddStringToObject(condition, "status", "True") &&
		       cJSON_AddStringToObject(condition, "lastTransitionTime", c->now) &&
		       cJSON_AddStringToObject(condition, "reason", "Local") &&
		       cJSON_AddStringToObject(condition, "message",
					       "Local APIServices are always available")
		   ? 0
		   : -1;
}
