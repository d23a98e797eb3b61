/* SPDX-License-Identifier: Apache-2.0 */
/* informer.h - client-go's informer stack in C: the whole public API.
 *
 * Objects are immutable and counted: a handler or a lister hands out `const` pointers; keep one
 * with inf_object_ref(). Functions return 0 or a negative enum relist_code (constructors: NULL) and
 * take an error last, which may be NULL. Durations and instants are int64_t nanoseconds.
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
	size_t len;
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

INF_API struct inf_str inf_object_name(const struct inf_object *obj); /**< metadata.name */
INF_API struct inf_str
inf_object_namespace(const struct inf_object *obj);		      /**< metadata.namespace */
INF_API struct inf_str inf_object_uid(const struct inf_object *obj);  /**< metadata.uid */
INF_API struct inf_str inf_object_kind(const struct inf_object *obj); /**< kind */
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

/* A handler of some objects only (FilteringResourceEventHandler): one that begins to pass comes as
 * an ADD, one that ceases to as a DELETE. */
struct inf_filter {
	bool (*passes)(void *user, const struct inf_object *obj); /* pure: asked again each time */
	void *user;
	struct inf_handler handler; /* told of those that pass */
};

/**
 * What to register for it. `filter` must live as long as the registration. A deletion whose object
 * is not known (NULL) is passed on without asking: better told once too often than never.
 */
INF_API struct inf_handler inf_filter_handler(struct inf_filter *filter);

/* Handle of a registered handler (ResourceEventHandlerRegistration), unique in the process; 0 is
 * none. */
typedef uint32_t inf_registration;

/**
 * Changes an object before it is queued (TransformFunc). Returns a new reference (the same object
 * with one more reference when nothing changes), or NULL with `err` filled to refuse it. Must be
 * idempotent: with WatchList it runs twice.
 */
typedef struct inf_object *(*inf_transform_fn)(void *user, const struct inf_object *obj,
					       struct relist_err *err);

/* Where an inf_index_fn puts an object's values. */
struct inf_index_values;
/**
 * Adds a value of the object being indexed; one that is there already counts once. RELIST_ENOMEM:
 * the object will not be stored for now and is tried again; no need to look at it.
 */
INF_API int inf_index_values_add(struct inf_index_values *values, const char *value, size_t len);

/** IndexFunc: adds the object's values to `out`. Must be pure; called under the indexer's lock. */
typedef void (*inf_index_fn)(void *user, const struct inf_object *obj,
			     struct inf_index_values *out);

