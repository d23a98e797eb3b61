/* SPDX-License-Identifier: Apache-2.0 */
/*
 * patch_strategic.c - strategic merge patch: a merge patch that knows from the Go types' tags which
 * lists are merged and by which key, and takes directives:
 *   $patch: replace|delete         on a map, or on an element of a merged list of maps
 *   $retainKeys: [...]             members of a union that may stay
 *   $deleteFromPrimitiveList/x     elements to remove from a list of scalars
 *   $setElementOrder/x             the order the client wants for list x
 * Everything works in place; the patch is taken apart on the way.
 */
#include "base/alloc.h"
#include "fakeapi/apply/patch_impl.h"
#include "fakeapi/meta/go_json.h"

#define DELETE_PREFIX "$deleteFromPrimitiveList/"
#define ORDER_PREFIX  "$setElementOrder/"

struct merge {
	struct strbuf *why;
	int *code;
};

/* What is known about a member: its type and tags. */
struct tags {
	const struct fakeapi__type *type;
	bool merge, replace;
	const char *key;
};

static int fail(struct merge *m, int code, const char *text)
{
	if (m->why->len == 0) {
		strbuf_addz(m->why, text);
		*m->code = code;
	}
	return -1;
}

static bool starts(const char *z, const char *prefix)
{
	return strncmp(z, prefix, strlen(prefix)) == 0;
}

static struct tags tags_of(const struct fakeapi__type *t, const char *name)
{
	struct tags r = { NULL, false, false, "" };
	const struct fakeapi__field *f;

	if (!t)
		return r;
	if (t->kind == FAKEAPI_T_MAP) {
		r.type = fakeapi__type_elem(t);
		return r;
	}
	f = fakeapi__type_field(t, name);
	if (!f)
		return r;
	r.type = fakeapi__field_type(f);
	r.merge = f->flags & FAKEAPI_F_PATCH_MERGE;
	r.replace = f->flags & FAKEAPI_F_PATCH_REPLACE;
	r.key = f->merge_key;
	return r;
}

static const struct fakeapi__type *elem_of(const struct fakeapi__type *t)
{
	return t && t->kind == FAKEAPI_T_LIST ? fakeapi__type_elem(t) : NULL;
}

/* --- vectors of items: list surgery is easier on pointers --- */

struct items {
	cJSON **at;
	size_t count;
};

/* Takes the elements out of `list`, with room for `more`. */
static int items_take(struct items *v, cJSON *list, size_t more)
{
	size_t n = list ? (size_t)cJSON_GetArraySize(list) : 0;

	v->count = 0;
	v->at = base__reallocarray(NULL, n + more + 1, sizeof(cJSON *));
	if (!v->at)
		return -1;
	while (list && list->child)
		v->at[v->count++] = cJSON_DetachItemViaPointer(list, list->child);
	return 0;
}

/* Puts them back, the vector is empty after. */
static void items_give(struct items *v, cJSON *list)
{
	for (size_t i = 0; i < v->count; i++)
		(void)cJSON_AddItemToArray(list, v->at[i]);
	base__free(v->at);
	v->at = NULL;
	v->count = 0;
}

static bool same_item(const cJSON *a, const cJSON *b, const char *key)
{
	if (*key)
		return fakeapi__member(a, key) &&
		       fakeapi__equal(fakeapi__member(a, key), fakeapi__member(b, key));
	return fakeapi__equal(a, b);
}

/* The item's place in a list; -1: not there. */
static long place_in(const cJSON *list, const cJSON *item, const char *key)
{
	long i = 0;

	for (const cJSON *e = list ? list->child : NULL; e; e = e->next, i++)
		if (same_item(e, item, key))
			return i;
	return -1;
}

/* Insertion sort: stable, and lists are short. */
static void sort_by(struct items *v, const cJSON *order, const char *key)
{
	for (size_t i = 1; i < v->count; i++) {
		cJSON *item = v->at[i];
		long place = place_in(order, item, key);
		size_t j = i;

		for (; j > 0 && place >= 0 && place_in(order, v->at[j - 1], key) > place; j--)
			v->at[j] = v->at[j - 1];
		v->at[j] = item;
	}
}

/*
 * The items that `order` names, in its order, mixed with those that it does not (the server's own),
 * which keep the order and as far as possible the places they have in `server`.
 */
