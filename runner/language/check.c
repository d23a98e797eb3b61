/* SPDX-License-Identifier: Apache-2.0 */
/* check.c - simulates the steps with the facts that are certain and reports impossible ones: a wait
 * for an event that no step sends, a thaw of a backend that is not frozen, an unbound name. The
 * effects of controllers, of the garbage collector and of verbatim bytes are not certain. */
#include "base/alloc.h"
#include "base/map.h"
#include "runner/language/manifests.h"

enum life { IDLE, RUNNING, STOPPED, CRASHED };

struct actor {
	enum life life;
	uint32_t line; /* line of the step that set this state */
};

struct listening {
	bool added, removed;
	uint32_t held_line; /* 0: not held */
	bool drained;	    /* all notifications since the hold were checked */
};

struct walk {
	struct scn__build *b;
	const struct scn__world *w;
	struct actor *informers, *controllers;
	struct listening *handlers;
	uint32_t *frozen; /* by backend: line of the freeze */
	struct map names, snapshots, objects;
	uint32_t holds, refusals;
	int64_t now_ns;
	uint64_t rv_max; /* the server's highest possible version; 0: unknown */
	bool verbatim;	 /* after reply or send: anything may be on the wire */
	bool guessing;	 /* after rewind or gc the state of objects is uncertain */
};

enum { GONE = 1, THERE = 2, PERHAPS = 3 };

static void put(struct walk *k, struct map *map, struct str key, uintptr_t value)
{
	if (map_put(map, key, (void *)value, NULL))
		k->b->errors->failed = true;
}

/* --- running clients --- */

static const char *life_word(enum life life)
{
	static const char *const words[] = { "not started", "running", "stopped", "crashed" };

	return words[life];
}

static void set_life(struct walk *k, const struct scn__step *step, struct actor *a,
		     const char *what, const char *name, bool named)
{
	bool bad = false;

	if (step->kind == SCN_START) {
		bad = a->life != IDLE;
		if (a->life == STOPPED || a->life == CRASHED)
			scn__fail(k->b, step->pos, "%s %s is %s since line %u: use restart", what,
				  name, life_word(a->life), a->line);
		else if (bad && named)
			scn__fail(k->b, step->pos, "%s %s is running since line %u", what, name,
				  a->line);
		a->life = bad ? a->life : RUNNING;
	} else if (step->kind == SCN_RESTART) {
		if (a->life != STOPPED && a->life != CRASHED && named)
			scn__fail(k->b, step->pos,
				  "%s %s is %s: restart is for what crashed or "
				  "was stopped",
				  what, name, life_word(a->life));
		bad = a->life == IDLE || a->life == RUNNING;
		a->life = bad ? a->life : RUNNING;
	} else {
		if (a->life != RUNNING && named)
			scn__fail(k->b, step->pos, "%s %s is %s, there is nothing to %s", what,
				  name, life_word(a->life), scn__step_word(step->kind));
		bad = a->life != RUNNING;
		if (!bad)
			a->life = step->kind == SCN_STOP ? STOPPED : CRASHED;
	}
	if (!bad)
		a->line = step->pos.line;
}

static bool feeds(const struct scn__informer *inf, const struct scn__controller *c)
{
	for (size_t i = 0; i < inf->handler_count; i++)
		if (inf->handlers[i]->controller == c)
			return true;
	return false;
}

static bool has_informer(const struct scn__step *s, const struct scn__informer *inf)
{
	for (size_t i = 0; i < s->run.informer_count; i++)
		if (s->run.informers[i] == inf)
			return true;
	return false;
}

static bool has_controller(const struct scn__step *s, const struct scn__controller *c)
{
	for (size_t i = 0; i < s->run.controller_count; i++)
		if (s->run.controllers[i] == c)
			return true;
	return false;
}

/* The informer's process may end without a step that ends it. */
static bool may_panic(const struct scn__informer *inf)
{
	for (size_t i = 0; i < inf->index_count; i++)
		if (inf->indexes[i].fails_on.len)
			return true;
	return false;
}

/* A controller ends with the informers that feed it; starting an informer starts its
 * controllers. */
