/* SPDX-License-Identifier: Apache-2.0 */
/* validate_policies.c - ValidatingAdmissionPolicies and MutatingAdmissionPolicies: their
 * expressions can be compiled and are of the right type
 * (pkg/apis/admissionregistration/validation). */
#include "fakeapi/rules/policy_env.h"
#include "fakeapi/validation/validate_impl.h"

struct policy {
	causes_t *c;
	bool params; /* it has a paramKind */
	bool patch;  /* expressions may make patches */
};

/* Whether it is of that type; what `variables` are is not known here. */
static bool is_of(const struct cel_program *p, const struct cel_type *wanted)
{
	const struct cel_type *t = cel_program_type(p);

	if (!wanted || cel_type_equal(t, wanted))
		return true;
	return t->kind == CEL_T_DYN && cel_program_uses(p, "variables");
}

/* What asks the authorizer is not judged. `wanted`: NULL: any type. */
static void check_expression(const struct policy *p, const path_t *at, const cJSON *v,
			     const struct cel_type *wanted)
{
	struct cel_env env = fakeapi__policy_env(FAKEAPI_NAMES - !p->params);
	AUTO_STRBUF why = STRBUF_INIT, text = STRBUF_INIT;
	struct cel_program *program;

	if (!cJSON_IsString(v) || !*v->valuestring || strstr(v->valuestring, "authorizer"))
		return;
	if (p->patch)
		fakeapi__policy_env_patch(&env);
	program = cel_compile(&env, str_of(v->valuestring), &why);
	p->c->nomem |= !program && !why.len;
	if (!program) {
		strbuf_addf(&text, "compilation failed: %s", why.ptr);
	} else if (!is_of(program, wanted)) {
		strbuf_addz(&text, "must evaluate to ");
		cel_type_write(&text, wanted);
		strbuf_addz(&text, " but got ");
		cel_type_write(&text, cel_program_type(program));
	}
	p->c->nomem |= text.failed;
	if (text.len && (program || why.len) && !text.failed)
		fakeapi__cause_invalid(p->c, at, v, text.ptr);
	cel_program_free(program);
}

static void check_list(const struct policy *p, const cJSON *spec, const char *list,
		       const char *member, const struct cel_type *wanted)
{
	const path_t *root = PATH(NULL, "spec"), *at = PATH(root, list);
	const cJSON *m;
	size_t i = 0;

	cJSON_ArrayForEach(m, fakeapi__member(spec, list))
	{
		const path_t *here = PATH_AT(at, i);

		i++;
		check_expression(p, PATH(here, member), fakeapi__member(m, member), wanted);
	}
}

void fakeapi__check_policy(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *spec = fakeapi__member(obj, "spec");
	struct policy p = { .c = c, .params = fakeapi__member(spec, "paramKind") != NULL };

	/* What is stored may be older than the language. */
	if (old && fakeapi__equal(spec, fakeapi__member(old, "spec")))
		return;
	check_list(&p, spec, "variables", "expression", NULL);
	check_list(&p, spec, "validations", "expression", &cel_bool);
	check_list(&p, spec, "validations", "messageExpression", &cel_string);
	check_list(&p, spec, "matchConditions", "expression", &cel_bool);
}

/* --- mutations --- */

static void check_operations(causes_t *c, const path_t *at, const cJSON *rules)
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

