/* SPDX-License-Identifier: Apache-2.0 */
/* client.h - asking an apiserver and writing to it: what client-go's dynamic client, util/retry,
 * tools/pager and api/errors are, over the settings of informer.h's struct inf_client.
 *
 *     struct inf_dynamic *d = inf_dynamic_new(client, NULL, &err);
 *     struct inf_resource pods = { .version = "v1", .resource = "pods", .namespace_ = "default" };
 *     struct inf_object *pod = NULL;
 *
 *     if (inf_dynamic_get(d, &pods, "web-0", NULL, NULL, &pod, &err) == RELIST_ENOTFOUND)
 *             ...
 *
 * Every call is synchronous: it returns when the server has answered, when there is no hope, at its
 * deadline, or when it is cancelled. The same calls work with threads and sockets (-linformer) and
 * in virtual time (-lrelistsim, where a reconciler and the test itself may make them: see sim.h).
 * Objects are JSON, immutable and counted, as everywhere in informer.h.
 *
 * What a call returns, beside 0: RELIST_ENOTFOUND, RELIST_ECONFLICT, RELIST_EEXIST and
 * RELIST_EEXPIRED (410) for answers of that meaning, RELIST_ESTATUS for every other refusal; all
 * with err->http_status, the server's message in err->msg, and the whole Status where a struct
 * inf_call asks for it. RELIST_EIO: the connection failed, and whether a write has happened is not
 * known. RELIST_ETIMEDOUT, RELIST_ECANCELED: likewise, unless it was still waiting for its turn.
 * RELIST_EPARSE: an answer that cannot be understood. RELIST_ELIMIT: it was too large.
 * RELIST_EINVAL: nothing was asked, because the arguments cannot be a request. RELIST_ENOMEM.
 *
 * What is done unasked is what client-go does (rest/request.go, rest/with_retry.go): a request
 * waits for its turn (5 a second, bursts of 10, unless set otherwise); answers of 429 and 5xx that
 * carry Retry-After are waited for and asked again, ten times at most; a GET whose connection was
 * reset or closed is asked again after a second. No write is repeated after its connection broke.
 *
 * Threads: any, at the same time, but where it says otherwise.
 */
#ifndef RELIST_CLIENT_H
#define RELIST_CLIENT_H

#include "relist/informer.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what goes with every call ------------------------------------------------------------- */

/* Ends calls from another thread (context.WithCancel). */
struct inf_cancel;

/** Not cancelled yet. NULL: out of memory. */
INF_API struct inf_cancel *inf_cancel_new(void);
/** Ends every call that was given it, now and from now on, with RELIST_ECANCELED. Any thread;
 * idempotent. Does not wait for the calls to return. */
INF_API void inf_cancel(struct inf_cancel *cancel);
INF_API bool inf_cancelled(const struct inf_cancel *cancel); /**< Any thread. */
/** After every call that was given it has returned. NULL is fine. */
INF_API void inf_cancel_free(struct inf_cancel *cancel);

/* One cause of a refusal (metav1.StatusCause). */
struct inf_cause {
	const char *reason; /* "FieldValueInvalid", ... */
	const char *message;
	const char *field; /* "spec.replicas", "" if none */
};

/* A refusal in the server's own words (metav1.Status). Start from { 0 }; strings are never NULL
 * once a call has filled it, and live until the next call or inf_status_fini(). Of an answer that
 * was no Status it says what the code alone can say (NewGenericServerResponse), and has a cause
 * "UnexpectedServerResponse" with the text that came. */
struct inf_status {
	int32_t code;			 /* 0: no refusal */
	int32_t retry_after_s;		 /* details.retryAfterSeconds */
	const char *reason;		 /* "NotFound", "" if unknown */
	const char *message;		 /* for people, as long as the server made it */
	const char *group, *kind, *name; /* details: of what was refused */
	const char *uid;
	const struct inf_cause *causes;
	size_t cause_count;
	void *mem; /* private */
};
/** Frees what a call filled; { 0 } again. NULL is fine. */
INF_API void inf_status_fini(struct inf_status *status);

/* The reasons of apimachinery/pkg/api/errors: X(name, reason, code that stands for it where the
 * server gave no reason that is known, 0: none). Each makes inf_is_NAME(status): IsNotFound, ... */
