/* SPDX-License-Identifier: Apache-2.0 */
/* policies.h - what validating and mutating policies have in common: which are bound to a write,
 * with which parameters, and how they fail. */
#ifndef FAKEAPI_POLICIES_H
#define FAKEAPI_POLICIES_H

#include "fakeapi/webhooks/expressions.h"

struct judgement {
	struct fakeapi__call *c;
	const struct fakeapi__attributes *a;
	const struct invocation *in;
	/* What the policy does, with one object of parameters or none; 0, -1: as
	 * fakeapi__policy_failed(). */
	int (*judge)(struct judgement *j);
	struct mutations *mutations; /* of mutating policies; NULL: it is a validating one */
	unsigned round;
	bool configured; /* that bindings fail was reported before */
	const cJSON *policy, *binding;
	cJSON *params; /* owned; NULL: none */
	bool denied;   /* st says so */
};

/* All that concern the write, through their bindings. -1: st, or out of memory. */
int fakeapi__policies_each(struct judgement *j, enum fakeapi__configs policies,
			   enum fakeapi__configs bindings);
/* A validation is not met. The binding says what that does; other policies go on, and the first
 * denial is reported. `always`: it could not be evaluated. -1: out of memory. */
int fakeapi__policy_deny(struct judgement *j, const char *reason, const char *message, bool always);
/* What could not be found out: denied unless the policy says otherwise. 0: go on. */
int fakeapi__policy_failed(struct judgement *j, const char *why);
/* The policy's `variables` as a value. */
int fakeapi__policy_variables(struct judgement *j, struct expressions *e);
const cJSON *fakeapi__policy_spec(const cJSON *config);

#endif
