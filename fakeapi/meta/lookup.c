/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/meta/lookup.h"

#include "base/alloc.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/meta/object.h"

unsigned fakeapi__lookup_small = 16;

static bool is_large(const cJSON *v)
{
	const cJSON *c = v ? v->child : NULL;

	for (unsigned n = 0; c; c = c->next)
		if (++n > fakeapi__lookup_small)
			return true;
	return false;
}

static const char *text_of(const struct fakeapi__lookup *l, const cJSON *item)
{
	if (!l->items)
		return item->string;
	if (l->member)
		return fakeapi__string(item, l->member);
	return fakeapi__text(item);
}

static void make(struct fakeapi__lookup *l, bool hashed)
{
	map_init(&l->by_name, MAP_BORROW_KEYS);
	l->hashed = hashed;
	for (const cJSON *c = l->hashed ? l->in->child : NULL; c; c = c->next) {
		struct str key = str_of(text_of(l, c));

		if (l->items && map_get(&l->by_name, key))
			continue;
		if (map_put(&l->by_name, key, (void *)(uintptr_t)c, NULL) != 0) {
			map_fini(&l->by_name);
			l->hashed = false;
			return;
		}
	}
}

void fakeapi__lookup_members(struct fakeapi__lookup *l, const cJSON *obj, const cJSON *wanted)
{
	*l = (struct fakeapi__lookup) { .in = cJSON_IsObject(obj) ? obj : NULL };
	make(l, is_large(l->in) && is_large(wanted));
}

void fakeapi__lookup_growing(struct fakeapi__lookup *l, const cJSON *obj, size_t count)
{
	*l = (struct fakeapi__lookup) { .in = cJSON_IsObject(obj) ? obj : NULL };
	make(l, count > fakeapi__lookup_small);
}

void fakeapi__lookup_items(struct fakeapi__lookup *l, const cJSON *list, const char *member,
			   const cJSON *wanted)
{
	*l = (struct fakeapi__lookup) { .in = list, .member = member, .items = true };
	make(l, is_large(list) && is_large(wanted));
}

void fakeapi__lookup_fini(struct fakeapi__lookup *l)
{
	map_fini(&l->by_name);
	l->hashed = false;
}

cJSON *fakeapi__lookup(const struct fakeapi__lookup *l, const char *name)
{
	cJSON *c = l->in ? l->in->child : NULL;

	if (l->hashed)
		return map_get(&l->by_name, str_of(name));
	if (!l->items)
		return fakeapi__member(l->in, name);
	while (c && strcmp(text_of(l, c), name) != 0)
		c = c->next;
	return c;
}

bool fakeapi__lookup_again(const struct fakeapi__lookup *l, const cJSON *item)
{
	return fakeapi__lookup(l, text_of(l, item)) != item;
}

/* Adds the member; if that fails, drops the whole table. */
static void add_to_table(struct fakeapi__lookup *l, cJSON *member)
{
	if (l->hashed && map_put(&l->by_name, str_of(member->string), member, NULL) != 0)
		fakeapi__lookup_fini(l);
}

static cJSON *own(const struct fakeapi__lookup *l)
{
	return (cJSON *)(uintptr_t)l->in;
}

int fakeapi__lookup_set(struct fakeapi__lookup *l, const char *name, cJSON *value)
{
	cJSON *old = fakeapi__lookup(l, name);

	if (!value)
		return -1;
	if (!old) {
		if (!cJSON_AddItemToObject(own(l), name, value)) {
			cJSON_Delete(value);
			return -1;
		}
		add_to_table(l, value);
		return 0;
	}
	/* Remove the old member from the table, even if the replacement fails. */
	if (l->hashed)
		(void)map_del(&l->by_name, str_of(name));
	if (fakeapi__replace_child(own(l), old, name, value) != 0) {
		add_to_table(l, old);
		return -1;
	}
	add_to_table(l, value);
	return 0;
}

cJSON *fakeapi__lookup_detach(struct fakeapi__lookup *l, const char *name)
{
	cJSON *old = fakeapi__lookup(l, name);

	if (!old)
		return NULL;
	if (l->hashed)
		(void)map_del(&l->by_name, str_of(old->string));
	return cJSON_DetachItemViaPointer(own(l), old);
}

/* --- several ------------------------------------------------------------------------------ */

void fakeapi__lookups_init(struct fakeapi__lookups *all)
{
	fakeapi__lookups_over(all, NULL);
}

void fakeapi__lookups_over(struct fakeapi__lookups *all, const struct fakeapi__lookups *known)
{
	map_init(&all->by_container, MAP_COPY_KEYS);
	all->known = known;
}

