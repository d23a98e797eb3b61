/* SPDX-License-Identifier: Apache-2.0 */
/* scale.c - /scale: the replicas of a workload or of a custom resource as an autoscaling/v1
 * Scale. */
#include "base/alloc.h"
#include "fakeapi/admission/admission.h"
#include "fakeapi/apply/patch.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/release.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/rest/write.h"
#include "fakeapi/webhooks/webhooks.h"
#include "fakeapi/schema/custom.h"
#include "fakeapi/stages.h"

#define SCALE_TYPE(more_flags)                                                                     \
	{                                                                                          \
		.group = "autoscaling", .version = "v1", .resource = "scales",                     \
		.singular = "scale", .kind = "Scale", .list_kind = "ScaleList", .short_names = "", \
		.categories = "", .verbs = "get,patch,update",                                     \
		.flags = FAKEAPI_RES_NAMESPACED | (more_flags),                                    \
	}

static const struct fakeapi__resource scale_type = SCALE_TYPE(0);
/* For custom resources: a 406 names another Go type. */
static const struct fakeapi__resource custom_scale_type = SCALE_TYPE(FAKEAPI_RES_CUSTOM);

/* The replicas of a custom resource without any. */
enum { NOT_SET = INT32_MIN };

/* Follows ".spec.replicas"; NULL: not found. */
static cJSON *follow(const cJSON *obj, const char *path)
{
	cJSON *at = (cJSON *)(uintptr_t)obj;

	while (at && path && *path == '.') {
		const char *end = strchr(path + 1, '.');
		size_t n = end ? (size_t)(end - path - 1) : strlen(path + 1);
		char name[128];

		if (n >= sizeof(name))
			return NULL;
		memcpy(name, path + 1, n);
		name[n] = '\0';
		at = cJSON_GetObjectItemCaseSensitive(at, name);
		path += n + 1;
	}
	return at;
}

/* --- to and from Scale ---------------------------------------------------------------------- */

static void paths_of(const struct fakeapi__call *c, struct fakeapi__scale_paths *p)
{
	memset(p, 0, sizeof(*p));
	if ((c->res->flags & FAKEAPI_RES_CUSTOM) && fakeapi__custom_scale(c->res, p))
		return;
	p->spec_replicas = ".spec.replicas";
	p->status_replicas = ".status.replicas";
	p->label_selector = ".spec.selector";
}

static int no_replicas(struct fakeapi__call *c, const char *path)
{
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addf(&text, "the spec replicas field \"%s\" does not exist", path);
	(void)fakeapi__status_set(&c->st, 500, "InternalError", "Internal error occurred: " STR_FMT,
				  STR_ARG(strbuf_str(&text)));
	fakeapi__status_cause(&c->st, NULL, text.ptr, NULL);
	return -1;
}

static int add_status(cJSON *scale, const cJSON *obj, const struct fakeapi__scale_paths *p)
{
	const cJSON *have = follow(obj, p->status_replicas);
	const cJSON *selector = p->label_selector ? follow(obj, p->label_selector) : NULL;
	AUTO_STRBUF text = STRBUF_INIT;
	cJSON *status = cJSON_CreateObject();

	if (fakeapi__set_item(scale, "status", status) < 0 ||
	    !cJSON_AddNumberToObject(status, "replicas",
				     cJSON_IsNumber(have) ? have->valuedouble : 0))
		return -1;
	if (selector)
		fakeapi__label_selector_text(selector, &text);
	if (text.failed)
		return -1;
	return !text.len || cJSON_AddStringToObject(status, "selector", text.ptr) ? 0 : -1;
}

