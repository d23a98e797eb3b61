/* SPDX-License-Identifier: Apache-2.0 */
/* stack.h - replays a recording to relist's informers, byte for byte, in virtual time: in the
 * simulator or over TCP.
 *
 * Every informer in a recording (one User-Agent that lists and watches one collection) is a lane.
 * Each lane is replayed alone: an informer configured to send the recorded requests, and a server
 * that sends the recorded responses with the recorded delays. Requests are compared; a different
 * one is reported. It still gets the recorded response if it is the same kind of request.
 *
 * Who may call: the commands. Threads: one at a time; it receives the events. */
#ifndef RUNNER_RETELL_STACK_H
#define RUNNER_RETELL_STACK_H

#include "runner/recording/story.h"
#include "runner/trace/world.h"

struct rec__stack_options {
	const struct runner__world_ops *world;
	uint64_t seed;
	enum runner__cuts cuts;
	/* Receives every trace event; those of several lanes are merged and sent at the end. May be
	 * all zero. */
	struct trace_sink events;
};

struct rec__stack_result {
	size_t lanes, requests, events, departures;
	bool stopped;		/* a lane could not be replayed to its end */
	bool unsettled, broken; /* the reason: it did not settle, or an invariant was violated */
	struct strbuf text;	/* the differences, for people */
};

/* `out->text` must be initialised. Returns 0 also if there are departures; a negative code: err has
 * the reason why nothing was replayed. */
int rec__stack_replay(const struct rec__story *story, const struct rec__stack_options *opt,
		      struct rec__stack_result *out, struct relist_err *err);

#endif
