/* SPDX-License-Identifier: Apache-2.0 */
/* check_sections.c - reports sections of expect and never that the steps above cannot meet. */
#include "base/text/number.h"
#include "runner/language/check_impl.h"

/* --- names --- */

void scn__walk_names(struct walk *k, const struct scn__node *node, bool binds)
{
	if (!node)
		return;
	if (node->kind == SCN_SCALAR && node->form == SCN_NAME) {
		if (binds)
			scn__walk_put(k, &k->names, node->arg, 1);
		else if (!map_get(&k->names, node->arg))
			scn__fail(k->b, node->pos,
				  "$%.60s is bound nowhere above, and no variable of let or matrix",
				  node->arg.ptr);
	}
	if (binds && node->kind == SCN_SCALAR && node->form == SCN_REGEX)
		scn__check_pattern(k->b, node);
	for (size_t i = 0; i < node->count; i++)
		scn__walk_names(k, node->kind == SCN_MAP ? node->entries[i].value : &node->items[i],
				binds);
}

/* --- streams --- */

/* Every other form contains a sign or a letter; "" is 0. */
static bool literal_rv(const struct scn__node *node, uint64_t *out)
{
	*out = 0;
	return node && node->text.len <= 18 &&
	       (!node->text.len || number_parse(node->text, UINT64_MAX, out));
}

static void check_rv(struct walk *k, const struct scn__node *node)
{
	uint64_t rv;

	if (k->rv_max && !k->verbatim && literal_rv(node, &rv) && rv > k->rv_max)
		scn__fail(k->b, node->pos,
			  "resource version %llu: here the server is at most at %llu",
			  (unsigned long long)rv, (unsigned long long)k->rv_max);
}

/* `while $u exists` may bind a name only in the item itself. */
static void item_names(struct walk *k, const struct scn__item *item)
{
	scn__walk_names(k, item->uid, true);
	scn__walk_names(k, item->rv, true);
	scn__walk_names(k, item->old_rv, true);
	scn__walk_names(k, item->answer_rv, true);
	scn__walk_names(k, item->continue_, true);
	scn__walk_names(k, item->with, true);
	scn__walk_names(k, item->old, true);
	for (size_t i = 0; i < item->path_count; i++)
		scn__walk_names(k, item->paths[i].value, true);
	for (size_t i = 0; i < item->item_count; i++)
		item_names(k, &item->items[i]);
	check_rv(k, item->rv);
	check_rv(k, item->old_rv);
	check_rv(k, item->answer_rv);
	if (item->while_name.len && !map_get(&k->names, item->while_name))
		scn__fail(
		    k->b, item->pos,
		    "$%.60s is bound nowhere above: bind it with `create: {..., uid: $%.60s}` "
		    "or in an expect",
		    item->while_name.ptr, item->while_name.ptr);
}

/* Kinds of entries that client-go delivers in no fixed order if they arrive together. */
static int unordered(const struct scn__handler *h, const struct scn__item *item)
{
	if (item->kind != SCN_ONE)
		return 0;
	if (item->verb == SCN_V_SYNC)
		return 1;
	if (item->verb == SCN_V_DELETE && item->unknown == SCN_YES)
		return 2;
	if (item->verb == SCN_V_ADD && item->initial == SCN_YES &&
	    (h->added_later || (h->informer && h->informer->watch_list)))
		return 3;
	return 0;
}

static void warn_order(struct walk *k, const struct scn__handler *h, const struct scn__stream *s)
{
	static const char *const why[] = { "", "syncs", "deletes found by a relist",
					   "initial adds" };

	for (size_t i = 1; i < s->count; i++) {
		int kind = unordered(h, &s->items[i]);

		if (kind && kind == unordered(h, &s->items[i - 1]) &&
		    !str_eq(s->items[i].key.text, s->items[i - 1].key.text))
			scn__warn(k->b, s->items[i].pos,
				  "client-go gives no order among %s: wrap them in any-order",
				  why[kind]);
	}
}

static void warn_request_order(struct walk *k, const struct scn__stream *s)
{
	for (size_t i = 1; i < s->count; i++)
		if (s->items[i].kind == SCN_ONE && s->items[i - 1].kind == SCN_ONE &&
		    s->items[i].type != s->items[i - 1].type && s->items[i].type)
			scn__warn(k->b, s->items[i].pos,
				  "no order is given between requests for different types: wrap "
				  "them in any-order");
}

static const struct scn__item *first_one(const struct scn__stream *s)
{
	for (size_t i = 0; i < s->count; i++)
		if (s->items[i].kind != SCN_GAP)
			return &s->items[i];
	return NULL;
}

