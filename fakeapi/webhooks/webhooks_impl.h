/* SPDX-License-Identifier: Apache-2.0 */
/* webhooks_impl.h - what the files of this room share. */
#ifndef FAKEAPI_WEBHOOKS_IMPL_H
#define FAKEAPI_WEBHOOKS_IMPL_H

#include "fakeapi/ask.h"
#include "fakeapi/webhooks/webhooks.h"

/* What is kept parsed. */
enum fakeapi__configs {
	FAKEAPI_VALIDATING,
	FAKEAPI_MUTATING,
	FAKEAPI_POLICIES, /* ValidatingAdmissionPolicy, and its bindings */
	FAKEAPI_BINDINGS,
	FAKEAPI_MUTATING_POLICIES, /* MutatingAdmissionPolicy, and its bindings */
	FAKEAPI_MUTATING_BINDINGS,
	FAKEAPI_CONFIGS,
};

/* One webhook of one configuration. */
struct hook {
	bool mutating;
	const char *configuration; /* its name */
	const char *uid;	   /* of the configuration */
	size_t index;		   /* in it */
	const cJSON *spec;	   /* the webhook's tree */
};

/* One call of a webhook, and the form of its object. */
struct invocation {
	struct hook hook;
	const struct fakeapi__resource *res; /* the object is sent as this type */
	/* What the object is: of a subresource it may be another than the resource's. */
	const char *group, *version, *kind;
};

/* configs.c: the i-th webhook of that sort, in the order of the calls. False: no more. Valid until
 * the next write. */
bool fakeapi__hook_at(struct fakeapi__core *core, bool mutating, size_t i, struct hook *out);
/* Looks what has changed; before fakeapi__hook_at(). -1: out of memory. */
int fakeapi__webhooks_load(struct fakeapi__core *core, enum fakeapi__configs kind);
/* The i-th of that kind; NULL: no more. As above. */
const cJSON *fakeapi__config_at(const struct fakeapi__core *core, enum fakeapi__configs kind,
				size_t i);
/* The i-th binding of that policy; NULL: no more. As above. */
const cJSON *fakeapi__binding_at(const struct fakeapi__core *core, enum fakeapi__configs kind,
				 const char *policy, size_t i);
const char *fakeapi__hook_name(const struct hook *h);
bool fakeapi__hook_ignores_failure(const struct hook *h);

/* match.c: 1: it is to be called, *out says how; 0: no; -1: st. */
int fakeapi__hook_matches(struct fakeapi__call *c, const struct fakeapi__attributes *a,
			  const struct hook *h, struct invocation *out);

/* The same for the matchConstraints of a policy or the matchResources of its binding (NULL: all).
 * Only out->res, group, version and kind are set. */
int fakeapi__constraints_match(struct fakeapi__call *c, const struct fakeapi__attributes *a,
			       const cJSON *constraints, struct invocation *out);
/* review.c: the request as expressions see it, owned by the caller; NULL: no memory. */
cJSON *fakeapi__hook_request(struct fakeapi__call *c, const struct fakeapi__attributes *a,
			     const struct invocation *in);
/* conditions.c: 1: all conditions hold; 0: one does not; -1: `why` has what went wrong with some,
 * or no memory (then `why` is empty). */
int fakeapi__conditions_hold(struct fakeapi__call *c, const struct fakeapi__attributes *a,
			     const struct invocation *in, const cJSON *conditions,
			     struct strbuf *why);
/* policies.c: what ValidatingAdmissionPolicies say. 0; -1: st, or out of memory. */
int fakeapi__policies_judge(struct fakeapi__call *c, const struct fakeapi__attributes *a);

/* settle.c: what was made of managedFields: one that cannot be read is replaced by `before` (NULL:
 * none), with a warning. -1: out of memory. */
int fakeapi__hook_check_managed(struct fakeapi__call *c, cJSON *obj, const cJSON *before);
/* form.c: `obj` in the version that the webhook matches; a subresource with a kind of its own has
 * one form. NULL: out of memory, or the call is parked. */
cJSON *fakeapi__hook_form(struct fakeapi__call *c, const struct invocation *in, const cJSON *obj);
/* settle.c: decodes and defaults what was made of such a form, as any body, and converts it back;
 * `strict`: without unknown fields. -1: st, or as above. */
int fakeapi__hook_settle(struct fakeapi__call *c, const struct invocation *in, bool strict,
			 cJSON **obj, const cJSON *old);
/* Puts the members of `take_from` in place of those of `to`. */
void fakeapi__hook_replace(cJSON *to, cJSON *take_from);

/* mutations.c: what is known of the mutating policies of a write: policyReinvokeContext. */
struct mutations {
	struct mutation_key {
		uint64_t key; /* policy, binding and parameters */
		bool previously, again;
	} * keys;
	size_t count;
	cJSON *last; /* the object as they left it; NULL: they had nothing to do with it */
	bool changed;
};

/* Lets MutatingAdmissionPolicies change the object; round 1: again those that want it. */
int fakeapi__policies_mutate(struct fakeapi__call *c, const struct fakeapi__attributes *a,
			     unsigned round, struct mutations *m);
void fakeapi__mutations_fini(struct mutations *m);

/* review.c: sends the review, or finds its answer: *out. `obj` and `old` are the versions to be
 * sent. 0; -1: st; 1: the call cannot be made, `why` says why not. */
int fakeapi__hook_ask(struct fakeapi__call *c, const struct fakeapi__attributes *a,
		      const struct invocation *in, const cJSON *obj, const cJSON *old,
		      unsigned round, struct fakeapi__ask **out, struct strbuf *why);

/* reply.c: 0: allowed, *patch is the list of operations (owned by the caller) or NULL; -1: st; 1:
 * the call failed, `why` says how. */
int fakeapi__hook_read(struct fakeapi__call *c, const struct invocation *in,
		       const struct fakeapi__ask *ask, cJSON **patch, struct strbuf *why);
/* A warning with the answer, on one line and not too long. */
void fakeapi__hook_warn(struct fakeapi__call *c, const char *text);
/* The tree of what was answered. NULL: why not is appended to `why`, which is cleared for want of
 * memory. */
cJSON *fakeapi__hook_parse(const struct fakeapi__ask *ask, struct strbuf *why);
/* target.c: sends `body` to where `config`, a clientConfig, points. An error that is known already
 * is the answer. -1: st, or out of memory. */
int fakeapi__hook_send(struct fakeapi__call *c, struct fakeapi__ask *ask, const cJSON *config,
		       int64_t most_ns, struct str body);
/* 500 "failed calling webhook ..."; always -1. */
int fakeapi__hook_failed(struct fakeapi__call *c, const struct hook *h, const struct strbuf *why);
/* 500 "Internal error occurred: TEXT", as NewInternalError makes it; always -1. */
int fakeapi__internal_error(struct fakeapi__call *c, const char *text);

/* converted.c: the objects of a ConversionReview. NULL: `why`. */
const cJSON *fakeapi__converted_objects(const struct fakeapi__ask *a, const cJSON *tree,
					struct strbuf *why);
/* `obj`, of `from`, becomes what `text` says, of `to`. -1: st, or out of memory. */
int fakeapi__put_converted(struct fakeapi__call *c, const struct fakeapi__resource *from,
			   const struct fakeapi__resource *to, cJSON *obj, const char *text);
/* "conversion webhook for GROUP/VERSION, Kind=KIND WHAT"; always -1. */
int fakeapi__conversion_failed(struct fakeapi__call *c, const struct fakeapi__resource *from,
			       const char *what, const struct strbuf *why);

#endif
