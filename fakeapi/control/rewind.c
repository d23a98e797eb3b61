/* SPDX-License-Identifier: Apache-2.0 */
/* rewind.c - rewinds the store to an earlier version, or resets it. */
#include "fakeapi/control/control.h"

#include <inttypes.h>

#include "fakeapi/control/control_impl.h"
#include "fakeapi/controllers/controllers.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/rest/write.h"
#include "fakeapi/schema/runtime_config.h"
#include "fakeapi/stages.h"
#include "fakeapi/watch/watch.h"

/* The types of a definition, made without the lock. */
struct definition {
	const struct fakeapi__version *v;
	struct fakeapi__crd_version *made;
};

static int make_types(struct fakeapi__call *c, void *work)
{
	struct definition *d = work;
	cJSON *obj = fakeapi__parse(fakeapi__version_json(d->v));
	int rc = obj ? fakeapi__crd_make(obj, &d->made) : -1;

	(void)c;
	cJSON_Delete(obj);
	return rc;
}

static int serve_definition(struct fakeapi__core *core, struct fakeapi__call *c,
			    const struct fakeapi__entry *e)
{
	struct definition d = { .v = fakeapi__entry_at(e, UINT64_MAX) };

	if (!d.v)
		return 0;
	if (fakeapi__unlocked_run(c, make_types, &d) < 0)
		return -1;
	return fakeapi__crds_take(core->crds, fakeapi__entry_name(e), d.made);
}

/* Makes the registry serve the definitions in the store, or removes all. */
static void serve_definitions(struct fakeapi__core *core, struct fakeapi__call *c, bool forget)
{
	const struct fakeapi__bucket *b =
	    fakeapi__store_bucket(&core->store, STR("apiextensions.k8s.io"),
				  STR("customresourcedefinitions"), false);

	for (struct fakeapi__walk walk = fakeapi__walk_in_steps(core, b, FAKEAPI_WALK_COSTLY);
	     fakeapi__walk(&walk);) {
		core->crds_changed = true;
		if (forget)
			fakeapi__crds_del(core->crds, fakeapi__entry_name(walk.entry));
		else
			(void)serve_definition(core, c, walk.entry);
	}
}

/* Watches have seen versions up to `seen`; reused versions must not be sent to them. */
static void keep_watches_quiet(struct fakeapi__core *core, uint64_t seen)
{
	for (struct fakeapi__xchg *x = core->open; x; x = x->next) {
		struct fakeapi__watch *w = x->watch;

		if (!w)
			continue;
		w->idle = false;
		w->seq = w->bucket->next_seq;
		if (w->from_rv < seen)
			w->from_rv = seen;
		if (w->start_rv < seen)
			w->start_rv = seen;
	}
}

static void notify_rewound(struct fakeapi__core *core)
{
	if (core->opt.on_rewound)
		core->opt.on_rewound(core->opt.on_write_user);
}

static int compact_some(struct fakeapi__call *c, void *work)
{
	struct fakeapi__store *store = work;
	size_t steps = FAKEAPI_TIDY_STEP;

	(void)c;
	return fakeapi__store_forget_some(store, &steps) ? FAKEAPI_MORE : 0;
}

static int rewind_some(struct fakeapi__call *c, void *work)
{
	struct fakeapi__store *store = work;

	(void)c;
	return fakeapi__store_rewind_some(store, FAKEAPI_TIDY_STEP) ? FAKEAPI_MORE : 0;
}

/* Removes newer versions. No reader sees an intermediate state. -1: that state is compacted. */
static int rewind_store(struct fakeapi__core *core, struct fakeapi__call *c, uint64_t rv)
{
	int rc;

	(void)fakeapi__steps_run(c, compact_some, &core->store); /* cannot fail */
	rc = fakeapi__store_rewind_begin(&core->store, rv);
	if (rc < 0)
		return rc;
	core->turning_back = true;
	serve_definitions(core, c, true);
	(void)fakeapi__steps_run(c, rewind_some, &core->store); /* cannot fail */
	serve_definitions(core, c, false);
	fakeapi__store_rewind_end(&core->store);
	core->turning_back = false;
	fakeapi__core_wake_all(core);
	return 0;
}

