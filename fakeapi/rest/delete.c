/* SPDX-License-Identifier: Apache-2.0 */
/* delete.c - delete: grace, finalizers, preconditions, propagation. */
#include <inttypes.h>

#include "base/alloc.h"
#include "fakeapi/admission/admission.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/rest/delete.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/callout.h"
#include "fakeapi/rest/write.h"
#include "fakeapi/schema/custom.h"
#include "fakeapi/stages.h"
#include "fakeapi/storage/continue.h"
#include "fakeapi/webhooks/conversion.h"
#include "fakeapi/webhooks/webhooks.h"

#define FINALIZER_ORPHAN     "orphan"
#define FINALIZER_FOREGROUND "foregroundDeletion"

/* --- one object --------------------------------------------------------------------------- */

/* Sets the finalizers that the propagation policy requires. */
int fakeapi__delete_propagation(const struct fakeapi__deletion *d, cJSON *obj, bool *changed)
{
	bool orphan = fakeapi__has_finalizer(obj, FINALIZER_ORPHAN);
	bool foreground = fakeapi__has_finalizer(obj, FINALIZER_FOREGROUND);
	const char *policy = d->opt->policy;
	bool want_orphan = orphan, want_foreground = foreground && !orphan;

	if (d->strategy->flags & FAKEAPI_NO_DEPENDENTS) {
		want_orphan = want_foreground = false;
	} else if (policy[0]) {
		want_orphan = strcmp(policy, "Orphan") == 0;
		want_foreground = strcmp(policy, "Foreground") == 0;
	}
	*changed = want_orphan != orphan || want_foreground != foreground;
	if (!want_orphan)
		fakeapi__del_finalizer(obj, FINALIZER_ORPHAN);
	if (!want_foreground)
		fakeapi__del_finalizer(obj, FINALIZER_FOREGROUND);
	if (want_orphan && fakeapi__add_finalizer(obj, FINALIZER_ORPHAN) < 0)
		return -1;
	return want_foreground ? fakeapi__add_finalizer(obj, FINALIZER_FOREGROUND) : 0;
}

int fakeapi__delete_mark(const struct fakeapi__deletion *d, cJSON *obj, int64_t grace_s,
			 bool with_grace)
{
	char at[32];

	if (!fakeapi__meta_has(obj, "deletionTimestamp")) {
		int64_t generation = fakeapi__meta_int(obj, "generation");

		if (generation > 0 && with_grace &&
		    fakeapi__meta_set_int(obj, "generation", generation + 1) < 0)
			return -1;
	}
	fakeapi__format_time(fakeapi__core_unix(d->core) + grace_s, at, sizeof(at));
	if (fakeapi__meta_set_str(obj, "deletionTimestamp", at) < 0)
		return -1;
	return with_grace ? fakeapi__meta_set_int(obj, "deletionGracePeriodSeconds", grace_s) : 0;
}

static int commit(const struct fakeapi__deletion *d, cJSON *obj, bool gone)
{
	return fakeapi__own_commit(d->core, d->bucket, d->ns, d->name, obj, gone);
}

int fakeapi__delete_write(const struct fakeapi__deletion *d, cJSON *obj)
{
	return d->dry_run ? 0 : commit(d, obj, false);
}

int fakeapi__delete_finish(struct fakeapi__deletion *d, cJSON *obj)
{
	d->removed = true;
	return d->dry_run ? 0 : commit(d, obj, true);
}

int fakeapi__delete_plain(struct fakeapi__deletion *d, cJSON *obj)
{
	bool changed, marked = fakeapi__meta_has(obj, "deletionTimestamp");

	if (fakeapi__delete_propagation(d, obj, &changed) < 0)
		return -1;
	if (fakeapi__finalizer_count(obj) == 0)
		return fakeapi__delete_finish(d, obj);
	if (marked && !changed) {
		d->unchanged = true;
		return 0;
	}
	if (fakeapi__delete_mark(d, obj, 0, true) < 0)
		return -1;
	return fakeapi__delete_write(d, obj);
}

int fakeapi__delete_one(struct fakeapi__deletion *d, cJSON *obj)
{
	return d->strategy->delete_object ? d->strategy->delete_object(d, obj)
					  : fakeapi__delete_plain(d, obj);
}

int fakeapi__delete_now(struct fakeapi__core *core, const struct fakeapi__resource *stored,
			struct str ns, struct str name, const char *policy)
{
	struct fakeapi__delete_options opt;
	struct fakeapi__deletion d = {
		.core = core,
		.strategy = core->strategy_of(stored),
		.ns = ns,
		.name = name,
		.opt = &opt,
	};
	const struct fakeapi__version *v;
	cJSON *obj;
	int rc;

	fakeapi__delete_options_init(&opt);
	(void)snprintf(opt.policy, sizeof(opt.policy), "%s", policy);
	d.bucket = fakeapi__core_bucket(core, stored);
	v = d.bucket ? fakeapi__bucket_get(d.bucket, ns, name) : NULL;
	if (!v)
		return d.bucket ? 0 : -1;
	obj = fakeapi__own_tree(core, v);
	rc = obj ? fakeapi__delete_one(&d, obj) : -1;
	fakeapi__own_drop(core, obj);
	return rc;
}

/* --- the verb ----------------------------------------------------------------------------- */

