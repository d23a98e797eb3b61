/* SPDX-License-Identifier: Apache-2.0 */
/* steps.c - each verb does what its row names. */
#include "runner/engine/engine.h"

static bool is_about_clients(enum scn__step_kind kind)
{
	return kind == SCN_START || kind == SCN_STOP || kind == SCN_CRASH || kind == SCN_KILL ||
	       kind == SCN_RESTART || kind == SCN_HANDLER || kind == SCN_WORKER;
}

void scn__step(struct scn__run *r, const struct scn__step *s)
{
	static void (*const steps[])(struct scn__run *, const struct scn__step *) = {
#define X(name, check, run, ...) [SCN_##name] = scn__step_##run,
		RUNNER_STEPS(X)
#undef X
	};

	oracle__never_end(r, s);
	if (r->opt->unstarted && is_about_clients(s->kind))
		return;
	if (r->external)
		external__before(r, s);
	steps[s->kind](r, s);
}
