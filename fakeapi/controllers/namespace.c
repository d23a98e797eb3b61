/* SPDX-License-Identifier: Apache-2.0 */
/* namespace.c - deletes the content of terminating namespaces and creates the default objects of
 * new ones. */
#include "fakeapi/controllers/controllers.h"
#include "fakeapi/controllers/loopback.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/rest/write.h"
#include "fakeapi/stages.h"

/* --- terminating namespaces ---------------------------------------------------------------- */

/* Deletes the namespace's objects; returns the number of those that remain. */
static size_t empty_namespace(struct fakeapi__core *core, struct str ns)
{
	size_t left = 0;

	for (size_t i = 0; i < core->store.bucket_count; i++) {
		struct fakeapi__bucket *b = core->store.buckets[i];

		for (struct fakeapi__walk walk =
			 fakeapi__walk_in_steps(core, b, FAKEAPI_WALK_CHEAP);
		     fakeapi__walk(&walk);) {
			const struct fakeapi__entry *e = walk.entry;
			AUTO_STRBUF name = STRBUF_INIT;
			const struct fakeapi__version *v = fakeapi__entry_at(e, UINT64_MAX);

			if (!v || !str_eq(fakeapi__entry_ns(e), ns))
				continue;
			if (atomic_load(&core->stopping))
				return SIZE_MAX;
			strbuf_adds(&name, fakeapi__entry_name(e));
			if (name.failed || fakeapi__kill(core, b, ns, strbuf_str(&name)) < 0)
				return SIZE_MAX;
			left += fakeapi__bucket_get(b, ns, strbuf_str(&name)) != NULL;
		}
	}
	return left;
}

static int finish_namespace(struct fakeapi__core *core, struct fakeapi__bucket *b,
			    const struct fakeapi__version *v, struct str name)
{
	cJSON *obj = fakeapi__parse((struct str) { v->json, v->json_len });
	cJSON *spec = cJSON_GetObjectItemCaseSensitive(obj, "spec");
	int rc = -1;

	if (obj) {
		cJSON_DeleteItemFromObjectCaseSensitive(spec, "finalizers");
		rc = fakeapi__finalizer_count(obj) > 0
			 ? 0
			 : fakeapi__commit(core, b, (struct str) { NULL, 0 }, name, obj, true);
	}
	cJSON_Delete(obj);
	return rc;
}

void fakeapi__namespaces_finish(struct fakeapi__core *core)
{
	struct fakeapi__bucket *b =
	    fakeapi__store_bucket(&core->store, STR(""), STR("namespaces"), false);

	for (struct fakeapi__walk walk = { .in = b }; fakeapi__walk(&walk);) {
		const struct fakeapi__entry *e = walk.entry;
		const struct fakeapi__version *v = fakeapi__entry_at(e, UINT64_MAX);
		AUTO_STRBUF name = STRBUF_INIT;

		if (!v || !v->terminating)
			continue;
		strbuf_adds(&name, fakeapi__entry_name(e));
		if (name.failed)
			return;
		if (empty_namespace(core, strbuf_str(&name)) == 0)
			(void)finish_namespace(core, b, v, strbuf_str(&name));
	}
}

/* --- default service accounts -------------------------------------------------------------- */

void fakeapi__service_accounts_make(struct fakeapi__core *core)
{
	const struct fakeapi__bucket *b =
	    fakeapi__store_bucket(&core->store, STR(""), STR("namespaces"), false);
	const struct fakeapi__resource *res =
	    fakeapi__registry_find(core->registry, STR(""), STR("v1"), STR("serviceaccounts"));
	struct fakeapi__bucket *accounts = res ? fakeapi__core_bucket(core, res) : NULL;

	for (struct fakeapi__walk walk = { .in = b }; accounts && fakeapi__walk(&walk);) {
		const struct fakeapi__entry *e = walk.entry;
		const struct fakeapi__version *v = fakeapi__entry_at(e, UINT64_MAX);
		AUTO_STRBUF json = STRBUF_INIT;

		if (!v || v->terminating ||
		    fakeapi__bucket_get(accounts, fakeapi__entry_name(e), STR("default")))
			continue;
		strbuf_addf(&json,
			    "{\"kind\":\"ServiceAccount\",\"apiVersion\":\"v1\",\"metadata\":{"
			    "\"name\":\"default\",\"namespace\":\"" STR_FMT "\"}}",
			    STR_ARG(fakeapi__entry_name(e)));
		if (json.failed || fakeapi__loopback_make(core, json.ptr) < 0)
			return;
	}
}
