/* SPDX-License-Identifier: Apache-2.0 */
/* lanes.h - the events of a recording's informers, each in its own run, put side by side: by the
 * time since the recording began, each under its own name, requests by the recording's numbers.
 *
 * Who may call: stack.c. Threads: one at a time.
 */
#ifndef RUNNER_RETELL_LANES_H
#define RUNNER_RETELL_LANES_H

#include "base/trace.h"
#include "runner/arena.h"
#include "runner/recording/story.h"

struct rec__lane_event;

/* All zero but for an arena that is initialised. */
struct rec__lanes {
	struct runner__arena arena;
	struct rec__lane_event *items;
	size_t len, cap, first; /* `first`: of the present lane */
	struct str *names;	/* of lanes so far */
	size_t name_count;
	int64_t began_ns, last_ns;
	bool failed; /* out of memory */
};

void rec__lanes_fini(struct rec__lanes *l);
/* `first`: the lane's first request, from whose time on its own clock runs. */
void rec__lanes_begin(struct rec__lanes *l, const struct rec__talk *first);
/* Keeps the events. */
struct trace_sink rec__lanes_sink(struct rec__lanes *l);
/* ids[i]: the number that the lane gave to talk i, 0: it never sent it. */
void rec__lanes_end(struct rec__lanes *l, const struct rec__story *story, const uint32_t *ids);
/* In the order of time, what is of one time in the order of lanes. */
void rec__lanes_tell(struct rec__lanes *l, const struct trace_sink *to);

#endif
