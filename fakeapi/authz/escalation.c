/* SPDX-License-Identifier: Apache-2.0 */
/* escalation.c - refuses roles and bindings that grant more than their writer has (the escalate and
 * bind checks of pkg/registry/rbac). */
#include "fakeapi/authz/rbac.h"
#include "fakeapi/authz/rules.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"

static int may(struct fakeapi__call *c, const char *verb, const char *resource, struct str name,
	       struct str ns)
{
	struct fakeapi__action a = { .user = c->user,
				     .verb = str_of(verb),
				     .on_resource = true,
				     .group = STR(FAKEAPI_RBAC_GROUP),
				     .resource = str_of(resource),
				     .name = name,
				     .ns = ns };

	return fakeapi__rbac_allows(c->core, &a, NULL);
}

static void add_groups(const struct fakeapi__user *user, struct strbuf *out)
{
	cJSON *info = fakeapi__user_info(user);
	const cJSON *g;
	size_t n = 0;

	out->failed |= !info;
	strbuf_addc(out, '[');
	cJSON_ArrayForEach(g, fakeapi__member(info, "groups"))
	{
		strbuf_addz(out, n++ ? " " : "");
		fakeapi__go_quote(out, str_of(fakeapi__text(g)));
	}
	strbuf_addc(out, ']');
	cJSON_Delete(info);
}

/* "; resolution errors: [...]": the real server calls every role by the request's type. */
static void add_resolution(struct fakeapi__call *c, const struct strbuf *errors, struct strbuf *out)
{
	struct str rest = strbuf_str(errors);
	AUTO_STRBUF named = STRBUF_INIT;
	const char *quote;

	while ((quote = rest.len ? memchr(rest.ptr, '"', rest.len) : NULL)) {
		const char *nl = memchr(rest.ptr, '\n', rest.len);
		const char *end = nl ? nl : rest.ptr + rest.len;
		AUTO_STRBUF line = STRBUF_INIT;

		strbuf_addf(&line, "%s." FAKEAPI_RBAC_GROUP " %.*s", c->res->resource,
			    (int)(end - quote), quote);
		fakeapi__rbac_add_error(&named, &line);
		rest.len -= (size_t)(end - rest.ptr) + (nl != NULL);
		rest.ptr = end + (nl != NULL);
	}
	out->failed |= named.failed;
	if (!named.len || named.failed)
		return;
	fakeapi__rbac_add_errors(&named, "; resolution errors: [", out);
	strbuf_addc(out, ']');
}

static int confirm(struct fakeapi__call *c, const cJSON *obj, const cJSON *rules)
{
	AUTO_STRBUF errors = STRBUF_INIT;
	cJSON *own = fakeapi__rbac_rules(c->core, c->user, c->route.ns, &errors);
	AUTO_STRBUF missing = STRBUF_INIT;
	AUTO_STRBUF groups = STRBUF_INIT;
	int rc = own ? fakeapi__rules_missing(own, rules, &missing) : -1;

	cJSON_Delete(own);
	if (rc <= 0)
		return rc;
	add_groups(c->user, &groups);
	add_resolution(c, &errors, &missing);
	if (missing.failed || groups.failed)
		return -1;
	(void)fakeapi__status_set(
	    &c->st, 403, "Forbidden",
	    "%s." FAKEAPI_RBAC_GROUP
	    " \"%s\" is forbidden: user \"%s\" (groups=%s) is attempting to grant RBAC "
	    "permissions not currently held:\n%s",
	    c->res->resource, fakeapi__meta_str(obj, "name"), c->user->name, groups.ptr,
	    missing.ptr);
	fakeapi__status_details(&c->st, fakeapi__meta_str(obj, "name"), FAKEAPI_RBAC_GROUP,
				c->res->resource, NULL);
	return -1;
}

static int confirm_binding(struct fakeapi__call *c, const cJSON *obj)
{
	const cJSON *ref = fakeapi__member(obj, "roleRef"), *rules;
	bool cluster = strcmp(fakeapi__string(ref, "kind"), "ClusterRole") == 0;
	const char *name = fakeapi__string(ref, "name");
	AUTO_STRBUF ns = STRBUF_INIT;
	AUTO_STRBUF errors = STRBUF_INIT;
	int rc = may(c, "bind", cluster ? "clusterroles" : "roles", str_of(name), c->route.ns);

	if (rc != 0)
		return rc < 0 ? -1 : 0;
	strbuf_adds(&ns, c->route.ns);
	if (ns.failed || fakeapi__rbac_role_rules(c->core, ref, ns.ptr, &errors, &rules) < 0)
		return -1;
	if (errors.len) {
		/* The real server's message has the request's type, too. */
		(void)fakeapi__status_set(&c->st, 404, "NotFound", "%s.%s \"%s\" not found",
					  c->res->resource, FAKEAPI_RBAC_GROUP, name);
		fakeapi__status_details(&c->st, name, FAKEAPI_RBAC_GROUP, c->res->resource, NULL);
		return -1;
	}
	return confirm(c, obj, rules);
}

int fakeapi__rbac_confirm(struct fakeapi__call *c, const cJSON *obj, const cJSON *old)
{
	bool role = strcmp(c->res->kind, "Role") == 0 || strcmp(c->res->kind, "ClusterRole") == 0;
	bool binding = strcmp(c->res->kind, "RoleBinding") == 0 ||
		       strcmp(c->res->kind, "ClusterRoleBinding") == 0;
	int rc;

	if (!fakeapi__rbac_on(c->core) || c->own || !c->user || c->user->admin ||
	    strcmp(c->res->group, FAKEAPI_RBAC_GROUP) != 0 || (!role && !binding))
		return 0;
	if (binding)
		return confirm_binding(c, obj);
	if (old && fakeapi__equal(fakeapi__member(obj, "rules"), fakeapi__member(old, "rules")) &&
	    fakeapi__equal(fakeapi__member(obj, "aggregationRule"),
			   fakeapi__member(old, "aggregationRule")))
		return 0;
	rc = may(c, "escalate", c->res->resource, str_of(fakeapi__meta_str(obj, "name")),
		 c->route.ns);
	if (rc != 0)
		return rc < 0 ? -1 : 0;
	if (fakeapi__member(obj, "aggregationRule")) { /* it may aggregate any rule */
		cJSON *all =
		    fakeapi__parse(STR("[{\"verbs\":[\"*\"],\"apiGroups\":[\"*\"],\"resources\":["
				       "\"*\"]},{\"verbs\":[\"*\"],\"nonResourceURLs\":[\"*\"]}]"));

		rc = all ? confirm(c, obj, all) : -1;
		cJSON_Delete(all);
		if (rc < 0)
			return -1;
	}
	return confirm(c, obj, fakeapi__member(obj, "rules"));
}
