/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/shared_informer_impl.h"

#include <stdatomic.h>

#include "base/alloc.h"
#include "informer/digest.h"

struct inf__gates inf__gates_current(void)
{
	return (struct inf__gates) {
		.batch = true, .atomic = true, .unlock_while_processing = true, .watch_list = true
	};
}

struct inf__gates inf__gates_classic(void)
{
	return (struct inf__gates) { .classic = true };
}

/* ---- hooks of the parts ---- */

static void wake(struct inf__informer *inf, enum inf__waker_kind what,
		 struct inf__processor_listener *l)
{
	if (inf->config.wake)
		inf->config.wake(inf->config.wake_user, what, l);
}

void inf__informer_on_queue(void *user)
{
	wake(user, INF_WAKE_PROCESS, NULL);
}

static void on_note(void *user, struct inf__processor_listener *l)
{
	wake(user, INF_WAKE_LISTENER, l);
}

static bool on_should_resync(void *user, int64_t now_ns)
{
	struct inf__informer *inf = user;

	return inf__shared_processor_should_resync(&inf->processor, now_ns);
}

/* Controller.Run returns when both its loop and the reflector have ended. */
static void on_reflector_stopped(void *user)
{
	struct inf__informer *inf = user;

	atomic_store(&inf->reflected, true);
	wake(inf, INF_WAKE_PROCESS, NULL);
}

static void on_watch_error(void *user, const struct inf_watch_error *error)
{
	struct inf__informer *inf = user;

	if (inf->config.watch_error)
		inf->config.watch_error(inf->config.watch_error_user, error);
}

/* Truncates a long version if out of memory: the copy is shown but never sent. */
static void on_resource_version(void *user, const char *rv)
{
	struct inf__informer *inf = user;
	size_t need = strlen(rv) + 1;

	lock_acquire(&inf->rv_lock);
	if (need > inf->rv_cap) {
		char *ptr = base__realloc(inf->rv, need + 16);

		if (ptr) {
			inf->rv = ptr;
			inf->rv_cap = need + 16;
		}
	}
	if (inf->rv_cap > 0)
		(void)snprintf(inf->rv, inf->rv_cap, "%s", rv);
	lock_release(&inf->rv_lock);
}

static void on_progress(void *user, const struct inf__progress *progress)
{
	struct inf__informer *inf = user;

	lock_acquire(&inf->rv_lock);
	inf->progress = *progress;
	lock_release(&inf->rv_lock);
}

/* ---- life ---- */

static struct inf__fifo *make_fifo(struct inf__informer *inf, struct relist_err *err)
{
	const struct inf__gates *gates = &inf->config.gates;
	struct inf__fifo_config config = {
		.name = inf->config.reflector.name,
		.known = &inf->indexer,
		.transform = inf->config.transform,
		.transform_user = inf->config.transform_user,
		.wake = inf__informer_on_queue,
		.wake_user = inf,
		.sink = inf->config.sink,
		.without = inf->config.without,
		.atomic = gates->atomic,
		.unlock_while_processing = gates->atomic && gates->unlock_while_processing,
		.batch = gates->batch,
	};

	if (gates->classic)
		return inf__delta_fifo_new(&config, err);
	if (gates->atomic)
		config.known = NULL;
	return inf__real_fifo_new(&config, err);
}

static struct inf__reflector *make_reflector(struct inf__informer *inf, int64_t check_ns,
					     struct relist_err *err)
{
	struct inf__reflector_config config = inf->config.reflector;

	config.classic = inf->config.gates.classic;
	config.watch_list = inf->config.gates.watch_list;
	config.resync_ns = check_ns;
	config.without = inf->config.without;
	config.sink = inf->config.sink;
	config.should_resync = on_should_resync;
	config.watch_error = on_watch_error;
	config.resource_version = on_resource_version;
	config.progress = on_progress;
	config.stopped = on_reflector_stopped;
	config.user = inf;
	return inf__reflector_new(&config, &inf->controller.fifo->queue, err);
}

