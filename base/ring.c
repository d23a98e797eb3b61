/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ring.h"

#include "base/alloc.h"

enum { RING_CAP_MIN = 8 };

void ring_init(struct ring *r)
{
	*r = (struct ring) { 0 };
}

void ring_fini(struct ring *r)
{
	base__free(r->slots);
	ring_init(r);
}

int ring_reserve(struct ring *r, size_t extra)
{
	size_t cap = r->cap ? r->cap : RING_CAP_MIN;
	void **slots;

	if (extra <= r->cap - r->len)
		return 0;
	if (extra > SIZE_MAX / 2 / sizeof(*slots) - r->len)
		return RELIST_ENOMEM;
	while (cap < r->len + extra)
		cap *= 2;
	slots = base__reallocarray(NULL, cap, sizeof(*slots));
	if (!slots)
		return RELIST_ENOMEM;
	for (size_t i = 0; i < r->len; i++)
		slots[i] = r->slots[(r->head + i) & (r->cap - 1)];
	base__free(r->slots);
	r->slots = slots;
	r->cap = cap;
	r->head = 0;
	return 0;
}

void ring_push_reserved(struct ring *r, void *item)
{
	ASSERT(item);
	ASSERT(r->len < r->cap);
	r->slots[(r->head + r->len++) & (r->cap - 1)] = item;
}

int ring_push(struct ring *r, void *item)
{
	if (r->len == r->cap && ring_reserve(r, 1))
		return RELIST_ENOMEM;
	ring_push_reserved(r, item);
	return 0;
}

void *ring_pop(struct ring *r)
{
	void *item;

	if (r->len == 0)
		return NULL;
	item = r->slots[r->head];
	r->head = (r->head + 1) & (r->cap - 1);
	r->len--;
	return item;
}

void *ring_peek(const struct ring *r, size_t i)
{
	return i < r->len ? r->slots[(r->head + i) & (r->cap - 1)] : NULL;
}
