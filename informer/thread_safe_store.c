/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/thread_safe_store.h"

#include "base/alloc.h"
#include "informer/shared_informer.h"

/* A complete check after each write is quadratic: only small stores are checked that often. */
#define CHECK_SLOW_MAX 256

void inf__indexer_init(struct inf__indexer *ix)
{
	lock_init(&ix->lock, LOCK_INDEXER);
	inf__store_init(&ix->store);
	ix->rv = NULL;
	ix->rv_cap = 0;
}

void inf__indexer_without(struct inf__indexer *ix, inf__without without)
{
	lock_acquire(&ix->lock);
	ix->store.without = without;
	lock_release(&ix->lock);
}

void inf__indexer_fini(struct inf__indexer *ix)
{
	inf__store_fini(&ix->store);
	base__free(ix->rv);
	lock_fini(&ix->lock);
}

/* ---- writing ---- */

static int apply_locked(struct inf__indexer *ix, struct inf__op *ops, size_t count)
{
	struct inf__store *s = &ix->store;
	size_t puts = 0;

	for (size_t i = 0; i < count; i++)
		puts += ops[i].type == INF_OP_PUT;
	if (puts > 0 && inf__store_reserve(s, puts) != 0)
		return RELIST_ENOMEM;
	for (size_t i = 0; i < count; i++) {
		if (ops[i].type == INF_OP_PUT && inf__store_prepare(s, ops[i].obj) != 0) {
			inf__store_abort(s);
			return RELIST_ENOMEM;
		}
	}
	for (size_t i = 0; i < count; i++) {
		switch (ops[i].type) {
		case INF_OP_PUT:
			ops[i].old = inf__store_put(s, ops[i].obj);
			break;
		case INF_OP_DELETE:
			ops[i].old = inf__store_del(s, ops[i].key);
			break;
		case INF_OP_NONE:
			ops[i].old = NULL;
			break;
		}
	}
	CHECK_SLOW(s->live > CHECK_SLOW_MAX || inf__store_valid(s));
	return 0;
}

/* Reserves room for `rv`, so that setting it cannot fail. */
static int rv_reserve(struct inf__indexer *ix, const char *rv)
{
	size_t need = rv ? strlen(rv) + 1 : 0;
	char *ptr;

	if (need <= ix->rv_cap)
		return 0;
	ptr = base__malloc(need + 16);
	if (!ptr)
		return RELIST_ENOMEM;
	(void)snprintf(ptr, need + 16, "%s", ix->rv ? ix->rv : "");
	base__free(ix->rv);
	ix->rv = ptr;
	ix->rv_cap = need + 16;
	return 0;
}

static void rv_set(struct inf__indexer *ix, const char *rv)
{
	if (rv)
		memcpy(ix->rv, rv, strlen(rv) + 1);
}

int inf__indexer_apply(struct inf__indexer *ix, struct inf__op *ops, size_t count, const char *rv)
{
	int rc;

	lock_acquire(&ix->lock);
	rc = rv_reserve(ix, rv);
	if (rc == 0)
		rc = apply_locked(ix, ops, count);
	if (rc == 0)
		rv_set(ix, rv);
	lock_release(&ix->lock);
	return rc;
}

void inf__indexer_unindex(struct inf__indexer *ix, const char *key)
{
	uint32_t entry;

	lock_acquire(&ix->lock);
	entry = inf__store_find(&ix->store, key);
	for (uint32_t i = 0; entry != INF_STORE_NONE && i < ix->store.index_count; i++)
		inf__index_del(ix->store.indexes[i], entry);
	lock_release(&ix->lock);
}

int inf__indexer_put(struct inf__indexer *ix, const struct inf_object *obj)
{
	struct inf__op op = { .type = INF_OP_PUT, .obj = obj };
	int rc = inf__indexer_apply(ix, &op, 1, inf_object_resource_version(obj));

	if (rc == 0)
		inf_object_unref(op.old);
	return rc;
}

int inf__indexer_delete(struct inf__indexer *ix, const char *key, const struct inf_object *obj)
{
	struct inf__op op = { .type = INF_OP_DELETE, .key = key };
	int rc = inf__indexer_apply(ix, &op, 1, obj ? inf_object_resource_version(obj) : NULL);

	if (rc == 0)
		inf_object_unref(op.old);
	return rc;
}

