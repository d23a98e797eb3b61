/* SPDX-License-Identifier: Apache-2.0 */
/* run.h - one matrix cell of a scenario, run by a driver. In the simulator the same cell and
 * seed give the same result.
 *
 * Who may call: posix/, lift/, explore/ and shrink/. Threads: a run belongs to the one that calls
 * scn__run(); many may run side by side. No locks.
 */
#ifndef RUNNER_ENGINE_RUN_H
#define RUNNER_ENGINE_RUN_H

#include "runner/world/options.h"

/* Fills an initialised result. A cell whose outcome is a failure passes when it fails exactly
 * there. What the engine cannot do yet is RUNNER_BAD_INPUT, before anything runs. */
void scn__run(const struct scn__cell *cell, const struct scn__run_options *opt,
	      struct runner__result *out);

/* The same against an external informer: NULL when it can be run there. */
const char *scn__unsupported_externally(const struct scn__cell *cell, struct scn__pos *pos);
/* Finds a step or setting that the engine refuses; NULL when there is none. */
const char *scn__unsupported(const struct scn__cell *cell, struct scn__pos *pos);

#endif
