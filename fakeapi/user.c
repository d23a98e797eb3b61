/* SPDX-License-Identifier: Apache-2.0 */
/* user.c - the user of a request in the API's form (authentication.k8s.io UserInfo). */
#include "base/alloc.h"
#include "base/text/dns.h"
#include "fakeapi/context.h"

void fakeapi__user_fini(struct fakeapi__user *u)
{
	base__free(u->token);
	base__free(u->name);
	base__free(u->uid);
	for (size_t i = 0; u->groups && u->groups[i]; i++)
		base__free(u->groups[i]);
	base__free(u->groups);
	cJSON_Delete(u->extra);
	memset(u, 0, sizeof(*u));
}

/* --- groups --- */

int fakeapi__user_add_group(struct fakeapi__user *u, struct str name)
{
	size_t n = 0;
	char **grown;

	while (u->groups && u->groups[n])
		n++;
	grown = base__reallocarray(u->groups, n + 2, sizeof(*grown));
	if (!grown)
		return -1;
	u->groups = grown;
	grown[n + 1] = NULL;
	grown[n] = base__strndup(name.len ? name.ptr : "", name.len);
	return grown[n] ? 0 : -1;
}

int fakeapi__user_add_groups(struct fakeapi__user *u, struct str text, char separator)
{
	for (;;) {
		const char *end = text.len ? memchr(text.ptr, separator, text.len) : NULL;
		struct str one = { text.ptr, end ? (size_t)(end - text.ptr) : text.len };

		if (fakeapi__user_add_group(u, one) < 0)
			return -1;
		if (!end)
			return 0;
		text = (struct str) { end + 1, text.len - one.len - 1 };
	}
}

int fakeapi__user_add_account_groups(struct fakeapi__user *u, struct str ns)
{
	AUTO_STRBUF own = STRBUF_INIT;

	strbuf_addf(&own, "system:serviceaccounts:" STR_FMT, STR_ARG(ns));
	return !own.failed && fakeapi__user_add_group(u, STR("system:serviceaccounts")) == 0 &&
		       fakeapi__user_add_group(u, strbuf_str(&own)) == 0
		   ? 0
		   : -1;
}

static bool has_group(const struct fakeapi__user *u, const char *group)
{
	for (size_t i = 0; u->groups && u->groups[i]; i++)
		if (strcmp(u->groups[i], group) == 0)
			return true;
	return false;
}

/* group/authenticated_group_adder.go */
static bool adds_authenticated(const struct fakeapi__user *u)
{
	return !u->exact && !has_group(u, "system:authenticated") &&
	       !has_group(u, "system:unauthenticated");
}

bool fakeapi__user_in_group(const struct fakeapi__user *u, const char *group)
{
	return has_group(u, group) ||
	       (strcmp(group, "system:authenticated") == 0 && adds_authenticated(u));
}

/* --- names --- */

bool fakeapi__cut_account(struct str user, struct str *ns, struct str *name)
{
	static const char prefix[] = "system:serviceaccount:";
	size_t n = sizeof(prefix) - 1;
	const char *colon;

	if (user.len <= n || memcmp(user.ptr, prefix, n) != 0)
		return false;
	*ns = (struct str) { user.ptr + n, user.len - n };
	colon = memchr(ns->ptr, ':', ns->len);
	if (!colon)
		return false;
	*name = (struct str) { colon + 1, (size_t)(ns->ptr + ns->len - colon - 1) };
	ns->len = (size_t)(colon - ns->ptr);
	return ns->len <= DNS_LABEL_LEN_MAX && dns_is_label(*ns) &&
	       name->len <= DNS_SUBDOMAIN_LEN_MAX && dns_is_subdomain(*name);
}

static bool add_groups(cJSON *info, const struct fakeapi__user *user)
{
	cJSON *groups = cJSON_AddArrayToObject(info, "groups");

	for (size_t i = 0; groups && user && user->groups && user->groups[i]; i++)
		if (!cJSON_AddItemToArray(groups, cJSON_CreateString(user->groups[i])))
			return false;
	if (!groups ||
	    (!user && !cJSON_AddItemToArray(groups, cJSON_CreateString("system:masters"))))
		return false;
	return (user && !adds_authenticated(user)) ||
	       cJSON_AddItemToArray(groups, cJSON_CreateString("system:authenticated"));
}

cJSON *fakeapi__user_info(const struct fakeapi__user *user)
{
	cJSON *info = cJSON_CreateObject();

	if (info && cJSON_AddStringToObject(info, "username", user ? user->name : "admin") &&
	    (!user || !user->uid[0] || cJSON_AddStringToObject(info, "uid", user->uid)) &&
	    add_groups(info, user) &&
	    (!user || !user->extra ||
	     cJSON_AddItemToObject(info, "extra", cJSON_Duplicate(user->extra, true))))
		return info;
	cJSON_Delete(info);
	return NULL;
}
