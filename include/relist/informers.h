/* SPDX-License-Identifier: Apache-2.0 */
/* informers.h - typed informers of every built-in resource; made by scripts/gen-informers.
 *
 * Go's factory.Apps().V1().Deployments() is inf_apps_v1_deployments(factory, err):
 *
 *   inf_apps_v1_deployments(f, err)                    .Informer() of a factory
 *   inf_apps_v1_deployments_new(client, ns, resync_ns, err)           NewDeploymentInformer
 *   inf_apps_v1_deployments_new_filtered(client, ns, resync_ns, labels, fields, err)
 *   inf_apps_v1_deployments_get(inf, ns, name)         .Lister().Deployments(ns).Get(name)
 *   inf_apps_v1_deployments_list(inf, ns, labels, out, err)   .Lister().Deployments(ns).List(…)
 *
 * Ownership, errors and threads are those of inf_factory_informer(), inf_informer_new(),
 * inf_informer_get() and inf_informer_list(). Events of another kind are skipped. The functions of
 * cluster-scoped resources take no namespace. `relist gen informers CRD.yaml` writes such rows for
 * custom resources.
 */
#ifndef RELIST_INFORMERS_H
#define RELIST_INFORMERS_H

#include "relist/informer.h"

#ifdef __cplusplus
extern "C" {
#endif

/** inf_informer_get() of the key "ns/name"; ns NULL or "": the name alone. */
INF_API struct inf_object *inf_informer_get_named(struct inf_informer *inf, const char *ns,
						  const char *name);
/** Implements the _new functions below; see inf_informer_new(). */
INF_API struct inf_informer *inf_informer_new_typed(struct inf_client *client, const char *group,
						    const char *version, const char *resource,
						    const char *kind, const char *ns,
						    int64_t resync_ns, const char *labels,
						    const char *fields, struct relist_err *err);

#define INF_TYPED_SHARED(id, group, version, resource, kind)                                       \
	static inline struct inf_informer *inf_##id(struct inf_factory *f, struct relist_err *err) \
	{                                                                                          \
		return inf_factory_informer(f, group, version, resource, kind, err);               \
	}

#define INF_TYPED_NAMESPACED(id, group, version, resource, kind)                                   \
	INF_TYPED_SHARED(id, group, version, resource, kind)                                       \
	static inline struct inf_informer *inf_##id##_new_filtered(                                \
		struct inf_client *client, const char *ns, int64_t resync_ns, const char *labels,  \
		const char *fields, struct relist_err *err)                                        \
	{                                                                                          \
		return inf_informer_new_typed(client, group, version, resource, kind, ns,          \
					      resync_ns, labels, fields, err);                     \
	}                                                                                          \
	static inline struct inf_informer *inf_##id##_new(                                         \
		struct inf_client *client, const char *ns, int64_t resync_ns,                      \
		struct relist_err *err)                                                            \
	{                                                                                          \
		return inf_##id##_new_filtered(client, ns, resync_ns, NULL, NULL, err);            \
	}                                                                                          \
	static inline struct inf_object *inf_##id##_get(struct inf_informer *inf, const char *ns,  \
							const char *name)                          \
	{                                                                                          \
		return inf_informer_get_named(inf, ns, name);                                      \
	}                                                                                          \
	static inline int inf_##id##_list(struct inf_informer *inf, const char *ns,                \
					  const char *labels, struct inf_object_list *out,         \
					  struct relist_err *err)                                  \
	{                                                                                          \
		return inf_informer_list(inf, ns, labels, out, err);                               \
	}

#define INF_TYPED_CLUSTER(id, group, version, resource, kind)                                      \
	INF_TYPED_SHARED(id, group, version, resource, kind)                                       \
	static inline struct inf_informer *inf_##id##_new_filtered(                                \
		struct inf_client *client, int64_t resync_ns, const char *labels,                  \
		const char *fields, struct relist_err *err)                                        \
	{                                                                                          \
		return inf_informer_new_typed(client, group, version, resource, kind, NULL,        \
					      resync_ns, labels, fields, err);                     \
	}                                                                                          \
	static inline struct inf_informer *inf_##id##_new(struct inf_client *client,               \
							  int64_t resync_ns,                       \
							  struct relist_err *err)                  \
	{                                                                                          \
		return inf_##id##_new_filtered(client, resync_ns, NULL, NULL, err);                \
	}                                                                                          \
	static inline struct inf_object *inf_##id##_get(struct inf_informer *inf,                  \
							const char *name)                          \
	{                                                                                          \
		return inf_informer_get_named(inf, NULL, name);                                    \
	}                                                                                          \
	static inline int inf_##id##_list(struct inf_informer *inf, const char *labels,            \
					  struct inf_object_list *out, struct relist_err *err)     \
	{                                                                                          \
		return inf_informer_list(inf, NULL, labels, out, err);                             \
	}

