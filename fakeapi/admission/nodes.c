/* SPDX-License-Identifier: Apache-2.0 */
/* nodes.c - the plug-in that changes nodes. */
#include "fakeapi/admission/plugins.h"
#include "fakeapi/meta/go_json.h"

void fakeapi__taint_nodes(struct fakeapi__place node, const cJSON *old)
{
	static const char key[] = "node.kubernetes.io/not-ready";
	struct fakeapi__place spec;
	cJSON *list, *t;

	if (old)
		return;
	spec = fakeapi__place_need(node, "spec");
	list = fakeapi__member(spec.v, "taints");
	cJSON_ArrayForEach(t, list)
	{
		if (strcmp(fakeapi__string(t, "key"), key) == 0)
			return;
	}
	if (!cJSON_IsArray(list)) {
		fakeapi__place_set(spec, "taints", cJSON_CreateArray());
		list = fakeapi__member(spec.v, "taints");
	}
	t = cJSON_CreateObject();
	if (!list || !t || !cJSON_AddStringToObject(t, "key", key) ||
	    !cJSON_AddStringToObject(t, "effect", "NoSchedule") || !cJSON_AddItemToArray(list, t)) {
		cJSON_Delete(t);
		*node.nomem = true;
	}
}
