/* SPDX-License-Identifier: Apache-2.0 */
/* validate_policies.c - expressions of ValidatingAdmissionPolicies and MutatingAdmissionPolicies:
 * they must compile and have the right type (pkg/apis/admissionregistration/validation). */
#include "fakeapi/validation/validate_policies.h"

#include "base/text/ascii.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/rules/policy_env.h"
#include "fakeapi/validation/validate_impl.h"

unsigned fakeapi__policy_lacks(unsigned lacks, bool params)
{
	return lacks | (params ? 0 : 1U << FAKEAPI_PARAMS);
}

bool fakeapi__policy_check_init(struct fakeapi__policy_check *p, causes_t *c,
				const cJSON *variables, unsigned lacks)
{
	size_t count = (size_t)cJSON_GetArraySize(variables);

	memset(p, 0, sizeof(*p));
	p->c = c;
	cel__arena_init(&p->arena, CEL_RUN_BYTES_MAX);
	fakeapi__policy_env(&p->env, lacks);
	fakeapi__policy_env(&p->patch, lacks);
	fakeapi__policy_env_patch(&p->patch.env);
	p->fields = cel__alloc_array(&p->arena, count + 1, sizeof(*p->fields));
	p->programs = cel__alloc_array(&p->arena, count + 1, sizeof(struct cel_program *));
	p->variables = (struct cel_type) { .kind = CEL_T_STRUCT,
					   .name = STR("kubernetes.variables"),
					   .fields = p->fields };
	p->env.names[FAKEAPI_VARIABLES].type = &p->variables;
	p->patch.names[FAKEAPI_VARIABLES].type = &p->variables;
	if (!p->arena.failed)
		return true;
	c->nomem = true;
	cel__arena_fini(&p->arena);
	return false;
}

void fakeapi__policy_check_fini(struct fakeapi__policy_check *p)
{
	for (size_t i = 0; i < p->program_count; i++)
		cel_program_free(p->programs[i]);
	cel__arena_fini(&p->arena);
}

static bool is_of(const struct cel_type *t, fakeapi__wanted_t wanted)
{
	for (size_t i = 0; wanted[i]; i++)
		if (cel_type_equal(t, wanted[i]))
			return true;
	return !wanted[0];
}

static void format_type(struct strbuf *out, const struct cel_type *t, fakeapi__wanted_t wanted)
{
	if (!wanted[1]) {
		strbuf_addz(out, "must evaluate to ");
		cel_type_write_name(out, wanted[0]);
	} else {
		strbuf_addz(out, "must evaluate to one of [");
		for (size_t i = 0; wanted[i]; i++) {
			strbuf_addz(out, i ? " " : "");
			cel_type_write_name(out, wanted[i]);
		}
		strbuf_addc(out, ']');
	}
	strbuf_addz(out, " but got ");
	cel_type_write_name(out, t);
}

/* Compiles an expression; the caller frees it. NULL: an error with `shown` was reported. */
static struct cel_program *compile(const struct fakeapi__policy_check *p, const struct cel_env *env,
				   const path_t *at, struct str source, struct str shown,
				   fakeapi__wanted_t wanted)
{
	AUTO_STRBUF why = STRBUF_INIT, message = STRBUF_INIT;
	struct cel_program *program = cel_compile(env, source, &why);
	bool internal = false;

	p->c->nomem |= !program && !why.len;
	if (!program && why.len)
		strbuf_addf(&message, "compilation failed: %s", why.ptr);
	else if (program && !is_of(cel_program_type(program), wanted))
		format_type(&message, cel_program_type(program), wanted);
	else if (program && !cel_instantiate(program, &why)) {
		p->c->nomem |= !why.len;
		strbuf_addf(&message, "program instantiation failed: %s", why.ptr);
		internal = true;
	}
	p->c->nomem |= message.failed;
	if (message.len && !message.failed) {
		if (internal)
			fakeapi__cause_internal(p->c, at, message.ptr);
		else
			fakeapi__cause_invalid_str(p->c, at, shown, message.ptr);
		cel_program_free(program);
		program = NULL;
	}
	return program;
}

void fakeapi__check_policy_expression(const struct fakeapi__policy_check *p,
				      const struct cel_env *env, const path_t *at,
				      struct str source, struct str shown, fakeapi__wanted_t wanted)
{
	cel_program_free(compile(p, env, at, source, shown, wanted));
}

