/* SPDX-License-Identifier: Apache-2.0 */
/* roles.c - sets the rules of aggregated ClusterRoles from the roles that they select
 * (pkg/controller/clusterroleaggregation). */
#include "base/json_scan.h"
#include "fakeapi/authz/rbac.h"
#include "fakeapi/controllers/controllers.h"
#include "fakeapi/controllers/loopback.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/rest/write.h"

/* -1: out of memory, or refused: the next change retries. */
static int settle(struct fakeapi__core *core, const struct fakeapi__resource *res, const char *name)
{
	struct fakeapi__loopback in;
	const struct fakeapi__version *v;
	cJSON *old = NULL, *obj = NULL, *rules = NULL;
	int rc = -1;

	fakeapi__loopback_init(&in, core, "clusterrole-aggregation-controller");
	if (fakeapi__loopback_aim(&in, res, "", name) == 0) {
		v = fakeapi__bucket_get(in.call.bucket, in.call.route.ns, in.call.route.name);
		old = v ? fakeapi__tree_of(&in.call, v) : NULL;
		obj = old ? cJSON_Duplicate(old, true) : NULL;
		rules = obj ? fakeapi__rbac_aggregate(core, obj) : NULL;
	}
	if (rules && (fakeapi__equal(rules, fakeapi__member(old, "rules")) ||
		      (!rules->child && !fakeapi__member(old, "rules")))) {
		rc = 0;
	} else if (rules) {
		rc = fakeapi__set(obj, "rules", rules);
		rules = NULL;
		if (rc == 0)
			rc = fakeapi__update_tree(&in.call, old, obj, "", false);
	}
	cJSON_Delete(rules);
	cJSON_Delete(old);
	cJSON_Delete(obj);
	fakeapi__loopback_fini(&in);
	return rc;
}

void fakeapi__roles_aggregate(struct fakeapi__core *core)
{
	const struct fakeapi__resource *res =
	    fakeapi__registry_find(core->registry, STR("rbac.authorization.k8s.io"), STR("v1"),
				   STR("clusterroles"));
	const struct fakeapi__bucket *b = res ? fakeapi__core_bucket(core, res) : NULL;

	for (struct fakeapi__walk walk = { .in = b }; fakeapi__walk(&walk);) {
		const struct fakeapi__version *v = fakeapi__entry_at(walk.entry, UINT64_MAX);
		AUTO_STRBUF name = STRBUF_INIT;

		if (!v || !json_get(fakeapi__version_json(v), "aggregationRule").len)
			continue;
		strbuf_adds(&name, fakeapi__entry_name(walk.entry));
		if (!name.failed)
			(void)settle(core, res, name.ptr);
	}
}
