/* SPDX-License-Identifier: Apache-2.0 */
/* defaults.h - defaults by kind. */
#ifndef FAKEAPI_ADMISSION_DEFAULTS_H
#define FAKEAPI_ADMISSION_DEFAULTS_H

#include "fakeapi/schema/ordered.h"

void fakeapi__default_container(struct fakeapi__place p);
void fakeapi__default_volume(struct fakeapi__place p);
void fakeapi__default_pod(struct fakeapi__place p);
/* Convert_v1_PodSpec_To_core_PodSpec: serviceAccount is the older name of the same field. */
void fakeapi__default_pod_spec(struct fakeapi__place p);
/* Convert_v1_PodStatus_To_core_PodStatus and back: podIP is the first of podIPs. */
void fakeapi__default_pod_status(struct fakeapi__place p);
const char *fakeapi__place_text(struct fakeapi__place p, const char *name);
/* Copies members of `from` that `to` lacks; both are maps. */
void fakeapi__place_fill_from(struct fakeapi__place to, const cJSON *from);
struct fakeapi__place fakeapi__place_item(struct fakeapi__place list, cJSON *item);
bool fakeapi__place_list(struct fakeapi__place p);

#endif