int fakeapi__rewind_locked(struct fakeapi__core *core, struct fakeapi__call *c, uint64_t rv,
			   bool keep_watches, struct relist_err *err)
{
	uint64_t seen = core->store.rv;
	int rc = rewind_store(core, c, rv);

	if (rc < 0)
		return relist_err_set(err, RELIST_EEXPIRED,
				      "rewind to %" PRIu64 ": the store is at %" PRIu64
				      " and keeps no such state",
				      rv, core->store.rv);
	if (keep_watches)
		keep_watches_quiet(core, seen);
	else
		(void)fakeapi__end_watches_locked(core, NULL, FAKEAPI_WATCH_CUT);
	while (core->commit_end &&
	       core->commits[(core->commit_end - 1) % FAKEAPI_COMMITS_MAX].rv > rv)
		core->commit_end--;
	for (size_t i = 0; i < core->backend_count; i++) {
		struct fakeapi__backend *b = &core->backends[i];

		b->frozen_rv = b->frozen_rv > rv ? rv : b->frozen_rv;
		b->cache_floor = b->cache_floor > rv ? rv : b->cache_floor;
	}
	core->controlled_rv = rv;
	notify_rewound(core);
	return 0;
}

int fakeapi__core_rewind(struct fakeapi__core *core, uint64_t rv, bool keep_watches,
			 struct relist_err *err)
{
	int rc;

	fakeapi__core_enter(core);
	rc = fakeapi__rewind_locked(core, NULL, rv, keep_watches, err);
	fakeapi__core_leave(core);
	return rc;
}

/* --- reset -------------------------------------------------------------------------------- */

/* The registry is replaced as well: watches must be closed, since they point to its types. */
int fakeapi__reset_locked(struct fakeapi__core *core, struct relist_err *err)
{
	struct fakeapi__registry *registry = fakeapi__registry_new_like(core->registry);
	struct fakeapi__crds *crds = registry ? fakeapi__crds_new(registry) : NULL;
	uint64_t rv = core->store.rv + 1; /* clients with earlier state must list again */
	bool made;

	if (!crds) {
		if (registry)
			fakeapi__registry_free(registry);
		return relist_err_set(err, RELIST_ENOMEM, "reset: out of memory");
	}
	fakeapi__runtime_config(registry, core->runtime_config);
	(void)fakeapi__end_watches_locked(core, NULL, FAKEAPI_WATCH_CUT);
	for (struct fakeapi__xchg *x = core->open; x; x = x->next) {
		fakeapi__watch_free(x->watch);
		x->watch = NULL;
	}
	fakeapi__fault_del_locked(core, 0);
	fakeapi__log_clear(&core->faults);
	core->store.log = NULL;
	fakeapi__store_reset(&core->store, rv);
	/* Readers without the lock may still use a type. */
	fakeapi__crds_adopt(crds, core->crds);
	core->crds_changed = true;
	fakeapi__registry_free(core->registry);
	core->registry = registry;
	fakeapi__registry_on_metrics(registry, fakeapi__flow_metrics, core);
	core->crds = crds;
	core->form_count = 0;
	core->line_bytes = 0;
	core->tokens_expired_rv = 0;
	memset(core->backends, 0, sizeof(core->backends));
	for (size_t i = 0; i < core->backend_count; i++)
		core->backends[i].cache_floor = rv;
	core->store.etcd_floor = rv;
	notify_rewound(core);
	/* A state file is completely rewritten after this. */
	made = core->opt.empty || fakeapi__bootstrap(core) == 0;
	fakeapi__core_log(core);
	return made ? 0 : relist_err_set(err, RELIST_ENOMEM, "reset: out of memory");
}

int fakeapi__core_reset(struct fakeapi__core *core, int64_t now_ns, struct relist_err *err)
{
	int rc;

	fakeapi__core_enter(core);
	if (now_ns > core->now_ns)
		core->now_ns = now_ns;
	rc = fakeapi__reset_locked(core, err);
	fakeapi__core_leave(core);
	return rc;
}
