/* SPDX-License-Identifier: Apache-2.0 */
/* resource_quota.c - the plug-in ResourceQuota: the cost of a new or changed object must fit into
 * every quota of its namespace; adds the cost to their status. As in Kubernetes, the quota
 * controller subtracts the cost of deleted objects. */

#include "fakeapi/admission/quota.h"

#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/pod_sum.h"
#include "fakeapi/meta/scalar.h"

/* --- quantities ----------------------------------------------------------------------------- */

const char *fakeapi__amount(const cJSON *list, const char *name)
{
	return fakeapi__string(list, name);
}

static double value(const cJSON *list, const char *name)
{
	return fakeapi__quantity_value(fakeapi__amount(list, name));
}

int fakeapi__set_amount(cJSON *list, const char *name, double v, bool binary)
{
	AUTO_STRBUF text = STRBUF_INIT;

	fakeapi__quantity_add(&text, v, binary);
	return text.failed ? -1 : fakeapi__set(list, name, cJSON_CreateString(text.ptr));
}

/* --- matching quotas ------------------------------------------------------------------------ */

/* True if objects of this type can use the resource `name`. */
static bool tracks(const struct fakeapi__resource *res, const char *name, const cJSON *usage)
{
	static const char *const of_pods[] = { "cpu", "memory", "ephemeral-storage", "pods" };

	if (fakeapi__member(usage, name))
		return true;
	if (fakeapi__is_core(res, "pods")) {
		for (size_t i = 0; i < ARRAY_LEN(of_pods); i++)
			if (strcmp(of_pods[i], name) == 0)
				return true;
		return strncmp(name, "hugepages-", 10) == 0 || strncmp(name, "limits.", 7) == 0 ||
		       (strncmp(name, "requests.", 9) == 0 &&
			strcmp(name, "requests.storage") != 0);
	}
	return fakeapi__is_core(res, "persistentvolumeclaims") &&
	       (strcmp(name, "requests.storage") == 0 ||
		strstr(name, ".storageclass.storage.k8s.io/"));
}

static bool is_terminating(const cJSON *pod)
{
	const cJSON *s = fakeapi__dig(pod, "spec", "activeDeadlineSeconds", NULL);

	return cJSON_IsNumber(s) && s->valuedouble >= 0;
}

static bool is_best_effort(const cJSON *pod)
{
	static const char *const lists[] = { "containers", "initContainers" };
	static const char *const whats[] = { "requests", "limits" };
	static const char *const names[] = { "cpu", "memory" };
	const cJSON *spec = fakeapi__member(pod, "spec"), *m;

	for (size_t w = 0; w < 2; w++) {
		for (size_t n = 0; n < 2; n++) {
			if (value(fakeapi__dig(spec, "resources", whats[w], NULL), names[n]) > 0)
				return false;
			for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
				cJSON_ArrayForEach(m, fakeapi__member(spec, lists[i]))
				{
					if (value(fakeapi__dig(m, "resources", whats[w], NULL),
						  names[n]) > 0)
						return false;
				}
			}
		}
	}
	return true;
}

static bool any_names_namespaces(const cJSON *terms, bool weighted)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, terms)
	{
		const cJSON *t = weighted ? fakeapi__member(m, "podAffinityTerm") : m;

		if (cJSON_GetArraySize(fakeapi__member(t, "namespaces")) > 0 ||
		    cJSON_IsObject(fakeapi__member(t, "namespaceSelector")))
			return true;
	}
	return false;
}

static bool crosses_namespaces(const cJSON *pod)
{
	static const char *const kinds[] = { "podAffinity", "podAntiAffinity" };

	for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
		const cJSON *a = fakeapi__dig(pod, "spec", "affinity", kinds[i], NULL);

		if (any_names_namespaces(
			fakeapi__member(a, "requiredDuringSchedulingIgnoredDuringExecution"),
			false) ||
		    any_names_namespaces(
			fakeapi__member(a, "preferredDuringSchedulingIgnoredDuringExecution"),
			true))
			return true;
	}
	return false;
}

/* Matches one requirement of a selector with a text, which is empty if the object has none. */
static bool is_selected(const char *text, const cJSON *requirement)
{
	const char *op = fakeapi__string(requirement, "operator");
	const cJSON *v;
	bool among = false;

	cJSON_ArrayForEach(v, fakeapi__member(requirement, "values")) among |=
	    *text && cJSON_IsString(v) && strcmp(v->valuestring, text) == 0;
	if (strcmp(op, "In") == 0)
		return among;
	if (strcmp(op, "NotIn") == 0)
		return !among;
	return strcmp(op, "DoesNotExist") == 0 ? !*text : *text != '\0';
}

