/* SPDX-License-Identifier: Apache-2.0 */
/* flatten.c - flattens objects for comparison: lines of a path and a value, without versions and
 * times; uids are replaced by names. */
#include "base/alloc.h"
#include "base/json_scan.h"
#include "base/text/ascii.h"
#include "runner/perturb/noise.h"

enum { UID_LEN = 36, DEPTH = 32 };

/* --- values --- */

static bool is_uid(const char *p, size_t left)
{
	if (left < UID_LEN)
		return false;
	for (size_t i = 0; i < UID_LEN; i++) {
		bool dash = i == 8 || i == 13 || i == 18 || i == 23;

		if (dash ? p[i] != '-' : !ascii_is_lower_hex(p[i]))
			return false;
	}
	return true;
}

/* The length of a time: 2026-11-27T10:00:00 with its suffix; 0: not a time. */
static size_t time_len(const char *p, size_t left)
{
	static const char form[] = "dddd-dd-ddTdd:dd:dd";
	size_t n = sizeof(form) - 1;

	if (left < n)
		return 0;
	for (size_t i = 0; i < n; i++)
		if (form[i] == 'd' ? p[i] < '0' || p[i] > '9'
				   : p[i] != form[i] && !(form[i] == 'T' && p[i] == ' '))
			return 0;
	while (n < left && ((p[n] >= '0' && p[n] <= '9') || strchr(".:+-Z", p[n])))
		n++;
	return n;
}

static void add_uid(const struct perturb__noise *n, struct perturb__life *l, struct str uid,
		    struct strbuf *out)
{
	const struct perturb__change *c = map_get(&l->uids, uid);
	const struct perturb__change *now = c ? map_get(&l->last, c->key) : NULL;
	struct str key;

	if (!c) {
		strbuf_addz(out, "<uid>");
		return;
	}
	key = perturb__canonical(n, l, c->key, c->json);
	strbuf_addf(out, "<uid of " STR_FMT "%s>", STR_ARG(key),
		    now && !now->deleted && str_eq(now->uid, uid) ? "" : ", which is gone");
}

static void add_value(const struct perturb__noise *n, struct perturb__life *l, struct str s,
		      struct strbuf *out)
{
	for (size_t i = 0; i < s.len;) {
		size_t t = time_len(s.ptr + i, s.len - i);

		if (t) {
			strbuf_addz(out, "<time>");
			i += t;
		} else if (is_uid(s.ptr + i, s.len - i)) {
			add_uid(n, l, (struct str) { s.ptr + i, UID_LEN }, out);
			i += UID_LEN;
		} else if ((t = perturb__generated_len(n, l, s, i))) {
			strbuf_addc(out, '*');
			i += t;
		} else {
			strbuf_addc(out, s.ptr[i++]);
		}
	}
}

/* --- objects --- */

struct flat {
	const struct perturb__noise *noise;
	struct perturb__life *life;
	struct map *out;
	struct strbuf path;
	bool failed;
};

static void put(struct flat *f, struct str value)
{
	struct str text = runner__arena_str(&f->life->arena, value);
	struct str path = runner__arena_str(&f->life->arena, strbuf_str(&f->path));

	/* map values are never NULL: an empty text has a pointer as well */
	if (f->life->arena.failed || map_put(f->out, path, (void *)(uintptr_t)text.ptr, NULL))
		f->failed = true;
}

static bool is_skipped(const char *path)
{
	static const char *const skipped[] = {
		"metadata.uid",	       "metadata.resourceVersion", "metadata.creationTimestamp",
		"metadata.generation", "metadata.managedFields",   "metadata.selfLink",
		"metadata.name",       "metadata.generateName",
	};
	const char *dot = strrchr(path, '.');

	for (size_t i = 0; i < ARRAY_LEN(skipped); i++)
		if (strcmp(path, skipped[i]) == 0)
			return true;
	return strcmp(dot ? dot + 1 : path, "observedGeneration") == 0;
}

/* The member that identifies the items of a list, so that their order does not matter; empty: the
 * index identifies them. */