/* `old`: the Scale before a write, with the managedFields of replicas. */
static cJSON *scale_of(struct fakeapi__call *c, const cJSON *obj, bool old)
{
	static const char *const kept[] = { "name", "namespace", "uid", "resourceVersion",
					    "creationTimestamp" };
	struct fakeapi__scale_paths p;
	cJSON *scale = cJSON_CreateObject(), *spec;
	const cJSON *want;

	paths_of(c, &p);
	want = follow(obj, p.spec_replicas);
	if (!want && !old && (c->res->flags & FAKEAPI_RES_CUSTOM)) {
		(void)no_replicas(c, p.spec_replicas);
		goto fail;
	}
	if (!scale || fakeapi__set_type(scale, &scale_type) < 0)
		goto fail;
	for (size_t i = 0; i < ARRAY_LEN(kept); i++)
		if (fakeapi__meta_copy(scale, obj, kept[i]) < 0)
			goto fail;
	spec = cJSON_CreateObject();
	if (fakeapi__set_item(scale, "spec", spec) < 0)
		goto fail;
	if (!want && (c->res->flags & FAKEAPI_RES_CUSTOM) &&
	    !cJSON_AddNumberToObject(spec, "replicas", NOT_SET))
		goto fail;
	if (cJSON_IsNumber(want) && want->valuedouble != 0 &&
	    !cJSON_AddNumberToObject(spec, "replicas", want->valuedouble))
		goto fail;
	if (add_status(scale, obj, &p) < 0 ||
	    (old && fakeapi__managed_to_scale(c->res, obj, scale) < 0))
		goto fail;
	return scale;
fail:
	cJSON_Delete(scale);
	return NULL;
}

/* Returns the member ".spec.x", created if missing. NULL: a parent is no object, or out of
 * memory. */
static cJSON *create_path(cJSON *at, struct str path)
{
	while (at && path.len) {
		const char *end = memchr(path.ptr + 1, '.', path.len - 1);
		size_t n = end ? (size_t)(end - path.ptr) : path.len;
		AUTO_STRBUF name = STRBUF_INIT;
		cJSON *next;

		strbuf_add(&name, path.ptr + 1, n - 1);
		if (name.failed)
			return NULL;
		next = cJSON_GetObjectItemCaseSensitive(at, name.ptr);
		if (!next)
			next = cJSON_AddObjectToObject(at, name.ptr);
		at = cJSON_IsObject(next) ? next : NULL;
		path.ptr += n;
		path.len -= n;
	}
	return at;
}

/* Writes scale.spec.replicas to the object's path. */
static int take_scale(struct fakeapi__call *c, cJSON *obj, const cJSON *scale)
{
	struct fakeapi__scale_paths p;
	const cJSON *spec = cJSON_GetObjectItemCaseSensitive(scale, "spec");
	const cJSON *want = cJSON_GetObjectItemCaseSensitive(spec, "replicas");
	double replicas = cJSON_IsNumber(want) ? want->valuedouble : 0;
	AUTO_STRBUF parent = STRBUF_INIT;
	const char *last;
	cJSON *at;

	paths_of(c, &p);
	if (replicas == NOT_SET && (c->res->flags & FAKEAPI_RES_CUSTOM))
		return fakeapi__status_set(&c->st, 400, "BadRequest",
					   "the spec replicas field \"%s\" cannot be empty",
					   p.spec_replicas);
	last = strrchr(p.spec_replicas, '.');
	strbuf_add(&parent, p.spec_replicas, (size_t)(last - p.spec_replicas));
	if (parent.failed)
		return -1;
	/* The schema validates custom resources. */
	if (replicas < 0 && !(c->res->flags & FAKEAPI_RES_CUSTOM)) {
		(void)fakeapi__status_set(&c->st, 422, "Invalid",
					  "Scale.autoscaling \"%s\" is invalid: spec.replicas: "
					  "Invalid value: %d: must be greater than or equal to 0",
					  fakeapi__meta_str(obj, "name"), (int)replicas);
		fakeapi__status_details(&c->st, fakeapi__meta_str(obj, "name"), "autoscaling",
					"Scale", NULL);
		fakeapi__status_cause(&c->st, "FieldValueInvalid",
				      "Invalid value: -1: must be greater than or equal to 0",
				      "spec.replicas");
		return -1;
	}
	at = create_path(obj, strbuf_str(&parent));
	if (!at)
		return no_replicas(c, p.spec_replicas);
	return fakeapi__set(at, last + 1, cJSON_CreateNumber(replicas));
}

