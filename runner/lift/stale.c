/* SPDX-License-Identifier: Apache-2.0 */
/* stale.c - a restarted program that gets a list from an outdated apiserver: the list lacks writes
 * that clients had already observed. In the story the program starts at another apiserver, which is
 * frozen before the first of these writes and thaws when the program receives one of them. */
#include "runner/lift/arms.h"

/* The first write that the list should contain and does not; NULL: none. */
static struct lift__state *missing(const struct lift *l, const struct lift__received *list)
{
	const struct lift__request *q = list->request;
	const struct lift__reader *r = q->reader;

	for (size_t i = 0; i < l->writes.len; i++) {
		struct lift__state *w = l->writes.items[i];

		if (w->rv > list->rv && w->seq < q->list_seq && w->object->type == q->type &&
		    !w->own && w->new_rv && !w->base &&
		    (!q->ns.len || str_eq(q->ns, w->object->ns)) &&
		    selector_matches_labels(r->selector,
					    json_path(w->json, "metadata", "labels", NULL)))
			return w;
	}
	return NULL;
}

/* The line at which the program receives that write or a later one. */
static uint64_t shown_seq(const struct lift *l, const struct lift__received *list,
			  const struct lift__state *w)
{
	for (size_t i = 0; i < l->received.len; i++) {
		const struct lift__received *t = l->received.items[i];

		if (t->seq > list->seq && t->request->mine && t->request->verb == LIFT_WATCH &&
		    t->state && t->state->rv >= w->rv)
			return t->seq;
	}
	return UINT64_MAX;
}

static bool arm_stale(struct lift *l, struct lift__life *life, const struct lift__received *list,
		      struct lift__state *w)
{
	AUTO_STRBUF freeze = STRBUF_INIT, thaw = STRBUF_INIT;
	struct lift__hold *hold;

	life->backend = l->backend = l->backend == 'B' ? 'A' : 'B';
	l->two_backends = true;
	strbuf_addf(&freeze, "  - freeze: %c\n", life->backend);
	strbuf_addf(&thaw, "  - thaw: %c\n", life->backend);
	hold = lift__add_hold(l, w->seq, shown_seq(l, list, w));
	if (!hold || thaw.failed)
		return false;
	hold->end = lift__copy(l, strbuf_str(&thaw));
	return lift__add_arm(l, &w->arms, &freeze, false, true);
}

static struct lift__life *life_at(const struct lift *l, uint64_t seq)
{
	for (size_t i = l->lives.len; i-- > 0;) {
		struct lift__life *life = l->lives.items[i];

		if (life->back_seq <= seq)
			return life;
	}
	return NULL;
}

bool lift__arm_stale(struct lift *l)
{
	for (size_t i = 0; i < l->received.len; i++) {
		const struct lift__received *t = l->received.items[i];
		struct lift__life *life;
		struct lift__state *w;

		if (t->what != LIFT_LIST_END || !t->request->mine || !t->rv)
			continue;
		life = life_at(l, t->request->list_seq);
		w = life && !life->backend ? missing(l, t) : NULL;
		if (w && !arm_stale(l, life, t, w))
			return false;
	}
	return true;
}
