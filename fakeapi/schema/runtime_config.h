/* SPDX-License-Identifier: Apache-2.0 */
/* runtime_config.h - kube-apiserver's --runtime-config, which selects the served built-in types.
 *
 * Who may call: server/ and control/. Threads: those of the registry.
 */
#ifndef FAKEAPI_RUNTIME_CONFIG_H
#define FAKEAPI_RUNTIME_CONFIG_H

#include "fakeapi/schema/registry.h"
#include "relist/err.h"

/* "api/all=true", "api/beta", "group/version=false", "group/version/resource": comma-separated; an
 * entry without a value is true. The most specific entry for a type counts. Stable types are always
 * served, since no server starts without them. NULL: none. Call it before any type is added. */
void fakeapi__runtime_config(struct fakeapi__registry *reg, const char *config);
/* Refuses what kube-apiserver refuses at its start, in its words: keys that are neither a class
 * (api/all) nor of a known group, and values that are not boolean. RELIST_EINVAL; NULL is valid. */
int fakeapi__runtime_config_check(const char *config, struct relist_err *err);
/* True if an entry ("group/version", "api/beta") matches built-in types of some release. */
bool fakeapi__runtime_config_knows(struct str entry);

#endif