#define INF_REASONS(X)                                                                             \
	X(not_found, NOT_FOUND, "NotFound", 404)                                                   \
	X(already_exists, ALREADY_EXISTS, "AlreadyExists", 0)                                      \
	X(conflict, CONFLICT, "Conflict", 409)                                                     \
	X(invalid, INVALID, "Invalid", 422)                                                        \
	X(gone, GONE, "Gone", 410)                                                                 \
	X(resource_expired, EXPIRED, "Expired", 0)                                                 \
	X(not_acceptable, NOT_ACCEPTABLE, "NotAcceptable", 406)                                    \
	X(unsupported_media_type, UNSUPPORTED_MEDIA_TYPE, "UnsupportedMediaType", 415)             \
	X(method_not_supported, METHOD_NOT_SUPPORTED, "MethodNotAllowed", 405)                     \
	X(service_unavailable, SERVICE_UNAVAILABLE, "ServiceUnavailable", 503)                     \
	X(bad_request, BAD_REQUEST, "BadRequest", 400)                                             \
	X(unauthorized, UNAUTHORIZED, "Unauthorized", 401)                                         \
	X(forbidden, FORBIDDEN, "Forbidden", 403)                                                  \
	X(timeout, TIMEOUT, "Timeout", 504)                                                        \
	X(server_timeout, SERVER_TIMEOUT, "ServerTimeout", 0)                                      \
	X(internal_error, INTERNAL_ERROR, "InternalError", 500)                                    \
	X(too_many_requests, TOO_MANY_REQUESTS, "TooManyRequests", 429)                            \
	X(request_entity_too_large, REQUEST_ENTITY_TOO_LARGE, "RequestEntityTooLarge", 413)        \
	X(store_read_error, STORE_READ_ERROR, "StorageReadError", 0)

enum inf_reason {
#define X(name, id, reason, code) INF_REASON_##id,
	INF_REASONS(X)
#undef X
};

/** The status has that reason, or the code that stands for it. NULL and { 0 }: false. Any thread.
 */
