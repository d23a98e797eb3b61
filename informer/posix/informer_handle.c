/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/posix/informer_handle.h"

#include <stdatomic.h>

#include "base/alloc.h"
#include "base/choice.h"
#include "base/clock.h"
#include "base/str.h"
#include "informer/processor_listener.h"
#include "informer/thread_safe_store.h"
#include "relist/informers.h"

struct inf_informer {
	const struct inf__driver_ops *ops;
	void *run;
	struct inf__io *own_io; /* of a stand-alone informer with threads, else NULL */
	struct choice choice;	/* jitter; used by the I/O thread only */
	char *name;
	atomic_bool started;
};

const char *inf_version(void)
{
	return RELIST_VERSION;
}

struct inf_gates inf_gates_of(enum inf_profile profile)
{
	bool current = profile == INF_PROFILE_CLIENT_GO_1_37;

	return (struct inf_gates) { current, current, current, current };
}

/* reflector.go defaultMinWatchTimeout: values that are not above it are ignored. */
static const int64_t MIN_WATCH_TIMEOUT_NS = 300 * NS_PER_S;

static const char *text(const char *z)
{
	return z ? z : "";
}

/* client-go crashes its process as well: a modified cache is wrong for every reader. */
static void on_mutation(void *user, const char *what)
{
	const struct inf_informer *inf = user;

	fprintf(stderr, "relist: informer %s: %s\n", inf->name, what);
	abort();
}

static struct inf__informer_config configure(struct inf_informer *inf,
					     const struct inf_informer_options *o)
{
	struct inf_gates gates = o->gates ? *o->gates : inf_gates_of(o->profile);
	bool classic = o->profile == INF_PROFILE_CLIENT_GO_1_32;

	return (struct inf__informer_config){
		.reflector = {
			.name = inf->name,
			.group = text(o->group),
			.version = o->version,
			.resource = o->resource,
			.kind = text(o->kind),
			.namespace_ = text(o->namespace_),
			.label_selector = text(o->label_selector),
			.field_selector = text(o->field_selector),
			.classic = classic,
			.watch_list = gates.watch_list,
			.min_watch_timeout_ns = o->min_watch_timeout_ns > MIN_WATCH_TIMEOUT_NS
						    ? o->min_watch_timeout_ns
						    : 0,
			.page_size = o->page_size,
			.max_object_bytes = o->max_object_bytes,
			.max_objects = o->max_objects,
			.choice = &inf->choice,
		},
		.gates = {
			.classic = classic,
			.batch = gates.batch && !classic,
			.atomic = gates.atomic && !classic,
			.unlock_while_processing = gates.unlock_while_processing && !classic,
			.watch_list = gates.watch_list,
		},
		.resync_ns = o->resync_ns,
		.transform = o->transform,
		.transform_user = o->transform_user,
		.watch_error = o->watch_error,
		.watch_error_user = o->watch_error_user,
		.mutation_detector = o->mutation_detector,
		.one_at_a_time = o->one_at_a_time,
		.crash = on_mutation,
		.crash_user = inf,
	};
}

static char *make_name(const struct inf_informer_options *o)
{
	AUTO_STRBUF name = STRBUF_INIT;

	strbuf_addf(&name, "%s.%s", o->resource, o->version);
	if (o->group && o->group[0])
		strbuf_addf(&name, ".%s", o->group);
	return strbuf_steal(&name);
}

static int check_options(const struct inf_informer_options *o, struct relist_err *err)
{
	if (!o->version || !o->version[0] || !o->resource || !o->resource[0])
		return relist_err_set(err, RELIST_EINVAL,
				      "informer: version and resource are required");
	if (o->resync_ns < 0 || o->page_size < 0 || o->min_watch_timeout_ns < 0)
		return relist_err_set(err, RELIST_EINVAL,
				      "informer for %s: resync, watch timeout and page size are "
				      "not negative",
				      o->resource);
	return 0;
}

/* The threads of a runtime may outlive the call that freed it, and still use the name and the
 * choice. */
static void on_free(void *user)
{
	struct inf_informer *inf = user;

	choice_fini(&inf->choice);
	base__free(inf->name);
	base__free(inf);
}

/* ---- threads ---- */

static struct inf__informer *thread_informer(void *run)
{
	return inf__informer_threads_informer(run);
}

static int thread_start(void *run, struct relist_err *err)
{
	return inf__informer_threads_start(run, err);
}

static bool thread_started(void *run)
{
	return inf__informer_threads_started(run);
}

static int64_t thread_now_ns(void *run)
{
	return inf__informer_threads_now_ns(run);
}

static int thread_add_handler(void *run, const struct inf_handler *handler, int64_t resync_ns,
			      inf_registration *out, struct relist_err *err)
{
	return inf__informer_threads_add_handler(run, NULL, handler, resync_ns, out, err);
}

static int thread_remove_handler(void *run, inf_registration reg)
{
	return inf__informer_threads_remove_handler(run, reg);
}

