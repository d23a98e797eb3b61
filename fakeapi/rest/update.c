/* SPDX-License-Identifier: Apache-2.0 */
/* update.c - an update of an object, from the new state to the store. */
#include <inttypes.h>

#include "fakeapi/admission/admission.h"
#include "fakeapi/apply/patch.h"
#include "fakeapi/authz/rbac.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/schema/custom.h"
#include "fakeapi/rest/write.h"
#include "fakeapi/stages.h"
#include "fakeapi/validation/validate.h"
#include "fakeapi/warnings/warn.h"
#include "fakeapi/webhooks/webhooks.h"

/* The storage key of the real server, which one error message contains. */
static void storage_key(struct fakeapi__call *c, const char *name, struct strbuf *out)
{
	strbuf_addz(out, c->dry_run ? "/" : "/registry/"); /* a dry run has no prefix */
	if ((c->res->flags & FAKEAPI_RES_CUSTOM) && c->res->group[0])
		strbuf_addf(out, "%s/", c->res->group);
	strbuf_addz(out, c->strategy->storage_name ? c->strategy->storage_name : c->res->resource);
	if (c->res->flags & FAKEAPI_RES_NAMESPACED)
		strbuf_addf(out, "/" STR_FMT, STR_ARG(c->route.ns));
	strbuf_addf(out, "/%s", name);
}

int fakeapi__check_uid(struct fakeapi__call *c, const cJSON *old, const cJSON *obj,
		       const char *name)
{
	const char *uid = fakeapi__meta_str(obj, "uid");
	const char *have = fakeapi__meta_str(old, "uid");
	AUTO_STRBUF key = STRBUF_INIT;

	if (!uid[0] || strcmp(uid, have) == 0)
		return 0;
	storage_key(c, name, &key);
	(void)fakeapi__status_set(&c->st, 409, "Conflict",
				  "Operation cannot be fulfilled on %s%s%s \"%s\": StorageError: "
				  "invalid object, Code: 4, Key: " STR_FMT
				  ", ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: "
				  "UID in precondition: %s, UID in object meta: %s",
				  c->res->resource, c->res->group[0] ? "." : "", c->res->group,
				  name, STR_ARG(strbuf_str(&key)), uid, have);
	fakeapi__status_details(&c->st, name, c->res->group, c->res->resource, NULL);
	return -1;
}

static int must_have_rv(struct fakeapi__call *c, const char *name)
{
	(void)fakeapi__status_set(&c->st, 422, "Invalid",
				  "%s%s%s \"%s\" is invalid: metadata.resourceVersion: Invalid "
				  "value: 0: must be specified for an update",
				  c->res->resource, c->res->group[0] ? "." : "", c->res->group,
				  name);
	fakeapi__status_details(&c->st, name, c->res->group, c->res->resource, NULL);
	fakeapi__status_cause(&c->st, "FieldValueInvalid",
			      "Invalid value: 0: must be specified for an update",
			      "metadata.resourceVersion");
	return -1;
}

int fakeapi__not_a_version(struct fakeapi__call *c, const cJSON *obj)
{
	return fakeapi__status_set(&c->st, 500, NULL,
				   "strconv.ParseUint: parsing \"%s\": invalid syntax",
				   fakeapi__meta_str(obj, "resourceVersion"));
}

static int check_rv(struct fakeapi__call *c, const cJSON *old, cJSON *obj, const char *name)
{
	uint64_t have, want;

	if (!fakeapi__get_rv(obj, &want))
		return fakeapi__not_a_version(c, obj);
	(void)fakeapi__get_rv(old, &have);
	if (want == 0) {
		if (c->strategy->flags & FAKEAPI_NEEDS_RV)
			return must_have_rv(c, name);
	} else if (want != have) {
		return fakeapi__conflict(c, name);
	}
	return fakeapi__set_rv(obj, have);
}

/* --- strategies --------------------------------------------------------------------------- */

/* A status write keeps all metadata except the fields that the type's strategy allows. */
static int keep_metadata(const struct fakeapi__strategy *strategy, const cJSON *old, cJSON *obj)
{
	cJSON *managed;

	if (strategy->flags & FAKEAPI_STATUS_KEEPS_METADATA) {
		managed =
		    cJSON_DetachItemFromObjectCaseSensitive(fakeapi__meta(obj), "managedFields");
		if (fakeapi__copy_member(obj, old, "metadata") < 0) {
			cJSON_Delete(managed);
			return -1;
		}
		fakeapi__meta_del(obj, "managedFields");
		return managed ? fakeapi__meta_set(obj, "managedFields", managed) : 0;
	}
	for (const char *const *name = strategy->status_keeps; name && *name; name++)
		if (fakeapi__meta_copy(obj, old, *name) < 0)
			return -1;
	return 0;
}

