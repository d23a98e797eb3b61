/* SPDX-License-Identifier: Apache-2.0 */
/* smd_merge.c - functions that make trees: merge a configuration, remove fields. */
#include "base/alloc.h"
#include "base/map.h"
#include "fakeapi/apply/fieldset.h"
#include "fakeapi/apply/smd.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/meta/number.h"

/* --- merge --- */

static bool hollow(const cJSON *v)
{
	return !v || !v->child;
}

static cJSON *merge(const struct fakeapi__smd *s, const cJSON *l, const cJSON *r);

static int add_named(cJSON *out, const char *name, cJSON *v)
{
	if (v && cJSON_AddItemToObject(out, name, v))
		return 0;
	cJSON_Delete(v);
	return -1;
}

static cJSON *merge_maps(const struct fakeapi__smd *s, const cJSON *l, const cJSON *r)
{
	cJSON *out = cJSON_CreateObject();
	struct fakeapi__lookup in_l, in_r;
	bool declared;

	fakeapi__lookup_members(&in_l, l, r);
	fakeapi__lookup_members(&in_r, r, l);
	for (const cJSON *m = l ? l->child : NULL; m && out; m = m->next) {
		struct fakeapi__smd sub = fakeapi__smd_member(s, m->string, &declared);

		if (add_named(out, m->string, merge(&sub, m, fakeapi__lookup(&in_r, m->string))) !=
		    0)
			goto fail;
	}
	for (const cJSON *m = r ? r->child : NULL; m && out; m = m->next) {
		struct fakeapi__smd sub = fakeapi__smd_member(s, m->string, &declared);

		if (fakeapi__lookup(&in_l, m->string))
			continue;
		if (add_named(out, m->string, merge(&sub, NULL, m)) != 0)
			goto fail;
	}
	fakeapi__lookup_fini(&in_l);
	fakeapi__lookup_fini(&in_r);
	return out;
fail:
	fakeapi__lookup_fini(&in_l);
	fakeapi__lookup_fini(&in_r);
	cJSON_Delete(out);
	return NULL;
}

/* A list indexed by path element. */
struct side {
	const cJSON **items;
	char **elements;
	size_t count;
	struct map index; /* element -> index + 1 of its first item */
};

static void side_fini(struct side *x)
{
	for (size_t i = 0; x->elements && i < x->count; i++)
		base__free(x->elements[i]);
	base__free(x->elements);
	base__free(x->items);
	map_fini(&x->index);
}

/* Omits items without a path element. */
static int side_init(struct side *x, const struct fakeapi__smd *list, const cJSON *v)
{
	size_t n = v ? (size_t)cJSON_GetArraySize(v) : 0;

	memset(x, 0, sizeof(*x));
	map_init(&x->index, MAP_BORROW_KEYS);
	x->items = base__reallocarray(NULL, n + 1, sizeof(*x->items));
	x->elements = base__calloc(n + 1, sizeof(*x->elements));
	if (!x->items || !x->elements)
		return -1;
	for (const cJSON *m = v ? v->child : NULL; m; m = m->next) {
		AUTO_STRBUF element = STRBUF_INIT;
		AUTO_STRBUF why = STRBUF_INIT;

		if (!fakeapi__smd_item(list, m, &element, &why)) {
			if (element.failed)
				return -1;
			continue;
		}
		x->items[x->count] = m;
		x->elements[x->count] = strbuf_steal(&element);
		if (!x->elements[x->count++])
			return -1;
		if (!map_get(&x->index, str_of(x->elements[x->count - 1])) &&
		    map_put(&x->index, str_of(x->elements[x->count - 1]),
			    (void *)(uintptr_t)x->count, NULL) != 0)
			return -1;
	}
	return 0;
}

static size_t find(const struct side *x, const char *element)
{
	return (size_t)(uintptr_t)map_get(&x->index, str_of(element));
}

static int add_merged(cJSON *out, const struct fakeapi__smd *element, const cJSON *l,
		      const cJSON *r)
{
	cJSON *v = merge(element, l, r);

	if (v && cJSON_AddItemToArray(out, v))
		return 0;
	cJSON_Delete(v);
	return -1;
}

/* The next item of `r` from `at` on that is also in `l`; r->count: none. */
static size_t next_shared(const struct side *l, const struct side *r, size_t at)
{
	while (at < r->count && !find(l, r->elements[at]))
		at++;
	return at;
}

