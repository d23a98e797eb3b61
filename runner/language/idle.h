/* SPDX-License-Identifier: Apache-2.0 */
/* idle.h - checks that hold whatever happens, as far as that shows without a run. */
#ifndef RUNNER_LANGUAGE_IDLE_H
#define RUNNER_LANGUAGE_IDLE_H

#include "runner/language/scenario.h"

/* Adds a warning for each. */
void scn__warn_idle(const struct scn__scenario *s, struct scn__errors *errors);

#endif
