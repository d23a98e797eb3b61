/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/arena.h"

#include "base/alloc.h"

enum { CHUNK_SIZE = 8 << 10, ALIGNMENT = _Alignof(max_align_t) };

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

		base__free(chunk);
		chunk = next;
	}
	*a = (struct runner__arena) { 0 };
}

static void *take(struct runner__arena *a, size_t size)
{
	struct runner__arena_chunk *chunk = a->first;
	void *out;

	if (!chunk || size > chunk->cap - chunk->len) {
		size_t cap = size > CHUNK_SIZE ? size : CHUNK_SIZE;

		chunk = size > SIZE_MAX / 2 ? NULL : base__malloc(sizeof(*chunk) + cap);
		if (!chunk) {
			a->failed = true;
			return NULL;
		}
		chunk->cap = cap;
		chunk->len = 0;
		chunk->next = a->first;
		a->first = chunk;
	}
	out = chunk->bytes + chunk->len;
	chunk->len += size;
	return out;
}

void *runner__arena_alloc(struct runner__arena *a, size_t size)
{
	size_t rounded = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	void *out = rounded < size ? NULL : take(a, rounded);

	if (out)
		memset(out, 0, rounded);
	else
		a->failed = true;
	return out;
}

struct str runner__arena_str(struct runner__arena *a, struct str s)
{
	size_t rounded = (s.len + ALIGNMENT) / ALIGNMENT * ALIGNMENT;
	char *copy = take(a, rounded);

	if (!copy)
		return STR("");
	if (s.len)
		memcpy(copy, s.ptr, s.len);
	copy[s.len] = '\0';
	return (struct str) { copy, s.len };
}
