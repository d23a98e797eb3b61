/* SPDX-License-Identifier: Apache-2.0 */
/* validate_workload.c - what makes pods: deployments, jobs and their like. */
#include <stdlib.h>

#include "base/map.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/validation/validate_impl.h"

static const char *const only_always[] = { "Always", NULL };

static bool has_all(const struct fakeapi__lookup *labels, const cJSON *wanted)
{
	const cJSON *m;

	cJSON_ArrayForEach(m, wanted)
	{
		const cJSON *l = fakeapi__lookup(labels, m->string);

		if (!l || !fakeapi__equal(l, m))
			return false;
	}
	return true;
}

static bool fits_all(const struct fakeapi__lookup *labels, const cJSON *expressions)
{
	const cJSON *m, *v;

	cJSON_ArrayForEach(m, expressions)
	{
		const char *op = fakeapi__string(m, "operator");
		const cJSON *l = fakeapi__lookup(labels, fakeapi__string(m, "key"));
		bool among = false;

		cJSON_ArrayForEach(v, fakeapi__member(m, "values")) among |=
		    l && fakeapi__equal(l, v);
		if ((strcmp(op, "In") == 0 && !among) || (strcmp(op, "NotIn") == 0 && among) ||
		    (strcmp(op, "Exists") == 0 && !l) || (strcmp(op, "DoesNotExist") == 0 && l))
			return false;
	}
	return true;
}

/* Do the labels have all that the selector asks for? Expressions by their operators. */
static bool selects(const cJSON *selector, const cJSON *labels)
{
	const cJSON *wanted = fakeapi__member(selector, "matchLabels");
	const cJSON *expressions = fakeapi__member(selector, "matchExpressions");
	struct fakeapi__lookup by_name;
	bool all;

	fakeapi__lookup_members(&by_name, labels, labels);
	all = has_all(&by_name, wanted) && fits_all(&by_name, expressions);
	fakeapi__lookup_fini(&by_name);
	return all;
}

