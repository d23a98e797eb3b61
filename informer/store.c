/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/store.h"

#include "base/alloc.h"

void inf__store_init(struct inf__store *s)
{
	*s = (struct inf__store) { .seed = map_seed() };
}

void inf__store_fini(struct inf__store *s)
{
	for (uint32_t i = 0; i < s->end; i++)
		inf_object_unref(s->entries[i]);
	for (uint32_t i = 0; i < s->index_count; i++)
		inf__index_free(s->indexes[i]);
	base__free(s->indexes);
	base__free(s->entries);
	base__free(s->slots);
	inf__store_init(s);
}

/* ---- the hash table ---- */

static uint32_t slot_mask(const struct inf__store *s)
{
	return (UINT32_C(1) << s->slot_bits) - 1;
}

static uint32_t slot_make(const struct inf__store *s, uint32_t hash, uint32_t entry)
{
	return (hash & ~slot_mask(s)) | (entry + 1);
}

static uint32_t slot_entry(const struct inf__store *s, uint32_t slot)
{
	return (slot & slot_mask(s)) - 1;
}

static uint32_t key_hash(const struct inf__store *s, const char *key)
{
	return map_hash_by(str_of(key), s->seed);
}

/* Returns the slot of `key`, or the free slot for it. */
static uint32_t slot_find(const struct inf__store *s, const char *key, uint32_t hash, bool *found)
{
	uint32_t mask = slot_mask(s);
	uint32_t at = hash & mask;

	for (; s->slots[at] != 0; at = (at + 1) & mask) {
		uint32_t slot = s->slots[at];

		if ((slot & ~mask) == (hash & ~mask) &&
		    strcmp(inf_object_key(s->entries[slot_entry(s, slot)]), key) == 0) {
			*found = true;
			return at;
		}
	}
	*found = false;
	return at;
}

uint32_t inf__store_find(const struct inf__store *s, const char *key)
{
	uint32_t at;
	bool found;

	if (s->live == 0)
		return INF_STORE_NONE;
	at = slot_find(s, key, key_hash(s, key), &found);
	return found ? slot_entry(s, s->slots[at]) : INF_STORE_NONE;
}

static void slot_insert_new(struct inf__store *s, uint32_t entry)
{
	uint32_t mask = slot_mask(s);
	uint32_t hash = key_hash(s, inf_object_key(s->entries[entry]));
	uint32_t at = hash & mask;

	while (s->slots[at] != 0)
		at = (at + 1) & mask;
	s->slots[at] = slot_make(s, hash, entry);
}

/* Backward shift: every slot of the cluster that may move closer to its home does. */
static void slot_remove(struct inf__store *s, uint32_t hole)
{
	uint32_t mask = slot_mask(s);

	for (uint32_t at = (hole + 1) & mask; s->slots[at] != 0; at = (at + 1) & mask) {
		uint32_t entry = slot_entry(s, s->slots[at]);
		uint32_t home = key_hash(s, inf_object_key(s->entries[entry])) & mask;

		if (((at - home) & mask) >= ((at - hole) & mask)) {
			s->slots[hole] = s->slots[at];
			hole = at;
		}
	}
	s->slots[hole] = 0;
}

static int slots_reserve(struct inf__store *s, uint64_t entries)
{
	uint32_t bits = s->slot_bits ? s->slot_bits : 4;
	uint32_t *slots;

	while (entries * 5 > (UINT64_C(4) << bits))
		bits++;
	if (bits == s->slot_bits)
		return 0;
	if (bits > 31)
		return RELIST_ENOMEM;
	slots = base__calloc((size_t)1 << bits, sizeof(*slots));
	if (!slots)
		return RELIST_ENOMEM;
	base__free(s->slots);
	s->slots = slots;
	s->slot_bits = bits;
	for (uint32_t i = 0; i < s->end; i++) {
		if (s->entries[i])
			slot_insert_new(s, i);
	}
	return 0;
}

/* ---- entries ---- */

/* Closes the holes; keeps the order. */
static int compact(struct inf__store *s)
{
	uint32_t *remap = base__malloc(s->end * sizeof(*remap));
	uint32_t to = 0;

	if (!remap)
		return RELIST_ENOMEM;
	for (uint32_t i = 0; i < s->end; i++) {
		remap[i] = INF_INDEX_NONE;
		if (s->entries[i]) {
			s->entries[to] = s->entries[i];
			remap[i] = to++;
		}
	}
	for (uint32_t i = 0; i <= slot_mask(s); i++) {
		uint32_t slot = s->slots[i];

		if (slot != 0)
			s->slots[i] = (slot & ~slot_mask(s)) | (remap[slot_entry(s, slot)] + 1);
	}
	for (uint32_t i = 0; i < s->index_count; i++)
		inf__index_remap(s->indexes[i], remap, s->end);
	s->end = to;
	base__free(remap);
	return 0;
}

