/* SPDX-License-Identifier: Apache-2.0 */
/* stack.h - a recording replayed to relist's informers, byte for byte, in virtual time: in the
 * simulator or over TCP.
 *
 * Every informer that a recording shows (one User-Agent listing and watching one collection) is a
 * lane. A lane is replayed alone: an informer configured to send the recorded requests, and a
 * server that sends the recorded responses, at the recorded distances. Requests are compared. One
 * that differs is reported; it still gets the recorded response if it is the same kind of request.
 *
 * Who may call: the commands. Threads: one at a time; events come on it.
 */
#ifndef RUNNER_RETELL_STACK_H
#define RUNNER_RETELL_STACK_H

#include "runner/recording/story.h"
#include "runner/trace/world.h"

struct rec__stack_options {
	const struct runner__world_ops *world;
	uint64_t seed;
	enum runner__cuts cuts;
	/* Gets every trace event; those of several lanes at the end, side by side. May be all
	 * zero. */
	struct trace_sink events;
};

struct rec__stack_result {
	size_t lanes, requests, events, departures;
	bool stopped;		/* a lane could not be replayed to its end */
	bool unsettled, broken; /* ... because it did not settle, or an invariant broke */
	struct strbuf text;	/* what was different, for people */
};

/* `out->text` is initialised. 0 also with departures; negative: err says why nothing was
 * replayed. */
int rec__stack_replay(const struct rec__story *story, const struct rec__stack_options *opt,
		      struct rec__stack_result *out, struct relist_err *err);

#endif
