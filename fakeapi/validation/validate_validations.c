/* SPDX-License-Identifier: Apache-2.0 */
/* Validations and audit annotations of ValidatingAdmissionPolicies. */
#include "fakeapi/validation/validate_policies.h"

#include "fakeapi/meta/lookup.h"
#include "fakeapi/rules/policy_env.h"
#include "fakeapi/validation/validate_impl.h"

static fakeapi__wanted_t a_bool = { &cel_bool, NULL }, a_string = { &cel_string, NULL };

static void check_message(const struct fakeapi__policy_check *p, const path_t *at, const cJSON *v,
			  unsigned lacks)
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
		fakeapi__check_policy_expression(p, &env.env, PATH(at, "messageExpression"),
						 str_of(source), str_of(source), a_string);
	if (*message && !str_trim_space(str_of(message)).len)
		fakeapi__cause_invalid_str(p->c, PATH(at, "message"), str_of(message),
					   "must be non-empty if specified");
	else if (fakeapi__has_newline(str_trim_space(str_of(message))))
		fakeapi__cause_invalid_str(p->c, PATH(at, "message"), str_of(message),
					   "must not contain line breaks");
}

void fakeapi__check_validations(const struct fakeapi__policy_check *p, const path_t *at,
				const cJSON *list, unsigned lacks)
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
			fakeapi__check_policy_expression(p, &p->env.env, PATH(here, "expression"),
							 source, source, a_bool);
		check_message(p, here, m, lacks);
		if (fakeapi__member(m, "reason"))
			fakeapi__check_one_of(p->c, PATH(here, "reason"),
					      fakeapi__member(m, "reason"), reasons);
	}
}

static void check_annotation(const struct fakeapi__policy_check *p, const path_t *at,
			     const char *policy, const cJSON *m)
{
	enum { EXPRESSION_MAX = 5 * 1024 };
	static fakeapi__wanted_t text_or_null = { &cel_string, &cel_null_type, NULL };
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
		fakeapi__check_policy_expression(p, &p->env.env, value, source, str_of(all),
						 text_or_null);
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

void fakeapi__check_audit_annotations(const struct fakeapi__policy_check *p, const path_t *at,
				      const char *policy, const cJSON *list)
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
