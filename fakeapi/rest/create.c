/* SPDX-License-Identifier: Apache-2.0 */
/* create.c - create: builds and stores a new object. */
#include "fakeapi/admission/admission.h"
#include "fakeapi/apply/patch.h"
#include "fakeapi/callout.h"
#include "fakeapi/authz/rbac.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/rest/write.h"
#include "fakeapi/schema/custom.h"
#include "fakeapi/serializer/media_type.h"
#include "fakeapi/serializer/protobuf.h"
#include "fakeapi/stages.h"
#include "fakeapi/validation/validate.h"
#include "fakeapi/warnings/warn.h"
#include "fakeapi/webhooks/webhooks.h"

enum { GENERATED_BASE_MAX = 58, GENERATE_TRIES = 8 };

/* Sets the path's namespace, none for cluster-scoped types. Rejects an object of another namespace
 * (registry/rest EnsureObjectNamespaceMatchesRequestNamespace). */
int fakeapi__settle_namespace(struct fakeapi__call *c, cJSON *obj)
{
	const char *ns = fakeapi__meta_str(obj, "namespace");
	AUTO_STRBUF z = STRBUF_INIT;

	if (!(c->res->flags & FAKEAPI_RES_NAMESPACED)) {
		fakeapi__meta_del(obj, "namespace");
		return 0;
	}
	if (ns[0] && !str_eqz(c->route.ns, ns))
		return fakeapi__status_set(
		    &c->st, 400, "BadRequest",
		    "the namespace of the provided object does not match the "
		    "namespace sent on the request");
	strbuf_adds(&z, c->route.ns);
	return z.failed ? -1 : fakeapi__meta_set_str(obj, "namespace", z.ptr);
}

/* --- new objects -------------------------------------------------------------------------- */

/* A restarted call must reuse its generated values, or it would call the webhooks again. NULL: no
 * webhook is called. -1: out of memory. */
static int made_before(struct fakeapi__call *c, struct fakeapi__memo **out)
{
	bool calls = c->converts || fakeapi__has_webhooks(c);

	*out = calls ? fakeapi__memo_of(c) : NULL;
	return *out || !calls ? 0 : -1;
}

/* `tries`: number of names that already existed. */
static int generate_name(struct fakeapi__call *c, cJSON *obj, unsigned tries)
{
	static const char alphabet[] = "bcdfghjklmnpqrstvwxz2456789";
	const char *base = fakeapi__meta_str(obj, "generateName");
	AUTO_STRBUF name = STRBUF_INIT;
	struct fakeapi__memo *memo;
	char suffix[FAKEAPI_NAME_SUFFIX + 1] = "";
	size_t n = strlen(base);

	if (made_before(c, &memo) < 0)
		return -1;
	for (size_t i = 0; i < FAKEAPI_NAME_SUFFIX; i++)
		suffix[i] = alphabet[fakeapi__core_random(c->core, sizeof(alphabet) - 1)];
	if (memo && memo->suffix[0] && tries == 0)
		memcpy(suffix, memo->suffix, sizeof(suffix));
	if (memo)
		memcpy(memo->suffix, suffix, sizeof(suffix));
	strbuf_add(&name, base, n < GENERATED_BASE_MAX ? n : GENERATED_BASE_MAX);
	strbuf_addz(&name, suffix);
	return name.failed ? -1 : fakeapi__meta_set_str(obj, "name", name.ptr);
}

/* Drops members of the client's object that only the server sets. */
void fakeapi__drop_server_members(cJSON *obj)
{
	static const char *const names[] = { "selfLink", "uid", "creationTimestamp",
					     "deletionTimestamp", "deletionGracePeriodSeconds" };

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		fakeapi__meta_del(obj, names[i]);
}

static int fill_metadata(struct fakeapi__call *c, cJSON *obj)
{
	struct fakeapi__memo *memo;
	char uid[37];

	if (made_before(c, &memo) < 0)
		return -1;
	fakeapi__core_uuid(c->core, uid);
	if (memo && memo->uid[0])
		memcpy(uid, memo->uid, sizeof(uid));
	else if (memo)
		memcpy(memo->uid, uid, sizeof(uid));
	fakeapi__meta_del(obj, "selfLink");
	if (fakeapi__meta_set_str(obj, "uid", uid) < 0 ||
	    fakeapi__meta_set_str(obj, "creationTimestamp", c->now) < 0)
		return -1;
	if (c->strategy->flags & FAKEAPI_NAMES_ITSELF && !fakeapi__meta_str(obj, "name")[0]) {
		fakeapi__core_uuid(c->core, uid);
		if (fakeapi__meta_set_str(obj, "name", uid) < 0)
			return -1;
	}
	if (c->res->flags & FAKEAPI_RES_GENERATION || c->res->flags & FAKEAPI_RES_CUSTOM)
		return fakeapi__meta_set_int(obj, "generation", 1);
	return 0;
}

