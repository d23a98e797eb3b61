/* SPDX-License-Identifier: Apache-2.0 */
/* control_plane.h - this program under the names that controller-runtime's envtest starts:
 * kube-apiserver and etcd, with their flags. */
#ifndef CLI_CONTROL_PLANE_H
#define CLI_CONTROL_PLANE_H

#include <stdbool.h>
#include <stdio.h>

/* A link beside kube-apiserver: where it points to is the release of Kubernetes to be. */
#define CLI_RELEASE_LINK "kubernetes-release"

/* False: argv[0] is no such name. Else *status is what the program ends with. */
bool cli__control_plane(int argc, char **argv, FILE *out, FILE *err, int *status);

#endif