static fakeapi__wanted_t any_type = { NULL }, a_bool = { &cel_bool, NULL };

/* --- conditions --- */

void fakeapi__check_policy_conditions(const struct fakeapi__policy_check *p, const path_t *at,
				      const cJSON *list, unsigned lacks)
{
	enum { CONDITIONS_MAX = 64 };
	size_t count = (size_t)cJSON_GetArraySize(list), i = 0;
	struct fakeapi__policy_env env;
	struct fakeapi__lookup names;
	const cJSON *m;

	fakeapi__policy_env(&env, lacks | 1U << FAKEAPI_VARIABLES);
	if (count > CONDITIONS_MAX)
		fakeapi__cause_too_many(p->c, at, count, CONDITIONS_MAX);
	fakeapi__lookup_items(&names, list, "name", list);
	cJSON_ArrayForEach(m, list)
	{
		const path_t *here = PATH_AT(at, i);
		struct str source = str_trim_space(str_of(fakeapi__string(m, "expression")));
		const char *name = fakeapi__string(m, "name");

		i++;
		if (!source.len)
			fakeapi__cause_required(p->c, PATH(here, "expression"), "");
		else
			fakeapi__check_policy_expression(p, &env.env, PATH(here, "expression"),
							 source, source, a_bool);
		if (!*name)
			fakeapi__cause_required(p->c, PATH(here, "name"), "");
		else
			fakeapi__check_format(p->c, PATH(here, "name"), FAKEAPI_QUALIFIED_NAME,
					      name);
		if (*name && fakeapi__lookup_again(&names, m))
			fakeapi__cause_duplicate(p->c, PATH(here, "name"),
						 fakeapi__member(m, "name"));
	}
	fakeapi__lookup_fini(&names);
}

void fakeapi__check_match_conditions(causes_t *c, const path_t *at, const cJSON *list)
{
	unsigned lacks = fakeapi__policy_lacks(0, false);
	struct fakeapi__policy_check p;

	if (cJSON_GetArraySize(list) && fakeapi__policy_check_init(&p, c, NULL, lacks)) {
		fakeapi__check_policy_conditions(&p, at, list, lacks);
		fakeapi__policy_check_fini(&p);
	}
}

/* --- variables --- */

static bool is_identifier(const char *z)
{
	static const char *const reserved[] = { "true",	    "false",	 "null",     "in",   "as",
						"break",    "const",	 "continue", "else", "for",
						"function", "if",	 "import",   "let",  "loop",
						"package",  "namespace", "return",   "var",  "void",
						"while" };
	size_t n = strspn(z, "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");

	for (size_t i = 0; i < ARRAY_LEN(reserved); i++)
		if (strcmp(reserved[i], z) == 0)
			return false;
	return n && !z[n] && (*z < '0' || *z > '9');
}

/* The variable's type for its users: only simple types, their lists and maps; else dynamic. */
static const struct cel_type *type_in_use(struct fakeapi__policy_check *p, const struct cel_type *t)
{
	const struct cel_type *made = &cel_dyn;

	switch (t->kind) {
	case CEL_T_NULL:
	case CEL_T_BOOL:
	case CEL_T_INT:
	case CEL_T_UINT:
	case CEL_T_DOUBLE:
	case CEL_T_STRING:
	case CEL_T_BYTES:
	case CEL_T_TIMESTAMP:
	case CEL_T_DURATION:
		return t;
	case CEL_T_LIST:
		made = cel_type_list(&p->arena, type_in_use(p, t->params[0]));
		break;
	case CEL_T_MAP:
		made = cel_type_map(&p->arena, type_in_use(p, t->params[0]),
				    type_in_use(p, t->params[1]));
		break;
	case CEL_T_DYN:
	case CEL_T_ERROR:
	case CEL_T_TYPE:
	case CEL_T_OPAQUE:
	case CEL_T_STRUCT:
	case CEL_T_PARAM:
	case CEL_T_WRAPPER:
		break;
	}
	p->c->nomem |= !made;
	return made ? made : &cel_dyn;
}

static void declare(struct fakeapi__policy_check *p, const char *name, const struct cel_type *t)
{
	struct cel_field *f = p->fields;

	while (f < p->fields + p->variables.field_count && !str_eqz(f->name, name))
		f++;
	p->variables.field_count += f == p->fields + p->variables.field_count;
	*f = (struct cel_field) { str_of(name), str_of(name), t };
}

