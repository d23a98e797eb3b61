/* SPDX-License-Identifier: Apache-2.0 */
/* run.h - one matrix cell of a scenario, run by a driver. In the simulator the same cell and
 * seed give the same result. */
#ifndef RUNNER_ENGINE_RUN_H
#define RUNNER_ENGINE_RUN_H

#include "base/trace.h"
#include "runner/result.h"
#include "runner/language/scenario.h"
#include "runner/world/driver.h"
#include "runner/subject/facts.h"

struct relist_plugins;

struct scn__run_options {
	const struct scn__driver_ops *driver; /* NULL: the simulator */
	uint64_t seed;
	enum runner__cuts cuts; /* simulator only */
	size_t cut_at;
	const struct relist_plugins *plugins; /* NULL: none */
	struct trace_sink events;	      /* gets every trace event; may be all zero */
	/* Expectations that do not hold are not failures: gets what they would have to say, of a
	 * cell whose outcome is to pass. NULL: nobody asks. */
	struct scn__updates *updates;
	struct scn__show *show;		    /* gets the story of the run; NULL: nobody asks */
	const struct scn__subject *subject; /* external world only */
	struct scn__facts *facts;	    /* filled there; may be NULL */
};

/* Fills an initialised result. A cell whose outcome is a failure passes when it fails exactly
 * there. What the engine cannot do yet is RUNNER_BAD_INPUT, before anything runs. */
void scn__run(const struct scn__cell *cell, const struct scn__run_options *opt,
	      struct runner__result *out);

/* The same against somebody else's informer: NULL when it can be run there. */
const char *scn__unsupported_externally(const struct scn__cell *cell, struct scn__pos *pos);
/* Finds a step or setting that the engine refuses; NULL when there is none. */
const char *scn__unsupported(const struct scn__cell *cell, struct scn__pos *pos);

#endif
