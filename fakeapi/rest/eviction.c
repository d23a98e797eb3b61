/* SPDX-License-Identifier: Apache-2.0 */
/* eviction.c - POST pods/NAME/eviction: a deletion that checks the PodDisruptionBudgets first.
 * Source: pkg/registry/core/pod/storage/eviction.go. No controller computes a budget's status here,
 * as on a real server without controllers: the test writes it. */
#include <inttypes.h>

#include "fakeapi/apply/patch.h"

#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/rest/delete_options.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/rest/write.h"

enum { DISRUPTED_PODS_MAX = 2000, BUSY_RETRY_S = 10 };

struct eviction {
	struct fakeapi__call *c;
	struct fakeapi__delete_options opt;
	cJSON *pod;
};

static const cJSON *status_of(const cJSON *obj)
{
	return cJSON_GetObjectItemCaseSensitive(obj, "status");
}

static int64_t status_int(const cJSON *obj, const char *name)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(status_of(obj), name);

	return cJSON_IsNumber(v) ? (int64_t)v->valuedouble : 0;
}

/* --- the pod --------------------------------------------------------------------------------- */

/* True if the pod's phase exempts it from budgets. */
static bool needs_no_budget(const cJSON *pod)
{
	const char *phase = fakeapi__get_str(status_of(pod), "phase");

	return strcmp(phase, "Succeeded") == 0 || strcmp(phase, "Failed") == 0 ||
	       strcmp(phase, "Pending") == 0 || fakeapi__meta_has(pod, "deletionTimestamp");
}

static cJSON *condition(const cJSON *obj, const char *type)
{
	cJSON *cond;

	cJSON_ArrayForEach(cond, cJSON_GetObjectItemCaseSensitive(status_of(obj), "conditions"))
	{
		if (strcmp(fakeapi__get_str(cond, "type"), type) == 0)
			return cond;
	}
	return NULL;
}

/* Returns status.conditions and creates it if missing. NULL: out of memory. */
static cJSON *conditions(cJSON *obj)
{
	cJSON *status = cJSON_GetObjectItemCaseSensitive(obj, "status"), *list;

	if (!status) {
		status = cJSON_CreateObject();
		if (fakeapi__set_item(obj, "status", status) < 0)
			return NULL;
	}
	list = cJSON_GetObjectItemCaseSensitive(status, "conditions");
	return list ? list : cJSON_AddArrayToObject(status, "conditions");
}

/* Sets a condition's status and reason; sets its time to `now` if the status changed. */
static int set_condition(cJSON *obj, const char *type, const char *status, const char *reason,
			 const char *now)
{
	cJSON *cond = condition(obj, type), *list = conditions(obj);

	if (!list)
		return -1;
	if (!cond) {
		cond = cJSON_CreateObject();
		if (!cond || !cJSON_AddItemToArray(list, cond)) {
			cJSON_Delete(cond);
			return -1;
		}
	}
	if (strcmp(fakeapi__get_str(cond, "status"), status) != 0 &&
	    fakeapi__set_str(cond, "lastTransitionTime", now) < 0)
		return -1;
	return fakeapi__set_str(cond, "type", type) < 0 ||
		       fakeapi__set_str(cond, "status", status) < 0 ||
		       fakeapi__set_str(cond, "reason", reason) < 0
		   ? -1
		   : 0;
}

/* Sorts the members of a changed object and stores it. */
static int store(struct fakeapi__call *c, const struct fakeapi__resource *res, cJSON **obj)
{
	struct fakeapi__bucket *b = fakeapi__core_bucket(c->core, res);
	AUTO_STRBUF name = STRBUF_INIT;

	strbuf_addz(&name, fakeapi__meta_str(*obj, "name"));
	if (!b || name.failed ||
	    fakeapi__normalize(res, obj, FAKEAPI_FV_IGNORE, &c->warnings, &c->st) < 0)
		return -1;
	return fakeapi__commit_aside(c, b, c->route_ns, strbuf_str(&name), *obj, false);
}