void fakeapi__check_policy_variables(struct fakeapi__policy_check *p, const path_t *at,
				     const cJSON *list)
{
	const cJSON *m;
	size_t i = 0;

	cJSON_ArrayForEach(m, list)
	{
		const char *name = fakeapi__string(m, "name");
		struct str source = str_of(fakeapi__string(m, "expression"));
		const path_t *here = PATH_AT(at, i);
		struct cel_program *program;

		i++;
		if (!str_trim_space(str_of(name)).len)
			fakeapi__cause_required(p->c, PATH(here, "name"), "name is not specified");
		else if (!is_identifier(name))
			fakeapi__cause_invalid_str(p->c, PATH(here, "name"), str_of(name),
						   "must be a valid CEL identifier");
		if (!str_trim_space(source).len) {
			fakeapi__cause_required(p->c, PATH(here, "expression"),
						"expression is not specified");
			continue;
		}
		program =
		    compile(p, &p->env.env, PATH(here, "expression"), source, source, any_type);
		declare(p, name, program ? type_in_use(p, cel_program_type(program)) : &cel_dyn);
		if (program)
			p->programs[p->program_count++] = program;
	}
}

/* --- match constraints --- */

static void check_names(causes_t *c, const path_t *at, const cJSON *list)
{
	struct fakeapi__lookup before;
	const cJSON *v;
	size_t i = 0;

	fakeapi__lookup_items(&before, list, NULL, list);
	cJSON_ArrayForEach(v, list)
	{
		fakeapi__check_format(c, PATH_AT(at, i), FAKEAPI_PATH_SEGMENT, fakeapi__text(v));
		if (fakeapi__lookup_again(&before, v))
			fakeapi__cause_duplicate(c, PATH_AT(at, i), v);
		i++;
	}
	fakeapi__lookup_fini(&before);
}

void fakeapi__check_policy_match(causes_t *c, const path_t *at, const cJSON *match)
{
	static const char *const lists[] = { "resourceRules", "excludeResourceRules" };
	static const char *const policies[] = { "Equivalent", "Exact", NULL };

	if (!cJSON_IsObject(match))
		return;
	if (!fakeapi__member(match, "matchPolicy"))
		fakeapi__cause_required(c, PATH(at, "matchPolicy"), "");
	else
		fakeapi__check_one_of(c, PATH(at, "matchPolicy"),
				      fakeapi__member(match, "matchPolicy"), policies);
	fakeapi__check_selector(c, PATH(at, "namespaceSelector"),
				fakeapi__member(match, "namespaceSelector"));
	fakeapi__check_selector(c, PATH(at, "objectSelector"),
				fakeapi__member(match, "objectSelector"));
	for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
		const path_t *in = PATH(at, lists[i]);
		const cJSON *rule;
		size_t k = 0;

		cJSON_ArrayForEach(rule, fakeapi__member(match, lists[i]))
		{
			const path_t *here = PATH_AT(in, k);

			k++;
			check_names(c, PATH(here, "resourceNames"),
				    fakeapi__member(rule, "resourceNames"));
			fakeapi__check_hook_rule(c, here, rule);
		}
	}
}

static void check_wrong_words(causes_t *c, const path_t *at, enum fakeapi__format format,
			      const char *z, const char *shown, const char *before)
{
	AUTO_STRBUF wrong = STRBUF_INIT, why = STRBUF_INIT;

	fakeapi__format_check(c->features, format, z, &wrong);
	if (!wrong.len)
		return;
	strbuf_addz(&why, before);
	for (size_t i = 0; i < wrong.len; i++)
		strbuf_addc(&why, wrong.ptr[i] == '\n' ? ',' : wrong.ptr[i]);
	c->nomem |= wrong.failed || why.failed;
	if (!why.failed)
		fakeapi__cause_invalid_str(c, at, str_of(shown), why.ptr);
}

