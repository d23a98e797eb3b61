/* SPDX-License-Identifier: Apache-2.0 */
/* lru_expire.h - a limited number of objects by key, each with an expiry time; the least recently
 * used one is evicted first (apimachinery's LRUExpireCache). Unlocked. */
#ifndef INFORMER_LRU_EXPIRE_H
#define INFORMER_LRU_EXPIRE_H

#include "base/clock.h"
#include "base/map.h"
#include "relist/informer.h"

struct inf__lru_entry {
	struct inf__lru_entry *older, *newer;
	struct inf_object *obj;
	bool tombstone; /* obj was deleted */
	int64_t expire_ns;
	char key[];
};

struct inf__lru {
	struct map entries;
	struct inf__lru_entry *oldest, *newest;
	size_t max;
};

void inf__lru_init(struct inf__lru *lru, size_t max); /* max > 0 */
void inf__lru_fini(struct inf__lru *lru);
/* Sets the entry and makes it the newest; evicts the oldest if a new key exceeds max.
 * RELIST_ENOMEM: no change, except perhaps the eviction. */
int inf__lru_add(struct inf__lru *lru, const char *key, const struct inf_object *obj,
		 bool tombstone, int64_t expire_ns);
/* Returns the entry and makes it the newest. NULL: absent, or expired (and removed). */
struct inf__lru_entry *inf__lru_get(struct inf__lru *lru, const char *key, int64_t now_ns);
void inf__lru_remove(struct inf__lru *lru, const char *key);

#endif
