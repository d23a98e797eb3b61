/* SPDX-License-Identifier: Apache-2.0 */
/* context.h - what the files behind core.h share.
 *
 *   core.c       begin(): log, faults, who, route, hand over to one of:
 *   list.c       get, list          watch.c, watch_line.c    watches
 *   create.c, update.c, delete.c    the verbs that write; store.c is the only place that keeps
 *   answer.c     every complete answer is made here
 *
 * Threads: one lock (rank FAKEAPI) around every entry; nothing here takes another.
 */
#ifndef FAKEAPI_CONTEXT_H
#define FAKEAPI_CONTEXT_H

#include <cjson/cJSON.h>

#include "base/clock.h"
#include "base/lock.h"
#include "base/str.h"
#include "fakeapi/core.h"
#include "fakeapi/crd/crd.h"
#include "fakeapi/faults/fault.h"
#include "fakeapi/meta/object.h"
#include "fakeapi/meta/status.h"
#include "fakeapi/output/table.h"
#include "fakeapi/route.h"
#include "fakeapi/schema/registry.h"
#include "fakeapi/schema/strategy.h"
#include "fakeapi/serializer/decode.h"
#include "fakeapi/storage/selector.h"
#include "fakeapi/storage/store.h"

enum {
	FAKEAPI_BODY_MAX = 3 * 1024 * 1024, /* apiserver's limit on request bodies */
	FAKEAPI_BACKENDS_MAX = 16,
	FAKEAPI_FORMS_MAX = 4096,
	FAKEAPI_LINE_CACHE_BYTES = 16 * 1024 * 1024,
};

/* --- users -------------------------------------------------------------------------------- */

struct fakeapi__user {
	char *token;
	char *name;
	char *uid;
	char *groups; /* comma separated */
	bool admin;   /* in system:masters */
};

struct fakeapi__users {
	struct fakeapi__user *list;
	size_t count;
};

int fakeapi__users_parse(struct fakeapi__users *u, struct str csv, struct relist_err *err);
void fakeapi__users_fini(struct fakeapi__users *u);

/* --- exchanges ---------------------------------------------------------------------------- */

struct fakeapi__owned {
	struct fakeapi__owned *next;
	char z[];
};

enum fakeapi__state {
	FAKEAPI_STATE_ANSWER, /* body holds everything */
	FAKEAPI_STATE_WATCH,
	FAKEAPI_STATE_PARKED,	/* begun again when woken or at `resume_ns` */
	FAKEAPI_STATE_HEAD_END, /* no answer: cut or reset */
	FAKEAPI_STATE_SCRIPT,	/* a fault: what `plays` say, then the end */
};

struct fakeapi__saved; /* a request kept while it is parked */

struct fakeapi__xchg {
	struct fakeapi__exchange base;
	struct fakeapi__core *core;
	struct fakeapi__xchg *prev, *next; /* all open exchanges */
	struct fakeapi__wake wake;
	uint32_t id;
	uint32_t backend;
	enum fakeapi__state state;
	enum fakeapi__head head_end; /* HEAD_END: how */
	bool waiting;		     /* the last head or pull said WAIT */
	bool head_only;		     /* HEAD: no body */
	bool hold_body;		     /* a held response: released by the control API */
	uint8_t end_how;	     /* 0, or (a fault) -FAKEAPI_PULL_CUT, _RESET */
	bool faulted, delayed;	     /* rules have been applied; DELAY is over */
	bool stalled;		     /* a fault: nothing more is sent */
	uint32_t hold_rule;	     /* the rule that holds it; 0: none */
	int64_t resume_ns;	     /* PARKED: when to try again even if nobody woke it */
	size_t slow_bytes;	     /* > 0: at most so many at a time */
	int64_t slow_ns;	     /* and then this pause */
	int64_t slow_next_ns;
	size_t cut_after; /* SIZE_MAX: never; else cut when so many body bytes are out */
	size_t sent;
	struct strbuf body;
	size_t body_at;
	struct fakeapi__list_stream
	    *stream; /* what is told before body[stream_at]; NULL: nothing */
	size_t stream_at;
	struct fakeapi__header *headers; /* NULL: a static set */
	size_t header_cap;
	struct fakeapi__owned *owned;
	struct fakeapi__watch *watch;
	struct fakeapi__play *plays;	    /* verbatim bytes, between a watch's events */
	struct fakeapi__script *headers_of; /* whose headers base.headers are; NULL: none */
	struct fakeapi__saved *saved;
	uint64_t log_seq; /* its line in the request log */
};

