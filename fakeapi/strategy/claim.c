/* SPDX-License-Identifier: Apache-2.0 */
/* claim.c - claims, volumes, leases and service accounts: fields that servers drop or synchronise
 * (pkg/api/persistentvolumeclaim/util.go, pkg/registry/coordination/lease/strategy.go,
 * pkg/registry/core/serviceaccount/strategy.go). */
#include "fakeapi/strategy/strategies.h"

#include "fakeapi/meta/go_json.h"
#include "fakeapi/rest/rest.h"

#define need fakeapi__place_need
#define put  fakeapi__place_set

/* dataSource has always supported only these two; others are silently dropped. */
static bool is_claim_or_snapshot(const cJSON *source)
{
	const char *kind = fakeapi__string(source, "kind");
	const char *group = fakeapi__string(source, "apiGroup");

	return (strcmp(kind, "PersistentVolumeClaim") == 0 && !*group) ||
	       (strcmp(kind, "VolumeSnapshot") == 0 &&
		strcmp(group, "snapshot.storage.k8s.io") == 0);
}

void fakeapi__claim_prepare(struct fakeapi__place p, const cJSON *old)
{
	struct fakeapi__place spec = need(p, "spec");
	const cJSON *was = fakeapi__member(old, "spec");
	const cJSON *source = fakeapi__member(spec.v, "dataSource"), *ref;
	bool in_use =
	    fakeapi__member(was, "dataSource") != NULL || fakeapi__member(was, "dataSourceRef");

	/* The feature CrossNamespaceVolumeDataSource is disabled. */
	if (!in_use && *fakeapi__string(fakeapi__member(spec.v, "dataSourceRef"), "namespace"))
		fakeapi__place_remove(spec, "dataSourceRef");
	if (source && !in_use && !fakeapi__member(spec.v, "dataSourceRef") &&
	    !is_claim_or_snapshot(source)) {
		fakeapi__place_remove(spec, "dataSource");
		source = NULL;
	}
	ref = fakeapi__member(spec.v, "dataSourceRef");
	if (source && !ref)
		put(spec, "dataSourceRef", cJSON_Duplicate(source, true));
	else if (ref && !source && !*fakeapi__string(ref, "namespace"))
		put(spec, "dataSource", cJSON_Duplicate(ref, true));
}

/* Keeps only the names of secrets. */
void fakeapi__service_account_prepare(struct fakeapi__place p, const cJSON *old)
{
	cJSON *secrets = fakeapi__place_at(p, "secrets").v, *next;

	(void)old;
	for (cJSON *s = secrets ? secrets->child : NULL; s; s = s->next)
		for (cJSON *m = s->child; m; m = next) {
			next = m->next;
			if (strcmp(m->string, "name") != 0)
				cJSON_Delete(cJSON_DetachItemViaPointer(s, m));
		}
}

void fakeapi__lease_prepare(struct fakeapi__place p, const cJSON *old)
{
	static const char *const unknown[] = { "strategy", "preferredHolder" };
	struct fakeapi__place spec = need(p, "spec");

	for (size_t i = 0; i < ARRAY_LEN(unknown); i++)
		if (!fakeapi__dig(old, "spec", unknown[i], NULL))
			fakeapi__place_remove(spec, unknown[i]);
}

int fakeapi__volume_prepare_for_create(const struct fakeapi__call *c, cJSON *obj)
{
	cJSON *status = cJSON_GetObjectItemCaseSensitive(obj, "status");

	if (!status) {
		status = cJSON_AddObjectToObject(obj, "status");
		if (!status || !cJSON_AddStringToObject(status, "phase", "Pending"))
			return -1;
	}
	return fakeapi__set(status, "lastPhaseTransitionTime", cJSON_CreateString(c->now));
}

/* Sets the time of a phase change: the client's value, unless it is the old one. */
int fakeapi__volume_prepare_for_update(const struct fakeapi__call *c, const cJSON *old, cJSON *obj,
				       const char *sub)
{
	static const char name[] = "lastPhaseTransitionTime";
	cJSON *status = cJSON_GetObjectItemCaseSensitive(obj, "status");
	const cJSON *was = fakeapi__member(old, "status"), *since = fakeapi__member(was, name);
	const cJSON *now = fakeapi__member(status, name);
	bool same = strcmp(fakeapi__string(status, "phase"), fakeapi__string(was, "phase")) == 0;

	if (strcmp(sub, "status") != 0 || !status)
		return 0;
	if (same)
		return now || !since ? 0 : fakeapi__set(status, name, cJSON_Duplicate(since, true));
	return now && !(since && fakeapi__equal(now, since))
		   ? 0
		   : fakeapi__set(status, name, cJSON_CreateString(c->now));
}
