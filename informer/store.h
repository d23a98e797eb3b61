/* SPDX-License-Identifier: Apache-2.0 */
/* store.h - the objects by key and their indexes, without a lock (the content of threadSafeMap).
 *
 * It is lean, since a cache of a million objects pays for each of them: an 8-byte entry in
 * insertion order and a 4-byte slot of an open-addressing table. The key is in the object. A slot's
 * upper bits hold the part of the hash that its position does not imply, so that a probe almost
 * never touches a wrong object. Removal shifts the cluster back (no tombstones in the table) and
 * leaves a hole in the entries, which is closed when they would have to grow.
 *
 *     slots:   | tag|i+1 |   0   | tag|i+1 | ...        power of two, at most 4/5 full
 *     entries: | obj | obj | hole | obj | ...           listing order = insertion order
 *     indexes: one link per entry each (store_index.h)
 *
 * A write has two halves: prepare (may fail, has no visible effect) and commit. */
#ifndef INFORMER_STORE_H
#define INFORMER_STORE_H

#include "informer/store_index.h"

#define INF_STORE_NONE UINT32_MAX

struct inf__store {
	struct inf_object **entries; /* NULL: a hole */
	uint32_t end, cap, live;
	uint32_t *slots;
	uint32_t slot_bits; /* 0: no slots yet */
	uint64_t seed;	    /* seed of the hashes, like a map's */
	struct inf__index **indexes;
	uint32_t index_count;
	inf__without without; /* passed to added indexes */
};

void inf__store_init(struct inf__store *s);
void inf__store_fini(struct inf__store *s);

/* The entry of `key`, or INF_STORE_NONE. */
uint32_t inf__store_find(const struct inf__store *s, const char *key);

/* Reserves room for `extra` new entries. May renumber entries. */
int inf__store_reserve(struct inf__store *s, size_t extra);
/* Computes the index values of `obj`; commits use them in the same order. */
int inf__store_prepare(struct inf__store *s, const struct inf_object *obj);
void inf__store_abort(struct inf__store *s);
/* Stores a reference to a prepared object (room reserved); returns the replaced one or NULL. */
struct inf_object *inf__store_put(struct inf__store *s, const struct inf_object *obj);
/* Removes; returns the store's reference or NULL. Cannot fail. */
struct inf_object *inf__store_del(struct inf__store *s, const char *key);

/* Adds an index (takes ownership) over all objects. RELIST_ENOMEM: unchanged, ix not taken. */
int inf__store_add_index(struct inf__store *s, struct inf__index *take_ix);
struct inf__index *inf__store_index(const struct inf__store *s, const char *name);

/* Checks the whole structure; for CHECK_SLOW and tests. */
bool inf__store_valid(const struct inf__store *s);

#endif
