/* SPDX-License-Identifier: Apache-2.0 */
/* validate_workload.c - types that create pods: deployments, replica sets and similar ones. */
#include <stdlib.h>

#include "base/map.h"
#include "base/text/number.h"

#include "fakeapi/meta/lookup.h"
#include "fakeapi/validation/validate_impl.h"

static const char *const only_always[] = { "Always", NULL };

/* `kind`: the kind in the message that forbids activeDeadlineSeconds. */
static void check_template_as(causes_t *c, const path_t *spec_at, const cJSON *tmpl,
			      const cJSON *selector, const char *kind)
{
	const path_t *at = PATH(spec_at, "template"), *meta = PATH(at, "metadata");
	const cJSON *labels = fakeapi__dig(tmpl, "metadata", "labels", NULL);
	const cJSON *policy = fakeapi__dig(tmpl, "spec", "restartPolicy", NULL);
	const path_t *pod = PATH(at, "spec");
	AUTO_STRBUF text = STRBUF_INIT;

	if (!fakeapi__is_blank(selector) && !fakeapi__fits_selector(selector, labels))
		fakeapi__cause_invalid(c, PATH(meta, "labels"), labels,
				       "`selector` does not match template `labels`");
	fakeapi__check_template(c, at, tmpl);
	if (policy && strcmp(policy->valuestring, "Always") != 0)
		fakeapi__check_one_of(c, PATH(pod, "restartPolicy"), policy, only_always);
	strbuf_addf(&text, "activeDeadlineSeconds in %s is not Supported", kind);
	if (cJSON_IsNumber(fakeapi__dig(tmpl, "spec", "activeDeadlineSeconds", NULL)))
		fakeapi__cause_forbidden(c, PATH(pod, "activeDeadlineSeconds"), text.ptr);
}

static void check_template_of(causes_t *c, const path_t *spec_at, const cJSON *spec,
			      const cJSON *selector, const char *kind)
{
	check_template_as(c, spec_at, fakeapi__member(spec, "template"), selector, kind);
}

/* False: too invalid for the check for an empty one; `invalid`: the error in that case. */
static bool check_selector_of(causes_t *c, const path_t *spec_at, const cJSON *spec,
			      const char *kind, const char *invalid)
{
	size_t before = fakeapi__causes_count(c);
	const cJSON *selector = fakeapi__member(spec, "selector");
	const path_t *at = PATH(spec_at, "selector"), *tmpl = PATH(spec_at, "template");
	const path_t *meta = PATH(tmpl, "metadata");
	AUTO_STRBUF text = STRBUF_INIT;

	if (!selector || cJSON_IsNull(selector)) {
		/* A missing selector selects nothing. */
		fakeapi__cause_required(c, at, NULL);
		fakeapi__cause_invalid(c, PATH(meta, "labels"),
				       fakeapi__dig(spec, "template", "metadata", "labels", NULL),
				       "`selector` does not match template `labels`");
		return true;
	}
	fakeapi__check_selector(c, at, selector);
	if (fakeapi__causes_count(c) > before) {
		fakeapi__cause_invalid(c, at, selector, invalid);
		return false;
	}
	strbuf_addf(&text, "empty selector is invalid for %s", kind);
	if (fakeapi__is_blank(selector))
		fakeapi__cause_invalid(c, at, selector, text.ptr);
	return true;
}

static void check_number(causes_t *c, const path_t *spec_at, const cJSON *spec, const char *name)
{
	fakeapi__check_not_negative(c, PATH(spec_at, name), fakeapi__member(spec, name));
}

static const path_t spec_at = { NULL, "spec", 0, { NULL, 0 } };

/* --- apps --- */

/* getIntOrPercentValue: any other value counts as 0. */
static bool is_zero(const cJSON *v)
{
	char *end = NULL;

	if (cJSON_IsNumber(v))
		return v->valuedouble == 0;
	return !cJSON_IsString(v) || strtol(v->valuestring, &end, 10) == 0 ||
	       (*end && strcmp(end, "%") != 0);
}

void fakeapi__check_int_or_percent(causes_t *c, const path_t *at, const cJSON *v)
{
	const char *z = fakeapi__text(v);
	size_t digits = strspn(z, "0123456789");

	if (cJSON_IsNumber(v))
		fakeapi__check_not_negative(c, at, v);
	else if (cJSON_IsString(v) && (digits == 0 || strcmp(z + digits, "%") != 0))
		fakeapi__cause_invalid(
		    c, at, v,
		    "a valid percent string must be a numeric string followed by an ending '%' "
		    "(e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')");
}