static bool make_parts(struct inf__informer *inf, struct relist_err *err)
{
	struct inf__controller_config config = {
		.take_fifo = make_fifo(inf, err),
		.indexer = &inf->indexer,
		.processor = &inf->processor,
		.sink = inf->config.sink,
		.name = inf->config.reflector.name,
		.classic = inf->config.gates.classic,
		.store_rv = !inf->config.gates.classic && inf->config.gates.atomic,
		.one_at_a_time = inf->config.one_at_a_time,
		.without = inf->config.without,
	};

	inf__controller_init(&inf->controller, &config);
	if (!config.take_fifo)
		return false;
	if (inf->config.mutation_detector) {
		inf->detector = inf__mutation_detector_new();
		inf->controller.detector = inf->detector;
		if (!inf->detector) {
			(void)relist_err_set(err, RELIST_ENOMEM, "informer: out of memory");
			return false;
		}
	}
	inf->reflector = make_reflector(inf, inf->check_ns, err);
	return inf->reflector != NULL;
}

struct inf__informer *inf__informer_new(const struct inf__informer_config *config,
					struct relist_err *err)
{
	struct inf__informer *inf = base__calloc(1, sizeof(*inf));

	if (!inf) {
		(void)relist_err_set(err, RELIST_ENOMEM, "informer: out of memory");
		return NULL;
	}
	inf->config = *config;
	inf->check_ns = config->resync_ns;
	lock_init(&inf->lifecycle, LOCK_LIFECYCLE);
	lock_init(&inf->rv_lock, LOCK_LEAF);
	atomic_init(&inf->stopping, false);
	atomic_init(&inf->ended, false);
	inf__indexer_init(&inf->indexer);
	inf__indexer_without(&inf->indexer, config->without);
	inf__shared_processor_init(&inf->processor);
	inf->processor.without = config->without;
	inf->processor.wake = on_note;
	inf->processor.wake_user = inf;
	if (!make_parts(inf, err)) {
		inf__informer_free(inf);
		return NULL;
	}
	return inf;
}

void inf__informer_free(struct inf__informer *inf)
{
	if (!inf)
		return;
	if (inf->reflector)
		inf__reflector_free(inf->reflector);
	inf__controller_fini(&inf->controller);
	inf__mutation_detector_free(inf->detector);
	inf__shared_processor_fini(&inf->processor);
	inf__indexer_fini(&inf->indexer);
	base__free(inf->rv);
	lock_fini(&inf->rv_lock);
	lock_fini(&inf->lifecycle);
	base__free(inf);
}

static int start_locked(struct inf__informer *inf, int64_t now_ns, struct relist_err *err)
{
	if (inf->started || inf->stopped)
		return relist_err_set(err, RELIST_ECLOSED, "the informer has %s already",
				      inf->started ? "started" : "stopped");
	/* The reflector was made with the informer's own period; handlers may have lowered it. */
	if (inf->check_ns != inf->config.resync_ns) {
		struct inf__reflector *r = make_reflector(inf, inf->check_ns, err);

		if (!r)
			return RELIST_ENOMEM;
		inf__reflector_free(inf->reflector);
		inf->reflector = r;
	}
	inf->started = true;
	if (inf->detector)
		inf__mutation_detector_start(inf->detector, now_ns);
	return 0;
}

int inf__informer_start(struct inf__informer *inf, int64_t now_ns, struct relist_err *err)
{
	int rc;

	lock_acquire(&inf->lifecycle);
	rc = start_locked(inf, now_ns, err);
	lock_release(&inf->lifecycle);
	if (rc != 0)
		return rc;
	inf__reflector_start(inf->reflector, now_ns);
	wake(inf, INF_WAKE_IO, NULL);
	wake(inf, INF_WAKE_PROCESS, NULL);
	return 0;
}

bool inf__informer_check_synced_locked(struct inf__informer *inf)
{
	struct inf__queue *q = &inf->controller.fifo->queue;

	if (inf->config.gates.classic)
		return inf->started && q->ops->has_synced(q);
	if (!inf->synced && inf->started && !atomic_load(&inf->stopping) && q->ops->has_synced(q)) {
		inf->synced = true;
		inf__shared_processor_upstream_synced(&inf->processor);
	}
	return inf->synced;
}

