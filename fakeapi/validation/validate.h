/* SPDX-License-Identifier: Apache-2.0 */
/* validate.h - validation errors, 422 (kube-apiserver's pkg/apis/<group>/validation). Only the
 * checks that the recorded cases and e2e specs need; the rest is accepted (docs/differences.md).
 *
 * Who may call: rest/. Threads: any; pure.
 */
#ifndef FAKEAPI_VALIDATE_H
#define FAKEAPI_VALIDATE_H

#include "base/str.h"
#include "fakeapi/meta/resource.h"
#include "fakeapi/meta/status.h"

/* Checks names, immutable fields and whatever is recorded as 422. -1: all causes are in `st`.
 * `forgiven` (may be NULL) gets a line for each forgiven error. `no_privileged`: as a
 * kube-apiserver without --allow-privileged. */
int fakeapi__validate(const struct fakeapi__resource *res, const cJSON *obj, const cJSON *old,
		      const char *subresource, bool no_privileged, struct strbuf *forgiven,
		      struct fakeapi__status *st);

/* Runs only the checks that precede all others, including allocations. -1 as above. */
int fakeapi__validate_first(const struct fakeapi__resource *res, const cJSON *obj, const cJSON *old,
			    struct fakeapi__status *st);

#endif