static bool in_scope(const struct fakeapi__resource *res, const cJSON *obj, const char *scope,
		     const cJSON *requirement)
{
	const char *class = fakeapi__string(fakeapi__member(obj, "spec"), "priorityClassName");

	if (fakeapi__is_core(res, "persistentvolumeclaims") &&
	    strcmp(scope, "VolumeAttributesClass") == 0)
		return is_selected(fakeapi__string(fakeapi__member(obj, "spec"),
						   "volumeAttributesClassName"),
				   requirement);
	if (!fakeapi__is_core(res, "pods"))
		return false;
	if (strcmp(scope, "Terminating") == 0)
		return is_terminating(obj);
	if (strcmp(scope, "NotTerminating") == 0)
		return !is_terminating(obj);
	if (strcmp(scope, "BestEffort") == 0)
		return is_best_effort(obj);
	if (strcmp(scope, "NotBestEffort") == 0)
		return !is_best_effort(obj);
	if (strcmp(scope, "PriorityClass") == 0)
		return is_selected(class, requirement);
	return strcmp(scope, "CrossNamespacePodAffinity") == 0 && crosses_namespaces(obj);
}

static bool concerns(const struct fakeapi__resource *res, const cJSON *quota, const cJSON *obj)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, fakeapi__dig(quota, "spec", "scopes", NULL))
	{
		if (cJSON_IsString(m) && !in_scope(res, obj, m->valuestring, NULL))
			return false;
	}
	cJSON_ArrayForEach(m,
			   fakeapi__dig(quota, "spec", "scopeSelector", "matchExpressions", NULL))
	{
		if (!in_scope(res, obj, fakeapi__string(m, "scopeName"), m))
			return false;
	}
	return true;
}

/* Evaluator.Handles. */
static bool is_charged(const struct fakeapi__call *c, const cJSON *obj, const cJSON *old,
		       const char *sub)
{
	bool claim = fakeapi__is_core(c->res, "persistentvolumeclaims");

	if (fakeapi__is_core(c->res, "pods"))
		return *sub ? old && strcmp(sub, "resize") == 0
			    : !old || is_terminating(old) != is_terminating(obj);
	if (*sub)
		return claim && strcmp(sub, "status") == 0;
	return !old || claim || fakeapi__is_core(c->res, "services");
}

/* --- checking and charging ------------------------------------------------------------------ */

/* Adds the names in `hard` that are tracked, comma-separated, sorted as the API sorts maps. */
static void add_names(struct strbuf *out, const struct fakeapi__resource *res, const cJSON *hard,
		      const cJSON *usage)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, hard) if (tracks(res, m->string, usage))
	    strbuf_addf(out, "%s%s", out->len ? "," : "", m->string);
}

static int missing_in(struct strbuf *out, const cJSON *pod, const char *list, const char *what,
		      const char *name, size_t *n)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, fakeapi__dig(pod, "spec", list, NULL))
	{
		if (!*fakeapi__amount(fakeapi__dig(m, "resources", what, NULL), name))
			strbuf_addf(out, "%s%s", (*n)++ ? "," : "", fakeapi__string(m, "name"));
	}
	return 0;
}

/* A quota with limits of cpu or memory requires each container to state its requests. */
static void add_constraints(struct strbuf *out, const cJSON *pod, const cJSON *hard)
{
	static const struct {
		const char *quota, *what, *name;
	} wanted[] = { { "cpu", "requests", "cpu" },
		       { "limits.cpu", "limits", "cpu" },
		       { "limits.memory", "limits", "memory" },
		       { "memory", "requests", "memory" },
		       { "requests.cpu", "requests", "cpu" },
		       { "requests.memory", "requests", "memory" } };

	if (fakeapi__dig(pod, "spec", "resources", NULL))
		return;
	for (size_t i = 0; i < ARRAY_LEN(wanted); i++) {
		AUTO_STRBUF who = STRBUF_INIT;
		size_t n = 0;

		if (!fakeapi__member(hard, wanted[i].quota))
			continue;
		(void)missing_in(&who, pod, "containers", wanted[i].what, wanted[i].name, &n);
		(void)missing_in(&who, pod, "initContainers", wanted[i].what, wanted[i].name, &n);
		if (n)
			strbuf_addf(out, "%s%s for: %s", out->len ? "; " : "", wanted[i].quota,
				    who.ptr);
	}
}

/* The exceeded parts of a quota, in three lists. */
struct excess {
	struct strbuf requested, used, hard;
};

static void add_part(struct strbuf *out, const char *name, const char *text)
{
	strbuf_addf(out, "%s%s=%s", out->len ? "," : "", name, *text ? text : "0");
}

static int add_usage(cJSON *quota, const cJSON *delta, struct excess *e)
{
	cJSON *status = fakeapi__member(quota, "status");
	const cJSON *hard = fakeapi__member(status, "hard"), *m;
	cJSON *used = fakeapi__member(status, "used");

	cJSON_ArrayForEach(m, hard)
	{
		const char *more = fakeapi__amount(delta, m->string),
			   *was = fakeapi__amount(used, m->string);
		double sum = fakeapi__quantity_value(was) + fakeapi__quantity_value(more);

		if (!*more)
			continue;
		if (sum > fakeapi__quantity_value(m->valuestring)) {
			add_part(&e->requested, m->string, more);
			add_part(&e->used, m->string, was);
			add_part(&e->hard, m->string, m->valuestring);
		}
		if (fakeapi__set_amount(used, m->string, sum,
					fakeapi__quantity_is_binary(
					    fakeapi__quantity_value(was) > 0 ? was : more)) < 0)
			return -1;
	}
	return 0;
}

