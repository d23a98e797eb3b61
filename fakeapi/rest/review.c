/* SPDX-License-Identifier: Apache-2.0 */
/* Questions that are answered and not kept: access reviews, token reviews. They say yes. */
#include "fakeapi/apply/patch.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/rest/write.h"

static const char rules_status[] =
    "{\"resourceRules\":[{\"verbs\":[\"*\"],\"apiGroups\":[\"*\"],\"resources\":[\"*\"]}],"
    "\"nonResourceRules\":[{\"verbs\":[\"*\"],\"nonResourceURLs\":[\"*\"]}],\"incomplete\":false}";

static cJSON *token_status(struct fakeapi__call *c, const cJSON *obj)
{
	const cJSON *spec = cJSON_GetObjectItemCaseSensitive(obj, "spec");
	struct str token = str_of(fakeapi__get_str(spec, "token"));
	const struct fakeapi__user *user = NULL;
	cJSON *status = cJSON_CreateObject(), *info;

	for (size_t i = 0; i < c->core->users.count; i++)
		if (str_eqz(token, c->core->users.list[i].token))
			user = &c->core->users.list[i];
	if (!status)
		return NULL;
	if (!token.len || (c->core->users.count && !user)) {
		(void)cJSON_AddStringToObject(status, "error",
					      "[invalid bearer token, token lookup failed]");
		return status;
	}
	(void)cJSON_AddTrueToObject(status, "authenticated");
	info = fakeapi__user_info(user);
	if (!info || !fakeapi__set_item(status, "user", info)) {
		cJSON *audiences = cJSON_AddArrayToObject(status, "audiences");

		if (audiences)
			(void)cJSON_AddItemToArray(audiences,
						   cJSON_CreateString(
						       "https://kubernetes.default.svc"));
	}
	return status;
}

static cJSON *status_for(struct fakeapi__call *c, const cJSON *obj)
{
	const char *resource = c->res->resource;
	bool allowed = !c->user || c->user->admin;
	cJSON *status;

	if (strcmp(resource, "selfsubjectrulesreviews") == 0)
		return cJSON_Parse(rules_status);
	if (strcmp(resource, "tokenreviews") == 0)
		return token_status(c, obj);
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

static int review(struct fakeapi__call *c)
{
	cJSON *obj = NULL, *status;
	int rc = -1, managed;

	if (fakeapi__negotiate_call(c, false) < 0 ||
	    fakeapi__write_options(c, "CreateOptions") < 0 || fakeapi__decode_body(c, &obj) < 0)
		return -1;
	if ((c->res->flags & FAKEAPI_RES_NAMESPACED) && fakeapi__settle_namespace(c, obj) < 0)
		goto out;
	fakeapi__suspend(c);
	managed = fakeapi__managed_update(c->res, NULL, obj, c->manager, "", c->now);
	fakeapi__resume(c);
	if (managed < 0 || fakeapi__ask_both(c, obj, NULL) < 0)
		goto out;
	if (strcmp(c->res->resource, "selfsubjectreviews") == 0 &&
	    fakeapi__meta_set_str(obj, "creationTimestamp", c->now) < 0)
		goto out;
	status = status_for(c, obj);
	if (status && fakeapi__set_item(obj, "status", status) == 0)
		rc = fakeapi__answer_tree(c, 201, obj);
out:
	fakeapi__drop_aside(c, obj);
	return rc;
}

static int empty_list(struct fakeapi__call *c)
{
	struct strbuf *body = &c->x->body;

	if (fakeapi__negotiate_call(c, false) < 0)
		return -1;
	if (fakeapi__render_list_begin(c->res, &c->form, STR("{}"), body) < 0 ||
	    fakeapi__render_list_end(c->res, &c->form, body) < 0)
		return -1;
	return fakeapi__answer_compact(c, 200);
}

bool fakeapi__verb_virtual(struct fakeapi__call *c)
{
	int rc;

	if (c->route.verb == FAKEAPI_VERB_CREATE)
		rc = strcmp(c->res->resource, "bindings") == 0 ? fakeapi__bind(c) : review(c);
	else if (c->route.verb == FAKEAPI_VERB_LIST)
		rc = empty_list(c);
	else if (c->route.verb == FAKEAPI_VERB_GET)
		rc = fakeapi__not_found(c, c->route.name);
	else
		return false;
	if (rc < 0)
		(void)fakeapi__answer_status(c);
	return true;
}
