/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/control/model_impl.h"

#include "base/alloc.h"
#include "fakeapi/apply/patch.h"
#include "fakeapi/controllers/controllers.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"

/* --- writes --- */

struct write {
	struct fakeapi__core *core;
	const struct fakeapi__model_write *w;
	struct fakeapi__bucket *bucket;
	const struct fakeapi__version *old;
	cJSON *obj;
};

static cJSON *metadata_of(cJSON *obj)
{
	cJSON *m = cJSON_GetObjectItemCaseSensitive(obj, "metadata");

	return m ? m : cJSON_AddObjectToObject(obj, "metadata");
}

static bool set_text(cJSON *obj, const char *name, struct str value)
{
	char *copy = base__strndup(value.ptr ? value.ptr : "", value.len);
	cJSON *item = copy ? cJSON_CreateString(copy) : NULL;

	base__free(copy);
	if (!item)
		return false;
	cJSON_DeleteItemFromObjectCaseSensitive(obj, name);
	if (cJSON_AddItemToObject(obj, name, item))
		return true;
	cJSON_Delete(item);
	return false;
}

static bool set_now(struct fakeapi__core *core, cJSON *metadata, const char *name)
{
	char text[32];

	fakeapi__format_time(fakeapi__core_unix(core), text, sizeof(text));
	return set_text(metadata, name, str_of(text));
}

/* Under the core's lock. NULL: not served. */
static const struct fakeapi__resource *resource_of(const struct write *wr)
{
	const struct fakeapi__model_type *t = wr->w->type;

	return fakeapi__registry_find(wr->core->registry, t->group,
				      fakeapi__model_stored_version(wr->core, t), t->resource);
}

static bool has_generation(const struct write *wr)
{
	const struct fakeapi__resource *res = wr->w->tracked ? resource_of(wr) : NULL;

	return res && res->flags & (FAKEAPI_RES_GENERATION | FAKEAPI_RES_CUSTOM);
}

static bool fill_new(struct write *wr)
{
	const struct fakeapi__model_type *t = wr->w->type;
	cJSON *m = metadata_of(wr->obj);
	AUTO_STRBUF version = STRBUF_INIT;
	char uid[37];

	fakeapi__core_uuid(wr->core, uid);
	if (t->group.len)
		strbuf_addf(&version, STR_FMT "/", STR_ARG(t->group));
	strbuf_adds(&version, fakeapi__model_stored_version(wr->core, t));
	return m && !version.failed && set_text(wr->obj, "apiVersion", strbuf_str(&version)) &&
	       set_text(wr->obj, "kind", t->kind) && set_text(m, "name", wr->w->name) &&
	       (!t->namespaced || set_text(m, "namespace", wr->w->ns)) &&
	       set_text(m, "uid", str_of(uid)) && set_now(wr->core, m, "creationTimestamp") &&
	       (!has_generation(wr) || fakeapi__meta_has(wr->obj, "generation") ||
		fakeapi__meta_set_int(wr->obj, "generation", 1) == 0);
}

/* Applies a merge patch, RFC 7386. */
static bool merge(cJSON *target, const cJSON *patch)
{
	const cJSON *p;

	cJSON_ArrayForEach(p, patch)
	{
		cJSON *old = cJSON_GetObjectItemCaseSensitive(target, p->string);

		if (cJSON_IsNull(p)) {
			cJSON_DeleteItemFromObjectCaseSensitive(target, p->string);
			continue;
		}
		if (cJSON_IsObject(p)) {
			if (!cJSON_IsObject(old)) {
				cJSON_DeleteItemFromObjectCaseSensitive(target, p->string);
				old = cJSON_AddObjectToObject(target, p->string);
			}
			if (!old || !merge(old, p))
				return false;
			continue;
		}
		old = cJSON_Duplicate(p, true);
		if (!old)
			return false;
		cJSON_DeleteItemFromObjectCaseSensitive(target, p->string);
		if (!cJSON_AddItemToObject(target, p->string, old)) {
			cJSON_Delete(old);
			return false;
		}
	}
	return true;
}

static bool is_namespace(const struct write *wr)
{
	return !wr->w->type->group.len && str_eqz(wr->w->type->resource, "namespaces");
}

/* A namespace also has finalizers in its spec. */
static bool has_finalizers(const struct write *wr)
{
	const cJSON *spec = cJSON_GetObjectItemCaseSensitive(wr->obj, "spec");

	if (is_namespace(wr) &&
	    cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(spec, "finalizers")) > 0)
		return true;
	return cJSON_GetArraySize(
		   cJSON_GetObjectItemCaseSensitive(metadata_of(wr->obj), "finalizers")) > 0;
}

