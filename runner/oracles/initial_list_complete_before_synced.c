/* SPDX-License-Identifier: Apache-2.0 */
/* initial_list_complete_before_synced.c - an informer must not be synced before its whole first
 * list is in the cache, nor a handler before it has received the whole list. */
#include "runner/oracles/oracles.h"

/* Informers and handlers whose sync was already checked. */
struct looked {
	bool *informers, *handlers;
	size_t *since; /* per informer: number of requests before its start */
};

/* The newest list with a complete response, or the watch that began with a list. */
static const struct scn__rec *first_state(const struct scn__run *r, const struct scn__irun *ir)
{
	for (size_t i = r->requests.list.len; i-- > 0;) {
		const struct scn__rec *q = r->requests.list.items[i];

		if (q->type != ir->def->type || (q->from && q->from != ir->def) ||
		    q->status != 200 || q->verb == SCN_V_GET)
			continue;
		if (q->verb == SCN_V_LIST || ir->def->watch_list)
			return q;
	}
	return NULL;
}

/* Objects that existed when the informer listed and still exist must be in the cache. */
static void check_first_list(struct scn__observer *o, struct scn__irun *ir)
{
	struct scn__run *r = o->run;
	const struct scn__rec *q = first_state(r, ir);
	const struct map_entry *e;
	struct map then, now;
	bool known;
	char rv[64] = "";

	if (!q) {
		oracle__broke(o,
			      world__printf(r, "%s is synced without a list", ir->def->name.ptr));
		return;
	}
	if (world__cache_is_partial(ir->def))
		return;
	inf__informer_last_sync_rv(ir->inf, rv, sizeof(rv));
	known =
	    world__model_at(r, ir->def,
			    oracle__rv_number(q->verb == SCN_V_LIST ? q->answer_rv : str_of(rv)),
			    &then);
	known &= world__model_at(r, ir->def, UINT64_MAX, &now);
	for (size_t i = 0; known && (e = map_next(&then, &i)) && !r->failure;)
		if (map_get(&now, (struct str) { e->key, e->key_len }) &&
		    !inf__indexer_has(inf__informer_indexer(ir->inf), e->key))
			oracle__broke(
			    o, world__printf(r,
					     "%s is synced, and %s, which the server had at the "
					     "listed rv=%s, is not in the cache",
					     ir->def->name.ptr, e->key,
					     q->verb == SCN_V_LIST ? q->answer_rv.ptr : rv));
	map_fini(&then);
	map_fini(&now);
}

/* A synced handler must have received all objects that have been in the cache since before. */
static void check_initial_notifications(struct scn__observer *o, struct scn__irun *ir,
					struct scn__hrun *h)
{
	struct scn__run *r = o->run;
	struct inf_object_list objs;

	inf__object_list_init(&objs);
	if (inf__indexer_list(inf__informer_indexer(ir->inf), &objs))
		world__broken(r, RELIST_ENOMEM);
	for (size_t i = 0; i < objs.len && !r->failure; i++) {
		const char *key = inf_object_key(objs.items[i]);

		if (!map_get(&h->notified, str_of(key)))
			oracle__broke(
			    o,
			    world__printf(r, "handler %s is synced and got no notification of %s",
					  h->def->name.ptr, key));
	}
	inf_object_list_fini(&objs);
}

static void informer_at_rest(struct scn__observer *o, struct scn__irun *ir, bool changed)
{
	const struct looked *looked = o->state;
	struct scn__run *r = o->run;

	(void)changed; /* a handler may become synced without a change */
	if (!looked->informers[ir->def->index] && inf__informer_synced(ir->inf)) {
		looked->informers[ir->def->index] = true;
		check_first_list(o, ir);
	}
	for (size_t i = 0; i < r->cell->world.handler_count && !r->failure; i++) {
		struct scn__hrun *h = &r->handlers[i];

		if (h->def->informer != ir->def || !h->added || !h->registration ||
		    looked->handlers[i] || !inf__informer_handler_synced(ir->inf, h->registration))
			continue;
		looked->handlers[i] = true;
		check_initial_notifications(o, ir, h);
	}
}