static int thread_shut_down_handler(void *run, inf_registration reg, int64_t timeout_ms,
				    struct relist_err *err)
{
	return inf__informer_threads_shut_down_handler(run, reg, timeout_ms, err);
}

static int thread_wait_synced(void *run, int64_t timeout_ms, struct relist_err *err)
{
	return inf__informer_threads_wait_synced(run, timeout_ms, err);
}

static void thread_stop(void *run)
{
	inf__informer_threads_stop(run);
}

static int thread_wait_stopped(void *run, int64_t timeout_ms, struct relist_err *err)
{
	return inf__informer_threads_wait_stopped(run, timeout_ms, err);
}

static void thread_free(void *run)
{
	inf__informer_threads_free(run);
}

static const struct inf__driver_ops threads = {
	.informer = thread_informer,
	.start = thread_start,
	.started = thread_started,
	.now_ns = thread_now_ns,
	.add_handler = thread_add_handler,
	.remove_handler = thread_remove_handler,
	.shut_down_handler = thread_shut_down_handler,
	.wait_synced = thread_wait_synced,
	.stop = thread_stop,
	.wait_stopped = thread_wait_stopped,
	.free = thread_free,
};

struct on_threads {
	struct inf__io *io;
	struct clock *clock;
};

static void *thread_make(void *user, const struct inf__informer_config *config,
			 void (*free_it)(void *user), void *free_user, struct relist_err *err)
{
	const struct on_threads *on = user;
	struct inf__informer_threads_options rt = {
		.io = on->io, .clock = on->clock, .on_free = free_it, .on_free_user = free_user
	};

	return inf__informer_threads_new(config, &rt, err);
}

/* ---- creation ---- */

struct inf_informer *inf__informer_handle_new_driven(const struct inf__driver *driver,
						     const struct inf_informer_options *options,
						     struct relist_err *err)
{
	const struct inf_index by_namespace = { "namespace", inf_index_namespace, NULL };
	struct inf__informer_config config;
	struct inf_informer *inf;

	if (check_options(options, err) != 0)
		return NULL;
	inf = base__calloc(1, sizeof(*inf));
	if (!inf)
		goto fail;
	/* Different processes must not retry at the same times: the clock and the address
	 * differ. */
	choice_init_seed(&inf->choice, (uint64_t)clock_monotonic_ns() ^ (uint64_t)(uintptr_t)inf,
			 false);
	inf->name = make_name(options);
	if (!inf->name)
		goto fail;
	config = configure(inf, options);
	inf->ops = driver->ops;
	inf->run = driver->make(driver->user, &config, on_free, inf, err);
	if (!inf->run) {
		base__free(inf->name);
		base__free(inf);
		return NULL;
	}
	if (inf_informer_add_indexers(inf, &by_namespace, 1, err) == 0)
		return inf;
	inf->ops->free(inf->run); /* frees inf as well */
	return NULL;
fail:
	relist_err_set(err, RELIST_ENOMEM, "informer for %s: out of memory", options->resource);
	base__free(inf);
	return NULL;
}

struct inf_informer *inf__informer_handle_new(struct inf__io *io, struct clock *clock,
					      const struct inf_informer_options *options,
					      struct relist_err *err)
{
	struct on_threads on = { io, clock };
	struct inf__driver driver = { .ops = &threads, .make = thread_make, .user = &on };

	return inf__informer_handle_new_driven(&driver, options, err);
}

void inf__informer_handle_free(struct inf_informer *inf)
{
	struct inf__io *io;

	if (!inf)
		return;
	io = inf->own_io;
	inf->ops->free(inf->run); /* inf may have been freed */
	if (io) {
		/* Held until its thread is joined: the last reference is never dropped on that
		 * thread. */
		inf__io_stop(io);
		inf__io_unref(io);
	}
}

struct inf__informer *inf__informer_handle_informer(struct inf_informer *inf)
{
	return inf->ops->informer(inf->run);
}

bool inf__informer_handle_started(struct inf_informer *inf)
{
	return inf->ops->started(inf->run);
}

int inf__informer_handle_start(struct inf_informer *inf, struct relist_err *err)
{
	return inf->ops->start(inf->run, err);
}

const char *inf__informer_handle_name(const struct inf_informer *inf)
{
	return inf->name;
}

/* ---- public ---- */

struct inf_informer *inf_informer_new(struct inf_client *client,
				      const struct inf_informer_options *options,
				      struct relist_err *err)
{
	const struct inf__driver *driver = inf__client_driver(client);
	struct inf__io *io = driver ? NULL : inf__io_new(client, clock_real(), err);
	struct inf_informer *inf;

	if (driver)
		return inf__informer_handle_new_driven(driver, options, err);
	if (!io)
		return NULL;
	inf = inf__informer_handle_new(io, clock_real(), options, err);
	if (inf)
		inf->own_io = io;
	else
		inf__io_unref(io);
	return inf;
}

void inf_informer_free(struct inf_informer *inf)
{
	inf__informer_handle_free(inf);
}

