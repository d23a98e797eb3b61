/* SPDX-License-Identifier: Apache-2.0 */
#include "cel/arena.h"

#include "base/alloc.h"
#include "base/str.h"

enum { BLOCK_SIZE = 4096, ALIGNMENT = 16 };

struct cel__block {
	struct cel__block *next;
	size_t size;
	_Alignas(ALIGNMENT) char bytes[];
};

void cel__arena_init(struct cel__arena *a, size_t limit_bytes)
{
	memset(a, 0, sizeof(*a));
	a->limit = limit_bytes;
}

void cel__arena_fini(struct cel__arena *a)
{
	while (a->blocks) {
		struct cel__block *next = a->blocks->next;

		base__free(a->blocks);
		a->blocks = next;
	}
	cel__arena_init(a, a->limit);
}

void cel__arena_reset(struct cel__arena *a)
{
	struct cel__block *kept = a->blocks;

	if (!kept || kept->size > BLOCK_SIZE) {
		cel__arena_fini(a);
		return;
	}
	a->blocks = kept->next;
	cel__arena_fini(a);
	kept->next = NULL;
	a->blocks = kept;
	a->at = kept->bytes;
	a->left = kept->size;
	a->total = kept->size;
}

static bool add_block(struct cel__arena *a, size_t size)
{
	struct cel__block *b = NULL;

	if (size <= a->limit && a->total <= a->limit - size)
		b = base__malloc(sizeof(*b) + size);
	if (!b) {
		a->failed = true;
		return false;
	}
	b->next = a->blocks;
	b->size = size;
	a->blocks = b;
	a->at = b->bytes;
	a->left = size;
	a->total += size;
	return true;
}

void *cel__alloc(struct cel__arena *a, size_t size)
{
	void *p;

	if (size > SIZE_MAX / 2) {
		a->failed = true;
		return NULL;
	}
	size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	if (size > a->left && !add_block(a, size > BLOCK_SIZE / 4 ? size + BLOCK_SIZE : BLOCK_SIZE))
		return NULL;
	p = a->at;
	a->at += size;
	a->left -= size;
	memset(p, 0, size);
	return p;
}

void *cel__alloc_array(struct cel__arena *a, size_t count, size_t size)
{
	if (count > SIZE_MAX / 2 / (size ? size : 1)) {
		a->failed = true;
		return NULL;
	}
	return cel__alloc(a, count * size);
}

struct str cel__copy(struct cel__arena *a, struct str s)
{
	char *p = cel__alloc(a, s.len + 1);

	if (!p)
		return (struct str) { NULL, 0 };
	if (s.len)
		memcpy(p, s.ptr, s.len);
	return (struct str) { p, s.len };
}

struct str cel__copyvf(struct cel__arena *a, const char *fmt, va_list ap)
{
	AUTO_STRBUF b = STRBUF_INIT;

	strbuf_addvf(&b, fmt, ap);
	if (b.failed) {
		a->failed = true;
		return (struct str) { NULL, 0 };
	}
	return cel__copy(a, strbuf_str(&b));
}

struct str cel__copyf(struct cel__arena *a, const char *fmt, ...)
{
	struct str s;
	va_list ap;

	va_start(ap, fmt);
	s = cel__copyvf(a, fmt, ap);
	va_end(ap);
	return s;
}