/* Sets the pod's condition, then deletes the pod. */
static int delete_pod(struct eviction *e)
{
	static const char message[] = "Eviction API: evicting";
	struct fakeapi__call *c = e->c;
	cJSON *before;
	bool same;

	if (fakeapi__delete_preconditions(c, &e->opt, e->pod) < 0)
		return -1;
	if (c->dry_run)
		return fakeapi__delete_object(c, &e->opt, e->pod);
	before = cJSON_Duplicate(e->pod, true);
	if (!before ||
	    set_condition(e->pod, "DisruptionTarget", "True", "EvictionByEvictionAPI", c->now) <
		0 ||
	    fakeapi__set_str(condition(e->pod, "DisruptionTarget"), "message", message) < 0) {
		cJSON_Delete(before);
		return -1;
	}
	same = fakeapi__equal(before, e->pod);
	cJSON_Delete(before);
	if (!same && store(c, c->stored, &e->pod) < 0)
		return -1;
	return fakeapi__delete_object(c, &e->opt, e->pod);
}

/* --- the budget ------------------------------------------------------------------------------ */

/* 429 with the budget as its cause. `retry_s` 0: no Retry-After. */
static int too_many(struct fakeapi__call *c, int retry_s, const char *cause)
{
	(void)fakeapi__status_set(
	    &c->st, 429, "TooManyRequests",
	    "Cannot evict pod as it would violate the pod's disruption budget.");
	fakeapi__status_cause(&c->st, "DisruptionBudget", cause, NULL);
	if (retry_s)
		(void)cJSON_AddNumberToObject(cJSON_GetObjectItemCaseSensitive(c->st.doc,
									       "details"),
					      "retryAfterSeconds", retry_s);
	c->st.retry_after_s = retry_s;
	return -1;
}

static int forbidden(struct fakeapi__call *c, const char *name, const char *why)
{
	(void)fakeapi__status_set(&c->st, 403, "Forbidden",
				  "poddisruptionbudget.policy \"%s\" is forbidden: %s", name, why);
	fakeapi__status_details(&c->st, name, "policy", "poddisruptionbudget", NULL);
	return -1;
}

/* Decrements the budget's allowed disruptions for this pod. */
static int spend(struct eviction *e, const struct fakeapi__resource *res, cJSON **pdb)
{
	struct fakeapi__call *c = e->c;
	cJSON *old = cJSON_Duplicate(*pdb, true);
	cJSON *status = cJSON_GetObjectItemCaseSensitive(*pdb, "status"), *pods, *cond;
	int64_t allowed = status_int(*pdb, "disruptionsAllowed") - 1;
	int rc = -1;

	pods = cJSON_GetObjectItemCaseSensitive(status, "disruptedPods");
	if (!pods)
		pods = cJSON_AddObjectToObject(status, "disruptedPods");
	cJSON_DeleteItemFromObjectCaseSensitive(status, "disruptionsAllowed");
	if (!old || !pods ||
	    !cJSON_AddNumberToObject(status, "disruptionsAllowed", (double)allowed) ||
	    fakeapi__set_str(pods, fakeapi__meta_str(e->pod, "name"), c->now) < 0)
		goto out;
	if (allowed == 0) {
		if (set_condition(*pdb, "DisruptionAllowed", "False", "InsufficientPods", c->now) <
		    0)
			goto out;
		cond = condition(*pdb, "DisruptionAllowed");
		cJSON_DeleteItemFromObjectCaseSensitive(cond, "observedGeneration");
		if (!cJSON_AddNumberToObject(cond, "observedGeneration",
					     (double)status_int(*pdb, "observedGeneration")) ||
		    (!cJSON_GetObjectItemCaseSensitive(cond, "message") &&
		     !cJSON_AddStringToObject(cond, "message", "")))
			goto out;
	}
	rc = fakeapi__managed_update(res, old, *pdb, "kube-apiserver", "status", c->now);
	if (rc == 0)
		rc = store(c, res, pdb);
out:
	fakeapi__drop_aside(c, old);
	return rc;
}

