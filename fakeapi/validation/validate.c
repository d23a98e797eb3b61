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
		{ "apps", "statefulsets", FAKEAPI_DNS_LABEL },
		{ "events.k8s.io", "events", FAKEAPI_DNS_SUBDOMAIN },
		{ "rbac.authorization.k8s.io", "roles", FAKEAPI_PATH_SEGMENT },
		{ "rbac.authorization.k8s.io", "clusterroles", FAKEAPI_PATH_SEGMENT },
		{ "rbac.authorization.k8s.io", "rolebindings", FAKEAPI_PATH_SEGMENT },
		{ "rbac.authorization.k8s.io", "clusterrolebindings", FAKEAPI_PATH_SEGMENT },
		{ "networking.k8s.io", "ipaddresses", FAKEAPI_PATH_SEGMENT },
		{ "certificates.k8s.io", "certificatesigningrequests", FAKEAPI_DNS_SUBDOMAIN },
		{ "apiregistration.k8s.io", "apiservices", FAKEAPI_PATH_SEGMENT },
		{ "certificates.k8s.io", "clustertrustbundles", FAKEAPI_PATH_SEGMENT },
		{ "policy", "poddisruptionbudgets", FAKEAPI_PATH_SEGMENT },
		{ "", "events", FAKEAPI_PATH_SEGMENT },
	};

	if (strcmp(res->kind, "Service") == 0 && !*res->group &&
	    fakeapi__changed(res->features, FAKEAPI_CHANGE_SERVICE_NAME_DIGIT))
		return FAKEAPI_DNS_LABEL;
	for (size_t i = 0; i < ARRAY_LEN(other); i++)
		if (strcmp(other[i].resource, res->resource) == 0 &&
		    strcmp(other[i].group, res->group) == 0)
			return other[i].format;
	return FAKEAPI_DNS_SUBDOMAIN;
}

/* Types whose names are declared: kube-apiserver checks the generated name alone. */
static bool generates_any(const causes_t *c, const struct fakeapi__resource *res)
{
	return fakeapi__changed(c->features, FAKEAPI_CHANGE_GENERATED_NAMES) &&
	       (strcmp(res->resource, "replicationcontrollers") == 0 ||
		strcmp(res->resource, "deviceclasses") == 0);
}

static void check_meta(causes_t *c, const struct fakeapi__resource *res, const cJSON *meta,
		       enum fakeapi__format format, bool built_in)
{
	const char *name = fakeapi__string(meta, "name");

	if (!generates_any(c, res))
		fakeapi__check_generate_name(c, &metadata, meta, format);
	if (!*name)
		fakeapi__cause_required(c, PATH(&metadata, "name"),
					"name or generateName is required");
	else
		fakeapi__check_format(c, PATH(&metadata, "name"), format, name);
	if (!(res->flags & FAKEAPI_RES_NAMESPACED) && *fakeapi__string(meta, "namespace"))
		fakeapi__cause_forbidden(c, PATH(&metadata, "namespace"),
					 "not allowed on this type");
	fakeapi__check_meta_parts(c, &metadata, meta, built_in);
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
	static const char *const fixed[] = { "namespace", "uid", "creationTimestamp",
					     "deletionTimestamp", "deletionGracePeriodSeconds" };

	if (!fakeapi__is_blank(fakeapi__member(old, "deletionTimestamp")))
		new_finalizers(c, meta, old);
	if (strcmp(fakeapi__string(meta, "name"), fakeapi__string(old, "name")) != 0)
		fakeapi__cause_invalid_str(c, PATH(&metadata, "name"),
					   str_of(fakeapi__string(meta, "name")),
					   "field is immutable");
	for (size_t i = 0; i < ARRAY_LEN(fixed); i++)
		fakeapi__check_immutable(c, PATH(&metadata, fixed[i]),
					 fakeapi__member(meta, fixed[i]),
					 fakeapi__member(old, fixed[i]));
	fakeapi__check_labels(c, PATH(&metadata, "labels"), fakeapi__member(meta, "labels"));
	fakeapi__check_annotations(c, PATH(&metadata, "annotations"),
				   fakeapi__member(meta, "annotations"));
	fakeapi__check_owners(c, PATH(&metadata, "ownerReferences"),
			      fakeapi__member(meta, "ownerReferences"));
	fakeapi__check_managed_fields(c, PATH(&metadata, "managedFields"),
				      fakeapi__member(meta, "managedFields"));
}