/* Shared items keep the order of `r`; items of one side stay next to their neighbours. */
static int merge_sides(const struct fakeapi__smd *element, const struct side *l,
		       const struct side *r, bool *merged, cJSON *out)
{
	size_t shared = next_shared(l, r, 0);

	for (size_t i = 0, j = 0; i < l->count || j < r->count;) {
		size_t in_r = i < l->count ? find(r, l->elements[i]) : 0;
		size_t in_l;

		if (i < l->count && j < r->count) {
			if (in_r && strcmp(l->elements[i], r->elements[j]) == 0) {
				merged[j] = true;
				if (add_merged(out, element, l->items[i], r->items[j]) != 0)
					return -1;
				i++;
				j++;
				shared = next_shared(l, r, shared + 1);
				continue;
			}
			if (in_r && shared < r->count &&
			    strcmp(r->elements[shared], l->elements[i]) != 0) {
				i++;
				continue;
			}
		}
		if (i < l->count && !in_r) {
			if (add_merged(out, element, l->items[i], NULL) != 0)
				return -1;
			i++;
			continue;
		}
		if (i < l->count && merged[in_r - 1])
			i++;
		if (j < r->count) {
			in_l = find(l, r->elements[j]);
			merged[j] = true;
			if (add_merged(out, element, in_l ? l->items[in_l - 1] : NULL,
				       r->items[j]) != 0)
				return -1;
			if (j == shared)
				shared = next_shared(l, r, shared + 1);
			j++;
		} else if (i < l->count && in_r && !merged[in_r - 1]) {
			i++;
		}
	}
	return 0;
}

static cJSON *merge_lists(const struct fakeapi__smd *s, const cJSON *l, const cJSON *r)
{
	struct fakeapi__smd element = fakeapi__smd_element(s);
	struct side left = { 0 }, right = { 0 };
	cJSON *out = cJSON_CreateArray();
	bool *merged = NULL;

	if (!out || side_init(&left, s, l) != 0 || side_init(&right, s, r) != 0)
		goto fail;
	merged = base__calloc(right.count + 1, sizeof(*merged));
	if (!merged || merge_sides(&element, &left, &right, merged, out) != 0)
		goto fail;
	base__free(merged);
	side_fini(&left);
	side_fini(&right);
	return out;
fail:
	cJSON_Delete(out);
	base__free(merged);
	side_fini(&left);
	side_fini(&right);
	return NULL;
}

static cJSON *merge(const struct fakeapi__smd *s, const cJSON *l, const cJSON *r)
{
	const cJSON *some = r && !cJSON_IsNull(r) ? r : l;
	enum fakeapi__shape shape = fakeapi__smd_shape(s, some);
	bool mixed = !hollow(l) && !hollow(r) && cJSON_IsArray(l) != cJSON_IsArray(r);

	if (shape == FAKEAPI_SHAPE_LEAF || mixed || (hollow(l) && hollow(r)))
		return cJSON_Duplicate(r ? r : l, true);
	if (r && !cJSON_IsNull(r) && !cJSON_IsObject(r) && !cJSON_IsArray(r))
		return cJSON_Duplicate(r, true);
	if (shape == FAKEAPI_SHAPE_MAP)
		return merge_maps(s, l, r);
	return merge_lists(s, l, r);
}

cJSON *fakeapi__smd_merge(const struct fakeapi__smd *s, const cJSON *live, const cJSON *config)
{
	return merge(s, live, config);
}

/* --- removal --- */

/* The path element of a member or item, as written in sets. -1: out of memory. */
static int element_text(const struct fakeapi__smd *s, enum fakeapi__shape shape, const cJSON *m,
			struct strbuf *out)
{
	AUTO_STRBUF why = STRBUF_INIT;

	strbuf_clear(out);
	if (shape != FAKEAPI_SHAPE_MAP) {
		(void)fakeapi__smd_item(s, m, out, &why);
	} else {
		strbuf_addz(out, "f:");
		strbuf_addz(out, m->string);
	}
	return out->failed ? -1 : 0;
}

/* Removes the set's fields from one child of `value`; `e` is its element in the set. */
static int remove_one(const struct fakeapi__smd *s, cJSON *value, cJSON *m, const cJSON *e)
{
	bool had = m->child != NULL;

	if (fakeapi__fieldset_has(e)) {
		cJSON_Delete(cJSON_DetachItemViaPointer(value, m));
		return 0;
	}
	if (!e)
		return 0;
	if (fakeapi__smd_remove(s, m, e) != 0)
		return -1;
	if (had && !m->child) /* as Go writes a nil map or list */
		m->type = (m->type & ~0xff) | cJSON_NULL;
	return 0;
}

int fakeapi__smd_remove(const struct fakeapi__smd *s, cJSON *value, const cJSON *set)
{
	enum fakeapi__shape shape = fakeapi__smd_shape(s, value);
	struct fakeapi__smd item = fakeapi__smd_element(s);
	AUTO_STRBUF element = STRBUF_INIT;
	struct fakeapi__lookup elements;
	bool declared;
	int rc = 0;

	if (shape == FAKEAPI_SHAPE_LEAF || (!cJSON_IsObject(value) && !cJSON_IsArray(value)))
		return 0;
	fakeapi__lookup_members(&elements, set, value);
	for (cJSON *m = value->child, *next; m && rc == 0; m = next) {
		struct fakeapi__smd sub = item;

		next = m->next;
		if (shape == FAKEAPI_SHAPE_MAP)
			sub = fakeapi__smd_member(s, m->string, &declared);
		rc = element_text(s, shape, m, &element);
		if (rc == 0)
			rc = remove_one(&sub, value, m, fakeapi__lookup(&elements, element.ptr));
	}
	fakeapi__lookup_fini(&elements);
	return rc;
}
