/* SPDX-License-Identifier: Apache-2.0 */
/* lanes.h - merges the events of a recording's informers, each of which is replayed in a run of its
 * own: ordered by the time since the recording began, with the informers' names and the recording's
 * request numbers.
 *
 * Who may call: stack.c. Threads: one at a time. */
#ifndef RUNNER_RETELL_LANES_H
#define RUNNER_RETELL_LANES_H

#include "base/trace.h"
#include "runner/arena.h"
#include "runner/recording/story.h"

struct rec__lane_event;

/* All zero except the arena, which must be initialised. */
struct rec__lanes {
	struct runner__arena arena;
	struct rec__lane_event *items;
	size_t len, cap, first; /* `first`: index of the present lane's first event */
	struct str *names;	/* names of the lanes so far */
	size_t name_count;
	int64_t began_ns, last_ns;
	bool failed; /* out of memory */
};

void rec__lanes_fini(struct rec__lanes *l);
/* Begins a lane. `first`: its first request, the start of the lane's clock. */
void rec__lanes_begin(struct rec__lanes *l, const struct rec__talk *first);
/* A sink that stores the events. */
struct trace_sink rec__lanes_sink(struct rec__lanes *l);
/* Ends the lane. ids[i]: the lane's number of talk i, 0: never sent. */
void rec__lanes_end(struct rec__lanes *l, const struct rec__story *story, const uint32_t *ids);
/* Emits the events ordered by time, then by lane. */
void rec__lanes_write(struct rec__lanes *l, const struct trace_sink *to);

#endif
