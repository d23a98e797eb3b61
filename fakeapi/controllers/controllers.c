/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/context.h"
#include "fakeapi/controllers/controllers.h"
#include "fakeapi/rest/write.h"

enum { ROUNDS_MAX = 1000 };

void fakeapi__controllers_note(struct fakeapi__core *core, struct fakeapi__bucket *b,
			       struct fakeapi__event *ev)
{
	core->work_deletions |= ev->version->gone || ev->version->terminating ||
				fakeapi__gc_has_lost_owner(core, ev->version);
	core->work_namespaces |= strcmp(b->resource, "namespaces") == 0;
	core->work_roles |= strcmp(b->resource, "clusterroles") == 0;
	if (strcmp(b->group, "flowcontrol.apiserver.k8s.io") == 0) {
		core->work_flows = true;
		fakeapi__flows_drop(core);
	}
	fakeapi__own_objects_note(core, b);
	core->work_names |= fakeapi__crd_frees_names(b, ev->version);
}

/* Failed writes are retried after the next request. */
void fakeapi__controllers_run(struct fakeapi__core *core)
{
	bool namespaces = core->work_namespaces, deletions = core->work_deletions;
	bool flows = core->work_flows, failed = core->write_failed;
	uint64_t refused = core->store.refused;

	if (core->in_gc || core->controlled_rv == core->store.rv)
		return;
	core->in_gc = true;
	for (unsigned round = 0; round < ROUNDS_MAX && core->controlled_rv != core->store.rv;
	     round++) {
		core->controlled_rv = core->store.rv;
		if (core->opt.default_service_accounts && core->work_namespaces)
			fakeapi__service_accounts_make(core);
		if (core->opt.namespace_deletion && core->work_deletions)
			fakeapi__namespaces_finish(core);
		if (core->work_deletions)
			fakeapi__crds_finish(core);
		core->work_namespaces = false;
		if (core->work_flows) {
			core->work_flows = false;
			fakeapi__flows_settle(core);
		}
		if (core->work_names) {
			core->work_names = false;
			fakeapi__crd_names_settle(core);
		}
		fakeapi__own_objects_settle(core);
		if (core->opt.rbac && core->work_roles) {
			core->work_roles = false;
			fakeapi__roles_aggregate(core);
		}
		if (core->opt.garbage_collection && core->work_deletions) {
			(void)fakeapi__gc_step(core);
		}
	}
	core->work_deletions = false;
	core->in_gc = false;
	if (refused == core->store.refused)
		return;
	core->write_failed = failed; /* the request's own write may have succeeded */
	core->work_namespaces |= namespaces;
	core->work_deletions |= deletions;
	core->work_flows |= flows;
	core->controlled_rv = UINT64_MAX;
}
