/* SPDX-License-Identifier: Apache-2.0 */
/* alloc.h - the only allocator entry points, so that tests can make the n-th allocation fail.
 *
 * The failure counter is per thread: a simulated run has one thread, so a sweep over it is exact
 * and does not disturb other threads. cJSON allocates through these functions as well
 * (base__alloc_init_cjson). */
#ifndef BASE_ALLOC_H
#define BASE_ALLOC_H

#include "base/base.h"

void *base__malloc(size_t size);
void *base__calloc(size_t count, size_t size);
void *base__realloc(void *ptr, size_t size);
/* realloc() to count*size with an overflow check. Returns NULL on overflow or failure; `ptr` is
 * then unchanged. */
void *base__reallocarray(void *ptr, size_t count, size_t size);
void base__free(void *ptr);
char *base__strdup(const char *z);
char *base__strndup(const char *ptr, size_t len);

/* The number of allocations on this thread that succeed before the next ones fail. < 0: none
 * fails. */
extern _Thread_local long base__alloc_fail_after;
/* The number of failed allocations on this thread. If two readings are equal, no allocation between
 * them failed. */
extern _Thread_local unsigned long base__alloc_refused;
/* The number of allocations that fail before all succeed again. 0: all further ones fail. */
extern _Thread_local long base__alloc_fail_count;

/* Routes cJSON's allocations here. Idempotent; call before the first cJSON use. */
void base__alloc_init_cjson(void);

#endif