static int check_and_spend(struct eviction *e, const struct fakeapi__resource *res, cJSON **pdb)
{
	struct fakeapi__call *c = e->c;
	int64_t allowed = status_int(*pdb, "disruptionsAllowed");
	const char *name = fakeapi__meta_str(*pdb, "name");
	AUTO_STRBUF cause = STRBUF_INIT;

	if (status_int(*pdb, "observedGeneration") < fakeapi__meta_int(*pdb, "generation")) {
		strbuf_addf(&cause,
			    "The disruption budget %s is still being processed by the server.",
			    name);
		return cause.failed ? -1 : too_many(c, BUSY_RETRY_S, cause.ptr);
	}
	if (allowed < 0)
		return forbidden(c, name, "pdb disruptions allowed is negative");
	if (cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(status_of(*pdb), "disruptedPods")) >
	    DISRUPTED_PODS_MAX)
		return forbidden(c, name,
				 "DisruptedPods map too big - too many evictions not confirmed by "
				 "PDB controller");
	if (allowed == 0) {
		strbuf_addf(&cause,
			    "The disruption budget %s needs %" PRId64
			    " healthy pods and has %" PRId64 " currently",
			    name, status_int(*pdb, "desiredHealthy"),
			    status_int(*pdb, "currentHealthy"));
		return cause.failed ? -1 : too_many(c, 0, cause.ptr);
	}
	return c->dry_run ? 0 : spend(e, res, pdb);
}

/* True if the pod is not ready and needs no budget. */
static bool skips_budget(const cJSON *pod, const cJSON *pdb)
{
	const cJSON *spec = cJSON_GetObjectItemCaseSensitive(pdb, "spec");
	int64_t desired = status_int(pdb, "desiredHealthy");

	if (strcmp(fakeapi__get_str(condition(pod, "Ready"), "status"), "True") == 0)
		return false;
	if (strcmp(fakeapi__get_str(spec, "unhealthyPodEvictionPolicy"), "AlwaysAllow") == 0)
		return true;
	return desired > 0 && status_int(pdb, "currentHealthy") >= desired;
}

/* 1: the budget selects the pod; 0: not; -1: out of memory. */
static int covers(const cJSON *pdb, const struct fakeapi__entry *entry,
		  const struct fakeapi__version *pod)
{
	const cJSON *selector =
	    cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(pdb, "spec"),
					     "selector");
	struct fakeapi__selection sel;
	struct fakeapi__status st;
	AUTO_STRBUF text = STRBUF_INIT;
	int rc = 0;

	if (!cJSON_IsObject(selector)) /* null selects none, {} all */
		return 0;
	fakeapi__label_selector_text(selector, &text);
	fakeapi__selection_init(&sel);
	fakeapi__status_init(&st);
	if (text.failed ||
	    (fakeapi__selection_add_labels(&sel, strbuf_str(&text), LABEL_BYTES, &st) < 0 &&
	     st.code == 0))
		rc = -1;
	else if (st.code == 0)
		rc = fakeapi__selection_has_state(&sel, entry, pod);
	fakeapi__status_fini(&st);
	fakeapi__selection_fini(&sel);
	return rc;
}

