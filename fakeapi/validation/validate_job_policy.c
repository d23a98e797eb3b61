/* SPDX-License-Identifier: Apache-2.0 */
/* A job's policies for failures and success. */
#include "fakeapi/validation/validate_job.h"

#include "fakeapi/validation/validate_impl.h"

enum { INDEXES_MAX = 64 * 1024 };

static void check_exit_values(causes_t *c, const path_t *at, const cJSON *values, bool in)
{
	const cJSON *v, *before = NULL;
	bool ordered = true, seen[256] = { false };
	size_t i = 0, n = (size_t)cJSON_GetArraySize(values);

	if (n == 0)
		fakeapi__cause_invalid(c, at, values, "at least one value is required");
	else if (n > 255)
		fakeapi__cause_too_many(c, at, n, 255);
	cJSON_ArrayForEach(v, values)
	{
		const path_t *here = PATH_AT(at, i);
		double code = v->valuedouble;
		bool known = code >= 0 && code < 256, again = false;

		i++;
		if (in && code == 0)
			fakeapi__cause_invalid(c, here, v, "must not be 0 for the In operator");
		if (known)
			again = seen[(size_t)code];
		else
			for (const cJSON *b = values->child; b != v && !again; b = b->next)
				again = b->valuedouble == code;
		if (again)
			fakeapi__cause_duplicate(c, here, v);
		if (known)
			seen[(size_t)code] = true;
		ordered &= !before || before->valuedouble <= code;
		before = v;
		if (fakeapi__causes_full(c))
			break; /* a backward search in many values would take long */
	}
	if (!ordered)
		fakeapi__cause_invalid(c, at, values, "must be ordered");
}

static bool names_container(const cJSON *pod, const char *name)
{
	static const char *const lists[] = { "containers", "initContainers" };
	const cJSON *m;

	for (size_t i = 0; i < ARRAY_LEN(lists); i++)
		cJSON_ArrayForEach(m, fakeapi__member(pod, lists[i]))
		{
			if (strcmp(fakeapi__string(m, "name"), name) == 0)
				return true;
		}
	return false;
}

static void check_exit_codes(causes_t *c, const path_t *at, const cJSON *codes, const cJSON *pod)
{
	static const char *const operators[] = { "In", "NotIn", NULL };
	const cJSON *container = fakeapi__member(codes, "containerName");

	fakeapi__check_word(c, PATH(at, "operator"), fakeapi__member(codes, "operator"), operators,
			    "valid values: [\"In\" \"NotIn\"]");
	if (cJSON_IsString(container) && !names_container(pod, container->valuestring))
		fakeapi__cause_invalid(
		    c, PATH(at, "containerName"), container,
		    "must be one of the container or initContainer names in the pod template");
	check_exit_values(c, PATH(at, "values"), fakeapi__member(codes, "values"),
			  strcmp(fakeapi__string(codes, "operator"), "In") == 0);
}

static void check_conditions_of(causes_t *c, const path_t *at, const cJSON *list)
{
	static const char *const states[] = { "False", "True", "Unknown", NULL };
	size_t n = (size_t)cJSON_GetArraySize(list), i = 0;
	const cJSON *m;

	if (n > 20)
		fakeapi__cause_too_many(c, at, n, 20);
	cJSON_ArrayForEach(m, list)
	{
		const path_t *here = PATH_AT(at, i);

		i++;
		fakeapi__check_format(c, PATH(here, "type"), FAKEAPI_QUALIFIED_NAME,
				      fakeapi__string(m, "type"));
		fakeapi__check_word(c, PATH(here, "status"), fakeapi__member(m, "status"), states,
				    "valid values: [\"False\" \"True\" \"Unknown\"]");
	}
}

