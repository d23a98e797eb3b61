/* SPDX-License-Identifier: Apache-2.0 */
/* client.h - reads and writes of an apiserver: client-go's dynamic client, util/retry, tools/pager,
 * tools/record and api/errors, with the settings of informer.h's struct inf_client.
 *
 *     struct inf_dynamic *d = inf_dynamic_new(client, NULL, &err);
 *     struct inf_resource pods = { .version = "v1", .resource = "pods", .namespace_ = "default" };
 *     struct inf_object *pod = NULL;
 *
 *     if (inf_dynamic_get(d, &pods, "web-0", NULL, NULL, &pod, &err) == RELIST_ENOTFOUND)
 *             ...
 *
 * Calls are synchronous: they return after the response, a failure, the deadline or a cancellation.
 * They work with threads and sockets (-linformer) and in virtual time (-lrelistsim, in reconcilers
 * and in the test itself: see sim.h). Objects are JSON, immutable and counted, as in informer.h.
 *
 * Calls return 0 or:
 *   RELIST_ENOTFOUND, RELIST_ECONFLICT, RELIST_EEXIST, RELIST_EEXPIRED (410)  the server's response
 *   RELIST_ESTATUS    any other error response
 *   RELIST_EIO        the connection failed; a write may have happened or not
 *   RELIST_ETIMEDOUT, RELIST_ECANCELED  the same, unless the rate limiter still held the request
 *   RELIST_EPARSE     the response is malformed
 *   RELIST_ELIMIT     the response is too large
 *   RELIST_EINVAL     the arguments are no valid request; nothing was sent
 *   RELIST_ENOMEM     out of memory
 * Error responses set err->http_status, err->msg (the server's message), and the whole Status if
 * struct inf_call has a place for it.
 *
 * As in client-go (rest/request.go, rest/with_retry.go) a rate limiter delays requests (5 a second,
 * bursts of 10 by default). Responses 429 and 5xx with Retry-After are retried after that time, ten
 * times at most. A GET is retried after a second if its connection was reset or closed. Writes are
 * not retried after a broken connection.
 *
 * Threads: any, concurrently, unless a function says otherwise.
 */
#ifndef RELIST_CLIENT_H
#define RELIST_CLIENT_H

#include "relist/informer.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- options of every call -------------------------------------------------------------- */

/* Cancels calls from another thread (context.WithCancel). */
struct inf_cancel;

/** Creates one. The caller frees it. NULL: out of memory. */
INF_API struct inf_cancel *inf_cancel_new(void);
/** Ends all present and later calls that use it with RELIST_ECANCELED. Does not wait until they
 * return. Idempotent; any thread. */
INF_API void inf_cancel(struct inf_cancel *cancel);
INF_API bool inf_cancelled(const struct inf_cancel *cancel); /**< True after inf_cancel(). */
/** Frees it. All calls that use it must have returned. NULL is fine. */
INF_API void inf_cancel_free(struct inf_cancel *cancel);

/* One cause of a refusal (metav1.StatusCause). */
struct inf_cause {
	const char *reason; /* "FieldValueInvalid", ... */
	const char *message;
	const char *field; /* "spec.replicas", "" if none */
};

/* An error response (metav1.Status). Start from { 0 }. Strings are not NULL after a call has filled
 * it, and live until the next call or inf_status_fini(). If the response was no Status, the members
 * are derived from its code (NewGenericServerResponse), and a cause "UnexpectedServerResponse" has
 * its text. */
struct inf_status {
	int32_t code;			 /* 0: no error response */
	int32_t retry_after_s;		 /* details.retryAfterSeconds */
	const char *reason;		 /* "NotFound", "" if unknown */
	const char *message;		 /* for people, not truncated */
	const char *group, *kind, *name; /* details: the object */
	const char *uid;
	const struct inf_cause *causes;
	size_t cause_count;
	void *mem; /* private */
};
/** Frees the content and resets it to { 0 }. NULL is fine. */
INF_API void inf_status_fini(struct inf_status *status);

