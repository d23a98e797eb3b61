/* SPDX-License-Identifier: Apache-2.0 */
/* patch_merge.c - JSON merge patch, RFC 7386. */
#include "fakeapi/apply/patch_impl.h"

#include "fakeapi/meta/go_json.h"

/* null means "remove" in a patch, so nothing that comes from one keeps a null member. Values inside
 * arrays are left as they are but for the members of objects there, as the real server does. */
static void drop_nulls(cJSON *v)
{
	cJSON *m = v->child;

	while (m) {
		cJSON *next = m->next;

		if (cJSON_IsObject(v) && cJSON_IsNull(m))
			cJSON_Delete(cJSON_DetachItemViaPointer(v, m));
		else
			drop_nulls(m);
		m = next;
	}
}

static cJSON *copy_without_nulls(const cJSON *patch)
{
	cJSON *copy = cJSON_Duplicate(patch, true);

	if (copy)
		drop_nulls(copy);
	return copy;
}

int fakeapi__merge_patch(cJSON *target, const cJSON *patch)
{
	for (const cJSON *m = patch->child; m; m = m->next) {
		cJSON *have = fakeapi__member(target, m->string);

		if (cJSON_IsNull(m)) {
			cJSON_Delete(have ? cJSON_DetachItemViaPointer(target, have) : NULL);
		} else if (cJSON_IsObject(m) && cJSON_IsObject(have)) {
			if (fakeapi__merge_patch(have, m) != 0)
				return -1;
		} else if (fakeapi__set(target, m->string, copy_without_nulls(m)) != 0) {
			return -1;
		}
	}
	return 0;
}

int fakeapi__merge_diff(const cJSON *from, const cJSON *to, cJSON **out)
{
	cJSON *patch = cJSON_CreateObject();

	for (const cJSON *m = from->child; m && patch; m = m->next)
		if (!fakeapi__member(to, m->string) &&
		    fakeapi__set(patch, m->string, cJSON_CreateNull()) != 0)
			goto fail;
	for (const cJSON *m = to->child; m && patch; m = m->next) {
		const cJSON *have = fakeapi__member(from, m->string);
		cJSON *sub;

		if (have && fakeapi__equal(have, m))
			continue;
		if (cJSON_IsObject(m) && cJSON_IsObject(have)) {
			if (fakeapi__merge_diff(have, m, &sub) != 0)
				goto fail;
		} else {
			sub = cJSON_Duplicate(m, true);
		}
		if (fakeapi__set(patch, m->string, sub) != 0)
			goto fail;
	}
	*out = patch;
	return patch ? 0 : -1;
fail:
	cJSON_Delete(patch);
	return -1;
}
