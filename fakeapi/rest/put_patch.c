/* SPDX-License-Identifier: Apache-2.0 */
/* put_patch.c - PUT and PATCH of objects and of their status: from the body to the new state. */
#include "fakeapi/admission/admission.h"
#include "fakeapi/apply/patch.h"
#include "fakeapi/audit/audit.h"
#include "fakeapi/authz/rbac.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/rest/write.h"
#include "fakeapi/stages.h"
#include "fakeapi/webhooks/webhooks.h"

/* --- PUT ---------------------------------------------------------------------------------- */

int fakeapi__check_name(struct fakeapi__call *c, const cJSON *obj)
{
	const char *name = fakeapi__meta_str(obj, "name");

	if (!name[0])
		return fakeapi__status_set(
		    &c->st, 400, "BadRequest",
		    "the name of the object (" STR_FMT
		    " based on URL) was undeterminable: name must be provided",
		    STR_ARG(c->route.name));
	if (!str_eqz(c->route.name, name))
		return fakeapi__status_set(&c->st, 400, "BadRequest",
					   "the name of the object (%s) does not match the name on "
					   "the URL (" STR_FMT ")",
					   name, STR_ARG(c->route.name));
	return 0;
}

static const struct fakeapi__version *current(struct fakeapi__call *c)
{
	struct str ns =
	    c->res->flags & FAKEAPI_RES_NAMESPACED ? c->route.ns : (struct str) { NULL, 0 };

	return fakeapi__bucket_get(c->bucket, ns, c->route.name);
}

static int put_new(struct fakeapi__call *c, cJSON **at)
{
	const cJSON *obj = *at;
	uint64_t rv;

	if (!(c->strategy->flags & FAKEAPI_CREATE_ON_UPDATE))
		return fakeapi__not_found(c, c->route.name);
	if (fakeapi__check_uid(c, NULL, obj, fakeapi__meta_str(obj, "name")) < 0)
		return -1;
	if (!fakeapi__get_rv(obj, &rv))
		return fakeapi__not_a_version(c, obj);
	if (fakeapi__may_also(c, "create") < 0)
		return -1;
	return fakeapi__create_decoded(c, at);
}

/* A body and the state to change. */
struct request_change {
	const struct fakeapi__version *v; /* NULL: no such object */
	cJSON *old, *obj;
	const char *sub;
	enum fakeapi__patch_type type;
};

/* Loads the old state and copies the fields that the new one must keep. */
static int load_old(struct fakeapi__call *c, void *work)
{
	struct request_change *r = work;

	r->old = fakeapi__tree_of(c, r->v);
	if (!r->old ||
	    fakeapi__check_uid(c, r->old, r->obj, fakeapi__meta_str(r->obj, "name")) != 0)
		return -1;
	return fakeapi__default(c->res, r->obj, r->old);
}

static void drop(struct fakeapi__call *c, cJSON *obj, cJSON *old)
{
	fakeapi__drop_aside(c, obj);
	fakeapi__drop_aside(c, old);
}

int fakeapi__verb_update(struct fakeapi__call *c)
{
	struct request_change r = { .sub = c->sub ? c->sub->name : "" };
	int code = 200, rc = -1;

	if (fakeapi__negotiate_call(c, false) < 0 || fakeapi__write_options(c, "UpdateOptions") < 0)
		return -1;
	if (fakeapi__decode_body(c, &r.obj) < 0)
		return -1;
	if (fakeapi__settle_namespace(c, r.obj) < 0 || fakeapi__check_name(c, r.obj) < 0 ||
	    fakeapi__check_segment(c) < 0)
		goto out;
	r.v = current(c);
	if (r.v && fakeapi__drop_same_owners(c, r.obj, false) < 0)
		goto out;
	if (!r.v) {
		code = 201;
		rc = put_new(c, &r.obj);
	} else {
		rc = fakeapi__unlocked_run(c, load_old, &r);
		if (rc == 0)
			rc = fakeapi__update_tree(c, r.old, r.obj, r.sub, false);
	}
	if (rc == 0)
		rc = fakeapi__written(c, c->route.name);
	if (rc == 0)
		rc = fakeapi__answer_object_tree(c, code, r.obj);
out:
	drop(c, r.obj, r.old);
	return rc;
}

