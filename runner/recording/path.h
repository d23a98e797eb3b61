/* SPDX-License-Identifier: Apache-2.0 */
/* path.h - what a path of the Kubernetes API is about. */
#ifndef RUNNER_RECORDING_PATH_H
#define RUNNER_RECORDING_PATH_H

#include "base/base.h"

/* Parts of the path. */
struct rec__target {
	struct str group, version, resource, ns, name, subresource;
};

/* False: it is none of objects (discovery, health, metrics). */
bool rec__target_parse(struct str path, struct rec__target *out);
/* /api/v1/watch/pods: the spelling of a watch before ?watch=true. */
bool rec__target_is_old_watch(struct str path);

/* How much of it is a proxy's own, before the API's: /k8s/clusters/c-1 of
 * /k8s/clusters/c-1/api/v1/pods. */
size_t rec__prefix_len(struct str path);

#endif
