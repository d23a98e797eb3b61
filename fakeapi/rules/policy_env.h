/* SPDX-License-Identifier: Apache-2.0 */
/* policy_env.h - what expressions of policies and matchConditions can name, with its types
 * (apiserver's admission/plugin/cel). */
#ifndef FAKEAPI_POLICY_ENV_H
#define FAKEAPI_POLICY_ENV_H

#include "cel/cel.h"

/* In this order. */
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
	struct cel_variable names[FAKEAPI_NAMES]; /* env points here: it stays where it is */
};

/* All names but those of `lacks` (1U << FAKEAPI_PARAMS, ...). */
void fakeapi__policy_env(struct fakeapi__policy_env *p, unsigned lacks);
/* Object{...} and JSONPatch{...} as well. */
void fakeapi__policy_env_patch(struct cel_env *env);
/* list(JSONPatch) */
const struct cel_type *fakeapi__policy_operations(void);

#endif