static int store_quota(struct fakeapi__call *c, const cJSON *before, cJSON *quota)
{
	return fakeapi__own_status_write(c,
					 fakeapi__registry_find(c->core->registry, STR(""),
								STR("v1"), STR("resourcequotas")),
					 before, quota);
}

/* The increase of the cost, without zeros. NULL: out of memory. */
static cJSON *delta_of(const struct fakeapi__call *c, const cJSON *usage, const cJSON *quota,
		       const cJSON *old)
{
	cJSON *delta = cJSON_CreateObject(), *before = NULL;
	const cJSON *m;
	int rc = delta ? 0 : -1;

	if (rc == 0 && old && concerns(c->res, quota, old)) {
		before = fakeapi__quota_cost_of(c->res, old);
		rc = before ? 0 : -1;
	}
	cJSON_ArrayForEach(m, usage)
	{
		double v = fakeapi__quantity_value(m->valuestring) - value(before, m->string);

		if (rc == 0 && v > 0)
			rc = before
				 ? fakeapi__set_amount(delta, m->string, v,
						       fakeapi__quantity_is_binary(m->valuestring))
				 : fakeapi__set(delta, m->string,
						cJSON_CreateString(m->valuestring));
	}
	cJSON_Delete(before);
	if (rc == 0)
		return delta;
	cJSON_Delete(delta);
	return NULL;
}

static int exceeded(struct fakeapi__call *c, const cJSON *obj, const char *quota,
		    const struct excess *e)
{
	return fakeapi__forbid_why(c, obj,
				   "exceeded quota: %s, requested: %s, used: %s, limited: %s",
				   quota, e->requested.ptr, e->used.ptr, e->hard.ptr);
}

static int judge_costs(struct fakeapi__call *c, const cJSON *obj, const cJSON *old, const char *sub,
		       cJSON *quota, const cJSON *usage, bool look)
{
	struct excess e = { STRBUF_INIT, STRBUF_INIT, STRBUF_INIT };
	cJSON *delta = delta_of(c, usage, quota, old);
	cJSON *before = look ? NULL : cJSON_Duplicate(quota, true);
	int rc = delta && (look || before) ? 0 : -1;
	bool any = false;
	const cJSON *m;

	cJSON_ArrayForEach(m, fakeapi__dig(quota, "status", "hard", NULL)) any |=
	    fakeapi__member(delta, m->string) != NULL;
	if (rc == 0 && any)
		rc = add_usage(quota, delta, &e);
	if (rc == 0 && e.requested.len && strcmp(sub, "status") != 0)
		rc = exceeded(c, obj, fakeapi__meta_str(quota, "name"), &e);
	if (rc == 0 && any && !look)
		rc = store_quota(c, before, quota);
	cJSON_Delete(before);
	strbuf_fini(&e.requested);
	strbuf_fini(&e.used);
	strbuf_fini(&e.hard);
	cJSON_Delete(delta);
	return rc;
}

static int judge_quota(struct fakeapi__call *c, const cJSON *obj, const cJSON *old, const char *sub,
		       cJSON *quota, const cJSON *usage, bool look)
{
	const cJSON *status = fakeapi__member(quota, "status");
	const cJSON *hard = fakeapi__member(status, "hard"), *m;
	const char *name = fakeapi__meta_str(quota, "name");
	AUTO_STRBUF names = STRBUF_INIT;
	AUTO_STRBUF missing = STRBUF_INIT;
	bool known = true;

	add_names(&names, c->res, hard, usage);
	if (!names.len || !concerns(c->res, quota, obj))
		return names.failed ? -1 : 0;
	if (fakeapi__is_core(c->res, "pods"))
		add_constraints(&missing, obj, hard);
	if (missing.len)
		return fakeapi__forbid_why(c, obj, "failed quota: %s: must specify %s", name,
					   missing.ptr);
	cJSON_ArrayForEach(m, hard) known &=
	    !tracks(c->res, m->string, usage) || fakeapi__dig(status, "used", m->string, NULL);
	if (!known)
		return fakeapi__forbid_why(c, obj, "status unknown for quota: %s, resources: %s",
					   name, names.ptr);
	return judge_costs(c, obj, old, sub, quota, usage, look);
}

int fakeapi__quota_charge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old,
			  const char *sub, bool look)
{
	cJSON *quotas, *usage, *quota;
	int rc = 0;

	if (!(c->res->flags & FAKEAPI_RES_NAMESPACED) || !is_charged(c, obj, old, sub) ||
	    (!c->res->group[0] && strcmp(c->res->resource, "events") == 0))
		return 0;
	if (fakeapi__found_all(c, "", "resourcequotas", c->route.ns, &quotas) < 0)
		return -1;
	if (!quotas)
		return 0;
	usage = fakeapi__quota_cost_of(c->res, obj);
	rc = usage ? 0 : -1;
	cJSON_ArrayForEach(quota, quotas) if (rc == 0) rc =
	    judge_quota(c, obj, old, sub, quota, usage, look);
	cJSON_Delete(usage);
	cJSON_Delete(quotas);
	return rc;
}
