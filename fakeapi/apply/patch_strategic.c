/* SPDX-License-Identifier: Apache-2.0 */
/* patch_strategic.c - strategic merge patch: a merge patch that uses the Go types' tags to find
 * which lists are merged and by which key, and has directives:
 *   $patch: replace|delete         on a map, or on an element of a merged list of maps
 *   $retainKeys: [...]             members of a union that may stay
 *   $deleteFromPrimitiveList/x     elements to remove from a list of scalars
 *   $setElementOrder/x             the order the client wants for list x
 * Everything works in place and consumes the patch.
 */
#include "base/alloc.h"
#include "base/map.h"
#include "fakeapi/apply/patch_impl.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/go_print.h"
#include "fakeapi/meta/lookup.h"

#define DELETE_PREFIX "$deleteFromPrimitiveList/"
#define ORDER_PREFIX  "$setElementOrder/"

struct merge {
	struct strbuf *why;
	int *code;
};

/* A member's type and tags. */
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

/* `map` has an unknown $patch. */
static int bad_directive(struct merge *m, const char *word, const cJSON *map)
{
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addf(&text, "unknown patch type: %s in map: ", word);
	fakeapi__go_print(&text, map);
	return text.failed ? -1 : fail(m, 500, text.ptr);
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

/* Moves the elements of `list` into a vector with capacity for `more`. */
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

/* Moves the elements back to `list`; the vector is empty afterwards. */
static void items_give(struct items *v, cJSON *list)
{
	for (size_t i = 0; i < v->count; i++)
		(void)cJSON_AddItemToArray(list, v->at[i]);
	base__free(v->at);
	v->at = NULL;
	v->count = 0;
}

/* Positions of items: of the first one with each merge key, or with each value if there is no
 * key. */
struct places {
	const char *key;
	struct map by_text; /* position + 1, or another stored pointer */
	bool nomem;
};

/* -1: the item has no key, or out of memory. */
static int text_of(struct places *p, const cJSON *item, struct strbuf *out)
{
	const cJSON *v = *p->key ? fakeapi__member(item, p->key) : item;

	strbuf_clear(out);
	if (!v)
		return -1;
	if (fakeapi__value_text(v, out) == 0)
		return 0;
	p->nomem = true;
	return -1;
}

static void places_put(struct places *p, const cJSON *item, void *what)
{
	AUTO_STRBUF text = STRBUF_INIT;

	if (text_of(p, item, &text) == 0 && !map_get(&p->by_text, strbuf_str(&text)))
		p->nomem |= map_put(&p->by_text, strbuf_str(&text), what, NULL) != 0;
}

static void *places_get(struct places *p, const cJSON *item)
{
	AUTO_STRBUF text = STRBUF_INIT;

	return text_of(p, item, &text) == 0 ? map_get(&p->by_text, strbuf_str(&text)) : NULL;
}

static void places_init(struct places *p, const cJSON *list, const char *key)
{
	uintptr_t i = 1;

	*p = (struct places) { .key = key };
	map_init(&p->by_text, MAP_COPY_KEYS);
	for (const cJSON *e = list ? list->child : NULL; e; e = e->next, i++)
		places_put(p, e, (void *)i);
}

static void places_fini(struct places *p)
{
	map_fini(&p->by_text);
}

/* The item's position in the list; -1: not found. */
static long place_of(struct places *p, const cJSON *item)
{
	return (long)(uintptr_t)places_get(p, item) - 1;
}

/* --- order --- */

struct placed {
	cJSON *item;
	long place;
	size_t at; /* keeps sorting stable */
};

static int by_place(const void *a, const void *b)
{
	const struct placed *x = a, *y = b;
	int d = (x->place > y->place) - (x->place < y->place);

	return d ? d : (x->at > y->at) - (x->at < y->at);
}

/* Sorts by the positions in `order`. Items that are not in it stay, and no item moves past them. */
static void sort_by(struct placed *all, size_t count, struct places *order)
{
	size_t from = 0;

	for (size_t i = 0; i < count; i++) {
		all[i].place = place_of(order, all[i].item);
		all[i].at = i;
	}
	for (size_t i = 0; i <= count; i++) {
		if (i < count && all[i].place >= 0)
			continue;
		if (i > from)
			qsort(all + from, i - from, sizeof(*all), by_place);
		from = i + 1;
	}
}

/* Arranges the items that `order` names in its order. Other items (the server's own) keep their
 * order and, as far as possible, their positions in `server`. */
static int arrange(cJSON *list, const cJSON *order, const cJSON *server, const char *key)
{
	struct items all = { NULL, 0 };
	struct placed *ours = NULL, *theirs = NULL;
	struct places in_order, in_server;
	size_t our_count = 0, their_count = 0, i = 0, j = 0;
	int rc = -1;

	if (items_take(&all, list, 0) != 0)
		return -1;
	places_init(&in_order, order, key);
	places_init(&in_server, server, key);
	ours = base__reallocarray(NULL, all.count + 1, sizeof(*ours));
	theirs = base__reallocarray(NULL, all.count + 1, sizeof(*theirs));
	if (!ours || !theirs)
		goto out;
	for (size_t n = 0; n < all.count; n++) {
		if (place_of(&in_order, all.at[n]) >= 0)
			ours[our_count++].item = all.at[n];
		else
			theirs[their_count++].item = all.at[n];
	}
	sort_by(ours, our_count, &in_order);
	sort_by(theirs, their_count, &in_server);
	for (size_t n = 0; n < our_count; n++)
		ours[n].place = place_of(&in_server, ours[n].item);
	all.count = 0;
	while (i < their_count || j < our_count) {
		if (j >= our_count || (i < their_count && theirs[i].place >= 0 &&
				       ours[j].place >= 0 && theirs[i].place < ours[j].place))
			all.at[all.count++] = theirs[i++].item;
		else
			all.at[all.count++] = ours[j++].item;
	}
	rc = in_order.nomem || in_server.nomem ? -1 : 0;
out:
	base__free(ours);
	base__free(theirs);
	places_fini(&in_order);
	places_fini(&in_server);
	items_give(&all, list);
	return rc;
}

/* --- new values --- */

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

/* Adds a new value to `target`; consumes it. */
static int put_new(struct fakeapi__lookup *target, const char *name, cJSON *v)
{
	drop_nulls(v);
	if (drop_directives(v))
		return fakeapi__lookup_set(target, name, v);
	cJSON_Delete(v);
	cJSON_Delete(fakeapi__lookup_detach(target, name));
	return 0;
}

/* --- lists --- */

static int merge_map(struct merge *m, cJSON *target, cJSON *patch, const struct fakeapi__type *t);

static int no_key(struct merge *m, const cJSON *item, const char *key)
{
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addz(&text, "map: ");
	fakeapi__go_print(&text, item);
	strbuf_addf(&text, " does not contain declared merge key: %s", key);
	return text.failed ? -1 : fail(m, 500, text.ptr);
}

static int not_identical(struct merge *m, const cJSON *a, const cJSON *b)
{
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addz(&text, "list element types are not identical: [");
	fakeapi__go_print_slice(&text, a);
	strbuf_addc(&text, ' ');
	fakeapi__go_print_slice(&text, b);
	strbuf_addc(&text, ']');
	return text.failed ? -1 : fail(m, 500, text.ptr);
}

/* Checks that all items are maps, or all scalars (*maps). */
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
				return not_identical(m, a, b);
		}
	}
	*maps = first && cJSON_IsObject(first);
	return 0;
}