void fakeapi__check_not_over_100(causes_t *c, const path_t *at, const cJSON *v)
{
	const char *z = fakeapi__text(v);
	size_t digits = strspn(z, "0123456789");

	uint64_t n;

	if (digits && strcmp(z + digits, "%") == 0 &&
	    !number_parse((struct str) { z, digits }, 100, &n))
		fakeapi__cause_invalid(c, at, v, "must not be greater than 100%");
}

/* Exactly one of the two must be set, each a number or a percentage. */
static void check_daemon_rolling(causes_t *c, const path_t *at, const cJSON *rolling)
{
	const cJSON *low = fakeapi__member(rolling, "maxUnavailable");
	const cJSON *high = fakeapi__member(rolling, "maxSurge");
	const path_t *low_at = PATH(at, "maxUnavailable"), *high_at = PATH(at, "maxSurge");

	fakeapi__check_int_or_percent(c, low_at, low);
	fakeapi__check_int_or_percent(c, high_at, high);
	fakeapi__check_not_over_100(c, low_at, low);
	fakeapi__check_not_over_100(c, high_at, high);
	if (!is_zero(low) && !is_zero(high))
		fakeapi__cause_invalid(c, high_at, high,
				       "may not be set when maxUnavailable is non-zero");
	else if (is_zero(low) && is_zero(high))
		fakeapi__cause_required(c, low_at, "cannot be 0 when maxSurge is 0");
}

static void cause_bad_strategy(causes_t *c, const path_t *at, const cJSON *strategy,
			       const char *const *types)
{
	static const struct fakeapi__rename rolling[] = { { "maxUnavailable", "MaxUnavailable",
							    NULL },
							  { "maxSurge", "MaxSurge", NULL },
							  { 0 } };
	static const struct fakeapi__rename names[] = {
		{ "type", "Type", NULL }, { "rollingUpdate", "RollingUpdate", rolling }, { 0 }
	};
	cJSON *form = fakeapi__internal_form(strategy, names);

	c->nomem |= !form;
	if (form)
		fakeapi__check_one_of(c, at, form, types);
	cJSON_Delete(form);
}

static void check_deployment_strategy(causes_t *c, const cJSON *strategy)
{
	static const char *const types[] = { "Recreate", "RollingUpdate", NULL };
	const path_t *at = PATH(&spec_at, "strategy"), *roll = PATH(at, "rollingUpdate");
	const cJSON *rolling = fakeapi__member(strategy, "rollingUpdate");
	const char *type = fakeapi__string(strategy, "type");

	if (strcmp(type, "Recreate") == 0) {
		if (rolling && !cJSON_IsNull(rolling))
			fakeapi__cause_forbidden(c, roll,
						 "may not be specified when strategy `type` is "
						 "'Recreate'");
	} else if (strcmp(type, "RollingUpdate") == 0) {
		const cJSON *low = fakeapi__member(rolling, "maxUnavailable");
		const cJSON *high = fakeapi__member(rolling, "maxSurge");

		fakeapi__check_int_or_percent(c, PATH(roll, "maxUnavailable"), low);
		fakeapi__check_int_or_percent(c, PATH(roll, "maxSurge"), high);
		if (is_zero(low) && is_zero(high))
			fakeapi__cause_invalid(c, PATH(roll, "maxUnavailable"), low,
					       "may not be 0 when `maxSurge` is 0");
		fakeapi__check_not_over_100(c, PATH(roll, "maxUnavailable"), low);
	} else {
		cause_bad_strategy(c, at, strategy, types);
	}
}

