/* SPDX-License-Identifier: Apache-2.0 */
/* oracles.c - what must hold without being asked for.
 *
 * Told and asked are judged one by one, in constant time; caches and indexes at rest, and only if
 * something was stored or told since. The first failure counts; its time is the report's. */
#include "base/alloc.h"
#include "runner/world/world.h"

enum {
	BURST = 50,  /* requests in a second */
	RATE_S = 10, /* the window of `rate` */
	MINUTE_S = 60,
	STREAK_S = 180,	    /* of nothing but failures, until the rate must have fallen */
	STREAK_RATE = 12,   /* a minute; what is slower need not fall */
	COMPARED_MAX = 256, /* objects, for the time since when a cache differs */
	RECOVERY_S = 120,
};
static const double RATE = 20;

static bool is_on(const struct scn__run *r, enum scn__oracle o)
{
	return !r->cell->always[o].off && !r->failure && !r->external;
}

static void broke(struct scn__run *r, enum scn__oracle o, struct str what)
{
	if (r->failure)
		return;
	r->failed_oracle = o;
	scn__note(r, "oracle", str_of(scn__oracle_word(o)));
	scn__fail_at(r, SCN_AT_ORACLE, (struct scn__pos) { 0, 0 }, "oracle %s: " STR_FMT,
		     scn__oracle_word(o), STR_ARG(what));
}

static uint64_t number(struct str rv)
{
	return rv.len ? strtoull(rv.ptr, NULL, 10) : 0;
}

/* --- what handlers are told --- */

static struct scn__told *told_of(struct scn__run *r, struct scn__hrun *h, struct str key)
{
	struct scn__told *t = map_get(&h->told, key);

	if (t)
		return t;
	t = scnr__alloc(r, sizeof(*t));
	if (!t)
		return NULL;
	t->key = key;
	if (map_put(&h->told, key, t, NULL)) {
		scn__broken(r, RELIST_ENOMEM);
		return NULL;
	}
	return t;
}

static void out_of_order(struct scn__run *r, const struct scn__hrun *h, const struct scn__rec *n,
			 struct str but)
{
	broke(r, SCN_O_PER_HANDLER_ORDER,
	      scn__printf(r, "%s was told `" STR_FMT "`, but " STR_FMT, h->def->name.ptr,
			  STR_ARG(scn__line_of(r, n)), STR_ARG(but)));
}

static void check_order(struct scn__run *r, const struct scn__hrun *h, const struct scn__rec *n,
			const struct scn__told *t)
{
	bool renamed = h->def->informer->transform == SCN_TRANSFORM_RENAME;

	if (n->verb == SCN_V_DELETE && t->deleted && !t->present) {
		if (is_on(r, SCN_O_DELETE_FOR_EVERY_VANISHED_KEY))
			broke(r, SCN_O_DELETE_FOR_EVERY_VANISHED_KEY,
			      scn__printf(r, "%s was told `" STR_FMT "` for the second time",
					  h->def->name.ptr, STR_ARG(scn__line_of(r, n))));
		return;
	}
	if (!is_on(r, SCN_O_PER_HANDLER_ORDER))
		return;
	if (n->verb == SCN_V_ADD && t->present)
		out_of_order(r, h, n, STR("it has the object already"));
	else if (n->verb != SCN_V_ADD && !t->present)
		out_of_order(r, h, n, STR("it does not have the object"));
	else if (n->old && !renamed && !str_eq(n->old_rv, t->last_rv))
		out_of_order(r, h, n,
			     scn__printf(r, "what it was told last is rv=" STR_FMT,
					 STR_ARG(t->last_rv)));
}

static bool is_status(const struct scn__rec *n)
{
	struct inf_str kind = { "", 0 };

	if (n->obj)
		kind = inf_object_kind(n->obj);
	return kind.len == 6 && memcmp(kind.ptr, "Status", 6) == 0;
}

void scn__oracle_told(struct scn__run *r, struct scn__hrun *h, const struct scn__rec *n)
{
	struct scn__told *t = told_of(r, h, n->key);

	if (!t)
		return;
	if (is_on(r, SCN_O_NO_STATUS_OBJECT_DELIVERED) && is_status(n))
		broke(r, SCN_O_NO_STATUS_OBJECT_DELIVERED,
		      scn__printf(r, "%s was given a Status: `" STR_FMT "`", h->def->name.ptr,
				  STR_ARG(scn__line_of(r, n))));
	if (is_on(r, SCN_O_NO_TIME_TRAVEL) && n->rv.len && number(n->rv) < number(t->newest_rv))
		broke(r, SCN_O_NO_TIME_TRAVEL,
		      scn__printf(r, "%s was told `" STR_FMT "` after it had seen rv=" STR_FMT,
				  h->def->name.ptr, STR_ARG(scn__line_of(r, n)),
				  STR_ARG(t->newest_rv)));
	check_order(r, h, n, t);
	t->present = n->verb != SCN_V_DELETE;
	t->deleted |= n->verb == SCN_V_DELETE;
	t->last_rv = n->rv;
	if (n->rv.len && number(n->rv) > number(t->newest_rv))
		t->newest_rv = n->rv;
}

