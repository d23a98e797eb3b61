/* SPDX-License-Identifier: Apache-2.0 */
/* plan_pairs.c - pairs of a disturbance at a step and one at a write of the same step. */
#include "runner/perturb/planner.h"

enum { PAIRS_MAX = 1000 };

static bool is_at_write(const struct perturb__plan *p)
{
	return p->how == PERTURB_KILL || p->how == PERTURB_REFUSE;
}

/* The step goes on as usual, so that the write happens. */
static bool is_at_step(const struct perturb__plan *p)
{
	switch (p->how) {
	case PERTURB_AWAY:
	case PERTURB_HOLD:
	case PERTURB_WATCHES_END:
	case PERTURB_WATCHES_CLOSE:
	case PERTURB_HALF_OPEN:
	case PERTURB_SLOW:
		return p->step == p->step_last;
	case PERTURB_KILL:
	case PERTURB_RESTART:
	case PERTURB_DOWN:
	case PERTURB_REFUSE:
	case PERTURB_EARLY:
	case PERTURB_SWALLOW:
	case PERTURB_STALE_RESTART:
	case PERTURB_PAGE_GONE:
	case PERTURB_UNAUTHORIZED:
	case PERTURB_GOAWAY:
	case PERTURB_LEASE_LOST:
	case PERTURB_FREEZE:
	case PERTURB_REMOVE:
	case PERTURB_PATCH:
		break;
	}
	return false;
}

static void add_pair(struct planner *g, const struct perturb__plan *step,
		     const struct perturb__plan *write)
{
	struct perturb__plan *pair = runner__arena_alloc(&g->out->arena, sizeof(*pair));
	AUTO_STRBUF s = STRBUF_INIT;
	AUTO_STRBUF name = STRBUF_INIT;

	if (!pair) {
		g->failed = true;
		return;
	}
	*pair = *step;
	pair->single = step;
	pair->with = write;
	pair->id = (uint32_t)(g->out->list.len + g->out->pairs.len + 1);
	strbuf_addf(&s, STR_FMT "; and " STR_FMT, STR_ARG(step->sentence),
		    STR_ARG(write->sentence));
	strbuf_addf(&name, "pair:%zu", g->out->pairs.len + 1);
	pair->sentence = perturb__plan_keep(g, strbuf_str(&s));
	pair->name = perturb__plan_keep(g, strbuf_str(&name));
	perturb__plan_push(g, &g->out->pairs, pair);
}

void perturb__plan_pairs(struct planner *g)
{
	const struct scn__list *l = &g->out->list;

	for (unsigned sum = 0; sum < 2 * RANKS - 1; sum++)
		for (size_t i = 0; i < l->len; i++) {
			const struct perturb__plan *step = l->items[i];

			if (!is_at_step(step))
				continue;
			for (size_t k = 0; k < l->len && !g->failed; k++) {
				const struct perturb__plan *write = l->items[k];

				if (is_at_write(write) && write->step == step->step &&
				    write->rank + step->rank == sum &&
				    g->out->pairs.len < PAIRS_MAX)
					add_pair(g, step, write);
			}
		}
}
