/* SPDX-License-Identifier: Apache-2.0 */
/* The entries of a bucket: sorted blocks, searched by key. */
#include "fakeapi/storage/store_impl.h"

#include "base/alloc.h"

/* Compares an entry's key with ns + "/" + name without building it. */
static int entry_compare(const struct fakeapi__entry *e, struct str ns, struct str name)
{
	struct str rest = { e->key, e->key_len };

	if (ns.len) {
		struct str head = { e->key, rest.len < ns.len ? rest.len : ns.len };
		int d = str_cmp(head, ns);

		if (d)
			return d;
		if (rest.len == ns.len)
			return -1;
		if (rest.ptr[ns.len] != '/')
			return (unsigned char)rest.ptr[ns.len] < '/' ? -1 : 1;
		rest.ptr += ns.len + 1;
		rest.len -= ns.len + 1;
	}
	return str_cmp(rest, name);
}

struct wanted {
	struct str key, ns, name;
};

static int wanted_compare(const struct fakeapi__entry *e, const struct wanted *w)
{
	return w->key.ptr ? str_cmp((struct str) { e->key, e->key_len }, w->key)
			  : entry_compare(e, w->ns, w->name);
}

/* The position of the first entry that is not less than `w`; past the last block: none. */
static struct fakeapi__at lower(const struct fakeapi__bucket *b, const struct wanted *w)
{
	const struct fakeapi__block *block;
	struct fakeapi__at at;
	size_t lo = 0, hi = b->block_count;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		block = b->blocks[mid];
		if (wanted_compare(block->items[block->count - 1], w) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	at = (struct fakeapi__at) { .block = lo };
	if (lo == b->block_count)
		return at;
	block = b->blocks[lo];
	for (lo = 0, hi = block->count; lo < hi;) {
		size_t mid = lo + (hi - lo) / 2;

		if (wanted_compare(block->items[mid], w) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	at.item = lo;
	return at;
}

struct fakeapi__at fakeapi__bucket_lower(const struct fakeapi__bucket *b, struct str key)
{
	const struct wanted w = { .key = key.ptr ? key : STR("") };

	return lower(b, &w);
}

struct fakeapi__entry *fakeapi__bucket_next(const struct fakeapi__bucket *b, struct fakeapi__at *at)
{
	while (b && at->block < b->block_count) {
		const struct fakeapi__block *block = b->blocks[at->block];

		if (at->item < block->count)
			return block->items[at->item++];
		*at = (struct fakeapi__at) { .block = at->block + 1 };
	}
	return NULL;
}

static void count_block(struct fakeapi__block *block, uint64_t rewinds)
{
	block->live = 0;
	block->newest = 0;
	block->counted = rewinds + 1;
	for (uint32_t i = 0; i < block->count; i++) {
		const struct fakeapi__version *v = block->items[i]->head;

		block->live += !v->gone;
		block->newest = v->rv > block->newest ? v->rv : block->newest;
	}
}

int64_t fakeapi__bucket_count_block(const struct fakeapi__store *s, const struct fakeapi__bucket *b,
				    struct str ns, uint64_t rv, struct fakeapi__at *at,
				    const struct fakeapi__entry **last, size_t *looked)
{
	struct fakeapi__block *block;

	*looked = 0;
	if (at->block < b->block_count && at->item == b->blocks[at->block]->count)
		*at = (struct fakeapi__at) { .block = at->block + 1 };
	if (at->item || at->block >= b->block_count)
		return -1;
	block = b->blocks[at->block];
	*last = block->items[block->count - 1];
	if (ns.len && (!str_eq(fakeapi__entry_ns(block->items[0]), ns) ||
		       !str_eq(fakeapi__entry_ns(*last), ns)))
		return -1;
	if (block->counted != s->rewinds + 1) {
		*looked = block->count;
		count_block(block, s->rewinds);
	}
	if (block->newest > rv)
		return -1;
	at->block++;
	return block->live;
}

struct fakeapi__at fakeapi__entry_lower(const struct fakeapi__bucket *b, struct str ns,
					struct str name, struct fakeapi__entry **found)
{
	const struct wanted w = { .ns = ns, .name = name };
	struct fakeapi__at at = lower(b, &w), next = at;

	*found = fakeapi__bucket_next(b, &next);
	if (*found && entry_compare(*found, ns, name) != 0)
		*found = NULL;
	return at;
}

struct fakeapi__entry *fakeapi__bucket_entry(const struct fakeapi__bucket *b, struct str ns,
					     struct str name)
{
	struct fakeapi__entry *found;

	(void)fakeapi__entry_lower(b, ns, name, &found);
	return found;
}

const struct fakeapi__version *fakeapi__entry_at(const struct fakeapi__entry *e, uint64_t rv)
{
	const struct fakeapi__version *v = e->head;

	while (v && v->rv > rv)
		v = v->prev;
	return v && !v->gone ? v : NULL;
}

const struct fakeapi__version *fakeapi__bucket_get(const struct fakeapi__bucket *b, struct str ns,
						   struct str name)
{
	const struct fakeapi__entry *e = b ? fakeapi__bucket_entry(b, ns, name) : NULL;

	return e ? fakeapi__entry_at(e, UINT64_MAX) : NULL;
}

struct str fakeapi__entry_ns(const struct fakeapi__entry *e)
{
	return (struct str) { e->key, e->ns_len };
}

struct str fakeapi__entry_name(const struct fakeapi__entry *e)
{
	size_t skip = e->ns_len ? e->ns_len + 1u : 0;

	return (struct str) { e->key + skip, e->key_len - skip };
}

struct fakeapi__entry *fakeapi__entry_new(struct str ns, struct str name)
{
	size_t len = ns.len ? ns.len + 1 + name.len : name.len;
	struct fakeapi__entry *e = base__malloc(sizeof(*e) + len + 1);

	if (!e)
		return NULL;
	e->head = NULL;
	e->ns_len = (uint32_t)ns.len;
	e->key_len = (uint32_t)len;
	if (ns.len) {
		memcpy(e->key, ns.ptr, ns.len);
		e->key[ns.len] = '/';
	}
	if (name.len)
		memcpy(e->key + len - name.len, name.ptr, name.len);
	e->key[len] = '\0';
	return e;
}

static bool is_full(const struct fakeapi__bucket *b, size_t block)
{
	return block >= b->block_count || b->blocks[block]->count == FAKEAPI_BLOCK;
}

/* Turns a position past the last block into the end of that block. */
static struct fakeapi__at place(const struct fakeapi__bucket *b, struct fakeapi__at at)
{
	if (at.block < b->block_count || at.block == 0)
		return at;
	at.block--;
	at.item = b->blocks[at.block]->count;
	return at;
}

bool fakeapi__entry_reserve(struct fakeapi__bucket *b, struct fakeapi__at at)
{
	size_t cap = b->block_cap ? b->block_cap * 2 : 1;
	void *grown;

	if (!is_full(b, place(b, at).block))
		return true;
	if (!b->spare)
		b->spare = base__malloc(sizeof(*b->spare));
	if (!b->spare || b->block_count < b->block_cap)
		return b->spare != NULL;
	grown = base__reallocarray(b->blocks, cap, sizeof(*b->blocks));
	if (!grown)
		return false;
	b->blocks = grown;
	b->block_cap = cap;
	return true;
}

/* Inserts the spare block, empty, before the block at `at`. */
static struct fakeapi__block *block_insert(struct fakeapi__bucket *b, size_t at)
{
	struct fakeapi__block *fresh = b->spare;

	ASSERT(fresh);
	b->spare = NULL;
	fresh->count = 0;
	fresh->counted = 0;
	memmove(b->blocks + at + 1, b->blocks + at, (b->block_count - at) * sizeof(*b->blocks));
	b->blocks[at] = fresh;
	b->block_count++;
	return fresh;
}

/* Splits a full block in two, except at the end, to keep blocks full if names ascend. */
static void split(struct fakeapi__bucket *b, struct fakeapi__at *at)
{
	bool last = at->block + 1 >= b->block_count && at->item == FAKEAPI_BLOCK;
	struct fakeapi__block *fresh = block_insert(b, b->block_count ? at->block + 1 : 0);
	struct fakeapi__block *full = b->blocks[at->block];
	uint32_t keep = last ? FAKEAPI_BLOCK : FAKEAPI_BLOCK / 2;

	if (full == fresh)
		return;
	fresh->count = full->count - keep;
	memcpy(fresh->items, full->items + keep, fresh->count * sizeof(*fresh->items));
	full->count = keep;
	full->counted = 0;
	if (at->item < keep || (at->item == keep && !last))
		return;
	at->block++;
	at->item -= keep;
}

size_t fakeapi__entry_insert(struct fakeapi__bucket *b, struct fakeapi__at at,
			     struct fakeapi__entry *e)
{
	struct fakeapi__block *block;

	at = place(b, at);
	if (is_full(b, at.block))
		split(b, &at);
	block = b->blocks[at.block];
	memmove(block->items + at.item + 1, block->items + at.item,
		(block->count - at.item) * sizeof(*block->items));
	block->items[at.item] = e;
	block->count++;
	b->entry_count++;
	return at.block;
}

void fakeapi__entry_remove(struct fakeapi__store *s, struct fakeapi__bucket *b,
			   struct fakeapi__entry *e)
{
	struct fakeapi__entry *found;
	struct fakeapi__at at =
	    fakeapi__entry_lower(b, fakeapi__entry_ns(e), fakeapi__entry_name(e), &found);
	struct fakeapi__block *block = b->blocks[at.block];

	ASSERT(found == e);
	b->entry_count--;
	block->count--;
	memmove(block->items + at.item, block->items + at.item + 1,
		(block->count - at.item) * sizeof(*block->items));
	if (block->count == 0) {
		b->block_count--;
		memmove(b->blocks + at.block, b->blocks + at.block + 1,
			(b->block_count - at.block) * sizeof(*b->blocks));
		base__free(block);
	}
	fakeapi__version_unref(s, e->head);
	base__free(e);
}
