/* SPDX-License-Identifier: Apache-2.0 */
/* review.c - reviews that are created but not stored: access reviews, token reviews. Without RBAC
 * they allow everything. */
#include "base/alloc.h"
#include "fakeapi/apply/patch.h"
#include "fakeapi/authz/rbac.h"
#include "fakeapi/meta/causes.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/rest/write.h"
#include "fakeapi/stages.h"
#include "fakeapi/tokens/tokens.h"

static const char rules_status[] =
    "{\"resourceRules\":[{\"verbs\":[\"*\"],\"apiGroups\":[\"*\"],\"resources\":[\"*\"]}],"
    "\"nonResourceRules\":[{\"verbs\":[\"*\"],\"nonResourceURLs\":[\"*\"]}],\"incomplete\":false}";

/* Makes the status of a token with a user. NULL: out of memory. */
static cJSON *known_status(const struct fakeapi__user *user, const cJSON *audiences)
{
	cJSON *status = cJSON_CreateObject();

	if (status && cJSON_AddTrueToObject(status, "authenticated") &&
	    fakeapi__set_item(status, "user", fakeapi__user_info(user)) == 0 &&
	    fakeapi__set_item(status, "audiences", cJSON_Duplicate(audiences, true)) == 0)
		return status;
	cJSON_Delete(status);
	return NULL;
}

static cJSON *refused_status(const char *why)
{
	cJSON *status = cJSON_CreateObject();
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addf(&text, *why ? "[invalid bearer token, %s]" : "invalid bearer token%s", why);
	if (status && !text.failed && cJSON_AddObjectToObject(status, "user") &&
	    cJSON_AddStringToObject(status, "error", text.ptr))
		return status;
	cJSON_Delete(status);
	return NULL;
}

static bool is_for(const cJSON *audiences, const char *audience)
{
	const cJSON *a;

	cJSON_ArrayForEach(a, audiences) if (cJSON_IsString(a) &&
					     strcmp(a->valuestring, audience) == 0) return true;
	return !cJSON_GetArraySize(audiences);
}

static cJSON *token_status(struct fakeapi__call *c, const cJSON *obj)
{
	const cJSON *spec = cJSON_GetObjectItemCaseSensitive(obj, "spec");
	struct str token = str_of(fakeapi__get_str(spec, "token"));
	const struct fakeapi__user *user = NULL;
	const char *audience = "https://kubernetes.default.svc";
	cJSON *status, *audiences;

	for (size_t i = 0; i < c->core->users.count; i++)
		if (str_eqz(token, c->core->users.list[i].token))
			user = &c->core->users.list[i];
	if (!user) {
		struct fakeapi__token_claims claims;
		AUTO_STRBUF why = STRBUF_INIT;
		int known =
		    fakeapi__token_check(c, token,
					 cJSON_GetObjectItemCaseSensitive(spec, "audiences"),
					 &claims, &why);

		if (known != 0) {
			status = known > 0 ? known_status(&claims.user, claims.audiences)
					   : refused_status(why.ptr);
			fakeapi__token_claims_fini(&claims);
			return status;
		}
	}
	if (!token.len || (c->core->users.count && !user))
		return refused_status("");
	if (!is_for(cJSON_GetObjectItemCaseSensitive(spec, "audiences"), audience))
		return refused_status("");
	audiences = cJSON_CreateStringArray(&audience, 1);
	status = audiences ? known_status(user, audiences) : NULL;
	cJSON_Delete(audiences);
	return status;
}

static struct str member(const cJSON *attributes, const char *name)
{
	return str_of(fakeapi__get_str(attributes, name));
}

static struct fakeapi__action action_of(const cJSON *spec, const struct fakeapi__user *user)
{
	const cJSON *on = cJSON_GetObjectItemCaseSensitive(spec, "resourceAttributes");
	const cJSON *path = cJSON_GetObjectItemCaseSensitive(spec, "nonResourceAttributes");

	return (struct fakeapi__action) { .user = user,
					  .verb = member(on ? on : path, "verb"),
					  .on_resource = on != NULL,
					  .group = member(on, "group"),
					  .resource = member(on, "resource"),
					  .sub = member(on, "subresource"),
					  .name = member(on, "name"),
					  .ns = member(on, "namespace"),
					  .path = member(path, "path") };
}

/* Reads the user and groups of a review. */
static int read_user(const cJSON *spec, struct fakeapi__user *u)
{
	const cJSON *list = cJSON_GetObjectItemCaseSensitive(spec, "groups"), *g;

	memset(u, 0, sizeof(*u));
	cJSON_ArrayForEach(g, list)
	{
		if (cJSON_IsString(g) && fakeapi__user_add_group(u, str_of(g->valuestring)) < 0)
			return -1;
	}
	u->name = base__strdup(fakeapi__get_str(spec, "user"));
	u->exact = true;
	return u->name ? 0 : -1;
}

