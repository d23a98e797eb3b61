/* SPDX-License-Identifier: Apache-2.0 */
/* pauses.c - measures how long after the last event the program writes, for example by a timer or a
 * resync: a run of the story must watch it for as long, before an expectation and after the last
 * step. */
#include "runner/lift/arms.h"

/* A run waits for shorter pauses in any case; longer ones would make a test too slow. */
#define PAUSE_MIN_NS (5 * NS_PER_S)
#define PAUSE_MAX_NS (90 * NS_PER_S)
/* A program without a request for twice that time counts as at rest in any case. */
#define QUIET_MIN_NS (150 * NS_PER_MS)

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

/* The pauses of the program while something was held. */
struct pauses {
	const struct lift *l;
	uint64_t *from_seq;	   /* of each hold: where it and those that end later begin */
	size_t hold;		   /* the first one that has not ended */
	int64_t at_ns, longest_ns; /* when it last received or sent anything; 0: not yet */
	size_t write, life;	   /* the next ones */
};

/* Lines ascend, and holds are sorted by their ends. */
static bool is_held(struct pauses *p, uint64_t seq)
{
	const struct lift__list *holds = &p->l->holds;

	while (p->hold < holds->len &&
	       ((const struct lift__hold *)holds->items[p->hold])->to_seq <= seq)
		p->hold++;
	return p->hold < holds->len && p->from_seq[p->hold] < seq;
}

static void add_pause(struct pauses *p, uint64_t seq, int64_t at_ns)
{
	if (p->at_ns && is_held(p, seq))
		p->longest_ns = later(p->longest_ns, at_ns - p->at_ns);
}

/* Up to that line. A process that starts did not pause. */
static void add_writes(struct pauses *p, uint64_t seq)
{
	const struct lift *l = p->l;

	for (; p->write < l->own_writes.len; p->write++) {
		const struct lift__own_write *w = l->own_writes.items[p->write];

		if (w->seq >= seq)
			break;
		if (is_lease(w->type))
			continue;
		add_pause(p, w->seq, w->at_ns);
		p->at_ns = later(p->at_ns, later(w->at_ns, w->end_ns));
	}
	for (; p->life < l->lives.len; p->life++) {
		const struct lift__life *life = l->lives.items[p->life];

		if (life->back_seq > seq)
			break;
		p->at_ns = later(p->at_ns, life->back_ns);
	}
}

/* The longest time, while something was held, before a list or write of the program in which it
 * neither received nor sent anything. */
static int64_t pause_while_held(struct pauses *p)
{
	const struct lift *l = p->l;

	for (size_t i = 0; i < l->received.len; i++) {
		const struct lift__received *t = l->received.items[i];

		if (!t->request->mine || t->what == LIFT_BOOKMARK || is_lease(t->request->type))
			continue;
		add_writes(p, t->seq);
		if (t->what == LIFT_ASKED && t->request->verb == LIFT_LIST)
			add_pause(p, t->seq, t->at_ns);
		p->at_ns = later(p->at_ns, t->at_ns);
	}
	add_writes(p, UINT64_MAX);
	return p->longest_ns;
}

int64_t lift__quiet_ns(struct lift *l)
{
	struct pauses p = { .l = l };
	uint64_t from_seq = UINT64_MAX;
	int64_t longest;

	if (!l->holds.len)
		return 0;
	p.from_seq = lift__alloc(l, l->holds.len * sizeof(*p.from_seq));
	if (!p.from_seq)
		return 0;
	for (size_t i = l->holds.len; i-- > 0;) {
		const struct lift__hold *h = l->holds.items[i];

		from_seq = h->from_seq < from_seq ? h->from_seq : from_seq;
		p.from_seq[i] = from_seq;
	}
	longest = pause_while_held(&p);
	return longest < QUIET_MIN_NS || longest > PAUSE_MIN_NS ? 0 : 2 * longest;
}