static int entries_grow(struct inf__store *s, uint64_t want)
{
	uint64_t cap = s->cap;
	struct inf_object **entries;

	if (want > INT32_MAX)
		return RELIST_ENOMEM;
	if (want <= cap)
		return 0;
	/* Grow by a quarter: large arrays are remapped, not copied, so little slack suffices. An
	 * empty store gets the exact size for a list. */
	if (cap > 0 && want < cap + cap / 4 + 8)
		want = cap + cap / 4 + 8;
	entries = base__reallocarray(s->entries, want, sizeof(struct inf_object *));
	if (!entries)
		return RELIST_ENOMEM;
	s->entries = entries;
	s->cap = (uint32_t)want;
	return 0;
}

int inf__store_reserve(struct inf__store *s, size_t extra)
{
	uint32_t holes = s->end - s->live;

	if (extra > INT32_MAX)
		return RELIST_ENOMEM;
	if (s->end + extra > s->cap && holes > 0 && holes >= s->end / 4 && compact(s) != 0)
		return RELIST_ENOMEM;
	if (entries_grow(s, s->end + (uint64_t)extra) != 0 ||
	    slots_reserve(s, s->end + (uint64_t)extra) != 0)
		return RELIST_ENOMEM;
	for (uint32_t i = 0; i < s->index_count; i++) {
		if (inf__index_reserve_entries(s->indexes[i], s->cap) != 0)
			return RELIST_ENOMEM;
	}
	return 0;
}

int inf__store_prepare(struct inf__store *s, const struct inf_object *obj)
{
	for (uint32_t i = 0; i < s->index_count; i++) {
		if (inf__index_prepare(s->indexes[i], obj) != 0)
			return RELIST_ENOMEM;
	}
	return 0;
}

void inf__store_abort(struct inf__store *s)
{
	for (uint32_t i = 0; i < s->index_count; i++)
		inf__index_abort(s->indexes[i]);
}

struct inf_object *inf__store_put(struct inf__store *s, const struct inf_object *obj)
{
	const char *key = inf_object_key(obj);
	uint32_t hash = key_hash(s, key);
	struct inf_object *old = NULL;
	bool found;
	uint32_t at = slot_find(s, key, hash, &found);
	uint32_t entry = found ? slot_entry(s, s->slots[at]) : s->end;

	if (found) {
		old = s->entries[entry];
	} else {
		ASSERT(s->end < s->cap);
		s->end++;
		s->live++;
		s->slots[at] = slot_make(s, hash, entry);
	}
	s->entries[entry] = inf_object_ref(obj);
	for (uint32_t i = 0; i < s->index_count; i++)
		inf__index_put(s->indexes[i], entry);
	return old;
}

struct inf_object *inf__store_del(struct inf__store *s, const char *key)
{
	struct inf_object *old;
	uint32_t at, entry;
	bool found;

	if (s->live == 0)
		return NULL;
	at = slot_find(s, key, key_hash(s, key), &found);
	if (!found)
		return NULL;
	entry = slot_entry(s, s->slots[at]);
	slot_remove(s, at);
	for (uint32_t i = 0; i < s->index_count; i++)
		inf__index_del(s->indexes[i], entry);
	old = s->entries[entry];
	s->entries[entry] = NULL;
	s->live--;
	while (s->end > 0 && !s->entries[s->end - 1])
		s->end--;
	return old;
}

/* ---- indexes ---- */

int inf__store_add_index(struct inf__store *s, struct inf__index *take_ix)
{
	struct inf__index **indexes =
	    base__reallocarray(s->indexes, s->index_count + 1, sizeof(struct inf__index *));

	if (!indexes)
		return RELIST_ENOMEM;
	s->indexes = indexes;
	take_ix->without = s->without;
	if (inf__index_reserve_entries(take_ix, s->cap) != 0)
		return RELIST_ENOMEM;
	for (uint32_t i = 0; i < s->end; i++) {
		if (!s->entries[i])
			continue;
		if (inf__index_prepare(take_ix, s->entries[i]) != 0)
			return RELIST_ENOMEM;
		inf__index_put(take_ix, i);
	}
	indexes[s->index_count++] = take_ix;
	return 0;
}

struct inf__index *inf__store_index(const struct inf__store *s, const char *name)
{
	for (uint32_t i = 0; i < s->index_count; i++) {
		if (strcmp(s->indexes[i]->name, name) == 0)
			return s->indexes[i];
	}
	return NULL;
}

bool inf__store_valid(const struct inf__store *s)
{
	uint32_t live = 0;

	for (uint32_t i = 0; i < s->end; i++) {
		if (!s->entries[i])
			continue;
		live++;
		if (inf__store_find(s, inf_object_key(s->entries[i])) != i)
			return false;
	}
	if (live != s->live)
		return false;
	for (uint32_t i = 0; i < s->index_count; i++) {
		if (!inf__index_valid(s->indexes[i]))
			return false;
	}
	return true;
}
