/* SPDX-License-Identifier: Apache-2.0 */
/* authorization.c - authorizes by RBAC if it is enabled; otherwise only system:masters may use more
 * than the public paths. */
#include "fakeapi/audit/audit.h"
#include "fakeapi/auth/auth.h"
#include "fakeapi/authz/rbac.h"
#include "fakeapi/rest/rest.h"

/* Discovery, health and version are public (system:discovery, system:public-info-viewer). */
static bool is_public(const struct fakeapi__call *c)
{
	static const char *const anonymous[] = { "/healthz", "/livez", "/readyz", "/version",
						 "/version/" };
	static const char *const authenticated[] = { "/api",  "/apis",	"/openapi",
						     "/api/", "/apis/", "/openapi/" };
	struct str path = c->route.path;

	if (c->route.resource_path || (c->route.method != FAKEAPI_GET))
		return false;
	for (size_t i = 0; i < ARRAY_LEN(anonymous); i++)
		if (str_eqz(path, anonymous[i]))
			return true;
	if (c->user == &fakeapi__anonymous)
		return false;
	for (size_t i = 0; i < ARRAY_LEN(authenticated); i++)
		if (str_begins(path, authenticated[i]))
			return true;
	return false;
}

/* Every authenticated user may review itself (system:basic-user). */
static bool is_self_review(const struct fakeapi__call *c)
{
	return c->user != &fakeapi__anonymous && c->route.resource_path &&
	       c->route.verb == FAKEAPI_VERB_CREATE &&
	       (str_eqz(c->route.resource, "selfsubjectaccessreviews") ||
		str_eqz(c->route.resource, "selfsubjectrulesreviews") ||
		str_eqz(c->route.resource, "selfsubjectreviews"));
}

int fakeapi__authorize(struct fakeapi__call *c)
{
	struct fakeapi__action a = fakeapi__action_of(c, NULL);
	AUTO_STRBUF reason = STRBUF_INIT;
	int rc;

	if (!c->user || c->user->admin || c->core->opt.always_allow) {
		fakeapi__audit_decision(c, true, STR(""));
		return 0;
	}
	rc = fakeapi__rbac_on(c->core) ? fakeapi__rbac_allows(c->core, &a, &reason)
				       : is_public(c) || is_self_review(c);
	if (rc >= 0)
		fakeapi__audit_decision(c, rc > 0, strbuf_str(&reason));
	if (rc != 0)
		return rc < 0 ? -1 : 0;
	if (fakeapi__header_add(c->x, "X-Content-Type-Options", STR("nosniff")) < 0)
		return -1;
	return fakeapi__forbid(c, &a, strbuf_str(&reason));
}
