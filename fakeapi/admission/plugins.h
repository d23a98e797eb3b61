/* SPDX-License-Identifier: Apache-2.0 */
/* plugins.h - the plug-ins of the admission chain, for the table in admission.c. */
#ifndef FAKEAPI_PLUGINS_H
#define FAKEAPI_PLUGINS_H

#include "fakeapi/admission/admission.h"
#include "fakeapi/context.h"
#include "fakeapi/schema/ordered.h"

/* found.c: lookups for plug-ins; the caller owns the trees. */
/* *out NULL: not found. `ns` empty: cluster scoped. -1: out of memory. */
int fakeapi__found(struct fakeapi__call *c, const char *group, const char *resource, struct str ns,
		   const char *name, cJSON **out);
/* All objects of a namespace, or of a cluster-scoped type, by name, as an array; *out NULL: none.
 * -1: out of memory. */
int fakeapi__found_all(struct fakeapi__call *c, const char *group, const char *resource,
		       struct str ns, cJSON **out);
/* fakeapi__admission_forbid() of `obj`, with a formatted text. */
int fakeapi__forbid_why(struct fakeapi__call *c, const cJSON *obj, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* 404 or 403 for new objects in a missing or terminating namespace; 403 for the deletion of a
 * namespace that the server creates. */
int fakeapi__namespace_lifecycle(struct fakeapi__call *c, enum fakeapi__operation op,
				 const char *name);
/* Taints a new node as not ready, so that no pods are scheduled to it. */
void fakeapi__taint_nodes(struct fakeapi__place node, const cJSON *old);
/* Appends a toleration of taints with this key; `seconds` 0: for ever. */
void fakeapi__toleration_add(struct fakeapi__place spec, const char *key, const char *effect,
			     int seconds);
void fakeapi__default_tolerations(struct fakeapi__place pod, const cJSON *old);
/* LimitRanges: defaults of containers, limits of pods and claims. */
int fakeapi__limit_ranger_admit(struct fakeapi__call *c, cJSON *obj);
int fakeapi__limit_ranger_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
/* Adds to `list` the sum of one resource over a pod's containers ("requests", "limits"), if a
 * container has it. -1: out of memory. */
int fakeapi__pod_total(cJSON *list, const cJSON *spec, const char *what, const char *name);
/* Sets a pod's priority by its class; refuses a second global default class. */
int fakeapi__priority_admit(struct fakeapi__call *c, cJSON *obj);
int fakeapi__priority_check(struct fakeapi__call *c, enum fakeapi__operation op, const char *name);
int fakeapi__priority_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
void fakeapi__priority(struct fakeapi__place pod, const cJSON *old);

/* Defaults of a device request: its mode and count. */
void fakeapi__default_device_request(struct fakeapi__place request);

/* optional_plugins.c: disabled by default. */
int fakeapi__anti_affinity_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
void fakeapi__always_pull(struct fakeapi__place pod, const cJSON *old);
void fakeapi__extended_tolerations(struct fakeapi__place pod, const cJSON *old);
int fakeapi__external_ips_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
int fakeapi__always_deny(struct fakeapi__call *c, enum fakeapi__operation op, const char *name);
int fakeapi__always_deny_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
/* namespace_lifecycle.c: 404 without the namespace; creates a missing namespace. */
int fakeapi__namespace_exists(struct fakeapi__call *c, enum fakeapi__operation op,
			      const char *name);
int fakeapi__namespace_provision(struct fakeapi__call *c, enum fakeapi__operation op,
				 const char *name);
/* Sets a pod's service account and mounts its token; refuses a missing account. */
int fakeapi__service_account_admit(struct fakeapi__call *c, cJSON *obj);
int fakeapi__service_account_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
/* Enforces the standard that the labels of a namespace require of its pods. */
int fakeapi__pod_security_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
int fakeapi__pod_security_template(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
int fakeapi__pod_security_namespace(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
/* default_class.c: sets the default class of claims and ingresses without a class. */
int fakeapi__default_storage_class(struct fakeapi__call *c, cJSON *obj);
int fakeapi__default_ingress_class(struct fakeapi__call *c, cJSON *obj);
/* storage.c: finalizers that other controllers remove; resizing of claims. */
void fakeapi__protect_claim(struct fakeapi__place claim, const cJSON *old);
void fakeapi__protect_volume(struct fakeapi__place volume, const cJSON *old);
void fakeapi__protect_attributes_class(struct fakeapi__place class, const cJSON *old);
int fakeapi__claim_resize_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
/* Sets overhead, node selector and tolerations by a pod's RuntimeClass. */
int fakeapi__runtime_class_admit(struct fakeapi__call *c, cJSON *obj);
int fakeapi__runtime_class_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
/* pod_node_selector.c, event_rate_limit.c: configured in config.h. */
int fakeapi__node_selector_admit(struct fakeapi__call *c, cJSON *pod);
int fakeapi__node_selector_judge(struct fakeapi__call *c, const cJSON *pod, const cJSON *old);
int fakeapi__event_rate_limit_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
/* pod_topology.c: sets the topology labels of a pod's node. */
int fakeapi__pod_topology_admit(struct fakeapi__call *c, cJSON *pod);
/* permissions.c: permissions that a user needs besides the verb's. */
int fakeapi__owner_references_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
int fakeapi__certificate_approval_judge(struct fakeapi__call *c, const cJSON *obj,
					const cJSON *old);
int fakeapi__certificate_signing_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
/* certificate_subject.c: a certificate request must not name the group system:masters. */
int fakeapi__certificate_subject_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
/* resource_quota.c: `look`: only checks whether the object fits. */
int fakeapi__quota_charge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old,
			  const char *sub, bool look);

#endif