/* True if a pod has a grace period: it stays until a delete without one. */
static bool has_grace(cJSON *obj)
{
	const cJSON *seconds =
	    cJSON_GetObjectItemCaseSensitive(metadata_of(obj), "deletionGracePeriodSeconds");

	return cJSON_IsNumber(seconds) && seconds->valuedouble > 0;
}

static bool is_marked(cJSON *obj)
{
	return cJSON_GetObjectItemCaseSensitive(metadata_of(obj), "deletionTimestamp") != NULL;
}

static int store(struct write *wr, bool gone)
{
	if (fakeapi__commit(wr->core, wr->bucket, wr->w->ns, wr->w->name, wr->obj, gone) < 0)
		return RELIST_ENOMEM;
	return 200;
}

static bool is_definition(const struct write *wr)
{
	return str_eqz(wr->w->type->group, "apiextensions.k8s.io") &&
	       str_eqz(wr->w->type->resource, "customresourcedefinitions");
}

/* Stores the definition with the status of the real server's controllers, in one write, and serves
 * its types from then on. */
static int store_definition(struct write *wr)
{
	int rc;

	if (fakeapi__crd_complete(wr->core, &wr->obj) < 0)
		return RELIST_ENOMEM;
	rc = store(wr, false);
	return rc == 200 && fakeapi__crd_serve(wr->core, wr->obj) < 0 ? RELIST_ENOMEM : rc;
}

/* Deletes the definition's resources first. */
static int end_definition(struct write *wr)
{
	fakeapi__crd_written(wr->core, wr->obj, true);
	return store(wr, true);
}

static int create(struct write *wr)
{
	int rc;

	if (wr->old)
		return 409;
	wr->obj = fakeapi__parse(wr->w->body);
	if (wr->obj && wr->w->patch.len) {
		cJSON *p = fakeapi__parse(wr->w->patch);
		bool merged = p && merge(wr->obj, p);

		cJSON_Delete(p);
		if (!merged)
			return RELIST_ENOMEM;
	}
	if (!wr->obj || !fill_new(wr))
		return RELIST_ENOMEM;
	rc = is_definition(wr) ? store_definition(wr) : store(wr, false);
	return rc == 200 ? 201 : rc;
}

static bool changes_spec(const cJSON *old, const cJSON *obj)
{
	return !fakeapi__equal(fakeapi__member(old, "spec"), fakeapi__member(obj, "spec"));
}

/* The fields that the patch changes belong to another manager from then on. */
static int complete_patch(struct write *wr, const cJSON *old, const cJSON *patch)
{
	const struct fakeapi__resource *res = wr->w->tracked ? resource_of(wr) : NULL;
	bool counts = has_generation(wr);
	char now[32];

	if (counts && changes_spec(old, wr->obj) && fakeapi__meta_has(old, "generation") &&
	    !fakeapi__meta_has(patch, "generation") &&
	    fakeapi__meta_set_int(wr->obj, "generation", fakeapi__meta_int(old, "generation") + 1) <
		0)
		return -1;
	if (!res || !fakeapi__meta_has(old, "managedFields"))
		return 0;
	fakeapi__format_time(fakeapi__core_unix(wr->core), now, sizeof(now));
	return fakeapi__managed_update(res, old, wr->obj, "scenario", "", now);
}

/* A patch such as `metadata: null` removes labels and finalizers, but the object remains itself. */
static bool keep_identity(const struct write *wr, const cJSON *old)
{
	static const char *const members[] = { "name", "namespace", "uid", "creationTimestamp",
					       "generation" };

	for (size_t i = 0; i < ARRAY_LEN(members); i++)
		if (fakeapi__meta_has(old, members[i]) && !fakeapi__meta_has(wr->obj, members[i]) &&
		    fakeapi__meta_copy(wr->obj, old, members[i]) < 0)
			return false;
	return true;
}

/* Removing the last finalizer of a marked object deletes it. */
static int patch(struct write *wr)
{
	cJSON *p = fakeapi__parse(wr->w->body);
	cJSON *old = fakeapi__parse((struct str) { wr->old->json, wr->old->json_len });
	bool was_kept = has_finalizers(wr);
	bool merged = p && old && merge(wr->obj, p) && keep_identity(wr, old) &&
		      complete_patch(wr, old, p) == 0;
	bool defines = merged && is_definition(wr) && changes_spec(old, wr->obj), gone;

	cJSON_Delete(p);
	cJSON_Delete(old);
	if (!merged)
		return RELIST_ENOMEM;
	gone = was_kept && is_marked(wr->obj) && !has_finalizers(wr) && !has_grace(wr->obj);
	if (gone && is_definition(wr))
		return end_definition(wr);
	return defines && !gone ? store_definition(wr) : store(wr, gone);
}

