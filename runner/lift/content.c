/* SPDX-License-Identifier: Apache-2.0 */
/* content.c - the members that the program under test has written into objects: those of its
 * requests, including refused ones, with the values that the objects have at that moment. A lost
 * write is visible there, but not in the existence of an object. */
#include "base/json_tree.h"
#include "fakeapi/meta/go_json.h"
#include "runner/lift/arms.h"
#include "runner/lift/story.h"
#include "runner/lift/versions.h"
#include "runner/rewrite/literal.h"

enum {
	DEPTH_MAX = 12,
	PATHS_MAX = 500, /* limit for an object */
};

/* --- paths --- */

static void add_path(struct lift *l, struct lift__object *o, const struct strbuf *path)
{
	struct str *kept;

	if (o->written_paths.len >= PATHS_MAX || !path->len)
		return;
	for (size_t i = 0; i < o->written_paths.len; i++)
		if (str_eq(*(const struct str *)o->written_paths.items[i], strbuf_str(path)))
			return;
	kept = lift__alloc(l, sizeof(*kept));
	if (!kept || !lift__push(l, &o->written_paths, kept))
		return;
	*kept = lift__copy(l, strbuf_str(path));
}

static size_t enter(struct strbuf *path, const char *key)
{
	size_t len = path->len;

	if (len)
		strbuf_addc(path, LIFT_SEP);
	strbuf_addz(path, key);
	return len;
}

static void leave(struct strbuf *path, size_t len)
{
	path->len = len;
	path->ptr[len] = '\0';
}

/* Adds the members of `now` that differ from `before`. */
static void add_changes(struct lift *l, struct lift__object *o, const cJSON *now,
			const cJSON *before, struct strbuf *path, int depth)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, now)
	{
		const cJSON *had = cJSON_GetObjectItemCaseSensitive(before, item->string);
		size_t len = enter(path, item->string);

		/* an empty map has no members */
		if (cJSON_IsObject(item) && depth < DEPTH_MAX)
			add_changes(l, o, item, cJSON_IsObject(had) ? had : NULL, path, depth + 1);
		else if (!had || !fakeapi__equal(had, item))
			add_path(l, o, path);
		leave(path, len);
	}
}

/* Adds the members of `before` that `now` lacks. */
static void add_removed(struct lift *l, struct lift__object *o, const cJSON *now,
			const cJSON *before, struct strbuf *path, int depth)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, before)
	{
		const cJSON *kept = cJSON_GetObjectItemCaseSensitive(now, item->string);
		size_t len = enter(path, item->string);

		if (kept && cJSON_IsObject(item) && cJSON_IsObject(kept) && depth < DEPTH_MAX)
			add_removed(l, o, kept, item, path, depth + 1);
		else if (!kept && cJSON_IsObject(item) && item->child && depth < DEPTH_MAX)
			add_changes(l, o, item, NULL, path, depth + 1);
		else if (!kept)
			add_path(l, o, path);
		leave(path, len);
	}
}

static bool is_about_itself(const char *key)
{
	static const char *const keys[] = { "apiVersion", "kind", "metadata", "stringData" };

	for (size_t i = 0; i < ARRAY_LEN(keys); i++)
		if (strcmp(key, keys[i]) == 0)
			return true;
	return false;
}

/* For a Secret: stringData becomes data in base64. */
static void move_strings(cJSON *tree)
{
	const cJSON *from = cJSON_GetObjectItemCaseSensitive(tree, "stringData"), *item;
	cJSON *data = cJSON_GetObjectItemCaseSensitive(tree, "data");

	if (!cJSON_IsObject(from))
		return;
	if (!data)
		data = cJSON_AddObjectToObject(tree, "data");
	cJSON_ArrayForEach(item, from)(void) cJSON_AddStringToObject(data, item->string, "");
}

/* Whether a resource of the recording had that version. */
static bool is_version(const struct lift *l, const char *text)
{
	uint64_t rv = rec__number(str_of(text));
	size_t low = 0, high = l->writes.len;

	for (size_t i = 0; i < l->base.len; i++)
		if (((const struct lift__state *)l->base.items[i])->rv == rv)
			return true;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct lift__state *s = l->writes.items[middle];

		if (s->rv == rv)
			return true;
		if (s->rv < rv)
			low = middle + 1;
		else
			high = middle;
	}
	return false;
}

bool lift__is_noise(const struct lift *l, const char *key, const char *text)
{
	size_t n = strlen(key), len = strlen(text);
	bool version = n >= 6 && strcmp(key + n - 6, "ersion") == 0;
	/* the same prefix, also in base64 */
	bool hidden = strncmp(text, "redacted-", 9) == 0 || strncmp(text, "cmVkYWN0ZWQt", 12) == 0;

	return hidden || scn__is_volatile(str_of(text)) ||
	       (version && len && strspn(text, "0123456789") == len && is_version(l, text));
}

