/* SPDX-License-Identifier: Apache-2.0 */
/* informer.h - client-go's informer stack in C: clients, informers, listers, factories; with
 * objects (object.h), stores (store.h) and work queues (workqueue.h).
 *
 * Objects are immutable and counted. Handlers and listers pass `const` pointers; inf_object_ref()
 * keeps one. Functions return 0 or a negative enum relist_code (constructors: NULL) and take an
 * error last, which may be NULL. Durations and instants are int64_t nanoseconds. Without another
 * statement a function may be called on any thread, and NULL results mean RELIST_ENOMEM.
 */
#ifndef RELIST_INFORMER_H
#define RELIST_INFORMER_H

#include "relist/object.h"
#include "relist/store.h"
#include "relist/workqueue.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- handlers ---------------------------------------------------------------------------- */

/**
 * Receives notifications (ResourceEventHandler). Any member may be NULL. Calls come on the
 * handler's own thread, one at a time, never under a lock; objects are borrowed for the call.
 * Return 0. Another value acts like a recovered panic in client-go: the notification is lost, the
 * next follows a second later, and a handler that fails in an initial ADD never becomes synced.
 */
struct inf_handler {
	/** `initial`: the object is part of the list on which this handler's HasSynced depends. */
	int (*on_add)(void *user, const struct inf_object *obj, bool initial);
	/** A resync passes old == obj. */
	int (*on_update)(void *user, const struct inf_object *old, const struct inf_object *obj);
	/**
	 * `key` is the cache's key, `obj` the last known state. With `final_state_unknown`
	 * (DeletedFinalStateUnknown) the watch missed the deletion; `obj` may be stale or NULL.
	 */
	int (*on_delete)(void *user, const char *key, const struct inf_object *obj,
			 bool final_state_unknown);
	void *user;
};

/* A handler of selected objects (FilteringResourceEventHandler): an object that starts to pass is
 * an ADD, one that stops to pass a DELETE. */
struct inf_filter {
	bool (*passes)(void *user, const struct inf_object *obj); /* pure; called repeatedly */
	void *user;
	struct inf_handler handler; /* receives the objects that pass */
};

/**
 * Returns the handler to register for a filter. `filter` must live as long as the registration. A
 * deletion without a known object (NULL) passes unfiltered, so that no deletion is lost.
 */
INF_API struct inf_handler inf_filter_handler(struct inf_filter *filter);

/* Identifies a registered handler (ResourceEventHandlerRegistration), unique in the process; 0:
 * none. */
typedef uint32_t inf_registration;

/**
 * Changes an object before it is queued (TransformFunc). Returns a new reference (inf_object_ref()
 * of an unchanged object), or NULL with `err` filled to refuse it. Must be idempotent: WatchList
 * calls it twice.
 */
typedef struct inf_object *(*inf_transform_fn)(void *user, const struct inf_object *obj,
					       struct relist_err *err);

/* Why a list or a watch request failed, for the watch error handler. */
enum inf_watch_error_kind {
	INF_WATCH_ERROR_STATUS,	 /* an API status: code, reason */
	INF_WATCH_ERROR_REFUSED, /* connection refused */
	INF_WATCH_ERROR_RESET,
	INF_WATCH_ERROR_EOF,
	INF_WATCH_ERROR_UNEXPECTED_EOF,
	INF_WATCH_ERROR_JSON, /* a malformed response */
	INF_WATCH_ERROR_OTHER,
};

struct inf_watch_error {
	enum inf_watch_error_kind kind;
	int code;	    /* HTTP status of STATUS, else 0 */
	const char *reason; /* metav1.StatusReason, "" if none */
	const char *text;
};

/* Called on the I/O thread (WatchErrorHandlerWithContext). Must not block. */
typedef void (*inf_watch_error_fn)(void *user, const struct inf_watch_error *error);

/* ---- clients ----------------------------------------------------------------------------- */

/* Address and credentials of an apiserver (rest.Config). Counted; immutable. */
struct inf_client;

/* All members but server may be NULL or 0. PEM data takes precedence over a file. */
struct inf_client_options {
	const char *server;	/* "https://host:port", a path prefix is allowed */
	const char *user_agent; /* default: relist/VERSION */
	const char *bearer_token;
	const char
	    *token_file; /* read again every minute, as in client-go; precedes bearer_token */
	const char *username, *password;
	const char *ca_file, *ca_pem;
	const char *cert_file, *cert_pem; /* client certificate */
	const char *key_file, *key_pem;
	const char *tls_server_name; /* the name to verify instead of the URL's host */
	const char *proxy_url;	     /* "": none, overrides the environment */
	bool insecure_skip_tls_verify;
	bool disable_compression;   /* else requests have "Accept-Encoding: gzip" */
	int64_t connect_timeout_ns; /* default 30 s */
	const char *namespace_;	    /* returned by inf_client_namespace(); default: "" */
	const char *impersonate_user, *impersonate_uid; /* "as", "as-uid" */
	/* "as-groups", "as-user-extra" as "key=value"; both end with NULL. */
	const char *const *impersonate_groups, *const *impersonate_extra;
};

