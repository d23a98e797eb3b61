/* SPDX-License-Identifier: Apache-2.0 */
/* smd_walk.c - walks one or two trees and makes field sets. */
#include "base/alloc.h"
#include "base/map.h"
#include "fakeapi/apply/fieldset.h"
#include "fakeapi/apply/smd.h"
#include "fakeapi/meta/go_json.h"

enum { DEPTH_MAX = 1100 };

struct walk {
	const char *path[DEPTH_MAX];
	size_t depth;
	cJSON *added;
	cJSON *modified;
	cJSON *removed;
	bool nomem;
};

static void insert(struct walk *w, cJSON *set)
{
	if (!w->nomem && fakeapi__fieldset_insert(set, w->path, w->depth) != 0)
		w->nomem = true;
}

/* Pushes a path element, which must live until it is popped. */
static bool push(struct walk *w, const char *element)
{
	if (w->depth == DEPTH_MAX)
		return false;
	w->path[w->depth++] = element;
	return true;
}

static char *field_element(struct walk *w, const char *name)
{
	size_t n = strlen(name) + 1;
	char *z = base__malloc(n + 2);

	if (!z) {
		w->nomem = true;
		return NULL;
	}
	memcpy(z, "f:", 2);
	memcpy(z + 2, name, n);
	return z;
}

static char *item_element(struct walk *w, const struct fakeapi__smd *list, const cJSON *item)
{
	AUTO_STRBUF out = STRBUF_INIT;
	AUTO_STRBUF why = STRBUF_INIT;

	if (fakeapi__smd_item(list, item, &out, &why))
		return strbuf_steal(&out);
	w->nomem |= out.failed;
	return NULL;
}

/* managedFields do not own themselves. */
static bool skipped(const struct walk *w, const char *name)
{
	return w->depth == 1 && strcmp(w->path[0], "f:metadata") == 0 &&
	       strcmp(name, "managedFields") == 0;
}

static bool hollow(const cJSON *v)
{
	return !v || !v->child;
}

/* --- compare --- */

static void compare(struct walk *w, const struct fakeapi__smd *s, const cJSON *l, const cJSON *r);

static void compare_leaf(struct walk *w, const cJSON *l, const cJSON *r)
{
	if (!l)
		insert(w, w->added);
	else if (!r)
		insert(w, w->removed);
	else if (!fakeapi__equal(l, r))
		insert(w, w->modified);
}

static void compare_member(struct walk *w, const struct fakeapi__smd *s, const char *name,
			   const cJSON *l, const cJSON *r)
{
	bool declared;
	struct fakeapi__smd m = fakeapi__smd_member(s, name, &declared);
	char *element;

	if (skipped(w, name))
		return;
	element = field_element(w, name);
	if (element && push(w, element)) {
		compare(w, &m, l, r);
		w->depth--;
	}
	base__free(element);
}

/* Members of large maps are looked up in a table. */
static void compare_maps(struct walk *w, const struct fakeapi__smd *s, const cJSON *l,
			 const cJSON *r)
{
	struct map left;

	map_init(&left, MAP_BORROW_KEYS);
	for (const cJSON *m = l ? l->child : NULL; m; m = m->next)
		w->nomem |= map_put(&left, str_of(m->string), (void *)(uintptr_t)m, NULL) != 0;
	for (const cJSON *m = r ? r->child : NULL; m && !w->nomem; m = m->next)
		compare_member(w, s, m->string, map_del(&left, str_of(m->string)), m);
	for (const cJSON *m = l ? l->child : NULL; m && !w->nomem; m = m->next)
		if (map_get(&left, str_of(m->string)))
			compare_member(w, s, m->string, m, NULL);
	map_fini(&left);
}

/* Items of both lists by path element; of duplicates the first. */
struct item {
	char *element;
	const cJSON *l, *r;
	size_t l_count, r_count;
};

struct items {
	struct item *at;
	size_t count, cap;
	struct map by_element; /* index + 1 */
};

static struct item *item_for(struct walk *w, struct items *all, const struct fakeapi__smd *list,
			     const cJSON *value)
{
	char *element = item_element(w, list, value);
	uintptr_t known;

	if (!element)
		return NULL;
	known = (uintptr_t)map_get(&all->by_element, str_of(element));
	if (known) {
		base__free(element);
		return &all->at[known - 1];
	}
	if (all->count == all->cap) {
		size_t cap = all->cap ? all->cap * 2 : 16;
		struct item *at = base__reallocarray(all->at, cap, sizeof(*at));

		if (!at)
			goto nomem;
		all->at = at;
		all->cap = cap;
	}
	if (map_put(&all->by_element, str_of(element), (void *)(uintptr_t)(all->count + 1), NULL) !=
	    0)
		goto nomem;
	all->at[all->count] = (struct item) { .element = element };
	return &all->at[all->count++];
nomem:
	base__free(element);
	w->nomem = true;
	return NULL;
}

