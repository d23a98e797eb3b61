/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/controller_impl.h"

#include "base/alloc.h"

static const int64_t RETRY_NS = 100 * NS_PER_MS;

void inf__controller_init(struct inf__controller *c, const struct inf__controller_config *config)
{
	*c = (struct inf__controller) { 0 };
	lock_init(&c->delivery, LOCK_DELIVERY);
	c->fifo = config->take_fifo;
	c->indexer = config->indexer;
	c->processor = config->processor;
	c->detector = config->detector;
	c->sink = config->sink;
	c->name = config->name;
	c->classic = config->classic;
	c->store_rv = config->store_rv;
	c->one_at_a_time = config->one_at_a_time;
	c->without = config->without;
}

void inf__controller_fini(struct inf__controller *c)
{
	inf__fifo_free(c->fifo);
	inf__note_block_release(c->rest);
	base__free(c->ops);
	base__free(c->queue.key);
	base__free(c->store.key);
	lock_fini(&c->delivery);
}

/* ---- notes ---- */

/* ---- processDeltasInBatch: events, one or many ---- */

/* ---- ReplacedAll, SyncAll ---- */

/* ---- handleDeltas, handleBatchDeltas ---- */

/* --- control points --- */

/* Whether the delta would block in a store with blocking index functions. */
static bool needs_indexing(struct inf__controller *c, const struct inf__delta *d)
{
	switch ((enum inf__delta_type)d->type) {
	case INF_DELTA_REPLACED_ALL:
		return d->u.all->objs.len > 0;
	case INF_DELTA_DELETED:
		return inf__indexer_has(c->indexer, inf__delta_key(d));
	case INF_DELTA_SYNC_ALL:
	case INF_DELTA_BOOKMARK:
		return false;
	case INF_DELTA_ADDED:
	case INF_DELTA_UPDATED:
	case INF_DELTA_REPLACED:
	case INF_DELTA_SYNC:
		return true;
	}
	return false;
}

static bool is_of(const struct inf__delta *d, const char *key)
{
	if (!key)
		return true;
	for (size_t i = 0; d->type == INF_DELTA_REPLACED_ALL && i < d->u.all->objs.len; i++)
		if (strcmp(inf_object_key(d->u.all->objs.items[i]), key) == 0)
			return true;
	return strcmp(inf__delta_key(d), key) == 0;
}

static bool counts(struct inf__controller *c, const struct inf__hold *h, const struct inf__delta *d)
{
	return is_of(d, h->key) && (h == &c->queue || needs_indexing(c, d));
}

/* The number of deltas before the one at which `h` stops. */
static size_t passing(struct inf__controller *c, const struct inf__hold *h,
		      const struct inf__popped *popped)
{
	size_t nth = h->nth;

	for (size_t i = 0; h->on && i < popped->count; i++)
		if (counts(c, h, &popped->items[i]) && (nth == 0 || --nth == 0))
			return c->classic || (!h->key && !h->nth) ? 0 : i;
	return popped->count;
}

/* Returns DONE if the deltas left in `popped` may be processed. Else it has called end(). */
static enum inf__step stop_at_holds(struct inf__controller *c, struct inf__popped *popped)
{
	size_t first = c->pop_tokens ? popped->count : passing(c, &c->queue, popped);
	size_t second = passing(c, &c->store, popped);
	size_t pass = first < second ? first : second;

	if (pass == popped->count)
		return INF_STEP_DONE;
	c->fifo->ops->end(c->fifo, 0);
	if (pass > 0)
		return c->fifo->ops->begin(c->fifo, pass, popped) == 0 ? INF_STEP_DONE
								       : INF_STEP_IDLE;
	if (first == 0) {
		c->queue.shut = true;
		return INF_STEP_IDLE;
	}
	c->held = popped->count;
	return INF_STEP_HELD;
}

static void count_down(struct inf__controller *c, const struct inf__popped *popped, size_t done)
{
	struct inf__hold *const holds[] = { &c->queue, &c->store };

	for (size_t k = 0; k < ARRAY_LEN(holds); k++)
		for (size_t i = 0; holds[k]->on && holds[k]->nth > 1 && i < done; i++)
			holds[k]->nth -= counts(c, holds[k], &popped->items[i]);
}

/* For INF_FIX_INDEX_AT_ONCE: makes the first half of an update a separate step. */
static bool unindex(struct inf__controller *c, const struct inf__popped *popped)
{
	if (!inf__lacks(c->without, INF_FIX_INDEX_AT_ONCE) || c->unindexed)
		return false;
	c->unindexed = true;
	for (size_t i = 0; i < popped->count; i++)
		if (popped->items[i].type == INF_DELTA_UPDATED)
			inf__indexer_unindex(c->indexer, inf__delta_key(&popped->items[i]));
	c->fifo->ops->end(c->fifo, 0);
	return true;
}

static bool retry_pending(const struct inf__controller *c, int64_t now_ns)
{
	return c->retry_ns != 0 && now_ns < c->retry_ns;
}

