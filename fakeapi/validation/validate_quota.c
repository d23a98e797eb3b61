/* SPDX-License-Identifier: Apache-2.0 */
/* validate_quota.c - resource quotas and limit ranges (pkg/apis/core/validation). */
#include <math.h>

#include "fakeapi/meta/lookup.h"

#include "fakeapi/meta/scalar.h"
#include "fakeapi/validation/validate_impl.h"

static const path_t spec_at = { NULL, "spec", 0, { NULL, 0 } };

static bool is_one_of(const char *name, const char *const *names)
{
	for (; *names; names++)
		if (strcmp(name, *names) == 0)
			return true;
	return false;
}

static bool begins(const char *z, const char *prefix)
{
	return strncmp(z, prefix, strlen(prefix)) == 0;
}

static bool is_huge_page(const char *name)
{
	return begins(name, "hugepages-") || begins(name, "requests.hugepages-");
}

static const char *const counted[] = { "pods",
				       "resourcequotas",
				       "services",
				       "replicationcontrollers",
				       "secrets",
				       "configmaps",
				       "persistentvolumeclaims",
				       "services.nodeports",
				       "services.loadbalancers",
				       NULL };
static const char *const measured[] = { "cpu",
					"memory",
					"ephemeral-storage",
					"requests.cpu",
					"requests.memory",
					"requests.storage",
					"requests.ephemeral-storage",
					"limits.cpu",
					"limits.memory",
					"limits.ephemeral-storage",
					NULL };

/* A resource name must be a standard one, or have a prefix. */
static void check_name(causes_t *c, const path_t *at, const char *name)
{
	size_t before = fakeapi__causes_count(c);

	fakeapi__check_format(c, at, FAKEAPI_QUALIFIED_NAME, name);
	if (fakeapi__causes_count(c) == before && !strchr(name, '/') && !is_huge_page(name) &&
	    !is_one_of(name, counted) && !is_one_of(name, measured) && strcmp(name, "storage") != 0)
		fakeapi__cause_invalid_str(c, at, str_of(name),
					   "must be a standard resource type or fully qualified");
}

/* --- quotas --- */

void fakeapi__check_amount(causes_t *c, const path_t *at, const char *name, const cJSON *q)
{
	double value = cJSON_IsString(q) ? fakeapi__quantity_value(q->valuestring) : 0;

	if (value < 0)
		fakeapi__cause_invalid(c, at, q, "must be greater than or equal to 0");
	if ((fakeapi__is_extended_resource(name) || is_one_of(name, counted)) &&
	    fmod(value, 1) != 0)
		fakeapi__cause_invalid(c, at, q, "must be an integer");
}

static void check_amounts(causes_t *c, const path_t *at, const cJSON *amounts)
{
	const cJSON *q;

	cJSON_ArrayForEach(q, amounts)
	{
		const path_t *here = PATH_KEY(at, str_of(q->string));
		const char *name = q->string;

		check_name(c, here, name);
		if (!strchr(name, '/') && !is_huge_page(name) && !is_one_of(name, counted) &&
		    !is_one_of(name, measured))
			fakeapi__cause_invalid_str(c, here, str_of(name),
						   "must be a standard resource for quota");
		fakeapi__check_amount(c, here, name, q);
	}
}

static const char *const scopes[] = { "Terminating",
				      "NotTerminating",
				      "BestEffort",
				      "NotBestEffort",
				      "PriorityClass",
				      "VolumeAttributesClass",
				      "CrossNamespacePodAffinity",
				      NULL };

/* The number of limited resources to which the scope does not apply. */
static size_t out_of_scope(const char *scope, const cJSON *hard)
{
	static const char *const pods[] = {
		"pods",		 "cpu",		 "memory",	    "limits.cpu",
		"limits.memory", "requests.cpu", "requests.memory", NULL
	};
	static const char *const only_pods[] = { "pods", NULL };
	static const char *const claims[] = { "persistentvolumeclaims", "requests.storage", NULL };
	const char *const *fit = is_one_of(scope, scopes) ? pods : NULL;
	const cJSON *q;
	size_t n = 0;

	if (strcmp(scope, "BestEffort") == 0)
		fit = only_pods;
	else if (strcmp(scope, "VolumeAttributesClass") == 0)
		fit = claims;
	if (!fit)
		return 0;
	cJSON_ArrayForEach(q, hard)
	{
		bool standard = is_huge_page(q->string) || is_one_of(q->string, counted) ||
				is_one_of(q->string, measured);

		n += standard && !is_one_of(q->string, fit);
	}
	return n;
}

