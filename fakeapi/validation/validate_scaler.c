/* SPDX-License-Identifier: Apache-2.0 */
/* validate_scaler.c - HorizontalPodAutoscalers (pkg/apis/autoscaling/validation). Those of v1 are
 * converted to v2 first. */
#include "fakeapi/meta/lookup.h"
#include "fakeapi/meta/scalar.h"
#include "fakeapi/validation/validate_impl.h"

enum { WINDOW_MAX = 3600, PERIOD_MAX = 1800 };

static const path_t spec_at = { NULL, "spec", 0, { NULL, 0 } };

/* schema.ParseGroupVersion. */
static void check_version(causes_t *c, const path_t *at, const char *version, bool any_group)
{
	const char *slash = strchr(version, '/');
	AUTO_STRBUF why = STRBUF_INIT;

	strbuf_addf(&why, "unexpected GroupVersion string: %s", version);
	c->nomem |= why.failed;
	if (slash && strchr(slash + 1, '/') && !why.failed)
		fakeapi__cause_invalid_str(c, at, str_of(version), why.ptr);
	else if ((!slash || slash == version) && !any_group)
		fakeapi__cause_invalid_str(c, at, str_of(version),
					   "apiVersion must specify API group");
}

static void check_target_ref(causes_t *c, const path_t *at, const cJSON *ref)
{
	static const char *const parts[] = { "kind", "name" };

	for (size_t i = 0; i < ARRAY_LEN(parts); i++)
		if (fakeapi__check_some(c, PATH(at, parts[i]), fakeapi__member(ref, parts[i])))
			fakeapi__check_format(c, PATH(at, parts[i]), FAKEAPI_PATH_SEGMENT,
					      fakeapi__string(ref, parts[i]));
}

/* --- metrics --- */

static void check_positive(causes_t *c, const path_t *at, const cJSON *q)
{
	if (cJSON_IsString(q) && fakeapi__quantity_value(q->valuestring) <= 0)
		fakeapi__cause_invalid(c, at, q, "must be positive");
}

static void check_target(causes_t *c, const path_t *at, const cJSON *target)
{
	static const char *const types[] = { "Utilization", "Value", "AverageValue" };
	const char *type = fakeapi__string(target, "type");
	const cJSON *share = fakeapi__member(target, "averageUtilization");
	bool known = false;

	if (!*type)
		fakeapi__cause_required(c, PATH(at, "type"), "must specify a metric target type");
	for (size_t i = 0; i < ARRAY_LEN(types); i++)
		known |= strcmp(type, types[i]) == 0;
	if (!known)
		fakeapi__cause_invalid_str(c, PATH(at, "type"), str_of(type),
					   "must be either Utilization, Value, or AverageValue");
	check_positive(c, PATH(at, "value"), fakeapi__member(target, "value"));
	check_positive(c, PATH(at, "averageValue"), fakeapi__member(target, "averageValue"));
	if (cJSON_IsNumber(share) && share->valuedouble < 1)
		fakeapi__cause_invalid(c, PATH(at, "averageUtilization"), share,
				       "must be greater than 0");
}

static void check_metric_name(causes_t *c, const path_t *source_at, const cJSON *source)
{
	const path_t *at = PATH(source_at, "metric");
	const char *name = fakeapi__string(fakeapi__member(source, "metric"), "name");

	if (!*name)
		fakeapi__cause_required(c, PATH(at, "name"), "must specify a metric name");
	else
		fakeapi__check_format(c, PATH(at, "name"), FAKEAPI_PATH_SEGMENT, name);
}

static void check_object(causes_t *c, const path_t *at, const cJSON *source)
{
	const cJSON *object = fakeapi__member(source, "describedObject");
	const cJSON *target = fakeapi__member(source, "target");
	const path_t *object_at = PATH(at, "describedObject"), *target_at = PATH(at, "target");

	check_target_ref(c, object_at, object);
	check_version(c, PATH(object_at, "apiVersion"), fakeapi__string(object, "apiVersion"),
		      true);
	check_metric_name(c, at, source);
	check_target(c, target_at, target);
	if (!fakeapi__member(target, "value") && !fakeapi__member(target, "averageValue"))
		fakeapi__cause_required(c, PATH(target_at, "averageValue"),
					"must set either a target value or averageValue");
}

