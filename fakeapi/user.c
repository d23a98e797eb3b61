/* SPDX-License-Identifier: Apache-2.0 */
/* user.c - whoever asks, as the API tells of them (authentication.k8s.io UserInfo). */
#include "fakeapi/context.h"

cJSON *fakeapi__user_info(const struct fakeapi__user *user)
{
	cJSON *info = cJSON_CreateObject(), *groups;
	struct str rest = str_of(user ? user->groups : "system:masters");

	if (!info || !cJSON_AddStringToObject(info, "username", user ? user->name : "admin") ||
	    (user && user->uid[0] && !cJSON_AddStringToObject(info, "uid", user->uid)))
		goto fail;
	groups = cJSON_AddArrayToObject(info, "groups");
	while (groups && rest.len) {
		const char *comma = memchr(rest.ptr, ',', rest.len);
		struct str one = { rest.ptr, comma ? (size_t)(comma - rest.ptr) : rest.len };
		AUTO_STRBUF z = STRBUF_INIT;

		strbuf_adds(&z, one);
		if (z.failed || !cJSON_AddItemToArray(groups, cJSON_CreateString(z.ptr)))
			goto fail;
		rest.ptr += one.len + (comma != NULL);
		rest.len -= one.len + (comma != NULL);
	}
	if (groups && cJSON_AddItemToArray(groups, cJSON_CreateString("system:authenticated")))
		return info;
fail:
	cJSON_Delete(info);
	return NULL;
}
