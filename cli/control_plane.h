/* SPDX-License-Identifier: Apache-2.0 */
/* control_plane.h - runs this program under the names that controller-runtime's envtest starts:
 * kube-apiserver and etcd, with their flags. */
#ifndef CLI_CONTROL_PLANE_H
#define CLI_CONTROL_PLANE_H

#include <stdbool.h>
#include <stdio.h>

/* A link beside kube-apiserver whose target is the Kubernetes release to simulate. */
#define CLI_RELEASE_LINK "kubernetes-release"

/* Returns false if argv[0] is no such name. Else *status is the exit status. */
bool cli__control_plane(int argc, char **argv, FILE *out, FILE *err, int *status);

#endif
