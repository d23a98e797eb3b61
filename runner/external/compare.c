/* SPDX-License-Identifier: Apache-2.0 */
/* compare.c - compares the server's objects with the subject's. */
#include "base/alloc.h"
#include "runner/external/external.h"

int external__init(struct scn__run *r)
{
	r->moments = world__alloc(r, sizeof(*r->moments));
	if (r->moments)
		r->moments->models = world__alloc(r, (r->cell->world.informer_count + 1) *
							 sizeof(*r->moments->models));
	return r->moments && r->moments->models ? external__habits_init(r) : RELIST_ENOMEM;
}

static void free_model(struct scn__model *m)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&m->keys, &i));)
		base__free(e->value);
	map_fini(&m->keys);
	m->known = false;
}

void external__free(struct scn__run *r)
{
	size_t count = r->moments && r->moments->models ? r->cell->world.informer_count : 0;

	for (size_t i = 0; i < count; i++)
		free_model(&r->moments->models[i]);
	if (!r->moments)
		return;
	external__habits_free(r);
	base__free(r->moments->starved.items);
}

void external__forget(struct scn__run *r)
{
	for (size_t i = 0; i < r->cell->world.informer_count; i++)
		r->moments->models[i].known = false;
}

/* --- the server's objects --- */

struct collecting {
	const struct scn__informer *def;
	struct scn__model *model;
};

static int collect(void *user, const struct fakeapi__write *w)
{
	struct collecting *c = user;
	const struct scn__informer *def = c->def;
	AUTO_STRBUF key = STRBUF_INIT;
	struct view__object *o;

	if (!str_eq(w->group, def->type->group) || !str_eq(w->resource, def->type->resource) ||
	    (def->namespace_.len && !str_eq(def->namespace_, w->ns)))
		return 0;
	strbuf_addf(&key, STR_FMT "%s" STR_FMT, STR_ARG(w->ns), w->ns.len ? "/" : "",
		    STR_ARG(w->name));
	o = key.failed ? NULL : base__calloc(1, sizeof(*o));
	if (!o || map_put(&c->model->keys, strbuf_str(&key), o, NULL) != 0) {
		base__free(o);
		return RELIST_ENOMEM;
	}
	o->present = true;
	(void)snprintf(o->rv, sizeof(o->rv), "%llu", (unsigned long long)w->rv);
	return 0;
}

static const struct map *model_of(struct scn__run *r, struct scn__irun *ir, bool newest)
{
	struct scn__model *m = &r->moments->models[ir->def->index];
	struct collecting c = { ir->def, m };
	uint64_t rv =
	    newest ? fakeapi__core_rv(r->core) : fakeapi__core_shown(r->core, ir->backend);

	if (m->known && m->rv == rv)
		return &m->keys;
	free_model(m);
	map_init(&m->keys, MAP_COPY_KEYS);
	if (fakeapi__core_each_at(r->core, rv, collect, &c) != 0)
		world__broken(r, RELIST_ENOMEM);
	m->known = true;
	m->rv = rv;
	return &m->keys;
}

/* --- the subject's objects --- */

static void name_key(struct strbuf *names, const char *key)
{
	if (names && names->len < SCN_FACT_TEXT_MAX / 2)
		strbuf_addf(names, "%s%s", names->len ? ", " : "", key);
}

/* Adds the names of keys to the buffers that are not NULL. */
struct scn__gap external__compare(const struct map *model, const struct map *have,
				  struct strbuf *missing, struct strbuf *stale,
				  struct strbuf *ghosts)
{
	struct scn__gap g = { 0, 0, 0 };
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(model, &i));) {
		const struct view__object *m = e->value;
		const struct view__object *o = map_get(have, (struct str) { e->key, e->key_len });

		if (!o || !o->present) {
			g.missing++;
			name_key(missing, e->key);
		} else if (o->rv[0] && strcmp(o->rv, m->rv) != 0) {
			g.stale++;
			name_key(stale, e->key);
		}
	}
	for (size_t i = 0; (e = map_next(have, &i));) {
		const struct view__object *o = e->value;

		if (o->present && !map_get(model, (struct str) { e->key, e->key_len })) {
			g.ghosts++;
			name_key(ghosts, e->key);
		}
	}
	return g;
}

bool external__is_fresh(struct scn__gap g)
{
	return !g.missing && !g.stale;
}

const struct map *external__known_objects(const struct view *v, struct scn__gap notified,
					  struct scn__gap cached)
{
	bool cache_alone =
	    v->has_cache && external__is_fresh(notified) && !external__is_fresh(cached);

	return !v->has_notified || cache_alone ? &v->cache : &v->notified;
}

struct scn__client_view external__view_of(struct scn__run *r, const struct scn__irun *ir)
{
	return r->ops->client_view(ir->client);
}

/* Without a handler the scenario expects no notification: the subject is a controller, which does
 * not report the events that it receives. */
static bool has_handler(const struct scn__run *r, const struct scn__irun *ir)
{
	for (size_t i = 0; i < r->cell->world.handler_count; i++)
		if (r->handlers[i].def->informer == ir->def)
			return true;
	return false;
}

static enum scn__caught caught_up(struct scn__run *r, struct scn__irun *ir, bool newest)
{
	const struct map *model = model_of(r, ir, newest);
	const struct view *v = external__view_of(r, ir).view;
	struct scn__gap notified = external__compare(model, &v->notified, NULL, NULL, NULL);
	struct scn__gap cached = external__compare(model, &v->cache, NULL, NULL, NULL);

	if (!v->has_notified && !v->has_cache)
		return map_len(model) && has_handler(r, ir) ? SCN_BEHIND : SCN_CAUGHT_UP;
	if ((v->has_cache && !external__is_fresh(cached)) ||
	    (v->has_notified && !external__is_fresh(notified)) || (v->has_synced && !v->synced))
		return SCN_BEHIND;
	if (!v->has_notified && map_len(model) && !v->has_cache)
		return SCN_BEHIND;
	return (v->has_notified && notified.ghosts) || (v->has_cache && cached.ghosts)
		   ? SCN_GHOSTS
		   : SCN_CAUGHT_UP;
}

static bool wants_newest(struct scn__run *r, struct scn__irun *ir)
{
	return r->moments->wants_newest || !fakeapi__core_is_behind(r->core, ir->backend) ||
	       caught_up(r, ir, true) == SCN_CAUGHT_UP;
}

const struct map *external__model(struct scn__run *r, struct scn__irun *ir)
{
	return model_of(r, ir, wants_newest(r, ir));
}

/* Whether the subject has received all expected objects; a delete may still be missing
 * (SCN_GHOSTS). */
enum scn__caught external__caught_up(struct scn__run *r, struct scn__irun *ir)
{
	return caught_up(r, ir, wants_newest(r, ir));
}
