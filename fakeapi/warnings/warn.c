/* SPDX-License-Identifier: Apache-2.0 */
/* warn.c - warnings by kind. */
#include "fakeapi/warnings/warn.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/meta/object.h"
#include "fakeapi/validation/validate_impl.h"
#include "fakeapi/warnings/warn_impl.h"

static const path_t spec_at = { NULL, "spec", 0, { NULL, 0 } };

/* --- addresses --- */

/* Calls `warn` for each string of a list. */
static void warn_each(warnings_t *w, const path_t *list_at, const cJSON *list,
		      void (*warn)(warnings_t *w, const path_t *at, const char *text))
{
	const cJSON *m;
	size_t i = 0;

	cJSON_ArrayForEach(m, list)
	{
		const path_t *here = PATH_AT(list_at, i);

		i++;
		if (cJSON_IsString(m))
			warn(w, here, m->valuestring);
	}
}

/* --- kinds --- */

static void warn_addresses(warnings_t *w, const path_t *list_at, const cJSON *list, bool named)
{
	const cJSON *m;
	size_t i = 0;

	cJSON_ArrayForEach(m, list)
	{
		const path_t *here = PATH_AT(list_at, i);

		i++;
		fakeapi__warn_ip(w, named ? PATH(here, "ip") : here, fakeapi__string(m, "ip"));
	}
}

static void warn_pod_status(warnings_t *w, const struct fakeapi__warned *it)
{
	static const char *const lists[] = { "podIPs", "hostIPs" };
	const path_t status = { NULL, "status", 0, { NULL, 0 } };

	for (size_t i = 0; i < ARRAY_LEN(lists); i++)
		warn_addresses(w, PATH(&status, lists[i]),
			       fakeapi__dig(it->obj, "status", lists[i], NULL), true);
}

static void warn_balancer_status(warnings_t *w, const struct fakeapi__warned *it)
{
	const path_t status = { NULL, "status", 0, { NULL, 0 } };
	const path_t *balancer = PATH(&status, "loadBalancer");

	warn_addresses(w, PATH(balancer, "ingress"),
		       fakeapi__dig(it->obj, "status", "loadBalancer", "ingress", NULL), false);
}

static void warn_service(warnings_t *w, const struct fakeapi__warned *it)
{
	const cJSON *spec = fakeapi__member(it->obj, "spec");
	const cJSON *ips = fakeapi__member(spec, "externalIPs");
	const char *type = fakeapi__string(spec, "type"), *ip = fakeapi__string(spec, "clusterIP");
	const char *balancer = fakeapi__string(spec, "loadBalancerIP");
	bool external = strcmp(type, "ExternalName") == 0, headless = strcmp(ip, "None") == 0;

	if (fakeapi__member(fakeapi__annotations_of(it->obj),
			    "service.kubernetes.io/topology-aware-hints"))
		fakeapi__warn_add(w, NULL,
				  "annotation service.kubernetes.io/topology-aware-hints is "
				  "deprecated, please use service.kubernetes.io/topology-mode "
				  "instead");
	if (*ip && !headless)
		warn_each(w, PATH(&spec_at, "clusterIPs"), fakeapi__member(spec, "clusterIPs"),
			  fakeapi__warn_ip);
	if (headless && strcmp(type, "ClusterIP") == 0) {
		if (*balancer)
			fakeapi__warn_add(w, NULL,
					  "spec.loadBalancerIP is ignored for headless services");
		if (!fakeapi__is_blank(ips))
			fakeapi__warn_add(w, NULL,
					  "spec.externalIPs is ignored for headless services");
		if (strcmp(fakeapi__string(spec, "sessionAffinity"), "None") != 0)
			fakeapi__warn_add(w, NULL,
					  "spec.SessionAffinity is ignored for headless services");
	}
	warn_each(w, PATH(&spec_at, "externalIPs"), ips, fakeapi__warn_ip);
	fakeapi__warn_external_ips(w, external || headless ? NULL : ips);
	if (*balancer)
		fakeapi__warn_ip(w, PATH(&spec_at, "loadBalancerIP"), balancer);
	warn_each(w, PATH(&spec_at, "loadBalancerSourceRanges"),
		  fakeapi__member(spec, "loadBalancerSourceRanges"), fakeapi__warn_cidr);
	fakeapi__warn_ignored(w, spec);
}

static void warn_runtime_class(warnings_t *w, const struct fakeapi__warned *it)
{
	const path_t *at = PATH(NULL, "scheduling");
	const cJSON *l;

	cJSON_ArrayForEach(l, fakeapi__dig(it->obj, "scheduling", "nodeSelector", NULL))
	{
		const char *why = fakeapi__node_label_warning(l->string);

		if (why)
			fakeapi__warn_add(w, PATH(at, "nodeSelector"), "%s", why);
	}
}

