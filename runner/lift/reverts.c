/* SPDX-License-Identifier: Apache-2.0 */
/* reverts.c - lost updates: a write without a resourceVersion that reverts a previous write of
 * another client. The program had read the object before that write, so the story holds the
 * program's write until the other one is done. */
#include "base/json_tree.h"
#include "fakeapi/meta/go_json.h"
#include "runner/lift/arms.h"

enum { DEPTH_MAX = 12 };

static bool same(const cJSON *a, const cJSON *b)
{
	return a && b ? fakeapi__equal(a, b) : !a && !b;
}

static bool has_item(const cJSON *list, const cJSON *want)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, list) if (fakeapi__equal(item, want)) return true;
	return false;
}

/* Whether `now` lacks an item that `other` added to `base`, or has one that `other` removed. */
static bool items_return(const cJSON *base, const cJSON *other, const cJSON *now)
{
	const cJSON *item;

	if (!cJSON_IsArray(other) || (base && !cJSON_IsArray(base)))
		return false;
	cJSON_ArrayForEach(item,
			   other) if (!has_item(base, item) && !has_item(now, item)) return true;
	cJSON_ArrayForEach(item,
			   base) if (!has_item(other, item) && has_item(now, item)) return true;
	return false;
}

/* Whether `now` has a member that `other` changed with the value that it has in `base`. */
static bool returns(const cJSON *base, const cJSON *other, const cJSON *now, int depth);

static bool member_returns(const char *key, const cJSON *base, const cJSON *other, const cJSON *now,
			   int depth)
{
	const cJSON *b = cJSON_GetObjectItemCaseSensitive(base, key);
	const cJSON *o = cJSON_GetObjectItemCaseSensitive(other, key);
	const cJSON *n = cJSON_GetObjectItemCaseSensitive(now, key);

	if (same(b, o))
		return false;
	if ((!b || cJSON_IsObject(b)) && (!o || cJSON_IsObject(o)) && depth < DEPTH_MAX)
		return returns(b, o, n, depth + 1);
	return same(b, n) || items_return(b, o, n);
}

static bool returns(const cJSON *base, const cJSON *other, const cJSON *now, int depth)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, base) if (member_returns(item->string, base, other, now,
							  depth)) return true;
	cJSON_ArrayForEach(item, other) if (!cJSON_GetObjectItemCaseSensitive(base, item->string) &&
					    member_returns(item->string, base, other, now,
							   depth)) return true;
	return false;
}

/* Parses the state without its server-generated members. */
static cJSON *parsed(const struct lift__state *s)
{
	static const char *const kept[] = { "labels", "annotations", "finalizers" };
	cJSON *tree = json_tree_parse(s->json, JSON_DIGITS_ALL);
	cJSON *meta = cJSON_DetachItemFromObjectCaseSensitive(tree, "metadata");

	for (size_t i = 0; tree && i < ARRAY_LEN(kept); i++) {
		cJSON *item = cJSON_DetachItemFromObjectCaseSensitive(meta, kept[i]);

		if (item && !cJSON_AddItemToObject(tree, kept[i], item))
			cJSON_Delete(item);
	}
	cJSON_Delete(meta);
	return tree;
}

static bool reverts(const struct lift__state *base, const struct lift__state *other,
		    const struct lift__state *now)
{
	cJSON *b = parsed(base), *o = parsed(other), *n = parsed(now);
	bool is = b && o && n && returns(b, o, n, 0);

	cJSON_Delete(b);
	cJSON_Delete(o);
	cJSON_Delete(n);
	return is;
}

static bool is_known(const struct lift__state *s)
{
	return s && !s->deleted && !s->partial && s->json.len > 0;
}

/* The index of its first state with that version or a later one. */
static size_t first_with(const struct lift__object *o, uint64_t rv)
{
	size_t from = 0, to = o->states.len;

	while (from < to) {
		size_t mid = from + (to - from) / 2;

		if (((const struct lift__state *)o->states.items[mid])->rv < rv)
			from = mid + 1;
		else
			to = mid;
	}
	return from;
}

/* The write of another client that `w` reverts; NULL: none. */
static struct lift__state *reverted_by(const struct lift *l, const struct lift__own_write *w)
{
	const struct lift__object *o = lift__object_of(l, w);
	struct lift__state *before;

	if (w->rv || !w->new_rv || w->status < 200 || w->status >= 300 || !o || !o->wanted ||
	    (strcmp(w->verb, "UPDATE") != 0 && strcmp(w->verb, "PATCH") != 0))
		return NULL;
	for (size_t i = first_with(o, w->new_rv); i < o->states.len; i++) {
		const struct lift__state *s = o->states.items[i];

		if (s->rv != w->new_rv)
			break;
		if (!is_known(s))
			continue;
		before = s->before;
		return is_known(before) && !before->own && !before->base && before->new_rv &&
			       is_known(before->before) && reverts(before->before, before, s)
			   ? before
			   : NULL;
	}
	return NULL;
}

bool lift__arm_reverts(struct lift *l)
{
	for (size_t i = 0; i < l->own_writes.len; i++) {
		struct lift__own_write *w = l->own_writes.items[i];
		AUTO_STRBUF wait = STRBUF_INIT;

		w->reverted = w->type->name.len ? reverted_by(l, w) : NULL;
		if (!w->reverted)
			continue;
		lift__note(l,
			   "%s " STR_FMT "/" STR_FMT " takes back what another client wrote: it is "
			   "held until that is written",
			   w->verb, STR_ARG(w->type->name), STR_ARG(w->place));
		strbuf_addz(&wait, "  - settle\n");
		if (!lift__arm_held_write(l, w, "request", w->reverted->seq, w->end_seq, NULL) ||
		    !lift__add_arm(l, &w->reverted->arms, &wait, false, true))
			return false;
	}
	return true;
}