bool inf__informer_synced(struct inf__informer *inf)
{
	bool synced;

	lock_acquire(&inf->lifecycle);
	synced = inf__informer_check_synced_locked(inf);
	lock_release(&inf->lifecycle);
	return synced;
}

void inf__informer_stop(struct inf__informer *inf, int64_t now_ns)
{
	lock_acquire(&inf->lifecycle);
	(void)inf__informer_check_synced_locked(inf);
	atomic_store(&inf->stopping, true);
	if (!inf->started)
		inf->stopped = true;
	lock_release(&inf->lifecycle);
	inf__reflector_stop(inf->reflector, now_ns);
	inf->controller.fifo->queue.ops->close(&inf->controller.fifo->queue);
	wake(inf, INF_WAKE_IO, NULL);
	wake(inf, INF_WAKE_PROCESS, NULL);
}

void inf__informer_digest(struct inf__informer *inf, struct digest *d)
{
	lock_acquire(&inf->lifecycle);
	digest_flag(d, inf->started);
	digest_flag(d, inf->stopped);
	digest_flag(d, inf->synced);
	digest_number(d, (uint64_t)inf->check_ns);
	lock_release(&inf->lifecycle);
	digest_flag(d, atomic_load(&inf->stopping));
	digest_flag(d, atomic_load(&inf->reflected));
	digest_flag(d, atomic_load(&inf->drained));
	digest_flag(d, atomic_load(&inf->ended));
	digest_text(d, str_of(inf__reflector_state(inf->reflector)));
	digest_number(d, (uint64_t)inf__reflector_deadline_ns(inf->reflector));
	digest_number(d, inf->detector ? (uint64_t)inf__mutation_detector_deadline_ns(inf->detector)
				       : 0);
	inf__digest_controller(d, &inf->controller);
}

bool inf__informer_stopping(struct inf__informer *inf)
{
	return atomic_load(&inf->stopping);
}

bool inf__informer_stopped(struct inf__informer *inf)
{
	bool stopped;

	lock_acquire(&inf->lifecycle);
	stopped = inf->stopped;
	lock_release(&inf->lifecycle);
	return stopped;
}

struct inf__reflector *inf__informer_reflector(struct inf__informer *inf)
{
	return inf->reflector;
}

struct inf__queue *inf__informer_queue(struct inf__informer *inf)
{
	return &inf->controller.fifo->queue;
}

bool inf__informer_feeder_blocked(struct inf__informer *inf)
{
	return inf__controller_blocks_feeder(&inf->controller);
}

/* ---- process step ---- */

static void trace_sync(struct inf__informer *inf, int64_t now_ns, enum trace_kind kind)
{
	struct trace_event ev = { .at_ns = now_ns, .kind = kind };

	ev.who = str_of(inf->config.reflector.name ? inf->config.reflector.name : "");
	trace_emit(&inf->config.sink, &ev);
}

/* The controller has ended: refuse new handlers, then stop the processor. */
static void ended(struct inf__informer *inf, int64_t now_ns)
{
	if (atomic_exchange(&inf->ended, true))
		return;
	lock_acquire(&inf->lifecycle);
	inf->stopped = true;
	lock_release(&inf->lifecycle);
	if (inf->detector)
		inf__mutation_detector_stop(inf->detector);
	inf__shared_processor_close_all(&inf->processor);
	trace_sync(inf, now_ns, TRACE_STOPPED);
}

static bool detector_due(struct inf__informer *inf, int64_t now_ns)
{
	return inf->detector && now_ns >= inf__mutation_detector_deadline_ns(inf->detector);
}

enum inf__step inf__informer_process_step(struct inf__informer *inf, int64_t now_ns)
{
	bool was_synced, synced;
	enum inf__step step;

	if (detector_due(inf, now_ns)) {
		if (inf__mutation_detector_step(inf->detector, now_ns) && inf->config.crash)
			inf->config.crash(inf->config.crash_user, INF_MUTATION_CRASH_TEXT);
		return INF_STEP_DONE;
	}
	was_synced = inf__informer_synced(inf);
	step = inf__controller_step(&inf->controller, now_ns, atomic_load(&inf->stopping));
	if (step == INF_STEP_CLOSED) {
		atomic_store(&inf->drained, true);
		if (!atomic_load(&inf->reflected))
			return INF_STEP_IDLE;
		ended(inf, now_ns);
	} else if (step == INF_STEP_DONE) {
		synced = inf__informer_synced(inf);
		if (synced && !was_synced)
			trace_sync(inf, now_ns, TRACE_SYNCED);
	}
	return step;
}

