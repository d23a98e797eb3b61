/* SPDX-License-Identifier: Apache-2.0 */
/* plan_lease.c - disturbances of the program's leadership: another client takes its lease, or it is
 * stopped while a second program becomes the leader. */
#include "runner/perturb/planner.h"

void perturb__plan_find_lease(struct planner *g)
{
	struct perturb__life *l = g->p->life;

	for (size_t i = 0; i < l->changes.len && !g->out->lease.len; i++) {
		const struct perturb__change *c = perturb__change_at(l, i);
		bool lease =
		    str_eqz(c->type, "leases.coordination.k8s.io") || map_get(&l->locks, c->key);

		if (c->by == PERTURB_SUBJECT && lease && !c->deleted &&
		    !str_eqz(c->ns, "kube-node-lease"))
			g->out->lease = perturb__plan_keep(g, c->key);
	}
}

static void add_lost(struct planner *g, struct perturb__plan plan, unsigned rank)
{
	AUTO_STRBUF s = STRBUF_INIT;
	AUTO_STRBUF shown = STRBUF_INIT;

	plan.family = PERTURB_LEASE;
	plan.how = PERTURB_LEASE_LOST;
	plan.rank = rank;
	strbuf_addf(&s, "another client takes its %s ", perturb__shown(g->out->lease, &shown));
	strbuf_addz(&s, plan.verb.len ? "just before its " : "before ");
	if (plan.verb.len)
		perturb__plan_say_op(&plan, &s);
	else
		perturb__plan_say_step(g, plan.step, &s);
	strbuf_addz(&s, ", and gives it back later");
	g->out->points++;
	(void)perturb__plan_add(g, &plan, &s);
}

static void add_freeze(struct planner *g, struct perturb__plan plan, uint32_t last, unsigned rank)
{
	AUTO_STRBUF s = STRBUF_INIT;

	plan.family = PERTURB_LEASE;
	plan.how = PERTURB_FREEZE;
	plan.rank = rank;
	plan.step_last = last;
	strbuf_addz(&s, plan.verb.len ? "it is stopped after its " : "it is stopped before ");
	if (plan.verb.len)
		perturb__plan_say_op(&plan, &s);
	else
		perturb__plan_say_step(g, plan.step, &s);
	strbuf_addz(&s, "; a second one leads");
	if (plan.verb.len && last != plan.step) {
		strbuf_addz(&s, " and sees ");
		perturb__plan_say_step(g, last, &s);
	}
	strbuf_addz(&s, "; then the first continues");
	g->out->points++;
	(void)perturb__plan_add(g, &plan, &s);
}

void perturb__plan_lease_op(struct planner *g, const struct perturb__plan *op, unsigned rank)
{
	uint32_t after = perturb__plan_next(g, op->step);

	if (!g->out->lease.len || !op->step)
		return;
	add_lost(g, *op, rank < UNLIKELY ? rank + 1 : rank);
	add_freeze(g, *op, op->step, rank < UNLIKELY && after ? rank + 1 : rank);
	if (after)
		add_freeze(g, *op, after, rank);
}

void perturb__plan_lease_step(struct planner *g, uint32_t step)
{
	struct perturb__plan plan = perturb__plan_of(PERTURB_LEASE, PERTURB_FREEZE, step, LIKELY);
	bool update = g->p->beats[step - 1].kind == PERTURB_BEAT_UPDATE, first = true;

	if (!g->out->lease.len)
		return;
	for (uint32_t i = 1; i < step; i++)
		first &= g->p->beats[i - 1].kind != PERTURB_BEAT_UPDATE;
	add_lost(g, plan, update ? (first ? FIRST : POSSIBLE) : UNLIKELY);
	add_freeze(g, plan, step, POSSIBLE);
}