/* clang-format off */
INF_TYPED_NAMESPACED(core_v1_configmaps, "", "v1", "configmaps", "ConfigMap")
INF_TYPED_NAMESPACED(core_v1_endpoints, "", "v1", "endpoints", "Endpoints")
INF_TYPED_NAMESPACED(core_v1_events, "", "v1", "events", "Event")
INF_TYPED_NAMESPACED(core_v1_limitranges, "", "v1", "limitranges", "LimitRange")
INF_TYPED_CLUSTER(core_v1_namespaces, "", "v1", "namespaces", "Namespace")
INF_TYPED_CLUSTER(core_v1_nodes, "", "v1", "nodes", "Node")
INF_TYPED_NAMESPACED(core_v1_persistentvolumeclaims, "", "v1", "persistentvolumeclaims", "PersistentVolumeClaim")
INF_TYPED_CLUSTER(core_v1_persistentvolumes, "", "v1", "persistentvolumes", "PersistentVolume")
INF_TYPED_NAMESPACED(core_v1_pods, "", "v1", "pods", "Pod")
INF_TYPED_NAMESPACED(core_v1_podtemplates, "", "v1", "podtemplates", "PodTemplate")
INF_TYPED_NAMESPACED(core_v1_replicationcontrollers, "", "v1", "replicationcontrollers", "ReplicationController")
INF_TYPED_NAMESPACED(core_v1_resourcequotas, "", "v1", "resourcequotas", "ResourceQuota")
INF_TYPED_NAMESPACED(core_v1_secrets, "", "v1", "secrets", "Secret")
INF_TYPED_NAMESPACED(core_v1_serviceaccounts, "", "v1", "serviceaccounts", "ServiceAccount")
INF_TYPED_NAMESPACED(core_v1_services, "", "v1", "services", "Service")
INF_TYPED_CLUSTER(apiregistration_v1_apiservices, "apiregistration.k8s.io", "v1", "apiservices", "APIService")
INF_TYPED_NAMESPACED(apps_v1_controllerrevisions, "apps", "v1", "controllerrevisions", "ControllerRevision")
INF_TYPED_NAMESPACED(apps_v1_daemonsets, "apps", "v1", "daemonsets", "DaemonSet")
INF_TYPED_NAMESPACED(apps_v1_deployments, "apps", "v1", "deployments", "Deployment")
INF_TYPED_NAMESPACED(apps_v1_replicasets, "apps", "v1", "replicasets", "ReplicaSet")
INF_TYPED_NAMESPACED(apps_v1_statefulsets, "apps", "v1", "statefulsets", "StatefulSet")
INF_TYPED_NAMESPACED(events_v1_events, "events.k8s.io", "v1", "events", "Event")
INF_TYPED_NAMESPACED(autoscaling_v2_horizontalpodautoscalers, "autoscaling", "v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler")
INF_TYPED_NAMESPACED(autoscaling_v1_horizontalpodautoscalers, "autoscaling", "v1", "horizontalpodautoscalers", "HorizontalPodAutoscaler")
INF_TYPED_NAMESPACED(batch_v1_cronjobs, "batch", "v1", "cronjobs", "CronJob")
INF_TYPED_NAMESPACED(batch_v1_jobs, "batch", "v1", "jobs", "Job")
INF_TYPED_CLUSTER(certificates_v1_certificatesigningrequests, "certificates.k8s.io", "v1", "certificatesigningrequests", "CertificateSigningRequest")
INF_TYPED_CLUSTER(networking_v1_ingressclasses, "networking.k8s.io", "v1", "ingressclasses", "IngressClass")
INF_TYPED_NAMESPACED(networking_v1_ingresses, "networking.k8s.io", "v1", "ingresses", "Ingress")
INF_TYPED_CLUSTER(networking_v1_ipaddresses, "networking.k8s.io", "v1", "ipaddresses", "IPAddress")
INF_TYPED_NAMESPACED(networking_v1_networkpolicies, "networking.k8s.io", "v1", "networkpolicies", "NetworkPolicy")
INF_TYPED_CLUSTER(networking_v1_servicecidrs, "networking.k8s.io", "v1", "servicecidrs", "ServiceCIDR")
INF_TYPED_NAMESPACED(policy_v1_poddisruptionbudgets, "policy", "v1", "poddisruptionbudgets", "PodDisruptionBudget")
INF_TYPED_CLUSTER(rbac_v1_clusterrolebindings, "rbac.authorization.k8s.io", "v1", "clusterrolebindings", "ClusterRoleBinding")
INF_TYPED_CLUSTER(rbac_v1_clusterroles, "rbac.authorization.k8s.io", "v1", "clusterroles", "ClusterRole")
INF_TYPED_NAMESPACED(rbac_v1_rolebindings, "rbac.authorization.k8s.io", "v1", "rolebindings", "RoleBinding")
INF_TYPED_NAMESPACED(rbac_v1_roles, "rbac.authorization.k8s.io", "v1", "roles", "Role")
INF_TYPED_CLUSTER(storage_v1_csidrivers, "storage.k8s.io", "v1", "csidrivers", "CSIDriver")
INF_TYPED_CLUSTER(storage_v1_csinodes, "storage.k8s.io", "v1", "csinodes", "CSINode")
INF_TYPED_NAMESPACED(storage_v1_csistoragecapacities, "storage.k8s.io", "v1", "csistoragecapacities", "CSIStorageCapacity")
INF_TYPED_CLUSTER(storage_v1_storageclasses, "storage.k8s.io", "v1", "storageclasses", "StorageClass")
INF_TYPED_CLUSTER(storage_v1_volumeattachments, "storage.k8s.io", "v1", "volumeattachments", "VolumeAttachment")
INF_TYPED_CLUSTER(storage_v1_volumeattributesclasses, "storage.k8s.io", "v1", "volumeattributesclasses", "VolumeAttributesClass")
INF_TYPED_CLUSTER(admissionregistration_v1_mutatingwebhookconfigurations, "admissionregistration.k8s.io", "v1", "mutatingwebhookconfigurations", "MutatingWebhookConfiguration")
INF_TYPED_CLUSTER(admissionregistration_v1_validatingadmissionpolicies, "admissionregistration.k8s.io", "v1", "validatingadmissionpolicies", "ValidatingAdmissionPolicy")
INF_TYPED_CLUSTER(admissionregistration_v1_validatingadmissionpolicybindings, "admissionregistration.k8s.io", "v1", "validatingadmissionpolicybindings", "ValidatingAdmissionPolicyBinding")
INF_TYPED_CLUSTER(admissionregistration_v1_validatingwebhookconfigurations, "admissionregistration.k8s.io", "v1", "validatingwebhookconfigurations", "ValidatingWebhookConfiguration")
INF_TYPED_CLUSTER(apiextensions_v1_customresourcedefinitions, "apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition")
INF_TYPED_CLUSTER(scheduling_v1_priorityclasses, "scheduling.k8s.io", "v1", "priorityclasses", "PriorityClass")
INF_TYPED_NAMESPACED(coordination_v1_leases, "coordination.k8s.io", "v1", "leases", "Lease")
INF_TYPED_CLUSTER(node_v1_runtimeclasses, "node.k8s.io", "v1", "runtimeclasses", "RuntimeClass")
INF_TYPED_NAMESPACED(discovery_v1_endpointslices, "discovery.k8s.io", "v1", "endpointslices", "EndpointSlice")
INF_TYPED_CLUSTER(resource_v1_deviceclasses, "resource.k8s.io", "v1", "deviceclasses", "DeviceClass")
INF_TYPED_NAMESPACED(resource_v1_resourceclaims, "resource.k8s.io", "v1", "resourceclaims", "ResourceClaim")
INF_TYPED_NAMESPACED(resource_v1_resourceclaimtemplates, "resource.k8s.io", "v1", "resourceclaimtemplates", "ResourceClaimTemplate")
INF_TYPED_CLUSTER(resource_v1_resourceslices, "resource.k8s.io", "v1", "resourceslices", "ResourceSlice")
INF_TYPED_CLUSTER(flowcontrol_v1_flowschemas, "flowcontrol.apiserver.k8s.io", "v1", "flowschemas", "FlowSchema")
INF_TYPED_CLUSTER(flowcontrol_v1_prioritylevelconfigurations, "flowcontrol.apiserver.k8s.io", "v1", "prioritylevelconfigurations", "PriorityLevelConfiguration")
/* clang-format on */

#ifdef __cplusplus
}
#endif

#endif
