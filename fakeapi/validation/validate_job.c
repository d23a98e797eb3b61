/* SPDX-License-Identifier: Apache-2.0 */
/* validate_job.c - jobs and cron jobs (pkg/apis/batch/validation). */

#include "fakeapi/validation/validate_job.h"

#include "fakeapi/validation/validate_impl.h"

static const path_t spec_at = { NULL, "spec", 0, { NULL, 0 } };

static void check_number(causes_t *c, const path_t *at, const cJSON *spec, const char *name)
{
	fakeapi__check_not_negative(c, PATH(at, name), fakeapi__member(spec, name));
}

/* --- jobs --- */

const cJSON *fakeapi__job_number(const cJSON *spec, const char *name)
{
	const cJSON *v = fakeapi__member(spec, name);

	return cJSON_IsNumber(v) ? v : NULL;
}

static void invalid_number(causes_t *c, const path_t *at, const cJSON *spec, const char *name,
			   const char *why)
{
	fakeapi__cause_invalid(c, PATH(at, name), fakeapi__member(spec, name), why);
}

enum { MANY = 100000, MANY_WITH_BACKOFF = 10000 };

#define FEWER(n, when) "must be less than or equal to " n " when " when
#define HIGH	       "completions are above 100000 and used with backoff limit per index"

/* Limits of an indexed job with more completions than MANY and a backoff limit per index. */
static void check_many(causes_t *c, const path_t *at, const cJSON *spec)
{
	const cJSON *completions = fakeapi__job_number(spec, "completions"), *failed;
	const cJSON *parallelism = fakeapi__job_number(spec, "parallelism");

	if (!completions || completions->valuedouble <= MANY ||
	    !fakeapi__job_number(spec, "backoffLimitPerIndex"))
		return;
	failed = fakeapi__job_number(spec, "maxFailedIndexes");
	if (!failed)
		fakeapi__cause_required(c, PATH(at, "maxFailedIndexes"),
					"must be specified when completions is above 100000");
	if (parallelism && parallelism->valuedouble > MANY_WITH_BACKOFF)
		invalid_number(c, at, spec, "parallelism", FEWER("10000", HIGH));
	if (failed && failed->valuedouble > MANY_WITH_BACKOFF)
		invalid_number(c, at, spec, "maxFailedIndexes", FEWER("10000", HIGH));
}

static void check_indexed(causes_t *c, const path_t *at, const cJSON *spec)
{
	const cJSON *completions = fakeapi__job_number(spec, "completions");
	const cJSON *parallelism = fakeapi__job_number(spec, "parallelism");
	const cJSON *failed = fakeapi__job_number(spec, "maxFailedIndexes");

	if (!completions)
		fakeapi__cause_required(c, PATH(at, "completions"),
					"when completion mode is Indexed");
	if (parallelism && parallelism->valuedouble > MANY)
		invalid_number(c, at, spec, "parallelism",
			       FEWER("100000", "completion mode is Indexed"));
	if (completions && failed && failed->valuedouble > completions->valuedouble)
		invalid_number(c, at, spec, "maxFailedIndexes",
			       "must be less than or equal to completions");
	if (failed && failed->valuedouble > MANY)
		invalid_number(c, at, spec, "maxFailedIndexes",
			       "must be less than or equal to 100000");
	check_many(c, at, spec);
}

static void check_mode(causes_t *c, const path_t *at, const cJSON *spec)
{
	static const char *const modes[] = { "NonIndexed", "Indexed", NULL };
	static const char *const indexed[] = { "backoffLimitPerIndex", "maxFailedIndexes" };
	const cJSON *mode = fakeapi__member(spec, "completionMode");
	const char *text = cJSON_IsString(mode) ? mode->valuestring : "NonIndexed";

	if (cJSON_IsString(mode))
		fakeapi__check_one_of(c, PATH(at, "completionMode"), mode, modes);
	if (strcmp(text, "Indexed") == 0)
		check_indexed(c, at, spec);
	if (strcmp(text, "NonIndexed") != 0)
		return;
	for (size_t i = 0; i < ARRAY_LEN(indexed); i++)
		if (fakeapi__job_number(spec, indexed[i]))
			invalid_number(c, at, spec, indexed[i], "requires indexed completion mode");
}

/* --- pod failure policies --- */

