/* SPDX-License-Identifier: Apache-2.0 */
/* engine.h - carries out the steps of a scenario. run.h is the interface for other folders.
 *
 *   run.c          the life of a run: its world, its steps, its verdict
 *   cuts.c         runs a scenario once for each cut of the sent bytes
 *   acts.c         places steps between the simulator's steps
 *   unsupported.c  refuses unsupported features before anything runs
 *   steps.c        a step's row (tbl/steps.h) names the function that executes it; these are in
 *                  objects.c history.c bookmarks.c connections.c answers.c backends.c holds.c
 *                  refusals.c clients.c token.c checks.c */
#ifndef RUNNER_ENGINE_ENGINE_H
#define RUNNER_ENGINE_ENGINE_H

#include "runner/controllers/controllers.h"
#include "runner/engine/run.h"
#include "runner/expect/expect.h"
#include "runner/external/external.h"
#include "runner/oracles/oracles.h"
#include "runner/tbl/steps.h"
#include "runner/world/world.h"

/* --- run.c --- */

void scn__run_once(const struct scn__cell *cell, const struct scn__run_options *opt,
		   const struct scn__cut *cut, struct runner__result *out);

/* --- steps.c, and a file for each group of verbs --- */

void scn__step(struct scn__run *r, const struct scn__step *s);
/* Carries out a `then` step that is due. Returns false if none is. */
bool scn__thens_act(struct scn__run *r);

/* --- thens.c --- */

/* Schedules `step` for when the rule has matched `hits` requests. No effect if `step` is NULL. */
/* The rule's `times`: `for` alone acts any number of times. */
uint32_t scn__times_of(uint32_t times, int64_t for_ns);
/* The number of requests that match a rule until it is done. */
uint32_t scn__hits_of(const struct scn__match *m, uint32_t times, int64_t for_ns);
void scn__then_arm(struct scn__run *r, const struct scn__step *step, uint32_t rule, uint32_t hits);
/* Schedules `step` for the end of the program of that kill. */
void scn__then_arm_kill(struct scn__run *r, const struct scn__step *step,
			const struct scn__killing *kill);
#define X(name, check, run, ...)                                                                   \
	void scn__step_##run(struct scn__run *r, const struct scn__step *s);
RUNNER_STEPS(X)
#undef X

/* --- acts.c --- */

/* Interleaving only: runs the simulator until it picks this step. */
void scn__until_turn(struct scn__run *r, size_t step);
/* For struct sim_config: the orders that may be omitted. */
bool scn__handlers_alone(const struct scn__cell *cell);
bool scn__clients_alone(const struct scn__cell *cell);

/* --- token.c --- */

/* The token that requests of an external subject need at present. */
const char *scn__token(struct scn__run *r);

#endif
