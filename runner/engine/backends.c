/* SPDX-License-Identifier: Apache-2.0 */
/* backends.c - the steps about several apiservers behind one address. */
#include "runner/engine/engine.h"

static void freeze(struct scn__run *r, const struct scn__step *s, bool on)
{
	if (!r->acting)
		world__settle(r);
	fakeapi__core_freeze(r->core, (uint32_t)s->backend, on);
}

void scn__step_freeze(struct scn__run *r, const struct scn__step *s)
{
	freeze(r, s, true);
}

void scn__step_thaw(struct scn__run *r, const struct scn__step *s)
{
	freeze(r, s, false);
}

void scn__step_lag(struct scn__run *r, const struct scn__step *s)
{
	if (!r->acting)
		world__settle(r);
	fakeapi__core_behind(r->core, (uint32_t)s->lag.backend, s->lag.rv, s->lag.by);
}

static bool moves(const struct scn__run *r, const struct scn__step *s, const struct scn__irun *ir)
{
	bool all = !s->failover.informer && !s->failover.controller;

	if (all || s->failover.informer == ir->def)
		return true;
	if (s->failover.informer && r->external) /* a program uses one backend only */
		return world__program_of(r, s->failover.informer) == world__program_of(r, ir->def);
	for (size_t i = 0; s->failover.controller && i < r->cell->world.handler_count; i++)
		if (r->handlers[i].def->informer == ir->def &&
		    r->handlers[i].def->controller == s->failover.controller)
			return true;
	return false;
}

void scn__step_failover(struct scn__run *r, const struct scn__step *s)
{
	const struct scn__world *w = &r->cell->world;
	uint32_t to = (uint32_t)s->failover.to;

	for (size_t i = 0; i < w->controller_count; i++)
		if (s->failover.controller == &w->controllers[i] ||
		    (!s->failover.controller && !s->failover.informer))
			r->controller_backends[i] = to;
	for (size_t i = 0; i < w->informer_count; i++) {
		struct scn__irun *ir = &r->informers[i];
		struct fakeapi__match m = world__match_of(NULL, (int)ir->backend);

		if (ir->backend == to || !moves(r, s, ir))
			continue;
		ir->backend = to;
		m.client = ir->def->index + 1;
		(void)fakeapi__core_end_watches(r->core, &m,
						s->failover.how == SCN_HOW_FIN
						    ? FAKEAPI_WATCH_END
						    : FAKEAPI_WATCH_RESET);
	}
	world__refusal_changed(r);
}
