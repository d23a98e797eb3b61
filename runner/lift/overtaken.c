/* SPDX-License-Identifier: Apache-2.0 */
/* overtaken.c - what the program changes again soon. */
#include "runner/lift/story.h"

/* An expectation of a state that changes again so soon would fail. */
#define OVERTAKEN_NS (2 * NS_PER_S)

int64_t lift__time_of(const struct story *s)
{
	const struct lift__state *w = s->next_write ? s->l->writes.items[s->next_write - 1] : NULL;

	return w && w->at_ns > s->at_ns ? w->at_ns : s->at_ns;
}

void lift__chain_writes(struct lift *l)
{
	for (size_t i = l->writes.len; i-- > 0;) {
		struct lift__state *w = l->writes.items[i], *next = w->object->coming;

		w->place = i;
		w->next = next;
		w->opposite = next && next->deleted == w->deleted ? next->opposite : next;
		w->object->coming = w;
	}
}

bool lift__is_overtaken(const struct story *s, struct lift__object *o, bool content)
{
	const struct lift__state *w;

	while (o->coming && o->coming->place < s->next_write)
		o->coming = o->coming->next;
	w = !content && o->coming && o->coming->deleted != o->there ? o->coming->opposite
								    : o->coming;
	return w && w->at_ns - lift__time_of(s) < OVERTAKEN_NS;
}

/* Whether the program creates the object later. */
static bool is_to_be_made(const struct story *s, const struct lift__object *o)
{
	return o->own && o->coming && o->coming->done && o->coming->place >= s->next_write;
}

bool lift__changes_soon(const struct story *s, const struct lift__type *t)
{
	const struct map_entry *e;

	for (size_t i = 0; !s->idle && (e = map_next(&s->l->objects, &i));) {
		struct lift__object *o = e->value;

		if (o->type == t && o->wanted && (o->did || is_to_be_made(s, o)) &&
		    lift__is_overtaken(s, o, false))
			return true;
	}
	return false;
}