static int keep_all_but_status(struct fakeapi__call *c, const cJSON *old, cJSON *obj)
{
	cJSON *m = obj->child;
	const cJSON *o;

	while (m) {
		cJSON *next = m->next;

		if (strcmp(m->string, "status") != 0 && strcmp(m->string, "metadata") != 0 &&
		    strcmp(m->string, "kind") != 0 && strcmp(m->string, "apiVersion") != 0 &&
		    !cJSON_GetObjectItemCaseSensitive(old, m->string))
			cJSON_Delete(cJSON_DetachItemViaPointer(obj, m));
		m = next;
	}
	cJSON_ArrayForEach(o, old)
	{
		if (strcmp(o->string, "status") != 0 && strcmp(o->string, "metadata") != 0 &&
		    strcmp(o->string, "kind") != 0 && strcmp(o->string, "apiVersion") != 0 &&
		    fakeapi__copy_member(obj, old, o->string) < 0)
			return -1;
	}
	if (keep_metadata(c->strategy, old, obj) < 0)
		return -1;
	return fakeapi__template_generation(c->res, old, obj);
}

/* Empty in the sense of apiequality.Semantic. */
static bool is_nothing(const cJSON *v)
{
	return !v || cJSON_IsNull(v) || (cJSON_IsArray(v) && !v->child);
}

static bool differ(const cJSON *a, const cJSON *b)
{
	return !(is_nothing(a) && is_nothing(b)) && !fakeapi__equal(a, b);
}

/* `status`: changes of status count too. */
static bool spec_changed(const cJSON *old, const cJSON *obj, bool status)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, obj)
	{
		if ((status || strcmp(m->string, "status") != 0) &&
		    strcmp(m->string, "metadata") != 0 && strcmp(m->string, "kind") != 0 &&
		    strcmp(m->string, "apiVersion") != 0 &&
		    differ(m, cJSON_GetObjectItemCaseSensitive(old, m->string)))
			return true;
	}
	cJSON_ArrayForEach(m, old)
	{
		if ((status || strcmp(m->string, "status") != 0) && !is_nothing(m) &&
		    !cJSON_GetObjectItemCaseSensitive(obj, m->string))
			return true;
	}
	return false;
}

static bool meta_changed(const cJSON *old, const cJSON *obj, const char *name)
{
	const cJSON *a = cJSON_GetObjectItemCaseSensitive(fakeapi__meta(old), name);
	const cJSON *b = cJSON_GetObjectItemCaseSensitive(fakeapi__meta(obj), name);

	return (cJSON_GetArraySize(a) || cJSON_GetArraySize(b)) && !fakeapi__equal(a, b);
}

/* True if the change increments the generation. */
static bool moves(const struct fakeapi__call *c, const cJSON *old, const cJSON *obj)
{
	unsigned flags = c->strategy->flags;

	if (!(c->res->flags & (FAKEAPI_RES_GENERATION | FAKEAPI_RES_CUSTOM) ||
	      flags & FAKEAPI_MOVES_FROM_NONE) ||
	    flags & FAKEAPI_NEVER_MOVES)
		return false;
	return spec_changed(old, obj,
			    (c->res->flags & FAKEAPI_RES_CUSTOM) &&
				!(c->res->flags & FAKEAPI_RES_STATUS)) ||
	       (flags & FAKEAPI_ANNOTATIONS_MOVE && meta_changed(old, obj, "annotations")) ||
	       (flags & FAKEAPI_LABELS_MOVE && meta_changed(old, obj, "labels"));
}

/* Approving a certificate request writes conditions into its status. */
static bool writes_status(const char *sub)
{
	return strcmp(sub, "status") == 0 || strcmp(sub, "approval") == 0;
}

static int prepare_by_kind(struct fakeapi__call *c, const cJSON *old, cJSON *obj, const char *sub)
{
	return c->strategy->prepare_for_update ? c->strategy->prepare_for_update(c, old, obj, sub)
					       : 0;
}

static int prepare(struct fakeapi__call *c, const cJSON *old, cJSON *obj, const char *sub)
{
	static const char *const kept[] = { "uid", "creationTimestamp", "deletionTimestamp",
					    "generation", "selfLink" };

	if (writes_status(sub)) {
		if (keep_all_but_status(c, old, obj) < 0)
			return -1;
	} else if ((c->res->flags & FAKEAPI_RES_STATUS) &&
		   strcmp(sub, "resize") != 0 && /* its strategy decides */
		   fakeapi__copy_member(obj, old, "status") < 0) {
		return -1;
	}
	for (size_t i = 0; i < ARRAY_LEN(kept); i++) {
		/* Validation checks a changed uid; a set deletionTimestamp never changes. */
		if ((strcmp(kept[i], "uid") == 0 || (strcmp(kept[i], "deletionTimestamp") == 0 &&
						     !fakeapi__meta_has(old, kept[i]))) &&
		    fakeapi__meta_str(obj, kept[i])[0])
			continue;
		if (fakeapi__meta_copy(obj, old, kept[i]) < 0)
			return -1;
	}
	if (!fakeapi__meta_has(obj, "deletionGracePeriodSeconds") &&
	    fakeapi__meta_copy(obj, old, "deletionGracePeriodSeconds") < 0)
		return -1;
	return c->strategy->flags & FAKEAPI_OWNED_FIRST ? 0 : prepare_by_kind(c, old, obj, sub);
}

