/* SPDX-License-Identifier: Apache-2.0 */
/* object_sets.h - server objects selected by a pattern, a selector or an owner.
 *
 * Who may call: objects.c, counts.c. Threads: the engine's. No locks. */
#ifndef RUNNER_EXPECT_OBJECT_SETS_H
#define RUNNER_EXPECT_OBJECT_SETS_H

#include "runner/expect/update.h"

void expect__set_check(struct scn__run *r, const struct scn__section *s,
		       const struct scn__object_expect *o, struct scn__verdict *v);
void expect__set_update(struct scnu__update *up, const struct scn__section *s,
			const struct scn__object_expect *o);

#endif
