/* SPDX-License-Identifier: Apache-2.0 */
/* validate_pod.h - the parts of a pod's spec, in the files validate_{container,lifecycle,
 * security,volumes,sources,scheduling}.c. */
#ifndef FAKEAPI_VALIDATE_POD_H
#define FAKEAPI_VALIDATE_POD_H

#include "base/map.h"
#include "fakeapi/validation/validate_impl.h"

/* What the parts of one spec know of each other. */
struct fakeapi__pod_check {
	const cJSON *spec;
	struct map volumes; /* those without a fault, by name */
};

/* Fills pod->volumes. */
void fakeapi__check_volumes(causes_t *c, const path_t *at, struct fakeapi__pod_check *pod);
void fakeapi__check_container(causes_t *c, const path_t *at, const cJSON *ctr,
			      const struct fakeapi__pod_check *pod);
/* No space around the image of a pod's container. */
void fakeapi__check_image(causes_t *c, const path_t *at, const cJSON *ctr);
void fakeapi__check_ephemeral_containers(causes_t *c, const path_t *at,
					 const struct fakeapi__pod_check *pod);
/* Annotations with a meaning, of a pod or a template; and what an update may not do to them. */
void fakeapi__check_pod_annotations(causes_t *c, const path_t *at, const cJSON *notes,
				    const cJSON *spec);
void fakeapi__check_annotation_updates(causes_t *c, const cJSON *obj, const cJSON *old);
/* The kubelet's own, of a static pod. */
bool fakeapi__is_mirror_pod(const cJSON *obj);
/* All of a pod but its metadata and what it was before (validatePodMetadataAndSpec). */
void fakeapi__check_pod_form(causes_t *c, const cJSON *obj);
void fakeapi__check_pod_update(causes_t *c, const path_t *at, const cJSON *spec,
			       const cJSON *before);
void fakeapi__check_resources(causes_t *c, const path_t *at, const cJSON *resources,
			      const cJSON *pod_claims);
void fakeapi__check_resize_policy(causes_t *c, const path_t *at, const cJSON *policies,
				  const cJSON *spec);
/* fieldRef (`allowed`: sorted, NULL last) and resourceFieldRef, of environments and volumes. */
void fakeapi__check_field_ref(causes_t *c, const path_t *at, const cJSON *ref,
			      const char *const *allowed);
void fakeapi__check_resource_ref(causes_t *c, const path_t *at, const cJSON *ref, bool volume);
/* Relative, and without ".." */
void fakeapi__check_path_below(causes_t *c, const path_t *at, const char *path);
void fakeapi__check_no_backsteps(causes_t *c, const path_t *at, const char *path);
void fakeapi__check_own_path(causes_t *c, const path_t *at, const char *path);
void fakeapi__check_host_path(causes_t *c, const path_t *at, const cJSON *host);
/* The one source of a volume, and that there is no other; NULL: there is none. */
const cJSON *fakeapi__check_pod_sources(causes_t *c, const path_t *at, const cJSON *volume);

/* lifecycle and the three probes */
void fakeapi__check_lifecycle(causes_t *c, const path_t *at, const cJSON *ctr, const cJSON *spec);
/* The same four, which only containers that go on running may have. */
void fakeapi__check_no_lifecycle(causes_t *c, const path_t *at, const cJSON *ctr);

/* `host_users`: those of the pod are those of the host. */
void fakeapi__check_security(causes_t *c, const path_t *at, const cJSON *security, bool host_users);
/* Of the whole spec: what its operating system knows, what hostProcess and hostUsers exclude, what
 * is bounded for all containers together, profiles that annotations name, too. */
void fakeapi__check_os(causes_t *c, const path_t *at, const cJSON *spec);
void fakeapi__check_host_process(causes_t *c, const path_t *at, const cJSON *spec);
void fakeapi__check_host_users(causes_t *c, const path_t *at, const cJSON *spec);
void fakeapi__check_pod_sums(causes_t *c, const path_t *at, const cJSON *spec);
void fakeapi__check_profile_notes(causes_t *c, const path_t *at, const cJSON *spec,
				  const cJSON *notes);
void fakeapi__check_pod_security(causes_t *c, const path_t *at, const cJSON *spec);

/* In the order in which they are looked at. */
void fakeapi__check_affinity(causes_t *c, const path_t *at, const cJSON *affinity);
void fakeapi__check_node_selector(causes_t *c, const path_t *at, const cJSON *selector);
void fakeapi__check_dns_config(causes_t *c, const path_t *at, const cJSON *spec);
void fakeapi__check_gates(causes_t *c, const path_t *at, const cJSON *spec);
/* Of an affinity term or a spread constraint. */
void fakeapi__check_label_keys(causes_t *c, const path_t *at, const cJSON *term);
void fakeapi__check_spread(causes_t *c, const path_t *at, const cJSON *constraints);
void fakeapi__check_tolerations(causes_t *c, const path_t *at, const cJSON *tolerations);
void fakeapi__check_host_aliases(causes_t *c, const path_t *at, const cJSON *aliases);

#endif
