/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/controllers/loopback.h"

#include "base/alloc.h"
#include "fakeapi/control/control_impl.h"
#include "fakeapi/rest/write.h"

void fakeapi__loopback_init(struct fakeapi__loopback *in, struct fakeapi__core *core,
			    const char *manager)
{
	struct fakeapi__call *c = &in->call;

	memset(in, 0, sizeof(*in));
	strbuf_init(&in->xchg.body);
	in->xchg.core = core;
	in->req.method = STR("PUT");
	c->core = core;
	c->x = &in->xchg;
	c->own = true;
	c->req = &in->req;
	c->now_ns = core->now_ns;
	c->visible_rv = core->store.rv;
	strbuf_init(&c->warnings);
	strbuf_init(&c->route.text);
	fakeapi__status_init(&c->st);
	fakeapi__format_time(fakeapi__core_unix(core), c->now, sizeof(c->now));
	(void)snprintf(c->manager, sizeof(c->manager), "%s", manager);
}

void fakeapi__loopback_fini(struct fakeapi__loopback *in)
{
	fakeapi__status_fini(&in->call.st);
	strbuf_fini(&in->call.warnings);
	fakeapi__route_fini(&in->call.route);
	strbuf_fini(&in->xchg.body);
}

int fakeapi__loopback_aim(struct fakeapi__loopback *in, const struct fakeapi__resource *res,
			  const char *ns, const char *name)
{
	struct fakeapi__call *c = &in->call;
	struct strbuf *text = &c->route.text;
	size_t ns_len = strlen(ns);

	strbuf_clear(text);
	strbuf_addz(text, ns);
	strbuf_addz(text, name);
	if (text->failed)
		return -1;
	c->route.ns = (struct str) { text->ptr, ns_len };
	c->route.name = (struct str) { text->ptr + ns_len, text->len - ns_len };
	c->route_ns = c->route.ns;
	c->res = res;
	c->stored = fakeapi__registry_storage(c->core->registry, res);
	c->bucket = fakeapi__core_bucket(c->core, c->stored);
	return c->bucket ? 0 : -1;
}

const struct fakeapi__resource *fakeapi__loopback_resource(struct fakeapi__loopback *in,
							   const cJSON *obj)
{
	const char *version = fakeapi__get_str(obj, "apiVersion");
	const char *kind = fakeapi__get_str(obj, "kind");
	const char *slash = strchr(version, '/');
	struct str group = { version, slash ? (size_t)(slash - version) : 0 };
	struct str v = str_of(slash ? slash + 1 : version);
	const struct fakeapi__resource *res;

	res = fakeapi__registry_find_kind(in->call.core->registry, group, v, str_of(kind));
	if (!res || (res->flags & FAKEAPI_RES_VIRTUAL)) {
		(void)fakeapi__status_set(&in->call.st, 404, "NotFound",
					  "no matches for kind \"%s\" in version \"%s\"", kind,
					  version);
		return NULL;
	}
	return res;
}

int fakeapi__loopback_put(struct fakeapi__loopback *in, cJSON **at)
{
	cJSON *obj = *at;
	const struct fakeapi__resource *res = fakeapi__loopback_resource(in, obj);
	struct fakeapi__call *c = &in->call;
	const char *ns = fakeapi__meta_str(obj, "namespace");
	const struct fakeapi__version *v;
	cJSON *old;
	int rc;

	if (!res)
		return -1;
	if (!(res->flags & FAKEAPI_RES_NAMESPACED))
		ns = "";
	else if (!ns[0])
		ns = "default";
	if (fakeapi__loopback_aim(in, res, ns, fakeapi__meta_str(obj, "name")) < 0)
		return -1;
	fakeapi__meta_del(obj, "resourceVersion");
	v = fakeapi__bucket_get(c->bucket, c->route.ns, c->route.name);
	if (!v) {
		rc = fakeapi__create_decoded(c, at);
		return rc < 0 ? rc : fakeapi__crd_stored(c, str_of(fakeapi__meta_str(*at, "name")));
	}
	old = fakeapi__tree_of(c, v);
	if (!old)
		return -1;
	fakeapi__meta_del(obj, "uid");
	rc = fakeapi__meta_copy(obj, old, "resourceVersion");
	if (rc == 0)
		rc = fakeapi__settle_namespace(c, obj);
	if (rc == 0)
		rc = fakeapi__default(res, obj, old);
	if (rc == 0)
		rc = fakeapi__update_tree(c, old, obj, "", false);
	if (rc == 0)
		rc = fakeapi__crd_stored(c, c->route.name);
	cJSON_Delete(old);
	return rc;
}

int fakeapi__loopback_error(const struct fakeapi__loopback *in, struct relist_err *err)
{
	const struct fakeapi__status *st = &in->call.st;

	if (!st->code)
		return relist_err_set(err, RELIST_ENOMEM, "fake apiserver: out of memory");
	if (err)
		err->http_status = st->code;
	return relist_err_set(err, RELIST_ESTATUS, "%s", fakeapi__get_str(st->doc, "message"));
}

/* --- what drivers call -------------------------------------------------------------------- */

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

	lock_acquire(&core->lock);
	if (now_ns > core->now_ns)
		core->now_ns = now_ns;
	core->write_failed = false;
	rc = fakeapi__load_locked(core, doc, err);
	if (rc == 0 && core->write_failed)
		rc = relist_err_set(err, RELIST_EIO, "the state file could not be written");
	lock_release(&core->lock);
	return rc;
}

static int restore(struct fakeapi__core *core, const struct fakeapi__write *w,
		   struct relist_err *err)
{
	struct fakeapi__bucket *b =
	    fakeapi__store_bucket(&core->store, w->group, w->resource, true);
	const struct fakeapi__version *v;
	cJSON *obj;
	int rc;

	if (w->rv <= core->store.rv)
		return relist_err_set(err, RELIST_EINVAL, "state: rv %llu is not newer than %llu",
				      (unsigned long long)w->rv,
				      (unsigned long long)core->store.rv);
	v = b ? fakeapi__bucket_get(b, w->ns, w->name) : NULL;
	if (w->deleted && !v) {
		core->store.rv = w->rv;
		return b ? 0 : relist_err_set(err, RELIST_ENOMEM, "state: out of memory");
	}
	obj = w->json.len ? cJSON_ParseWithLength(w->json.ptr, w->json.len)
	      : v	  ? cJSON_ParseWithLength(v->json, v->json_len)
			  : NULL;
	if (!obj)
		return relist_err_set(err, RELIST_EPARSE, "state: rv %llu is no JSON object",
				      (unsigned long long)w->rv);
	core->store.rv = w->rv - 1;
	rc =
	    b ? fakeapi__store_write(&core->store, b, w->ns, w->name, obj, w->deleted, core->now_ns)
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

	lock_acquire(&core->lock);
	rc = restore(core, write, err);
	lock_release(&core->lock);
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

int fakeapi__core_each(struct fakeapi__core *core,
		       int (*fn)(void *user, const struct fakeapi__write *write), void *user)
{
	int rc;

	lock_acquire(&core->lock);
	rc = each(core, fn, user);
	lock_release(&core->lock);
	return rc;
}
