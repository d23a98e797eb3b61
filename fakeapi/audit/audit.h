/* SPDX-License-Identifier: Apache-2.0 */
/* audit.h - the audit log: a policy selects the level of each request, and each stage of a request
 * becomes one line of JSON, an Event of audit.k8s.io/v1 (apiserver's pkg/audit,
 * endpoints/filters/audit.go). The option on_audit receives the lines.
 *
 * Who may call: server/ at the stages of a request, auth/, rest/ and admission/ for what an event
 * shows. Threads: any, under the core's lock; the functions about objects also in an UNLOCKED
 * stage, for they change only what belongs to the request.
 */
#ifndef FAKEAPI_AUDIT_H
#define FAKEAPI_AUDIT_H

#include "fakeapi/context.h"

enum fakeapi__audit_level {
	FAKEAPI_AUDIT_NONE,
	FAKEAPI_AUDIT_METADATA,
	FAKEAPI_AUDIT_REQUEST,
	FAKEAPI_AUDIT_RESPONSE,
};

enum fakeapi__audit_stage {
	FAKEAPI_AUDIT_RECEIVED,
	FAKEAPI_AUDIT_STARTED,
	FAKEAPI_AUDIT_COMPLETE,
	FAKEAPI_AUDIT_PANIC,
	FAKEAPI_AUDIT_STAGES,
};

struct fakeapi__audit_policy;

/* What the policy says about one request. */
struct fakeapi__audit_config {
	enum fakeapi__audit_level level;
	unsigned omit; /* stages: 1 << enum fakeapi__audit_stage */
	bool omit_managed;
};

/* Reads a Policy of audit.k8s.io/v1 as JSON. RELIST_EINVAL with the first thing that is wrong in
 * it, RELIST_ENOMEM. */
int fakeapi__audit_policy_new(const char *json, struct fakeapi__audit_policy **out,
			      struct relist_err *err);
void fakeapi__audit_policy_free(struct fakeapi__audit_policy *policy);
/* The first rule that matches the call; none: level None. */
struct fakeapi__audit_config fakeapi__audit_evaluate(const struct fakeapi__audit_policy *policy,
						     const struct fakeapi__call *c);

/* After authentication, before impersonation: decides about the request, and writes the stage
 * RequestReceived. Once per request. */
void fakeapi__audit_begin(struct fakeapi__call *c);
/* In place of that, if the request could not be authenticated. */
void fakeapi__audit_unauthenticated(struct fakeapi__call *c);
void fakeapi__audit_impersonated(struct fakeapi__call *c);
void fakeapi__audit_decision(struct fakeapi__call *c, bool allowed, struct str reason);
/* Adds an annotation; the first value of a key stays. */
void fakeapi__audit_annotate(struct fakeapi__call *c, const char *key, const char *value);

/* The decoded object of the body: the event's objectRef names it. True: its JSON is wanted too. */
bool fakeapi__audit_object(struct fakeapi__call *c, const cJSON *obj);
/* The request's object, in the requested version and with defaults. */
void fakeapi__audit_request(struct fakeapi__call *c, cJSON *take_obj);
/* The body of a patch. */
void fakeapi__audit_patch(struct fakeapi__call *c, struct str body);
/* True if the response's JSON is wanted. */
bool fakeapi__audit_wants_response(const struct fakeapi__call *c);
void fakeapi__audit_response(struct fakeapi__call *c, struct str json);
/* The response is this Status. */
void fakeapi__audit_status(struct fakeapi__call *c, const cJSON *status);

/* The response is complete, or (a watch) its head is: writes ResponseStarted or ResponseComplete.
 */
void fakeapi__audit_answered(struct fakeapi__call *c);
/* The exchange ends: writes ResponseComplete if that is still to do, and frees. */
void fakeapi__audit_end(struct fakeapi__core *core, struct fakeapi__xchg *x);

#endif
