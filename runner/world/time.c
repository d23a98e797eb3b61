/* SPDX-License-Identifier: Apache-2.0 */
/* time.c - runs the driver and the controllers in turns until the run has settled. */
#include "runner/world/world.h"

enum { TURNS_MAX = 100000 };

bool world__left(struct scn__run *r)
{
	if (!r->opt->choice || !r->opt->choice->redundant)
		return false;
	r->failure = SCN_BROKEN;
	r->out->verdict = RUNNER_ERROR;
	return true;
}

void world__settle(struct scn__run *r)
{
	for (unsigned turns = 0; r->failure != SCN_BROKEN; turns++) {
		int code = r->ops->settle(r->driver, &r->err);

		if (!code && turns > TURNS_MAX)
			code = relist_err_set(&r->err, RELIST_ETIMEDOUT,
					      "the controllers did not come to rest");
		if (code) {
			world__broken(r, code);
			return;
		}
		if (world__left(r))
			return;
		if (!world__bury_panicked(r) && !(r->actors && r->actors->step(r)))
			break;
	}
	world__notify_at_rest(r);
}

void world__advance(struct scn__run *r, int64_t until_ns)
{
	for (unsigned turns = 0; !r->failure && turns < TURNS_MAX; turns++) {
		int64_t due, next = until_ns;
		int code;

		/* at its end the next step may come before events that are due then */
		if (r->interleaved && turns && world__now(r) >= until_ns)
			return;
		world__settle(r);
		due = r->actors ? r->actors->deadline_ns(r) : TIME_NEVER;
		if (world__now(r) >= until_ns || r->failure)
			return;
		if (due > world__now(r) && due < next)
			next = due;
		r->time_moved = r->interleaved;
		code = (r->interleaved ? r->ops->advance_to : r->ops->advance)(r->driver, next,
									       &r->err);
		if (code)
			world__broken(r, code);
		if (world__left(r))
			return;
	}
	world__settle(r);
}
