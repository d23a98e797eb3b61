/* SPDX-License-Identifier: Apache-2.0 */
/* rest.h - the verbs, their options and responses (kube-apiserver's endpoints/handlers and
 * registry/generic). server/dispatch.c calls the verbs; watch/, controllers/ and control/ use
 * single steps. Everything specific to a type is in c->strategy.
 *
 * Who may call: server/ the verbs; watch/, auth/, controllers/, strategy/ and control/ the steps.
 * Threads: any, under the core's lock.
 */
#ifndef FAKEAPI_REST_H
#define FAKEAPI_REST_H

#include "fakeapi/apply/patch.h"
#include "fakeapi/context.h"
#include "fakeapi/storage/scan.h"

/* answer.c: all return 0; if out of memory they respond with a 500 or drop the connection. */
int fakeapi__answer_status(struct fakeapi__call *c);	/* responds with c->st */
int fakeapi__answer_not_found(struct fakeapi__call *c); /* no such path below a served version */
int fakeapi__answer_text(struct fakeapi__call *c, int code, const char *type, struct str text);
int fakeapi__answer_page_not_found(struct fakeapi__call *c);
/* Responds with one stored object in the requested form. */
int fakeapi__answer_object(struct fakeapi__call *c, int code, struct str json);
/* Responds with a tree that is not stored (a Scale, a review, a Status) in plain form. */
int fakeapi__answer_tree(struct fakeapi__call *c, int code, const cJSON *obj);
/* The same in the requested form: `res` is its type. */
int fakeapi__answer_other(struct fakeapi__call *c, int code, const struct fakeapi__resource *res,
			  const cJSON *obj);
/* Checks that the result, of `res` or a list of it, can be rendered in the requested form: a
 * success may still be refused. -1: 400 or 406. */
int fakeapi__check_form(struct fakeapi__call *c, const struct fakeapi__resource *res, bool is_list);
/* Responds with the tree of an object (dry run, not stored). */
int fakeapi__answer_object_tree(struct fakeapi__call *c, int code, const cJSON *obj);
struct fakeapi__proxied {
	struct str id, port; /* "scheme:name:port" as it was sent, and its port */
	bool number;	     /* the port is one */
};
/* Takes the name of a proxy's path apart, and leaves the object's name in the route. -1: 400. */
int fakeapi__split_proxied(struct fakeapi__call *c, struct fakeapi__proxied *out);
/* The error of a server that reaches none of the Service's pods; always -1. */
int fakeapi__proxy_service(struct fakeapi__call *c, const struct fakeapi__proxied *to);
int fakeapi__refuse_proxy(struct fakeapi__call *c, const char *address);
int fakeapi__no_endpoints(struct fakeapi__call *c); /* 503 of a Service; always -1 */
/* Checks the query of GET pods/NAME/log: 400 and 422. */
int fakeapi__check_log_options(struct fakeapi__call *c);
/* log, exec, attach, portforward and proxy of a stored object: -1 with the error of a server that
 * reaches no kubelet; 0: the log of a container that has not started. */
int fakeapi__needs_kubelet(struct fakeapi__call *c, const cJSON *obj);
/* x->body has compact JSON: responds with it as YAML, indented or unchanged. */
int fakeapi__answer_compact(struct fakeapi__call *c, int code);
/* Responds with the content of x->body; type NULL: no content, as in a 204. */
int fakeapi__answer_body(struct fakeapi__call *c, int code, const char *type);
/* Adds a Warning header for each line of c->warnings. -1: out of memory. */
int fakeapi__add_warnings(struct fakeapi__call *c);
int fakeapi__header_add(struct fakeapi__xchg *x, const char *name, struct str value);
/* The request's Audit-Id: the client's own, or the next of the core's stream. Before any other
 * header. -1: out of memory. */
