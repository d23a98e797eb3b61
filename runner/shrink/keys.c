/* SPDX-License-Identifier: Apache-2.0 */
/* keys.c - groups all parts that name an object into one unit: its writes, and the items of
 * expectations. */
#include "base/alloc.h"
#include "runner/shrink/impl.h"

struct keys {
	struct shrink *s;
	bool names;	  /* types and informers instead of objects */
	struct map units; /* "pods/default/a" -> number + 1 */
	struct shrink__unit *all;
	size_t *of; /* the unit of marks[i] */
	struct shrink__part **marks;
	size_t mark_count;
};

static bool is_write(const struct shrink__part *verb)
{
	return str_eqz(verb->key, "create") || str_eqz(verb->key, "update") ||
	       str_eqz(verb->key, "delete");
}

static void add_key(struct keys *k, struct str key)
{
	if (!memchr(key.ptr, '/', key.len) == !k->names || map_get(&k->units, key))
		return;
	if (map_put(&k->units, key, (void *)(uintptr_t)(map_len(&k->units) + 1), NULL))
		k->s->failed = true;
}

static void mark(struct keys *k, struct str word, struct shrink__part *p)
{
	const char *slash = k->names ? memchr(word.ptr, '/', word.len) : NULL;
	uintptr_t n;

	/* "pods/default/a" belongs to pods */
	if (slash)
		word.len = (size_t)(slash - word.ptr);
	n = (uintptr_t)map_get(&k->units, word);
	if (!n || p->stays || p->fixed || !shrink__is_there(p))
		return;
	for (size_t i = k->mark_count; i-- > 0 && i + 4 > k->mark_count;)
		if (k->marks[i] == p)
			return;
	k->of[k->mark_count] = n - 1;
	k->marks[k->mark_count++] = p;
}

static bool is_key_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
	       c == '/' || (c >= 'A' && c <= 'Z');
}

/* `goes`: the part to drop with the first key that `text` names. */
static void mark_words(struct keys *k, struct str text, struct shrink__part *goes)
{
	for (size_t i = 0, end; i < text.len; i = end + 1) {
		for (end = i; end < text.len && is_key_char(text.ptr[end]);)
			end++;
		if (end > i)
			mark(k, (struct str) { text.ptr + i, end - i }, goes);
	}
}

/* The part to drop: an entry of a write, an item of an expectation's list, else the whole step. */
static struct shrink__part *part_to_drop(struct shrink__part *p, const struct shrink__part *verb,
					 struct shrink__part *step)
{
	if (is_write(verb)) {
		while (p->parent != verb && p->parent != step)
			p = p->parent;
		return p;
	}
	if (!str_eqz(verb->key, "expect") && !str_eqz(verb->key, "never"))
		return step;
	while (p->parent != verb && p->parent->node->kind != SCN_LIST)
		p = p->parent;
	return p;
}

static void mark_below(struct keys *k, struct shrink__part *p, struct shrink__part *verb,
		       struct shrink__part *step)
{
	if (is_write(verb) && verb->count && p->parent == verb) {
		mark(k, p->key.len ? p->key : p->node->text, p);
		return;
	}
	if (p->key.len && (k->names ? p != verb : memchr(p->key.ptr, '/', p->key.len) != NULL))
		mark(k, p->key, p);
	else if (p->node->kind == SCN_SCALAR && (k->names || p != verb))
		mark_words(k, p->node->text, part_to_drop(p, verb, step));
	for (size_t i = 0; i < p->count; i++)
		mark_below(k, p->items[i], verb, step);
}

/* Writes without objects, and empty lists of expectations, are dropped as well. */
static void mark_closing(struct shrink__part *p, bool below_expect)
{
	p->closes = (p->node->kind == SCN_LIST || !below_expect) && !p->stays;
	for (size_t i = 0; i < p->count && below_expect; i++)
		mark_closing(p->items[i], true);
}