static void check_param_kind(causes_t *c, const path_t *at, const cJSON *kind)
{
	const char *version = fakeapi__string(kind, "apiVersion"), *slash = strchr(version, '/');
	const char *name = fakeapi__string(kind, "kind"), *of = slash ? slash + 1 : version;
	const path_t *here = PATH(at, "apiVersion");
	AUTO_STRBUF group = STRBUF_INIT, why = STRBUF_INIT, lower = STRBUF_INIT;

	if (!*version) {
		fakeapi__cause_required(c, here, "");
	} else if (slash && strchr(of, '/')) {
		strbuf_addf(&why, "unexpected GroupVersion string: %s", version);
		fakeapi__cause_invalid_str(c, here, str_of(version), why.ptr);
	} else {
		strbuf_add(&group, version, slash ? (size_t)(slash - version) : 0);
		if (group.len)
			check_wrong_words(c, here, FAKEAPI_DNS_SUBDOMAIN, group.ptr, group.ptr, "");
		if (!*of)
			fakeapi__cause_invalid_str(c, here, str_of(version),
						   "version must be specified");
		else
			check_wrong_words(c, here, FAKEAPI_DNS_1035_LABEL, of, of, "");
	}
	for (const char *z = name; *z; z++)
		strbuf_addc(&lower, ascii_lower(*z));
	c->nomem |= group.failed || why.failed || lower.failed;
	if (!*name)
		fakeapi__cause_required(c, PATH(at, "kind"), "");
	else if (!lower.failed)
		check_wrong_words(c, PATH(at, "kind"), FAKEAPI_DNS_1035_LABEL, lower.ptr, name,
				  "may have mixed case, but should otherwise match: ");
}

void fakeapi__check_policy_spec(const struct fakeapi__policy_check *p, const path_t *at,
				const cJSON *spec)
{
	static const char *const failures[] = { "Fail", "Ignore", NULL };
	const cJSON *constraints = fakeapi__member(spec, "matchConstraints");
	const cJSON *rules = fakeapi__member(constraints, "resourceRules");
	const cJSON *kind = fakeapi__member(spec, "paramKind");
	const path_t *in = PATH(at, "matchConstraints");

	if (!fakeapi__member(spec, "failurePolicy"))
		fakeapi__cause_required(p->c, PATH(at, "failurePolicy"), "");
	else
		fakeapi__check_one_of(p->c, PATH(at, "failurePolicy"),
				      fakeapi__member(spec, "failurePolicy"), failures);
	if (cJSON_IsObject(kind))
		check_param_kind(p->c, PATH(at, "paramKind"), kind);
	if (!constraints)
		fakeapi__cause_required(p->c, in, "");
	fakeapi__check_policy_match(p->c, in, constraints);
	if (constraints && (!rules || !rules->child))
		fakeapi__cause_required(p->c, PATH(in, "resourceRules"), "");
}

/* --- validations --- */

void fakeapi__check_policy(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char none[] = "validations or auditAnnotations must contain at least one item";
	const cJSON *spec = fakeapi__member(obj, "spec");
	const cJSON *list = fakeapi__member(spec, "validations");
	const cJSON *notes = fakeapi__member(spec, "auditAnnotations");
	const cJSON *variables = fakeapi__member(spec, "variables");
	unsigned lacks =
	    fakeapi__policy_lacks(cJSON_GetArraySize(variables) ? 0 : 1U << FAKEAPI_VARIABLES,
				  cJSON_IsObject(fakeapi__member(spec, "paramKind")));
	const path_t *at = PATH(NULL, "spec");
	struct fakeapi__policy_check p;

	/* Stored policies may predate the language version. */
	if (old && fakeapi__equal(spec, fakeapi__member(old, "spec")))
		return;
	if (!fakeapi__policy_check_init(&p, c, variables, lacks))
		return;
	fakeapi__check_policy_spec(&p, at, spec);
	fakeapi__check_policy_conditions(&p, PATH(at, "matchConditions"),
					 fakeapi__member(spec, "matchConditions"), lacks);
	fakeapi__check_policy_variables(&p, PATH(at, "variables"), variables);
	if (!cJSON_GetArraySize(list) && !cJSON_GetArraySize(notes)) {
		fakeapi__cause_required(c, PATH(at, "validations"), none);
		fakeapi__cause_required(c, PATH(at, "auditAnnotations"), none);
	}
	fakeapi__check_validations(&p, PATH(at, "validations"), list, lacks);
	fakeapi__check_audit_annotations(&p, PATH(at, "auditAnnotations"),
					 fakeapi__string(fakeapi__member(obj, "metadata"), "name"),
					 notes);
	fakeapi__policy_check_fini(&p);
}
