/* SPDX-License-Identifier: Apache-2.0 */
/* expressions.h - expressions about a request: of webhooks' conditions and of policies. */
#ifndef FAKEAPI_EXPRESSIONS_H
#define FAKEAPI_EXPRESSIONS_H

#include "fakeapi/rules/policy_env.h"
#include "fakeapi/webhooks/webhooks_impl.h"

struct variable {
	bool found;
	struct cel_value value;
};

struct expressions {
	struct fakeapi__policy_env env;
	struct cel_run run;
	struct cel_value values[FAKEAPI_NAMES];
	cJSON *request, *namespace;
	cJSON *obj, *old;	       /* in the version of the rule, if it is another */
	uint64_t budget;	       /* what evaluations may cost from here on */
	bool spent;		       /* it was not enough */
	const cJSON *variables;	       /* of a policy: {name, expression} */
	struct variable *known;	       /* what they are, of each; in the run */
	size_t reach;		       /* one sees those before it alone; at the top all */
	unsigned depth;		       /* of variables in variables */
	struct cel_program **programs; /* values point into them */
	size_t program_count;
	struct fakeapi__call *c;
	struct cel_authorizer authorizer;
};

/* Without those of `lacks` (policy_env.h). -1: out of memory, or the call is parked, or st; to be
 * ended all the same. */
int fakeapi__expressions_begin(struct expressions *e, struct fakeapi__call *c,
			       const struct fakeapi__attributes *a, const struct invocation *in,
			       unsigned lacks);
void fakeapi__expressions_end(struct expressions *e);
/* The value; an ERROR says in whole words what went wrong. NULL program: see `why`. Owned by the
 * run. -1: out of memory. */
int fakeapi__expression(struct expressions *e, const char *source, struct cel_value *out,
			struct strbuf *why);

/* Whether all of [{expression}] are true: as fakeapi__conditions_hold(). They have a budget of
 * their own, and no namespaceObject. */
int fakeapi__expressions_hold(struct expressions *e, const cJSON *conditions, struct strbuf *why);

#endif
