/* SPDX-License-Identifier: Apache-2.0 */
/* last_applied.h - the annotation in which kubectl keeps what it has applied (fieldmanager's
 * lastappliedupdater.go). */
#ifndef FAKEAPI_LAST_APPLIED_H
#define FAKEAPI_LAST_APPLIED_H

#include <cjson/cJSON.h>

#define FAKEAPI_LAST_APPLIED "kubectl.kubernetes.io/last-applied-configuration"

/* After an apply by `manager`: if it is kubectl and `out` has the annotation, sets it to the
 * applied `config` without that annotation. -1: out of memory. */
int fakeapi__sync_last_applied(const char *manager, const cJSON *config, cJSON *out);

#endif
