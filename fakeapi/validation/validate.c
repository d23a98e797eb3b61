/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/meta/lookup.h"
#include "fakeapi/validation/validate.h"
#include "fakeapi/validation/validate_impl.h"

/* --- metadata --- */

static const path_t metadata = { NULL, "metadata", 0, { NULL, 0 } };

static enum fakeapi__format name_format(const struct fakeapi__resource *res)
{
	static const struct {
		const char *group, *resource;
		enum fakeapi__format format;
	} other[] = {
		{ "", "namespaces", FAKEAPI_DNS_LABEL },
		{ "", "services", FAKEAPI_DNS_1035_LABEL },
		{ "rbac.authorization.k8s.io", "roles", FAKEAPI_PATH_SEGMENT },
		{ "rbac.authorization.k8s.io", "clusterroles", FAKEAPI_PATH_SEGMENT },
		{ "rbac.authorization.k8s.io", "rolebindings", FAKEAPI_PATH_SEGMENT },
		{ "rbac.authorization.k8s.io", "clusterrolebindings", FAKEAPI_PATH_SEGMENT },
		{ "networking.k8s.io", "ipaddresses", FAKEAPI_PATH_SEGMENT },
		{ "certificates.k8s.io", "certificatesigningrequests", FAKEAPI_DNS_SUBDOMAIN },
		{ "apiregistration.k8s.io", "apiservices", FAKEAPI_PATH_SEGMENT },
		{ "certificates.k8s.io", "clustertrustbundles", FAKEAPI_PATH_SEGMENT },
		{ "policy", "poddisruptionbudgets", FAKEAPI_PATH_SEGMENT },
	};

	for (size_t i = 0; i < ARRAY_LEN(other); i++)
		if (strcmp(other[i].resource, res->resource) == 0 &&
		    strcmp(other[i].group, res->group) == 0)
			return other[i].format;
	return FAKEAPI_DNS_SUBDOMAIN;
}

static void check_generate_name(causes_t *c, const cJSON *meta, enum fakeapi__format format)
{
	const path_t *at = PATH(&metadata, "generateName");
	const char *name = fakeapi__string(meta, "generateName");
	size_t n = strlen(name);
	AUTO_STRBUF masked = STRBUF_INIT;
	AUTO_STRBUF wrong = STRBUF_INIT;

	if (n == 0)
		return;
	/* What comes behind a dash is made up later. */
	strbuf_addz(&masked, name);
	if (n > 1 && name[n - 1] == '-' && !masked.failed)
		masked.ptr[n - 1] = 'a';
	fakeapi__format_check(format, masked.ptr, &wrong);
	if (wrong.len)
		fakeapi__cause_invalid_str(c, at, str_of(name), wrong.ptr);
}

static void check_owners(causes_t *c, const cJSON *owners)
{
	static const char *const parts[] = { "kind", "name", "uid" };
	const path_t *at = PATH(&metadata, "ownerReferences");
	AUTO_STRBUF first = STRBUF_INIT;
	const cJSON *o;

	cJSON_ArrayForEach(o, owners)
	{
		AUTO_STRBUF text = STRBUF_INIT;

		if (!*fakeapi__string(o, "apiVersion"))
			fakeapi__cause_invalid_str(c, PATH(at, "apiVersion"), STR(""),
						   "version must not be empty");
		for (size_t i = 0; i < ARRAY_LEN(parts); i++)
			if (!*fakeapi__string(o, parts[i]))
				fakeapi__cause_invalid_str(c, PATH(at, parts[i]), STR(""),
							   "must not be empty");
		if (!cJSON_IsTrue(fakeapi__member(o, "controller")))
			continue;
		if (!first.len) {
			strbuf_addf(&first, "%s/%s", fakeapi__string(o, "kind"),
				    fakeapi__string(o, "name"));
			continue;
		}
		strbuf_addf(&text,
			    "Only one reference can have Controller set to true. Found \"true\" in "
			    "references for %s and %s/%s",
			    first.ptr, fakeapi__string(o, "kind"), fakeapi__string(o, "name"));
		fakeapi__cause_invalid(c, at, owners, text.ptr);
	}
}

