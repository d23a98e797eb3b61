/* SPDX-License-Identifier: Apache-2.0 */
/* refusals.c - the steps about refused connections. */
#include "runner/engine/engine.h"

void scn__step_refuse(struct scn__run *r, const struct scn__step *s)
{
	if (world__push(r, &r->refused, s))
		world__refusal_changed(r);
}

void scn__step_accept(struct scn__run *r, const struct scn__step *s)
{
	size_t kept = 0;

	for (size_t i = 0; i < r->refused.len; i++) {
		const struct scn__step *o = r->refused.items[i];

		if ((s->refuse.type && s->refuse.type != o->refuse.type) ||
		    (s->refuse.backend >= 0 && s->refuse.backend != o->refuse.backend))
			r->refused.items[kept++] = r->refused.items[i];
	}
	r->refused.len = kept;
	world__refusal_changed(r);
}