static int fresh_indexes(const struct inf__store *from, struct inf__store *to)
{
	to->without = from->without;
	for (uint32_t i = 0; i < from->index_count; i++) {
		const struct inf__index *def = from->indexes[i];
		struct inf__index *ix = inf__index_new(def->name, def->fn, def->user);

		if (!ix || inf__store_add_index(to, ix) != 0) {
			inf__index_free(ix);
			return RELIST_ENOMEM;
		}
	}
	return 0;
}

static int fresh_fill(struct inf__store *fresh, const struct inf_object_list *objs)
{
	if (inf__store_reserve(fresh, objs->len) != 0)
		return RELIST_ENOMEM;
	for (size_t i = 0; i < objs->len; i++) {
		if (inf__store_prepare(fresh, objs->items[i]) != 0) {
			inf__store_abort(fresh);
			return RELIST_ENOMEM;
		}
		inf_object_unref(inf__store_put(fresh, objs->items[i]));
	}
	return 0;
}

static int replace_compare(const struct inf__store *now, const struct inf_object_list *objs,
			   struct inf__replacement *out)
{
	for (size_t i = 0; i < objs->len; i++) {
		uint32_t e = inf__store_find(now, inf_object_key(objs->items[i]));

		if (e != INF_STORE_NONE)
			out->olds[i] = inf_object_ref(now->entries[e]);
	}
	for (uint32_t e = 0; e < now->end; e++) {
		if (!now->entries[e] ||
		    inf__store_find(&out->fresh, inf_object_key(now->entries[e])) != INF_STORE_NONE)
			continue;
		if (inf__object_list_reserve(&out->deleted, 1) != 0)
			return RELIST_ENOMEM;
		(void)inf__object_list_push(&out->deleted, inf_object_ref(now->entries[e]));
	}
	return 0;
}

/* Keeps objects that are missing in a relist: with a delete notification (INF_FIX_RELIST_CACHE) or
 * without (INF_FIX_RELIST_DELETES). */
static int replace_keep(struct inf__replacement *out)
{
	bool silent = inf__lacks(out->fresh.without, INF_FIX_RELIST_DELETES);

	if (!silent && !inf__lacks(out->fresh.without, INF_FIX_RELIST_CACHE))
		return 0;
	if (fresh_fill(&out->fresh, &out->deleted) != 0)
		return RELIST_ENOMEM;
	if (silent) {
		inf_object_list_fini(&out->deleted);
		inf__object_list_init(&out->deleted);
	}
	return 0;
}

int inf__indexer_replace_prepare(struct inf__indexer *ix, const struct inf_object_list *objs,
				 const char *rv, struct inf__replacement *out)
{
	int rc = RELIST_ENOMEM;

	*out = (struct inf__replacement) { .count = objs->len };
	inf__store_init(&out->fresh);
	inf__object_list_init(&out->deleted);
	out->rv = rv;
	out->olds = base__calloc(objs->len ? objs->len : 1, sizeof(struct inf_object *));
	if (out->olds) {
		lock_acquire(&ix->lock);
		if (rv_reserve(ix, rv) == 0 && fresh_indexes(&ix->store, &out->fresh) == 0 &&
		    fresh_fill(&out->fresh, objs) == 0)
			rc = replace_compare(&ix->store, objs, out);
		if (rc == 0)
			rc = replace_keep(out);
		lock_release(&ix->lock);
	}
	if (rc != 0)
		inf__replacement_fini(out);
	return rc;
}

void inf__indexer_replace_commit(struct inf__indexer *ix, struct inf__replacement *r)
{
	struct inf__store old;

	CHECK_SLOW(r->fresh.live > CHECK_SLOW_MAX || inf__store_valid(&r->fresh));
	lock_acquire(&ix->lock);
	old = ix->store;
	ix->store = r->fresh;
	rv_set(ix, r->rv);
	lock_release(&ix->lock);
	r->fresh = old;
}

void inf__replacement_fini(struct inf__replacement *r)
{
	inf__store_fini(&r->fresh);
	inf_object_list_fini(&r->deleted);
	for (size_t i = 0; r->olds && i < r->count; i++)
		inf_object_unref(r->olds[i]);
	base__free(r->olds);
	*r = (struct inf__replacement) { 0 };
}

