/* SPDX-License-Identifier: Apache-2.0 */
/* plan_steps.c - disturbances at the story's steps: missed states, old views, held events,
 * restarts. */
#include "runner/perturb/planner.h"

static bool is_watched(const struct planner *g, struct str type)
{
	return type.len && map_get(&g->p->life->watched, type) != NULL;
}

static const struct perturb__beat *beat(const struct planner *g, uint32_t step)
{
	return &g->p->beats[step - 1];
}

static bool acts(const struct planner *g, uint32_t step)
{
	return step >= 1 && step <= g->p->beat_count && beat(g, step)->kind != PERTURB_BEAT_OTHER;
}

uint32_t perturb__plan_next(const struct planner *g, uint32_t step)
{
	for (uint32_t i = step + 1; i <= g->p->beat_count; i++)
		if (acts(g, i))
			return i;
	return 0;
}

static void add_away(struct planner *g, uint32_t step, uint32_t last, unsigned rank)
{
	struct perturb__plan plan = perturb__plan_of(PERTURB_UNOBSERVED, PERTURB_AWAY, step, rank);
	AUTO_STRBUF s = STRBUF_INIT;

	plan.step_last = last;
	strbuf_addz(&s, "its connections break before ");
	perturb__plan_say_step(g, step, &s);
	if (last != step) {
		strbuf_addz(&s, ", come back after ");
		perturb__plan_say_step(g, last, &s);
	}
	strbuf_addz(&s, "; history is compacted meanwhile");
	(void)perturb__plan_add(g, &plan, &s);
}

static void plan_unobserved(struct planner *g, uint32_t step)
{
	const struct perturb__beat *b = beat(g, step);
	uint32_t after = perturb__plan_next(g, step);
	bool pair = after && str_eq(beat(g, after)->key, b->key);
	struct perturb__plan plan =
	    perturb__plan_of(PERTURB_UNOBSERVED, PERTURB_SWALLOW, step, FIRST);
	AUTO_STRBUF s = STRBUF_INIT;

	g->out->points += 2 + pair;
	if (pair && b->kind == PERTURB_BEAT_UPDATE && beat(g, after)->kind == PERTURB_BEAT_UPDATE &&
	    is_watched(g, b->type)) {
		plan.type = b->type;
		plan.key = b->key;
		plan.step_last = after;
		strbuf_addz(&s, "it never sees the state after ");
		perturb__plan_say_step(g, step, &s);
		strbuf_addz(&s, ", which the next step overwrites");
		(void)perturb__plan_add(g, &plan, &s);
	} else if (pair) {
		add_away(g, step, after, b->kind == PERTURB_BEAT_CREATE ? POSSIBLE : LIKELY);
	}
	if (b->kind == PERTURB_BEAT_DELETE)
		add_away(g, step, step, FIRST);
	else
		add_away(g, step, step, UNLIKELY);
}

/* `at`: it is restarted before that step; 0: at the end. */
static void add_stale(struct planner *g, uint32_t step, uint32_t at, struct str type, bool reacted,
		      unsigned rank)
{
	struct perturb__plan plan =
	    perturb__plan_of(PERTURB_STALE, PERTURB_STALE_RESTART, step, rank);
	AUTO_STRBUF s = STRBUF_INIT;
	AUTO_STRBUF shown = STRBUF_INIT;

	plan.type = type;
	plan.reacted = reacted;
	plan.step_last = at ? at - 1 : g->p->life->step_count;
	strbuf_addz(&s, "restarted ");
	if (at) {
		strbuf_addz(&s, "before ");
		perturb__plan_say_step(g, at, &s);
	}
	strbuf_addz(&s, at ? " on " : "at the end on ");
	if (type.len)
		strbuf_addf(&s, "a view in which %s are as they were ",
			    perturb__shown(type, &shown));
	else
		strbuf_addz(&s, "an apiserver that shows the state ");
	strbuf_addz(&s, reacted ? "when all was at rest after " : "just after ");
	perturb__plan_say_step(g, step, &s);
	(void)perturb__plan_add(g, &plan, &s);
}

