/* SPDX-License-Identifier: Apache-2.0 */
/* custom_resource_definition.c - definitions: their strategy adds and removes served types. */
#include "fakeapi/schema/custom.h"
#include "fakeapi/strategy/strategies.h"

#include "fakeapi/controllers/controllers.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/rest/delete.h"

#define need fakeapi__place_need
#define put  fakeapi__place_set

/* Adds the storage version to storedVersions. */
void fakeapi__definition_prepare(struct fakeapi__place p, const cJSON *old)
{
	const cJSON *versions = fakeapi__dig(p.v, "spec", "versions", NULL), *v;
	struct fakeapi__place status = need(p, "status");
	cJSON *stored = fakeapi__member(status.v, "storedVersions");

	(void)old;
	if (!cJSON_IsArray(stored)) {
		put(status, "storedVersions", cJSON_CreateArray());
		stored = fakeapi__member(status.v, "storedVersions");
	}
	cJSON_ArrayForEach(v, versions)
	{
		cJSON *name;
		bool known;

		if (!cJSON_IsTrue(fakeapi__member(v, "storage")))
			continue;
		known = fakeapi__list_has(stored, fakeapi__string(v, "name"));
		name = known ? NULL : cJSON_CreateString(fakeapi__string(v, "name"));
		if (!known && (!name || !stored || !cJSON_AddItemToArray(stored, name))) {
			cJSON_Delete(name);
			*p.nomem = true;
		}
		break;
	}
}

/* A definition stays until its custom resources are deleted. */
int fakeapi__definition_delete(struct fakeapi__deletion *d, cJSON *obj)
{
	const char *why = fakeapi__definition_terminating(obj);
	char now[32];
	cJSON *terminating;
	int rc;

	if (why && strcmp(why, FAKEAPI_CRD_IN_PROGRESS) == 0) {
		if (fakeapi__meta_has(obj, "deletionGracePeriodSeconds"))
			return fakeapi__delete_plain(d, obj);
		if (fakeapi__meta_set_int(obj, "deletionGracePeriodSeconds", 0) < 0)
			return -1;
		return fakeapi__delete_write(d, obj);
	}
	if (fakeapi__add_finalizer(obj, FAKEAPI_CRD_FINALIZER) < 0 ||
	    (!fakeapi__meta_has(obj, "deletionTimestamp") &&
	     fakeapi__delete_mark(d, obj, 0, false) < 0))
		return -1;
	fakeapi__format_time(fakeapi__core_unix(d->core), now, sizeof(now));
	terminating = fakeapi__crd_terminating(obj, now);
	rc = terminating ? fakeapi__copy_member(obj, terminating, "status") : -1;
	cJSON_Delete(terminating);
	if (rc == 0)
		rc = fakeapi__delete_write(d, obj);
	if (rc < 0 || d->dry_run)
		return rc;
	return fakeapi__crd_finalize(d->core, d->bucket, d->name);
}