int inf_informer_start(struct inf_informer *inf, struct relist_err *err)
{
	int rc = 0;

	if (atomic_exchange(&inf->started, true))
		return relist_err_set(err, RELIST_ECLOSED, "informer %s: started before",
				      inf->name);
	if (inf->own_io)
		rc = inf__io_start(inf->own_io, err);
	return rc == 0 ? inf->ops->start(inf->run, err) : rc;
}

void inf_informer_stop(struct inf_informer *inf)
{
	inf->ops->stop(inf->run);
}

int inf_informer_wait_stopped(struct inf_informer *inf, int64_t timeout_ms, struct relist_err *err)
{
	return inf->ops->wait_stopped(inf->run, timeout_ms, err);
}

bool inf_informer_stopped(struct inf_informer *inf)
{
	return inf__informer_stopped(inf__informer_handle_informer(inf));
}

bool inf_informer_synced(struct inf_informer *inf)
{
	return inf__informer_synced(inf__informer_handle_informer(inf));
}

void inf_informer_explain(struct inf_informer *inf, char *buf, size_t cap)
{
	inf__informer_progress_text(inf__informer_handle_informer(inf),
				    inf__informer_handle_started(inf), inf->ops->now_ns(inf->run),
				    buf, cap);
}

int inf_informer_wait_synced(struct inf_informer *inf, int64_t timeout_ms, struct relist_err *err)
{
	int rc = inf->ops->wait_synced(inf->run, timeout_ms, err);
	char why[400];

	if (rc == RELIST_ETIMEDOUT && err) {
		inf_informer_explain(inf, why, sizeof(why));
		(void)relist_err_set(err, rc, "%s: not synced after %lld ms: %s", inf->name,
				     (long long)timeout_ms, why);
	}
	return rc;
}

int inf_informer_add_handler(struct inf_informer *inf, const struct inf_handler *handler,
			     int64_t resync_ns, inf_registration *out, struct relist_err *err)
{
	inf_registration ignored;

	return inf->ops->add_handler(inf->run, handler, resync_ns, out ? out : &ignored, err);
}

int inf_informer_remove_handler(struct inf_informer *inf, inf_registration reg)
{
	return inf->ops->remove_handler(inf->run, reg);
}

int inf_informer_shut_down_handler(struct inf_informer *inf, inf_registration reg,
				   int64_t timeout_ms, struct relist_err *err)
{
	if (reg && inf__processor_listener_current_reg() == reg)
		return relist_err_set(err, RELIST_EINVAL,
				      "a handler cannot wait for its own end: remove it, or shut "
				      "it down from another thread");
	return inf->ops->shut_down_handler(inf->run, reg, timeout_ms, err);
}

bool inf_informer_handler_synced(struct inf_informer *inf, inf_registration reg)
{
	return inf__informer_handler_synced(inf__informer_handle_informer(inf), reg);
}

void inf_informer_last_sync_resource_version(struct inf_informer *inf, char *buf, size_t cap)
{
	inf__informer_last_sync_rv(inf__informer_handle_informer(inf), buf, cap);
}

size_t inf_informer_handler_backlog(struct inf_informer *inf, inf_registration reg)
{
	return inf__informer_handler_backlog(inf__informer_handle_informer(inf), reg);
}

void inf_informer_metrics(struct inf_informer *inf, struct inf_informer_metrics *out)
{
	struct inf__informer_metrics m;

	inf__informer_metrics(inf__informer_handle_informer(inf), &m);
	*out = (struct inf_informer_metrics) {
		.queued = m.queued,
		.objects = m.objects,
		.handlers = m.handlers,
		.backlog = m.backlog,
		.backlog_max = m.backlog_max,
		.deltas = m.deltas,
		.notes = m.notes,
		.handled = m.handled,
		.failed = m.failed,
		.out_of_memory = m.out_of_memory,
	};
}

int inf_informer_add_indexers(struct inf_informer *inf, const struct inf_index *indexes,
			      size_t count, struct relist_err *err)
{
	struct inf__index_def *defs = base__calloc(count + 1, sizeof(*defs));
	int rc;

	if (!defs)
		return relist_err_set(err, RELIST_ENOMEM, "indexers of %s: out of memory",
				      inf->name);
	for (size_t i = 0; i < count; i++)
		defs[i] =
		    (struct inf__index_def) { indexes[i].name, indexes[i].fn, indexes[i].user };
	rc = inf__informer_add_indexers(inf__informer_handle_informer(inf), defs, count, err);
	base__free(defs);
	return rc;
}

struct inf_informer *inf_informer_new_typed(struct inf_client *client, const char *group,
					    const char *version, const char *resource,
					    const char *kind, const char *ns, int64_t resync_ns,
					    const char *labels, const char *fields,
					    struct relist_err *err)
{
	struct inf_informer_options options = {
		.group = group,
		.version = version,
		.resource = resource,
		.kind = kind,
		.namespace_ = ns,
		.label_selector = labels,
		.field_selector = fields,
		.resync_ns = resync_ns,
	};

	return inf_informer_new(client, &options, err);
}
