/* SPDX-License-Identifier: Apache-2.0 */
/* webhooks_impl.h - shared by the files of this folder. */
#ifndef FAKEAPI_WEBHOOKS_IMPL_H
#define FAKEAPI_WEBHOOKS_IMPL_H

#include "fakeapi/callout.h"
#include "fakeapi/webhooks/webhooks.h"

/* The kinds of objects that are kept parsed. */
enum fakeapi__configs {
	FAKEAPI_VALIDATING,
	FAKEAPI_MUTATING,
	FAKEAPI_POLICIES, /* ValidatingAdmissionPolicy and its bindings */
	FAKEAPI_BINDINGS,
	FAKEAPI_MUTATING_POLICIES, /* MutatingAdmissionPolicy and its bindings */
	FAKEAPI_MUTATING_BINDINGS,
	FAKEAPI_CONFIGS,
};

/* A webhook of a configuration. */
struct hook {
	bool mutating;
	const char *configuration; /* its name */
	const char *uid;	   /* of the configuration */
	size_t index;		   /* in the configuration */
	const cJSON *spec;	   /* the webhook's tree */
};

/* One call of a webhook, and the form of its object. */
struct invocation {
	struct hook hook;
	const struct fakeapi__resource *res; /* the type in which the object is sent */
	/* The object's type: a subresource's may differ from the resource's. */
	const char *group, *version, *kind;
};

/* configs.c: the i-th webhook, in calling order. False: no more. Valid until the next write. */
bool fakeapi__hook_at(struct fakeapi__core *core, bool mutating, size_t i, struct hook *out);
/* Parses changed configurations; call it before fakeapi__hook_at(). -1: out of memory. */
int fakeapi__webhooks_load(struct fakeapi__core *core, enum fakeapi__configs kind);
/* The i-th object of that kind; NULL: no more. As above. */
const cJSON *fakeapi__config_at(const struct fakeapi__core *core, enum fakeapi__configs kind,
				size_t i);
/* The i-th binding of the policy; NULL: no more. As above. */
const cJSON *fakeapi__binding_at(const struct fakeapi__core *core, enum fakeapi__configs kind,
				 const char *policy, size_t i);
const char *fakeapi__hook_name(const struct hook *h);
/* The version of the AdmissionReview for the webhook: "v1" or "v1beta1". NULL: none. */
const char *fakeapi__review_version(const struct hook *h);
bool fakeapi__hook_ignores_failure(const struct hook *h);

/* match.c: 1: call it as described in *out; 0: no; -1: error in st. */
int fakeapi__hook_matches(struct fakeapi__call *c, const struct fakeapi__attributes *a,
			  const struct hook *h, struct invocation *out);

/* The same for the matchConstraints of a policy or the matchResources of its binding (NULL: all).
 * Only out->res, group, version and kind are set. */
int fakeapi__constraints_match(struct fakeapi__call *c, const struct fakeapi__attributes *a,
			       const cJSON *constraints, struct invocation *out);
/* review.c: the `request` of expressions; the caller frees it; NULL: out of memory. */
cJSON *fakeapi__hook_request(struct fakeapi__call *c, const struct fakeapi__attributes *a,
			     const struct invocation *in);
/* conditions.c: 1: all conditions hold; 0: one is false; -1: `why` has the evaluation errors, or is
 * empty if out of memory. */
int fakeapi__conditions_hold(struct fakeapi__call *c, const struct fakeapi__attributes *a,
			     const struct invocation *in, const cJSON *conditions,
			     struct strbuf *why);
/* policies.c: evaluates ValidatingAdmissionPolicies. 0; -1: error in st, or out of memory. */
int fakeapi__policies_judge(struct fakeapi__call *c, const struct fakeapi__attributes *a);

/* settle.c: checks changed managedFields; replaces unreadable ones by `before` (NULL: none), with a
 * warning. -1: out of memory. */
