/* SPDX-License-Identifier: Apache-2.0 */
/* Mutations of MutatingAdmissionPolicies. */
#include "fakeapi/validation/validate_policies.h"

#include "fakeapi/rules/policy_env.h"
#include "fakeapi/validation/validate_impl.h"

void fakeapi__check_policy_operations(causes_t *c, const path_t *at, const cJSON *rules)
{
	static const char *const allowed[] = { "*", "CONNECT", "CREATE", "UPDATE", NULL };
	const path_t *in = PATH(at, "resourceRules");
	const cJSON *rule, *op;

	cJSON_ArrayForEach(rule, rules)
	{
		cJSON_ArrayForEach(op, fakeapi__member(rule, "operations"))
		    fakeapi__check_one_of(c, PATH(in, "operations"), op, allowed);
	}
}

static void check_mutation(const struct fakeapi__policy_check *p, const path_t *at, const cJSON *m)
{
	static const struct cel_type object = { .kind = CEL_T_STRUCT, .name = { "Object", 6 } };
	static const char *const allowed[] = { "ApplyConfiguration", "JSONPatch", NULL };
	const char *type = fakeapi__string(m, "patchType");
	bool json = strcmp(type, "JSONPatch") == 0;
	const char *own = json ? "jsonPatch" : "applyConfiguration";
	const char *other = json ? "applyConfiguration" : "jsonPatch";
	const path_t *here = PATH(at, own);
	const cJSON *how = fakeapi__member(m, own);
	struct str source = str_trim_space(str_of(fakeapi__string(how, "expression")));
	fakeapi__wanted_t wanted = { json ? fakeapi__policy_operations() : &object, NULL };
	AUTO_STRBUF message = STRBUF_INIT;

	if (!*type) {
		fakeapi__cause_required(p->c, PATH(at, "patchType"), "");
		return;
	}
	if (!json && strcmp(type, "ApplyConfiguration") != 0) {
		fakeapi__check_one_of(p->c, PATH(at, "patchType"), fakeapi__member(m, "patchType"),
				      allowed);
		return;
	}
	strbuf_addf(&message, "must be specified when patchType is %s", type);
	if (!how)
		fakeapi__cause_required(p->c, here, message.ptr);
	else if (!source.len)
		fakeapi__cause_required(p->c, PATH(here, "expression"), "");
	else
		fakeapi__check_policy_expression(p, &p->patch.env, PATH(here, "expression"), source,
						 source, wanted);
	strbuf_clear(&message);
	strbuf_addf(&message, "must not be specified when patchType is %s", type);
	if (fakeapi__member(m, other))
		fakeapi__cause_invalid_str(p->c, PATH(at, other),
					   json ? STR("{applyConfiguration}") : STR("{jsonPatch}"),
					   message.ptr);
}

static void check_mutations(const struct fakeapi__policy_check *p, const path_t *at,
			    const cJSON *list)
{
	const cJSON *m;
	size_t i = 0;

	if (!list || !list->child)
		fakeapi__cause_required(p->c, at, "mutations must contain at least one item");
	cJSON_ArrayForEach(m, list)
	{
		check_mutation(p, PATH_AT(at, i), m);
		i++;
	}
}

void fakeapi__check_mutating_policy(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char *const again[] = { "IfNeeded", "Never", NULL };
	const cJSON *spec = fakeapi__member(obj, "spec");
	const cJSON *constraints = fakeapi__member(spec, "matchConstraints");
	const cJSON *variables = fakeapi__member(spec, "variables");
	const path_t *at = PATH(NULL, "spec");
	unsigned lacks =
	    fakeapi__policy_lacks(0, cJSON_IsObject(fakeapi__member(spec, "paramKind")));
	struct fakeapi__policy_check p;

	if (old && fakeapi__equal(spec, fakeapi__member(old, "spec")))
		return;
	if (!fakeapi__policy_check_init(&p, c, variables, lacks))
		return;
	fakeapi__check_policy_spec(&p, at, spec);
	fakeapi__check_policy_operations(c, PATH(at, "matchConstraints"),
					 fakeapi__member(constraints, "resourceRules"));
	fakeapi__check_policy_conditions(&p, PATH(at, "matchConditions"),
					 fakeapi__member(spec, "matchConditions"), lacks);
	fakeapi__check_policy_variables(&p, PATH(at, "variables"), variables);
	check_mutations(&p, PATH(at, "mutations"), fakeapi__member(spec, "mutations"));
	if (!*fakeapi__string(spec, "reinvocationPolicy"))
		fakeapi__cause_required(c, PATH(at, "reinvocationPolicy"), "");
	else
		fakeapi__check_one_of(c, PATH(at, "reinvocationPolicy"),
				      fakeapi__member(spec, "reinvocationPolicy"), again);
	fakeapi__policy_check_fini(&p);
}