int fakeapi__answer_audit_id(struct fakeapi__call *c);
/* The uids of the request's FlowSchema and priority level; before the response's headers. */
void fakeapi__answer_flow(struct fakeapi__call *c, const char *schema, const char *level);
/* The same for discovery, which has already set its own headers. */
int fakeapi__answer_discovered(struct fakeapi__call *c, int code, const char *type);
/* Replaces the response by a 500: the state file refused the write. */
int fakeapi__answer_not_durable(struct fakeapi__call *c);
/* Sets the headers of a watch's response. */
void fakeapi__answer_watch_head(struct fakeapi__call *c);
/* Checks what the router of built-in types refuses before a handler runs: 406. */
int fakeapi__negotiate_path(struct fakeapi__call *c);
/* Negotiates c->form. -1: st filled. */
int fakeapi__negotiate_call(struct fakeapi__call *c, bool watch);
/* The same for a document of one type. -1: 406. */
int fakeapi__negotiate_type(struct fakeapi__call *c, const char *type);
/* Sets st to 404 for NAME of c->res; always -1. */
int fakeapi__not_found(struct fakeapi__call *c, struct str name);
/* True if the stored JSON can be sent unchanged: no conversion or missing defaults. */
bool fakeapi__reads_as_kept(const struct fakeapi__resource *stored,
			    const struct fakeapi__resource *res, struct str json);
/* Adds to a stored object's tree the defaults that its stored version got since the write. A read
 * ignores the defaults of the requested version. -1: out of memory. */
int fakeapi__fill_kept(const struct fakeapi__resource *stored, struct str json, cJSON *obj);
/* Converts the tree of a stored object to `res`, without webhooks. -1: out of memory. */
int fakeapi__convert_kept(const struct fakeapi__resource *stored,
			  const struct fakeapi__resource *res, struct str json, cJSON *obj);
/* Converts `json` of a stored object to `res` and appends it to `out`. -1: out of memory. */
int fakeapi__convert_json(const struct fakeapi__resource *stored,
			  const struct fakeapi__resource *res, struct str json, struct strbuf *out);

/* The same for the call's objects, including conversion webhooks. -1: error in st, or parked. */
int fakeapi__read_json(struct fakeapi__call *c, struct str json, struct strbuf *out);

/* options.c: -1: st filled. */
int fakeapi__write_options(struct fakeapi__call *c, const char *kind);
/* Parses the selection of a list, watch or deletecollection. Checks run in the real server's order:
 * the syntax of the options, their combination, and, after Accept, the field names. */
int fakeapi__read_list_options(struct fakeapi__call *c, bool watch, struct fakeapi__selection *sel);
/* The options of a list or watch, and the form of the response; which comes first depends on the
 * release. */