/* Must run after admission: fields that admission defaults do not change the generation. */
static int set_generation(struct fakeapi__call *c, const cJSON *old, cJSON *obj, const char *sub)
{
	if (writes_status(sub) || !moves(c, old, obj))
		return 0;
	return fakeapi__meta_set_int(obj, "generation", fakeapi__meta_int(old, "generation") + 1);
}

/* True if the update completes a deletion: no finalizers and no grace period remain. */
static bool completes_delete(struct fakeapi__call *c, const cJSON *obj)
{
	if (!fakeapi__meta_has(obj, "deletionTimestamp") || fakeapi__finalizer_count(obj) > 0 ||
	    fakeapi__meta_int(obj, "deletionGracePeriodSeconds") > 0)
		return false;
	return !c->strategy->stays || !c->strategy->stays(obj);
}

/* False if the object is stored in a former version and must be rewritten. */
static bool is_kept_so(const struct fakeapi__call *c, struct str ns, const char *name)
{
	const struct fakeapi__version *v = fakeapi__bucket_get(c->bucket, ns, str_of(name));

	return !v || (!v->lacks && fakeapi__custom_kept_in(c->stored, fakeapi__version_json(v)));
}

/* `apply`: managedFields are already set. */
static bool own_fields(struct fakeapi__call *c, const cJSON *old, cJSON *obj, const char *sub,
		       bool apply)
{
	/* The real server's scale handlers write no time into their entry. */
	const char *when = strcmp(sub, "scale") == 0 ? "" : c->now;

	return apply || fakeapi__managed_update(c->res, old, obj, c->manager, sub, when) == 0;
}

/* True if webhooks receive this object; for a scale they receive the Scale. */
static bool calls_webhooks(const struct fakeapi__call *c)
{
	return fakeapi__has_webhooks(c) &&
	       (!c->sub || !c->sub->version[0] || strcmp(c->sub->kind, c->res->kind) == 0);
}

/* Webhooks receive the object as sent, with the managedFields of the state that it would become. */
static int add_managed_fields(struct fakeapi__call *c, const cJSON *old, cJSON *obj,
			      const char *sub)
{
	cJSON *would_be = cJSON_Duplicate(obj, true);
	int rc = -1;

	if (would_be && own_fields(c, old, would_be, sub, false))
		rc = fakeapi__meta_copy(obj, would_be, "managedFields");
	cJSON_Delete(would_be);
	return rc;
}

/* --- stages ------------------------------------------------------------------------------- */

/* An object being updated. */
struct change {
	cJSON *old, *obj;
	const char *sub;
	bool calls_webhooks;
	bool apply; /* managedFields are already set */
	struct strbuf name;
	struct str ns;
	bool kept; /* the old state is stored in the current form */
	bool same, completes;
	struct fakeapi__version *made;
};

/* All changes precede validation. */
static int prepare_mutation(struct fakeapi__call *c, void *work)
{
	struct change *u = work;

	if (!u->calls_webhooks)
		return 0;
	if (!u->apply && add_managed_fields(c, u->old, u->obj, u->sub) < 0)
		return -1;
	u->apply = true;
	return fakeapi__admit(&c->core->opt, c->res, u->obj, u->old, c->own);
}

/* A patch may duplicate an owner; managedFields are computed before the duplicates are removed. */
static int drop_same_owners(struct fakeapi__call *c, struct change *u)
{
	int rc = fakeapi__has_same_owners(u->obj);

	if (rc <= 0)
		return rc;
	if (!own_fields(c, u->old, u->obj, u->sub, u->apply))
		return -1;
	u->apply = true;
	return fakeapi__drop_same_owners(c, u->obj, true);
}

static int mutate(struct fakeapi__call *c, void *work)
{
	struct change *u = work;

	if (u->calls_webhooks) {
		c->admitted = true;
		/* A webhook may have changed the namespace. */
		if (fakeapi__callout_mutating(c, u->obj, u->old) < 0 ||
		    fakeapi__settle_namespace(c, u->obj) < 0)
			return -1;
	}
	return drop_same_owners(c, u) < 0 ? -1 : fakeapi__rbac_confirm(c, u->obj, u->old);
}