/* --- by kind --- */

/* The validation of a kind is a few steps, some of them repeated; each is a letter:
 *   M  metadata, as of a new object, with the kind's format of names
 *   U  metadata, compared with the old one's
 *   S  `check` without the old object
 *   O  `check` with it
 * m and u are apimachinery's M and U, which do not check the names of finalizers; E checks events
 * of every version. */
#define USUAL_CREATE "MS"
#define USUAL_UPDATE "UO"

struct kind {
	const char *group, *resource;
	fakeapi__check_fn *check;
	const char *create, *update;
	fakeapi__check_fn *before; /* if it reports errors, no other check runs */
};

static const struct kind kinds[] = {
#define KIND(...) { __VA_ARGS__ },
#include "fakeapi/tbl/validations.h"
#undef KIND
};

/* The steps of an update through a status subresource. */
static const char *status_steps(const struct fakeapi__resource *res)
{
	static const struct {
		const char *group, *resource, *steps;
	} other[] = {
		{ "apps", "statefulsets", "OU" },
		{ "batch", "cronjobs", "" },
		{ "coordination.k8s.io", "leases", "uO" },
		{ "policy", "poddisruptionbudgets", "O" },
		{ "apiextensions.k8s.io", "customresourcedefinitions", "uO" },
		{ "apiregistration.k8s.io", "apiservices", "uO" },
		{ "admissionregistration.k8s.io", "validatingadmissionpolicies", "uO" },
	};

	for (size_t i = 0; i < ARRAY_LEN(other); i++)
		if (strcmp(other[i].resource, res->resource) == 0 &&
		    strcmp(other[i].group, res->group) == 0)
			return other[i].steps;
	return USUAL_UPDATE;
}

static const struct subresource {
	const char *group, *resource, *sub;
	fakeapi__check_fn *check;
	const char *steps;	   /* NULL: the steps of the type's status */
	fakeapi__check_fn *before; /* replaces the checks of the type */
} subresources[] = {
	{ "", "namespaces", "finalize", fakeapi__check_namespace, NULL, NULL },
	{ "", "namespaces", "status", fakeapi__check_namespace_status, NULL, NULL },
	{ "", "nodes", "status", fakeapi__check_node, NULL, NULL },
	{ "", "pods", "ephemeralcontainers", fakeapi__check_pod_ephemeral, "UMO",
	  fakeapi__check_never_ephemeral },
	{ "", "pods", "resize", fakeapi__check_pod_resize, "UMO", fakeapi__check_never_resized },
	{ "", "pods", "status", fakeapi__check_pod_status, NULL, NULL },
	{ "", "persistentvolumeclaims", "status", fakeapi__check_claim_status, NULL, NULL },
	{ "", "replicationcontrollers", "status", fakeapi__check_replica_status, NULL, NULL },
	{ "", "resourcequotas", "status", fakeapi__check_quota_status, NULL, NULL },
	{ "", "services", "status", fakeapi__check_service_status, NULL, NULL },
	{ "apiregistration.k8s.io", "apiservices", "status", fakeapi__check_api_service_status,
	  NULL, NULL },
	{ "apps", "daemonsets", "status", fakeapi__check_daemon_status, NULL, NULL },
	{ "apps", "deployments", "status", fakeapi__check_deployment_status, NULL, NULL },
	{ "apps", "replicasets", "status", fakeapi__check_replica_status, NULL, NULL },
	{ "apps", "statefulsets", "status", fakeapi__check_stateful_status, NULL, NULL },
	{ "autoscaling", "horizontalpodautoscalers", "status", fakeapi__check_scaler_status, NULL,
	  NULL },
	{ "batch", "jobs", "status", fakeapi__check_job_status, NULL, NULL },
	{ "certificates.k8s.io", "certificatesigningrequests", "approval",
	  fakeapi__check_certificate_approval, NULL, NULL },
	{ "certificates.k8s.io", "certificatesigningrequests", "status",
	  fakeapi__check_certificate_status, NULL, NULL },
	{ "flowcontrol.apiserver.k8s.io", "flowschemas", "status", fakeapi__check_flow_status, "O",
	  NULL },
	{ "flowcontrol.apiserver.k8s.io", "prioritylevelconfigurations", "status",
	  fakeapi__check_flow_status, "O", NULL },
	{ "networking.k8s.io", "ingresses", "status", fakeapi__check_ingress_status, NULL, NULL },
	{ "policy", "poddisruptionbudgets", "status", fakeapi__check_budget_status, NULL, NULL },
	{ "resource.k8s.io", "resourceclaims", "status", fakeapi__check_device_use, NULL, NULL },
	{ "storage.k8s.io", "volumeattachments", "status", fakeapi__check_attachment, "MMO", NULL },
};

