/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/admission/pod_resources.h"

#include "fakeapi/admission/admission.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/pod_sum.h"
#include "fakeapi/meta/scalar.h"
#include "fakeapi/schema/typeinfo.h"

static bool is_of_pods(const char *name)
{
	return strcmp(name, "cpu") == 0 || strcmp(name, "memory") == 0 ||
	       strncmp(name, "hugepages-", 10) == 0;
}

/* The defaults of a pod's requests are the sums of the containers' requests, or the pod's
 * limits. */
void fakeapi__pod_requests(struct fakeapi__place spec)
{
	static const char *const lists[] = { "containers", "initContainers" };
	struct fakeapi__place resources = fakeapi__place_at(spec, "resources"), requests;
	const cJSON *limits = fakeapi__member(resources.v, "limits"), *m, *ctr;

	if (!limits || !limits->child)
		return;
	for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
		cJSON_ArrayForEach(ctr, fakeapi__member(spec.v, lists[i]))
		{
			cJSON_ArrayForEach(m, fakeapi__dig(ctr, "resources", "requests", NULL))
			{
				AUTO_STRBUF text = STRBUF_INIT;
				bool any, binary;
				double sum;

				if (!is_of_pods(m->string))
					continue;
				requests = fakeapi__place_need(resources, "requests");
				if (fakeapi__member(requests.v, m->string))
					continue;
				sum =
				    fakeapi__pod_sum(spec.v, "requests", m->string, &any, &binary);
				fakeapi__quantity_add(&text, sum, binary);
				fakeapi__place_set(requests, m->string,
						   text.failed ? NULL
							       : cJSON_CreateString(text.ptr));
			}
		}
	}
	cJSON_ArrayForEach(m, limits)
	{
		if (!is_of_pods(m->string))
			continue;
		requests = fakeapi__place_need(resources, "requests");
		if (!fakeapi__member(requests.v, m->string))
			fakeapi__place_set(requests, m->string, cJSON_Duplicate(m, true));
	}
}

/* Since 1.37: a pod that has only requests gets the sums of the containers' limits as its limits,
 * but not less than its requests. */
static void pod_limits(struct fakeapi__place spec)
{
	static const char *const lists[] = { "containers", "initContainers" };
	struct fakeapi__place resources = fakeapi__place_at(spec, "resources");
	const cJSON *m, *ctr;

	cJSON_ArrayForEach(m, fakeapi__place_at(resources, "requests").v)
	{
		AUTO_STRBUF text = STRBUF_INIT;
		double sum;
		bool all = true, any, binary;

		if (!is_of_pods(m->string) || fakeapi__dig(resources.v, "limits", m->string, NULL))
			continue;
		for (size_t i = 0; i < ARRAY_LEN(lists); i++)
			cJSON_ArrayForEach(ctr, fakeapi__member(spec.v, lists[i])) all &=
			    fakeapi__dig(ctr, "resources", "limits", m->string, NULL) != NULL;
		sum = all ? fakeapi__pod_sum(spec.v, "limits", m->string, &any, &binary) : 0;
		if (!all || !any)
			continue;
		if (fakeapi__quantity_value(m->valuestring) <= sum)
			fakeapi__quantity_add(&text, sum, binary);
		else
			strbuf_addz(&text, m->valuestring);
		fakeapi__place_set(fakeapi__place_need(resources, "limits"), m->string,
				   text.failed ? NULL : cJSON_CreateString(text.ptr));
	}
}

int fakeapi__default_pod_resources(const struct fakeapi__resource *res, cJSON *pod)
{
	bool nomem = false;
	struct fakeapi__place root = { pod, fakeapi__type_of(res), &nomem };

	fakeapi__pod_requests(fakeapi__place_at(root, "spec"));
	pod_limits(fakeapi__place_at(root, "spec"));
	return nomem ? -1 : 0;
}