/* validateKubeFinalizerName */
static void check_known_finalizers(causes_t *c, const cJSON *finalizers)
{
	static const char *const standard[] = { "kubernetes", "orphan", "foregroundDeletion" };
	const path_t *at = PATH(&metadata, "finalizers");
	const cJSON *f;
	size_t n = 0;

	cJSON_ArrayForEach(f, finalizers)
	{
		const path_t *here = PATH_AT(at, n);
		bool known = !cJSON_IsString(f) || strchr(f->valuestring, '/') != NULL;

		n++;
		for (size_t i = 0; i < ARRAY_LEN(standard) && !known; i++)
			known = strcmp(f->valuestring, standard[i]) == 0;
		if (!known)
			fakeapi__cause_invalid(
			    c, here, f,
			    "name is neither a standard finalizer name nor is it "
			    "fully qualified");
	}
}

static void check_finalizers(causes_t *c, const cJSON *finalizers, bool built_in)
{
	const path_t *at = PATH(&metadata, "finalizers");
	const cJSON *f;

	cJSON_ArrayForEach(f, finalizers)
	{
		if (cJSON_IsString(f))
			fakeapi__check_format(c, at, FAKEAPI_QUALIFIED_NAME, f->valuestring);
	}
	if (built_in)
		check_known_finalizers(c, finalizers);
}

/* Types whose validation does not look at metadata: the generic one alone sees it. */
static bool any_finalizers(const struct fakeapi__resource *res)
{
	static const struct {
		const char *group, *resource;
	} lax[] = {
		{ "", "events" },
		{ "coordination.k8s.io", "leases" },
		{ "policy", "poddisruptionbudgets" },
	};

	for (size_t i = 0; i < ARRAY_LEN(lax); i++)
		if (strcmp(lax[i].resource, res->resource) == 0 &&
		    strcmp(lax[i].group, res->group) == 0)
			return true;
	return res->flags & FAKEAPI_RES_CUSTOM;
}

static void check_meta(causes_t *c, const struct fakeapi__resource *res, const cJSON *meta,
		       enum fakeapi__format format, bool built_in)
{
	const char *name = fakeapi__string(meta, "name");

	check_generate_name(c, meta, format);
	if (!*name)
		fakeapi__cause_required(c, PATH(&metadata, "name"),
					"name or generateName is required");
	else
		fakeapi__check_format(c, PATH(&metadata, "name"), format, name);
	if (!(res->flags & FAKEAPI_RES_NAMESPACED) && *fakeapi__string(meta, "namespace"))
		fakeapi__cause_forbidden(c, PATH(&metadata, "namespace"),
					 "not allowed on this type");
	fakeapi__check_labels(c, PATH(&metadata, "labels"), fakeapi__member(meta, "labels"));
	fakeapi__check_annotations(c, PATH(&metadata, "annotations"),
				   fakeapi__member(meta, "annotations"));
	check_owners(c, fakeapi__member(meta, "ownerReferences"));
	check_finalizers(c, fakeapi__member(meta, "finalizers"), built_in);
}

/* Go's %#v of a sorted []string. */
static void new_finalizers(causes_t *c, const cJSON *meta, const cJSON *old)
{
	const cJSON *now = fakeapi__member(meta, "finalizers"), *f;
	AUTO_STRBUF text = STRBUF_INIT;
	struct fakeapi__lookup before;
	size_t n = 0;

	fakeapi__lookup_items(&before, fakeapi__member(old, "finalizers"), NULL, now);

	strbuf_addz(&text,
		    "no new finalizers can be added if the object is being deleted, found new "
		    "finalizers []string{");
	cJSON_ArrayForEach(f, now)
	{
		if (!cJSON_IsString(f) || fakeapi__lookup(&before, f->valuestring))
			continue;
		strbuf_addz(&text, n++ ? ", " : "");
		fakeapi__go_quote(&text, str_of(f->valuestring));
	}
	strbuf_addc(&text, '}');
	fakeapi__lookup_fini(&before);
	if (n)
		fakeapi__cause_forbidden(c, PATH(&metadata, "finalizers"), text.ptr);
}

