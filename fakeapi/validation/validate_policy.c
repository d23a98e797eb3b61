/* SPDX-License-Identifier: Apache-2.0 */
/* validate_policy.c - PodDisruptionBudgets, nodes and ControllerRevisions (k8s.io/kubernetes
 * pkg/apis/.../validation). */
#include "base/map.h"

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

/* --- budgets ------------------------------------------------------------------------------- */

void fakeapi__check_budget(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const policies[] = { "AlwaysAllow", "IfHealthyBudget", NULL };
	static const struct fakeapi__rename names[] = {
		{ "minAvailable", "MinAvailable", NULL },
		{ "selector", "Selector", NULL },
		{ "maxUnavailable", "MaxUnavailable", NULL },
		{ "unhealthyPodEvictionPolicy", "UnhealthyPodEvictionPolicy", NULL },
		{ 0 },
	};
	const cJSON *spec = fakeapi__member(obj, "spec");
	const cJSON *low = fakeapi__member(spec, "minAvailable");
	const cJSON *high = fakeapi__member(spec, "maxUnavailable");
	const cJSON *policy = fakeapi__member(spec, "unhealthyPodEvictionPolicy");

	(void)old;
	if (low && high && !cJSON_IsNull(low) && !cJSON_IsNull(high))
		fakeapi__cause_invalid_form(c, &spec_at, spec, names,
					    "minAvailable and maxUnavailable cannot be both set");
	fakeapi__check_int_or_percent(c, PATH(&spec_at, "minAvailable"), low);
	fakeapi__check_not_over_100(c, PATH(&spec_at, "minAvailable"), low);
	fakeapi__check_int_or_percent(c, PATH(&spec_at, "maxUnavailable"), high);
	fakeapi__check_not_over_100(c, PATH(&spec_at, "maxUnavailable"), high);
	fakeapi__check_selector(c, PATH(&spec_at, "selector"), fakeapi__member(spec, "selector"));
	if (cJSON_IsString(policy))
		fakeapi__check_one_of(c, PATH(&spec_at, "unhealthyPodEvictionPolicy"), policy,
				      policies);
}

static void check_condition(causes_t *c, const path_t *at, const cJSON *m)
{
	static const char *const statuses[] = { "False", "True", "Unknown", NULL };
	const cJSON *seen = fakeapi__member(m, "observedGeneration");
	const cJSON *type = fakeapi__member(m, "type"), *status = fakeapi__member(m, "status");
	bool required = fakeapi__changed(c->features, FAKEAPI_CHANGE_EMPTY_REQUIRED);

	if (required && fakeapi__is_blank(type))
		fakeapi__cause_required(c, PATH(at, "type"), "is required");
	else
		fakeapi__check_format(c, PATH(at, "type"), FAKEAPI_QUALIFIED_NAME,
				      fakeapi__string(m, "type"));
	if (!required || fakeapi__check_some(c, PATH(at, "status"), status))
		fakeapi__check_one_of(c, PATH(at, "status"), status, statuses);
	if (cJSON_IsNumber(seen) && seen->valuedouble < 0)
		fakeapi__cause_invalid(c, PATH(at, "observedGeneration"), seen,
				       "must be greater than or equal to zero");
	if (fakeapi__is_blank(fakeapi__member(m, "lastTransitionTime")))
		fakeapi__cause_required(c, PATH(at, "lastTransitionTime"), NULL);
	if (fakeapi__check_some(c, PATH(at, "reason"), fakeapi__member(m, "reason")))
		fakeapi__check_format(c, PATH(at, "reason"), FAKEAPI_CONDITION_REASON,
				      fakeapi__string(m, "reason"));
}

