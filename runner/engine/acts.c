/* SPDX-License-Identifier: Apache-2.0 */
/* acts.c - places a scenario's steps between the simulator's steps, in any order (`relist explore
 * --interleave`). docs/architecture.md explains which steps of a cell commute. */
#include "runner/engine/engine.h"
#include "runner/expect/expect.h"
#include "sim/sim.h"

enum about {
	WAITS = 1,	 /* begins or ends in a settled state: no order to pick */
	AT_SERVER = 2,	 /* changes the state or behaviour of the server and of no client */
	AT_HANDLERS = 4, /* changes or reads the notifications of handlers */
	AT_HANDLER = 8, /* likewise for one handler if it is removed; adding one affects no other */
	RULE = 16,	/* a response to one client may change the response to another */
};

static unsigned about(enum scn__step_kind kind)
{
	switch (kind) {
	case SCN_CREATE:
	case SCN_UPDATE:
	case SCN_DELETE:
	case SCN_COMPACT:
	case SCN_BOOKMARK:
	case SCN_GC:
	case SCN_DISCONNECT:
		return AT_SERVER;
	case SCN_BOOKMARKS:
	case SCN_FAIL:
	case SCN_DROP:
	case SCN_REPLY:
	case SCN_SEND:
	case SCN_HTTP2:
		return AT_SERVER | RULE;
	case SCN_ADVANCE:
	case SCN_SETTLE:
	case SCN_EXPECT:
	case SCN_SNAPSHOT:
	case SCN_REWIND:
	case SCN_FREEZE:
	case SCN_THAW:
	case SCN_LAG:
	case SCN_NEVER: /* a `never` applies from the step before it on */
		return WAITS;
	case SCN_ROTATE_TOKEN:
	case SCN_REFUSE:
	case SCN_ACCEPT:
	case SCN_FAILOVER:
		return 0;
	case SCN_HANDLER:
		return AT_HANDLER;
	case SCN_HOLD:
	case SCN_RELEASE:
		return AT_HANDLERS | RULE;
	case SCN_START:
	case SCN_STOP:
	case SCN_CRASH:
	case SCN_KILL:
	case SCN_RESTART:
	case SCN_LOOK:
	case SCN_WORKER:
		return AT_HANDLERS;
	}
	return AT_HANDLERS;
}

/* A `never` is checked at each notification; a `never` of requests at each request. */
static bool watches_handlers(const struct scn__step *s)
{
	for (size_t i = 0; s->kind == SCN_NEVER && i < s->never.expect.count; i++)
		if (s->never.expect.sections[i].kind != SCN_S_REQUESTS &&
		    s->never.expect.sections[i].kind != SCN_S_WRITES)
			return true;
	return false;
}

/* A `never` of a state is checked after each notification. */
static bool forbids_a_state(const struct scn__step *s)
{
	for (size_t i = 0; s->kind == SCN_NEVER && i < s->never.expect.count; i++)
		if (!expect__section_items(&s->never.expect.sections[i]))
			return true;
	return false;
}

bool scn__handlers_alone(const struct scn__cell *cell)
{
	const struct scn__world *w = &cell->world;

	if (w->controller_count)
		return false; /* the queues keep the order in which handlers add keys */
	for (size_t i = 0; i < w->informer_count; i++)
		for (size_t k = 0; k < w->informers[i].index_count; k++)
			if (w->informers[i].indexes[k].fails_on.len)
				return false; /* a failing index function ends the informer's
					       * process */
	for (size_t i = 0; i < cell->step_count; i++)
		if (forbids_a_state(&cell->steps[i]) || cell->steps[i].then)
			return false;
	return true;
}

bool scn__clients_alone(const struct scn__cell *cell)
{
	for (size_t i = 0; i < cell->step_count; i++)
		if ((about(cell->steps[i].kind) & RULE) || cell->steps[i].then)
			return false;
	return true;
}

/* Adds the handlers that the step concerns; `act` collects them up to the next settled state. */
static void add_meeting(struct sim_act *act, const struct scn__step *s)
{
	const unsigned what = about(s->kind);
	const char *handler = NULL;

	if ((what & AT_HANDLER) && !s->handler.remove)
		return;
	if (what & AT_HANDLER)
		handler = s->handler.handler->name.ptr;
	else if (!(what & AT_HANDLERS))
		return;
	act->handler = act->meets_handlers && act->handler != handler ? NULL : handler;
	act->meets_handlers = true;
}

void scn__until_turn(struct scn__run *r, size_t step)
{
	const struct scn__cell *cell = r->cell;
	unsigned what = about(cell->steps[step].kind);
	struct sim_act act = { .last = r->time_moved,
			       .at_server = (what & AT_SERVER) != 0,
			       .at_clients = !(what & (AT_SERVER | AT_HANDLER)) &&
					     cell->steps[step].kind != SCN_LOOK };
	int code;

	if (what & WAITS)
		return;
	r->time_moved = false;
	for (size_t i = step; i < cell->step_count; i++) {
		if ((about(cell->steps[i].kind) & WAITS) && cell->steps[i].kind != SCN_NEVER)
			break;
		add_meeting(&act, &cell->steps[i]);
	}
	/* a `never` begins or ends with this step */
	for (size_t i = 0; i < cell->step_count; i++)
		if (watches_handlers(&cell->steps[i])) {
			act.meets_handlers = true;
			act.handler = NULL;
			act.at_server = false;
		}
	code = r->ops->until_act(r->driver, &act, &r->err);
	if (code)
		world__broken(r, code);
	(void)world__left(r);
}