/* The next item with that element from `m` on. */
static const cJSON *next_of(struct walk *w, const struct fakeapi__smd *list, const char *element,
			    const cJSON *m)
{
	for (; m; m = m->next) {
		char *its = item_element(w, list, m);
		bool same = its && strcmp(its, element) == 0;

		base__free(its);
		if (same)
			return m;
	}
	return NULL;
}

/* True if both sides have equal items with this key in the same order. */
static bool same_doubles(struct walk *w, const struct fakeapi__smd *list, const struct item *i)
{
	const cJSON *l = i->l, *r = i->r;

	if (i->l_count != i->r_count)
		return false;
	while (l && r && fakeapi__equal(l, r)) {
		l = next_of(w, list, i->element, l->next);
		r = next_of(w, list, i->element, r->next);
	}
	return !l && !r;
}

/* Several items with one key have one owner (typed/compare.go). */
static void compare_item(struct walk *w, const struct fakeapi__smd *list,
			 const struct fakeapi__smd *element, const struct item *i)
{
	if (!push(w, i->element))
		return;
	if (i->l_count <= 1 && i->r_count <= 1) {
		compare(w, element, i->l, i->r);
	} else if (i->l_count >= 2 && i->r_count >= 2) {
		if (!same_doubles(w, list, i))
			insert(w, w->modified);
	} else if (i->l_count >= 2) {
		if (i->r)
			compare(w, element, NULL, i->r);
		insert(w, w->removed);
	} else {
		if (i->l)
			compare(w, element, i->l, NULL);
		insert(w, w->added);
	}
	w->depth--;
}

static void compare_lists(struct walk *w, const struct fakeapi__smd *s, const cJSON *l,
			  const cJSON *r)
{
	struct fakeapi__smd element = fakeapi__smd_element(s);
	struct items all = { NULL, 0, 0, { 0 } };
	struct item *i;

	map_init(&all.by_element, MAP_BORROW_KEYS);
	for (const cJSON *m = l ? l->child : NULL; m && !w->nomem; m = m->next) {
		i = item_for(w, &all, s, m);
		if (i && i->l_count++ == 0)
			i->l = m;
	}
	for (const cJSON *m = r ? r->child : NULL; m && !w->nomem; m = m->next) {
		i = item_for(w, &all, s, m);
		if (i && i->r_count++ == 0)
			i->r = m;
	}
	for (size_t n = 0; n < all.count; n++) {
		if (!w->nomem)
			compare_item(w, s, &element, &all.at[n]);
		base__free(all.at[n].element);
	}
	map_fini(&all.by_element);
	base__free(all.at);
}

static void compare(struct walk *w, const struct fakeapi__smd *s, const cJSON *l, const cJSON *r)
{
	const cJSON *some = r && !cJSON_IsNull(r) ? r : l;
	enum fakeapi__shape shape = fakeapi__smd_shape(s, some);
	bool mixed = !hollow(l) && !hollow(r) && cJSON_IsArray(l) != cJSON_IsArray(r);

	if (shape == FAKEAPI_SHAPE_LEAF || mixed || (hollow(l) && hollow(r))) {
		compare_leaf(w, l, r);
		return;
	}
	if (shape == FAKEAPI_SHAPE_MAP)
		compare_maps(w, s, l, r);
	else
		compare_lists(w, s, l, r);
	if (!l)
		insert(w, w->added);
	else if (!r)
		insert(w, w->removed);
}

static struct walk *walk_new(void)
{
	struct walk *w = base__malloc(sizeof(*w));

	if (w) { /* the path is long and needs no clearing */
		w->depth = 0;
		w->added = w->modified = w->removed = NULL;
		w->nomem = false;
	}
	return w;
}

int fakeapi__smd_compare(const struct fakeapi__smd *s, const cJSON *from, const cJSON *to,
			 cJSON **added, cJSON **modified, cJSON **removed)
{
	struct walk *w = walk_new();

	*added = *modified = *removed = NULL;
	if (!w)
		return -1;
	w->added = cJSON_CreateObject();
	w->modified = cJSON_CreateObject();
	w->removed = cJSON_CreateObject();
	w->nomem = !w->added || !w->modified || !w->removed;
	if (!w->nomem)
		compare(w, s, from, to);
	if (w->nomem || fakeapi__fieldset_sort(w->added) != 0 ||
	    fakeapi__fieldset_sort(w->modified) != 0 || fakeapi__fieldset_sort(w->removed) != 0) {
		cJSON_Delete(w->added);
		cJSON_Delete(w->modified);
		cJSON_Delete(w->removed);
		base__free(w);
		return -1;
	}
	*added = w->added;
	*modified = w->modified;
	*removed = w->removed;
	base__free(w);
	return 0;
}

