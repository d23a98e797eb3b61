/* SPDX-License-Identifier: Apache-2.0 */
/* plugins.h - the plug-ins of the admission chain, for its table in admission.c. */
#ifndef FAKEAPI_PLUGINS_H
#define FAKEAPI_PLUGINS_H

#include "fakeapi/admission/admission.h"
#include "fakeapi/context.h"
#include "fakeapi/schema/ordered.h"

/* found.c: what plug-ins look up; trees are the caller's. */
/* *out NULL: it is not there. `ns` empty: of no namespace. -1: out of memory. */
int fakeapi__found(struct fakeapi__call *c, const char *group, const char *resource, struct str ns,
		   const char *name, cJSON **out);
/* All of a namespace, or of a type that is in none, by name, as an array; *out NULL: none. -1: out
 * of memory. */
int fakeapi__found_all(struct fakeapi__call *c, const char *group, const char *resource,
		       struct str ns, cJSON **out);
/* fakeapi__admission_forbid() of `obj`, with a text. */
int fakeapi__forbid_why(struct fakeapi__call *c, const cJSON *obj, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* 404 or 403 for new objects in a namespace that is not there or ends; 403 for the end of one of
 * the server's own. */
int fakeapi__namespace_lifecycle(struct fakeapi__call *c, enum fakeapi__operation op,
				 const char *name);
/* A new node is no place for pods until someone says that it is ready. */
void fakeapi__taint_nodes(struct fakeapi__place node, const cJSON *old);
/* Appends a toleration of taints with this key; `seconds` 0: for ever. */
void fakeapi__toleration_add(struct fakeapi__place spec, const char *key, const char *effect,
			     int seconds);
void fakeapi__default_tolerations(struct fakeapi__place pod, const cJSON *old);
/* LimitRanges: what containers get, what pods and claims may request. */
int fakeapi__limit_ranger_admit(struct fakeapi__call *c, cJSON *obj);
int fakeapi__limit_ranger_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
/* Adds to `list` the sum of a pod's containers ("requests", "limits") for one resource, where a
 * container has any. -1: out of memory. */
int fakeapi__pod_total(cJSON *list, const cJSON *spec, const char *what, const char *name);
/* A pod's class; a class for all pods without one. */
int fakeapi__priority_admit(struct fakeapi__call *c, cJSON *obj);
int fakeapi__priority_check(struct fakeapi__call *c, enum fakeapi__operation op, const char *name);
int fakeapi__priority_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
void fakeapi__priority(struct fakeapi__place pod, const cJSON *old);

/* A request for devices without a mode or a count. */
void fakeapi__default_device_request(struct fakeapi__place request);

/* optional_plugins.c: disabled by default. */
int fakeapi__anti_affinity_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
void fakeapi__always_pull(struct fakeapi__place pod, const cJSON *old);
void fakeapi__extended_tolerations(struct fakeapi__place pod, const cJSON *old);
int fakeapi__external_ips_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
int fakeapi__always_deny(struct fakeapi__call *c, enum fakeapi__operation op, const char *name);
int fakeapi__always_deny_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
/* namespace_lifecycle.c: 404 without the namespace; a namespace made where it is missing. */
int fakeapi__namespace_exists(struct fakeapi__call *c, enum fakeapi__operation op,
			      const char *name);
int fakeapi__namespace_provision(struct fakeapi__call *c, enum fakeapi__operation op,
				 const char *name);
/* A pod runs as a service account that is there, and mounts its token. */
int fakeapi__service_account_admit(struct fakeapi__call *c, cJSON *obj);
int fakeapi__service_account_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
/* What the labels of a namespace allow its pods. */
int fakeapi__pod_security_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
int fakeapi__pod_security_template(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
int fakeapi__pod_security_namespace(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
/* default_class.c: the class of claims and ingresses that name none. */
int fakeapi__default_storage_class(struct fakeapi__call *c, cJSON *obj);
int fakeapi__default_ingress_class(struct fakeapi__call *c, cJSON *obj);
/* storage.c: the finalizers that other controllers remove; growth of claims. */
void fakeapi__protect_claim(struct fakeapi__place claim, const cJSON *old);
void fakeapi__protect_volume(struct fakeapi__place volume, const cJSON *old);
int fakeapi__claim_resize_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
/* Overhead, node selector and tolerations of a pod's RuntimeClass. */
int fakeapi__runtime_class_admit(struct fakeapi__call *c, cJSON *obj);
int fakeapi__runtime_class_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
/* pod_node_selector.c, event_rate_limit.c: as configured (config.h). */
int fakeapi__node_selector_admit(struct fakeapi__call *c, cJSON *pod);
int fakeapi__node_selector_judge(struct fakeapi__call *c, const cJSON *pod, const cJSON *old);
int fakeapi__event_rate_limit_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
/* pod_topology.c: the labels of a pod's node that say where it is. */
int fakeapi__pod_topology_admit(struct fakeapi__call *c, cJSON *pod);
/* permissions.c: what more than the verb its user needs. */
int fakeapi__owner_references_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
int fakeapi__certificate_approval_judge(struct fakeapi__call *c, const cJSON *obj,
					const cJSON *old);
int fakeapi__certificate_signing_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
/* certificate_subject.c: a request cannot create a member of system:masters. */
int fakeapi__certificate_subject_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old);
/* resource_quota.c: `look`: only whether it fits. */
int fakeapi__quota_charge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old,
			  const char *sub, bool look);

#endif
