/* SPDX-License-Identifier: Apache-2.0 */
/* looks_scenario.h - recognizes the scenarios among a folder's YAML files without parsing them. */
#ifndef RUNNER_LANGUAGE_LOOKS_SCENARIO_H
#define RUNNER_LANGUAGE_LOOKS_SCENARIO_H

#include "base/base.h"

/* Returns false only if the text cannot be meant as a scenario: its top-level keys include neither
 * `world` nor `scenario` (nor a typo of it), and some are not keys of the language. A broken
 * scenario must not be skipped, since it would seem to pass. */
bool scn__looks_like_scenario(struct str text);

#endif