static void check_actors(struct walk *k, const struct scn__step *s)
{
	bool all = s->run.informer_count + s->run.controller_count == 0;

	for (size_t i = 0; i < k->w->informer_count; i++) {
		const struct scn__informer *inf = &k->w->informers[i];
		bool named = has_informer(s, inf), along = all;

		for (size_t j = 0; j < s->run.controller_count && !along; j++)
			along = feeds(inf, s->run.controllers[j]);
		if (named || along)
			set_life(k, s, &k->informers[i], "informer", inf->name.ptr,
				 named && !(s->kind == SCN_RESTART && may_panic(inf)));
	}
	for (size_t i = 0; i < k->w->controller_count; i++) {
		const struct scn__controller *c = &k->w->controllers[i];
		bool named = has_controller(s, c), along = all;

		for (size_t j = 0; j < s->run.informer_count && !along; j++)
			along = s->kind == SCN_START && feeds(s->run.informers[j], c);
		if (named || along)
			set_life(k, s, &k->controllers[i], "controller", c->name.ptr, named);
	}
}

/* --- objects --- */

static bool certain(const struct walk *k, const struct scn__key *key)
{
	if (key->pattern || scn__is_filled(k->w) ||
	    (!k->w->controller_count && scn__has_writer(k->b->cell)))
		return false; /* a program under test may create and delete any object */
	for (size_t i = 0; i < k->w->controller_count; i++) {
		const struct scn__controller *c = &k->w->controllers[i];

		if (c->reconciler == SCN_PLUGIN || c->child == key->type || c->parent == key->type)
			return false;
	}
	return !k->guessing;
}

static uintptr_t object_of(const struct walk *k, const struct scn__key *key, struct strbuf *name)
{
	strbuf_clear(name);
	strbuf_addf(name, STR_FMT "/" STR_FMT, STR_ARG(key->type->name), STR_ARG(key->text));
	if (name->failed)
		k->b->errors->failed = true;
	return (uintptr_t)map_get(&k->objects, strbuf_str(name));
}

static bool names_some(const struct scn__node *list)
{
	return list && list->kind == SCN_LIST && list->count > 0;
}

/* A namespace also has finalizers in its spec. */
static bool has_finalizers(const struct scn__key *key, const struct scn__node *body)
{
	return names_some(scn__get(scn__get(body, "metadata"), "finalizers")) ||
	       (str_eqz(key->type->resource, "namespaces") &&
		names_some(scn__get(scn__get(body, "spec"), "finalizers")));
}

static void write_objects(struct walk *k, const struct scn__step *s)
{
	AUTO_STRBUF name = STRBUF_INIT;

	for (size_t i = 0; i < s->write.count; i++) {
		const struct scn__key *key = &s->write.objects[i].key;
		uintptr_t was = object_of(k, key, &name);

		if (certain(k, key) && s->kind == SCN_CREATE && was == THERE)
			scn__fail(k->b, key->pos, "%.120s exists already", name.ptr);
		if (certain(k, key) && s->kind == SCN_UPDATE && (was == 0 || was == GONE))
			scn__fail(k->b, key->pos, "%.120s %s", name.ptr,
				  was ? "is deleted above" : "was never created");
		if (s->kind == SCN_CREATE || was == 0)
			put(k, &k->objects, strbuf_str(&name),
			    has_finalizers(key, s->write.objects[i].body) ? PERHAPS : THERE);
		else if (has_finalizers(key, s->write.objects[i].body))
			put(k, &k->objects, strbuf_str(&name), PERHAPS);
	}
	k->rv_max += k->rv_max ? s->write.count * (s->write.new_uid ? 2 : 1) : 0;
	if (s->write.uid.len)
		put(k, &k->names, s->write.uid, 1);
}

static void check_delete(struct walk *k, const struct scn__step *s)
{
	AUTO_STRBUF name = STRBUF_INIT;

	for (size_t i = 0; i < s->delete_.count; i++) {
		const struct scn__key *key = &s->delete_.keys[i];
		uintptr_t was = object_of(k, key, &name);

		k->guessing |= key->pattern != NULL; /* which object it is, only a run knows */
		if (certain(k, key) && (was == 0 || was == GONE))
			scn__fail(k->b, key->pos, "%.120s %s", name.ptr,
				  was ? "is deleted above" : "was never created");
		put(k, &k->objects, strbuf_str(&name),
		    was == PERHAPS && !s->delete_.drop_finalizers ? PERHAPS : GONE);
	}
	k->rv_max += k->rv_max ? s->delete_.count : 0;
}

/* --- names --- */

static void use_names(struct walk *k, const struct scn__node *node, bool binds)
{
	if (!node)
		return;
	if (node->kind == SCN_SCALAR && node->form == SCN_NAME) {
		if (binds)
			put(k, &k->names, node->arg, 1);
		else if (!map_get(&k->names, node->arg))
			scn__fail(k->b, node->pos,
				  "$%.60s is bound nowhere above, and no variable of let or matrix",
				  node->arg.ptr);
	}
	if (binds && node->kind == SCN_SCALAR && node->form == SCN_REGEX)
		scn__check_pattern(k->b, node);
	for (size_t i = 0; i < node->count; i++)
		use_names(k, node->kind == SCN_MAP ? node->entries[i].value : &node->items[i],
			  binds);
}