void fakeapi__lookups_fini(struct fakeapi__lookups *all)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&all->by_container, &i));) {
		fakeapi__lookup_fini(e->value);
		base__free(e->value);
	}
	map_fini(&all->by_container);
}

static struct str key_of(const cJSON **obj)
{
	return (struct str) { (const char *)obj, sizeof(*obj) };
}

/* NULL: out of memory. */
static struct fakeapi__lookup *learn(struct fakeapi__lookups *all, const cJSON *obj)
{
	struct fakeapi__lookup *l = base__malloc(sizeof(*l));

	if (!l)
		return NULL;
	fakeapi__lookup_members(l, obj, obj);
	if (map_put(&all->by_container, key_of(&obj), l, NULL) == 0)
		return l;
	fakeapi__lookup_fini(l);
	base__free(l);
	return NULL;
}

void fakeapi__lookups_learn(struct fakeapi__lookups *all, const cJSON *schema)
{
	for (const cJSON *c = schema ? schema->child : NULL; c; c = c->next) {
		if (cJSON_IsObject(c) && c->string && strcmp(c->string, "properties") == 0 &&
		    is_large(c))
			(void)learn(all, c);
		fakeapi__lookups_learn(all, c);
	}
}

cJSON *fakeapi__lookups_member(struct fakeapi__lookups *all, const cJSON *obj, const char *name)
{
	struct fakeapi__lookup *l = NULL;

	if (!all || !cJSON_IsObject(obj) || !is_large(obj))
		return fakeapi__member(obj, name);
	if (all->known)
		l = map_get(&all->known->by_container, key_of(&obj));
	l = l ? l : map_get(&all->by_container, key_of(&obj));
	l = l ? l : learn(all, obj);
	return l ? fakeapi__lookup(l, name) : fakeapi__member(obj, name);
}

/* --- order ------------------------------------------------------------------------------- */

/* The index in the input makes sorting stable: the last duplicate must win. */
struct place {
	cJSON *m;
	size_t at;
};

static int by_name(const void *a, const void *b)
{
	const struct place *x = a, *y = b;
	int d = strcmp(x->m->string, y->m->string);

	return d ? d : (x->at > y->at) - (x->at < y->at);
}

int fakeapi__sort_members(cJSON *obj, bool deep)
{
	size_t n = (size_t)cJSON_GetArraySize(obj), i = 0;
	bool sorted = true;
	struct place *all;

	for (cJSON *m = deep ? obj->child : NULL; m; m = m->next)
		if (fakeapi__sort_members(m, deep) != 0)
			return -1;
	if (!cJSON_IsObject(obj))
		return 0;
	for (const cJSON *m = obj->child; m && m->next; m = m->next)
		sorted = sorted && strcmp(m->string, m->next->string) < 0;
	if (sorted)
		return 0;
	all = base__reallocarray(NULL, n, sizeof(*all));
	if (!all)
		return -1;
	for (cJSON *m = obj->child; m; m = m->next, i++)
		all[i] = (struct place) { m, i };
	qsort(all, n, sizeof(*all), by_name);
	for (i = 0; i < n; i++) {
		all[i].m->next = i + 1 < n ? all[i + 1].m : NULL;
		all[i].m->prev =
		    i ? all[i - 1].m : all[n - 1].m; /* the first child's prev is the last */
	}
	obj->child = all[0].m;
	base__free(all);
	for (cJSON *m = obj->child; m && m->next;) {
		cJSON *next = m->next;

		if (strcmp(m->string, next->string) == 0)
			cJSON_Delete(cJSON_DetachItemViaPointer(obj, m));
		m = next;
	}
	return 0;
}

/* --- values ------------------------------------------------------------------------------- */

int fakeapi__value_text(const cJSON *v, struct strbuf *out)
{
	cJSON *copy = NULL;
	char *text;

	if (cJSON_IsString(v)) {
		strbuf_addc(out, '"');
		strbuf_addz(out, v->valuestring);
	} else if (cJSON_IsNumber(v)) {
		fakeapi__number_add(out, v);
	} else if (cJSON_IsObject(v) || cJSON_IsArray(v)) {
		copy = cJSON_Duplicate(v, true);
		text = copy && fakeapi__sort_members(copy, true) == 0 ? fakeapi__print(copy) : NULL;
		strbuf_addz(out, text ? text : "");
		out->failed |= !text;
		cJSON_free(text);
		cJSON_Delete(copy);
	} else {
		strbuf_addz(out, fakeapi__go_json_word(v));
		strbuf_addz(out, cJSON_IsTrue(v) ? "+" : "-");
	}
	return out->failed ? -1 : 0;
}
