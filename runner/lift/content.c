/* SPDX-License-Identifier: Apache-2.0 */
/* content.c - the members that the program under test has written into objects: those of its
 * requests, including refused ones, with the values that the objects have at that moment. A lost
 * write is visible there, but not in the existence of an object. */
#include "base/json_tree.h"
#include "fakeapi/meta/go_json.h"
#include "runner/lift/story.h"

enum {
	DEPTH_MAX = 12,
	PATHS_MAX = 100, /* limit for an object */
	TEXT_MAX = 160,	 /* a longer value is not compared */
	LIST_MAX = 300,	 /* nor a longer list of objects */
	WIDTH = 100,
};

/* Separator in a path: no key contains it. */
static const char sep = '\x1f';

/* --- paths --- */

static void add_path(struct lift *l, struct lift__object *o, const struct strbuf *path)
{
	struct str *kept;

	if (o->said.len >= PATHS_MAX || !path->len)
		return;
	for (size_t i = 0; i < o->said.len; i++)
		if (str_eq(*(const struct str *)o->said.items[i], strbuf_str(path)))
			return;
	kept = lift__alloc(l, sizeof(*kept));
	if (!kept || !lift__push(l, &o->said, kept))
		return;
	*kept = lift__copy(l, strbuf_str(path));
}

static size_t enter(struct strbuf *path, const char *key)
{
	size_t len = path->len;

	if (len)
		strbuf_addc(path, sep);
	strbuf_addz(path, key);
	return len;
}

static void leave(struct strbuf *path, size_t len)
{
	path->len = len;
	path->ptr[len] = '\0';
}