bool inf__informer_process_ready(struct inf__informer *inf, int64_t now_ns)
{
	if (atomic_load(&inf->drained))
		return atomic_load(&inf->reflected) && !atomic_load(&inf->ended);
	return detector_due(inf, now_ns) ||
	       inf__controller_ready(&inf->controller, now_ns, atomic_load(&inf->stopping));
}

int64_t inf__informer_process_deadline_ns(struct inf__informer *inf)
{
	int64_t deadline = inf__controller_deadline_ns(&inf->controller);
	int64_t detector = TIME_NEVER;

	if (inf->detector)
		detector = inf__mutation_detector_deadline_ns(inf->detector);
	return detector < deadline ? detector : deadline;
}

void inf__informer_hold_store(struct inf__informer *inf, bool hold)
{
	(void)inf__controller_hold(&inf->controller, !inf->config.gates.classic, hold, NULL, 0);
	wake(inf, INF_WAKE_PROCESS, NULL);
}

void inf__informer_hold_queue(struct inf__informer *inf, bool hold)
{
	(void)inf__controller_hold(&inf->controller, false, hold, NULL, 0);
	wake(inf, INF_WAKE_PROCESS, NULL);
}

int inf__informer_hold_at(struct inf__informer *inf, bool store, const char *key, size_t nth)
{
	return inf__controller_hold(&inf->controller, store && !inf->config.gates.classic, true,
				    key, nth ? nth : 1);
}

void inf__informer_pop_one(struct inf__informer *inf)
{
	inf__controller_pop_one(&inf->controller);
	wake(inf, INF_WAKE_PROCESS, NULL);
}

/* ---- handlers ---- */

/* ---- state ---- */

void inf__informer_last_sync_rv(struct inf__informer *inf, char *buf, size_t cap)
{
	lock_acquire(&inf->rv_lock);
	(void)snprintf(buf, cap, "%s", inf->rv ? inf->rv : "");
	lock_release(&inf->rv_lock);
}

void inf__informer_store_rv(struct inf__informer *inf, char *buf, size_t cap)
{
	inf__indexer_rv(&inf->indexer, buf, cap);
}

int inf__informer_add_indexers(struct inf__informer *inf, const struct inf__index_def *defs,
			       size_t count, struct relist_err *err)
{
	int rc;

	lock_acquire(&inf->lifecycle);
	if (inf->stopped)
		rc = relist_err_set(err, RELIST_ECLOSED,
				    "indexer was not added because it has stopped already");
	else
		rc = inf__indexer_add_indexers(&inf->indexer, defs, count, err);
	lock_release(&inf->lifecycle);
	return rc;
}

void inf__informer_metrics(struct inf__informer *inf, struct inf__informer_metrics *out)
{
	*out = (struct inf__informer_metrics) { 0 };
	inf__controller_metrics(&inf->controller, out);
	inf__shared_processor_metrics(&inf->processor, out);
	out->objects = inf__indexer_len(&inf->indexer);
}

struct inf__indexer *inf__informer_indexer(struct inf__informer *inf)
{
	return &inf->indexer;
}

void inf__informer_progress_text(struct inf__informer *inf, bool started, int64_t now_ns, char *buf,
				 size_t cap)
{
	struct inf__progress_of of = { .started = started, .synced = inf__informer_synced(inf) };
	struct inf__informer_metrics m;
	struct inf__progress progress;

	inf__informer_metrics(inf, &m);
	of.objects = m.objects;
	of.handlers = m.handlers;
	of.backlog = m.backlog;
	lock_acquire(&inf->rv_lock);
	progress = inf->progress;
	lock_release(&inf->rv_lock);
	inf__progress_text(&progress, &of, now_ns, buf, cap);
}
