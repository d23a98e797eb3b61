/* SPDX-License-Identifier: Apache-2.0 */
/* planner.h - state of the planning, shared by the plan*.c files. */
#ifndef RUNNER_PERTURB_PLANNER_H
#define RUNNER_PERTURB_PLANNER_H

#include "base/alloc.h"
#include "runner/perturb/plan.h"

/* Ranks of plans, and the number of plans per write. */
enum {
	FIRST = 0,
	LIKELY = 1,
	POSSIBLE = 2,
	UNLIKELY = 3,
	RANKS = 4,
	WAYS = 11, /* the ways to disturb a write */
};

struct planner {
	const struct perturb__planning *p;
	struct perturb__plans *out;
	struct map lines;   /* "verb key sub" -> number so far */
	struct map classes; /* "verb type sub kind of step, part of the name" that already have a
			       likely plan */
	bool failed;
};

struct str perturb__plan_keep(struct planner *g, struct str s);
/* Returns NULL if out of memory (g->failed). */
struct perturb__plan *perturb__plan_add(struct planner *g, const struct perturb__plan *plan,
					const struct strbuf *sentence);
/* Appends to a list of plans; sets g->failed if out of memory. */
void perturb__plan_push(struct planner *g, struct scn__list *l, struct perturb__plan *plan);
/* Makes pairs of the plans that are in order and have names. */
void perturb__plan_pairs(struct planner *g);
struct perturb__plan perturb__plan_of(enum perturb__family family, enum perturb__how how,
				      uint32_t step, unsigned rank);
void perturb__plan_say_step(const struct planner *g, uint32_t step, struct strbuf *out);
/* "UPDATE pools/default/web/status (the 2nd of them)" */
void perturb__plan_say_op(const struct perturb__plan *plan, struct strbuf *out);
/* The next step that changes an object; 0: none. */
uint32_t perturb__plan_next(const struct planner *g, uint32_t step);
/* Sets out->lease. */
void perturb__plan_find_lease(struct planner *g);
/* Plans at a write, and before a step. */
void perturb__plan_lease_op(struct planner *g, const struct perturb__plan *op, unsigned rank);
void perturb__plan_wire(struct planner *g, uint32_t step);
void perturb__plan_lease_step(struct planner *g, uint32_t step);
void perturb__plan_ops(struct planner *g);
void perturb__plan_steps(struct planner *g);
void perturb__plan_drift(struct planner *g);
void perturb__plan_spec(struct planner *g);

#endif
