/* SPDX-License-Identifier: Apache-2.0 */
/* options.h - the options of a run, beside its cell. */
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
	struct choice *choice;	/* simulator only; NULL: by the seed */
	bool interleave;	/* simulator only: steps come between two of the driver's */
	bool no_outcome;	/* any failure is one, whatever the outcome says */
	bool mended;		/* `without` is not looked at: no fix is missing */
	enum runner__cuts cuts; /* simulator only */
	size_t cut_at;
	const struct relist_plugins *plugins; /* NULL: none */
	struct trace_sink events;	      /* gets every trace event; may be all zero */
	/* Expectations that do not hold are not failures: gets what they would have to say, of a
	 * cell whose outcome is to pass. NULL: no update. */
	struct scn__updates *updates;
	bool updates_again; /* the program has run before: what is other now is so in each run */
	struct scn__show *show;		    /* gets the story of the run; NULL: no story */
	const struct scn__subject *subject; /* external world only */
	struct scn__facts *facts;	    /* filled there; may be NULL */
	struct scn__idle *idle;		    /* gets what had no effect; may be NULL */
	bool unstarted; /* steps about clients are left out: nothing is started */
};

#endif
