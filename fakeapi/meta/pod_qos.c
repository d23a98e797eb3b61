/* SPDX-License-Identifier: Apache-2.0 */
/* pod_qos.c - computes a pod's quality of service class (pkg/apis/core/helper/qos). */
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/pod_sum.h"
#include "fakeapi/meta/scalar.h"

/* The cpu and memory requests or limits of a container. */
struct qos {
	bool any, all_limited;
};

static bool positive(const cJSON *list, const char *name)
{
	return fakeapi__quantity_value(fakeapi__string(list, name)) > 0;
}

static void qos_of(const cJSON *containers, struct qos *q)
{
	static const char *const counted[] = { "cpu", "memory" };
	const cJSON *c;

	cJSON_ArrayForEach(c, containers)
	{
		const cJSON *requests = fakeapi__dig(c, "resources", "requests", NULL);
		const cJSON *limits = fakeapi__dig(c, "resources", "limits", NULL);

		for (size_t i = 0; i < ARRAY_LEN(counted); i++) {
			const char *r = fakeapi__string(requests, counted[i]);
			const char *l = fakeapi__string(limits, counted[i]);
			double want = fakeapi__quantity_value(r), max = fakeapi__quantity_value(l);

			q->any |= positive(requests, counted[i]) || positive(limits, counted[i]);
			if (!positive(limits, counted[i]) || (*r && (want < max || want > max)))
				q->all_limited = false;
		}
	}
}

/* By the pod's own resources, if it has any. */
static const char *qos_class_of_all(const cJSON *resources)
{
	static const char *const counted[] = { "cpu", "memory" };
	const cJSON *requests = fakeapi__member(resources, "requests");
	const cJSON *limits = fakeapi__member(resources, "limits");
	size_t requested = 0, limited = 0;
	bool all = true;

	for (size_t i = 0; i < ARRAY_LEN(counted); i++) {
		double want = fakeapi__quantity_value(fakeapi__string(requests, counted[i]));
		double most = fakeapi__quantity_value(fakeapi__string(limits, counted[i]));

		requested += want > 0;
		limited += most > 0;
		all &= !(want > 0) || (want <= most && want >= most);
	}
	if (!requested && !limited)
		return "BestEffort";
	return all && requested == limited && limited == ARRAY_LEN(counted) ? "Guaranteed"
									    : "Burstable";
}

static bool is_pod_level(const cJSON *list)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, list) if (strcmp(m->string, "cpu") == 0 ||
					strcmp(m->string, "memory") == 0 ||
					strncmp(m->string, "hugepages-", 10) == 0) return true;
	return false;
}

const char *fakeapi__pod_qos_class(const cJSON *spec)
{
	const cJSON *resources = fakeapi__member(spec, "resources");
	struct qos q = { false, true };

	if (is_pod_level(fakeapi__member(resources, "requests")) ||
	    is_pod_level(fakeapi__member(resources, "limits")))
		return qos_class_of_all(resources);

	qos_of(fakeapi__member(spec, "containers"), &q);
	qos_of(fakeapi__member(spec, "initContainers"), &q);
	return !q.any ? "BestEffort" : q.all_limited ? "Guaranteed" : "Burstable";
}