/* `kind`: as the message has it, what would not end by itself if its pods had a deadline. */
static void check_template_as(causes_t *c, const path_t *spec_at, const cJSON *tmpl,
			      const cJSON *selector, const char *kind)
{
	const path_t *at = PATH(spec_at, "template"), *meta = PATH(at, "metadata");
	const cJSON *labels = fakeapi__dig(tmpl, "metadata", "labels", NULL);
	const cJSON *policy = fakeapi__dig(tmpl, "spec", "restartPolicy", NULL);
	const path_t *pod = PATH(at, "spec");
	AUTO_STRBUF text = STRBUF_INIT;

	if (!fakeapi__is_blank(selector) && !selects(selector, labels))
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

/* False: it cannot be asked whether it selects anything; `invalid`: what is said of it then. */
static bool check_selector_of(causes_t *c, const path_t *spec_at, const cJSON *spec,
			      const char *kind, const char *invalid)
{
	size_t before = fakeapi__causes_count(c);
	const cJSON *selector = fakeapi__member(spec, "selector");
	const path_t *at = PATH(spec_at, "selector"), *tmpl = PATH(spec_at, "template");
	const path_t *meta = PATH(tmpl, "metadata");
	AUTO_STRBUF text = STRBUF_INIT;

	if (!selector || cJSON_IsNull(selector)) {
		/* None at all selects nothing. */
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

static bool is_zero(const cJSON *v)
{
	return (cJSON_IsNumber(v) && v->valueint == 0) ||
	       (cJSON_IsString(v) &&
		(strcmp(v->valuestring, "0") == 0 || strcmp(v->valuestring, "0%") == 0));
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
		if (is_zero(fakeapi__member(rolling, "maxUnavailable")) &&
		    is_zero(fakeapi__member(rolling, "maxSurge")))
			fakeapi__cause_invalid(c, PATH(roll, "maxUnavailable"),
					       fakeapi__member(rolling, "maxUnavailable"),
					       "may not be 0 when `maxSurge` is 0");
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
	const char *type = fakeapi__string(strategy, "type");

	fakeapi__check_selector(c, PATH(&spec_at, "selector"), selector);
	if (fakeapi__is_blank(selector)) {
		const path_t *tmpl = PATH(&spec_at, "template"), *meta = PATH(tmpl, "metadata");
		bool nothing = !selector || cJSON_IsNull(selector);

		if (nothing) /* it selects nothing; an empty one everything */
			fakeapi__cause_invalid(c, PATH(meta, "labels"),
					       fakeapi__dig(spec, "template", "metadata", "labels",
							    NULL),
					       "`selector` does not match template `labels`");
		else
			fakeapi__cause_invalid(c, PATH(&spec_at, "selector"), selector,
					       "empty selector is invalid for daemonset");
	}
	check_template_of(c, &spec_at, spec, selector, "DaemonSet");
	check_number(c, &spec_at, spec, "minReadySeconds");
	if (*type && strcmp(type, "RollingUpdate") != 0 && strcmp(type, "OnDelete") != 0)
		cause_bad_strategy(c, PATH(&spec_at, "updateStrategy"), strategy, types);
	check_number(c, &spec_at, spec, "revisionHistoryLimit");
	if (old)
		fakeapi__check_immutable(c, PATH(&spec_at, "selector"), selector,
					 fakeapi__dig(old, "spec", "selector", NULL));
}

/* All of the spec but what may change. */
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

/* The volumes of the pods: the claims first, which hide volumes of the same name. NULL: no memory.
 */
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

/* The template as its pods will be: with a volume for each claim, and with names that the
 * controller gives them (validation.volumesToAddForTemplates). NULL: no memory. */
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
	const path_t *claims_at = PATH(&spec_at, "volumeClaimTemplates");
	const cJSON *claims = old ? NULL : fakeapi__member(spec, "volumeClaimTemplates"), *claim;
	bool selectable;
	cJSON *tmpl;
	size_t i = 0;

	if (*order && strcmp(order, "OrderedReady") != 0 && strcmp(order, "Parallel") != 0)
		fakeapi__cause_invalid_str(c, PATH(&spec_at, "podManagementPolicy"), str_of(order),
					   "must be 'OrderedReady' or 'Parallel'");
	cJSON_ArrayForEach(claim, claims)
	{
		const path_t *here = PATH_AT(claims_at, i);

		i++;
		fakeapi__check_claim_spec(c, PATH(here, "spec"), fakeapi__member(claim, "spec"));
	}
	check_number(c, &spec_at, spec, "replicas");
	check_number(c, &spec_at, spec, "minReadySeconds");
	selectable = check_selector_of(c, &spec_at, spec, "statefulset", "");
	tmpl = stateful_template(spec);
	if (tmpl && selectable)
		check_template_as(c, &spec_at, tmpl, selector, "StatefulSet");
	c->nomem |= !tmpl && fakeapi__member(spec, "template");
	cJSON_Delete(tmpl);
	if (old && !same_besides(spec, fakeapi__member(old, "spec"), free_members))
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

/* --- batch --- */

static void check_job_spec(causes_t *c, const path_t *at, const cJSON *spec)
{
	static const char *const numbers[] = { "parallelism", "completions",
					       "activeDeadlineSeconds", "backoffLimit",
					       "ttlSecondsAfterFinished" };
	static const char *const policies[] = { "OnFailure", "Never", NULL };
	static const char *const modes[] = { "NonIndexed", "Indexed", NULL };
	const path_t *tmpl = PATH(at, "template"), *pod = PATH(tmpl, "spec");
	const cJSON *policy = fakeapi__dig(spec, "template", "spec", "restartPolicy", NULL);
	const char *text = cJSON_IsString(policy) ? policy->valuestring : "";
	const cJSON *mode = fakeapi__member(spec, "completionMode");

	for (size_t i = 0; i < ARRAY_LEN(numbers); i++)
		check_number(c, at, spec, numbers[i]);
	if (cJSON_IsString(mode))
		fakeapi__check_one_of(c, PATH(at, "completionMode"), mode, modes);
	if (strcmp(fakeapi__string(spec, "completionMode"), "Indexed") == 0 &&
	    !cJSON_IsNumber(fakeapi__member(spec, "completions")))
		fakeapi__cause_required(c, PATH(at, "completions"),
					"when completion mode is Indexed");
	fakeapi__check_template(c, tmpl, fakeapi__member(spec, "template"));
	if (!*text || strcmp(text, "Always") == 0)
		fakeapi__cause_required(c, PATH(pod, "restartPolicy"),
					"valid values: \"OnFailure\", \"Never\"");
	else if (strcmp(text, "OnFailure") == 0 &&
		 cJSON_IsObject(fakeapi__member(spec, "podFailurePolicy")))
		fakeapi__cause_invalid(c, PATH(pod, "restartPolicy"), policy,
				       "only \"Never\" is supported when podFailurePolicy is "
				       "specified");
	else
		fakeapi__check_one_of(c, PATH(pod, "restartPolicy"), policy, policies);
}

/* What says where the pods run, and how they are called. */
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

/* While a job is suspended and has not started, its pods may still be told where to run. */
static void check_job_template(causes_t *c, const cJSON *spec, const cJSON *old)
{
	const cJSON *before = fakeapi__member(old, "spec"),
		    *tmpl = fakeapi__member(spec, "template");
	bool waits = cJSON_IsTrue(fakeapi__member(before, "suspend")) &&
		     fakeapi__is_blank(fakeapi__dig(old, "status", "startTime", NULL));
	cJSON *a = cJSON_Duplicate(tmpl, true);
	cJSON *b = cJSON_Duplicate(fakeapi__member(before, "template"), true);

	c->nomem |= !a || !b;
	if (waits) {
		forget_directives(a);
		forget_directives(b);
	}
	if (a && b && !fakeapi__equal(a, b))
		fakeapi__cause_invalid(c, PATH(&spec_at, "template"), tmpl, "field is immutable");
	cJSON_Delete(a);
	cJSON_Delete(b);
}

/* The pods of an indexed job may become more or less, if all of them run at once. */
static void check_completions(causes_t *c, const cJSON *spec, const cJSON *before)
{
	const path_t *at = PATH(&spec_at, "completions");
	const cJSON *now = fakeapi__member(spec, "completions");
	const cJSON *was = fakeapi__member(before, "completions");

	if (strcmp(fakeapi__string(spec, "completionMode"), "Indexed") != 0)
		fakeapi__check_immutable(c, at, now, was);
	else if (now && !fakeapi__equal(now, was) &&
		 !fakeapi__equal(now, fakeapi__member(spec, "parallelism")))
		fakeapi__cause_invalid(c, at, now,
				       "can only be modified in tandem with spec.parallelism");
}

static void check_job_update(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const fixed[] = { "completionMode", "podFailurePolicy",
					     "backoffLimitPerIndex", "managedBy", "successPolicy" };
	const cJSON *spec = fakeapi__member(obj, "spec"), *before = fakeapi__member(old, "spec");

	check_completions(c, spec, before);
	fakeapi__check_immutable(c, PATH(&spec_at, "selector"), fakeapi__member(spec, "selector"),
				 fakeapi__member(before, "selector"));
	check_job_template(c, spec, old);
	for (size_t i = 0; i < ARRAY_LEN(fixed); i++)
		fakeapi__check_immutable(c, PATH(&spec_at, fixed[i]),
					 fakeapi__member(spec, fixed[i]),
					 fakeapi__member(before, fixed[i]));
}

/* The pods of a job that selects by itself have its uid and its name in their labels. */
static void check_generated_labels(causes_t *c, const cJSON *obj)
{
	const cJSON *meta = fakeapi__member(obj, "metadata");
	const cJSON *labels = fakeapi__dig(obj, "spec", "template", "metadata", "labels", NULL);
	const path_t *tmpl = PATH(&spec_at, "template"), *in = PATH(tmpl, "metadata");
	const path_t *at = PATH(in, "labels");
	const struct {
		const char *name, *value;
	} wanted[] = {
		{ "controller-uid", fakeapi__string(meta, "uid") },
		{ "job-name", fakeapi__string(meta, "name") },
		{ "batch.kubernetes.io/controller-uid", fakeapi__string(meta, "uid") },
		{ "batch.kubernetes.io/job-name", fakeapi__string(meta, "name") },
	};

	for (size_t i = 0; i < ARRAY_LEN(wanted); i++) {
		const path_t *here = PATH_KEY(at, str_of(wanted[i].name));
		const cJSON *has = fakeapi__member(labels, wanted[i].name);
		AUTO_STRBUF why = STRBUF_INIT;

		strbuf_addf(&why, "must be '%s'", wanted[i].value);
		c->nomem |= why.failed;
		if (why.failed)
			continue;
		if (!has)
			fakeapi__cause_required(c, here, why.ptr);
		else if (!cJSON_IsString(has) || strcmp(has->valuestring, wanted[i].value) != 0)
			fakeapi__cause_invalid(c, here, labels, why.ptr);
	}
}

void fakeapi__check_job(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *spec = fakeapi__member(obj, "spec");
	const cJSON *selector = fakeapi__member(spec, "selector");
	const cJSON *labels = fakeapi__dig(spec, "template", "metadata", "labels", NULL);
	const path_t *tmpl = PATH(&spec_at, "template"), *meta = PATH(tmpl, "metadata");
	size_t before_selector;

	if (!old && selector && !cJSON_IsTrue(fakeapi__member(spec, "manualSelector")) &&
	    *fakeapi__string(fakeapi__member(obj, "metadata"), "uid"))
		check_generated_labels(c, obj);
	check_job_spec(c, &spec_at, spec);
	before_selector = fakeapi__causes_count(c);
	if (selector)
		fakeapi__check_selector(c, PATH(&spec_at, "selector"), selector);
	else
		fakeapi__cause_required(c, PATH(&spec_at, "selector"), NULL);
	if (!selector ||
	    (fakeapi__causes_count(c) == before_selector && !selects(selector, labels)))
		fakeapi__cause_invalid(c, PATH(meta, "labels"), labels,
				       "`selector` does not match template `labels`");
	if (old)
		check_job_update(c, obj, old);
}

static void check_time_zone(causes_t *c, const cJSON *zone)
{
	const path_t *at = PATH(&spec_at, "timeZone");
	AUTO_STRBUF why = STRBUF_INIT;

	if (!cJSON_IsString(zone))
		return;
	if (!zone->valuestring[0]) {
		fakeapi__cause_invalid(c, at, zone, "timeZone must be nil or non-empty string");
		return;
	}
	if (fakeapi__is_time_zone(zone->valuestring))
		return;
	strbuf_addf(&why, "unknown time zone %s", zone->valuestring);
	fakeapi__cause_invalid(c, at, zone, why.ptr);
}

void fakeapi__check_cron_job(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const policies[] = { "Allow", "Forbid", "Replace", NULL };
	const cJSON *spec = fakeapi__member(obj, "spec");
	const char *name = fakeapi__string(fakeapi__member(obj, "metadata"), "name");
	const path_t *meta = PATH(NULL, "metadata");
	const path_t *job = PATH(&spec_at, "jobTemplate"), *job_at = PATH(job, "spec");
	const cJSON *made = fakeapi__dig(spec, "jobTemplate", "spec", NULL);

	if (fakeapi__check_some(c, PATH(&spec_at, "schedule"), fakeapi__member(spec, "schedule")))
		fakeapi__check_schedule(c, PATH(&spec_at, "schedule"),
					fakeapi__member(spec, "schedule"),
					fakeapi__string(fakeapi__member(old, "spec"), "schedule"),
					fakeapi__member(spec, "timeZone") != NULL);
	check_number(c, &spec_at, spec, "startingDeadlineSeconds");
	if (!fakeapi__equal(fakeapi__member(spec, "timeZone"),
			    fakeapi__dig(old, "spec", "timeZone", NULL)))
		check_time_zone(c, fakeapi__member(spec, "timeZone"));
	if (fakeapi__check_some(c, PATH(&spec_at, "concurrencyPolicy"),
				fakeapi__member(spec, "concurrencyPolicy")))
		fakeapi__check_one_of(c, PATH(&spec_at, "concurrencyPolicy"),
				      fakeapi__member(spec, "concurrencyPolicy"), policies);
	check_job_spec(c, job_at, made);
	if (cJSON_IsObject(fakeapi__member(made, "selector")))
		fakeapi__cause_invalid(c, PATH(job_at, "selector"),
				       fakeapi__member(made, "selector"),
				       "`selector` will be auto-generated");
	if (cJSON_IsTrue(fakeapi__member(made, "manualSelector")))
		fakeapi__cause_unsupported(c, PATH(job_at, "manualSelector"),
					   fakeapi__member(made, "manualSelector"),
					   "\"nil\", \"false\"");
	check_number(c, &spec_at, spec, "successfulJobsHistoryLimit");
	check_number(c, &spec_at, spec, "failedJobsHistoryLimit");
	/* Its jobs are called the same, with eleven characters more. */
	if (!old && strlen(name) > 52)
		fakeapi__cause_invalid_str(c, PATH(meta, "name"), str_of(name),
					   "must be no more than 52 characters");
}