static void find_keys(struct keys *k, struct shrink__part *steps)
{
	for (size_t i = 0; i < steps->count; i++) {
		struct shrink__part *step = steps->items[i];

		for (size_t v = 0; v < step->count; v++) {
			struct shrink__part *verb = step->items[v];
			bool expects = str_eqz(verb->key, "expect") || str_eqz(verb->key, "never");

			if (is_write(verb) || expects) {
				mark_closing(verb, expects);
				step->closes = step->count == 1 && !step->stays;
			}
			for (size_t n = 0; !k->names && is_write(verb) && n < verb->count; n++)
				add_key(k, verb->items[n]->key.len ? verb->items[n]->key
								   : verb->items[n]->node->text);
		}
	}
	for (size_t i = 0; i < steps->count; i++)
		for (size_t v = 0; v < steps->items[i]->count; v++)
			mark_below(k, steps->items[i]->items[v], steps->items[i]->items[v],
				   steps->items[i]);
}

/* Groups the marks by key. */
static bool group(struct keys *k, struct shrink__part **sorted)
{
	size_t units = map_len(&k->units), at = 0;

	for (size_t i = 0; i < k->mark_count; i++)
		k->all[k->of[i]].count++;
	for (size_t u = 0; u < units; u++) {
		k->all[u].parts = sorted + at;
		at += k->all[u].count;
		k->all[u].count = 0;
	}
	for (size_t i = 0; i < k->mark_count; i++) {
		struct shrink__unit *u = &k->all[k->of[i]];

		u->parts[u->count++] = k->marks[i];
	}
	return units > 0;
}

/* Removes units that are dropped already. */
static size_t without_empty(struct shrink__unit *all, size_t count)
{
	size_t n = 0;

	for (size_t i = 0; i < count; i++)
		if (all[i].count)
			all[n++] = all[i];
	return n;
}

/* Finds the names that the world defines; `steps` uses them. */
static void find_names(struct keys *k, struct shrink__part *steps)
{
	static const char *const rooms[] = { "informers", "types" };
	struct shrink__part *world = shrink__entry(k->s->tree.root, "world");

	for (size_t i = 0; i < ARRAY_LEN(rooms); i++) {
		struct shrink__part *room = shrink__entry(world, rooms[i]);

		for (size_t n = 0; room && n < room->count; n++)
			add_key(k, room->items[n]->key);
	}
	for (size_t i = 0; i < ARRAY_LEN(rooms); i++) {
		struct shrink__part *room = shrink__entry(world, rooms[i]);

		for (size_t n = 0; room && n < room->count; n++)
			mark(k, room->items[n]->key, room->items[n]);
	}
	find_keys(k, steps);
}

static void units_of(struct shrink *s, bool names, struct shrink__units *out)
{
	struct shrink__part *steps = shrink__entry(s->tree.root, "steps");
	size_t cap = 2 * s->tree.source.len + 16; /* a name and its separator */
	struct keys k = { .s = s, .names = names };

	*out = (struct shrink__units) { 0 };
	out->parts = base__calloc(cap, sizeof(struct shrink__part *));
	map_init(&k.units, MAP_COPY_KEYS);
	k.marks = base__calloc(cap, sizeof(struct shrink__part *));
	k.of = base__calloc(cap, sizeof(*k.of));
	shrink__tree_settle(&s->tree);
	s->failed |= !out->parts || !k.marks || !k.of;
	if (!s->failed && steps && names)
		find_names(&k, steps);
	else if (!s->failed && steps)
		find_keys(&k, steps);
	k.all = out->all = base__calloc(map_len(&k.units) + 2, sizeof(*k.all));
	s->failed |= !k.all;
	if (!s->failed && group(&k, out->parts))
		out->count = without_empty(out->all, map_len(&k.units));
	base__free(k.of);
	base__free(k.marks);
	map_fini(&k.units);
}

void shrink__units_of_keys(struct shrink *s, struct shrink__units *out)
{
	units_of(s, false, out);
}

static bool is_name_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
}

static bool ends_segment(char c)
{
	return c == '-' || c == '.';
}

/* "dns-a" has the segment "a", and "dns" has not the segment "d". */
static bool has_segment(struct str name, struct str part)
{
	for (size_t i = 0; i + part.len <= name.len; i++)
		if (memcmp(name.ptr + i, part.ptr, part.len) == 0 &&
		    (!i || ends_segment(name.ptr[i - 1])) &&
		    (i + part.len == name.len || ends_segment(name.ptr[i + part.len])))
			return true;
	return false;
}

