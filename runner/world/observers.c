/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/world/observers.h"

#include "base/alloc.h"
#include "runner/world/world.h"

/* Calls the hook of each observer that has it. */
#define TELL(run, hook, ...)                                                                       \
	for (size_t i_ = 0; i_ < (run)->observer_count; i_++) {                                    \
		struct scn__observer *o_ = &(run)->observers[i_];                                  \
                                                                                                   \
		if (o_->ops->hook && (!(run)->failure || o_->ops->after_failure))                  \
			o_->ops->hook(__VA_ARGS__);                                                \
	}

int world__observe(struct scn__run *r, const struct scn__observer_ops *ops, enum scn__oracle oracle)
{
	struct scn__observer *o = &r->observers[r->observer_count];

	ASSERT(r->observer_count < SCN_OBSERVERS_MAX);
	*o = (struct scn__observer) { .ops = ops, .run = r, .oracle = oracle };
	o->state = ops->state_size ? base__calloc(1, ops->state_size) : NULL;
	if (ops->state_size && !o->state)
		return RELIST_ENOMEM;
	r->observer_count++;
	return ops->init ? ops->init(o) : 0;
}

void world__observers_fini(struct scn__run *r)
{
	for (size_t i = 0; i < r->observer_count; i++) {
		struct scn__observer *o = &r->observers[i];

		if (o->ops->fini)
			o->ops->fini(o);
		base__free(o->state);
	}
	r->observer_count = 0;
}

void world__notify_request(struct scn__run *r, struct scn__rec *q)
{
	TELL(r, on_request, o_, q)
}

void world__notify_answer(struct scn__run *r, struct scn__rec *q)
{
	TELL(r, on_answer, o_, q)
}

void world__notify_write(struct scn__run *r, struct scn__rec *w)
{
	TELL(r, on_write, o_, w)
}

void world__notify_notification(struct scn__run *r, struct scn__hrun *h, struct scn__rec *note)
{
	TELL(r, on_notification, o_, h, note)
}

void world__notify_key_taken(struct scn__run *r, const struct scn__crun *c, const char *key)
{
	TELL(r, on_key_taken, o_, c, key)
}

void world__notify_informer_started(struct scn__run *r, struct scn__irun *ir)
{
	ir->rest = (struct scn__rest) { .notes = UINT64_MAX };
	TELL(r, on_informer_started, o_, ir)
}

void world__notify_handler_added(struct scn__run *r, struct scn__hrun *h)
{
	map_clear(&h->notified);
	TELL(r, on_handler_added, o_, h)
}

static void informer_at_rest(struct scn__run *r, struct scn__irun *ir, uint64_t rv)
{
	struct inf__informer_metrics m;
	bool changed;

	inf__informer_metrics(ir->inf, &m);
	changed = m.notes != ir->rest.notes || m.handled != ir->rest.handled || rv != ir->rest.rv;
	ir->rest = (struct scn__rest) { m.notes, m.handled, rv };
	TELL(r, informer_at_rest, o_, ir, changed)
}

void world__notify_at_rest(struct scn__run *r)
{
	const uint64_t rv = fakeapi__core_rv(r->core);

	for (size_t i = 0; i < r->cell->world.informer_count && !r->failure; i++) {
		struct scn__irun *ir = &r->informers[i];

		if (ir->started && !ir->stopped && ir->inf)
			informer_at_rest(r, ir, rv);
	}
	TELL(r, at_rest, o_)
}

void world__notify_looked_at(struct scn__run *r, struct scn__irun *ir)
{
	TELL(r, on_look, o_, ir)
}

void world__notify_at_end(struct scn__run *r)
{
	TELL(r, at_end, o_)
}