/* --- PATCH -------------------------------------------------------------------------------- */

int fakeapi__patch_kind(struct fakeapi__call *c, enum fakeapi__patch_type *out)
{
	struct str type = fakeapi__request_header(c->req, "Content-Type");
	bool custom = c->res->flags & FAKEAPI_RES_CUSTOM;

	if (fakeapi__is_media_type(type, "application/json-patch+json"))
		*out = FAKEAPI_PATCH_JSON;
	else if (fakeapi__is_media_type(type, "application/merge-patch+json"))
		*out = FAKEAPI_PATCH_MERGE;
	else if (fakeapi__is_media_type(type, "application/apply-patch+yaml"))
		*out = FAKEAPI_PATCH_APPLY;
	else if (!custom && fakeapi__is_media_type(type, "application/strategic-merge-patch+json"))
		*out = FAKEAPI_PATCH_STRATEGIC;
	else if (custom)
		return fakeapi__status_set(&c->st, 415, "UnsupportedMediaType",
					   "the body of the request was in an unknown format - "
					   "accepted media types include: "
					   "application/json-patch+json, "
					   "application/merge-patch+json, "
					   "application/apply-patch+yaml");
	else {
		(void)fakeapi__status_set(&c->st, 415, "UnsupportedMediaType",
					  "415: Unsupported Media Type");
		fakeapi__status_details(&c->st, "", "", "", "");
		return -1;
	}
	return 0;
}

int fakeapi__negotiate_patch(struct fakeapi__call *c, enum fakeapi__patch_type *out)
{
	AUTO_STRBUF why = STRBUF_INIT;

	if (fakeapi__patch_kind(c, out) < 0 || fakeapi__negotiate_call(c, false) < 0 ||
	    fakeapi__write_options(c, "PatchOptions") < 0)
		return -1;
	fakeapi__audit_patch(c, c->req->body);
	if (*out == FAKEAPI_PATCH_APPLY ||
	    !fakeapi__changed(c->res->features, FAKEAPI_CHANGE_PATCH_FOR_AUDIT) ||
	    fakeapi__go_json_check(c->req->body, &why))
		return 0;
	return fakeapi__status_set(&c->st, 400, "BadRequest", "invalid JSON patch");
}

/* A request with a uid refers to an existing object. */
static int no_such_uid(struct fakeapi__call *c, const char *name, const char *uid)
{
	(void)fakeapi__status_set(
	    &c->st, 409, "Conflict",
	    "Operation cannot be fulfilled on %s%s%s \"%s\": uid mismatch: the "
	    "provided object specified uid %s, and no existing object was found",
	    c->res->resource, c->res->group[0] ? "." : "", c->res->group, name, uid);
	fakeapi__status_details(&c->st, name, c->res->group, c->res->resource, NULL);
	return -1;
}

static int default_new(struct fakeapi__call *c, void *work)
{
	return fakeapi__default_applied(c->res, work);
}

static int apply_new(struct fakeapi__call *c, cJSON **at)
{
	cJSON *obj = *at;
	AUTO_STRBUF name = STRBUF_INIT;
	uint64_t rv;

	strbuf_adds(&name, c->route.name);
	if (!name.failed && fakeapi__meta_str(obj, "uid")[0])
		return no_such_uid(c, name.ptr, fakeapi__meta_str(obj, "uid"));
	if (!fakeapi__get_rv(obj, &rv))
		return fakeapi__not_a_version(c, obj);
	if (name.failed || fakeapi__set_type(obj, c->res) < 0)
		return -1;
	if (fakeapi__check_name(c, obj) < 0 || fakeapi__settle_namespace(c, obj) < 0 ||
	    fakeapi__may_also(c, "create") < 0 || fakeapi__create_allowed(c, name.ptr) < 0 ||
	    fakeapi__admission_check(c, FAKEAPI_CREATE_OPERATION, name.ptr) < 0)
		return -1;
	if (!c->sub && !(c->res->flags & FAKEAPI_RES_CUSTOM) && fakeapi__drop_status(c, at) < 0)
		return -1;
	obj = *at;
	return fakeapi__unlocked_run(c, default_new, obj) < 0 ? -1 : fakeapi__create_tree(c, obj);
}

