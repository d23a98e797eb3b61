/* SPDX-License-Identifier: Apache-2.0 */
/* no_status_object_delivered.c - no handler may receive a Status in place of an object. */
#include "runner/oracles/oracles.h"

static bool is_status(const struct scn__rec *n)
{
	struct inf_str kind = { "", 0 };

	if (n->obj)
		kind = inf_object_kind(n->obj);
	return kind.len == 6 && memcmp(kind.ptr, "Status", 6) == 0;
}

static void on_notification(struct scn__observer *o, struct scn__hrun *h, struct scn__rec *n)
{
	if (is_status(n))
		oracle__broke(o,
			      world__printf(o->run, "%s was given a Status: `" STR_FMT "`",
					    h->def->name.ptr, STR_ARG(world__line_of(o->run, n))));
}

const struct scn__observer_ops oracle__no_status_object_delivered = {
	.on_notification = on_notification,
};
