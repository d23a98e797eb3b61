/* SPDX-License-Identifier: Apache-2.0 */
/* alloc_cache.h - keeps the small blocks that a thread frees for its next allocations.
 *
 * A JSON tree has hundreds of nodes of one size. glibc keeps 7 blocks of a size per thread; it
 * merges and splits the others again. A create of a pod took 100,000 instructions for that. The
 * sanitizers see every block: there and with other C libraries the functions do nothing. */
#ifndef BASE_ALLOC_CACHE_H
#define BASE_ALLOC_CACHE_H

#include "base/base.h"

/* A block of at least `size` bytes; NULL: none is kept. */
void *base__cache_take(size_t size);
/* True if the cache keeps the block; otherwise the caller frees it. */
bool base__cache_put(void *block);

#endif