cJSON *lift__contents(struct str json)
{
	static const char *const kept[] = { "labels", "finalizers", "ownerReferences",
					    "annotations" };
	cJSON *tree = json_tree_parse(json, JSON_DIGITS_ALL), *meta, *out;

	if (!cJSON_IsObject(tree)) {
		cJSON_Delete(tree);
		return NULL;
	}
	meta = cJSON_DetachItemFromObjectCaseSensitive(tree, "metadata");
	move_strings(tree);
	for (cJSON *item = tree->child, *next; item; item = next) {
		next = item->next;
		if (is_about_itself(item->string))
			cJSON_Delete(cJSON_DetachItemViaPointer(tree, item));
	}
	out = cJSON_CreateObject();
	for (size_t i = 0; out && i < ARRAY_LEN(kept); i++) {
		cJSON *item = cJSON_DetachItemFromObjectCaseSensitive(meta, kept[i]);

		if (item && !cJSON_AddItemToObject(out, kept[i], item))
			cJSON_Delete(item);
	}
	cJSON_Delete(meta);
	if (!out || !out->child || !cJSON_AddItemToObject(tree, "metadata", out))
		cJSON_Delete(out);
	return tree;
}

/* The state that the program had read; NULL: unknown. */
static const struct lift__state *base_of(const struct lift__object *o,
					 const struct lift__own_write *w)
{
	const struct lift__state *base = NULL;

	for (size_t i = 0; i < o->states.len; i++) {
		const struct lift__state *s = o->states.items[i];

		if (s->deleted || s->partial || !s->json.len)
			continue;
		if (w->rv ? s->rv == w->rv : s->seq < w->seq && (!base || base->rv < s->rv))
			base = s;
	}
	return base;
}

/* "/spec/replicas"; for an element of a list the list. `value`: its members are added; may be NULL.
 */
static void add_pointer(struct lift *l, struct lift__object *o, const char *p, const cJSON *value)
{
	AUTO_STRBUF path = STRBUF_INIT;

	if (!p || *p != '/' ||
	    (strncmp(p, "/metadata", 9) == 0 && strncmp(p, "/metadata/labels", 16) != 0 &&
	     strncmp(p, "/metadata/finalizers", 20) != 0 &&
	     strncmp(p, "/metadata/ownerReferences", 25) != 0))
		return;
	for (p++; *p && !(p[-1] == '/' && (strchr("0123456789", *p) || *p == '-')); p++) {
		bool escaped = p[0] == '~' && (p[1] == '0' || p[1] == '1');

		strbuf_addc(&path, escaped ? (p[1] == '1' ? '/' : '~') : *p == '/' ? LIFT_SEP : *p);
		p += escaped;
	}
	while (path.len && path.ptr[path.len - 1] == LIFT_SEP)
		leave(&path, path.len - 1);
	if (!*p && path.len && cJSON_IsObject(value) && value->child)
		add_changes(l, o, value, NULL, &path, 0);
	else
		add_path(l, o, &path);
}

/* Adds the paths that a JSON patch writes. */
static void add_operations(struct lift *l, struct lift__object *o, struct str body)
{
	cJSON *list = json_tree_parse(body, JSON_DIGITS_ALL);
	const cJSON *op;

	cJSON_ArrayForEach(op, list)
	{
		const char *word = fakeapi__string(op, "op");

		if (strcmp(word, "test") == 0)
			continue;
		if (strcmp(word, "move") == 0)
			add_pointer(l, o, fakeapi__string(op, "from"), NULL);
		add_pointer(l, o, fakeapi__string(op, "path"), fakeapi__member(op, "value"));
	}
	cJSON_Delete(list);
}

/* An annotation is compared only if its value is, and if it does not contain another object. */
static void drop_noise(const struct lift *l, cJSON *tree)
{
	cJSON *meta = cJSON_GetObjectItemCaseSensitive(tree, "metadata");
	cJSON *notes = cJSON_GetObjectItemCaseSensitive(meta, "annotations");

	for (cJSON *item = notes ? notes->child : NULL, *next; item; item = next) {
		const char *text = cJSON_GetStringValue(item);

		next = item->next;
		if (text && (*text == '{' || *text == '[' || lift__is_noise(l, item->string, text)))
			cJSON_Delete(cJSON_DetachItemViaPointer(notes, item));
	}
}

/* The state that the write made; NULL: unknown. */
static const struct lift__state *result_of(const struct lift__object *o,
					   const struct lift__own_write *w)
{
	for (size_t i = 0; w->new_rv && i < o->states.len; i++) {
		const struct lift__state *s = o->states.items[i];

		if (s->rv == w->new_rv && !s->deleted)
			return s;
	}
	return NULL;
}

