/* SPDX-License-Identifier: Apache-2.0 */
/* crd_direct.c - CustomResourceDefinitions that a scenario's steps write directly: in one write
 * they get the defaults and the status that the real server and its controllers give them in four.
 */
#include "fakeapi/admission/admission.h"
#include "fakeapi/controllers/controllers.h"
#include "fakeapi/controllers/loopback.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/schema/typeinfo.h"

enum { STEPS_MAX = 8 };

/* Whether it has the parts of which types are made. A scenario may have only some of them. */
static bool is_complete(const cJSON *definition)
{
	const cJSON *spec = fakeapi__member(definition, "spec");
	const cJSON *names = fakeapi__member(spec, "names");
	const char *group = fakeapi__string(spec, "group");
	const char *plural = fakeapi__string(names, "plural");
	const char *name = fakeapi__meta_str(definition, "name");
	size_t len = strlen(plural);

	return *group && *plural && *fakeapi__string(names, "kind") &&
	       cJSON_GetArraySize(fakeapi__member(spec, "versions")) > 0 &&
	       strncmp(name, plural, len) == 0 && name[len] == '.' &&
	       strcmp(name + len + 1, group) == 0;
}

/* Sets the defaults and storedVersions, as for a write of a client. */
static int complete(struct fakeapi__call *c, cJSON *definition)
{
	bool nomem = false;
	struct fakeapi__place root = { definition, fakeapi__type_of(c->res), &nomem };

	if (fakeapi__default(c->res, definition, NULL) < 0)
		return -1;
	c->strategy->prepare(root, NULL);
	return nomem ? -1 : 0;
}

static int establish(struct fakeapi__call *c, cJSON **definition)
{
	if (complete(c, *definition) < 0)
		return -1;
	for (int i = 0; i < STEPS_MAX; i++) {
		cJSON *next = NULL;

		if (fakeapi__crd_step(c->core->crds, *definition, c->now, &next) < 0)
			return -1;
		if (!next)
			return 0;
		cJSON_Delete(*definition);
		*definition = next;
	}
	return 0;
}

int fakeapi__crd_complete(struct fakeapi__core *core, cJSON **definition)
{
	const struct fakeapi__resource *res =
	    fakeapi__registry_find(core->registry, STR("apiextensions.k8s.io"), STR("v1"),
				   STR("customresourcedefinitions"));
	struct fakeapi__loopback in;
	int rc;

	if (!res || !is_complete(*definition))
		return 0;
	fakeapi__loopback_init(&in, core, "kube-apiserver");
	rc = fakeapi__loopback_aim(&in, res, "", fakeapi__meta_str(*definition, "name"));
	if (rc == 0)
		rc = establish(&in.call, definition);
	fakeapi__loopback_fini(&in);
	return rc;
}

int fakeapi__crd_serve(struct fakeapi__core *core, const cJSON *definition)
{
	struct str name = str_of(fakeapi__meta_str(definition, "name"));
	struct fakeapi__crd_version *made = NULL;
	bool same = false;

	if (is_complete(definition)) {
		if (fakeapi__crd_make(definition, &made) < 0)
			return -1;
		same = fakeapi__crds_same(core->crds, name, made);
		if (fakeapi__crds_take(core->crds, name, made) < 0)
			return -1;
	}
	core->crds_changed = true;
	if (!same)
		fakeapi__crd_written(core, definition, false);
	return 0;
}
