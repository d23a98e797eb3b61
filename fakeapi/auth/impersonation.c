/* SPDX-License-Identifier: Apache-2.0 */
/* impersonation.c - Impersonate-User, -Uid, -Group and -Extra-KEY, for authorized users
 * (endpoints/filters/impersonation.go). */
#include "base/alloc.h"
#include "base/text/ascii.h"
#include "base/url.h"
#include "fakeapi/audit/audit.h"
#include "fakeapi/auth/auth.h"
#include "fakeapi/authz/rbac.h"
#include "fakeapi/rest/rest.h"

#define EXTRA "impersonate-extra-"

static int may_be(struct fakeapi__call *c, const char *group, const char *resource, struct str sub,
		  struct str name, struct str ns)
{
	struct fakeapi__action a = { .user = c->user,
				     .verb = STR("impersonate"),
				     .on_resource = true,
				     .group = str_of(group),
				     .resource = str_of(resource),
				     .sub = sub,
				     .name = name,
				     .ns = ns };
	AUTO_STRBUF reason = STRBUF_INIT;
	int rc;

	if (!c->user || c->user->admin)
		return 0;
	rc = fakeapi__rbac_on(c->core) ? fakeapi__rbac_allows(c->core, &a, &reason) : 0;
	if (rc != 0)
		return rc > 0 ? 0 : -1;
	if (fakeapi__header_add(c->x, "X-Content-Type-Options", STR("nosniff")) < 0)
		return -1;
	return fakeapi__forbid(c, &a, strbuf_str(&reason));
}

static int check_user(struct fakeapi__call *c, struct str user)
{
	struct str ns, name;

	return fakeapi__cut_account(user, &ns, &name)
		   ? may_be(c, "", "serviceaccounts", STR(""), name, ns)
		   : may_be(c, "", "users", STR(""), user, STR(""));
}

/* Lower-cased, then percent-decoded; a key with an invalid escape stays encoded. */
static void add_key(struct strbuf *out, struct str key)
{
	AUTO_STRBUF lower = STRBUF_INIT;
	bool escapes = true;

	for (size_t i = 0; i < key.len; i++)
		strbuf_addc(&lower, ascii_lower(key.ptr[i]));
	for (size_t i = 0; i < lower.len; i++)
		if (lower.ptr[i] == '%')
			escapes &= i + 2 < lower.len && hex_digit(lower.ptr[i + 1]) >= 0 &&
				   hex_digit(lower.ptr[i + 2]) >= 0;
	if (escapes)
		strbuf_add_urldec(out, strbuf_str(&lower), false);
	else
		strbuf_adds(out, strbuf_str(&lower));
	out->failed |= lower.failed;
}

static int add_extra(struct fakeapi__call *c, struct str key, struct str value)
{
	AUTO_STRBUF name = STRBUF_INIT;
	AUTO_STRBUF text = STRBUF_INIT;
	cJSON *list;

	add_key(&name, key);
	strbuf_adds(&text, value);
	if (name.failed || text.failed)
		return -1;
	if (may_be(c, "authentication.k8s.io", "userextras", strbuf_str(&name), value, STR("")) < 0)
		return -1;
	if (!c->as.extra)
		c->as.extra = cJSON_CreateObject();
	list = cJSON_GetObjectItemCaseSensitive(c->as.extra, name.ptr);
	if (c->as.extra && !list)
		list = cJSON_AddArrayToObject(c->as.extra, name.ptr);
	return list && cJSON_AddItemToArray(list, cJSON_CreateString(text.ptr)) ? 0 : -1;
}

/* Adds groups that no header contains. */
static int add_own_groups(struct fakeapi__user *as, struct str user)
{
	struct str ns, name;

	if (!as->groups && fakeapi__cut_account(user, &ns, &name) &&
	    fakeapi__user_add_account_groups(as, ns) < 0)
		return -1;
	/* Other users get system:authenticated. */
	as->exact = str_eqz(user, "system:anonymous");
	if (!as->exact || fakeapi__user_in_group(as, "system:unauthenticated"))
		return 0;
	return fakeapi__user_add_group(as, STR("system:unauthenticated"));
}

/* Appends a reference as Go's %v does: kind, namespace, name, uid, version, resource version,
 * field. */