static int merge_scalars(cJSON *target, cJSON *patch)
{
	struct places have;
	bool nomem;

	places_init(&have, target, "");
	while (patch->child) {
		cJSON *e = cJSON_DetachItemViaPointer(patch, patch->child);

		if (places_get(&have, e) || !cJSON_AddItemToArray(target, e))
			cJSON_Delete(e);
		else
			places_put(&have, e, e);
	}
	nomem = have.nomem;
	places_fini(&have);
	return nomem ? -1 : 0;
}

/* Handles $patch on elements and removes these from `patch`. *replace: the whole list is
 * replaced. */
static int collect_special(struct merge *m, cJSON *patch, struct places *gone, bool *replace)
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
			if (!fakeapi__member(e, gone->key))
				return no_key(m, e, gone->key);
			places_put(gone, e, m);
		} else if (strcmp(word, "merge") == 0) {
			return fail(m, 500, "merging lists cannot yet be specified in the patch");
		} else {
			return bad_directive(m, word, e);
		}
		cJSON_Delete(cJSON_DetachItemViaPointer(patch, e));
		e = next;
	}
	return 0;
}

static int special_elements(struct merge *m, cJSON *target, cJSON *patch, const char *key,
			    bool *replace)
{
	struct places gone;
	int rc;

	places_init(&gone, NULL, key);
	rc = collect_special(m, patch, &gone, replace);
	for (cJSON *o = map_len(&gone.by_text) ? target->child : NULL, *after; o; o = after) {
		after = o->next;
		if (places_get(&gone, o))
			cJSON_Delete(cJSON_DetachItemViaPointer(target, o));
	}
	if (gone.nomem)
		rc = -1;
	places_fini(&gone);
	return rc;
}

