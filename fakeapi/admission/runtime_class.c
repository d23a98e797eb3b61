/* SPDX-License-Identifier: Apache-2.0 */
/* runtime_class.c - the plug-in RuntimeClass. */
#include "fakeapi/admission/plugins.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/meta/scalar.h"

#define need fakeapi__place_need
#define put  fakeapi__place_set

/* *out NULL: the pod has no class. */
static int class_of(struct fakeapi__call *c, const cJSON *pod, cJSON **out)
{
	const cJSON *name = fakeapi__dig(pod, "spec", "runtimeClassName", NULL);

	*out = NULL;
	if (!cJSON_IsString(name))
		return 0;
	if (fakeapi__found(c, "node.k8s.io", "runtimeclasses", STR(""), name->valuestring, out) < 0)
		return -1;
	return *out ? 0
		    : fakeapi__forbid_why(c, pod, "pod rejected: RuntimeClass \"%s\" not found",
					  name->valuestring);
}

/* True if the lists have the same names with equal quantities. */
static bool same_quantities(const cJSON *a, const cJSON *b)
{
	const cJSON *m;

	if (cJSON_GetArraySize(a) != cJSON_GetArraySize(b))
		return false;
	cJSON_ArrayForEach(m, a)
	{
		const cJSON *other = fakeapi__member(b, m->string);
		double x, y;

		if (!cJSON_IsString(m) || !cJSON_IsString(other))
			return false;
		x = fakeapi__quantity_value(m->valuestring);
		y = fakeapi__quantity_value(other->valuestring);
		if (x < y || y < x)
			return false;
	}
	return true;
}

static int wrong_overhead(struct fakeapi__call *c, const cJSON *pod)
{
	return fakeapi__forbid_why(c, pod,
				   "pod rejected: Pod's Overhead doesn't match RuntimeClass's "
				   "defined Overhead");
}

static int set_overhead(struct fakeapi__call *c, struct fakeapi__place pod, const cJSON *class)
{
	const cJSON *fixed = fakeapi__dig(class, "overhead", "podFixed", NULL);
	const cJSON *has = fakeapi__dig(pod.v, "spec", "overhead", NULL);

	if (!fakeapi__member(class, "overhead"))
		return 0;
	if (has && has->child && !same_quantities(has, fixed))
		return wrong_overhead(c, pod.v);
	if (fixed)
		put(need(pod, "spec"), "overhead", cJSON_Duplicate(fixed, true));
	return 0;
}

static int set_selector(struct fakeapi__call *c, struct fakeapi__place pod, const cJSON *selector)
{
	struct fakeapi__place have;
	const cJSON *m;

	if (!selector || !selector->child)
		return 0;
	have = need(need(pod, "spec"), "nodeSelector");
	cJSON_ArrayForEach(m, selector)
	{
		const cJSON *was = fakeapi__member(have.v, m->string);

		if (was && !fakeapi__equal(was, m))
			return fakeapi__forbid_why(
			    c, pod.v,
			    "conflict: runtimeClass.scheduling.nodeSelector[%s] = %s; "
			    "pod.spec.nodeSelector[%s] = %s",
			    m->string, m->valuestring, m->string, was->valuestring);
		if (!was)
			put(have, m->string, cJSON_Duplicate(m, true));
	}
	*have.nomem |= fakeapi__sort_members(have.v, false) != 0;
	return 0;
}

static const char *text(const cJSON *t, const char *name, const char *otherwise)
{
	const char *s = fakeapi__string(t, name);

	return *s ? s : otherwise;
}

