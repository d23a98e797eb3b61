/* SPDX-License-Identifier: Apache-2.0 */
/* validate_job_template.c - checks the pod template of a Job in an update. */
#include "fakeapi/meta/object.h"
#include "fakeapi/validation/validate_impl.h"

static const path_t spec_at = { NULL, "spec", 0, { NULL, 0 } };

/* Removes the fields that control scheduling, labels and annotations. */
static void forget_directives(cJSON *tmpl)
{
	static const char *const of_spec[] = { "nodeSelector", "tolerations", "schedulingGates" };
	static const char *const of_meta[] = { "labels", "annotations" };
	cJSON *spec = fakeapi__member(tmpl, "spec"), *meta = fakeapi__member(tmpl, "metadata");
	cJSON *affinity = fakeapi__member(spec, "affinity");

	for (size_t i = 0; i < ARRAY_LEN(of_spec); i++)
		cJSON_DeleteItemFromObjectCaseSensitive(spec, of_spec[i]);
	for (size_t i = 0; i < ARRAY_LEN(of_meta); i++)
		cJSON_DeleteItemFromObjectCaseSensitive(meta, of_meta[i]);
	if (meta && !meta->child)
		cJSON_DeleteItemFromObjectCaseSensitive(tmpl, "metadata");
	cJSON_DeleteItemFromObjectCaseSensitive(affinity, "nodeAffinity");
	if (affinity && !affinity->child)
		cJSON_DeleteItemFromObjectCaseSensitive(spec, "affinity");
}

/* A suspended job of which no pod runs. */
static bool is_at_rest(const cJSON *old)
{
	const cJSON *status = fakeapi__member(old, "status"), *m;
	const cJSON *active = fakeapi__member(status, "active");
	bool rests = fakeapi__is_blank(fakeapi__member(status, "startTime"));

	cJSON_ArrayForEach(m, fakeapi__member(status, "conditions")) rests |=
	    strcmp(fakeapi__string(m, "type"), "Suspended") == 0 &&
	    strcmp(fakeapi__string(m, "status"), "True") == 0;
	return cJSON_IsTrue(fakeapi__dig(old, "spec", "suspend", NULL)) && rests &&
	       (!cJSON_IsNumber(active) || active->valueint == 0);
}

/* Gives the containers the resources that the others of the same place and name have. */
static void take_resources(causes_t *c, cJSON *to, const cJSON *from)
{
	const cJSON *f = from ? from->child : NULL;

	if (cJSON_GetArraySize(to) != cJSON_GetArraySize(from))
		return;
	for (cJSON *t = to ? to->child : NULL; t && f; t = t->next, f = f->next) {
		if (strcmp(fakeapi__string(t, "name"), fakeapi__string(f, "name")) != 0)
			continue;
		cJSON_DeleteItemFromObjectCaseSensitive(t, "resources");
		c->nomem |= fakeapi__copy_member(t, f, "resources") != 0;
	}
}

/* While a job is suspended the scheduling and, later on, the resources of its pods may change. */
void fakeapi__check_job_template(causes_t *c, const cJSON *spec, const cJSON *old)
{
	static const char *const lists[] = { "containers", "initContainers" };
	const cJSON *before = fakeapi__member(old, "spec"),
		    *tmpl = fakeapi__member(spec, "template");
	bool suspended = cJSON_IsTrue(fakeapi__member(before, "suspend"));
	bool waits = suspended && fakeapi__is_blank(fakeapi__dig(old, "status", "startTime", NULL));
	bool resources =
	    is_at_rest(old) && fakeapi__changed(c->features, FAKEAPI_CHANGE_SUSPENDED_RESOURCES);
	cJSON *a = cJSON_Duplicate(tmpl, true);
	cJSON *b = cJSON_Duplicate(fakeapi__member(before, "template"), true);
	cJSON *was = fakeapi__member(b, "spec");

	if (fakeapi__gate_on(c->features, FAKEAPI_GATE_MutableSchedulingDirectivesForSuspendedJobs))
		waits = is_at_rest(old);
	c->nomem |= !a || !b;
	if (waits) {
		forget_directives(a);
		forget_directives(b);
	}
	for (size_t i = 0; i < ARRAY_LEN(lists) && resources; i++)
		take_resources(c, fakeapi__member(was, lists[i]),
			       fakeapi__dig(a, "spec", lists[i], NULL));
	if (resources && !fakeapi__equal(fakeapi__member(a, "spec"), was))
		fakeapi__cause_invalid_internal(c, PATH(&spec_at, "template.spec"),
						fakeapi__member(tmpl, "spec"),
						FAKEAPI_INTERNAL_POD_SPEC, "field is immutable");
	else if (!resources && a && b && !fakeapi__equal(a, b))
		fakeapi__cause_invalid_internal(c, PATH(&spec_at, "template"), tmpl,
						FAKEAPI_INTERNAL_POD_TEMPLATE,
						"field is immutable");
	cJSON_Delete(a);
	cJSON_Delete(b);
}
