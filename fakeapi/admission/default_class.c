/* SPDX-License-Identifier: Apache-2.0 */
/* default_class.c - the plug-ins DefaultStorageClass and DefaultIngressClass: choose the newest
 * class marked as the default; of several created in the same second, the first by name. */
#include "fakeapi/admission/plugins.h"
#include "fakeapi/meta/go_json.h"

static bool marked(const cJSON *class, const char *const *marks)
{
	const cJSON *notes = fakeapi__member(fakeapi__meta(class), "annotations");

	for (; *marks; marks++)
		if (strcmp(fakeapi__string(notes, *marks), "true") == 0)
			return true;
	return false;
}

/* Sets spec.`member` to the name of the default class. */
static int set_default_class(struct fakeapi__call *c, cJSON *obj, const char *group,
			     const char *resource, const char *const *marks, const char *member)
{
	bool nomem = false;
	struct fakeapi__place root = { obj, fakeapi__type_of(c->res), &nomem };
	const cJSON *found = NULL, *m;
	cJSON *all;

	if (fakeapi__found_all(c, group, resource, STR(""), &all) < 0)
		return -1;
	/* The list is sorted by name: a later one replaces only an older one. */
	cJSON_ArrayForEach(m, all) if (marked(m, marks) &&
				       (!found ||
					strcmp(fakeapi__meta_str(m, "creationTimestamp"),
					       fakeapi__meta_str(found, "creationTimestamp")) > 0))
	    found = m;
	if (found)
		fakeapi__place_set(fakeapi__place_need(root, "spec"), member,
				   cJSON_CreateString(fakeapi__meta_str(found, "name")));
	cJSON_Delete(all);
	return nomem ? -1 : 0;
}

int fakeapi__default_storage_class(struct fakeapi__call *c, cJSON *obj)
{
	static const char *const marks[] = { "storageclass.kubernetes.io/is-default-class",
					     "storageclass.beta.kubernetes.io/is-default-class",
					     NULL };
	const cJSON *notes = fakeapi__member(fakeapi__meta(obj), "annotations");

	if (cJSON_IsString(fakeapi__dig(obj, "spec", "storageClassName", NULL)) ||
	    fakeapi__member(notes, "volume.beta.kubernetes.io/storage-class"))
		return 0;
	return set_default_class(c, obj, "storage.k8s.io", "storageclasses", marks,
				 "storageClassName");
}

int fakeapi__default_ingress_class(struct fakeapi__call *c, cJSON *obj)
{
	static const char *const marks[] = { "ingressclass.kubernetes.io/is-default-class", NULL };
	const cJSON *notes = fakeapi__member(fakeapi__meta(obj), "annotations");

	if (cJSON_IsString(fakeapi__dig(obj, "spec", "ingressClassName", NULL)) ||
	    fakeapi__member(notes, "kubernetes.io/ingress.class"))
		return 0;
	return set_default_class(c, obj, "networking.k8s.io", "ingressclasses", marks,
				 "ingressClassName");
}