static void check_meta_update(causes_t *c, const cJSON *meta, const cJSON *old)
{
	static const char *const fixed[] = { "name",
					     "namespace",
					     "uid",
					     "creationTimestamp",
					     "deletionTimestamp",
					     "deletionGracePeriodSeconds" };

	if (!fakeapi__is_blank(fakeapi__member(old, "deletionTimestamp")))
		new_finalizers(c, meta, old);
	for (size_t i = 0; i < ARRAY_LEN(fixed); i++)
		fakeapi__check_immutable(c, PATH(&metadata, fixed[i]),
					 fakeapi__member(meta, fixed[i]),
					 fakeapi__member(old, fixed[i]));
	fakeapi__check_labels(c, PATH(&metadata, "labels"), fakeapi__member(meta, "labels"));
	fakeapi__check_annotations(c, PATH(&metadata, "annotations"),
				   fakeapi__member(meta, "annotations"));
	check_owners(c, fakeapi__member(meta, "ownerReferences"));
}

/* --- by kind --- */

static const struct {
	const char *group, *resource;
	fakeapi__check_fn *check;
	bool meta_again; /* an update checks metadata as a create does, once more */
} kinds[] = {
	{ "", "pods", fakeapi__check_pod, true },
	{ "", "services", fakeapi__check_service, false },
	{ "", "configmaps", fakeapi__check_config_map, true },
	{ "", "secrets", fakeapi__check_secret, true },
	{ "", "namespaces", fakeapi__check_namespace, true },
	{ "", "persistentvolumeclaims", fakeapi__check_claim, true },
	{ "", "persistentvolumes", fakeapi__check_volume, true },
	{ "", "replicationcontrollers", fakeapi__check_rc, false },
	{ "", "podtemplates", fakeapi__check_pod_template, true },
	{ "", "resourcequotas", fakeapi__check_quota, true },
	{ "", "endpoints", fakeapi__check_endpoints, false },
	{ "", "limitranges", fakeapi__check_limit_range, false },
	{ "", "nodes", fakeapi__check_node, false },
	{ "apps", "controllerrevisions", fakeapi__check_revision, false },
	{ "discovery.k8s.io", "endpointslices", fakeapi__check_endpoint_slice, false },
	{ "policy", "poddisruptionbudgets", fakeapi__check_budget, false },
	{ "apps", "deployments", fakeapi__check_deployment, false },
	{ "apps", "replicasets", fakeapi__check_replica_set, false },
	{ "apps", "statefulsets", fakeapi__check_stateful_set, false },
	{ "apps", "daemonsets", fakeapi__check_daemon_set, false },
	{ "batch", "jobs", fakeapi__check_job, true },
	{ "batch", "cronjobs", fakeapi__check_cron_job, false },
	{ "autoscaling", "horizontalpodautoscalers", fakeapi__check_scaler, false },
	{ "coordination.k8s.io", "leases", fakeapi__check_lease, false },
	{ "networking.k8s.io", "ingresses", fakeapi__check_ingress, true },
	{ "networking.k8s.io", "networkpolicies", fakeapi__check_network_policy, false },
	{ "node.k8s.io", "runtimeclasses", fakeapi__check_runtime_class, false },
	{ "rbac.authorization.k8s.io", "roles", fakeapi__check_role, true },
	{ "rbac.authorization.k8s.io", "clusterroles", fakeapi__check_role, true },
	{ "rbac.authorization.k8s.io", "rolebindings", fakeapi__check_binding, true },
	{ "rbac.authorization.k8s.io", "clusterrolebindings", fakeapi__check_binding, true },
	{ "scheduling.k8s.io", "priorityclasses", fakeapi__check_priority_class, false },
	{ "admissionregistration.k8s.io", "mutatingwebhookconfigurations", fakeapi__check_webhooks,
	  false },
	{ "admissionregistration.k8s.io", "validatingwebhookconfigurations",
	  fakeapi__check_webhooks, false },
	{ "admissionregistration.k8s.io", "validatingadmissionpolicies", fakeapi__check_policy,
	  false },
	{ "storage.k8s.io", "storageclasses", fakeapi__check_storage_class, false },
	{ "apiextensions.k8s.io", "customresourcedefinitions", fakeapi__check_definition, false },
	{ "certificates.k8s.io", "certificatesigningrequests", fakeapi__check_certificate_request,
	  true },
};