/* Sets *out to the pod's only budget, or NULL. -1 if there are several. */
static int find_budget(struct fakeapi__call *c, const struct fakeapi__resource *res, cJSON **out)
{
	const struct fakeapi__bucket *b = fakeapi__core_bucket(c->core, res);
	const struct fakeapi__entry *entry =
	    fakeapi__bucket_entry(c->bucket, c->route_ns, c->route.name);
	const struct fakeapi__version *pod = fakeapi__entry_at(entry, UINT64_MAX);

	*out = NULL;
	for (struct fakeapi__walk walk = { .in = b }; fakeapi__walk(&walk);) {
		const struct fakeapi__version *v = fakeapi__entry_at(walk.entry, UINT64_MAX);
		cJSON *pdb;
		int rc;

		if (!v || !str_eq(fakeapi__entry_ns(walk.entry), c->route_ns))
			continue;
		pdb = fakeapi__parse((struct str) { v->json, v->json_len });
		rc = pdb ? covers(pdb, entry, pod) : -1;
		if (rc > 0 && *out)
			rc =
			    fakeapi__status_set(&c->st, 500, NULL,
						"This pod has more than one PodDisruptionBudget, "
						"which the eviction subresource does not support.");
		else if (rc > 0) {
			*out = pdb;
			continue;
		}
		cJSON_Delete(pdb);
		if (rc < 0)
			return -1;
	}
	return b ? 0 : -1;
}

static int check_budget(struct eviction *e)
{
	struct fakeapi__call *c = e->c;
	const struct fakeapi__resource *res =
	    fakeapi__registry_find(c->core->registry, STR("policy"), STR("v1"),
				   STR("poddisruptionbudgets"));
	cJSON *pdb = NULL;
	int rc = find_budget(c, res, &pdb);

	if (rc == 0 && pdb && !skips_budget(e->pod, pdb))
		rc = check_and_spend(e, res, &pdb);
	cJSON_Delete(pdb);
	return rc;
}

/* --- the request ----------------------------------------------------------------------------- */

/* The query has dryRun=All: the body's options must be empty or the same. */
static int check_dry_run(struct fakeapi__call *c, const cJSON *options)
{
	const cJSON *list = cJSON_GetObjectItemCaseSensitive(options, "dryRun"), *d;
	AUTO_STRBUF text = STRBUF_INIT;

	cJSON_ArrayForEach(d, list)
	    strbuf_addf(&text, "%s%s", text.len ? " " : "", fakeapi__text(d));
	if (!text.len || str_eqz(strbuf_str(&text), "All"))
		return 0;
	return fakeapi__status_set(&c->st, 500, NULL,
				   "Non-matching dry-run options in request and content: [All] and "
				   "[%s]",
				   text.ptr);
}

static int check_request(struct eviction *e, const cJSON *body)
{
	struct fakeapi__call *c = e->c;
	const cJSON *options = cJSON_GetObjectItemCaseSensitive(body, "deleteOptions");
	AUTO_STRBUF name = STRBUF_INIT;

	strbuf_addz(&name, fakeapi__meta_str(body, "name"));
	if (name.failed)
		return -1;
	if (!str_eq(strbuf_str(&name), c->route.name))
		return fakeapi__status_set(&c->st, 400, "BadRequest",
					   "name in URL does not match name in Eviction object");
	return options && c->dry_run ? check_dry_run(c, options) : 0;
}

/* Errors in the options are reported only if the pod exists. */
static int take_options(struct eviction *e, const cJSON *body)
{
	const cJSON *options = cJSON_GetObjectItemCaseSensitive(body, "deleteOptions");

	return options ? fakeapi__delete_options_from(e->c, options, &e->opt) : 0;
}

int fakeapi__evict(struct fakeapi__call *c, const cJSON *body)
{
	struct eviction e = { .c = c };
	const struct fakeapi__version *v;
	int rc;

	fakeapi__delete_options_init(&e.opt);
	rc = check_request(&e, body);
	v = rc == 0 ? fakeapi__bucket_get(c->bucket, c->route_ns, c->route.name) : NULL;
	if (rc == 0 && !v)
		rc = fakeapi__not_found(c, c->route.name);
	if (rc == 0)
		rc = take_options(&e, body);
	if (rc == 0) {
		e.pod = fakeapi__stored_aside(c, v);
		rc = e.pod ? 0 : -1;
	}
	if (rc == 0 && !needs_no_budget(e.pod))
		rc = check_budget(&e);
	if (rc == 0)
		rc = delete_pod(&e);
	fakeapi__drop_aside(c, e.pod);
	fakeapi__delete_options_fini(&e.opt);
	return rc;
}