/* The reasons of apimachinery/pkg/api/errors: X(name, constant, reason, HTTP code that implies it
 * if the reason is unknown, 0: none). Each defines inf_is_NAME(status): IsNotFound, ... */
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

/** True if the status has that reason, or the code that implies it. NULL and { 0 }: false. */
INF_API bool inf_status_is(const struct inf_status *status, enum inf_reason reason);
#define X(name, id, reason, code)                                                                  \
	static inline bool inf_is_##name(const struct inf_status *status)                          \
	{                                                                                          \
		return inf_status_is(status, INF_REASON_##id);                                     \
	}
INF_REASONS(X)
#undef X
/** HasStatusCause: true if a cause has this reason. */
INF_API bool inf_status_has_cause(const struct inf_status *status, const char *reason);
/** IsUnexpectedServerError: the response was no Status, for example from a proxy. */
INF_API bool inf_status_is_unexpected(const struct inf_status *status);
/** SuggestsClientDelay: true, and the seconds to wait, if the server requests a delay. */
INF_API bool inf_status_delay(const struct inf_status *status, int32_t *seconds);

/* In place of client-go's context.Context and error value. NULL means { 0 }. */
struct inf_call {
	int64_t timeout_ns;	   /* of the whole call with rate limit and retries; 0: none */
	struct inf_cancel *cancel; /* borrowed; NULL: none */
	struct inf_status *status; /* NULL, or receives the error response; reset by every call */
};

/* ---- the client ------------------------------------------------------------------------------ */

/* dynamic.Interface and rest.Interface: a client with its rate limiter and connections. */
struct inf_dynamic;

/** Receives each Warning header (rest.WarningHandler) on the calling thread, before the call
 * returns. `text` and `agent` are borrowed. Kubernetes uses code 299. */
typedef void (*inf_warning_fn)(void *user, int code, const char *agent, const char *text);

/* Request options of rest.Config. Zero members select client-go's defaults. */
struct inf_dynamic_options {
	double qps;		 /* requests a second over all calls; 0: 5; < 0: no limit */
	uint32_t burst;		 /* requests at once after a pause; 0: 10 */
	int64_t timeout_ns;	 /* Config.Timeout: after the rate limiter, with retries; also
				  * sent to the server as ?timeout=; 0: none */
	size_t max_answer_bytes; /* RELIST_ELIMIT above it; 0: 256 MiB (client-go: no limit) */
	inf_warning_fn warning;	 /* NULL: warnings are dropped */
	void *warning_user;
};

/**
 * dynamic.NewForConfig: creates a client over the settings of `client`, and references that.
 * `options` may be NULL. The caller frees it. NULL with RELIST_EINVAL (NaN rate, negative time) or
 * RELIST_ENOMEM. Any thread.
 */
INF_API struct inf_dynamic *inf_dynamic_new(struct inf_client *client,
					    const struct inf_dynamic_options *options,
					    struct relist_err *err);
/** Frees it and closes its connections. All its calls must have returned. NULL is fine. */
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

/** Get: reads one object. *out is a reference of the caller. `options` and `call` may be NULL. */
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
	char *continue_;	 /* "": last page */
	int64_t remaining_items; /* remainingItemCount; -1: unknown */
};
INF_API void inf_list_fini(struct inf_list *list); /**< Frees all; { 0 } again. NULL is fine. */

/** List: one request. Frees the earlier content of `out`; after an error it is empty. */
INF_API int inf_dynamic_list(struct inf_dynamic *d, const struct inf_resource *res,
			     const struct inf_list_options *options, const struct inf_call *call,
			     struct inf_list *out, struct relist_err *err);
/**
 * pager.List: reads a whole list in pages of `limit` (0: 500). If later pages have expired it sends
 * one request for the full list, as client-go does. call->timeout_ns covers all requests.
 */
INF_API int inf_dynamic_list_all(struct inf_dynamic *d, const struct inf_resource *res,
				 const struct inf_list_options *options,
				 const struct inf_call *call, struct inf_list *out,
				 struct relist_err *err);