static int answer_scale(struct fakeapi__call *c, const cJSON *scale)
{
	bool custom = c->res->flags & FAKEAPI_RES_CUSTOM;

	return fakeapi__answer_other(c, 200, custom ? &custom_scale_type : &scale_type, scale);
}

/* --- the verbs ------------------------------------------------------------------------------ */

/* Webhooks get the Scale, not its object. */
static int call_mutating(struct fakeapi__call *c, const cJSON *old, cJSON *scale)
{
	cJSON *before;
	int rc;

	if (!fakeapi__has_webhooks(c))
		return 0;
	before = scale_of(c, old, true);
	rc = before ? fakeapi__callout_mutating(c, scale, before) : -1;
	cJSON_Delete(before);
	return rc;
}

/* Those that validate get what is read of the objects, which has no managers. */
static int call_validating(struct fakeapi__call *c, const cJSON *old, const cJSON *obj)
{
	cJSON *before, *after;
	int rc = -1;

	if (!fakeapi__has_webhooks(c))
		return 0;
	before = scale_of(c, old, true);
	after = scale_of(c, obj, true);
	if (before && after) {
		fakeapi__meta_del(before, "managedFields");
		fakeapi__meta_del(after, "managedFields");
		rc = fakeapi__callout_validating(c, after, before);
	}
	cJSON_Delete(before);
	cJSON_Delete(after);
	return rc;
}

/* What a patch made of a Scale's uid. */
static int check_uid(struct fakeapi__call *c, const cJSON *old, const cJSON *scale)
{
	const char *uid = fakeapi__meta_str(scale, "uid"), *have = fakeapi__meta_str(old, "uid");
	const char *name = fakeapi__meta_str(old, "name");
	AUTO_STRBUF resource = STRBUF_INIT;

	if (!uid[0] || strcmp(uid, have) == 0 || (c->res->flags & FAKEAPI_RES_CUSTOM))
		return 0;
	strbuf_addf(&resource, "%s/scale", c->res->resource);
	if (resource.failed)
		return -1;
	(void)fakeapi__status_set(&c->st, 409, "Conflict",
				  "Operation cannot be fulfilled on %s%s%s \"%s\": Precondition "
				  "failed: UID in precondition: %s, UID in object meta: %s",
				  resource.ptr, c->res->group[0] ? "." : "", c->res->group, name,
				  uid, have);
	fakeapi__status_details(&c->st, name, c->res->group, resource.ptr, NULL);
	return -1;
}

/* Stores the replicas and managedFields of `scale` in the object `old`. */
static int store_scale(struct fakeapi__call *c, cJSON *old, cJSON *scale)
{
	cJSON *obj = cJSON_Duplicate(old, true), *answer = NULL;
	const char *rv;
	int rc = -1;

	if (!obj || call_mutating(c, old, scale) < 0 || take_scale(c, obj, scale) < 0 ||
	    call_validating(c, old, obj) < 0 || check_uid(c, old, scale) < 0)
		goto out;
	rv = fakeapi__meta_str(scale, "resourceVersion");
	if (rv[0] && strcmp(rv, "0") != 0 && fakeapi__meta_set_str(obj, "resourceVersion", rv) < 0)
		goto out;
	/* A custom resource is read with its defaults. */
	if (fakeapi__managed_from_scale(c->res, obj, scale) < 0 ||
	    ((c->res->flags & FAKEAPI_RES_CUSTOM) && fakeapi__default(c->res, obj, old) < 0) ||
	    fakeapi__update_tree(c, old, obj, "scale", true) < 0)
		goto out;
	answer = scale_of(c, obj, false);
	rc = answer ? answer_scale(c, answer) : -1;
out:
	cJSON_Delete(answer);
	fakeapi__drop_aside(c, obj);
	return rc;
}

/* The same for a Scale that is not applied. */
static int update_scale(struct fakeapi__call *c, cJSON *old, const cJSON *before, cJSON *scale)
{
	return fakeapi__managed_update(&scale_type, before, scale, c->manager, "scale", c->now) < 0
		   ? -1
		   : store_scale(c, old, scale);
}