static void plan_stale(struct planner *g, uint32_t step)
{
	const struct perturb__beat *b = beat(g, step);
	bool last = perturb__plan_next(g, step) == 0;

	g->out->points += 4;
	if (last) {
		/* after the last step the settled view is the end state */
		g->out->pruned_same_state += 4;
		return;
	}
	add_stale(g, step, 0, STR(""), false, b->kind == PERTURB_BEAT_DELETE ? FIRST : POSSIBLE);
	add_stale(g, step, 0, STR(""), true, POSSIBLE);
	if (is_watched(g, b->type)) {
		add_stale(g, step, 0, b->type, false,
			  b->kind == PERTURB_BEAT_DELETE ? POSSIBLE : LIKELY);
		/* a settled view of this type is the one just after the step, or differs in status
		 */
		g->out->pruned_same_state++;
	}
}

/* The last step before it that acts on the same object; 0: none, or a deletion. */
static uint32_t previous(const struct planner *g, uint32_t step)
{
	for (uint32_t i = step - 1; i >= 1; i--)
		if (acts(g, i) && str_eq(beat(g, i)->key, beat(g, step)->key))
			return beat(g, i)->kind == PERTURB_BEAT_DELETE ? 0 : i;
	return 0;
}

/* After an update a restarted program sees the state before it; before a deletion it sees the
 * oldest state of the same object. At the end of the story that object may be gone. */
static void plan_stale_within(struct planner *g, uint32_t step)
{
	const struct perturb__beat *b = beat(g, step);
	uint32_t before = previous(g, step), at = perturb__plan_next(g, step), oldest = before;

	if (!is_watched(g, b->type) || !before)
		return;
	g->out->points++;
	if (b->kind == PERTURB_BEAT_UPDATE && at)
		add_stale(g, before, at, b->type, true,
			  beat(g, before)->kind == PERTURB_BEAT_CREATE ? FIRST : LIKELY);
	while (b->kind == PERTURB_BEAT_DELETE && previous(g, oldest))
		oldest = previous(g, oldest);
	if (oldest != before && previous(g, before) != oldest)
		add_stale(g, oldest, step, b->type, true, LIKELY);
}

static bool writes_type(const struct planner *g, struct str type, uint32_t step)
{
	const struct perturb__life *l = g->p->life;

	for (size_t i = 0; i < l->ops.len; i++) {
		const struct perturb__op *op = perturb__op_at(l, i);

		if (op->write && op->changes && op->step == step && str_eq(op->type, type))
			return true;
	}
	return false;
}

/* A view of the story's type that is behind the one of another type: from a change of the first
 * until after a change of the other. */
static void plan_behind(struct planner *g, uint32_t step)
{
	const struct perturb__beat *b = beat(g, step);
	uint32_t after = perturb__plan_next(g, step);
	struct perturb__plan plan =
	    perturb__plan_of(PERTURB_HELD, PERTURB_HOLD, step,
			     b->kind == PERTURB_BEAT_DELETE ? LIKELY : POSSIBLE);
	AUTO_STRBUF shown = STRBUF_INIT;
	AUTO_STRBUF s = STRBUF_INIT;

	if (!after || str_eq(beat(g, after)->type, b->type) || !is_watched(g, b->type) ||
	    writes_type(g, b->type, step))
		return;
	g->out->points++;
	plan.type = b->type;
	plan.step_last = after;
	strbuf_addf(&s, "it is sent no event of %s from before ", perturb__shown(b->type, &shown));
	perturb__plan_say_step(g, step, &s);
	strbuf_addz(&s, " until after ");
	perturb__plan_say_step(g, after, &s);
	(void)perturb__plan_add(g, &plan, &s);
}

/* The types in alphabetical order: programs open their watches in any order, and a plan keeps its
 * number. False: there is none after *type. */
static bool next_watched(const struct planner *g, struct str *type)
{
	const struct map_entry *e;
	struct str best = { NULL, 0 };

	for (size_t i = 0; (e = map_next(&g->p->life->watched, &i));) {
		struct str t = { e->key, e->key_len };

		if (str_cmp(*type, t) < 0 && (!best.ptr || str_cmp(t, best) < 0))
			best = t;
	}
	*type = best;
	return best.ptr != NULL;
}

