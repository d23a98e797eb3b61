/* SPDX-License-Identifier: Apache-2.0 */
/* managed_scale.c - converts the ownership of replicas between an object and its Scale
 * (apimachinery's managedfields.ScaleHandler). The version is part of a writer's identity, so an
 * Update's entry returns as another writer's: the original entry loses the replicas, and an entry
 * without a time gets them. */
#include "fakeapi/apply/fieldset.h"
#include "fakeapi/apply/managed_impl.h"
#include "fakeapi/apply/patch.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/schema/custom.h"

#define SCALE_VERSION "autoscaling/v1"

static const char *const in_scale = ".spec.replicas";
static const struct fakeapi__resource scale_type = { .group = "autoscaling", .version = "v1" };

static bool has_path(const cJSON *entry, const char *path)
{
	const cJSON *at = fakeapi__member(entry, "fieldsV1");

	while (at && *path == '.') {
		size_t n = strcspn(path + 1, ".");
		AUTO_STRBUF name = STRBUF_INIT;

		strbuf_addf(&name, "f:%.*s", (int)n, path + 1);
		at = name.failed ? NULL : fakeapi__member(at, name.ptr);
		path += n + 1;
	}
	return fakeapi__fieldset_has(at);
}

/* A set with only that path. NULL: out of memory. */
static cJSON *set_with(const char *path)
{
	cJSON *set = cJSON_CreateObject(), *at = set;

	while (at && *path == '.') {
		size_t n = strcspn(path + 1, ".");
		AUTO_STRBUF name = STRBUF_INIT;

		strbuf_addf(&name, "f:%.*s", (int)n, path + 1);
		at = name.failed ? NULL : cJSON_AddObjectToObject(at, name.ptr);
		path += n + 1;
	}
	if (at)
		return set;
	cJSON_Delete(set);
	return NULL;
}

/* The path of replicas in that version. false: unknown version; *path NULL: the version has no
 * scale. */
static bool path_in(const struct fakeapi__resource *res, const char *api, const char **path)
{
	size_t n = strlen(res->group);
	char own[330];

	if (res->flags & FAKEAPI_RES_CUSTOM) {
		*path = fakeapi__custom_replicas(res, api);
		return fakeapi__custom_has_version(res, api);
	}
	*path = in_scale;
	return strcmp(api, fakeapi__api_version(res, own, sizeof(own))) == 0 ||
	       (n && strncmp(api, res->group, n) == 0 && api[n] == '/') ||
	       strcmp(api, "extensions/v1beta1") == 0;
}

static int add(cJSON *entries, const cJSON *from, const char *api, const char *path,
	       const char *time)
{
	struct fakeapi__writer who = { fakeapi__string(from, "manager"),
				       fakeapi__string(from, "operation"), api,
				       fakeapi__string(from, "subresource") };
	cJSON *set = set_with(path);
	cJSON *made = set ? fakeapi__managed_add(entries, &who, set) : NULL;

	if (!made)
		cJSON_Delete(set);
	return made ? fakeapi__managed_set_time(made, time) : -1;
}

int fakeapi__managed_to_scale(const struct fakeapi__resource *res, const cJSON *obj, cJSON *scale)
{
	cJSON *have = fakeapi__managed_decode(obj), *entries = cJSON_CreateArray(), *e;
	int rc = have && entries ? 0 : -1;
	const char *path;

	cJSON_ArrayForEach(e, have)
	{
		if (rc == 0 && path_in(res, fakeapi__string(e, "apiVersion"), &path) && path &&
		    has_path(e, path))
			rc = add(entries, e, SCALE_VERSION, in_scale, fakeapi__string(e, "time"));
	}
	cJSON_Delete(have);
	if (rc == 0)
		return fakeapi__managed_encode(&scale_type, scale, entries);
	cJSON_Delete(entries);
	return -1;
}

/* The writer's entry in the Scale. An Update's is never found: its version differs. */
static cJSON *same_writer(const cJSON *of_scale, const cJSON *e)
{
	struct fakeapi__writer who = { fakeapi__string(e, "manager"),
				       fakeapi__string(e, "operation"),
				       fakeapi__string(e, "apiVersion"),
				       fakeapi__string(e, "subresource") };

	return fakeapi__managed_find(of_scale, &who);
}

static int steal(cJSON *entry, const char *path)
{
	cJSON *one = set_with(path), *left;

	left = one ? fakeapi__fieldset(FAKEAPI_SET_MINUS, fakeapi__member(entry, "fieldsV1"), one)
		   : NULL;
	cJSON_Delete(one);
	return left ? fakeapi__managed_set_fields(entry, left) : -1;
}

static int keep_parents(const struct fakeapi__resource *res, cJSON *entries, cJSON *of_scale)
{
	cJSON *next;

	for (cJSON *e = entries->child; e; e = next) {
		const char *path;
		bool known = path_in(res, fakeapi__string(e, "apiVersion"), &path);
		cJSON *same = known && path && has_path(e, path) ? same_writer(of_scale, e) : NULL;

		next = e->next;
		if (same) {
			cJSON_Delete(cJSON_DetachItemViaPointer(of_scale, same));
			continue;
		}
		if (known && path && has_path(e, path) && steal(e, path) != 0)
			return -1;
		if (!known || fakeapi__fieldset_empty(fakeapi__member(e, "fieldsV1")))
			cJSON_Delete(cJSON_DetachItemViaPointer(entries, e));
	}
	return 0;
}

int fakeapi__managed_from_scale(const struct fakeapi__resource *res, cJSON *obj, const cJSON *scale)
{
	cJSON *entries = fakeapi__managed_decode(obj), *of_scale = fakeapi__managed_decode(scale);
	const char *path = NULL;
	char own[330];
	int rc = entries && of_scale ? keep_parents(res, entries, of_scale) : -1;
	cJSON *e;

	(void)path_in(res, fakeapi__api_version(res, own, sizeof(own)), &path);
	cJSON_ArrayForEach(e, of_scale)
	{
		if (rc == 0 && path && has_path(e, in_scale))
			rc = add(entries, e, own, path, "");
	}
	cJSON_Delete(of_scale);
	if (rc == 0)
		return fakeapi__managed_encode(res, obj, entries);
	cJSON_Delete(entries);
	return -1;
}