int fakeapi__read_list_request(struct fakeapi__call *c, bool watch, struct fakeapi__selection *sel);
int fakeapi__select_fields(struct fakeapi__call *c, struct fakeapi__selection *sel);
/* Parses the number in query parameter `name`; 400 if invalid. */
int fakeapi__query_int(struct fakeapi__call *c, const char *name, int64_t *out, bool *given);
/* 422 "KIND.meta.k8s.io "" is invalid: ..." from field/detail/reason causes, in `st`. */
int fakeapi__options_invalid(struct fakeapi__call *c, const char *kind, cJSON *take_causes);
int fakeapi__cause_push(cJSON *causes, const char *reason, const char *field, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* list.c */
int fakeapi__verb_get(struct fakeapi__call *c);
int fakeapi__verb_list(struct fakeapi__call *c);
/* computed.c: get and list of types whose objects are computed at each read. */
int fakeapi__get_computed(struct fakeapi__call *c);
int fakeapi__list_computed(struct fakeapi__call *c);
/* Chooses the state that a deletecollection's options request. 0; -1: error in st; 1: parked. */
int fakeapi__list_state(struct fakeapi__call *c, uint64_t *rv);
/* Whether the real server has a watch cache for the type. */
static inline bool fakeapi__is_cached(const struct fakeapi__call *c)
{
	return !(c->stored->flags & FAKEAPI_RES_UNCACHED);
}
/* Checks that the requested version can be served. The watch cache (`cached`) waits for it, the
 * storage responds at once. 0, or -1 with st; 1: parked until it can. */
int fakeapi__too_large_rv(struct fakeapi__call *c, uint64_t rv, bool cached);
/* True if converting so many bytes of stored objects to the requested form takes long. */
bool fakeapi__is_long_read(const struct fakeapi__call *c, size_t bytes);
/* True if a walk over the whole store would delay other requests. */
bool fakeapi__store_is_long(const struct fakeapi__core *core);
/* Runs the scan to its end, releasing the lock between its steps. 1: the call is parked and
 * restarts or continues on another thread; -1: error in st, or out of memory. */
int fakeapi__scan_whole(struct fakeapi__call *c, struct fakeapi__scan *scan);
/* -1: not a number; -2: beyond 64 bits. */
int fakeapi__parse_rv(struct str text, uint64_t *out);
/* Checks the resourceVersion of a get, as fakeapi__too_large_rv() does; -1 if it is no number. */
int fakeapi__get_version(struct fakeapi__call *c);
/* Sets st to strconv's error with the prefix `before`; always -1. */
int fakeapi__bad_rv(struct fakeapi__call *c, int code, const char *reason, const char *before,
		    struct str text);

/* create.c */
int fakeapi__verb_create(struct fakeapi__call *c);
/* Stores a new object that lacks only uid and rv; also used for internal requests. */
int fakeapi__create_tree(struct fakeapi__call *c, cJSON *obj);
/* Decodes c->req->body for c->res by its Content-Type. */
int fakeapi__decode_body(struct fakeapi__call *c, cJSON **out);

/* update.c */
int fakeapi__verb_update(struct fakeapi__call *c);
int fakeapi__verb_patch(struct fakeapi__call *c);
/* Chooses the patch type by Content-Type. -1: 415. */
int fakeapi__patch_kind(struct fakeapi__call *c, enum fakeapi__patch_type *out);
/* The same, with the checks that precede a patch's body: Accept, options. */
int fakeapi__negotiate_patch(struct fakeapi__call *c, enum fakeapi__patch_type *out);
/* Whether the Content-Type is `want`, with or without parameters. */
static inline bool fakeapi__is_media_type(struct str type, const char *want)
{
	size_t n = strlen(want);

	return str_begins(type, want) &&
	       (type.len == n || type.ptr[n] == ';' || type.ptr[n] == ' ');
}
/* If `obj` has a uid, it must be that of `old` (NULL: no old object). -1: 409. */
int fakeapi__check_uid(struct fakeapi__call *c, const cJSON *old, const cJSON *obj,
		       const char *name);
/* Stores `obj` over `old` as an update by c->manager (`apply`: managedFields are already set).
 * `obj` becomes the state for the response; `old` may be changed. */
int fakeapi__update_tree(struct fakeapi__call *c, cJSON *old, cJSON *obj, const char *sub,
			 bool apply);

/* delete.c */
int fakeapi__verb_delete(struct fakeapi__call *c);
int fakeapi__verb_delete_collection(struct fakeapi__call *c);
/* Deletes or marks an object as DELETE does, without checks. `policy` "" or a propagationPolicy.
 * Used by namespace deletion and garbage collection. -1: out of memory. */
int fakeapi__delete_now(struct fakeapi__core *core, const struct fakeapi__resource *stored,
			struct str ns, struct str name, const char *policy);

/* subresource.c, review.c: false: the request is for another handler. */
bool fakeapi__verb_subresource(struct fakeapi__call *c);
bool fakeapi__verb_virtual(struct fakeapi__call *c);
int fakeapi__bind(struct fakeapi__call *c);
int fakeapi__issue_token(struct fakeapi__call *c);
int fakeapi__verb_scale(struct fakeapi__call *c);
/* Appends a LabelSelector, a map of labels or a selector's text as text. */
void fakeapi__label_selector_text(const cJSON *selector, struct strbuf *out);

/* eviction.c: `body` is the Eviction. 0: the call's pod is deleted (or would be). -1: error in
 * st. */
int fakeapi__evict(struct fakeapi__call *c, const cJSON *body);

/* name_segment.c: -1: the path's name can be no key; a Status is set. */
int fakeapi__check_segment(struct fakeapi__call *c);

#endif
