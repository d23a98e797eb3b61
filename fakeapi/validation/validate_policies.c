/* SPDX-License-Identifier: Apache-2.0 */
/* validate_policies.c - expressions of ValidatingAdmissionPolicies and MutatingAdmissionPolicies:
 * they must compile and have the right type (pkg/apis/admissionregistration/validation). */
#include "base/text/ascii.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/rules/policy_env.h"
#include "fakeapi/validation/validate_impl.h"

/* A policy, or a webhook with conditions. */
struct policy {
	causes_t *c;
	struct fakeapi__policy_env env, patch; /* patch: for mutations */
	struct cel__arena arena;
	struct cel_type variables; /* the variables checked so far */
	struct cel_field *fields;
	struct cel_program **programs; /* own the types of the fields */
	size_t program_count;
};

static unsigned without(unsigned lacks, bool params)
{
	return lacks | (params ? 0 : 1U << FAKEAPI_PARAMS);
}

static bool policy_init(struct policy *p, causes_t *c, const cJSON *variables, unsigned lacks)
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

static void policy_fini(struct policy *p)
{
	for (size_t i = 0; i < p->program_count; i++)
		cel_program_free(p->programs[i]);
	cel__arena_fini(&p->arena);
}

static const char *text(const cJSON *v)
{
	return cJSON_IsString(v) ? v->valuestring : "";
}

/* The allowed types of a value, ending with NULL. Empty: any. */
typedef const struct cel_type *const wanted_t[3];

static bool is_of(const struct cel_type *t, wanted_t wanted)
{
	for (size_t i = 0; wanted[i]; i++)
		if (cel_type_equal(t, wanted[i]))
			return true;
	return !wanted[0];
}

static void format_type(struct strbuf *out, const struct cel_type *t, wanted_t wanted)
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
static struct cel_program *compile(const struct policy *p, const struct cel_env *env,
				   const path_t *at, struct str source, struct str shown,
				   wanted_t wanted)
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

static void check_expression(const struct policy *p, const struct cel_env *env, const path_t *at,
			     struct str source, struct str shown, wanted_t wanted)
{
	cel_program_free(compile(p, env, at, source, shown, wanted));
}

static wanted_t any_type = { NULL }, a_bool = { &cel_bool, NULL }, a_string = { &cel_string, NULL };

/* --- conditions --- */

/* Conditions cannot use variables. */
static void check_conditions(const struct policy *p, const path_t *at, const cJSON *list,
			     unsigned lacks)
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
			check_expression(p, &env.env, PATH(here, "expression"), source, source,
					 a_bool);
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
	unsigned lacks = without(0, false);
	struct policy p;

	if (cJSON_GetArraySize(list) && policy_init(&p, c, NULL, lacks)) {
		check_conditions(&p, at, list, lacks);
		policy_fini(&p);
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
static const struct cel_type *type_in_use(struct policy *p, const struct cel_type *t)
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

static void declare(struct policy *p, const char *name, const struct cel_type *t)
{
	struct cel_field *f = p->fields;

	while (f < p->fields + p->variables.field_count && !str_eqz(f->name, name))
		f++;
	p->variables.field_count += f == p->fields + p->variables.field_count;
	*f = (struct cel_field) { str_of(name), str_of(name), t };
}

static void check_variables(struct policy *p, const path_t *at, const cJSON *list)
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
		fakeapi__check_format(c, PATH_AT(at, i), FAKEAPI_PATH_SEGMENT, text(v));
		if (fakeapi__lookup_again(&before, v))
			fakeapi__cause_duplicate(c, PATH_AT(at, i), v);
		i++;
	}
	fakeapi__lookup_fini(&before);
}

/* Checks matchConstraints or matchResources, if present. */
static void check_match(causes_t *c, const path_t *at, const cJSON *match)
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

/* Checks the fields that both kinds of policies share. */
static void check_policy(const struct policy *p, const path_t *at, const cJSON *spec)
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
	check_match(p->c, in, constraints);
	if (constraints && (!rules || !rules->child))
		fakeapi__cause_required(p->c, PATH(in, "resourceRules"), "");
}

/* --- validations --- */