static void warn_blocks(warnings_t *w, const path_t *at, const cJSON *rules, const char *peers)
{
	const cJSON *rule, *peer;
	size_t i = 0;

	cJSON_ArrayForEach(rule, rules)
	{
		const path_t *here = PATH_AT(at, i), *list = PATH(here, peers);
		size_t k = 0;

		i++;
		cJSON_ArrayForEach(peer, fakeapi__member(rule, peers))
		{
			const path_t *one = PATH_AT(list, k), *in = PATH(one, "ipBlock");
			const cJSON *block = fakeapi__member(peer, "ipBlock");

			k++;
			fakeapi__warn_cidr(w, PATH(in, "cidr"), fakeapi__string(block, "cidr"));
			warn_each(w, PATH(in, "except"), fakeapi__member(block, "except"),
				  fakeapi__warn_cidr);
		}
	}
}

static void warn_network_policy(warnings_t *w, const struct fakeapi__warned *it)
{
	const cJSON *spec = fakeapi__member(it->obj, "spec");

	warn_blocks(w, PATH(&spec_at, "ingress"), fakeapi__member(spec, "ingress"), "from");
	warn_blocks(w, PATH(&spec_at, "egress"), fakeapi__member(spec, "egress"), "to");
}

static void warn_ingress(warnings_t *w, const struct fakeapi__warned *it)
{
	if (!it->old &&
	    fakeapi__member(fakeapi__annotations_of(it->obj), "kubernetes.io/ingress.class") &&
	    !fakeapi__member(fakeapi__member(it->obj, "spec"), "ingressClassName"))
		fakeapi__warn_add(
		    w, NULL,
		    "annotation \"kubernetes.io/ingress.class\" is deprecated, please "
		    "use 'spec.ingressClassName' instead");
}

static void warn_endpoints(warnings_t *w, const struct fakeapi__warned *it)
{
	static const char *const lists[] = { "addresses", "notReadyAddresses" };
	const path_t *at = PATH(NULL, "subsets");
	const cJSON *s;
	size_t i = 0;

	if (strcmp(fakeapi__string(fakeapi__dig(it->obj, "metadata", "labels", NULL),
				   "endpoints.kubernetes.io/managed-by"),
		   "endpoint-controller") == 0)
		return;
	cJSON_ArrayForEach(s, fakeapi__member(it->obj, "subsets"))
	{
		const path_t *here = PATH_AT(at, i);

		i++;
		for (size_t k = 0; k < ARRAY_LEN(lists); k++)
			warn_addresses(w, PATH(here, lists[k]), fakeapi__member(s, lists[k]), true);
	}
}

static void warn_endpoint_slice(warnings_t *w, const struct fakeapi__warned *it)
{
	const cJSON *labels = fakeapi__dig(it->obj, "metadata", "labels", NULL), *e;
	const char *by = fakeapi__string(labels, "endpointslice.kubernetes.io/managed-by");
	const path_t *at = PATH(NULL, "endpoints");
	size_t i = 0;

	if (!it->old && strcmp(fakeapi__string(it->obj, "addressType"), "FQDN") == 0)
		fakeapi__warn_add(w, PATH(&spec_at, "addressType"),
				  "FQDN endpoints are deprecated");
	if (strcmp(by, "endpointslice-controller.k8s.io") == 0 ||
	    strcmp(by, "endpointslicemirroring-controller.k8s.io") == 0)
		return;
	cJSON_ArrayForEach(e, fakeapi__member(it->obj, "endpoints"))
	{
		const path_t *here = PATH_AT(at, i);

		i++;
		warn_each(w, PATH(here, "addresses"), fakeapi__member(e, "addresses"),
			  fakeapi__warn_ip);
	}
}

static void warn_node(warnings_t *w, const struct fakeapi__warned *it)
{
	const cJSON *spec = fakeapi__member(it->obj, "spec");

	if (fakeapi__member(spec, "configSource"))
		fakeapi__warn_add(w, NULL, "spec.configSource: the feature is removed");
	if (*fakeapi__string(spec, "externalID"))
		fakeapi__warn_add(w, NULL,
				  "spec.externalID: this field is deprecated, and is unused by "
				  "Kubernetes");
	warn_each(w, PATH(&spec_at, "podCIDRs"), fakeapi__member(spec, "podCIDRs"),
		  fakeapi__warn_cidr);
}

static void warn_service_account(warnings_t *w, const struct fakeapi__warned *it)
{
	static const char note[] = "kubernetes.io/enforce-mountable-secrets";

	if (!fakeapi__member(fakeapi__annotations_of(it->old), note))
		fakeapi__warn_annotation(
		    w, it->obj, note,
		    "deprecated in v1.32+; prefer separate namespaces to isolate access "
		    "to mounted secrets");
}

/* --- definitions --- */