/** Creates a client; strings are copied. The caller owns a reference. NULL with RELIST_EINVAL (the
 * message names the member), RELIST_EIO or RELIST_ENOTFOUND (ca_file), or RELIST_ENOMEM. */
INF_API struct inf_client *inf_client_new(const struct inf_client_options *options,
					  struct relist_err *err);

/** inf_client_new() with the server's URL alone. NULL: RELIST_EINVAL, RELIST_ENOMEM. */
INF_API struct inf_client *inf_client_for_url(const char *url, struct relist_err *err);

/**
 * Creates a client from kubeconfig files as clientcmd reads them. `path` may be a list with ':';
 * NULL: $KUBECONFIG, else ~/.kube/config. The first file with a name wins; missing files of a list
 * are skipped. `context`: NULL means current-context. A server without TLS gets no credential.
 * NULL with RELIST_EIO or RELIST_EPARSE (file, line and field in the message), RELIST_ENOTFOUND
 * (context or cluster), RELIST_EINVAL (auth-provider, excluding members), RELIST_ENOMEM.
 */
INF_API struct inf_client *inf_client_from_kubeconfig(const char *path, const char *context,
						      struct relist_err *err);

/**
 * Creates a client inside a pod (rest.InClusterConfig) from KUBERNETES_SERVICE_HOST, _PORT, and the
 * service account's token and CA. NULL with RELIST_ENOTFOUND outside of a pod.
 */
INF_API struct inf_client *inf_client_in_cluster(struct relist_err *err);

/** The namespace of the context or pod; "" if none. Borrowed from the client. */
INF_API const char *inf_client_namespace(const struct inf_client *client);

/** Adds a reference and returns `client`. Any thread. */
INF_API struct inf_client *inf_client_ref(struct inf_client *client);

/** Drops one reference; frees at zero. NULL is fine. Any thread. */
INF_API void inf_client_unref(struct inf_client *client);

/* ---- informers (tools/cache, dynamicinformer) ---------------------------------------------- */

/* The client-go generation to imitate. */
enum inf_profile {
	INF_PROFILE_CLIENT_GO_1_37, /* RealFIFO, one item a relist, batches, WatchList */
	INF_PROFILE_CLIENT_GO_1_32, /* DeltaFIFO, LIST and WATCH */
};

/* Feature gates that differ from the profile. */
struct inf_gates {
	bool watch_list;	      /* WatchListClient */
	bool atomic;		      /* AtomicFIFO; 1.37 only */
	bool batch;		      /* InOrderInformersBatchProcess; 1.37 only */
	bool unlock_while_processing; /* UnlockWhileProcessingFIFO; 1.37 only */
};

/** The gates of a profile, as a start for changes. */
INF_API struct inf_gates inf_gates_of(enum inf_profile profile);

/* All members but version and resource may be NULL or 0. Strings are copied. */
struct inf_informer_options {
	const char *group, *version, *resource; /* "apps", "v1", "deployments"; core: "" or NULL */
	const char *kind;	/* events of another kind are skipped; NULL: no check */
	const char *namespace_; /* NULL or "": all */
	const char *label_selector, *field_selector;
	/* Default resync period of handlers, and the check period; 0: none. Handlers use at least a
	 * second, unless `one_at_a_time`. */
	int64_t resync_ns;
	/* MinWatchTimeout: watches request a random timeout from this to twice as much. As in
	 * client-go the minimum is 5 minutes, also the default. */
	int64_t min_watch_timeout_ns;
	int64_t page_size; /* WatchListPageSize; 0: client-go's rules */
	/* Limits that client-go does not have: the bytes of an object (as JSON) and the number of
	 * objects. Beyond them watch_error is called and the connection closed; the cache stays,
	 * and the next attempt follows after the usual backoff. 0: no limit. */
	size_t max_object_bytes, max_objects;
	enum inf_profile profile;
	const struct inf_gates *gates; /* NULL: the profile's */
	inf_transform_fn transform;
	void *transform_user;
	inf_watch_error_fn watch_error;
	void *watch_error_user;
	bool mutation_detector; /* aborts the process if a cached object is edited in place */
	/* Like NewInformer and NewIndexInformer, whose handler runs in the loop that fills the
	 * cache: the next change follows after every handler was called for the last one. */
	bool one_at_a_time;
};

/* A SharedIndexInformer with its threads. */
struct inf_informer;

/** Creates an informer with its own I/O thread; informers of a factory share one. Nothing runs
 * before inf_informer_start(). References `client`. The caller frees it. NULL with RELIST_EINVAL
 * (an option) or RELIST_ENOMEM. */
