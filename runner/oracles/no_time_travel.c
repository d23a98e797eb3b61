/* SPDX-License-Identifier: Apache-2.0 */
/* no_time_travel.c - no handler may receive a key in an older version than before. */
#include "runner/oracles/oracles.h"

static void on_notification(struct scn__observer *o, struct scn__hrun *h, struct scn__rec *n)
{
	const struct scn__handler_state *t = oracle__history_of(h, n->key);

	if (n->rv.len && oracle__rv_number(n->rv) < oracle__rv_number(t->newest_rv))
		oracle__broke(o, world__printf(o->run,
					       "%s got `" STR_FMT "` after it had seen rv=" STR_FMT,
					       h->def->name.ptr, STR_ARG(world__line_of(o->run, n)),
					       STR_ARG(t->newest_rv)));
}

const struct scn__observer_ops oracle__no_time_travel = {
	.on_notification = on_notification,
};