void fakeapi__check_deployment(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *spec = fakeapi__member(obj, "spec");
	const cJSON *selector = fakeapi__member(spec, "selector");
	const cJSON *deadline = fakeapi__member(spec, "progressDeadlineSeconds");
	const cJSON *ready = fakeapi__member(spec, "minReadySeconds");

	check_number(c, &spec_at, spec, "replicas");
	if (check_selector_of(c, &spec_at, spec, "deployment", "invalid label selector"))
		check_template_of(c, &spec_at, spec, selector, "ReplicaSet");
	check_deployment_strategy(c, fakeapi__member(spec, "strategy"));
	check_number(c, &spec_at, spec, "minReadySeconds");
	check_number(c, &spec_at, spec, "revisionHistoryLimit");
	check_number(c, &spec_at, spec, "progressDeadlineSeconds");
	if (cJSON_IsNumber(deadline) &&
	    deadline->valuedouble <= (cJSON_IsNumber(ready) ? ready->valuedouble : 0))
		fakeapi__cause_invalid(c, PATH(&spec_at, "progressDeadlineSeconds"), deadline,
				       "must be greater than minReadySeconds");
	if (old)
		fakeapi__check_immutable(c, PATH(&spec_at, "selector"), selector,
					 fakeapi__dig(old, "spec", "selector", NULL));
}

void fakeapi__check_replica_set(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *spec = fakeapi__member(obj, "spec");
	const cJSON *selector = fakeapi__member(spec, "selector");

	check_number(c, &spec_at, spec, "replicas");
	check_number(c, &spec_at, spec, "minReadySeconds");
	if (check_selector_of(c, &spec_at, spec, "deployment", "invalid label selector"))
		check_template_of(c, &spec_at, spec, selector, "ReplicaSet");
	if (old)
		fakeapi__check_immutable(c, PATH(&spec_at, "selector"), selector,
					 fakeapi__dig(old, "spec", "selector", NULL));
}

void fakeapi__check_daemon_set(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const types[] = { "RollingUpdate", "OnDelete", NULL };
	const cJSON *spec = fakeapi__member(obj, "spec");
	const cJSON *selector = fakeapi__member(spec, "selector");
	const cJSON *strategy = fakeapi__member(spec, "updateStrategy");
	const cJSON *labels = fakeapi__dig(spec, "template", "metadata", "labels", NULL);
	const char *type = fakeapi__string(strategy, "type");
	const path_t *tmpl = PATH(&spec_at, "template"), *meta = PATH(tmpl, "metadata");
	const path_t *strategy_at = PATH(&spec_at, "updateStrategy");
	bool none = !selector || cJSON_IsNull(selector);
	size_t before;

	if (old)
		fakeapi__check_immutable(c, PATH(&spec_at, "selector"), selector,
					 fakeapi__dig(old, "spec", "selector", NULL));
	before = fakeapi__causes_count(c);
	fakeapi__check_selector(c, PATH(&spec_at, "selector"), selector);
	/* A missing selector selects nothing, an empty one everything. */
	if (fakeapi__causes_count(c) == before &&
	    (none || !fakeapi__fits_selector(selector, labels)))
		fakeapi__cause_invalid(c, PATH(meta, "labels"), labels,
				       "`selector` does not match template `labels`");
	if (!none && fakeapi__is_blank(selector))
		fakeapi__cause_invalid(c, PATH(&spec_at, "selector"), selector,
				       "empty selector is invalid for daemonset");
	check_template_of(c, &spec_at, spec, NULL, "DaemonSet");
	check_number(c, &spec_at, spec, "minReadySeconds");
	if (strcmp(type, "RollingUpdate") == 0)
		check_daemon_rolling(c, PATH(strategy_at, "rollingUpdate"),
				     fakeapi__member(strategy, "rollingUpdate"));
	else if (*type && strcmp(type, "OnDelete") != 0)
		cause_bad_strategy(c, strategy_at, strategy, types);
	check_number(c, &spec_at, spec, "revisionHistoryLimit");
}

/* True if the specs are equal except for `may_change`. */
static bool same_besides(const cJSON *a, const cJSON *b, const char *const *may_change)
{
	cJSON *x = cJSON_Duplicate(a, true), *y = cJSON_Duplicate(b, true);
	bool same;

	for (; *may_change; may_change++) {
		cJSON_DeleteItemFromObjectCaseSensitive(x, *may_change);
		cJSON_DeleteItemFromObjectCaseSensitive(y, *may_change);
	}
	same = !x || !y || fakeapi__equal(x, y);
	cJSON_Delete(x);
	cJSON_Delete(y);
	return same;
}

/* The volumes of the pods: claims first, which hide volumes of the same name. NULL: out of
 * memory. */
