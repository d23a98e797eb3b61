/* SPDX-License-Identifier: Apache-2.0 */
/* holds.c - control points: holds and releases. */
#include "runner/world/made.h"

static void hold_informer(struct scn__run *r, const struct scn__hold *h, struct scn__irun *ir,
			  bool on)
{
	bool store = h->point == SCN_POINT_CACHE && !r->cell->world.classic;

	if (!on || (!h->key.type && !h->nth)) {
		if (store)
			inf__informer_hold_store(ir->inf, on);
		else
			inf__informer_hold_queue(ir->inf, on);
	} else if (inf__informer_hold_at(ir->inf, store, h->key.type ? h->key.text.ptr : NULL,
					 h->nth)) {
		world__broken(r, RELIST_ENOMEM);
	}
}

static bool concerns(const struct scn__hold *h, const struct scn__irun *ir)
{
	return ir->inf && (!h->informer || h->informer == ir->def) &&
	       (!h->type || h->type == ir->def->type);
}

static void hold_informers(struct scn__run *r, const struct scn__hold *h, bool on)
{
	for (size_t i = 0; i < r->cell->world.informer_count; i++)
		if (concerns(h, &r->informers[i]))
			hold_informer(r, h, &r->informers[i], on);
}

void world__hold_started(struct scn__run *r, struct scn__irun *ir)
{
	for (size_t i = 0; i < r->held.len; i++) {
		const struct scn__hold *h = &((const struct scn__held *)r->held.items[i])->hold;

		if ((h->point == SCN_POINT_QUEUE || h->point == SCN_POINT_CACHE) && concerns(h, ir))
			hold_informer(r, h, ir, true);
	}
}

static void hold_server(struct scn__run *r, struct scn__held *held)
{
	static const enum fakeapi__fault_kind kinds[] = {
		[SCN_POINT_REQUEST] = FAKEAPI_FAULT_HANG,
		[SCN_POINT_REPLY] = FAKEAPI_FAULT_HOLD_RESPONSE,
		[SCN_POINT_EVENT] = FAKEAPI_FAULT_HOLD_EVENTS,
	};
	const struct scn__hold *h = &held->hold;
	struct fakeapi__fault rule = { .kind = kinds[h->point],
				       .match = world__match_of(h->type, -1),
				       .times = UINT32_MAX,
				       .skip = h->nth ? h->nth - 1 : 0 };

	world__rule_text(rule.match.ns, sizeof(rule.match.ns), h->key.ns);
	world__rule_text(rule.match.name, sizeof(rule.match.name), h->key.name);
	if (h->match.given) {
		rule.match = world__match_of_line(&h->match);
		rule.skip = h->match.nth ? h->match.nth - 1 : 0;
	}
	if ((h->nth || h->match.nth) && h->point != SCN_POINT_EVENT)
		rule.times = 1;
	held->fault = world__rule_add(r, &rule);
	if (h->point != SCN_POINT_EVENT) /* which may be a precaution */
		world__idle_rule(r, r->step, held->fault, rule.skip);
}

static void apply_hold(struct scn__run *r, struct scn__held *held, bool on)
{
	const struct scn__hold *h = &held->hold;

	switch (h->point) {
	case SCN_POINT_HANDLER:
		if (r->ops->handler_hold(r->driver, h->handler->name, on))
			world__broken(r, RELIST_ENOMEM);
		return;
	case SCN_POINT_WRITE: /* a write calls ctl__write_held() before it is sent */
	case SCN_POINT_ALL:
		return;
	case SCN_POINT_QUEUE:
	case SCN_POINT_CACHE:
		hold_informers(r, h, on);
		return;
	case SCN_POINT_REQUEST:
	case SCN_POINT_REPLY:
	case SCN_POINT_EVENT:
		if (on) {
			hold_server(r, held);
			return;
		}
		world__idle_rule_ends(r, held->fault);
		fakeapi__core_fault_del(r->core, held->fault);
		return;
	}
}

static bool is_same_match(const struct scn__match *a, const struct scn__match *b)
{
	return a->given == b->given && a->verb == b->verb && a->type == b->type &&
	       a->nth == b->nth && a->continued == b->continued &&
	       a->has_initial_events == b->has_initial_events &&
	       a->initial_events == b->initial_events && a->backend == b->backend &&
	       str_eq(a->ns, b->ns) && str_eq(a->name, b->name) &&
	       str_eq(a->subresource, b->subresource) && str_eq(a->agent, b->agent);
}

static bool is_same(const struct scn__hold *a, const struct scn__hold *b)
{
	return a->point == b->point && a->handler == b->handler && a->informer == b->informer &&
	       a->type == b->type && a->nth == b->nth && str_eq(a->key.text, b->key.text) &&
	       is_same_match(&a->match, &b->match);
}

void world__release(struct scn__run *r, const struct scn__hold *h)
{
	size_t kept = 0;

	for (size_t i = 0; i < r->held.len; i++) {
		struct scn__held *held = r->held.items[i];

		if (h->point == SCN_POINT_ALL || is_same(held->as_written, h))
			apply_hold(r, held, false);
		else
			r->held.items[kept++] = held;
	}
	r->held.len = kept;
}

uint32_t world__hold(struct scn__run *r, const struct scn__hold *h)
{
	struct scn__held *held = world__alloc(r, sizeof(*held));

	if (!held)
		return 0;
	held->hold = *h;
	held->as_written = h;
	if (!world__made_match(r, &h->match, &held->hold.match) ||
	    !world__made_key(r, &h->key, &held->hold.key) || !world__push(r, &r->held, held))
		return 0;
	apply_hold(r, held, true);
	return held->fault;
}