static struct str item_name(json_t item, struct strbuf *scratch)
{
	static const char *const names[] = { "name", "type", "uid", "key" };

	for (size_t i = 0; json_kind(item) == JSON_OBJECT && i < ARRAY_LEN(names); i++) {
		struct str s = json_str(json_get(item, names[i]), scratch);

		if (s.len)
			return s;
	}
	return STR("");
}

static void walk(struct flat *f, json_t v, unsigned depth);

static void walk_list(struct flat *f, json_t v, unsigned depth)
{
	struct json_iter it;
	size_t len = f->path.len, i = 0;
	json_t item;

	for (json_iter_init(&it, v); json_iter_element(&it, &item); i++) {
		AUTO_STRBUF scratch = STRBUF_INIT;
		struct str name = item_name(item, &scratch);

		strbuf_addc(&f->path, '[');
		if (name.len)
			add_value(f->noise, f->life, name, &f->path);
		else
			strbuf_addf(&f->path, "%zu", i);
		strbuf_addc(&f->path, ']');
		walk(f, item, depth + 1);
		f->path.len = len;
		f->path.ptr[len] = '\0';
	}
	if (!i)
		put(f, STR("[]"));
}

static void walk_object(struct flat *f, json_t v, unsigned depth)
{
	struct json_iter it;
	size_t len = f->path.len;
	json_t key, value;

	for (json_iter_init(&it, v); json_iter_member(&it, &key, &value);) {
		AUTO_STRBUF scratch = STRBUF_INIT;

		if (len)
			strbuf_addc(&f->path, '.');
		strbuf_adds(&f->path, json_str(key, &scratch));
		if (!is_skipped(f->path.ptr))
			walk(f, value, depth + 1);
		f->path.len = len;
		f->path.ptr[len] = '\0';
	}
}

static void walk(struct flat *f, json_t v, unsigned depth)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	AUTO_STRBUF text = STRBUF_INIT;

	if (f->path.failed || depth > DEPTH) {
		put(f, depth > DEPTH ? v : STR(""));
		return;
	}
	switch (json_kind(v)) {
	case JSON_OBJECT:
		walk_object(f, v, depth);
		return;
	case JSON_ARRAY:
		walk_list(f, v, depth);
		return;
	case JSON_STRING:
		add_value(f->noise, f->life, json_str(v, &scratch), &text);
		put(f, strbuf_str(&text));
		return;
	case JSON_NULL:
	case JSON_BOOL:
	case JSON_NUMBER:
	case JSON_ABSENT:
		put(f, v);
		return;
	}
}

struct map *perturb__flatten(const struct perturb__noise *n, struct perturb__life *l,
			     struct str json)
{
	struct flat f = { .noise = n, .life = l, .path = STRBUF_INIT };

	f.out = base__malloc(sizeof(*f.out));
	if (!f.out)
		return NULL;
	map_init(f.out, MAP_BORROW_KEYS);
	walk(&f, (json_t) { json.ptr, json.len }, 0);
	f.failed |= f.path.failed || l->arena.failed;
	strbuf_fini(&f.path);
	if (!f.failed)
		return f.out;
	perturb__flat_free(f.out);
	return NULL;
}

/* --- one path --- */

struct part {
	struct flat flat; /* for its path and life */
	const char *path, *leaf;
};

static bool extract_value(struct part *p, json_t v, struct strbuf *out, unsigned depth);

static bool extract_leaf(struct part *p, json_t v, struct strbuf *out)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	AUTO_STRBUF text = STRBUF_INIT;
	struct str raw;

	if (strcmp(p->flat.path.ptr, p->path) != 0)
		return false;
	if (p->leaf) {
		strbuf_addz(out, p->leaf);
		return true;
	}
	if (json_kind(v) == JSON_STRING) {
		raw = json_str(v, &scratch);
		add_value(p->flat.noise, p->flat.life, raw, &text);
		/* values that begin with these characters are expressions of the language */
		if (!str_eq(raw, strbuf_str(&text)) || (raw.len && strchr("$<>/", raw.ptr[0])))
			return false;
	}
	strbuf_adds(out, v);
	return true;
}