int inf__indexer_replace(struct inf__indexer *ix, const struct inf_object_list *objs,
			 const char *rv)
{
	struct inf__replacement r;
	int rc = inf__indexer_replace_prepare(ix, objs, rv, &r);

	if (rc != 0)
		return rc;
	inf__indexer_replace_commit(ix, &r);
	inf__replacement_fini(&r);
	return 0;
}

int inf__indexer_bookmark(struct inf__indexer *ix, const char *rv)
{
	return inf__indexer_apply(ix, NULL, 0, rv);
}

/* Removes the last `count` indexes of the store. */
static void drop_last_indexes(struct inf__store *s, size_t count)
{
	while (count-- > 0)
		inf__index_free(s->indexes[--s->index_count]);
}

static int add_indexers_locked(struct inf__store *s, const struct inf__index_def *defs,
			       size_t count, struct relist_err *err)
{
	for (size_t i = 0; i < count; i++) {
		bool taken = inf__store_index(s, defs[i].name) != NULL;

		for (size_t j = 0; j < i; j++)
			taken = taken || strcmp(defs[j].name, defs[i].name) == 0;
		if (taken)
			return relist_err_set(err, RELIST_EEXIST, "indexer conflict: \"%s\"",
					      defs[i].name);
	}
	for (size_t i = 0; i < count; i++) {
		struct inf__index *ix = inf__index_new(defs[i].name, defs[i].fn, defs[i].user);

		if (!ix || inf__store_add_index(s, ix) != 0) {
			inf__index_free(ix);
			drop_last_indexes(s, i);
			return relist_err_set(err, RELIST_ENOMEM, "index \"%s\": out of memory",
					      defs[i].name);
		}
	}
	CHECK_SLOW(s->live > CHECK_SLOW_MAX || inf__store_valid(s));
	return 0;
}

int inf__indexer_add_indexers(struct inf__indexer *ix, const struct inf__index_def *defs,
			      size_t count, struct relist_err *err)
{
	int rc;

	lock_acquire(&ix->lock);
	rc = add_indexers_locked(&ix->store, defs, count, err);
	lock_release(&ix->lock);
	return rc;
}

/* ---- reading ---- */

struct inf_object *inf__indexer_get(struct inf__indexer *ix, const char *key)
{
	struct inf_object *obj = NULL;
	uint32_t e;

	lock_acquire(&ix->lock);
	e = inf__store_find(&ix->store, key);
	if (e != INF_STORE_NONE)
		obj = inf_object_ref(ix->store.entries[e]);
	lock_release(&ix->lock);
	return obj;
}

bool inf__indexer_has(struct inf__indexer *ix, const char *key)
{
	bool has;

	lock_acquire(&ix->lock);
	has = inf__store_find(&ix->store, key) != INF_STORE_NONE;
	lock_release(&ix->lock);
	return has;
}

size_t inf__indexer_len(struct inf__indexer *ix)
{
	size_t len;

	lock_acquire(&ix->lock);
	len = ix->store.live;
	lock_release(&ix->lock);
	return len;
}

int inf__indexer_list(struct inf__indexer *ix, struct inf_object_list *out)
{
	int rc;

	lock_acquire(&ix->lock);
	rc = inf__object_list_reserve(out, ix->store.live);
	for (uint32_t e = 0; rc == 0 && e < ix->store.end; e++) {
		if (ix->store.entries[e])
			out->items[out->len++] = inf_object_ref(ix->store.entries[e]);
	}
	lock_release(&ix->lock);
	return rc;
}

static int no_such_index(const char *index, struct relist_err *err)
{
	return relist_err_set(err, RELIST_ENOTFOUND, "index with name %s does not exist", index);
}

static int bucket_list(const struct inf__store *s, const struct inf__index *index,
		       const struct inf__index_bucket *b, struct inf_object_list *out)
{
	if (!b)
		return 0;
	if (inf__object_list_reserve(out, b->count) != 0)
		return RELIST_ENOMEM;
	for (uint32_t id = b->head; id != INF_INDEX_NONE; id = inf__index_next(index, id))
		out->items[out->len++] = inf_object_ref(s->entries[inf__index_entry(index, id)]);
	return 0;
}