static void plan_held(struct planner *g, uint32_t step)
{
	uint32_t after = perturb__plan_next(g, step);
	struct str type = STR("");

	while (next_watched(g, &type)) {
		struct perturb__plan plan =
		    perturb__plan_of(PERTURB_HELD, PERTURB_HOLD, step, LIKELY);
		AUTO_STRBUF shown = STRBUF_INIT;
		AUTO_STRBUF s = STRBUF_INIT;

		g->out->points += 2;
		if (perturb__is_ignored(type) || !writes_type(g, type, step)) {
			g->out->pruned_idle += 2;
			continue;
		}
		plan.type = type;
		strbuf_addf(&s, "from before ");
		perturb__plan_say_step(g, step, &s);
		strbuf_addf(&s, " until all is quiet it is sent no event of %s",
			    perturb__shown(type, &shown));
		plan.rank = str_eq(type, beat(g, step)->type) ? POSSIBLE : LIKELY;
		(void)perturb__plan_add(g, &plan, &s);
		if (!after)
			continue;
		plan.step_last = after;
		/* objects that it has just created and does not see yet, while more are required */
		plan.rank = beat(g, step)->kind == PERTURB_BEAT_CREATE &&
				    beat(g, after)->kind == PERTURB_BEAT_UPDATE
				? LIKELY
				: UNLIKELY;
		strbuf_addz(&s, ", nor during the next step");
		(void)perturb__plan_add(g, &plan, &s);
	}
}

static void plan_restart(struct planner *g, uint32_t step)
{
	struct perturb__plan plan =
	    perturb__plan_of(PERTURB_CRASH, PERTURB_RESTART, step, POSSIBLE);
	AUTO_STRBUF s = STRBUF_INIT;

	g->out->points++;
	strbuf_addz(&s, "killed at rest after ");
	perturb__plan_say_step(g, step, &s);
	strbuf_addz(&s, ", started again");
	(void)perturb__plan_add(g, &plan, &s);
}

static void add_down(struct planner *g, uint32_t step, uint32_t last, unsigned rank)
{
	struct perturb__plan plan = perturb__plan_of(PERTURB_CRASH, PERTURB_DOWN, step, rank);
	AUTO_STRBUF s = STRBUF_INIT;

	g->out->points++;
	plan.step_last = last;
	strbuf_addz(&s, "killed at rest before ");
	perturb__plan_say_step(g, step, &s);
	strbuf_addz(&s, ", started again after ");
	if (last == step)
		strbuf_addz(&s, "it");
	else
		perturb__plan_say_step(g, last, &s);
	(void)perturb__plan_add(g, &plan, &s);
}

/* A restarted program gets no event for an object that was deleted meanwhile. Created or updated
 * ones are in its first list: they equal a restart after the step. */
static void plan_down(struct planner *g, uint32_t step)
{
	uint32_t after = perturb__plan_next(g, step);

	if (beat(g, step)->kind != PERTURB_BEAT_DELETE)
		return;
	add_down(g, step, step, FIRST);
	if (after && str_eq(beat(g, after)->key, beat(g, step)->key))
		add_down(g, step, after, LIKELY);
}

void perturb__plan_steps(struct planner *g)
{
	for (uint32_t i = 1; i <= g->p->beat_count && !g->failed; i++) {
		if (!acts(g, i))
			continue;
		if (g->p->families[PERTURB_CRASH])
			plan_restart(g, i);
		if (g->p->families[PERTURB_CRASH])
			plan_down(g, i);
		if (g->p->families[PERTURB_UNOBSERVED])
			plan_unobserved(g, i);
		if (g->p->families[PERTURB_STALE])
			plan_stale(g, i);
		if (g->p->families[PERTURB_STALE])
			plan_stale_within(g, i);
		if (g->p->families[PERTURB_HELD]) {
			plan_held(g, i);
			plan_behind(g, i);
		}
		if (g->p->families[PERTURB_WIRE])
			perturb__plan_wire(g, i);
		if (g->p->families[PERTURB_LEASE])
			perturb__plan_lease_step(g, i);
	}
}
