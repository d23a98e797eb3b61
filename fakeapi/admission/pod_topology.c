/* SPDX-License-Identifier: Apache-2.0 */
/* pod_topology.c - PodTopologyLabels: copies a node's zone and region labels to its pods, since
 * 1.35. */
#include "fakeapi/admission/plugins.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/lookup.h"

static int set_label(cJSON *pod, const char *name, const char *value)
{
	cJSON *meta = fakeapi__member(pod, "metadata");
	cJSON *labels = fakeapi__member(meta, "labels");

	if (!labels) {
		labels = cJSON_CreateObject();
		if (fakeapi__set(meta, "labels", labels) < 0)
			return -1;
	}
	return fakeapi__set(labels, name, cJSON_CreateString(value)) < 0
		   ? -1
		   : fakeapi__sort_members(labels, false);
}

int fakeapi__add_topology(struct fakeapi__call *c, cJSON *pod, const char *node)
{
	static const char *const names[] = { "topology.kubernetes.io/region",
					     "topology.kubernetes.io/zone" };
	cJSON *found = NULL;
	int rc = 0;

	if (!*node || !fakeapi__plugin_on(&c->core->opt, FAKEAPI_PLUGIN_PodTopologyLabels))
		return 0;
	if (fakeapi__found(c, "", "nodes", STR(""), node, &found) < 0)
		return -1;
	for (size_t i = 0; i < ARRAY_LEN(names) && rc == 0; i++) {
		const cJSON *label = fakeapi__dig(found, "metadata", "labels", names[i], NULL);

		if (cJSON_IsString(label))
			rc = set_label(pod, names[i], label->valuestring);
	}
	cJSON_Delete(found);
	return rc;
}

int fakeapi__pod_topology_admit(struct fakeapi__call *c, cJSON *pod)
{
	if (!fakeapi__changed(c->res->features, FAKEAPI_CHANGE_BINDING_LABELS))
		return 0;
	return fakeapi__add_topology(c, pod,
				     fakeapi__string(fakeapi__member(pod, "spec"), "nodeName"));
}
