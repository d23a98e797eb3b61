/* SPDX-License-Identifier: Apache-2.0 */
/* mutation_cache.h - what this process has just written, laid over a cache that has not seen it yet
 * (client-go's MutationCache, the one for integer resourceVersions).
 *
 * Reads give the newer of both. Nothing is sure: an entry can be evicted or expire, and then the
 * cache's older object comes back. Handlers should report what they see (on_add_or_update,
 * on_delete), so that entries the cache has caught up with go, and a late mutation() of something
 * deleted is refused.
 *
 * Threads: any, handlers too. lock (rank OVERLAY) guards the overlay and is taken before the
 * indexer's. A resourceVersion that is no integer is RELIST_EINVAL (client-go panics).
 */
#ifndef INFORMER_MUTATION_CACHE_H
#define INFORMER_MUTATION_CACHE_H

#include "base/clock.h"
#include "informer/thread_safe_store.h"

struct inf__mutation_cache_options {
	struct inf__indexer *backing; /* borrowed */
	struct inf__indexer *indexer; /* for by_index; borrowed; NULL: by_index fails */
	int64_t ttl_ns;		      /* 0: 5 minutes */
	/* Give also what the backing cache does not have. Only for those who can live with a
	 * deleted object staying for the TTL. */
	bool include_adds;
	size_t max_size; /* 0: 100 */
};

struct inf__mutation_cache;

struct inf__mutation_cache *
inf__mutation_cache_new(const struct inf__mutation_cache_options *options);
void inf__mutation_cache_free(struct inf__mutation_cache *c);

/* GetByKey: *out is owned, NULL when there is none. */
int inf__mutation_cache_get(struct inf__mutation_cache *c, const char *key, int64_t now_ns,
			    struct inf_object **out, struct relist_err *err);
/* ByIndex, appended: the index's objects by key, each as new as is known, then those that only the
 * overlay has, oldest first. An object whose newer version left the index is still given. */
int inf__mutation_cache_by_index(struct inf__mutation_cache *c, const char *index,
				 const char *value, int64_t now_ns, struct inf_object_list *out,
				 struct relist_err *err);
/* Mutation: `obj` is what the server answered. Older ones and deleted ones are ignored. */
int inf__mutation_cache_mutation(struct inf__mutation_cache *c, const struct inf_object *obj,
				 int64_t now_ns, struct relist_err *err);
int inf__mutation_cache_on_add_or_update(struct inf__mutation_cache *c,
					 const struct inf_object *obj, int64_t now_ns,
					 struct relist_err *err);
int inf__mutation_cache_on_delete(struct inf__mutation_cache *c, const struct inf_object *obj,
				  int64_t now_ns, struct relist_err *err);

#endif
