/* SPDX-License-Identifier: Apache-2.0 */
/* clients.c - separates clients with the same User-Agent and selection: replicas of a program, or a
 * program that also lists the resource that its informer watches.
 *
 * A client does one thing at a time: while its watch is open or its list has no response, another
 * request comes from another client. Among the free clients the page that a request continues, its
 * resource version, address, user and connection decide. Clients without a difference are one, like
 * a restarted program. */
#include "runner/lift/impl.h"

/* A watch that ends so soon after a request was closed because of it. */
#define SOON_NS (1 * NS_PER_S)

/* The recording does not show the end of the request, although it may have ended. */
static bool end_is_unknown(const struct lift *l, const struct lift__request *w)
{
	return w->end_seq == UINT64_MAX &&
	       (l->source == REC_SOURCE_AUDIT || (l->lacks & (1u << REC_LACK_ENDS)));
}

/* Whether the request continues at the version of the reader's watch, which receives nothing
 * more. */
static bool continues_watch_of(const struct lift *l, const struct lift__reader *c,
			       const struct lift__request *q)
{
	uint64_t rv = rec__number(q->rv);
	/* the events of an audit log's watches are derived, so they prove nothing */
	bool silent = c->at_watch->event_seq < q->seq ||
		      (l->lacks & (1u << REC_LACK_EVENTS) && end_is_unknown(l, c->at_watch));

	return q->verb == LIFT_WATCH && rv && rv == c->at_rv && silent;
}

static bool is_busy(const struct lift *l, const struct lift__reader *c,
		    const struct lift__request *q)
{
	const struct lift__request *w = c->at_watch, *list = c->at_list;

	if (list && list->end_seq != UINT64_MAX && list->end_seq > q->seq)
		return true;
	if (!w || w->status >= 400 || w->end_seq < q->seq || continues_watch_of(l, c, q))
		return false;
	if (end_is_unknown(l, w) && (l->lacks & (1u << REC_LACK_ENDS)))
		return w->event_seq > q->seq;
	return w->end_seq == UINT64_MAX || w->event_seq > q->seq || w->end_ns - q->at_ns > SOON_NS;
}

/* The sequence number of the last request from that address. */
static uint64_t last_of(const struct lift *l, const struct lift__reader *group, struct str who)
{
	AUTO_STRBUF key = STRBUF_INIT;

	strbuf_addf(&key, "%zu " STR_FMT, group->number, STR_ARG(who));
	return key.failed ? 0 : (uint64_t)(uintptr_t)map_get(&l->last_of, strbuf_str(&key));
}

static bool remember_last(struct lift *l, const struct lift__request *q)
{
	AUTO_STRBUF key = STRBUF_INIT;

	strbuf_addf(&key, "%zu " STR_FMT, q->reader->number, STR_ARG(q->who));
	return !key.failed &&
	       !map_put(&l->last_of, strbuf_str(&key), (void *)(uintptr_t)q->seq, NULL);
}

/* How well the request fits the client; negative: it comes from another client. */
static int fit(const struct lift *l, const struct lift__reader *group, const struct lift__reader *c,
	       const struct lift__request *q)
{
	uint64_t rv = rec__number(q->rv);
	bool known = c->who.len && q->who.len, same = known && str_eq(c->who, q->who);
	int points = 1;

	if (known && !same && last_of(l, group, c->who) > q->seq)
		return -1;
	points += rv && rv == c->at_rv ? 16 : 0;
	points += same ? 8 : 0;
	points += c->user.len && str_eq(c->user, q->user) ? 4 : 0;
	points += c->conn && c->conn == q->conn ? 2 : 0;
	return points;
}

/* The best client; among equal ones that with the latest request. NULL: none fits. */
static struct lift__reader *best_client(const struct lift *l, const struct lift__reader *group,
					const struct lift__request *q)
{
	struct lift__reader *best = NULL;
	int most = 0;

	for (size_t i = 0; i < group->clients.len; i++) {
		struct lift__reader *c = group->clients.items[i];
		int points;

		if (q->page_before && q->page_before->reader == c)
			return c;
		if (c->at_seq && is_busy(l, c, q))
			continue;
		points = c->at_seq ? fit(l, group, c, q) : 1;
		if (points > most || (points == most && best && c->at_seq > best->at_seq)) {
			best = c;
			most = points;
		}
	}
	return best;
}

/* The list that a client seemed to abandon and that this watch continues. */
static struct lift__request *orphan_of(struct lift__reader *group, const struct lift__request *q)
{
	uint64_t rv = rec__number(q->rv);

	for (size_t i = 0; q->verb == LIFT_WATCH && rv && i < group->orphans.len; i++) {
		struct lift__request *list = group->orphans.items[i];

		if (list->list_rv != rv ||
		    (q->who.len && list->who.len && !str_eq(q->who, list->who)))
			continue;
		group->orphans.items[i] = group->orphans.items[--group->orphans.len];
		return list;
	}
	return NULL;
}

