/* SPDX-License-Identifier: Apache-2.0 */
/* authorization.c - nobody but system:masters may, save what everybody may. */
#include "fakeapi/rest/rest.h"
#include "fakeapi/auth/auth.h"

/* Discovery, health and version are for everybody (system:discovery, system:public-info-viewer). */
static bool is_public(const struct fakeapi__call *c)
{
	static const char *const everybody[] = { "/healthz", "/livez", "/readyz", "/version",
						 "/version/" };
	static const char *const authenticated[] = { "/api",  "/apis",	"/openapi",
						     "/api/", "/apis/", "/openapi/" };
	struct str path = c->route.path;

	if (c->route.resource_path || (c->route.method != FAKEAPI_GET))
		return false;
	for (size_t i = 0; i < ARRAY_LEN(everybody); i++)
		if (str_eqz(path, everybody[i]))
			return true;
	if (c->user == &fakeapi__anonymous)
		return false;
	for (size_t i = 0; i < ARRAY_LEN(authenticated); i++) {
		size_t n = strlen(authenticated[i]);

		if (path.len >= n && memcmp(path.ptr, authenticated[i], n) == 0)
			return true;
	}
	return false;
}

/* Every authenticated user may ask about itself (system:basic-user). */
static bool is_self_review(const struct fakeapi__call *c)
{
	return c->user != &fakeapi__anonymous && c->route.resource_path &&
	       c->route.verb == FAKEAPI_VERB_CREATE &&
	       (str_eqz(c->route.resource, "selfsubjectaccessreviews") ||
		str_eqz(c->route.resource, "selfsubjectrulesreviews") ||
		str_eqz(c->route.resource, "selfsubjectreviews"));
}

static int forbid_path(struct fakeapi__call *c)
{
	static const char *const verbs[] = { "get", "head", "post", "put", "patch", "delete", "" };

	(void)fakeapi__status_set(&c->st, 403, "Forbidden",
				  "forbidden: User \"%s\" cannot %s path \"" STR_FMT "\"",
				  c->user->name, verbs[c->route.method], STR_ARG(c->route.path));
	fakeapi__status_details(&c->st, "", "", "", "");
	return -1;
}

int fakeapi__authorize(struct fakeapi__call *c)
{
	AUTO_STRBUF text = STRBUF_INIT;
	AUTO_STRBUF name = STRBUF_INIT;
	AUTO_STRBUF group = STRBUF_INIT;
	AUTO_STRBUF kind = STRBUF_INIT;
	const struct fakeapi__route *r = &c->route;

	if (!c->user || c->user->admin || is_public(c) || is_self_review(c))
		return 0;
	if (fakeapi__header_add(c->x, "X-Content-Type-Options", STR("nosniff")) < 0)
		return -1;
	if (!r->resource_path)
		return forbid_path(c);
	strbuf_adds(&kind, r->resource);
	strbuf_adds(&text, r->resource);
	strbuf_adds(&name, r->name);
	strbuf_adds(&group, r->group);
	if (r->group.len)
		strbuf_addf(&text, "." STR_FMT, STR_ARG(r->group));
	if (r->name.len)
		strbuf_addf(&text, " \"" STR_FMT "\"", STR_ARG(r->name));
	strbuf_addf(&text,
		    " is forbidden: User \"%s\" cannot %s resource \"" STR_FMT "%s" STR_FMT
		    "\" in API group \"" STR_FMT "\"",
		    c->user->name, fakeapi__verb_name(r), STR_ARG(r->resource),
		    r->subresource.len ? "/" : "", STR_ARG(r->subresource), STR_ARG(r->group));
	if (r->ns.len)
		strbuf_addf(&text, " in the namespace \"" STR_FMT "\"", STR_ARG(r->ns));
	else
		strbuf_addz(&text, " at the cluster scope");
	(void)fakeapi__status_set(&c->st, 403, "Forbidden", STR_FMT, STR_ARG(strbuf_str(&text)));
	fakeapi__status_details(&c->st, name.ptr, group.ptr, kind.ptr, NULL);
	return -1;
}
