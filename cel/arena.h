/* SPDX-License-Identifier: Apache-2.0 */
/* arena.h - memory that is freed all at once, with a size limit. */
#ifndef CEL_ARENA_H
#define CEL_ARENA_H

#include <stdarg.h>

#include "base/base.h"

struct cel__block;

struct cel__arena {
	struct cel__block *blocks;
	char *at;    /* free bytes of the newest block */
	size_t left; /* number of free bytes */
	size_t total, limit;
	bool failed;
};

void cel__arena_init(struct cel__arena *a, size_t limit_bytes);
void cel__arena_fini(struct cel__arena *a);
/* Frees everything but one block. */
void cel__arena_reset(struct cel__arena *a);
/* Zeroed, aligned for any type; NULL (and `failed`) if out of memory or over the limit. */
void *cel__alloc(struct cel__arena *a, size_t size);
void *cel__alloc_array(struct cel__arena *a, size_t count, size_t size);
/* A copy with a trailing NUL; a NULL ptr if out of memory. */
struct str cel__copy(struct cel__arena *a, struct str s);
struct str cel__copyf(struct cel__arena *a, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
struct str cel__copyvf(struct cel__arena *a, const char *fmt, va_list ap)
    __attribute__((format(printf, 2, 0)));

#endif