static void clear(cJSON *container)
{
	while (container->child)
		cJSON_Delete(cJSON_DetachItemViaPointer(container, container->child));
}

static void move_all(cJSON *to, cJSON *from)
{
	while (from->child) {
		fakeapi__append_child(to, cJSON_DetachItemViaPointer(from, from->child));
	}
}

/* Merges one element of the patch and consumes it. */
static int merge_element(struct merge *m, cJSON *target, struct places *have, cJSON *e,
			 const struct fakeapi__type *elem)
{
	cJSON *old;
	int rc;

	if (!fakeapi__member(e, have->key)) {
		rc = no_key(m, e, have->key);
		cJSON_Delete(e);
		return rc;
	}
	old = places_get(have, e);
	if (!old) {
		fakeapi__append_child(target, e);
		places_put(have, e, e);
		return have->nomem ? -1 : 0;
	}
	rc = merge_map(m, old, e, elem);
	cJSON_Delete(e);
	return rc;
}

static int merge_elements(struct merge *m, cJSON *target, cJSON *patch, const char *key,
			  const struct fakeapi__type *elem)
{
	struct places have;
	int rc;

	places_init(&have, NULL, key);
	for (cJSON *o = target->child; o; o = o->next)
		places_put(&have, o, o);
	rc = have.nomem ? -1 : 0;
	while (patch->child && rc == 0)
		rc = merge_element(m, target, &have,
				   cJSON_DetachItemViaPointer(patch, patch->child), elem);
	places_fini(&have);
	return rc;
}

/* Merges a list with patchStrategy merge. */
static int merge_list(struct merge *m, cJSON *target, cJSON *patch, const struct tags *tags)
{
	cJSON *order = NULL, *server = NULL;
	bool maps = false, replace = false;
	int rc = -1;

	if (check_kind(m, target, patch, &maps) != 0)
		return -1;
	if (maps && !*tags->key)
		return fail(m, 500, "cannot merge lists without merge key for struct");
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
	cJSON *keys = cJSON_DetachItemFromObjectCaseSensitive(patch, "$retainKeys");
	struct fakeapi__lookup kept;
	cJSON *c;
	int rc = 0;

	if (!keys)
		return 0;
	fakeapi__lookup_items(&kept, keys, NULL, keys);
	if (!cJSON_IsArray(keys))
		rc = fail(m, 400, "invalid patch format of retainKeys");
	for (c = patch->child; c && rc == 0; c = c->next) {
		bool known = cJSON_IsNull(c) || starts(c->string, DELETE_PREFIX) ||
			     starts(c->string, ORDER_PREFIX);

		if (!known && !cJSON_IsString(fakeapi__lookup(&kept, c->string)))
			rc = fail(m, 400, "invalid patch format of retainKeys");
	}
	for (c = target->child; c && rc == 0;) {
		cJSON *next = c->next;

		if (!cJSON_IsString(fakeapi__lookup(&kept, c->string)))
			cJSON_Delete(cJSON_DetachItemViaPointer(target, c));
		c = next;
	}
	fakeapi__lookup_fini(&kept);
	cJSON_Delete(keys);
	return rc;
}