/* --- the fields of one tree --- */

static void fields(struct walk *w, const struct fakeapi__smd *s, const cJSON *v);

static void fields_of_map(struct walk *w, const struct fakeapi__smd *s, const cJSON *v)
{
	for (const cJSON *m = v->child; m && !w->nomem; m = m->next) {
		bool declared;
		struct fakeapi__smd sub = fakeapi__smd_member(s, m->string, &declared);
		char *element = skipped(w, m->string) ? NULL : field_element(w, m->string);

		if (element && push(w, element)) {
			fields(w, &sub, m);
			if (cJSON_IsNull(m) || (cJSON_IsObject(m) && !m->child) || !declared)
				insert(w, w->added);
			w->depth--;
		}
		base__free(element);
	}
}

/* Counts the items of each element in `seen`. */
static void count_elements(struct walk *w, const struct fakeapi__smd *s, const cJSON *v,
			   struct map *seen)
{
	for (const cJSON *m = v->child; m && !w->nomem; m = m->next) {
		char *element = item_element(w, s, m);
		uintptr_t n = element ? (uintptr_t)map_get(seen, str_of(element)) : 0;

		if (element && map_put(seen, str_of(element), (void *)(n + 1), NULL) != 0)
			w->nomem = true;
		base__free(element);
	}
}

/* Descendants of items with duplicate keys have no owner (typed/tofieldset.go). */
static void fields_of_list(struct walk *w, const struct fakeapi__smd *s, const cJSON *v)
{
	struct fakeapi__smd sub = fakeapi__smd_element(s);
	struct map seen;

	map_init(&seen, MAP_COPY_KEYS);
	count_elements(w, s, v, &seen);
	for (const cJSON *m = v->child; m && !w->nomem; m = m->next) {
		char *element = item_element(w, s, m);

		if (element && push(w, element)) {
			if ((uintptr_t)map_get(&seen, str_of(element)) == 1)
				fields(w, &sub, m);
			insert(w, w->added);
			w->depth--;
		}
		base__free(element);
	}
	map_fini(&seen);
}

static void fields(struct walk *w, const struct fakeapi__smd *s, const cJSON *v)
{
	enum fakeapi__shape shape = fakeapi__smd_shape(s, v);

	if (shape == FAKEAPI_SHAPE_LEAF || (!cJSON_IsObject(v) && !cJSON_IsArray(v)))
		insert(w, w->added);
	else if (shape == FAKEAPI_SHAPE_MAP)
		fields_of_map(w, s, v);
	else
		fields_of_list(w, s, v);
}

cJSON *fakeapi__smd_fields(const struct fakeapi__smd *s, const cJSON *config)
{
	struct walk *w = walk_new();
	cJSON *set = NULL;

	if (!w)
		return NULL;
	w->added = cJSON_CreateObject();
	w->nomem = !w->added;
	if (!w->nomem)
		fields(w, s, config);
	if (w->nomem || fakeapi__fieldset_sort(w->added) != 0)
		cJSON_Delete(w->added);
	else
		set = w->added;
	base__free(w);
	return set;
}

/* --- struct fields as members --- */

static int named(const struct fakeapi__smd *s, cJSON *set)
{
	cJSON *dot;

	for (cJSON *e = set->child; e; e = e->next) {
		bool declared = false;
		struct fakeapi__smd sub;

		if (!e->child || strcmp(e->string, ".") == 0)
			continue;
		if (e->string[0] == 'f')
			sub = fakeapi__smd_member(s, e->string + 2, &declared);
		else
			sub = fakeapi__smd_element(s);
		if (named(&sub, e) != 0)
			return -1;
		if (!declared || fakeapi__fieldset_has(e))
			continue;
		dot = cJSON_CreateObject();
		if (!dot || !cJSON_AddItemToObject(e, ".", dot)) {
			cJSON_Delete(dot);
			return -1;
		}
	}
	return 0;
}

cJSON *fakeapi__smd_named_members(const struct fakeapi__smd *s, const cJSON *set)
{
	cJSON *out = cJSON_Duplicate(set, true);

	if (out && (named(s, out) != 0 || fakeapi__fieldset_sort(out) != 0)) {
		cJSON_Delete(out);
		return NULL;
	}
	return out;
}
