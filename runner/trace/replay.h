/* SPDX-License-Identifier: Apache-2.0 */
/* replay.h - one run of one trace in one world.
 *
 * Who may call: posix/, recording/ and report/. Threads: one a run; log.h says what other threads
 * write, and has the room's one lock.
 */
#ifndef RUNNER_TRACE_REPLAY_H
#define RUNNER_TRACE_REPLAY_H

#include "runner/result.h"
#include "runner/trace/world.h"

struct runner__replay_options {
	const struct runner__world_ops *world;
	uint64_t seed;
	enum runner__cuts cuts;
	size_t cut_at;
	uint64_t step_max;
	bool alone;		  /* see world.h */
	struct trace_sink events; /* gets every trace event; may be all zero */
};

/* `out` must be initialised. Any thread; a trace may be replayed by many at once. */
void runner__replay(const struct runner__trace *trace, const struct runner__replay_options *opt,
		    struct runner__result *out);

#endif