static cJSON *volumes_with_claims(const cJSON *volumes, const cJSON *claims)
{
	cJSON *list = cJSON_CreateArray();
	struct map names;
	const cJSON *m;
	bool ok = list != NULL;

	map_init(&names, MAP_BORROW_KEYS);
	for (m = claims ? claims->child : NULL; m && ok; m = m->next) {
		const char *name = fakeapi__string(fakeapi__member(m, "metadata"), "name");
		cJSON *volume = NULL, *source;

		if (map_get(&names, str_of(name)))
			continue;
		ok = map_put(&names, str_of(name), &names, NULL) == 0;
		volume = ok ? cJSON_CreateObject() : NULL;
		source = cJSON_AddObjectToObject(volume, "persistentVolumeClaim");
		ok = volume && cJSON_AddStringToObject(volume, "name", name) &&
		     cJSON_AddStringToObject(source, "claimName", name) &&
		     cJSON_AddItemToArray(list, volume);
		if (!ok)
			cJSON_Delete(volume);
	}
	for (m = volumes ? volumes->child : NULL; m && ok; m = m->next) {
		cJSON *copy = NULL;

		if (map_get(&names, str_of(fakeapi__string(m, "name"))))
			continue;
		copy = cJSON_Duplicate(m, true);
		ok = copy && cJSON_AddItemToArray(list, copy);
		if (!ok)
			cJSON_Delete(copy);
	}
	map_fini(&names);
	if (ok)
		return list;
	cJSON_Delete(list);
	return NULL;
}

/* The template of the pods, with a volume for each claim and the names set by the controller
 * (validation.volumesToAddForTemplates). NULL: out of memory. */
static cJSON *stateful_template(const cJSON *spec)
{
	cJSON *tmpl = cJSON_Duplicate(fakeapi__member(spec, "template"), true);
	cJSON *pod = fakeapi__member(tmpl, "spec"), *volumes;

	cJSON_DeleteItemFromObjectCaseSensitive(pod, "subdomain");
	cJSON_DeleteItemFromObjectCaseSensitive(pod, "hostname");
	if (!tmpl || !pod || fakeapi__is_blank(fakeapi__member(spec, "volumeClaimTemplates")))
		return tmpl;
	volumes = volumes_with_claims(fakeapi__member(pod, "volumes"),
				      fakeapi__member(spec, "volumeClaimTemplates"));
	if (volumes && fakeapi__set(pod, "volumes", volumes) == 0)
		return tmpl;
	cJSON_Delete(tmpl);
	return NULL;
}

static void check_stateful_strategy(causes_t *c, const cJSON *strategy)
{
	const path_t *at = PATH(&spec_at, "updateStrategy"), *roll = PATH(at, "rollingUpdate");
	const char *type = fakeapi__string(strategy, "type");
	const cJSON *rolling = fakeapi__member(strategy, "rollingUpdate");

	if (strcmp(type, "OnDelete") == 0) {
		if (rolling && !cJSON_IsNull(rolling))
			fakeapi__cause_invalid_internal(
			    c, roll, rolling, FAKEAPI_INTERNAL_STATEFUL_ROLLING,
			    "only allowed for updateStrategy 'RollingUpdate'");
	} else if (strcmp(type, "RollingUpdate") == 0) {
		fakeapi__check_not_negative(c, PATH(roll, "partition"),
					    fakeapi__member(rolling, "partition"));
	} else {
		fakeapi__cause_invalid_internal(c, at, strategy, FAKEAPI_INTERNAL_STATEFUL_STRATEGY,
						"must be 'RollingUpdate' or 'OnDelete'");
	}
}

static void check_retention(causes_t *c, const cJSON *policy)
{
	static const char *const when[] = { "whenDeleted", "whenScaled" };
	static const char *const policies[] = { "Retain", "Delete", NULL };
	const path_t *at = PATH(&spec_at, "persistentVolumeClaimRetentionPolicy");

	for (size_t i = 0; i < ARRAY_LEN(when); i++)
		if (cJSON_IsObject(policy))
			fakeapi__check_one_of(c, PATH(at, when[i]),
					      fakeapi__member(policy, when[i]), policies);
}

static void check_stateful_fields(causes_t *c, const cJSON *spec, const cJSON *before)
{
	static const char *const fixed[] = { "selector", "volumeClaimTemplates", "serviceName",
					     "podManagementPolicy" };

	for (size_t i = 0; i < ARRAY_LEN(fixed); i++) {
		const path_t *at = PATH(&spec_at, fixed[i]);
		const cJSON *v = fakeapi__member(spec, fixed[i]),
			    *was = fakeapi__member(before, fixed[i]);

		if (cJSON_IsArray(v) && !fakeapi__equal(v, was))
			fakeapi__cause_invalid_internal(c, at, v, FAKEAPI_INTERNAL_CLAIM_TEMPLATES,
							"field is immutable");
		else
			fakeapi__check_immutable(c, at, v, was);
	}
}