static bool conflict(const struct fakeapi__lookup *names, const char *a, const char *b)
{
	return fakeapi__lookup(names, a) && fakeapi__lookup(names, b);
}

static void check_conflicts(causes_t *c, const path_t *at, const cJSON *shown,
			    const struct fakeapi__lookup *names)
{
	if (conflict(names, "BestEffort", "NotBestEffort"))
		fakeapi__cause_invalid(c, at, shown, "conflicting scopes");
	if (conflict(names, "Terminating", "NotTerminating"))
		fakeapi__cause_invalid(c, at, shown, "conflicting scopes");
}

static void check_scopes(causes_t *c, const cJSON *spec)
{
	const cJSON *list = fakeapi__member(spec, "scopes"), *s;
	const path_t *at = PATH(&spec_at, "scopes");
	struct fakeapi__lookup names;

	fakeapi__lookup_items(&names, list, NULL, list);
	cJSON_ArrayForEach(s, list)
	{
		const char *scope = fakeapi__text(s);
		size_t n = out_of_scope(scope, fakeapi__member(spec, "hard"));

		if (fakeapi__causes_full(c))
			break;
		if (!is_one_of(scope, scopes))
			fakeapi__cause_invalid(c, at, list, "unsupported scope");
		while (n--)
			fakeapi__cause_invalid(c, at, list,
					       "unsupported scope applied to resource");
	}
	check_conflicts(c, at, list, &names);
	fakeapi__lookup_fini(&names);
}

static void check_scope_expression(causes_t *c, const path_t *at, const cJSON *r)
{
	const char *scope = fakeapi__string(r, "scopeName"), *op = fakeapi__string(r, "operator");
	const cJSON *values = fakeapi__member(r, "values");
	bool in = strcmp(op, "In") == 0 || strcmp(op, "NotIn") == 0;
	bool exists = strcmp(op, "Exists") == 0 || strcmp(op, "DoesNotExist") == 0;

	if (is_one_of(scope, scopes) && strcmp(scope, "PriorityClass") != 0 &&
	    strcmp(scope, "VolumeAttributesClass") != 0 && strcmp(op, "Exists") != 0)
		fakeapi__cause_invalid(
		    c, PATH(at, "operator"), fakeapi__member(r, "operator"),
		    "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, "
		    "ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, "
		    "ResourceQuotaScopeNotBestEffort or "
		    "ResourceQuotaScopeCrossNamespacePodAffinity");
	if (in && fakeapi__is_blank(values))
		fakeapi__cause_required(c, PATH(at, "values"),
					"must be at least one value when `operator` is 'In' or "
					"'NotIn' for scope selector");
	else if (exists && !fakeapi__is_blank(values))
		fakeapi__cause_invalid(c, PATH(at, "values"), values,
				       "must be no value when `operator` is 'Exist' or "
				       "'DoesNotExist' for scope selector");
	else if (!in && !exists)
		fakeapi__cause_invalid_str(c, PATH(at, "operator"), str_of(op),
					   "not a valid selector operator");
}

static void check_scope_selector(causes_t *c, const cJSON *spec)
{
	const path_t *in = PATH(&spec_at, "scopeSelector"), *at = PATH(in, "matchExpressions");
	const cJSON *selector = fakeapi__member(spec, "scopeSelector"), *r;
	const cJSON *list = fakeapi__member(selector, "matchExpressions");
	struct fakeapi__lookup names;

	fakeapi__lookup_items(&names, list, "scopeName", list);
	cJSON_ArrayForEach(r, list)
	{
		size_t n =
		    out_of_scope(fakeapi__string(r, "scopeName"), fakeapi__member(spec, "hard"));

		if (fakeapi__causes_full(c))
			break;
		if (!is_one_of(fakeapi__string(r, "scopeName"), scopes))
			fakeapi__cause_invalid_str(c, PATH(at, "scopeName"),
						   str_of(fakeapi__string(r, "scopeName")),
						   "unsupported scope");
		while (n--)
			fakeapi__cause_invalid_internal(c, at, selector,
							FAKEAPI_INTERNAL_SCOPE_SELECTOR,
							"unsupported scope applied to resource");
		check_scope_expression(c, at, r);
	}
	check_conflicts(c, at, fakeapi__member(spec, "scopes"), &names);
	fakeapi__lookup_fini(&names);
}

