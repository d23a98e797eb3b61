/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runner/recording/model.h"

#include "base/alloc.h"

struct object {
	struct str prefix, ns, name;
	json_t json;
	uint64_t rv;
	bool gone;
};

void rec__model_init(struct rec__model *m)
{
	*m = (struct rec__model) { 0 };
	map_init(&m->objects, MAP_COPY_KEYS);
	map_init(&m->kinds, MAP_COPY_KEYS);
	runner__arena_init(&m->arena);
}

void rec__model_fini(struct rec__model *m)
{
	map_fini(&m->objects);
	map_fini(&m->kinds);
	runner__arena_fini(&m->arena);
	base__free(m->changes);
}

void rec__prefix(const struct rec__aim *aim, struct str path, struct strbuf *out)
{
	const char *cut;

	if (!aim->ns.len) {
		size_t end = aim->resource.ptr
				 ? (size_t)(aim->resource.ptr + aim->resource.len - path.ptr)
				 : path.len;

		strbuf_add(out, path.ptr, end);
		return;
	}
	cut = memmem(path.ptr, path.len, "/namespaces/", 12);
	strbuf_add(out, path.ptr, cut ? (size_t)(cut + 1 - path.ptr) : 0);
	strbuf_adds(out, aim->resource);
}

static struct str text_of(json_t value, struct strbuf *scratch)
{
	struct str s = json_kind(value) == JSON_STRING ? json_str(value, scratch) : STR("");

	return s.ptr ? s : STR("");
}

static uint64_t rv_of(json_t object)
{
	AUTO_STRBUF scratch = STRBUF_INIT;

	return rec__number(
	    text_of(json_path(object, "metadata", "resourceVersion", NULL), &scratch));
}

static void add_change(struct rec__model *m, struct str type, const struct object *o, json_t json)
{
	if (m->len == m->cap) {
		size_t cap = m->cap ? 2 * m->cap : 256;
		struct rec__change *bigger = base__reallocarray(m->changes, cap, sizeof(*bigger));

		if (!bigger) {
			m->failed = true;
			return;
		}
		m->changes = bigger;
		m->cap = cap;
	}
	m->changes[m->len++] = (struct rec__change) { type, o->prefix, o->ns, json, o->rv };
}

/* Stores an object's state at its resourceVersion. Ignores states older than the known one. */
static void put(struct rec__model *m, struct str prefix, json_t json, bool gone)
{
	json_t meta = json_get(json, "metadata");
	AUTO_STRBUF name = STRBUF_INIT;
	AUTO_STRBUF ns = STRBUF_INIT;
	AUTO_STRBUF key = STRBUF_INIT;
	struct str n = text_of(json_get(meta, "name"), &name);
	struct str s = text_of(json_get(meta, "namespace"), &ns);
	uint64_t rv = rv_of(json);
	bool was_there;
	struct object *o;

	if (!n.len)
		return;
	strbuf_adds(&key, prefix);
	strbuf_addf(&key, " " STR_FMT "/" STR_FMT, STR_ARG(s), STR_ARG(n));
	o = key.failed ? NULL : map_get(&m->objects, strbuf_str(&key));
	if (o && (rv < o->rv || (rv == o->rv && gone == o->gone)))
		return;
	was_there = o && !o->gone;
	if (!o && !key.failed) {
		o = runner__arena_alloc(&m->arena, sizeof(*o));
		if (o) {
			o->prefix = runner__arena_str(&m->arena, prefix);
			o->ns = runner__arena_str(&m->arena, s);
			o->name = runner__arena_str(&m->arena, n);
			m->failed |= map_put(&m->objects, strbuf_str(&key), o, NULL) != 0;
		}
	}
	m->failed |= !o || m->arena.failed;
	if (m->failed)
		return;
	o->json = json;
	o->rv = rv;
	o->gone = gone;
	if (rv > m->rv)
		m->rv = rv;
	add_change(m, gone ? STR("DELETED") : was_there ? STR("MODIFIED") : STR("ADDED"), o, json);
}

/* Stores the kind of lists of the type, as JSON. */
static void learn_kind(struct rec__model *m, struct str prefix, struct str list_kind,
		       json_t api_version)
{
	AUTO_STRBUF kind = STRBUF_INIT;
	char *copy;

	strbuf_addz(&kind, "\"kind\":");
	strbuf_adds(&kind, list_kind);
	strbuf_addz(&kind, ",\"apiVersion\":");
	strbuf_adds(&kind, api_version);
	copy = (char *)(uintptr_t)runner__arena_str(&m->arena, strbuf_str(&kind)).ptr;
	m->failed |= kind.failed || m->arena.failed || map_put(&m->kinds, prefix, copy, NULL) != 0;
}