/* `base`: the object has a generateName, whether or not it was used. */
static int already_exists(struct fakeapi__call *c, const struct fakeapi__version *v,
			  const char *name, bool base)
{
	(void)fakeapi__status_set(&c->st, 409, "AlreadyExists", "%s%s%s%s \"%s\" already exists%s",
				  v->terminating ? "object is being deleted: " : "",
				  c->res->resource, c->res->group[0] ? "." : "", c->res->group,
				  name,
				  base ? ", the server was not able to generate a unique name for "
					 "the object"
				       : "");
	fakeapi__status_details(&c->st, name, c->res->group, c->res->resource, NULL);
	if (!base)
		return -1;
	(void)cJSON_AddNumberToObject(cJSON_GetObjectItemCaseSensitive(c->st.doc, "details"),
				      "retryAfterSeconds", 1);
	c->st.retry_after_s = 1;
	return -1;
}

/* True if the stored object lacks the defaults of fields that the strategy reset. */
static bool gets_defaults_again(const struct fakeapi__call *c)
{
	if (strcmp(c->res->resource, "persistentvolumeclaims") == 0)
		return true; /* of status.phase */
	return strcmp(c->res->resource, "jobs") == 0 && !c->has_labels && !c->own;
}

/* Webhooks receive the object after the built-in plug-ins; those run again afterwards. */
static int mutate(struct fakeapi__call *c, cJSON *obj)
{
	if (!fakeapi__has_webhooks(c))
		return 0;
	if (fakeapi__admission_admit(c, obj) < 0 ||
	    fakeapi__admit(&c->core->opt, c->res, obj, NULL, c->own) < 0)
		return -1;
	c->admitted = true;
	return fakeapi__callout_mutating(c, obj, NULL);
}

/* Checks the namespace, which a webhook may have changed. */
static int keep_namespace(struct fakeapi__call *c, cJSON *obj)
{
	return fakeapi__has_webhooks(c) ? fakeapi__settle_namespace(c, obj) : 0;
}

/* Removes the status that the client or a webhook set. */
static void drop_custom_status(const struct fakeapi__call *c, cJSON *obj)
{
	if (!c->sub && (c->res->flags & FAKEAPI_RES_CUSTOM) && (c->res->flags & FAKEAPI_RES_STATUS))
		cJSON_DeleteItemFromObjectCaseSensitive(obj, "status");
}

/* An object being created. */
struct creation {
	cJSON *obj;
	struct strbuf name; /* a copy: a conversion may replace the name */
	struct fakeapi__version *made;
};

static int mutate_new(struct fakeapi__call *c, void *work)
{
	struct creation *n = work;

	/* A deletionTimestamp of a webhook stays, as one of an apply or an update does. */
	if (mutate(c, n->obj) < 0 || fakeapi__drop_same_owners(c, n->obj, true) < 0 ||
	    fakeapi__rbac_confirm(c, n->obj, NULL) < 0 || fakeapi__admission_admit(c, n->obj) < 0)
		return -1;
	return keep_namespace(c, n->obj);
}

static int name_new(struct fakeapi__call *c, void *work)
{
	struct creation *n = work;
	cJSON *obj = n->obj;

	drop_custom_status(c, obj);
	c->generated =
	    !fakeapi__meta_str(obj, "name")[0] && fakeapi__meta_str(obj, "generateName")[0];
	if (fill_metadata(c, obj) < 0)
		return -1;
	for (unsigned tries = 0; c->generated; tries++) {
		if (generate_name(c, obj, tries) < 0)
			return -1;
		if (tries >= GENERATE_TRIES ||
		    !fakeapi__bucket_get(c->bucket, c->route_ns,
					 str_of(fakeapi__meta_str(obj, "name"))))
			break;
	}
	strbuf_addz(&n->name, fakeapi__meta_str(obj, "name"));
	if (n->name.failed)
		return -1;
	/* A create through /status allocates no addresses and ports. */
	return c->sub ? 0 : fakeapi__allocate(c, obj, NULL);
}

static int prepare_new(struct fakeapi__call *c, void *work)
{
	cJSON *obj = ((struct creation *)work)->obj;
	int rc = c->strategy->prepare_for_create ? c->strategy->prepare_for_create(c, obj) : 0;

	if (rc == 0)
		rc = fakeapi__prepare(c, obj, NULL);
	if (rc == 0)
		rc = fakeapi__validate(c->res, obj, NULL, c->sub ? c->sub->name : "",
				       c->core->opt.no_privileged, &c->warnings, &c->st);
	return rc == 0 ? fakeapi__warn(c->res, obj, NULL, "", &c->warnings) : rc;
}