/* True if both have the same scopes, in any order. */
static bool same_scopes(const cJSON *a, const cJSON *b)
{
	struct fakeapi__lookup in_a, in_b;
	bool same = true;
	const cJSON *s;

	fakeapi__lookup_items(&in_a, a, NULL, b);
	fakeapi__lookup_items(&in_b, b, NULL, a);
	cJSON_ArrayForEach(s, a) same =
	    same && (!cJSON_IsString(s) || fakeapi__lookup(&in_b, s->valuestring));
	cJSON_ArrayForEach(s, b) same =
	    same && (!cJSON_IsString(s) || fakeapi__lookup(&in_a, s->valuestring));
	fakeapi__lookup_fini(&in_a);
	fakeapi__lookup_fini(&in_b);
	return same;
}

void fakeapi__check_quota(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *spec = fakeapi__member(obj, "spec");
	const cJSON *now = fakeapi__member(spec, "scopes");

	if (old) {
		if (!same_scopes(now, fakeapi__dig(old, "spec", "scopes", NULL)))
			fakeapi__cause_invalid(c, PATH(&spec_at, "scopes"), now,
					       "field is immutable");
		return;
	}
	check_amounts(c, PATH(&spec_at, "hard"), fakeapi__member(spec, "hard"));
	check_scopes(c, spec);
	if (fakeapi__member(spec, "scopeSelector"))
		check_scope_selector(c, spec);
}

void fakeapi__check_quota_status(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const parts[] = { "hard", "used" };
	const path_t status = { NULL, "status", 0, { NULL, 0 } };

	(void)old;
	for (size_t i = 0; i < ARRAY_LEN(parts); i++)
		check_amounts(c, PATH(&status, parts[i]),
			      fakeapi__dig(obj, "status", parts[i], NULL));
}

/* --- limit ranges --- */

/* In the order in which names are collected and two amounts of a name compared. */
enum part { MAX, MIN, DEFAULT, REQUEST, RATIO, PARTS };
static const char *const part_names[PARTS] = { "max", "min", "default", "defaultRequest",
					       "maxLimitRequestRatio" };

struct limits {
	const cJSON *parts[PARTS];
	struct fakeapi__lookup by_name[PARTS];
	const path_t *at;
};

static const cJSON *amount(const struct limits *l, enum part part, const char *name)
{
	const cJSON *q = fakeapi__lookup(&l->by_name[part], name);

	return cJSON_IsString(q) ? q : NULL;
}

static double value_of(const cJSON *q)
{
	return fakeapi__quantity_value(q->valuestring);
}

/* Reports if the resource's `low` is greater than its `high`. `where`, `shown`: the parts with the
 * error's path and value. */
static void check_order(causes_t *c, const struct limits *l, const char *name, enum part low,
			enum part high, enum part where, enum part shown, const char *fmt)
{
	const cJSON *a = amount(l, low, name), *b = amount(l, high, name);
	const path_t *at = PATH(l->at, part_names[where]);
	AUTO_STRBUF text = STRBUF_INIT;
	const char *middle = strchr(fmt, '#');

	if (!a || !b || value_of(a) <= value_of(b))
		return;
	/* "min value # is greater than max value ": # is replaced by the first amount, the second
	 * follows. */
	strbuf_add(&text, fmt, (size_t)(middle - fmt));
	strbuf_addf(&text, "%s%s%s", a->valuestring, middle + 1, b->valuestring);
	fakeapi__cause_invalid(c, PATH_KEY(at, str_of(name)), amount(l, shown, name), text.ptr);
}

static void check_ratio(causes_t *c, const struct limits *l, const char *name)
{
	const cJSON *ratio = amount(l, RATIO, name), *low = amount(l, MIN, name),
		    *high = amount(l, MAX, name);
	const path_t *at = PATH(l->at, part_names[RATIO]);
	AUTO_STRBUF text = STRBUF_INIT;

	if (ratio && value_of(ratio) < 1) {
		strbuf_addf(&text, "ratio %s is less than 1", ratio->valuestring);
		fakeapi__cause_invalid(c, PATH_KEY(at, str_of(name)), ratio, text.ptr);
	}
	if (!ratio || !low || !high || value_of(low) == 0 ||
	    value_of(ratio) <= value_of(high) / value_of(low))
		return;
	strbuf_clear(&text);
	strbuf_addf(&text, "ratio %s is greater than max/min = %f", ratio->valuestring,
		    value_of(high) / value_of(low));
	fakeapi__cause_invalid(c, PATH_KEY(at, str_of(name)), ratio, text.ptr);
}

static void check_same(causes_t *c, const struct limits *l, const char *name)
{
	const cJSON *a = amount(l, DEFAULT, name), *b = amount(l, REQUEST, name);
	bool native = !strchr(name, '/') || strstr(name, "kubernetes.io/");
	const path_t *at = PATH(l->at, part_names[REQUEST]);
	AUTO_STRBUF text = STRBUF_INIT;

	if ((native && !begins(name, "hugepages-")) || !a || !b || value_of(a) == value_of(b))
		return;
	strbuf_addf(&text, "default value %s must equal to defaultRequest value %s in %s",
		    a->valuestring, b->valuestring, name);
	fakeapi__cause_invalid(c, PATH_KEY(at, str_of(name)), b, text.ptr);
}

