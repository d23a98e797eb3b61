/* SPDX-License-Identifier: Apache-2.0 */
/* timeline.h - shows the requests and events of a server in the page of `relist show --html`. */
#ifndef HOSTS_MODULE_TIMELINE_H
#define HOSTS_MODULE_TIMELINE_H

#include "hosts/module/server.h"

struct module__timeline;

/* Wraps the server's core. Returns NULL if out of memory. */
struct module__timeline *module__timeline_new(struct relist_server *server);
void module__timeline_free(struct module__timeline *t);

#endif