void fakeapi__check_word(causes_t *c, const path_t *at, const cJSON *v, const char *const *allowed,
			 const char *valid)
{
	if (fakeapi__is_blank(v))
		fakeapi__cause_required(c, at, valid);
	else
		fakeapi__check_one_of(c, at, v, allowed);
}

static void check_restart_policy(causes_t *c, const path_t *at, const cJSON *spec)
{
	static const char *const policies[] = { "OnFailure", "Never", NULL };
	const cJSON *policy = fakeapi__dig(spec, "template", "spec", "restartPolicy", NULL);
	const char *text = fakeapi__text(policy);

	if (!*text || strcmp(text, "Always") == 0)
		fakeapi__cause_required(c, at, "valid values: \"OnFailure\", \"Never\"");
	else if (strcmp(text, "OnFailure") == 0 &&
		 cJSON_IsObject(fakeapi__member(spec, "podFailurePolicy")))
		fakeapi__cause_invalid(c, at, policy,
				       "only \"Never\" is supported when podFailurePolicy is "
				       "specified");
	else
		fakeapi__check_one_of(c, at, policy, policies);
}

static void check_replacement(causes_t *c, const path_t *at, const cJSON *spec)
{
	static const char *const policies[] = { "Failed", "TerminatingOrFailed", NULL };
	static const char *const failed[] = { "Failed", NULL };
	const cJSON *policy = fakeapi__member(spec, "podReplacementPolicy");

	if (cJSON_IsString(policy))
		fakeapi__check_one_of(c, PATH(at, "podReplacementPolicy"), policy,
				      cJSON_IsObject(fakeapi__member(spec, "podFailurePolicy"))
					  ? failed
					  : policies);
}

static void check_job_spec(causes_t *c, const path_t *at, const cJSON *spec)
{
	static const char *const numbers[] = { "parallelism",
					       "completions",
					       "activeDeadlineSeconds",
					       "backoffLimit",
					       "ttlSecondsAfterFinished",
					       "backoffLimitPerIndex",
					       "maxFailedIndexes" };
	const path_t *tmpl = PATH(at, "template"), *pod = PATH(tmpl, "spec");
	const cJSON *manager = fakeapi__member(spec, "managedBy");

	for (size_t i = 0; i < ARRAY_LEN(numbers); i++)
		check_number(c, at, spec, numbers[i]);
	if (fakeapi__job_number(spec, "maxFailedIndexes") &&
	    !fakeapi__job_number(spec, "backoffLimitPerIndex"))
		fakeapi__cause_required(c, PATH(at, "backoffLimitPerIndex"),
					"when maxFailedIndexes is specified");
	if (cJSON_IsString(manager)) {
		fakeapi__check_domain_path(c, PATH(at, "managedBy"), manager->valuestring);
		if (strlen(manager->valuestring) > 63)
			fakeapi__cause_too_long(c, PATH(at, "managedBy"), 63);
	}
	check_mode(c, at, spec);
	if (cJSON_IsObject(fakeapi__member(spec, "podFailurePolicy")))
		fakeapi__check_failure_policy(c, at, spec);
	if (cJSON_IsObject(fakeapi__member(spec, "successPolicy")))
		fakeapi__check_success_policy(c, at, spec);
	check_replacement(c, at, spec);
	fakeapi__check_template(c, tmpl, fakeapi__member(spec, "template"));
	check_restart_policy(c, PATH(pod, "restartPolicy"), spec);
}

/* The completions of an indexed job may change, if all its pods run in parallel. */
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

/* `form`: the internal type of an object; NULL: a plain value. */
static void check_fixed(causes_t *c, const cJSON *spec, const cJSON *before, const char *name,
			const enum fakeapi__internal *form)
{
	const path_t *at = PATH(&spec_at, name);
	const cJSON *now = fakeapi__member(spec, name), *was = fakeapi__member(before, name);

	if (!form)
		fakeapi__check_immutable(c, at, now, was);
	else if (!fakeapi__equal(now, was))
		fakeapi__cause_invalid_internal(c, at, now, *form, "field is immutable");
}