/* The object whose Scale is requested; NULL: error in st. */
static cJSON *scaled(struct fakeapi__call *c)
{
	const struct fakeapi__version *v;

	c->route_ns = c->route.ns;
	v = fakeapi__bucket_get(c->bucket, c->route_ns, c->route.name);
	if (!v)
		(void)fakeapi__not_found(c, c->route.name);
	return v ? fakeapi__tree_aside(c, v) : NULL;
}

static int put_scale(struct fakeapi__call *c, cJSON **old)
{
	cJSON *scale = NULL, *before = NULL;
	int rc;

	if (fakeapi__write_options(c, "UpdateOptions") < 0)
		return -1;
	if (fakeapi__decode_as(c, &scale_type, &scale) < 0) {
		/* The scheme of custom resources does not know Scale. */
		if ((c->res->flags & FAKEAPI_RES_CUSTOM) && c->st.code == 400)
			(void)fakeapi__status_set(&c->st, 400, "BadRequest",
						  "no kind is registered for the type v1.Scale in "
						  "scheme \"pkg/runtime/scheme.go:%u\"",
						  fakeapi__scheme_line(
						      fakeapi__release_of(c->res->features)));
		return -1;
	}
	rc = fakeapi__settle_namespace(c, scale);
	if (rc == 0)
		rc = fakeapi__check_name(c, scale);
	if (rc == 0) {
		*old = scaled(c);
		before = *old ? scale_of(c, *old, true) : NULL;
		rc = before ? fakeapi__check_uid(c, before, scale, fakeapi__meta_str(scale, "name"))
			    : -1;
		if (rc == 0)
			rc = update_scale(c, *old, before, scale);
	}
	cJSON_Delete(before);
	cJSON_Delete(scale);
	return rc;
}

/* --- apply ---------------------------------------------------------------------------------- */

static int not_converted(struct fakeapi__call *c, const char *what, const char *ns,
			 const char *name)
{
	return fakeapi__status_set(&c->st, 500, NULL,
				   "%s object (%s/%s; autoscaling/v1, Kind=Scale) to proper "
				   "version: request to convert CR to an invalid group/version: "
				   "autoscaling/v1",
				   what, ns, name);
}

static bool changes(cJSON *before, cJSON *after)
{
	cJSON *a = cJSON_DetachItemFromObjectCaseSensitive(fakeapi__meta(before), "managedFields");
	cJSON *b = cJSON_DetachItemFromObjectCaseSensitive(fakeapi__meta(after), "managedFields");
	bool changed = !fakeapi__equal(before, after);

	if ((a && fakeapi__meta_set(before, "managedFields", a) < 0) ||
	    (b && fakeapi__meta_set(after, "managedFields", b) < 0))
		return true;
	return changed;
}

/* The converter of custom resources does not know Scale: an apply fails at once if the replicas
 * have no owner; if they have one, an apply that changes them fails. */
static int custom_begins(struct fakeapi__call *c, const cJSON *config, const cJSON *before)
{
	if (!(c->res->flags & FAKEAPI_RES_CUSTOM) || fakeapi__meta_has(before, "managedFields") ||
	    strcmp(fakeapi__get_str(config, "kind"), "Scale") != 0 ||
	    strcmp(fakeapi__get_str(config, "apiVersion"), "autoscaling/v1") != 0)
		return 0;
	return not_converted(c,
			     "failed to create manager for existing fields: failed to convert live",
			     "", "");
}

static int custom_applies(struct fakeapi__call *c, const cJSON *config, cJSON *before, cJSON *after)
{
	if (!(c->res->flags & FAKEAPI_RES_CUSTOM) || !changes(before, after))
		return 0;
	return not_converted(c, "failed to convert new", fakeapi__meta_str(config, "namespace"),
			     fakeapi__meta_str(config, "name"));
}