static int admit_new(struct fakeapi__call *c, void *work)
{
	cJSON *obj = ((struct creation *)work)->obj;

	if (fakeapi__admission_judge(c, obj, NULL, "") < 0 ||
	    fakeapi__callout_validating(c, obj, NULL) < 0)
		return -1;
	return fakeapi__admission_charge(c, obj, NULL, "", true);
}

static int check_new(struct fakeapi__call *c, void *work)
{
	struct creation *n = work;
	cJSON *obj = n->obj;
	const struct fakeapi__version *v;
	uint64_t rv;

	/* Only the real server's storage checks it; a dry run or a PUT does not reach this
	 * check. */
	if (!c->dry_run && c->route.verb == FAKEAPI_VERB_CREATE && fakeapi__get_rv(obj, &rv) &&
	    rv != 0)
		return fakeapi__status_set(&c->st, 500, NULL,
					   "resourceVersion should not be set on objects to be "
					   "created");
	v = fakeapi__bucket_get(c->bucket, c->route_ns, strbuf_str(&n->name));
	if (v)
		return already_exists(c, v, n->name.ptr,
				      fakeapi__meta_str(obj, "generateName")[0] != '\0');
	/* A read from the storage adds the missing defaults of the status. */
	if (c->res->flags & FAKEAPI_RES_CUSTOM && c->res == c->stored)
		return fakeapi__default(c->res, obj, NULL);
	return 0;
}

static int encode_new(struct fakeapi__call *c, void *work)
{
	struct creation *n = work;

	if (fakeapi__as_kept(c->res, n->obj) < 0 || fakeapi__to_stored(c, n->obj) < 0 ||
	    fakeapi__send_early(c, n->obj) < 0)
		return -1;
	if (!c->dry_run) {
		n->made = fakeapi__make_version(c, n->obj, n->name.ptr, false);
		if (!n->made)
			return -1;
		n->made->lacks = gets_defaults_again(c) || c->stores_empty;
	}
	return fakeapi__may_go_on(c);
}

static int commit_new(struct fakeapi__call *c, void *work)
{
	struct creation *n = work;
	struct fakeapi__version *made = n->made;

	if (fakeapi__admission_charge(c, n->obj, NULL, "", false) < 0)
		return -1;
	if (c->dry_run)
		return 0;
	n->made = NULL;
	return fakeapi__commit_made(c->core, c->bucket, c->route_ns, strbuf_str(&n->name), n->obj,
				    made, false);
}

int fakeapi__create_tree(struct fakeapi__call *c, cJSON *obj)
{
	static const struct fakeapi__stage stages[] = {
		{ FAKEAPI_LOCKED, mutate_new },	   { FAKEAPI_LOCKED, name_new },
		{ FAKEAPI_UNLOCKED, prepare_new }, { FAKEAPI_LOCKED, admit_new },
		{ FAKEAPI_LOCKED, check_new },	   { FAKEAPI_UNLOCKED, encode_new },
		{ FAKEAPI_LOCKED, commit_new },
	};
	struct creation n = { .obj = obj, .name = STRBUF_INIT };
	int rc;

	c->route_ns =
	    c->res->flags & FAKEAPI_RES_NAMESPACED ? c->route.ns : (struct str) { NULL, 0 };
	rc = fakeapi__stages_run(c, stages, ARRAY_LEN(stages), &n);
	fakeapi__version_drop(n.made);
	strbuf_fini(&n.name);
	return rc;
}

/* True if a decoded status has only zero values. */
static bool is_zero(const cJSON *v)
{
	const cJSON *m;

	if (!v || cJSON_IsNull(v) || (cJSON_IsNumber(v) && v->valuedouble == 0) ||
	    (cJSON_IsString(v) && v->valuestring[0] == '\0'))
		return true;
	if (!cJSON_IsObject(v))
		return false;
	cJSON_ArrayForEach(m, v) if (!is_zero(m)) return false;
	return true;
}

int fakeapi__drop_status(struct fakeapi__call *c, cJSON **obj)
{
	const cJSON *status = cJSON_GetObjectItemCaseSensitive(*obj, "status");
	bool custom = c->res->flags & FAKEAPI_RES_CUSTOM;

	if (!(c->res->flags & FAKEAPI_RES_STATUS) || (!custom && is_zero(status)) ||
	    (c->strategy->flags & FAKEAPI_NEW_WITH_STATUS))
		return 0;
	cJSON_DeleteItemFromObjectCaseSensitive(*obj, "status");
	if (custom)
		return 0;
	return fakeapi__normalize(c->res, obj, FAKEAPI_FV_IGNORE, &c->warnings, &c->st);
}