static bool set_terminating(cJSON *ns)
{
	cJSON *status = cJSON_GetObjectItemCaseSensitive(ns, "status");

	if (!cJSON_IsObject(status)) {
		cJSON_DeleteItemFromObjectCaseSensitive(ns, "status");
		status = cJSON_AddObjectToObject(ns, "status");
	}
	return status && set_text(status, "phase", STR("Terminating"));
}

static int delete_object(struct write *wr)
{
	if (wr->w->drop_finalizers || !has_finalizers(wr))
		return is_definition(wr) ? end_definition(wr) : store(wr, true);
	if (is_marked(wr->obj))
		return 200;
	if (!set_now(wr->core, metadata_of(wr->obj), "deletionTimestamp") ||
	    (is_namespace(wr) && !set_terminating(wr->obj)))
		return RELIST_ENOMEM;
	return store(wr, false);
}

static int write_locked(struct write *wr)
{
	const struct fakeapi__model_write *w = wr->w;
	const cJSON *uid;

	wr->bucket =
	    fakeapi__store_bucket(&wr->core->store, w->type->group, w->type->resource, true);
	if (!wr->bucket)
		return RELIST_ENOMEM;
	wr->old = fakeapi__bucket_get(wr->bucket, w->ns, w->name);
	if (w->op == FAKEAPI_MODEL_CREATE)
		return create(wr);
	if (!wr->old)
		return 404;
	wr->obj = fakeapi__parse((struct str) { wr->old->json, wr->old->json_len });
	if (!wr->obj)
		return RELIST_ENOMEM;
	uid = cJSON_GetObjectItemCaseSensitive(metadata_of(wr->obj), "uid");
	if (w->uid.len && !(cJSON_IsString(uid) && str_eqz(w->uid, uid->valuestring)))
		return 409;
	return w->op == FAKEAPI_MODEL_PATCH ? patch(wr) : delete_object(wr);
}

int fakeapi__model_write(struct fakeapi__core *core, int64_t now_ns,
			 const struct fakeapi__model_write *w, struct strbuf *out)
{
	struct write wr = { .core = core, .w = w };
	char *text = NULL;
	int rc;

	fakeapi__core_enter(core);
	if (now_ns > core->now_ns)
		core->now_ns = now_ns;
	rc = write_locked(&wr);
	fakeapi__core_leave(core);
	if (rc > 0 && out && wr.obj) {
		text = fakeapi__print(wr.obj);
		if (text)
			strbuf_addz(out, text);
		else
			rc = RELIST_ENOMEM;
	}
	cJSON_free(text);
	cJSON_Delete(wr.obj);
	return out && out->failed ? RELIST_ENOMEM : rc;
}

static int each_at_locked(const struct fakeapi__bucket *b, uint64_t rv,
			  int (*fn)(void *user, struct str ns, struct str name, uint64_t rv),
			  void *user)
{
	int rc = rv < b->forgotten_rv ? RELIST_ENOTFOUND : 0;

	for (struct fakeapi__walk walk = { .in = b }; !rc && fakeapi__walk(&walk);) {
		const struct fakeapi__entry *e = walk.entry;
		const struct fakeapi__version *v = fakeapi__entry_at(e, rv);

		if (v)
			rc = fn(user, fakeapi__entry_ns(e), fakeapi__entry_name(e), v->rv);
	}
	return rc;
}

int fakeapi__model_each_at(struct fakeapi__core *core, const struct fakeapi__model_type *type,
			   uint64_t rv,
			   int (*fn)(void *user, struct str ns, struct str name, uint64_t rv),
			   void *user)
{
	struct fakeapi__bucket *b;
	int rc;

	fakeapi__core_enter(core);
	b = fakeapi__store_bucket(&core->store, type->group, type->resource, false);
	rc = b ? each_at_locked(b, rv, fn, user) : 0;
	fakeapi__core_leave(core);
	return rc;
}

bool fakeapi__model_get(struct fakeapi__core *core, const struct fakeapi__model_type *type,
			struct str ns, struct str name, struct strbuf *out)
{
	const struct fakeapi__version *v;
	struct fakeapi__bucket *b;

	fakeapi__core_enter(core);
	b = fakeapi__store_bucket(&core->store, type->group, type->resource, false);
	v = b ? fakeapi__bucket_get(b, ns, name) : NULL;
	if (v)
		strbuf_adds(out, fakeapi__version_json(v));
	fakeapi__core_leave(core);
	return v != NULL;
}