INF_API struct inf_informer *inf_informer_new(struct inf_client *client,
					      const struct inf_informer_options *options,
					      struct relist_err *err);
/**
 * Stops the informer and releases it without waiting. The last thread frees its memory, possibly
 * later if a handler blocks. Free the handlers' data after inf_informer_wait_stopped() only. Any
 * thread, handlers too. Not for informers of a factory. NULL is fine.
 */
INF_API void inf_informer_free(struct inf_informer *inf);
/** Run: starts it. Returns 0; RELIST_ECLOSED if it was started or stopped before; RELIST_ENOMEM or
 * RELIST_EIO (no thread). */
INF_API int inf_informer_start(struct inf_informer *inf, struct relist_err *err);
/** Stops all threads without waiting for them. Idempotent; any thread, handlers too. */
INF_API void inf_informer_stop(struct inf_informer *inf);
/** Blocks until its threads have ended. timeout_ms of real time, < 0: for ever. Returns 0, or
 * RELIST_ETIMEDOUT if a handler blocks. Not from a handler. */
INF_API int inf_informer_wait_stopped(struct inf_informer *inf, int64_t timeout_ms,
				      struct relist_err *err);
/** Writes into buf (cap bytes, always terminated) why the informer has delivered nothing yet, as a
 * clause for people. It was not started, its list or watch has no response, it waits for its next
 * request (with the last failure), its watch has sent no event, or its handlers are behind. Any
 * thread. */
INF_API void inf_informer_explain(struct inf_informer *inf, char *buf, size_t cap);
INF_API bool inf_informer_stopped(struct inf_informer *inf); /**< IsStopped. */
INF_API bool inf_informer_synced(struct inf_informer *inf);  /**< HasSynced of the store. */
/**
 * WaitForCacheSync: blocks until the store and all present handlers have synced. Returns 0;
 * RELIST_ETIMEDOUT after timeout_ms (< 0: never; 0: does not block), with the reason in `err`;
 * RELIST_ECLOSED if stopped. Not from a handler.
 */
INF_API int inf_informer_wait_synced(struct inf_informer *inf, int64_t timeout_ms,
				     struct relist_err *err);

/**
 * AddEventHandlerWithResyncPeriod: registers a copy of `handler`; *out (may be NULL) identifies it.
 * resync_ns < 0 means the informer's default. A handler added to a running informer first receives
 * the cache as initial ADDs. Any thread, handlers too. Returns 0; RELIST_ECLOSED if stopped;
 * RELIST_ENOMEM.
 */
INF_API int inf_informer_add_handler(struct inf_informer *inf, const struct inf_handler *handler,
				     int64_t resync_ns, inf_registration *out,
				     struct relist_err *err);
/** RemoveEventHandler: drops the handler's pending notifications. The one that an idle handler has
 * already taken is delivered; a running call continues. Idempotent; registrations of other
 * informers are ignored. Any thread, handlers too. Returns 0. */
INF_API int inf_informer_remove_handler(struct inf_informer *inf, inf_registration reg);
/**
 * ShutDownEventHandler: removes the handler and blocks until its last call has returned, so that
 * its memory can be freed. The handler may be called once more with a notification that it had
 * taken. timeout_ms of real time (in a simulation: virtual), < 0: for ever. Returns 0;
 * RELIST_ETIMEDOUT: it is removed and still runs, call again; RELIST_EINVAL from the handler
 * itself. Idempotent; unknown registrations return at once. Any thread and other handlers. Two
 * handlers that shut each other down deadlock, and so does a caller that holds a lock the handler
 * needs.
 */
INF_API int inf_informer_shut_down_handler(struct inf_informer *inf, inf_registration reg,
					   int64_t timeout_ms, struct relist_err *err);
/** HasSynced of the registration: it has received the whole initial list. False after removal. */
INF_API bool inf_informer_handler_synced(struct inf_informer *inf, inf_registration reg);
/** The number of pending notifications of the handler. */
INF_API size_t inf_informer_handler_backlog(struct inf_informer *inf, inf_registration reg);

/** Copies LastSyncResourceVersion into buf (cap bytes, always terminated). Any thread. */
INF_API void inf_informer_last_sync_resource_version(struct inf_informer *inf, char *buf,
						     size_t cap);

/* The metrics of client-go's providers, counted since the informer's creation. */
struct inf_informer_metrics {
	size_t queued;		/* items in the queue */
	size_t objects;		/* in the cache */
	size_t handlers;	/* registered and not removed */
	size_t backlog;		/* pending notifications of all handlers */
	size_t backlog_max;	/* of the slowest handler */
	uint64_t deltas;	/* processed; a list or resync that is one item counts as one */
	uint64_t notes;		/* notifications, each counted once for all handlers */
	uint64_t handled;	/* handler calls that returned 0 */
	uint64_t failed;	/* handler calls that returned another value */
	uint64_t out_of_memory; /* steps delayed by failed allocations */
};
/** Reads the metrics. Any thread, handlers too. */
INF_API void inf_informer_metrics(struct inf_informer *inf, struct inf_informer_metrics *out);