void fakeapi__check_budget_status(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const counts[] = { "disruptionsAllowed", "currentHealthy",
					      "desiredHealthy", "expectedPods" };
	const path_t status = { NULL, "status", 0, { NULL, 0 } };
	const path_t *at = PATH(&status, "conditions");
	const cJSON *list = fakeapi__dig(obj, "status", "conditions", NULL), *m;
	struct fakeapi__lookup types;
	size_t i = 0;

	(void)old;
	fakeapi__lookup_items(&types, list, "type", list);
	cJSON_ArrayForEach(m, list)
	{
		const path_t *here = PATH_AT(at, i);

		i++;
		if (fakeapi__lookup_again(&types, m))
			fakeapi__cause_duplicate(c,
						 fakeapi__changed(c->features,
								  FAKEAPI_CHANGE_EMPTY_REQUIRED)
						     ? here
						     : PATH(here, "type"),
						 fakeapi__member(m, "type"));
		check_condition(c, here, m);
	}
	fakeapi__lookup_fini(&types);
	for (size_t k = 0; k < ARRAY_LEN(counts); k++)
		fakeapi__check_not_negative(c, PATH(&status, counts[k]),
					    fakeapi__dig(obj, "status", counts[k], NULL));
}

/* --- nodes --------------------------------------------------------------------------------- */

/* Reported in the internal type's form, which has no JSON names. */
static void cause_same_taint(causes_t *c, const path_t *at, const cJSON *t)
{
	const cJSON *since = fakeapi__member(t, "timeAdded");
	AUTO_STRBUF text = STRBUF_INIT;
	cJSON shown = { .type = cJSON_Raw };

	strbuf_addz(&text, "{\"Key\":");
	strbuf_add_json(&text, str_of(fakeapi__string(t, "key")));
	strbuf_addz(&text, ",\"Value\":");
	strbuf_add_json(&text, str_of(fakeapi__string(t, "value")));
	strbuf_addz(&text, ",\"Effect\":");
	strbuf_add_json(&text, str_of(fakeapi__string(t, "effect")));
	strbuf_addz(&text, ",\"TimeAdded\":");
	if (cJSON_IsString(since))
		strbuf_add_json(&text, str_of(since->valuestring));
	else
		strbuf_addz(&text, "null");
	strbuf_addc(&text, '}');
	c->nomem |= text.failed;
	shown.valuestring = text.ptr;
	if (!text.failed)
		fakeapi__cause_duplicate_as(c, at, &shown,
					    "taints must be unique by key and effect pair");
}

static void check_taints(causes_t *c, const path_t *at, const cJSON *taints)
{
	static const char *const effects[] = { "NoSchedule", "PreferNoSchedule", "NoExecute",
					       NULL };
	struct map seen;
	const cJSON *t;
	size_t i = 0;

	map_init(&seen, MAP_COPY_KEYS);
	cJSON_ArrayForEach(t, taints)
	{
		const path_t *here = PATH_AT(at, i);
		const cJSON *effect = fakeapi__member(t, "effect");
		AUTO_STRBUF key = STRBUF_INIT;

		i++;
		fakeapi__check_format(c, PATH(here, "key"), FAKEAPI_QUALIFIED_NAME,
				      fakeapi__string(t, "key"));
		fakeapi__check_format(c, PATH(here, "value"), FAKEAPI_LABEL_VALUE,
				      fakeapi__string(t, "value"));
		if (fakeapi__check_some(c, PATH(here, "effect"), effect))
			fakeapi__check_one_of(c, PATH(here, "effect"), effect, effects);
		strbuf_addf(&key, "%s %s", fakeapi__string(t, "effect"), fakeapi__string(t, "key"));
		if (map_get(&seen, strbuf_str(&key)))
			cause_same_taint(c, here, t);
		else if (key.failed || map_put(&seen, strbuf_str(&key), &seen, NULL) < 0)
			c->nomem = true;
	}
	map_fini(&seen);
}

static void check_cidrs(causes_t *c, const cJSON *spec)
{
	const path_t *at = PATH(&spec_at, "podCIDRs");
	const cJSON *list = fakeapi__member(spec, "podCIDRs"), *m;
	unsigned four = 0, six = 0;
	size_t i = 0;

	cJSON_ArrayForEach(m, list)
	{
		const path_t *here = PATH_AT(at, i);
		const char *z = fakeapi__text(m);
		struct fakeapi__cidr parsed;

		i++;
		if (!fakeapi__cidr_parse(z, &parsed)) {
			fakeapi__cause_invalid_str(
			    c, here, str_of(z),
			    "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)");
			continue;
		}
		four += parsed.ip.len == 4;
		six += parsed.ip.len == 16;
	}
	if (i > 1 && (four != 1 || six != 1) && four + six == i)
		fakeapi__cause_invalid(c, at, list,
				       "may specify no more than one CIDR for each IP family");
}