/* True if the configuration gives a custom resource metadata that is empty and stays so. */
static bool stores_empty(const struct fakeapi__call *c, const cJSON *config, const cJSON *obj)
{
	static const char *const names[] = { "labels", "annotations", "ownerReferences",
					     "finalizers" };

	for (size_t i = 0; (c->res->flags & FAKEAPI_RES_CUSTOM) && i < ARRAY_LEN(names); i++) {
		const cJSON *given = fakeapi__member(fakeapi__meta(config), names[i]);

		if ((cJSON_IsObject(given) || cJSON_IsArray(given)) && !given->child &&
		    !cJSON_GetArraySize(fakeapi__member(fakeapi__meta(obj), names[i])))
			return true;
	}
	return false;
}

static int apply_tree(struct fakeapi__call *c, void *work)
{
	struct request_change *r = work;
	struct fakeapi__apply how = {
		.res = c->res,
		.manager = c->manager,
		.force = fakeapi__route_bool(&c->route, "force", NULL),
		.subresource = r->sub,
		.now = c->now,
	};
	AUTO_STRBUF doubles = STRBUF_INIT;
	cJSON *config = NULL;
	int rc;

	if (fakeapi__decode_yaml(c->res->features, c->req->body, &doubles, &config, &c->st) < 0)
		return -1;
	fakeapi__note_labels(c, config);
	rc = fakeapi__apply(&how, r->old, config, &r->obj, &c->st);
	if (rc == 0)
		rc = fakeapi__report_doubles(c->res->features, &doubles, c->fv, &c->warnings,
					     &c->st);
	if (rc == 0 && r->old && fakeapi__meta_str(config, "resourceVersion")[0])
		rc = fakeapi__meta_copy(r->obj, config, "resourceVersion");
	c->stores_empty = rc == 0 && stores_empty(c, config, r->obj);
	cJSON_Delete(config);
	if (rc < 0 || !r->old)
		return rc;
	if (fakeapi__settle_namespace(c, r->obj) < 0 || fakeapi__check_name(c, r->obj) < 0)
		return -1;
	return c->res->flags & FAKEAPI_RES_CUSTOM ? fakeapi__default_applied(c->res, r->obj)
						  : fakeapi__default(c->res, r->obj, r->old);
}

static int patch_tree(struct fakeapi__call *c, void *work)
{
	struct request_change *r = work;

	if (fakeapi__patch_checked(r->type, c->res, r->old, c->req->body, c->fv, &c->warnings,
				   &r->obj, &c->st) < 0)
		return -1;
	if (fakeapi__set_type(r->obj, c->res) < 0 || fakeapi__settle_namespace(c, r->obj) < 0 ||
	    fakeapi__check_name(c, r->obj) < 0)
		return -1;
	return fakeapi__default(c->res, r->obj, r->old);
}

/* Sets r->obj to the patched object. */
static int patch(struct fakeapi__call *c, struct request_change *r)
{
	bool apply = r->type == FAKEAPI_PATCH_APPLY;

	if (fakeapi__unlocked_run(c, apply ? apply_tree : patch_tree, r) < 0)
		return -1;
	return r->old ? fakeapi__update_tree(c, r->old, r->obj, r->sub, apply)
		      : apply_new(c, &r->obj);
}

int fakeapi__verb_patch(struct fakeapi__call *c)
{
	struct request_change r = { .sub = c->sub ? c->sub->name : "",
				    .type = FAKEAPI_PATCH_MERGE };
	int rc;

	if (fakeapi__negotiate_patch(c, &r.type) < 0)
		return -1;
	r.v = current(c);
	if (!r.v && (r.type != FAKEAPI_PATCH_APPLY ||
		     (c->sub && !(c->strategy->flags & FAKEAPI_CREATE_ON_UPDATE))))
		return fakeapi__not_found(c, c->route.name);
	if (r.v) {
		r.old = fakeapi__tree_aside(c, r.v);
		if (!r.old)
			return -1;
	}
	rc = patch(c, &r);
	if (rc == 0)
		rc = fakeapi__written(c, c->route.name);
	if (rc == 0)
		rc = fakeapi__answer_object_tree(c, r.v ? 200 : 201, r.obj);
	drop(c, r.obj, r.old);
	return rc;
}
