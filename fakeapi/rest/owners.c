/* SPDX-License-Identifier: Apache-2.0 */
/* owners.c - owners that an object names twice (endpoints/handlers dedupOwnerReferences). */
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/rest/write.h"

/* An equal reference before `ref`; only one of the same uid can be. */
static bool seen_before(const struct fakeapi__lookup *uids, const cJSON *list, const cJSON *ref)
{
	const cJSON *m;

	if (!fakeapi__lookup_again(uids, ref))
		return false;
	for (m = list->child; m && m != ref; m = m->next)
		if (fakeapi__equal(m, ref))
			return true;
	return false;
}

static cJSON *owners_of(const cJSON *obj)
{
	return fakeapi__dig(obj, "metadata", "ownerReferences", NULL);
}

bool fakeapi__has_same_owners(const cJSON *obj)
{
	const cJSON *list = owners_of(obj), *ref;
	struct fakeapi__lookup uids;
	bool found = false;

	fakeapi__lookup_items(&uids, list, "uid", list);
	for (ref = list ? list->child : NULL; ref && !found; ref = ref->next)
		found = seen_before(&uids, list, ref);
	fakeapi__lookup_fini(&uids);
	return found;
}

int fakeapi__drop_same_owners(struct fakeapi__call *c, cJSON *obj, bool after)
{
	cJSON *list = owners_of(obj), *ref, *next, *same = NULL;
	struct fakeapi__lookup uids;
	AUTO_STRBUF names = STRBUF_INIT;

	if (!fakeapi__has_same_owners(obj))
		return 0;
	same = cJSON_CreateArray(); /* freed when nothing is looked up any more */
	if (!same)
		return -1;
	fakeapi__lookup_items(&uids, list, "uid", list);
	for (ref = list->child; ref; ref = next) {
		next = ref->next;
		if (!seen_before(&uids, list, ref))
			continue;
		strbuf_addf(&names, "%s%s", names.len ? ", " : "", fakeapi__string(ref, "uid"));
		fakeapi__append_child(same, cJSON_DetachItemViaPointer(list, ref));
	}
	fakeapi__lookup_fini(&uids);
	cJSON_Delete(same);
	strbuf_addf(
	    &c->warnings,
	    ".metadata.ownerReferences contains duplicate entries%s; API server dedups owner "
	    "references in 1.20+, and may reject such requests as early as 1.24; please fix "
	    "your requests; duplicate UID(s) observed: %s\n",
	    after ? " after mutating admission happens" : "", names.len ? names.ptr : "");
	return names.failed || c->warnings.failed ? -1 : 0;
}
