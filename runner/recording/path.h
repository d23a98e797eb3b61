/* SPDX-License-Identifier: Apache-2.0 */
/* path.h - parses paths of the Kubernetes API. */
#ifndef RUNNER_RECORDING_PATH_H
#define RUNNER_RECORDING_PATH_H

#include "base/base.h"

/* Parts of the path. */
struct rec__target {
	struct str group, version, resource, ns, name, subresource;
};

/* Returns false if the path has no objects (discovery, health, metrics). */
bool rec__target_parse(struct str path, struct rec__target *out);
/* Whether the path is /api/v1/watch/pods: the spelling of a watch before ?watch=true. */
bool rec__target_is_old_watch(struct str path);

/* The length of a gateway's prefix before the API's path: /k8s/clusters/c-1 in
 * /k8s/clusters/c-1/api/v1/pods. */
size_t rec__prefix_len(struct str path);

#endif
