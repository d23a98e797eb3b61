/* SPDX-License-Identifier: Apache-2.0 */
/* engine.h - carries out the steps of a scenario. run.h is what others call.
 *
 *   run.c          the life of a run: its world, its steps, its verdict
 *   cuts.c         a scenario run once for each cut of what it sends
 *   acts.c         steps between two of the simulator's
 *   unsupported.c  what is refused before anything runs
 *   steps.c        a step's row (tbl/steps.h) names the function that does it; these are in
 *                  objects.c history.c bookmarks.c connections.c answers.c backends.c holds.c
 *                  refusals.c clients.c token.c checks.c
 */
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
/* Carries out a step whose turn has come; false: none. */
bool scn__thens_act(struct scn__run *r);

/* --- thens.c --- */

/* `step` follows when that rule has met so many requests. NULL: nothing does. */
void scn__then_arm(struct scn__run *r, const struct scn__step *step, uint32_t rule, uint32_t hits);
/* When the program of that kill has ended. */
void scn__then_arm_kill(struct scn__run *r, const struct scn__step *step,
			const struct scn__killing *kill);
#define X(name, check, run, ...)                                                                   \
	void scn__step_##run(struct scn__run *r, const struct scn__step *s);
RUNNER_STEPS(X)
#undef X

/* --- acts.c --- */

/* Interleaved: what the simulator does before it is this step's turn. */
void scn__until_turn(struct scn__run *r, size_t step);
/* What orders may be left out: struct sim_config. */
bool scn__handlers_alone(const struct scn__cell *cell);
bool scn__clients_alone(const struct scn__cell *cell);

/* --- token.c --- */

/* The one that requests of an external subject need now. */
const char *scn__token(struct scn__run *r);

#endif
