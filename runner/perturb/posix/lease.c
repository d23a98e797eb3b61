/* SPDX-License-Identifier: Apache-2.0 */
/* lease.c - a life in which the program loses its lease, or continues beside a second leader. */
#include "runner/perturb/posix/attempt.h"

enum { REACTION_MS = 1500 }; /* a program that still acts as leader reacts to a change by then */

static bool goes_on(struct attempt *a, int64_t until)
{
	bool ended;

	perturb__gate_close(a->w);
	ended = a->w->leases.ended;
	perturb__gate_open(a->w);
	return !a->over && !ended && clock_monotonic_ns() < until;
}

void perturb__lease_wait(struct attempt *a, bool keep)
{
	struct perturb__world *w = a->w;
	int64_t until;

	while (goes_on(a, w->leases.forbidden_ns))
		perturb__attempt_rest(a);
	until = clock_monotonic_ns() + REACTION_MS * NS_PER_MS;
	while (!a->over && !keep && clock_monotonic_ns() < until)
		perturb__attempt_rest(a);
	if (keep || a->over)
		return;
	perturb__gate_close(w);
	w->leases.taken = false;
	w->leases.forbidden_ns = 0;
	(void)perturb__release_leases(w);
	perturb__expect_acquisition(w);
	perturb__gate_open(w);
	perturb__attempt_rest(a);
}

void perturb__thaw(struct attempt *a)
{
	struct perturb__world *w = a->w;

	while (!a->over && clock_monotonic_ns() < w->leases.thaw_ns)
		perturb__attempt_rest(a);
	if (a->over || !w->leases.frozen)
		return;
	perturb__world_thaw(w);
	perturb__attempt_rest(a);
}