void fakeapi__check_stateful_set(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const free_members[] = { "replicas",
						    "ordinals",
						    "template",
						    "updateStrategy",
						    "revisionHistoryLimit",
						    "persistentVolumeClaimRetentionPolicy",
						    "minReadySeconds",
						    NULL };
	const cJSON *spec = fakeapi__member(obj, "spec");
	const cJSON *selector = fakeapi__member(spec, "selector");
	const char *order = fakeapi__string(spec, "podManagementPolicy");
	const char *service = fakeapi__string(spec, "serviceName");
	const path_t *claims_at = PATH(&spec_at, "volumeClaimTemplates");
	const cJSON *claims = old ? NULL : fakeapi__member(spec, "volumeClaimTemplates"), *claim;
	bool selectable;
	cJSON *tmpl;
	size_t i = 0;

	if (*order && strcmp(order, "OrderedReady") != 0 && strcmp(order, "Parallel") != 0)
		fakeapi__cause_invalid_str(c, PATH(&spec_at, "podManagementPolicy"), str_of(order),
					   "must be 'OrderedReady' or 'Parallel'");
	check_stateful_strategy(c, fakeapi__member(spec, "updateStrategy"));
	check_retention(c, fakeapi__member(spec, "persistentVolumeClaimRetentionPolicy"));
	cJSON_ArrayForEach(claim, claims)
	{
		const path_t *here = PATH_AT(claims_at, i);

		i++;
		fakeapi__check_claim_spec(c, PATH(here, "spec"), fakeapi__member(claim, "spec"));
	}
	check_number(c, &spec_at, spec, "replicas");
	check_number(c, &spec_at, spec, "minReadySeconds");
	check_number(c, PATH(&spec_at, "ordinals"), fakeapi__member(spec, "ordinals"), "start");
	if (!old && *service)
		fakeapi__check_format(c, PATH(&spec_at, "serviceName"), FAKEAPI_DNS_LABEL, service);
	selectable = check_selector_of(c, &spec_at, spec, "statefulset", "");
	tmpl = stateful_template(spec);
	if (tmpl && selectable)
		check_template_as(c, &spec_at, tmpl, selector, "StatefulSet");
	c->nomem |= !tmpl && fakeapi__member(spec, "template");
	cJSON_Delete(tmpl);
	if (old && fakeapi__changed(c->features, FAKEAPI_CHANGE_STATEFUL_FIELDS_IMMUTABLE))
		check_stateful_fields(c, spec, fakeapi__member(old, "spec"));
	else if (old && !same_besides(spec, fakeapi__member(old, "spec"), free_members))
		fakeapi__cause_forbidden(
		    c, &spec_at,
		    "updates to statefulset spec for fields other than 'replicas', 'ordinals', "
		    "'template', 'updateStrategy', 'revisionHistoryLimit', "
		    "'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden");
}

void fakeapi__check_rc(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *spec = fakeapi__member(obj, "spec"), *s;
	const cJSON *labels = fakeapi__dig(spec, "template", "metadata", "labels", NULL);
	const cJSON *selector = fakeapi__member(spec, "selector");
	const path_t *tmpl = PATH(&spec_at, "template"), *meta = PATH(tmpl, "metadata");
	struct fakeapi__lookup by_name;

	(void)old;
	check_number(c, &spec_at, spec, "minReadySeconds");
	fakeapi__check_some(c, PATH(&spec_at, "selector"), selector);
	check_number(c, &spec_at, spec, "replicas");
	if (!cJSON_IsObject(fakeapi__member(spec, "template"))) {
		fakeapi__cause_required(c, tmpl, NULL);
		return;
	}
	fakeapi__lookup_members(&by_name, labels, selector);
	cJSON_ArrayForEach(s, selector)
	{
		if (fakeapi__equal(fakeapi__lookup(&by_name, s->string), s))
			continue;
		fakeapi__cause_invalid(c, PATH(meta, "labels"), labels,
				       "`selector` does not match template `labels`");
		break;
	}
	fakeapi__lookup_fini(&by_name);
	check_template_of(c, &spec_at, spec, NULL, "ReplicationController");
}