static void check_node_amounts(causes_t *c, const cJSON *status)
{
	static const char *const parts[] = { "capacity", "allocatable" };
	const path_t at = { NULL, "status", 0, { NULL, 0 } };

	for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
		const path_t *part = PATH(&at, parts[i]);
		const cJSON *q;

		cJSON_ArrayForEach(q, fakeapi__member(status, parts[i]))
		    fakeapi__check_amount(c, PATH(part, q->string), q->string, q);
	}
}

static void cause_same_address(causes_t *c, const path_t *at, const cJSON *address)
{
	static const struct fakeapi__rename names[] = { { "type", "Type", NULL },
							{ "address", "Address", NULL },
							{ 0 } };
	cJSON *shown = fakeapi__internal_form(address, names);

	c->nomem |= !shown;
	fakeapi__cause_duplicate(c, at, shown);
	cJSON_Delete(shown);
}

/* `other`: to another one, not to none. */
static void moved_provider(causes_t *c, bool other)
{
	const path_t *at = PATH(&spec_at, "providerID");

	if (fakeapi__changed(c->features, FAKEAPI_CHANGE_PROVIDER_ID_SET))
		fakeapi__cause_invalid(c, at, NULL,
				       other ? "field cannot be modified once set"
					     : "field cannot be cleared once set");
	else
		fakeapi__cause_forbidden(c, at,
					 "node updates may not change providerID except from \"\" "
					 "to valid");
}

static void check_node_update(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *spec = fakeapi__member(obj, "spec"), *before = fakeapi__member(old, "spec");
	const cJSON *list = fakeapi__dig(obj, "status", "addresses", NULL), *m;
	const cJSON *had = fakeapi__member(before, "podCIDRs"),
		    *has = fakeapi__member(spec, "podCIDRs");
	const path_t status = { NULL, "status", 0, { NULL, 0 } };
	const path_t *at = PATH(&status, "addresses"), *meta = PATH(NULL, "metadata");
	const char *id = fakeapi__string(before, "providerID");
	struct map seen;
	size_t i = 0;

	check_node_amounts(c, fakeapi__member(obj, "status"));
	map_init(&seen, MAP_COPY_KEYS);
	cJSON_ArrayForEach(m, list)
	{
		const path_t *here = PATH_AT(at, i);
		AUTO_STRBUF text = STRBUF_INIT;

		i++;
		strbuf_add_json(&text, str_of(fakeapi__string(m, "type")));
		strbuf_add_json(&text, str_of(fakeapi__string(m, "address")));
		if (map_get(&seen, strbuf_str(&text)))
			cause_same_address(c, here, m);
		else if (text.failed || map_put(&seen, strbuf_str(&text), &seen, NULL) < 0)
			c->nomem = true;
	}
	map_fini(&seen);
	if (!fakeapi__is_blank(had) && !fakeapi__equal(had, has))
		fakeapi__cause_forbidden(c, PATH(&spec_at, "podCIDRs"),
					 "node updates may not change podCIDR except from \"\" to "
					 "valid");
	if (*id && strcmp(id, fakeapi__string(spec, "providerID")) != 0)
		moved_provider(c, *fakeapi__string(spec, "providerID"));
	check_taints(c, PATH(meta, "taints"), fakeapi__member(spec, "taints"));
	if (strcmp(fakeapi__string(before, "externalID"), fakeapi__string(spec, "externalID")) != 0)
		fakeapi__cause_forbidden(c, PATH(&spec_at, "externalID"), "may not be updated");
}

void fakeapi__check_node(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *spec = fakeapi__member(obj, "spec");
	const path_t *meta = PATH(NULL, "metadata");

	if (old) {
		check_node_update(c, obj, old);
		return;
	}
	check_taints(c, PATH(meta, "taints"), fakeapi__member(spec, "taints"));
	check_node_amounts(c, fakeapi__member(obj, "status"));
	check_cidrs(c, spec);
}
