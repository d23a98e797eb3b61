/* SPDX-License-Identifier: Apache-2.0 */
/* Bindings of admission policies. */
#include "fakeapi/validation/validate_policies.h"

#include "fakeapi/meta/lookup.h"
#include "fakeapi/validation/validate_impl.h"

static void check_param_ref(causes_t *c, const path_t *at, const cJSON *ref)
{
	static const char *const actions[] = { "Deny", "Allow", NULL };
	static const char both[] = "name and selector are mutually exclusive";
	const char *name = fakeapi__string(ref, "name");
	const cJSON *selector = fakeapi__member(ref, "selector");
	const cJSON *action = fakeapi__member(ref, "parameterNotFoundAction");

	if (*name)
		fakeapi__check_format(c, PATH(at, "name"), FAKEAPI_PATH_SEGMENT, name);
	if (*name && selector)
		fakeapi__cause_forbidden(c, PATH(at, "name"), both);
	if (selector)
		fakeapi__check_selector(c, PATH(at, "selector"), selector);
	if (*name && selector)
		fakeapi__cause_forbidden(c, PATH(at, "selector"), both);
	if (!*name && !selector)
		fakeapi__cause_required(c, at, "one of name or selector must be specified");
	if (!*fakeapi__string(ref, "parameterNotFoundAction"))
		fakeapi__cause_required(c, PATH(at, "parameterNotFoundAction"), "");
	else
		fakeapi__check_one_of(c, PATH(at, "parameterNotFoundAction"), action, actions);
}

static void check_binding(causes_t *c, const path_t *at, const cJSON *spec)
{
	const cJSON *ref = fakeapi__member(spec, "paramRef");
	const char *name = fakeapi__string(spec, "policyName");

	if (*name)
		fakeapi__check_format(c, PATH(at, "policyName"), FAKEAPI_DNS_SUBDOMAIN, name);
	else
		fakeapi__cause_required(c, PATH(at, "policyName"), "");
	if (ref)
		check_param_ref(c, PATH(at, "paramRef"), ref);
	fakeapi__check_policy_match(c, PATH(at, "matchResources"),
				    fakeapi__member(spec, "matchResources"));
}

void fakeapi__check_policy_binding(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const allowed[] = { "Audit", "Deny", "Warn", NULL };
	const cJSON *spec = fakeapi__member(obj, "spec"), *v;
	const cJSON *list = fakeapi__member(spec, "validationActions");
	const path_t *root = PATH(NULL, "spec"), *at = PATH(root, "validationActions");
	struct fakeapi__lookup before;
	bool deny = false, warn = false;
	size_t i = 0;

	(void)old;
	check_binding(c, root, spec);
	fakeapi__lookup_items(&before, list, NULL, list);
	cJSON_ArrayForEach(v, list)
	{
		fakeapi__check_one_of(c, PATH_AT(at, i), v, allowed);
		if (fakeapi__lookup_again(&before, v))
			fakeapi__cause_duplicate(c, PATH_AT(at, i), v);
		deny |= strcmp(fakeapi__text(v), "Deny") == 0;
		warn |= strcmp(fakeapi__text(v), "Warn") == 0;
		i++;
	}
	fakeapi__lookup_fini(&before);
	if (deny && warn)
		fakeapi__cause_invalid(c, at, list,
				       "must not contain both Deny and Warn (repeating the same "
				       "validation failure information in the API response and "
				       "headers serves no purpose)");
	if (!i)
		fakeapi__cause_required(c, at, "at least one validation action is required");
}

void fakeapi__check_mutating_binding(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *spec = fakeapi__member(obj, "spec");
	const cJSON *match = fakeapi__member(spec, "matchResources");
	const path_t *at = PATH(NULL, "spec");

	(void)old;
	check_binding(c, at, spec);
	fakeapi__check_policy_operations(c, PATH(at, "matchResources"),
					 fakeapi__member(match, "resourceRules"));
}
