/* SPDX-License-Identifier: Apache-2.0 */
/* validate_restart.c - restart policies and rules of single containers, which have a feature gate.
 */
#include "fakeapi/validation/pod/validate_pod.h"

enum { RULES_MAX = 20, CODES_MAX = 255 };

static void too_many(causes_t *c, const path_t *at, size_t have, size_t max)
{
	if (have <= max)
		return;
	if (fakeapi__changed(c->features, FAKEAPI_CHANGE_RESTART_RULE_COUNTS))
		fakeapi__cause_too_many(c, at, have, max);
	else
		fakeapi__cause_too_long(c, at, max);
}

static void check_rule(causes_t *c, const path_t *at, const cJSON *rule)
{
	static const char *const actions[] = { "Restart", "RestartAllContainers", NULL };
	static const char *const restart[] = { "Restart", NULL };
	static const char *const operators[] = { "In", "NotIn", NULL };
	const cJSON *codes = fakeapi__member(rule, "exitCodes");
	const path_t *codes_at = PATH(at, "exitCodes");
	bool all = fakeapi__gate_on(c->features, FAKEAPI_GATE_RestartAllContainersOnContainerExits);

	fakeapi__check_one_of(c, PATH(at, "action"), fakeapi__member(rule, "action"),
			      all ? actions : restart);
	if (!cJSON_IsObject(codes)) {
		fakeapi__cause_required(c, codes_at, "must be specified");
		return;
	}
	fakeapi__check_one_of(c, PATH(codes_at, "operator"), fakeapi__member(codes, "operator"),
			      operators);
	too_many(c, PATH(codes_at, "values"),
		 (size_t)cJSON_GetArraySize(fakeapi__member(codes, "values")), CODES_MAX);
}

static void check_rules(causes_t *c, const path_t *at, const cJSON *ctr)
{
	static const char *const policies[] = { "Always", "Never", "OnFailure", NULL };
	const cJSON *rules = fakeapi__member(ctr, "restartPolicyRules"), *rule;
	const cJSON *policy = fakeapi__member(ctr, "restartPolicy");
	const path_t *list = PATH(at, "restartPolicyRules");
	size_t i = 0;

	if (!policy && fakeapi__is_blank(rules))
		return;
	if (!policy)
		fakeapi__cause_required(c, PATH(at, "restartPolicy"),
					"must specify restartPolicy when restart rules are used");
	else
		fakeapi__check_one_of(c, PATH(at, "restartPolicy"), policy, policies);
	too_many(c, list, (size_t)cJSON_GetArraySize(rules), RULES_MAX);
	cJSON_ArrayForEach(rule, rules)
	{
		check_rule(c, PATH_AT(list, i), rule);
		i++;
	}
}

void fakeapi__check_restart(causes_t *c, const path_t *at, const cJSON *ctr)
{
	if (!fakeapi__changed(c->features, FAKEAPI_CHANGE_OWN_POLICIES_DROPPED) &&
	    fakeapi__member(ctr, "restartPolicy"))
		fakeapi__cause_forbidden(c, PATH(at, "restartPolicy"),
					 "may not be set for non-init containers");
	if (fakeapi__gate_on(c->features, FAKEAPI_GATE_ContainerRestartRules))
		check_rules(c, at, ctr);
}

void fakeapi__check_init_restart(causes_t *c, const path_t *at, const cJSON *ctr)
{
	const path_t *rules_at = PATH(at, "restartPolicyRules");
	static const char *const always[] = { "Always", NULL };
	const cJSON *policy = fakeapi__member(ctr, "restartPolicy");
	bool lasts = strcmp(fakeapi__string(ctr, "restartPolicy"), "Always") == 0;

	if (!fakeapi__changed(c->features, FAKEAPI_CHANGE_OWN_POLICIES_DROPPED) && policy)
		fakeapi__check_one_of(c, PATH(at, "restartPolicy"), policy, always);
	if (!fakeapi__gate_on(c->features, FAKEAPI_GATE_ContainerRestartRules))
		return;
	if (!lasts ||
	    fakeapi__gate_on(c->features, FAKEAPI_GATE_RestartAllContainersOnContainerExits))
		check_rules(c, at, ctr);
	else if (!fakeapi__is_blank(fakeapi__member(ctr, "restartPolicyRules")))
		fakeapi__cause_forbidden(c, rules_at,
					 "restartPolicyRules are not allowed for init containers "
					 "with restart policy Always");
}

void fakeapi__check_init_resize(causes_t *c, const path_t *at, const cJSON *ctr)
{
	const path_t *list = PATH(at, "resizePolicy");
	const cJSON *p;
	size_t i = 0;

	if (!fakeapi__changed(c->features, FAKEAPI_CHANGE_INIT_RESTART_ON_RESIZE))
		return;
	cJSON_ArrayForEach(p, fakeapi__member(ctr, "resizePolicy"))
	{
		const path_t *here = PATH_AT(list, i);

		i++;
		if (strcmp(fakeapi__string(p, "restartPolicy"), "RestartContainer") == 0)
			fakeapi__cause_invalid(c, PATH(here, "restartPolicy"),
					       fakeapi__member(p, "restartPolicy"),
					       "must not be set to 'RestartContainer' for "
					       "non-sidecar initContainers");
	}
}
