/* SPDX-License-Identifier: Apache-2.0 */
/* map.c - one size class rules both arrays: slot_count = 8 * 2^k and entry_cap = 3/4 of it. A
 * deleted slot always belongs to a hole (or was taken over by a later entry), so the used slots are
 * at most entry_end <= entry_cap: a quarter of the slots stays free and every probe is finite. */
#include "base/map.h"

#include <stdatomic.h>

#include "base/alloc.h"

enum { MAP_SLOTS_MIN = 8 };
#define MAP_SLOTS_MAX (UINT32_C(1) << 30)
#define SLOT_DELETED  UINT32_MAX

__extension__ typedef unsigned __int128 u128;

static uint64_t mix(uint64_t a, uint64_t b)
{
	u128 product = (u128)a * b;

	return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint64_t load(const char *p, size_t n)
{
	uint64_t word = 0;

	memcpy(&word, p, n);
	return word;
}

static _Atomic uint64_t seed_now;

void map_seed_all(uint64_t seed)
{
	atomic_store_explicit(&seed_now, seed, memory_order_relaxed);
}

uint64_t map_seed(void)
{
	return atomic_load_explicit(&seed_now, memory_order_relaxed);
}

/* An odd factor; secret if the seed is. */
static uint64_t factor(uint64_t base, uint64_t seed)
{
	return base ^ (seed * base) << 1;
}

/* Multiply-and-fold over 8 byte words; the seed decides the start and the factors. */
uint32_t map_hash_by(struct str key, uint64_t seed)
{
	uint64_t h = UINT64_C(0x9E3779B97F4A7C15) ^ key.len ^ seed;
	uint64_t by = factor(UINT64_C(0xD6E8FEB86659FD93), seed);
	const char *p = key.ptr;
	size_t n = key.len;

	for (; n > 8; n -= 8, p += 8)
		h = mix(h ^ load(p, 8), by);
	if (n)
		h = mix(h ^ load(p, n), factor(UINT64_C(0xA0761D6478BD642F), seed));
	h = mix(h, factor(UINT64_C(0xE7037ED1A0B428DB), seed));
	return (uint32_t)(h ^ (h >> 32));
}

uint32_t map_hash(struct str key)
{
	return map_hash_by(key, 0);
}

void map_init(struct map *m, enum map_keys keys)
{
	*m = (struct map) { .keys = keys, .seed = map_seed() };
}

static void free_keys(struct map *m)
{
	if (m->keys == MAP_COPY_KEYS)
		for (uint32_t i = 0; i < m->entry_end; i++)
			base__free((char *)(uintptr_t)m->entries[i].key);
}

void map_fini(struct map *m)
{
	free_keys(m);
	base__free(m->entries);
	base__free(m->slots);
	map_init(m, m->keys);
}

void map_clear(struct map *m)
{
	free_keys(m);
	if (m->slot_count)
		memset(m->slots, 0, m->slot_count * sizeof(*m->slots));
	m->entry_end = m->live = 0;
}

size_t map_len(const struct map *m)
{
	return m->live;
}

/* Returns the slot that holds `key`, or slot_count. */
static uint32_t find(const struct map *m, struct str key, uint32_t hash)
{
	uint32_t mask = m->slot_count - 1;

	if (m->live == 0)
		return m->slot_count;
	for (uint32_t at = hash & mask;; at = (at + 1) & mask) {
		uint32_t slot = m->slots[at];
		const struct map_entry *e;

		if (slot == 0)
			return m->slot_count;
		if (slot == SLOT_DELETED)
			continue;
		e = &m->entries[slot - 1];
		if (e->hash == hash && e->key_len == key.len &&
		    (key.len == 0 || memcmp(e->key, key.ptr, key.len) == 0))
			return at;
	}
}

/* Puts entry `index` into the first free or deleted slot. */
static void link_entry(struct map *m, uint32_t index)
{
	uint32_t mask = m->slot_count - 1;
	uint32_t at = m->entries[index].hash & mask;

	while (m->slots[at] != 0 && m->slots[at] != SLOT_DELETED)
		at = (at + 1) & mask;
	m->slots[at] = index + 1;
}

/* Moves the live entries to `entries` (may be the old array: they only move down). */
static void close_holes(struct map *m, struct map_entry *entries)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < m->entry_end; i++)
		if (m->entries[i].key)
			entries[n++] = m->entries[i];
	m->entry_end = n;
}