static struct lift__reader *add_client(struct lift *l, struct lift__reader *group)
{
	AUTO_STRBUF key = STRBUF_INIT, agent = STRBUF_INIT;
	struct lift__reader *c =
	    lift__new_reader(l, group->type, group->ns, group->labels, group->fields);

	if (!c)
		return NULL;
	strbuf_addf(&agent, STR_FMT " #%zu", STR_ARG(group->agent), group->clients.len + 1);
	strbuf_addf(&key, "reader %zu #%zu", group->number, group->clients.len + 1);
	c->agent = lift__copy(l, strbuf_str(&agent));
	if (agent.failed || key.failed || !lift__push(l, &group->clients, c) ||
	    map_put(&l->readers, strbuf_str(&key), c, NULL)) {
		selector_free(c->selector);
		l->failed = true;
		return NULL;
	}
	return c;
}

/* Assigns all pages of a list to another client. */
static void reassign_list(struct lift *l, const struct lift__request *list, struct lift__reader *c)
{
	for (size_t i = 0; i < l->received.len; i++) {
		const struct lift__received *t = l->received.items[i];

		if (t->what == LIFT_ASKED && t->request->list == list->list)
			t->request->reader = c;
	}
	c->at_rv = list->list_rv;
}

static bool assign_request(struct lift *l, struct lift__request *q)
{
	struct lift__reader *group = q->reader, *c = best_client(l, group, q);
	struct lift__request *orphan =
	    c && rec__number(q->rv) == c->at_rv ? NULL : orphan_of(group, q);

	if (orphan || !c)
		c = add_client(l, group);
	if (!c)
		return false;
	if (orphan)
		reassign_list(l, orphan, c);
	if (q->verb == LIFT_LIST && !q->page_before) {
		if (c->awaits && !lift__push(l, &group->orphans, c->at_list))
			return false;
		c->awaits = false;
	}
	if (q->verb == LIFT_WATCH) {
		c->at_watch = q;
		c->awaits = false;
	} else {
		c->at_list = q;
	}
	c->at_seq = q->seq;
	c->who = q->who.len ? q->who : c->who;
	c->user = q->user.len ? q->user : c->user;
	c->conn = q->conn;
	q->reader = c;
	return true;
}

static void update_reader(const struct lift__received *t)
{
	struct lift__reader *c = t->request->reader;
	uint64_t rv = t->state ? t->state->rv : t->rv;

	switch (t->what) {
	case LIFT_ADDED:
	case LIFT_MODIFIED:
	case LIFT_DELETED:
	case LIFT_BOOKMARK:
	case LIFT_INITIAL_END:
		if (t->request == c->at_watch && rv > c->at_rv)
			c->at_rv = rv;
		break;
	case LIFT_LIST_END:
		c->at_rv = rv;
		c->awaits = true;
		c->at_list = t->request;
		break;
	case LIFT_ERROR:
		/* the client is free, whatever the end says */
		if (t->request->end_seq > t->seq)
			t->request->end_seq = t->seq;
		break;
	case LIFT_ASKED:
	case LIFT_ANSWERED:
	case LIFT_LISTED:
	case LIFT_RAW:
	case LIFT_CLOSED:
	case LIFT_HANGUP:
		break;
	}
}

/* Counts the requests and events of each client. */
static void count(struct lift *l)
{
	for (size_t i = 0; i < l->received.len; i++) {
		const struct lift__received *t = l->received.items[i];
		const struct lift__request *q = t->request;
		struct lift__reader *r = q->reader;

		if (t->what == LIFT_ADDED || t->what == LIFT_MODIFIED || t->what == LIFT_DELETED)
			r->events++;
		if (t->what != LIFT_ASKED)
			continue;
		if (!r->began_seq)
			r->began_seq = t->seq;
		r->assumed |= q->assumed;
		r->watches += q->verb == LIFT_WATCH;
		r->heard += q->verb == LIFT_WATCH && q->status < 400;
		r->watch_list |= q->initial_events;
		r->lists += q->verb == LIFT_LIST && !q->continue_.len;
		if (q->verb == LIFT_LIST)
			r->limit = q->limit;
	}
}

int lift__separate_clients(struct lift *l, struct relist_err *err)
{
	const struct map_entry *e;
	bool good = true;

	for (size_t i = 0; good && (e = map_next(&l->readers, &i));) {
		struct lift__reader *r = e->value;

		good = lift__push(l, &r->clients, r);
	}
	for (size_t i = 0; i < l->received.len && good; i++) {
		const struct lift__received *t = l->received.items[i];

		if (t->what == LIFT_ASKED && t->request->who.len)
			good = remember_last(l, t->request);
	}
	for (size_t i = 0; i < l->received.len && good; i++) {
		const struct lift__received *t = l->received.items[i];

		if (t->what == LIFT_ASKED)
			good = assign_request(l, t->request);
		else
			update_reader(t);
	}
	if (!good || l->failed)
		return lift__no_memory(err);
	count(l);
	return 0;
}
