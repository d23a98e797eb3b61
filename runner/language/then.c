/* SPDX-License-Identifier: Apache-2.0 */
/* then.c - `then`: a step that follows when a fail, reply, hold or kill has acted. */
#include "runner/language/build.h"

/* Steps that act at once and wait for nothing. */
static bool is_act(enum scn__step_kind kind)
{
	static const enum scn__step_kind acts[] = {
		SCN_CREATE, SCN_UPDATE, SCN_DELETE, SCN_COMPACT,  SCN_GC,   SCN_DISCONNECT,
		SCN_HTTP2,  SCN_REFUSE, SCN_ACCEPT, SCN_FAIL,	  SCN_DROP, SCN_REPLY,
		SCN_FREEZE, SCN_THAW,	SCN_LAG,    SCN_FAILOVER, SCN_HOLD, SCN_RELEASE,
		SCN_STOP,   SCN_CRASH,	SCN_KILL,
	};

	for (size_t i = 0; i < ARRAY_LEN(acts); i++)
		if (acts[i] == kind)
			return true;
	return false;
}

const struct scn__step *scn__build_then(struct scn__build *b, const struct scn__node *node)
{
	struct scn__step *step = scn__alloc(b, 1, sizeof(*step));
	const struct scn__entry *verb;

	if (!step)
		return NULL;
	step->index = (uint32_t)b->cell->step_count;
	verb = scn__read_verb(b, step, node);
	if (!verb)
		return NULL;
	step->pos = verb->pos;
	if (step->label.len)
		scn__fail(b, verb->pos, "a step behind `then` has no label");
	if (!is_act(step->kind)) {
		scn__fail(b, verb->pos, "%s cannot follow `then`: it waits or checks",
			  scn__step_word(step->kind));
		return NULL;
	}
	scn__build_verb(b, step, verb->value);
	return step;
}