static void check_job_update(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *spec = fakeapi__member(obj, "spec"), *before = fakeapi__member(old, "spec");

	check_completions(c, spec, before);
	fakeapi__check_immutable(c, PATH(&spec_at, "selector"), fakeapi__member(spec, "selector"),
				 fakeapi__member(before, "selector"));
	fakeapi__check_job_template(c, spec, old);
	check_fixed(c, spec, before, "completionMode", NULL);
	check_fixed(c, spec, before, "podFailurePolicy",
		    &(enum fakeapi__internal) { FAKEAPI_INTERNAL_POD_FAILURE_POLICY });
	check_fixed(c, spec, before, "backoffLimitPerIndex", NULL);
	check_fixed(c, spec, before, "managedBy", NULL);
	check_fixed(c, spec, before, "successPolicy",
		    &(enum fakeapi__internal) { FAKEAPI_INTERNAL_SUCCESS_POLICY });
}

/* True if the selector is valid, so that the check for an empty one applies. */
static bool is_selector(const cJSON *selector)
{
	causes_t wrong;
	bool ok;

	fakeapi__causes_init(&wrong);
	fakeapi__check_selector(&wrong, &spec_at, selector);
	ok = fakeapi__causes_count(&wrong) == 0;
	fakeapi__causes_fini(&wrong);
	return ok;
}

/* The pods of a job with a generated selector have its uid and its name as labels. */
static void check_generated_labels(causes_t *c, const cJSON *obj)
{
	const cJSON *meta = fakeapi__member(obj, "metadata");
	const cJSON *labels = fakeapi__dig(obj, "spec", "template", "metadata", "labels", NULL);
	const path_t *tmpl = PATH(&spec_at, "template"), *in = PATH(tmpl, "metadata");
	const path_t *at = PATH(in, "labels");
	const cJSON *selector = fakeapi__dig(obj, "spec", "selector", NULL);
	cJSON *expected;
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
	expected = cJSON_CreateObject();
	for (size_t i = 0; i < ARRAY_LEN(wanted) && expected; i++)
		if (!cJSON_AddStringToObject(expected, wanted[i].name, wanted[i].value)) {
			cJSON_Delete(expected);
			expected = NULL;
		}
	c->nomem |= !expected;
	if (expected && is_selector(selector) && !fakeapi__fits_selector(selector, expected))
		fakeapi__cause_invalid(c, PATH(&spec_at, "selector"), selector,
				       "`selector` not auto-generated");
	cJSON_Delete(expected);
}

/* The pods of an indexed job are named after the job and their index. */
static void check_indexed_name(causes_t *c, const cJSON *obj)
{
	const cJSON *spec = fakeapi__member(obj, "spec"),
		    *n = fakeapi__job_number(spec, "completions");
	const char *name = fakeapi__string(fakeapi__member(obj, "metadata"), "name");
	const path_t *meta = PATH(NULL, "metadata");
	AUTO_STRBUF host = STRBUF_INIT;
	AUTO_STRBUF wrong = STRBUF_INIT;
	AUTO_STRBUF why = STRBUF_INIT;

	if (strcmp(fakeapi__string(spec, "completionMode"), "Indexed") != 0 || !n ||
	    n->valuedouble <= 0)
		return;
	strbuf_addf(&host, "%s-%.0f", name, n->valuedouble - 1);
	if (!host.failed)
		fakeapi__format_check(c->features, FAKEAPI_DNS_LABEL, host.ptr, &wrong);
	strbuf_addf(&why, "will not able to create pod with invalid DNS label: %s", host.ptr);
	c->nomem |= host.failed || why.failed;
	if (wrong.len && !why.failed)
		fakeapi__cause_invalid_str(c, PATH(meta, "name"), str_of(name), why.ptr);
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
	if (!selector || (fakeapi__causes_count(c) == before_selector &&
			  !fakeapi__fits_selector(selector, labels)))
		fakeapi__cause_invalid(c, PATH(meta, "labels"), labels,
				       "`selector` does not match template `labels`");
	if (old)
		check_job_update(c, obj, old);
	if (!old || fakeapi__changed(c->features, FAKEAPI_CHANGE_JOB_CHECKED_ONCE))
		check_indexed_name(c, obj);
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
		fakeapi__check_time_zone(c, PATH(&spec_at, "timeZone"),
					 fakeapi__member(spec, "timeZone"));
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
	/* The names of its jobs have eleven more characters. */
	if (!old && strlen(name) > 52)
		fakeapi__cause_invalid_str(c, PATH(meta, "name"), str_of(name),
					   "must be no more than 52 characters");
}
