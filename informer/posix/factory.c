/* SPDX-License-Identifier: Apache-2.0 */
/* factory.c - informers.SharedInformerFactory: one informer per resource, one I/O thread for all.
 *
 * Threads: any; lock (rank FACTORY) guards the list, which only grows. */
#include "base/alloc.h"
#include "base/clock.h"
#include "base/lock.h"
#include "base/str.h"
#include "informer/posix/informer_handle.h"

struct inf_factory {
	struct inf__io *io;		  /* NULL if there is a driver */
	const struct inf__driver *driver; /* NULL: threads */
	struct inf_factory_options options;
	struct inf_gates gates;
	char *namespace_, *label_selector, *field_selector;

	struct lock lock;     /* rank FACTORY: guards the members below */
	struct map informers; /* name -> struct inf_informer, in order of the first call */
	bool io_started;
	bool stopped;
};

static int copy_text(const char **member, char **copy)
{
	if (!*member)
		return 0;
	*copy = base__strdup(*member);
	*member = *copy;
	return *copy ? 0 : RELIST_ENOMEM;
}

struct inf_factory *inf_factory_new(struct inf_client *client,
				    const struct inf_factory_options *options,
				    struct relist_err *err)
{
	struct inf_factory *f = base__calloc(1, sizeof(*f));

	if (!f)
		goto fail;
	lock_init(&f->lock, LOCK_FACTORY);
	map_init(&f->informers, MAP_COPY_KEYS);
	if (options)
		f->options = *options;
	if (f->options.gates) {
		f->gates = *f->options.gates;
		f->options.gates = &f->gates;
	}
	if (copy_text(&f->options.namespace_, &f->namespace_) != 0 ||
	    copy_text(&f->options.label_selector, &f->label_selector) != 0 ||
	    copy_text(&f->options.field_selector, &f->field_selector) != 0)
		goto fail;
	f->driver = inf__client_driver(client);
	if (!f->driver)
		f->io = inf__io_new(client, clock_real(), err);
	if (f->io || f->driver)
		return f;
fail:
	relist_err_set(err, RELIST_ENOMEM, "informer factory: out of memory");
	inf_factory_free(f);
	return NULL;
}

static struct inf_informer *make_locked(struct inf_factory *f, struct str name,
					const struct inf_informer_options *o,
					struct relist_err *err)
{
	struct inf_informer *inf = map_get(&f->informers, name);

	if (inf)
		return inf;
	if (f->stopped) {
		relist_err_set(err, RELIST_ECLOSED, "informer factory: shut down");
		return NULL;
	}
	inf = f->driver ? inf__informer_handle_new_driven(f->driver, o, err)
			: inf__informer_handle_new(f->io, clock_real(), o, err);
	if (inf && map_put(&f->informers, name, inf, NULL) != 0) {
		relist_err_set(err, RELIST_ENOMEM, "informer factory: out of memory");
		inf__informer_handle_free(inf);
		inf = NULL;
	}
	return inf;
}

struct inf_informer *inf_factory_informer(struct inf_factory *f, const char *group,
					  const char *version, const char *resource,
					  const char *kind, struct relist_err *err)
{
	struct inf_informer_options o = {
		.group = group,
		.version = version,
		.resource = resource,
		.kind = kind,
		.namespace_ = f->options.namespace_,
		.label_selector = f->options.label_selector,
		.field_selector = f->options.field_selector,
		.resync_ns = f->options.resync_ns,
		.profile = f->options.profile,
		.gates = f->options.gates,
		.transform = f->options.transform,
		.transform_user = f->options.transform_user,
		.watch_error = f->options.watch_error,
		.watch_error_user = f->options.watch_error_user,
	};
	AUTO_STRBUF name = STRBUF_INIT;
	struct inf_informer *inf;

	strbuf_addf(&name, "%s/%s/%s", group ? group : "", version ? version : "",
		    resource ? resource : "");
	if (name.failed) {
		relist_err_set(err, RELIST_ENOMEM, "informer factory: out of memory");
		return NULL;
	}
	lock_acquire(&f->lock);
	inf = make_locked(f, strbuf_str(&name), &o, err);
	lock_release(&f->lock);
	return inf;
}

