/* SPDX-License-Identifier: Apache-2.0 */
/* plugin_load.h - loads reconcilers and oracles of users (include/relist/scenario.h) from a shared
 * object. */
#ifndef RUNNER_POSIX_PLUGIN_LOAD_H
#define RUNNER_POSIX_PLUGIN_LOAD_H

#include "runner/controllers/plugins.h"

/* Loads the shared object at `path` (no search: a name without a slash is a file in the current
 * folder) and calls its registration. RELIST_EIO, or the registration's error with a text. It stays
 * loaded until runner__plugins_unload(), which also clears the registry. */
int runner__plugins_load(struct relist_plugins *p, const char *path, struct relist_err *err);
void runner__plugins_unload(struct relist_plugins *p);

#endif