/* Why a list or a watch request failed, for the watch error handler. */
enum inf_watch_error_kind {
	INF_WATCH_ERROR_STATUS,	 /* an API status: code, reason */
	INF_WATCH_ERROR_REFUSED, /* connection refused */
	INF_WATCH_ERROR_RESET,
	INF_WATCH_ERROR_EOF,
	INF_WATCH_ERROR_UNEXPECTED_EOF,
	INF_WATCH_ERROR_JSON, /* an answer that cannot be decoded */
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

/* Where an apiserver is and how to be let in (rest.Config). Counted; read-only once made. */
struct inf_client;

/* Every member may be NULL or 0 but server. PEM data wins over a file of the same purpose. */
struct inf_client_options {
	const char *server;	/* "https://host:port", a path prefix is allowed */
	const char *user_agent; /* default: relist/VERSION */
	const char *bearer_token;
	const char *token_file; /* re-read every minute, as client-go does; wins over the token */
	const char *username, *password;
	const char *ca_file, *ca_pem;
	const char *cert_file, *cert_pem; /* client certificate */
	const char *key_file, *key_pem;
	const char *tls_server_name; /* the name to verify instead of the URL's host */
	const char *proxy_url;	     /* "": none even if the environment names one */
	bool insecure_skip_tls_verify;
	bool disable_compression;     /* else answers may come in gzip: "Accept-Encoding: gzip" */
	int64_t connect_timeout_ns;   /* default 30 s */
	const char *namespace_;	      /* what inf_client_namespace() says; default: "" */
	const char *impersonate_user; /* "as" */
};

/** Makes a client; strings are copied. Any thread. RELIST_EINVAL names the member. */
INF_API struct inf_client *inf_client_new(const struct inf_client_options *options,
					  struct relist_err *err);

/** inf_client_new() with nothing but the server's URL. */
INF_API struct inf_client *inf_client_for_url(const char *url, struct relist_err *err);

/**
 * A client from kubeconfig files as kubectl reads them (clientcmd): `path` may be a list separated
 * by ':'; NULL means $KUBECONFIG, else ~/.kube/config. Files are merged, the first that sets a
 * value wins; files of a list that are missing are passed over. `context`: NULL means
 * current-context. Client certificates, tokens, token files, basic auth, exec plugins, proxies and
 * insecure servers are understood; auth providers are not (client-go dropped them). RELIST_EIO or
 * RELIST_EPARSE name the file, with line and field; RELIST_ENOTFOUND a context, cluster or user
 * that is not there.
 */
INF_API struct inf_client *inf_client_from_kubeconfig(const char *path, const char *context,
						      struct relist_err *err);

/**
 * A client for a program inside a pod (rest.InClusterConfig): KUBERNETES_SERVICE_HOST and _PORT,
 * and the service account's token and CA. RELIST_ENOTFOUND when this is no pod.
 */
INF_API struct inf_client *inf_client_in_cluster(struct relist_err *err);

/** The context's namespace, or the pod's; "" when there is none. Lives as long as the client. */
INF_API const char *inf_client_namespace(const struct inf_client *client);

/** Returns `client` with one more reference. Any thread. */
INF_API struct inf_client *inf_client_ref(struct inf_client *client);

/** Drops one reference; frees at zero. NULL is fine. Any thread. */
INF_API void inf_client_unref(struct inf_client *client);

/* ---- informers (tools/cache, dynamicinformer) ---------------------------------------------- */

/* Which client-go generation's behaviour is asked for. */
enum inf_profile {
	INF_PROFILE_CLIENT_GO_1_37, /* RealFIFO, one item a relist, batches, WatchList */
	INF_PROFILE_CLIENT_GO_1_32, /* DeltaFIFO, LIST and WATCH */
};

/* Feature gates, for those who want something else than their profile's. */
struct inf_gates {
	bool watch_list;	      /* WatchListClient */
	bool atomic;		      /* AtomicFIFO; 1.37 only */
	bool batch;		      /* InOrderInformersBatchProcess; 1.37 only */
	bool unlock_while_processing; /* UnlockWhileProcessingFIFO; 1.37 only */
};

/** What the profile has on: start from it to change one. */
INF_API struct inf_gates inf_gates_of(enum inf_profile profile);

/* Every member may be NULL or 0 but version and resource. Strings are copied. */
struct inf_informer_options {
	const char *group, *version, *resource; /* "apps", "v1", "deployments"; core: "" or NULL */
	const char *kind;	/* events of another kind are skipped; NULL: no check */
	const char *namespace_; /* NULL or "": all */
	const char *label_selector, *field_selector;
	/* The default for handlers, and the check period; 0: none. Below a second it is a second
	 * for handlers, unless `one_at_a_time`. */
	int64_t resync_ns;
	/* MinWatchTimeout: watches ask the server for a random time from this to twice as much. As
	 * in client-go at least 5 minutes, the default: what is shorter counts as that. */
	int64_t min_watch_timeout_ns;
	int64_t page_size; /* WatchListPageSize; 0: client-go's rules */
	/* What client-go does not have: an object that is longer (as JSON), or one more than so
	 * many, is an error told to watch_error; the connection is closed before it is held, what
	 * the cache has stays, and the next attempt comes after the usual backoff. 0: any. */
	size_t max_object_bytes, max_objects;
	enum inf_profile profile;
	const struct inf_gates *gates; /* NULL: the profile's */
	inf_transform_fn transform;
	void *transform_user;
	inf_watch_error_fn watch_error;
	void *watch_error_user;
	bool mutation_detector; /* aborts the process when a cached object was edited in place */
	/* As NewInformer and NewIndexInformer, whose one handler runs in the loop that fills the
	 * cache: the next change is taken when every handler has been called for the last one. */
	bool one_at_a_time;
};

/* A SharedIndexInformer with its threads. */
struct inf_informer;

/**
 * Makes an informer with an I/O thread of its own; several informers share one in a factory.
 * Nothing runs before inf_informer_start(). Any thread.
 */
INF_API struct inf_informer *inf_informer_new(struct inf_client *client,
					      const struct inf_informer_options *options,
					      struct relist_err *err);
/**
 * Stops it and lets go: its memory is freed when the last thread has left, at once or when a stuck
 * handler returns. It does not wait: what handlers use goes after inf_informer_wait_stopped(). From
 * a handler too. Not for a factory's informers. NULL is fine.
 */
INF_API void inf_informer_free(struct inf_informer *inf);
/** Run. RELIST_ECLOSED when it was started or stopped before. Any thread. */
INF_API int inf_informer_start(struct inf_informer *inf, struct relist_err *err);
/** Asks everything to end and does not wait. Idempotent; any thread, handlers too. */
INF_API void inf_informer_stop(struct inf_informer *inf);
/**
 * Waits until its threads have ended. timeout_ms of real time, < 0: for ever. RELIST_ETIMEDOUT: a
 * handler is stuck. Not from a handler.
 */
INF_API int inf_informer_wait_stopped(struct inf_informer *inf, int64_t timeout_ms,
				      struct relist_err *err);
INF_API bool inf_informer_stopped(struct inf_informer *inf); /**< IsStopped. */
INF_API bool inf_informer_synced(struct inf_informer *inf);  /**< HasSynced of the store. */
/**
 * WaitForCacheSync: until the store and every handler there is now have synced. RELIST_ETIMEDOUT
 * after timeout_ms (< 0: never; 0: only look), RELIST_ECLOSED when stopped. Not from a handler.
 */
INF_API int inf_informer_wait_synced(struct inf_informer *inf, int64_t timeout_ms,
				     struct relist_err *err);

/**
 * AddEventHandlerWithResyncPeriod: the struct is copied; resync_ns < 0 means the informer's
 * default. A handler added while it runs is told the cache first, as initial ADDs. Any thread,
 * handlers too. RELIST_ECLOSED when stopped.
 */
INF_API int inf_informer_add_handler(struct inf_informer *inf, const struct inf_handler *handler,
				     int64_t resync_ns, inf_registration *out,
				     struct relist_err *err);
/** RemoveEventHandler: its waiting notifications are dropped, but the one that an idle handler has
 * taken already is delivered, and a call in progress ends by itself. Idempotent; a registration of
 * another informer changes nothing. Any thread, handlers too. 0. */
INF_API int inf_informer_remove_handler(struct inf_informer *inf, inf_registration reg);
/**
 * ShutDownEventHandler: removes the handler and waits until its last call has returned, so that its
 * memory can be freed. It may be called once more, with the notification that
 * it had taken. timeout_ms of real time (in a
 * simulation: of its time), < 0: for ever; RELIST_ETIMEDOUT: it is removed and still runs, a later
 * call waits again. Idempotent; a registration that the informer does not know is done at once. Any
 * thread, and other handlers; the handler itself gets RELIST_EINVAL. Two handlers that shut each
 * other down, or a caller that holds a lock the handler needs, wait for ever.
 */
INF_API int inf_informer_shut_down_handler(struct inf_informer *inf, inf_registration reg,
					   int64_t timeout_ms, struct relist_err *err);
/** HasSynced of the registration: told all of the initial list. false once removed. */
INF_API bool inf_informer_handler_synced(struct inf_informer *inf, inf_registration reg);
/** Notifications that wait for the handler: how far it lags. */
INF_API size_t inf_informer_handler_backlog(struct inf_informer *inf, inf_registration reg);

/** LastSyncResourceVersion into buf (cap bytes, always terminated). Any thread. */
INF_API void inf_informer_last_sync_resource_version(struct inf_informer *inf, char *buf,
						     size_t cap);

/* What client-go's metrics providers would be told of an informer, counted since it was made. */
struct inf_informer_metrics {
	size_t queued;	    /* items that wait in the queue */
	size_t objects;	    /* in the cache */
	size_t handlers;    /* registered and not removed */
	size_t backlog;	    /* notifications that wait, over all handlers */
	size_t backlog_max; /* of the handler that lags most */
	uint64_t deltas;    /* processed; a list or a resync counts as one where it is one item */
	uint64_t notes;	    /* notifications made, however many handlers they went to */
	uint64_t told;	    /* handler calls that returned 0 */
	uint64_t failed;    /* handler calls that did not */
	uint64_t out_of_memory; /* steps put off for want of memory */
};
/** Any thread, handlers too. */
INF_API void inf_informer_metrics(struct inf_informer *inf, struct inf_informer_metrics *out);

/**
 * A mutation detector that knows who: every object made from now on lies on read-only pages, so a
 * write into it faults at the guilty instruction, with the object's key and the running handler's
 * name on stderr. Two pages and some system calls per object: for tests. Installs a SIGSEGV
 * handler; cannot be switched off. Any thread; call it before informers start. RELIST_ENOMEM.
 */
INF_API int inf_mutation_trap_enable(struct relist_err *err);

/* ---- the cache: Indexer and listers -------------------------------------------------------- */

struct inf_index {
	const char *name;
	inf_index_fn fn;
	void *user;
};

/** MetaNamespaceIndexFunc: metadata.namespace. Every informer has it under the name "namespace". */
INF_API void inf_index_namespace(void *user, const struct inf_object *obj,
				 struct inf_index_values *out);

/** AddIndexers, before or after the start. RELIST_EEXIST names one that is there. */
INF_API int inf_informer_add_indexers(struct inf_informer *inf, const struct inf_index *indexes,
				      size_t count, struct relist_err *err);

/* References to objects; inf_object_list_fini() drops them. Start from { 0 }. */
struct inf_object_list {
	struct inf_object **items;
	size_t len;
	size_t cap;
};
INF_API void inf_object_list_fini(struct inf_object_list *list); /**< Drops all; empty again. */

/* Strings of the caller's; inf_strings_fini() frees them. Start from { 0 }. */
struct inf_strings {
	char **items;
	size_t len;
	size_t cap;
};
INF_API void inf_strings_fini(struct inf_strings *strings); /**< Frees all; empty again. */

/** GetByKey: a reference of the caller's, or NULL. Any thread, handlers too. */
INF_API struct inf_object *inf_informer_get(struct inf_informer *inf, const char *key);
/**
 * Lister.List: appends the objects of namespace_ (NULL or "": all) that label_selector (NULL or
 * "": any) selects. RELIST_EINVAL: the selector is malformed. Any thread.
 */
INF_API int inf_informer_list(struct inf_informer *inf, const char *namespace_,
			      const char *label_selector, struct inf_object_list *out,
			      struct relist_err *err);
/** ByIndex: appends the objects that have `value` in the index. RELIST_ENOTFOUND: no such index. */
INF_API int inf_informer_by_index(struct inf_informer *inf, const char *index, const char *value,
				  struct inf_object_list *out, struct relist_err *err);
INF_API size_t inf_informer_len(struct inf_informer *inf); /**< Objects in the cache. */

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

/* Shares one informer per resource, and one I/O thread among all. */
struct inf_factory;

/** options may be NULL. The client is referenced. */
INF_API struct inf_factory *inf_factory_new(struct inf_client *client,
					    const struct inf_factory_options *options,
					    struct relist_err *err);
/**
 * ForResource: the factory's informer of the resource, made at the first call. Borrowed; lives as
 * long as the factory. kind: see inf_informer_options. Any thread.
 */
INF_API struct inf_informer *inf_factory_informer(struct inf_factory *f, const char *group,
						  const char *version, const char *resource,
						  const char *kind, struct relist_err *err);
/** Starts what has not been started yet. Call again after asking for more informers. */
INF_API int inf_factory_start(struct inf_factory *f, struct relist_err *err);
/**
 * WaitForCacheSync for every started informer: RELIST_ETIMEDOUT with the unsynced resources named
 * in `err` after timeout_ms (< 0: never; 0: only look). Not from a handler.
 */
INF_API int inf_factory_wait_synced(struct inf_factory *f, int64_t timeout_ms,
				    struct relist_err *err);
/**
 * Shutdown: stops all and waits until their threads have ended; RELIST_ETIMEDOUT after timeout_ms
 * (< 0: never). Not from a handler.
 */
INF_API int inf_factory_shutdown(struct inf_factory *f, int64_t timeout_ms, struct relist_err *err);
/** Stops what runs and lets go, as inf_informer_free() does. NULL is fine. */
INF_API void inf_factory_free(struct inf_factory *f);

/** "0.1.0" */
INF_API const char *inf_version(void);

/* ---- stores (tools/cache: Store, Indexer, ExpirationCache, MutationCache, UndeltaStore) -------
 *
 * Objects by key, for programs that keep their own and for those that look into an informer's. All
 * functions: any thread, handlers too. Lists are appended to; what they got before a failure is
 * taken back. RELIST_ENOMEM leaves a store as it was.
 */

struct inf_indexer;

/** NewIndexer, empty and without indexes. NULL: out of memory. */
INF_API struct inf_indexer *inf_indexer_new(void);
/** Not for an informer's. NULL is fine. */
INF_API void inf_indexer_free(struct inf_indexer *ix);
/**
 * GetIndexer: the informer's cache, borrowed. Read only: what is written into it by anybody but
 * the informer makes notifications wrong.
 */
INF_API struct inf_indexer *inf_informer_indexer(struct inf_informer *inf);
/** AddIndexers, over what is there already. RELIST_EEXIST: a name is taken; nothing is added then.
 */
INF_API int inf_indexer_add_indexers(struct inf_indexer *ix, const struct inf_index *indexes,
				     size_t count, struct relist_err *err);
/** Add and Update. */
INF_API int inf_indexer_put(struct inf_indexer *ix, const struct inf_object *obj);
/** Delete by the object's key. Nothing there is fine. */
INF_API int inf_indexer_delete(struct inf_indexer *ix, const struct inf_object *obj);
/** Replace; resource_version becomes the store's. Of a key that comes twice the last counts. */
INF_API int inf_indexer_replace(struct inf_indexer *ix, const struct inf_object_list *objs,
				const char *resource_version);
/** GetByKey: a reference of the caller's, or NULL. */
INF_API struct inf_object *inf_indexer_get(struct inf_indexer *ix, const char *key);
INF_API size_t inf_indexer_len(struct inf_indexer *ix); /**< Objects stored. */
/** List, in the order in which keys came (client-go: any). */
INF_API int inf_indexer_list(struct inf_indexer *ix, struct inf_object_list *out);
/**
 * ListAll and ListAllByNamespace: those of namespace_ (NULL or "": all) that label_selector (NULL
 * or
 * "": any) selects; by the index "namespace" if there is one. RELIST_EINVAL: malformed selector.
 */
INF_API int inf_indexer_list_selected(struct inf_indexer *ix, const char *namespace_,
				      const char *label_selector, struct inf_object_list *out,
				      struct relist_err *err);
/** ListKeys, in the same order. */
INF_API int inf_indexer_list_keys(struct inf_indexer *ix, struct inf_strings *out);
/** ByIndex. RELIST_ENOTFOUND: no such index. */
INF_API int inf_indexer_by_index(struct inf_indexer *ix, const char *index, const char *value,
				 struct inf_object_list *out, struct relist_err *err);
/** Index: the objects that share a value with `obj`, each once. RELIST_ENOTFOUND. */
INF_API int inf_indexer_index(struct inf_indexer *ix, const char *index,
			      const struct inf_object *obj, struct inf_object_list *out,
			      struct relist_err *err);
/** IndexKeys: sorted. RELIST_ENOTFOUND. */
INF_API int inf_indexer_index_keys(struct inf_indexer *ix, const char *index, const char *value,
				   struct inf_strings *out, struct relist_err *err);
/** ListIndexFuncValues: in the order in which they came; nothing for an unknown index. */
INF_API int inf_indexer_index_values(struct inf_indexer *ix, const char *index,
				     struct inf_strings *out);
/** GetIndexers: the names. */
INF_API int inf_indexer_index_names(struct inf_indexer *ix, struct inf_strings *out);
/** LastStoreSyncResourceVersion into buf (cap bytes, always terminated). */
INF_API void inf_indexer_resource_version(struct inf_indexer *ix, char *buf, size_t cap);

/** SplitMetaNamespaceKey: views into `key`. RELIST_EINVAL: more than one slash. */
INF_API int inf_key_split(const char *key, struct inf_str *namespace_, struct inf_str *name,
			  struct relist_err *err);

/* ExpirationCache with a TTLPolicy: an entry older than the TTL is gone when it is asked for. */
struct inf_ttl_store;

/** NewTTLStore. ttl_ns 0: nothing expires. NULL: out of memory. */
INF_API struct inf_ttl_store *inf_ttl_store_new(int64_t ttl_ns);
INF_API void inf_ttl_store_free(struct inf_ttl_store *s); /**< NULL is fine. */
/** Add and Update: the entry is new again. */
INF_API int inf_ttl_store_put(struct inf_ttl_store *s, const struct inf_object *obj);
/** Delete by key. Nothing there is fine. */
INF_API int inf_ttl_store_delete(struct inf_ttl_store *s, const char *key);
/** Replace: every entry is new. */
INF_API int inf_ttl_store_replace(struct inf_ttl_store *s, const struct inf_object_list *objs,
				  const char *resource_version);
/** GetByKey: a reference of the caller's; NULL when there is none or it has expired. */
INF_API struct inf_object *inf_ttl_store_get(struct inf_ttl_store *s, const char *key);
/** List of what has not expired. */
INF_API int inf_ttl_store_list(struct inf_ttl_store *s, struct inf_object_list *out);
/** ListKeys: expired ones too, while nobody has asked for them. */
INF_API int inf_ttl_store_list_keys(struct inf_ttl_store *s, struct inf_strings *out);

/* MutationCache: what this program has just written, laid over a cache that has not seen it yet.
 * resourceVersions must be integers, else RELIST_EINVAL. */
struct inf_mutation_cache;

/**
 * NewIntegerResourceVersionMutationCacheWithOptions over `backing` (borrowed). ttl_ns 0: 5
 * minutes; max_size 0: 100. include_adds: give also objects that the backing cache does not have.
 * NULL: out of memory.
 */
INF_API struct inf_mutation_cache *inf_mutation_cache_new(struct inf_indexer *backing,
							  int64_t ttl_ns, bool include_adds,
							  size_t max_size);
INF_API void inf_mutation_cache_free(struct inf_mutation_cache *c); /**< NULL is fine. */
/** GetByKey: *out is the caller's reference to the newer of both, or NULL. As in client-go 0.37.2
 * an object that the backing cache does not have (include_adds) is returned once and then dropped;
 * inf_mutation_cache_by_index() keeps it. */
INF_API int inf_mutation_cache_get(struct inf_mutation_cache *c, const char *key,
				   struct inf_object **out, struct relist_err *err);
/** ByIndex, by key. RELIST_ENOTFOUND: no such index. */
INF_API int inf_mutation_cache_by_index(struct inf_mutation_cache *c, const char *index,
					const char *value, struct inf_object_list *out,
					struct relist_err *err);
/** Mutation: what the server answered. An older or deleted one is ignored. */
INF_API int inf_mutation_cache_mutation(struct inf_mutation_cache *c, const struct inf_object *obj,
					struct relist_err *err);
/** For handlers: the informer has seen `obj`. */
INF_API int inf_mutation_cache_on_add_or_update(struct inf_mutation_cache *c,
						const struct inf_object *obj,
						struct relist_err *err);
/** For handlers: `obj` was deleted. */
INF_API int inf_mutation_cache_on_delete(struct inf_mutation_cache *c, const struct inf_object *obj,
					 struct relist_err *err);

/* UndeltaStore: hands over its whole content after every change. */
struct inf_undelta_store;

/** NewUndeltaStore. push gets a borrowed list, on the writer's thread. NULL: out of memory. */
INF_API struct inf_undelta_store *
inf_undelta_store_new(void (*push)(void *user, const struct inf_object_list *objs), void *user);
INF_API void inf_undelta_store_free(struct inf_undelta_store *u); /**< NULL is fine. */
/** Its content, borrowed; for reading. */
INF_API struct inf_indexer *inf_undelta_store_indexer(struct inf_undelta_store *u);
/** Add and Update. RELIST_ENOMEM: not stored, or stored and not pushed. */
INF_API int inf_undelta_store_put(struct inf_undelta_store *u, const struct inf_object *obj);
/** Delete. RELIST_ENOMEM: as above. */
INF_API int inf_undelta_store_delete(struct inf_undelta_store *u, const struct inf_object *obj);
/** Replace. RELIST_ENOMEM: as above. */
INF_API int inf_undelta_store_replace(struct inf_undelta_store *u,
				      const struct inf_object_list *objs,
				      const char *resource_version);

/* ---- work queues (util/workqueue) ----------------------------------------------------------
 *
 * Items are strings, usually keys. An item is handed to one worker at a time; added again while it
 * is processed, it comes once more after inf_workqueue_done().
 */

/**
 * Says how long a failing item waits (TypedRateLimiter). `when_ns` counts the failure. Calls come
 * under the queue's lock with its clock's now. `free` (may be NULL) ends the limiter.
 */
struct inf_rate_limiter {
	int64_t (*when_ns)(struct inf_rate_limiter *self, const char *item, int64_t now_ns);
	void (*forget)(struct inf_rate_limiter *self, const char *item);
	uint32_t (*requeues)(struct inf_rate_limiter *self, const char *item);
	void (*free)(struct inf_rate_limiter *self);
};

/** base * 2^failures, at most max (ItemExponentialFailureRateLimiter). NULL: out of memory. */
INF_API struct inf_rate_limiter *inf_rate_limiter_exponential(int64_t base_ns, int64_t max_ns);
/** fast for the first max_fast failures, then slow (ItemFastSlowRateLimiter). */
INF_API struct inf_rate_limiter *inf_rate_limiter_fast_slow(int64_t fast_ns, int64_t slow_ns,
							    uint32_t max_fast);
/** A token bucket over all items (BucketRateLimiter): qps tokens a second, at most burst. */
INF_API struct inf_rate_limiter *inf_rate_limiter_bucket(double qps, uint32_t burst);
/** The longest of all (MaxOfRateLimiter). Takes the limiters, also when it fails. */
INF_API struct inf_rate_limiter *inf_rate_limiter_max_of(struct inf_rate_limiter *const *take_inner,
							 size_t count);
/** What the inner one says, at most max (WithMaxWaitRateLimiter). Takes it, also on failure. */
INF_API struct inf_rate_limiter *inf_rate_limiter_max_wait(struct inf_rate_limiter *take_inner,
							   int64_t max_ns);
/** 5 ms..1000 s per item, 10 a second over all with a burst of 100
 * (DefaultTypedControllerRateLimiter). */
INF_API struct inf_rate_limiter *inf_rate_limiter_controller_default(void);
/** NULL is fine. */
INF_API void inf_rate_limiter_free(struct inf_rate_limiter *limiter);

struct inf_workqueue;

/* What client-go's MetricsProvider would be told, since the queue was made. */
struct inf_workqueue_metrics {
	uint64_t adds;	  /* items that became dirty */
	uint64_t retries; /* add_after and add_rate_limited */
	uint64_t gets, dones;
	uint32_t depth;				   /* added and not handed out */
	uint32_t processing;			   /* handed out and not done */
	uint32_t delayed;			   /* waiting for their time */
	int64_t queue_ns_total, queue_ns_max;	   /* added until handed out */
	int64_t work_ns_total, work_ns_max;	   /* handed out until done */
	int64_t unfinished_ns, longest_running_ns; /* of those being processed now */
};

/**
 * Makes a rate-limiting queue. `take_limiter`: NULL means the controller default; taken, also on
 * failure. name: for metrics and traces; may be NULL.
 */
INF_API struct inf_workqueue *
inf_workqueue_new(const char *name, struct inf_rate_limiter *take_limiter, struct relist_err *err);
/** Nobody may be waiting in it any more. NULL is fine. */
INF_API void inf_workqueue_free(struct inf_workqueue *q);
/** Marks the item as needing work; nothing if it is marked already or the queue shuts down. Any
 * thread. 0 or RELIST_ENOMEM. */
INF_API int inf_workqueue_add(struct inf_workqueue *q, const char *item);
/** The same after delay_ns; of two waits for one item the earlier holds. At its deadline the item
 * is ready, before items added later and whether or not a worker calls inf_workqueue_get(). */
INF_API int inf_workqueue_add_after(struct inf_workqueue *q, const char *item, int64_t delay_ns);
/** The same after what the rate limiter says. */
INF_API int inf_workqueue_add_rate_limited(struct inf_workqueue *q, const char *item);
/** Ends the item's failure history. */
INF_API void inf_workqueue_forget(struct inf_workqueue *q, const char *item);
/** How often the item was rate limited since it was forgotten. */
INF_API uint32_t inf_workqueue_requeues(struct inf_workqueue *q, const char *item);
/**
 * Waits for an item. *item is the caller's until inf_workqueue_done(). 0; RELIST_ECLOSED when the
 * queue shuts down and is empty; RELIST_ETIMEDOUT after timeout_ns (< 0: never).
 */
INF_API int inf_workqueue_get(struct inf_workqueue *q, int64_t timeout_ns, const char **item);
/** Ends the work on an item that inf_workqueue_get() gave. The string is gone afterwards. */
INF_API void inf_workqueue_done(struct inf_workqueue *q, const char *item);
/** Ready items. */
INF_API size_t inf_workqueue_len(struct inf_workqueue *q);
/** No new items; workers get the ready items and then RELIST_ECLOSED. Items that still wait for
 * their time are dropped. Idempotent. */
INF_API void inf_workqueue_shutdown(struct inf_workqueue *q);
/** The same, and waits until nothing is being processed (ShutDownWithDrain). */
INF_API void inf_workqueue_shutdown_with_drain(struct inf_workqueue *q);
INF_API bool inf_workqueue_shutting_down(struct inf_workqueue *q);
/** True while an item is ready, being processed, or waiting for its time (after a shutdown: never).
 */
INF_API bool inf_workqueue_busy(struct inf_workqueue *q);

/** Brings the world in line with what the cache says of `key`. 0: done; else it is tried again. */
typedef int (*inf_reconcile_fn)(void *user, const char *key);
/**
 * One turn of a controller's worker: waits for an item (timeout_ns as inf_workqueue_get), calls
 * `reconcile`, then forgets it (0) or adds it rate limited (anything else), and is done with it.
 * Returns 0, RELIST_ECLOSED or RELIST_ETIMEDOUT. Any number of threads.
 */
INF_API int inf_workqueue_work_one(struct inf_workqueue *q, inf_reconcile_fn reconcile, void *user,
				   int64_t timeout_ns);
/** A worker's whole life: until the queue shuts down (wait.Until around processNextWorkItem). */
INF_API void inf_workqueue_work(struct inf_workqueue *q, inf_reconcile_fn reconcile, void *user);
INF_API void inf_workqueue_metrics(struct inf_workqueue *q, struct inf_workqueue_metrics *out);

#ifdef __cplusplus
}
#endif

#endif
