/* SPDX-License-Identifier: Apache-2.0 */
/* subjects.h - the driver of a scenario whose informers run in the host: sends orders to the host,
 * receives lines from it, and uses a clock that the host moves. One thread. */
#ifndef HOSTS_MODULE_SUBJECTS_H
#define HOSTS_MODULE_SUBJECTS_H

#include "hosts/module/observe.h"
#include "hosts/module/server.h"
#include "runner/world/driver.h"

struct subjects {
	struct scn__subject subject; /* first member: the driver's options point here */
	struct relist_server server;
	struct scn__driver *driver; /* NULL: no run is active */
	int64_t start_ns, now_ns;
	int64_t until_ns; /* when the run must continue, in the host's time */
	bool interrupted;
	void (*pause)(void *user); /* returns to the host */
	void *user;
	struct strbuf orders; /* records of records */
};

extern const struct scn__driver_ops module__subjects_driver;

void module__subjects_init(struct subjects *s, int64_t now_ns, int64_t patience_ns,
			   void (*pause)(void *user), void *user);
void module__subjects_fini(struct subjects *s);
/* Implements relist_play_order(). */
int module__subjects_order(struct subjects *s);
void module__subjects_line(struct subjects *s, uint32_t informer, struct str line);
void module__subjects_ended(struct subjects *s, uint32_t informer, struct str how);

#endif