/* Derives the kind of lists from an event: a client that only watches receives no list. */
static void learn_from_event(struct rec__model *m, struct str prefix, json_t object)
{
	json_t kind = json_get(object, "kind"), version = json_get(object, "apiVersion");
	AUTO_STRBUF list = STRBUF_INIT;

	if (json_kind(kind) != JSON_STRING || json_kind(version) != JSON_STRING ||
	    map_get(&m->kinds, prefix))
		return;
	strbuf_add(&list, kind.ptr, kind.len - 1);
	strbuf_addz(&list, "List\"");
	m->failed |= list.failed;
	if (!list.failed)
		learn_kind(m, prefix, strbuf_str(&list), version);
}

static void take_list(struct rec__model *m, struct str prefix, json_t list)
{
	uint64_t rv = rv_of(list);
	struct json_iter it;
	json_t item;

	learn_kind(m, prefix, json_get(list, "kind"), json_get(list, "apiVersion"));
	json_iter_init(&it, json_get(list, "items"));
	while (json_iter_element(&it, &item))
		put(m, prefix, item, false);
	if (rv > m->rv)
		m->rv = rv;
}

void rec__model_take(struct rec__model *m, const struct rec__talk *talk,
		     const struct rec__line *line)
{
	AUTO_STRBUF prefix = STRBUF_INIT;

	if (!talk->aim.resource.len || talk->aim.subresource.len)
		return;
	rec__prefix(&talk->aim, talk->request->path, &prefix);
	m->failed |= prefix.failed;
	if (line->kind == REC_EVENT && !str_eqz(line->type, "ERROR"))
		learn_from_event(m, strbuf_str(&prefix), line->object);
	if (line->kind == REC_EVENT && !str_eqz(line->type, "ERROR") &&
	    !str_eqz(line->type, "BOOKMARK"))
		put(m, strbuf_str(&prefix), line->object, str_eqz(line->type, "DELETED"));
	if (line->kind != REC_RESPONSE || line->status > 299 ||
	    json_kind(line->json) != JSON_OBJECT)
		return;
	if (json_kind(json_get(line->json, "items")) == JSON_ARRAY)
		take_list(m, strbuf_str(&prefix), line->json);
	else if (!json_str_eq(json_get(line->json, "kind"), STR("Status")))
		put(m, strbuf_str(&prefix), line->json,
		    str_eqz(talk->request->method, "DELETE") &&
			!json_path(line->json, "metadata", "deletionTimestamp", NULL).len);
}

/* --- responses --- */

static bool has(const struct rec__line *request, const char *name)
{
	return rec__query(request, name).len > 0;
}

/* Whether there are no selectors, which the model does not evaluate. */
static bool is_plain(const struct rec__line *request)
{
	return !has(request, "labelSelector") && !has(request, "fieldSelector") &&
	       !has(request, "continue");
}

static int get_object(const struct rec__model *m, const struct rec__aim *aim, struct str prefix,
		      struct strbuf *out)
{
	AUTO_STRBUF key = STRBUF_INIT;
	const struct object *o;

	strbuf_adds(&key, prefix);
	strbuf_addf(&key, " " STR_FMT "/" STR_FMT, STR_ARG(aim->ns), STR_ARG(aim->name));
	o = map_get(&m->objects, strbuf_str(&key));
	if (!o)
		return 0;
	if (!o->gone) {
		strbuf_adds(out, o->json);
		strbuf_addc(out, '\n');
		return 200;
	}
	strbuf_addz(out, "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":"
			 "\"Failure\",\"message\":");
	strbuf_clear(&key);
	strbuf_addf(&key, STR_FMT " \"" STR_FMT "\" not found", STR_ARG(aim->resource),
		    STR_ARG(aim->name));
	strbuf_add_json(out, strbuf_str(&key));
	strbuf_addz(out, ",\"reason\":\"NotFound\",\"code\":404}\n");
	return 404;
}

static bool is_in_collection(const struct object *o, struct str prefix, struct str ns)
{
	return !o->gone && str_eq(o->prefix, prefix) && (!ns.len || str_eq(o->ns, ns));
}

