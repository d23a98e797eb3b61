/* SPDX-License-Identifier: Apache-2.0 */
/* informer.h - client-go's informer stack in C: the whole public API.
 *
 * Objects are immutable and counted: a handler or a lister hands out `const` pointers; keep one with
 * inf_object_ref(). Functions return 0 or a negative enum relist_code (constructors: NULL) and take
 * an error last, which may be NULL. Durations and instants are int64_t nanoseconds.
 */
#ifndef RELIST_INFORMER_H
#define RELIST_INFORMER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "relist/err.h"

#ifdef __cplusplus
extern "C" {
#endif

#define INF_API __attribute__((visibility("default")))

/* ---- objects ----------------------------------------------------------------------------- */

/* One version of one Kubernetes object: raw JSON plus the metadata a cache needs. */
struct inf_object;

/* Bytes inside an object, not NUL-terminated; they live as long as the object. */
struct inf_str {
	const char *ptr;
	size_t      len;
};

/** Returns `obj` with one more reference. Any thread. */
INF_API struct inf_object *inf_object_ref(const struct inf_object *obj);

/** Drops one reference; frees at zero. NULL is fine. Any thread. */
INF_API void inf_object_unref(const struct inf_object *obj);

/**
 * "namespace/name", or "name" without a namespace (MetaNamespaceKeyFunc): "" when there is no
 * metadata at all. Borrowed, NUL-terminated.
 */
INF_API const char *inf_object_key(const struct inf_object *obj);

/** metadata.resourceVersion, "" when absent. Borrowed, NUL-terminated. */
INF_API const char *inf_object_resource_version(const struct inf_object *obj);

INF_API struct inf_str inf_object_name(const struct inf_object *obj);        /**< metadata.name */
INF_API struct inf_str inf_object_namespace(const struct inf_object *obj);   /**< metadata.namespace */
INF_API struct inf_str inf_object_uid(const struct inf_object *obj);         /**< metadata.uid */
INF_API struct inf_str inf_object_kind(const struct inf_object *obj);        /**< kind */
INF_API struct inf_str inf_object_api_version(const struct inf_object *obj); /**< apiVersion */

/** The whole object as JSON, apiVersion and kind included where the list carried them. */
INF_API struct inf_str inf_object_json(const struct inf_object *obj);

/* ---- handlers ---------------------------------------------------------------------------- */

/**
 * Where a handler is told what changed (ResourceEventHandler). Any member may be NULL. Called on
 * the handler's own thread, one call at a time, never under a lock; objects are borrowed for the
 * call. Return 0; any other value is what a recovered panic is to client-go: the notification
 * counts as lost, the next comes a second later, and a handler that fails in an initial ADD never
 * becomes synced.
 */
struct inf_handler {
	/** `initial`: part of the list that this handler's HasSynced waits for. */
	int (*on_add)(void *user, const struct inf_object *obj, bool initial);
	/** A resync comes with old == obj. */
	int (*on_update)(void *user, const struct inf_object *old, const struct inf_object *obj);
	/**
	 * `key` is the cache's key. `obj` is the last known state; with `final_state_unknown`
	 * (DeletedFinalStateUnknown) the deletion itself was missed and obj may be stale, or NULL.
	 */
	int (*on_delete)(void *user, const char *key, const struct inf_object *obj,
			 bool final_state_unknown);
	void *user;
};

/* Handle of a registered handler (ResourceEventHandlerRegistration); 0 is none. */
typedef uint32_t inf_registration;

/**
 * Changes an object before it is queued (TransformFunc). Returns a new reference (the same object
 * with one more reference when nothing changes), or NULL with `err` filled to refuse it. Must be
 * idempotent: with WatchList it runs twice.
 */
typedef struct inf_object *(*inf_transform_fn)(void *user, const struct inf_object *obj,
					       struct relist_err *err);

/* Adds an index value for the object being indexed; part of inf_index_fn. */
struct inf_index_values;
INF_API int inf_index_values_add(struct inf_index_values *values, const char *value, size_t len);

/** IndexFunc: adds the object's values to `out`. Must be pure; called under the indexer's lock. */
typedef void (*inf_index_fn)(void *user, const struct inf_object *obj, struct inf_index_values *out);

/* Why a list or a watch request failed, for the watch error handler. */
enum inf_watch_error_kind {
	INF_WATCH_ERROR_STATUS,  /* an API status: code, reason */
	INF_WATCH_ERROR_REFUSED, /* connection refused */
	INF_WATCH_ERROR_RESET,
	INF_WATCH_ERROR_EOF,
	INF_WATCH_ERROR_UNEXPECTED_EOF,
	INF_WATCH_ERROR_JSON, /* an answer that cannot be decoded */
	INF_WATCH_ERROR_OTHER,
};

struct inf_watch_error {
	enum inf_watch_error_kind kind;
	int                       code;   /* HTTP status of STATUS, else 0 */
	const char               *reason; /* metav1.StatusReason, "" if none */
	const char               *text;
};

/* Called on the I/O thread (WatchErrorHandlerWithContext). Must not block. */
typedef void (*inf_watch_error_fn)(void *user, const struct inf_watch_error *error);

#ifdef __cplusplus
}
#endif

#endif