static int arrange(cJSON *list, const cJSON *order, const cJSON *server, const char *key)
{
	struct items all = { NULL, 0 }, ours = { NULL, 0 }, theirs = { NULL, 0 };
	size_t i = 0, j = 0;

	if (items_take(&all, list, 0) != 0)
		return -1;
	ours.at = base__reallocarray(NULL, all.count + 1, sizeof(cJSON *));
	theirs.at = base__reallocarray(NULL, all.count + 1, sizeof(cJSON *));
	if (!ours.at || !theirs.at) {
		base__free(ours.at);
		base__free(theirs.at);
		items_give(&all, list);
		return -1;
	}
	for (size_t n = 0; n < all.count; n++) {
		if (place_in(order, all.at[n], key) >= 0)
			ours.at[ours.count++] = all.at[n];
		else
			theirs.at[theirs.count++] = all.at[n];
	}
	sort_by(&ours, order, key);
	sort_by(&theirs, server, key);
	all.count = 0;
	while (i < theirs.count || j < ours.count) {
		long l = i < theirs.count ? place_in(server, theirs.at[i], key) : -1;
		long r = j < ours.count ? place_in(server, ours.at[j], key) : -1;

		if (j >= ours.count || (i < theirs.count && l >= 0 && r >= 0 && l < r))
			all.at[all.count++] = theirs.at[i++];
		else
			all.at[all.count++] = ours.at[j++];
	}
	base__free(ours.at);
	base__free(theirs.at);
	items_give(&all, list);
	return 0;
}

/* --- values that come new into the document --- */

static void drop_nulls(cJSON *v)
{
	cJSON *c = v->child;

	while (c) {
		cJSON *next = c->next;

		if (cJSON_IsObject(v) && cJSON_IsNull(c))
			cJSON_Delete(cJSON_DetachItemViaPointer(v, c));
		else
			drop_nulls(c);
		c = next;
	}
}

/* false: the value is itself a directive. */
static bool drop_directives(cJSON *v)
{
	cJSON *c = v->child;

	if (cJSON_IsObject(v) && fakeapi__member(v, "$patch"))
		return false;
	while (c) {
		cJSON *next = c->next;

		if (!drop_directives(c))
			cJSON_Delete(cJSON_DetachItemViaPointer(v, c));
		c = next;
	}
	return true;
}

/* Puts a new value into `target`; takes it. */
static int put_new(cJSON *target, const char *name, cJSON *v)
{
	drop_nulls(v);
	if (drop_directives(v))
		return fakeapi__set(target, name, v);
	cJSON_Delete(v);
	cJSON_DeleteItemFromObjectCaseSensitive(target, name);
	return 0;
}

/* --- lists --- */

static int merge_map(struct merge *m, cJSON *target, cJSON *patch, const struct fakeapi__type *t);

static int no_key(struct merge *m, const cJSON *item, const char *key)
{
	char *text = cJSON_PrintUnformatted(item);

	if (text && m->why->len == 0) {
		strbuf_addf(m->why, "map: %s does not contain declared merge key: %s", text, key);
		*m->code = 500;
	}
	cJSON_free(text);
	return -1;
}

/* All maps, or all scalars; *maps says which. */
static int check_kind(struct merge *m, const cJSON *a, const cJSON *b, bool *maps)
{
	const cJSON *lists[] = { a, b }, *e, *first = NULL;

	for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
		cJSON_ArrayForEach(e, lists[i])
		{
			if (cJSON_IsArray(e))
				return fail(m, 422, "lists of lists are not supported");
			if (!first)
				first = e;
			if ((e->type & 0xff) != (first->type & 0xff))
				return fail(m, 500, "list element types are not identical");
		}
	}
	*maps = first && cJSON_IsObject(first);
	return 0;
}

static int merge_scalars(cJSON *target, cJSON *patch)
{
	while (patch->child) {
		cJSON *e = cJSON_DetachItemViaPointer(patch, patch->child);

		if (place_in(target, e, "") >= 0 || !cJSON_AddItemToArray(target, e))
			cJSON_Delete(e);
	}
	return 0;
}

/* $patch on elements. The elements left in `patch` are plain. *replace: the whole list is new. */
static int special_elements(struct merge *m, cJSON *target, cJSON *patch, const char *key,
			    bool *replace)
{
	cJSON *e = patch->child;

	*replace = false;
	while (e) {
		cJSON *next = e->next;
		const cJSON *directive = fakeapi__member(e, "$patch");
		const char *word = cJSON_IsString(directive) ? directive->valuestring : "";

		if (!directive) {
			e = next;
			continue;
		}
		if (strcmp(word, "replace") == 0) {
			*replace = true;
		} else if (strcmp(word, "delete") == 0) {
			if (!fakeapi__member(e, key))
				return no_key(m, e, key);
			for (cJSON *o = target->child, *after; o; o = after) {
				after = o->next;
				if (same_item(o, e, key))
					cJSON_Delete(cJSON_DetachItemViaPointer(target, o));
			}
		} else if (strcmp(word, "merge") == 0) {
			return fail(m, 500, "merging lists cannot yet be specified in the patch");
		} else {
			return fail(m, 500, "unknown patch type in list");
		}
		cJSON_Delete(cJSON_DetachItemViaPointer(patch, e));
		e = next;
	}
	return 0;
}