static void use_body_names(struct walk *k, const struct scn__step *s)
{
	for (size_t i = 0; i < s->write.count; i++)
		use_names(k, s->write.objects[i].body, false);
}

/* --- streams --- */

/* Every other form contains a sign or a letter; "" is 0. */
static bool literal_rv(const struct scn__node *node, uint64_t *out)
{
	uint64_t n = 0;

	if (!node || node->text.len > 18)
		return false;
	for (size_t i = 0; i < node->text.len; i++) {
		if (node->text.ptr[i] < '0' || node->text.ptr[i] > '9')
			return false;
		n = n * 10 + (uint64_t)(node->text.ptr[i] - '0');
	}
	*out = n;
	return true;
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
	use_names(k, item->uid, true);
	use_names(k, item->rv, true);
	use_names(k, item->old_rv, true);
	use_names(k, item->answer_rv, true);
	use_names(k, item->continue_, true);
	use_names(k, item->with, true);
	use_names(k, item->old, true);
	for (size_t i = 0; i < item->path_count; i++)
		use_names(k, item->paths[i].value, true);
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

		use_names(k, o->want, true);
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
		use_names(k, s->sync.rv, true);
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

static void check_sections(struct walk *k, const struct scn__expect *e, bool never)
{
	for (size_t i = 0; i < e->count; i++)
		check_section(k, &e->sections[i], never);
}

/* --- holds --- */

static void check_hold(struct walk *k, const struct scn__step *s)
{
	const struct scn__handler *h = s->hold.handler;
	struct listening *l = h && h->informer ? &k->handlers[h->index] : NULL;

	k->holds++;
	if (!l)
		return;
	if (l->held_line)
		scn__fail(k->b, s->pos, "handler %s is held since line %u", h->name.ptr,
			  l->held_line);
	l->held_line = s->pos.line;
	l->drained = !l->added || k->informers[h->informer->index].life == IDLE;
}

static void check_release(struct walk *k, const struct scn__step *s)
{
	if (k->holds == 0) {
		scn__fail(k->b, s->pos, "nothing is held here");
		return;
	}
	if (s->hold.point == SCN_POINT_ALL) {
		for (size_t i = 0; i < k->w->handler_count; i++)
			k->handlers[i].held_line = 0;
		k->holds = 0;
		return;
	}
	k->holds--;
	if (!s->hold.handler)
		return;
	if (!k->handlers[s->hold.handler->index].held_line)
		scn__fail(k->b, s->pos, "handler %s is not held here", s->hold.handler->name.ptr);
	k->handlers[s->hold.handler->index].held_line = 0;
}

/* --- steps --- */

static void check_freeze(struct walk *k, const struct scn__step *s)
{
	int backend = s->kind == SCN_LAG ? s->lag.backend : s->backend;
	uint32_t *line = backend >= 0 ? &k->frozen[backend] : NULL;

	if (!line)
		return;
	if (s->kind == SCN_FREEZE && *line)
		scn__fail(k->b, s->pos, "backend %s is frozen since line %u",
			  k->w->backends[backend].ptr, *line);
	if (s->kind == SCN_THAW && !*line)
		scn__fail(k->b, s->pos, "backend %s is not frozen here",
			  k->w->backends[backend].ptr);
	*line = s->kind == SCN_THAW ? 0 : s->pos.line;
}

static void check_handler(struct walk *k, const struct scn__step *s)
{
	const struct scn__handler *h = s->handler.handler;
	struct listening *l = h ? &k->handlers[h->index] : NULL;
	const struct actor *a;

	if (!l || !h->informer)
		return;
	a = &k->informers[h->informer->index];
	if (s->handler.remove && !l->added)
		scn__fail(k->b, s->pos, "handler %s is %s", h->name.ptr,
			  l->removed ? "removed already" : "added below");
	if (a->life == STOPPED || a->life == CRASHED)
		scn__fail(k->b, s->pos, "informer %s is %s since line %u: it takes no handlers",
			  h->informer->name.ptr, life_word(a->life), a->line);
	l->added = !s->handler.remove;
	l->removed = s->handler.remove;
}

static void check_worker(struct walk *k, const struct scn__step *s)
{
	const struct scn__controller *c = s->worker.controller;

	if (c && k->controllers[c->index].life != RUNNING)
		scn__fail(k->b, s->pos, "controller %s is %s", c->name.ptr,
			  life_word(k->controllers[c->index].life));
}

static void check_history(struct walk *k, const struct scn__step *s)
{
	uint64_t to = s->kind == SCN_COMPACT ? s->compact.to : s->rewind.to;

	if (k->rv_max && to > k->rv_max)
		scn__fail(k->b, s->pos, "%s to %llu: here the server is at most at %llu",
			  scn__step_word(s->kind), (unsigned long long)to,
			  (unsigned long long)k->rv_max);
	if (s->kind == SCN_REWIND)
		k->guessing = true; /* rv_max stays: clients have seen that version */
}

static void check_none(struct walk *k, const struct scn__step *s)
{
	(void)k;
	(void)s;
}

static void check_write(struct walk *k, const struct scn__step *s)
{
	use_body_names(k, s);
	write_objects(k, s);
}

static void check_gc(struct walk *k, const struct scn__step *s)
{
	(void)s;
	k->guessing = true;
	k->rv_max = 0;
}

static void check_advance(struct walk *k, const struct scn__step *s)
{
	k->now_ns = time_add(k->now_ns, s->advance_ns);
}

static void check_refuse(struct walk *k, const struct scn__step *s)
{
	(void)s;
	k->refusals++;
}

static void check_accept(struct walk *k, const struct scn__step *s)
{
	if (k->refusals == 0)
		scn__fail(k->b, s->pos, "nothing is refused here");
	k->refusals -= k->refusals > 0;
}

static void check_expect(struct walk *k, const struct scn__step *s)
{
	check_sections(k, &s->expect, false);
}

/* A `never` applies to the following steps: the server's state continues. */
static void check_never(struct walk *k, const struct scn__step *s)
{
	uint64_t rv_max = k->rv_max;

	k->rv_max = 0;
	check_sections(k, &s->never.expect, true);
	k->rv_max = rv_max;
}

static void check_snapshot(struct walk *k, const struct scn__step *s)
{
	if (map_get(&k->snapshots, s->snapshot))
		scn__fail(k->b, s->pos, "snapshot `%.60s` is taken already", s->snapshot.ptr);
	put(k, &k->snapshots, s->snapshot, 1);
}

static void take_step(struct walk *k, const struct scn__step *s)
{
	static void (*const checks[])(struct walk *, const struct scn__step *) = {
#define X(name, check, ...) [SCN_##name] = check_##check,
		RUNNER_STEPS(X)
#undef X
	};
	bool room = map_len(&k->names) <= SCN_NAMES_MAX;

	checks[s->kind](k, s);
	if (s->then) { /* executed now, later, or never */
		k->guessing = true;
		k->rv_max = 0;
		take_step(k, s->then);
	}
	if (room && map_len(&k->names) > SCN_NAMES_MAX)
		scn__fail(k->b, s->pos, "more than %d names like $uid are bound", SCN_NAMES_MAX);
}

static void start(struct walk *k)
{
	const struct scn__cell *cell = k->b->cell;

	for (size_t i = 0; i < k->w->handler_count; i++)
		k->handlers[i].added = !k->w->handlers[i].added_later;
	k->rv_max = scn__has_writer(cell) || scn__is_filled(k->w) ? 0 : k->w->rv;
	for (size_t i = 0; i < cell->step_count; i++)
		if (cell->steps[i].kind == SCN_REPLY || cell->steps[i].kind == SCN_SEND)
			k->verbatim = true;
}

void scn__check(struct scn__build *b)
{
	const struct scn__world *w = &b->cell->world;
	struct walk k = { .b = b, .w = w };

	k.informers = scn__alloc(b, w->informer_count, sizeof(*k.informers));
	k.controllers = scn__alloc(b, w->controller_count, sizeof(*k.controllers));
	k.handlers = scn__alloc(b, w->handler_count, sizeof(*k.handlers));
	k.frozen = scn__alloc(b, w->backend_count, sizeof(*k.frozen));
	if (!k.informers || !k.controllers || !k.handlers || !k.frozen)
		return;
	map_init(&k.names, MAP_BORROW_KEYS);
	map_init(&k.snapshots, MAP_BORROW_KEYS);
	map_init(&k.objects, MAP_COPY_KEYS);
	start(&k);
	for (size_t i = 0; i < b->cell->step_count; i++)
		take_step(&k, &b->steps[i]);
	for (size_t i = 0; i < w->informer_count; i++)
		if (k.informers[i].life == IDLE)
			scn__warn(b, w->informers[i].pos, "informer %s is never started",
				  w->informers[i].name.ptr);
	scn__check_worlds(b);
	map_fini(&k.names);
	map_fini(&k.snapshots);
	map_fini(&k.objects);
}