/* Adds the members of `now` that differ from `before`; with `whole` also the removed ones. */
static void add_changes(struct lift *l, struct lift__object *o, const cJSON *now,
			const cJSON *before, bool whole, struct strbuf *path, int depth)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, now)
	{
		const cJSON *had = cJSON_GetObjectItemCaseSensitive(before, item->string);
		size_t len = enter(path, item->string);

		/* an empty map has no members */
		if (cJSON_IsObject(item) && depth < DEPTH_MAX)
			add_changes(l, o, item, cJSON_IsObject(had) ? had : NULL, whole, path,
				    depth + 1);
		else if (!had || !fakeapi__equal(had, item))
			add_path(l, o, path);
		leave(path, len);
	}
	if (!whole)
		return;
	cJSON_ArrayForEach(item, before)
	{
		size_t len;

		if (cJSON_GetObjectItemCaseSensitive(now, item->string))
			continue;
		len = enter(path, item->string);
		if (cJSON_IsObject(item) && item->child && depth < DEPTH_MAX)
			add_changes(l, o, item, NULL, false, path, depth + 1);
		else
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

static bool is_made_of(const char *text, const char *letters)
{
	return *text && strspn(text, letters) == strlen(text);
}

/* Values that differ in each run (times, UIDs, versions), or that the language cannot express as
 * literals. */
static bool is_noise(const char *key, const char *text)
{
	static const char digits[] = "0123456789", hex[] = "0123456789abcdef-";
	size_t len = strlen(text), n = strlen(key);
	bool version = n >= 6 && strcmp(key + n - 6, "ersion") == 0;
	bool time = len >= 19 && text[4] == '-' && text[7] == '-' && text[10] == 'T';
	/* the same prefix, also in base64 */
	bool hidden = strncmp(text, "redacted-", 9) == 0 || strncmp(text, "cmVkYWN0ZWQt", 12) == 0;
	bool uid = len == 36 && text[8] == '-' && is_made_of(text, hex);

	/* another object in an annotation */
	bool json = *text == '{' || *text == '[';

	return len > TEXT_MAX || json || time || uid || hidden ||
	       (version && is_made_of(text, digits)) || (*text && strchr("/<>$=", *text)) ||
	       strcmp(text, "any") == 0 || strcmp(text, "absent") == 0;
}

/* A tree without server-generated members and owners, and with annotations only on request. */
static cJSON *contents(struct str json, bool annotations)
{
	static const char *const kept[] = { "labels", "finalizers", "annotations" };
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
	for (size_t i = 0; out && i < ARRAY_LEN(kept) - !annotations; i++) {
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

/* Adds the paths of a JSON patch: "/spec/replicas"; for an element of a list the list. */
static void add_operations(struct lift *l, struct lift__object *o, struct str body)
{
	cJSON *list = json_tree_parse(body, JSON_DIGITS_ALL);
	const cJSON *op;

	cJSON_ArrayForEach(op, list)
	{
		const char *p = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(op, "path"));
		AUTO_STRBUF path = STRBUF_INIT;

		if (!p || *p != '/' ||
		    (strncmp(p, "/metadata", 9) == 0 && strncmp(p, "/metadata/labels", 16) != 0 &&
		     strncmp(p, "/metadata/finalizers", 20) != 0))
			continue;
		for (p++; *p && !(p[-1] == '/' && (strchr("0123456789", *p) || *p == '-')); p++) {
			bool escaped = p[0] == '~' && (p[1] == '0' || p[1] == '1');

			strbuf_addc(&path, escaped     ? (p[1] == '1' ? '/' : '~')
					   : *p == '/' ? sep
						       : *p);
			p += escaped;
		}
		while (path.len && path.ptr[path.len - 1] == sep)
			leave(&path, path.len - 1);
		add_path(l, o, &path);
	}
	cJSON_Delete(list);
}

/* An annotation is compared only if its value is. */
static void drop_noise(cJSON *tree)
{
	cJSON *meta = cJSON_GetObjectItemCaseSensitive(tree, "metadata");
	cJSON *notes = cJSON_GetObjectItemCaseSensitive(meta, "annotations");

	for (cJSON *item = notes ? notes->child : NULL, *next; item; item = next) {
		const char *text = cJSON_GetStringValue(item);

		next = item->next;
		if (text && is_noise(item->string, text))
			cJSON_Delete(cJSON_DetachItemViaPointer(notes, item));
	}
}

static void learn(struct lift *l, struct lift__object *o, const struct lift__own_write *w)
{
	const struct lift__state *base = strcmp(w->verb, "UPDATE") == 0 ? base_of(o, w) : NULL;
	bool whole = base && !w->subresource.len;
	cJSON *now, *before;
	AUTO_STRBUF path = STRBUF_INIT;

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
	now = contents(w->body, true);
	before = base ? contents(base->json, true) : NULL;
	drop_noise(now);
	drop_noise(before);
	strbuf_addz(&path, "");
	if (now && path.ptr)
		add_changes(l, o, now, before, whole, &path, 0);
	cJSON_Delete(now);
	cJSON_Delete(before);
}

/* Adds the members that another client wrote and the program reverted. */
static void learn_reverted(struct lift *l, struct lift__object *o, const struct lift__state *other)
{
	cJSON *now = contents(other->json, true), *before = contents(other->before->json, true);
	AUTO_STRBUF path = STRBUF_INIT;

	strbuf_addz(&path, "");
	if (now && path.ptr)
		add_changes(l, o, now, before, true, &path, 0);
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
	want = json_kind(w->body) == JSON_OBJECT ? contents(w->body, true) : NULL;
	have = want ? contents(o->last->json, true) : NULL;
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
	while (s->next_said < s->l->own_writes.len) {
		const struct lift__own_write *w = s->l->own_writes.items[s->next_said];
		struct lift__object *o;

		if (w->at_ns > until_ns)
			return;
		s->next_said++;
		o = lift__object_of(s->l, w);
		if (!o)
			continue;
		if (!o->generated)
			learn(s->l, o, w);
		if (w->reverted && !o->generated)
			learn_reverted(s->l, o, w->reverted);
		/* a write that was refused, or had no response, is the program's as well */
		if (w->status >= 200 && w->status < 300)
			continue;
		o->did = o->news = true;
		o->there = o->now != NULL;
		s->notified_lines++;
	}
}

/* --- values --- */

static void add_value(const struct lift *l, struct strbuf *out, const char *key, const cJSON *v,
		      int depth)
{
	const cJSON *item;
	bool more = false, object = cJSON_IsObject(v);

	if (cJSON_IsString(v)) {
		if (is_noise(key, v->valuestring))
			strbuf_addz(out, "any");
		else if (!lift__add_generated_name(l, str_of(v->valuestring), out))
			lift__add_scalar(out, str_of(v->valuestring));
		return;
	}
	if (cJSON_IsNull(v) || depth > DEPTH_MAX) {
		strbuf_addz(out, "any");
		return;
	}
	if (!object && !cJSON_IsArray(v)) {
		json_tree_add(out, v, JSON_STYLE_WRITTEN);
		return;
	}
	strbuf_addc(out, object ? '{' : '[');
	cJSON_ArrayForEach(item, v)
	{
		strbuf_addz(out, more ? ", " : "");
		more = true;
		if (object) {
			lift__add_scalar(out, str_of(item->string));
			strbuf_addz(out, ": ");
		}
		add_value(l, out, object ? item->string : key, item, depth + 1);
	}
	strbuf_addc(out, object ? '}' : ']');
}

static void add_leaf(const struct lift *l, struct strbuf *out, const char *key, const cJSON *v)
{
	AUTO_STRBUF text = STRBUF_INIT;

	if (!v) {
		strbuf_addz(out, "absent");
		return;
	}
	if (cJSON_IsObject(v)) {
		strbuf_addz(out, "any");
		return;
	}
	add_value(l, &text, key, v, 0);
	if (text.len > LIST_MAX)
		strbuf_addz(out, "any");
	else
		strbuf_adds(out, strbuf_str(&text));
	out->failed |= text.failed;
}

static bool str_starts(struct str s, struct str prefix)
{
	return s.len >= prefix.len && (!prefix.len || memcmp(s.ptr, prefix.ptr, prefix.len) == 0);
}

static struct str head_of(struct str path)
{
	const char *p = memchr(path.ptr, sep, path.len);

	return (struct str) { path.ptr, p ? (size_t)(p - path.ptr) : path.len };
}

/* Adds the paths that begin with `prefix` as one flow map. */
static void add_tree(struct lift *l, const struct lift__object *o, struct str prefix,
		     const cJSON *state, struct strbuf *out)
{
	AUTO_STRBUF below = STRBUF_INIT;
	bool more = false;

	strbuf_addc(out, '{');
	for (size_t i = 0; i < o->said.len; i++) {
		struct str path = *(const struct str *)o->said.items[i], head, rest;
		const cJSON *v;
		bool again = false, leaf = false;

		if (!str_starts(path, prefix))
			continue;
		rest = (struct str) { path.ptr + prefix.len, path.len - prefix.len };
		head = lift__copy(l, head_of(rest));
		if (!head.ptr)
			return;
		strbuf_clear(&below);
		strbuf_adds(&below, prefix);
		strbuf_adds(&below, head);
		for (size_t k = 0; k < o->said.len; k++) {
			struct str other = *(const struct str *)o->said.items[k];

			leaf |= str_eq(other, strbuf_str(&below));
			again |= k < i && str_starts(other, strbuf_str(&below)) &&
				 (other.len == below.len || other.ptr[below.len] == sep);
		}
		if (again)
			continue;
		strbuf_addz(out, more ? ", " : "");
		more = true;
		lift__add_scalar(out, head);
		strbuf_addz(out, ": ");
		v = cJSON_GetObjectItemCaseSensitive(state, head.ptr);
		strbuf_addc(&below, sep);
		if (leaf || !cJSON_IsObject(v))
			add_leaf(l, out, head.ptr, v);
		else
			add_tree(l, o, lift__copy(l, strbuf_str(&below)), v, out);
	}
	strbuf_addc(out, '}');
	out->failed |= below.failed;
}

/* Converts "{a: {b: c}, d: e}" to lines, one member each. */
static void add_lines(struct strbuf *out, size_t indent, struct str flow)
{
	size_t depth = 0, from = 1;
	char quote = 0;

	for (size_t i = 1; i < flow.len; i++) {
		char c = flow.ptr[i];

		if (quote) {
			i += quote == '"' && c == '\\';
			quote = c == quote ? 0 : quote;
			continue;
		}
		if (c == '\'' || c == '"')
			quote = c;
		else if (c == '{' || c == '[')
			depth++;
		else if ((c == '}' || c == ']') && depth)
			depth--;
		else if (!depth && (c == ',' || c == '}')) {
			strbuf_addf(out, "%*s%.*s\n", (int)indent, "", (int)(i - from),
				    flow.ptr + from);
			from = i + 2;
		}
	}
}

void lift__add_contents(struct story *s, const struct lift__object *o, size_t indent,
			struct strbuf *out)
{
	AUTO_STRBUF flow = STRBUF_INIT;
	cJSON *state;

	if (!o->said.len || !o->now || o->now->partial || !o->now->json.len) {
		strbuf_addz(out, " any\n");
		return;
	}
	state = json_tree_parse(o->now->json, JSON_DIGITS_ALL);
	add_tree(s->l, o, STR(""), state, &flow);
	cJSON_Delete(state);
	if (indent + o->key.len + 2 + flow.len <= WIDTH) {
		strbuf_addf(out, " %s\n", flow.ptr);
	} else {
		strbuf_addc(out, '\n');
		add_lines(out, indent + 2, strbuf_str(&flow));
	}
	s->l->failed |= flow.failed;
}

/* Objects that a program writes about itself differ in each run. */
bool lift__is_about_programs(const struct lift__type *t)
{
	return str_eqz(t->resource, "leases") || str_eqz(t->resource, "events");
}