static void clear(cJSON *container)
{
	while (container->child)
		cJSON_Delete(cJSON_DetachItemViaPointer(container, container->child));
}

static void move_all(cJSON *to, cJSON *from)
{
	while (from->child) {
		cJSON *c = cJSON_DetachItemViaPointer(from, from->child);

		fakeapi__insert_child(to, cJSON_GetArraySize(to), c);
	}
}

static int merge_elements(struct merge *m, cJSON *target, cJSON *patch, const char *key,
			  const struct fakeapi__type *elem)
{
	while (patch->child) {
		cJSON *e = cJSON_DetachItemViaPointer(patch, patch->child), *have = NULL;
		int rc = 0;

		if (!fakeapi__member(e, key)) {
			rc = no_key(m, e, key);
		} else {
			for (cJSON *o = target->child; o && !have; o = o->next)
				have = same_item(o, e, key) ? o : NULL;
			if (!have) {
				fakeapi__insert_child(target, cJSON_GetArraySize(target), e);
				continue;
			}
			rc = merge_map(m, have, e, elem);
		}
		cJSON_Delete(e);
		if (rc != 0)
			return rc;
	}
	return 0;
}

/* A list with patchStrategy merge. */
static int merge_list(struct merge *m, cJSON *target, cJSON *patch, const struct tags *tags)
{
	cJSON *order = NULL, *server = NULL;
	bool maps = false, replace = false;
	int rc = -1;

	if (check_kind(m, target, patch, &maps) != 0)
		return -1;
	if (maps && !*tags->key)
		return fail(m, 500, "cannot merge lists without merge key");
	if (maps && special_elements(m, target, patch, tags->key, &replace) != 0)
		return -1;
	if (replace) {
		clear(target);
		move_all(target, patch);
		return 0;
	}
	order = cJSON_Duplicate(patch, true);
	server = cJSON_Duplicate(target, true);
	if (order && server)
		rc = maps ? merge_elements(m, target, patch, tags->key, elem_of(tags->type))
			  : merge_scalars(target, patch);
	if (rc == 0)
		rc = arrange(target, order, server, maps ? tags->key : "");
	cJSON_Delete(order);
	cJSON_Delete(server);
	return rc;
}

/* --- directives on maps --- */

static int retain_keys(struct merge *m, cJSON *target, cJSON *patch)
{
	cJSON *keys = cJSON_DetachItemFromObjectCaseSensitive(patch, "$retainKeys"), *k;
	cJSON *c;
	int rc = 0;

	if (!keys)
		return 0;
	if (!cJSON_IsArray(keys))
		rc = fail(m, 400, "invalid patch format of retainKeys");
	for (c = patch->child; c && rc == 0; c = c->next) {
		bool known = cJSON_IsNull(c) || starts(c->string, DELETE_PREFIX) ||
			     starts(c->string, ORDER_PREFIX);

		cJSON_ArrayForEach(k, keys) known |=
		    cJSON_IsString(k) && strcmp(k->valuestring, c->string) == 0;
		if (!known)
			rc = fail(m, 400, "invalid patch format of retainKeys");
	}
	for (c = target->child; c && rc == 0;) {
		cJSON *next = c->next;
		bool kept = false;

		cJSON_ArrayForEach(k, keys) kept |=
		    cJSON_IsString(k) && strcmp(k->valuestring, c->string) == 0;
		if (!kept)
			cJSON_Delete(cJSON_DetachItemViaPointer(target, c));
		c = next;
	}
	cJSON_Delete(keys);
	return rc;
}

/* Each plain element of the patch must stand in the order, in that order. */
static int check_order(struct merge *m, const cJSON *patch, const cJSON *order, const char *key)
{
	const cJSON *o = order->child;

	if (!patch || !patch->child || !o)
		return 0;
	for (const cJSON *e = patch->child; e; e = e->next) {
		if (fakeapi__member(e, "$patch"))
			continue;
		while (o && !same_item(e, o, key))
			o = o->next;
		if (!o)
			return fail(m, 500,
				    "The order in patch list doesn't match $setElementOrder list");
		o = o->next;
	}
	return 0;
}

