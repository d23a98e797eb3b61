/* SPDX-License-Identifier: Apache-2.0 */
/* Handlers of a shared informer. */
#include "informer/shared_informer_impl.h"

#include <stdatomic.h>

static const int64_t MINIMUM_RESYNC_NS = NS_PER_S;

/* The rules of AddEventHandlerWithOptions (shared_informer.go:1006 ff.); NewInformer has no
 * minimum. */
static int64_t handler_period_locked(struct inf__informer *inf, int64_t wanted_ns)
    REQUIRES(inf->lifecycle);
static int64_t handler_period_locked(struct inf__informer *inf, int64_t wanted_ns)
{
	int64_t period = wanted_ns < 0 ? inf->config.resync_ns : wanted_ns;

	if (period > 0 && period < MINIMUM_RESYNC_NS && !inf->config.one_at_a_time)
		period = MINIMUM_RESYNC_NS;
	if (period > 0 && period < inf->check_ns) {
		if (inf->started) {
			period = inf->check_ns;
		} else {
			inf->check_ns = period;
			inf__shared_processor_check_period_changed(&inf->processor, period);
		}
	}
	return period;
}

/* Queues the cache's objects as initial ADDs for one new handler. Under DELIVERY. */
static int queue_initial(struct inf__informer *inf, int64_t now_ns,
			 struct inf__processor_listener *l)
{
	struct inf_object_list objs;
	struct inf__note_block *block = NULL;
	int rc;

	inf__object_list_init(&objs);
	rc = inf__indexer_list(&inf->indexer, &objs);
	if (rc == 0)
		block = inf__note_block_new(objs.len);
	if (!block || inf__processor_listener_reserve(l, objs.len) != 0)
		rc = RELIST_ENOMEM;
	if (rc == 0) {
		for (size_t i = 0; i < objs.len; i++) {
			block->notes[i].type = INF_CALL_ADD;
			block->notes[i].initial = true;
			block->notes[i].obj = inf_object_ref(objs.items[i]);
		}
		if (inf__lacks(inf->config.without, INF_FIX_LATE_ORDER)) {
			inf__processor_listener_push_late(l, block);
			block = NULL;
		} else {
			(void)inf__processor_listener_push(l, now_ns, block->notes, block->count);
		}
	}
	inf__note_block_release(block);
	inf_object_list_fini(&objs);
	return rc;
}

/* The cache is queued first, so the new handler cannot appear synced too early. */
static int join_locked(struct inf__informer *inf, int64_t now_ns, struct inf__processor_listener *l)
    REQUIRES(inf->lifecycle);
static int join_locked(struct inf__informer *inf, int64_t now_ns, struct inf__processor_listener *l)
{
	int rc = 0;

	lock_acquire(&inf->controller.delivery);
	if (inf->started && !inf__lacks(inf->config.without, INF_FIX_LATE_ADDS))
		rc = queue_initial(inf, now_ns, l);
	if (rc == 0) {
		if (inf__informer_check_synced_locked(inf) && !inf->config.gates.classic)
			inf__processor_listener_upstream_synced(l);
		inf__shared_processor_add(&inf->processor, l);
	}
	lock_release(&inf->controller.delivery);
	return rc;
}

static int add_handler_locked(struct inf__informer *inf,
			      struct inf__processor_listener_config *config, inf_registration *out,
			      struct relist_err *err) REQUIRES(inf->lifecycle);
static int add_handler_locked(struct inf__informer *inf,
			      struct inf__processor_listener_config *config, inf_registration *out,
			      struct relist_err *err)
{
	int64_t check_before = inf->check_ns;
	struct inf__processor_listener *l;

	if (inf->stopped)
		return relist_err_set(err, RELIST_ECLOSED,
				      "handler \"%s\" was not added: the informer has stopped",
				      config->name ? config->name : "");
	config->requested_resync_ns = handler_period_locked(inf, config->requested_resync_ns);
	config->resync_ns =
	    inf__shared_processor_resync_period(config->requested_resync_ns, inf->check_ns);
	l = inf__shared_processor_reserve_listener(&inf->processor) == 0
		? inf__processor_listener_new(config, inf__shared_processor_next_reg())
		: NULL;
	if (!l || join_locked(inf, config->now_ns, l) != 0) {
		inf__processor_listener_free(l);
		if (inf->check_ns != check_before) {
			inf->check_ns = check_before;
			inf__shared_processor_check_period_changed(&inf->processor, check_before);
		}
		return relist_err_set(err, RELIST_ENOMEM, "handler: out of memory");
	}
	*out = l->reg;
	return 0;
}

int inf__informer_add_handler(struct inf__informer *inf, int64_t now_ns, const char *name,
			      const struct inf_handler *handler, int64_t resync_ns,
			      inf_registration *out, struct relist_err *err)
{
	struct inf__processor_listener_config config = {
		.name = name,
		.handler = *handler,
		.classic = inf->config.gates.classic,
		.without = inf->config.without,
		.sink = inf->config.sink,
		.requested_resync_ns = resync_ns,
		.now_ns = now_ns,
		/* The loop then waits for the handler. */
		.ended = inf->config.one_at_a_time ? inf__informer_on_queue : NULL,
		.ended_user = inf,
	};
	int rc;

	*out = 0;
	lock_acquire(&inf->lifecycle);
	rc = add_handler_locked(inf, &config, out, err);
	lock_release(&inf->lifecycle);
	return rc;
}

int inf__informer_remove_handler(struct inf__informer *inf, inf_registration reg)
{
	/* Under both locks, as in client-go: never between a pop and its distribution. */
	lock_acquire(&inf->lifecycle);
	lock_acquire(&inf->controller.delivery);
	(void)inf__shared_processor_remove(&inf->processor, reg);
	lock_release(&inf->controller.delivery);
	lock_release(&inf->lifecycle);
	return 0;
}

bool inf__informer_handler_synced(struct inf__informer *inf, inf_registration reg)
{
	struct inf__processor_listener *l;
	bool synced = false;

	lock_acquire(&inf->lifecycle);
	l = inf__shared_processor_find(&inf->processor, reg);
	if (l)
		synced = inf__processor_listener_synced(l, inf__informer_check_synced_locked(inf));
	lock_release(&inf->lifecycle);
	return synced;
}

size_t inf__informer_handler_backlog(struct inf__informer *inf, inf_registration reg)
{
	struct inf__processor_listener *l;
	size_t backlog = 0;

	lock_acquire(&inf->lifecycle);
	l = inf__shared_processor_find(&inf->processor, reg);
	if (l)
		backlog = inf__processor_listener_backlog(l);
	lock_release(&inf->lifecycle);
	return backlog;
}

size_t inf__informer_listener_count(struct inf__informer *inf)
{
	return inf__shared_processor_len(&inf->processor);
}

struct inf__processor_listener *inf__informer_listener_at(struct inf__informer *inf, size_t i)
{
	return inf__shared_processor_at(&inf->processor, i);
}

struct inf__processor_listener *inf__informer_listener(struct inf__informer *inf,
						       inf_registration reg)
{
	return inf__shared_processor_find(&inf->processor, reg);
}
