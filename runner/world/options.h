/* SPDX-License-Identifier: Apache-2.0 */
/* options.h - the options of a run. */
#ifndef RUNNER_WORLD_OPTIONS_H
#define RUNNER_WORLD_OPTIONS_H

#include "base/choice.h"
#include "base/trace.h"
#include "runner/language/scenario.h"
#include "runner/result.h"
#include "runner/subject/facts.h"
#include "runner/world/idle.h"
#include "runner/world/driver.h"

struct relist_plugins;

struct scn__run_options {
	const struct scn__driver_ops *driver; /* NULL: the simulator */
	uint64_t seed;
	struct choice *choice;	/* simulator only; NULL: from the seed */
	bool interleave;	/* simulator only: place steps between the driver's steps */
	bool no_outcome;	/* every failure counts, whatever outcome is expected */
	bool fixed;		/* ignore `without`: omit no fix */
	enum runner__cuts cuts; /* simulator only */
	size_t cut_at;
	const struct relist_plugins *plugins; /* NULL: none */
	struct trace_sink events;	      /* receives every trace event; may be all zero */
	/* Receives the edits that make failed expectations hold, for a cell whose outcome is to
	 * pass; they are then not failures. NULL: no update. */
	struct scn__updates *updates;
	bool updates_again;	/* second run: values that differ now vary between runs */
	struct scn__show *show; /* receives the events of the run; NULL: not needed */
	const struct scn__subject *subject; /* external world only */
	struct scn__facts *facts;	    /* filled in the external world; may be NULL */
	struct scn__idle *idle;		    /* gets what had no effect; may be NULL */
	bool unstarted;			    /* skip steps about clients: nothing is started */
	size_t skip; /* 1 + the index of a step to skip, to see its effect; 0: none */
};

#endif