/**
 * A mutation detector for tests that finds the writing instruction: later objects lie on read-only
 * pages, so a write faults, and stderr has the object's key and the running handler's name. Costs
 * two pages and some system calls per object. Installs a SIGSEGV handler; cannot be disabled. Call
 * it before informers start. Returns 0 or RELIST_ENOMEM.
 */
INF_API int inf_mutation_trap_enable(struct relist_err *err);

/* ---- the cache: Indexer and listers -------------------------------------------------------- */

/** AddIndexers, before or after the start. Returns 0; RELIST_EEXIST (the message names the index);
 * RELIST_ENOMEM. Then nothing is added. */
INF_API int inf_informer_add_indexers(struct inf_informer *inf, const struct inf_index *indexes,
				      size_t count, struct relist_err *err);

/** GetByKey: a reference of the caller, or NULL if not found. Any thread, handlers too. */
INF_API struct inf_object *inf_informer_get(struct inf_informer *inf, const char *key);
/**
 * Lister.List: appends the objects of namespace_ (NULL or "": all) that match label_selector (NULL
 * or
 * "": any). Returns 0; RELIST_EINVAL: malformed selector; RELIST_ENOMEM: nothing was appended.
 */
INF_API int inf_informer_list(struct inf_informer *inf, const char *namespace_,
			      const char *label_selector, struct inf_object_list *out,
			      struct relist_err *err);
/** ByIndex: appends the objects with `value` in the index. Returns 0; RELIST_ENOTFOUND: no such
 * index; RELIST_ENOMEM: nothing was appended. */
INF_API int inf_informer_by_index(struct inf_informer *inf, const char *index, const char *value,
				  struct inf_object_list *out, struct relist_err *err);
INF_API size_t inf_informer_len(struct inf_informer *inf); /**< Objects in the cache. */
/**
 * GetIndexer: the informer's cache, borrowed. For reading only: other writes cause wrong
 * notifications.
 */
INF_API struct inf_indexer *inf_informer_indexer(struct inf_informer *inf);

/* ---- factories (informers.SharedInformerFactory) ------------------------------------------- */

struct inf_factory_options {
	int64_t resync_ns;
	const char *namespace_;			     /* WithNamespace */
	const char *label_selector, *field_selector; /* WithTweakListOptions */
	enum inf_profile profile;
	const struct inf_gates *gates;
	inf_transform_fn transform; /* WithTransform */
	void *transform_user;
	inf_watch_error_fn watch_error;
	void *watch_error_user;
};

/* Shares one informer per resource and one I/O thread. */
struct inf_factory;

/** Creates a factory; references `client`. `options` may be NULL; strings are copied. The caller
 * frees it. NULL: RELIST_ENOMEM. */
INF_API struct inf_factory *inf_factory_new(struct inf_client *client,
					    const struct inf_factory_options *options,
					    struct relist_err *err);
/**
 * ForResource: the factory's informer of a resource, created at the first call. Borrowed from the
 * factory. kind: see inf_informer_options. NULL with RELIST_ECLOSED (after a shutdown),
 * RELIST_EINVAL or RELIST_ENOMEM.
 */
INF_API struct inf_informer *inf_factory_informer(struct inf_factory *f, const char *group,
						  const char *version, const char *resource,
						  const char *kind, struct relist_err *err);
/** Starts the informers that are not started yet. Call it again after adding informers. Returns 0,
 * or an error of inf_informer_start(). */
INF_API int inf_factory_start(struct inf_factory *f, struct relist_err *err);
/**
 * WaitForCacheSync of all started informers. Returns 0, or RELIST_ETIMEDOUT after timeout_ms (< 0:
 * never; 0: does not block), with their names and the first one's reason. Not from a handler.
 */
INF_API int inf_factory_wait_synced(struct inf_factory *f, int64_t timeout_ms,
				    struct relist_err *err);
/**
 * Shutdown: stops all informers and blocks until their threads have ended. Returns 0, or
 * RELIST_ETIMEDOUT after timeout_ms (< 0: never). Not from a handler.
 */
INF_API int inf_factory_shutdown(struct inf_factory *f, int64_t timeout_ms, struct relist_err *err);
/** Stops and releases all informers, as inf_informer_free(). NULL is fine. */
INF_API void inf_factory_free(struct inf_factory *f);

/** "0.1.0" */
INF_API const char *inf_version(void);

#ifdef __cplusplus
}
#endif

#endif
