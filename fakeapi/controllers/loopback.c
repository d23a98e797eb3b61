/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/controllers/loopback.h"

#include "base/alloc.h"

#include "fakeapi/admission/admission.h"
#include "fakeapi/apply/patch.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/rest/write.h"
#include "fakeapi/stages.h"

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
	c->refused = base__alloc_refused;
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
	cJSON_Delete(in->call.converted);
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
	return fakeapi__call_aim(c, res);
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

struct defaulting {
	cJSON *obj;
	const cJSON *old;
};

static int apply_defaults(struct fakeapi__call *c, void *work)
{
	const struct defaulting *d = work;

	return fakeapi__default(c->res, d->obj, d->old);
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
		return rc < 0 ? rc : fakeapi__written(c, str_of(fakeapi__meta_str(*at, "name")));
	}
	old = fakeapi__tree_aside(c, v);
	if (!old)
		return -1;
	fakeapi__meta_del(obj, "uid");
	rc = fakeapi__meta_copy(obj, old, "resourceVersion");
	if (rc == 0)
		rc = fakeapi__settle_namespace(c, obj);
	if (rc == 0) {
		struct defaulting d = { obj, old };

		rc = fakeapi__unlocked_run(c, apply_defaults, &d);
	}
	if (rc == 0)
		rc = fakeapi__update_tree(c, old, obj, "", false);
	if (rc == 0)
		rc = fakeapi__written(c, c->route.name);
	fakeapi__drop_aside(c, old);
	return rc;
}

int fakeapi__loopback_error(const struct fakeapi__loopback *in, struct relist_err *err)
{
	const struct fakeapi__status *st = &in->call.st;

	if (!st->code && in->call.core->write_failed)
		return relist_err_set(err, RELIST_EIO, "the state file could not be written");
	if (!st->code)
		return relist_err_set(err, RELIST_ENOMEM, "fake apiserver: out of memory");
	if (err)
		err->http_status = st->code;
	return relist_err_set(err, RELIST_ESTATUS, "%s", fakeapi__get_str(st->doc, "message"));
}

/* Priority and fairness makes its own first objects. */
static const char *maker_of(const cJSON *obj)
{
	return str_begins(str_of(fakeapi__get_str(obj, "apiVersion")), "flowcontrol.")
		   ? "api-priority-and-fairness-config-producer-v1"
		   : "kube-apiserver";
}

/* Takes `status`. */
static cJSON *status_config(const cJSON *live, cJSON *status)
{
	cJSON *config = cJSON_CreateObject();
	cJSON *meta;

	if (!config || fakeapi__set_item(config, "status", status) != 0) {
		if (!config)
			cJSON_Delete(status);
		cJSON_Delete(config);
		return NULL;
	}
	meta = live ? cJSON_AddObjectToObject(config, "metadata") : NULL;
	if (meta && cJSON_AddStringToObject(meta, "name", fakeapi__meta_str(live, "name")) &&
	    cJSON_AddStringToObject(config, "kind", fakeapi__get_str(live, "kind")) &&
	    cJSON_AddStringToObject(config, "apiVersion", fakeapi__get_str(live, "apiVersion")))
		return config;
	cJSON_Delete(config);
	return NULL;
}

int fakeapi__loopback_apply_status(struct fakeapi__loopback *in, cJSON *status)
{
	struct fakeapi__call *c = &in->call;
	const struct fakeapi__version *v =
	    fakeapi__bucket_get(c->bucket, c->route.ns, c->route.name);
	struct fakeapi__apply how = { .res = c->res,
				      .manager = c->manager,
				      .force = true,
				      .subresource = "status",
				      .now = c->now };
	cJSON *old = v ? fakeapi__tree_of(c, v) : NULL, *obj = NULL;
	cJSON *config = status_config(old, status);
	int rc = -1;

	if (config && fakeapi__apply(&how, old, config, &obj, &c->st) == 0 &&
	    fakeapi__default(c->res, obj, old) == 0)
		rc = fakeapi__update_tree(c, old, obj, "status", true);
	cJSON_Delete(config);
	cJSON_Delete(old);
	cJSON_Delete(obj);
	return rc;
}

int fakeapi__loopback_make(struct fakeapi__core *core, const char *json)
{
	const struct fakeapi__resource *res;
	struct fakeapi__loopback in;
	cJSON *obj = fakeapi__parse(str_of(json));
	int rc = -1;

	fakeapi__loopback_init(&in, core, maker_of(obj));
	res = obj ? fakeapi__loopback_resource(&in, obj) : NULL;
	if (res)
		rc = fakeapi__normalize(res, &obj, FAKEAPI_FV_IGNORE, &in.call.warnings,
					&in.call.st);
	if (rc == 0)
		rc = fakeapi__loopback_put(&in, &obj);
	cJSON_Delete(obj);
	fakeapi__loopback_fini(&in);
	return rc;
}
