/* SPDX-License-Identifier: Apache-2.0 */
/* map.h - string to pointer, open addressing over dense entries in insertion order.
 *
 * Iteration order is insertion order, independent of hashes and addresses, so a simulated run is
 * repeatable. Keys are copied unless the map was initialised with MAP_BORROW_KEYS; then they must
 * outlive their entry. Removal leaves a hole that the next growth closes, so indices are stable
 * between insertions, and removal during iteration is allowed.
 *
 * With a secret seed (map_seed_all), clients that choose keys cannot predict which ones collide.
 * The seed has no other visible effect. */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include "base/base.h"

/* 0 is none of them: map_put() asserts that map_init() has been called, which sets the seed. */
enum map_keys { MAP_COPY_KEYS = 1, MAP_BORROW_KEYS };

struct map_entry {
	const char *key; /* NULL: a hole */
	uint32_t key_len;
	uint32_t hash;
	void *value;
};

struct map {
	struct map_entry *entries;
	uint32_t *slots;    /* index + 1 into entries; 0 = free, UINT32_MAX = deleted */
	uint32_t entry_end; /* entries in use, holes included */
	uint32_t entry_cap;
	uint32_t slot_count; /* power of two or 0 */
	uint32_t live;
	enum map_keys keys;
	uint64_t seed; /* seed of this map's hashes */
};

/* Sets the seed of all maps that are initialised from now on, on any thread. The default is 0. */
void map_seed_all(uint64_t seed);
uint64_t map_seed(void);

void map_init(struct map *m, enum map_keys keys);
void map_fini(struct map *m); /* does not free the values */
void map_clear(struct map *m);
size_t map_len(const struct map *m);
/* Returns the value, or NULL if the key is absent (values are never NULL). */
void *map_get(const struct map *m, struct str key);
/* Sets key to value (not NULL). *old (may be NULL) gets the replaced value, or NULL. With
 * MAP_BORROW_KEYS an existing entry's key pointer is replaced too. RELIST_ENOMEM: the map is
 * unchanged. */
int map_put(struct map *m, struct str key, void *value, void **old);
/* Removes; returns the value or NULL. */
void *map_del(struct map *m, struct str key);
/* for (size_t i = 0; (e = map_next(m, &i)); ) - live entries in insertion order. */
const struct map_entry *map_next(const struct map *m, size_t *i);
uint32_t map_hash_by(struct str key, uint64_t seed);
/* Hashes with seed 0: the same in every process, so tests can make keys that collide. */
uint32_t map_hash(struct str key);

#endif
