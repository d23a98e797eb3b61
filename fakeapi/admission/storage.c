/* SPDX-License-Identifier: Apache-2.0 */
/* storage.c - the plug-ins StorageObjectInUseProtection and PersistentVolumeClaimResize. */
#include "fakeapi/admission/plugins.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/scalar.h"

static void protect(struct fakeapi__place obj, const cJSON *old, const char *finalizer)
{
	struct fakeapi__place meta;
	cJSON *list, *item;

	if (old || fakeapi__has_finalizer(obj.v, finalizer))
		return;
	meta = fakeapi__place_need(obj, "metadata");
	list = fakeapi__member(meta.v, "finalizers");
	if (!cJSON_IsArray(list)) {
		fakeapi__place_set(meta, "finalizers", cJSON_CreateArray());
		list = fakeapi__member(meta.v, "finalizers");
	}
	item = cJSON_CreateString(finalizer);
	if (!list || !item || !cJSON_AddItemToArray(list, item)) {
		cJSON_Delete(item);
		*obj.nomem = true;
	}
}

void fakeapi__protect_claim(struct fakeapi__place claim, const cJSON *old)
{
	protect(claim, old, "kubernetes.io/pvc-protection");
}

void fakeapi__protect_volume(struct fakeapi__place volume, const cJSON *old)
{
	protect(volume, old, "kubernetes.io/pv-protection");
}

void fakeapi__protect_attributes_class(struct fakeapi__place class, const cJSON *old)
{
	protect(class, old, "kubernetes.io/vac-protection");
}

/* The older annotation wins, as in GetPersistentVolumeClaimClass. */
static const char *class_of(const cJSON *claim)
{
	const cJSON *notes = fakeapi__member(fakeapi__meta(claim), "annotations");
	const char *older = fakeapi__string(notes, "volume.beta.kubernetes.io/storage-class");

	return *older ? older : fakeapi__string(fakeapi__member(claim, "spec"), "storageClassName");
}

static double size_of(const cJSON *claim)
{
	return fakeapi__quantity_value(
	    fakeapi__string(fakeapi__dig(claim, "spec", "resources", "requests", NULL), "storage"));
}

int fakeapi__claim_resize_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old)
{
	const char *class = class_of(obj);
	bool allowed = false;
	cJSON *found;

	if (!old || size_of(obj) <= size_of(old))
		return 0;
	if (strcmp(fakeapi__string(fakeapi__member(old, "status"), "phase"), "Bound") != 0)
		return fakeapi__forbid_why(c, obj,
					   "Only bound persistent volume claims can be expanded");
	if (*class && strcmp(class, class_of(old)) == 0) {
		if (fakeapi__found(c, "storage.k8s.io", "storageclasses", STR(""), class, &found) <
		    0)
			return -1;
		allowed = cJSON_IsTrue(fakeapi__member(found, "allowVolumeExpansion"));
		cJSON_Delete(found);
	}
	return allowed
		   ? 0
		   : fakeapi__forbid_why(c, obj,
					 "only dynamically provisioned pvc can be resized and the "
					 "storageclass that provisions the pvc must support "
					 "resize");
}
