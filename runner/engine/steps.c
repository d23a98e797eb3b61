/* SPDX-License-Identifier: Apache-2.0 */
/* steps.c - calls the function that a step's row names. */
#include "runner/engine/engine.h"

static bool is_about_clients(enum scn__step_kind kind)
{
	return kind == SCN_START || kind == SCN_STOP || kind == SCN_CRASH || kind == SCN_KILL ||
	       kind == SCN_RESTART || kind == SCN_HANDLER || kind == SCN_WORKER;
}

/* Not inlined: hosts/module/paused.txt names it. */
__attribute__((noinline)) static void carry_out_step(struct scn__run *r, const struct scn__step *s)
{
	static void (*const steps[])(struct scn__run *, const struct scn__step *) = {
#define X(name, check, run, ...) [SCN_##name] = scn__step_##run,
		RUNNER_STEPS(X)
#undef X
	};

	if (!r->opt->unstarted || !is_about_clients(s->kind))
		steps[s->kind](r, s);
}

void scn__step(struct scn__run *r, const struct scn__step *s)
{
	oracle__never_end(r, s);
	if (r->external && (!r->opt->unstarted || !is_about_clients(s->kind)))
		external__before(r, s);
	carry_out_step(r, s);
}

static bool is_due(struct scn__run *r, const struct scn__then *t)
{
	if (t->done)
		return false;
	return t->kill ? t->kill->done : fakeapi__core_fault_hits(r->core, t->rule) >= t->hits;
}

bool scn__thens_act(struct scn__run *r)
{
	for (size_t i = 0; i < r->thens.len && !r->failure; i++) {
		struct scn__then *t = r->thens.items[i];

		if (!is_due(r, t))
			continue;
		t->done = r->acting = true;
		world__note(r, "then", str_of(scn__step_word(t->step->kind)));
		carry_out_step(r, t->step);
		r->acting = false;
		if (r->external)
			r->moments->acted_ns = world__now(r);
		return true;
	}
	return false;
}