static void check_resource(causes_t *c, const struct limits *l, const char *name)
{
	check_order(c, l, name, MIN, MAX, MIN, MIN, "min value # is greater than max value ");
	check_order(c, l, name, MIN, REQUEST, REQUEST, REQUEST,
		    "min value # is greater than default request value ");
	check_order(c, l, name, REQUEST, MAX, REQUEST, REQUEST,
		    "default request value # is greater than max value ");
	check_order(c, l, name, REQUEST, DEFAULT, REQUEST, REQUEST,
		    "default request value # is greater than default limit value ");
	check_order(c, l, name, MIN, DEFAULT, DEFAULT, MIN,
		    "min value # is greater than default value ");
	check_order(c, l, name, DEFAULT, MAX, DEFAULT, MAX,
		    "default value # is greater than max value ");
	check_ratio(c, l, name);
	check_same(c, l, name);
}

/* True if an earlier part has the name. */
static bool named_before(const struct limits *l, enum part part, const char *name)
{
	for (enum part p = 0; p < part; p++)
		if (amount(l, p, name))
			return true;
	return false;
}

static void check_type(causes_t *c, const path_t *at, const char *type)
{
	static const char *const known[] = { "Pod", "Container", "PersistentVolumeClaim", NULL };
	size_t before = fakeapi__causes_count(c);

	fakeapi__check_format(c, at, FAKEAPI_QUALIFIED_NAME, type);
	if (fakeapi__causes_count(c) == before && !strchr(type, '/') && !is_one_of(type, known))
		fakeapi__cause_invalid_str(c, at, str_of(type),
					   "must be a standard limit type or fully qualified");
}

static void check_part_names(causes_t *c, const struct limits *l, enum part part, bool containers)
{
	const path_t *at = PATH(l->at, part_names[part]);
	const cJSON *q;

	cJSON_ArrayForEach(q, l->parts[part])
	{
		if (containers)
			fakeapi__check_container_resource(c, PATH_KEY(at, str_of(q->string)),
							  q->string);
		else
			check_name(c, PATH_KEY(at, str_of(q->string)), q->string);
	}
}

static void check_limit(causes_t *c, const path_t *at, const cJSON *item)
{
	const char *type = fakeapi__string(item, "type");
	bool pod = strcmp(type, "Pod") == 0, claim = strcmp(type, "PersistentVolumeClaim") == 0;
	struct limits l = { .at = at };
	const cJSON *q;

	for (enum part p = 0; p < PARTS; p++) {
		const cJSON *amounts = fakeapi__member(item, part_names[p]);

		if (pod && (p == DEFAULT || p == REQUEST)) {
			if (!fakeapi__is_blank(amounts))
				fakeapi__cause_forbidden(c, PATH(at, part_names[p]),
							 "may not be specified when `type` is "
							 "'Pod'");
			amounts = NULL;
		}
		l.parts[p] = amounts;
		if (p == RATIO && claim && !fakeapi__dig(item, "min", "storage", NULL) &&
		    !fakeapi__dig(item, "max", "storage", NULL))
			fakeapi__cause_required(c, PATH(at, "limits"),
						"either minimum or maximum storage value is "
						"required, but neither was provided");
		check_part_names(c, &l, p, pod || strcmp(type, "Container") == 0);
	}
	for (enum part p = 0; p < PARTS; p++)
		fakeapi__lookup_members(&l.by_name[p], l.parts[p], item);
	for (enum part p = 0; p < PARTS; p++)
		cJSON_ArrayForEach(q, l.parts[p])
		{
			if (cJSON_IsString(q) && !named_before(&l, p, q->string))
				check_resource(c, &l, q->string);
		}
	for (enum part p = 0; p < PARTS; p++)
		fakeapi__lookup_fini(&l.by_name[p]);
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
		const char *type = fakeapi__string(l, "type");

		i++;
		check_type(c, PATH(here, "type"), type);
		if (fakeapi__lookup_again(&types, l)) {
			char none[] = "";
			cJSON empty = { .type = cJSON_String, .valuestring = none };

			fakeapi__cause_duplicate(c, PATH(here, "type"),
						 *type ? fakeapi__member(l, "type") : &empty);
		}
		check_limit(c, here, l);
	}
	fakeapi__lookup_fini(&types);
}