static void check_message(const struct policy *p, const path_t *at, const cJSON *v, unsigned lacks)
{
	const char *message = fakeapi__string(v, "message");
	const char *source = fakeapi__string(v, "messageExpression");
	struct fakeapi__policy_env env;

	fakeapi__policy_env(&env,
			    lacks | 1U << FAKEAPI_AUTHORIZER | 1U << FAKEAPI_REQUEST_RESOURCE);
	env.names[FAKEAPI_VARIABLES] = p->env.names[FAKEAPI_VARIABLES];
	if (*source && !str_trim_space(str_of(source)).len)
		fakeapi__cause_invalid_str(p->c, PATH(at, "messageExpression"), str_of(source),
					   "must be non-empty if specified");
	else if (*source)
		check_expression(p, &env.env, PATH(at, "messageExpression"), str_of(source),
				 str_of(source), a_string);
	if (*message && !str_trim_space(str_of(message)).len)
		fakeapi__cause_invalid_str(p->c, PATH(at, "message"), str_of(message),
					   "must be non-empty if specified");
	else if (fakeapi__has_newline(str_trim_space(str_of(message))))
		fakeapi__cause_invalid_str(p->c, PATH(at, "message"), str_of(message),
					   "must not contain line breaks");
}

static void check_validations(const struct policy *p, const path_t *at, const cJSON *list,
			      unsigned lacks)
{
	static const char *const reasons[] = { "Forbidden", "Invalid", "RequestEntityTooLarge",
					       NULL };
	const cJSON *m;
	size_t i = 0;

	cJSON_ArrayForEach(m, list)
	{
		const path_t *here = PATH_AT(at, i);
		struct str source = str_of(fakeapi__string(m, "expression"));

		i++;
		if (!str_trim_space(source).len)
			fakeapi__cause_required(p->c, PATH(here, "expression"),
						"expression is not specified");
		else
			check_expression(p, &p->env.env, PATH(here, "expression"), source, source,
					 a_bool);
		check_message(p, here, m, lacks);
		if (fakeapi__member(m, "reason"))
			fakeapi__check_one_of(p->c, PATH(here, "reason"),
					      fakeapi__member(m, "reason"), reasons);
	}
}

static void check_annotation(const struct policy *p, const path_t *at, const char *policy,
			     const cJSON *m)
{
	enum { EXPRESSION_MAX = 5 * 1024 };
	static wanted_t text_or_null = { &cel_string, &cel_null_type, NULL };
	const char *key = fakeapi__string(m, "key"), *all = fakeapi__string(m, "valueExpression");
	struct str source = str_trim_space(str_of(all));
	const path_t *value = PATH(at, "valueExpression");
	AUTO_STRBUF full = STRBUF_INIT;

	strbuf_addf(&full, "%s/%s", policy, key);
	p->c->nomem |= full.failed;
	if (!*policy)
		fakeapi__cause_invalid_str(p->c, PATH(at, "key"), str_of(key),
					   "requires metadata.name be non-empty");
	else if (!full.failed)
		fakeapi__check_format(p->c, PATH(at, "key"), FAKEAPI_QUALIFIED_NAME, full.ptr);
	if (!source.len)
		fakeapi__cause_required(p->c, value, "valueExpression is not specified");
	else if (source.len > EXPRESSION_MAX)
		fakeapi__cause_required(p->c, value, "must not exceed 5120 bytes in length");
	else
		check_expression(p, &p->env.env, value, source, str_of(all), text_or_null);
}

/* Reported in the internal type's form. */
static void too_many_annotations(causes_t *c, const path_t *at, const cJSON *list)
{
	static const struct fakeapi__rename names[] = {
		{ "key", "Key", NULL }, { "valueExpression", "ValueExpression", NULL }, { 0 }
	};
	cJSON *shown = cJSON_CreateArray();
	const cJSON *m;

	cJSON_ArrayForEach(m, list) c->nomem |=
	    !cJSON_AddItemToArray(shown, fakeapi__internal_form(m, names));
	fakeapi__cause_invalid(c, at, shown, "must not have more than 20 auditAnnotations");
	cJSON_Delete(shown);
}

