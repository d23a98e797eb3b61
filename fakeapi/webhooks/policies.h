/* SPDX-License-Identifier: Apache-2.0 */
/* policies.h - shared by validating and mutating policies: find the policies bound to a write,
 * their parameters, and handle failures. */
#ifndef FAKEAPI_POLICIES_H
#define FAKEAPI_POLICIES_H

#include "fakeapi/webhooks/expressions.h"

struct judgement {
	struct fakeapi__call *c;
	const struct fakeapi__attributes *a;
	const struct invocation *in;
	/* Applies the policy with one parameter object or none; 0, -1: as
	 * fakeapi__policy_failed(). */
	int (*judge)(struct judgement *j);
	struct mutations *mutations; /* of mutating policies; NULL: a validating policy */
	unsigned round;
	bool configured; /* failing bindings were already reported */
	const cJSON *policy, *binding;
	cJSON *params; /* owned; NULL: none */
	bool denied;   /* the denial is in st */
};

/* Calls j->judge for every policy and binding that matches the write. -1: error in st, or out of
 * memory. */
int fakeapi__policies_each(struct judgement *j, enum fakeapi__configs policies,
			   enum fakeapi__configs bindings);
/* Handles a failed validation by the binding's actions. Other policies continue, and the first
 * denial is reported. `always`: the evaluation failed. -1: out of memory. */
int fakeapi__policy_deny(struct judgement *j, const char *reason, const char *message, bool always);
/* Handles an error by the policy's failurePolicy: denies by default. 0: continue. */
int fakeapi__policy_failed(struct judgement *j, const char *why);
/* Sets the policy's `variables` as a value. */
int fakeapi__policy_variables(struct judgement *j, struct expressions *e);
const cJSON *fakeapi__policy_spec(const cJSON *config);

#endif
