/* SPDX-License-Identifier: Apache-2.0 */
/* explore.h - runs a cell of a scenario in every order of its steps in the simulator, or with a
 * number of seeds.
 *
 * Every order: depth first over the choices of consecutive runs (base/choice.h). Random values
 * (jitter, back-off) are not orders: they have their least value. A run stops when it reaches a
 * known state, and of several orders that differ only in steps that commute one is run: see
 * docs/architecture.md.
 *
 * A cell with the outcome "passes" must pass in every order. One with an expected failure must fail
 * in at least one order.
 *
 * Who may call: the command line. Threads: one per cell; several cells may be explored at a time.
 * No locks. */
#ifndef RUNNER_EXPLORE_EXPLORE_H
#define RUNNER_EXPLORE_EXPLORE_H

#include "runner/world/options.h"

struct explore__options {
	const struct scn__run_options *run; /* explore__cell() sets `choice` */
	bool exhaustive;
	uint64_t depth;		/* exhaustive: number of choices that are varied; 0: all */
	bool all;		/* exhaustive: include orders that commute */
	bool interleave;	/* place the scenario's steps between the simulator's steps */
	uint64_t seeds, seed;	/* not exhaustive: number of seeds, and the first one */
	uint64_t shard, shards; /* number of this part of the work, from 0; shards 0: not split */
	uint64_t runs_max;	/* 0: no limit */
	bool (*stop)(void *user);
	void *stop_user;
};

struct explore__result {
	uint64_t runs;	 /* number of executed orders */
	uint64_t pruned; /* number of runs that stopped at a known state */
	double orders;	 /* total number of orders, without orders of handler calls that commute; 0:
			  * unknown (incomplete, or a shard) */
	uint64_t left;	 /* if incomplete: lower bound of the remaining runs */
	bool complete;	 /* all orders (of this shard, to that depth) were run */
	double progress; /* the share of all orders that precede the last run; 0 to 1 */
	uint64_t failures;
	struct runner__result first; /* the first unexpected failure; for a cell with an expected
				      * failure, the first expected one */
	uint32_t *picks;	     /* the choices of that run, shrunk */
	size_t pick_count;
	bool ok;
	char error[240]; /* the error of explore__cell() */
};

void explore__result_init(struct explore__result *r);
void explore__result_fini(struct explore__result *r);

/* RELIST_ENOMEM, or RELIST_EIO for other resource problems: out->error has the text. `stop`, if
 * set, is called after each run: true ends the exploration. */
int explore__cell(const struct scn__cell *cell, const struct explore__options *opt,
		  struct explore__result *out);

#endif
