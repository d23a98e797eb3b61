/* SPDX-License-Identifier: Apache-2.0 */
/* kills.c - ends the programs that have reached the request of a `kill` step. */
#include "runner/controllers/controllers.h"

static void end_informer(struct scn__run *r, const struct scn__informer *def,
			 enum scn__signal signal)
{
	world__informer_stop(r, world__informer_of(r, def),
			     signal == SCN_SIGNAL_TERM ? SCN_END_TERM : SCN_END_CRASH);
}

bool ctl__carry_out_kills(struct scn__run *r)
{
	bool any = false;

	for (size_t i = 0; i < r->kills.len; i++) {
		struct scn__killing *k = r->kills.items[i];
		const struct scn__step *s = k->step;

		if (!k->hit || k->done)
			continue;
		k->done = any = true;
		world__note(r, "kill", world__kill_subject(s));
		if (s->run.controller_count)
			ctl__controller_crash(r, &r->controllers[s->run.controllers[0]->index]);
		else
			end_informer(r, s->run.informers[0], s->run.signal);
	}
	return any;
}