static int prepare_change(struct fakeapi__call *c, void *work)
{
	struct change *u = work;

	/* managedFields are computed from the sent object, before the strategy changes it. */
	if (check_rv(c, u->old, u->obj, u->name.ptr) < 0 ||
	    !own_fields(c, u->old, u->obj, u->sub, u->apply))
		return -1;
	return prepare(c, u->old, u->obj, u->sub);
}

static int allocate(struct fakeapi__call *c, void *work)
{
	const struct change *u = work;

	return *u->sub ? 0 : fakeapi__allocate(c, u->obj, u->old);
}

static int validate(struct fakeapi__call *c, void *work)
{
	const struct change *u = work;
	cJSON *old = u->old, *obj = u->obj;

	if (c->strategy->flags & FAKEAPI_OWNED_FIRST && prepare_by_kind(c, old, obj, u->sub) < 0)
		return -1;
	if (fakeapi__prepare(c, obj, old) < 0 || set_generation(c, old, obj, u->sub) < 0)
		return -1;
	if (fakeapi__validate(c->res, obj, old, u->sub, c->core->opt.no_privileged, &c->warnings,
			      &c->st) < 0)
		return -1;
	if (fakeapi__warn(c->res, obj, old, u->sub, &c->warnings) < 0)
		return -1;
	return fakeapi__may_go_on(c);
}

static int admit(struct fakeapi__call *c, void *work)
{
	struct change *u = work;

	if (fakeapi__admission_judge(c, u->obj, u->old, u->sub) < 0 ||
	    (u->calls_webhooks && fakeapi__callout_validating(c, u->obj, u->old) < 0) ||
	    fakeapi__admission_charge(c, u->obj, u->old, u->sub, true) < 0)
		return -1;
	u->ns = c->res->flags & FAKEAPI_RES_NAMESPACED ? c->route.ns : (struct str) { NULL, 0 };
	u->kept = is_kept_so(c, u->ns, u->name.ptr);
	return 0;
}

static int encode(struct fakeapi__call *c, void *work)
{
	struct change *u = work;
	bool same;

	if (fakeapi__as_kept(c->res, u->obj) < 0)
		return -1;
	if (!fakeapi__custom_conversion(c->stored, c->res) && fakeapi__fit_stored(c, u->obj) < 0)
		return -1;
	same = fakeapi__same_state(u->old, u->obj);
	/* If only the managers' times differ, nothing changes (fieldmanager/equality.go). */
	if (same && !c->stores_empty && fakeapi__meta_has(u->old, "managedFields") &&
	    fakeapi__meta_copy(u->obj, u->old, "managedFields") < 0)
		return -1;
	u->same = c->dry_run || (u->kept && same && !c->stores_empty);
	u->completes = !u->same && completes_delete(c, u->obj);
	if (fakeapi__to_stored(c, u->obj) < 0 || fakeapi__send_early(c, u->obj) < 0 ||
	    (u->completes && fakeapi__to_stored(c, u->old) < 0))
		return -1;
	if (!u->same) {
		u->made = fakeapi__make_version(c, u->completes ? u->old : u->obj, u->name.ptr,
						u->completes);
		if (!u->made)
			return -1;
		u->made->lacks = c->stores_empty;
	}
	return fakeapi__may_go_on(c);
}

static int commit(struct fakeapi__call *c, void *work)
{
	struct change *u = work;
	struct fakeapi__version *made = u->made;

	if (u->same)
		return 0;
	if (fakeapi__admission_charge(c, u->obj, u->old, u->sub, false) < 0)
		return -1;
	u->made = NULL;
	return fakeapi__commit_made(c->core, c->bucket, u->ns, strbuf_str(&u->name),
				    u->completes ? u->old : u->obj, made, u->completes);
}

/* Updates `old` to `obj`, which is decoded and defaulted. */
int fakeapi__update_tree(struct fakeapi__call *c, cJSON *old, cJSON *obj, const char *sub,
			 bool apply)
{
	static const struct fakeapi__stage stages[] = {
		{ FAKEAPI_UNLOCKED, prepare_mutation }, { FAKEAPI_LOCKED, mutate },
		{ FAKEAPI_UNLOCKED, prepare_change },	{ FAKEAPI_LOCKED, allocate },
		{ FAKEAPI_UNLOCKED, validate },		{ FAKEAPI_LOCKED, admit },
		{ FAKEAPI_UNLOCKED, encode },		{ FAKEAPI_LOCKED, commit },
	};
	struct change u = {
		.old = old, .obj = obj, .sub = sub, .apply = apply, .name = STRBUF_INIT
	};
	int rc = -1;

	u.calls_webhooks = calls_webhooks(c);
	strbuf_adds(&u.name, c->route.name);
	if (!u.name.failed)
		rc = fakeapi__stages_run(c, stages, ARRAY_LEN(stages), &u);
	fakeapi__version_drop(u.made);
	strbuf_fini(&u.name);
	return rc;
}
