/* SPDX-License-Identifier: Apache-2.0 */
/* oracles.c - registers the oracles of a run. */
#include "runner/oracles/oracles.h"

int oracle__observe_all(struct scn__run *r)
{
	static const struct scn__observer_ops *const oracles[] = {
#define X(name, object, ...) &oracle__##object,
		RUNNER_ORACLES(X)
#undef X
	};
	int code = 0;

	/* external/ judges the visible part of an external informer */
	for (size_t i = 0; i < ARRAY_LEN(oracles) && !code && !r->external; i++)
		if (!r->cell->always[i].off)
			code = world__observe(r, oracles[i], (enum scn__oracle)i);
	return code ? code : world__observe(r, &oracle__history, SCN_O_COUNT_);
}