/* Iterates over a list page by page (pager.EachListItem). One thread at a time. */
struct inf_pager;
/**
 * Creates a pager; inf_pager_next() sends the first request. Strings are copied; `d` is borrowed
 * and must outlive it. limit: 0 means 500. The caller frees it. NULL: RELIST_ENOMEM, RELIST_EINVAL.
 */
INF_API struct inf_pager *inf_pager_new(struct inf_dynamic *d, const struct inf_resource *res,
					const struct inf_list_options *options,
					struct relist_err *err);
/**
 * Sets *out to the next object, a reference of the caller, or NULL at the end. Errors are those of
 * inf_dynamic_list(); the next call requests the same page again. RELIST_EEXPIRED: the remaining
 * pages have expired; the earlier objects are a consistent part of an older state.
 */
INF_API int inf_pager_next(struct inf_pager *p, const struct inf_call *call,
			   struct inf_object **out, struct relist_err *err);
/** The resourceVersion of the last page; "" before. Borrowed until the next call. */
INF_API const char *inf_pager_resource_version(const struct inf_pager *p);
INF_API void inf_pager_free(struct inf_pager *p); /**< NULL is fine. */

/* ---- writing -----------------------------------------------------------------------------------
 */

/* CreateOptions, UpdateOptions, PatchOptions, ApplyOptions. Members may be NULL or 0. */
struct inf_write_options {
	bool dry_run;		      /* dryRun=All */
	bool force;		      /* apply only: takes over conflicting fields */
	const char *field_manager;    /* apply requires one */
	const char *field_validation; /* "Ignore", "Warn", "Strict" */
	const char *subresource;      /* "status", "scale", "eviction", "binding"; "a/b" */
};

/**
 * Create: POST. With a subresource the object's own path is used, so the object needs a name: an
 * Eviction to "pods" with subresource "eviction". *out (may be NULL) is the response, a reference
 * of the caller: the object, or a Status of success. In a simulation not from a handler.
 */
INF_API int inf_dynamic_create(struct inf_dynamic *d, const struct inf_resource *res,
			       const struct inf_object *obj,
			       const struct inf_write_options *options, const struct inf_call *call,
			       struct inf_object **out, struct relist_err *err);
/**
 * Update: PUT to the name in the object. RELIST_ECONFLICT if its resourceVersion is stale. Without
 * one the last writer wins, if the type allows that. *out as of inf_dynamic_create().
 */
INF_API int inf_dynamic_update(struct inf_dynamic *d, const struct inf_resource *res,
			       const struct inf_object *obj,
			       const struct inf_write_options *options, const struct inf_call *call,
			       struct inf_object **out, struct relist_err *err);
/** UpdateStatus: inf_dynamic_update() of the subresource "status"; overrides the options. */
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

/** Patch. `patch` is `patch_len` bytes of JSON (YAML for INF_PATCH_APPLY), sent unchanged. */
INF_API int inf_dynamic_patch(struct inf_dynamic *d, const struct inf_resource *res,
			      const char *name, enum inf_patch_type type, const char *patch,
			      size_t patch_len, const struct inf_write_options *options,
			      const struct inf_call *call, struct inf_object **out,
			      struct relist_err *err);
/**
 * Apply: server-side apply of the fields in `obj` as options->field_manager. RELIST_EINVAL without
 * a manager, or if the object has managedFields. RELIST_ECONFLICT: other managers own fields
 * (listed in the causes); options->force takes them over.
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
	const char *uid;		/* preconditions: the object's uid ... */
	const char *resource_version;	/* ... and version; else RELIST_ECONFLICT */
	const char *subresource;
};

/** Delete. An object with finalizers or a grace period remains until these have ended. */
INF_API int inf_dynamic_delete(struct inf_dynamic *d, const struct inf_resource *res,
			       const char *name, const struct inf_delete_options *options,
			       const struct inf_call *call, struct relist_err *err);
/** DeleteCollection: deletes the objects that `which` selects (NULL: all of the resource). */
INF_API int inf_dynamic_delete_collection(struct inf_dynamic *d, const struct inf_resource *res,
					  const struct inf_delete_options *options,
					  const struct inf_list_options *which,
					  const struct inf_call *call, struct relist_err *err);

