/* SPDX-License-Identifier: Apache-2.0 */
/* options.h - parses a server's options, a JSON object from the host; see docs/module.md. */
#ifndef HOSTS_MODULE_OPTIONS_H
#define HOSTS_MODULE_OPTIONS_H

#include "fakeapi/core.h"

struct cJSON;

/* Data that the core's options borrow. */
struct module__options {
	struct cJSON *tree;
	uint32_t backends;
	bool webhooks, services, timeline;
};

/* Fills `core` except time, seed and callbacks. RELIST_EPARSE names the member; RELIST_ENOMEM. */
int module__options_read(struct module__options *o, struct str text, struct fakeapi__options *core,
			 struct relist_err *err);
void module__options_fini(struct module__options *o);

#endif
