/* SPDX-License-Identifier: Apache-2.0 */
/* admission.c - the chain: the plug-ins with their types, in kube-apiserver's order. */
#include "fakeapi/admission/admission.h"

#include "fakeapi/admission/plugins.h"
#include "fakeapi/schema/ordered.h"

static const struct plugin {
	enum fakeapi__plugin plugin;
	/* NULL: every type. */
	const char *group, *kind;
	const char *sub; /* the subresource that `judge` checks; NULL: none */
	/* May refuse: -1 with c->st. NULL: refuses nothing. */
	int (*check)(struct fakeapi__call *c, enum fakeapi__operation op, const char *name);
	/* Fills in values from the store and may refuse a new object. NULL: neither. */
	int (*admit)(struct fakeapi__call *c, cJSON *obj);
	/* Checks a new or changed object after validation. NULL: refuses nothing. */
	int (*judge)(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
	/* Writes into the object. NULL: writes nothing. */
	void (*write)(struct fakeapi__place obj, const cJSON *old);
	bool clients_only; /* skips internal writes */
} plugins[] = {
#define ROW(name, ...)                                                                             \
	{                                                                                          \
		.plugin = FAKEAPI_PLUGIN_##name, __VA_ARGS__                                       \
	}
#define ON(g, k) .group = g, .kind = k
	ROW(NamespaceAutoProvision, .check = fakeapi__namespace_provision),
	ROW(NamespaceLifecycle, .check = fakeapi__namespace_lifecycle),
	ROW(NamespaceExists, .check = fakeapi__namespace_exists),
	ROW(LimitPodHardAntiAffinityTopology, ON("", "Pod"), .judge = fakeapi__anti_affinity_judge),
	ROW(LimitRanger, ON("", "Pod"), .admit = fakeapi__limit_ranger_admit,
	    .judge = fakeapi__limit_ranger_judge),
	ROW(LimitRanger, ON("", "PersistentVolumeClaim"), .judge = fakeapi__limit_ranger_judge),
	ROW(ServiceAccount, ON("", "Pod"), .admit = fakeapi__service_account_admit,
	    .judge = fakeapi__service_account_judge, .clients_only = true),
	ROW(ServiceAccount, ON("", "Pod"), .sub = "ephemeralcontainers",
	    .judge = fakeapi__service_account_judge, .clients_only = true),
	ROW(TaintNodesByCondition, ON("", "Node"), .write = fakeapi__taint_nodes,
	    .clients_only = true),
	ROW(AlwaysPullImages, ON("", "Pod"), .write = fakeapi__always_pull),
	ROW(PodSecurity, ON("", "Pod"), .judge = fakeapi__pod_security_judge),
	ROW(PodSecurity, ON("", "Pod"), .sub = "ephemeralcontainers",
	    .judge = fakeapi__pod_security_judge),
	ROW(PodSecurity, ON("", "Namespace"), .judge = fakeapi__pod_security_namespace),
	ROW(PodSecurity, ON("", "ReplicationController"), .judge = fakeapi__pod_security_template),
	ROW(PodSecurity, ON("", "PodTemplate"), .judge = fakeapi__pod_security_template),
	ROW(PodSecurity, ON("apps", "ReplicaSet"), .judge = fakeapi__pod_security_template),
	ROW(PodSecurity, ON("apps", "Deployment"), .judge = fakeapi__pod_security_template),
	ROW(PodSecurity, ON("apps", "StatefulSet"), .judge = fakeapi__pod_security_template),
	ROW(PodSecurity, ON("apps", "DaemonSet"), .judge = fakeapi__pod_security_template),
	ROW(PodSecurity, ON("batch", "Job"), .judge = fakeapi__pod_security_template),
	ROW(PodSecurity, ON("batch", "CronJob"), .judge = fakeapi__pod_security_template),
	ROW(Priority, ON("", "Pod"), .admit = fakeapi__priority_admit, .write = fakeapi__priority),
	ROW(Priority, ON("scheduling.k8s.io", "PriorityClass"), .judge = fakeapi__priority_judge,
	    .check = fakeapi__priority_check),
	ROW(DefaultTolerationSeconds, ON("", "Pod"), .write = fakeapi__default_tolerations),
	ROW(ExtendedResourceToleration, ON("", "Pod"), .write = fakeapi__extended_tolerations),
	ROW(DefaultStorageClass, ON("", "PersistentVolumeClaim"),
	    .admit = fakeapi__default_storage_class),
	ROW(StorageObjectInUseProtection, ON("", "PersistentVolumeClaim"),
	    .write = fakeapi__protect_claim, .clients_only = true),
	ROW(StorageObjectInUseProtection, ON("", "PersistentVolume"),
	    .write = fakeapi__protect_volume, .clients_only = true),
	ROW(StorageObjectInUseProtection, ON("storage.k8s.io", "VolumeAttributesClass"),
	    .write = fakeapi__protect_attributes_class, .clients_only = true),
	ROW(OwnerReferencesPermissionEnforcement, .judge = fakeapi__owner_references_judge,
	    .clients_only = true),
	ROW(PersistentVolumeClaimResize, ON("", "PersistentVolumeClaim"),
	    .judge = fakeapi__claim_resize_judge),
	ROW(RuntimeClass, ON("", "Pod"), .admit = fakeapi__runtime_class_admit,
	    .judge = fakeapi__runtime_class_judge),
	ROW(CertificateApproval, ON("certificates.k8s.io", "CertificateSigningRequest"),
	    .sub = "approval", .judge = fakeapi__certificate_approval_judge, .clients_only = true),
	ROW(CertificateSigning, ON("certificates.k8s.io", "CertificateSigningRequest"),
	    .sub = "status", .judge = fakeapi__certificate_signing_judge, .clients_only = true),
	ROW(CertificateSubjectRestriction, ON("certificates.k8s.io", "CertificateSigningRequest"),
	    .judge = fakeapi__certificate_subject_judge),
	ROW(DefaultIngressClass, ON("networking.k8s.io", "Ingress"),
	    .admit = fakeapi__default_ingress_class),
	ROW(DenyServiceExternalIPs, ON("", "Service"), .judge = fakeapi__external_ips_judge),
	ROW(PodNodeSelector, ON("", "Pod"), .admit = fakeapi__node_selector_admit,
	    .judge = fakeapi__node_selector_judge),
	ROW(EventRateLimit, ON("", "Event"), .judge = fakeapi__event_rate_limit_judge,
	    .clients_only = true),
	ROW(EventRateLimit, ON("events.k8s.io", "Event"), .judge = fakeapi__event_rate_limit_judge,
	    .clients_only = true),
	ROW(PodTopologyLabels, ON("", "Pod"), .admit = fakeapi__pod_topology_admit),
	ROW(AlwaysDeny, .check = fakeapi__always_deny, .judge = fakeapi__always_deny_judge,
	    .clients_only = true),
#undef ROW
#undef ON
};

static bool sees(const struct plugin *p, const struct fakeapi__options *opt,
		 const struct fakeapi__resource *res, bool own)
{
	return fakeapi__plugin_on(opt, p->plugin) && !(own && p->clients_only) &&
	       (!p->kind || (strcmp(p->kind, res->kind) == 0 && strcmp(p->group, res->group) == 0));
}

static bool sees_call(const struct plugin *p, const struct fakeapi__call *c)
{
	return sees(p, &c->core->opt, c->res, c->own);
}

int fakeapi__admission_check(struct fakeapi__call *c, enum fakeapi__operation op, const char *name)
{
	for (size_t i = 0; i < ARRAY_LEN(plugins); i++)
		if (plugins[i].check && sees_call(&plugins[i], c) &&
		    plugins[i].check(c, op, name) < 0)
			return -1;
	return 0;
}

int fakeapi__admission_admit(struct fakeapi__call *c, cJSON *obj)
{
	for (size_t i = 0; i < ARRAY_LEN(plugins); i++)
		if (plugins[i].admit && sees_call(&plugins[i], c) && plugins[i].admit(c, obj) < 0)
			return -1;
	return 0;
}

int fakeapi__admission_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old,
			     const char *sub)
{
	for (size_t i = 0; i < ARRAY_LEN(plugins); i++)
		if (plugins[i].judge && strcmp(plugins[i].sub ? plugins[i].sub : "", sub) == 0 &&
		    sees_call(&plugins[i], c) && plugins[i].judge(c, obj, old) < 0)
			return -1;
	return 0;
}

int fakeapi__admission_charge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old,
			      const char *sub, bool look)
{
	if (c->own || !fakeapi__plugin_on(&c->core->opt, FAKEAPI_PLUGIN_ResourceQuota))
		return 0;
	return fakeapi__quota_charge(c, obj, old, sub, look || c->dry_run);
}

int fakeapi__admit(const struct fakeapi__options *opt, const struct fakeapi__resource *res,
		   cJSON *obj, const cJSON *old, bool own)
{
	bool nomem = false;
	struct fakeapi__place root = { obj, fakeapi__type_of(res), &nomem };

	for (size_t i = 0; i < ARRAY_LEN(plugins) && root.type; i++)
		if (plugins[i].write && sees(&plugins[i], opt, res, own))
			plugins[i].write(root, old);
	return nomem ? -1 : 0;
}
