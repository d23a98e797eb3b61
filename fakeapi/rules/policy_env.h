/* SPDX-License-Identifier: Apache-2.0 */
/* policy_env.h - what expressions of policies and matchConditions can name, with its types
 * (apiserver's admission/plugin/cel). */
#ifndef FAKEAPI_POLICY_ENV_H
#define FAKEAPI_POLICY_ENV_H

#include "cel/cel.h"

/* In this order; the last ones may be missing. */
enum {
	FAKEAPI_OBJECT,
	FAKEAPI_OLD,
	FAKEAPI_REQUEST,
	FAKEAPI_NAMESPACE,
	FAKEAPI_VARIABLES,
	FAKEAPI_PARAMS,
	FAKEAPI_NAMES
};

/* The first `count` of the names. */
struct cel_env fakeapi__policy_env(size_t count);
/* Object{...} and JSONPatch{...} as well. */
void fakeapi__policy_env_patch(struct cel_env *env);
/* list(JSONPatch) */
const struct cel_type *fakeapi__policy_operations(void);

#endif
