/* SPDX-License-Identifier: Apache-2.0 */
/* namespace.c - namespaces: spec.finalizers keep a namespace until its content is deleted. */
#include "fakeapi/strategy/strategies.h"

#include "fakeapi/meta/go_json.h"
#include "fakeapi/rest/delete.h"

#define at   fakeapi__place_at
#define need fakeapi__place_need
#define put  fakeapi__place_set

/* The server's own finalizer is always added to the client's. */
static void add_finalizer(struct fakeapi__place spec)
{
	cJSON *list = fakeapi__member(spec.v, "finalizers"), *f;

	cJSON_ArrayForEach(f, list) if (cJSON_IsString(f) &&
					strcmp(f->valuestring, "kubernetes") == 0) return;
	if (!cJSON_IsArray(list)) {
		put(spec, "finalizers", cJSON_CreateArray());
		list = fakeapi__member(spec.v, "finalizers");
	}
	f = list ? cJSON_CreateString("kubernetes") : NULL;
	if (f && cJSON_AddItemToArray(list, f))
		return;
	cJSON_Delete(f);
	*spec.nomem = true;
}

void fakeapi__namespace_prepare(struct fakeapi__place p, const cJSON *old)
{
	struct fakeapi__place spec = need(p, "spec"), meta = at(p, "metadata");
	const char *name = fakeapi__get_str(meta.v, "name");

	if (old)
		return;
	/* Canonicalize(): a generated name did not exist when defaults were set. */
	put(need(meta, "labels"), "kubernetes.io/metadata.name", cJSON_CreateString(name));
	add_finalizer(spec);
	put(p, "status", cJSON_CreateObject());
	put(at(p, "status"), "phase", cJSON_CreateString("Active"));
}

int fakeapi__namespace_prepare_for_update(const struct fakeapi__call *c, const cJSON *old,
					  cJSON *obj, const char *sub)
{
	cJSON *spec = cJSON_GetObjectItemCaseSensitive(obj, "spec");
	const cJSON *old_spec = cJSON_GetObjectItemCaseSensitive(old, "spec");

	(void)c;
	if (strcmp(sub, "finalize") == 0)
		return 0;
	return spec ? fakeapi__copy_member(spec, old_spec, "finalizers")
		    : fakeapi__copy_member(obj, old, "spec");
}

bool fakeapi__namespace_stays(const cJSON *obj)
{
	const cJSON *spec = cJSON_GetObjectItemCaseSensitive(obj, "spec");

	return cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(spec, "finalizers")) > 0;
}

int fakeapi__namespace_delete(struct fakeapi__deletion *d, cJSON *obj)
{
	cJSON *spec = cJSON_GetObjectItemCaseSensitive(obj, "spec");
	cJSON *status = cJSON_GetObjectItemCaseSensitive(obj, "status");
	bool changed;

	if (!fakeapi__meta_has(obj, "deletionTimestamp")) {
		if (fakeapi__delete_mark(d, obj, 0, false) < 0)
			return -1;
		if (!status) {
			status = cJSON_CreateObject();
			if (fakeapi__set_item(obj, "status", status) < 0)
				return -1;
		}
		if (fakeapi__set_str(status, "phase", "Terminating") < 0 ||
		    fakeapi__delete_propagation(d, obj, &changed) < 0)
			return -1;
		return fakeapi__delete_write(d, obj); /* gone with the next DELETE or finalize */
	}
	d->unchanged = true;
	if (cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(spec, "finalizers")) > 0 ||
	    fakeapi__finalizer_count(obj) > 0)
		return 0;
	d->unchanged = false;
	return fakeapi__delete_finish(d, obj);
}
