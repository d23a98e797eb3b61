/* SPDX-License-Identifier: Apache-2.0 */
/* validate_pod.h - the parts of a pod's spec, implemented in
 * validate_{container,lifecycle,security,volumes,sources,scheduling}.c. */
#ifndef FAKEAPI_VALIDATE_POD_H
#define FAKEAPI_VALIDATE_POD_H

#include "base/map.h"
#include "fakeapi/validation/validate_impl.h"

/* Shared by the parts of one spec. */
struct fakeapi__pod_check {
	const cJSON *spec;
	struct map volumes; /* valid volumes, by name */
};

/* Fills pod->volumes. */
void fakeapi__check_volumes(causes_t *c, const path_t *at, struct fakeapi__pod_check *pod);
void fakeapi__check_container(causes_t *c, const path_t *at, const cJSON *ctr,
			      const struct fakeapi__pod_check *pod);
/* Checks for space around the image of a pod's container. */
void fakeapi__check_image(causes_t *c, const path_t *at, const cJSON *ctr);
void fakeapi__check_ephemeral_containers(causes_t *c, const path_t *at,
					 const struct fakeapi__pod_check *pod);
/* Check the annotations of a pod or template that have a meaning, and their updates. */
void fakeapi__check_pod_annotations(causes_t *c, const path_t *at, const cJSON *notes,
				    const cJSON *spec);
void fakeapi__check_annotation_updates(causes_t *c, const cJSON *obj, const cJSON *old);
/* True for the kubelet's object of a static pod. */
bool fakeapi__is_mirror_pod(const cJSON *obj);
/* Checks a pod except its metadata and changes (validatePodMetadataAndSpec). */
void fakeapi__check_pod_form(causes_t *c, const cJSON *obj);
void fakeapi__check_pod_update(causes_t *c, const path_t *at, const cJSON *spec,
			       const cJSON *before);
void fakeapi__check_resources(causes_t *c, const path_t *at, const cJSON *resources,
			      const cJSON *pod_claims);
/* Fields with a feature gate (validate_gated.c). */
void fakeapi__check_file_key(causes_t *c, const path_t *at, const cJSON *ref);
void fakeapi__check_file_volumes(causes_t *c, const path_t *at, const cJSON *spec);
void fakeapi__check_host_name(causes_t *c, const path_t *at, const cJSON *spec);
/* What an empty valueFrom is refused with. */
const char *fakeapi__env_sources(const causes_t *c);
/* The restart policy and rules of a container, and of one that runs before the others. */
void fakeapi__check_restart(causes_t *c, const path_t *at, const cJSON *ctr);
void fakeapi__check_init_restart(causes_t *c, const path_t *at, const cJSON *ctr);
/* resizePolicy of one that ends before the others begin. */
void fakeapi__check_init_resize(causes_t *c, const path_t *at, const cJSON *ctr);
void fakeapi__check_resize_policy(causes_t *c, const path_t *at, const cJSON *policies,
				  const cJSON *spec);
/* fieldRef (`allowed`: sorted, NULL last) and resourceFieldRef, of environments and volumes. */
void fakeapi__check_field_ref(causes_t *c, const path_t *at, const cJSON *ref,
			      const char *const *allowed);
void fakeapi__check_resource_ref(causes_t *c, const path_t *at, const cJSON *ref, bool volume);
/* A relative path without "..". */
void fakeapi__check_path_below(causes_t *c, const path_t *at, const char *path);
void fakeapi__check_no_backsteps(causes_t *c, const path_t *at, const char *path);
/* Where a block device appears; `again`: another one has the path. */
void fakeapi__check_device_path(causes_t *c, const path_t *at, const cJSON *path, bool again);
void fakeapi__check_own_path(causes_t *c, const path_t *at, const char *path);
void fakeapi__check_host_path(causes_t *c, const path_t *at, const cJSON *host);
/* Checks that a volume has exactly one source and returns it; NULL: none. */
const cJSON *fakeapi__check_pod_sources(causes_t *c, const path_t *at, const cJSON *volume);

/* Checks lifecycle and the three probes. */
void fakeapi__check_lifecycle(causes_t *c, const path_t *at, const cJSON *ctr, const cJSON *spec);
/* Forbids these four, which only long-running containers may have. */
void fakeapi__check_no_lifecycle(causes_t *c, const path_t *at, const cJSON *ctr);

/* `host_users`: the pod uses the host's user namespace. */
void fakeapi__check_security(causes_t *c, const path_t *at, const cJSON *security, bool host_users);
/* Checks of the whole spec: fields of its operating system, conflicts with hostProcess and
 * hostUsers, sums over all containers, profiles in annotations. */
void fakeapi__check_os(causes_t *c, const path_t *at, const cJSON *spec);
void fakeapi__check_host_process(causes_t *c, const path_t *at, const cJSON *spec);
void fakeapi__check_host_users(causes_t *c, const path_t *at, const cJSON *spec);
void fakeapi__check_pod_sums(causes_t *c, const path_t *at, const cJSON *spec);
void fakeapi__check_profile_notes(causes_t *c, const path_t *at, const cJSON *spec,
				  const cJSON *notes);
void fakeapi__check_pod_security(causes_t *c, const path_t *at, const cJSON *spec);

/* In the order of the checks. */
void fakeapi__check_affinity(causes_t *c, const path_t *at, const cJSON *affinity);
void fakeapi__check_node_selector(causes_t *c, const path_t *at, const cJSON *selector);
void fakeapi__check_dns_config(causes_t *c, const path_t *at, const cJSON *spec);
void fakeapi__check_gates(causes_t *c, const path_t *at, const cJSON *spec);
/* Checks label keys of an affinity term or a spread constraint. */
void fakeapi__check_label_keys(causes_t *c, const path_t *at, const cJSON *term);
void fakeapi__check_spread(causes_t *c, const path_t *at, const cJSON *constraints);
void fakeapi__check_tolerations(causes_t *c, const path_t *at, const cJSON *tolerations);
void fakeapi__check_host_aliases(causes_t *c, const path_t *at, const cJSON *aliases);

#endif
