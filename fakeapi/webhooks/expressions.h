/* SPDX-License-Identifier: Apache-2.0 */
/* expressions.h - CEL expressions about a request: match conditions of webhooks, and policies. */
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
	cJSON *obj, *old;	/* in the rule's version, if that is another */
	uint64_t budget;	/* cost that the remaining evaluations may use */
	bool spent;		/* the budget was exceeded */
	const cJSON *variables; /* the policy's {name, expression} list */
	struct variable *known; /* the values of the variables; in the run */
	size_t reach;	/* a variable sees only those before it; other expressions see all */
	unsigned depth; /* nesting depth of variables */
	struct cel_program **programs; /* values point into the programs */
	size_t program_count;
	struct fakeapi__call *c;
	struct cel_authorizer authorizer;
};

/* `lacks`: names to omit (policy_env.h). -1: out of memory, or the call is parked, or error in st;
 * the caller must call _end() even then. */
int fakeapi__expressions_begin(struct expressions *e, struct fakeapi__call *c,
			       const struct fakeapi__attributes *a, const struct invocation *in,
			       unsigned lacks);
void fakeapi__expressions_end(struct expressions *e);
/* Evaluates an expression. An ERROR's message is complete. If the source does not compile, `why`
 * has the error. The run owns the value. -1: out of memory. */
int fakeapi__expression(struct expressions *e, const char *source, struct cel_value *out,
			struct strbuf *why);

/* True if all of [{expression}] are true: as fakeapi__conditions_hold(). They have their own
 * budget, and no namespaceObject. */
int fakeapi__expressions_hold(struct expressions *e, const cJSON *conditions, struct strbuf *why);

#endif