static const struct subresource *subresource_of(const struct fakeapi__resource *res,
						const char *sub)
{
	static const struct subresource other = { .check = NULL };

	for (size_t i = 0; i < ARRAY_LEN(subresources); i++)
		if (strcmp(subresources[i].sub, sub) == 0 &&
		    strcmp(subresources[i].resource, res->resource) == 0 &&
		    strcmp(subresources[i].group, res->group) == 0)
			return &subresources[i];
	return &other;
}

static const struct kind *kind_of(const struct fakeapi__resource *res)
{
	static const struct kind other = { .create = USUAL_CREATE, .update = USUAL_UPDATE };

	for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
		if (strcmp(kinds[i].resource, res->resource) == 0 &&
		    strcmp(kinds[i].group, res->group) == 0)
			return &kinds[i];
	return &other;
}

struct write {
	const struct fakeapi__resource *res;
	const cJSON *obj, *old, *meta, *old_meta;
	fakeapi__check_fn *check;
};

static void take_steps(causes_t *c, const struct write *w, const char *steps)
{
	for (; *steps; steps++) {
		bool known = *steps == 'M' || *steps == 'U';

		switch (*steps) {
		case 'M':
		case 'm':
			check_meta(c, w->res, w->meta, name_format(w->res), known);
			break;
		case 'U':
		case 'u':
			check_meta_update(c, w->meta, w->old_meta);
			if (known)
				fakeapi__check_known_finalizers(c, PATH(&metadata, "finalizers"),
								fakeapi__member(w->meta,
										"finalizers"));
			break;
		case 'E':
			fakeapi__check_any_new_event(c, w->obj, NULL);
			break;
		case 'S':
			if (w->check)
				w->check(c, w->obj, NULL);
			break;
		case 'O':
			if (w->check)
				w->check(c, w->obj, w->old);
			break;
		}
	}
}

/* Updates that were checked as new objects as well, and are not any more. */
static const char *update_steps(const struct fakeapi__resource *res, const struct kind *kind)
{
	static const struct {
		const char *resource;
		enum fakeapi__change since;
		const char *steps;
	} once[] = {
		{ "replicationcontrollers", FAKEAPI_CHANGE_UPDATES_CHECKED_ONCE, "UO" },
		{ "persistentvolumeclaims", FAKEAPI_CHANGE_UPDATES_CHECKED_ONCE, "UMSO" },
		{ "roles", FAKEAPI_CHANGE_UPDATES_CHECKED_ONCE, "MSU" },
		{ "clusterroles", FAKEAPI_CHANGE_UPDATES_CHECKED_ONCE, "MSU" },
		{ "rolebindings", FAKEAPI_CHANGE_UPDATES_CHECKED_ONCE, "MSUO" },
		{ "clusterrolebindings", FAKEAPI_CHANGE_UPDATES_CHECKED_ONCE, "MSUO" },
		{ "volumeattachments", FAKEAPI_CHANGE_UPDATES_CHECKED_ONCE, "MO" },
		{ "volumeattributesclasses", FAKEAPI_CHANGE_UPDATES_CHECKED_ONCE, "UOMS" },
		{ "networkpolicies", FAKEAPI_CHANGE_POLICY_CHECKED_ONCE, "UO" },
		{ "csinodes", FAKEAPI_CHANGE_POLICY_CHECKED_ONCE, "MO" },
		{ "jobs", FAKEAPI_CHANGE_JOB_CHECKED_ONCE, "UO" },
	};

	for (size_t i = 0; i < ARRAY_LEN(once); i++)
		if (strcmp(once[i].resource, res->resource) == 0 &&
		    fakeapi__changed(res->features, once[i].since))
			return once[i].steps;
	return kind->update;
}

