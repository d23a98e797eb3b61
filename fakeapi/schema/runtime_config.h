/* SPDX-License-Identifier: Apache-2.0 */
/* runtime_config.h - which built-in types are served, as kube-apiserver's --runtime-config says.
 *
 * Who may call: server/ and control/. Threads: those of the registry.
 */
#ifndef FAKEAPI_RUNTIME_CONFIG_H
#define FAKEAPI_RUNTIME_CONFIG_H

#include "fakeapi/schema/registry.h"

/* "api/all=true", "api/beta", "group/version=false", "group/version/resource": comma-separated, an
 * entry without a value is true. The most specific entry about a type counts. Stable types stay:
 * without them no server starts. NULL: none. Before any type is added. */
void fakeapi__runtime_config(struct fakeapi__registry *reg, const char *config);
/* True if an entry ("group/version", "api/beta") chooses among the built-in types of some release.
 */
bool fakeapi__runtime_config_knows(struct str entry);

#endif
