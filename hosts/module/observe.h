/* SPDX-License-Identifier: Apache-2.0 */
/* observe.h - a server that wraps another one and reports requests and responses as trace events,
 * for the timeline of a test. One thread. */
#ifndef HOSTS_MODULE_OBSERVE_H
#define HOSTS_MODULE_OBSERVE_H

#include "base/trace.h"
#include "fakeapi/exchange.h"

struct module__observer {
	struct fakeapi__server server; /* the wrapper that clients use */
	struct fakeapi__server *inner;
	struct trace_sink sink;
	int64_t now_ns; /* time of the newest call */
	uint64_t requests;
	/* Returns the name for the events of an exchange; NULL: the resource of its path. */
	const char *(*name)(void *user, uint32_t backend);
	void *user;
};

void module__observe(struct module__observer *o, struct fakeapi__server *inner,
		     struct trace_sink sink);

#endif