static void check_built_in(causes_t *c, struct write *w, const char *sub)
{
	const struct kind *kind = kind_of(w->res);
	const struct subresource *row = subresource_of(w->res, sub);
	size_t before = fakeapi__causes_count(c);

	w->check = *sub && w->old ? row->check : kind->check;
	if (!w->old) {
		take_steps(c, w, kind->create);
		return;
	}
	if (row->before)
		row->before(c, w->obj, w->old);
	if (fakeapi__causes_count(c) == before)
		take_steps(c, w,
			   !*sub	? update_steps(w->res, kind)
			   : row->steps ? row->steps
					: status_steps(w->res));
}

int fakeapi__validate_first(const struct fakeapi__resource *res, const cJSON *obj, const cJSON *old,
			    struct fakeapi__status *st)
{
	bool custom = res->flags & FAKEAPI_RES_CUSTOM;
	causes_t c;
	int rc;

	if (custom || !kind_of(res)->before)
		return 0;
	fakeapi__causes_init(&c);
	c.features = res->features;
	kind_of(res)->before(&c, obj, old);
	rc = fakeapi__causes_report(&c, res,
				    fakeapi__string(fakeapi__member(obj, "metadata"), "name"), st);
	fakeapi__causes_fini(&c);
	return rc;
}

int fakeapi__validate(const struct fakeapi__resource *res, const cJSON *obj, const cJSON *old,
		      const char *subresource, bool no_privileged, struct strbuf *forgiven,
		      struct fakeapi__status *st)
{
	struct write w = {
		res, obj, old, fakeapi__member(obj, "metadata"), fakeapi__member(old, "metadata"),
		NULL
	};
	bool custom = res->flags & FAKEAPI_RES_CUSTOM;
	causes_t c;
	int rc;

	if (res->flags & FAKEAPI_RES_VIRTUAL)
		return 0;
	fakeapi__causes_init(&c);
	c.features = res->features;
	c.passed = forgiven;
	c.no_privileged = no_privileged;
	if (!custom && !*subresource && kind_of(res)->before) {
		kind_of(res)->before(&c, obj, old);
		if (fakeapi__causes_count(&c))
			goto done;
	}
	/* Checks of every update before the kind's own rules. */
	if (old) {
		check_meta(&c, res, w.meta, FAKEAPI_PATH_SEGMENT, false);
		check_meta_update(&c, w.meta, w.old_meta);
	}
	if (custom) {
		/* Other checks do not apply to a changed kind, set by a webhook or in the body. */
		if (strcmp(fakeapi__string(obj, "kind"), res->kind) == 0)
			take_steps(&c, &w, old ? "u" : "m");
		fakeapi__check_custom(&c, res, obj, old, strcmp(subresource, "status") == 0);
	} else {
		check_built_in(&c, &w, subresource);
	}
	/* A check of every new object that has no other errors. */
	if (!old && fakeapi__causes_count(&c) == 0)
		check_meta(&c, res, w.meta, FAKEAPI_PATH_SEGMENT, false);
	if (!custom && (!*subresource || strcmp(subresource, "status") == 0))
		fakeapi__check_declared(&c, res, obj, old);
done:
	/* Events of both APIs are reported as the core group's. */
	rc = fakeapi__causes_report_as(&c, strcmp(res->kind, "Event") == 0 ? "" : res->group,
				       custom ? fakeapi__string(obj, "kind") : res->kind,
				       fakeapi__string(w.meta, "name"), st);
	fakeapi__causes_fini(&c);
	return rc;
}