/* --- requests --- */

static int64_t ago(const struct scn__list *asked, size_t i, int64_t now_ns)
{
	return now_ns - ((const struct scn__rec *)asked->items[i])->at_ns;
}

/* How many of `asked` are younger than that; *from moves along. */
static size_t within(const struct scn__list *asked, size_t *from, int64_t now_ns, int64_t window_s)
{
	while (*from < asked->len && ago(asked, *from, now_ns) >= window_s * NS_PER_S)
		(*from)++;
	return asked->len - *from;
}

/* Not what was told when to ask again, and not a connection that ends without an answer:
 * client-go's HTTP layer asks again each second then, for as long as it takes. */
static bool came_to_nothing(const struct scn__rec *q)
{
	bool short_watch = q->verb == SCN_V_WATCH && q->status == 200 && q->ended &&
			   !q->answer_rv.len && q->ended_ns - q->at_ns < NS_PER_S;

	return !q->retry_after && (q->refused || q->gone || q->status >= 400 || short_watch);
}

/* Under a fault that stays, requests must become fewer. */
static void check_growth(struct scn__run *r, const struct scn__rec *q)
{
	struct scn__pace *p = &r->paces[2 * q->type->index + (q->verb == SCN_V_WATCH)];
	int64_t streak_ns;
	size_t last;

	if (!scn__push(r, &p->asked, (void *)(uintptr_t)q))
		return;
	if (p->asked.len < 2 || !came_to_nothing(p->asked.items[p->asked.len - 2])) {
		p->streak = p->asked.len - 1;
		p->first = 0;
	}
	last = within(&p->asked, &p->last, q->at_ns, MINUTE_S);
	streak_ns = ago(&p->asked, p->streak, q->at_ns);
	p->first += streak_ns < MINUTE_S * NS_PER_S;
	if (streak_ns < STREAK_S * NS_PER_S || last <= STREAK_RATE || 2 * last <= p->first)
		return;
	broke(r, SCN_O_NO_REQUEST_STORM,
	      scn__printf(r,
			  "%s " STR_FMT " has come to nothing for %llds and is not asked less: "
			  "%zu times in the first minute, %zu in the last",
			  scn__verb_word(q->verb), STR_ARG(q->type->name),
			  (long long)(streak_ns / NS_PER_S), p->first, last));
}

/* Counts `list`, whose newest entry is q. */
static void check_rate(struct scn__run *r, const struct scn__rec *q, const struct scn__list *list,
		       size_t *since_second, size_t *since_window, const char *what)
{
	const struct scn__always *a = &r->cell->always[SCN_O_NO_REQUEST_STORM];
	double rate = a->rate_max > 0 ? a->rate_max : RATE;
	uint32_t burst = a->burst ? a->burst : BURST;
	size_t second = within(list, since_second, q->at_ns, 1);
	size_t window = within(list, since_window, q->at_ns, RATE_S);

	if (second > burst || (double)window > rate * RATE_S)
		broke(r, SCN_O_NO_REQUEST_STORM,
		      scn__printf(r, "%zu %s in a second, %zu in ten; the last is `" STR_FMT "`",
				  second, what, window, STR_ARG(scn__request_line(r, q))));
}

void scn__oracle_request(struct scn__run *r, const struct scn__rec *q)
{
	if (!is_on(r, SCN_O_NO_REQUEST_STORM))
		return;
	check_rate(r, q, &r->requests, &r->since_second, &r->since_window, "requests");
	if (q->verb == SCN_V_LIST || q->verb == SCN_V_WATCH)
		check_growth(r, q);
}

/* A hundred children may be made at once, but what fails is not to be tried at that pace. */
void scn__oracle_write(struct scn__run *r, const struct scn__rec *w)
{
	if (!is_on(r, SCN_O_NO_REQUEST_STORM) || !came_to_nothing(w) ||
	    !scn__push(r, &r->failed_writes, (void *)(uintptr_t)w))
		return;
	check_rate(r, w, &r->failed_writes, &r->failed_second, &r->failed_window, "failed writes");
}

