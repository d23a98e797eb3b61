/* SPDX-License-Identifier: Apache-2.0 */
/* validate_policies.h - the parts of policies and bindings that both have. */
#ifndef FAKEAPI_VALIDATION_VALIDATE_POLICIES_H
#define FAKEAPI_VALIDATION_VALIDATE_POLICIES_H

#include "fakeapi/rules/policy_env.h"
#include "fakeapi/validation/validate_impl.h"

/* The allowed types of a value, ending with NULL. Empty: any. */
typedef const struct cel_type *const fakeapi__wanted_t[3];

/* A policy, or a webhook with conditions. */
struct fakeapi__policy_check {
	causes_t *c;
	struct fakeapi__policy_env env, patch; /* patch: for mutations */
	struct cel__arena arena;
	struct cel_type variables; /* the variables checked so far */
	struct cel_field *fields;
	struct cel_program **programs; /* own the types of the fields */
	size_t program_count;
};

/* Checks matchConstraints or matchResources, if present. */
void fakeapi__check_policy_match(causes_t *c, const path_t *at, const cJSON *match);
/* Checks the operations of matchConstraints: mutations run for CREATE, UPDATE and CONNECT. */
void fakeapi__check_policy_operations(causes_t *c, const path_t *at, const cJSON *rules);

unsigned fakeapi__policy_lacks(unsigned lacks, bool params);
/* Prepares the environments. False: out of memory. */
bool fakeapi__policy_check_init(struct fakeapi__policy_check *p, causes_t *c,
				const cJSON *variables, unsigned lacks);
void fakeapi__policy_check_fini(struct fakeapi__policy_check *p);
/* Compiles `source` and checks the type of its result; errors quote `shown`. */
void fakeapi__check_policy_expression(const struct fakeapi__policy_check *p,
				      const struct cel_env *env, const path_t *at,
				      struct str source, struct str shown,
				      fakeapi__wanted_t wanted);
/* Conditions cannot use variables. */
void fakeapi__check_policy_conditions(const struct fakeapi__policy_check *p, const path_t *at,
				      const cJSON *list, unsigned lacks);
void fakeapi__check_policy_variables(struct fakeapi__policy_check *p, const path_t *at,
				     const cJSON *list);
/* Checks the fields that both kinds of policies share. */
void fakeapi__check_policy_spec(const struct fakeapi__policy_check *p, const path_t *at,
				const cJSON *spec);

void fakeapi__check_validations(const struct fakeapi__policy_check *p, const path_t *at,
				const cJSON *list, unsigned lacks);
void fakeapi__check_audit_annotations(const struct fakeapi__policy_check *p, const path_t *at,
				      const char *policy, const cJSON *list);

#endif
