/* SPDX-License-Identifier: Apache-2.0 */
/* looks_scenario.h - which YAML files of a folder are scenarios, without parsing them. */
#ifndef RUNNER_LANGUAGE_LOOKS_SCENARIO_H
#define RUNNER_LANGUAGE_LOOKS_SCENARIO_H

#include "base/base.h"

/* False only if the text cannot have been meant as a scenario: its outermost keys include neither
 * `world` nor `scenario` (nor a typing mistake of it), and some are no keys of the language. A
 * broken scenario must not pass because it was skipped. */
bool scn__looks_like_scenario(struct str text);

#endif