int fakeapi__hook_check_managed(struct fakeapi__call *c, cJSON *obj, const cJSON *before);
/* form.c: `obj` in the version that the webhook matches; a subresource with its own kind has only
 * one form. NULL: out of memory, or the call is parked. */
cJSON *fakeapi__hook_form(struct fakeapi__call *c, const struct invocation *in, const cJSON *obj);
/* settle.c: decodes and defaults a changed object of such a form, as a body, and converts it back;
 * `strict`: rejects unknown fields. -1: error in st, or as above. */
int fakeapi__hook_settle(struct fakeapi__call *c, const struct invocation *in, bool strict,
			 cJSON **obj, const cJSON *old);
/* Replaces the members of `to` by those of `take_from`. */
void fakeapi__hook_replace(cJSON *to, cJSON *take_from);

/* mutations.c: progress of the mutating policies of a write: policyReinvokeContext. */
struct mutations {
	struct mutation_key {
		uint64_t key; /* hash of policy, binding and parameters */
		bool previously, again;
	} * keys;
	size_t count;
	cJSON *last; /* the object after the last policy; NULL: no policy matched */
	bool changed;
};

/* Runs MutatingAdmissionPolicies; round 1 repeats those with reinvocation. */
int fakeapi__policies_mutate(struct fakeapi__call *c, const struct fakeapi__attributes *a,
			     unsigned round, struct mutations *m);
void fakeapi__mutations_fini(struct mutations *m);

/* review.c: sends the review, or finds its response in *out. `obj` and `old` are in the version to
 * send. 0; -1: error in st; 1: the call is impossible, the reason is in `why`. */
int fakeapi__hook_ask(struct fakeapi__call *c, const struct fakeapi__attributes *a,
		      const struct invocation *in, const cJSON *obj, const cJSON *old,
		      unsigned round, struct fakeapi__callout **out, struct strbuf *why);

/* reply.c: 0: allowed, *patch is the list of operations (the caller frees it) or NULL; -1: error in
 * st; 1: the call failed, the reason is in `why`. */
int fakeapi__hook_read(struct fakeapi__call *c, const struct invocation *in,
		       const struct fakeapi__callout *ask, cJSON **patch, struct strbuf *why);
/* Adds a warning to the response, on one line and shortened. */
void fakeapi__hook_warn(struct fakeapi__call *c, const char *text);
/* The response's tree. NULL: appends the error to `why`, which is cleared if out of memory. */
cJSON *fakeapi__hook_parse(const struct fakeapi__callout *ask, struct strbuf *why);
/* target.c: sends `body` to the target of `config`, a clientConfig. A known error becomes the
 * response. -1: error in st, or out of memory. */
int fakeapi__hook_send(struct fakeapi__call *c, struct fakeapi__callout *ask, const cJSON *config,
		       int64_t most_ns, struct str body);
/* 500 "failed calling webhook ..."; always -1. */
int fakeapi__hook_failed(struct fakeapi__call *c, const struct hook *h, const struct strbuf *why);
/* 500 "Internal error occurred: TEXT", as by NewInternalError; always -1. */
int fakeapi__internal_error(struct fakeapi__call *c, const char *text);

/* converted.c: the objects of a ConversionReview. NULL: the error is in `why`. */
const cJSON *fakeapi__converted_objects(const struct fakeapi__callout *a, const cJSON *tree,
					struct strbuf *why);
/* Replaces `obj` of type `from` by `text` of type `to`. -1: error in st, or out of memory. */
int fakeapi__put_converted(struct fakeapi__call *c, const struct fakeapi__resource *from,
			   const struct fakeapi__resource *to, cJSON *obj, const char *text);
/* "conversion webhook for GROUP/VERSION, Kind=KIND WHAT"; always -1. */
int fakeapi__conversion_failed(struct fakeapi__call *c, const struct fakeapi__resource *from,
			       const char *what, const struct strbuf *why);

#endif
