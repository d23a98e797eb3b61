/* SPDX-License-Identifier: Apache-2.0 */
/* oracles.c - which oracles watch a run. */
#include "runner/oracles/oracles.h"

int scn__oracles_observe(struct scn__run *r)
{
	static const struct scn__observer_ops *const oracles[] = {
#define X(name, object, ...) &scn__oracle_##object,
		RUNNER_ORACLES(X)
#undef X
	};
	int code = 0;

	/* of somebody else's informer external/ judges what can be seen */
	for (size_t i = 0; i < ARRAY_LEN(oracles) && !code && !r->external; i++)
		if (!r->cell->always[i].off)
			code = scn__observe(r, oracles[i], (enum scn__oracle)i);
	return code ? code : scn__observe(r, &scn__history, SCN_O_COUNT_);
}