/* Rebuilds the map with `slot_count` slots and without holes; nothing changes if out of memory. */
static int rebuild(struct map *m, uint32_t slot_count)
{
	uint32_t cap = slot_count / 4 * 3;

	if (slot_count == m->slot_count) {
		close_holes(m, m->entries);
		memset(m->slots, 0, slot_count * sizeof(*m->slots));
	} else {
		struct map_entry *entries = base__reallocarray(NULL, cap, sizeof(*entries));
		uint32_t *slots = base__calloc(slot_count, sizeof(*slots));

		if (!entries || !slots) {
			base__free(entries);
			base__free(slots);
			return RELIST_ENOMEM;
		}
		close_holes(m, entries);
		base__free(m->entries);
		base__free(m->slots);
		m->entries = entries;
		m->slots = slots;
		m->entry_cap = cap;
		m->slot_count = slot_count;
	}
	for (uint32_t i = 0; i < m->entry_end; i++)
		link_entry(m, i);
	return 0;
}

/* Makes room for one more entry. Closes holes in place only if they are a quarter of the entries,
 * so that an insertion stays O(1). */
static int make_room(struct map *m)
{
	if (m->entry_end < m->entry_cap)
		return 0;
	if (m->slot_count == 0)
		return rebuild(m, MAP_SLOTS_MIN);
	if (m->entry_end - m->live > m->entry_cap / 4)
		return rebuild(m, m->slot_count);
	if (m->slot_count >= MAP_SLOTS_MAX)
		return RELIST_ENOMEM;
	return rebuild(m, m->slot_count * 2);
}

void *map_get(const struct map *m, struct str key)
{
	uint32_t at = find(m, key, map_hash_by(key, m->seed));

	return at == m->slot_count ? NULL : m->entries[m->slots[at] - 1].value;
}

int map_put(struct map *m, struct str key, void *value, void **old)
{
	uint32_t hash = map_hash_by(key, m->seed);
	uint32_t at = find(m, key, hash);
	const char *kept = key.ptr ? key.ptr : "";

	ASSERT(value);
	ASSERT(key.len < UINT32_MAX);
	if (old)
		*old = NULL;
	if (at != m->slot_count) {
		struct map_entry *e = &m->entries[m->slots[at] - 1];

		if (old)
			*old = e->value;
		e->value = value;
		if (m->keys == MAP_BORROW_KEYS)
			e->key = kept;
		return 0;
	}
	ASSERT(m->keys);
	if (make_room(m))
		return RELIST_ENOMEM;
	if (m->keys == MAP_COPY_KEYS) {
		kept = base__strndup(kept, key.len);
		if (!kept)
			return RELIST_ENOMEM;
	}
	m->entries[m->entry_end] = (struct map_entry) {
		.key = kept, .key_len = (uint32_t)key.len, .hash = hash, .value = value
	};
	link_entry(m, m->entry_end++);
	m->live++;
	return 0;
}

void *map_del(struct map *m, struct str key)
{
	uint32_t at = find(m, key, map_hash_by(key, m->seed));
	struct map_entry *e;
	void *value;

	if (at == m->slot_count)
		return NULL;
	e = &m->entries[m->slots[at] - 1];
	value = e->value;
	if (m->keys == MAP_COPY_KEYS)
		base__free((char *)(uintptr_t)e->key);
	*e = (struct map_entry) { 0 };
	m->slots[at] = SLOT_DELETED;
	m->live--;
	return value;
}

const struct map_entry *map_next(const struct map *m, size_t *i)
{
	while (*i < m->entry_end) {
		const struct map_entry *e = &m->entries[(*i)++];

		if (e->key)
			return e;
	}
	return NULL;
}
