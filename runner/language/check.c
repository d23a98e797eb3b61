/* SPDX-License-Identifier: Apache-2.0 */
/* check.c - simulates the steps with the facts that are certain and reports impossible ones: a wait
 * for an event that no step sends, a thaw of a backend that is not frozen, an unbound name. The
 * effects of controllers, of the garbage collector and of verbatim bytes are not certain. */
#include "base/alloc.h"
#include "runner/language/check_impl.h"
#include "runner/language/manifests.h"

enum { GONE = 1, THERE = 2, PERHAPS = 3 };

void scn__walk_put(struct walk *k, struct map *map, struct str key, uintptr_t value)
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
			scn__walk_put(k, &k->objects, strbuf_str(&name),
				      has_finalizers(key, s->write.objects[i].body) ? PERHAPS
										    : THERE);
		else if (has_finalizers(key, s->write.objects[i].body))
			scn__walk_put(k, &k->objects, strbuf_str(&name), PERHAPS);
	}
	k->rv_max += k->rv_max ? s->write.count * (s->write.new_uid ? 2 : 1) : 0;
	if (s->write.uid.len)
		scn__walk_put(k, &k->names, s->write.uid, 1);
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
		scn__walk_put(k, &k->objects, strbuf_str(&name),
			      was == PERHAPS && !s->delete_.drop_finalizers ? PERHAPS : GONE);
	}
	k->rv_max += k->rv_max ? s->delete_.count : 0;
}

/* --- names --- */

static void use_body_names(struct walk *k, const struct scn__step *s)
{
	for (size_t i = 0; i < s->write.count; i++)
		scn__walk_names(k, s->write.objects[i].body, false);
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
	scn__walk_sections(k, &s->expect, false);
}

/* A `never` applies to the following steps: the server's state continues. */
static void check_never(struct walk *k, const struct scn__step *s)
{
	uint64_t rv_max = k->rv_max;

	k->rv_max = 0;
	scn__walk_sections(k, &s->never.expect, true);
	k->rv_max = rv_max;
}

static void check_snapshot(struct walk *k, const struct scn__step *s)
{
	if (map_get(&k->snapshots, s->snapshot))
		scn__fail(k->b, s->pos, "snapshot `%.60s` is taken already", s->snapshot.ptr);
	scn__walk_put(k, &k->snapshots, s->snapshot, 1);
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
