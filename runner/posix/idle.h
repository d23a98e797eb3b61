/* SPDX-License-Identifier: Apache-2.0 */
/* idle.h - finds the parts of a scenario that have no effect in any of its runs. */
#ifndef RUNNER_POSIX_IDLE_H
#define RUNNER_POSIX_IDLE_H

#include "runner/world/options.h"

/* Runs each cell in the simulator with a few seeds. Adds a warning for each step and check without
 * an effect in any run, and one if a scenario passes with nothing started. Returns false with the
 * reason in `why` if a cell does not pass (the result is then unknown), or if out of memory. */
bool runner__idle_judge(const struct scn__scenario *s, const struct relist_plugins *plugins,
			struct scn__errors *errors, struct relist_err *why);
/* Appends the findings of one run: "line 12: `fail` met no request ...", separated by "; ". */
void runner__idle_text(const struct scn__idle *idle, struct strbuf *out);

#endif
