/* SPDX-License-Identifier: Apache-2.0 */
#include "base/alloc_cache.h"

#if defined(__GLIBC__) && !defined(RELIST_CHECK_SLOW)

#include <malloc.h>

#include "base/alloc.h"
#include "base/lock.h"

/* glibc's usable sizes are 24, 40, 56, ... */
enum { STEP = 16, OVERHEAD = 8, CLASSES = 8, KEPT_MAX = 512 };

struct block {
	struct block *next;
};

static _Thread_local struct cache {
	struct kept {
		struct block *first;
		unsigned room; /* 0 until the thread frees its first block, and after its end */
	} kept[CLASSES];
	bool opened;
} cache;

static void free_all(void *user)
{
	struct cache *c = user;

	for (size_t i = 0; i < CLASSES; i++) {
		struct block *b = c->kept[i].first, *next;

		c->kept[i] = (struct kept) { NULL, 0 }; /* so base__free() does not put them back */
		for (; b; b = next) {
			next = b->next;
			base__free(b);
		}
	}
}

/* A thread that cannot free its blocks at its end keeps none. */
static void open_cache(struct cache *c)
{
	c->opened = true;
	if (thread_at_end(free_all, c))
		for (size_t i = 0; i < CLASSES; i++)
			c->kept[i].room = KEPT_MAX;
}

void *base__cache_take(size_t size)
{
	size_t class = size > OVERHEAD + STEP ? (size - OVERHEAD - 1) / STEP : 0;
	struct kept *k = class < CLASSES ? &cache.kept[class] : NULL;
	struct block *b = k ? k->first : NULL;

	if (b) {
		k->first = b->next;
		k->room++;
	}
	return b;
}

bool base__cache_put(void *block)
{
	struct block *b = block;
	size_t class = (malloc_usable_size(block) - OVERHEAD) / STEP - 1;
	struct kept *k = class < CLASSES ? &cache.kept[class] : NULL;

	if (!k)
		return false;
	if (!k->room && !cache.opened)
		open_cache(&cache);
	if (!k->room)
		return false;
	b->next = k->first;
	k->first = b;
	k->room--;
	return true;
}

#else

void *base__cache_take(size_t size)
{
	(void)size;
	return NULL;
}

bool base__cache_put(void *block)
{
	(void)block;
	return false;
}

#endif
