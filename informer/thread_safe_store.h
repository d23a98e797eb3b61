/* SPDX-License-Identifier: Apache-2.0 */
/* thread_safe_store.h - the cache: a store behind a lock (client-go's ThreadSafeStore and Indexer).
 *
 * Threads: one writer (the process thread, under DELIVERY); readers anywhere. lock (rank INDEXER)
 * guards everything and is held only while references are copied out or a write is committed.
 * Index functions run under it.
 */
#ifndef INFORMER_THREAD_SAFE_STORE_H
#define INFORMER_THREAD_SAFE_STORE_H

#include "base/lock.h"
#include "base/str.h"
#include "informer/delta.h"
#include "informer/store.h"

struct inf__index_def;

struct inf__indexer {
	struct lock lock;
	struct inf__store store GUARDED_BY(lock);
	char *rv GUARDED_BY(lock); /* LastStoreSyncResourceVersion; NULL: "" */
	size_t rv_cap GUARDED_BY(lock);
};

void inf__indexer_init(struct inf__indexer *ix);
void inf__indexer_fini(struct inf__indexer *ix);
/* Call it before the first index is added. */
void inf__indexer_without(struct inf__indexer *ix, inf__without without);

/* --- writing: failures change nothing; one writer --- */

enum inf__op_type { INF_OP_PUT, INF_OP_DELETE, INF_OP_NONE };

struct inf__op {
	enum inf__op_type type;
	const struct inf_object *obj; /* PUT: stored */
	const char *key;	      /* DELETE */
	struct inf_object *old;	      /* out: the previous object, owned; NULL: none */
};

/* Transaction: all or nothing (RELIST_ENOMEM). Keys must differ. rv: the store's new
 * resourceVersion, NULL keeps it. A single Add, Update or Delete is a transaction of one. */
int inf__indexer_apply(struct inf__indexer *ix, struct inf__op *ops, size_t count, const char *rv);

/* For INF_FIX_INDEX_AT_ONCE: removes an object from all indexes and keeps it in the store. */
void inf__indexer_unindex(struct inf__indexer *ix, const char *key);

/* ThreadSafeStore's Add and Update: the store's resourceVersion becomes the object's. */
int inf__indexer_put(struct inf__indexer *ix, const struct inf_object *obj);
/* DeleteWithObject: the resourceVersion becomes that of `obj`; NULL (plain Delete) keeps it. */
int inf__indexer_delete(struct inf__indexer *ix, const char *key, const struct inf_object *obj);

/* A prepared Replace. */
struct inf__replacement {
	struct inf__store fresh;
	const char *rv;			/* borrowed */
	struct inf_object_list deleted; /* in the store, missing in the list: insertion order */
	struct inf_object **olds;	/* by object of the list: the stored object, or NULL */
	size_t count;
};
/* rv (NULL: keep it) is borrowed until the commit. RELIST_ENOMEM: *out is empty. */
int inf__indexer_replace_prepare(struct inf__indexer *ix, const struct inf_object_list *objs,
				 const char *rv, struct inf__replacement *out);
void inf__indexer_replace_commit(struct inf__indexer *ix, struct inf__replacement *r);
void inf__replacement_fini(struct inf__replacement *r);

/* A Replace without notifications: for stores without handlers. */
int inf__indexer_replace(struct inf__indexer *ix, const struct inf_object_list *objs,
			 const char *rv);
int inf__indexer_bookmark(struct inf__indexer *ix, const char *rv);

/* RELIST_EEXIST names the first existing name; RELIST_ENOMEM. On failure nothing is added. */
int inf__indexer_add_indexers(struct inf__indexer *ix, const struct inf__index_def *defs,
			      size_t count, struct relist_err *err);

/* --- reading: any thread --- */

/* Owned, or NULL. */
struct inf_object *inf__indexer_get(struct inf__indexer *ix, const char *key);
bool inf__indexer_has(struct inf__indexer *ix, const char *key);
size_t inf__indexer_len(struct inf__indexer *ix);
/* Appends to `out`, insertion order. RELIST_ENOMEM: `out` unchanged. */
int inf__indexer_list(struct inf__indexer *ix, struct inf_object_list *out);
/* ByIndex; an unused value gives no objects. RELIST_ENOTFOUND: no such index. */
int inf__indexer_by_index(struct inf__indexer *ix, const char *index, const char *value,
			  struct inf_object_list *out, struct relist_err *err);
/* Index: the objects that share a value with `obj`, each once. */
int inf__indexer_index(struct inf__indexer *ix, const char *index, const struct inf_object *obj,
		       struct inf_object_list *out, struct relist_err *err);

/* Whether `obj`, stored or not, would have `value` in the index. RELIST_ENOTFOUND: no such
 * index. */
int inf__indexer_matches(struct inf__indexer *ix, const char *index, const struct inf_object *obj,
			 const char *value, bool *out, struct relist_err *err);

/* Appends a copy. */
int inf__strings_add(struct inf_strings *s, struct str value);

int inf__indexer_list_keys(struct inf__indexer *ix, struct inf_strings *out);
/* IndexKeys: sorted. */
int inf__indexer_index_keys(struct inf__indexer *ix, const char *index, const char *value,
			    struct inf_strings *out, struct relist_err *err);
/* ListIndexFuncValues: in order of arrival; nothing for an unknown index. */
int inf__indexer_index_values(struct inf__indexer *ix, const char *index, struct inf_strings *out);
/* GetIndexers: the names, in the order in which they were added. */
int inf__indexer_index_names(struct inf__indexer *ix, struct inf_strings *out);
/* LastStoreSyncResourceVersion, truncated to cap (>= 1). */
void inf__indexer_rv(struct inf__indexer *ix, char *buf, size_t cap);
bool inf__indexer_valid(struct inf__indexer *ix);
/* Whether every index equals one rebuilt from the objects. RELIST_ELIMIT: one does not, and `why`
 * gets the text of the first difference; RELIST_ENOMEM. */
int inf__indexer_check(struct inf__indexer *ix, struct strbuf *why);

#endif
