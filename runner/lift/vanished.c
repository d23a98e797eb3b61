/* SPDX-License-Identifier: Apache-2.0 */
/* vanished.c - deletions that no client observed, but a later list shows. */
#include "runner/lift/impl.h"

/* Whether the reader selected its last state. */
static bool was_selected(const struct lift__object *o, const struct lift__reader *r)
{
	return !r->selector ||
	       (!o->last->partial &&
		selector_matches_labels(r->selector,
					json_path(o->last->json, "metadata", "labels", NULL)));
}

/* Deletes all objects of the type that are known before the list and missing in it. */
int lift__delete_vanished(struct lift *l, const struct lift__request *r, uint64_t rv)
{
	const struct map_entry *e;

	if (r->reader->fields.len || !rv)
		return 0;
	for (size_t i = 0; (e = map_next(&l->objects, &i));) {
		struct lift__object *o = e->value;
		struct lift__state *s;

		if (o->type != r->type || (r->ns.len && !str_eq(r->ns, o->ns)) || !o->last ||
		    o->last->deleted || o->last->rv > rv || o->listed >= r->list ||
		    o->listed_rv >= rv || !was_selected(o, r->reader))
			continue;
		s = lift__add_state(l, o, o->last->json, rv, true, r->list_seq);
		if (!s)
			return RELIST_ENOMEM;
		s->after = 1;
		s->missing = true;
		s->parted = r->reader->selector != NULL;
	}
	return 0;
}
