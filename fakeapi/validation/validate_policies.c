/* SPDX-License-Identifier: Apache-2.0 */
/* validate_policies.c - ValidatingAdmissionPolicies: their expressions can be compiled
 * (pkg/apis/admissionregistration/validation). */
#include "cel/cel.h"
#include "fakeapi/validation/validate_impl.h"

enum { NAMES = 6 };

/* Without `params` where a policy has none. What asks the authorizer is not judged. */
static void check_expression(causes_t *c, const path_t *at, const cJSON *v, bool params)
{
	static const struct cel_variable names[NAMES] = {
		{ "object", &cel_dyn },	   { "oldObject", &cel_dyn },	    { "request", &cel_dyn },
		{ "variables", &cel_dyn }, { "namespaceObject", &cel_dyn }, { "params", &cel_dyn },
	};
	const struct cel_env env = { .libraries =
					 CEL_ENV_KUBERNETES & ~(unsigned)CEL_LIB_AUTHORIZER,
				     .variables = names,
				     .variable_count = params ? NAMES : NAMES - 1 };
	AUTO_STRBUF why = STRBUF_INIT, text = STRBUF_INIT;
	struct cel_program *p;

	if (!cJSON_IsString(v) || !*v->valuestring || strstr(v->valuestring, "authorizer"))
		return;
	p = cel_compile(&env, str_of(v->valuestring), &why);
	c->nomem |= !p && !why.len;
	strbuf_addf(&text, "compilation failed: %s", why.ptr);
	if (!p && why.len)
		fakeapi__cause_invalid(c, at, v, text.ptr);
	cel_program_free(p);
}

static void check_list(causes_t *c, const cJSON *spec, const char *list, const char *member,
		       bool params)
{
	const path_t *root = PATH(NULL, "spec"), *at = PATH(root, list);
	const cJSON *m;
	size_t i = 0;

	cJSON_ArrayForEach(m, fakeapi__member(spec, list))
	{
		const path_t *here = PATH_AT(at, i);

		i++;
		check_expression(c, PATH(here, member), fakeapi__member(m, member), params);
	}
}

void fakeapi__check_policy(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *spec = fakeapi__member(obj, "spec");
	bool params = fakeapi__member(spec, "paramKind") != NULL;

	/* What is stored may be older than the language. */
	if (old && fakeapi__equal(spec, fakeapi__member(old, "spec")))
		return;
	check_list(c, spec, "variables", "expression", params);
	check_list(c, spec, "validations", "expression", params);
	check_list(c, spec, "validations", "messageExpression", params);
	check_list(c, spec, "matchConditions", "expression", params);
}
