/* SPDX-License-Identifier: Apache-2.0 */
/* manifests.h - `world.load`: the objects that a scenario's server has at its start, from files of
 * manifests beside the scenario, read with the code of `relist serve --load`. */
#ifndef RUNNER_LANGUAGE_MANIFESTS_H
#define RUNNER_LANGUAGE_MANIFESTS_H

#include "runner/language/build.h"

/* Reads the files of `world.load` into the cell's world and reports what is no manifest. A custom
 * type whose CustomResourceDefinition is among them gets its kind, scope and status from that; what
 * the scenario says otherwise is reported. After the types. */
void scn__build_loads(struct scn__build *b, const struct scn__node *world);
/* Loads them into a server that is thrown away, and reports what it refuses. */
void scn__check_loads(struct scn__build *b);

/* Its server has objects before the first step. */
static inline bool scn__is_filled(const struct scn__world *w)
{
	return w->bootstrap || w->loads.count;
}

#endif
