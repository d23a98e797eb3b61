/* SPDX-License-Identifier: Apache-2.0 */
/* observe.h - a server in front of another one, which reports requests and responses as trace
 * events: for the timeline of a test. One thread. */
#ifndef HOSTS_MODULE_OBSERVE_H
#define HOSTS_MODULE_OBSERVE_H

#include "base/trace.h"
#include "fakeapi/exchange.h"

struct module__observer {
	struct fakeapi__server server; /* what clients talk to */
	struct fakeapi__server *inner;
	struct trace_sink sink;
	int64_t now_ns; /* of the newest call */
	uint64_t requests;
	/* The name that events of an exchange have; NULL: the resource of its path. */
	const char *(*name)(void *user, uint32_t backend);
	void *user;
};

void module__observe(struct module__observer *o, struct fakeapi__server *inner,
		     struct trace_sink sink);

#endif