static void check_handlers(struct walk *k, const struct scn__section *section)
{
	const struct scn__handler *h = section->handlers.handler;
	const struct scn__stream *s = &section->handlers.stream;
	const struct scn__item *one = first_one(s);
	struct listening *l = &k->handlers[h->index];
	const struct actor *a = &k->informers[h->informer->index];

	if (one && !l->added && !l->removed)
		scn__fail(k->b, one->pos, "handler %s is added below: it has no notifications yet",
			  h->name.ptr);
	else if (one && a->life == IDLE)
		scn__fail(k->b, one->pos,
			  "informer %s is not started: handler %s has no notifications yet",
			  h->informer->name.ptr, h->name.ptr);
	else if (one && l->held_line && l->drained)
		scn__fail(k->b, one->pos,
			  "handler %s is held since line %u: it cannot have got this notification",
			  h->name.ptr, l->held_line);
	if (l->held_line)
		l->drained = true;
	warn_order(k, h, s);
}

static void check_requests(struct walk *k, const struct scn__stream *s)
{
	for (size_t i = 0; i < s->count; i++) {
		const struct scn__item *item = &s->items[i];
		bool has_informer = item->kind != SCN_ONE || !item->type;

		for (size_t j = 0; j < k->w->informer_count && !has_informer; j++)
			has_informer =
			    k->w->informers[j].type == item->type && k->informers[j].life != IDLE;
		if (!has_informer && !scn__has_writer(k->b->cell))
			scn__fail(k->b, item->pos, "no informer of %s is started: no requests",
				  item->type->name.ptr);
	}
	warn_request_order(k, s);
}

static void need_started(struct walk *k, struct scn__pos pos, const struct scn__informer *inf,
			 const char *what)
{
	if (inf && k->informers[inf->index].life == IDLE)
		scn__fail(k->b, pos, "informer %s is not started: %s", inf->name.ptr, what);
}

static void check_objects(struct walk *k, const struct scn__section *s)
{
	for (size_t i = 0; i < s->objects.count; i++) {
		const struct scn__object_expect *o = &s->objects.objects[i];

		scn__walk_names(k, o->want, true);
		if (s->kind == SCN_S_CACHE &&
		    !(o->want->kind == SCN_SCALAR && o->want->form == SCN_ABSENT))
			need_started(k, o->key.pos, s->objects.informer, "its cache is empty");
	}
}

static void check_at(struct walk *k, const struct scn__section *s)
{
	char now[32];

	duration_format(k->now_ns, now, sizeof(now));
	if (k->now_ns < s->at.min_ns || k->now_ns > s->at.max_ns)
		scn__fail(k->b, s->pos, "it can never be then: the steps above advance to %s", now);
}

static void check_stream_names(struct walk *k, const struct scn__stream *s)
{
	for (size_t i = 0; i < s->count; i++)
		item_names(k, &s->items[i]);
}

static void check_section(struct walk *k, const struct scn__section *s, bool never)
{
	switch (s->kind) {
	case SCN_S_REQUESTS:
		check_stream_names(k, &s->requests);
		if (!never)
			check_requests(k, &s->requests);
		break;
	case SCN_S_WRITES:
		check_stream_names(k, &s->writes);
		if (!never && first_one(&s->writes) && k->w->controller_count == 0 &&
		    !(k->b->cell->external.sections & 1u << SCN_S_WRITES))
			scn__fail(k->b, s->pos, "there is no controller: there are no writes");
		break;
	case SCN_S_HANDLERS:
		check_stream_names(k, &s->handlers.stream);
		if (!never && s->handlers.handler && s->handlers.handler->informer)
			check_handlers(k, s);
		break;
	case SCN_S_CACHE:
	case SCN_S_STATE:
		if (!never)
			check_objects(k, s);
		break;
	case SCN_S_INDEX:
		for (size_t i = 0; i < s->index.count && !never; i++)
			if (s->index.values[i].key_count)
				need_started(k, s->pos, s->index.informer, "its indexes are empty");
		break;
	case SCN_S_SYNC:
		scn__walk_names(k, s->sync.rv, true);
		check_rv(k, s->sync.rv);
		if (!never && (s->sync.store == SCN_YES || s->sync.handlers == SCN_YES))
			need_started(k, s->pos, s->sync.informer, "it cannot be synced");
		break;
	case SCN_S_AT:
		check_at(k, s);
		break;
	case SCN_S_SNAPSHOT:
		if (!map_get(&k->snapshots, s->snapshot))
			scn__fail(k->b, s->pos, "no step above takes a snapshot `%.60s`",
				  s->snapshot.ptr);
		break;
	case SCN_S_QUEUE:
	case SCN_S_COUNTS:
	case SCN_S_LOG:
		break;
	}
}

void scn__walk_sections(struct walk *k, const struct scn__expect *e, bool never)
{
	for (size_t i = 0; i < e->count; i++)
		check_section(k, &e->sections[i], never);
}
