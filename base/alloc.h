/* SPDX-License-Identifier: Apache-2.0 */
/* alloc.h - the only allocator entry points, so that tests can make the n-th allocation fail.
 *
 * The failure counter is per thread: a sweep over a simulated run (one thread) is exact and does
 * not disturb other threads. cJSON allocates through here as well (base__alloc_init_cjson).
 */
#ifndef BASE_ALLOC_H
#define BASE_ALLOC_H

#include "base/base.h"

void *base__malloc(size_t size);
void *base__calloc(size_t count, size_t size);
void *base__realloc(void *ptr, size_t size);
/* realloc to count*size with overflow check; NULL on overflow or failure, ptr then untouched. */
void *base__reallocarray(void *ptr, size_t count, size_t size);
void base__free(void *ptr);
char *base__strdup(const char *z);
char *base__strndup(const char *ptr, size_t len);

/* Allocations granted before every further one fails on this thread; < 0: never fails. */
extern _Thread_local long base__alloc_fail_after;
/* The number of failed allocations on this thread. If two readings are equal, no allocation between
 * them failed. */
extern _Thread_local unsigned long base__alloc_refused;
/* How many then fail before all are granted again; 0: every one. */
extern _Thread_local long base__alloc_fail_count;

/* Routes cJSON's allocations here. Idempotent; call before the first cJSON use. */
void base__alloc_init_cjson(void);

#endif
