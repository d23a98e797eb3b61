/* SPDX-License-Identifier: Apache-2.0 */
/* explore.h - a cell of a scenario in every order that its steps can take in the simulator, or in
 * as many as there are seeds.
 *
 * Every order: depth first over the choices of one run after the other (base/choice.h). Draws –
 * jitter, back-off – are not orders: they have their least value. A run that comes to a state where
 * one has been is left there, and of orders that differ only in steps that commute one is run: see
 * docs/architecture.md.
 *
 * A cell that is to pass must pass in every order. One that is to fail must fail in one.
 *
 * Who may call: the command line. Threads: one a cell; cells may be explored side by side. No
 * locks.
 */
#ifndef RUNNER_EXPLORE_EXPLORE_H
#define RUNNER_EXPLORE_EXPLORE_H

#include "runner/world/options.h"

struct explore__options {
	const struct scn__run_options *run; /* `choice` is set here */
	bool exhaustive;
	uint64_t depth;		/* exhaustive: of so many choices all are tried; 0: of all */
	bool all;		/* exhaustive: orders that commute, too */
	bool interleave;	/* the scenario's steps come between two of the simulator's */
	uint64_t seeds, seed;	/* else: how many, and the first */
	uint64_t shard, shards; /* this part of the work, from 0; shards 0: all of it */
	uint64_t runs_max;	/* 0: no limit */
	bool (*stop)(void *user);
	void *stop_user;
};

struct explore__result {
	uint64_t runs;	 /* orders that were run */
	uint64_t pruned; /* begun, and left where one had been before */
	double orders;	 /* that there are, once calls of handlers that commute are left out; 0: not
			  * known: there are more, or this is a shard */
	uint64_t left;	 /* not complete: at least so many runs are to come */
	bool complete;	 /* there are no more (of this shard, to that depth) */
	double progress; /* of all orders, those that lie before what was run last; 0 to 1 */
	uint64_t failures;
	struct runner__result first; /* that failed otherwise than it was to; or, of a cell that is
				      * to fail, the first that did */
	uint32_t *picks;	     /* its choices, shrunk */
	size_t pick_count;
	bool ok;
	char error[240]; /* why explore__cell() failed */
};

void explore__result_init(struct explore__result *r);
void explore__result_fini(struct explore__result *r);

/* RELIST_ENOMEM; RELIST_EIO for what else this machine lacks: out->error has it. `stop`, if there
 * is one, is called after each run: true ends it there. */
int explore__cell(const struct scn__cell *cell, const struct explore__options *opt,
		  struct explore__result *out);

#endif