static void check_external(causes_t *c, const path_t *at, const cJSON *source)
{
	const cJSON *target = fakeapi__member(source, "target");
	const path_t *target_at = PATH(at, "target");
	bool value = fakeapi__member(target, "value"),
	     average = fakeapi__member(target, "averageValue");

	check_metric_name(c, at, source);
	check_target(c, target_at, target);
	if (!value && !average)
		fakeapi__cause_required(c, PATH(target_at, "averageValue"),
					"must set either a target value for metric or a per-pod "
					"target");
	if (value && average)
		fakeapi__cause_forbidden(c, PATH(target_at, "value"),
					 "may not set both a target value for metric and a "
					 "per-pod target");
}

static void check_pods(causes_t *c, const path_t *at, const cJSON *source)
{
	const cJSON *target = fakeapi__member(source, "target");
	const path_t *target_at = PATH(at, "target");

	check_metric_name(c, at, source);
	check_target(c, target_at, target);
	if (!fakeapi__member(target, "averageValue"))
		fakeapi__cause_required(c, PATH(target_at, "averageValue"),
					"must specify a positive target averageValue");
}

static void check_resource_target(causes_t *c, const path_t *at, const cJSON *source)
{
	const cJSON *target = fakeapi__member(source, "target");
	const path_t *target_at = PATH(at, "target");
	bool share = fakeapi__member(target, "averageUtilization"),
	     average = fakeapi__member(target, "averageValue");

	check_target(c, target_at, target);
	if (!share && !average)
		fakeapi__cause_required(c, PATH(target_at, "averageUtilization"),
					"must set either a target raw value or a target "
					"utilization");
	if (share && average)
		fakeapi__cause_forbidden(c, PATH(target_at, "averageValue"),
					 "may not set both a target raw value and a target "
					 "utilization");
}

static void check_resource(causes_t *c, const path_t *at, const cJSON *source)
{
	if (!*fakeapi__string(source, "name"))
		fakeapi__cause_required(c, PATH(at, "name"), "must specify a resource name");
	check_resource_target(c, at, source);
}

static void check_container(causes_t *c, const path_t *at, const cJSON *source)
{
	const char *name = fakeapi__string(source, "name");
	const char *container = fakeapi__string(source, "container");

	if (!*name)
		fakeapi__cause_required(c, PATH(at, "name"), "must specify a resource name");
	else
		fakeapi__check_container_resource(c, PATH(at, "name"), name);
	if (!*container)
		fakeapi__cause_required(c, PATH(at, "container"), "must specify a container");
	else
		fakeapi__check_format(c, PATH(at, "container"), FAKEAPI_DNS_LABEL, container);
	check_resource_target(c, at, source);
}

static void check_metric(causes_t *c, const path_t *at, const cJSON *metric)
{
	/* In the server's order; only the first source is checked in detail. */
	static const struct {
		const char *member, *type;
		void (*check)(causes_t *c, const path_t *at, const cJSON *source);
	} sources[] = {
		{ "object", "Object", check_object },
		{ "external", "External", check_external },
		{ "pods", "Pods", check_pods },
		{ "resource", "Resource", check_resource },
		{ "containerResource", "ContainerResource", check_container },
	};
	static const char *const types[] = { "ContainerResource", "External", "Object", "Pods",
					     "Resource",	  NULL };
	const char *type = fakeapi__string(metric, "type");
	const cJSON *type_value = fakeapi__member(metric, "type");
	const char *expected = "";
	size_t present = 0;

	if (!*type)
		fakeapi__cause_required(c, PATH(at, "type"), "must specify a metric source type");
	fakeapi__check_one_of(c, PATH(at, "type"), type_value, types);
	for (size_t i = 0; i < ARRAY_LEN(sources); i++) {
		const cJSON *source = fakeapi__member(metric, sources[i].member);

		if (strcmp(type, sources[i].type) == 0)
			expected = sources[i].member;
		if (source && present++ == 0)
			sources[i].check(c, PATH(at, sources[i].member), source);
	}
	if (!*expected)
		fakeapi__check_one_of(c, PATH(at, "type"), type_value, types);
	else if (!fakeapi__member(metric, expected))
		fakeapi__cause_required(c, PATH(at, expected),
					"must populate information for the given metric source");
	for (size_t i = 0; i < ARRAY_LEN(sources) && present != 1; i++)
		if (fakeapi__member(metric, sources[i].member) &&
		    strcmp(sources[i].member, expected) != 0)
			fakeapi__cause_forbidden(c, PATH(at, sources[i].member),
						 "must populate the given metric source only");
}