/* --- queues --- */

void scn__oracle_key_taken(struct scn__run *r, const struct scn__crun *c, const char *key)
{
	unsigned have = 0;

	for (uint32_t i = 0; i < SCN_WORKERS_MAX; i++)
		have += c->workers[i].key && strcmp(c->workers[i].key, key) == 0;
	if (have > 1 && is_on(r, SCN_O_QUEUE_NO_CONCURRENT_KEY))
		broke(r, SCN_O_QUEUE_NO_CONCURRENT_KEY,
		      scn__printf(r, "%u workers of %s have %s at a time", have, c->def->name.ptr,
				  key));
}

/* --- what the server has, or had --- */

/* Collected first: the server's lock is held while it is asked. */
struct model {
	struct scn__run *run;
	const struct scn__informer *def;
	struct map keys; /* -> the rv, as text */
};

static int collect(void *user, struct str ns, struct str name, uint64_t rv)
{
	struct model *m = user;
	struct str key;
	char *text;

	if (m->def->namespace_.len && !str_eq(m->def->namespace_, ns))
		return 0;
	key = scn__printf(m->run, STR_FMT "%s" STR_FMT, STR_ARG(ns), ns.len ? "/" : "",
			  STR_ARG(name));
	text = (char *)(uintptr_t)scn__printf(m->run, "%llu", (unsigned long long)rv).ptr;
	return text && key.ptr ? map_put(&m->keys, key, text, NULL) : RELIST_ENOMEM;
}

/* False: that state is forgotten, or no memory. */
static bool model_at(struct scn__run *r, const struct scn__informer *def, uint64_t rv,
		     struct model *out)
{
	struct fakeapi__model_type t = scn__model_type(def->type);

	*out = (struct model) { .run = r, .def = def };
	map_init(&out->keys, MAP_BORROW_KEYS);
	return fakeapi__model_each_at(r->core, &t, rv, collect, out) == 0;
}

/* Objects of the server that an informer is not told of, or told under another name. */
static bool is_partial(const struct scn__informer *def)
{
	return def->label_selector.len || def->field_selector.len ||
	       (def->transform != SCN_TRANSFORM_NONE &&
		def->transform != SCN_TRANSFORM_STRIP_MANAGED_FIELDS);
}

/* --- the first list --- */

/* The newest list that was answered whole, or the watch that began with one. */
static const struct scn__rec *first_state(const struct scn__run *r, const struct scn__irun *ir)
{
	for (size_t i = r->requests.len; i-- > 0;) {
		const struct scn__rec *q = r->requests.items[i];

		if (q->type != ir->def->type || (q->from && q->from != ir->def) ||
		    q->status != 200 || q->verb == SCN_V_GET)
			continue;
		if (q->verb == SCN_V_LIST || ir->def->watch_list)
			return q;
	}
	return NULL;
}

/* What was there when it listed and still is must be in the cache. */
static void check_first_list(struct scn__run *r, struct scn__irun *ir)
{
	const struct scn__rec *q = first_state(r, ir);
	const struct map_entry *e;
	struct model then = { 0 }, now = { 0 };
	char rv[64] = "";

	ir->guard.first_list = true;
	if (!q) {
		broke(r, SCN_O_INITIAL_LIST_COMPLETE_BEFORE_SYNCED,
		      scn__printf(r, "%s is synced without a list", ir->def->name.ptr));
		return;
	}
	inf__informer_last_sync_rv(ir->inf, rv, sizeof(rv));
	if (!model_at(r, ir->def, q->verb == SCN_V_LIST ? number(q->answer_rv) : number(str_of(rv)),
		      &then) ||
	    !model_at(r, ir->def, UINT64_MAX, &now) || is_partial(ir->def)) {
		map_fini(&then.keys);
		map_fini(&now.keys);
		return;
	}
	for (size_t i = 0; (e = map_next(&then.keys, &i)) && !r->failure;)
		if (map_get(&now.keys, (struct str) { e->key, e->key_len }) &&
		    !inf__indexer_has(inf__informer_indexer(ir->inf), e->key))
			broke(r, SCN_O_INITIAL_LIST_COMPLETE_BEFORE_SYNCED,
			      scn__printf(r,
					  "%s is synced, and %s, which the server had at the "
					  "listed rv=%s, is not in the cache",
					  ir->def->name.ptr, e->key,
					  q->verb == SCN_V_LIST ? q->answer_rv.ptr : rv));
	map_fini(&then.keys);
	map_fini(&now.keys);
}

