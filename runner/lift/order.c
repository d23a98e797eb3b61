/* SPDX-License-Identifier: Apache-2.0 */
/* order.c - names objects whose names the server generated, for steps and expectations: by the
 * pattern that counts them too (children.c), that is by their owner, else by the prefix of their
 * names, and by the number of their creation. A correct program and a wrong one create the children
 * of one owner in one order as far as the story distinguishes them; the order among the children of
 * several owners may differ, so those have numbers of their own. */
#include "runner/lift/story.h"

/* Limit of single objects that are expected of one pattern. */
enum { SINGLE_MAX = 20 };

static bool names_owner(const struct lift__state *w, const struct lift__object *of)
{
	struct json_iter it;
	json_t owner;

	json_iter_init(&it, json_path(w->json, "metadata", "ownerReferences", NULL));
	while (json_iter_element(&it, &owner)) {
		AUTO_STRBUF scratch = STRBUF_INIT;
		struct str version = json_str(json_get(owner, "apiVersion"), &scratch);
		const char *slash = version.len ? memchr(version.ptr, '/', version.len) : NULL;
		struct str group = { version.ptr, slash ? (size_t)(slash - version.ptr) : 0 };

		if (json_str_eq(json_get(owner, "name"), of->name) &&
		    str_eq(group, of->type->group))
			return true;
	}
	return false;
}

/* Whether the pattern of `o` fits the created object, as in a run. */
static bool fits(const struct lift__object *o, const struct lift__state *created)
{
	const struct lift__object *other = created->object;
	size_t prefix = o->children.len - 1; /* without the asterisk */

	if (other->type != o->type || !str_eq(other->ns, o->ns))
		return false;
	if (o->parent)
		return names_owner(created, o->parent);
	return other->key.len >= prefix && memcmp(other->key.ptr, o->children.ptr, prefix) == 0;
}

static bool is_creation(const struct lift__state *w)
{
	return !w->deleted && (!w->before || w->before->deleted) && (w->done || w->new_rv);
}

/* Objects before the story are created first, by one step or more. */
static size_t count_base(const struct lift *l, const struct lift__object *o)
{
	size_t n = 0;

	for (size_t i = 0; i < l->base.len; i++)
		n += fits(o, l->base.items[i]);
	return n;
}

/* The number of the object's creation; 0: the story does not create it. */
static size_t number_of(const struct lift *l, struct lift__object *o)
{
	size_t n = o->number ? 0 : count_base(l, o);

	for (size_t i = 0; !o->number && i < l->writes.len; i++) {
		const struct lift__state *w = l->writes.items[i];

		if ((w->base && !w->done) || !is_creation(w) || !fits(o, w))
			continue;
		n++;
		if (w->object == o)
			o->number = n;
	}
	return o->number;
}

bool lift__is_numbered(const struct lift *l, struct lift__object *o)
{
	return o->own && o->generated && o->children.len && number_of(l, o);
}

void lift__add_numbered(const struct lift *l, struct lift__object *o, struct strbuf *out)
{
	const char *space = memchr(o->children.ptr, ' ', o->children.len);
	size_t name = space ? (size_t)(space - o->children.ptr) : o->children.len;

	strbuf_add(out, o->children.ptr, name);
	strbuf_addf(out, "#%zu", number_of(l, o));
	strbuf_add(out, o->children.ptr + name, o->children.len - name);
}

void lift__add_single(const struct lift *l, struct lift__object *o, bool there, struct strbuf *out)
{
	AUTO_STRBUF key = STRBUF_INIT;

	lift__add_numbered(l, o, &key);
	strbuf_addz(out, "          ");
	lift__add_scalar(out, strbuf_str(&key));
	strbuf_addf(out, ": %s\n", there ? "any" : "absent");
	out->failed |= key.failed;
}

/* Whether a step of another client distinguishes the object from the others of its pattern. */
static bool is_distinguished(const struct lift__object *o)
{
	for (size_t i = 0; i < o->states.len; i++) {
		const struct lift__state *s = o->states.items[i];

		if (s->by_other && s->new_rv)
			return true;
	}
	return false;
}

static bool was_deleted_by_program(const struct lift__object *o)
{
	for (size_t i = 0; i < o->states.len; i++) {
		const struct lift__state *s = o->states.items[i];

		if (s->deleted && s->own)
			return true;
	}
	return false;
}

/* A number alone does not show that the program deleted the wrong one. */
void lift__add_survivors(struct story *s, const struct lift__object *first, struct strbuf *out)
{
	const struct map_entry *e;
	bool deletes = false;
	size_t n = 0;

	for (size_t i = 0; (e = map_next(&s->l->objects, &i));) {
		const struct lift__object *o = e->value;

		if (o->type != first->type || !str_eq(o->children, first->children))
			continue;
		deletes |= was_deleted_by_program(o);
		n += is_distinguished(o);
	}
	if (!deletes || n > SINGLE_MAX)
		return;
	for (size_t i = 0; (e = map_next(&s->l->objects, &i));) {
		struct lift__object *o = e->value;

		if (o->type == first->type && str_eq(o->children, first->children) &&
		    is_distinguished(o) && lift__is_numbered(s->l, o))
			lift__add_single(s->l, o, o->now != NULL, out);
	}
}