void fakeapi__note_labels(struct fakeapi__call *c, const cJSON *obj)
{
	c->has_labels =
	    cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(fakeapi__meta(obj), "labels")) > 0;
}

static int complete_rest(struct fakeapi__call *c, cJSON **at)
{
	if (fakeapi__settle_namespace(c, *at) < 0 || fakeapi__drop_same_owners(c, *at, false) < 0)
		return -1;
	if (c->route.verb != FAKEAPI_VERB_UPDATE)
		fakeapi__drop_server_members(*at);
	/* A PUT of the status of a missing object creates it, and owns the status that it does
	 * not get. */
	if (c->sub &&
	    fakeapi__managed_update(c->res, NULL, *at, c->manager, c->sub->name, c->now) < 0)
		return -1;
	if (fakeapi__drop_status(c, at) < 0)
		return -1;
	fakeapi__note_labels(c, *at);
	if (fakeapi__default(c->res, *at, NULL) < 0)
		return -1;
	return c->sub ? 0 : fakeapi__managed_update(c->res, NULL, *at, c->manager, "", c->now);
}

/* Webhooks receive the status that the client sent. */
static int complete(struct fakeapi__call *c, void *work)
{
	cJSON **at = work;
	cJSON *status = NULL;
	int rc;

	if (!c->sub && (c->res->flags & FAKEAPI_RES_CUSTOM) &&
	    (c->res->flags & FAKEAPI_RES_STATUS) && fakeapi__has_webhooks(c))
		status = cJSON_DetachItemFromObjectCaseSensitive(*at, "status");
	rc = complete_rest(c, at);
	if (status && rc == 0)
		rc = fakeapi__set_item(*at, "status", status);
	else
		cJSON_Delete(status);
	return rc;
}

/* The object's name in admission errors; it may have none yet. */
static const char *called(const cJSON *obj)
{
	const char *name = fakeapi__meta_str(obj, "name");
	const char *base = fakeapi__meta_str(obj, "generateName");

	return *name ? name : *base ? base : "Unknown";
}

int fakeapi__create_allowed(struct fakeapi__call *c, const char *name)
{
	if (!fakeapi__custom_terminating(c->res))
		return 0;
	(void)fakeapi__status_set(&c->st, 403, "Forbidden",
				  "%s.%s%s%s%s is forbidden: create not allowed while custom "
				  "resource definition is terminating",
				  c->res->resource, c->res->group, *name ? " \"" : "", name,
				  *name ? "\"" : "");
	fakeapi__status_details(&c->st, name, c->res->group, c->res->resource, NULL);
	return -1;
}

/* Turns a decoded body into a stored object. */
int fakeapi__create_decoded(struct fakeapi__call *c, cJSON **at)
{
	if (fakeapi__unlocked_run(c, complete, at) < 0 ||
	    fakeapi__create_allowed(c, fakeapi__meta_str(*at, "name")) < 0 ||
	    fakeapi__admission_check(c, FAKEAPI_CREATE_OPERATION, called(*at)) < 0)
		return -1;
	return fakeapi__create_tree(c, *at);
}

int fakeapi__negotiate_create(struct fakeapi__call *c)
{
	enum fakeapi__media ignored;

	if (fakeapi__negotiate_call(c, false) < 0 ||
	    fakeapi__media_of(fakeapi__request_header(c->req, "Content-Type"), &ignored, &c->st) <
		0)
		return -1;
	return fakeapi__write_options(c, "CreateOptions");
}

/* Responds with the stored text, unless another write followed. */
static int answer_created(struct fakeapi__call *c, const cJSON *obj)
{
	const struct fakeapi__version *v = NULL;
	struct fakeapi__version *held;
	uint64_t rv;
	int rc;

	if (!c->converted && !c->dry_run && fakeapi__get_rv(obj, &rv))
		v = fakeapi__bucket_get(c->bucket, c->route_ns,
					str_of(fakeapi__meta_str(obj, "name")));
	if (!v || v->rv != rv)
		return fakeapi__answer_object_tree(c, 201, obj);
	held = fakeapi__version_ref(v);
	rc = fakeapi__answer_object(c, 201, fakeapi__version_json(held));
	fakeapi__version_unref(&c->core->store, held);
	return rc;
}

int fakeapi__verb_create(struct fakeapi__call *c)
{
	cJSON *obj = NULL;
	int rc;

	if (fakeapi__negotiate_create(c) < 0)
		return -1;
	rc = fakeapi__decode_body(c, &obj);
	if (rc == 0)
		rc = fakeapi__create_decoded(c, &obj);
	if (rc == 0)
		rc = fakeapi__written(c, str_of(fakeapi__meta_str(obj, "name")));
	if (rc == 0)
		rc = answer_created(c, obj);
	fakeapi__drop_aside(c, obj);
	return rc;
}
