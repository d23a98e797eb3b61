/* SPDX-License-Identifier: Apache-2.0 */
/* The cost of an object under a quota. */
#include "fakeapi/admission/quota.h"

#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/pod_sum.h"
#include "fakeapi/meta/scalar.h"

static int count(cJSON *usage, const char *name, size_t n)
{
	return fakeapi__set_amount(usage, name, (double)n, false);
}

static bool is_native(const char *name)
{
	return !strchr(name, '/') || strstr(name, "kubernetes.io/");
}

/* Adds the cost under each quota name of the resource. */
static int charge_pod_resource(cJSON *usage, const char *what, const char *name, const char *text)
{
	static const char *const plain[] = { "cpu", "memory", "ephemeral-storage" };
	AUTO_STRBUF full = STRBUF_INIT;
	bool requests = what[0] == 'r', known = false;

	for (size_t i = 0; i < ARRAY_LEN(plain); i++)
		known |= strcmp(plain[i], name) == 0;
	if (!known && (!requests || (is_native(name) && strncmp(name, "hugepages-", 10) != 0)))
		return 0;
	strbuf_addf(&full, "%s.%s", what, name);
	if (full.failed || fakeapi__set(usage, full.ptr, cJSON_CreateString(text)) < 0)
		return -1;
	if (requests && (known || strncmp(name, "hugepages-", 10) == 0))
		return fakeapi__set(usage, name, cJSON_CreateString(text));
	return 0;
}

static int total_of(cJSON *totals, const cJSON *pod_spec, const char *what)
{
	static const char *const lists[] = { "containers", "initContainers" };
	const cJSON *m, *r;
	int rc = 0;

	for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
		cJSON_ArrayForEach(m, fakeapi__member(pod_spec, lists[i]))
		{
			cJSON_ArrayForEach(r, fakeapi__dig(m, "resources", what, NULL))
			{
				if (rc == 0 && !fakeapi__member(totals, r->string))
					rc = fakeapi__pod_total(totals, pod_spec, what, r->string);
			}
		}
	}
	cJSON_ArrayForEach(r, fakeapi__dig(pod_spec, "resources", what, NULL))
	{
		if (rc == 0 && !fakeapi__member(totals, r->string))
			rc = fakeapi__pod_total(totals, pod_spec, what, r->string);
	}
	cJSON_ArrayForEach(r, fakeapi__member(pod_spec, "overhead"))
	{
		const char *has = fakeapi__amount(totals, r->string);

		if (rc == 0 && cJSON_IsString(r) && (*has || what[0] == 'r'))
			rc = fakeapi__set_amount(
			    totals, r->string,
			    fakeapi__quantity_value(has) + fakeapi__quantity_value(r->valuestring),
			    fakeapi__quantity_is_binary(*has ? has : r->valuestring));
	}
	return rc;
}

static bool has_ended(const cJSON *pod)
{
	const char *phase = fakeapi__string(fakeapi__member(pod, "status"), "phase");

	return strcmp(phase, "Failed") == 0 || strcmp(phase, "Succeeded") == 0;
}

static int cost_of_pod(cJSON *usage, const cJSON *pod)
{
	static const char *const whats[] = { "requests", "limits" };
	const cJSON *spec = fakeapi__member(pod, "spec"), *m;
	int rc = has_ended(pod) ? 0 : count(usage, "pods", 1);

	for (size_t i = 0; i < ARRAY_LEN(whats) && rc == 0 && !has_ended(pod); i++) {
		cJSON *totals = cJSON_CreateObject();

		rc = totals ? total_of(totals, spec, whats[i]) : -1;
		cJSON_ArrayForEach(m, totals) if (rc == 0) rc =
		    charge_pod_resource(usage, whats[i], m->string, m->valuestring);
		cJSON_Delete(totals);
	}
	return rc;
}

static int cost_of_service(cJSON *usage, const cJSON *service)
{
	const cJSON *spec = fakeapi__member(service, "spec"), *p;
	const cJSON *ports = fakeapi__member(spec, "ports");
	const char *type = fakeapi__string(spec, "type");
	bool balancer = strcmp(type, "LoadBalancer") == 0;
	size_t node_ports = 0;

	if (strcmp(type, "NodePort") == 0 ||
	    (balancer && !cJSON_IsFalse(fakeapi__member(spec, "allocateLoadBalancerNodePorts"))))
		node_ports = (size_t)cJSON_GetArraySize(ports);
	else if (balancer)
		cJSON_ArrayForEach(p, ports) node_ports += fakeapi__member(p, "nodePort") != NULL;
	return count(usage, "services", 1) < 0 ||
		       count(usage, "services.loadbalancers", balancer) < 0 ||
		       count(usage, "services.nodeports", node_ports) < 0
		   ? -1
		   : 0;
}

static int charge_class(cJSON *usage, const char *class, const char *name, const char *text)
{
	AUTO_STRBUF full = STRBUF_INIT;

	if (!*class)
		return 0;
	strbuf_addf(&full, "%s.storageclass.storage.k8s.io/%s", class, name);
	return full.failed ? -1 : fakeapi__set(usage, full.ptr, cJSON_CreateString(text));
}

static int cost_of_claim(cJSON *usage, const cJSON *claim)
{
	static const char storage_name[] = "requests.storage";
	const cJSON *spec = fakeapi__member(claim, "spec");
	const char *class = fakeapi__string(spec, "storageClassName");
	const char *storage =
	    fakeapi__amount(fakeapi__dig(spec, "resources", "requests", NULL), "storage");
	const char *allocated =
	    fakeapi__amount(fakeapi__dig(claim, "status", "allocatedResources", NULL), "storage");

	if (fakeapi__quantity_value(allocated) > fakeapi__quantity_value(storage))
		storage = allocated;
	if (count(usage, "persistentvolumeclaims", 1) < 0 ||
	    charge_class(usage, class, "persistentvolumeclaims", "1") < 0)
		return -1;
	if (!*storage)
		return 0;
	return fakeapi__set(usage, storage_name, cJSON_CreateString(storage)) < 0 ||
		       charge_class(usage, class, storage_name, storage) < 0
		   ? -1
		   : 0;
}

bool fakeapi__is_core(const struct fakeapi__resource *res, const char *resource)
{
	return !res->group[0] && strcmp(res->resource, resource) == 0;
}

cJSON *fakeapi__quota_cost_of(const struct fakeapi__resource *res, const cJSON *obj)
{
	static const char *const counted[] = { "configmaps", "resourcequotas",
					       "replicationcontrollers", "secrets" };
	cJSON *usage = cJSON_CreateObject();
	AUTO_STRBUF name = STRBUF_INIT;
	int rc;

	strbuf_addf(&name, "count/%s%s%s", res->resource, res->group[0] ? "." : "", res->group);
	rc = !usage || name.failed ? -1 : count(usage, name.ptr, 1);
	for (size_t i = 0; i < ARRAY_LEN(counted) && rc == 0; i++)
		if (fakeapi__is_core(res, counted[i]))
			rc = count(usage, counted[i], 1);
	if (rc == 0 && fakeapi__is_core(res, "pods"))
		rc = cost_of_pod(usage, obj);
	if (rc == 0 && fakeapi__is_core(res, "services"))
		rc = cost_of_service(usage, obj);
	if (rc == 0 && fakeapi__is_core(res, "persistentvolumeclaims"))
		rc = cost_of_claim(usage, obj);
	if (rc == 0)
		return usage;
	cJSON_Delete(usage);
	return NULL;
}