static int start_locked(struct inf_factory *f, struct relist_err *err)
{
	const struct map_entry *e;
	int rc = 0;

	if (f->stopped)
		return relist_err_set(err, RELIST_ECLOSED, "informer factory: shut down");
	if (f->io && !f->io_started) {
		rc = inf__io_start(f->io, err);
		f->io_started = rc == 0;
	}
	for (size_t i = 0; rc == 0 && (e = map_next(&f->informers, &i));)
		if (!inf__informer_handle_started(e->value))
			rc = inf__informer_handle_start(e->value, err);
	return rc;
}

int inf_factory_start(struct inf_factory *f, struct relist_err *err)
{
	int rc;

	lock_acquire(&f->lock);
	rc = start_locked(f, err);
	lock_release(&f->lock);
	return rc;
}

/* The i-th informer, or NULL. Informers live as long as the factory, so waiting needs no lock. */
static struct inf_informer *informer_at(struct inf_factory *f, size_t index)
{
	const struct map_entry *e = NULL;
	size_t i = 0;

	lock_acquire(&f->lock);
	for (size_t n = 0; n <= index; n++) {
		e = map_next(&f->informers, &i);
		if (!e)
			break;
	}
	lock_release(&f->lock);
	return e ? e->value : NULL;
}

static int64_t left_ms(int64_t until_ns)
{
	int64_t left = until_ns - clock_monotonic_ns();

	return left > 0 ? left / NS_PER_MS + 1 : 0;
}

int inf_factory_wait_synced(struct inf_factory *f, int64_t timeout_ms, struct relist_err *err)
{
	int64_t until = time_after_ms(clock_monotonic_ns(), timeout_ms);
	AUTO_STRBUF late = STRBUF_INIT;
	struct inf_informer *inf;
	char why[400] = "";
	int rc = 0;

	for (size_t i = 0; (inf = informer_at(f, i)); i++) {
		int one;

		if (!inf__informer_handle_started(inf))
			continue;
		one = inf_informer_wait_synced(inf, timeout_ms < 0 ? -1 : left_ms(until), NULL);
		if (one == 0)
			continue;
		strbuf_addf(&late, "%s%s", late.len ? ", " : "", inf__informer_handle_name(inf));
		if (rc == 0 && one == RELIST_ETIMEDOUT)
			inf_informer_explain(inf, why, sizeof(why));
		if (rc == 0)
			rc = one;
	}
	if (rc == RELIST_ETIMEDOUT)
		relist_err_set(err, rc, "not synced: %s; the first of them: %s", late.ptr, why);
	else if (rc != 0)
		relist_err_set(err, rc, "stopped before they synced: %s", late.ptr);
	return rc;
}

int inf_factory_shutdown(struct inf_factory *f, int64_t timeout_ms, struct relist_err *err)
{
	int64_t until = time_after_ms(clock_monotonic_ns(), timeout_ms);
	struct inf_informer *inf;
	int rc = 0;

	lock_acquire(&f->lock);
	f->stopped = true;
	lock_release(&f->lock);
	for (size_t i = 0; (inf = informer_at(f, i)); i++)
		inf_informer_stop(inf);
	for (size_t i = 0; (inf = informer_at(f, i)) && rc == 0; i++)
		rc = inf_informer_wait_stopped(inf, timeout_ms < 0 ? -1 : left_ms(until), err);
	return rc;
}

void inf_factory_free(struct inf_factory *f)
{
	const struct map_entry *e;

	if (!f)
		return;
	for (size_t i = 0; (e = map_next(&f->informers, &i));)
		inf__informer_handle_free(e->value);
	if (f->io) {
		inf__io_stop(f->io);
		inf__io_unref(f->io);
	}
	map_fini(&f->informers);
	lock_fini(&f->lock);
	base__free(f->namespace_);
	base__free(f->label_selector);
	base__free(f->field_selector);
	base__free(f);
}
