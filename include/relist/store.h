/* SPDX-License-Identifier: Apache-2.0 */
/* store.h - client-go's stores (tools/cache: Store, Indexer, ExpirationCache, MutationCache,
 * UndeltaStore). informer.h includes this header.
 *
 * Objects by key. All functions: any thread, handlers too. Results are appended to lists; a failed
 * call appends nothing. RELIST_ENOMEM leaves a store unchanged.
 */
#ifndef RELIST_STORE_H
#define RELIST_STORE_H

#include "relist/object.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Collects an object's values in an inf_index_fn. */
struct inf_index_values;
/**
 * Adds a value of the object being indexed; duplicates count once. Returns 0 or RELIST_ENOMEM,
 * which may be ignored: the object is then stored by a later attempt. Only inside an inf_index_fn.
 */
INF_API int inf_index_values_add(struct inf_index_values *values, const char *value, size_t len);

/** IndexFunc: adds the object's values to `out`. Must be pure; called under the indexer's lock. */
typedef void (*inf_index_fn)(void *user, const struct inf_object *obj,
			     struct inf_index_values *out);

struct inf_index {
	const char *name;
	inf_index_fn fn;
	void *user;
};

/** MetaNamespaceIndexFunc: metadata.namespace. Every informer has it under the name "namespace". */
INF_API void inf_index_namespace(void *user, const struct inf_object *obj,
				 struct inf_index_values *out);

struct inf_indexer;

/** NewIndexer: an empty store without indexes. The caller frees it. NULL: out of memory. */
INF_API struct inf_indexer *inf_indexer_new(void);
/** Frees a store, except an informer's. NULL is fine. */
INF_API void inf_indexer_free(struct inf_indexer *ix);
/** AddIndexers, also over existing objects. Returns 0; RELIST_EEXIST: a name exists; RELIST_ENOMEM.
 * Then nothing is added. */
INF_API int inf_indexer_add_indexers(struct inf_indexer *ix, const struct inf_index *indexes,
				     size_t count, struct relist_err *err);
/** Add and Update: stores a reference to `obj`. Returns 0 or RELIST_ENOMEM. */
INF_API int inf_indexer_put(struct inf_indexer *ix, const struct inf_object *obj);
/** Delete by the object's key. Returns 0, also without such an object. */
INF_API int inf_indexer_delete(struct inf_indexer *ix, const struct inf_object *obj);
/** Replace: `objs` become the content, resource_version the store's. Of duplicate keys the last
 * counts. Returns 0 or RELIST_ENOMEM. */
INF_API int inf_indexer_replace(struct inf_indexer *ix, const struct inf_object_list *objs,
				const char *resource_version);
/** GetByKey: a reference of the caller, or NULL. */
INF_API struct inf_object *inf_indexer_get(struct inf_indexer *ix, const char *key);
INF_API size_t inf_indexer_len(struct inf_indexer *ix); /**< Objects stored. */
/** List, in insertion order of the keys (client-go: any order). */
INF_API int inf_indexer_list(struct inf_indexer *ix, struct inf_object_list *out);
/**
 * ListAll and ListAllByNamespace: the objects of namespace_ (NULL or "": all) that match
 * label_selector (NULL or "": any); uses the index "namespace" if it exists. RELIST_EINVAL:
 * malformed selector.
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
/** ListIndexFuncValues in insertion order; nothing for an unknown index. */
INF_API int inf_indexer_index_values(struct inf_indexer *ix, const char *index,
				     struct inf_strings *out);
/** GetIndexers: the names. */
INF_API int inf_indexer_index_names(struct inf_indexer *ix, struct inf_strings *out);
/** Copies LastStoreSyncResourceVersion into buf (cap bytes, always terminated). */
INF_API void inf_indexer_resource_version(struct inf_indexer *ix, char *buf, size_t cap);

/** SplitMetaNamespaceKey: sets both to parts of `key`. Returns 0; RELIST_EINVAL: more than one
 * slash. */
INF_API int inf_key_split(const char *key, struct inf_str *namespace_, struct inf_str *name,
			  struct relist_err *err);

/* ExpirationCache with a TTLPolicy: a read removes an entry older than the TTL. */
struct inf_ttl_store;

