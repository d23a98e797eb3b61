/* SPDX-License-Identifier: Apache-2.0 */
/* history.c - the steps that change the server's history, and the garbage collection. */
#include "runner/engine/engine.h"

void scn__step_compact(struct scn__run *r, const struct scn__step *s)
{
	fakeapi__core_compact(r->core, &(struct fakeapi__compaction) {
					   .rv = s->compact.to,
					   .http_status = s->compact.gone == SCN_HTTP_STATUS,
					   .backend = s->compact.backend,
				       });
}

/* The responses of the old etcd must be in flight before the rewind. */
void scn__step_rewind(struct scn__run *r, const struct scn__step *s)
{
	world__settle(r);
	if (!r->failure && fakeapi__core_rewind(r->core, s->rewind.to, true, &r->err))
		world__fail_at(r, SCN_AT_STEP, s->pos, "rewind: %s", r->err.msg);
}

void scn__step_gc(struct scn__run *r, const struct scn__step *s)
{
	(void)s;
	fakeapi__core_gc(r->core, world__now(r));
}
