/* SPDX-License-Identifier: Apache-2.0 */
/* arena.h - memory that is freed all at once, for a loaded file or one run. */
#ifndef RUNNER_ARENA_H
#define RUNNER_ARENA_H

#include "base/base.h"

struct runner__arena_chunk;

struct runner__arena {
	struct runner__arena_chunk *first;
	bool failed; /* an allocation failed since init; stays set until reset */
};

void runner__arena_init(struct runner__arena *a);
void runner__arena_fini(struct runner__arena *a);
/* Zeroed, aligned for any type; NULL if out of memory. */
void *runner__arena_alloc(struct runner__arena *a, size_t size);
/* A NUL-terminated copy; {"", 0} if out of memory (and `failed` is set). */
struct str runner__arena_str(struct runner__arena *a, struct str s);

#endif