/* True if both items have the same key. -1: one has none. */
static int equal_keys(struct merge *m, const cJSON *a, const cJSON *b, const char *key)
{
	if (!*key)
		return fakeapi__equal(a, b);
	if (!fakeapi__member(a, key))
		return no_key(m, a, key);
	if (!fakeapi__member(b, key))
		return no_key(m, b, key);
	return fakeapi__equal(fakeapi__member(a, key), fakeapi__member(b, key));
}

static int out_of_order(struct merge *m, const cJSON *patch, const cJSON *order)
{
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addz(&text, "The order in patch list:\n");
	fakeapi__go_print_slice(&text, patch);
	strbuf_addz(&text, "\n doesn't match $setElementOrder list:\n");
	fakeapi__go_print_slice(&text, order);
	strbuf_addc(&text, '\n');
	return text.failed ? -1 : fail(m, 500, text.ptr);
}

/* Checks that the order has each plain element of the patch, in the same sequence. */
static int check_order(struct merge *m, const cJSON *patch, const cJSON *order, const char *key)
{
	const cJSON *e = patch ? patch->child : NULL, *o = order->child;

	if (!e || !o)
		return 0;
	while (e && o) {
		int same = 0;

		if (fakeapi__member(e, "$patch")) {
			e = e->next;
			continue;
		}
		same = equal_keys(m, e, o, key);
		if (same < 0)
			return -1;
		e = same ? e->next : e;
		o = o->next;
	}
	while (e && *key && strcmp(fakeapi__string(e, "$patch"), "delete") == 0)
		e = e->next;
	return e ? out_of_order(m, patch, order) : 0;
}

/* mergepatch.ErrBadArgType */
static int no_list(struct merge *m, const cJSON *v)
{
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addf(&text, "expected a []interface {}, but received a %s",
		    cJSON_IsNull(v) ? "%!s(<nil>)" : fakeapi__go_type(v));
	return text.failed ? -1 : fail(m, 500, text.ptr);
}

static int ordered_list(struct merge *m, struct fakeapi__lookup *target,
			struct fakeapi__lookup *patch, const char *name, const cJSON *order,
			const struct fakeapi__type *t)
{
	struct tags tags = tags_of(t, name);
	cJSON *have = fakeapi__lookup(target, name), *want = fakeapi__lookup_detach(patch, name);
	bool empty = (have || want) && !(have && have->child) && !(want && want->child);
	const cJSON *bad = !cJSON_IsArray(order)	  ? order
			   : have && !cJSON_IsArray(have) ? have
			   : want && !cJSON_IsArray(want) ? want
							  : NULL;
	const cJSON *first;
	int rc = bad ? no_list(m, bad) : check_order(m, want, order, tags.key);
	cJSON *server = rc != 0 ? NULL : have ? cJSON_Duplicate(have, true) : cJSON_CreateArray();

	if (!server) {
		cJSON_Delete(want);
		return -1;
	}
	if (have && want && tags.merge) {
		rc = merge_list(m, have, want, &tags);
		cJSON_Delete(want);
	} else if (want) {
		rc = put_new(target, name, want);
		have = fakeapi__lookup(target, name);
	}
	if (rc == 0 && empty)
		rc = fail(m, 500, "no elements in any of the given slices");
	/* Maps without a merge key cannot be ordered, neither the server's nor the client's. */
	first = server->child ? server->child : have ? have->child : NULL;
	if (rc == 0 && cJSON_IsObject(first) && !*tags.key)
		rc = no_key(m, first, "");
	if (rc == 0 && have)
		rc = arrange(have, order, server, tags.key);
	cJSON_Delete(server);
	return rc;
}

