/* SPDX-License-Identifier: Apache-2.0 */
/* token_request.c - POST serviceaccounts/NAME/token: a signed token. */
#include "fakeapi/admission/admission.h"
#include "fakeapi/meta/causes.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/rest/write.h"
#include "fakeapi/tokens/tokens.h"
#include "fakeapi/webhooks/webhooks.h"

static const struct fakeapi__resource token_request = {
	.group = "authentication.k8s.io",
	.version = "v1",
	.resource = "tokenrequests",
	.singular = "",
	.kind = "TokenRequest",
	.list_kind = "",
	.short_names = "",
	.categories = "",
	.verbs = "create",
};

/* Runs before the service account is looked up. */
static int check_token_name(struct fakeapi__call *c, const cJSON *obj)
{
	const char *given_name = fakeapi__meta_str(obj, "name");
	AUTO_STRBUF name = STRBUF_INIT;
	struct fakeapi__causes wrong;
	int rc;

	strbuf_adds(&name, c->route.name);
	if (name.failed)
		return -1;
	if (!*given_name || strcmp(given_name, name.ptr) == 0)
		return 0;
	fakeapi__causes_init(&wrong);
	fakeapi__cause_invalid_str(&wrong, PATH(PATH(NULL, "metadata"), "name"), str_of(given_name),
				   "must match the service account name if specified");
	rc = fakeapi__causes_report(&wrong, &token_request, name.ptr, &c->st);
	fakeapi__causes_fini(&wrong);
	return rc;
}

/* A field of the request is wrong only if it differs from the path or the service account. */
static int check_token_request(struct fakeapi__call *c, const cJSON *obj, const cJSON *owner)
{
	const char *uid = fakeapi__meta_str(obj, "uid"), *have = fakeapi__meta_str(owner, "uid");
	const char *name = fakeapi__meta_str(owner, "name");
	const cJSON *seconds =
	    cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(obj, "spec"),
					     "expirationSeconds");
	struct fakeapi__causes wrong;
	int rc;

	if (*uid && strcmp(uid, have) != 0) {
		(void)fakeapi__status_set(
		    &c->st, 409, "Conflict",
		    "Operation cannot be fulfilled on TokenRequest.authentication.k8s.io \"%s\": "
		    "the UID in the token request (%s) does not match the UID of the service "
		    "account (%s)",
		    name, uid, have);
		fakeapi__status_details(&c->st, name, "authentication.k8s.io", "TokenRequest",
					NULL);
		return -1;
	}
	fakeapi__causes_init(&wrong);
	if (cJSON_IsNumber(seconds) && seconds->valuedouble < 600)
		fakeapi__cause_invalid(&wrong, PATH(PATH(NULL, "spec"), "expirationSeconds"),
				       seconds, "may not specify a duration less than 10 minutes");
	if (cJSON_IsNumber(seconds) && seconds->valuedouble > 4294967296.0)
		fakeapi__cause_invalid(&wrong, PATH(PATH(NULL, "spec"), "expirationSeconds"),
				       seconds,
				       "may not specify a duration larger than 2^32 seconds");
	rc = fakeapi__causes_report(&wrong, &token_request, "", &c->st);
	fakeapi__causes_fini(&wrong);
	return rc;
}

int fakeapi__issue_token(struct fakeapi__call *c)
{
	const struct fakeapi__version *v;
	cJSON *obj = NULL, *owner = NULL, *spec, *status, *audiences, *seconds;
	AUTO_STRBUF token = STRBUF_INIT;
	char at[32];
	char name[256];
	int64_t ttl;
	int rc = -1;

	if (fakeapi__negotiate_create(c) < 0 ||
	    fakeapi__decode_kind(c, "authentication.k8s.io", "v1", "TokenRequest", &obj) < 0)
		return -1;
	if (fakeapi__settle_namespace(c, obj) < 0 || check_token_name(c, obj) < 0)
		goto out;
	(void)snprintf(name, sizeof(name), STR_FMT, STR_ARG(c->route.name));
	if (fakeapi__admission_check(c, FAKEAPI_CREATE_OPERATION, name) < 0)
		goto out;
	v = fakeapi__bucket_get(c->bucket, c->route_ns, c->route.name);
	if (!v) {
		(void)fakeapi__not_found(c, c->route.name);
		goto out;
	}
	owner = fakeapi__stored_aside(c, v);
	if (!owner || fakeapi__callout_both(c, obj, NULL) < 0 ||
	    check_token_request(c, obj, owner) < 0)
		goto out;
	spec = cJSON_GetObjectItemCaseSensitive(obj, "spec");
	if (!spec && owner) {
		spec = cJSON_CreateObject();
		if (fakeapi__set_item(obj, "spec", spec) < 0)
			spec = NULL;
	}
	if (!owner || !spec)
		goto out;
	seconds = cJSON_GetObjectItemCaseSensitive(spec, "expirationSeconds");
	ttl = cJSON_IsNumber(seconds) ? (int64_t)seconds->valuedouble : 3600;
	if (!cJSON_IsNumber(seconds) &&
	    fakeapi__set_item(spec, "expirationSeconds", cJSON_CreateNumber((double)ttl)) < 0)
		goto out;
	if (fakeapi__managed_update(&token_request, NULL, obj, c->manager, "token", c->now) < 0)
		goto out;
	if (cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(spec, "audiences")) == 0) {
		cJSON_DeleteItemFromObjectCaseSensitive(spec, "audiences");
		audiences = cJSON_AddArrayToObject(spec, "audiences");
		if (!audiences ||
		    !cJSON_AddItemToArray(audiences,
					  cJSON_CreateString(fakeapi__token_issuer(c->core))))
			goto out;
	}
	if (!cJSON_GetObjectItemCaseSensitive(spec, "boundObjectRef") &&
	    !cJSON_AddNullToObject(spec, "boundObjectRef"))
		goto out;
	if (fakeapi__token_issue(
		c,
		&(struct fakeapi__token_request) {
		    .ns = c->route.ns,
		    .name = c->route.name,
		    .uid = fakeapi__meta_str(owner, "uid"),
		    .audiences = cJSON_GetObjectItemCaseSensitive(spec, "audiences"),
		    .seconds = ttl,
		    .bound = cJSON_GetObjectItemCaseSensitive(spec, "boundObjectRef") },
		&token) < 0)
		goto out;
	fakeapi__format_time(fakeapi__core_unix(c->core) + ttl, at, sizeof(at));
	status = cJSON_CreateObject();
	if (fakeapi__set_item(obj, "status", status) < 0 ||
	    !cJSON_AddStringToObject(status, "token", token.ptr) ||
	    !cJSON_AddStringToObject(status, "expirationTimestamp", at) ||
	    fakeapi__meta_copy(obj, owner, "name") < 0 ||
	    fakeapi__meta_copy(obj, owner, "namespace") < 0 ||
	    fakeapi__meta_copy(obj, owner, "uid") < 0 ||
	    fakeapi__meta_set_str(obj, "creationTimestamp", c->now) < 0)
		goto out;
	rc = fakeapi__answer_other(c, 201, &token_request, obj);
out:
	fakeapi__drop_aside(c, obj);
	fakeapi__drop_aside(c, owner);
	return rc;
}