/* Reports refused attributes, formatted as the real server's type. */
static void refuse_path(struct fakeapi__causes *wrong, const struct fakeapi__path *at,
			const cJSON *path, const char *why)
{
	cJSON *shown = cJSON_CreateObject();

	wrong->nomem |= !shown ||
			!cJSON_AddStringToObject(shown, "Path", fakeapi__get_str(path, "path")) ||
			!cJSON_AddStringToObject(shown, "Verb", fakeapi__get_str(path, "verb"));
	fakeapi__cause_invalid(wrong, at, shown, why);
	cJSON_Delete(shown);
}

/* Checks for missing fields of a review before anything else. */
static int check_review(struct fakeapi__call *c, const cJSON *obj)
{
	const cJSON *spec = cJSON_GetObjectItemCaseSensitive(obj, "spec");

	if (strcmp(c->res->resource, "tokenreviews") == 0 && !fakeapi__get_str(spec, "token")[0])
		return fakeapi__status_set(&c->st, 400, "BadRequest",
					   "token is required for TokenReview in authentication");
	if (strcmp(c->res->resource, "selfsubjectrulesreviews") == 0 &&
	    !fakeapi__get_str(spec, "namespace")[0])
		return fakeapi__status_set(&c->st, 400, "BadRequest", "no namespace on request");
	return 0;
}

/* The response of a rules review has no metadata and spec of the request. */
static int clear_request(cJSON *obj)
{
	return fakeapi__set_item(obj, "metadata", cJSON_CreateObject()) < 0 ||
		       fakeapi__set_item(obj, "spec", cJSON_CreateObject()) < 0
		   ? -1
		   : 0;
}

static bool has_items(const cJSON *v, const char *name)
{
	return cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(v, name)) > 0;
}

/* Unknown operators are of newer clients. */
static void check_requirements(struct fakeapi__causes *wrong, const struct fakeapi__path *at,
			       const cJSON *list)
{
	const cJSON *r;
	size_t i = 0;

	cJSON_ArrayForEach(r, list)
	{
		const struct fakeapi__path *here = PATH_AT(at, i);
		const char *op = fakeapi__get_str(r, "operator");
		bool some = has_items(r, "values");

		i++;
		if (!*fakeapi__get_str(r, "key"))
			fakeapi__cause_required(wrong, PATH(here, "key"), "must be specified");
		if ((strcmp(op, "In") == 0 || strcmp(op, "NotIn") == 0) && !some)
			fakeapi__cause_required(
			    wrong, PATH(here, "values"),
			    "must be specified when `operator` is 'In' or 'NotIn'");
		if ((strcmp(op, "Exists") == 0 || strcmp(op, "DoesNotExist") == 0) && some)
			fakeapi__cause_forbidden(
			    wrong, PATH(here, "values"),
			    "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
	}
}

/* fieldSelector, labelSelector: as text or as requirements. */
static void check_selectors(struct fakeapi__causes *wrong, const struct fakeapi__path *at,
			    const cJSON *on)
{
	static const char *const names[] = { "fieldSelector", "labelSelector" };

	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		const cJSON *selector = cJSON_GetObjectItemCaseSensitive(on, names[i]);
		const struct fakeapi__path *here = PATH(at, names[i]);
		struct str raw = member(selector, "rawSelector");
		bool requires = has_items(selector, "requirements");
		AUTO_STRBUF why = STRBUF_INIT;

		if (!cJSON_IsObject(selector))
			continue;
		strbuf_addf(&why,
			    "when spec.resourceAttributes.%s is specified, requirements or "
			    "rawSelector is required",
			    names[i]);
		if (raw.len && requires)
			fakeapi__cause_invalid_str(wrong, PATH(here, "rawSelector"), raw,
						   "may not specified at the same time as "
						   "requirements");
		if (!raw.len && !requires)
			fakeapi__cause_required(wrong, PATH(here, "requirements"), why.ptr);
		if (i == 0)
			check_requirements(wrong, PATH(here, "requirements"),
					   cJSON_GetObjectItemCaseSensitive(selector,
									    "requirements"));
		wrong->nomem |= why.failed;
	}
}

/* A review's metadata may have only managedFields and, for a local review, the namespace. */
static void check_metadata(struct fakeapi__causes *wrong, const cJSON *obj, bool local)
{
	const cJSON *meta = cJSON_GetObjectItemCaseSensitive(obj, "metadata"), *m;

	cJSON_ArrayForEach(m, meta)
	{
		if (strcmp(m->string, "managedFields") == 0 ||
		    (local && strcmp(m->string, "namespace") == 0) || cJSON_IsNull(m) ||
		    (cJSON_IsString(m) && !*m->valuestring) ||
		    ((cJSON_IsObject(m) || cJSON_IsArray(m)) && !m->child))
			continue;
		fakeapi__cause_invalid(wrong, PATH(NULL, "metadata"), meta,
				       local ? "must be empty except for namespace"
					     : "must be empty");
		return;
	}
}