/* ---- any request (rest.Request) ------------------------------------------------------------- */

/* Any other request: logs, a proxy, /version. Members may be NULL or 0. */
struct inf_request {
	const char *method; /* "GET", ...; NULL: GET */
	const char *uri;    /* "/version", "/api/v1/pods?limit=1": path and query, encoded */
	const char *body;
	size_t body_len;
	const char *content_type; /* of the body; NULL: application/json */
	const char *accept;	  /* NULL: application/json */
};

/* A response. Start from { 0 }. */
struct inf_answer {
	int http_status;
	char *content_type; /* "" if the server gave none */
	char *body;	    /* NUL-terminated */
	size_t body_len;
};
INF_API void inf_answer_fini(struct inf_answer *answer); /**< Frees it; { 0 } again. */

/** DoRaw: reads the response if its status is 200 to 206; others are errors as above. */
INF_API int inf_dynamic_do(struct inf_dynamic *d, const struct inf_request *request,
			   const struct inf_call *call, struct inf_answer *out,
			   struct relist_err *err);

/* ---- retries (util/retry, wait.Backoff) --------------------------------------------------- */

struct inf_backoff {
	int steps;	     /* the maximum number of attempts */
	int64_t duration_ns; /* the first delay */
	double factor;	     /* multiplies each further delay; 0: constant */
	double jitter;	     /* adds up to this part of the delay at random */
	int64_t cap_ns;	     /* a delay beyond it is cut to it and the last one; 0: no limit */
};
/** 5 attempts 10 ms apart, jitter 0.1: for several writers of one object. */
#define INF_DEFAULT_RETRY                                                                          \
	((struct inf_backoff) { .steps = 5, .duration_ns = 10000000, .factor = 1, .jitter = 0.1 })
/** 4 attempts, 10 ms, 50 ms and 250 ms apart, jitter 0.1: for objects that controllers write. */
#define INF_DEFAULT_BACKOFF                                                                        \
	((struct inf_backoff) { .steps = 4, .duration_ns = 10000000, .factor = 5, .jitter = 0.1 })

/** One attempt. Returns 0, or a negative code with `err` filled. */
typedef int (*inf_try_fn)(void *user, struct relist_err *err);

/**
 * RetryOnConflict: calls `fn` with delays until it does not return RELIST_ECONFLICT or the attempts
 * are used up, and returns its last result. `fn` gets the object again, changes it and writes it.
 * call->timeout_ns ends the delays, not `fn`; `call` may be NULL. RELIST_ETIMEDOUT: the time is
 * over, or no attempt is allowed (steps < 1).
 */
INF_API int inf_retry_on_conflict(struct inf_dynamic *d, const struct inf_backoff *backoff,
				  inf_try_fn fn, void *user, const struct inf_call *call,
				  struct relist_err *err);
/** OnError: inf_retry_on_conflict() for every code for which `retriable` returns true. */
INF_API int
inf_retry_on_error(struct inf_dynamic *d, const struct inf_backoff *backoff,
		   bool (*retriable)(void *user, int code, const struct relist_err *err),
		   inf_try_fn fn, void *user, const struct inf_call *call, struct relist_err *err);

/* ---- events (tools/record) ------------------------------------------------------------------ */

/* EventBroadcaster, EventRecorder and sink in one: writes core/v1 Events about a controller's work.
 * Equal events become a count. From the tenth message of one reason in ten minutes on they are
 * combined. The limit is 25 events about an object at once, then one every five minutes. */
struct inf_recorder;

/**
 * Creates a recorder that sends events from its own thread (in a simulation: a task) over `d`,
 * which must outlive it. `component` is the reporting component ("my-controller"), `host` its node;
 * both may be NULL and are copied. The caller frees it. NULL: RELIST_ENOMEM, RELIST_EIO (no
 * thread).
 */
INF_API struct inf_recorder *inf_recorder_new(struct inf_dynamic *d, const char *component,
					      const char *host, struct relist_err *err);
