/* SPDX-License-Identifier: Apache-2.0 */
/* plan_made.c - adds a plan and makes its sentence. */
#include "base/alloc.h"
#include "runner/perturb/planner.h"

struct str perturb__plan_keep(struct planner *g, struct str s)
{
	struct str own = runner__arena_str(&g->out->arena, s);

	g->failed |= g->out->arena.failed;
	return own;
}

void perturb__plan_push(struct planner *g, struct scn__list *l, struct perturb__plan *plan)
{
	if (l->len == l->cap) {
		size_t cap = l->cap ? 2 * l->cap : 64;
		void **items = base__reallocarray(l->items, cap, sizeof(*items));

		if (!items) {
			g->failed = true;
			return;
		}
		l->items = items;
		l->cap = cap;
	}
	l->items[l->len++] = plan;
}

struct perturb__plan *perturb__plan_add(struct planner *g, const struct perturb__plan *plan,
					const struct strbuf *sentence)
{
	struct perturb__plan *own = runner__arena_alloc(&g->out->arena, sizeof(*own));

	if (!own) {
		g->failed = true;
		return NULL;
	}
	*own = *plan;
	own->sentence = perturb__plan_keep(g, strbuf_str(sentence));
	own->verb = perturb__plan_keep(g, plan->verb);
	own->key = perturb__plan_keep(g, plan->key);
	own->sub = perturb__plan_keep(g, plan->sub);
	own->type = perturb__plan_keep(g, plan->type);
	own->patch = perturb__plan_keep(g, plan->patch);
	own->undo = perturb__plan_keep(g, plan->undo);
	perturb__plan_push(g, &g->out->list, own);
	return own;
}

struct perturb__plan perturb__plan_of(enum perturb__family family, enum perturb__how how,
				      uint32_t step, unsigned rank)
{
	return (struct perturb__plan) { .family = family,
					.how = how,
					.step = step,
					.step_last = step,
					.rank = rank,
					.verb = STR(""),
					.key = STR(""),
					.sub = STR(""),
					.type = STR(""),
					.patch = STR(""),
					.undo = STR(""),
					.name = STR(""),
					.sentence = STR("") };
}

void perturb__plan_say_step(const struct planner *g, uint32_t step, struct strbuf *out)
{
	static const char *const words[] = { "", "create ", "update ", "delete " };
	const struct perturb__beat *b =
	    step && step <= g->p->beat_count ? &g->p->beats[step - 1] : NULL;
	AUTO_STRBUF shown = STRBUF_INIT;

	if (!b || b->kind == PERTURB_BEAT_OTHER) {
		strbuf_addz(out, "the start");
		return;
	}
	strbuf_addf(out, "`%s%s` (line %u)", words[b->kind], perturb__shown(b->key, &shown),
		    b->line);
}