static bool extract_item(struct part *p, json_t v, struct strbuf *out, unsigned depth)
{
	struct strbuf *path = &p->flat.path;
	size_t len = path->len, i = 0;
	struct json_iter it;
	bool found = false;
	json_t item;

	strbuf_addc(out, '[');
	for (json_iter_init(&it, v); json_iter_element(&it, &item); i++) {
		AUTO_STRBUF scratch = STRBUF_INIT;
		AUTO_STRBUF inside = STRBUF_INIT;
		struct str name = item_name(item, &scratch);

		strbuf_addc(path, '[');
		if (name.len)
			add_value(p->flat.noise, p->flat.life, name, path);
		else
			strbuf_addf(path, "%zu", i);
		strbuf_addc(path, ']');
		strbuf_addz(out, i ? ", " : "");
		if (!found && extract_value(p, item, &inside, depth + 1)) {
			strbuf_adds(out, strbuf_str(&inside));
			found = true;
		} else {
			strbuf_addz(out, "any");
		}
		path->len = len;
		path->ptr[len] = '\0';
	}
	strbuf_addc(out, ']');
	return found;
}

static bool extract_member(struct part *p, json_t v, struct strbuf *out, unsigned depth)
{
	struct strbuf *path = &p->flat.path;
	size_t len = path->len;
	struct json_iter it;
	json_t key, value;

	for (json_iter_init(&it, v); json_iter_member(&it, &key, &value);) {
		AUTO_STRBUF scratch = STRBUF_INIT;
		AUTO_STRBUF inside = STRBUF_INIT;
		bool found;

		if (len)
			strbuf_addc(path, '.');
		strbuf_adds(path, json_str(key, &scratch));
		found = !is_skipped(path->ptr) && extract_value(p, value, &inside, depth + 1);
		path->len = len;
		path->ptr[len] = '\0';
		if (!found)
			continue;
		strbuf_addf(out, "{" STR_FMT ": " STR_FMT "}", STR_ARG(key),
			    STR_ARG(strbuf_str(&inside)));
		return true;
	}
	return false;
}

static bool extract_value(struct part *p, json_t v, struct strbuf *out, unsigned depth)
{
	if (p->flat.path.failed || depth > DEPTH ||
	    strncmp(p->path, p->flat.path.ptr, p->flat.path.len) != 0)
		return false;
	if (json_kind(v) == JSON_OBJECT)
		return extract_member(p, v, out, depth);
	return json_kind(v) == JSON_ARRAY ? extract_item(p, v, out, depth)
					  : extract_leaf(p, v, out);
}

bool perturb__part(const struct perturb__noise *n, struct perturb__life *l, struct str json,
		   const char *path, const char *leaf, struct strbuf *out)
{
	struct part p = { .flat = { .noise = n, .life = l, .path = STRBUF_INIT },
			  .path = path,
			  .leaf = leaf };
	bool found;

	strbuf_addz(&p.flat.path, "");
	found = extract_value(&p, (json_t) { json.ptr, json.len }, out, 0) && !out->failed;
	strbuf_fini(&p.flat.path);
	return found;
}

void perturb__flat_free(struct map *flat)
{
	if (flat)
		map_fini(flat);
	base__free(flat);
}

static bool has_all(const struct map *a, const struct map *b)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(a, &i));) {
		const char *other = map_get(b, (struct str) { e->key, e->key_len });

		if (!other || strcmp(other, e->value) != 0)
			return false;
	}
	return true;
}

bool perturb__is_same(struct perturb__life *l, const struct perturb__change *c)
{
	struct map *old, *new;
	bool same;

	if (c->added || c->deleted || !c->before || c->before->deleted)
		return false;
	old = perturb__flatten(NULL, l, c->before->json);
	new = perturb__flatten(NULL, l, c->json);
	same = old && new &&map_len(old) == map_len(new) && has_all(old, new);
	perturb__flat_free(old);
	perturb__flat_free(new);
	return same;
}
