/* SPDX-License-Identifier: Apache-2.0 */
/* linger.c - a program at rest after the last step may still write, later than it has ever waited
 * before: a timer, an unobserved back-off. */
#include "runner/external/habits.h"

/* The first successful write since then; NULL: none. */
static const struct scn__rec *late_write(const struct scn__run *r, int64_t since_ns)
{
	const struct scn__rec *first = NULL;

	for (size_t i = r->writes.list.len; i-- > 0;) {
		const struct scn__rec *q = r->writes.list.items[i];

		if (q->at_ns <= since_ns)
			break;
		if (q->status >= 200 && q->status < 300)
			first = q;
	}
	return first;
}

static int64_t linger_ns(const struct scn__run *r)
{
	int64_t ns = r->opt->subject ? r->opt->subject->linger_ns : 0;
	int64_t most = external__patience(r) / 2, least = r->cell->external.linger_ns;

	ns = ns < most ? ns : most;
	return ns > least ? ns : least;
}

static bool is_at_rest(struct scn__run *r)
{
	return external__is_back(r) &&
	       world__now(r) >= external__rest_ns(r, external__active_ns(r));
}

/* The server has changed since `since_ns`, and the program is at rest again: compares the state. */
static void check_late_state(struct scn__run *r, int64_t since_ns)
{
	const struct scn__rec *late = late_write(r, since_ns);

	r->moments->late_ns = late ? late->at_ns - since_ns : 0;
	external__check(r, r->moments->last_expect, true);
}

/* A write between the last expectation and the call is late as well. */
void external__linger(struct scn__run *r)
{
	const struct scn__moments *m = r->moments;
	int64_t start = world__now(r), since = m->expected_rv ? m->expected_ns : start;
	int64_t until = start + linger_ns(r), limit;
	uint64_t rv = m->expected_rv ? m->expected_rv : fakeapi__core_rv(r->core);
	bool held = true, holds;
	unsigned lost = 0;

	if (r->failure || !m->last_expect || external__is_hidden(r) ||
	    !external__has_controller(r) || (until == start && fakeapi__core_rv(r->core) == rv))
		return;
	limit = until + external__patience(r); /* limit for the program to come to rest */
	while (!r->failure && world__now(r) < limit + external__starved_since(r, start)) {
		bool changed = fakeapi__core_rv(r->core) != rv;

		holds = external__states_hold(r, m->last_expect);
		lost += held && !holds;
		held = holds;
		if (changed && is_at_rest(r)) {
			rv = fakeapi__core_rv(r->core);
			check_late_state(r, since);
		} else if (!changed && world__now(r) >= until + external__starved_since(r, start)) {
			break;
		}
		external__wait_a_moment(r, world__now(r) + EXTERNAL_LOOK_MS * NS_PER_MS);
	}
	if (r->failure || !external__wait_back(r, m->last_expect->pos) ||
	    fakeapi__core_rv(r->core) == rv)
		return;
	if (!is_at_rest(r))
		external__fail_flapping(r, m->last_expect, lost);
	if (!r->failure)
		check_late_state(r, since);
}
