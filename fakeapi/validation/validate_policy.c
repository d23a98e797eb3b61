/* SPDX-License-Identifier: Apache-2.0 */
/* validate_policy.c - what limits others: LimitRanges, PodDisruptionBudgets, nodes; and reviews and
 * revisions, which have a rule or two (k8s.io/kubernetes pkg/apis/.../validation). */
#include "fakeapi/meta/cidr.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/validation/validate_impl.h"

static const path_t spec_at = { NULL, "spec", 0, { NULL, 0 } };

void fakeapi__check_revision(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *data = fakeapi__member(obj, "data");

	fakeapi__check_not_negative(c, PATH(NULL, "revision"), fakeapi__member(obj, "revision"));
	if (old)
		fakeapi__check_immutable(c, PATH(NULL, "data"), data, fakeapi__member(old, "data"));
	else if (!data || cJSON_IsNull(data))
		fakeapi__cause_required(c, PATH(NULL, "data"), "data is mandatory");
	else if (!cJSON_IsObject(data))
		fakeapi__cause_required(c, PATH(NULL, "data"), "data must be a valid JSON object");
}

void fakeapi__check_limit_range(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const path_t *limits = PATH(&spec_at, "limits");
	const cJSON *list = fakeapi__dig(obj, "spec", "limits", NULL), *l;
	struct fakeapi__lookup types;
	size_t i = 0;

	(void)old;
	fakeapi__lookup_items(&types, list, "type", list);
	cJSON_ArrayForEach(l, list)
	{
		const path_t *here = PATH_AT(limits, i);
		bool pod = strcmp(fakeapi__string(l, "type"), "Pod") == 0;

		i++;
		if (fakeapi__lookup_again(&types, l))
			fakeapi__cause_duplicate(c, PATH(here, "type"), fakeapi__member(l, "type"));
		if (pod && !fakeapi__is_blank(fakeapi__member(l, "default")))
			fakeapi__cause_forbidden(c, PATH(here, "default"),
						 "may not be specified when `type` is 'Pod'");
		if (pod && !fakeapi__is_blank(fakeapi__member(l, "defaultRequest")))
			fakeapi__cause_forbidden(c, PATH(here, "defaultRequest"),
						 "may not be specified when `type` is 'Pod'");
	}
	fakeapi__lookup_fini(&types);
}

/* --- budgets ------------------------------------------------------------------------------- */

static void check_int_or_percent(causes_t *c, const path_t *at, const cJSON *v)
{
	const char *z = cJSON_IsString(v) ? v->valuestring : "";
	size_t digits = strspn(z, "0123456789");

	if (cJSON_IsNumber(v))
		fakeapi__check_not_negative(c, at, v);
	else if (cJSON_IsString(v) && (digits == 0 || strcmp(z + digits, "%") != 0))
		fakeapi__cause_invalid(
		    c, at, v,
		    "a valid percent string must be a numeric string followed by an ending '%' "
		    "(e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')");
	else if (cJSON_IsString(v) && digits >= 3 && strcmp(z, "100%") != 0)
		fakeapi__cause_invalid(c, at, v, "must not be greater than 100%");
}

/* The spec as the message shows it: the server's own type has no JSON names. */
static void cause_both(causes_t *c, const cJSON *spec)
{
	static const char *const names[][2] = {
		{ "minAvailable", "MinAvailable" },
		{ "selector", "Selector" },
		{ "maxUnavailable", "MaxUnavailable" },
		{ "unhealthyPodEvictionPolicy", "UnhealthyPodEvictionPolicy" },
	};
	cJSON *form = cJSON_CreateObject();
	bool bad = !form;

	for (size_t i = 0; i < ARRAY_LEN(names) && !bad; i++) {
		const cJSON *v = fakeapi__member(spec, names[i][0]);

		bad = fakeapi__set(form, names[i][1],
				   v ? cJSON_Duplicate(v, true) : cJSON_CreateNull()) != 0;
	}
	c->nomem |= bad;
	if (!bad)
		fakeapi__cause_invalid(c, &spec_at, form,
				       "minAvailable and maxUnavailable cannot be both set");
	cJSON_Delete(form);
}

void fakeapi__check_budget(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const policies[] = { "AlwaysAllow", "IfHealthyBudget", NULL };
	const cJSON *spec = fakeapi__member(obj, "spec");
	const cJSON *low = fakeapi__member(spec, "minAvailable");
	const cJSON *high = fakeapi__member(spec, "maxUnavailable");
	const cJSON *policy = fakeapi__member(spec, "unhealthyPodEvictionPolicy");

	(void)old;
	if (low && high && !cJSON_IsNull(low) && !cJSON_IsNull(high))
		cause_both(c, spec);
	check_int_or_percent(c, PATH(&spec_at, "minAvailable"), low);
	check_int_or_percent(c, PATH(&spec_at, "maxUnavailable"), high);
	fakeapi__check_selector(c, PATH(&spec_at, "selector"), fakeapi__member(spec, "selector"));
	if (cJSON_IsString(policy))
		fakeapi__check_one_of(c, PATH(&spec_at, "unhealthyPodEvictionPolicy"), policy,
				      policies);
}

/* --- nodes --------------------------------------------------------------------------------- */

static void check_taints(causes_t *c, const path_t *at, const cJSON *taints)
{
	static const char *const effects[] = { "NoSchedule", "PreferNoSchedule", "NoExecute",
					       NULL };
	const cJSON *t;
	size_t i = 0;

	cJSON_ArrayForEach(t, taints)
	{
		const path_t *here = PATH_AT(at, i);
		const cJSON *effect = fakeapi__member(t, "effect");

		i++;
		fakeapi__check_format(c, PATH(here, "key"), FAKEAPI_QUALIFIED_NAME,
				      fakeapi__string(t, "key"));
		fakeapi__check_format(c, PATH(here, "value"), FAKEAPI_LABEL_VALUE,
				      fakeapi__string(t, "value"));
		if (fakeapi__check_some(c, PATH(here, "effect"), effect))
			fakeapi__check_one_of(c, PATH(here, "effect"), effect, effects);
	}
}

void fakeapi__check_node(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *spec = fakeapi__member(obj, "spec"), *m;
	const path_t *meta = PATH(NULL, "metadata"), *cidrs = PATH(&spec_at, "podCIDRs");
	const char *one = fakeapi__string(spec, "podCIDR");
	struct fakeapi__cidr first;
	size_t i = 0;

	check_taints(c, PATH(meta, "taints"), fakeapi__member(spec, "taints"));
	/* podCIDR is the first of podCIDRs. */
	if (!old && *one && !fakeapi__member(spec, "podCIDRs") && !fakeapi__cidr_parse(one, &first))
		fakeapi__cause_invalid_str(
		    c, PATH_AT(cidrs, 0), str_of(one),
		    "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)");
	cJSON_ArrayForEach(m, fakeapi__member(spec, "podCIDRs"))
	{
		struct fakeapi__cidr parsed;
		const char *z = cJSON_IsString(m) ? m->valuestring : "";

		if (!old && !fakeapi__cidr_parse(z, &parsed))
			fakeapi__cause_invalid_str(
			    c, PATH_AT(cidrs, i), str_of(z),
			    "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)");
		i++;
	}
}