/* --- core --------------------------------------------------------------------------------- */

/* Told of every event after it is in the store, under the lock. May change nothing but its own. */
struct fakeapi__subscriber {
	const char *name;
	void (*written)(struct fakeapi__core *core, struct fakeapi__bucket *b,
			struct fakeapi__event *ev);
};

struct fakeapi__backend {
	uint64_t frozen_rv; /* 0: not frozen */
	uint64_t behind;    /* so many resource versions behind the newest */
	int64_t lag_ns;
	uint64_t cache_floor; /* its watch cache begins here: watches from an older rv get 410 */
	bool refuses;	      /* connections */
};

struct fakeapi__commit {
	uint64_t rv;
	int64_t at_ns;
};

enum { FAKEAPI_COMMITS_MAX = 4096 };

/* A way an event can be rendered. */
struct fakeapi__form_row {
	const struct fakeapi__resource *res;
	struct fakeapi__form form;
};

struct fakeapi__core {
	struct fakeapi__server server;
	struct lock lock;
	struct fakeapi__options opt;
	const struct fakeapi__subscriber *subscribers; /* core.c lists them */
	size_t subscriber_count;
	/* What is special about a type; never NULL. strategy/ has them. */
	const struct fakeapi__strategy *(*strategy_of)(const struct fakeapi__resource *res);
	uint64_t random;
	int64_t now_ns; /* the newest seen */
	struct fakeapi__store store;
	struct fakeapi__registry *registry;
	struct fakeapi__crds *crds;
	struct fakeapi__users users;
	struct fakeapi__backend backends[FAKEAPI_BACKENDS_MAX];
	size_t backend_count;
	uint64_t commit_end;
	struct fakeapi__xchg *open;
	size_t open_count, watch_count, parked_count;
	uint32_t next_id;
	struct fakeapi__form_row *forms;
	size_t form_count, form_cap;
	size_t line_bytes; /* rendered lines cached */
	struct fakeapi__faults faults;
	bool gone_by_status;	    /* watches from before a compaction: 410 as HTTP status */
	int64_t compact_ns;	    /* when compaction by age comes next; 0: not begun */
	uint64_t compact_rv;	    /* and what it will forget */
	uint64_t tokens_expired_rv; /* a fault: continue tokens up to this rv are too old */
	bool write_failed;	    /* on_write refused during this request */
	bool crds_changed;	    /* replaced definitions wait to be swept */
	uint64_t controlled_rv;	    /* the controllers have seen everything up to here */
	bool work_namespaces, work_deletions, work_flows; /* what they have to look at */
	bool flows; /* there are FlowSchemas that a client made */
	bool in_gc; /* the collector runs: it must not start itself again */
	/* Ring, newest at commit_end - 1. Large, so not cleared: written before it is read. */
	struct fakeapi__commit commits[FAKEAPI_COMMITS_MAX];
};

/* One request at work. */
struct fakeapi__call {
	struct fakeapi__core *core;
	struct fakeapi__xchg *x;
	int64_t now_ns;
	const struct fakeapi__request *req;
	struct fakeapi__route route;
	const struct fakeapi__user *user;	  /* NULL: anonymous admin */
	const struct fakeapi__resource *res;	  /* as asked for */
	const struct fakeapi__resource *stored;	  /* as kept */
	const struct fakeapi__strategy *strategy; /* of res */
	const struct fakeapi__subresource *sub;
	struct fakeapi__bucket *bucket;
	struct fakeapi__form form;
	struct fakeapi__status st;
	struct strbuf warnings;
	enum fakeapi__field_validation fv;
	bool dry_run;
	bool error_event;    /* a fault: the watch is to begin, and end, with st as ERROR event */
	bool resumed;	     /* it was parked and is tried again */
	bool own;	     /* no client's: start, controllers, --load, scenarios */
	struct str route_ns; /* the path's namespace, empty for cluster scoped types */
	uint64_t visible_rv; /* what this backend has seen */
	char now[32];	     /* RFC 3339 */
	char manager[160];
};

