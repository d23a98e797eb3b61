/* SPDX-License-Identifier: Apache-2.0 */
/* world.h - the environment of a trace's run: the simulator, or real sockets and threads with a
 * manual clock.
 *
 * A world owns a trace player, an informer built from the header (subject.h), and the connections
 * between them. It executes input lines and writes its observations into the log; it never
 * compares. Virtual time moves only in advance(). */
#ifndef RUNNER_TRACE_WORLD_H
#define RUNNER_TRACE_WORLD_H

#include "base/str.h"
#include "runner/trace/log.h"
#include "sim/sim.h"

/* How the bytes of a response are cut into chunks. */
enum runner__cuts {
	RUNNER_CUTS_WHOLE,  /* all available bytes */
	RUNNER_CUTS_RANDOM, /* the choice decides */
	RUNNER_CUTS_EVERY,  /* every byte its own chunk */
	RUNNER_CUTS_AT,	    /* two chunks, cut at cut_at bytes, in every response */
};

struct runner__world_config {
	const struct runner__trace *trace; /* outlives the world */
	struct runner__log *log;
	uint64_t seed;
	enum runner__cuts cuts;
	size_t cut_at;
	uint64_t step_max; /* limit of a settle; 0: the world's default */
	bool alone;	   /* no other code runs in this process: live objects may be counted */
};

struct runner__world;

struct runner__world_ops {
	const char *name; /* "sim" */
	/* The reason why this trace cannot run here, or NULL. */
	const char *(*skip)(const struct runner__trace *trace);
	/* Does not start the informer, whatever the header says. */
	struct runner__world *(*new)(const struct runner__world_config *config,
				     struct relist_err *err);
	void (*free)(struct runner__world *w);

	/* Starts the informer, like `act start`. */
	int (*start)(struct runner__world *w, struct relist_err *err);
	/* Executes an input line; never called for advance and dump. Returns 0 also if the line
	 * expects a failing call and the call fails. RELIST_ECONFLICT: the call's success or
	 * failure was unexpected. */
	int (*apply)(struct runner__world *w, const struct runner__line *line,
		     struct relist_err *err);
	/* Runs until all components wait for time or another input. RELIST_ETIMEDOUT: it did not
	 * settle. */
	int (*settle)(struct runner__world *w, struct relist_err *err);
	/* Advances to until_ns and settles at every deadline. Returns early, settled, when request
	 * `request_id` (0: none) has arrived. Errors as settle. */
	int (*advance)(struct runner__world *w, int64_t until_ns, uint32_t request_id,
		       struct relist_err *err);
	int64_t (*now_ns)(struct runner__world *w);

	/* Request `id`, or NULL if it has not arrived. Valid as long as the world. */
	const struct fakeapi__player_request *(*request)(struct runner__world *w, uint32_t id);
	/* The informer's present state; its strings are allocated in `arena`. Indexes only if
	 * out->has_indexes was set. */
	int (*snapshot)(struct runner__world *w, struct runner__arena *arena,
			struct runner__state *out, struct relist_err *err);
	/* Appends the cached object's JSON. RELIST_ENOTFOUND. */
	int (*dump)(struct runner__world *w, struct str key, struct strbuf *out,
		    struct relist_err *err);
	/* Ends the run: stops everything and checks the invariants. RELIST_ELIMIT: `err` names the
	 * violated invariant. */
	int (*finish)(struct runner__world *w, struct relist_err *err);
	/* The number of steps so far (scheduler steps in sim), for reports; NULL if not counted. */
	uint64_t (*steps)(struct runner__world *w);
};

extern const struct runner__world_ops runner__world_sim;
/* Converts `cuts` to the simulator's enum. */
enum sim_cuts runner__sim_cuts(enum runner__cuts cuts);

#endif