/* pkg/apis/authorization/validation */
static int check_access(struct fakeapi__call *c, const cJSON *obj)
{
	const cJSON *spec = cJSON_GetObjectItemCaseSensitive(obj, "spec");
	const cJSON *on = cJSON_GetObjectItemCaseSensitive(spec, "resourceAttributes");
	const cJSON *path = cJSON_GetObjectItemCaseSensitive(spec, "nonResourceAttributes");
	bool self = strncmp(c->res->resource, "self", 4) == 0;
	bool local = strncmp(c->res->resource, "local", 5) == 0;
	bool in_spec = fakeapi__changed(c->res->features, FAKEAPI_CHANGE_REVIEW_SPEC_PATH);
	const char *one = "exactly one of nonResourceAttributes or resourceAttributes must be "
			  "specified";
	const struct fakeapi__path *at = PATH(NULL, "spec");
	struct fakeapi__causes wrong;
	int rc;

	if (!strstr(c->res->resource, "accessreviews"))
		return 0;
	fakeapi__causes_init(&wrong);
	if (cJSON_IsObject(on) && cJSON_IsObject(path))
		refuse_path(&wrong, in_spec ? at : PATH(at, "nonResourceAttributes"), path,
			    in_spec ? one
				    : "cannot be specified in combination with "
				      "resourceAttributes");
	if (!cJSON_IsObject(on) && !cJSON_IsObject(path))
		fakeapi__cause_invalid(&wrong, in_spec ? at : PATH(at, "resourceAttributes"), NULL,
				       one);
	check_selectors(&wrong, PATH(at, "resourceAttributes"), on);
	if (!self && !fakeapi__get_str(spec, "user")[0] &&
	    !cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(spec, "groups")))
		fakeapi__cause_invalid_str(&wrong, PATH(at, "user"), STR(""),
					   "at least one of user or group must be specified");
	if (local && cJSON_IsObject(on) && !str_eqz(c->route.ns, fakeapi__get_str(on, "namespace")))
		fakeapi__cause_invalid_str(&wrong,
					   PATH(PATH(at, "resourceAttributes"), "namespace"),
					   member(on, "namespace"),
					   "must match metadata.namespace");
	if (local && cJSON_IsObject(path))
		refuse_path(&wrong, PATH(at, "nonResourceAttributes"), path,
			    "disallowed on this kind of request");
	check_metadata(&wrong, obj, local);
	rc = fakeapi__causes_report_as(&wrong, "authorization.k8s.io", "", "", &c->st);
	fakeapi__causes_fini(&wrong);
	return rc;
}

/* Evaluates SubjectAccessReviews with RBAC. */
static cJSON *access_status(struct fakeapi__call *c, const cJSON *obj, bool self)
{
	const cJSON *spec = cJSON_GetObjectItemCaseSensitive(obj, "spec");
	struct fakeapi__user named = { 0 };
	struct fakeapi__action a = action_of(spec, self ? c->user : &named);
	AUTO_STRBUF reason = STRBUF_INIT;
	cJSON *status = cJSON_CreateObject();
	int rc = self ? 0 : read_user(spec, &named);

	if (rc == 0)
		rc = fakeapi__rbac_allows(c->core, &a, &reason);
	fakeapi__user_fini(&named);
	if (rc >= 0 && status && cJSON_AddBoolToObject(status, "allowed", rc) &&
	    (!reason.len || cJSON_AddStringToObject(status, "reason", reason.ptr)))
		return status;
	cJSON_Delete(status);
	return NULL;
}

static cJSON *pick(const cJSON *rule, const char *const *names, size_t count)
{
	cJSON *out = cJSON_CreateObject();

	for (size_t i = 0; out && i < count; i++) {
		const cJSON *list = cJSON_GetObjectItemCaseSensitive(rule, names[i]);

		if (cJSON_GetArraySize(list) &&
		    !cJSON_AddItemToObject(out, names[i], cJSON_Duplicate(list, true))) {
			cJSON_Delete(out);
			return NULL;
		}
	}
	return out;
}