/* A controller's object for "web" is named "dns-web". A short name may be part of any other by
 * chance. */
static bool is_like(struct str a, struct str b)
{
	struct str name = a.len < b.len ? b : a, part = a.len < b.len ? a : b;

	return !part.len || (part.len > 2 ? str_contains(name, part) : has_segment(name, part));
}

static struct str name_of(struct str key)
{
	const char *slash = NULL;

	for (size_t i = 0; i < key.len; i++)
		slash = key.ptr[i] == '/' ? key.ptr + i : slash;
	return slash ? (struct str) { slash + 1, (size_t)(key.ptr + key.len - slash) - 1 } : key;
}

/* "secrets/shop/web", "shop/web": "shop"; for a key without a namespace the type's name, or "". */
static struct str namespace_of(struct str key)
{
	size_t len = key.len - name_of(key).len;

	return len ? name_of((struct str) { key.ptr, len - 1 }) : STR("");
}

bool shrink__names_alike(struct str step, struct str key)
{
	key = name_of(key);
	for (size_t i = 1, end; i < step.len; i = end + 1) {
		for (end = i; end < step.len && is_name_char(step.ptr[end]);)
			end++;
		if (step.ptr[i - 1] == '/' && end > i &&
		    is_like(key, (struct str) { step.ptr + i, end - i }))
			return true;
	}
	return false;
}

/* The objects related to the failure: those with similar names, and their namespaces. */
struct likeness {
	struct str name;
	struct map kept,
	    made; /* namespaces: of the failed object and of similar writes; of the story */
};

static bool is_object_key(const struct shrink__part *p)
{
	return p->key.len && memchr(p->key.ptr, '/', p->key.len);
}

/* "state: {pods: {others: 3}}": whether the key counts all objects, or those without a key. */
static bool is_number_of_all(const struct shrink__part *p)
{
	return (str_eqz(p->key, "others") || str_eqz(p->key, "*")) && p->parent &&
	       p->parent->parent && str_eqz(p->parent->parent->key, "state");
}

/* If its namespace is dropped, an expectation of an object does not hold any more. */
static bool is_expected_alike(const struct likeness *l, struct str key)
{
	struct str ns = namespace_of(key);

	return shrink__names_alike(key, l->name) &&
	       (map_get(&l->kept, ns) || !map_get(&l->made, ns));
}

static size_t add_if(struct shrink__part *p, const struct likeness *l, bool alike,
		     struct shrink__part **to)
{
	size_t n = 0;

	if (is_object_key(p) || is_number_of_all(p)) {
		bool is = is_object_key(p) && is_expected_alike(l, p->key);

		if (is == alike && shrink__is_there(p) && !p->stays && !p->fixed)
			to[n++] = p;
		return n;
	}
	for (size_t i = 0; i < p->count; i++)
		n += add_if(p->items[i], l, alike, to + n);
	return n;
}

static struct str text_of(const struct shrink *s, const struct shrink__part *p)
{
	return p->key.len	   ? p->key
	       : p->node->text.len ? p->node->text
				   : shrink__source_of(&s->tree, p);
}

static const char namespaces[] = "namespaces/";

static bool is_namespace(struct str key)
{
	return str_begins(key, namespaces) && str_eqz(namespace_of(key), "namespaces");
}

/* Whether a part of the unit names a related object: its key, its text, or a whole step such as
 * `fail`; or a namespace that is kept. */
static bool unit_is_alike(const struct shrink *s, const struct shrink__unit *unit,
			  const struct likeness *l)
{
	for (size_t i = 0; i < unit->count; i++) {
		struct str text = text_of(s, unit->parts[i]);

		if (shrink__names_alike(text, l->name) ||
		    (is_namespace(text) && map_get(&l->kept, name_of(text))))
			return true;
	}
	return false;
}

static bool is_write_entry(const struct shrink__part *p)
{
	return p->parent && is_write(p->parent);
}

