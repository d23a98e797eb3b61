/* SPDX-License-Identifier: Apache-2.0 */
/* patch_merge.c - JSON merge patch, RFC 7386. */
#include "fakeapi/apply/patch_impl.h"

#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/lookup.h"

/* In a patch null means "remove", so values from one have no null members. Arrays keep nulls except
 * in members of their objects, as in the real server. */
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
	struct fakeapi__lookup members;
	int rc = 0;

	fakeapi__lookup_growing(&members, target, (size_t)cJSON_GetArraySize(patch));
	for (const cJSON *m = patch->child; m && rc == 0; m = m->next) {
		cJSON *have = fakeapi__lookup(&members, m->string);

		if (cJSON_IsNull(m))
			cJSON_Delete(fakeapi__lookup_detach(&members, m->string));
		else if (cJSON_IsObject(m) && cJSON_IsObject(have))
			rc = fakeapi__merge_patch(have, m);
		else
			rc = fakeapi__lookup_set(&members, m->string, copy_without_nulls(m));
	}
	fakeapi__lookup_fini(&members);
	return rc;
}

int fakeapi__merge_diff(const cJSON *from, const cJSON *to, cJSON **out)
{
	cJSON *patch = cJSON_CreateObject();
	struct fakeapi__lookup in_from, in_to;

	fakeapi__lookup_members(&in_from, from, to);
	fakeapi__lookup_members(&in_to, to, from);
	for (const cJSON *m = from->child; m && patch; m = m->next)
		if (!fakeapi__lookup(&in_to, m->string) && !cJSON_AddNullToObject(patch, m->string))
			goto fail;
	for (const cJSON *m = to->child; m && patch; m = m->next) {
		const cJSON *have = fakeapi__lookup(&in_from, m->string);
		cJSON *sub;

		if (have && fakeapi__equal(have, m))
			continue;
		if (cJSON_IsObject(m) && cJSON_IsObject(have)) {
			if (fakeapi__merge_diff(have, m, &sub) != 0)
				goto fail;
		} else {
			sub = cJSON_Duplicate(m, true);
		}
		if (!sub || !cJSON_AddItemToObject(patch, m->string, sub)) {
			cJSON_Delete(sub);
			goto fail;
		}
	}
	fakeapi__lookup_fini(&in_from);
	fakeapi__lookup_fini(&in_to);
	*out = patch;
	return patch ? 0 : -1;
fail:
	fakeapi__lookup_fini(&in_from);
	fakeapi__lookup_fini(&in_to);
	cJSON_Delete(patch);
	return -1;
}