static void check_annotations(const struct policy *p, const path_t *at, const char *policy,
			      const cJSON *list)
{
	enum { ANNOTATIONS_MAX = 20 };
	struct fakeapi__lookup keys;
	const cJSON *m;
	size_t i = 0;

	if (cJSON_GetArraySize(list) > ANNOTATIONS_MAX)
		too_many_annotations(p->c, at, list);
	fakeapi__lookup_items(&keys, list, "key", list);
	cJSON_ArrayForEach(m, list)
	{
		const path_t *here = PATH_AT(at, i);

		i++;
		check_annotation(p, here, policy, m);
		if (fakeapi__lookup_again(&keys, m))
			fakeapi__cause_duplicate(p->c, PATH(here, "key"),
						 fakeapi__member(m, "key"));
	}
	fakeapi__lookup_fini(&keys);
}

void fakeapi__check_policy(causes_t *c, const cJSON *obj, const cJSON *old)
{
	static const char none[] = "validations or auditAnnotations must contain at least one item";
	const cJSON *spec = fakeapi__member(obj, "spec");
	const cJSON *list = fakeapi__member(spec, "validations");
	const cJSON *notes = fakeapi__member(spec, "auditAnnotations");
	const cJSON *variables = fakeapi__member(spec, "variables");
	unsigned lacks = without(cJSON_GetArraySize(variables) ? 0 : 1U << FAKEAPI_VARIABLES,
				 cJSON_IsObject(fakeapi__member(spec, "paramKind")));
	const path_t *at = PATH(NULL, "spec");
	struct policy p;

	/* Stored policies may predate the language version. */
	if (old && fakeapi__equal(spec, fakeapi__member(old, "spec")))
		return;
	if (!policy_init(&p, c, variables, lacks))
		return;
	check_policy(&p, at, spec);
	check_conditions(&p, PATH(at, "matchConditions"), fakeapi__member(spec, "matchConditions"),
			 lacks);
	check_variables(&p, PATH(at, "variables"), variables);
	if (!cJSON_GetArraySize(list) && !cJSON_GetArraySize(notes)) {
		fakeapi__cause_required(c, PATH(at, "validations"), none);
		fakeapi__cause_required(c, PATH(at, "auditAnnotations"), none);
	}
	check_validations(&p, PATH(at, "validations"), list, lacks);
	check_annotations(&p, PATH(at, "auditAnnotations"),
			  fakeapi__string(fakeapi__member(obj, "metadata"), "name"), notes);
	policy_fini(&p);
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
	struct str source = str_trim_space(str_of(fakeapi__string(how, "expression")));
	wanted_t wanted = { json ? fakeapi__policy_operations() : &object, NULL };
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
		check_expression(p, &p->patch.env, PATH(here, "expression"), source, source,
				 wanted);
	strbuf_clear(&message);
	strbuf_addf(&message, "must not be specified when patchType is %s", type);
	if (fakeapi__member(m, other))
		fakeapi__cause_invalid_str(p->c, PATH(at, other),
					   json ? STR("{applyConfiguration}") : STR("{jsonPatch}"),
					   message.ptr);
}

static void check_mutations(const struct policy *p, const path_t *at, const cJSON *list)
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
	unsigned lacks = without(0, cJSON_IsObject(fakeapi__member(spec, "paramKind")));
	struct policy p;

	if (old && fakeapi__equal(spec, fakeapi__member(old, "spec")))
		return;
	if (!policy_init(&p, c, variables, lacks))
		return;
	check_policy(&p, at, spec);
	check_operations(c, PATH(at, "matchConstraints"),
			 fakeapi__member(constraints, "resourceRules"));
	check_conditions(&p, PATH(at, "matchConditions"), fakeapi__member(spec, "matchConditions"),
			 lacks);
	check_variables(&p, PATH(at, "variables"), variables);
	check_mutations(&p, PATH(at, "mutations"), fakeapi__member(spec, "mutations"));
	if (!*fakeapi__string(spec, "reinvocationPolicy"))
		fakeapi__cause_required(c, PATH(at, "reinvocationPolicy"), "");
	else
		fakeapi__check_one_of(c, PATH(at, "reinvocationPolicy"),
				      fakeapi__member(spec, "reinvocationPolicy"), again);
	policy_fini(&p);
}

/* --- bindings --- */

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
	check_match(c, PATH(at, "matchResources"), fakeapi__member(spec, "matchResources"));
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
		deny |= strcmp(text(v), "Deny") == 0;
		warn |= strcmp(text(v), "Warn") == 0;
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
	check_operations(c, PATH(at, "matchResources"), fakeapi__member(match, "resourceRules"));
}