/* context.c */
void fakeapi__core_wake(struct fakeapi__xchg *x);
void fakeapi__core_wake_all(struct fakeapi__core *core);
void fakeapi__core_wake_parked(struct fakeapi__core *core);
uint64_t fakeapi__core_visible(const struct fakeapi__core *core, uint32_t backend);
int64_t fakeapi__core_unix(const struct fakeapi__core *core);
uint32_t fakeapi__core_random(struct fakeapi__core *core, uint32_t n); /* 0..n-1 */
void fakeapi__core_uuid(struct fakeapi__core *core, char out[37]);
/* The bucket of a stored type; NULL: out of memory. */
struct fakeapi__bucket *fakeapi__core_bucket(struct fakeapi__core *core,
					     const struct fakeapi__resource *stored);
/* The stored type of a bucket; NULL: not served any more. */
const struct fakeapi__resource *fakeapi__bucket_resource(const struct fakeapi__core *core,
							 const struct fakeapi__bucket *b);
/* The call is about objects of `res`: sets res, stored, strategy, bucket. -1: out of memory. */
int fakeapi__call_aim(struct fakeapi__call *c, const struct fakeapi__resource *res);
/* Does the call again when the store has moved or at `at_ns`. */
int fakeapi__park(struct fakeapi__call *c, int64_t at_ns);
const struct fakeapi__request *fakeapi__parked_request(const struct fakeapi__xchg *x);
/* Stores a state of an object (`gone`: its last) and tells every subscriber. The only way anything
 * is written, but for what comes back from a state file. -1: out of memory, or write_failed. */
int fakeapi__commit(struct fakeapi__core *core, struct fakeapi__bucket *b, struct str ns,
		    struct str name, cJSON *obj, bool gone);
/* From here on writes go through the options' on_write. */
void fakeapi__core_log(struct fakeapi__core *core);
void fakeapi__compact_locked(struct fakeapi__core *core, uint64_t rv, bool etcd, bool cache);
void fakeapi__floor_locked(struct fakeapi__core *core);

/* dispatch.c: faults, who, what; then the verb. Fills the exchange; never fails: an error is an
 * answer, out of memory 500. */
void fakeapi__call_run(struct fakeapi__call *c);
bool fakeapi__call_lookup(struct fakeapi__call *c);
const struct fakeapi__subresource *fakeapi__call_subresource(const struct fakeapi__call *c);

/* origin.c: 1: answered (a Host or Origin that is not allowed, or a preflight); -1: no memory. */
int fakeapi__check_origin(struct fakeapi__call *c);

/* auth.c: -1 with 401 or 403 in st. */
int fakeapi__authenticate(struct fakeapi__call *c);
int fakeapi__authorize(struct fakeapi__call *c);

/* answer.c: all return 0; a lack of memory has become a 500 or a dropped connection. */
int fakeapi__answer_status(struct fakeapi__call *c);	/* what c->st says */
int fakeapi__answer_not_found(struct fakeapi__call *c); /* no such path below a served version */
int fakeapi__answer_text(struct fakeapi__call *c, int code, const char *type, struct str text);
int fakeapi__answer_page_not_found(struct fakeapi__call *c);
/* One object as stored, in the form asked for. */
int fakeapi__answer_object(struct fakeapi__call *c, int code, struct str json);
/* A tree that is not stored (a Scale, a review, a Status), in plain form. */
int fakeapi__answer_tree(struct fakeapi__call *c, int code, const cJSON *obj);
/* The tree of an object (dry run, not stored). */
int fakeapi__answer_object_tree(struct fakeapi__call *c, int code, const cJSON *obj);
/* x->body holds compact JSON: answers with it as YAML, indented or as it is. */
int fakeapi__answer_compact(struct fakeapi__call *c, int code);
/* Takes what is in x->body as the answer; type NULL: there is none, as in a 204. */
int fakeapi__answer_body(struct fakeapi__call *c, int code, const char *type);
int fakeapi__header_add(struct fakeapi__xchg *x, const char *name, struct str value);
/* The same for discovery, whose own headers are set already. */
int fakeapi__answer_discovered(struct fakeapi__call *c, int code, const char *type);
/* 500 in place of the answer made: the state file did not take the write. */
int fakeapi__answer_not_durable(struct fakeapi__call *c);
/* Headers of a watch. */
void fakeapi__answer_watch_head(struct fakeapi__call *c);
/* Negotiates c->form. -1: st filled. */
int fakeapi__negotiate_call(struct fakeapi__call *c, bool watch);
/* 404 NAME of c->res in st; always -1. */
int fakeapi__not_found(struct fakeapi__call *c, struct str name);
/* `obj` (of c->stored) as c->res has it: JSON appended to `out`. -1: out of memory. */
int fakeapi__convert_json(const struct fakeapi__resource *stored,
			  const struct fakeapi__resource *res, struct str json, struct strbuf *out);

