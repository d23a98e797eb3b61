/* SPDX-License-Identifier: Apache-2.0 */
/* user.c - whoever asks, as the API tells of them (authentication.k8s.io UserInfo). */
#include "base/alloc.h"
#include "fakeapi/context.h"

void fakeapi__user_fini(struct fakeapi__user *u)
{
	base__free(u->token);
	base__free(u->name);
	base__free(u->uid);
	base__free(u->groups);
	cJSON_Delete(u->extra);
	memset(u, 0, sizeof(*u));
}

bool fakeapi__user_in_group(const struct fakeapi__user *u, const char *group)
{
	struct str rest = str_of(u->groups);

	while (rest.len) {
		const char *comma = memchr(rest.ptr, ',', rest.len);
		struct str one = { rest.ptr, comma ? (size_t)(comma - rest.ptr) : rest.len };

		if (str_eqz(one, group))
			return true;
		rest.ptr += one.len + (comma != NULL);
		rest.len -= one.len + (comma != NULL);
	}
	return !u->exact && strcmp(group, "system:authenticated") == 0;
}

cJSON *fakeapi__user_info(const struct fakeapi__user *user)
{
	cJSON *info = cJSON_CreateObject(), *groups;
	struct str rest = str_of(user ? user->groups : "system:masters");

	if (!info || !cJSON_AddStringToObject(info, "username", user ? user->name : "admin") ||
	    (user && user->uid[0] && !cJSON_AddStringToObject(info, "uid", user->uid)))
		goto fail;
	groups = cJSON_AddArrayToObject(info, "groups");
	if (!groups)
		goto fail;
	while (rest.len) {
		const char *comma = memchr(rest.ptr, ',', rest.len);
		struct str one = { rest.ptr, comma ? (size_t)(comma - rest.ptr) : rest.len };
		AUTO_STRBUF z = STRBUF_INIT;

		strbuf_adds(&z, one);
		if (z.failed || !cJSON_AddItemToArray(groups, cJSON_CreateString(z.ptr)))
			goto fail;
		rest.ptr += one.len + (comma != NULL);
		rest.len -= one.len + (comma != NULL);
	}
	if ((!user || !user->exact) &&
	    !cJSON_AddItemToArray(groups, cJSON_CreateString("system:authenticated")))
		goto fail;
	if (!user || !user->extra ||
	    cJSON_AddItemToObject(info, "extra", cJSON_Duplicate(user->extra, true)))
		return info;
fail:
	cJSON_Delete(info);
	return NULL;
}