/** NewTTLStore. ttl_ns 0: nothing expires. The caller frees it. NULL: out of memory. */
INF_API struct inf_ttl_store *inf_ttl_store_new(int64_t ttl_ns);
INF_API void inf_ttl_store_free(struct inf_ttl_store *s); /**< NULL is fine. */
/** Add and Update: restarts the entry's TTL. */
INF_API int inf_ttl_store_put(struct inf_ttl_store *s, const struct inf_object *obj);
/** Delete by key. Returns 0, also without such an entry. */
INF_API int inf_ttl_store_delete(struct inf_ttl_store *s, const char *key);
/** Replace: restarts the TTL of all entries. */
INF_API int inf_ttl_store_replace(struct inf_ttl_store *s, const struct inf_object_list *objs,
				  const char *resource_version);
/** GetByKey: a reference of the caller; NULL if missing or expired. */
INF_API struct inf_object *inf_ttl_store_get(struct inf_ttl_store *s, const char *key);
/** List: the unexpired objects. */
INF_API int inf_ttl_store_list(struct inf_ttl_store *s, struct inf_object_list *out);
/** ListKeys, including expired entries that no read has removed yet. */
INF_API int inf_ttl_store_list_keys(struct inf_ttl_store *s, struct inf_strings *out);

/* MutationCache: overlays a cache with the program's own recent writes. resourceVersions must be
 * integers, else RELIST_EINVAL. */
struct inf_mutation_cache;

/**
 * NewIntegerResourceVersionMutationCacheWithOptions over `backing` (borrowed). ttl_ns 0: 5 minutes;
 * max_size 0: 100 objects. include_adds: also returns objects that the backing cache lacks. The
 * caller frees it. NULL: out of memory.
 */
INF_API struct inf_mutation_cache *inf_mutation_cache_new(struct inf_indexer *backing,
							  int64_t ttl_ns, bool include_adds,
							  size_t max_size);
INF_API void inf_mutation_cache_free(struct inf_mutation_cache *c); /**< NULL is fine. */
/** GetByKey: sets *out to the newer of both, a reference of the caller, or NULL. As in client-go
 * 0.37.2 an object that the backing cache lacks (include_adds) is returned once and then dropped;
 * inf_mutation_cache_by_index() keeps it. RELIST_EINVAL: a resourceVersion is no number. */
INF_API int inf_mutation_cache_get(struct inf_mutation_cache *c, const char *key,
				   struct inf_object **out, struct relist_err *err);
/** ByIndex, by key. RELIST_ENOTFOUND: no such index. */
INF_API int inf_mutation_cache_by_index(struct inf_mutation_cache *c, const char *index,
					const char *value, struct inf_object_list *out,
					struct relist_err *err);
/** Mutation: adds the server's response to a write unless it is older. RELIST_EINVAL as above. */
INF_API int inf_mutation_cache_mutation(struct inf_mutation_cache *c, const struct inf_object *obj,
					struct relist_err *err);
/** Call it in on_add and on_update: the informer has `obj`. RELIST_EINVAL as above. */
INF_API int inf_mutation_cache_on_add_or_update(struct inf_mutation_cache *c,
						const struct inf_object *obj,
						struct relist_err *err);
/** Call it in on_delete. RELIST_EINVAL as above. */
INF_API int inf_mutation_cache_on_delete(struct inf_mutation_cache *c, const struct inf_object *obj,
					 struct relist_err *err);

/* UndeltaStore: passes its whole content to a callback after every change. */
struct inf_undelta_store;

/** NewUndeltaStore. `push` receives a borrowed list on the writer's thread. NULL: out of memory. */
INF_API struct inf_undelta_store *
inf_undelta_store_new(void (*push)(void *user, const struct inf_object_list *objs), void *user);
INF_API void inf_undelta_store_free(struct inf_undelta_store *u); /**< NULL is fine. */
/** The content, borrowed, for reading. */
INF_API struct inf_indexer *inf_undelta_store_indexer(struct inf_undelta_store *u);
/** Add and Update. RELIST_ENOMEM: not stored, or stored and not pushed. */
INF_API int inf_undelta_store_put(struct inf_undelta_store *u, const struct inf_object *obj);
/** Delete. RELIST_ENOMEM: as above. */
INF_API int inf_undelta_store_delete(struct inf_undelta_store *u, const struct inf_object *obj);
/** Replace. RELIST_ENOMEM: as above. */
INF_API int inf_undelta_store_replace(struct inf_undelta_store *u,
				      const struct inf_object_list *objs,
				      const char *resource_version);

#ifdef __cplusplus
}
#endif

#endif
