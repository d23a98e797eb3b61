/* SPDX-License-Identifier: Apache-2.0 */
/* load.c - objects that come from files: manifests (`--load`) and the writes of a state file. */
#include "base/alloc.h"
#include "fakeapi/control/control_impl.h"
#include "fakeapi/controllers/controllers.h"
#include "fakeapi/controllers/loopback.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/rest/write.h"

int fakeapi__load_locked(struct fakeapi__core *core, struct str doc, struct relist_err *err)
{
	struct fakeapi__loopback in;
	const struct fakeapi__resource *res;
	cJSON *obj = NULL;
	int rc;

	fakeapi__loopback_init(&in, core, "relist");
	rc = fakeapi__decode_yaml(doc, FAKEAPI_FV_IGNORE, &in.call.warnings, &obj, &in.call.st);
	if (rc == 0 && obj) {
		res = fakeapi__loopback_resource(&in, obj);
		rc = res ? fakeapi__normalize(res, &obj, FAKEAPI_FV_IGNORE, &in.call.warnings,
					      &in.call.st)
			 : -1;
		if (rc == 0)
			rc = fakeapi__loopback_put(&in, &obj);
	}
	if (rc < 0)
		rc = fakeapi__loopback_error(&in, err);
	cJSON_Delete(obj);
	fakeapi__loopback_fini(&in);
	fakeapi__controllers_run(core);
	return rc;
}

int fakeapi__core_load(struct fakeapi__core *core, int64_t now_ns, struct str doc,
		       struct relist_err *err)
{
	int rc;

	fakeapi__core_enter(core);
	if (now_ns > core->now_ns)
		core->now_ns = now_ns;
	core->write_failed = false;
	rc = fakeapi__load_locked(core, doc, err);
	if (rc == 0 && core->write_failed)
		rc = relist_err_set(err, RELIST_EIO, "the state file could not be written");
	fakeapi__core_leave(core);
	return rc;
}

static int restore(struct fakeapi__core *core, const struct fakeapi__write *w,
		   struct relist_err *err)
{
	struct fakeapi__bucket *b =
	    w->resource.len ? fakeapi__store_bucket(&core->store, w->group, w->resource, true)
			    : NULL;
	const struct fakeapi__version *v;
	cJSON *obj;
	int rc;

	if (!w->resource.len && w->rv >= core->store.rv) {
		core->store.rv = w->rv;
		return 0;
	}
	if (w->rv <= core->store.rv)
		return relist_err_set(err, RELIST_EINVAL, "state: rv %llu is not newer than %llu",
				      (unsigned long long)w->rv,
				      (unsigned long long)core->store.rv);
	v = b ? fakeapi__bucket_get(b, w->ns, w->name) : NULL;
	if (w->deleted && !v) {
		core->store.rv = w->rv;
		return b ? 0 : relist_err_set(err, RELIST_ENOMEM, "state: out of memory");
	}
	obj = w->json.len ? fakeapi__parse(w->json)
	      : v	  ? fakeapi__parse((struct str) { v->json, v->json_len })
			  : NULL;
	if (!obj)
		return relist_err_set(err, RELIST_EPARSE, "state: rv %llu is no JSON object",
				      (unsigned long long)w->rv);
	core->store.rv = w->rv - 1;
	rc = b ? fakeapi__store_write(&core->store, b, w->ns, w->name, obj, NULL, w->deleted,
				      core->now_ns)
	       : RELIST_ENOMEM;
	if (rc == 0 && str_eqz(w->resource, "customresourcedefinitions")) {
		if (w->deleted)
			fakeapi__crds_del(core->crds, w->name);
		else
			rc = fakeapi__crds_put(core->crds, obj) < 0 ? RELIST_ENOMEM : 0;
	}
	cJSON_Delete(obj);
	if (rc < 0)
		return relist_err_set(err, RELIST_ENOMEM, "state: out of memory");
	return 0;
}

int fakeapi__core_restore(struct fakeapi__core *core, const struct fakeapi__write *write,
			  struct relist_err *err)
{
	int rc;

	fakeapi__core_enter(core);
	rc = restore(core, write, err);
	fakeapi__core_leave(core);
	return rc;
}

static int each(struct fakeapi__core *core, int (*fn)(void *, const struct fakeapi__write *),
		void *user)
{
	for (size_t i = 0; i < core->store.bucket_count; i++) {
		const struct fakeapi__bucket *b = core->store.buckets[i];

		for (size_t k = 0; k < b->entry_count; k++) {
			const struct fakeapi__version *v =
			    fakeapi__entry_at(b->entries[k], UINT64_MAX);
			const struct fakeapi__write w = {
				.rv = v ? v->rv : 0,
				.group = str_of(b->group),
				.resource = str_of(b->resource),
				.ns = fakeapi__entry_ns(b->entries[k]),
				.name = fakeapi__entry_name(b->entries[k]),
				.json = v ? fakeapi__version_json(v) : (struct str) { NULL, 0 },
			};
			int rc = v ? fn(user, &w) : 0;

			if (rc != 0)
				return rc;
		}
	}
	return 0;
}

int fakeapi__core_snapshot(struct fakeapi__core *core,
			   int (*fn)(void *user, const struct fakeapi__write *write), void *user)
{
	struct fakeapi__write end = { .deleted = true };
	int rc;

	lock_acquire(&core->lock);
	rc = each(core, fn, user);
	end.rv = core->store.rv;
	if (rc == 0)
		rc = fn(user, &end);
	lock_release(&core->lock);
	return rc;
}

int fakeapi__core_each(struct fakeapi__core *core,
		       int (*fn)(void *user, const struct fakeapi__write *write), void *user)
{
	int rc;

	lock_acquire(&core->lock);
	rc = each(core, fn, user);
	lock_release(&core->lock);
	return rc;
}