static void add_request(struct strbuf *text, const char *kind, struct str name, struct str field)
{
	bool group = strcmp(kind, "Group") == 0;

	strbuf_addf(text, "%s{%s  " STR_FMT "  %s  ", text->len ? " " : "", kind, STR_ARG(name),
		    group ? "" : "authentication.k8s.io/v1");
	strbuf_adds(text, field);
	strbuf_addc(text, '}');
}

static bool is_extra(struct str name)
{
	return ascii_begins_nocase(name, STR(EXTRA));
}

static struct str extra_key(struct str name)
{
	return (struct str) { name.ptr + sizeof(EXTRA) - 1, name.len - (sizeof(EXTRA) - 1) };
}

/* Groups, extras and a uid without a user are an error. 0: none of these. */
static int no_user(struct fakeapi__call *c)
{
	struct str uid = fakeapi__request_header(c->req, "Impersonate-Uid");
	AUTO_STRBUF list = STRBUF_INIT;
	AUTO_STRBUF text = STRBUF_INIT;

	for (size_t i = 0; i < c->req->header_count; i++)
		if (ascii_eq_nocase(c->req->headers[i].name, STR("Impersonate-Group")))
			add_request(&list, "Group", c->req->headers[i].value, STR(""));
	for (size_t i = 0; i < c->req->header_count; i++) {
		AUTO_STRBUF key = STRBUF_INIT;

		if (!is_extra(c->req->headers[i].name))
			continue;
		add_key(&key, extra_key(c->req->headers[i].name));
		add_request(&list, "UserExtra", c->req->headers[i].value, strbuf_str(&key));
		list.failed |= key.failed;
	}
	if (uid.len)
		add_request(&list, "UID", uid, STR(""));
	if (!list.len && !list.failed)
		return 0;
	strbuf_addf(&text,
		    "Internal Server Error: \"" STR_FMT "\": requested [" STR_FMT
		    "] without impersonating a user\n",
		    STR_ARG(c->route.path), STR_ARG(strbuf_str(&list)));
	if (text.failed || list.failed ||
	    fakeapi__header_add(c->x, "X-Content-Type-Options", STR("nosniff")) < 0)
		return -1;
	return fakeapi__answer_text(c, 500, "text/plain; charset=utf-8", strbuf_str(&text)) < 0 ? -1
												: 1;
}

static int take_groups(struct fakeapi__call *c)
{
	for (size_t i = 0; i < c->req->header_count; i++) {
		struct str value = c->req->headers[i].value;

		if (ascii_eq_nocase(c->req->headers[i].name, STR("Impersonate-Group")) &&
		    (may_be(c, "", "groups", STR(""), value, STR("")) < 0 ||
		     fakeapi__user_add_group(&c->as, value) < 0))
			return -1;
	}
	return 0;
}

/* Checks the headers in the real server's order. */
static int take_headers(struct fakeapi__call *c)
{
	struct str uid = fakeapi__request_header(c->req, "Impersonate-Uid");

	if (take_groups(c) < 0)
		return -1;
	for (size_t i = 0; i < c->req->header_count; i++) {
		struct str name = c->req->headers[i].name;

		if (is_extra(name) && add_extra(c, extra_key(name), c->req->headers[i].value) < 0)
			return -1;
	}
	if (uid.len && may_be(c, "authentication.k8s.io", "uids", STR(""), uid, STR("")) < 0)
		return -1;
	c->as.uid = base__strndup(uid.len ? uid.ptr : "", uid.len);
	return c->as.uid ? 0 : -1;
}

int fakeapi__impersonate(struct fakeapi__call *c)
{
	struct str user = fakeapi__request_header(c->req, "Impersonate-User");

	/* Without authentication every client is admin, so impersonation has no effect. */
	if (!c->user && !fakeapi__rbac_on(c->core))
		return 0;
	if (!user.len)
		return no_user(c);
	if (check_user(c, user) < 0 || take_headers(c) < 0 || add_own_groups(&c->as, user) < 0)
		return -1;
	c->as.name = base__strndup(user.ptr, user.len);
	c->as.token = base__strdup("");
	if (!c->as.name || !c->as.token)
		return -1;
	c->as.admin = fakeapi__user_in_group(&c->as, "system:masters");
	c->user = &c->as;
	fakeapi__audit_impersonated(c);
	return 0;
}
