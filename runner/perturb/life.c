/* SPDX-License-Identifier: Apache-2.0 */
/* life.c - the record of a life. */
#define _GNU_SOURCE
#include "runner/perturb/life.h"

#include "base/alloc.h"
#include "base/json_scan.h"

void perturb__life_init(struct perturb__life *l)
{
	*l = (struct perturb__life) { 0 };
	runner__arena_init(&l->arena);
	map_init(&l->last, MAP_BORROW_KEYS);
	map_init(&l->uids, MAP_BORROW_KEYS);
	map_init(&l->generated, MAP_BORROW_KEYS);
	map_init(&l->watched, MAP_BORROW_KEYS);
	map_init(&l->closed, MAP_BORROW_KEYS);
	map_init(&l->locks, MAP_BORROW_KEYS);
	l->words = l->broken = STR("");
}

void perturb__life_fini(struct perturb__life *l)
{
	map_fini(&l->last);
	map_fini(&l->uids);
	map_fini(&l->generated);
	map_fini(&l->watched);
	map_fini(&l->closed);
	map_fini(&l->locks);
	base__free(l->ops.items);
	base__free(l->changes.items);
	runner__arena_fini(&l->arena);
	*l = (struct perturb__life) { 0 };
}

int perturb__life_rewind(struct perturb__life *l, uint64_t rv, struct map *end)
{
	int code = 0;

	*end = l->last;
	map_init(&l->last, MAP_BORROW_KEYS);
	for (size_t i = 0; !code && i < l->changes.len; i++) {
		struct perturb__change *c = perturb__change_at(l, i);

		if (c->rv <= rv)
			code = map_put(&l->last, c->key, c, NULL);
	}
	return code;
}

void perturb__life_forward(struct perturb__life *l, struct map *take_end)
{
	map_fini(&l->last);
	l->last = *take_end;
}

struct str perturb__copy(struct perturb__life *l, struct str s)
{
	return s.len ? runner__arena_str(&l->arena, s) : STR("");
}

bool perturb__push(struct perturb__life *l, struct scn__list *list, void *item)
{
	if (list->len == list->cap) {
		size_t cap = list->cap ? 2 * list->cap : 64;
		void **items = base__reallocarray(list->items, cap, sizeof(*items));

		if (!items) {
			l->arena.failed = true;
			return false;
		}
		list->items = items;
		list->cap = cap;
	}
	list->items[list->len++] = item;
	return true;
}

struct perturb__op *perturb__life_op(struct perturb__life *l)
{
	struct perturb__op *op = runner__arena_alloc(&l->arena, sizeof(*op));

	return op && perturb__push(l, &l->ops, op) ? op : NULL;
}

struct str perturb__type(struct perturb__life *l, struct str group, struct str resource)
{
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_adds(&text, resource);
	if (group.len)
		strbuf_addf(&text, "." STR_FMT, STR_ARG(group));
	return perturb__copy(l, strbuf_str(&text));
}

const char *perturb__shown(struct str key, struct strbuf *out)
{
	const char *slash = key.len ? memchr(key.ptr, '/', key.len) : NULL;
	const char *dot = key.len ? memchr(key.ptr, '.', key.len) : NULL;
	size_t type = slash ? (size_t)(slash - key.ptr) : key.len, len = type;

	/* a deletecollection names no object */
	while (key.len && key.ptr[key.len - 1] == '/')
		key.len--;

	if (dot && (size_t)(dot - key.ptr) < type)
		len = (size_t)(dot - key.ptr);
	strbuf_add(out, key.ptr, len);
	/* cluster-scoped: TYPE//NAME */
	if (slash && type + 1 < key.len && slash[1] == '/')
		strbuf_add(out, slash + 1, key.len - type - 1);
	else if (slash && key.len > type)
		strbuf_add(out, slash, key.len - type);
	return out->ptr;
}

bool perturb__is_lock(struct perturb__life *l, struct str key, struct str text)
{
	static const char mark[] = "control-plane.alpha.kubernetes.io/leader";

	if (map_get(&l->locks, key))
		return true;
	if (!text.len || !memmem(text.ptr, text.len, mark, sizeof(mark) - 1))
		return false;
	if (map_put(&l->locks, perturb__copy(l, key), l, NULL))
		l->arena.failed = true;
	return true;
}

static bool is_marked(struct str json)
{
	return json_path((json_t) { json.ptr, json.len }, "metadata", "deletionTimestamp", NULL)
		   .len > 0;
}

static void learn(struct perturb__life *l, struct perturb__change *c)
{
	const struct perturb__change *before = map_get(&l->last, c->key);
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str uid =
	    json_str(json_path((json_t) { c->json.ptr, c->json.len }, "metadata", "uid", NULL),
		     &scratch);

	c->uid = uid.len ? perturb__copy(l, uid) : before ? before->uid : STR("");
	c->before = before;
	c->added = !c->deleted && (!before || before->deleted);
	c->marked =
	    !c->deleted && is_marked(c->json) && (c->added || !before || !is_marked(before->json));
	if (map_put(&l->last, c->key, c, NULL) ||
	    (c->uid.len && map_put(&l->uids, c->uid, c, NULL)))
		l->arena.failed = true;
}

struct perturb__change *perturb__life_change(struct perturb__life *l, uint64_t rv, struct str group,
					     struct str resource, struct str ns, struct str name,
					     struct str json, bool deleted)
{
	struct perturb__change *c = runner__arena_alloc(&l->arena, sizeof(*c));
	AUTO_STRBUF key = STRBUF_INIT;

	if (!c)
		return NULL;
	c->rv = rv;
	c->type = perturb__type(l, group, resource);
	c->ns = perturb__copy(l, ns);
	c->name = perturb__copy(l, name);
	strbuf_addf(&key, STR_FMT "/" STR_FMT "/" STR_FMT, STR_ARG(c->type), STR_ARG(ns),
		    STR_ARG(name));
	c->key = perturb__copy(l, strbuf_str(&key));
	c->json = perturb__copy(l, json);
	c->deleted = deleted;
	if (l->arena.failed || !perturb__push(l, &l->changes, c))
		return NULL;
	learn(l, c);
	return c;
}

const struct perturb__change *perturb__birth_of(const struct perturb__change *c)
{
	while (!c->added && c->before)
		c = c->before;
	return c;
}

const struct perturb__change *perturb__gone_owner(const struct perturb__life *l,
						  const struct perturb__change *c)
{
	const struct perturb__change *born = perturb__birth_of(c);
	json_t refs = json_path((json_t) { born->json.ptr, born->json.len }, "metadata",
				"ownerReferences", NULL),
	       ref;
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct json_iter it;

	if (!c->deleted || c->by != PERTURB_SERVER || born->by != PERTURB_SUBJECT)
		return NULL;
	for (json_iter_init(&it, refs); json_iter_element(&it, &ref);) {
		const struct perturb__change *owner =
		    map_get(&l->uids, json_str(json_get(ref, "uid"), &scratch));

		if (owner && owner->deleted && owner->rv < born->rv)
			return owner;
	}
	return NULL;
}
