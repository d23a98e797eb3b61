/* SPDX-License-Identifier: Apache-2.0 */
/* index_consistent.c - each index must equal one rebuilt from the cache. */
#include "runner/oracles/oracles.h"

static void on_look(struct scn__observer *o, struct scn__irun *ir)
{
	AUTO_STRBUF why = STRBUF_INIT;
	int code = inf__indexer_check(inf__informer_indexer(ir->inf), &why);

	if (code == RELIST_ENOMEM)
		world__broken(o->run, RELIST_ENOMEM);
	else if (code)
		oracle__broke(o, world__printf(o->run, "%s: " STR_FMT, ir->def->name.ptr,
					       STR_ARG(strbuf_str(&why))));
}

static void informer_at_rest(struct scn__observer *o, struct scn__irun *ir, bool changed)
{
	if (changed)
		on_look(o, ir);
}

const struct scn__observer_ops oracle__index_consistent = {
	.informer_at_rest = informer_at_rest,
	.on_look = on_look,
};