/** Shutdown: drops unsent events and frees it. Not from a handler. NULL is fine. */
INF_API void inf_recorder_free(struct inf_recorder *r);
/**
 * Event: queues an event for the object's namespace ("default" if it has none). Does not block; any
 * thread, handlers too. type: "Normal" or "Warning"; reason: short, CamelCase; message: for people,
 * at most 1024 bytes. Strings are copied. Returns 0; RELIST_EINVAL; RELIST_ELIMIT: a thousand
 * events are queued and this one is dropped; RELIST_ENOMEM. The recorder drops events that the
 * server refuses, and tries unreachable servers twelve times in two minutes; inf_recorder_metrics()
 * counts both.
 */
INF_API int inf_recorder_event(struct inf_recorder *r, const struct inf_object *about,
			       const char *type, const char *reason, const char *message,
			       struct relist_err *err);
/** Eventf: inf_recorder_event() with a printf format. The same errors. */
INF_API int inf_recorder_eventf(struct inf_recorder *r, const struct inf_object *about,
				const char *type, const char *reason, struct relist_err *err,
				const char *format, ...) __attribute__((format(printf, 6, 7)));
/** AnnotatedEventf: with annotations, a JSON object of strings, or NULL. */
INF_API int inf_recorder_annotated_event(struct inf_recorder *r, const struct inf_object *about,
					 const char *annotations, const char *type,
					 const char *reason, const char *message,
					 struct relist_err *err);
/** Blocks until all events recorded so far are sent or dropped. timeout_ns < 0: for ever. Returns 0
 * or RELIST_ETIMEDOUT. Not from a handler. */
INF_API int inf_recorder_flush(struct inf_recorder *r, int64_t timeout_ns, struct relist_err *err);

struct inf_recorder_metrics {
	uint64_t recorded; /* queued */
	uint64_t sent;	   /* written, as new events or counts */
	uint64_t spam;	   /* over the limit of one object */
	uint64_t refused;  /* by the server */
	uint64_t dropped;  /* queue full, out of memory, or no response */
	size_t queued;	   /* now in the queue */
};
/** Reads the counters. Any thread. */
INF_API void inf_recorder_metrics(struct inf_recorder *r, struct inf_recorder_metrics *out);

/* ---- objects to write (unstructured.Unstructured) -------------------------------------------- */

/** Creates an object from `len` bytes of JSON (copied), a reference of the caller. NULL with
 * RELIST_EPARSE: no JSON, or no object; RELIST_ENOMEM. */
INF_API struct inf_object *inf_object_from_json(const char *json, size_t len,
						struct relist_err *err);
/** The same with a printf format. Values inside strings must not need escaping; use
 * inf_object_merge() with a JSON library for others. NULL: RELIST_EPARSE, RELIST_ENOMEM. */
INF_API struct inf_object *inf_object_from_format(struct relist_err *err, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/**
 * Returns a copy of `obj` with a JSON merge patch (RFC 7386): {"status":{"ready":true}} sets one
 * field, null removes one, lists are replaced. Sends nothing. NULL with RELIST_EPARSE: the patch is
 * no JSON object; RELIST_ENOMEM.
 */
INF_API struct inf_object *inf_object_merge(const struct inf_object *obj, const char *patch,
					    size_t patch_len, struct relist_err *err);
/**
 * NestedFieldNoCopy: the JSON bytes at inf_object_field(obj, "spec", "replicas", NULL), borrowed
 * from the object; { NULL, 0 } if absent.
 */
INF_API struct inf_str inf_object_field(const struct inf_object *obj, ...)
    __attribute__((sentinel));
/** NestedInt64 of a result of inf_object_field(); false if it is no integer. */
INF_API bool inf_json_int64(struct inf_str value, int64_t *out);
/** Copies the characters of a JSON string into buf (cap bytes, always terminated). False: no
 * string, or too long (then truncated). */
INF_API bool inf_json_text(struct inf_str value, char *buf, size_t cap);
INF_API bool inf_json_is_true(struct inf_str value); /**< NestedBool: true if the value is. */

#ifdef __cplusplus
}
#endif

#endif