static enum inf__step step_locked(struct inf__controller *c, int64_t now_ns, bool stopping)
{
	struct inf__popped popped;
	enum inf__step step;
	size_t done, count;
	int rc;

	if (c->closed || (stopping && !c->classic && c->held == 0))
		return INF_STEP_CLOSED;
	if (c->rest)
		return inf__distribute_rest(c, now_ns) ? INF_STEP_DONE : INF_STEP_IDLE;
	if (c->held > 0 && c->store.on)
		return INF_STEP_HELD;
	if (c->queue.shut && c->pop_tokens == 0 && (!stopping || c->fifo->ops->len(c->fifo) > 0))
		return INF_STEP_IDLE;
	if (retry_pending(c, now_ns) ||
	    (c->one_at_a_time && !inf__shared_processor_drained(c->processor)))
		return INF_STEP_IDLE;
	rc = c->fifo->ops->begin(c->fifo, c->held > 0 ? c->held : SIZE_MAX, &popped);
	if (rc == RELIST_ECLOSED)
		return INF_STEP_CLOSED;
	if (rc == RELIST_ENOMEM) {
		c->retry_ns = time_add(now_ns, RETRY_NS);
		c->out_of_memory++;
	}
	if (rc != 0)
		return INF_STEP_IDLE;
	step = stop_at_holds(c, &popped);
	if (step != INF_STEP_DONE || unindex(c, &popped))
		return step;
	c->unindexed = false;
	count = popped.count;
	done = inf__handle_deltas(c, now_ns, &popped);
	count_down(c, &popped, done);
	c->fifo->ops->end(c->fifo, done);
	c->deltas += done;
	c->retry_ns = done < count ? time_add(now_ns, RETRY_NS) : 0;
	c->out_of_memory += done < count;
	if (done < count)
		return INF_STEP_IDLE;
	c->pops++;
	c->held = 0;
	if (c->pop_tokens > 0)
		c->pop_tokens--;
	return INF_STEP_DONE;
}

enum inf__step inf__controller_step(struct inf__controller *c, int64_t now_ns, bool stopping)
{
	enum inf__step step;

	lock_acquire(&c->delivery);
	step = step_locked(c, now_ns, stopping);
	if (step == INF_STEP_CLOSED)
		c->closed = true;
	lock_release(&c->delivery);
	return step;
}

static bool ready_locked(struct inf__controller *c, int64_t now_ns, bool stopping)
{
	size_t len = c->fifo->ops->len(c->fifo);

	if (c->closed)
		return false;
	if (c->rest)
		return true;
	if (stopping && c->held == 0 && (!c->classic || len == 0))
		return true;
	if (c->held > 0 && c->store.on)
		return false;
	if ((c->queue.shut && c->pop_tokens == 0) || retry_pending(c, now_ns))
		return false;
	if (c->one_at_a_time && !inf__shared_processor_drained(c->processor))
		return false;
	return len > 0;
}

bool inf__controller_ready(struct inf__controller *c, int64_t now_ns, bool stopping)
{
	bool ready;

	lock_acquire(&c->delivery);
	ready = ready_locked(c, now_ns, stopping);
	lock_release(&c->delivery);
	return ready;
}

int64_t inf__controller_deadline_ns(struct inf__controller *c)
{
	int64_t deadline;

	lock_acquire(&c->delivery);
	deadline = c->retry_ns != 0 && !c->closed ? c->retry_ns : TIME_NEVER;
	lock_release(&c->delivery);
	return deadline;
}

bool inf__controller_blocks_feeder(struct inf__controller *c)
{
	bool blocks;

	lock_acquire(&c->delivery);
	blocks = c->held > 0 && (c->classic || !c->fifo->config.unlock_while_processing);
	lock_release(&c->delivery);
	return blocks;
}

void inf__controller_metrics(struct inf__controller *c, struct inf__informer_metrics *out)
{
	lock_acquire(&c->delivery);
	out->queued = c->fifo->ops->len(c->fifo);
	out->pops = c->pops;
	out->deltas = c->deltas;
	out->notes = c->notes;
	out->out_of_memory = c->out_of_memory;
	lock_release(&c->delivery);
}

int inf__controller_hold(struct inf__controller *c, bool store, bool on, const char *key,
			 size_t nth)
{
	struct inf__hold *h = store ? &c->store : &c->queue;
	char *copy = on && key ? base__strdup(key) : NULL;

	if (on && key && !copy)
		return RELIST_ENOMEM;
	lock_acquire(&c->delivery);
	base__free(h->key);
	*h = (struct inf__hold) {
		.on = on, .shut = on && !store && !key && !nth, .key = copy, .nth = on ? nth : 0
	};
	if (!store && !on)
		c->pop_tokens = 0;
	lock_release(&c->delivery);
	return 0;
}

void inf__controller_pop_one(struct inf__controller *c)
{
	lock_acquire(&c->delivery);
	if (c->pop_tokens < c->fifo->ops->len(c->fifo))
		c->pop_tokens++;
	lock_release(&c->delivery);
}