/* Checks that a patched Scale still belongs to the requested object. */
static int in_place(struct fakeapi__call *c, cJSON *scale)
{
	return fakeapi__settle_namespace(c, scale) < 0 || fakeapi__check_name(c, scale) < 0 ? -1
											    : 0;
}

struct scale_applying {
	const struct fakeapi__apply *how;
	cJSON *before, *config, *scale;
};

static int merge_scale(struct fakeapi__call *c, void *work)
{
	struct scale_applying *a = work;

	return fakeapi__apply(a->how, a->before, a->config, &a->scale, &c->st);
}

static int apply_scale(struct fakeapi__call *c, cJSON *old, cJSON *before)
{
	struct fakeapi__apply how = {
		.res = &scale_type,
		.manager = c->manager,
		.force = fakeapi__route_bool(&c->route, "force", NULL),
		.subresource = "scale",
		.now = c->now,
	};
	struct scale_applying a = { .how = &how, .before = before };
	AUTO_STRBUF doubles = STRBUF_INIT;
	int rc = fakeapi__decode_yaml(c->res->features, c->req->body, &doubles, &a.config, &c->st);

	if (rc == 0)
		rc = custom_begins(c, a.config, before);
	if (rc == 0)
		rc = fakeapi__unlocked_run(c, merge_scale, &a);
	if (rc == 0)
		rc = fakeapi__report_doubles(c->res->features, &doubles, c->fv, &c->warnings,
					     &c->st);
	if (rc == 0)
		rc = custom_applies(c, a.config, before, a.scale);
	if (rc == 0 && !fakeapi__meta_has(a.config, "resourceVersion"))
		fakeapi__meta_del(a.scale, "resourceVersion");
	if (rc == 0)
		rc = in_place(c, a.scale);
	if (rc == 0)
		rc = store_scale(c, old, a.scale);
	cJSON_Delete(a.scale);
	cJSON_Delete(a.config);
	return rc;
}

static int patch_scale(struct fakeapi__call *c, cJSON *old, enum fakeapi__patch_type how)
{
	cJSON *before = scale_of(c, old, true), *scale = NULL;
	int rc = before ? 0 : -1;

	if (rc == 0 && how == FAKEAPI_PATCH_APPLY) {
		rc = apply_scale(c, old, before);
		cJSON_Delete(before);
		return rc;
	}
	if (rc == 0)
		rc = fakeapi__patch_checked(how, &scale_type, before, c->req->body, c->fv,
					    &c->warnings, &scale, &c->st);
	if (rc == 0 && strcmp(fakeapi__meta_str(scale, "resourceVersion"),
			      fakeapi__meta_str(before, "resourceVersion")) == 0)
		fakeapi__meta_del(scale, "resourceVersion");
	if (rc == 0)
		rc = in_place(c, scale);
	if (rc == 0)
		rc = update_scale(c, old, before, scale);
	cJSON_Delete(before);
	cJSON_Delete(scale);
	return rc;
}

int fakeapi__verb_scale(struct fakeapi__call *c)
{
	enum fakeapi__patch_type how;
	cJSON *old = NULL, *scale = NULL;
	int rc = c->route.verb == FAKEAPI_VERB_PATCH ? fakeapi__negotiate_patch(c, &how)
						     : fakeapi__negotiate_call(c, false);

	if (rc < 0)
		return -1;
	rc = c->route.verb == FAKEAPI_VERB_GET ? fakeapi__get_version(c) : 0;
	if (rc != 0)
		return rc;
	if (c->route.verb == FAKEAPI_VERB_UPDATE) {
		rc = put_scale(c, &old);
	} else {
		old = scaled(c);
		rc = old ? 0 : -1;
	}
	if (rc == 0 && c->route.verb == FAKEAPI_VERB_PATCH)
		rc = patch_scale(c, old, how);
	if (rc == 0 && c->route.verb == FAKEAPI_VERB_GET) {
		scale = scale_of(c, old, false);
		rc = scale ? answer_scale(c, scale) : -1;
	}
	cJSON_Delete(scale);
	fakeapi__drop_aside(c, old);
	return rc;
}
