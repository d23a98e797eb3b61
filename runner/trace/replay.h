/* SPDX-License-Identifier: Apache-2.0 */
/* replay.h - runs one trace once in one world.
 *
 * Who may call: posix/, recording/ and report/. Threads: one per run; log.h states which other
 * threads write and contains the only lock. */
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
	struct trace_sink events; /* receives every trace event; may be all zero */
};

/* `out` must be initialised. Any thread; several threads may replay a trace at a time. */
void runner__replay(const struct runner__trace *trace, const struct runner__replay_options *opt,
		    struct runner__result *out);

#endif