static const struct {
	const char *group, *resource, *sub;
	fakeapi__warn_fn *warn;
} kinds[] = {
	{ "", "endpoints", "", warn_endpoints },
	{ "", "nodes", "", warn_node },
	{ "", "persistentvolumeclaims", "", fakeapi__warn_claim },
	{ "", "persistentvolumes", "", fakeapi__warn_volume },
	{ "", "pods", "", fakeapi__warn_new_pod },
	{ "", "pods", "status", warn_pod_status },
	{ "", "podtemplates", "", fakeapi__warn_pod_template },
	{ "", "replicationcontrollers", "", fakeapi__warn_controller },
	{ "", "secrets", "", fakeapi__warn_secret },
	{ "", "serviceaccounts", "", warn_service_account },
	{ "", "services", "", warn_service },
	{ "", "services", "status", warn_balancer_status },
	{ "apiextensions.k8s.io", "customresourcedefinitions", "", fakeapi__warn_definition },
	{ "apps", "daemonsets", "", fakeapi__warn_daemon_set },
	{ "apps", "deployments", "", fakeapi__warn_workload },
	{ "apps", "replicasets", "", fakeapi__warn_workload },
	{ "apps", "statefulsets", "", fakeapi__warn_stateful_set },
	{ "batch", "cronjobs", "", fakeapi__warn_cron_job },
	{ "batch", "jobs", "", fakeapi__warn_job },
	{ "discovery.k8s.io", "endpointslices", "", warn_endpoint_slice },
	{ "networking.k8s.io", "ingresses", "", warn_ingress },
	{ "networking.k8s.io", "ingresses", "status", warn_balancer_status },
	{ "networking.k8s.io", "networkpolicies", "", warn_network_policy },
	{ "node.k8s.io", "runtimeclasses", "", warn_runtime_class },
	{ "storage.k8s.io", "csistoragecapacities", "", fakeapi__warn_storage_capacity },
	{ "storage.k8s.io", "storageclasses", "", fakeapi__warn_storage_class },
};

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Warns about new finalizers of a custom resource without a domain, sorted by name. */
static void warn_finalizers(warnings_t *w, const cJSON *obj, const cJSON *old)
{
	const cJSON *list = fakeapi__dig(obj, "metadata", "finalizers", NULL), *f;
	const cJSON *before = fakeapi__dig(old, "metadata", "finalizers", NULL);
	const char **names;
	struct fakeapi__lookup had;
	size_t n = 0;

	if (!cJSON_IsArray(list) || !list->child)
		return;
	names = base__reallocarray(NULL, (size_t)cJSON_GetArraySize(list), sizeof(*names));
	if (!names) {
		w->nomem = true;
		return;
	}
	fakeapi__lookup_items(&had, before, NULL, list);
	cJSON_ArrayForEach(f, list)
	{
		const char *z = fakeapi__text(f);

		if (!strchr(z, '/') && strcmp(z, "orphan") != 0 &&
		    strcmp(z, "foregroundDeletion") != 0 && strcmp(z, "kubernetes") != 0 &&
		    !fakeapi__lookup(&had, z))
			names[n++] = z;
	}
	fakeapi__lookup_fini(&had);
	qsort(names, n, sizeof(*names), by_text);
	for (size_t i = 0; i < n; i++)
		if (i == 0 || strcmp(names[i - 1], names[i]) != 0)
			fakeapi__warn_add(
			    w, NULL,
			    "metadata.finalizers: \"%s\": prefer a domain-qualified "
			    "finalizer name%s to avoid accidental conflicts with other "
			    "finalizer writers",
			    names[i], strchr(names[i], '.') ? " including a path (/)" : "");
	base__free(names);
}

int fakeapi__warn(const struct fakeapi__resource *res, const cJSON *obj, const cJSON *old,
		  const char *subresource, struct strbuf *out)
{
	struct fakeapi__warned it = { obj, old, true };
	warnings_t w = { .out = out, .features = res->features };
	/* A write of a scale writes its object. */
	const char *sub = strcmp(subresource, "scale") == 0 ? "" : subresource;

	if (res->flags & FAKEAPI_RES_VIRTUAL)
		return 0;
	map_init(&w.written, MAP_COPY_KEYS);
	if (res->flags & FAKEAPI_RES_CUSTOM && !*sub)
		warn_finalizers(&w, obj, old);
	if (old)
		it.moved =
		    fakeapi__meta_int(obj, "generation") != fakeapi__meta_int(old, "generation");
	for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
		if (strcmp(kinds[i].resource, res->resource) == 0 &&
		    strcmp(kinds[i].group, res->group) == 0 && strcmp(kinds[i].sub, sub) == 0)
			kinds[i].warn(&w, &it);
	map_fini(&w.written);
	return w.nomem ? -1 : 0;
}
