/* SPDX-License-Identifier: Apache-2.0 */
/* manifests.h - `world.load`: the initial objects of a scenario's server, from manifest files
 * beside the scenario, read with the code of `relist serve --load`. */
#ifndef RUNNER_LANGUAGE_MANIFESTS_H
#define RUNNER_LANGUAGE_MANIFESTS_H

#include "runner/language/build.h"

/* Reads the files of `world.load` into the cell's world and reports invalid manifests. A custom
 * type with a loaded CustomResourceDefinition gets its kind, scope and status from that;
 * contradictions in the scenario are reported. Call it after the types are built. */
void scn__build_loads(struct scn__build *b, const struct scn__node *world);
/* After the steps: a type whose definition a step creates has the definition's kind, scope and
 * status, and is not served before that step. */
void scn__build_created(struct scn__build *b, const struct scn__node *world);
/* Loads the manifests into a temporary server and reports the errors. */
void scn__check_loads(struct scn__build *b);

/* Whether the server has objects before the first step. */
static inline bool scn__is_filled(const struct scn__world *w)
{
	return w->bootstrap || w->loads.count;
}

#endif
