/* SPDX-License-Identifier: Apache-2.0 */
/* owners.c - removes duplicate owner references (endpoints/handlers dedupOwnerReferences). */
#include "base/map.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/rest/write.h"

/* A key of the fields in Go's struct: equal references have equal keys. */
static void key_of(const cJSON *ref, struct strbuf *out)
{
	static const char *const texts[] = { "uid", "name", "kind", "apiVersion" };
	static const char *const bools[] = { "controller", "blockOwnerDeletion" };

	strbuf_clear(out);
	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		const char *text = fakeapi__string(ref, texts[i]);

		strbuf_addf(out, "%zu:%s", strlen(text), text);
	}
	for (size_t i = 0; i < ARRAY_LEN(bools); i++) {
		const cJSON *v = fakeapi__member(ref, bools[i]);

		strbuf_addc(out, cJSON_IsTrue(v) ? 't' : cJSON_IsFalse(v) ? 'f' : '-');
	}
}

/* 1: `seen` has an equal reference; 0: added; -1: out of memory. */
static int see(struct map *seen, const cJSON *ref)
{
	AUTO_STRBUF key = STRBUF_INIT;

	key_of(ref, &key);
	if (key.failed)
		return -1;
	if (map_get(seen, strbuf_str(&key)))
		return 1;
	return map_put(seen, strbuf_str(&key), seen, NULL);
}

static cJSON *owners_of(const cJSON *obj)
{
	return fakeapi__dig(obj, "metadata", "ownerReferences", NULL);
}

int fakeapi__has_same_owners(const cJSON *obj)
{
	const cJSON *list = owners_of(obj), *ref;
	struct map seen;
	int rc = 0;

	if (!list || !list->child || !list->child->next)
		return 0;
	map_init(&seen, MAP_COPY_KEYS);
	for (ref = list->child; ref && !rc; ref = ref->next)
		rc = see(&seen, ref);
	map_fini(&seen);
	return rc;
}

int fakeapi__drop_same_owners(struct fakeapi__call *c, cJSON *obj, bool after)
{
	cJSON *list = owners_of(obj), *ref, *next;
	struct map seen;
	AUTO_STRBUF names = STRBUF_INIT;
	int rc = fakeapi__has_same_owners(obj);

	if (rc <= 0)
		return rc;
	map_init(&seen, MAP_COPY_KEYS);
	for (ref = list->child; ref && rc >= 0; ref = next) {
		next = ref->next;
		rc = see(&seen, ref);
		if (rc <= 0)
			continue;
		strbuf_addf(&names, "%s%s", names.len ? ", " : "", fakeapi__string(ref, "uid"));
		cJSON_Delete(cJSON_DetachItemViaPointer(list, ref));
	}
	map_fini(&seen);
	if (rc < 0)
		return -1;
	strbuf_addf(
	    &c->warnings,
	    ".metadata.ownerReferences contains duplicate entries%s; API server dedups owner "
	    "references in 1.20+, and may reject such requests as early as 1.24; please fix "
	    "your requests; duplicate UID(s) observed: %s\n",
	    after ? " after mutating admission happens" : "", names.len ? names.ptr : "");
	return names.failed || c->warnings.failed ? -1 : 0;
}