static struct fakeapi__deletion deletion_of(const struct fakeapi__call *c,
					    const struct fakeapi__delete_options *opt)
{
	return (struct fakeapi__deletion) { .core = c->core,
					    .strategy = c->strategy,
					    .bucket = c->bucket,
					    .ns = c->route_ns,
					    .name = c->route.name,
					    .opt = opt,
					    .dry_run = c->dry_run };
}

int fakeapi__delete_object(struct fakeapi__call *c, const struct fakeapi__delete_options *o,
			   cJSON *obj)
{
	struct fakeapi__deletion d = deletion_of(c, o);

	return fakeapi__delete_one(&d, obj);
}

static int answer_success(struct fakeapi__call *c, const cJSON *obj)
{
	cJSON *st = cJSON_CreateObject(), *details = cJSON_CreateObject();
	int rc = -1;

	if (st && details && cJSON_AddStringToObject(st, "kind", "Status") &&
	    cJSON_AddStringToObject(st, "apiVersion", "v1") &&
	    cJSON_AddObjectToObject(st, "metadata") &&
	    cJSON_AddStringToObject(st, "status", "Success") &&
	    cJSON_AddStringToObject(details, "name", fakeapi__meta_str(obj, "name")) &&
	    (!c->res->group[0] || cJSON_AddStringToObject(details, "group", c->res->group)) &&
	    cJSON_AddStringToObject(details, "kind", c->res->resource) &&
	    cJSON_AddStringToObject(details, "uid", fakeapi__meta_str(obj, "uid")) &&
	    cJSON_AddItemToObject(st, "details", details)) {
		details = NULL;
		rc = fakeapi__answer_tree(c, 200, st);
	}
	cJSON_Delete(details);
	cJSON_Delete(st);
	return rc;
}

static int answer_deleted(struct fakeapi__call *c, const struct fakeapi__deletion *d, cJSON *obj)
{
	int code = !d->removed && d->opt->has_orphan && !d->opt->orphan ? 202 : 200;

	if (d->removed && !(c->strategy->flags & FAKEAPI_RETURNS_DELETED))
		return answer_success(c, obj);
	return fakeapi__answer_object_tree(c, code, obj);
}

void fakeapi__default_policy(struct fakeapi__call *c, struct fakeapi__delete_options *o)
{
	if (!(c->strategy->flags & FAKEAPI_ORPHANS_DEPENDENTS) || o->policy[0])
		return;
	(void)snprintf(o->policy, sizeof(o->policy), "Orphan");
	if (c->strategy->orphan_warning)
		strbuf_addz(&c->warnings, c->strategy->orphan_warning);
}

enum { FEW_OBJECTS = 1000, FEW_BYTES = 512 * 1024 };

bool fakeapi__store_is_long(const struct fakeapi__core *core)
{
	size_t live = 0;

	if (core->store.version_bytes > FEW_BYTES)
		return true;
	for (size_t i = 0; i < core->store.bucket_count; i++)
		live += core->store.buckets[i]->live;
	return live > FEW_OBJECTS;
}

/* True if the deletion deletes or examines other objects, and the store has many. */
static bool is_long(const struct fakeapi__call *c)
{
	bool takes_others =
	    c->strategy->delete_object || c->core->opt.garbage_collection ||
	    (c->core->opt.namespace_deletion && str_eqz(c->route.resource, "namespaces"));

	return takes_others && fakeapi__store_is_long(c->core);
}

int fakeapi__verb_delete(struct fakeapi__call *c)
{
	struct fakeapi__delete_options opt;
	struct fakeapi__deletion d;
	const struct fakeapi__version *v;
	cJSON *obj = NULL;
	int rc;

	c->route_ns =
	    c->res->flags & FAKEAPI_RES_NAMESPACED ? c->route.ns : (struct str) { NULL, 0 };
	fakeapi__delete_options_init(&opt);
	rc = fakeapi__negotiate_call(c, false);
	if (rc == 0)
		rc = fakeapi__delete_options_parse(c, &opt);
	if (rc == 0)
		rc = fakeapi__check_segment(c);
	if (rc == 0)
		fakeapi__default_policy(c, &opt);
	v = rc == 0 ? fakeapi__bucket_get(c->bucket, c->route_ns, c->route.name) : NULL;
	if (rc == 0 && !v)
		rc = fakeapi__not_found(c, c->route.name);
	if (rc == 0 && is_long(c) && fakeapi__hand_over(c, &rc))
		goto out;
	if (rc == 0) {
		obj = fakeapi__stored_aside(c, v);
		rc = obj ? fakeapi__delete_preconditions(c, &opt, obj) : -1;
	}
	if (rc == 0)
		rc = fakeapi__admission_check(c, FAKEAPI_DELETE_OPERATION,
					      fakeapi__meta_str(obj, "name"));
	if (rc == 0)
		rc = fakeapi__callout_delete(c, v, c->route.ns, c->route.name,
					     fakeapi__delete_options_tree(c, &opt));
	if (rc == 0)
		rc = fakeapi__send_early(c, obj);
	if (rc == 0) {
		d = deletion_of(c, &opt);
		rc = fakeapi__delete_one(&d, obj);
	}
	if (rc == 0)
		rc = answer_deleted(c, &d, obj);
out:
	fakeapi__drop_aside(c, obj);
	fakeapi__delete_options_fini(&opt);
	return rc;
}
