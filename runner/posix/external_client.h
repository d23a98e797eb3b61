/* SPDX-License-Identifier: Apache-2.0 */
/* external_client.h - shared by drivers of external informers: the type that a client watches, its
 * handlers, and the view of its output; and stubs of driver functions that an external informer
 * does not support.
 *
 * Threads: one at a time; the driver's gate ensures that. */
#ifndef RUNNER_POSIX_EXTERNAL_CLIENT_H
#define RUNNER_POSIX_EXTERNAL_CLIENT_H

#include "runner/posix/external_events.h"
#include "runner/world/driver.h"

enum { EXTERNAL_HANDLERS_MAX = 8 };

struct external_client {
	uint32_t informer;
	char *group, *version, *resource, *namespace_;
	struct view view;
	struct inf_handler handlers[EXTERNAL_HANDLERS_MAX];
	const char *handler_names[EXTERNAL_HANDLERS_MAX]; /* borrowed */
	size_t handler_count;
};

/* Returns 0 or RELIST_ENOMEM (nothing to free then). */
int runner__external_client_init(struct external_client *c, uint32_t informer,
				 const struct inf__informer_config *config, struct relist_err *err);
void runner__external_client_fini(struct external_client *c);
/* RELIST_ELIMIT: too many handlers. */
int runner__external_handler_add(struct external_client *c, const char *name,
				 const struct inf_handler *handler, inf_registration *out,
				 struct relist_err *err);
/* Processes a line of the program's output. */
void runner__external_client_line(struct external_client *c, struct str text,
				  const struct trace_sink *sink, int64_t now_ns);

/* For struct scn__driver_ops: no simulator steps, no informer, no effect of pokes, no backlog. */
uint64_t runner__external_steps(struct scn__driver *d);
struct inf__informer *runner__external_informer(struct scn__client *c);
void runner__external_poke(struct scn__client *c);
size_t runner__external_backlog(struct scn__client *c, inf_registration reg);
/* Both return RELIST_EINVAL; the engine refuses scenarios that need them. */
int runner__external_handler_remove(struct scn__client *c, inf_registration reg);
int runner__external_handler_hold(struct scn__driver *d, struct str name, bool hold);

#endif
