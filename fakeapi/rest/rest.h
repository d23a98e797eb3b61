/* SPDX-License-Identifier: Apache-2.0 */
/* rest.h - the verbs, their options, and their answers (kube-apiserver's endpoints/handlers and
 * registry/generic). server/dispatch.c calls the verbs; watch/, controllers/ and control/ use the
 * steps. What is special about a type lies in c->strategy.
 *
 * Who may call: server/ the verbs; watch/, auth/, controllers/, strategy/ and control/ the steps.
 * Threads: any, under the core's lock.
 */
#ifndef FAKEAPI_REST_H
#define FAKEAPI_REST_H

#include "fakeapi/apply/patch.h"
#include "fakeapi/context.h"
#include "fakeapi/storage/scan.h"

/* answer.c: all return 0; a lack of memory has become a 500 or a dropped connection. */
int fakeapi__answer_status(struct fakeapi__call *c);	/* what c->st says */
int fakeapi__answer_not_found(struct fakeapi__call *c); /* no such path below a served version */
int fakeapi__answer_text(struct fakeapi__call *c, int code, const char *type, struct str text);
int fakeapi__answer_page_not_found(struct fakeapi__call *c);
/* One object as stored, in the requested form. */
int fakeapi__answer_object(struct fakeapi__call *c, int code, struct str json);
/* A tree that is not stored (a Scale, a review, a Status), in plain form. */
int fakeapi__answer_tree(struct fakeapi__call *c, int code, const cJSON *obj);
/* The same in the requested form: `res` is its type. */
int fakeapi__answer_other(struct fakeapi__call *c, int code, const struct fakeapi__resource *res,
			  const cJSON *obj);
/* Whether the result, of `res` or a list of it, can be rendered in the requested form: a success
 * may still be refused. -1: 400 or 406. */
int fakeapi__check_form(struct fakeapi__call *c, const struct fakeapi__resource *res, bool is_list);
/* The tree of an object (dry run, not stored). */
int fakeapi__answer_object_tree(struct fakeapi__call *c, int code, const cJSON *obj);
/* Of a proxy's "scheme:name:port" the name; *number: the port is one. */
struct str fakeapi__proxied(struct str name, bool *number);
int fakeapi__no_endpoints(struct fakeapi__call *c); /* 503 of a Service; always -1 */
/* log, exec, attach, portforward and proxy of a stored object: -1 with the error of a server that
 * reaches no kubelet; 0: the log of a container that has not begun. */
/* Checks the query of GET pods/NAME/log: 400 and 422. */
int fakeapi__check_log_options(struct fakeapi__call *c);
int fakeapi__needs_kubelet(struct fakeapi__call *c, const cJSON *obj);
/* x->body holds compact JSON: answers with it as YAML, indented or as it is. */
int fakeapi__answer_compact(struct fakeapi__call *c, int code);
/* Takes what is in x->body as the answer; type NULL: there is none, as in a 204. */
int fakeapi__answer_body(struct fakeapi__call *c, int code, const char *type);
/* A Warning header for each line of c->warnings. -1: out of memory. */
int fakeapi__add_warnings(struct fakeapi__call *c);
int fakeapi__header_add(struct fakeapi__xchg *x, const char *name, struct str value);
/* The same for discovery, whose own headers are set already. */
int fakeapi__answer_discovered(struct fakeapi__call *c, int code, const char *type);
/* 500 in place of the answer made: the state file did not take the write. */
int fakeapi__answer_not_durable(struct fakeapi__call *c);
/* Headers of a watch. */
void fakeapi__answer_watch_head(struct fakeapi__call *c);
/* What the router of built-in types refuses before a handler sees it: 406. */
int fakeapi__negotiate_path(struct fakeapi__call *c);
/* Negotiates c->form. -1: st filled. */
int fakeapi__negotiate_call(struct fakeapi__call *c, bool watch);
/* 404 NAME of c->res in st; always -1. */
int fakeapi__not_found(struct fakeapi__call *c, struct str name);
/* A stored object is sent as it is: it needs no conversion and lacks no defaults. */
bool fakeapi__reads_as_kept(const struct fakeapi__resource *stored,
			    const struct fakeapi__resource *res, struct str json);
/* Gives the tree of a stored object the defaults that its stored version has got since: those of
 * the requested version play no part in a read. -1: out of memory. */
int fakeapi__fill_kept(const struct fakeapi__resource *stored, struct str json, cJSON *obj);
/* The tree of a stored object as `res` has it, where no webhook converts. -1: out of memory. */
int fakeapi__convert_kept(const struct fakeapi__resource *stored,
			  const struct fakeapi__resource *res, struct str json, cJSON *obj);
/* `obj` (of c->stored) as c->res has it: JSON appended to `out`. -1: out of memory. */
int fakeapi__convert_json(const struct fakeapi__resource *stored,
			  const struct fakeapi__resource *res, struct str json, struct strbuf *out);

/* The same of an object of the call, also where a webhook converts. -1: or st, or parked. */
int fakeapi__read_json(struct fakeapi__call *c, struct str json, struct strbuf *out);

