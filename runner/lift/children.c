/* SPDX-License-Identifier: Apache-2.0 */
/* children.c - expects numbers of the objects that the program under test creates: those with
 * generated names by their common owner or prefix, and all other objects of the types that it
 * creates. A recording does not show an object that the program failed to create, but in the run
 * of a correct program the number differs. Likewise the members that the program writes into
 * objects of others are expected of all such objects. */
#include "runner/lift/arms.h"
#include "runner/lift/story.h"

void lift__begin_type(const struct lift__type *t, bool *any, struct strbuf *out)
{
	if (!*any)
		strbuf_addf(out, "        " STR_FMT ":\n", STR_ARG(t->name));
	*any = true;
}

/* The controlling owner of the object; NULL: none, or none that the scenario has. */
static const struct lift__object *owner_of(const struct lift *l, const struct lift__state *w,
					   json_t *owner)
{
	struct json_iter it;

	json_iter_init(&it, json_path(w->json, "metadata", "ownerReferences", NULL));
	while (json_iter_element(&it, owner)) {
		AUTO_STRBUF scratch = STRBUF_INIT;
		const struct lift__object *of =
		    map_get(&l->uids, json_str(json_get(*owner, "uid"), &scratch));

		if (of && of->wanted && of->type->name.len &&
		    json_is_true(json_get(*owner, "controller")))
			return of;
	}
	return NULL;
}

/* If the server generates the names of children, they differ between correct programs. The owner
 * and the prefix of the names do not. */
void lift__note_children(struct lift *l, struct lift__object *o, const struct lift__state *w)
{
	json_t owner;
	const struct lift__object *of = owner_of(l, w, &owner);
	AUTO_STRBUF text = STRBUF_INIT, scratch = STRBUF_INIT;
	struct str name = lift__generated_prefix(l, o, w->json, &scratch);

	o->generated |= name.len > 0;
	if (o->generated)
		l->generates = o->type->generates = true;
	o->misowned =
	    of && !(of->now && json_str_eq(json_get(owner, "uid"), of->now->uid)) ? of : NULL;
	if (!o->children.len && of) {
		if (o->ns.len)
			strbuf_addf(&text, STR_FMT "/", STR_ARG(o->ns));
		strbuf_addf(&text, "* owner=" STR_FMT "/" STR_FMT, STR_ARG(of->type->name),
			    STR_ARG(of->key));
		o->children = lift__copy(l, strbuf_str(&text));
		o->parent = of;
	}
	if (o->children.len || !o->generated)
		return;
	/* "web-": a correct program may use the name "web" */
	while (name.len > 1 && strchr("-.", name.ptr[name.len - 1]))
		name.len--;
	if (o->ns.len)
		strbuf_addf(&text, STR_FMT "/", STR_ARG(o->ns));
	strbuf_addf(&text, STR_FMT "*", STR_ARG(name));
	o->children = lift__copy(l, strbuf_str(&text));
	l->failed |= text.failed || scratch.failed;
}

/* --- generated names --- */

bool lift__add_generated_name(const struct lift *l, struct str text, struct strbuf *out)
{
	const struct map_entry *e;

	for (size_t i = 0; l->generates && (e = map_next(&l->objects, &i));) {
		const struct lift__object *o = e->value;
		const struct lift__state *first = o->states.len ? o->states.items[0] : NULL;
		AUTO_STRBUF scratch = STRBUF_INIT, pattern = STRBUF_INIT;
		struct str prefix;

		if (!o->generated || !str_eq(o->name, text) || !first)
			continue;
		prefix = lift__generated_prefix(l, o, first->json, &scratch);
		if (!prefix.len || prefix.len >= text.len)
			continue;
		strbuf_addz(&pattern, "/^");
		for (size_t k = 0; k < prefix.len; k++)
			strbuf_addf(&pattern, "%s%c", prefix.ptr[k] == '.' ? "\\" : "",
				    prefix.ptr[k]);
		strbuf_addc(&pattern, '/');
		lift__add_scalar(out, strbuf_str(&pattern));
		return true;
	}
	return false;
}

/* Whether the expression selects the object: by its own expression, or by its name. */
static bool is_chosen(const struct lift__object *o, struct str children)
{
	size_t len = children.len - 1;

	if (str_eq(o->children, children))
		return true;
	return !memchr(children.ptr, ' ', children.len) && o->key.len >= len &&
	       memcmp(o->key.ptr, children.ptr, len) == 0;
}

static void count_news(const struct lift__object *o, const struct lift__type *t,
		       const struct map *groups, int by)
{
	struct lift__object *first = o->type == t && o->news ? map_get(groups, o->children) : NULL;

	if (first)
		first->group_news += by;
}

static void add_group(struct story *s, const struct lift__object *first, const struct map *groups,
		      bool at_end, bool *any, struct strbuf *out)
{
	const struct map_entry *e;
	size_t n = 0;

	for (size_t i = 0; (e = map_next(&s->l->objects, &i));) {
		struct lift__object *o = e->value;

		if (o->type != first->type || !is_chosen(o, first->children))
			continue;
		n += o->now != NULL;
		if (o->generated) {
			count_news(o, o->type, groups, -1);
			o->news = false;
		}
	}
	lift__begin_type(first->type, any, out);
	strbuf_addz(out, "          ");
	lift__add_scalar(out, first->children);
	if (n)
		strbuf_addf(out, ": %zu\n", n);
	else
		strbuf_addz(out, ": absent\n");
	if (at_end)
		lift__add_survivors(s, first, out);
}

