/* SPDX-License-Identifier: Apache-2.0 */
/* plugins.h - the registered reconcilers of users. Filled before anything runs, then read-only, by
 * any thread. */
#ifndef RUNNER_CONTROLLERS_PLUGINS_H
#define RUNNER_CONTROLLERS_PLUGINS_H

#include "base/str.h"
#include "relist/scenario.h"

struct relist_plugins {
	struct relist_reconciler *items;
	size_t count;
	void **libraries; /* owned by posix/plugin_load.c */
	size_t library_count;
};

/* Returns NULL if it is not registered. */
const struct relist_reconciler *ctl__plugins_find(const struct relist_plugins *p, struct str name);
void ctl__plugins_fini(struct relist_plugins *p);

#endif
