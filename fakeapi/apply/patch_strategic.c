/* SPDX-License-Identifier: Apache-2.0 */
/* patch_strategic.c - strategic merge patch: a merge patch that uses the Go types' tags to find
 * which lists are merged and by which key, and has directives:
 *   $patch: replace|delete         on a map, or on an element of a merged list of maps
 *   $retainKeys: [...]             members of a union that may stay
 *   $deleteFromPrimitiveList/x     elements to remove from a list of scalars
 *   $setElementOrder/x             the order the client wants for list x
 * Everything works in place and consumes the patch.
 */
#include "fakeapi/apply/patch_order.h"

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
	struct fakeapi__places have;
	bool nomem;

	fakeapi__places_init(&have, target, "");
	while (patch->child) {
		cJSON *e = cJSON_DetachItemViaPointer(patch, patch->child);

		if (fakeapi__places_get(&have, e) || !cJSON_AddItemToArray(target, e))
			cJSON_Delete(e);
		else
			fakeapi__places_put(&have, e, e);
	}
	nomem = have.nomem;
	fakeapi__places_fini(&have);
	return nomem ? -1 : 0;
}

/* Handles $patch on elements and removes these from `patch`. *replace: the whole list is
 * replaced. */
static int collect_special(struct merge *m, cJSON *patch, struct fakeapi__places *gone,
			   bool *replace)
{
	cJSON *e = patch->child;

	*replace = false;
	while (e) {
		cJSON *next = e->next;
		const cJSON *directive = fakeapi__member(e, "$patch");
		const char *word = fakeapi__text(directive);

		if (!directive) {
			e = next;
			continue;
		}
		if (strcmp(word, "replace") == 0) {
			*replace = true;
		} else if (strcmp(word, "delete") == 0) {
			if (!fakeapi__member(e, gone->key))
				return no_key(m, e, gone->key);
			fakeapi__places_put(gone, e, m);
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
	struct fakeapi__places gone;
	int rc;

	fakeapi__places_init(&gone, NULL, key);
	rc = collect_special(m, patch, &gone, replace);
	for (cJSON *o = map_len(&gone.by_text) ? target->child : NULL, *after; o; o = after) {
		after = o->next;
		if (fakeapi__places_get(&gone, o))
			cJSON_Delete(cJSON_DetachItemViaPointer(target, o));
	}
	if (gone.nomem)
		rc = -1;
	fakeapi__places_fini(&gone);
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
static int merge_element(struct merge *m, cJSON *target, struct fakeapi__places *have, cJSON *e,
			 const struct fakeapi__type *elem)
{
	cJSON *old;
	int rc;

	if (!fakeapi__member(e, have->key)) {
		rc = no_key(m, e, have->key);
		cJSON_Delete(e);
		return rc;
	}
	old = fakeapi__places_get(have, e);
	if (!old) {
		fakeapi__append_child(target, e);
		fakeapi__places_put(have, e, e);
		return have->nomem ? -1 : 0;
	}
	rc = merge_map(m, old, e, elem);
	cJSON_Delete(e);
	return rc;
}

static int merge_elements(struct merge *m, cJSON *target, cJSON *patch, const char *key,
			  const struct fakeapi__type *elem)
{
	struct fakeapi__places have;
	int rc;

	fakeapi__places_init(&have, NULL, key);
	for (cJSON *o = target->child; o; o = o->next)
		fakeapi__places_put(&have, o, o);
	rc = have.nomem ? -1 : 0;
	while (patch->child && rc == 0)
		rc = merge_element(m, target, &have,
				   cJSON_DetachItemViaPointer(patch, patch->child), elem);
	fakeapi__places_fini(&have);
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
		rc = fakeapi__places_arrange(target, order, server, maps ? tags->key : "");
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
		rc = fakeapi__places_arrange(have, order, server, tags.key);
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
	struct fakeapi__places named;
	bool nomem;

	fakeapi__places_init(&named, gone, "");
	while (e) {
		cJSON *next = e->next;

		if (fakeapi__places_get(&named, e))
			cJSON_Delete(cJSON_DetachItemViaPointer(have, e));
		e = next;
	}
	nomem = named.nomem;
	fakeapi__places_fini(&named);
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
	const char *word = fakeapi__text(directive);
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
