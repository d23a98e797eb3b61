/* SPDX-License-Identifier: Apache-2.0 */
/* cache.c - compares caches with the server's objects. */
#include "runner/world/world.h"

/* --- the server's objects --- */

/* Collected first, since the server's lock is held during the call. */
struct model {
	struct scn__run *run;
	const struct scn__informer *def;
	struct map *keys; /* -> the rv as text */
};

static int collect(void *user, struct str ns, struct str name, uint64_t rv)
{
	struct model *m = user;
	struct str key, text;

	if (m->def->namespace_.len && !str_eq(m->def->namespace_, ns))
		return 0;
	key = world__printf(m->run, STR_FMT "%s" STR_FMT, STR_ARG(ns), ns.len ? "/" : "",
			    STR_ARG(name));
	text = world__printf(m->run, "%llu", (unsigned long long)rv);
	return text.len && key.len ? map_put(m->keys, key, (void *)(uintptr_t)text.ptr, NULL)
				   : RELIST_ENOMEM;
}

bool world__model_at(struct scn__run *r, const struct scn__informer *def, uint64_t rv,
		     struct map *out)
{
	struct fakeapi__model_type t = world__model_type(def->type);
	struct model m = { r, def, out };

	map_init(out, MAP_BORROW_KEYS);
	return fakeapi__model_each_at(r->core, &t, rv, collect, &m) == 0;
}

bool world__cache_is_partial(const struct scn__informer *def)
{
	return def->label_selector.len || def->field_selector.len ||
	       (def->transform != SCN_TRANSFORM_NONE &&
		def->transform != SCN_TRANSFORM_STRIP_MANAGED_FIELDS);
}

/* --- an informer's objects --- */

static const struct map *seen_cache(struct scn__run *r, const struct scn__irun *ir)
{
	return &r->ops->client_view(ir->client).view->cache;
}

/* An external informer reports only versions. */
static bool seen_object(struct scn__run *r, const struct scn__irun *ir, const struct scn__key *key,
			struct strbuf *out)
{
	struct fakeapi__model_type t = world__model_type(key->type);
	const struct view__object *o = ir->client ? map_get(seen_cache(r, ir), key->text) : NULL;
	json_t rv;

	if (!o)
		return false;
	/* if the version equals the server's, the rest is known as well */
	if (fakeapi__model_get(r->core, &t, key->ns, key->name, out)) {
		rv =
		    json_path((json_t) { out->ptr, out->len }, "metadata", "resourceVersion", NULL);
		if (json_str_eq(rv, str_of(o->rv)))
			return true;
	}
	strbuf_clear(out);
	strbuf_addf(out, "{\"metadata\":{\"resourceVersion\":\"%s\"}}", o->rv);
	return true;
}

bool world__cache_object(struct scn__run *r, const struct scn__irun *ir, const struct scn__key *key,
			 struct strbuf *out)
{
	struct inf_object *obj;

	if (r->external)
		return seen_object(r, ir, key, out);
	obj = ir->inf ? inf__indexer_get(inf__informer_indexer(ir->inf), key->text.ptr) : NULL;
	if (obj) {
		json_t v = inf__object_value(obj);

		strbuf_add(out, v.ptr, v.len);
	}
	inf_object_unref(obj);
	return obj != NULL;
}

size_t world__cache_len(struct scn__run *r, const struct scn__irun *ir)
{
	if (r->external)
		return ir->client ? map_len(seen_cache(r, ir)) : 0;
	return ir->inf ? inf__indexer_len(inf__informer_indexer(ir->inf)) : 0;
}

int world__cache_keys(struct scn__run *r, const struct scn__irun *ir, struct inf_strings *out)
{
	const struct map_entry *e;
	int code = 0;

	if (!r->external)
		return ir->inf ? inf__indexer_list_keys(inf__informer_indexer(ir->inf), out) : 0;
	for (size_t i = 0; ir->client && !code && (e = map_next(seen_cache(r, ir), &i));)
		code = inf__strings_add(out, (struct str) { e->key, e->key_len });
	return code;
}

/* --- comparison --- */

static struct str one_too_many(struct scn__run *r, struct scn__irun *ir, const struct map *keys)
{
	struct inf_object_list objs;
	struct str wrong = STR("");

	inf__object_list_init(&objs);
	if (inf__indexer_list(inf__informer_indexer(ir->inf), &objs))
		world__broken(r, RELIST_ENOMEM);
	for (size_t i = 0; i < objs.len && !wrong.len; i++) {
		const char *key = inf_object_key(objs.items[i]);

		if (!map_get(keys, str_of(key)))
			wrong = world__printf(r, "%s has %s rv=%s, the server does not have it",
					      ir->def->name.ptr, key,
					      inf_object_resource_version(objs.items[i]));
	}
	inf_object_list_fini(&objs);
	return wrong;
}

struct str world__cache_differs(struct scn__run *r, struct scn__irun *ir)
{
	struct inf__indexer *ix = inf__informer_indexer(ir->inf);
	const struct map_entry *e;
	struct map keys;
	struct str wrong = STR("");

	if (!world__model_at(r, ir->def, UINT64_MAX, &keys))
		world__broken(r, RELIST_ENOMEM);
	for (size_t i = 0; (e = map_next(&keys, &i)) && !wrong.len;) {
		struct inf_object *obj = inf__indexer_get(ix, e->key);

		if (!obj)
			wrong =
			    world__printf(r, "%s does not have %s, the server has it with rv=%s",
					  ir->def->name.ptr, e->key, (const char *)e->value);
		else if (strcmp(inf_object_resource_version(obj), e->value) != 0)
			wrong =
			    world__printf(r, "%s has %s rv=%s, the server has it with rv=%s",
					  ir->def->name.ptr, e->key,
					  inf_object_resource_version(obj), (const char *)e->value);
		inf_object_unref(obj);
	}
	if (!wrong.len && inf__indexer_len(ix) != map_len(&keys))
		wrong = one_too_many(r, ir, &keys);
	map_fini(&keys);
	return wrong;
}