/* The informer's first list with a response. */
static const struct scn__rec *first_list(const struct scn__observer *o, const struct scn__irun *ir)
{
	const struct looked *looked = o->state;
	const struct scn__list *requests = &o->run->requests.list;

	for (size_t i = looked->since[ir->def->index]; i < requests->len; i++) {
		const struct scn__rec *q = requests->items[i];

		if (q->type == ir->def->type && (!q->from || q->from == ir->def) &&
		    q->status == 200 && q->verb == SCN_V_LIST && q->answer_rv.len)
			return q;
	}
	return NULL;
}

/* An object that has not changed since the first list must be in the cache of a synced informer,
 * and must have been notified. Changed objects may be in flight. */
static void check_unchanged(struct scn__observer *o, struct scn__irun *ir, const char *key)
{
	struct scn__run *r = o->run;

	if (inf__informer_synced(ir->inf) && !inf__indexer_has(inf__informer_indexer(ir->inf), key))
		oracle__broke(o, world__printf(r,
					       "%s says that it is synced, and %s, which was in "
					       "its first list, is not in the cache",
					       ir->def->name.ptr, key));
	for (size_t i = 0; i < r->cell->world.handler_count && !r->failure; i++) {
		struct scn__hrun *h = &r->handlers[i];

		if (h->def->informer == ir->def && h->added && h->registration &&
		    inf__informer_handler_synced(ir->inf, h->registration) &&
		    !map_get(&h->notified, str_of(key)))
			oracle__broke(o,
				      world__printf(r,
						    "handler %s reports that it is synced, and got "
						    "no notification of %s",
						    h->def->name.ptr, key));
	}
}

static void on_look(struct scn__observer *o, struct scn__irun *ir)
{
	const struct scn__rec *q = first_list(o, ir);
	const struct map_entry *e;
	struct map then, now;
	bool known;

	if (!q || ir->def->watch_list || world__cache_is_partial(ir->def))
		return;
	known = world__model_at(o->run, ir->def, oracle__rv_number(q->answer_rv), &then);
	known &= world__model_at(o->run, ir->def, UINT64_MAX, &now);
	for (size_t i = 0; known && (e = map_next(&then, &i)) && !o->run->failure;) {
		const char *rv = map_get(&now, (struct str) { e->key, e->key_len });

		if (rv && strcmp(rv, e->value) == 0)
			check_unchanged(o, ir, e->key);
	}
	map_fini(&then);
	map_fini(&now);
}

static void on_informer_started(struct scn__observer *o, struct scn__irun *ir)
{
	const struct looked *looked = o->state;

	looked->informers[ir->def->index] = false;
	looked->since[ir->def->index] = o->run->requests.list.len;
}

static void on_handler_added(struct scn__observer *o, struct scn__hrun *h)
{
	const struct looked *looked = o->state;

	looked->handlers[h - o->run->handlers] = false;
}

static int init(struct scn__observer *o)
{
	const struct scn__world *w = &o->run->cell->world;
	struct looked *looked = o->state;

	looked->informers = world__alloc(o->run, w->informer_count + 1);
	looked->handlers = world__alloc(o->run, w->handler_count + 1);
	looked->since = world__alloc(o->run, (w->informer_count + 1) * sizeof(*looked->since));
	return looked->informers && looked->handlers && looked->since ? 0 : RELIST_ENOMEM;
}

const struct scn__observer_ops oracle__initial_list_complete_before_synced = {
	.state_size = sizeof(struct looked),
	.init = init,
	.on_informer_started = on_informer_started,
	.on_handler_added = on_handler_added,
	.informer_at_rest = informer_at_rest,
	.on_look = on_look,
};