static int ordered_list(struct merge *m, cJSON *target, cJSON *patch, const char *name,
			const cJSON *order, const struct fakeapi__type *t)
{
	struct tags tags = tags_of(t, name);
	cJSON *have = fakeapi__member(target, name), *want, *server;
	int rc;

	if (!cJSON_IsArray(order))
		return fail(m, 400, "invalid patch format of setElementOrder list");
	want = cJSON_DetachItemFromObjectCaseSensitive(patch, name);
	if ((have && !cJSON_IsArray(have)) || (want && !cJSON_IsArray(want)) ||
	    check_order(m, want, order, tags.key) != 0) {
		cJSON_Delete(want);
		return fail(m, 400, "invalid patch format of setElementOrder list");
	}
	server = have ? cJSON_Duplicate(have, true) : cJSON_CreateArray();
	if (!server) {
		cJSON_Delete(want);
		return -1;
	}
	rc = 0;
	if (have && want && tags.merge) {
		rc = merge_list(m, have, want, &tags);
		cJSON_Delete(want);
	} else if (want) {
		rc = put_new(target, name, want);
		have = fakeapi__member(target, name);
	}
	if (rc == 0 && have)
		rc = arrange(have, order, server, tags.key);
	cJSON_Delete(server);
	return rc;
}

static int element_orders(struct merge *m, cJSON *target, cJSON *patch,
			  const struct fakeapi__type *t)
{
	cJSON *c = patch->child;

	while (c) {
		cJSON *next = c->next;
		int rc;

		if (!starts(c->string, ORDER_PREFIX)) {
			c = next;
			continue;
		}
		/* The list that is ordered may be the next one: look for the rest anew. */
		c = cJSON_DetachItemViaPointer(patch, c);
		rc = ordered_list(m, target, patch, c->string + strlen(ORDER_PREFIX), c, t);
		cJSON_Delete(c);
		if (rc != 0)
			return rc;
		c = patch->child;
	}
	return 0;
}

static int delete_scalars(struct merge *m, cJSON *target, const cJSON *gone, const char *name)
{
	cJSON *have = fakeapi__member(target, name);
	cJSON *e = cJSON_IsArray(have) ? have->child : NULL;

	if (!cJSON_IsArray(gone))
		return fail(m, 400, "invalid patch format of primitive list");
	while (e) {
		cJSON *next = e->next;

		if (place_in(gone, e, "") >= 0)
			cJSON_Delete(cJSON_DetachItemViaPointer(have, e));
		e = next;
	}
	return 0;
}

/* --- members --- */

/* Takes `v`, a member of the patch that was taken out of it. */
static int merge_member(struct merge *m, cJSON *target, cJSON *v, const struct fakeapi__type *t)
{
	struct tags tags = tags_of(t, v->string);
	cJSON *have = fakeapi__member(target, v->string);
	char *name;
	int rc;

	if (cJSON_IsNull(v)) {
		if (have)
			cJSON_Delete(cJSON_DetachItemViaPointer(target, have));
		cJSON_Delete(v);
		return 0;
	}
	if (have && cJSON_IsObject(have) && cJSON_IsObject(v) && !tags.replace) {
		rc = merge_map(m, have, v, tags.type);
		cJSON_Delete(v);
		return rc;
	}
	if (have && cJSON_IsArray(have) && cJSON_IsArray(v) && tags.merge) {
		rc = merge_list(m, have, v, &tags);
		cJSON_Delete(v);
		return rc;
	}
	name = base__strdup(v->string);
	if (!name) {
		cJSON_Delete(v);
		return -1;
	}
	rc = put_new(target, name, v);
	base__free(name);
	return rc;
}

static int merge_map(struct merge *m, cJSON *target, cJSON *patch, const struct fakeapi__type *t)
{
	const cJSON *directive = fakeapi__member(patch, "$patch");
	const char *word = cJSON_IsString(directive) ? directive->valuestring : "";

	if (directive && strcmp(word, "replace") == 0) {
		clear(target);
		cJSON_DeleteItemFromObjectCaseSensitive(patch, "$patch");
		move_all(target, patch);
		return 0;
	}
	if (directive && strcmp(word, "delete") == 0) {
		clear(target);
		return 0;
	}
	if (directive)
		return fail(m, 500, "unknown patch type in map");
	if (retain_keys(m, target, patch) != 0 || element_orders(m, target, patch, t) != 0)
		return -1;
	while (patch->child) {
		cJSON *v = cJSON_DetachItemViaPointer(patch, patch->child);
		int rc;

		if (starts(v->string, DELETE_PREFIX)) {
			rc = delete_scalars(m, target, v, v->string + strlen(DELETE_PREFIX));
			cJSON_Delete(v);
		} else {
			rc = merge_member(m, target, v, t);
		}
		if (rc != 0)
			return rc;
	}
	return 0;
}

int fakeapi__strategic_merge(cJSON *target, const cJSON *patch, const struct fakeapi__type *type,
			     struct strbuf *why, int *code)
{
	struct merge m = { why, code };
	cJSON *copy = cJSON_Duplicate(patch, true);
	int rc;

	*code = 0;
	if (!copy)
		return -1;
	rc = merge_map(&m, target, copy, type);
	cJSON_Delete(copy);
	return rc;
}
