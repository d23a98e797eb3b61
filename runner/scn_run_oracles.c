/* SPDX-License-Identifier: Apache-2.0 */
/* scn_run_oracles.c - what must hold without being asked for. */
#include "base/alloc.h"
#include "runner/scn_run_impl.h"

enum { BURST = 50, RATE_WINDOW_S = 10 };
static const double RATE = 20;

static bool is_on(const struct scn__run *r, enum scn__oracle o)
{
	return !r->cell->always[o].off && !r->failure;
}

static void broke(struct scn__run *r, enum scn__oracle o, struct str what)
{
	if (r->failure)
		return;
	r->failed_oracle = o;
	scn__fail_at(r, SCN_AT_ORACLE, (struct scn__pos) { 0, 0 }, "oracle %s: " STR_FMT,
		     scn__oracle_word(o), STR_ARG(what));
}

/* --- what handlers are told --- */

static struct scn__told *told_of(struct scn__run *r, struct scn__hrun *h, struct str key)
{
	struct scn__told *t;

	for (size_t i = 0; i < h->told.len; i++) {
		t = h->told.items[i];
		if (str_eq(t->key, key))
			return t;
	}
	t = scnr__alloc(r, sizeof(*t));
	if (!t || !scn__push(r, &h->told, t))
		return NULL;
	t->key = key;
	return t;
}

static uint64_t number(struct str rv)
{
	return rv.len ? strtoull(rv.ptr, NULL, 10) : 0;
}

static void check_order(struct scn__run *r, struct scn__hrun *h, const struct scn__rec *n,
			const struct scn__told *t)
{
	bool add = n->verb == SCN_V_ADD;

	if (!is_on(r, SCN_O_PER_HANDLER_ORDER) || t->present != add)
		return;
	broke(r, SCN_O_PER_HANDLER_ORDER,
	      scn__printf(r, "%s was told `" STR_FMT "`, but %s", h->def->name.ptr,
			  STR_ARG(n->line),
			  add ? "it has the object already" : "it does not have the object"));
}

void scn__oracle_told(struct scn__run *r, struct scn__hrun *h, const struct scn__rec *n)
{
	struct str key = n->ns.len
			     ? scn__printf(r, STR_FMT "/" STR_FMT, STR_ARG(n->ns), STR_ARG(n->name))
			     : n->name;
	struct scn__told *t = told_of(r, h, key);
	struct inf_str kind = { "", 0 };

	if (!t)
		return;
	check_order(r, h, n, t);
	if (is_on(r, SCN_O_NO_TIME_TRAVEL) && n->verb != SCN_V_DELETE && n->rv.len && t->rv.len &&
	    number(n->rv) < number(t->rv))
		broke(r, SCN_O_NO_TIME_TRAVEL,
		      scn__printf(r, "%s was told `" STR_FMT "` after it had seen rv=" STR_FMT,
				  h->def->name.ptr, STR_ARG(n->line), STR_ARG(t->rv)));
	if (n->obj)
		kind = inf_object_kind(n->obj);
	if (is_on(r, SCN_O_NO_STATUS_OBJECT_DELIVERED) && kind.len == 6 &&
	    memcmp(kind.ptr, "Status", 6) == 0)
		broke(r, SCN_O_NO_STATUS_OBJECT_DELIVERED,
		      scn__printf(r, "%s was given a Status", h->def->name.ptr));
	t->present = n->verb != SCN_V_DELETE;
	if (n->rv.len && number(n->rv) > number(t->rv))
		t->rv = n->rv;
}

/* --- requests --- */

void scn__oracle_request(struct scn__run *r, const struct scn__rec *q)
{
	const struct scn__always *a = &r->cell->always[SCN_O_NO_REQUEST_STORM];
	double rate = a->rate_max > 0 ? a->rate_max : RATE;
	uint32_t burst = a->burst ? a->burst : BURST;
	uint32_t second = 0, window = 0;

	if (!is_on(r, SCN_O_NO_REQUEST_STORM))
		return;
	for (size_t i = r->requests.len; i-- > 0;) {
		const struct scn__rec *o = r->requests.items[i];
		int64_t ago = q->at_ns - o->at_ns;

		if (ago > RATE_WINDOW_S * (int64_t)1000000000)
			break;
		window++;
		second += ago < 1000000000;
	}
	if (second > burst || window > rate * RATE_WINDOW_S)
		broke(r, SCN_O_NO_REQUEST_STORM,
		      scn__printf(r, "%u requests in a second, %u in ten", second, window));
}

/* --- at rest --- */

static void check_vanished(struct scn__run *r, struct scn__irun *ir, struct scn__hrun *h)
{
	if (!h->registration || scn__backlog(r, h))
		return;
	for (size_t i = 0; i < h->told.len; i++) {
		const struct scn__told *t = h->told.items[i];

		if (t->present && is_on(r, SCN_O_DELETE_FOR_EVERY_VANISHED_KEY) &&
		    !inf__indexer_has(inf__informer_indexer(ir->inf), t->key.ptr))
			broke(r, SCN_O_DELETE_FOR_EVERY_VANISHED_KEY,
			      scn__printf(r,
					  "%s was told of " STR_FMT
					  ", the cache has lost it, and no delete came",
					  h->def->name.ptr, STR_ARG(t->key)));
	}
}

