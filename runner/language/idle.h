/* SPDX-License-Identifier: Apache-2.0 */
/* idle.h - warns about checks that can never fail, as far as that is known without a run. */
#ifndef RUNNER_LANGUAGE_IDLE_H
#define RUNNER_LANGUAGE_IDLE_H

#include "runner/language/scenario.h"

/* Adds a warning for each such check. */
void scn__warn_idle(const struct scn__scenario *s, struct scn__errors *errors);

#endif