/* A handler that is synced was told all that the cache has had since before. */
static void check_first_told(struct scn__run *r, struct scn__irun *ir, struct scn__hrun *h)
{
	struct inf_object_list objs;

	h->first_told = true;
	inf__object_list_init(&objs);
	if (inf__indexer_list(inf__informer_indexer(ir->inf), &objs))
		scn__broken(r, RELIST_ENOMEM);
	for (size_t i = 0; i < objs.len && !r->failure; i++) {
		const char *key = inf_object_key(objs.items[i]);

		if (!map_get(&h->told, str_of(key)))
			broke(r, SCN_O_INITIAL_LIST_COMPLETE_BEFORE_SYNCED,
			      scn__printf(r, "handler %s is synced and was not told of %s",
					  h->def->name.ptr, key));
	}
	inf_object_list_fini(&objs);
}

static void check_synced(struct scn__run *r, struct scn__irun *ir)
{
	if (!is_on(r, SCN_O_INITIAL_LIST_COMPLETE_BEFORE_SYNCED))
		return;
	if (!ir->guard.first_list && inf__informer_synced(ir->inf))
		check_first_list(r, ir);
	for (size_t i = 0; i < r->cell->world.handler_count && !r->failure; i++) {
		struct scn__hrun *h = &r->handlers[i];

		if (h->def->informer == ir->def && h->added && h->registration && !h->first_told &&
		    inf__informer_handler_synced(ir->inf, h->registration))
			check_first_told(r, ir, h);
	}
}

/* --- at rest --- */

static void check_vanished(struct scn__run *r, struct scn__irun *ir, struct scn__hrun *h)
{
	const struct map_entry *e;

	if (!h->registration || scn__backlog(r, h) ||
	    !is_on(r, SCN_O_DELETE_FOR_EVERY_VANISHED_KEY))
		return;
	for (size_t i = 0; (e = map_next(&h->told, &i)) && !r->failure;) {
		const struct scn__told *t = e->value;
		bool has = inf__indexer_has(inf__informer_indexer(ir->inf), t->key.ptr);

		if (t->present == has)
			continue;
		broke(r, SCN_O_DELETE_FOR_EVERY_VANISHED_KEY,
		      scn__printf(r,
				  has ? "%s was told that " STR_FMT
					" is deleted, and the cache still has it"
				      : "%s was told of " STR_FMT
					", the cache has lost it, and no delete came",
				  h->def->name.ptr, STR_ARG(t->key)));
	}
}

static void check_indexes(struct scn__run *r, struct scn__irun *ir)
{
	AUTO_STRBUF why = STRBUF_INIT;

	if (!is_on(r, SCN_O_INDEX_CONSISTENT))
		return;
	switch (inf__indexer_check(inf__informer_indexer(ir->inf), &why)) {
	case 0:
		return;
	case RELIST_ENOMEM:
		scn__broken(r, RELIST_ENOMEM);
		return;
	default:
		broke(r, SCN_O_INDEX_CONSISTENT,
		      scn__printf(r, "%s: " STR_FMT, ir->def->name.ptr, STR_ARG(strbuf_str(&why))));
	}
}

static struct str one_too_many(struct scn__run *r, struct scn__irun *ir, const struct model *m)
{
	struct inf_object_list objs;
	struct str wrong = STR("");

	inf__object_list_init(&objs);
	if (inf__indexer_list(inf__informer_indexer(ir->inf), &objs))
		scn__broken(r, RELIST_ENOMEM);
	for (size_t i = 0; i < objs.len && !wrong.len; i++) {
		const char *key = inf_object_key(objs.items[i]);

		if (!map_get(&m->keys, str_of(key)))
			wrong = scn__printf(r, "%s has %s rv=%s, the server does not have it",
					    ir->def->name.ptr, key,
					    inf_object_resource_version(objs.items[i]));
	}
	inf_object_list_fini(&objs);
	return wrong;
}

struct str scn__cache_differs(struct scn__run *r, struct scn__irun *ir)
{
	struct inf__indexer *ix = inf__informer_indexer(ir->inf);
	const struct map_entry *e;
	struct model m;
	struct str wrong = STR("");