static void check_metrics(causes_t *c, const cJSON *metrics, const cJSON *low)
{
	const path_t *at = PATH(&spec_at, "metrics");
	bool outside = false;
	const cJSON *m;
	size_t i = 0;

	cJSON_ArrayForEach(m, metrics)
	{
		const path_t *here = PATH_AT(at, i);
		const char *type = fakeapi__string(m, "type");

		i++;
		check_metric(c, here, m);
		outside |= strcmp(type, "Object") == 0 || strcmp(type, "External") == 0;
	}
	if (cJSON_IsNumber(low) && low->valuedouble == 0 && !outside)
		fakeapi__cause_forbidden(c, at,
					 "must specify at least one Object or External metric to "
					 "support scaling to zero replicas");
}

/* --- behavior --- */

static void check_rules(causes_t *c, const path_t *at, const cJSON *rules)
{
	static const char *const selects[] = { "Disabled", "Max", "Min", NULL };
	static const char *const types[] = { "Percent", "Pods", NULL };
	static const char *const numbers[] = { "value", "periodSeconds" };
	const cJSON *window = fakeapi__member(rules, "stabilizationWindowSeconds"), *p;
	const cJSON *list = fakeapi__member(rules, "policies");
	const cJSON *tolerance = fakeapi__member(rules, "tolerance");
	const path_t *window_at = PATH(at, "stabilizationWindowSeconds"),
		     *policies = PATH(at, "policies");
	size_t i = 0;

	if (cJSON_IsNumber(window) && window->valuedouble < 0)
		fakeapi__cause_invalid(c, window_at, window,
				       "must be greater than or equal to zero");
	if (cJSON_IsNumber(window) && window->valuedouble > WINDOW_MAX)
		fakeapi__cause_invalid(c, window_at, window, "must be less than or equal to 3600");
	if (fakeapi__member(rules, "selectPolicy"))
		fakeapi__check_one_of(c, PATH(at, "selectPolicy"),
				      fakeapi__member(rules, "selectPolicy"), selects);
	if (fakeapi__is_blank(list))
		fakeapi__cause_required(c, policies, "must specify at least one Policy");
	cJSON_ArrayForEach(p, list)
	{
		const path_t *here = PATH_AT(policies, i);
		const cJSON *period = fakeapi__member(p, "periodSeconds");

		i++;
		fakeapi__check_one_of(c, PATH(here, "type"), fakeapi__member(p, "type"), types);
		for (size_t k = 0; k < ARRAY_LEN(numbers); k++) {
			const cJSON *n = fakeapi__member(p, numbers[k]);

			if (!cJSON_IsNumber(n) || n->valuedouble <= 0)
				fakeapi__cause_invalid_number(c, PATH(here, numbers[k]),
							      cJSON_IsNumber(n) ? n->valuedouble
										: 0,
							      "must be greater than zero");
		}
		if (cJSON_IsNumber(period) && period->valuedouble > PERIOD_MAX)
			fakeapi__cause_invalid(c, PATH(here, "periodSeconds"), period,
					       "must be less than or equal to 1800");
	}
	if (cJSON_IsString(tolerance) && fakeapi__quantity_value(tolerance->valuestring) < 0)
		fakeapi__cause_invalid(c, PATH(at, "tolerance"), tolerance,
				       "must be greater than or equal to 0");
}

/* --- the rest --- */