int inf__indexer_by_index(struct inf__indexer *ix, const char *index, const char *value,
			  struct inf_object_list *out, struct relist_err *err)
{
	const struct inf__index *index_ix;
	int rc;

	lock_acquire(&ix->lock);
	index_ix = inf__store_index(&ix->store, index);
	if (!index_ix)
		rc = no_such_index(index, err);
	else if (bucket_list(&ix->store, index_ix, inf__index_bucket(index_ix, str_of(value)), out))
		rc = relist_err_set(err, RELIST_ENOMEM, "index %s: out of memory", index);
	else
		rc = 0;
	lock_release(&ix->lock);
	return rc;
}

/* Appends every object that has one of the values; in store order if there are several values. */
static int union_list(const struct inf__store *s, const struct inf__index *index,
		      const struct inf_index_values *values, struct inf_object_list *out)
{
	uint8_t *seen = base__calloc(s->end ? s->end : 1, 1);
	int rc = seen ? 0 : RELIST_ENOMEM;

	for (size_t i = 0; rc == 0 && i < values->len; i++) {
		const struct inf__index_bucket *b = inf__index_bucket(index, values->values[i]);

		for (uint32_t id = b ? b->head : INF_INDEX_NONE; id != INF_INDEX_NONE;
		     id = inf__index_next(index, id))
			seen[inf__index_entry(index, id)] = 1;
	}
	if (rc == 0)
		rc = inf__object_list_reserve(out, s->live);
	for (uint32_t e = 0; rc == 0 && e < s->end; e++) {
		if (seen[e])
			out->items[out->len++] = inf_object_ref(s->entries[e]);
	}
	base__free(seen);
	return rc;
}

int inf__indexer_index(struct inf__indexer *ix, const char *index, const struct inf_object *obj,
		       struct inf_object_list *out, struct relist_err *err)
{
	struct inf_index_values values = { 0 };
	const struct inf__index *index_ix;
	int rc = RELIST_ENOMEM;

	lock_acquire(&ix->lock);
	index_ix = inf__store_index(&ix->store, index);
	if (index_ix)
		index_ix->fn(index_ix->user, obj, &values);
	if (!index_ix)
		rc = no_such_index(index, err);
	else if (!values.failed && values.len == 1)
		rc = bucket_list(&ix->store, index_ix,
				 inf__index_bucket(index_ix, values.values[0]), out);
	else if (!values.failed)
		rc = union_list(&ix->store, index_ix, &values, out);
	lock_release(&ix->lock);
	if (rc == RELIST_ENOMEM)
		(void)relist_err_set(err, rc, "index %s: out of memory", index);
	inf__index_values_fini(&values);
	return rc;
}

int inf__indexer_matches(struct inf__indexer *ix, const char *index, const struct inf_object *obj,
			 const char *value, bool *out, struct relist_err *err)
{
	struct inf_index_values values = { 0 };
	const struct inf__index *index_ix;
	int rc = 0;

	*out = false;
	lock_acquire(&ix->lock);
	index_ix = inf__store_index(&ix->store, index);
	if (index_ix)
		index_ix->fn(index_ix->user, obj, &values);
	else
		rc = no_such_index(index, err);
	lock_release(&ix->lock);
	for (size_t i = 0; i < values.len && !*out; i++)
		*out = str_eqz(values.values[i], value);
	if (values.failed)
		rc = relist_err_set(err, RELIST_ENOMEM, "index %s: out of memory", index);
	inf__index_values_fini(&values);
	return rc;
}

/* ---- strings ---- */

void inf__indexer_rv(struct inf__indexer *ix, char *buf, size_t cap)
{
	lock_acquire(&ix->lock);
	(void)snprintf(buf, cap, "%s", ix->rv ? ix->rv : "");
	lock_release(&ix->lock);
}

bool inf__indexer_valid(struct inf__indexer *ix)
{
	bool valid;

	lock_acquire(&ix->lock);
	valid = inf__store_valid(&ix->store);
	lock_release(&ix->lock);
	return valid;
}

/* ---- checking ---- */