/* tolerations.isSuperset: `ss` tolerates everything that `t` does. */
static bool covers(const cJSON *ss, const cJSON *t)
{
	bool exists = strcmp(text(ss, "operator", "Equal"), "Exists") == 0;
	const cJSON *s1 = fakeapi__member(ss, "tolerationSeconds");
	const cJSON *s2 = fakeapi__member(t, "tolerationSeconds");

	if (fakeapi__equal(ss, t))
		return true;
	if (strcmp(fakeapi__string(ss, "key"), fakeapi__string(t, "key")) != 0 &&
	    (*fakeapi__string(ss, "key") || !exists))
		return false;
	if (strcmp(fakeapi__string(ss, "effect"), fakeapi__string(t, "effect")) != 0 &&
	    *fakeapi__string(ss, "effect"))
		return false;
	if (strcmp(fakeapi__string(ss, "effect"), "NoExecute") == 0 && cJSON_IsNumber(s1) &&
	    (!cJSON_IsNumber(s2) || s2->valuedouble > s1->valuedouble))
		return false;
	return exists || (strcmp(text(t, "operator", "Equal"), "Equal") == 0 &&
			  strcmp(fakeapi__string(ss, "value"), fakeapi__string(t, "value")) == 0);
}

/* True if a later, wider toleration makes `t` redundant; of equal ones the first stays. */
static bool covered_later(const cJSON *t)
{
	for (const cJSON *later = t->next; later; later = later->next)
		if (!fakeapi__equal(later, t) && covers(later, t))
			return true;
	return false;
}

static void merge_tolerations(struct fakeapi__place spec, const cJSON *more)
{
	cJSON *all = cJSON_CreateArray(), *kept = cJSON_CreateArray(), *m;
	const cJSON *from[] = { fakeapi__member(spec.v, "tolerations"), more };
	const cJSON *k;
	bool ok = all && kept;

	for (size_t i = 0; i < 2; i++) {
		cJSON_ArrayForEach(k, from[i]) ok =
		    ok && cJSON_AddItemToArray(all, cJSON_Duplicate(k, true));
	}
	cJSON_ArrayForEach(m, (ok ? all : NULL))
	{
		bool needless = covered_later(m);

		cJSON_ArrayForEach(k, kept) needless = needless || covers(k, m);
		if (!needless)
			ok = ok && cJSON_AddItemToArray(kept, cJSON_Duplicate(m, true));
	}
	cJSON_Delete(all);
	if (!ok) {
		cJSON_Delete(kept);
		kept = NULL;
	}
	put(spec, "tolerations", kept);
}

int fakeapi__runtime_class_admit(struct fakeapi__call *c, cJSON *obj)
{
	bool nomem = false;
	struct fakeapi__place pod = { obj, fakeapi__type_of(c->res), &nomem };
	const cJSON *scheduling, *more;
	cJSON *class;
	int rc;

	if (class_of(c, obj, &class) < 0)
		return -1;
	scheduling = fakeapi__member(class, "scheduling");
	more = fakeapi__member(scheduling, "tolerations");
	rc = set_overhead(c, pod, class);
	if (rc == 0)
		rc = set_selector(c, pod, fakeapi__member(scheduling, "nodeSelector"));
	/* The default tolerations precede those of the class. */
	if (rc == 0 && more && more->child &&
	    fakeapi__plugin_on(&c->core->opt, FAKEAPI_PLUGIN_DefaultTolerationSeconds))
		fakeapi__default_tolerations(pod, NULL);
	if (rc == 0 && more && more->child)
		merge_tolerations(need(pod, "spec"), more);
	cJSON_Delete(class);
	return nomem ? -1 : rc;
}

int fakeapi__runtime_class_judge(struct fakeapi__call *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *has = fakeapi__dig(obj, "spec", "overhead", NULL);
	cJSON *class;
	int rc = 0;

	if (old)
		return 0;
	if (class_of(c, obj, &class) < 0)
		return -1;
	if (fakeapi__member(class, "overhead")) {
		if (!same_quantities(has, fakeapi__dig(class, "overhead", "podFixed", NULL)))
			rc = wrong_overhead(c, obj);
	} else if (cJSON_IsObject(has)) {
		rc = fakeapi__forbid_why(c, obj,
					 "pod rejected: Pod Overhead set without corresponding "
					 "RuntimeClass defined Overhead");
	}
	cJSON_Delete(class);
	return rc;
}