INF_API bool inf_status_is(const struct inf_status *status, enum inf_reason reason);
#define X(name, id, reason, code)                                                                  \
	static inline bool inf_is_##name(const struct inf_status *status)                          \
	{                                                                                          \
		return inf_status_is(status, INF_REASON_##id);                                     \
	}
INF_REASONS(X)
#undef X
/** HasStatusCause. */
INF_API bool inf_status_has_cause(const struct inf_status *status, const char *reason);
/** IsUnexpectedServerError: the answer was no Status, and came perhaps from a proxy. */
INF_API bool inf_status_is_unexpected(const struct inf_status *status);
/** SuggestsClientDelay: true, and how many seconds, if the server wants the client to wait. */
INF_API bool inf_status_delay(const struct inf_status *status, int32_t *seconds);

/* What a context.Context and an error value are to a call of client-go. NULL stands for { 0 }. */
struct inf_call {
	int64_t timeout_ns; /* for it all: waiting for its turn, repeats, the answer; 0: none */
	struct inf_cancel *cancel; /* borrowed; NULL: none */
	struct inf_status *status; /* NULL, or where a refusal goes; emptied by every call */
};

/* ---- the client ------------------------------------------------------------------------------ */

/* dynamic.Interface and rest.Interface: a client with its rate limit and its connections. */
struct inf_dynamic;

/** Told of every Warning header (rest.WarningHandler), on the calling thread before the call
 * returns; `text` and `agent` are borrowed. `code` is 299 for those that Kubernetes makes. */
typedef void (*inf_warning_fn)(void *user, int code, const char *agent, const char *text);

/* The members of rest.Config that are about asking. Zeros are client-go's defaults. */
struct inf_dynamic_options {
	double qps;		 /* requests a second over all calls; 0: 5; < 0: no limit */
	uint32_t burst;		 /* so many at once after a pause; 0: 10 */
	int64_t timeout_ns;	 /* Config.Timeout: of a request once it has its turn, repeats
				  * included; also told to the server as ?timeout=; 0: none */
	size_t max_answer_bytes; /* RELIST_ELIMIT above it; 0: 256 MiB (client-go: no limit) */
	inf_warning_fn warning;	 /* NULL: nobody is told */
	void *warning_user;
};

/**
 * dynamic.NewForConfig. `options` may be NULL; the client is referenced. NULL with RELIST_EINVAL
 * (a rate that is no number, a negative time) or RELIST_ENOMEM. Any thread.
 */
INF_API struct inf_dynamic *inf_dynamic_new(struct inf_client *client,
					    const struct inf_dynamic_options *options,
					    struct relist_err *err);
/** After all its calls have returned; closes its connections. NULL is fine. */
INF_API void inf_dynamic_free(struct inf_dynamic *d);

/* Resource(gvr).Namespace(ns). Strings are borrowed for the call. */
struct inf_resource {
	const char *group;	/* "apps"; core: NULL or "" */
	const char *version;	/* "v1" */
	const char *resource;	/* "deployments" */
	const char *namespace_; /* NULL or "": cluster-scoped, or over all namespaces */
};

/* ---- reading -----------------------------------------------------------------------------------
 */

/* metav1.GetOptions. Members may be NULL. */
struct inf_get_options {
	const char *resource_version; /* "0": any state that the server's cache has */
	const char *subresource;      /* "scale"; "a/b": two path segments */
};

/** Get. *out is the caller's reference. `options` and `call` may be NULL. */
INF_API int inf_dynamic_get(struct inf_dynamic *d, const struct inf_resource *res, const char *name,
			    const struct inf_get_options *options, const struct inf_call *call,
			    struct inf_object **out, struct relist_err *err);

/* metav1.ListOptions. Members may be NULL or 0. */
struct inf_list_options {
	const char *label_selector, *field_selector;
	const char *resource_version;
	const char *resource_version_match; /* "Exact", "NotOlderThan" */
	int64_t limit;			    /* 0: none */
	const char *continue_;		    /* of the page before */
	int64_t timeout_s;		    /* timeoutSeconds, for the server; 0: none */
};

/* A list, or one page of it. Start from { 0 }. */
struct inf_list {
	struct inf_object_list items;
	char *resource_version;	 /* "" if the server gave none */
	char *continue_;	 /* "": there is no further page */
	int64_t remaining_items; /* remainingItemCount; -1: not told */
};
INF_API void inf_list_fini(struct inf_list *list); /**< Frees all; { 0 } again. NULL is fine. */

/** List: one request. What `out` held is freed; after an error it is empty. */
INF_API int inf_dynamic_list(struct inf_dynamic *d, const struct inf_resource *res,
			     const struct inf_list_options *options, const struct inf_call *call,
			     struct inf_list *out, struct relist_err *err);
/**
 * pager.List: a whole list in pages of `limit` (0: 500). When the later pages have expired it asks
 * once more for everything in one answer, as client-go does. call->timeout_ns is for all of it.
 */
INF_API int inf_dynamic_list_all(struct inf_dynamic *d, const struct inf_resource *res,
				 const struct inf_list_options *options,
				 const struct inf_call *call, struct inf_list *out,
				 struct relist_err *err);

/* A list that is walked object by object while its pages come (pager.EachListItem). One thread at a
 * time. */
struct inf_pager;
/**
 * Nothing is asked before the first inf_pager_next(). Strings are copied, `d` is borrowed and must
 * outlive it. limit: 0 means 500. NULL: RELIST_ENOMEM, RELIST_EINVAL.
 */
INF_API struct inf_pager *inf_pager_new(struct inf_dynamic *d, const struct inf_resource *res,
					const struct inf_list_options *options,
					struct relist_err *err);
/**
 * The next object, a reference of the caller's; *out is NULL at the end. Errors are the list's; the
 * same page is asked for by the next call. RELIST_EEXPIRED: the pages that are left have expired;
 * what was handed out stays true of a state that was.
 */
INF_API int inf_pager_next(struct inf_pager *p, const struct inf_call *call,
			   struct inf_object **out, struct relist_err *err);
/** resourceVersion of the last page that came; "" before. Borrowed until the next call. */
INF_API const char *inf_pager_resource_version(const struct inf_pager *p);
INF_API void inf_pager_free(struct inf_pager *p); /**< NULL is fine. */

/* ---- writing -----------------------------------------------------------------------------------
 */

/* CreateOptions, UpdateOptions, PatchOptions, ApplyOptions. Members may be NULL or 0. */
struct inf_write_options {
	bool dry_run;		      /* dryRun=All */
	bool force;		      /* apply only: conflicting fields change hands */
	const char *field_manager;    /* who writes; apply wants one */
	const char *field_validation; /* "Ignore", "Warn", "Strict" */
	const char *subresource;      /* "status", "scale", "eviction", "binding"; "a/b" */
};

/**
 * Create: POST. With a subresource it is posted to the object's own path, so that it needs a name:
 * an Eviction to "pods" with subresource "eviction". *out (may be NULL) is what the server
 * answered: the object, or a Status of success where it has nothing else to say. Not from a handler
 * of a simulation.
 */
INF_API int inf_dynamic_create(struct inf_dynamic *d, const struct inf_resource *res,
			       const struct inf_object *obj,
			       const struct inf_write_options *options, const struct inf_call *call,
			       struct inf_object **out, struct relist_err *err);
/**
 * Update: PUT to the name in the object. RELIST_ECONFLICT when its resourceVersion is not the
 * newest any more; without one the last writer wins, where the type allows that.
 */
INF_API int inf_dynamic_update(struct inf_dynamic *d, const struct inf_resource *res,
			       const struct inf_object *obj,
			       const struct inf_write_options *options, const struct inf_call *call,
			       struct inf_object **out, struct relist_err *err);
/** UpdateStatus: inf_dynamic_update() of the subresource "status", whatever the options say. */
INF_API int inf_dynamic_update_status(struct inf_dynamic *d, const struct inf_resource *res,
				      const struct inf_object *obj,
				      const struct inf_write_options *options,
				      const struct inf_call *call, struct inf_object **out,
				      struct relist_err *err);

enum inf_patch_type {
	INF_PATCH_JSON,		   /* application/json-patch+json: a list of operations */
	INF_PATCH_MERGE,	   /* application/merge-patch+json */
	INF_PATCH_STRATEGIC_MERGE, /* application/strategic-merge-patch+json; built-in types only */
	INF_PATCH_APPLY,	   /* application/apply-patch+yaml: see inf_dynamic_apply() */
};

/** Patch. `patch` is `patch_len` bytes of JSON (of YAML for INF_PATCH_APPLY), sent as they are. */
INF_API int inf_dynamic_patch(struct inf_dynamic *d, const struct inf_resource *res,
			      const char *name, enum inf_patch_type type, const char *patch,
			      size_t patch_len, const struct inf_write_options *options,
			      const struct inf_call *call, struct inf_object **out,
			      struct relist_err *err);
/**
 * Apply: server-side apply of the fields in `obj`, under options->field_manager. RELIST_EINVAL when
 * there is none, or when the object carries managedFields. RELIST_ECONFLICT: fields belong to
 * others (the causes say which); options->force takes them.
 */
INF_API int inf_dynamic_apply(struct inf_dynamic *d, const struct inf_resource *res,
			      const char *name, const struct inf_object *obj,
			      const struct inf_write_options *options, const struct inf_call *call,
			      struct inf_object **out, struct relist_err *err);
/** ApplyStatus: inf_dynamic_apply() of the subresource "status". */
INF_API int inf_dynamic_apply_status(struct inf_dynamic *d, const struct inf_resource *res,
				     const char *name, const struct inf_object *obj,
				     const struct inf_write_options *options,
				     const struct inf_call *call, struct inf_object **out,
				     struct relist_err *err);

/* metav1.DeleteOptions. Members may be NULL or 0. */
struct inf_delete_options {
	bool dry_run;
	const int64_t *grace_period_s;	/* gracePeriodSeconds; NULL: the type's default */
	const char *propagation_policy; /* "Orphan", "Background", "Foreground" */
	const char *uid;		/* preconditions: it must be this one, ... */
	const char *resource_version;	/* ... in this state; else RELIST_ECONFLICT */
	const char *subresource;
};

/** Delete. An object with finalizers or a grace period is there for a while afterwards. */
INF_API int inf_dynamic_delete(struct inf_dynamic *d, const struct inf_resource *res,
			       const char *name, const struct inf_delete_options *options,
			       const struct inf_call *call, struct relist_err *err);
/** DeleteCollection: everything that `which` selects (NULL: all of the resource). */
INF_API int inf_dynamic_delete_collection(struct inf_dynamic *d, const struct inf_resource *res,
					  const struct inf_delete_options *options,
					  const struct inf_list_options *which,
					  const struct inf_call *call, struct relist_err *err);

/* ---- any request (rest.Request) ------------------------------------------------------------- */

/* A request that no function above makes: logs, a proxy, /version. Members may be NULL or 0. */
struct inf_request {
	const char *method; /* "GET", ...; NULL: GET */
	const char *uri;    /* "/version", "/api/v1/pods?limit=1": path and query, encoded */
	const char *body;
	size_t body_len;
	const char *content_type; /* of the body; NULL: application/json */
	const char *accept;	  /* NULL: application/json */
};

/* An answer. Start from { 0 }. */
struct inf_answer {
	int http_status;
	char *content_type; /* "" if the server gave none */
	char *body;	    /* NUL-terminated */
	size_t body_len;
};
INF_API void inf_answer_fini(struct inf_answer *answer); /**< Frees all; { 0 } again. */

/** DoRaw: the bytes of an answer from 200 to 206; every other is an error as above. */
INF_API int inf_dynamic_do(struct inf_dynamic *d, const struct inf_request *request,
			   const struct inf_call *call, struct inf_answer *out,
			   struct relist_err *err);

/* ---- trying again (util/retry, wait.Backoff) ---------------------------------------------- */

struct inf_backoff {
	int steps;	     /* how often it is tried at most */
	int64_t duration_ns; /* between the first two */
	double factor;	     /* each wait is so many times the one before; 0: the same */
	double jitter;	     /* and longer by up to so many times itself */
	int64_t cap_ns;	     /* no further growth, and no further tries, from here on; 0: none */
};
/** 5 tries 10 ms apart, jitter 0.1: several writers of one object. */
#define INF_DEFAULT_RETRY                                                                          \
	((struct inf_backoff) { .steps = 5, .duration_ns = 10000000, .factor = 1, .jitter = 0.1 })
/** 4 tries, 10 ms, 50 ms and 250 ms apart, jitter 0.1: an object that controllers are busy with. */
#define INF_DEFAULT_BACKOFF                                                                        \
	((struct inf_backoff) { .steps = 4, .duration_ns = 10000000, .factor = 5, .jitter = 0.1 })

/** One try: 0, or the negative code of what failed, `err` filled. */
typedef int (*inf_try_fn)(void *user, struct relist_err *err);

/**
 * RetryOnConflict: calls `fn` until it returns something else than RELIST_ECONFLICT, with waits in
 * between, and returns that, or RELIST_ECONFLICT when the tries are used up. `fn` gets the object
 * anew each time, changes it and writes it. call->timeout_ns ends the waits, not `fn`; `call` may
 * be NULL. No try at all (steps < 1): RELIST_ETIMEDOUT.
 */
INF_API int inf_retry_on_conflict(struct inf_dynamic *d, const struct inf_backoff *backoff,
				  inf_try_fn fn, void *user, const struct inf_call *call,
				  struct relist_err *err);
/** OnError: the same for every code that `retriable` says yes to. */
INF_API int
inf_retry_on_error(struct inf_dynamic *d, const struct inf_backoff *backoff,
		   bool (*retriable)(void *user, int code, const struct relist_err *err),
		   inf_try_fn fn, void *user, const struct inf_call *call, struct relist_err *err);

/* ---- events (tools/record) ------------------------------------------------------------------ */

/* EventBroadcaster, EventRecorder and sink in one: tells people what a controller did, as core/v1
 * Events. The same once more becomes a count; from the tenth message of one reason in ten minutes
 * on they are combined into one; 25 about an object at once, then one every five minutes. */
struct inf_recorder;

/**
 * Sends what is recorded from a thread of its own (in a simulation: a task), over `d`, which must
 * outlive it. `component` says who reports ("my-controller"), `host` on which node; both may be
 * NULL. NULL: RELIST_ENOMEM, RELIST_EIO when there is no thread to be had.
 */
INF_API struct inf_recorder *inf_recorder_new(struct inf_dynamic *d, const char *component,
					      const char *host, struct relist_err *err);
/** Shutdown: what has not been sent is dropped. Not from a handler. NULL is fine. */
INF_API void inf_recorder_free(struct inf_recorder *r);
/**
 * Event: queued, and sent by and by to the object's namespace ("default" if it has none). Does not
 * wait; any thread, handlers too. type: "Normal" or "Warning"; reason: short, CamelCase; message:
 * for people, at most 1024 bytes. Strings are copied. RELIST_EINVAL; RELIST_ELIMIT: a thousand wait
 * already, and this one is dropped; RELIST_ENOMEM. Whether it arrives is for inf_recorder_metrics()
 * to say: what the server refuses is dropped, what does not reach it is tried twelve times in two
 * minutes.
 */
INF_API int inf_recorder_event(struct inf_recorder *r, const struct inf_object *about,
			       const char *type, const char *reason, const char *message,
			       struct relist_err *err);
/** Eventf. */
INF_API int inf_recorder_eventf(struct inf_recorder *r, const struct inf_object *about,
				const char *type, const char *reason, struct relist_err *err,
				const char *format, ...) __attribute__((format(printf, 6, 7)));
/** AnnotatedEventf: `annotations` is a JSON object of strings, or NULL. */
INF_API int inf_recorder_annotated_event(struct inf_recorder *r, const struct inf_object *about,
					 const char *annotations, const char *type,
					 const char *reason, const char *message,
					 struct relist_err *err);
/** Waits until everything recorded so far was sent or given up; timeout_ns < 0: for ever.
 * RELIST_ETIMEDOUT. Not from a handler. */
INF_API int inf_recorder_flush(struct inf_recorder *r, int64_t timeout_ns, struct relist_err *err);

struct inf_recorder_metrics {
	uint64_t recorded; /* taken into the queue */
	uint64_t sent;	   /* written, as new ones or as counts */
	uint64_t spam;	   /* too many about one object */
	uint64_t refused;  /* by the server */
	uint64_t dropped;  /* for want of room, of memory, or of an answer */
	size_t queued;	   /* wait now */
};
/** Any thread. */
INF_API void inf_recorder_metrics(struct inf_recorder *r, struct inf_recorder_metrics *out);

/* ---- objects to write (unstructured.Unstructured) -------------------------------------------- */

/** An object of `len` bytes of JSON, copied. RELIST_EPARSE: no JSON, or no object. */
INF_API struct inf_object *inf_object_from_json(const char *json, size_t len,
						struct relist_err *err);
/** The same from a format, as printf makes it. Values inside strings must not need escaping: for
 * others inf_object_merge() takes what a JSON library made. */
INF_API struct inf_object *inf_object_from_format(struct relist_err *err, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/**
 * A copy of `obj` changed by a JSON merge patch (RFC 7386): {"status":{"ready":true}} sets one
 * field, null removes one, lists are replaced. Nothing is sent. RELIST_EPARSE: the patch is not a
 * JSON object.
 */
INF_API struct inf_object *inf_object_merge(const struct inf_object *obj, const char *patch,
					    size_t patch_len, struct relist_err *err);
/**
 * NestedFieldNoCopy: the JSON bytes at inf_object_field(obj, "spec", "replicas", NULL), borrowed
 * from the object; { NULL, 0 } when there is none.
 */
INF_API struct inf_str inf_object_field(const struct inf_object *obj, ...)
    __attribute__((sentinel));
/** NestedInt64 of what inf_object_field() gave: false if it is no integer. */
INF_API bool inf_json_int64(struct inf_str value, int64_t *out);
/** The characters of a JSON string into buf (cap bytes, always terminated). False: it is no string,
 * or longer (then cut). */
INF_API bool inf_json_text(struct inf_str value, char *buf, size_t cap);
INF_API bool inf_json_is_true(struct inf_str value); /**< NestedBool: the value is true. */

#ifdef __cplusplus
}
#endif

#endif
