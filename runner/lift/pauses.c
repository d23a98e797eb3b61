/* SPDX-License-Identifier: Apache-2.0 */
/* pauses.c - measures how long after the last event the program writes, for example by a timer or a
 * resync: a run of the story must watch it for as long after the last step. */
#include "runner/lift/impl.h"

/* A run waits for shorter pauses in any case; longer ones would make a test too slow. */
#define PAUSE_MIN_NS (5 * NS_PER_S)
#define PAUSE_MAX_NS (90 * NS_PER_S)

static bool is_lease(const struct lift__type *t)
{
	return str_eqz(t->group, "coordination.k8s.io");
}

static int64_t later(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* The time of the last write before `w`, or of the last event that the program received by then. */
static int64_t last_before(const struct lift *l, const struct lift__own_write *w, size_t *received,
			   size_t *write, int64_t at_ns)
{
	for (; *received < l->received.len; ++*received) {
		const struct lift__received *t = l->received.items[*received];

		if (t->seq >= w->seq)
			break;
		if (t->request->mine && t->what != LIFT_BOOKMARK && !is_lease(t->request->type))
			at_ns = later(at_ns, t->at_ns);
	}
	for (; *write < l->writes.len; ++*write) {
		const struct lift__state *s = l->writes.items[*write];

		if (s->seq >= w->seq)
			break;
		if (!is_lease(s->object->type))
			at_ns = later(at_ns, s->at_ns);
	}
	return at_ns;
}

int64_t lift__linger_ns(const struct lift *l)
{
	size_t received = 0, write = 0;
	int64_t at = 0, longest = 0;

	for (size_t i = 0; i < l->own_writes.len; i++) {
		const struct lift__own_write *w = l->own_writes.items[i];

		if (is_lease(w->type) || lift__is_about_programs(w->type))
			continue;
		at = last_before(l, w, &received, &write, at);
		if (at && w->at_ns - at <= PAUSE_MAX_NS)
			longest = later(longest, w->at_ns - at);
		at = later(at, later(w->at_ns, w->end_ns));
	}
	/* a quarter more, and two seconds, for the jitter of a timer */
	return longest < PAUSE_MIN_NS ? 0 : longest + longest / 4 + 2 * NS_PER_S;
}
