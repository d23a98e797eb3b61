/* SPDX-License-Identifier: Apache-2.0 */
/* run.h - runs one matrix cell of a scenario with a driver. In the simulator the same cell and seed
 * give the same result.
 *
 * Who may call: posix/, lift/, explore/ and shrink/. Threads: a run belongs to the thread that
 * calls scn__run(); several runs may be active at a time. No locks. */
#ifndef RUNNER_ENGINE_RUN_H
#define RUNNER_ENGINE_RUN_H

#include "runner/world/options.h"

/* Fills an initialised result. A cell with an expected failure passes if it fails exactly there. A
 * feature that the engine does not support gives RUNNER_BAD_INPUT before anything runs. */
void scn__run(const struct scn__cell *cell, const struct scn__run_options *opt,
	      struct runner__result *out);

/* The same for an external informer. Returns NULL if the cell can run there. */
const char *scn__unsupported_externally(const struct scn__cell *cell, struct scn__pos *pos);
/* Finds a step or setting that the engine refuses; NULL when there is none. */
const char *scn__unsupported(const struct scn__cell *cell, struct scn__pos *pos);

#endif
