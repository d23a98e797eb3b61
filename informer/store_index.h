/* SPDX-License-Identifier: Apache-2.0 */
/* store_index.h - one index of the store: value -> objects (client-go's Index), as lists threaded
 * through an array.
 *
 * Objects are identified by their index in the store's entry array. Almost every object has exactly
 * one value per index, so each entry owns one link (next, previous, value: 12 bytes) in a flat
 * array; further values of an object use links from an overflow pool. A value's objects keep their
 * order of arrival, adding and removing is O(1), and empty buckets are removed.
 *
 * A change has two halves so that a store write cannot fail in between: prepare() computes the
 * values of an object and reserves everything, put() only links. Unlocked: the indexer's lock
 * guards it. */
#ifndef INFORMER_STORE_INDEX_H
#define INFORMER_STORE_INDEX_H

#include "base/base.h"
#include "base/map.h"
#include "informer/fixes.h"
#include "relist/informer.h"

#define INF_INDEX_NONE UINT32_MAX

struct inf__index_bucket {
	uint32_t head, tail;
	uint32_t count; /* number of links */
	uint32_t holds; /* prepared, not linked yet: keeps an empty bucket */
	uint32_t id;
	uint32_t name_len;
	char name[];
};

struct inf__index_link {
	uint32_t next, prev; /* link ids in the same bucket */
	uint32_t bucket;     /* INF_INDEX_NONE: not linked */
};

struct inf__index_extra {
	struct inf__index_link link;
	uint32_t entry;
	uint32_t next; /* the entry's next extra, or the next free one */
};

struct inf__index {
	char *name;
	inf_index_fn fn;
	void *user;
	inf__without without;
	struct map by_value;		    /* name -> bucket, keys live in the bucket */
	struct inf__index_bucket **buckets; /* by id; NULL: free */
	uint32_t bucket_end, bucket_cap, bucket_free_count;
	uint32_t *bucket_free;	       /* stack of free ids, room for bucket_cap */
	struct inf__index_link *links; /* by entry */
	uint32_t link_cap;
	struct inf__index_extra *extras;
	uint32_t extra_end, extra_cap, extra_free, extra_free_count;
	uint32_t extra_promised; /* by prepare(), not used yet */
	uint32_t *more;		 /* entry -> first extra; NULL until one exists */
	/* The results of prepare(), in order: a count, then that many bucket ids. */
	uint32_t *plan;
	size_t plan_len, plan_cap, plan_at;
};

struct inf__index *inf__index_new(const char *name, inf_index_fn fn, void *user);
void inf__index_free(struct inf__index *ix); /* accepts NULL */

/* Reserves links for entries [0, cap). */
int inf__index_reserve_entries(struct inf__index *ix, uint32_t cap);
/* Computes the future values of `obj`; put() consumes the plans in order. */
int inf__index_prepare(struct inf__index *ix, const struct inf_object *obj);
/* Links the entry by the next plan; it may have been linked before (an update). */
void inf__index_put(struct inf__index *ix, uint32_t entry);
/* Drops the unused plans. */
void inf__index_abort(struct inf__index *ix);
void inf__index_del(struct inf__index *ix, uint32_t entry);
/* Renumbers: entry e becomes remap[e] (<= e). count: old number of entries. */
void inf__index_remap(struct inf__index *ix, const uint32_t *remap, uint32_t count);

struct inf__index_bucket *inf__index_bucket(const struct inf__index *ix, struct str value);
/* for (id = bucket->head; id != INF_INDEX_NONE; id = next(ix, id)) entry(ix, id) */
uint32_t inf__index_next(const struct inf__index *ix, uint32_t link_id);
uint32_t inf__index_entry(const struct inf__index *ix, uint32_t link_id);
/* Checks the whole structure; for CHECK_SLOW. */
bool inf__index_valid(const struct inf__index *ix);

/* The values of one object, without duplicates; the target of inf_index_values_add(). */
struct inf_index_values {
	struct inf__index *ix; /* plan mode when set */
	size_t at;	       /* plan mode: offset of the count */
	struct str *values;    /* collect mode: copies, base__malloc'ed each */
	size_t len, cap;
	bool failed;
};

void inf__index_values_fini(struct inf_index_values *v);

/* MetaNamespaceIndexFunc: metadata.namespace, "" for cluster-scoped objects. */
#define INF_NAMESPACE_INDEX "namespace"
void inf__index_by_namespace(void *user, const struct inf_object *obj,
			     struct inf_index_values *out);

#endif