/* Adds the members that the object lost because the write was in a version without them. */
static void learn_lost(struct lift *l, struct lift__object *o, const struct lift__own_write *w)
{
	const struct lift__state *result = result_of(o, w);
	const struct lift__state *base = result ? result->before : NULL;
	cJSON *now, *before;
	AUTO_STRBUF path = STRBUF_INIT;

	if (!base || lift__same_version(base->json, result->json))
		return;
	now = lift__contents(result->json);
	before = lift__contents(base->json);
	drop_noise(l, before);
	strbuf_addz(&path, "");
	if (now && path.ptr)
		add_removed(l, o, now, before, &path, 0);
	cJSON_Delete(now);
	cJSON_Delete(before);
}

/* Adds the mark of a deletion. */
void lift__learn_deletion(struct lift *l, struct lift__object *o)
{
	AUTO_STRBUF path = STRBUF_INIT;

	(void)enter(&path, "metadata");
	(void)enter(&path, "deletionTimestamp");
	if (!path.failed)
		add_path(l, o, &path);
	l->failed |= path.failed;
}

static void learn(struct lift *l, struct lift__object *o, const struct lift__own_write *w)
{
	const struct lift__state *base = strcmp(w->verb, "UPDATE") == 0 ? base_of(o, w) : NULL;
	bool whole = base && !w->subresource.len;
	cJSON *now, *before;
	AUTO_STRBUF path = STRBUF_INIT;

	if (strcmp(w->verb, "DELETE") == 0)
		lift__learn_deletion(l, o);
	if (strcmp(w->verb, "DELETE") == 0 || !w->body.len)
		return;
	/* the whole object was sent and its earlier state is unknown: the new members are unknown,
	 * too */
	if (strcmp(w->verb, "UPDATE") == 0 && !base)
		return;
	if (json_kind(w->body) == JSON_ARRAY) {
		add_operations(l, o, w->body);
		return;
	}
	now = lift__contents(w->body);
	before = base ? lift__contents(lift__form_of(base, w->body)) : NULL;
	drop_noise(l, now);
	drop_noise(l, before);
	strbuf_addz(&path, "");
	if (now && path.ptr)
		add_changes(l, o, now, before, &path, 0);
	if (whole && now && path.ptr)
		add_removed(l, o, now, before, &path, 0);
	cJSON_Delete(now);
	cJSON_Delete(before);
}

/* Adds the members that another client wrote and the program reverted. */
static void learn_reverted(struct lift *l, struct lift__object *o, const struct lift__state *other)
{
	cJSON *now = lift__contents(other->json), *before = lift__contents(other->before->json);
	AUTO_STRBUF path = STRBUF_INIT;

	strbuf_addz(&path, "");
	if (now && path.ptr) {
		add_changes(l, o, now, before, &path, 0);
		add_removed(l, o, now, before, &path, 0);
	}
	cJSON_Delete(now);
	cJSON_Delete(before);
}

/* Whether `have` contains all of `want`. */
static bool has_all(const cJSON *have, const cJSON *want, int depth)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, want)
	{
		const cJSON *v = cJSON_GetObjectItemCaseSensitive(have, item->string);

		if (cJSON_IsObject(item) && depth < DEPTH_MAX ? !has_all(v, item, depth + 1)
							      : !v || !fakeapi__equal(v, item))
			return false;
	}
	return true;
}

bool lift__is_in_effect(const struct lift__object *o, const struct lift__own_write *w)
{
	cJSON *want, *have, *status;
	bool all;

	if (!o->last || o->last->deleted)
		return true;
	want = json_kind(w->body) == JSON_OBJECT ? lift__contents(w->body) : NULL;
	have = want ? lift__contents(o->last->json) : NULL;
	status = cJSON_GetObjectItemCaseSensitive(want, "status");
	if (str_eqz(w->subresource, "status"))
		all = have && has_all(cJSON_GetObjectItemCaseSensitive(have, "status"), status, 0);
	else
		all = have && has_all(have, want, 0);
	cJSON_Delete(want);
	cJSON_Delete(have);
	return all;
}

void lift__learn_contents(struct story *s, int64_t until_ns)
{
	while (s->next_written < s->l->own_writes.len) {
		const struct lift__own_write *w = s->l->own_writes.items[s->next_written];
		struct lift__object *o;

		if (w->at_ns > until_ns)
			return;
		s->next_written++;
		o = lift__object_of(s->l, w);
		if (!o)
			continue;
		if (!o->generated) {
			learn(s->l, o, w);
			learn_lost(s->l, o, w);
		}
		if (w->reverted && !o->generated)
			learn_reverted(s->l, o, w->reverted);
		/* a write that was refused, or had no response, is the program's as well */
		if (lift__succeeded(w))
			continue;
		o->did = true;
		lift__note_news(s->l, o);
		o->there = o->now != NULL;
		s->notified_lines++;
	}
}

/* Objects that a program writes about itself differ in each run. */
bool lift__is_about_programs(const struct lift__type *t)
{
	return str_eqz(t->resource, "leases") || str_eqz(t->resource, "events");
}
