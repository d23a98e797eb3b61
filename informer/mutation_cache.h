/* SPDX-License-Identifier: Apache-2.0 */
/* mutation_cache.h - overlays a cache with this process's recent writes that the cache has not
 * received yet (client-go's MutationCache, for integer resourceVersions).
 *
 * Reads return the newer of both. There is no guarantee: an entry can be evicted or expire, and
 * then reads return the cache's older object again. Handlers should call on_add_or_update and
 * on_delete, so that outdated entries are removed and a late mutation() of a deleted object is
 * refused.
 *
 * Threads: any, handlers too. lock (rank OVERLAY) guards the overlay and is acquired before the
 * indexer's. A resourceVersion that is not an integer gives RELIST_EINVAL (client-go panics). */
#ifndef INFORMER_MUTATION_CACHE_H
#define INFORMER_MUTATION_CACHE_H

#include "base/clock.h"
#include "informer/thread_safe_store.h"

struct inf__mutation_cache_options {
	struct inf__indexer *backing; /* borrowed */
	struct inf__indexer *indexer; /* for by_index; borrowed; NULL: by_index fails */
	int64_t ttl_ns;		      /* 0: 5 minutes */
	/* Also return objects that the backing cache does not have. A deleted object may then be
	 * returned until the TTL ends. */
	bool include_adds;
	size_t max_size; /* 0: 100 */
};

struct inf__mutation_cache;

struct inf__mutation_cache *
inf__mutation_cache_new(const struct inf__mutation_cache_options *options);
void inf__mutation_cache_free(struct inf__mutation_cache *c);

/* GetByKey: *out is owned, NULL if absent. */
int inf__mutation_cache_get(struct inf__mutation_cache *c, const char *key, int64_t now_ns,
			    struct inf_object **out, struct relist_err *err);
/* ByIndex: appends the index's objects by key, in their newest known version, then those that only
 * the overlay has, oldest first. Includes objects whose newer version left the index. */
int inf__mutation_cache_by_index(struct inf__mutation_cache *c, const char *index,
				 const char *value, int64_t now_ns, struct inf_object_list *out,
				 struct relist_err *err);
/* Mutation: `obj` is the server's response to a write. Older and deleted objects are ignored. */
int inf__mutation_cache_mutation(struct inf__mutation_cache *c, const struct inf_object *obj,
				 int64_t now_ns, struct relist_err *err);
int inf__mutation_cache_on_add_or_update(struct inf__mutation_cache *c,
					 const struct inf_object *obj, int64_t now_ns,
					 struct relist_err *err);
int inf__mutation_cache_on_delete(struct inf__mutation_cache *c, const struct inf_object *obj,
				  int64_t now_ns, struct relist_err *err);

#endif
