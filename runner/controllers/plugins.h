/* SPDX-License-Identifier: Apache-2.0 */
/* plugins.h - the reconcilers that users have registered. Filled before anything runs, then only
 * read, by any thread. */
#ifndef RUNNER_CONTROLLERS_PLUGINS_H
#define RUNNER_CONTROLLERS_PLUGINS_H

#include "base/str.h"
#include "relist/scenario.h"

struct relist_plugins {
	struct relist_reconciler *items;
	size_t count;
	void **libraries; /* of posix/plugin_load.c */
	size_t library_count;
};

/* NULL: it is not registered. */
const struct relist_reconciler *ctl__plugins_find(const struct relist_plugins *p, struct str name);
void ctl__plugins_fini(struct relist_plugins *p);

#endif