/* options.c: -1: st filled. */
int fakeapi__write_options(struct fakeapi__call *c, const char *kind);
int fakeapi__list_options_invalid(struct fakeapi__call *c, bool watch);
/* Number in query parameter `name`; 400 when it is none. */
int fakeapi__query_int(struct fakeapi__call *c, const char *name, int64_t *out, bool *given);
/* 422 "KIND.meta.k8s.io "" is invalid: ..." out of pairs field/detail/reason in `st`. */
int fakeapi__options_invalid(struct fakeapi__call *c, const char *kind, cJSON *take_causes);
int fakeapi__cause_push(cJSON *causes, const char *reason, const char *field, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* list.c */
int fakeapi__verb_get(struct fakeapi__call *c);
int fakeapi__verb_list(struct fakeapi__call *c);
/* metadata.resourceVersion of the answer, checked against what can be served. 0, or -1 with st;
 * 1: parked until it can be. */
int fakeapi__too_large_rv(struct fakeapi__call *c, uint64_t rv);
/* -1: not a number; -2: beyond 64 bits. */
int fakeapi__parse_rv(struct str text, uint64_t *out);
/* Says so in st, in strconv's words after `before`; always -1. */
int fakeapi__bad_rv(struct fakeapi__call *c, int code, const char *reason, const char *before,
		    struct str text);
int fakeapi__select(struct fakeapi__call *c, struct fakeapi__selection *sel);

/* watch.c */
int fakeapi__verb_watch(struct fakeapi__call *c);
/* One that tells nothing, for an answer that is a script; NULL: no such type, or out of memory. */
struct fakeapi__watch *fakeapi__watch_silent(struct fakeapi__call *c);
ptrdiff_t fakeapi__watch_pull(struct fakeapi__watch *w, int64_t now_ns, char *buf, size_t cap);
int64_t fakeapi__watch_deadline(const struct fakeapi__watch *w);
void fakeapi__watch_free(struct fakeapi__watch *w);
/* The bucket's newest event concerns these watches: wakes them. */
void fakeapi__watch_notify(struct fakeapi__core *core, struct fakeapi__bucket *b,
			   struct fakeapi__event *ev);

/* create.c */
int fakeapi__verb_create(struct fakeapi__call *c);
/* Stores a new object that is fully formed but for uid and rv; also used by the core itself. */
int fakeapi__create_tree(struct fakeapi__call *c, cJSON *obj);
/* Decodes c->req->body for c->res as asked by Content-Type. */
int fakeapi__decode_body(struct fakeapi__call *c, cJSON **out);

/* update.c */
int fakeapi__verb_update(struct fakeapi__call *c);
int fakeapi__verb_patch(struct fakeapi__call *c);
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
int fakeapi__verb_scale(struct fakeapi__call *c);
/* A LabelSelector, a map of labels or a selector's text, as text, appended. */
void fakeapi__label_selector_text(const cJSON *selector, struct strbuf *out);

/* eviction.c: `body` is the Eviction. 0: the pod of the call is deleted, or would be. -1: st. */
int fakeapi__evict(struct fakeapi__call *c, const cJSON *body);

#endif