static int element_orders(struct merge *m, struct fakeapi__lookup *target, cJSON *patch,
			  const struct fakeapi__type *t)
{
	cJSON *orders = cJSON_CreateObject();
	struct fakeapi__lookup lists;
	int rc = 0;

	if (!orders)
		return -1;
	for (cJSON *c = patch->child, *next; c; c = next) {
		next = c->next;
		if (starts(c->string, ORDER_PREFIX))
			fakeapi__append_child(orders, cJSON_DetachItemViaPointer(patch, c));
	}
	fakeapi__lookup_members(&lists, patch, orders);
	for (const cJSON *o = orders->child; o && rc == 0; o = o->next)
		rc = ordered_list(m, target, &lists, o->string + strlen(ORDER_PREFIX), o, t);
	fakeapi__lookup_fini(&lists);
	cJSON_Delete(orders);
	return rc;
}

static int delete_scalars(cJSON *have, const cJSON *gone)
{
	cJSON *e = have->child;
	struct places named;
	bool nomem;

	places_init(&named, gone, "");
	while (e) {
		cJSON *next = e->next;

		if (places_get(&named, e))
			cJSON_Delete(cJSON_DetachItemViaPointer(have, e));
		e = next;
	}
	nomem = named.nomem;
	places_fini(&named);
	return nomem ? -1 : 0;
}

/* A list of maps is merged like any other; nothing is deleted. */
static int delete_items(struct merge *m, const struct fakeapi__lookup *target, cJSON *gone,
			const char *name, const struct fakeapi__type *t)
{
	cJSON *have = fakeapi__lookup(target, name);
	struct tags tags = tags_of(t, name);
	bool maps;

	if (!cJSON_IsArray(gone))
		return fail(m, 400, "invalid patch format of primitive list");
	if (!cJSON_IsArray(have) || (!have->child && !gone->child))
		return 0;
	if (check_kind(m, have, gone, &maps) != 0)
		return -1;
	return maps ? merge_list(m, have, gone, &tags) : delete_scalars(have, gone);
}

/* --- members --- */

/* Merges a member detached from the patch; consumes `v`. */
static int merge_member(struct merge *m, struct fakeapi__lookup *target, cJSON *v,
			const struct fakeapi__type *t)
{
	struct tags tags = tags_of(t, v->string);
	cJSON *have = fakeapi__lookup(target, v->string);
	char *name;
	int rc;

	if (cJSON_IsNull(v)) {
		cJSON_Delete(fakeapi__lookup_detach(target, v->string));
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
	/* A value that replaces one of the same kind is not changed: it keeps nulls and
	 * directives. */
	if (have && ((cJSON_IsArray(have) && cJSON_IsArray(v)) ||
		     (cJSON_IsObject(have) && cJSON_IsObject(v))))
		rc = fakeapi__lookup_set(target, name, v);
	else
		rc = put_new(target, name, v);
	base__free(name);
	return rc;
}

static int merge_members(struct merge *m, struct fakeapi__lookup *target, cJSON *patch,
			 const struct fakeapi__type *t)
{
	int rc = element_orders(m, target, patch, t);

	while (patch->child && rc == 0) {
		cJSON *v = cJSON_DetachItemViaPointer(patch, patch->child);

		if (starts(v->string, DELETE_PREFIX)) {
			rc = delete_items(m, target, v, v->string + strlen(DELETE_PREFIX), t);
			cJSON_Delete(v);
		} else {
			rc = merge_member(m, target, v, t);
		}
	}
	return rc;
}

static int merge_map(struct merge *m, cJSON *target, cJSON *patch, const struct fakeapi__type *t)
{
	const cJSON *directive = fakeapi__member(patch, "$patch");
	const char *word = cJSON_IsString(directive) ? directive->valuestring : "";
	struct fakeapi__lookup members;
	int rc;

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
		return bad_directive(m, word, patch);
	if (retain_keys(m, target, patch) != 0)
		return -1;
	fakeapi__lookup_growing(&members, target, (size_t)cJSON_GetArraySize(patch));
	rc = merge_members(m, &members, patch, t);
	fakeapi__lookup_fini(&members);
	return rc;
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