static const struct {
	const char *group, *resource, *sub;
	fakeapi__check_fn *check;
} subresources[] = {
	{ "", "replicationcontrollers", "status", fakeapi__check_replica_status },
	{ "", "services", "status", fakeapi__check_service_status },
	{ "apps", "daemonsets", "status", fakeapi__check_daemon_status },
	{ "apps", "deployments", "status", fakeapi__check_deployment_status },
	{ "apps", "replicasets", "status", fakeapi__check_replica_status },
	{ "apps", "statefulsets", "status", fakeapi__check_stateful_status },
	{ "batch", "jobs", "status", fakeapi__check_job_status },
	{ "certificates.k8s.io", "certificatesigningrequests", "approval",
	  fakeapi__check_certificate_approval },
	{ "certificates.k8s.io", "certificatesigningrequests", "status",
	  fakeapi__check_certificate_status },
};

static fakeapi__check_fn *check_of_subresource(const struct fakeapi__resource *res, const char *sub)
{
	for (size_t i = 0; i < ARRAY_LEN(subresources); i++)
		if (strcmp(subresources[i].sub, sub) == 0 &&
		    strcmp(subresources[i].resource, res->resource) == 0 &&
		    strcmp(subresources[i].group, res->group) == 0)
			return subresources[i].check;
	return NULL;
}

/* What every update is checked for before its kind's own rules. */
static void check_update(causes_t *c, const struct fakeapi__resource *res, const cJSON *meta,
			 const cJSON *old)
{
	check_meta(c, res, meta, FAKEAPI_PATH_SEGMENT, false);
	check_meta_update(c, meta, old);
}

int fakeapi__validate(const struct fakeapi__resource *res, const cJSON *obj, const cJSON *old,
		      const char *subresource, struct fakeapi__status *st)
{
	const cJSON *meta = fakeapi__member(obj, "metadata");
	const cJSON *old_meta = fakeapi__member(old, "metadata");
	bool custom = res->flags & FAKEAPI_RES_CUSTOM;
	fakeapi__check_fn *check = NULL;
	bool again = false;
	causes_t c;
	int rc;

	if (res->flags & FAKEAPI_RES_VIRTUAL)
		return 0;
	fakeapi__causes_init(&c);
	for (size_t i = 0; i < ARRAY_LEN(kinds) && !custom; i++) {
		if (strcmp(kinds[i].resource, res->resource) == 0 &&
		    strcmp(kinds[i].group, res->group) == 0) {
			check = kinds[i].check;
			again = kinds[i].meta_again;
		}
	}
	if (!old) {
		check_meta(&c, res, meta, name_format(res), !any_finalizers(res));
	} else {
		check_update(&c, res, meta, old_meta);
		check_meta_update(&c, meta, old_meta);
		if (!any_finalizers(res))
			check_known_finalizers(&c, fakeapi__member(meta, "finalizers"));
		if (again && !*subresource)
			check_meta(&c, res, meta, name_format(res), !any_finalizers(res));
	}
	if (*subresource)
		check = custom ? NULL : check_of_subresource(res, subresource);
	if (custom)
		fakeapi__check_custom(&c, res, obj, old, strcmp(subresource, "status") == 0);
	else if (check)
		check(&c, obj, old);
	rc = fakeapi__causes_report(&c, res, fakeapi__string(meta, "name"), st);
	fakeapi__causes_fini(&c);
	return rc;
}
