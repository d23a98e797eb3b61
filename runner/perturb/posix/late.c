/* SPDX-License-Identifier: Apache-2.0 */
/* late.c - waits for writes that a program has scheduled later than its usual pauses, such as a
 * requeue after 10 s. A step is over only after them: lives that stop at different points would
 * differ without a bug, and that difference would count as noise. */
#include "runner/perturb/posix/attempt.h"

enum {
	OBSERVE_MAX_PERCENT = 250, /* a program that writes periodically has no late write */
	LATE_PERCENT = 120,
	LATE_MARGIN_MS = 500,
	DOUBT_MS = 6000, /* many controllers look again after 5 s */
	DOUBTS_MAX = 5,
	RECOVERY_MS = 6000, /* after longer pauses repetitions decide */
};

static int64_t changed_ns(struct perturb__world *w)
{
	int64_t at;

	perturb__gate_close(w);
	at = w->changed_ns;
	perturb__gate_open(w);
	return at;
}

/* Measure pauses from the last activity: the time until a life counts as settled varies. */
static int64_t active_ns(struct perturb__world *w)
{
	int64_t at;

	perturb__gate_close(w);
	at = w->active_ns;
	perturb__gate_open(w);
	return at;
}

/* Waits up to `for_ns` after `*since_ns` for the program's next burst of changes, and sets
 * *since_ns to its end. Returns false if there was none. */
static bool wait_burst(struct attempt *a, int64_t *since_ns, int64_t for_ns, int64_t *pause_ns)
{
	int64_t before = changed_ns(a->w), start = *since_ns;
	int64_t *gap = &a->life->gaps[a->w->step], habit = *gap;
	int64_t changed = before;

	while (!a->over && changed == before && clock_monotonic_ns() - start < for_ns) {
		perturb__attempt_rest(a);
		changed = changed_ns(a->w);
	}
	/* these pauses are no habits: they count from the begin of a wait */
	*gap = habit;
	if (changed == before)
		return false;
	*pause_ns = changed - start;
	*since_ns = changed;
	return true;
}

bool perturb__late_change(struct attempt *a, int64_t for_ns)
{
	int64_t since = clock_monotonic_ns(), pause;

	return wait_burst(a, &since, for_ns, &pause);
}

void perturb__late_doubt(struct attempt *a, uint32_t step)
{
	const struct perturb__pace *p = a->pace;
	bool more = p->doubts && p->doubt_step == step && a->w->disturbed && a->w->alive &&
		    !a->w->leases.taken;

	for (uint32_t i = 0; more && !a->over && i < DOUBTS_MAX; i++)
		more = perturb__late_change(a, DOUBT_MS * NS_PER_MS);
}

static int64_t enough_after(int64_t pause_ns)
{
	return pause_ns * LATE_PERCENT / 100 + LATE_MARGIN_MS * NS_PER_MS;
}

void perturb__late_recover(struct attempt *a)
{
	int64_t most = a->pace->recovery_ns;
	bool more = most && most <= RECOVERY_MS * NS_PER_MS;

	if (!a->w->disturbed || a->recovered || !a->w->alive || a->w->away || a->w->leases.taken)
		return;
	a->recovered = true;
	for (uint32_t i = 0; more && !a->over && i < DOUBTS_MAX; i++)
		more = perturb__late_change(a, enough_after(most));
}

/* Every life waits for a finite number of bursts; no life waits for endless ones. */
static void observe(struct attempt *a, uint32_t step)
{
	struct perturb__late *late = &a->life->late[step];
	int64_t begun = clock_monotonic_ns(), since = active_ns(a->w), pause = 0;
	int64_t most = a->pace->observe_ns / 100 * OBSERVE_MAX_PERCENT;
	bool more = true;

	while (more && clock_monotonic_ns() - begun < most) {
		more = wait_burst(a, &since, a->pace->observe_ns, &pause);
		late->bursts += more;
		if (more && pause > late->pause_ns)
			late->pause_ns = pause;
	}
	if (more)
		*late = (struct perturb__late) { .endless = true };
}

static bool observes(const struct attempt *a, uint32_t step)
{
	const struct perturb__pace *p = a->pace;

	if (step == a->life->step_count)
		return p->observes_end;
	return p->observers && step % p->observers == p->observer;
}

void perturb__late_wait(struct attempt *a, uint32_t step)
{
	const struct perturb__late *late = a->pace->late ? &a->pace->late[step] : NULL;
	int64_t since = active_ns(a->w), pause, enough;

	/* without its lease the program writes nothing late */
	if (a->over || !a->w->alive || a->w->leases.taken)
		return;
	if (observes(a, step)) {
		observe(a, step);
		return;
	}
	if (!late || !late->bursts || late->endless)
		return;
	enough = enough_after(late->pause_ns);
	for (uint32_t i = 0; !a->over && (i < late->bursts || a->w->disturbed); i++)
		if (!wait_burst(a, &since, enough, &pause) || i > 2 * late->bursts)
			break;
}
