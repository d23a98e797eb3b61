/* SPDX-License-Identifier: Apache-2.0 */
/* rules.h - one PolicyRule against an action, and sets of rules against each other. Pure. */
#ifndef FAKEAPI_RULES_H
#define FAKEAPI_RULES_H

#include "fakeapi/authz/rbac.h"

bool fakeapi__rule_allows(const cJSON *rule, const struct fakeapi__action *a);
/* What of `wanted` is not in `owned`: 1, and one line for each in `out`, as Kubernetes prints
 * rules; 0: nothing; -1: out of memory. */
int fakeapi__rules_missing(const cJSON *owned, const cJSON *wanted, struct strbuf *out);

#endif