/* Maps each expression to the first object that it selects, which counts the group's news. */
static void find_groups(struct lift *l, const struct lift__type *t, struct map *groups)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&l->objects, &i));) {
		struct lift__object *o = e->value;

		if (o->type != t || !o->generated || !o->wanted || map_get(groups, o->children))
			continue;
		o->group_news = 0;
		l->failed |= map_put(groups, o->children, o, NULL) != 0;
	}
	for (size_t i = 0; (e = map_next(&l->objects, &i));)
		count_news(e->value, t, groups, 1);
}

void lift__add_groups(struct story *s, const struct lift__type *t, bool all, bool *any,
		      struct strbuf *out)
{
	const struct map_entry *e;
	struct map groups;

	if (!t->generates || !(all || lift__has_news(t)))
		return;
	map_init(&groups, MAP_BORROW_KEYS);
	find_groups(s->l, t, &groups);
	for (size_t i = 0; (e = map_next(&s->l->objects, &i));) {
		struct lift__object *o = e->value;

		if (map_get(&groups, o->children) == o && (all || o->group_news))
			add_group(s, o, &groups, all, any, out);
	}
	map_fini(&groups);
}

/* --- all others --- */

static bool creates_type(const struct lift *l, const struct lift__type *t)
{
	const struct map_entry *e;

	for (size_t i = 0; i < l->own_writes.len; i++) {
		const struct lift__own_write *w = l->own_writes.items[i];

		if (w->type == t && strcmp(w->verb, "CREATE") == 0 && !w->subresource.len)
			return true;
	}
	for (size_t i = 0; (e = map_next(&l->objects, &i));) {
		const struct lift__object *o = e->value;

		if (o->type == t && o->own)
			return true;
	}
	return false;
}

static bool is_in_group(const struct lift *l, const struct lift__object *o)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&l->objects, &i));) {
		const struct lift__object *g = e->value;

		if (g->type == o->type && g->generated && g->wanted && is_chosen(o, g->children))
			return true;
	}
	return false;
}

void lift__add_others(struct story *s, const struct lift__type *t, bool named, bool *any,
		      struct strbuf *out)
{
	const char *chooses = named ? "others" : "'*'";
	const struct map_entry *e;
	size_t n = 0;

	if (!creates_type(s->l, t))
		return;
	for (size_t i = 0; (e = map_next(&s->l->objects, &i));) {
		const struct lift__object *o = e->value;

		n += o->type == t && o->wanted && o->now &&
		     !(named && ((o->did && !o->generated) || is_in_group(s->l, o)));
	}
	lift__begin_type(t, any, out);
	if (n)
		strbuf_addf(out, "          %s: %zu\n", chooses, n);
	else
		strbuf_addf(out, "          %s: absent\n", chooses);
}

/* --- members that the program writes into objects of others --- */

enum { SHARED_MAX = 60 };

static bool is_written(const struct lift__object *o)
{
	return o->wanted && o->did && !o->own && o->written_paths.len > 0;
}

static bool is_left_alone(const struct lift__object *o)
{
	return o->wanted && !o->did && !o->own && o->now && o->now->json.len > 0;
}

static void share(struct lift *l, const struct lift__object *from, struct lift__object *to)
{
	for (size_t i = 0; i < from->written_paths.len; i++) {
		struct str *path = from->written_paths.items[i];
		bool known = false;

		for (size_t k = 0; k < to->written_paths.len; k++)
			known |= str_eq(*(const struct str *)to->written_paths.items[k], *path);
		if (!known)
			(void)lift__push(l, &to->written_paths, path);
	}
}

static size_t count_written(const struct lift *l, const struct lift__type *t)
{
	const struct map_entry *e;
	size_t n = 0;

	for (size_t i = 0; (e = map_next(&l->objects, &i));) {
		const struct lift__object *o = e->value;

		n += o->type == t && is_written(o);
	}
	return n;
}

void lift__share_contents(struct story *s, const struct lift__type *t)
{
	const struct map_entry *e, *f;
	size_t left = 0, most = count_written(s->l, t);

	for (size_t i = 0; most && (e = map_next(&s->l->objects, &i));)
		left +=
		    ((const struct lift__object *)e->value)->type == t && is_left_alone(e->value);
	if (!left || most + left > SHARED_MAX)
		return;
	for (size_t i = 0; (e = map_next(&s->l->objects, &i));) {
		struct lift__object *o = e->value;

		if (o->type != t || !is_left_alone(o))
			continue;
		for (size_t k = 0; (f = map_next(&s->l->objects, &k));) {
			const struct lift__object *from = f->value;

			if (from->type == t && is_written(from))
				share(s->l, from, o);
		}
	}
	for (size_t i = 0; (e = map_next(&s->l->objects, &i));) {
		struct lift__object *o = e->value;

		if (o->type == t && is_left_alone(o) && o->written_paths.len)
			o->did = o->there = true;
	}
}
