/* SPDX-License-Identifier: Apache-2.0 */
/* rules.h - matches a PolicyRule with an action, and compares sets of rules. Pure. */
#ifndef FAKEAPI_AUTHZ_RULES_H
#define FAKEAPI_AUTHZ_RULES_H

#include "fakeapi/authz/rbac.h"

/* Whether a list of nonResourceURLs has this path: itself, a star, or a prefix before a star. */
bool fakeapi__lists_path(const cJSON *list, struct str path);
bool fakeapi__rule_allows(const cJSON *rule, const struct fakeapi__action *a);
/* The rules of `wanted` that `owned` does not cover: 1, and one line for each in `out`, as
 * Kubernetes prints rules; 0: none; -1: out of memory. */
int fakeapi__rules_missing(const cJSON *owned, const cJSON *wanted, struct strbuf *out);

#endif