static void check_failure_rule(causes_t *c, const path_t *at, const cJSON *rule, const cJSON *spec)
{
	static const char *const actions[] = { "Count", "FailIndex", "FailJob", "Ignore", NULL };
	const cJSON *codes = fakeapi__member(rule, "onExitCodes");
	const cJSON *conditions = fakeapi__member(rule, "onPodConditions");
	const cJSON *action = fakeapi__member(rule, "action");
	bool by_code = cJSON_IsObject(codes), by_condition = !fakeapi__is_blank(conditions);

	if (cJSON_IsString(action) && strcmp(action->valuestring, "FailIndex") == 0) {
		if (!fakeapi__job_number(spec, "backoffLimitPerIndex"))
			fakeapi__cause_invalid(c, PATH(at, "action"), action,
					       "requires the backoffLimitPerIndex to be set");
	} else {
		fakeapi__check_word(
		    c, PATH(at, "action"), action, actions,
		    "valid values: [\"Count\" \"FailIndex\" \"FailJob\" \"Ignore\"]");
	}
	if (by_code)
		check_exit_codes(c, PATH(at, "onExitCodes"), codes,
				 fakeapi__dig(spec, "template", "spec", NULL));
	if (by_condition)
		check_conditions_of(c, PATH(at, "onPodConditions"), conditions);
	if (by_code && by_condition)
		fakeapi__cause_wrong(
		    c, at, "specifying both OnExitCodes and OnPodConditions is not supported");
	else if (!by_code && !by_condition)
		fakeapi__cause_wrong(
		    c, at, "specifying one of OnExitCodes and OnPodConditions is required");
}

void fakeapi__check_failure_policy(causes_t *c, const path_t *at, const cJSON *spec)
{
	const cJSON *rules = fakeapi__dig(spec, "podFailurePolicy", "rules", NULL), *rule;
	const path_t *policy = PATH(at, "podFailurePolicy"), *list = PATH(policy, "rules");
	size_t n = (size_t)cJSON_GetArraySize(rules), i = 0;

	if (n > 20)
		fakeapi__cause_too_many(c, list, n, 20);
	cJSON_ArrayForEach(rule, rules)
	{
		check_failure_rule(c, PATH_AT(list, i), rule, spec);
		i++;
	}
}

static void check_succeeded_count(causes_t *c, const path_t *at, const cJSON *count, double all,
				  const char *of)
{
	AUTO_STRBUF why = STRBUF_INIT;

	if (count->valuedouble <= all)
		return;
	strbuf_addf(&why, "must be less than or equal to %.0f (the number of %s)", all, of);
	c->nomem |= why.failed;
	if (!why.failed)
		fakeapi__cause_invalid(c, at, count, why.ptr);
}

static void check_success_rule(causes_t *c, const path_t *at, const cJSON *rule, double completions)
{
	const cJSON *count = fakeapi__job_number(rule, "succeededCount");
	const cJSON *indexes = fakeapi__member(rule, "succeededIndexes");
	const path_t *indexes_at = PATH(at, "succeededIndexes"), *n = PATH(at, "succeededCount");
	AUTO_STRBUF why = STRBUF_INIT;
	long total = 0;

	if (!cJSON_IsString(indexes) && !count)
		fakeapi__cause_required(
		    c, at, "at least one of succeededCount or succeededIndexes must be specified");
	if (cJSON_IsString(indexes)) {
		if (strlen(indexes->valuestring) > INDEXES_MAX)
			fakeapi__cause_too_long(c, indexes_at, INDEXES_MAX);
		strbuf_addz(&why, "error parsing succeededIndexes: ");
		total = fakeapi__count_indexes(indexes->valuestring, completions, &why);
		if (why.len > strlen("error parsing succeededIndexes: "))
			fakeapi__cause_invalid(c, indexes_at, indexes, why.ptr);
	}
	if (!count)
		return;
	fakeapi__check_not_negative(c, n, count);
	check_succeeded_count(c, n, count, completions, "specified completions");
	if (cJSON_IsString(indexes))
		check_succeeded_count(c, n, count, (double)total,
				      "indexes in the specified succeededIndexes field");
}

void fakeapi__check_success_policy(causes_t *c, const path_t *at, const cJSON *spec)
{
	const cJSON *policy = fakeapi__member(spec, "successPolicy"), *rule;
	const cJSON *rules = fakeapi__member(policy, "rules");
	const cJSON *completions = fakeapi__job_number(spec, "completions");
	const path_t *here = PATH(at, "successPolicy"), *list = PATH(here, "rules");
	size_t n = (size_t)cJSON_GetArraySize(rules), i = 0;

	if (strcmp(fakeapi__string(spec, "completionMode"), "Indexed") != 0) {
		fakeapi__cause_invalid_internal(c, here, policy, FAKEAPI_INTERNAL_SUCCESS_POLICY,
						"requires indexed completion mode");
		return;
	}
	if (n == 0)
		fakeapi__cause_required(
		    c, list,
		    "at least one rules must be specified when the successPolicy is specified");
	if (n > 20)
		fakeapi__cause_too_many(c, list, n, 20);
	cJSON_ArrayForEach(rule, rules)
	{
		if (completions)
			check_success_rule(c, PATH_AT(list, i), rule, completions->valuedouble);
		i++;
	}
}
