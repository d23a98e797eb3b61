/* SPDX-License-Identifier: Apache-2.0 */
/* expiration_cache.h - a store whose entries expire when they are read (client-go's
 * ExpirationCache, TTLStore).
 *
 * Time alone removes nothing: an entry is removed when it is read and the policy says that it has
 * expired. Writing an object again renews it.
 *
 * Threads: any. lock (rank OVERLAY) guards everything; the policy runs under it. */
#ifndef INFORMER_EXPIRATION_CACHE_H
#define INFORMER_EXPIRATION_CACHE_H

#include "base/clock.h"
#include "informer/thread_safe_store.h"

/* Whether an entry written at `written_ns` has expired at `now_ns`. */
typedef bool (*inf__expired_fn)(void *user, const struct inf_object *obj, int64_t written_ns,
				int64_t now_ns);

struct inf__expiration_cache;

/* NewExpirationStore. NULL: out of memory. */
struct inf__expiration_cache *inf__expiration_cache_new(inf__expired_fn expired, void *user);
/* NewTTLStore: expired when older than ttl_ns; 0: never. */
struct inf__expiration_cache *inf__ttl_cache_new(int64_t ttl_ns);
void inf__expiration_cache_free(struct inf__expiration_cache *c);

/* Add and Update. */
int inf__expiration_cache_put(struct inf__expiration_cache *c, const struct inf_object *obj,
			      int64_t now_ns);
/* obj: the deleted object, for its resourceVersion; may be NULL. */
int inf__expiration_cache_delete(struct inf__expiration_cache *c, const char *key,
				 const struct inf_object *obj);
int inf__expiration_cache_replace(struct inf__expiration_cache *c,
				  const struct inf_object_list *objs, const char *rv,
				  int64_t now_ns);
/* Owned, or NULL when absent or expired; an expired entry is removed. */
struct inf_object *inf__expiration_cache_get(struct inf__expiration_cache *c, const char *key,
					     int64_t now_ns);
/* Appends the entries that have not expired and removes the others. RELIST_ENOMEM: `out`
 * unchanged. */
int inf__expiration_cache_list(struct inf__expiration_cache *c, int64_t now_ns,
			       struct inf_object_list *out);
/* Includes expired entries that were not read since. */
int inf__expiration_cache_list_keys(struct inf__expiration_cache *c, struct inf_strings *out);
/* LastStoreSyncResourceVersion; for tests. */
void inf__expiration_cache_rv(struct inf__expiration_cache *c, char *buf, size_t cap);

#endif
