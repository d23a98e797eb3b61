/* SPDX-License-Identifier: Apache-2.0 */
/* cache_equals_model_at_end.c - at the end the cache of every synced informer must equal the
 * server's objects. */
#include "runner/oracles/oracles.h"

enum {
	COMPARED_MAX = 256, /* limit of objects for recording the time of the first difference */
	RECOVERY_S = 120,
};

/* Per informer: time of the first difference; < 0: the cache is equal. */
struct differences {
	int64_t *since_ns;
};

/* Records the time of the first difference, for the report at the end. */
static void informer_at_rest(struct scn__observer *o, struct scn__irun *ir, bool changed)
{
	int64_t *differs_ns = &((struct differences *)o->state)->since_ns[ir->def->index];

	if (!changed || world__cache_is_partial(ir->def) ||
	    inf__indexer_len(inf__informer_indexer(ir->inf)) > COMPARED_MAX)
		return;
	if (!world__cache_differs(o->run, ir).len)
		*differs_ns = -1;
	else if (*differs_ns < 0)
		*differs_ns = world__now(o->run);
}

static void on_informer_started(struct scn__observer *o, struct scn__irun *ir)
{
	const struct differences *d = o->state;

	d->since_ns[ir->def->index] = -1;
}

static void check_cache(struct scn__observer *o, struct scn__irun *ir)
{
	const struct differences *d = o->state;
	struct scn__run *r = o->run;
	struct str wrong;
	char since[32] = "";

	if (world__cache_differs(r, ir).len)
		world__advance(r, world__now(r) + RECOVERY_S * NS_PER_S);
	wrong = world__cache_differs(r, ir);
	if (!wrong.len)
		return;
	duration_format(d->since_ns[ir->def->index], since, sizeof(since));
	oracle__broke(o, world__printf(r, STR_FMT "%s%s", STR_ARG(wrong),
				       d->since_ns[ir->def->index] < 0 ? "" : "; it differs since ",
				       d->since_ns[ir->def->index] < 0 ? "" : since));
}

static void at_end(struct scn__observer *o)
{
	struct scn__run *r = o->run;

	if (r->held.len || r->refused.len)
		return;
	for (size_t i = 0; i < r->cell->world.informer_count && !r->failure; i++) {
		struct scn__irun *ir = &r->informers[i];

		if (ir->started && !ir->stopped && ir->inf && inf__informer_synced(ir->inf) &&
		    !world__cache_is_partial(ir->def) &&
		    !fakeapi__core_is_behind(r->core, ir->backend))
			check_cache(o, ir);
	}
}

static int init(struct scn__observer *o)
{
	struct differences *d = o->state;

	d->since_ns =
	    world__alloc(o->run, (o->run->cell->world.informer_count + 1) * sizeof(*d->since_ns));
	return d->since_ns ? 0 : RELIST_ENOMEM;
}

const struct scn__observer_ops oracle__cache_equals_model_at_end = {
	.state_size = sizeof(struct differences),
	.init = init,
	.on_informer_started = on_informer_started,
	.informer_at_rest = informer_at_rest,
	.at_end = at_end,
};
