/* SPDX-License-Identifier: Apache-2.0 */
/* wire.c - disturbances of the program's connections, as far as the caller's thread makes them. */
#include "runner/perturb/posix/attempt.h"

#include "fakeapi/control/control.h"

enum {
	SLOW_BYTES = 7, /* divides no character set's width: characters are split, too */
	SLOW_MS = 1,
	GOAWAYS = 5,
};

static bool is_wire(const struct attempt *a)
{
	return a->plan && a->plan->family == PERTURB_WIRE;
}

static uint32_t add_rule(struct attempt *a, struct fakeapi__fault rule)
{
	rule.match = fakeapi__match_all();
	/* not the story's own requests */
	(void)snprintf(rule.match.user_agent, sizeof(rule.match.user_agent), "!relist-perturb");
	return fakeapi__core_fault_add(a->w->core, &rule);
}

static void end_watches(struct attempt *a, enum fakeapi__watch_end how)
{
	perturb__gate_close(a->w);
	(void)fakeapi__core_end_watches(a->w->core, NULL, how);
	perturb__gate_open(a->w);
}

static void slow(struct attempt *a, size_t bytes)
{
	perturb__gate_close(a->w);
	(void)fakeapi__core_slow_watches(a->w->core, NULL, bytes, SLOW_MS * NS_PER_MS);
	perturb__gate_open(a->w);
}

/* The lists that follow a reset and a compaction. */
static void lose_pages(struct attempt *a)
{
	a->w->pages_gone = true;
	perturb__attempt_away(a);
	/* the point is reached when a second page is requested */
	a->life->hit = false;
	perturb__attempt_back(a);
}

void perturb__wire_begin(struct attempt *a)
{
	if (!is_wire(a))
		return;
	switch (a->plan->how) {
	case PERTURB_WATCHES_END:
		perturb__attempt_away(a);
		perturb__attempt_back(a);
		break;
	case PERTURB_PAGE_GONE:
		lose_pages(a);
		break;
	case PERTURB_WATCHES_CLOSE:
		perturb__attempt_disturb(a);
		end_watches(a, FAKEAPI_WATCH_END);
		break;
	case PERTURB_HALF_OPEN:
		perturb__attempt_disturb(a);
		a->w->stalled = true;
		end_watches(a, FAKEAPI_WATCH_STALL);
		break;
	case PERTURB_UNAUTHORIZED:
		perturb__attempt_disturb(a);
		a->w->unauthorized = true;
		end_watches(a, FAKEAPI_WATCH_RESET);
		break;
	case PERTURB_SLOW:
		perturb__attempt_disturb(a);
		slow(a, SLOW_BYTES);
		a->w->wire_rule =
		    add_rule(a, (struct fakeapi__fault) { .kind = FAKEAPI_FAULT_SLOW,
							  .times = UINT32_MAX,
							  .bytes = SLOW_BYTES,
							  .delay_ns = SLOW_MS * NS_PER_MS });
		break;
	case PERTURB_GOAWAY:
		perturb__attempt_disturb(a);
		a->w->wire_rule = add_rule(a, (struct fakeapi__fault) { .kind = FAKEAPI_FAULT_HTTP2,
									.times = GOAWAYS,
									.mode = "goaway" });
		end_watches(a, FAKEAPI_WATCH_END);
		break;
	case PERTURB_KILL:
	case PERTURB_RESTART:
	case PERTURB_DOWN:
	case PERTURB_REFUSE:
	case PERTURB_EARLY:
	case PERTURB_SWALLOW:
	case PERTURB_AWAY:
	case PERTURB_STALE_RESTART:
	case PERTURB_HOLD:
	case PERTURB_LEASE_LOST:
	case PERTURB_FREEZE:
	case PERTURB_REMOVE:
	case PERTURB_PATCH:
		break;
	}
}

bool perturb__wire_end(struct attempt *a)
{
	struct perturb__world *w = a->w;

	if (!is_wire(a) || a->over)
		return false;
	if (w->wire_rule)
		fakeapi__core_fault_del(w->core, w->wire_rule);
	w->wire_rule = 0;
	if (a->plan->how == PERTURB_SLOW)
		slow(a, 0);
	perturb__gate_close(w);
	w->pages_gone = w->unauthorized = false;
	perturb__gate_open(w);
	if (!w->stalled)
		return false;
	/* the end that the kernel or a proxy notices at last */
	end_watches(a, FAKEAPI_WATCH_RESET);
	perturb__gate_close(w);
	w->stalled = false;
	w->active_ns = clock_monotonic_ns();
	perturb__gate_open(w);
	perturb__attempt_rest(a);
	return true;
}