	if (!model_at(r, ir->def, UINT64_MAX, &m))
		scn__broken(r, RELIST_ENOMEM);
	for (size_t i = 0; (e = map_next(&m.keys, &i)) && !wrong.len;) {
		struct inf_object *obj = inf__indexer_get(ix, e->key);

		if (!obj)
			wrong = scn__printf(r, "%s does not have %s, the server has it with rv=%s",
					    ir->def->name.ptr, e->key, (const char *)e->value);
		else if (strcmp(inf_object_resource_version(obj), e->value) != 0)
			wrong =
			    scn__printf(r, "%s has %s rv=%s, the server has it with rv=%s",
					ir->def->name.ptr, e->key, inf_object_resource_version(obj),
					(const char *)e->value);
		inf_object_unref(obj);
	}
	if (!wrong.len && inf__indexer_len(ix) != map_len(&m.keys))
		wrong = one_too_many(r, ir, &m);
	map_fini(&m.keys);
	return wrong;
}

/* Since when it does; looked at only to be told at the end. */
static void follow_difference(struct scn__run *r, struct scn__irun *ir)
{
	if (is_partial(ir->def) || inf__indexer_len(inf__informer_indexer(ir->inf)) > COMPARED_MAX)
		return;
	if (!scn__cache_differs(r, ir).len)
		ir->guard.differs_ns = -1;
	else if (ir->guard.differs_ns < 0)
		ir->guard.differs_ns = scn__now(r);
}

void scn__oracles_settled(struct scn__run *r)
{
	const uint64_t rv = fakeapi__core_rv(r->core);

	for (size_t i = 0; i < r->cell->world.informer_count && !r->failure; i++) {
		struct scn__irun *ir = &r->informers[i];
		struct inf__informer_metrics m;

		if (!ir->started || ir->stopped || !ir->inf)
			continue;
		check_synced(r, ir);
		inf__informer_metrics(ir->inf, &m);
		if (m.notes == ir->guard.notes && m.told == ir->guard.told && rv == ir->guard.rv)
			continue;
		ir->guard.notes = m.notes;
		ir->guard.told = m.told;
		ir->guard.rv = rv;
		for (size_t k = 0; k < r->cell->world.handler_count && !r->failure; k++)
			if (r->handlers[k].def->informer == ir->def && r->handlers[k].added)
				check_vanished(r, ir, &r->handlers[k]);
		check_indexes(r, ir);
		follow_difference(r, ir);
	}
}

static void check_cache(struct scn__run *r, struct scn__irun *ir)
{
	struct str wrong;
	char since[32] = "";

	if (scn__cache_differs(r, ir).len)
		scn__advance(r, scn__now(r) + RECOVERY_S * NS_PER_S);
	wrong = scn__cache_differs(r, ir);
	if (!wrong.len)
		return;
	duration_format(ir->guard.differs_ns, since, sizeof(since));
	broke(r, SCN_O_CACHE_EQUALS_MODEL_AT_END,
	      scn__printf(r, STR_FMT "%s%s", STR_ARG(wrong),
			  ir->guard.differs_ns < 0 ? "" : "; it differs since ",
			  ir->guard.differs_ns < 0 ? "" : since));
}

void scn__oracles_end(struct scn__run *r)
{
	scn__oracles_settled(r);
	if (!is_on(r, SCN_O_CACHE_EQUALS_MODEL_AT_END) || r->held.len || r->refused.len)
		return;
	for (size_t i = 0; i < r->cell->world.informer_count && !r->failure; i++) {
		struct scn__irun *ir = &r->informers[i];

		if (ir->started && !ir->stopped && ir->inf && inf__informer_synced(ir->inf) &&
		    !is_partial(ir->def) && !fakeapi__core_is_behind(r->core, ir->backend))
			check_cache(r, ir);
	}
}

/* --- life --- */

void scn__oracles_informer_started(struct scn__irun *ir)
{
	ir->guard = (struct scn__guard) { .notes = UINT64_MAX, .differs_ns = -1 };
}

void scn__oracles_handler_added(struct scn__hrun *h)
{
	map_clear(&h->told);
	h->first_told = false;
}

void scn__oracles_init(struct scn__run *r)
{
	const struct scn__world *w = &r->cell->world;

	r->paces = scnr__alloc(r, (2 * w->type_count + 1) * sizeof(*r->paces));
	for (size_t i = 0; i < w->handler_count && !r->failure; i++)
		map_init(&r->handlers[i].told, MAP_BORROW_KEYS);
}

void scn__oracles_fini(struct scn__run *r)
{
	const struct scn__world *w = &r->cell->world;

	for (size_t i = 0; r->paces && i < 2 * w->type_count; i++)
		base__free(r->paces[i].asked.items);
	for (size_t i = 0; r->handlers && i < w->handler_count; i++)
		map_fini(&r->handlers[i].told);
}
