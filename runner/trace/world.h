/* SPDX-License-Identifier: Apache-2.0 */
/* world.h - where a trace runs: the simulator, or real sockets and threads with a manual clock.
 *
 * A world owns a trace player, an informer built from the header (subject.h), and what connects
 * them. It does what input lines say and writes what it sees into the log; it never compares.
 * Virtual time stands still except in advance().
 */
#ifndef RUNNER_TRACE_WORLD_H
#define RUNNER_TRACE_WORLD_H

#include "base/str.h"
#include "runner/trace/log.h"
#include "sim/sim.h"

/* How the bytes of an answer are cut into chunks. */
enum runner__cuts {
	RUNNER_CUTS_WHOLE,  /* as much as there is */
	RUNNER_CUTS_RANDOM, /* the choice decides */
	RUNNER_CUTS_EVERY,  /* every byte its own chunk */
	RUNNER_CUTS_AT,	    /* two chunks, at cut_at bytes, in every answer */
};

struct runner__world_config {
	const struct runner__trace *trace; /* outlives the world */
	struct runner__log *log;
	uint64_t seed;
	enum runner__cuts cuts;
	size_t cut_at;
	uint64_t step_max; /* of a settle; 0: the world's default */
	bool alone;	   /* nothing else runs in this process: objects alive may be counted */
};

struct runner__world;

struct runner__world_ops {
	const char *name; /* "sim" */
	/* Why this trace cannot run here, or NULL. */
	const char *(*skip)(const struct runner__trace *trace);
	/* Not started yet, whatever the header says. */
	struct runner__world *(*new)(const struct runner__world_config *config,
				     struct relist_err *err);
	void (*free)(struct runner__world *w);

	/* Runs the informer, as `act start` does. */
	int (*start)(struct runner__world *w, struct relist_err *err);
	/* Does what an input line says; never called for advance and dump. A call that the line
	 * expects to fail and that fails is 0; RELIST_ECONFLICT: it went the other way. */
	int (*apply)(struct runner__world *w, const struct runner__line *line,
		     struct relist_err *err);
	/* Until nothing can move without time passing or another input. RELIST_ETIMEDOUT: it did
	 * not settle. */
	int (*settle)(struct runner__world *w, struct relist_err *err);
	/* Lets time pass up to until_ns, settled at every deadline on the way. Returns early,
	 * settled, when request `request_id` (0: none) has arrived. Errors as settle. */
	int (*advance)(struct runner__world *w, int64_t until_ns, uint32_t request_id,
		       struct relist_err *err);
	int64_t (*now_ns)(struct runner__world *w);

	/* What request `id` says, or NULL if it has not arrived. Lives as long as the world. */
	const struct fakeapi__player_request *(*request)(struct runner__world *w, uint32_t id);
	/* The informer as it is now; strings live in `arena`. Indexes only if out->has_indexes is
	 * set before. */
	int (*snapshot)(struct runner__world *w, struct runner__arena *arena,
			struct runner__state *out, struct relist_err *err);
	/* The cached object's JSON, appended. RELIST_ENOTFOUND. */
	int (*dump)(struct runner__world *w, struct str key, struct strbuf *out,
		    struct relist_err *err);
	/* The run is over: stops everything and checks the invariants. RELIST_ELIMIT with the
	 * invariant in words when one is broken. */
	int (*finish)(struct runner__world *w, struct relist_err *err);
	/* Steps made so far (scheduler steps in sim), for reports; NULL if not counted. */
	uint64_t (*steps)(struct runner__world *w);
};

extern const struct runner__world_ops runner__world_sim;
/* The simulator's word for it. */
enum sim_cuts runner__sim_cuts(enum runner__cuts cuts);

#endif
