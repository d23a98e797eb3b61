/* SPDX-License-Identifier: Apache-2.0 */
/* time.c - the driver and the controllers take turns until nothing more happens. */
#include "runner/world/world.h"

enum { TURNS_MAX = 100000 };

void scn__settle(struct scn__run *r)
{
	for (unsigned turns = 0; r->failure != SCN_BROKEN; turns++) {
		int code = r->ops->settle(r->driver, &r->err);

		if (!code && turns > TURNS_MAX)
			code = relist_err_set(&r->err, RELIST_ETIMEDOUT,
					      "the controllers did not come to rest");
		if (code) {
			scn__broken(r, code);
			return;
		}
		if (!scn__bury_panicked(r) && !(r->actors && r->actors->step(r)))
			break;
	}
	scn__tell_at_rest(r);
}

void scn__advance(struct scn__run *r, int64_t until_ns)
{
	for (unsigned turns = 0; !r->failure && turns < TURNS_MAX; turns++) {
		int64_t due, next = until_ns;
		int code;

		scn__settle(r);
		due = r->actors ? r->actors->deadline_ns(r) : TIME_NEVER;
		if (scn__now(r) >= until_ns || r->failure)
			return;
		if (due > scn__now(r) && due < next)
			next = due;
		code = r->ops->advance(r->driver, next, &r->err);
		if (code)
			scn__broken(r, code);
	}
	scn__settle(r);
}
