/* SPDX-License-Identifier: Apache-2.0 */
/* delete_for_every_vanished_key.c - for each key that leaves the cache each handler must receive
 * exactly one delete. */
#include "runner/oracles/oracles.h"

static void on_notification(struct scn__observer *o, struct scn__hrun *h, struct scn__rec *n)
{
	if (oracle__is_second_delete(oracle__history_of(h, n->key), n))
		oracle__broke(o,
			      world__printf(o->run, "%s got `" STR_FMT "` for the second time",
					    h->def->name.ptr, STR_ARG(world__line_of(o->run, n))));
}

static void check_handler(struct scn__observer *o, struct scn__irun *ir, struct scn__hrun *h)
{
	const struct map_entry *e;

	if (!h->registration || world__backlog(o->run, h))
		return;
	for (size_t i = 0; (e = map_next(&h->notified, &i)) && !o->run->failure;) {
		const struct scn__handler_state *t = e->value;
		bool has = inf__indexer_has(inf__informer_indexer(ir->inf), t->key.ptr);

		if (t->present == has)
			continue;
		oracle__broke(o, world__printf(o->run,
					       has ? "%s was notified that " STR_FMT
						     " is deleted, and the cache still has it"
						   : "%s was notified of " STR_FMT
						     ", the cache has lost it, and no delete came",
					       h->def->name.ptr, STR_ARG(t->key)));
	}
}

static void informer_at_rest(struct scn__observer *o, struct scn__irun *ir, bool changed)
{
	struct scn__run *r = o->run;

	for (size_t k = 0; changed && k < r->cell->world.handler_count && !r->failure; k++)
		if (r->handlers[k].def->informer == ir->def && r->handlers[k].added)
			check_handler(o, ir, &r->handlers[k]);
}

const struct scn__observer_ops oracle__delete_for_every_vanished_key = {
	.on_notification = on_notification,
	.informer_at_rest = informer_at_rest,
};
