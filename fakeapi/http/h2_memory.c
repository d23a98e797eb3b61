/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/http/h2_memory.h"

#include "base/alloc.h"

static void *take(size_t size, void *user)
{
	(void)user;
	return base__malloc(size);
}

static void give(void *ptr, void *user)
{
	(void)user;
	base__free(ptr);
}

static void *take_zeroed(size_t count, size_t size, void *user)
{
	(void)user;
	return base__calloc(count, size);
}

static void *take_again(void *ptr, size_t size, void *user)
{
	(void)user;
	return base__realloc(ptr, size);
}

nghttp2_mem http__h2_memory(void)
{
	return (nghttp2_mem) { NULL, take, give, take_zeroed, take_again };
}