static void check_mutation(const struct policy *p, const path_t *at, const cJSON *m)
{
	static const struct cel_type object = { .kind = CEL_T_STRUCT, .name = { "Object", 6 } };
	static const char *const allowed[] = { "ApplyConfiguration", "JSONPatch", NULL };
	const char *type = fakeapi__string(m, "patchType");
	bool json = strcmp(type, "JSONPatch") == 0;
	const char *own = json ? "jsonPatch" : "applyConfiguration";
	const char *other = json ? "applyConfiguration" : "jsonPatch";
	const path_t *here = PATH(at, own);
	const cJSON *how = fakeapi__member(m, own);
	AUTO_STRBUF text = STRBUF_INIT;

	if (!*type) {
		fakeapi__cause_required(p->c, PATH(at, "patchType"), "");
		return;
	}
	if (!json && strcmp(type, "ApplyConfiguration") != 0) {
		fakeapi__check_one_of(p->c, PATH(at, "patchType"), fakeapi__member(m, "patchType"),
				      allowed);
		return;
	}
	strbuf_addf(&text, "must be specified when patchType is %s", type);
	if (!how)
		fakeapi__cause_required(p->c, here, text.ptr);
	else if (!*fakeapi__string(how, "expression"))
		fakeapi__cause_required(p->c, PATH(here, "expression"), "");
	else
		check_expression(p, PATH(here, "expression"), fakeapi__member(how, "expression"),
				 json ? fakeapi__policy_operations() : &object);
	strbuf_clear(&text);
	strbuf_addf(&text, "must not be specified when patchType is %s", type);
	if (fakeapi__member(m, other))
		fakeapi__cause_invalid_str(p->c, PATH(at, other),
					   json ? STR("{applyConfiguration}") : STR("{jsonPatch}"),
					   text.ptr);
}

static void check_mutating_spec(const struct policy *p, const path_t *at, const cJSON *spec)
{
	static const char *const failures[] = { "Fail", "Ignore", NULL };
	static const char *const again[] = { "IfNeeded", "Never", NULL };
	const cJSON *constraints = fakeapi__member(spec, "matchConstraints");
	const cJSON *rules = fakeapi__member(constraints, "resourceRules"), *m;
	const cJSON *list = fakeapi__member(spec, "mutations");
	const path_t *in = PATH(at, "matchConstraints");
	struct policy patch = *p;
	size_t i = 0;

	patch.patch = true;
	fakeapi__check_one_of(p->c, PATH(at, "failurePolicy"),
			      fakeapi__member(spec, "failurePolicy"), failures);
	if (!constraints)
		fakeapi__cause_required(p->c, in, "");
	else if (!rules || !rules->child)
		fakeapi__cause_required(p->c, PATH(in, "resourceRules"), "");
	check_operations(p->c, in, rules);
	check_list(p, spec, "matchConditions", "expression", &cel_bool);
	check_list(p, spec, "variables", "expression", NULL);
	if (!list || !list->child)
		fakeapi__cause_required(p->c, PATH(at, "mutations"),
					"mutations must contain at least one item");
	cJSON_ArrayForEach(m, list)
	{
		const path_t *mutations = PATH(at, "mutations");

		check_mutation(&patch, PATH_AT(mutations, i), m);
		i++;
	}
	if (!*fakeapi__string(spec, "reinvocationPolicy"))
		fakeapi__cause_required(p->c, PATH(at, "reinvocationPolicy"), "");
	else
		fakeapi__check_one_of(p->c, PATH(at, "reinvocationPolicy"),
				      fakeapi__member(spec, "reinvocationPolicy"), again);
}

void fakeapi__check_mutating_policy(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *spec = fakeapi__member(obj, "spec");
	struct policy p = { .c = c, .params = fakeapi__member(spec, "paramKind") != NULL };

	if (old && fakeapi__equal(spec, fakeapi__member(old, "spec")))
		return;
	check_mutating_spec(&p, PATH(NULL, "spec"), spec);
}

/* --- bindings --- */

static void check_param_ref(causes_t *c, const path_t *at, const cJSON *ref)
{
	static const char *const actions[] = { "Allow", "Deny", NULL };
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

void fakeapi__check_mutating_binding(causes_t *c, const cJSON *obj, const cJSON *old)
{
	const cJSON *spec = fakeapi__member(obj, "spec"), *ref = fakeapi__member(spec, "paramRef");
	const char *name = fakeapi__string(spec, "policyName");
	const path_t *at = PATH(NULL, "spec");

	(void)old;
	if (*name)
		fakeapi__check_format(c, PATH(at, "policyName"), FAKEAPI_DNS_SUBDOMAIN, name);
	else
		fakeapi__cause_required(c, PATH(at, "policyName"), "");
	if (ref)
		check_param_ref(c, PATH(at, "paramRef"), ref);
}