/* Checks v1's CPU target, which replaces metrics. */
static void check_cpu(causes_t *c, const cJSON *spec)
{
	const path_t *list = PATH(&spec_at, "metrics"), *first = PATH_AT(list, 0);
	const path_t *resource = PATH(first, "resource"), *target = PATH(resource, "target");
	const cJSON *share = fakeapi__member(spec, "targetCPUUtilizationPercentage");

	if (cJSON_IsNumber(share) && share->valuedouble < 1)
		fakeapi__cause_invalid(c, PATH(target, "averageUtilization"), share,
				       "must be greater than 0");
}

/* An unchanged target reference is not checked again. */
static bool same_target(const cJSON *ref, const cJSON *before)
{
	return strcmp(fakeapi__string(ref, "kind"), fakeapi__string(before, "kind")) == 0 &&
	       strcmp(fakeapi__string(ref, "apiVersion"), fakeapi__string(before, "apiVersion")) ==
		   0;
}

static void check_most(causes_t *c, const path_t *at, double most)
{
	if (!fakeapi__changed(c->features, FAKEAPI_CHANGE_REQUIRED_TYPES)) {
		if (most < 1)
			fakeapi__cause_invalid_number(c, at, most, "must be greater than 0");
	} else if (most < 0) {
		fakeapi__cause_invalid_number(c, at, most, "must be greater than or equal to 1");
	} else if (most < 1) {
		fakeapi__cause_required(c, at, "must be set and greater than 0");
	}
}

void fakeapi__check_scaler(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const directions[] = { "scaleUp", "scaleDown" };
	const cJSON *spec = fakeapi__member(obj, "spec"), *before = fakeapi__member(old, "spec");
	const cJSON *low = fakeapi__member(spec, "minReplicas");
	const cJSON *was_low = fakeapi__member(before, "minReplicas");
	const cJSON *high = fakeapi__member(spec, "maxReplicas");
	const cJSON *ref = fakeapi__member(spec, "scaleTargetRef");
	const path_t *at = PATH(&spec_at, "scaleTargetRef"), *behavior = PATH(&spec_at, "behavior");
	double most = cJSON_IsNumber(high) ? high->valuedouble : 0;
	bool zero = fakeapi__gate_on(c->features, FAKEAPI_GATE_HPAScaleToZero) ||
		    (cJSON_IsNumber(was_low) && was_low->valuedouble == 0);
	int least = zero ? 0 : 1;

	if (cJSON_IsNumber(low) && low->valuedouble < least)
		fakeapi__cause_invalid(c, PATH(&spec_at, "minReplicas"), low,
				       least ? "must be greater than or equal to 1"
					     : "must be greater than or equal to 0");
	check_most(c, PATH(&spec_at, "maxReplicas"), most);
	if (cJSON_IsNumber(low) && most < low->valuedouble)
		fakeapi__cause_invalid_number(c, PATH(&spec_at, "maxReplicas"), most,
					      "must be greater than or equal to `minReplicas`");
	check_target_ref(c, at, ref);
	if (!old || !same_target(ref, fakeapi__member(before, "scaleTargetRef")))
		check_version(c, PATH(at, "apiVersion"), fakeapi__string(ref, "apiVersion"),
			      strcmp(fakeapi__string(ref, "kind"), "ReplicationController") == 0);
	check_metrics(c, fakeapi__member(spec, "metrics"), low);
	check_cpu(c, spec);
	for (size_t i = 0; i < ARRAY_LEN(directions); i++) {
		const cJSON *rules = fakeapi__dig(spec, "behavior", directions[i], NULL);

		if (rules)
			check_rules(c, PATH(behavior, directions[i]), rules);
	}
}

void fakeapi__check_scaler_status(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const counts[] = { "currentReplicas", "desiredReplicas" };
	const path_t status = { NULL, "status", 0, { NULL, 0 } };

	(void)old;
	for (size_t i = 0; i < ARRAY_LEN(counts); i++)
		fakeapi__check_not_negative(c, PATH(&status, counts[i]),
					    fakeapi__dig(obj, "status", counts[i], NULL));
}