/* Evaluates SelfSubjectRulesReviews with RBAC. */
static cJSON *list_rules(struct fakeapi__call *c, const cJSON *obj)
{
	static const char *const on[] = { "verbs", "apiGroups", "resources", "resourceNames" };
	static const char *const paths[] = { "verbs", "nonResourceURLs" };
	const cJSON *spec = cJSON_GetObjectItemCaseSensitive(obj, "spec"), *r;
	AUTO_STRBUF missing = STRBUF_INIT, why = STRBUF_INIT;
	cJSON *rules = fakeapi__rbac_rules(c->core, c->user, member(spec, "namespace"), &missing);
	cJSON *status = cJSON_CreateObject(), *first, *second;
	bool ok = rules && status;

	first = ok ? cJSON_AddArrayToObject(status, "resourceRules") : NULL;
	second = ok ? cJSON_AddArrayToObject(status, "nonResourceRules") : NULL;
	ok = first && second;
	cJSON_ArrayForEach(r, rules)
	{
		if (ok && cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(r, "resources")))
			ok = cJSON_AddItemToArray(first, pick(r, on, ARRAY_LEN(on)));
		if (ok && cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(r, paths[1])))
			ok = cJSON_AddItemToArray(second, pick(r, paths, ARRAY_LEN(paths)));
	}
	cJSON_Delete(rules);
	fakeapi__rbac_add_errors(&missing, "", &why);
	ok = ok && !missing.failed && !why.failed && cJSON_AddFalseToObject(status, "incomplete");
	if (ok && why.len)
		ok = cJSON_AddStringToObject(status, "evaluationError", why.ptr);
	if (ok)
		return status;
	cJSON_Delete(status);
	return NULL;
}

static cJSON *status_for(struct fakeapi__call *c, const cJSON *obj)
{
	const char *resource = c->res->resource;
	bool allowed = !c->user || c->user->admin;
	cJSON *status;

	if (strcmp(resource, "selfsubjectrulesreviews") == 0)
		return fakeapi__rbac_on(c->core) && c->user ? list_rules(c, obj)
							    : fakeapi__parse(str_of(rules_status));
	if (strcmp(resource, "tokenreviews") == 0)
		return token_status(c, obj);
	if (fakeapi__rbac_on(c->core) && strstr(resource, "accessreviews"))
		return access_status(c, obj, strncmp(resource, "self", 4) == 0);
	status = cJSON_CreateObject();
	if (!status)
		return NULL;
	if (strcmp(resource, "selfsubjectreviews") == 0) {
		cJSON *info = fakeapi__user_info(c->user);

		if (!info || fakeapi__set_item(status, "userInfo", info) < 0) {
			cJSON_Delete(status);
			return NULL;
		}
		return status;
	}
	if (strncmp(resource, "self", 4) != 0)
		allowed = true;
	if (!cJSON_AddBoolToObject(status, "allowed", allowed)) {
		cJSON_Delete(status);
		return NULL;
	}
	return status;
}

static int own_fields(struct fakeapi__call *c, void *work)
{
	fakeapi__drop_server_members(work);
	return fakeapi__managed_update(c->res, NULL, work, c->manager, "", c->now);
}

static int review(struct fakeapi__call *c)
{
	cJSON *obj = NULL, *status;
	int rc = -1;

	if (fakeapi__negotiate_create(c) < 0 || fakeapi__decode_body(c, &obj) < 0)
		return -1;
	if (fakeapi__settle_namespace(c, obj) < 0)
		goto out;
	if (fakeapi__unlocked_run(c, own_fields, obj) < 0 || check_review(c, obj) < 0 ||
	    fakeapi__callout_both(c, obj, NULL) < 0 || check_access(c, obj) < 0)
		goto out;
	if (strcmp(c->res->resource, "selfsubjectreviews") == 0 &&
	    fakeapi__meta_set_str(obj, "creationTimestamp", c->now) < 0)
		goto out;
	status = status_for(c, obj);
	if (status && strcmp(c->res->resource, "selfsubjectrulesreviews") == 0 &&
	    clear_request(obj) < 0) {
		cJSON_Delete(status);
		goto out;
	}
	if (status && fakeapi__set_item(obj, "status", status) == 0)
		rc = fakeapi__answer_other(c, 201, c->res, obj);
out:
	fakeapi__drop_aside(c, obj);
	return rc;
}

bool fakeapi__verb_virtual(struct fakeapi__call *c)
{
	int rc;

	if (c->route.verb == FAKEAPI_VERB_CREATE)
		rc = strcmp(c->res->resource, "bindings") == 0 ? fakeapi__bind(c) : review(c);
	else if (c->strategy->computed && c->route.verb == FAKEAPI_VERB_LIST)
		rc = fakeapi__list_computed(c);
	else if (c->strategy->computed && c->route.verb == FAKEAPI_VERB_GET)
		rc = fakeapi__get_computed(c);
	else
		return false;
	if (rc < 0)
		(void)fakeapi__answer_status(c);
	return true;
}