int rec__model_get(const struct rec__model *m, const struct rec__line *request, struct strbuf *out)
{
	struct rec__aim aim = rec__aim_of(request->path);
	AUTO_STRBUF prefix = STRBUF_INIT;
	const struct map_entry *e;
	const char *kind;
	bool more = false;

	if (!str_eqz(request->method, "GET") || !aim.resource.len || aim.subresource.len ||
	    !is_plain(request))
		return 0;
	rec__prefix(&aim, request->path, &prefix);
	if (aim.name.len)
		return get_object(m, &aim, strbuf_str(&prefix), out);
	kind = map_get(&m->kinds, strbuf_str(&prefix));
	if (!kind)
		return 0;
	strbuf_addf(out, "{%s,\"metadata\":{\"resourceVersion\":\"%llu\"},\"items\":[", kind,
		    (unsigned long long)m->rv);
	for (size_t i = 0; (e = map_next(&m->objects, &i));) {
		const struct object *o = e->value;

		if (!is_in_collection(o, strbuf_str(&prefix), aim.ns))
			continue;
		strbuf_addz(out, more ? "," : "");
		strbuf_adds(out, o->json);
		more = true;
	}
	strbuf_addz(out, "]}\n");
	return 200;
}

static void add_frame(struct strbuf *out, struct str type, json_t object)
{
	strbuf_addz(out, "{\"type\":");
	strbuf_add_json(out, type);
	strbuf_addz(out, ",\"object\":");
	strbuf_adds(out, object);
	strbuf_addz(out, "}\n");
}

bool rec__model_follow(const struct rec__model *m, const struct rec__line *request,
		       const struct rec__change *change, struct strbuf *out)
{
	struct rec__aim aim = rec__aim_of(request->path);
	AUTO_STRBUF prefix = STRBUF_INIT;

	(void)m;
	rec__prefix(&aim, request->path, &prefix);
	if (!str_eq(change->prefix, strbuf_str(&prefix)) ||
	    (aim.ns.len && !str_eq(change->ns, aim.ns)))
		return false;
	add_frame(out, change->type, change->object);
	return true;
}

static void add_all(const struct rec__model *m, struct str prefix, struct str ns,
		    struct strbuf *out)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&m->objects, &i));) {
		const struct object *o = e->value;

		if (is_in_collection(o, prefix, ns))
			add_frame(out, STR("ADDED"), o->json);
	}
}

/* Appends all objects, then the bookmark that ends the initial events. */
static void add_initial(const struct rec__model *m, struct str prefix, struct str ns,
			const char *kind, struct strbuf *out)
{
	AUTO_STRBUF object = STRBUF_INIT;

	add_all(m, prefix, ns, out);
	strbuf_addf(&object,
		    "{%s,\"metadata\":{\"resourceVersion\":\"%llu\",\"annotations\":"
		    "{\"k8s.io/initial-events-end\":\"true\"}}}",
		    kind, (unsigned long long)m->rv);
	add_frame(out, STR("BOOKMARK"), strbuf_str(&object));
}

/* Converts a list's kind "PodList" to "Pod". */
static void kind_of_items(const char *kind, struct strbuf *out)
{
	const char *list = strstr(kind, "List\"");

	strbuf_add(out, kind, list ? (size_t)(list - kind) : strlen(kind));
	if (list)
		strbuf_addz(out, list + 4);
}

bool rec__model_watch(const struct rec__model *m, const struct rec__line *request,
		      struct strbuf *out)
{
	struct rec__aim aim = rec__aim_of(request->path);
	struct str rv = rec__query(request, "resourceVersion");
	AUTO_STRBUF prefix = STRBUF_INIT;
	AUTO_STRBUF items = STRBUF_INIT;
	const char *kind;
	uint64_t from = rec__number(rv);

	if (!aim.resource.len || aim.name.len || !is_plain(request))
		return false;
	rec__prefix(&aim, request->path, &prefix);
	kind = map_get(&m->kinds, strbuf_str(&prefix));
	if (rec__is_true(rec__query(request, "sendInitialEvents")) && kind) {
		kind_of_items(kind, &items);
		add_initial(m, strbuf_str(&prefix), aim.ns, items.ptr, out);
		return !items.failed;
	}
	if (!from && kind)
		add_all(m, strbuf_str(&prefix), aim.ns, out);
	if (!from)
		return kind != NULL;
	for (size_t i = 0; i < m->len; i++)
		if (m->changes[i].rv > from)
			(void)rec__model_follow(m, request, &m->changes[i], out);
	return true;
}