/* options.c: -1: st filled. */
int fakeapi__write_options(struct fakeapi__call *c, const char *kind);
/* What a list, a watch or a deletecollection selects, in the real server's order: how its options
 * are written, then whether they go together; the fields' names come after Accept. */
int fakeapi__read_list_options(struct fakeapi__call *c, bool watch, struct fakeapi__selection *sel);
int fakeapi__select_fields(struct fakeapi__call *c, struct fakeapi__selection *sel);
/* Number in query parameter `name`; 400 when it is none. */
int fakeapi__query_int(struct fakeapi__call *c, const char *name, int64_t *out, bool *given);
/* 422 "KIND.meta.k8s.io "" is invalid: ..." out of pairs field/detail/reason in `st`. */
int fakeapi__options_invalid(struct fakeapi__call *c, const char *kind, cJSON *take_causes);
int fakeapi__cause_push(cJSON *causes, const char *reason, const char *field, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* list.c */
int fakeapi__verb_get(struct fakeapi__call *c);
int fakeapi__verb_list(struct fakeapi__call *c);
/* computed.c: the same of types whose objects are worked out at each read. */
int fakeapi__get_computed(struct fakeapi__call *c);
int fakeapi__list_computed(struct fakeapi__call *c);
/* The state that the options of a deletecollection name. 0; -1: st; 1: parked. */
int fakeapi__list_state(struct fakeapi__call *c, uint64_t *rv);
/* metadata.resourceVersion of the answer, checked against what can be served. 0, or -1 with st;
 * 1: parked until it can be. */
int fakeapi__too_large_rv(struct fakeapi__call *c, uint64_t rv);
/* -1: not a number; -2: beyond 64 bits. */
/* Whether so many bytes of objects, as they are stored, are long to bring into the requested
 * form.
 */
bool fakeapi__is_long_read(const struct fakeapi__call *c, size_t bytes);
/* So much is stored that a walk over all of it delays other requests. */
bool fakeapi__store_is_long(const struct fakeapi__core *core);
/* The scan to its end, the lock released between its steps. 1: the call is parked: it is to be done
 * on a thread aside, or all over again; -1: st, or out of memory. */
int fakeapi__scan_whole(struct fakeapi__call *c, struct fakeapi__scan *scan);
int fakeapi__parse_rv(struct str text, uint64_t *out);
/* Looks at the resourceVersion of a get. As fakeapi__too_large_rv() does, and -1 for no number. */
int fakeapi__get_version(struct fakeapi__call *c);
/* Says so in st, in strconv's words after `before`; always -1. */
int fakeapi__bad_rv(struct fakeapi__call *c, int code, const char *reason, const char *before,
		    struct str text);

/* create.c */
int fakeapi__verb_create(struct fakeapi__call *c);
/* Stores a new object that is fully formed but for uid and rv; also used by the core itself. */
int fakeapi__create_tree(struct fakeapi__call *c, cJSON *obj);
/* Decodes c->req->body for c->res by its Content-Type. */
int fakeapi__decode_body(struct fakeapi__call *c, cJSON **out);

/* update.c */
int fakeapi__verb_update(struct fakeapi__call *c);
int fakeapi__verb_patch(struct fakeapi__call *c);
/* Which patch it is, by Content-Type. -1: 415. */
int fakeapi__patch_kind(struct fakeapi__call *c, enum fakeapi__patch_type *out);
/* The same, and what else a patch looks at before its body: Accept, options. */
int fakeapi__negotiate_patch(struct fakeapi__call *c, enum fakeapi__patch_type *out);
/* The uid that `obj` names, if any, must be that of `old` (NULL: there is none). -1: 409. */
int fakeapi__check_uid(struct fakeapi__call *c, const cJSON *old, const cJSON *obj,
		       const char *name);
/* Stores `obj` over `old` as an update by c->manager (`apply`: managedFields are done already).
 * `obj` is the state to answer with; `old` may be changed. */
int fakeapi__update_tree(struct fakeapi__call *c, cJSON *old, cJSON *obj, const char *sub,
			 bool apply);

/* delete.c */
int fakeapi__verb_delete(struct fakeapi__call *c);
int fakeapi__verb_delete_collection(struct fakeapi__call *c);
/* Removes for good, or marks: the pure effect of DELETE without checks. `policy` "" or a
 * propagationPolicy. Used by namespace deletion and garbage collection. -1: out of memory. */
int fakeapi__delete_now(struct fakeapi__core *core, const struct fakeapi__resource *stored,
			struct str ns, struct str name, const char *policy);

/* subresource.c, review.c: false: not one of theirs. */
bool fakeapi__verb_subresource(struct fakeapi__call *c);
bool fakeapi__verb_virtual(struct fakeapi__call *c);
int fakeapi__bind(struct fakeapi__call *c);
int fakeapi__issue_token(struct fakeapi__call *c);
int fakeapi__verb_scale(struct fakeapi__call *c);
/* A LabelSelector, a map of labels or a selector's text, as text, appended. */
void fakeapi__label_selector_text(const cJSON *selector, struct strbuf *out);

/* eviction.c: `body` is the Eviction. 0: the pod of the call is deleted, or would be. -1: st. */
int fakeapi__evict(struct fakeapi__call *c, const cJSON *body);

#endif
