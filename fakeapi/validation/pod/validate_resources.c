/* SPDX-License-Identifier: Apache-2.0 */
/* Resources of a container: requests, limits and claims. */
#include <math.h>

#include "fakeapi/meta/lookup.h"

#include "fakeapi/meta/scalar.h"
#include "fakeapi/validation/pod/validate_pod.h"

static bool begins(const char *z, const char *prefix)
{
	return strncmp(z, prefix, strlen(prefix)) == 0;
}

static bool is_native(const char *name)
{
	return !strchr(name, '/') || strstr(name, "kubernetes.io/");
}

bool fakeapi__is_extended_resource(const char *name)
{
	return !is_native(name) && !begins(name, "requests.");
}

void fakeapi__check_container_resource(causes_t *c, const path_t *at, const char *name)
{
	static const char *const of_containers[] = { "cpu", "memory", "ephemeral-storage" };
	static const char *const standard[] = {
		"requests.cpu",
		"requests.memory",
		"requests.ephemeral-storage",
		"limits.cpu",
		"limits.memory",
		"limits.ephemeral-storage",
		"pods",
		"resourcequotas",
		"services",
		"secrets",
		"configmaps",
		"replicationcontrollers",
		"storage",
		"requests.storage",
		"persistentvolumeclaims",
		"services.nodeports",
		"services.loadbalancers",
	};
	size_t before = fakeapi__causes_count(c);
	bool known = begins(name, "requests.hugepages-");

	fakeapi__check_format(c, at, FAKEAPI_QUALIFIED_NAME, name);
	if (strchr(name, '/')) {
		if (!is_native(name) && !fakeapi__is_extended_resource(name))
			fakeapi__cause_invalid_str(c, at, str_of(name),
						   "doesn't follow extended resource name "
						   "standard");
		return;
	}
	if (begins(name, "hugepages-"))
		return;
	for (size_t i = 0; i < ARRAY_LEN(of_containers); i++)
		if (strcmp(name, of_containers[i]) == 0)
			return;
	for (size_t i = 0; i < ARRAY_LEN(standard); i++)
		known |= strcmp(name, standard[i]) == 0;
	if (!known && fakeapi__causes_count(c) == before)
		fakeapi__cause_invalid_str(c, at, str_of(name),
					   "must be a standard resource type or fully qualified");
	fakeapi__cause_invalid_str(c, at, str_of(name),
				   "must be a standard resource for containers");
}

static void check_amount(causes_t *c, const path_t *at, const cJSON *q)
{
	double value = cJSON_IsString(q) ? fakeapi__quantity_value(q->valuestring) : 0;

	fakeapi__check_container_resource(c, at, q->string);
	if (value < 0)
		fakeapi__cause_invalid(c, at, q, "must be greater than or equal to 0");
	if (fakeapi__is_extended_resource(q->string) && fmod(value, 1) != 0)
		fakeapi__cause_invalid(c, at, q, "must be an integer");
}

static void check_claims(causes_t *c, const path_t *at, const cJSON *claims, const cJSON *of_pod)
{
	struct fakeapi__lookup names, pod_names;
	const cJSON *m, *p;
	AUTO_STRBUF why = STRBUF_INIT;
	size_t i = 0;

	fakeapi__lookup_items(&names, claims, "name", claims);
	fakeapi__lookup_items(&pod_names, of_pod, "name", claims);
	strbuf_addz(&why, "must be one of the names in pod.spec.resourceClaims");
	if (!of_pod || !of_pod->child)
		strbuf_addz(&why, " which is empty");
	cJSON_ArrayForEach(p, of_pod)
	    strbuf_addf(&why, "%s%s", p == of_pod->child ? ": " : ", ", fakeapi__string(p, "name"));
	cJSON_ArrayForEach(m, claims)
	{
		const path_t *here = PATH_AT(at, i);
		const cJSON *name = fakeapi__member(m, "name");

		i++;
		if (!fakeapi__check_some(c, here, name))
			continue;
		if (fakeapi__lookup_again(&names, m))
			fakeapi__cause_duplicate(c, here, name);
		if (!of_pod || !fakeapi__lookup(&pod_names, name->valuestring))
			fakeapi__cause_not_among(c, here, name, why.ptr);
	}
	fakeapi__lookup_fini(&names);
	fakeapi__lookup_fini(&pod_names);
}

/* Huge pages require requests of cpu or memory. */
static void check_huge_pages(causes_t *c, const path_t *at, const cJSON *limits,
			     const cJSON *requests)
{
	const cJSON *const lists[] = { limits, requests }, *q;
	bool huge = false, other = false;

	for (size_t i = 0; i < ARRAY_LEN(lists); i++)
		cJSON_ArrayForEach(q, lists[i])
		{
			huge |= begins(q->string, "hugepages-");
			other |= strcmp(q->string, "cpu") == 0 || strcmp(q->string, "memory") == 0;
		}
	if (huge && !other)
		fakeapi__cause_forbidden(c, at, "HugePages require cpu or memory");
}

void fakeapi__check_resources(causes_t *c, const path_t *at, const cJSON *resources,
			      const cJSON *pod_claims)
{
	const cJSON *limits = fakeapi__member(resources, "limits"), *q;
	const cJSON *requests = fakeapi__member(resources, "requests");
	struct fakeapi__lookup limit_of;
	const path_t *lim = PATH(at, "limits"), *req = PATH(at, "requests");

	cJSON_ArrayForEach(q, limits) check_amount(c, PATH_KEY(lim, str_of(q->string)), q);
	fakeapi__lookup_members(&limit_of, limits, requests);
	cJSON_ArrayForEach(q, requests)
	{
		const cJSON *max = fakeapi__lookup(&limit_of, q->string);
		const char *limit = fakeapi__text(max);
		bool over = is_native(q->string) && !begins(q->string, "hugepages-");
		AUTO_STRBUF text = STRBUF_INIT;
		double wanted, most = fakeapi__quantity_value(limit);

		check_amount(c, PATH_KEY(req, str_of(q->string)), q);
		if (!*limit && !over)
			fakeapi__cause_required(c, lim,
						"Limit must be set for non overcommitable "
						"resources");
		if (!*limit || !cJSON_IsString(q))
			continue;
		wanted = fakeapi__quantity_value(q->valuestring);
		if (!over && (wanted < most || wanted > most))
			strbuf_addf(&text, "must be equal to %s limit of %s", q->string, limit);
		else if (wanted > most)
			strbuf_addf(&text, "must be less than or equal to %s limit of %s",
				    q->string, limit);
		if (text.len)
			fakeapi__cause_invalid(c, req, q, text.ptr);
	}
	fakeapi__lookup_fini(&limit_of);
	check_huge_pages(c, at, limits, requests);
	check_claims(c, PATH(at, "claims"), fakeapi__member(resources, "claims"), pod_claims);
}
