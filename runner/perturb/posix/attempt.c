/* SPDX-License-Identifier: Apache-2.0 */
/* attempt.c - the parts of a life that the families share: rest, the program's ends, absence. */
#include "runner/perturb/posix/attempt.h"

#include <poll.h>

#include "fakeapi/control/control.h"

enum {
	EXITS_MAX = 3,
	WEBHOOK_MS = 30000,
	AWAY_MS = 1500, /* until the last watch is broken */
};

void perturb__attempt_broken(struct attempt *a, const char *why)
{
	a->life->broken = perturb__copy(a->life, str_of(why && *why ? why : "out of memory"));
	a->over = true;
}

void perturb__attempt_start(struct attempt *a)
{
	if (perturb__world_start(a->w, &a->err))
		perturb__attempt_broken(a, a->err.msg);
}

void perturb__attempt_freeze(struct attempt *a)
{
	if (perturb__world_freeze(a->w, &a->err))
		perturb__attempt_broken(a, a->err.msg);
}

/* Both run on one machine: two programs cannot have the same port. */
static void say_second(struct attempt *a)
{
	AUTO_STRBUF why = STRBUF_INIT;

	strbuf_addf(&why, "a second program beside the stopped one ends at its start: " STR_FMT,
		    STR_ARG(a->life->words));
	perturb__attempt_broken(a, why.ptr);
}

void perturb__attempt_rest(struct attempt *a)
{
	bool second;

	while (!a->over) {
		switch (perturb__rest_wait(a->w)) {
		case PERTURB_AT_REST:
			return;
		case PERTURB_RESTLESS:
			a->life->unsettled = a->over = true;
			return;
		case PERTURB_INTERRUPTED:
			perturb__attempt_broken(a, "interrupted");
			return;
		case PERTURB_KILL_DUE:
			perturb__world_kill(a->w);
			perturb__attempt_start(a);
			break;
		case PERTURB_FREEZE_DUE:
			perturb__attempt_freeze(a);
			break;
		case PERTURB_STEP_DUE:
			perturb__attempt_early(a);
			break;
		case PERTURB_ENDED:
			second = a->w->leases.frozen && !a->w->watched;
			perturb__world_reap(a->w);
			if (second)
				say_second(a);
			if (a->life->exits >= EXITS_MAX)
				a->over = true;
			else if (!a->over)
				perturb__attempt_start(a);
			break;
		}
	}
}

void perturb__attempt_disturb(struct attempt *a)
{
	perturb__gate_close(a->w);
	a->w->disturbed = a->life->hit = true;
	a->recovered = false;
	a->w->disturbed_ns = clock_monotonic_ns();
	perturb__gate_open(a->w);
}

static bool has_open_watch(struct perturb__world *w)
{
	bool any = false;

	perturb__gate_close(w);
	for (struct perturb__line *l = w->lines; l; l = l->next)
		any |= l->watch && l->open;
	perturb__gate_open(w);
	return any;
}

void perturb__attempt_away(struct attempt *a)
{
	int64_t until = clock_monotonic_ns() + AWAY_MS * NS_PER_MS;

	perturb__attempt_disturb(a);
	perturb__gate_close(a->w);
	a->w->away = true;
	(void)fakeapi__core_end_watches(a->w->core, NULL, FAKEAPI_WATCH_RESET);
	perturb__gate_open(a->w);
	while (has_open_watch(a->w) && clock_monotonic_ns() < until)
		(void)poll(NULL, 0, 5);
}

void perturb__attempt_back(struct attempt *a)
{
	struct fakeapi__compaction all = { .backend = -1 };

	fakeapi__core_compact(a->w->core, &all);
	perturb__gate_close(a->w);
	a->w->away = false;
	a->w->active_ns = clock_monotonic_ns();
	perturb__gate_open(a->w);
}

void perturb__attempt_send(struct attempt *a, const struct scn__step *s, size_t *at)
{
	int64_t until = clock_monotonic_ns() + WEBHOOK_MS * NS_PER_MS;

	do {
		if (perturb__world_step(a->w, s, at, &a->err)) {
			perturb__attempt_broken(a, a->err.msg);
		} else if (a->w->unreachable) {
			if (!a->w->alive)
				perturb__attempt_start(a);
			perturb__attempt_rest(a);
			a->w->unreachable = true;
		}
	} while (a->w->unreachable && !a->over && clock_monotonic_ns() < until);
	if (a->w->unreachable && !a->over)
		perturb__attempt_broken(a, a->err.msg);
}

void perturb__attempt_enter(struct attempt *a, uint32_t i)
{
	perturb__gate_close(a->w);
	a->w->step = i;
	a->w->step_quiet_ns = a->pace->step_quiets ? a->pace->step_quiets[i] : 0;
	a->w->exists = a->w->reacted = false;
	perturb__gate_open(a->w);
}

void perturb__attempt_early(struct attempt *a)
{
	const struct scn__step *s = &a->w->setup->cell->steps[a->plan->step_last - 1];

	a->early = a->plan->step_last;
	perturb__gate_close(a->w);
	a->w->step_due = false;
	perturb__gate_open(a->w);
	perturb__attempt_enter(a, a->early);
	perturb__attempt_send(a, s, &a->early_at);
	a->life->rv_done[a->early] = fakeapi__core_rv(a->w->core);
	perturb__gate_close(a->w);
	a->w->holds = false;
	a->w->active_ns = clock_monotonic_ns();
	if (a->w->held.fn)
		a->w->held.fn(a->w->held.user);
	perturb__gate_open(a->w);
}
