/* SPDX-License-Identifier: Apache-2.0 */
/* policy_env.h - the variables of expressions in policies and matchConditions, with their types
 * (apiserver's admission/plugin/cel). */
#ifndef FAKEAPI_POLICY_ENV_H
#define FAKEAPI_POLICY_ENV_H

#include "cel/cel.h"

/* The order of the array `names`. */
enum {
	FAKEAPI_OBJECT,
	FAKEAPI_OLD,
	FAKEAPI_REQUEST,
	FAKEAPI_NAMESPACE,
	FAKEAPI_AUTHORIZER,
	FAKEAPI_REQUEST_RESOURCE, /* authorizer.requestResource */
	FAKEAPI_VARIABLES,
	FAKEAPI_PARAMS,
	FAKEAPI_NAMES
};

struct fakeapi__policy_env {
	struct cel_env env;
	struct cel_variable names[FAKEAPI_NAMES]; /* env points to it: do not move the struct */
};

/* Declares all variables except `lacks` (1U << FAKEAPI_PARAMS, ...). */
void fakeapi__policy_env(struct fakeapi__policy_env *p, unsigned lacks);
/* Adds Object{...} and JSONPatch{...}. */
void fakeapi__policy_env_patch(struct cel_env *env);
/* list(JSONPatch) */
const struct cel_type *fakeapi__policy_operations(void);

#endif
