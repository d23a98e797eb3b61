/* SPDX-License-Identifier: Apache-2.0 */
/* per_handler_order.c - per key and handler: add, then updates, then delete. */
#include "runner/oracles/oracles.h"

static void out_of_order(struct scn__observer *o, const struct scn__hrun *h,
			 const struct scn__rec *n, struct str but)
{
	oracle__broke(o,
		      world__printf(o->run, "%s got `" STR_FMT "`, but " STR_FMT, h->def->name.ptr,
				    STR_ARG(world__line_of(o->run, n)), STR_ARG(but)));
}

static void on_notification(struct scn__observer *o, struct scn__hrun *h, struct scn__rec *n)
{
	const struct scn__handler_state *t = oracle__history_of(h, n->key);
	bool renamed = h->def->informer->transform == SCN_TRANSFORM_RENAME;

	if (oracle__is_second_delete(t, n))
		return; /* delete-for-every-vanished-key reports it */
	if (n->verb == SCN_V_ADD && t->present)
		out_of_order(o, h, n, STR("it has the object already"));
	else if (n->verb != SCN_V_ADD && !t->present)
		out_of_order(o, h, n, STR("it does not have the object"));
	else if (n->old && !renamed && !str_eq(n->old_rv, t->last_rv))
		out_of_order(o, h, n,
			     world__printf(o->run, "its last notification has rv=" STR_FMT,
					   STR_ARG(t->last_rv)));
}

const struct scn__observer_ops oracle__per_handler_order = {
	.on_notification = on_notification,
};