static bool likeness_init(struct likeness *l, const struct shrink *s,
			  const struct shrink__units *units)
{
	bool ok;

	*l = (struct likeness) { .name = str_of(s->about) };
	map_init(&l->kept, MAP_COPY_KEYS);
	map_init(&l->made, MAP_COPY_KEYS);
	ok = map_put(&l->kept, str_of(s->about_ns), l, NULL) == 0;
	for (size_t u = 0; u < units->count; u++)
		for (size_t i = 0; i < units->all[u].count; i++) {
			const struct shrink__part *p = units->all[u].parts[i];
			struct str key = text_of(s, p);

			if (!is_write_entry(p))
				continue;
			if (is_namespace(key))
				ok &= map_put(&l->made, name_of(key), l, NULL) == 0;
			else if (shrink__names_alike(key, l->name))
				ok &= map_put(&l->kept, namespace_of(key), l, NULL) == 0;
		}
	return ok;
}

static void likeness_fini(struct likeness *l)
{
	map_fini(&l->kept);
	map_fini(&l->made);
}

/* Adds the expectations of unrelated objects; the whole expectation if it has no others. */
static size_t add_expected(struct shrink *s, const struct likeness *l, struct shrink__part **to)
{
	struct shrink__part *steps = shrink__entry(s->tree.root, "steps");
	size_t n = 0;

	for (size_t i = 0; steps && i < steps->count; i++) {
		struct shrink__part *step = steps->items[i];
		struct shrink__part *expect = shrink__entry(step, "expect");
		size_t others;

		if (!expect || step->gone)
			continue;
		if (add_if(expect, l, true, to + n)) {
			n += add_if(expect, l, false, to + n);
			continue;
		}
		others = add_if(expect, l, false, to + n);
		if (others && !step->stays)
			to[n++] = step;
	}
	return n;
}

static size_t add_pauses(struct shrink *s, struct shrink__part **to)
{
	struct shrink__part *steps = shrink__entry(s->tree.root, "steps");
	size_t n = 0;

	for (size_t i = 0; steps && i < steps->count; i++) {
		struct shrink__part *step = steps->items[i];

		if (shrink__entry(step, "advance") && shrink__is_there(step) && !step->stays)
			to[n++] = step;
	}
	return n;
}

void shrink__units_unlike(struct shrink *s, struct shrink__units *out)
{
	struct likeness l;
	size_t n = 0, units;

	shrink__units_of_keys(s, out);
	s->failed |= !likeness_init(&l, s, out);
	units = out->count;
	out->count = 0;
	for (size_t u = 0; u < units && !s->failed; u++) {
		struct shrink__unit *unit = &out->all[u];
		bool alike = unit_is_alike(s, unit, &l);

		for (size_t i = 0; !alike && i < unit->count; i++)
			out->parts[n++] = unit->parts[i];
	}
	if (!s->failed) {
		n += add_expected(s, &l, out->parts + n);
		out->all[0] = (struct shrink__unit) { out->parts, n };
		out->all[1] =
		    (struct shrink__unit) { out->parts + n, add_pauses(s, out->parts + n) };
		out->count = 2;
	}
	likeness_fini(&l);
}

void shrink__units_of_names(struct shrink *s, struct shrink__units *out)
{
	units_of(s, true, out);
}

void shrink__units_of_steps(struct shrink *s, struct shrink__units *out)
{
	struct shrink__part *steps = shrink__entry(s->tree.root, "steps");
	size_t cap = (steps ? steps->count : 0) + 1;

	*out = (struct shrink__units) { .all = base__calloc(cap, sizeof(*out->all)),
					.parts = base__calloc(cap, sizeof(struct shrink__part *)) };
	if (!out->all || !out->parts) {
		s->failed = true;
		return;
	}
	shrink__tree_settle(&s->tree);
	for (size_t i = 0; steps && i < steps->count; i++) {
		struct shrink__part *p = steps->items[i];

		if (p->gone || p->stays || p->fixed)
			continue;
		out->parts[out->count] = p;
		out->all[out->count] = (struct shrink__unit) { &out->parts[out->count], 1 };
		out->count++;
	}
}

void shrink__units_fini(struct shrink__units *u)
{
	base__free(u->all);
	base__free(u->parts);
}
