/* SPDX-License-Identifier: Apache-2.0 */
#include "base/alloc.h"

#include <stdatomic.h>

#include <cjson/cJSON.h>

#include "base/alloc_cache.h"

_Thread_local long base__alloc_fail_after = -1;
_Thread_local long base__alloc_fail_count;
_Thread_local unsigned long base__alloc_refused;

static void *counted(void *got)
{
	base__alloc_refused += !got;
	return got;
}

static bool granted(void)
{
	if (base__alloc_fail_after < 0)
		return true;
	if (base__alloc_fail_after == 0) {
		if (base__alloc_fail_count > 0 && --base__alloc_fail_count == 0)
			base__alloc_fail_after = -1;
		return false;
	}
	base__alloc_fail_after--;
	return true;
}

/* Allocates at least one byte, so that NULL always means failure. */
void *base__malloc(size_t size)
{
	void *block;

	if (!granted())
		return counted(NULL);
	block = base__cache_take(size);
	return block ? block : counted(malloc(size ? size : 1));
}

void *base__calloc(size_t count, size_t size)
{
	if (count == 0 || size == 0)
		count = size = 1;
	return counted(granted() ? calloc(count, size) : NULL);
}

void *base__realloc(void *ptr, size_t size)
{
	return counted(granted() ? realloc(ptr, size ? size : 1) : NULL);
}

void *base__reallocarray(void *ptr, size_t count, size_t size)
{
	if (size != 0 && count > SIZE_MAX / size)
		return NULL;
	return base__realloc(ptr, count * size);
}

void base__free(void *ptr)
{
	if (ptr && !base__cache_put(ptr))
		free(ptr);
}

char *base__strdup(const char *z)
{
	return base__strndup(z, strlen(z));
}

char *base__strndup(const char *ptr, size_t len)
{
	char *copy = len < SIZE_MAX ? base__malloc(len + 1) : NULL;

	if (!copy)
		return NULL;
	if (len)
		memcpy(copy, ptr, len);
	copy[len] = '\0';
	return copy;
}

void base__alloc_init_cjson(void)
{
	static atomic_int stage; /* 0: not initialized, 1: a thread initializes it, 2: done */
	static cJSON_Hooks hooks = { .malloc_fn = base__malloc, .free_fn = base__free };
	int expected = 0;

	if (atomic_load_explicit(&stage, memory_order_acquire) == 2)
		return;
	if (atomic_compare_exchange_strong(&stage, &expected, 1)) {
		cJSON_InitHooks(&hooks);
		atomic_store_explicit(&stage, 2, memory_order_release);
		return;
	}
	/* The other thread executes only a few stores, so this loop is short; base has no wait
	 * function. */
	while (atomic_load_explicit(&stage, memory_order_acquire) != 2)
		;
}
