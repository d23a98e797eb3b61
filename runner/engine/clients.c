/* SPDX-License-Identifier: Apache-2.0 */
/* clients.c - the steps that start and end informers, controllers and handlers. */
#include "runner/engine/engine.h"

static bool uses(struct scn__run *r, const struct scn__irun *ir, const struct scn__controller *c)
{
	for (size_t i = 0; i < r->cell->world.handler_count; i++)
		if (r->handlers[i].def->informer == ir->def && r->handlers[i].def->controller == c)
			return true;
	return false;
}

static void run_informer(struct scn__run *r, const struct scn__step *s, struct scn__irun *ir)
{
	int code = 0;

	if (s->kind == SCN_RESTART && s->run.backend >= 0)
		ir->backend = (uint32_t)s->run.backend;
	if (s->kind == SCN_START || s->kind == SCN_RESTART)
		code = world__informer_start(r, ir);
	else
		world__informer_stop(r, ir,
				     s->kind == SCN_STOP		? SCN_END_STOP
				     : s->run.signal == SCN_SIGNAL_TERM ? SCN_END_TERM
									: SCN_END_CRASH);
	if (code)
		world__broken(r, code);
}

static void run_controller(struct scn__run *r, const struct scn__step *s, struct scn__crun *c)
{
	bool start = s->kind == SCN_START || s->kind == SCN_RESTART;

	if (s->kind == SCN_CRASH && s->run.after_writes) {
		c->crash_after = s->run.after_writes;
		world__idle_begin(r, SCN_IDLE_CRASH, s);
		return;
	}
	if (s->kind == SCN_RESTART && s->run.backend >= 0)
		r->controller_backends[c->def->index] = (uint32_t)s->run.backend;
	if (!start)
		ctl__controller_stop(r, c);
	else if (ctl__controller_start(r, c))
		world__broken(r, RELIST_ENOMEM);
	for (size_t i = 0; i < r->cell->world.informer_count; i++)
		if (uses(r, &r->informers[i], c->def))
			run_informer(r, s, &r->informers[i]);
}

static void run_clients(struct scn__run *r, const struct scn__step *s)
{
	bool all = !s->run.informer_count && !s->run.controller_count;
	const struct scn__world *w = &r->cell->world;

	for (size_t i = 0; i < (all ? w->controller_count : s->run.controller_count); i++)
		run_controller(r, s, &r->controllers[all ? i : s->run.controllers[i]->index]);
	for (size_t i = 0; i < (all ? w->informer_count : s->run.informer_count); i++)
		run_informer(r, s, &r->informers[all ? i : s->run.informers[i]->index]);
}

void scn__step_start(struct scn__run *r, const struct scn__step *s)
{
	run_clients(r, s);
}

void scn__step_stop(struct scn__run *r, const struct scn__step *s)
{
	run_clients(r, s);
}

void scn__step_crash(struct scn__run *r, const struct scn__step *s)
{
	run_clients(r, s);
}

/* A program with a pending kill must have ended before the restart. */
void scn__step_restart(struct scn__run *r, const struct scn__step *s)
{
	if (world__kill_waits(r) && !r->external)
		world__settle(r);
	world__kills_end(r, s->pos);
	if (r->failure)
		return;
	run_clients(r, s);
}

void scn__step_handler(struct scn__run *r, const struct scn__step *s)
{
	struct scn__hrun *h = &r->handlers[s->handler.handler->index];
	struct scn__irun *ir = world__informer_of(r, h->def->informer);
	int code = 0;

	if (s->handler.remove) {
		if (ir->inf && h->registration)
			code = r->ops->handler_remove(ir->client, h->registration);
		h->registration = 0;
		h->added = false;
	} else if (ir->inf) {
		code = world__handler_add(r, h);
	} else {
		h->added = true;
	}
	if (code)
		world__broken(r, code);
	if (ir->inf)
		r->ops->client_poke(ir->client);
}

void scn__step_worker(struct scn__run *r, const struct scn__step *s)
{
	ctl__worker_step(r, s);
}