static bool has_listed(const struct scn__run *r, const struct scn__irun *ir)
{
	for (size_t i = 0; i < r->requests.len; i++) {
		const struct scn__rec *q = r->requests.items[i];

		if (q->type == ir->def->type && q->status == 200)
			return true;
	}
	return false;
}

void scn__oracles_settled(struct scn__run *r)
{
	if (r->failure)
		return;
	for (size_t i = 0; i < r->cell->world.informer_count; i++) {
		struct scn__irun *ir = &r->informers[i];

		if (!ir->started || ir->stopped)
			continue;
		if (is_on(r, SCN_O_INITIAL_LIST_COMPLETE_BEFORE_SYNCED) &&
		    inf__informer_synced(ir->inf) && !has_listed(r, ir))
			broke(r, SCN_O_INITIAL_LIST_COMPLETE_BEFORE_SYNCED,
			      scn__printf(r, "%s is synced without a list", ir->def->name.ptr));
		for (size_t k = 0; k < r->cell->world.handler_count; k++)
			if (r->handlers[k].def->informer == ir->def && r->handlers[k].added)
				check_vanished(r, ir, &r->handlers[k]);
		if (is_on(r, SCN_O_INDEX_CONSISTENT) &&
		    !inf__indexer_valid(inf__informer_indexer(ir->inf)))
			broke(r, SCN_O_INDEX_CONSISTENT,
			      scn__printf(r, "%s: an index is not what a rebuild gives",
					  ir->def->name.ptr));
	}
}

/* What the server has; compared later, because the server's lock is held while it is asked. */
struct model {
	struct scn__run *run;
	const struct scn__informer *def;
	struct scn__list keys; /* struct str: key, then rv */
};

static int collect(void *user, const struct fakeapi__write *w)
{
	struct model *m = user;
	struct str *entry;

	if (!str_eq(w->group, m->def->type->group) ||
	    !str_eq(w->resource, m->def->type->resource) ||
	    (m->def->namespace_.len && !str_eq(m->def->namespace_, w->ns)))
		return 0;
	entry = scnr__alloc(m->run, 2 * sizeof(*entry));
	if (!entry)
		return RELIST_ENOMEM;
	entry[0] = scn__printf(m->run, STR_FMT "%s" STR_FMT, STR_ARG(w->ns), w->ns.len ? "/" : "",
			       STR_ARG(w->name));
	entry[1] = scn__printf(m->run, "%llu", (unsigned long long)w->rv);
	return scn__push(m->run, &m->keys, entry) ? 0 : RELIST_ENOMEM;
}

static struct str compare(struct scn__run *r, struct scn__irun *ir, const struct model *m)
{
	for (size_t i = 0; i < m->keys.len; i++) {
		const struct str *e = m->keys.items[i];
		struct inf_object *obj = inf__indexer_get(inf__informer_indexer(ir->inf), e[0].ptr);
		struct str rv = scnr__copy(r, str_of(obj ? inf_object_resource_version(obj) : "-"));

		inf_object_unref(obj);
		if (!str_eq(rv, e[1]))
			return scn__printf(r,
					   "%s has " STR_FMT " rv=" STR_FMT
					   ", the server has it with rv=" STR_FMT,
					   ir->def->name.ptr, STR_ARG(e[0]), STR_ARG(rv),
					   STR_ARG(e[1]));
	}
	if (inf__indexer_len(inf__informer_indexer(ir->inf)) != m->keys.len)
		return scn__printf(r, "%s has %zu objects, the server %zu", ir->def->name.ptr,
				   inf__indexer_len(inf__informer_indexer(ir->inf)), m->keys.len);
	return STR("");
}

static struct str differs(struct scn__run *r, struct scn__irun *ir)
{
	struct model m = { .run = r, .def = ir->def };
	struct str wrong;

	(void)fakeapi__core_each(r->core, collect, &m);
	wrong = compare(r, ir, &m);
	base__free(m.keys.items);
	return wrong;
}

static bool is_partial(const struct scn__irun *ir)
{
	return ir->def->label_selector.len || ir->def->field_selector.len ||
	       ir->def->transform != SCN_TRANSFORM_NONE;
}

void scn__oracles_end(struct scn__run *r)
{
	const int64_t recovery_ns = 120 * (int64_t)1000000000;

	scn__oracles_settled(r);
	if (!is_on(r, SCN_O_CACHE_EQUALS_MODEL_AT_END) || r->held.len || r->refused.len)
		return;
	for (size_t i = 0; i < r->cell->world.informer_count && !r->failure; i++) {
		struct scn__irun *ir = &r->informers[i];

		if (!ir->started || ir->stopped || !inf__informer_synced(ir->inf) || is_partial(ir))
			continue;
		if (differs(r, ir).len)
			scn__advance(r, scn__now(r) + recovery_ns);
		if (differs(r, ir).len)
			broke(r, SCN_O_CACHE_EQUALS_MODEL_AT_END, differs(r, ir));
	}
}
