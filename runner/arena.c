/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/arena.h"

#include "base/alloc.h"

/* Lets AddressSanitizer check the bounds of an arena's pieces like those of malloc: unallocated
 * memory is out of bounds, and so is a gap after every piece. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARENA_GUARDED 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define ARENA_GUARDED 1
#endif
#ifdef ARENA_GUARDED
#include <sanitizer/asan_interface.h>
#define CLOSE(ptr, size) __asan_poison_memory_region(ptr, size)
#define OPEN(ptr, size)	 __asan_unpoison_memory_region(ptr, size)
#else
#define CLOSE(ptr, size) ((void)(ptr), (void)(size))
#define OPEN(ptr, size)	 ((void)(ptr), (void)(size))
#endif

enum {
	CHUNK_SIZE = 8 << 10,
	ALIGNMENT = _Alignof(max_align_t),
#ifdef ARENA_GUARDED
	GAP = ALIGNMENT,
#else
	GAP = 0,
#endif
};

struct runner__arena_chunk {
	struct runner__arena_chunk *next;
	size_t cap, len;
	_Alignas(max_align_t) char bytes[];
};

void runner__arena_init(struct runner__arena *a)
{
	*a = (struct runner__arena) { 0 };
}

void runner__arena_fini(struct runner__arena *a)
{
	struct runner__arena_chunk *chunk = a->first;

	while (chunk) {
		struct runner__arena_chunk *next = chunk->next;

		OPEN(chunk->bytes, chunk->cap);
		base__free(chunk);
		chunk = next;
	}
	*a = (struct runner__arena) { 0 };
}

/* Reserves `size` bytes, aligned. */
static void *take(struct runner__arena *a, size_t size)
{
	struct runner__arena_chunk *chunk = a->first;
	size_t whole;
	void *out;

	if (size > SIZE_MAX / 2) {
		a->failed = true;
		return NULL;
	}
	whole = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT + GAP;
	if (!chunk || whole > chunk->cap - chunk->len) {
		size_t cap = whole > CHUNK_SIZE ? whole : CHUNK_SIZE;

		chunk = base__malloc(sizeof(*chunk) + cap);
		if (!chunk) {
			a->failed = true;
			return NULL;
		}
		chunk->cap = cap;
		chunk->len = 0;
		chunk->next = a->first;
		a->first = chunk;
		CLOSE(chunk->bytes, cap);
	}
	out = chunk->bytes + chunk->len;
	chunk->len += whole;
	OPEN(out, size);
	return out;
}

void *runner__arena_alloc(struct runner__arena *a, size_t size)
{
	void *out = take(a, size);

	if (out)
		memset(out, 0, size);
	return out;
}

struct str runner__arena_str(struct runner__arena *a, struct str s)
{
	char *copy = take(a, s.len + 1);

	if (!copy)
		return STR("");
	if (s.len)
		memcpy(copy, s.ptr, s.len);
	copy[s.len] = '\0';
	return (struct str) { copy, s.len };
}
